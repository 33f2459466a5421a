"""How fast the solver is: `python -m tests.bench_solver [--deals N] [--shortest N]`.

Prints every figure; asserts nothing, since machines differ. The published deals are read beside
the project, where they are.
"""

from __future__ import annotations

import argparse
import gc
import re
import sys
import time
from statistics import median
from typing import TYPE_CHECKING

from pyramid.deal import Deal, numbered, parse_layout
from pyramid.rules import PRESETS
from pyramid.solver import Verdict, shortest, solve
from tests.test_solver_data import PUBLISHED, published

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from pyramid.solver import Shortest, Solution


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=count, default=1000, help="random deals in each preset")
    parser.add_argument("--shortest", type=count, default=100, help="published deals to shorten")
    parser.add_argument("--preset", choices=PRESETS, help="one preset only")
    options = parser.parse_args(arguments)
    gc.freeze()
    calibrate()
    if PUBLISHED.is_dir() and not options.preset:
        decks = [Deal(PRESETS["threepass"], parse_layout(row.deck)) for row in published()]
        measure("published, threepass", solve, decks)
        measure("published, --shortest", shortest, decks[: options.shortest])
    for name in [options.preset] if options.preset else PRESETS:
        deals = [numbered(PRESETS[name], seed) for seed in range(options.deals)]
        measure(name, solve, deals)


def count(text: str) -> int:
    if not re.fullmatch("[0-9]{1,6}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of deals")
    return int(text)


def calibrate() -> None:
    """A fixed piece of work, to tell a busy machine from a slow solver."""
    start = time.perf_counter()
    total = 0
    for number in range(2_000_000):
        total += number & 3
    print(f"two million loops: {1000 * (time.perf_counter() - start):.0f} ms")


def measure(name: str, find: Callable[[Deal], Solution | Shortest], deals: Iterable[Deal]) -> None:
    times, nodes, verdicts = [], [], []
    for deal in deals:
        start = time.process_time()
        found = find(deal)
        times.append(1000 * (time.process_time() - start))
        nodes.append(found.nodes)
        verdicts.append(found.verdict)
    if not times:
        return
    times.sort()
    nodes.sort()
    last = len(times) - 1
    print(
        f"{name}: {len(times)} deals in {sum(times) / 1000:.2f} s;"
        f" won {verdicts.count(Verdict.WON)}, lost {verdicts.count(Verdict.LOST)},"
        f" unknown {verdicts.count(Verdict.UNKNOWN)};"
        f" ms median {median(times):.2f}, p99 {times[min(last, len(times) * 99 // 100)]:.0f},"
        f" max {times[-1]:.0f}; nodes median {median(nodes):.0f},"
        f" p99 {nodes[min(last, len(nodes) * 99 // 100)]}, max {nodes[-1]}",
        flush=True,
    )


if __name__ == "__main__":
    main(sys.argv[1:])
