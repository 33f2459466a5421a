"""Hints from the solver in its worker, and what happens where there is none."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from pyramid.moves import parse_move
from pyramid.record import parse_record, record
from pyramid.session import begin
from pyramid.solver import Verdict, solve
from pyramid.store import save_text
from tests.browser.players import by_tap, go_to, kept_game

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, Route

    from tests.browser.conftest import OpenTable, Watch
    from tools.serve import SiteServer

GAMES = json.loads((Path(__file__).parents[1] / "data/games.json").read_text("utf-8"))
A_STEP = "new Promise((done) => setTimeout(done, 1200))"
"""Waits for longer than a show takes from one move to the next."""
ANSWERED_WITHIN = 60_000  # ms; only so that a silent worker ends the test


def ask(page: Page) -> str:
    """Press H and wait for the sentence."""
    page.keyboard.press("h")
    expect(page.locator("#notice")).to_be_visible(timeout=ANSWERED_WITHIN)
    waiting = re.compile("Working it out|Playing through")
    expect(page.locator("#notice-text")).not_to_contain_text(waiting, timeout=ANSWERED_WITHIN)
    return page.locator("#notice-text").text_content() or ""


def hinted(page: Page) -> list[str]:
    return [
        str(card.get_attribute("data-card"))
        for card in page.locator('[data-card][data-hinted="true"]').all()
    ]


def test_a_hint_keeps_the_win_and_asked_again_shows_another(
    page: Page, served: SiteServer, open_table: OpenTable
) -> None:
    open_table(page, served.url + "#classic-2")
    game = kept_game(page)
    shown = set()
    for _ in range(3):
        assert "keeps the win" in ask(page)
        cards = hinted(page)
        shown.add(tuple(sorted(cards)))
        after = game.play(parse_move("".join(cards) if cards else "."))
        assert solve(after.deal, after.position).verdict is Verdict.WON
    assert len(shown) > 1
    # Another tab plays on: what is asked now is asked of its game.
    other = parse_record("classic-3 .")
    page.evaluate("text => localStorage.setItem('pyramid.game', text)", save_text(begin(other)))
    page.evaluate("void dispatchEvent(new Event('storage'))")
    expect(page.locator("#notice-text")).to_contain_text("another tab")
    page.keyboard.press("h")
    expect(page.locator("#notice-text")).to_contain_text("this keeps", timeout=ANSWERED_WITHIN)
    cards = hinted(page)
    after = other.play(parse_move("".join(cards) if cards else "."))
    assert solve(after.deal, after.position).verdict is Verdict.WON


def test_s21_the_hint_is_gone_with_the_next_change_and_its_sentence_with_it(
    page: Page, served: SiteServer, open_table: OpenTable
) -> None:
    open_table(page, served.url + "#classic-2")
    notice, shown = page.locator("#notice"), page.locator("[data-hinted]")
    ask(page)
    first, second = hinted(page)
    # A selection changes nothing yet: the other card is still pointed at.
    page.locator(f'[data-card="{first}"]').click(position={"x": 10, "y": 10})
    assert hinted(page) == [second]
    expect(notice).to_be_visible()
    page.keyboard.press("d")
    expect(shown).to_have_count(0)
    expect(notice).not_to_be_visible()
    assert page.locator('[data-command="hint"]').get_attribute("aria-pressed") is None
    ask(page)
    page.locator("#notice .close").click()
    expect(shown).to_have_count(0)
    ask(page)
    expect(shown).not_to_have_count(0)
    page.locator("#menu-button").click()
    page.locator('#menu [data-command="settings"]').click()
    page.locator('[data-setting="mirrored"]').check(force=True)
    expect(shown).to_have_count(0)
    expect(notice).not_to_be_visible()


def test_a_lost_position_says_so_and_leads_back_to_the_last_winnable_moment(
    page: Page, served: SiteServer, open_table: OpenTable
) -> None:
    # Drawing the whole stock twice without a removal throws this deal away.
    game = "classic-2_" + "._" * 24 + "/_" + "._" * 24
    open_table(page, served.url + "#" + game.rstrip("_"))
    assert "cannot be won from here" in ask(page)
    # Who would play on all the same is shown what there is to play, and then the verdict again.
    possible = 0
    while "leads to no win" in (told := ask(page)):
        possible += 1
        expect(page.locator("[data-hinted]")).not_to_have_count(0)
        expect(page.locator("#notice-action")).to_be_hidden()
    assert possible
    assert "cannot be won from here" in told
    expect(page.locator("[data-hinted]")).to_have_count(0)
    page.locator("#notice-action").click()
    back = kept_game(page)
    assert 0 <= back.cursor < len(back.moves)
    assert solve(back.deal, back.position).verdict is Verdict.WON
    assert solve(back.deal, back.positions[back.cursor + 1]).verdict is Verdict.LOST
    # A hint that is asked for before the verdict light has settled does not leave it unsettled.
    page.locator("#menu-button").click()
    page.locator('#menu [data-command="settings"]').click()
    page.locator('[data-setting="verdict"]').check(force=True)
    page.keyboard.press("Escape")
    light = page.locator("#light")
    expect(light).to_have_attribute("data-verdict", "won", timeout=ANSWERED_WITHIN)
    page.evaluate(
        """() => {
          for (const name of ["undo", "hint"])
            document.querySelector(`[data-command="${name}"]`).click();
        }"""
    )
    expect(light).to_have_attribute("data-verdict", "won", timeout=ANSWERED_WITHIN)


def test_under_hidden_cards_the_hint_counts_possible_layouts(
    page: Page, served: SiteServer, open_table: OpenTable
) -> None:
    open_table(page, served.url + "#onepass-37_Kc_Kh_.")
    page.keyboard.press("h")
    text = page.locator("#notice-text")
    expect(text).to_contain_text("wins in", timeout=ANSWERED_WITHIN)


@pytest.mark.parametrize("how", ["missing", "broken"])
def test_a_page_whose_worker_cannot_start_plays_and_gives_simple_hints(
    how: str, context: BrowserContext, served: SiteServer, open_table: OpenTable, watch: Watch
) -> None:
    for text in ("Traceback", "solver.py", "404", "PythonError", "error"):
        watch.expect(text)

    def answer(route: Route) -> None:
        if how == "missing":
            route.fulfill(status=404, body="")
        else:
            route.fulfill(status=200, content_type="text/x-python", body="raise SystemError('no')")

    context.route("**/static/solver.py", answer)
    page = open_table(context.new_page(), served.url + "#classic-2")
    assert "nothing more is known" in ask(page)
    by_tap(page, parse_move("."))
    assert record(kept_game(page)) == "classic-2 ."
    if how == "broken":  # and so the page knows already that there is nobody to be asked
        told = page.locator("#notice-text")
        show_win(page)
        expect(told).to_contain_text("No win was found")
        page.locator("#notice-action").click()
        expect(told).to_contain_text("nothing more is known")
        stuck = GAMES["stuck"]["classic"].replace(" ", "_")
        go_to(page, stuck)
        expect(page.locator("html")).to_have_attribute("data-outcome", "stuck")
        show_win(page)
        expect(told).to_contain_text("whether it ever could is not known")


def show_win(page: Page) -> None:
    page.locator("#menu-button").click()
    page.locator('#menu [data-command="show-win"]').click()


def test_a_win_is_shown_move_by_move_until_the_player_takes_over(
    page: Page, served: SiteServer, open_table: OpenTable
) -> None:
    open_table(page, served.url + "#classic-2")
    page.keyboard.press("d")
    own = record(kept_game(page))
    cards = page.locator('[data-count="cards"]').first
    # A dialog opened before the answer came keeps the show waiting.
    page.evaluate(
        """() => {
          for (const name of ["show-win", "help"])
            document.querySelector(`[data-command="${name}"]`).click();
        }"""
    )
    expect(page.locator("#notice")).to_contain_text("This wins in", timeout=ANSWERED_WITHIN)
    page.evaluate(A_STEP)
    assert kept_game(page).cursor == 1
    page.keyboard.press("Escape")
    line = solve(kept_game(page).deal, kept_game(page).positions[1]).moves
    expect(cards).not_to_have_text("28", timeout=30_000)
    # And so does a page out of sight.
    page.evaluate(
        """() => {
          const hidden = { value: 'hidden', configurable: true };
          Object.defineProperty(document, 'visibilityState', hidden);
          document.dispatchEvent(new Event('visibilitychange'));
        }"""
    )
    unseen = kept_game(page)
    page.evaluate(A_STEP)
    assert kept_game(page) == unseen
    page.evaluate(
        """() => {
          delete document.visibilityState;
          document.dispatchEvent(new Event('visibilitychange'));
        }"""
    )
    expect(cards).not_to_have_text(str(len(unseen.position.pyramid)), timeout=30_000)
    page.locator("#notice-action").click()
    stopped = kept_game(page)
    assert stopped.moves[1:] == line
    page.evaluate(A_STEP)
    assert kept_game(page) == stopped
    # What lies ahead can be stepped through by hand, to the win.
    for _ in range(len(stopped.moves) - stopped.cursor):
        page.keyboard.press("Control+y")
    expect(page.locator("html")).to_have_attribute("data-outcome", "won")
    expect(page.locator("#notice")).not_to_be_visible()
    # And the player's own game lies before the start of what was shown.
    for _ in range(len(stopped.moves) + 1):
        page.keyboard.press("u")
    assert record(kept_game(page)) == own
    # Where its sentence goes, and with it the way to stop it, it goes as well.
    show_win(page)
    expect(page.locator("#notice")).to_contain_text("This wins in", timeout=ANSWERED_WITHIN)
    dark = '{"version":1,"scheme":"dark"}'
    page.evaluate("text => localStorage.setItem('pyramid.settings', text)", dark)
    page.evaluate("void dispatchEvent(new Event('storage'))")
    expect(page.locator("html")).to_have_attribute("data-scheme", "dark")
    expect(page.locator("#notice")).not_to_be_visible()
    stopped = kept_game(page)
    page.evaluate(A_STEP)
    assert kept_game(page) == stopped


@pytest.mark.parametrize("key", ["h", "?", "Enter"])
def test_whatever_the_player_does_ends_the_show(
    key: str, page: Page, served: SiteServer, open_table: OpenTable
) -> None:
    open_table(page, served.url + "#classic-2")
    show_win(page)
    expect(page.locator("#notice")).to_contain_text("This wins in", timeout=ANSWERED_WITHIN)
    page.locator('[data-place="p21"], [data-place="p22"], [data-place="p23"]').first.focus()
    page.keyboard.press(key)
    stopped = kept_game(page)
    page.wait_for_timeout(2500)
    assert kept_game(page) == stopped
    expect(page.locator("#notice:visible", has_text="This wins in")).to_have_count(0)


def test_the_show_ends_with_the_win_and_takes_it_for_no_win_of_the_players(
    page: Page, served: SiteServer, open_table: OpenTable
) -> None:
    open_table(page, served.url + "#" + GAMES["won"]["classic"].replace(" ", "_"))
    for _ in range(3):
        page.keyboard.press("u")
    show_win(page)
    expect(page.locator("#notice")).to_contain_text("This wins in", timeout=ANSWERED_WITHIN)
    heard = page.locator("#announcer")
    expect(heard).not_to_contain_text("This wins in")  # the notice is heard as well
    expect(page.locator("html")).to_have_attribute("data-outcome", "won", timeout=30_000)
    expect(page.locator("#notice")).not_to_be_visible()
    expect(page.locator("#outcome-title")).to_have_text("That is how it is won")
    expect(heard).to_contain_text("removed. That is how it is won")
    expect(heard).not_to_contain_text("Again")
    expect(page.locator("#celebration")).not_to_be_visible()
    # There is nothing more to be shown.
    page.locator("#menu-button").click()
    expect(page.locator('#menu [data-command="show-win"]')).not_to_be_visible()


def test_a_win_is_compared_with_the_most_that_was_possible(
    page: Page, served: SiteServer, open_table: OpenTable
) -> None:
    *begun, last = GAMES["won"]["classic"].split()
    open_table(page, served.url + "#" + "_".join(begun))
    by_tap(page, parse_move(last))
    told = page.locator("#outcome-text")
    expect(told).to_contain_text("possible", timeout=ANSWERED_WITHIN)
    # It is read out after the win, and does not take its place.
    heard = page.locator("#announcer")
    expect(heard).to_contain_text(re.compile(r"You won!.* possible"))
    # Also after a reload.
    page.reload()
    expect(told).to_contain_text("possible", timeout=ANSWERED_WITHIN)
    expect(told).to_contain_text(f"Score: {kept_game(page).score}")


def test_where_no_win_is_left_it_is_said_instead_of_shown(
    page: Page, served: SiteServer, open_table: OpenTable
) -> None:
    game = "classic-2_" + "._" * 24 + "/_" + "._" * 24
    open_table(page, served.url + "#" + game.rstrip("_"))
    before = kept_game(page)
    show_win(page)
    expect(page.locator("#notice")).to_contain_text(
        "cannot be won from here", timeout=ANSWERED_WITHIN
    )
    assert kept_game(page) == before


def test_under_hidden_cards_no_win_is_shown_that_the_player_cannot_know(
    page: Page, served: SiteServer, open_table: OpenTable
) -> None:
    open_table(page, served.url + "#onepass-1")
    show_win(page)
    expect(page.locator("#notice-text")).to_contain_text("no win can be shown")
    assert not kept_game(page).moves
    assert not hinted(page)
    page.locator("#notice-action").click()
    expect(page.locator("#notice")).to_contain_text("possible layouts.", timeout=ANSWERED_WITHIN)
