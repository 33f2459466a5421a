"""Whole games in a real browser, and what the table promises while they are played."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from pyramid.moves import Remove, parse_move
from pyramid.record import parse_record, record
from tests.browser.players import (
    PLAYERS,
    by_keys,
    by_tap,
    count,
    drag,
    expect_ready,
    go_to,
    kept_game,
    middle,
    shown_cards,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.browser.conftest import OpenTable, Watch
    from tools.serve import SiteServer

ROOT = Path(__file__).parent.parent.parent
GAMES = json.loads((ROOT / "tests/data/games.json").read_text("utf-8"))
RECORDS = [(end, GAMES[end][rules]) for end in ("won", "stuck") for rules in ("classic", "onepass")]
SCREENS = {
    "phone": {
        "viewport": {"width": 360, "height": 640},
        "has_touch": True,
        "is_mobile": True,
        "reduced_motion": "reduce",
    },
    "desktop": {"viewport": {"width": 1440, "height": 900}},
}


def outcome(page: Page) -> str | None:
    return page.locator("html").get_attribute("data-outcome")


def replayed(text: str) -> tuple[int, str]:
    """What the command line says of a record."""
    result = subprocess.run(
        [sys.executable, "-m", "pyramid", "replay", text],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return result.returncode, result.stdout


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("screen", SCREENS)
def test_whole_games_are_played_to_a_win_and_to_a_dead_end(
    screen: str,
    player: str,
    browser: Browser,
    watch: Watch,
    served: SiteServer,
    open_table: OpenTable,
) -> None:
    context = browser.new_context(locale="en-GB", **SCREENS[screen])  # type: ignore[arg-type]
    watch.follow(context)
    page = open_table(context.new_page(), served.url)
    for end, text in RECORDS:
        game = parse_record(text)
        go_to(page, game.deal.code)
        expect(page.locator("#announcer")).to_contain_text(game.deal.code)
        assert outcome(page) is None
        for number, move in enumerate(game.moves, 1):
            PLAYERS[player](page, move)
            assert (
                record(kept_game(page)) == record(parse_record(text).at(number)).split(" | ")[0]
            ), f"{move} was not made"
        expect(page.locator("html")).to_have_attribute("data-outcome", end)
        expect(page.locator("#outcome")).to_be_visible()
        assert record(kept_game(page)) == record(game)
        assert count(page, "score") == str(game.score)
        status, said = replayed(record(kept_game(page)))
        assert (status, f"outcome: {end}" in said) == (0, True)
        forged = record(game) + " Ks"
        status, said = replayed(forged)
        assert (status, said.splitlines()[0]) == (1, f"illegal: move {len(game.moves) + 1}, Ks")
    context.close()


def test_a_fresh_table_shows_seven_rows_and_nothing_of_the_stock(table: Page) -> None:
    cards = shown_cards(table)
    assert sorted(cards.values()) == sorted(f"p{index}" for index in range(28))
    assert table.locator('[data-place="stock"]').count() == 1
    assert count(table, "pass") == "1 of 2"


def test_face_down_cards_tell_nothing_in_the_page_or_its_markup(
    page: Page, served: SiteServer, open_table: OpenTable
) -> None:
    open_table(page, served.url + "#onepass-5")
    deal = parse_record("onepass-5").deal
    hidden = [str(deal.cards[index]) for index in (*range(21), *range(28, 52))]
    assert set(shown_cards(page).values()) == {f"p{index}" for index in range(21, 28)}
    markup = page.locator("#table").inner_html()
    for card in hidden:
        assert f"#{card}" not in markup
        assert f'"{card}"' not in markup
    labels = page.locator('[data-place="p0"]').get_attribute("aria-label")
    assert labels == "Face-down card, row 1, covered"
    # Pressing one, dragging onto one: nothing turns, nothing tells.
    page.locator('[data-place="p15"]').click(position={"x": 8, "y": 8})
    expect(page.locator("#announcer")).to_have_text("That card is face down.")
    drag(page, '[data-place="p21"]', '[data-place="p9"]')
    assert set(shown_cards(page).values()) == {f"p{index}" for index in range(21, 28)}


@pytest.mark.parametrize(
    ("link", "place", "keys", "at"),
    [
        ("threepass-11_._.", "stock", "d", "waste"),
        ("threepass-11_._.", "waste", "ddu", "stock"),
        ("thirteen-5_._.", "waste", "d", "waste-second"),
    ],
)
def test_the_keyboard_goes_on_from_the_card_that_has_the_focus_wherever_it_went(
    table: Page, link: str, place: str, keys: str, at: str
) -> None:
    go_to(table, link)
    table.locator(f'[data-place="{place}"]').focus()
    for key in keys:
        table.keyboard.press(key)
    expect(table.locator(f'[data-place="{at}"]')).to_be_focused()
    stops = table.locator("#table [tabindex='0']")
    expect(stops).to_have_count(1)
    expect(stops).to_be_focused()


def test_undo_redo_and_restart_by_button_and_by_key(table: Page) -> None:
    go_to(table, "classic-1")
    for move in ("Ks", "6h7s", "."):
        by_tap(table, parse_move(move))
    table.locator('[data-command="undo"]').click()
    table.keyboard.press("Control+z")
    assert record(kept_game(table)) == "classic-1 Ks | 6h7s ."
    assert count(table, "score") == "5"
    table.locator('[data-command="redo"]').click()
    table.keyboard.press("Control+Shift+Z")
    assert record(kept_game(table)) == "classic-1 Ks 6h7s ."
    table.keyboard.press("r")
    assert record(kept_game(table)) == "classic-1"
    table.keyboard.press("u")
    assert record(kept_game(table)) == "classic-1 Ks 6h7s ."


def test_a_new_deal_can_be_undone(table: Page) -> None:
    go_to(table, "classic-1_Ks")
    expect(table.locator("#announcer")).to_contain_text("classic-1")
    table.locator('[data-command="new"]').click()
    assert kept_game(table).deal.code != "classic-1"
    table.locator('[data-command="undo"]').click()
    assert record(kept_game(table)) == "classic-1 Ks"


def test_d01_new_deals_differ_also_after_a_reload(table: Page) -> None:
    codes = []
    for _ in range(2):
        for _ in range(20):
            table.keyboard.press("n")
            codes.append(kept_game(table).deal.code)
        table.reload()
        expect_ready(table)
    # Of a thousand proven deals one may come again, by chance, after the reload.
    assert len(set(codes[:20])) == len(set(codes[20:])) == 20
    assert len(set(codes)) >= 37


@pytest.mark.parametrize("code", ["classic-1", "threepass-1"])
def test_g19_quick_presses_on_the_stock_each_draw_one_card(code: str, table: Page) -> None:
    go_to(table, code)
    expect(table.locator("#announcer")).to_contain_text(code)
    expect(table.locator("html")).not_to_have_attribute("data-dealing", "true")
    stock = middle(table, "#stock")
    for _ in range(3):
        table.mouse.click(*stock)
    assert record(kept_game(table)) == f"{code} . . ."
    table.keyboard.press("u")
    assert kept_game(table).cursor == 2


def test_the_rules_are_chosen_in_a_dialog_and_a_number_may_be_typed(table: Page) -> None:
    table.locator('[data-command="rules"]').first.click()
    expect(table.locator("#code")).to_be_focused()
    table.locator('#rules-dialog input[value="onepass"]').check()
    table.locator("#code").fill("42")
    table.keyboard.press("Enter")
    expect(table.locator("#rules-dialog")).not_to_be_visible()
    assert record(kept_game(table)) == "onepass-42"
    assert table.locator("html").get_attribute("data-rules") == "onepass"


def test_u19_wrong_text_keeps_the_dialog_with_a_message_and_escape_changes_nothing(
    table: Page,
) -> None:
    before = kept_game(table).deal.code if table.evaluate("localStorage.length") else None
    table.locator('[data-command="rules"]').first.click()
    for text in ("-1", "1e9", "<img src=x onerror=alert(1)>", "9" * 400, "classic-1_zz"):
        table.locator("#code").fill(text)
        table.keyboard.press("Enter")
        expect(table.locator("#code-error")).not_to_be_empty()
        expect(table.locator("#rules-dialog")).to_be_visible()
        expect(table.locator("#code")).to_be_focused()
    table.keyboard.press("Escape")
    expect(table.locator("#rules-dialog")).not_to_be_visible()
    assert (kept_game(table).deal.code if before else None) == before
    assert table.locator("img").count() == 0


def test_u15_a_held_key_acts_once(table: Page) -> None:
    table.locator('[data-place="stock"]').focus()
    for key in ("Enter", "d"):
        table.keyboard.down(key)
        for _ in range(5):
            table.keyboard.down(key)
        table.keyboard.up(key)
    assert len(kept_game(table).moves) == 2


def test_a01_the_focus_is_never_lost(table: Page) -> None:
    go_to(table, "classic-1")
    expect(table.locator("#announcer")).to_contain_text("classic-1")

    def holds_focus() -> bool:
        return bool(table.evaluate("document.activeElement !== document.body"))

    table.keyboard.press("ArrowUp")
    assert holds_focus()
    for move in ("Ks", "6h7s"):
        PLAYERS["keys"](table, parse_move(move))
        assert holds_focus()
        # On a card that can be played, or on the stock: never on what still lies covered.
        focused = table.locator("#table :focus")
        assert focused.get_attribute("data-exposed") != "false"
    for key in ("d", "d", "u", "u", "u", "u", "r", "n"):
        table.keyboard.press(key)
        assert holds_focus()
    for command in ("undo", "redo"):
        table.locator(f'[data-command="{command}"]').focus()
        for _ in range(12):
            table.keyboard.press("Enter")
            assert holds_focus()
    # After a reload, too, keys go on at the place on the table where they were.
    table.keyboard.press("ArrowUp")
    table.keyboard.press("ArrowLeft")
    place = table.locator("#table :focus").get_attribute("data-place")
    for opening, field in (("history", "#moment"), ("rules", "#code")):
        table.keyboard.press("Tab")
        table.keyboard.press("Shift+Tab")
        table.locator(f'[data-command="{opening}"]').first.evaluate("button => button.click()")
        expect(table.locator(field)).to_be_focused()
        table.reload()
        expect_ready(table)
        expect(table.locator(f'[data-place="{place}"]:focus-visible')).to_be_focused()


def test_a01_the_focus_is_found_again_where_what_had_it_has_gone(table: Page) -> None:
    won = GAMES["won"]["classic"].replace(" ", "_")

    def on_the_table() -> bool:
        return bool(table.evaluate("document.activeElement.closest('#table') !== null"))

    for command in ("undo", "restart", "new"):
        go_to(table, won)
        expect(table.locator("#outcome")).to_be_visible()
        table.locator(f'#outcome :is([data-command="{command}"], [data-does="{command}"])').focus()
        table.keyboard.press("Enter")
        expect(table.locator("#outcome")).to_be_hidden()
        assert on_the_table(), command
    table.locator("#menu-button").focus()
    table.keyboard.press("Enter")
    table.locator('#menu [data-command="settings"]').focus()
    table.keyboard.press("Enter")
    expect(table.locator("#settings-dialog")).to_be_visible()
    table.keyboard.press("Escape")
    expect(table.locator("#settings-dialog")).to_be_hidden()
    expect(table.locator("#table :focus")).to_have_count(1)
    # Also where the browser has moved the focus to the page itself before it tells of the end.
    table.keyboard.press("?")
    table.evaluate(
        """() => {
          document.querySelector("#help-dialog").close();
          document.activeElement.blur();
        }"""
    )
    expect(table.locator("#table :focus")).to_have_count(1)


def test_g27_the_end_can_be_put_away_and_the_table_stays_usable(table: Page) -> None:
    go_to(table, GAMES["stuck"]["classic"].replace(" ", "_"))
    expect(table.locator("#outcome")).to_be_visible()
    table.keyboard.press("Escape")
    expect(table.locator("#outcome")).not_to_be_visible()
    assert table.locator("html").get_attribute("data-outcome") == "stuck"
    table.locator('[data-command="undo"]').click()
    assert outcome(table) is None
    table.locator('[data-command="redo"]').click()
    expect(table.locator("#outcome")).to_be_visible()


def test_g29_a_stray_second_press_does_not_deal_over_the_result(table: Page) -> None:
    game = parse_record(GAMES["won"]["classic"])
    last = game.moves[-1]
    assert isinstance(last, Remove)
    go_to(table, record(game.at(len(game.moves) - 1)).replace(" ", "_"))
    expect(table.locator("#announcer")).to_contain_text("classic-2")
    table.evaluate(
        """cards => {
          for (const card of cards) document.querySelector(`[data-card="${card}"]`).click();
          document.querySelector('#outcome [data-does="new"]').click();
        }""",
        [str(card) for card in last.cards],
    )
    assert outcome(table) == "won"
    assert kept_game(table).deal == game.deal


def test_g29_a_double_press_on_the_result_is_one_press(table: Page) -> None:
    table.set_viewport_size({"width": 844, "height": 390})  # where cards lie beneath
    for command in ("undo", "new"):
        go_to(table, GAMES["won"]["classic"].replace(" ", "_"))
        button = table.locator(f'#outcome :is([data-command="{command}"], [data-does="{command}"])')
        button.dblclick()
        expect(table.locator("#outcome")).to_be_hidden()
        touched = ":popover-open, #notice:not([hidden]), [data-selected], [data-refused]"
        assert table.evaluate(f"document.querySelector('{touched}')") is None
        game = kept_game(table)
        assert game.cursor == (0 if command == "new" else len(game.moves) - 1)
    table.keyboard.press("u")
    assert kept_game(table).outcome == "won"


def test_every_card_has_a_name_and_the_table_one_tab_stop(table: Page) -> None:
    for button in table.locator("#table .card:not([disabled]), #stock").all():
        assert button.get_attribute("aria-label")
    stops = table.evaluate(
        """() => [...document.querySelectorAll("#table button:not([disabled])")]
          .filter((button) => button.tabIndex >= 0 && button.checkVisibility())
          .map((button) => button.dataset.place)"""
    )
    assert len(stops) == 1, stops
    # The button that draws from an open stock is on the arrows' way like any card.
    table.set_viewport_size({"width": 1440, "height": 900})
    go_to(table, "par-2")
    expect(table.locator("#announcer")).to_contain_text("par-2")
    table.locator("#stock").focus()
    by_keys(table, parse_move("3sTc"))
    assert record(kept_game(table)) == "par-2 3sTc"


def test_r07_an_error_in_a_handler_is_one_sentence_and_the_next_tap_works(
    table: Page, watch: Watch
) -> None:
    watch.expect("Traceback")
    go_to(table, "classic-1")
    expect(table.locator("#announcer")).to_contain_text("classic-1")
    # The table's counters cannot be written for a moment.
    table.evaluate(
        """() => {
          const score = document.querySelector('[data-count="score"]');
          let broken = true;
          Object.defineProperty(score, 'textContent', {
            configurable: true,
            get() { return this.innerText },
            set(text) { if (broken) { broken = false; throw new Error('broken'); }
                        this.replaceChildren(text) },
          });
        }"""
    )
    by_tap(table, parse_move("Ks"))
    expect(table.locator("#notice")).to_contain_text("Something went wrong")
    assert record(kept_game(table)) == "classic-1"
    assert shown_cards(table)["Ks"] == "p27"
    by_tap(table, parse_move("Ks"))
    assert record(kept_game(table)) == "classic-1 Ks"
    assert shown_cards(table)["Ks"] == "foundation"


@pytest.mark.parametrize("place", ["#announcer", '[data-count="score"]'])
def test_r07_wherever_a_handler_fails_nothing_half_done_is_kept(
    place: str, table: Page, watch: Watch
) -> None:
    watch.expect("Traceback")
    go_to(table, "classic-1")
    expect(table.locator("#announcer")).to_contain_text("classic-1")
    table.evaluate(
        """place => {
          let broken = true;
          Object.defineProperty(document.querySelector(place), 'textContent', {
            configurable: true,
            set(text) { if (broken) { broken = false; throw new Error('broken'); }
                        this.replaceChildren(text) },
          });
        }""",
        place,
    )
    by_tap(table, parse_move("Ks"))
    expect(table.locator("#notice")).to_contain_text("as it was before")
    assert record(kept_game(table)) == "classic-1"
    assert shown_cards(table)["Ks"] == "p27"
    by_tap(table, parse_move("Ks"))
    assert record(kept_game(table)) == "classic-1 Ks"


def test_with_the_menu_open_no_key_plays_behind_it(table: Page) -> None:
    go_to(table, "classic-1")
    by_tap(table, parse_move("Ks"))
    table.locator("#menu-button").click()
    for key in ("d", "u", "n"):
        table.keyboard.press(key)
    assert record(kept_game(table)) == "classic-1 Ks"
    table.keyboard.press("Escape")
    table.keyboard.press("d")
    assert record(kept_game(table)) == "classic-1 Ks ."


def test_random_presses_keep_the_page_sound(table: Page) -> None:
    """A few hundred presses on every kind of place; the session's own test makes the many."""
    table.evaluate(
        """() => {
          let seed = 7;
          const random = n => (seed = (seed * 48271) % 2147483647) % n;
          const all = [...document.querySelectorAll(
            '#table button, [data-command="undo"], [data-command="redo"], #outcome button')];
          for (let i = 0; i < 400; i++) all[random(all.length)].click();
        }"""
    )
    assert table.locator("#table [data-index]").count() == 52
    cards = shown_cards(table)
    game = kept_game(table)
    gone = [str(card) for i, card in enumerate(game.deal.cards) if not game.position.has(i)]
    assert sorted(card for card, place in cards.items() if place == "foundation") == sorted(gone)
    assert sum(place.startswith("p") for place in cards.values()) == len(game.position.pyramid)
    assert parse_record(record(game)) == game


