"""What phones and systems do to a page: it stays playable, and says what is true."""

from __future__ import annotations

import contextlib
import json
import random
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Error, expect

from pyramid.aside import KEPT as ASIDE
from pyramid.entry import read_fragment
from pyramid.errors import BadInput
from pyramid.moves import parse_move
from pyramid.record import record
from pyramid.settings import SETTINGS_KEY
from pyramid.store import GAME_KEY
from tests.browser.players import by_tap, count, expect_ready, go_to, kept_game, shown_cards
from tests.test_fuzz import ATTEMPTS, hostile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import BrowserContext, BrowserType, CDPSession, Page

    from tests.browser.conftest import OpenTable, Watch
    from tools.serve import SiteServer

GAMES = json.loads((Path(__file__).parents[1] / "data/games.json").read_text("utf-8"))
ANSWERED_WITHIN = 90_000  # ms; far longer than the page waits for a worker that is silent


def clicked(page: Page, *letters: str) -> None:
    """Press cards of the table from within the page, as fast as it goes."""
    page.evaluate(
        'all => all.forEach(c => document.querySelector(`[data-card="${c}"]`).click())',
        list(letters),
    )


# -- the solver's worker ---------------------------------------------------------------------------


def test_a_worker_that_dies_is_replaced_once_and_then_hints_are_simple_ones(
    context: BrowserContext, served: SiteServer, open_table: OpenTable, watch: Watch
) -> None:
    watch.expect("died again")
    page = context.new_page()
    # The same worker as ever, with a handle by which to end it.
    page.add_init_script(
        """globalThis.workers = [];
        globalThis.Worker = class extends Worker {
          constructor(...given) { super(...given); workers.push(this); }
        };"""
    )
    open_table(page, served.url + "#classic-2")
    notice = page.locator("#notice-text")
    page.keyboard.press("h")  # only a worker that is up can die
    expect(notice).to_contain_text("win", timeout=ANSWERED_WITHIN)
    assert page.evaluate("workers.length") == 1

    page.evaluate("workers[0].terminate()")
    page.keyboard.press("n")  # deals in store are asked for; so the death is found, the first time
    expect(notice).to_be_hidden()
    # Before this hint's own wait is over, another worker is up, and there is nothing but it to do.
    page.wait_for_timeout(4_000)
    page.keyboard.press("h")
    # It takes some seconds to be sure, and the player is told that something is going on.
    expect(notice).to_have_text("Working it out…")
    expect(notice).to_contain_text("win", timeout=ANSWERED_WITHIN)
    page.keyboard.press("u")
    assert record(kept_game(page)) == "classic-2"
    assert page.evaluate("workers.length") == 2
    assert page.locator('script[name^="solver"]').count() == 1

    page.evaluate("workers[1].terminate()")
    page.keyboard.press("d")
    page.keyboard.press("h")
    expect(notice).to_contain_text("nothing more is known", timeout=ANSWERED_WITHIN)
    page.keyboard.press("d")
    assert record(kept_game(page)) == "classic-2 . ."
    page.keyboard.press("h")  # and no hint has to be waited for again
    expect(notice).to_contain_text("nothing more is known")
    assert page.evaluate("workers.length") == 2


def test_a_page_that_was_frozen_takes_no_living_worker_for_dead(
    context: BrowserContext, served: SiteServer, open_table: OpenTable
) -> None:
    page = context.new_page()
    page.add_init_script(
        """globalThis.workers = [];
        globalThis.Worker = class extends Worker {
          constructor(...given) { super(...given); workers.push(this); }
        };"""
    )
    open_table(page, served.url + "#onepass-3")
    page.keyboard.press("h")
    devtools = context.new_cdp_session(page)
    lifecycle(devtools, "frozen")
    page.wait_for_timeout(8_000)
    lifecycle(devtools, "active")
    expect(page.locator("#notice-text")).to_contain_text(
        "possible layouts.", timeout=ANSWERED_WITHIN
    )
    assert page.evaluate("workers.length") == 1


# -- the start -------------------------------------------------------------------------------------


