"""Games are kept in real localStorage: reloads, crashes, damage, full and blocked storage, tabs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from pyramid.moves import parse_move
from pyramid.record import record
from pyramid.session import begin
from pyramid.settings import SETTINGS_KEY
from pyramid.store import GAME_KEY, save_text
from tests.browser.players import by_tap, count, expect_ready, go_to, kept_game, shown_cards
from tests.positions import game

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

    from tests.browser.conftest import OpenTable
    from tools.serve import SiteServer

PLAYED = "classic-1 . 6h7s . Ks"


def play(page: Page, text: str) -> None:
    """Open the deal of a record and make its moves by hand."""
    played = game(text)
    go_to(page, played.deal.code)
    expect(page.locator("#announcer")).to_contain_text(played.deal.code)
    for move in played.moves:
        by_tap(page, move)


def keep(context: BrowserContext, kept: dict[str, str]) -> None:
    """Have texts in storage before the page first opens."""
    context.add_init_script(
        "if (location.protocol === 'http:' && !localStorage.getItem('put'))"
        f" Object.assign(localStorage, {json.dumps(kept)}, {{ put: '1' }});"
    )


def test_p17_a_reload_brings_back_deal_moves_undone_moves_score_and_clock(table: Page) -> None:
    play(table, PLAYED)
    table.locator('[data-command="undo"]').click()
    expect(table.locator('[data-count="time"]')).not_to_have_text("0:00", timeout=10_000)
    before = (record(kept_game(table)), count(table, "score"), shown_cards(table))
    table.reload()
    expect_ready(table)
    assert (record(kept_game(table)), count(table, "score"), shown_cards(table)) == before
    assert count(table, "time") != "0:00"
    # Whoever plays by taps is shown no focus that they did not ask for.
    expect(table.locator(":focus")).to_have_count(0)
    table.locator('[data-command="redo"]').click()
    assert record(kept_game(table)) == PLAYED
    for _ in range(3):
        table.keyboard.press("u")
    assert kept_game(table).cursor == 1
    table.keyboard.press("r")
    assert record(kept_game(table)) == "classic-1"
    expect(table.locator("#deal-code")).to_have_text("classic-1")


def test_p11_a_page_killed_right_after_a_move_has_kept_it(
    context: BrowserContext, served: SiteServer, open_table: OpenTable
) -> None:
    page = open_table(context.new_page(), served.url + "#classic-1")
    # Whoever is killed is not told before.
    page.evaluate(
        """for (const last of ["pagehide", "visibilitychange", "freeze"])
             addEventListener(last, (event) => event.stopImmediatePropagation(), true);"""
    )
    page.evaluate("document.querySelector('[data-card=\"Ks\"]').click()")
    page.close(run_before_unload=False)
    again = open_table(context.new_page(), served.url)
    assert record(kept_game(again)) == "classic-1 Ks"


def test_p09_closing_in_the_middle_of_an_animation_keeps_before_or_after(
    context: BrowserContext, served: SiteServer, open_table: OpenTable
) -> None:
    page = open_table(context.new_page(), served.url + "#classic-1")
    for number, move in enumerate(("6h7s", "Ks", ".", "."), 1):
        page.evaluate(
            "selectors => selectors.forEach(s => document.querySelector(s).click())",
            ["#stock"] if move == "." else [f'[data-card="{c}"]' for c in map(str, cards(move))],
        )
        page.reload()
        expect_ready(page)
        assert len(kept_game(page).moves) == number
        places = shown_cards(page).values()
        assert sum(place.startswith("p") for place in places) == len(
            kept_game(page).position.pyramid
        )


def cards(move: str) -> tuple[object, ...]:
    parsed = parse_move(move)
    return getattr(parsed, "cards", ())


@pytest.mark.parametrize("text", ["", "null", "undefined", "{}", "[]", "0"])
def test_p01_an_empty_looking_save_opens_a_normal_first_game(
    text: str, context: BrowserContext, served: SiteServer, open_table: OpenTable
) -> None:
    keep(context, {GAME_KEY: text, SETTINGS_KEY: text})
    page = open_table(context.new_page(), served.url)
    expect(page.locator("#notice-text")).to_have_text("First time here?")
    assert len(shown_cards(page)) == 28
    by_tap(page, parse_move("."))
    assert len(kept_game(page).moves) == 1


DAMAGED = {
    "cut in half": save_text(begin(game(PLAYED)))[:40],
    "illegal move": save_text(begin(game(PLAYED))).replace("Ks", "9s4c"),
    "doubled card": save_text(begin(game("classic-1"))).replace(
        "classic-1", "classic-" + "Ks" * 52
    ),
    "negative time": save_text(begin(game(PLAYED))).replace('"ms": 0', '"ms": -5'),
    "newer version": save_text(begin(game(PLAYED))).replace('"version":1', '"version":9'),
    "nested": "[" * 10_000,
    "markup": "<img src=x onerror=alert(1)>",
}


@pytest.mark.parametrize("name", DAMAGED)
def test_p03_a_damaged_save_gives_a_fresh_deal_a_notice_and_is_never_thrown_away(
    name: str, context: BrowserContext, served: SiteServer, open_table: OpenTable
) -> None:
    keep(context, {GAME_KEY: DAMAGED[name], SETTINGS_KEY: "[1]"})
    page = open_table(context.new_page(), served.url)
    expect(page.locator("#notice-text")).to_contain_text("Your saved game could not be read.")
    expect(page.locator("#notice-text")).to_contain_text("Your settings could not be read.")
    assert len(shown_cards(page)) == 28
    by_tap(page, parse_move("."))
    page.reload()
    expect_ready(page)
    expect(page.locator("#notice")).to_be_hidden()
    assert page.evaluate("localStorage.getItem('pyramid.game.bad')") == DAMAGED[name]
    assert page.evaluate("localStorage.getItem('pyramid.settings.bad')") == "[1]"
    assert len(kept_game(page).moves) == 1


def test_p05_a_storage_that_fills_up_is_told_once_and_play_goes_on(
    context: BrowserContext, served: SiteServer, open_table: OpenTable
) -> None:
    page = open_table(context.new_page(), served.url + "#classic-1")
    by_tap(page, parse_move("Ks"))
    # A real full storage: everything that fits is filled by someone else.
    page.evaluate(
        """() => {
          let filling = '';
          for (let size = 1 << 22; size >= 1; size >>= 1)
            for (;;)
              try {
                localStorage.setItem('other', filling + 'x'.repeat(size));
                filling += 'x'.repeat(size);
              } catch { break }
        }"""
    )
    for move in (".", "6h7s", "."):
        by_tap(page, parse_move(move))
    expect(page.locator("#notice-text")).to_contain_text("does not let the game be kept")
    page.locator('[data-command="dismiss"]').click()
    by_tap(page, parse_move("."))
    expect(page.locator("#notice")).not_to_be_visible()
    assert count(page, "waste") == "3"
    assert record(kept_game(page)) == "classic-1 Ks"


def test_a_blocked_storage_is_told_once_and_the_game_is_played_all_the_same(
    context: BrowserContext, served: SiteServer, open_table: OpenTable
) -> None:
    context.add_init_script(
        "Object.defineProperty(window, 'localStorage',"
        " { get() { throw new DOMException('blocked', 'SecurityError') } })"
    )
    page = open_table(context.new_page(), served.url + "#classic-1")
    by_tap(page, parse_move("Ks"))
    expect(page.locator("#notice-text")).to_contain_text("does not let the game be kept")
    by_tap(page, parse_move("6h7s"))
    assert count(page, "score") == "15"
    page.keyboard.press("u")
    assert count(page, "score") == "5"


def test_p07_two_tabs_never_overwrite_each_other(
    context: BrowserContext, served: SiteServer, open_table: OpenTable
) -> None:
    first = open_table(context.new_page(), served.url + "#classic-1")
    by_tap(first, parse_move("."))
    second = open_table(context.new_page(), served.url)
    # The other tab follows by itself, and says so, though not of the time alone.
    later = save_text(begin(game("classic-1 ."))).replace('"ms": 0', '"ms": 9000')
    second.evaluate("text => localStorage.setItem('pyramid.game', text)", later)
    expect(first.locator('[data-count="time"]')).to_have_text("0:09")
    assert first.locator("#notice").is_hidden()
    second.reload()
    expect_ready(second)
    for _ in range(9):
        by_tap(second, parse_move("."))
    expect(first.locator('[data-count="waste"]')).to_have_text("10")
    expect(first.locator("#notice-text")).to_contain_text("another tab")
    first.bring_to_front()
    by_tap(first, parse_move("Ks"))
    assert record(kept_game(second)) == "classic-1 " + ". " * 10 + "Ks"
    expect(second.locator('[data-count="score"]')).to_have_text("5")
    # What it leaves damaged is put aside, and replaces nothing that is in force here.
    second.evaluate("localStorage.setItem('pyramid.settings', '[1]')")
    expect(first.locator("#notice-text")).to_contain_text("Your settings could not be read.")
    second.evaluate("localStorage.setItem('pyramid.game', 'damaged')")
    expect(first.locator("#notice-text")).to_contain_text("your game goes on")
    by_tap(first, parse_move("."))
    assert record(kept_game(first)) == "classic-1 " + ". " * 10 + "Ks ."


def test_u11_a_page_back_from_the_cache_does_not_overwrite_the_newer_save(
    context: BrowserContext, served: SiteServer, open_table: OpenTable
) -> None:
    old = open_table(context.new_page(), served.url + "#classic-1")
    by_tap(old, parse_move("."))
    # As in a frozen page, the event that tells of the other tab never comes.
    old.evaluate("addEventListener('storage', event => event.stopImmediatePropagation(), true)")
    old.evaluate(
        "text => localStorage.setItem('pyramid.game', text)",
        save_text(begin(game("classic-1 . . . Ks"))),
    )
    by_tap(old, parse_move("."))
    assert record(kept_game(old)) == "classic-1 . . . Ks"
    expect(old.locator("#notice-text")).to_contain_text("another tab")
    assert count(old, "score") == "5"


def test_hidden_time_does_not_count(table: Page) -> None:
    play(table, "classic-1 .")
    table.evaluate(
        """() => {
          const hidden = { value: 'hidden', configurable: true };
          Object.defineProperty(document, 'visibilityState', hidden);
          document.dispatchEvent(new Event('visibilitychange'));
        }"""
    )
    shown = count(table, "time")
    table.wait_for_timeout(2500)
    assert count(table, "time") == shown
    table.evaluate(
        """() => {
          delete document.visibilityState;
          document.dispatchEvent(new Event('visibilitychange'));
        }"""
    )
    expect(table.locator('[data-count="time"]')).not_to_have_text(shown, timeout=5000)
