"""The two sheets of cards, classic and in large print: every face as a symbol of an SVG file.

Two, since a page shows the one or the other, and what it does not show would only delay it.

`currentColor` is the suit's colour, and the paper's is a custom property with a default: these two
are the page's own. The index stands at the top, large: it is what shows of a covered card.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .aces import ace
from .courts import bust, court
from .letters import rank
from .outline import FINE, HEIGHT, WIDTH, Shape, total
from .paint import Coat
from .suits import pip

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

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
        yield from ace(suit_name)
    else:
        yield Coat(pips(rank_name, suit_name), "currentColor")
    yield Coat(index(rank_name, suit_name), "currentColor")


def large(rank_name: str, suit_name: str) -> Iterator[Coat]:
    """The face in large print: rank and suit fill the part that shows of a covered card."""
    if rank_name in "JQK":
        yield from bust(rank_name, suit_name)
    else:
        yield Coat(pip(suit_name, MIDDLE, 248, 150), "currentColor")
    yield Coat(
        rank(rank_name, 124, 75, 20, 116) + pip(suit_name, 190, 82, 92),
        "currentColor",
    )


def elements(coats: Iterable[Coat]) -> str:
    """The coats as SVG; a fill and the outline that follows it at once share one element."""
    drawn: list[tuple[Shape, dict[str, str]]] = []
    for coat in coats:
        if not coat.pen:
            drawn.append((coat.shape, {"fill": coat.colour}))
            continue
        paint = {"stroke": coat.colour, "stroke-width": f"{coat.pen * FINE:g}"}
        if drawn and drawn[-1][0] == coat.shape and "stroke" not in drawn[-1][1]:
            drawn[-1][1].update(paint)
        else:
            drawn.append((coat.shape, {"fill": "none", **paint}))
    return "".join(_element(shape, paint) for shape, paint in drawn)


def _element(shape: Shape, paint: dict[str, str]) -> str:
    attributes = " ".join(f'{name}="{value}"' for name, value in paint.items())
    return f'<path {attributes} d="{shape.d()}"/>'


def cards() -> str:
    """The whole of cards.svg."""
    return _sheet(face)


def large_cards() -> str:
    """The whole of cards-large.svg."""
    return _sheet(large)


def _sheet(draw: Callable[[str, str], Iterable[Coat]]) -> str:
    box = f'viewBox="0 0 {WIDTH * FINE} {HEIGHT * FINE}"'
    lines = ['<svg xmlns="http://www.w3.org/2000/svg">']
    for s in SUITS:
        for r in RANKS:
            drawn = elements(draw(r, s))
            lines.append(f'<symbol id="{r}{s}" {box} stroke-linejoin="round">{drawn}</symbol>')
    return "\n".join([*lines, "</svg>", ""])