def test_a_runtime_without_memory_says_so_and_another_try_succeeds(
    context: BrowserContext, served: SiteServer, watch: Watch
) -> None:
    watch.expect("")
    page = context.new_page()
    # The browser refuses the memory until told otherwise.
    page.add_init_script(
        """if (!sessionStorage.getItem('room')) {
          WebAssembly.Memory = class {
            constructor() { throw new RangeError('could not allocate memory'); }
          };
          WebAssembly.instantiateStreaming = WebAssembly.instantiate = () =>
            Promise.reject(new RangeError('WebAssembly.Instance(): Out of memory'));
        }"""
    )
    page.goto(served.url + "#classic-1")
    expect(page.locator("#failure")).to_be_visible(timeout=30_000)
    expect(page.locator("#failure-text")).to_contain_text("could not")
    page.evaluate("sessionStorage.setItem('room', '1')")
    page.locator("#retry").click()
    expect_ready(page)
    by_tap(page, parse_move("Ks"))
    assert record(kept_game(page)) == "classic-1 Ks"


def run(page: Page, code: str) -> None:
    """Run Python beside the game, in the same interpreter."""
    page.evaluate(
        """code => {
          const script = document.createElement('script');
          script.type = 'py';
          script.setAttribute('config', './pyscript.toml');
          script.textContent = code;
          document.body.append(script);
        }""",
        code,
    )


def test_a_runtime_that_runs_out_of_memory_in_play_plays_on(
    context: BrowserContext, served: SiteServer, open_table: OpenTable, watch: Watch
) -> None:
    watch.expect("MemoryError")
    page = open_table(context.new_page(), served.url + "#classic-1")
    by_tap(page, parse_move("6h7s"))
    run(page, "hoard = []\nwhile True: hoard.append(bytearray(1 << 26))")
    with page.expect_console_message(lambda message: "MemoryError" in message.text):
        pass
    by_tap(page, parse_move("Ks"))
    assert record(kept_game(page)) == "classic-1 6h7s Ks"


def test_a_runtime_that_dies_in_play_says_so_and_another_try_brings_the_game_back(
    context: BrowserContext, served: SiteServer, open_table: OpenTable, watch: Watch
) -> None:
    watch.expect("")
    page = open_table(context.new_page(), served.url + "#classic-1")
    by_tap(page, parse_move("6h7s"))
    run(page, "import os\nos.abort()")
    expect(page.locator("#failure")).to_be_visible(timeout=30_000)
    expect(page.locator("#failure-text")).to_contain_text("stopped")
    page.locator("#retry").click()
    expect(page.locator("#failure")).to_be_hidden(timeout=30_000)
    expect_ready(page)
    assert record(kept_game(page)) == "classic-1 6h7s"
    by_tap(page, parse_move("Ks"))
    assert record(kept_game(page)) == "classic-1 6h7s Ks"


# -- storage ---------------------------------------------------------------------------------------


def test_storage_cleared_while_playing_keeps_the_table_and_the_next_move_is_kept_again(
    context: BrowserContext, served: SiteServer, open_table: OpenTable
) -> None:
    page = open_table(context.new_page(), served.url + "#classic-1")
    by_tap(page, parse_move("6h7s"))
    page.evaluate("localStorage.clear()")
    by_tap(page, parse_move("Ks"))
    assert record(kept_game(page)) == "classic-1 6h7s Ks"
    page.reload()
    expect_ready(page)
    assert record(kept_game(page)) == "classic-1 6h7s Ks"


def test_storage_cleared_by_another_tab_takes_the_game_from_neither(
    context: BrowserContext, served: SiteServer, open_table: OpenTable
) -> None:
    page = open_table(context.new_page(), served.url + "#classic-1")
    by_tap(page, parse_move("6h7s"))
    other = context.new_page()
    other.goto(served.url + "static/guide/en.html")
    other.evaluate("localStorage.clear()")
    page.bring_to_front()
    by_tap(page, parse_move("Ks"))
    assert count(page, "score") == "15"
    assert record(kept_game(page)) == "classic-1 6h7s Ks"


