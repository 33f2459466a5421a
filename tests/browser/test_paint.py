"""What is seen before Python is up is what is there once it is."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from pyramid.moves import parse_move
from tests.browser.players import by_tap, count, expect_ready, shown_cards

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

    from tests.browser.conftest import OpenTable
    from tools.serve import SiteServer


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
    early.route("**/*.wasm", lambda _route: None)
    early.goto(served.url, wait_until="commit")
    expect(early.locator("html")).to_have_attribute("data-painted", "true")
    assert early.locator("html").get_attribute("data-ready") is None
    assert looks(early) == before
    early.close()
    late = open_table(context.new_page(), served.url)
    assert looks(late) == before


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
