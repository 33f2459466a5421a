"""How long the game takes to start, against a plain PyScript page with the stock runtime.

    python3 -m tools.bench_start [--rounds 7] [--throttle 4] [--prefix /game/] [--game RECORD]

Both pages lie on the same server (gzip, loopback) and are visited in turn: cold, in a new browser
with an empty profile; twice more in new browsers, with what the visits before left behind; at last
once more in the same browser, in a new page. The first visit to ours may follow the link to a game,
which is then the one that is left and painted by the others: late in a game there is other work.
Printed are medians: milliseconds from navigation to first paint and to `data-ready`, CPU
milliseconds of the page's main thread until then, bytes over the wire until the network was idle.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import BrowserContext, Playwright, sync_playwright

from tools import arguments as kinds
from tools import environment
from tools.build import NODE_MODULES, build
from tools.serve import SiteServer

STOCK_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Hello</title>
<link rel="stylesheet" href="./pyscript/core.css">
<script type="module" src="./pyscript/core.js"></script>
</head><body><p id="hello">…</p>
<script type="py" config='{"interpreter":"./pyodide/pyodide.mjs"}'>
from pyscript import document
document.querySelector("#hello").innerText = "Hello from Python"
document.documentElement.dataset.ready = "true"
</script></body></html>
"""
STOCK_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
ARGUMENTS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    "--no-sandbox",
]
# Notes the moment at which Python is ready, inside the page.
WATCH = """
new MutationObserver((_, watch) => {
  if (document.documentElement?.dataset.ready !== "true") return;
  watch.disconnect();
  globalThis.readyAt = performance.now();
}).observe(document, { attributes: true, subtree: true, attributeFilter: ["data-ready"] });
"""


KINDS = ("cold", "second", "third", "new page")


@dataclass(frozen=True)
class Visit:
    """What one visit took."""

    paint: float
    ready: float
    cpu: float
    size: int


def stock_site(folder: Path) -> None:
    """Write the page that others are measured against: PyScript and Pyodide as they come."""
    (folder / "index.html").write_text(STOCK_PAGE, encoding="utf-8")
    shutil.copytree(
        NODE_MODULES / "@pyscript/core/dist",
        folder / "pyscript",
        ignore=shutil.ignore_patterns("*.map"),
    )
    (folder / "pyodide").mkdir()
    for name in (*STOCK_FILES, "pyodide-lock.json"):
        shutil.copy(NODE_MODULES / "pyodide" / name, folder / "pyodide")


def visits(
    playwright: Playwright,
    server: SiteServer,
    profile: Path,
    throttle: float,
    addresses: tuple[str, ...],
) -> list[Visit]:
    """Visit the page under these addresses, one after the other, in one new browser."""
    with playwright.chromium.launch_persistent_context(
        profile,
        executable_path=environment.chromium(),
        args=ARGUMENTS,
        viewport={"width": 390, "height": 844},
    ) as context:
        context.add_init_script(WATCH)
        return [_visit(context, server, throttle, address) for address in addresses]


def _visit(context: BrowserContext, server: SiteServer, throttle: float, address: str) -> Visit:
    """Open the page and wait until Python is ready."""
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": throttle})
    server.requests.clear()
    page.wait_for_timeout(1000)  # the browser is done with the new page
    page.goto(address, wait_until="commit")
    page.wait_for_timeout(300)  # the first paint comes before what Playwright runs in the page
    page.locator("html[data-ready=true]").wait_for(state="attached", timeout=180_000)
    metrics = devtools.send("Performance.getMetrics")["metrics"]
    cpu = next(m["value"] for m in metrics if m["name"] == "TaskDuration") * 1000
    ready = page.evaluate("readyAt")
    paint = page.evaluate(
        "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
    )
    page.wait_for_load_state("networkidle")
    # A visit lasts some seconds: the service worker fills its cache, V8 what it has compiled.
    page.wait_for_timeout(4000)
    size = sum(request.size for request in server.requests)
    page.close()
    return Visit(paint, ready, cpu, size)


def median(visits: list[Visit]) -> Visit:
    """The median of each figure."""
    return Visit(
        statistics.median(v.paint for v in visits),
        statistics.median(v.ready for v in visits),
        statistics.median(v.cpu for v in visits),
        int(statistics.median(v.size for v in visits)),
    )


def main(arguments: list[str] | None = None) -> int:
    """Measure both pages and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=kinds.whole(1, 1000), default=7)
    parser.add_argument("--throttle", type=kinds.decimal(1, 100), default=1)
    parser.add_argument("--prefix", type=kinds.prefix, default="/game/")
    parser.add_argument("--site", type=kinds.site, help="a built site (default: build one)")
    parser.add_argument("--game", type=kinds.fragment, help="the record of the game that is left")
    parser.add_argument("--only", choices=("stock", "pyramid"))
    chosen = parser.parse_args(arguments)
    for option in ("site", "game"):
        if getattr(chosen, option) and chosen.only == "stock":
            parser.error(f"--{option} has no part in --only stock")
    seen: dict[tuple[str, str], list[Visit]] = {}
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        stock = Path(scratch, "stock")
        stock.mkdir()
        stock_site(stock)
        ours = chosen.site or Path(scratch, "_site")
        if chosen.site is None:
            build(ours)
        pages = {"stock": stock, "pyramid": ours}
        if chosen.only:
            pages = {chosen.only: pages[chosen.only]}
        servers = {name: SiteServer(root, chosen.prefix) for name, root in pages.items()}
        for server in servers.values():
            server.start()
        for number in range(chosen.rounds):
            for name, server in servers.items():
                profile = Path(scratch, f"profile-{name}-{number}")
                first = server.url + (
                    f"#{chosen.game}" if chosen.game and name == "pyramid" else ""
                )
                found = []
                for addresses in ((first,), (server.url,), (server.url, server.url)):
                    found += visits(playwright, server, profile, chosen.throttle, addresses)
                for kind, each in zip(KINDS, found, strict=True):
                    seen.setdefault((name, kind), []).append(each)
                shutil.rmtree(profile, ignore_errors=True)
        for server in servers.values():
            server.stop()
    _print(seen)
    return 0


def _print(seen: dict[tuple[str, str], list[Visit]]) -> None:
    print(f"{'':18}{'paint ms':>10}{'ready ms':>10}{'min':>8}{'CPU ms':>9}{'MB':>8}")
    for (name, kind), visits in seen.items():
        middle = median(visits)
        least = min(v.ready for v in visits)
        print(
            f"{name:8}{kind:10}{middle.paint:10.0f}{middle.ready:10.0f}{least:8.0f}"
            f"{middle.cpu:9.0f}{middle.size / 1e6:8.2f}"
        )
    for kind in KINDS:
        if ("stock", kind) in seen and ("pyramid", kind) in seen:
            ours, stock = median(seen["pyramid", kind]), median(seen["stock", kind])
            print(f"{kind}: {ours.ready / stock.ready:.2f} of stock's time, ", end="")
            print(f"{ours.cpu / stock.cpu:.2f} of its main-thread CPU")


if __name__ == "__main__":
    sys.exit(main())
