"""Whether the page's memory levels off: a long scripted play in a real browser, by keys and taps.

    python3 -m tools.bench_memory [--moves 2000] [--games 40] [--site _site]

Each game is played by removals wherever there are any, else by draws, with undo, redo, hints and
dialogs in between. After each game, and after a garbage collection, the page is asked for the size
of its JavaScript heap and of the interpreter's memory, and for its numbers of nodes and listeners;
where the system tells (Linux), its process for all that it holds, the solver's worker included.
Exits with 1 where heap and interpreter grew by 10 % or more from the fifth game to the last.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

from tools import arguments as kinds
from tools import environment
from tools.bench_start import ARGUMENTS
from tools.build import build
from tools.serve import SiteServer

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Page

SETTLED = 5  # games after which everything that is loaded once has been
MOST_GROWTH = 0.10
RULES = ("classic", "onepass", "threepass")
# One step of play, in the page: press a pair or a King that is free, else the stock.
STEP = """() => {
  const value = (card) => "A23456789TJQK".indexOf(card.dataset.card[0]) + 1;
  const free = [...document.querySelectorAll('#table [data-card][data-exposed="true"]')];
  for (const one of free) {
    if (value(one) === 13) { one.click(); return "removed"; }
    const other = free.find((card) => card !== one && value(card) + value(one) === 13);
    if (other) { one.click(); other.click(); return "removed"; }
  }
  const stock = document.querySelector('#stock');
  if (stock.dataset.state !== "none") { stock.click(); return "drawn"; }
  return "stuck";
}"""


@dataclass(frozen=True)
class Memory:
    """What a page holds."""

    heap: int
    interpreter: int
    process: int
    nodes: int
    listeners: int

    @property
    def total(self) -> int:
        """Bytes of heap and interpreter."""
        return self.heap + self.interpreter


def process_memory(browser: CDPSession) -> int:
    """Bytes that the page's process has for itself; 0 where the system does not tell."""
    found = browser.send("SystemInfo.getProcessInfo")["processInfo"]
    files = [Path(f"/proc/{one['id']}/smaps_rollup") for one in found if one["type"] == "renderer"]
    return max((private_bytes(file.read_text()) for file in files if file.exists()), default=0)


def private_bytes(text: str) -> int:
    """The private part of what Linux tells of a process."""
    return 1024 * sum(map(int, re.findall(r"^Private_\w+: +(\d+) kB$", text, re.MULTILINE)))


def measure(page: Page, devtools: CDPSession, browser: CDPSession) -> Memory:
    """Ask after a garbage collection."""
    devtools.send("HeapProfiler.collectGarbage")
    found = {m["name"]: int(m["value"]) for m in devtools.send("Performance.getMetrics")["metrics"]}
    interpreter = page.evaluate(
        "globalThis.memories.reduce((sum, m) => sum + m.buffer.byteLength, 0)"
    )
    return Memory(
        found["JSHeapUsedSize"],
        interpreter,
        process_memory(browser),
        found["Nodes"],
        found["JSEventListeners"],
    )


def play(page: Page, number: int, moves: int) -> int:
    """Play one game of so many moves; return how many there were."""
    page.evaluate("code => { location.hash = code }", f"{RULES[number % len(RULES)]}-{number}")
    page.wait_for_timeout(100)
    done = 0
    while done < moves:
        outcome = page.evaluate(STEP)
        if outcome == "stuck":
            for _ in range(12):
                page.keyboard.press("u")
        done += 1
        if done % 10 == 0:
            page.keyboard.press("u")
            page.keyboard.press("Control+y")
        if done % 25 == 0:
            page.keyboard.press("h")
            page.wait_for_timeout(100)
        if done % 40 == 0:
            page.evaluate("document.querySelector('[data-command=settings]').click()")
            page.keyboard.press("Escape")
    return done


def main(arguments: list[str] | None = None) -> int:
    """Play, and print what the page holds after each few games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=kinds.whole(1, 100_000), default=2000)
    parser.add_argument("--games", type=kinds.whole(1, 10_000), default=40)
    parser.add_argument("--site", type=kinds.site, help="a built site (default: build one)")
    chosen = parser.parse_args(arguments)
    if chosen.moves < chosen.games:
        parser.error("--moves: a game needs one at least")
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        site = chosen.site or Path(scratch, "_site")
        if chosen.site is None:
            build(site)
        server = SiteServer(site)
        server.start()
        browser = playwright.chromium.launch(executable_path=environment.chromium(), args=ARGUMENTS)
        processes = browser.new_browser_cdp_session()
        page = browser.new_page()
        # The interpreter's memory is not ours to see: note it as it is made.
        page.add_init_script(
            """globalThis.memories = [];
            const note = (made) => {
              for (const part of Object.values((made.instance ?? made).exports))
                if (part instanceof WebAssembly.Memory) memories.push(part);
              return made;
            };
            for (const name of ["instantiate", "instantiateStreaming"]) {
              const real = WebAssembly[name];
              WebAssembly[name] = (...given) => real.apply(WebAssembly, given).then(note);
            }"""
        )
        devtools = page.context.new_cdp_session(page)
        devtools.send("Performance.enable")
        page.goto(server.url)
        page.locator("html[data-ready=true]").wait_for(state="attached", timeout=60_000)
        seen: list[Memory] = []
        moves = 0
        print(
            f"{'game':>5}{'moves':>7}{'heap MB':>9}{'Python MB':>11}{'process MB':>12}"
            f"{'nodes':>7}{'listeners':>11}"
        )
        for number in range(chosen.games):
            moves += play(page, number, chosen.moves // chosen.games)
            seen.append(measure(page, devtools, processes))
            if number + 1 == SETTLED or (number + 1) % 5 == 0 or number == 0:
                heap, interpreter, process, nodes, listeners = astuple(seen[-1])
                print(
                    f"{number + 1:5}{moves:7}{heap / 1e6:9.2f}{interpreter / 1e6:11.2f}"
                    f"{process / 1e6:12.1f}{nodes:7}{listeners:11}",
                    flush=True,
                )
        if not page.locator("#deal-code").inner_text().endswith(f"-{chosen.games - 1}"):
            raise RuntimeError("the page no longer answers")
        browser.close()
        server.stop()
    settled = min(SETTLED, len(seen))
    growth = seen[-1].total / seen[settled - 1].total - 1
    print(f"from game {settled} to {len(seen)}: {growth:+.1%}")
    return int(growth >= MOST_GROWTH)


if __name__ == "__main__":
    sys.exit(main())