def test_all_data_of_the_site_cleared_by_the_browser_leaves_the_game_playable(
    page: Page, served: SiteServer, open_table: OpenTable
) -> None:
    open_table(page, served.url + "#classic-1")
    expect(page.locator("html")).to_have_attribute("data-offline", "ready", timeout=30_000)
    by_tap(page, parse_move("6h7s"))
    devtools = page.context.new_cdp_session(page)
    devtools.send(
        "Storage.clearDataForOrigin", {"origin": served.url.rstrip("/"), "storageTypes": "all"}
    )
    by_tap(page, parse_move("Ks"))
    page.reload()
    expect_ready(page)
    assert record(kept_game(page)) == "classic-1 6h7s Ks"


# -- back and forward, frozen, killed --------------------------------------------------------------


@pytest.fixture
def cached_context(
    browser_type: BrowserType,
    whole_launch_args: dict[str, Any],
    browser_context_args: dict[str, Any],
    watch: Watch,
) -> Iterator[BrowserContext]:
    """A browser with the back/forward cache, which Playwright turns off."""
    with browser_type.launch(
        **whole_launch_args, ignore_default_args=["--disable-back-forward-cache"]
    ) as browser:
        context = browser.new_context(**browser_context_args)
        watch.follow(context)
        yield context


def test_u11_a_page_that_comes_back_by_the_back_button_plays_on_where_it_was(
    cached_context: BrowserContext, served: SiteServer, open_table: OpenTable
) -> None:
    page = open_table(cached_context.new_page(), served.url + "#classic-1")
    by_tap(page, parse_move("6h7s"))
    page.evaluate("globalThis.isTheSamePage = true")
    page.goto(served.url + "static/guide/en.html")
    page.go_back(wait_until="commit")
    expect_ready(page)
    assert page.evaluate("globalThis.isTheSamePage")
    by_tap(page, parse_move("Ks"))
    assert record(kept_game(page)) == "classic-1 6h7s Ks"
    page.go_forward(wait_until="commit")
    page.go_back(wait_until="commit")
    expect_ready(page)
    assert count(page, "score") == "15"
    page.keyboard.press("u")
    assert count(page, "score") == "10"


def lifecycle(devtools: CDPSession, state: str) -> None:
    devtools.send("Page.setWebLifecycleState", {"state": state})


def test_a_frozen_page_wakes_up_with_its_game_and_its_clock(
    context: BrowserContext, served: SiteServer, open_table: OpenTable
) -> None:
    page = open_table(context.new_page(), served.url + "#classic-1")
    by_tap(page, parse_move("6h7s"))
    devtools = context.new_cdp_session(page)
    lifecycle(devtools, "frozen")
    lifecycle(devtools, "active")
    by_tap(page, parse_move("Ks"))
    assert record(kept_game(page)) == "classic-1 6h7s Ks"
    before = count(page, "time")
    expect(page.locator('[data-count="time"]')).not_to_have_text(before, timeout=10_000)


def test_a_page_frozen_and_then_killed_comes_back_as_it_was_left(
    context: BrowserContext, served: SiteServer, open_table: OpenTable
) -> None:
    page = open_table(context.new_page(), served.url + "#classic-1")
    clicked(page, "6h", "7s", "Ks")
    before = shown_cards(page)
    devtools = context.new_cdp_session(page)
    lifecycle(devtools, "frozen")
    page.close(run_before_unload=False)
    again = open_table(context.new_page(), served.url)
    assert record(kept_game(again)) == "classic-1 6h7s Ks"
    assert shown_cards(again) == before


def test_a_crashed_page_comes_back_as_it_was_left(
    context: BrowserContext, served: SiteServer, open_table: OpenTable
) -> None:
    page = open_table(context.new_page(), served.url + "#classic-1")
    by_tap(page, parse_move("6h7s"))
    clicked(page, "Ks")
    assert count(page, "score") == "15"
    with page.expect_event("crash"), contextlib.suppress(Error):
        page.goto("chrome://crash")
    again = open_table(context.new_page(), served.url)
    assert record(kept_game(again)) == "classic-1 6h7s Ks"
    assert count(again, "score") == "15"


