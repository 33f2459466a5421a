"""Links: a deal, a game, or nonsense; and nothing from a link is ever executed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from pyramid.moves import parse_move
from pyramid.record import record
from tests.browser.players import by_tap, go_to, kept_game, shown_cards

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.browser.conftest import OpenTable
    from tools.serve import SiteServer

GAMES = json.loads((Path(__file__).parents[1] / "data/games.json").read_text("utf-8"))
HOSTILE = (
    "1",
    '"',
    "]",
    ":is(",
    "a=b&c",
    "%00",
    "%",
    "<img src=x onerror=window.hit=1>",
    "classic-<img src=x onerror=window.hit=1>",
    "%3Cimg%20src%3Dx%20onerror%3Dwindow.hit%3D1%3E",
    "%253Cscript%253Ewindow.hit=1%253C/script%253E",
    "classic-1_`${window.hit=1}`",
    "javascript:window.hit=1",
    "next=javascript:window.hit=1",
    "//other.example",
    "../..",
    "classic-1_9s4c",
    "classic-99999999999999999999",
)


def test_a_link_opens_its_deal(page: Page, served: SiteServer, open_table: OpenTable) -> None:
    open_table(page, served.url + "#onepass-77")
    by_tap(page, parse_move("."))
    assert record(kept_game(page)) == "onepass-77 ."
    assert "#" not in page.url


def test_a_link_to_a_game_opens_it_where_its_player_stood(
    page: Page, served: SiteServer, open_table: OpenTable
) -> None:
    open_table(page, served.url + "#classic-1_._6h7s_|_Ks")
    assert record(kept_game(page)) == "classic-1 . 6h7s | Ks"
    page.locator('[data-command="redo"]').click()
    assert shown_cards(page)["Ks"] == "foundation"


def test_a_link_to_a_finished_game_shows_its_win_as_nobodys(
    page: Page, served: SiteServer, open_table: OpenTable
) -> None:
    won = GAMES["won"]["classic"].split()
    open_table(page, served.url + "#" + "_".join(won))
    expect(page.locator("html")).to_have_attribute("data-outcome", "won")
    expect(page.locator("#outcome-title")).to_have_text("That is how it is won")
    opened = f"Game opened: classic-2, after {len(won) - 1} moves."
    expect(page.locator("#announcer")).to_have_text(f"{opened} That is how it is won")
    expect(page.locator("#celebration")).not_to_be_visible()
    # The player's own is celebrated: the same game, its last move made by hand.
    go_to(page, "_".join(won[:-1]))
    expect(page.locator("html")).not_to_have_attribute("data-outcome", "won")
    by_tap(page, parse_move(won[-1]))
    expect(page.locator("#outcome-title")).to_have_text("You won!")
    expect(page.locator("#announcer")).to_contain_text(f"Score: {kept_game(page).score}")
    expect(page.locator("#celebration")).to_be_visible()


def test_opening_a_link_over_a_game_in_progress_can_be_undone(table: Page) -> None:
    go_to(table, "classic-1")
    by_tap(table, parse_move("Ks"))
    go_to(table, "onepass-5")
    expect(table.locator("#announcer")).to_have_text("New deal: onepass-5.")
    table.locator('[data-command="undo"]').click()
    assert record(kept_game(table)) == "classic-1 Ks"
    # A game of several moves takes one press as well.
    go_to(table, "onepass-5_._.")
    expect(table.locator("#notice-text")).to_have_text("Your own game is kept.")
    table.locator("#notice-action").click()
    assert record(kept_game(table)) == "classic-1 Ks"


def test_a_link_to_the_deal_on_the_table_leaves_the_game_alone(table: Page) -> None:
    go_to(table, "classic-1")
    by_tap(table, parse_move("Ks"))
    go_to(table, "classic-1")
    by_tap(table, parse_move("."))
    assert record(kept_game(table)) == "classic-1 Ks ."


def test_l01_l05_nonsense_in_a_link_gives_one_sentence_and_is_never_executed(table: Page) -> None:
    go_to(table, "classic-1")
    by_tap(table, parse_move("Ks"))
    for fragment in HOSTILE:
        table.locator("#notice").evaluate("notice => { notice.hidden = true }")
        go_to(table, fragment)
        expect(table.locator("#notice-text")).to_contain_text("link")
        expect(table.locator("#notice")).to_be_visible()
        assert record(kept_game(table)) == "classic-1 Ks"
    assert table.evaluate("window.hit") is None
    assert table.locator("img").count() == 0
    # Each has left a step in the browser's history; going back over them changes nothing.
    home = table.url
    for _ in range(3):
        table.go_back()
    assert table.url == home
    by_tap(table, parse_move("6h7s"))
    assert record(kept_game(table)) == "classic-1 Ks 6h7s"
    assert shown_cards(table)["Ks"] == "foundation"


@pytest.mark.parametrize("fragment", HOSTILE[::5])
def test_l05_nonsense_at_the_first_visit_gives_the_normal_page(
    fragment: str, page: Page, served: SiteServer, open_table: OpenTable
) -> None:
    open_table(page, f"{served.url}#{fragment}")
    expect(page.locator("#notice-text")).to_contain_text("link")
    assert len(shown_cards(page)) == 28
    assert page.evaluate("window.hit") is None


def test_an_empty_fragment_is_no_link(
    page: Page, served: SiteServer, open_table: OpenTable
) -> None:
    open_table(page, served.url + "#")
    expect(page.locator("#notice-text")).not_to_contain_text("link")


def test_u07_back_closes_what_lies_open_and_leaves_the_page_only_then(
    page: Page, served: SiteServer, open_table: OpenTable
) -> None:
    open_table(page, served.url + "#classic-1")
    by_tap(page, parse_move("Ks"))
    home, steps = page.url, page.evaluate("history.length")

    def reach(step: str | None) -> None:
        page.evaluate(
            """async (step) => {
              while ((history.state ?? null) !== step) await new Promise(requestAnimationFrame);
            }""",
            step,
        )

    def choose(item: str) -> None:
        page.locator("#menu-button").click()
        page.locator(f'#menu [data-command="{item}"], #menu [data-does="{item}"]').click()

    opened: dict[str, Callable[[], None]] = {
        "#menu": lambda: page.locator("#menu-button").click(),
        "#rules-dialog": lambda: page.locator("#rules-button").click(),
        "#settings-dialog": lambda: choose("settings"),
        "#help-dialog": lambda: page.keyboard.press("?"),
    }
    for selector, open_it in opened.items():
        for close in (page.go_back, lambda: page.keyboard.press("Escape")):
            open_it()
            expect(page.locator(selector)).to_be_visible()
            reach("open")
            close()
            expect(page.locator(selector)).not_to_be_visible()
            reach(None)  # no step is left to go back over, however it was closed
            assert page.url == home
    assert page.evaluate("history.length") == steps + 1
    # A link followed meanwhile closes it too, and takes the one step back that a link takes.
    opened["#rules-dialog"]()
    reach("open")
    go_to(page, "classic-1")
    expect(page.locator("#rules-dialog")).not_to_be_visible()
    page.go_back()
    reach(None)
    assert page.url == home
    assert record(kept_game(page)) == "classic-1 Ks"
    page.go_back()
    assert page.url == "about:blank"
    page.go_forward()
    expect(page.locator("html")).to_have_attribute("data-ready", "true")
    assert record(kept_game(page)) == "classic-1 Ks"
