"""The sheet of cards: every face as a symbol of one SVG file.

`currentColor` is the suit's colour; each other colour is a custom property with a default, so that
the page's style sheet can repaint a card. The index stands at the top, large: it is what shows of a
covered card.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .courts import Coat, court
from .letters import rank
from .outline import HEIGHT, WIDTH, Shape, total
from .suits import pip

if TYPE_CHECKING:
    from collections.abc import Iterator

RANKS = "A23456789TJQK"
SUITS = "cdhs"
LEFT, MIDDLE, RIGHT = 87.0, 125.0, 163.0
CENTRE = HEIGHT / 2
HIGH, LOW = 65.0, 138.3  # where the rows of four begin

# The pips of the upper half (and of the middle, which stand alone).
PIPS: dict[str, tuple[tuple[float, float], ...]] = {
    "2": ((MIDDLE, 75),),
    "3": ((MIDDLE, 75), (MIDDLE, CENTRE)),
    "4": ((LEFT, 75), (RIGHT, 75)),
    "5": ((LEFT, 75), (RIGHT, 75), (MIDDLE, CENTRE)),
    "6": ((LEFT, 75), (RIGHT, 75), (LEFT, CENTRE), (RIGHT, CENTRE)),
    "7": ((LEFT, 75), (RIGHT, 75), (LEFT, CENTRE), (RIGHT, CENTRE), (MIDDLE, 125)),
    "8": ((LEFT, 75), (RIGHT, 75), (LEFT, CENTRE), (RIGHT, CENTRE), (MIDDLE, 125)),
    "9": ((LEFT, HIGH), (RIGHT, HIGH), (LEFT, LOW), (RIGHT, LOW), (MIDDLE, CENTRE)),
    "T": ((LEFT, HIGH), (RIGHT, HIGH), (LEFT, LOW), (RIGHT, LOW), (MIDDLE, 101.6)),
}


def pips(rank_name: str, suit_name: str) -> Shape:
    """The pips of a number card; those below the middle stand on their heads."""

    def place(x: float, y: float) -> Shape:
        one = pip(suit_name, x, y, 45)
        alone = y == CENTRE or (rank_name == "7" and x == MIDDLE)
        return one if alone else one.both_ways()

    return total(place(x, y) for x, y in PIPS[rank_name])


def index(rank_name: str, suit_name: str) -> Shape:
    return (rank(rank_name, 66, 36, 15, 50) + pip(suit_name, 36, 108, 42)).both_ways()


def face(rank_name: str, suit_name: str) -> Iterator[Coat]:
    """The classic face."""
    if rank_name in "JQK":
        yield from court(rank_name, suit_name)
    elif rank_name == "A":
        yield Coat(pip(suit_name, MIDDLE, CENTRE, 136), "currentColor")
    else:
        yield Coat(pips(rank_name, suit_name), "currentColor")
    yield Coat(index(rank_name, suit_name), "currentColor")


def large(rank_name: str, suit_name: str) -> Iterator[Coat]:
    """The face in large print."""
    yield Coat(
        rank(rank_name, 118, 78, 22, 112)
        + pip(suit_name, 192, 80, 88)
        + pip(suit_name, 125, 246, 150),
        "currentColor",
    )


def _element(coat: Coat) -> str:
    d = coat.shape.d()
    if coat.pen:
        return (
            f'<path fill="none" stroke="{coat.colour}" stroke-width="{coat.pen:g}" '
            f'stroke-linejoin="round" d="{d}"/>'
        )
    return f'<path fill="{coat.colour}" d="{d}"/>'


def cards() -> str:
    """The whole of cards.svg."""
    lines = ['<svg xmlns="http://www.w3.org/2000/svg">']
    for s in SUITS:
        for r in RANKS:
            for name, coats in ((r + s, face(r, s)), (f"{r}{s}-large", large(r, s))):
                drawn = "".join(map(_element, coats))
                lines.append(f'<symbol id="{name}" viewBox="0 0 {WIDTH} {HEIGHT}">{drawn}</symbol>')
    return "\n".join([*lines, "</svg>", ""])
