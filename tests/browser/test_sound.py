"""Sound and vibration: silent until asked for, then one sound for what happened."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from pyramid.moves import parse_move
from tests.browser.players import by_tap

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

    from tests.browser.conftest import OpenTable
    from tools.serve import SiteServer

# Counts what is really started, and asks real audio for nothing else.
SPY = """
window.heard = { contexts: [], oscillators: 0, rustles: 0, vibrations: [] };
const Real = window.AudioContext;
window.AudioContext = class extends Real {
  constructor() { super(); heard.contexts.push(this); }
};
for (const [kind, name] of [
  [OscillatorNode, "oscillators"], [AudioBufferSourceNode, "rustles"]
]) {
  const start = kind.prototype.start;
  kind.prototype.start = function (...given) { heard[name] += 1; return start.apply(this, given); };
}
Navigator.prototype.vibrate = (pattern) => { heard.vibrations.push([...pattern]); return true; };
"""


@pytest.fixture
def listened(context: BrowserContext, served: SiteServer, open_table: OpenTable) -> Page:
    """A table whose sounds are counted."""
    context.add_init_script(SPY)
    return open_table(context.new_page(), served.url + "#classic-1")


def heard(page: Page, what: str) -> Any:
    return page.evaluate(f"heard.{what}")


def turn_on(page: Page, setting: str) -> None:
    page.locator("#menu-button").click()
    page.locator('#menu [data-command="settings"]').click()
    page.locator(f'[data-setting="{setting}"]').check()
    page.keyboard.press("Escape")
    expect(page.locator("#settings-dialog")).to_be_hidden()


def test_nothing_is_heard_or_felt_at_first(listened: Page) -> None:
    for move in ("Ks", "6h7s", "."):
        by_tap(listened, parse_move(move))
    assert heard(listened, "contexts.length") == 0
    assert heard(listened, "vibrations") == []


def test_what_happens_is_heard_once_sound_is_on(listened: Page) -> None:
    turn_on(listened, "sound")
    assert heard(listened, "contexts.length") == 0
    by_tap(listened, parse_move("Ks"))
    assert (heard(listened, "oscillators"), heard(listened, "rustles")) == (3, 1)
    by_tap(listened, parse_move("."))
    assert (heard(listened, "oscillators"), heard(listened, "rustles")) == (3, 3)
    listened.locator('[data-card][data-exposed="false"][data-place="p10"]').click(
        position={"x": 10, "y": 10}
    )
    assert (heard(listened, "oscillators"), heard(listened, "rustles")) == (4, 4)
    assert heard(listened, "contexts.length") == 1
    assert heard(listened, "contexts[0].state") == "running"


def test_sound_is_remembered_and_waits_for_the_first_touch_after_a_reload(listened: Page) -> None:
    turn_on(listened, "sound")
    listened.reload()
    expect(listened.locator("html")).to_have_attribute("data-ready", "true", timeout=60_000)
    assert heard(listened, "contexts.length") == 0
    by_tap(listened, parse_move("."))
    assert heard(listened, "rustles") == 2


def test_what_happens_is_felt_once_vibration_is_on(listened: Page) -> None:
    turn_on(listened, "vibration")
    by_tap(listened, parse_move("Ks"))
    by_tap(listened, parse_move("."))
    assert heard(listened, "vibrations") == [[15]]
    assert heard(listened, "contexts.length") == 0


def test_a_device_that_cannot_vibrate_plays_on(
    context: BrowserContext, served: SiteServer, open_table: OpenTable
) -> None:
    context.add_init_script("delete Navigator.prototype.vibrate")
    page = open_table(context.new_page(), served.url + "#classic-1")
    turn_on(page, "vibration")
    by_tap(page, parse_move("Ks"))
    expect(page.locator('[data-count="score"]').first).to_have_text("5")
