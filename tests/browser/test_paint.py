"""What is seen before Python is up is what is there once it is."""

from __future__ import annotations

import json
from base64 import b64encode
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from pyramid.moves import parse_move
from tests.browser.players import by_tap, count, expect_ready, shown_cards

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, FloatRect, Page

    from tests.browser.conftest import OpenTable
    from tools.serve import SiteServer

GAMES = json.loads((Path(__file__).parents[1] / "data/games.json").read_text("utf-8"))

NEVER_UP = """WebAssembly.instantiateStreaming = WebAssembly.instantiate =
  () => new Promise(() => {})"""
TIMES = """
[performance.getEntriesByName("first-contentful-paint")[0].startTime,
 ...performance.getEntriesByType("resource").filter(({ name }) => name.includes("/vendor/"))
   .map(({ startTime }) => startTime)]
"""


def looks(page: Page) -> tuple[dict[str, str], dict[str, str], str | None]:
    """The visible cards, the counters and the stock's state."""
    counts = {name: count(page, name) for name in ("score", "cards", "pass", "stock", "waste")}
    return shown_cards(page), counts, page.locator("#stock").get_attribute("data-state")


@pytest.mark.parametrize("code", ["classic-1", "onepass-1", "threepass-1", "x21w-1"])
def test_a_later_visit_shows_the_game_as_it_was_left_before_python_is_up(
    code: str, context: BrowserContext, served: SiteServer, open_table: OpenTable
) -> None:
    page = open_table(context.new_page(), f"{served.url}#{code}")
    for move in ("Ks", ".", "."):
        if move == ".":
            page.locator('[data-command="draw"]').click()
        else:
            by_tap(page, parse_move(move))
    before = looks(page)
    page.close()
    # Python never comes up in this page: what it shows is painted.
    early = context.new_page()
    early.add_init_script(NEVER_UP)
    early.goto(served.url, wait_until="commit")
    expect(early.locator("html")).to_have_attribute("data-painted", "true")
    assert early.locator("html").get_attribute("data-ready") is None
    assert looks(early) == before
    early.close()
    late = open_table(context.new_page(), served.url)
    assert looks(late) == before


# Of cards that cannot be seen the first frame has no faces: they are left out, before and after.
SEEN = """(unseen) => {
  const names = ["aria-label", "title", "aria-disabled", "aria-hidden", "hidden", "disabled",
    "href", "data-state", "data-place", "data-card", "data-facing", "data-exposed", "style"];
  const passing = ["data-loading", "data-painted", "data-ready", "data-offline", "data-queued"];
  const seen = [];
  const root = document.documentElement;
  for (const { name, value } of root.attributes)
    if (!passing.includes(name)) seen.push(`html ${name}=${value}`);
  for (const element of document.body.querySelectorAll("*")) {
    if (element.closest("#loading, #failure, #announcer, #light, script, dialog, #menu")) continue;
    const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    const text = own.map((node) => node.data.trim()).join("");
    const values = names.filter((name) => element.hasAttribute(name))
      .filter((name) => name !== "href" || !element.closest(unseen))
      .map((name) => `${name}=${element.getAttribute(name)}`);
    if (text || values.length) seen.push(`${element.tagName}#${element.id} ${text} ${values}`);
  }
  return seen.sort();
}"""

UNSEEN = """() => Array.from(document.querySelectorAll("[data-unseen]"))
  .map((card) => `[data-index="${card.dataset.index}"]`).join()"""

SETTINGS = {
    "en": '{"version":1}',
    "fr": '{"version":1,"language":"fr","scheme":"dark","back":"2","face":"large","mirrored":true}',
    "es": '{"version":1,"language":"es","clock":false,"table":"blue"}',
}


@pytest.mark.parametrize(
    ("language", "code"),
    [
        ("en", "classic-1_Ks_."),
        ("fr", "onepass-1_._."),
        ("fr", "par-7"),
        ("es", "threepass-1_."),
        ("es", GAMES["stuck"]["classic"].replace(" ", "_")),
        ("fr", GAMES["won"]["classic"].replace(" ", "_")),
    ],
)
def test_every_word_and_look_of_the_first_paint_is_there_still_when_python_is_up(
    language: str, code: str, context: BrowserContext, served: SiteServer, open_table: OpenTable
) -> None:
    page = context.new_page()
    page.goto(served.url + "static/guide/en.html")
    page.evaluate("text => localStorage.setItem('pyramid.settings', text)", SETTINGS[language])
    open_table(page, f"{served.url}#{code}")
    page.close()
    early = context.new_page()
    early.add_init_script(NEVER_UP)
    early.goto(served.url, wait_until="domcontentloaded")
    expect(early.locator("html")).to_have_attribute("data-painted", "true")
    expect(early.locator("html")).to_have_attribute("lang", language)
    unseen = early.evaluate(UNSEEN) or "no-card"
    painted = early.evaluate(SEEN, unseen)
    assert early.locator("html").get_attribute("data-ready") is None
    early.close()
    late = open_table(context.new_page(), served.url)
    up = late.evaluate(SEEN, unseen)
    assert [line for line in painted if line not in up] == []
    assert [line for line in up if line not in painted] == []
    # Python's files come after the paint, or when that takes too long; the browser rounds its time.
    paint, *starts = late.evaluate(TIMES)
    assert len(starts) > 4
    assert min(starts) > min(paint - 10, 500)


