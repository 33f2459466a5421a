"""Hints from the solver in its worker, and what happens where there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from pyramid.moves import parse_move
from pyramid.record import record
from pyramid.solver import Verdict, solve
from tests.browser.players import by_tap, kept_game

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, Route

    from tests.browser.conftest import OpenTable, Watch
    from tools.serve import SiteServer

ANSWERED_WITHIN = 60_000  # ms; only so that a silent worker ends the test


def ask(page: Page) -> str:
    """Press H and wait for the sentence."""
    page.keyboard.press("h")
    expect(page.locator("#notice")).to_be_visible(timeout=ANSWERED_WITHIN)
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


def test_s21_the_hint_is_gone_with_the_next_change(
    page: Page, served: SiteServer, open_table: OpenTable
) -> None:
    open_table(page, served.url + "#classic-2")
    ask(page)
    assert hinted(page)
    page.keyboard.press("d")
    assert hinted(page) == []
    expect(page.locator("#notice")).not_to_be_visible()
    assert page.locator('[data-command="hint"]').get_attribute("aria-pressed") is None


def test_a_lost_position_says_so_and_leads_back_to_the_last_winnable_moment(
    page: Page, served: SiteServer, open_table: OpenTable
) -> None:
    # Drawing the whole stock twice without a removal throws this deal away.
    game = "classic-2_" + "._" * 24 + "/_" + "._" * 24
    open_table(page, served.url + "#" + game.rstrip("_"))
    assert "cannot be won from here" in ask(page)
    page.locator("#notice-action").click()
    back = kept_game(page)
    assert 0 <= back.cursor < len(back.moves)
    assert solve(back.deal, back.position).verdict is Verdict.WON
    assert solve(back.deal, back.positions[back.cursor + 1]).verdict is Verdict.LOST


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
