"""Write the drawn artwork, or check it.

python -m tools.faces            write the files
python -m tools.faces --check    fail when a file differs from what would be written
"""

from __future__ import annotations

import sys
from pathlib import Path

from .backs import fans, pyramids, sunburst
from .emblem import icon
from .sheet import cards, large_cards

ROOT = Path(__file__).resolve().parent.parent.parent
FILES = {
    "static/cards.svg": cards,
    "static/cards-large.svg": large_cards,
    "static/back-1.svg": sunburst,
    "static/back-2.svg": pyramids,
    "static/back-3.svg": fans,
    "static/icons/favicon.svg": icon,
}


def main(arguments: list[str]) -> int:
    stale = 0
    for name, draw in FILES.items():
        file, text = ROOT / name, draw()
        if "--check" not in arguments:
            file.write_text(text, encoding="utf-8")
        elif not file.exists() or file.read_text(encoding="utf-8") != text:
            print(f"{name} is not what tools/faces draws", file=sys.stderr)
            stale = 1
    return stale


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
