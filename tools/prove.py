"""Writes `pyramid/proven.py`: `.venv/bin/python -m tools.prove`."""

from __future__ import annotations

import textwrap
from pathlib import Path
from random import Random

from pyramid.deal import numbered
from pyramid.rules import PRESETS, Rules
from pyramid.solver import Budget, Verdict, solve

FILE = Path(__file__).resolve().parent.parent / "pyramid/proven.py"
EACH = 32
HEAD = '''"""Deal numbers proven winnable, a few for each preset.

For the first visit's first deal, and where no solver runs. Made by `tools/prove.py`; a test
proves them again.
"""

from typing import Final

_NUMBERS: Final = {
'''
TAIL = '''}

PROVEN: Final = {name: tuple(map(int, text.split())) for name, text in _NUMBERS.items()}
"""Winnable deal numbers by the preset's id."""
'''
WIDTH = 92


def main() -> None:
    """Find the numbers and write the module."""
    entries = []
    for name, rules in PRESETS.items():
        lines = textwrap.wrap(" ".join(map(str, proven(rules))), WIDTH)
        entries.append(f'    "{name}": """\n' + "\n".join(lines) + '\n""",\n')
    FILE.write_text(HEAD + "".join(entries) + TAIL, encoding="utf-8")


def proven(rules: Rules) -> tuple[int, ...]:
    """The first winnable deal numbers of a fixed random sequence."""
    random = Random(rules.id)
    found: list[int] = []
    while len(found) < EACH:
        seed = random.randrange(10**6)
        if solve(numbered(rules, seed), budget=Budget(seconds=1)).verdict is Verdict.WON:
            found.append(seed)
    return tuple(found)


if __name__ == "__main__":
    main()