# -- the clock -------------------------------------------------------------------------------------


def seconds(page: Page) -> int:
    minutes, rest = count(page, "time").split(":")
    return 60 * int(minutes) + int(rest)


@pytest.mark.parametrize("jump", ["2001-01-01T00:00:00", "2099-01-01T00:00:00"])
def test_a_system_clock_that_is_put_back_or_forward_does_not_move_the_games(
    jump: str, page: Page, served: SiteServer, open_table: OpenTable
) -> None:
    open_table(page, served.url + "#classic-1")
    by_tap(page, parse_move("6h7s"))
    expect(page.locator('[data-count="time"]')).not_to_have_text("0:00", timeout=10_000)
    before = seconds(page)
    # As when the player sets the system's clock: `Date` jumps and nothing else does.
    page.evaluate(
        """time => {
          const shift = Date.parse(time) - Date.now();
          const now = Date.now.bind(Date);
          Date.now = () => now() + shift;
        }""",
        jump,
    )
    by_tap(page, parse_move("Ks"))
    expect(page.locator('[data-count="time"]')).not_to_have_text(
        count(page, "time"), timeout=10_000
    )
    assert before <= seconds(page) < before + 60
    page.reload()
    expect_ready(page)
    assert before <= seconds(page) < before + 120
    assert record(kept_game(page)) == "classic-1 6h7s Ks"


