"""The solver in the page against the solver here: `.venv/bin/python -m tools.bench_worker`.

Deals are judged by the verdict light of the built site in real Chromium, from the moment that the
light is asked to the moment that it shows, milliseconds; the same deals are solved in this
interpreter, in this run. Then one long search, the table left alone: how long the page's own
thread was ever held. Build the site first (`python3 -m tools site`).
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Final

from playwright.sync_api import expect, sync_playwright

from pyramid.deal import numbered, parse_code
from pyramid.errors import BadInput
from pyramid.rules import parse_rules
from pyramid.settings import SETTINGS_KEY, Settings, settings_text
from pyramid.solver import solve
from tools import arguments as kinds
from tools import environment
from tools.serve import SiteServer

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).resolve().parent.parent
# The second is `onepass` with its cards in sight: where they lie hidden, the light is dark.
JUDGED: Final = ("classic", "x11", "threepass", "traditional", "overlap", "tut")
HARD: Final = 20.0
"""Milliseconds here from which the search counts, rather than the way to the worker and back."""
WATCH = """() => {
  globalThis.judged = [];
  let asked = 0;
  const light = document.getElementById("light");
  new MutationObserver(() => {
    const verdict = light.getAttribute("data-verdict");
    if (verdict === "thinking") asked = performance.now();
    else if (asked) { judged.push([verdict, performance.now() - asked]); asked = 0; }
  }).observe(light, { attributes: true, attributeFilter: ["data-verdict"] });
}"""
HOLD = """milliseconds => new Promise(done => {
  const tasks = [], gaps = [];
  new PerformanceObserver(list => tasks.push(...list.getEntries().map(task => task.duration)))
    .observe({ type: "longtask" });
  let last = performance.now();
  const start = last;
  const frame = now => {
    gaps.push(now - last);
    last = now;
    if (now - start < milliseconds) requestAnimationFrame(frame);
    else setTimeout(() => done({ tasks, gaps }), 200);
  };
  requestAnimationFrame(frame);
})"""


def judged(page: Page, code: str) -> tuple[str, float]:
    """The light's verdict on a deal, and its milliseconds."""
    page.evaluate("code => { judged.length = 0; location.hash = code }", code)
    for _ in range(3000):
        if found := page.evaluate("judged.at(-1) ?? null"):
            return str(found[0]), float(found[1])
        page.wait_for_timeout(20)
    raise TimeoutError(code)


def compare(page: Page, rules_id: str, deals: int) -> None:
    """Print both times for the first deals of a rule set."""
    rules = parse_rules(rules_id)
    here, there = [], []
    for seed in range(1, deals + 1):
        verdict, milliseconds = judged(page, f"{rules_id}-{seed}")
        start = time.perf_counter()
        solution = solve(numbered(rules, seed))
        here.append(1000 * (time.perf_counter() - start))
        there.append(milliseconds)
        if verdict != solution.verdict:
            raise AssertionError(f"{rules_id}-{seed}: {verdict}, not {solution.verdict}")
    hard = [number for number, time_here in enumerate(here) if time_here > HARD]
    here_hard, there_hard = (sum(times[number] for number in hard) for times in (here, there))
    print(
        f"{rules_id:12}{deals:6}{median(here):11.1f}{median(there):11.1f}"
        f"{len(hard):6}{here_hard:12.0f}{there_hard:12.0f}{there_hard / (here_hard or 1):8.2f}",
        flush=True,
    )


def _code(text: str) -> str:
    try:
        return parse_code(text).code
    except BadInput as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def main(arguments: list[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=kinds.whole(1, 10_000), default=100)
    parser.add_argument(
        "--long", type=_code, default="tut-913", help="a deal whose search takes seconds"
    )
    parser.add_argument(
        "--seconds", type=kinds.decimal(0.1, 600), default=3.0, help="how long it is watched"
    )
    parser.add_argument("--site", type=kinds.site, default=str(ROOT / "_site"))
    chosen = parser.parse_args(arguments)
    server = SiteServer(chosen.site)
    server.start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=str(environment.chromium()), args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport={"width": 390, "height": 844})
        settings = settings_text(Settings(verdict=True))
        page.add_init_script(f"localStorage[{SETTINGS_KEY!r}] ??= {settings!r}")
        page.goto(server.url + "#classic-100000")
        expect(page.locator("html")).to_have_attribute("data-ready", "true", timeout=60_000)
        expect(page.locator("#light")).not_to_have_attribute(
            "data-verdict", "thinking", timeout=60_000
        )
        page.evaluate(WATCH)
        print("rules        deals  median: here  light  hard  total: here       light   ratio")
        for rules_id in JUDGED:
            compare(page, rules_id, chosen.deals)
        page.evaluate("code => { location.hash = code }", chosen.long)
        page.wait_for_timeout(1500)  # the cards have come to rest
        held = page.evaluate(HOLD, 1000 * chosen.seconds)
        gaps = sorted(held["gaps"])
        print(
            f"while {chosen.long} is searched ({page.evaluate('light.dataset.verdict')}): "
            f"{len(gaps)} frames, median {median(gaps):.1f} ms, longest {gaps[-1]:.1f} ms; "
            f"tasks over 50 ms: {[round(task) for task in held['tasks']]}"
        )
        browser.close()
    server.stop()


if __name__ == "__main__":
    main()