def pictures(page: Page) -> tuple[bytes, bytes]:
    """The pile of gone cards, within its edges, and the table without it and what is told there."""
    gone = page.locator('[data-place="foundation"]:visible')
    box = gone.first.bounding_box()
    assert box
    width, height = box["width"], box["height"]
    inner: FloatRect = {
        "x": box["x"] + width / 8,
        "y": box["y"] + height / 8,
        "width": width * 3 / 4,
        "height": height * 3 / 4,
    }
    pile = page.screenshot(clip=inner)
    # A start that takes long is told of: that lies over the table.
    # As is what was possible in a game that has ended, reckoned anew.
    aside = page.locator('[data-place="foundation"], #loading, #outcome')
    aside.evaluate_all("all => all.forEach(({ style }) => (style.visibility = 'hidden'))")
    return pile, page.locator("#table").screenshot()


def wear(context: BrowserContext, served: SiteServer, face: str) -> None:
    """Choose the cards' faces for the visits to come."""
    page = context.new_page()
    page.goto(served.url + "static/guide/en.html")
    settings = json.dumps({"version": 1, "face": face})
    page.evaluate("text => localStorage.setItem('pyramid.settings', text)", settings)
    page.close()


@pytest.mark.parametrize("face", ["classic", "large"])
def test_a_win_shows_the_same_fan_before_and_after_python_is_up(
    face: str, context: BrowserContext, served: SiteServer, open_table: OpenTable
) -> None:
    *played, last = GAMES["won"]["classic"].split(" ")
    wear(context, served, face)
    page = open_table(context.new_page(), f"{served.url}#{'_'.join(played)}")
    by_tap(page, parse_move(last))
    expect(page.locator("html")).to_have_attribute("data-outcome", "won")
    page.close()
    early, late = context.new_page(), context.new_page()
    early.add_init_script(NEVER_UP)
    early.goto(served.url, wait_until="networkidle")
    open_table(late, served.url)
    seen = []
    for visit in (early, late):
        visit.emulate_media(reduced_motion="reduce")
        told = visit.locator("#loading, #outcome")
        told.evaluate_all("all => all.forEach(({ style }) => (style.visibility = 'hidden'))")
        expect(visit.locator('[data-place="foundation"]:visible')).not_to_have_count(0)
        visit.bring_to_front()
        seen.append(b64encode(visit.locator("#table").screenshot()).decode())
    assert late.evaluate(UNLIKE, seen) < 0.002


# How large a part of two pictures differs by more than the edges of a shape may.
UNLIKE = """async (pictures) => {
  const [one, other] = await Promise.all(pictures.map(async (picture) => {
    const image = new Image();
    image.src = `data:image/png;base64,${picture}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
    canvas.drawImage(image, 0, 0);
    return canvas.getImageData(0, 0, image.width, image.height).data;
  }));
  if (one.length !== other.length) return 1;
  return one.filter((value, place) => Math.abs(value - other[place]) > 64).length / one.length;
}"""


@pytest.mark.parametrize(
    ("moves", "face"), [(2, "classic"), (6, "large"), (20, "classic"), (30, "classic")]
)
def test_the_table_looks_the_same_before_and_after_python_is_up(
    moves: int, face: str, context: BrowserContext, served: SiteServer, open_table: OpenTable
) -> None:
    played = GAMES["won"]["classic"].split(" ")[: moves + 1]
    wear(context, served, face)
    open_table(context.new_page(), f"{served.url}#{'_'.join(played)}").close()
    early = context.new_page()
    early.emulate_media(reduced_motion="reduce")
    early.add_init_script(NEVER_UP)
    early.goto(served.url, wait_until="networkidle")  # the faces, too, are there
    expect(early.locator("html")).to_have_attribute("data-painted", "true")
    gone = early.locator('[data-place="foundation"]')
    drawn = early.locator('[data-place="foundation"]:visible')
    ways = {int(card.get_attribute("data-index") or 0) % 5 for card in gone.all()}
    assert drawn.count() == len(ways)
    number = gone.count()
    painted = pictures(early)
    early.close()
    late = context.new_page()
    late.emulate_media(reduced_motion="reduce")
    open_table(late, served.url)
    assert late.locator('[data-place="foundation"]:visible').count() == number
    for pair in zip(painted, pictures(late), strict=True):
        assert late.evaluate(UNLIKE, [b64encode(picture).decode() for picture in pair]) < 0.001


def test_a_link_to_another_game_is_not_shown_as_the_last_one(
    context: BrowserContext, served: SiteServer, open_table: OpenTable
) -> None:
    open_table(context.new_page(), served.url + "#classic-1").close()
    page = context.new_page()
    page.add_init_script(NEVER_UP)
    page.goto(served.url + "#classic-2", wait_until="domcontentloaded")
    assert shown_cards(page) == {}


@pytest.mark.parametrize(
    "record",
    [
        "",
        "null",
        "[]",
        '{"v":1}',
        json.dumps({"v": 1, "html": {'x" onload="hit()': "1"}, "faces": "", "cards": []}),
        json.dumps(
            {
                "v": 1,
                "html": {},
                "faces": "",
                "cards": [[0, "p0", "up", "<img src=x onerror=hit()>", True, 1, ""]],
                "stock": {"state": "cards", "place": "stock"},
                "counts": {"score": "<b>1</b>"},
            }
        ),
    ],
)
def test_a_damaged_or_hostile_paint_record_paints_nothing(
    record: str, context: BrowserContext, served: SiteServer
) -> None:
    context.add_init_script(
        "if (location.protocol === 'http:')"
        f" localStorage.setItem('pyramid.paint', {json.dumps(record)})"
    )
    page = context.new_page()
    page.goto(served.url)
    expect_ready(page)
    assert page.locator("html").get_attribute("data-painted") is None
    assert len(shown_cards(page)) == 28
    assert page.locator("img").count() == 0
