"""The lessons at a real table: by taps and by keys, offered once, and never at the game's cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from pyramid.i18n import LANGUAGES, texts
from pyramid.lessons import LESSONS, Lesson, Stage, stage, winning_move
from pyramid.moves import Move, parse_move
from pyramid.record import record
from tests.browser.players import (
    by_keys,
    by_tap,
    count,
    expect_ready,
    go_to,
    kept_game,
    shown_cards,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import BrowserContext, Page

    from tests.browser.conftest import OpenTable
    from tools.serve import SiteServer

LAST = len(LESSONS)


def way(lesson: Lesson) -> Iterator[Move]:
    game = lesson.board
    while stage(game) is Stage.OPEN:
        move = winning_move(game)
        assert move is not None
        yield move
        game = game.play(move)


def learn(page: Page) -> None:
    """Open the lessons from the menu."""
    page.locator("#menu-button").click()
    page.locator('#menu [data-command="lessons"]').click()
    expect(page.locator("#lesson")).to_be_visible()


def press(page: Page, command: str) -> None:
    page.locator(f'#lesson [data-command="{command}"]').click()


def expect_lesson(page: Page, number: int, now: Stage) -> None:
    lesson = LESSONS[number - 1]
    expect(page.locator("#lesson-count")).to_have_text(f"Lesson {number} of {LAST}")
    expect(page.locator("#lesson-title")).to_have_text(lesson.title)
    expect(page.locator("#lesson-text")).to_have_text(lesson.message(now))


@pytest.mark.parametrize("size", [(360, 640), (320, 568), (844, 390), (1440, 900)], ids=str)
def test_all_lessons_are_done_by_taps_and_the_panel_covers_no_card(
    size: tuple[int, int], table: Page
) -> None:
    table.set_viewport_size({"width": size[0], "height": size[1]})
    learn(table)
    for number, lesson in enumerate(LESSONS, 1):
        expect_lesson(table, number, Stage.OPEN)
        for move in way(lesson):
            by_tap(table, move)
        expect_lesson(table, number, Stage.DONE)
        assert table.locator("html").get_attribute("data-outcome") is None
        if number < LAST:
            press(table, "lesson-next")
    expect(table.locator('#lesson [data-command="lesson-next"]')).to_be_hidden()
    press(table, "lesson-leave")
    expect(table.locator("#lesson")).to_be_hidden()
    assert len(shown_cards(table)) == 28


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_lesson_says_has_room_on_small_screens(language: str, table: Page) -> None:
    table.locator("#menu-button").click()
    table.locator('#menu [data-command="settings"]').click()
    table.locator('[data-setting="language"]').select_option(language)
    table.keyboard.press("Escape")
    learn(table)
    for lesson in LESSONS:
        expect(table.locator("#lesson-title")).to_have_text(texts(language).gettext(lesson.title))
        for now in (Stage.OPEN, Stage.DONE):
            if now is Stage.DONE:
                table.set_viewport_size({"width": 800, "height": 800})
                for move in way(lesson):
                    by_tap(table, move)
            stands = now.name.lower()
            expect(table.locator("#lesson")).to_have_attribute("data-stage", stands)
            for width, height in ((320, 568), (360, 640), (667, 375)):
                table.set_viewport_size({"width": width, "height": height})
                room = table.locator("#lesson").evaluate(
                    "panel => [panel.scrollHeight, panel.clientHeight]"
                )
                assert room[0] <= room[1], f"{lesson.title}, {now}, {width}"
        if lesson is not LESSONS[-1]:
            press(table, "lesson-next")


def test_a_lesson_is_done_by_keys_alone(table: Page) -> None:
    table.locator("#menu-button").focus()
    table.keyboard.press("Enter")
    table.locator('#menu [data-command="lessons"]').focus()
    table.keyboard.press("Enter")
    expect(table.locator("#announcer")).to_contain_text(LESSONS[0].task)
    for move in way(LESSONS[0]):
        by_keys(table, move)
    expect_lesson(table, 1, Stage.DONE)
    expect(table.locator("#announcer")).to_contain_text(LESSONS[0].praise)
    following = table.locator('[data-command="lesson-next"]')
    for _ in range(3):
        if following.evaluate("button => button === document.activeElement"):
            break
        table.keyboard.press("Tab")
    expect(following).to_be_focused()
    table.keyboard.press("Enter")
    expect_lesson(table, 2, Stage.OPEN)
    expect(table.locator("#table .card:focus")).to_have_count(1)


def test_going_astray_is_told_and_taken_back(table: Page) -> None:
    learn(table)
    press(table, "lesson-next")
    press(table, "lesson-next")
    by_tap(table, parse_move("5h8s"))
    expect_lesson(table, 3, Stage.ASTRAY)
    expect(table.locator("#announcer")).to_contain_text(LESSONS[2].regret)
    press(table, "lesson-back")
    expect_lesson(table, 3, Stage.OPEN)
    for move in way(LESSONS[2]):
        by_tap(table, move)
    press(table, "lesson-again")
    expect_lesson(table, 3, Stage.OPEN)
    assert shown_cards(table)["8s"] == "waste"
    table.keyboard.press("h")
    expect(table.locator("[data-hinted]")).to_have_count(2)
    assert {card.get_attribute("data-card") for card in table.locator("[data-hinted]").all()} == {
        "5c",
        "8s",
    }


def test_what_is_refused_is_explained_in_the_panel(table: Page) -> None:
    learn(table)
    press(table, "lesson-next")
    table.locator('[data-card="6s"]').click(position={"x": 10, "y": 10})
    expect(table.locator("#lesson-text")).to_have_text("6 of spades is still covered.")


def test_the_own_game_is_untouched_by_a_lesson_and_both_by_a_reload(table: Page) -> None:
    go_to(table, "classic-1")
    expect(table.locator("#announcer")).to_contain_text("classic-1")
    for move in (".", "6h7s", ".", "Ks"):
        by_tap(table, parse_move(move))
    table.keyboard.press("u")
    before = (record(kept_game(table)), count(table, "score"), shown_cards(table))
    learn(table)
    by_tap(table, parse_move("5s8d"))
    by_tap(table, parse_move("Kh"))
    table.keyboard.press("r")
    table.keyboard.press("u")
    assert record(kept_game(table)) == before[0]
    press(table, "lesson-leave")
    assert (record(kept_game(table)), count(table, "score"), shown_cards(table)) == before
    table.keyboard.press("Control+y")
    assert record(kept_game(table)) == "classic-1 . 6h7s . Ks"
    table.keyboard.press("u")
    learn(table)
    by_tap(table, parse_move("5s8d"))
    by_tap(table, parse_move("Kh"))
    table.keyboard.press("u")
    # The lesson goes on after a reload: a new version may bring one about, accepted in another tab.
    table.reload()
    expect_ready(table)
    expect_lesson(table, 1, Stage.OPEN)
    assert (shown_cards(table)["5s"], shown_cards(table)["Kh"]) == ("foundation", "p0")
    expect(table.locator("html")).not_to_have_attribute("data-painted", "true")
    expect(table.locator("#table :focus")).to_have_count(1)
    assert record(kept_game(table)) == before[0]
    table.keyboard.press("Control+y")
    expect_lesson(table, 1, Stage.DONE)
    press(table, "lesson-leave")
    assert (record(kept_game(table)), count(table, "score"), shown_cards(table)) == before
    table.reload()
    expect_ready(table)
    expect(table.locator("#lesson")).to_be_hidden()
    assert (record(kept_game(table)), count(table, "score"), shown_cards(table)) == before


def test_a_new_deal_ends_the_lesson_and_undo_leads_back_to_the_own_game(table: Page) -> None:
    go_to(table, "classic-1")
    expect(table.locator("#announcer")).to_contain_text("classic-1")
    by_tap(table, parse_move("Ks"))
    learn(table)
    table.keyboard.press("n")
    expect(table.locator("#lesson")).to_be_hidden()
    assert len(kept_game(table).moves) == 0
    table.keyboard.press("u")
    assert record(kept_game(table)) == "classic-1 Ks"
    learn(table)
    go_to(table, "nonsense")
    expect(table.locator("#notice-text")).to_contain_text("here is your own")
    expect(table.locator("#lesson")).to_be_hidden()
    assert shown_cards(table)["6h"] == "p25"


def test_the_deal_of_the_day_asked_for_in_a_lesson_goes_on_where_it_was_left(table: Page) -> None:
    table.evaluate("void (Date = class extends Date { getDate() { return 17; } })")
    table.locator("#menu-button").click()
    table.locator('#menu [data-command="daily"]').click()
    expect(table.locator("#announcer")).to_contain_text("New deal", timeout=60_000)
    by_tap(table, parse_move("."))
    before = record(kept_game(table))
    learn(table)
    table.locator("#menu-button").click()
    table.locator('#menu [data-command="daily"]').click()
    expect(table.locator("#notice-text")).to_have_text("This is the deal of the day.")
    expect(table.locator("#lesson")).to_be_hidden()
    assert record(kept_game(table)) == before
    assert count(table, "stock") == "23"
    # A hint that it takes the place of is not waited for any more.
    table.evaluate(
        """() => {
          for (const name of ["dismiss", "hint", "daily"])
            document.querySelector(`[data-command="${name}"]`).click();
        }"""
    )
    table.evaluate("new Promise((done) => setTimeout(done, 700))")  # longer than what is late
    expect(table.locator("#notice-text")).to_have_text("This is the deal of the day.")


def test_the_language_changes_in_the_middle_of_a_lesson(table: Page) -> None:
    learn(table)
    by_tap(table, parse_move("5s8d"))
    table.locator("#menu-button").click()
    table.locator('#menu [data-command="settings"]').click()
    table.locator('[data-setting="language"]').select_option("fr")
    expect(table.locator("#lesson-title")).to_have_text("Une paire et un roi")
    assert shown_cards(table)["5s"] == "foundation"


def test_lessons_are_offered_on_the_first_visit_only(
    context: BrowserContext, served: SiteServer, open_table: OpenTable
) -> None:
    page = open_table(context.new_page(), served.url)
    expect(page.locator("#notice-text")).to_have_text("First time here?")
    page.locator("#notice-action").click()
    expect_lesson(page, 1, Stage.OPEN)
    expect(page.locator("#notice")).to_be_hidden()
    page.reload()
    expect_ready(page)
    expect_lesson(page, 1, Stage.OPEN)
    expect(page.locator("#notice")).to_be_hidden()


def test_the_offer_of_lessons_goes_with_the_first_move(table: Page) -> None:
    expect(table.locator("#notice")).to_be_visible()
    by_tap(table, parse_move("."))
    expect(table.locator("#notice")).to_be_hidden()


def test_nothing_is_offered_to_those_who_follow_a_link(
    context: BrowserContext, served: SiteServer, open_table: OpenTable
) -> None:
    page = open_table(context.new_page(), served.url + "#classic-1")
    expect(page.locator("#notice")).to_be_hidden()