def seen(page: Page, state: str) -> None:
    """As when the player turns to another tab, or back."""
    page.evaluate(
        """state => {
          if (state === "visible") delete document.visibilityState;
          else Object.defineProperty(document, "visibilityState",
            { value: "hidden", configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        state,
    )


def test_t03_t05_t15_p15_the_clock_of_a_finished_game_stands_whatever_happens_to_the_page(
    page: Page, served: SiteServer, open_table: OpenTable
) -> None:
    *moves, last = GAMES["won"]["classic"].split()
    open_table(page, f"{served.url}#{'_'.join([*moves, '|', last])}")
    page.locator('#commands [data-command="redo"]').click()
    page.set_viewport_size({"width": 700, "height": 900})  # p15: turned as the last card goes
    seen(page, "hidden")  # in the middle of the celebration
    expect(page.locator("#outcome")).to_be_visible()
    time = count(page, "time")
    page.wait_for_timeout(1500)
    seen(page, "visible")
    expect(page.locator("html")).to_have_attribute("data-outcome", "won")
    expect(page.locator("#outcome")).to_be_visible()
    page.locator("#menu-button").click()
    page.locator('#menu [data-command="settings"]').click()
    page.wait_for_timeout(1500)
    page.keyboard.press("Escape")
    page.wait_for_timeout(1500)
    assert count(page, "time") == time
    page.reload()
    expect_ready(page)
    page.wait_for_timeout(1500)
    assert count(page, "time") == time
    expect(page.locator("#outcome")).to_be_visible()


def test_t11_t09_the_clock_waits_for_the_first_move_of_every_game_and_starts_at_nothing(
    page: Page, served: SiteServer, open_table: OpenTable
) -> None:
    def waits() -> None:
        page.wait_for_timeout(2500)
        assert count(page, "time") == "0:00"

    def runs() -> None:
        expect(page.locator('[data-count="time"]')).not_to_have_text("0:00", timeout=10_000)

    open_table(page, served.url + "#classic-1")
    waits()
    by_tap(page, parse_move("6h7s"))
    runs()
    page.keyboard.press("r")
    assert count(page, "score") == "0"
    waits()
    page.keyboard.press("u")  # behind the restart: completely
    assert count(page, "score") == "10"
    assert count(page, "time") != "0:00"
    go_to(page, "classic-2")
    expect(page.locator("#deal-code")).to_have_text("classic-2")
    waits()
    page.keyboard.press("d")
    runs()


def test_t15_an_open_dialog_stops_or_runs_the_clock_always_alike(
    page: Page, served: SiteServer, open_table: OpenTable
) -> None:
    open_table(page, served.url + "#classic-1")
    by_tap(page, parse_move("6h7s"))
    for dialog in ("rules", "settings", "help"):
        page.evaluate("name => document.querySelector(`[data-command=${name}]`).click()", dialog)
        expect(page.locator(f"#{dialog}-dialog")).to_be_visible()
        before = seconds(page)
        page.wait_for_timeout(2500)
        assert seconds(page) > before
        page.keyboard.press("Escape")


# -- memory ----------------------------------------------------------------------------------------


OBJECTS = """
import gc, js
gc.collect()
js.document.documentElement.setAttribute("data-objects", str(len(gc.get_objects())))
"""


def test_r05_a_hundred_deals_leave_no_node_no_listener_and_nothing_in_python_behind(
    page: Page, served: SiteServer, open_table: OpenTable
) -> None:
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable")

    def held() -> tuple[int, int, int]:
        page.evaluate("document.documentElement.removeAttribute('data-objects')")
        run(page, OBJECTS)
        expect(page.locator("html")).to_have_attribute("data-objects", re.compile(r"^\d+$"))
        objects = page.locator("html").get_attribute("data-objects")
        devtools.send("HeapProfiler.collectGarbage")
        metrics = devtools.send("Performance.getMetrics")["metrics"]
        values = {metric["name"]: int(metric["value"]) for metric in metrics}
        return values["Nodes"], values["JSEventListeners"], int(objects or 0)

    def deal_and_play(first: int, last: int) -> None:
        page.evaluate(
            """async ([first, last]) => {
              for (let seed = first; seed < last; seed += 1) {
                const heard = new Promise((done) =>
                  addEventListener("hashchange", done, { once: true }));
                location.hash = `classic-${seed}`;
                await heard;
                for (let press = 0; press < 5; press += 1)
                  document.getElementById("stock").click();
                await new Promise(requestAnimationFrame);
              }
            }""",
            [first, last],
        )

    open_table(page, served.url + "#classic-1")
    # The solver's worker comes up some time later, and has its listeners.
    page.keyboard.press("h")
    expect(page.locator("#notice-text")).to_contain_text("won")
    deal_and_play(0, 10)
    nodes, listeners, objects = held()
    deal_and_play(10, 110)
    more_nodes, more_listeners, more_objects = held()
    for _ in range(20):
        if more_objects <= 1.05 * objects:
            break
        page.wait_for_timeout(500)  # timers and questions to the solver may still be under way
        more_nodes, more_listeners, more_objects = held()
    assert more_listeners <= listeners
    assert more_nodes <= 1.05 * nodes
    assert more_objects <= 1.05 * objects
    before = record(kept_game(page))
    page.locator("#stock").click()
    assert record(kept_game(page)) == f"{before} ."


# -- links -----------------------------------------------------------------------------------------

PIECES = (
    *("classic", "-", "_", "|", ".", "/", "Ks", "6h7s", "1", "99999999999999999999", "w", "x"),
    *("%", "%00", "%3C", "%253Cscript%253E", "\0", "\u202e", "\U0001f0a1", "é", "٣"),
    *("<img src=x onerror=window.hit=1>", "<svg/onload=window.hit=1>", '"', "'", "`", "${hit=1}"),
    *("javascript:window.hit=1", "//other.example", "../", "__proto__", "{}", "[", ":is(", "&#60;"),
)


def hostile_links(number: int) -> list[str]:
    """So many fragments that are no game, always the same."""
    chance = random.Random(20)
    links: list[str] = []
    while len(links) < number:
        link = "".join(chance.choices(PIECES, k=chance.randint(1, 12)))
        with contextlib.suppress(BadInput):
            read_fragment(link)
            continue
        links.append(link)
    return links


DOORS = """
import js, json
from pyramid.entry import read_entry, read_fragment
from pyramid.errors import BadInput
from pyramid.rules import PRESETS
from pyramid.settings import load
from pyramid.store import parse_save
doors = {
    "link": read_fragment,
    "typed": lambda text: read_entry(text, PRESETS["classic"]),
    "save": parse_save,
    "settings": lambda text: load({"pyramid.settings": text}),
}
told = []
for door, read in doors.items():
    for text in json.loads(js.hostile):
        try:
            read(text)
        except BadInput:
            pass
        except BaseException as error:
            told.append(f"{door} {text!r}: {error!r}")
js.document.documentElement.setAttribute("data-doors", f"{len(doors)} {told[:9]}")
"""
# Each text is written as another tab would do it; afterwards it must lie somewhere.
LOST = """key => JSON.parse(hostile).filter(text => {
  localStorage.setItem(key, text);
  dispatchEvent(new StorageEvent("storage", { key }));
  return !Object.values(localStorage).includes(text);
})"""


def test_ten_thousand_hostile_texts_at_each_door_of_the_page_raise_nothing_and_none_is_lost(
    table: Page,
) -> None:
    chance = random.Random(30)
    texts = json.dumps([hostile(chance) for _ in range(ATTEMPTS)])
    table.evaluate("texts => { globalThis.hostile = texts }", texts)
    run(table, DOORS)
    expect(table.locator("html")).to_have_attribute("data-doors", "4 []", timeout=60_000)
    for key in (GAME_KEY, SETTINGS_KEY):
        assert table.evaluate(LOST, key) == []
    assert 2 * ASIDE <= table.evaluate("localStorage.length") <= 2 * (ASIDE + 1) + 1
    go_to(table, "onepass-12345")
    expect(table.locator("#deal-code")).to_have_text("onepass-12345")
    by_tap(table, parse_move("."))
    table.reload()
    expect_ready(table)
    assert record(kept_game(table)) == "onepass-12345 ."


def test_l01_hundreds_of_hostile_links_execute_nothing_and_lose_nothing(table: Page) -> None:
    go_to(table, "classic-1")
    by_tap(table, parse_move("Ks"))
    told = table.evaluate(
        """async links => {
          const sentences = [];
          for (const link of links) {
            document.getElementById('notice').hidden = true;
            const heard = new Promise(done => addEventListener('hashchange', done, {once: true}));
            location.hash = link;
            await Promise.race([heard, new Promise(done => setTimeout(done, 2000))]);
            if (!document.getElementById('notice').hidden)
              sentences.push(document.getElementById('notice-text').textContent);
          }
          return sentences;
        }""",
        links := hostile_links(300),
    )
    assert len(told) == len(links)
    assert table.evaluate("window.hit") is None
    assert table.locator("img").count() == 0
    assert record(kept_game(table)) == "classic-1 Ks"
    by_tap(table, parse_move("6h7s"))
    assert record(kept_game(table)) == "classic-1 Ks 6h7s"
    table.reload()
    expect_ready(table)
    assert record(kept_game(table)) == "classic-1 Ks 6h7s"


@pytest.mark.parametrize("value", ["javascript:window.hit=1", "//other.example/", "../..", "%00"])
def test_l03_nothing_in_an_address_leads_anywhere(
    value: str, page: Page, served: SiteServer, open_table: OpenTable
) -> None:
    names = ("next", "lang", "theme", "deck", "rules", "deal", "redirect", "interpreter")
    query = "&".join(f"{name}={value}" for name in names)
    address = f"{served.url}?{query}#{query}"
    open_table(page, address)
    expect(page.locator("html")).to_have_attribute("lang", "en")
    home = page.url
    pressed = page.evaluate(
        """async () => {
          const buttons = [...document.querySelectorAll("button")];
          for (const button of buttons) {
            if (button.id === "retry") continue; // which reloads the page, as it should
            button.click();
            for (const open of document.querySelectorAll("dialog[open]")) open.close();
            await new Promise(requestAnimationFrame);
          }
          return buttons.length;
        }"""
    )
    assert pressed > 60
    assert page.url == home
    assert page.evaluate("window.hit") is None
    links = page.evaluate("[...document.links].map((link) => link.href)")
    assert [link for link in links if not link.startswith(served.url)] == []
    expect(page.locator("html")).to_have_attribute("data-ready", "true")
