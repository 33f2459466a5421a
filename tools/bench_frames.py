"""How smoothly the table moves: `.venv/bin/python -m tools.bench_frames`.

Plays on the built site in real Chromium and watches each movement to its end: the time between
frames as the page is given them, which others who use the machine lengthen, and the processor time
of the longest task of the page and of the longest drawing, which they do not. Chromium draws in
software here, as on a computer without a graphics card.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, Final

from playwright.sync_api import expect, sync_playwright

from tools import arguments as kinds
from tools import environment
from tools.serve import SiteServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, CDPSession, Page

ROOT: Final = Path(__file__).resolve().parent.parent
SIZES: Final = ((390, 844), (1440, 900))
LATE: Final = 32.0
"""Milliseconds between frames that an eye may notice."""

WATCHED: Final = """([selectors, length]) => new Promise((done) => {
  const times = [];
  const frame = (time) => {
    times.push(time);
    if (time - times[0] < length) requestAnimationFrame(frame);
    else done(times.slice(1).map((each, index) => each - times[index]));
  };
  requestAnimationFrame(frame);
  for (const selector of selectors) document.querySelector(selector).click();
})"""

MOVEMENTS: Final[dict[str, tuple[str, tuple[str, ...], int]]] = {
    "nothing": ("classic-1", (), 500),
    "deal": ("classic-1", ('[data-command="new"]',), 900),
    "king goes": ("classic-1", ('[data-card="Ks"]',), 400),
    "pair goes": ("classic-1", ('[data-card="6h"]', '[data-card="7s"]'), 400),
    "draw": ("classic-1", ("#stock",), 400),
    "undo": ("classic-1_Ks", ('[data-command="undo"]',), 400),
    "win": ("won", (), 3500),
}
"""For each movement the game in which it happens, what is pressed, and how long it lasts in ms."""


def main(arguments: list[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench_frames", description=__doc__)
    parser.add_argument(
        "movements",
        nargs="*",
        metavar="MOVEMENT",
        type=kinds.one_of(MOVEMENTS),
        help=", ".join(MOVEMENTS),
    )
    parser.add_argument("--size", nargs="+", type=kinds.size, metavar="WIDTHxHEIGHT", default=SIZES)
    parser.add_argument("--rounds", type=kinds.whole(1, 1000), default=3)
    chosen = parser.parse_args(arguments)
    with _table() as (browser, url):
        processes = browser.new_browser_cdp_session()
        for width, height in chosen.size:
            page = browser.new_page(viewport={"width": width, "height": height})
            page.goto(url)
            expect(page.locator("html")).to_have_attribute("data-ready", "true", timeout=60_000)
            for movement in chosen.movements or MOVEMENTS:
                seen = _watch(page, processes, movement, chosen.rounds)
                print(json.dumps({"size": f"{width}x{height}", **seen}))
            page.close()


def _watch(page: Page, processes: CDPSession, movement: str, rounds: int) -> dict[str, object]:
    """Go to the game, press, and watch; the middle of some rounds."""
    record, presses, length = MOVEMENTS[movement]
    if record == "won":
        words = json.loads((ROOT / "tests/data/games.json").read_text("utf-8"))["won"]["classic"]
        *before, last = words.split()
        record = "_".join(before)
        presses = tuple(f'[data-card="{card}"]' for card in (last[:2], last[2:]))
    rounds_seen = [_seen(page, processes, record, presses, length) for _ in range(rounds)]
    late, longest, page_work, drawing = (
        median(values) for values in zip(*rounds_seen, strict=True)
    )
    return {
        "movement": movement,
        "late_frames": late,
        "longest_ms": round(longest, 1),
        "page_cpu_ms": round(page_work, 1),
        "draw_cpu_ms": round(drawing, 1),
        "load": round(os.getloadavg()[0], 1),
    }


def _seen(
    page: Page, session: CDPSession, record: str, presses: tuple[str, ...], length: int
) -> tuple[float, float, float, float]:
    """One round: late frames, the longest, the page's longest task, the longest drawing.

    The work is seen in a second go, since watching it makes frames late.
    """
    _go_to(page, record)
    frames = page.evaluate(WATCHED, [list(presses), length])
    _go_to(page, record)
    with _traced(page, session) as events:
        page.evaluate(WATCHED, [list(presses), length])
    late = sum(frame > LATE for frame in frames)
    drawing = _longest(events, "VizCompositorThread", "Display::DrawAndSwap")
    return late, max(frames), _longest(events, "CrRendererMain", "RunTask"), drawing


def _go_to(page: Page, record: str) -> None:
    page.evaluate("location.hash = 'classic-3'")
    expect(page.locator("#deal-code")).to_have_text("classic-3")
    page.evaluate("record => { location.hash = record }", record)
    expect(page.locator("#deal-code")).to_have_text(record.partition("_")[0])
    page.wait_for_timeout(1500)


@contextmanager
def _traced(page: Page, session: CDPSession) -> Iterator[list[dict[str, Any]]]:
    """What Chromium reports of its own work meanwhile; complete at the end."""
    events: list[dict[str, Any]] = []
    complete: list[bool] = []

    def collect(message: dict[str, Any]) -> None:
        events.extend(message["value"])

    def finish(_message: object) -> None:
        complete.append(True)

    session.on("Tracing.dataCollected", collect)
    session.on("Tracing.tracingComplete", finish)
    config = {"includedCategories": ["toplevel", "viz"]}
    session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": config})
    yield events
    session.send("Tracing.end")
    while not complete:
        page.wait_for_timeout(20)
    session.remove_listener("Tracing.dataCollected", collect)
    session.remove_listener("Tracing.tracingComplete", finish)


def _longest(events: list[dict[str, Any]], thread: str, task: str) -> float:
    """Milliseconds of processor time of the longest such task in such threads."""
    threads = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == thread
    }
    times = [
        event.get("tdur", 0) / 1000
        for event in events
        if event["name"].endswith(task) and (event["pid"], event["tid"]) in threads
    ]
    return max(times, default=0.0)


@contextmanager
def _table() -> Iterator[tuple[Browser, str]]:
    server = SiteServer(ROOT / "_site")
    server.start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=str(environment.chromium()), args=["--no-sandbox", "--disable-gpu"]
        )
        yield browser, server.url
        browser.close()
    server.stop()


if __name__ == "__main__":
    main()
