"""Writes `pyramid/proven_deals.py`: `.venv/bin/python -m tools.prove`. It takes a few minutes."""

from __future__ import annotations

import textwrap
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Final

from pyramid.deal import numbered
from pyramid.proven import FIRST
from pyramid.rules import PRESETS
from pyramid.solver import Budget, Verdict, solve

FILE = Path(__file__).resolve().parent.parent / "pyramid/proven_deals.py"
ENOUGH: Final = 1_000
"""Winnable deals for each preset: so many that hardly anyone meets one again."""

WORK: Final = Budget(nodes=20_000)
WIDTH = 92
TAIL = '"""Presets and those whose bits serve them too: the same deals were found winnable."""\n'
HEAD = '''"""Deals proven winnable under each preset, as the bits that `pyramid.proven` reads.

Made by `tools/prove.py`; a test proves a part of them again.
"""

from typing import Final

BITS: Final = {
'''


def main() -> None:
    """Find the deals and write the module."""
    with ProcessPoolExecutor() as pool:
        found = dict(zip(PRESETS, pool.map(winnable, PRESETS), strict=True))
    FILE.write_text(HEAD + listed(found), encoding="utf-8")


def listed(found: dict[str, int]) -> str:
    """The bits of each preset; presets with the same bits share them."""
    first: dict[int, str] = {}
    twins = {name: first.setdefault(bits, name) for name, bits in found.items()}
    entries = []
    for bits, name in first.items():
        lines = textwrap.wrap(f"{bits:x}", WIDTH)
        entries.append(f'    "{name}": """\n' + "\n".join(lines) + '\n""",\n')
    shared = "".join(f'    "{name}": "{own}",\n' for name, own in twins.items() if name != own)
    return "".join(entries) + "}\n\nTWINS: Final = {\n" + shared + "}\n" + TAIL


def winnable(name: str) -> int:
    """The first `ENOUGH` winnable deals from `FIRST` on, as bits."""
    bits, number = 0, 0
    while bits.bit_count() < ENOUGH:
        verdict = solve(numbered(PRESETS[name], FIRST + number), budget=WORK).verdict
        bits |= (verdict is Verdict.WON) << number
        number += 1
    return bits


if __name__ == "__main__":
    main()
