"""For everybody: axe on every screen, a game won by ear and keys, the system's wishes, sizes."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from pyramid.i18n import texts
from pyramid.moves import Draw, Redeal, Remove
from pyramid.record import parse_record
from pyramid.words import card_name, sentence
from tests.browser.players import go_to
from tools.screenshots import GUIDE, LANGUAGES, SCREENS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Locator, Page

    from tests.browser.conftest import OpenTable, Watch
    from tools.serve import SiteServer

ROOT = Path(__file__).parent.parent.parent
WON = json.loads((ROOT / "tests/data/games.json").read_text("utf-8"))["won"]["classic"]
PHONE: Final[Any] = {"width": 360, "height": 640}
LEAST: Final = 44
"""CSS pixels: the least width and height of what is touched."""

# The drawings on the cards are hidden from axe as they are from screen readers: it is slow in them.
AXE = """([rules]) => axe.run(
  {exclude: [[".front"]]},
  {resultTypes: ["violations"], ...(rules ? {runOnly: rules} : {})},
).then(({violations}) => violations.map(({id, nodes}) =>
  `${id}: ${nodes.map((node) => node.target.join(" ") + " " + node.failureSummary).join("; ")}`))"""


@pytest.fixture
def opened(
    browser: Browser, served: SiteServer, open_table: OpenTable, watch: Watch
) -> Iterator[Any]:
    """Opens the table in a context of its own."""
    contexts = []

    def ready(**options: Any) -> Page:
        context = browser.new_context(**({"locale": "en-GB", "viewport": PHONE} | options))
        watch.follow(context)
        contexts.append(context)
        return open_table(context.new_page(), served.url)

    yield ready
    for context in contexts:
        context.close()


def clear(page: Page) -> None:
    """Put away whatever lies over the table."""
    page.evaluate(
        """() => {
          for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
          document.querySelector("#menu").hidePopover();
          for (const name of ["close-history", "lesson-leave"]) {
            const button = document.querySelector(`[data-command="${name}"]`);
            if (button.checkVisibility()) button.click();
          }
        }"""
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing_on_any_screen_in_either_scheme(opened: Any, language: str) -> None:
    page = opened(locale=LANGUAGES[language], reduced_motion="reduce")
    expect(page.locator("html")).to_have_attribute("lang", language)
    page.evaluate(Axe().axe_script)
    found = []
    for screen, prepare in SCREENS.items():
        clear(page)
        prepare(page)
        for scheme, rules in (("light", None), ("dark", ["color-contrast"])):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            found += [f"{screen}, {scheme}: {what}" for what in page.evaluate(AXE, [rules])]
    assert found == []
    assert GUIDE not in SCREENS  # it has its own test


# -- by ear and keys -------------------------------------------------------------------------------


def names(page: Page) -> list[str]:
    """What a screen reader lists on the table, in its order."""
    snapshot = page.get_by_role("group", name="Table", exact=True).aria_snapshot()
    return re.findall(r'button "([^"]+)"', snapshot)


def heard(page: Page) -> str:
    """The name of what has the focus."""
    name = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert name, "the focus is on something without a name"
    return str(name)


def row(name: str) -> int:
    """The row that a name tells; the piles lie below all rows."""
    told = re.search(r"\brow (\d)\b", name)
    return int(told[1]) if told else 8


def walk_to(page: Page, wanted: str) -> None:
    """Press arrow keys until what is heard begins with `wanted`, going by names and rows alone."""
    listed = names(page)
    goal = next(name for name in listed if name.startswith(wanted))
    tried: dict[str, set[str]] = {}
    for _ in range(150):
        here = heard(page)
        if here == goal:
            return
        across = listed.index(goal) - listed.index(here)
        up_or_down = "ArrowUp" if row(goal) < row(here) else "ArrowDown"
        left_or_right = "ArrowLeft" if across < 0 else "ArrowRight"
        liked = [left_or_right] if row(goal) == row(here) else [up_or_down, left_or_right]
        keys = [*liked, "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]
        done = tried.setdefault(here, set())
        if done.issuperset(keys):
            done.clear()
        key = next(key for key in keys if key not in done)
        done.add(key)
        page.keyboard.press(key)
    pytest.fail(f"{wanted} cannot be reached by arrow keys")


def test_a_whole_game_is_won_by_keys_following_names_and_announcements_alone(opened: Any) -> None:
    page = opened()
    english = texts("en")
    announced = page.locator("#announcer")
    game = parse_record(WON)
    go_to(page, game.deal.code)
    expect(announced).to_contain_text(game.deal.code)
    page.keyboard.press("ArrowUp")
    for number, move in enumerate(game.moves):
        match move:
            case Draw() | Redeal():
                page.keyboard.press("d")
                if isinstance(move, Draw):
                    top = game.at(number + 1).position.waste_top
                    assert top is not None
                    on_waste = card_name(english, game.deal.cards[top])
                    expect(announced).to_contain_text(f"On the waste: {on_waste}")
                else:
                    expect(announced).to_contain_text("Pass 2 of 2")
            case Remove(cards):
                for card in cards:
                    walk_to(page, sentence(card_name(english, card)) + ",")
                    page.keyboard.press("Enter")
                expect(announced).to_contain_text("removed")
                for card in cards:
                    expect(announced).to_contain_text(
                        re.compile(re.escape(card_name(english, card)), re.IGNORECASE)
                    )
    expect(announced).to_contain_text("You won")
    expect(page.get_by_role("heading", name="You won!")).to_be_visible()


# -- the system's wishes ---------------------------------------------------------------------------


def test_in_forced_colours_every_state_still_looks_different(opened: Any) -> None:
    page = opened(forced_colors="active", reduced_motion="reduce")
    SCREENS["start"](page)
    card = page.locator('#table [data-place="p24"]')
    page.keyboard.press("ArrowUp")
    looks = [picture(card)]
    for state in ("selected", "hinted", "refused"):
        card.evaluate("(card, state) => card.setAttribute(`data-${state}`, 'true')", state)
        looks.append(picture(card))
        card.evaluate("(card, state) => card.removeAttribute(`data-${state}`)", state)
    assert all_differ(looks)

    light = page.locator("#light")
    light.evaluate("light => { light.hidden = false }")
    looks = []
    for verdict in ("won", "lost", "unknown", "thinking"):
        light.evaluate("(light, verdict) => { light.dataset.verdict = verdict }", verdict)
        looks.append(picture(light))
    assert all_differ(looks)

    stock = page.locator("#stock")
    looks = []
    for state in ("cards", "redeal", "none"):
        stock.evaluate("(stock, state) => { stock.dataset.state = state }", state)
        looks.append(picture(stock))
    assert all_differ(looks)

    SCREENS["settings"](page)
    page.locator("#settings-title").hover()
    for switch in ('[data-setting="kings"]', '[data-setting="scheme"][value="dark"]'):
        box = page.locator(f".setting:has({switch}), .pill:has({switch})").last
        off = picture(box)
        page.locator(switch).evaluate("control => { control.checked = !control.checked }")
        assert picture(box) != off


def picture(element: Locator) -> bytes:
    return element.screenshot(animations="disabled")


def all_differ(looks: list[bytes]) -> bool:
    return all(one != other for one, other in itertools.combinations(looks, 2))


@pytest.mark.parametrize("by", ["system", "setting"])
def test_nothing_moves_where_no_motion_is_wished(opened: Any, by: str) -> None:
    page = opened(reduced_motion="reduce" if by == "system" else "no-preference")
    if by == "setting":
        SCREENS["settings"](page)
        page.locator('[data-setting="motion"][value="none"]').check(force=True)
        page.keyboard.press("Escape")
    for key in ("n", "d", "u"):
        page.keyboard.press(key)
        assert page.evaluate("document.getAnimations().length") == 0
    SCREENS["won"](page)
    assert page.evaluate("document.getAnimations().length") == 0
    expect(page.locator("#outcome")).to_be_visible()


# -- sizes and contrast ----------------------------------------------------------------------------

SMALL = """([least]) => {
  const area = (element) => (element.closest("label") ?? element).getBoundingClientRect();
  return [...document.querySelectorAll("button, a[href], input, select, label:has(input)")]
    .filter((element) => element.checkVisibility({visibilityProperty: true}) && !element.disabled)
    .filter((element) => !document.querySelector("dialog[open]") || element.closest("dialog"))
    .map((element) => [element, area(element)])
    .filter(([, {width, height}]) => Math.min(width, height) < least - 0.01)
    .map(([{outerHTML}, {width, height}]) => `${outerHTML.slice(0, 90)}: ${width} by ${height}`)
}"""


def test_everything_to_be_touched_is_large_enough_on_a_small_phone(opened: Any) -> None:
    page = opened(has_touch=True, is_mobile=True, reduced_motion="reduce")
    for screen, prepare in SCREENS.items():
        clear(page)
        prepare(page)
        assert page.evaluate(SMALL, [LEAST]) == [], screen
        if screen == "menu":  # nor is anything said of keys where there are none
            expect(page.locator('#menu [data-command="help"]')).not_to_be_visible()


def luminance(colour: tuple[float, ...]) -> float:
    parts = [c / 255 for c in colour]
    red, green, blue = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    """As WCAG 2.2 defines it."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def channels(text: str) -> tuple[float, ...]:
    """Red, green, blue and, where there is one, alpha, of a computed colour."""
    return tuple(float(number) for number in re.findall(r"[\d.]+", text))


@pytest.mark.parametrize("suits", ["two", "four"])
def test_ranks_and_suits_stand_out_from_their_cards_in_light_and_shade(
    opened: Any, suits: str
) -> None:
    page = opened()
    for scheme, rank in itertools.product(("light", "dark"), "cdhs"):
        page.emulate_media(color_scheme=scheme)
        ink, paper, veil = page.evaluate(
            """([suits, suit]) => {
              document.documentElement.dataset.suits = suits;
              const card = document.querySelector(".card");
              card.dataset.card = `7${suit}`;
              const front = getComputedStyle(card.querySelector(".front"));
              const veil = getComputedStyle(card.querySelector(".turn"), "::after");
              return [front.color, front.backgroundColor, veil.backgroundColor];
            }""",
            [suits, rank],
        )
        *shade, opacity = channels(veil)
        over = [
            tuple(
                c * (1 - opacity) + s * opacity for c, s in zip(channels(side), shade, strict=True)
            )
            for side in (ink, paper)
        ]
        assert contrast(channels(ink), channels(paper)) >= 4.5
        assert contrast(over[0], over[1]) >= 4.5, (scheme, rank)
