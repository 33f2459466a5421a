"""What lies around play: settings, custom rules, the slider, links to copy, fingers, rotation."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from pyramid.moves import parse_move
from pyramid.record import record
from tests.browser.players import by_tap, count, expect_ready, go_to, kept_game, middle, shown_cards

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

    from tests.browser.conftest import OpenTable, Watch
    from tools.serve import SiteServer

GAMES = json.loads((Path(__file__).parents[1] / "data/games.json").read_text("utf-8"))
PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}


def choose(page: Page, item: str) -> None:
    """A command from the menu."""
    page.locator("#menu-button").click()
    page.locator(f'#menu [data-command="{item}"]').click()


def test_a_finger_drags_one_card_onto_the_other(
    browser: Browser, watch: Watch, served: SiteServer, open_table: OpenTable
) -> None:
    context = browser.new_context(locale="en-GB", **PHONE)  # type: ignore[arg-type]
    watch.follow(context)
    page = open_table(context.new_page(), served.url + "#classic-1")
    finger = context.new_cdp_session(page)
    start, end = middle(page, '[data-card="6h"]'), middle(page, '[data-card="7s"]')

    def touch(kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y} for x, y in points]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    touch("touchStart", start)
    for step in range(1, 6):
        at = tuple(a + (b - a) * step / 5 for a, b in zip(start, end, strict=True))
        touch("touchMove", (at[0], at[1]))
    touch("touchEnd")
    assert record(kept_game(page)) == "classic-1 6h7s"
    # The page did not scroll or zoom, and a drag into nowhere puts the card back.
    assert page.evaluate("[scrollX, scrollY, visualViewport.scale]") == [0, 0, 1]
    stock = middle(page, "#stock")
    for x, y in (middle(page, '[data-card="Ks"]'), stock):
        touch("touchStart", (x, y))
        for step in range(1, 6):
            touch("touchMove", (x - 10 * step, y - 80 * step))
        touch("touchEnd")
        # Nor does the browser take the next tap for halting a scroll that the finger left behind.
        waste = int(page.locator('[data-count="waste"]').inner_text())
        page.touchscreen.tap(*stock)
        expect(page.locator('[data-count="waste"]')).to_have_text(str(waste + 1), timeout=2_000)
    assert shown_cards(page)["Ks"] == "p27"
    context.close()


def test_u01_rapid_taps_each_count_and_do_not_zoom(
    browser: Browser, watch: Watch, served: SiteServer, open_table: OpenTable
) -> None:
    context = browser.new_context(locale="en-GB", **PHONE)  # type: ignore[arg-type]
    watch.follow(context)
    page = open_table(context.new_page(), served.url + "#classic-1")
    stock = middle(page, "#stock")
    # As fast as the page answers; a browser that is too busy would cancel the touch itself.
    for _ in range(5):
        page.touchscreen.tap(*stock)
        page.evaluate("new Promise(requestAnimationFrame)")
    expect(page.locator('[data-count="waste"]')).to_have_text("5")
    undo = middle(page, '[data-command="undo"]')
    for _ in range(5):
        page.touchscreen.tap(*undo)
        page.evaluate("new Promise(requestAnimationFrame)")
    expect(page.locator('[data-count="waste"]')).to_have_text("0")
    assert page.evaluate("visualViewport.scale") == 1
    context.close()


def test_p15_turning_the_screen_in_the_middle_of_a_move_loses_nothing(table: Page) -> None:
    go_to(table, "classic-1")
    by_tap(table, parse_move("6h7s"))
    table.set_viewport_size({"width": 844, "height": 390})
    by_tap(table, parse_move("Ks"))
    table.set_viewport_size({"width": 390, "height": 844})
    assert record(kept_game(table)) == "classic-1 6h7s Ks"
    assert shown_cards(table)["Ks"] == "foundation"


def test_a_chosen_second_waste_card_leaves_the_one_over_it_where_it_can_be_pressed(
    table: Page,
) -> None:
    go_to(table, "thirteen-38_._._._._._.")
    table.set_viewport_size({"width": 360, "height": 640})
    for places in (("waste-second", "waste"), ("waste", "waste-second")):
        for place in places:
            card = table.locator(f'[data-place="{place}"]')
            x = 10 if place == "waste-second" else card.bounding_box()["width"] / 2  # type: ignore[index]
            card.click(position={"x": x, "y": 30})
        assert record(kept_game(table)) == "thirteen-38 . . . . . . 5c8s"
        table.keyboard.press("u")


def test_settings_apply_at_once_and_are_remembered(table: Page) -> None:
    choose(table, "settings")
    html = table.locator("html")
    for name, value in (("scheme", "dark"), ("suits", "four"), ("back", "2"), ("table", "blue")):
        table.locator(f'input[data-setting="{name}"][value="{value}"]').check(force=True)
        expect(html).to_have_attribute(f"data-{name}", value)
    table.locator('input[data-setting="face"][value="large"]').check(force=True)
    uses = table.locator("[data-card] use")
    hrefs = uses.evaluate_all("uses => uses.map(use => use.getAttribute('href'))")
    assert all("/cards-large.svg#" in href for href in hrefs)
    # The dialog's step back, or it would meet the reload.
    with table.expect_event("framenavigated"):
        table.keyboard.press("Escape")
    expect(table.locator("#settings-dialog")).not_to_be_visible()
    table.reload()
    expect_ready(table)
    for name, value in (("scheme", "dark"), ("suits", "four"), ("back", "2"), ("table", "blue")):
        expect(html).to_have_attribute(f"data-{name}", value)


def test_t13_the_language_is_switched_without_losing_the_game(table: Page) -> None:
    go_to(table, "classic-1")
    by_tap(table, parse_move("Ks"))
    choose(table, "settings")
    table.locator('[data-setting="language"]').select_option("fr")
    expect(table.locator("html")).to_have_attribute("lang", "fr")
    # The dialog's step back, or it would meet the reload.
    with table.expect_event("framenavigated"):
        table.keyboard.press("Escape")
    expect(table.locator('[data-place="p21"]')).to_have_attribute(
        "aria-label", "Dame de carreau, rangée 7, à découvert"
    )
    assert record(kept_game(table)) == "classic-1 Ks"
    table.reload()
    expect_ready(table)
    expect(table.locator("html")).to_have_attribute("lang", "fr")
    choose(table, "settings")
    table.locator('[data-setting="language"]').select_option("en")
    table.keyboard.press("Escape")
    expect(table.locator('[data-place="p21"]')).to_have_attribute(
        "aria-label", "Queen of diamonds, row 7, exposed"
    )
    assert record(kept_game(table)) == "classic-1 Ks"


def test_one_tap_and_kings_by_themselves(table: Page) -> None:
    go_to(table, "classic-1")
    choose(table, "settings")
    table.locator('[data-setting="one_tap"]').check(force=True)
    table.locator('[data-setting="kings"]').check(force=True)
    # The king of row 7 goes at once, and one tap takes the only pair.
    assert record(kept_game(table)) == "classic-1 Ks"
    table.keyboard.press("Escape")
    table.locator('[data-card="6h"]').click()
    assert record(kept_game(table)) == "classic-1 Ks 6h7s"


def test_custom_rules_are_chosen_switch_by_switch(table: Page) -> None:
    table.locator('[data-command="rules"]').click()
    table.locator('#rules-dialog input[value="custom"]').check(force=True)
    for name, value in (("passes", "3"), ("draw", "3"), ("goal", "all"), ("scoring", "cards")):
        table.locator(f'[data-switch="{name}"]').select_option(value)
    table.locator("#code").fill("12")
    table.keyboard.press("Enter")
    expect(table.locator("#rules-dialog")).not_to_be_visible()
    assert record(kept_game(table)) == "x33ac-12"
    assert table.locator("html").get_attribute("data-rules") == "custom"
    by_tap(table, parse_move("."))
    assert count(table, "waste") == "3"


def test_the_slider_leads_to_any_moment(table: Page) -> None:
    go_to(table, "classic-1_._6h7s_Ks")
    choose(table, "history")
    slider = table.locator("#moment")
    expect(slider).to_be_focused()
    assert [slider.get_attribute("max"), slider.input_value()] == ["3", "3"]
    table.keyboard.press("ArrowLeft")
    table.keyboard.press("ArrowLeft")
    assert record(kept_game(table)) == "classic-1 . | 6h7s Ks"
    expect(table.locator("#moment-text")).to_have_text("Move 1 of 3")
    # The slider says so itself.
    expect(table.locator("#announcer")).to_contain_text("Game opened")
    # The keys that mean nothing to a slider are the game's.
    table.keyboard.press("u")
    expect(table.locator("#moment-text")).to_have_text("Move 0 of 3")
    expect(table.locator("#announcer")).to_contain_text("Draw undone")
    expect(slider).to_be_focused()
    table.keyboard.press("Escape")
    expect(table.locator("#history")).not_to_be_visible()


def test_a_stuck_game_can_be_looked_back_at_from_its_panel(table: Page) -> None:
    stuck = GAMES["stuck"]["classic"]
    go_to(table, stuck.replace(" ", "_"))
    panel, slider = table.locator("#outcome"), table.locator("#moment")
    # At once: no play led here, so no press is a stray one.
    panel.locator('[data-does="history"]').dispatch_event("click")
    expect(slider).to_be_focused()
    # The panel gives way, also when the slider comes back to the game's end.
    expect(panel).not_to_be_visible()
    table.keyboard.press("ArrowLeft")
    assert record(kept_game(table)) == " ".join([*stuck.split()[:-1], "|", stuck.split()[-1]])
    table.keyboard.press("ArrowRight")
    expect(panel).not_to_be_visible()
    table.keyboard.press("Escape")
    expect(slider).not_to_be_visible()
    expect(panel).to_be_visible()


@pytest.mark.parametrize(("item", "fragment"), [("deal", "classic-1"), ("game", "classic-1_._Ks")])
def test_a_link_to_the_deal_or_to_the_game_is_copied(
    item: str, fragment: str, context: BrowserContext, served: SiteServer, open_table: OpenTable
) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = open_table(context.new_page(), served.url + "#classic-1")
    for move in (".", "Ks"):
        by_tap(page, parse_move(move))
    choose(page, f"copy-{item}")
    expect(page.locator("#notice-text")).to_contain_text("clipboard")
    assert page.evaluate("navigator.clipboard.readText()") == f"{served.url}#{fragment}"


def test_where_the_clipboard_is_refused_the_link_itself_is_shown(
    context: BrowserContext, served: SiteServer, open_table: OpenTable
) -> None:
    context.add_init_script(
        "if (navigator.clipboard)"
        " navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))"
    )
    page = open_table(context.new_page(), served.url + "#classic-1")
    choose(page, "copy-deal")
    expect(page.locator("#notice-text")).to_have_text(f"{served.url}#classic-1")


def test_the_deal_of_the_day_is_of_the_players_own_date(
    browser: Browser, watch: Watch, served: SiteServer, open_table: OpenTable
) -> None:
    # The two are a whole day apart, at any hour.
    seeds = []
    for zone in ("Pacific/Kiritimati", "Pacific/Honolulu"):
        context = browser.new_context(locale="en-GB", timezone_id=zone)
        watch.follow(context)
        page = open_table(context.new_page(), served.url + "#daily")
        day = page.evaluate(
            "(d => (d.getFullYear() * 100 + d.getMonth() + 1) * 100 + d.getDate())(new Date())"
        )
        expect(page.locator("#deal-code")).to_contain_text(f"classic-{day}", timeout=60_000)
        seeds.append(kept_game(page).deal.seed)
        assert "#" not in page.url
        context.close()
    assert seeds[0] != seeds[1]


def test_an_address_may_ask_for_a_new_game(table: Page) -> None:
    go_to(table, "classic-1")
    go_to(table, "new")
    expect(table.locator("#deal-code")).not_to_have_text("classic-1")
    table.keyboard.press("u")
    expect(table.locator("#deal-code")).to_have_text("classic-1")


def test_the_guide_opens_by_keyboard_at_the_rules_in_force(table: Page) -> None:
    go_to(table, "onepass-1")
    table.locator("#menu-button").click()
    table.locator("#guide-link").focus()
    table.keyboard.press("Enter")
    expect(table).to_have_url(re.compile(r"/static/guide/en\.html#onepass$"))


def test_one_escape_closes_one_thing(table: Page) -> None:
    go_to(table, GAMES["stuck"]["classic"].replace(" ", "_"))
    expect(table.locator("#outcome")).to_be_visible()
    table.keyboard.press("?")
    table.keyboard.press("Escape")
    expect(table.locator("#help-dialog")).not_to_be_visible()
    expect(table.locator("#outcome")).to_be_visible()
    table.keyboard.press("Escape")
    expect(table.locator("#outcome")).not_to_be_visible()


def test_settings_changed_in_one_tab_are_kept_by_the_other(
    context: BrowserContext, served: SiteServer, open_table: OpenTable
) -> None:
    first = open_table(context.new_page(), served.url)
    second = open_table(context.new_page(), served.url)
    choose(second, "settings")
    second.locator('input[data-setting="suits"][value="four"]').check(force=True)
    expect(first.locator("html")).to_have_attribute("data-suits", "four")
    choose(first, "settings")
    first.locator('input[data-setting="back"][value="2"]').check(force=True)
    expect(second.locator("html")).to_have_attribute("data-back", "2")
    assert second.locator("html").get_attribute("data-suits") == "four"


def test_impossible_custom_rules_are_refused_in_their_own_words(table: Page) -> None:
    table.locator('[data-command="rules"]').click()
    table.set_viewport_size({"width": 360, "height": 640})
    table.locator('#rules-dialog input[value="custom"]').check(force=True)
    expect(table.locator('[data-switch="passes"]')).to_be_in_viewport()
    for name, value in (("covered", "down"), ("overlap", "yes")):
        table.locator(f'[data-switch="{name}"]').select_option(value)
    table.locator("#rules-form button[value=deal]").click()
    error, at_fault = table.locator("#code-error"), table.locator("[aria-invalid]")
    expect(error).to_contain_text("do not go together")
    expect(error).to_be_in_viewport()
    expect(at_fault.first).to_be_focused()
    assert at_fault.evaluate_all("fields => fields.map(({dataset}) => dataset.switch)") == [
        "covered",
        "overlap",
    ]
    # Another choice is forgiven at once, and so is another text.
    table.locator('[data-switch="covered"]').select_option("up")
    expect(error).to_have_text("")
    expect(at_fault).to_have_count(0)
    table.locator("#code").fill("no deal")
    table.keyboard.press("Enter")
    expect(error).to_contain_text("no deal")
    assert at_fault.evaluate_all("fields => fields.map(({id}) => id)") == ["code"]
    table.locator("#code").fill("12")
    expect(error).to_have_text("")
    expect(at_fault).to_have_count(0)


def test_a_link_whose_game_breaks_the_rules_names_the_move(table: Page) -> None:
    go_to(table, "classic-1_Ks_Ks")
    expect(table.locator("#notice-text")).to_contain_text("breaks the rules at move 2")
