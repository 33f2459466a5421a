"""Write the drawn artwork, or check it.

python -m tools.faces            write the files
python -m tools.faces --check    fail when a file differs from what would be written
"""

from __future__ import annotations

import sys
from pathlib import Path

from .backs import fans, pyramids, sunburst
from .emblem import icon
from .felt import felt
from .sheet import cards, large_cards

ROOT = Path(__file__).resolve().parent.parent.parent
DRAWN = {
    "static/cards.svg": cards,
    "static/cards-large.svg": large_cards,
    "static/back-1.svg": sunburst,
    "static/back-2.svg": pyramids,
    "static/back-3.svg": fans,
    "static/icons/favicon.svg": icon,
}
FILES = {name: draw().encode() for name, draw in DRAWN.items()} | {"static/felt.png": felt()}


def main(arguments: list[str]) -> int:
    stale = 0
    for name, data in FILES.items():
        file = ROOT / name
        if "--check" not in arguments:
            file.write_bytes(data)
        elif not file.exists() or file.read_bytes() != data:
            print(f"{name} is not what tools/faces draws", file=sys.stderr)
            stale = 1
    return stale


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
