"""The look of the table: everything in its place on every screen, still, and light to draw."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any, Final

import pytest
from playwright.sync_api import expect

from pyramid.i18n import texts
from tools.screenshots import LANGUAGES, SCREENS, SIZES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

    from tests.browser.conftest import OpenTable, Watch
    from tools.serve import SiteServer

IN_PLAY: Final = ("start", "middle", "hidden", "open", "history", "stuck")
ALL_SIZES: Final = (
    *SIZES,
    *("568x320", "667x375", "932x430", "600x800", "800x600", "900x600", "1024x768", "960x1080"),
    *("1024x1366", "1280x560", "1920x1080", "412x915", "640x360", "600x600", "700x700"),
    *("360x740", "390x760", "500x540", "1024x740", "900x680"),
)
"""Phones both ways, tablets both ways, low, narrow and wide windows."""

# What is wrong with the frame and the table as they stand, in words.
FAULTS: Final = """() => {
  const faults = [], root = document.documentElement;
  const said = (element) => element.id || element.dataset.place || element.dataset.count
    || element.dataset.command || element.className;
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((element) =>
    element.checkVisibility({visibilityProperty: true}));
  if (root.scrollWidth > innerWidth || root.scrollHeight > innerHeight) faults.push("it scrolls");
  const inside = (element, {left, top, right, bottom}) => {
    const box = element.getBoundingClientRect();
    const [across, down] = [Math.max(left - box.left, box.right - right),
      Math.max(top - box.top, box.bottom - bottom)];
    if (Math.max(across, down) > 1)
      faults.push(`${said(element)} is not all in sight`);
  };
  const stage = document.querySelector("#stage").getBoundingClientRect();
  // Gone cards lie a little askew, by design.
  for (const card of seen(".card:not([data-place='foundation'])")) inside(card, stage);
  for (const pile of seen("#stock, .slot, .pile-count")) inside(pile, stage);
  const frame = {left: 0, top: 0, right: innerWidth, bottom: innerHeight};
  const parts = seen("#brand, #rules-button, #counts div, .command, #history > *");
  for (const part of parts) inside(part, frame);
  const boxes = parts.filter((part) => !part.closest("#history"))
    .map((part) => [said(part) || part.textContent.trim(), part.getBoundingClientRect()]);
  boxes.forEach(([name, a], index) => boxes.slice(index + 1).forEach(([other, b]) => {
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (Math.min(across, down) > 1)
      faults.push(`${name} and ${other} overlap`);
  }));
  const texts = ".label, #counts dt, #counts dd, #rules-name, #history-label, #moment-text";
  for (const text of seen(texts))
    if (text.scrollWidth > text.clientWidth + 1 || text.scrollHeight > text.clientHeight + 3)
      faults.push(`"${text.textContent}" is cut off`);
  const words = document.createRange();
  for (const text of seen(".label, #counts dt, #counts dd, #rules-name, .action span, .pill span"))
    for (const {0: word, index} of text.textContent.matchAll(/[^\\s-]+/g)) {
      words.setStart(text.firstChild, index);
      words.setEnd(text.firstChild, index + word.length);
      if (new Set([...words.getClientRects()].map(({top}) => top)).size > 1)
        faults.push(`"${word}" is broken`);
    }
  return faults;
}"""

# What of the table or of the commands lies under something, and what of that something is cut off.
HIDDEN: Final = """([above, below]) => {
  const faults = [];
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((element) =>
    element.checkVisibility({visibilityProperty: true}));
  const laid = (element) => getComputedStyle(element).backgroundColor !== "rgba(0, 0, 0, 0)";
  for (const part of seen(above).filter(laid)) {
    const a = part.getBoundingClientRect();
    if (a.left < -1 || a.top < -1 || a.right > innerWidth + 1 || a.bottom > innerHeight + 1)
      faults.push(`${part.className || part.id} is not all in sight`);
    for (const text of [part, ...part.querySelectorAll("p, h2, .action")])
      if (text.scrollWidth > text.clientWidth + 1 || text.scrollHeight > text.clientHeight + 3)
        faults.push(`"${text.textContent.trim()}" is cut off`);
    for (const element of seen(below)) {
      const b = element.getBoundingClientRect();
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (Math.min(across, down) > 1)
        faults.push(`${part.className || part.id} hides ${element.dataset.place
          || element.dataset.command || element.id}: ${Math.round(across)} by ${Math.round(down)}`);
    }
  }
  return faults;
}"""
TABLE: Final = ".card, #stock, .slot"

# Which controls of a panel cannot be pressed in their middle once they are scrolled to.
OUT_OF_REACH: Final = """(within) => {
  const panel = document.querySelector(within), faults = [];
  for (const element of panel.querySelectorAll("button, a[href], input, select")) {
    const target = element.closest("label") ?? element;
    if (!target.checkVisibility({visibilityProperty: true}) || element.disabled) continue;
    target.scrollIntoView({block: "nearest", inline: "nearest"});
    const {left, top, width, height} = target.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    if (!target.contains(hit))
      faults.push(`${target.textContent.trim() || target.id || target.className} is under ${
        hit?.id || hit?.className || hit?.tagName}`);
  }
  panel.scrollTop = 0;
  scrollTo(0, 0);
  return faults;
}"""
PANELS: Final = {
    "start": "#commands",
    "menu": "#menu",
    "settings": "#settings-dialog",
    "rules": "#rules-dialog",
    "custom": "#rules-dialog",
    "help": "#help-dialog",
    "lesson": "#lesson",
    "won": "#outcome",
    "stuck": "#outcome",
    "history": "#history",
}
SHUT: Final = """() => {
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  document.querySelector("#menu").hidePopover();
  for (const name of ["close-history", "close-outcome", "lesson-leave"])
    document.querySelector(`[data-command="${name}"]`).click();
}"""
ZOOMED: Final = ("640x512", "427x341", "320x256")
"""CSS pixels of a window of 1280 by 1024 magnified two, three and four times."""


@pytest.fixture
def opened(
    browser: Browser, served: SiteServer, open_table: OpenTable, watch: Watch
) -> Iterator[Any]:
    """Opens the table in a context of its own."""
    contexts = []

    def ready(**options: Any) -> Page:
        context = browser.new_context(**({"locale": "en-GB"} | options))
        watch.follow(context)
        contexts.append(context)
        return open_table(context.new_page(), served.url)

    yield ready
    for context in contexts:
        context.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_every_screen_all_is_in_sight_whole_and_apart(opened: Any, language: str) -> None:
    page = opened(locale=LANGUAGES[language], reduced_motion="reduce")
    faults = []
    for screen in IN_PLAY:
        SCREENS[screen](page)
        for size in ALL_SIZES:
            width, height = map(int, size.split("x"))
            page.set_viewport_size({"width": width, "height": height})
            faults += [f"{screen}, {size}: {fault}" for fault in page.evaluate(FAULTS)]
        page.evaluate("document.querySelector('#history .close').click()")
    assert faults == []


def test_the_longest_counts_fit_the_smallest_screen_in_every_language(opened: Any) -> None:
    for locale in LANGUAGES.values():
        page = opened(
            locale=locale, viewport={"width": 320, "height": 568}, reduced_motion="reduce"
        )
        SCREENS["start"](page)
        page.evaluate(
            """() => {
              for (const [name, text] of [["score", "1285"], ["cards", "52"], ["time", "59:59"]])
                document.querySelector(`[data-count="${name}"]`).textContent = text;
              document.querySelector("#light").hidden = false;
              document.querySelector("#light").dataset.verdict = "unknown";
            }"""
        )
        assert page.evaluate(FAULTS) == [], locale


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_name_of_every_rule_set_fits_the_bar(opened: Any, language: str) -> None:
    page = opened(locale=LANGUAGES[language], reduced_motion="reduce")
    SCREENS["start"](page)
    names = page.locator(".choice-name").all_text_contents()
    faults = []
    for size in ALL_SIZES:
        width, height = map(int, size.split("x"))
        page.set_viewport_size({"width": width, "height": height})
        for name in names:
            page.evaluate("name => document.querySelector('#rules-name').textContent = name", name)
            faults += [f"{name}, {size}: {fault}" for fault in page.evaluate(FAULTS)]
    assert faults == []


WAYS: Final = tuple(itertools.product(("ltr", "rtl"), ("false", "true")))
"""Which way the script runs, and whether the table is mirrored."""
LAY: Final = """([dir, mirrored]) => {
  document.documentElement.dir = dir;
  document.documentElement.dataset.mirrored = mirrored;
}"""

TELL: Final = """([offer, sentence]) => {
  document.querySelector("#notice-text").textContent = sentence;
  document.querySelector("#notice-action").textContent = offer;
  document.querySelector("#notice-action").hidden = !offer;
  document.querySelector("#notice").hidden = false;
}"""


# The end of a game as it is told, over the cards that lie there.
STUCK: Final = """([title, text]) => {
  document.querySelector("#outcome-title").textContent = title;
  document.querySelector("#outcome-text").textContent = text;
  document.querySelector("#outcome").hidden = false;
  document.documentElement.dataset.outcome = "stuck";
}"""


def longest_notices(language: str) -> tuple[tuple[str, str], ...]:
    """The longest sentence for the player, and the longest with an offer; each after its offer."""
    words = texts(language)
    lost = "The game cannot be won from here. It could still be won after {n} moves."
    return (
        (
            "",
            words.gettext(
                "Your saved game could not be read. It was put aside, and here is a new deal."
            ),
        ),
        (
            words.gettext("Go back there"),
            words.ngettext(lost.replace("moves", "move"), lost, 20).format(n=20),
        ),
    )


@pytest.mark.parametrize("screen", ["start", "open"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_neither_a_notice_nor_the_progress_of_loading_hides_any_of_the_play(
    opened: Any, language: str, screen: str
) -> None:
    page = opened(locale=LANGUAGES[language], reduced_motion="reduce")
    SCREENS[screen](page)
    page.evaluate(
        """() => {
          document.querySelector("#loading").hidden = false;
          document.documentElement.dataset.loading = "true";
        }"""
    )
    faults = []
    for offer, sentence in longest_notices(language):
        page.evaluate(TELL, [offer, sentence])
        for size, way in itertools.product(ALL_SIZES, WAYS):
            width, height = map(int, size.split("x"))
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(LAY, way)
            found = page.evaluate(HIDDEN, ["#notice, #loading", f"{TABLE}, .command, #counts div"])
            faults += [f"{size}, {way}: {fault}" for fault in found]
    assert faults == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_of_a_game_is_told_where_it_hides_no_card_in_play(
    opened: Any, language: str
) -> None:
    page = opened(locale=LANGUAGES[language], reduced_motion="reduce")
    # Gone cards are no longer in play; at a win they are what is looked at.
    in_play = ".card:not([data-place='foundation']), #stock, #waste-slot"
    panel = "#outcome, #outcome .told, #outcome .action"
    frame = ".command, #counts div"
    piles = f"{in_play}, #foundation-slot, .pile-count"
    below = {"stuck": f"{piles}, {frame}", "won": f"{piles}, {frame}"}
    faults, told = [], []
    for screen, table in below.items():
        SCREENS[screen](page)
        if screen == "stuck":  # where it was lost is told without hiding what can be done about it
            page.evaluate(TELL, longest_notices(language)[1])
            told = page.locator("#outcome-title, #outcome-text").all_text_contents()
        for size in ALL_SIZES:
            width, height = map(int, size.split("x"))
            page.set_viewport_size({"width": width, "height": height})
            parts = page.evaluate(HIDDEN, [panel, table])
            parts += page.evaluate(HIDDEN, ["#notice", f"{in_play}, #outcome .action"])
            faults += [f"{screen}, {size}: {fault}" for fault in parts]
            for question in ("hint", "history"):
                offered = page.locator(f"#outcome [data-does='{question}'] span").is_visible()
                if screen == "stuck" and not offered:
                    faults.append(f"stuck, {size}: {question} is not offered")
            rows = page.locator("#outcome .action:visible").evaluate_all(
                "actions => new Set(actions.map((a) => a.getBoundingClientRect().top)).size"
            )
            if screen == "won" and rows > 1:
                faults.append(f"{size}: the actions at a win lie in {rows} rows")
        page.evaluate("document.querySelector('[data-command=close-outcome]').click()")
    # Nor where all of the pyramid is left, whichever way round the table and the script are.
    SCREENS["start"](page)
    page.evaluate(STUCK, told)
    for size, way in itertools.product((*ALL_SIZES, "1200x900"), WAYS):
        width, height = map(int, size.split("x"))
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(LAY, way)
        found = page.evaluate(HIDDEN, [panel, f"{piles}, {frame}"])
        faults += [f"whole, {size}, {way}: {fault}" for fault in found]
    assert faults == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_control_can_be_brought_into_reach_also_magnified(opened: Any, language: str) -> None:
    page = opened(locale=LANGUAGES[language], reduced_motion="reduce")
    faults = []
    for screen, panel in PANELS.items():
        SCREENS[screen](page)
        for size in (*SIZES, *ZOOMED):
            width, height = map(int, size.split("x"))
            page.set_viewport_size({"width": width, "height": height})
            found = page.evaluate(OUT_OF_REACH, panel)
            if screen == "settings" and size in SIZES:
                found += page.evaluate(FAULTS)
            faults += [f"{screen}, {size}: {fault}" for fault in found]
        page.evaluate(SHUT)
    assert faults == []
    # Opened where only some of it is in sight, it shows what is chosen and not its end.
    SCREENS["rules"](page)
    expect(page.locator(".choice:has(:checked)")).to_be_in_viewport(ratio=0.9)


def test_letters_as_large_as_the_reader_sets_them_leave_all_in_sight_and_in_reach(
    opened: Any,
) -> None:
    page = opened(locale=LANGUAGES["fr"], reduced_motion="reduce")
    devtools = page.context.new_cdp_session(page)
    faults = []
    for screen, panel in PANELS.items():
        SCREENS[screen](page)
        for letters, size in itertools.product((24, 32), SIZES):
            devtools.send("Page.setFontSizes", {"fontSizes": {"standard": letters}})
            width, height = map(int, size.split("x"))
            page.set_viewport_size({"width": width, "height": height})
            found = page.evaluate(OUT_OF_REACH, panel) + page.evaluate(FAULTS)
            faults += [f"{screen}, {size}, {letters}: {fault}" for fault in found]
        page.evaluate(SHUT)
    # A setting that does nothing would show no fault.
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    assert faults == []


@pytest.mark.parametrize("size", [(360, 640), (844, 390), (1440, 900)])
def test_the_table_lies_the_other_way_round_for_the_other_hand_or_script(
    opened: Any, size: tuple[int, int]
) -> None:
    page = opened(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
    right_of_the_waste = """() => {
      const [stock, waste] = ['[data-place="stock"]', "#waste-slot"].map((pile) =>
        document.querySelector(pile).getBoundingClientRect().left);
      return stock > waste;
    }"""
    lies = {}
    for way in WAYS:
        page.evaluate(LAY, way)
        lies[way] = page.evaluate(right_of_the_waste)
    assert lies == {
        ("ltr", "false"): False,
        ("ltr", "true"): True,
        ("rtl", "false"): True,
        ("rtl", "true"): False,
    }


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_the_slider_over_the_game_takes_the_whole_place_of_the_commands(
    opened: Any, direction: str
) -> None:
    page = opened(reduced_motion="reduce")
    page.evaluate("direction => { document.documentElement.dir = direction }", direction)
    SCREENS["start"](page)
    sizes = ((360, 640), (844, 390), (1000, 700), (1440, 900))
    cards = """document.querySelector('[data-place="p0"]').getBoundingClientRect().toJSON()"""

    def apexes() -> list[object]:
        found = []
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            found.append(page.evaluate(cards))
        return found

    before = apexes()
    SCREENS["history"](page)
    assert apexes() == before
    seen = """[...document.querySelectorAll("#commands *")].filter((part) =>
      part.checkVisibility({visibilityProperty: true})).length"""
    assert page.evaluate(seen) == 0
    page.keyboard.press("Escape")
    assert page.evaluate(seen) > 0


@pytest.mark.parametrize("screen", ["start", "open"])
def test_the_count_of_the_stock_stays_in_sight_while_cards_are_dealt(
    opened: Any, screen: str
) -> None:
    page = opened(reduced_motion="reduce")
    SCREENS[screen](page)
    page.evaluate("document.documentElement.dataset.dealing = 'true'")
    stock, number = page.evaluate(
        """['[data-place="stock"]', "#stock-count"].map((selector) =>
          Number(getComputedStyle(document.querySelector(selector)).zIndex))"""
    )
    assert number > stock


@pytest.mark.parametrize("size", [(360, 640), (1440, 900)])
def test_nothing_shifts_while_the_game_is_played(opened: Any, size: tuple[int, int]) -> None:
    page = opened(viewport={"width": size[0], "height": size[1]})
    page.evaluate(
        """() => {
          globalThis.shifts = [];
          new PerformanceObserver((list) => {
            for (const {value, sources} of list.getEntries())
              shifts.push([value, ...sources.map(({node}) => node?.outerHTML ?? node?.data)]);
          }).observe({type: "layout-shift"});
          globalThis.overflows = new Set();
          const root = document.documentElement;
          requestAnimationFrame(function look() {
            overflows.add([root.scrollWidth - innerWidth, root.scrollHeight - innerHeight].join());
            requestAnimationFrame(look);
          });
        }"""
    )
    SCREENS["start"](page)
    for card in ("Ks", "6h", "7s"):
        page.locator(f'[data-card="{card}"]').click()
    for key in "dduuuur":
        page.keyboard.press(key)
    SCREENS["won"](page)
    page.locator("#outcome").evaluate("(panel) => panel.getAnimations().at(0)?.finished")
    page.keyboard.press("u")
    page.keyboard.press("n")
    expect(page.locator("#outcome")).to_be_hidden()
    # A shift is reported with the frame that shows it.
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.evaluate("shifts") == []
    assert page.evaluate("[...overflows]") == ["0,0"]  # else there would be scroll bars


def test_a_move_makes_the_browser_look_at_few_elements_anew(opened: Any) -> None:
    """What smoothness hangs on most: one rule too wide has the whole table looked at again."""
    page = opened(viewport={"width": 360, "height": 640})
    SCREENS["start"](page)
    session = page.context.browser.new_browser_cdp_session()
    events: list[dict[str, Any]] = []
    complete: list[bool] = []
    session.on("Tracing.dataCollected", lambda message: events.extend(message["value"]))
    session.on("Tracing.tracingComplete", lambda _message: complete.append(True))
    # Whatever the arrival has set off is over.
    expect(page.locator("html")).not_to_have_attribute("data-dealing", "true")
    page.evaluate("Promise.all(document.getAnimations().map(({finished}) => finished))")
    categories = {"includedCategories": ["devtools.timeline"]}
    session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": categories})
    page.locator('[data-card="Ks"]').evaluate("king => king.click()")
    expect(page.locator('[data-card="Ks"]')).to_have_attribute("data-place", "foundation")
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    session.send("Tracing.end")
    while not complete:
        page.wait_for_timeout(20)
    counts = [
        event["args"]["elementCount"]
        for event in events
        if event["name"] == "UpdateLayoutTree" and "elementCount" in event.get("args", {})
    ]
    assert counts, "the browser reported no work at all"
    everything = page.evaluate("document.querySelectorAll('*').length")
    assert max(counts) < everything / 4