def at_rest(page: Page) -> dict[str, tuple[int, int]]:
    """Where each card lies once nothing moves any more."""
    where = page.evaluate(
        """async () => {
          const cards = [...document.querySelectorAll('#table [data-card]')];
          const flights = cards.flatMap(card => card.getAnimations({ subtree: true }));
          await Promise.allSettled(flights.map(flight => flight.finished));
          return cards.map(card => {
            const { x, y } = card.getBoundingClientRect();
            return [card.dataset.card, Math.round(x), Math.round(y)];
          });
        }"""
    )
    return {card: (x, y) for card, x, y in where}


@pytest.mark.parametrize("undone", [1, 5])
def test_g23_undo_while_cards_fly_leaves_the_picture_of_the_position(
    undone: int, table: Page
) -> None:
    go_to(table, "classic-1")
    for move in ("Ks", "6h7s", ".", ".", "."):
        by_tap(table, parse_move(move))
    # No waiting between the presses: all of them meet cards in flight.
    table.evaluate(
        """undone => {
          const press = name => document.querySelector(`[data-command="${name}"]`).click();
          document.querySelector('#stock').click();
          for (let n = 0; n < undone; n++) press('undo');
        }""",
        undone,
    )
    assert kept_game(table).cursor == 6 - undone
    lying = at_rest(table)
    table.reload()
    expect_ready(table)
    assert at_rest(table) == lying


