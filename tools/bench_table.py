"""How fast the table answers: `.venv/bin/python -m tools.bench_table`.

Presses of every kind on the built site in real Chromium; for each, the milliseconds of script from
the event to the end of its handlers (the session, drawing, keeping and announcing included), and
for whole new tables the same. Figures are for comparing in one run, not for a verdict.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING

from playwright.sync_api import expect, sync_playwright

from tools import arguments as kinds
from tools import environment
from tools.serve import SiteServer

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).resolve().parent.parent
PRESSES = 200
TIMED = """([selectors, rounds]) => {
  const times = [];
  for (let round = 0; round < rounds; round++)
    for (const selector of selectors) {
      const place = document.querySelector(selector);
      const start = performance.now();
      place.click();
      times.push(performance.now() - start);
    }
  return times;
}"""


def main(arguments: list[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--site", type=kinds.site, default=str(ROOT / "_site"))
    server = SiteServer(parser.parse_args(arguments).site)
    server.start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=str(environment.chromium()), args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.goto(server.url + "#classic-1")
        expect(page.locator("html")).to_have_attribute("data-ready", "true", timeout=60_000)
        page.wait_for_timeout(3000)
        show("select, unselect", page, ['[data-place="p21"]', '[data-place="p21"]'])
        show("refused", page, ['[data-place="p0"]', '[data-place="p4"]'])
        show("draw, undo", page, ["#stock", '[data-command="undo"]'])
        show("remove, undo", page, ['[data-place="p27"]', '[data-command="undo"]'])
        show("whole new table", page, ['[data-command="new"]'])
        browser.close()
    server.stop()


def show(name: str, page: Page, selectors: list[str]) -> None:
    """Time `PRESSES` presses, going round the selectors."""
    rounds = PRESSES // len(selectors)
    times = page.evaluate(TIMED, [selectors, rounds])
    page.evaluate(TIMED, [['[data-command="restart"]'], 1])
    centiles = quantiles(times, n=100)
    print(
        json.dumps(
            {
                "press": name,
                "n": len(times),
                "median_ms": round(median(times), 2),
                "p99_ms": round(centiles[98], 2),
                "max_ms": round(max(times), 2),
            }
        )
    )


if __name__ == "__main__":
    main()
