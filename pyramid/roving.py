"""Moving the keyboard's focus over the table by geometry: pure places, no pixels."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from typing import Final

from pyramid.position import ROW_OF


class Direction(StrEnum):
    """Where an arrow key points, by the key's own name."""

    LEFT = "ArrowLeft"
    RIGHT = "ArrowRight"
    UP = "ArrowUp"
    DOWN = "ArrowDown"


Spots = dict[str, tuple[int, int]]
"""Where places lie: half card widths from the middle, and rows from the top."""

_PYRAMID: Final[Spots] = {
    f"p{index}": (2 * (index - row * (row - 1) // 2) - (row - 1), row)
    for index, row in enumerate(ROW_OF)
}
_BELOW: Final[Spots] = {"stock": (2, 8), "draw": (3, 8), "waste-second": (4, 8), "waste": (6, 8)}
_BESIDE: Final[Spots] = {
    "stock": (-9, 1),
    "draw": (-9, 2),
    "waste-second": (-7, 1),
    "waste": (-6, 1),
}


@cache
def spots(*, is_wide: bool = False, is_mirrored: bool = False) -> Spots:
    """Where everything lies: the piles below the pyramid, or beside its upper rows on a wide
    screen; on the other side where the table is mirrored."""
    sign = -1 if is_mirrored else 1
    piles = _BESIDE if is_wide else _BELOW
    return _PYRAMID | {place: (sign * x, y) for place, (x, y) in piles.items()}


def stepped(stops: Sequence[str], at: str, direction: Direction, where: Spots) -> str:
    """The stop that an arrow key leads to from place `at`; `at` itself where nothing lies there."""
    x, y = where[at]
    match direction:
        case Direction.LEFT | Direction.RIGHT:
            sign = 1 if direction is Direction.RIGHT else -1
            ahead = {
                stop: (abs(where[stop][1] - y), sign * (where[stop][0] - x))
                for stop in stops
                if sign * (where[stop][0] - x) > 0 and abs(where[stop][1] - y) <= 1
            }
        case Direction.UP | Direction.DOWN:
            sign = 1 if direction is Direction.DOWN else -1
            ahead = {
                stop: (sign * (where[stop][1] - y), abs(where[stop][0] - x))
                for stop in stops
                if sign * (where[stop][1] - y) > 0
            }
    return min(ahead, key=lambda stop: (ahead[stop], where[stop]), default=at)


def nearest(stops: Sequence[str], at: str, where: Spots) -> str | None:
    """The stop nearest to a place that is no stop any more; None where there are none."""
    if at in stops:
        return at
    x, y = where.get(at, (0, 8))
    return min(
        stops,
        key=lambda stop: ((where[stop][0] - x) ** 2 + 4 * (where[stop][1] - y) ** 2, stop),
        default=None,
    )