def test_u05_a_long_press_on_a_card_opens_no_menu_and_selects_no_text(table: Page) -> None:
    def is_stopped(selector: str, kind: str) -> bool:
        return bool(
            table.locator(selector).first.evaluate(
                """(element, kind) => !element.dispatchEvent(
                     new Event(kind, { bubbles: true, cancelable: true }))""",
                kind,
            )
        )

    for kind in ("contextmenu", "dragstart"):
        assert is_stopped('[data-place="p21"]', kind)
    assert not is_stopped("#help-dialog p, #help-dialog dd, #help-dialog td", "contextmenu")
    selectable = "element => getComputedStyle(element).userSelect"
    assert table.locator('[data-place="p21"]').evaluate(selectable) == "none"
    assert table.locator("#help-dialog").evaluate(selectable) != "none"


def test_a_button_that_nobody_sees_does_nothing(table: Page) -> None:
    go_to(table, "classic-1")
    by_tap(table, parse_move("Ks"))
    hidden = "#table [hidden] button, #table button[hidden]"
    assert table.locator(hidden).count() > 3
    table.evaluate(
        "names => document.querySelectorAll(names).forEach(each => each.click())", hidden
    )
    assert record(kept_game(table)) == "classic-1 Ks"
    expect(table.locator("#notice")).to_be_hidden()
    expect(table.locator("#lesson")).to_be_hidden()


def test_the_page_is_the_same_under_a_sub_path(
    browser: Browser, watch: Watch, site: Path, open_table: OpenTable
) -> None:
    from tools.serve import SiteServer  # noqa: PLC0415

    server = SiteServer(site, "/any/sub/path/")
    server.start()
    context = browser.new_context(locale="en-GB")
    watch.follow(context)
    page = open_table(context.new_page(), server.url + "#classic-1")
    by_tap(page, parse_move("Ks"))
    assert record(kept_game(page)) == "classic-1 Ks"
    page.reload()
    expect_ready(page)
    assert record(kept_game(page)) == "classic-1 Ks"
    assert re.search(r"/any/sub/path/$", page.url)
    context.close()
    server.stop()
