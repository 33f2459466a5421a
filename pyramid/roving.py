"""Moving the keyboard's focus over the table by geometry: pure places, no pixels."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from pyramid.position import ROW_OF


class Direction(StrEnum):
    """Where an arrow key points, by the key's own name."""

    LEFT = "ArrowLeft"
    RIGHT = "ArrowRight"
    UP = "ArrowUp"
    DOWN = "ArrowDown"


# Half card widths from the middle, and rows from the top; the piles lie below the pyramid.
_PILE_ROW: Final = 8
_PLACES: Final[dict[str, tuple[int, int]]] = {
    "stock": (-4, _PILE_ROW),
    "draw": (-3, _PILE_ROW),
    "waste-second": (-1, _PILE_ROW),
    "waste": (0, _PILE_ROW),
} | {
    f"p{index}": (2 * (index - row * (row - 1) // 2) - (row - 1), row)
    for index, row in enumerate(ROW_OF)
}


def stepped(stops: Sequence[str], at: str, direction: Direction) -> str:
    """The stop that an arrow key leads to from place `at`; `at` itself where nothing lies there."""
    x, y = _PLACES[at]
    match direction:
        case Direction.LEFT | Direction.RIGHT:
            sign = 1 if direction is Direction.RIGHT else -1
            ahead = {
                stop: (abs(_PLACES[stop][1] - y), sign * (_PLACES[stop][0] - x))
                for stop in stops
                if sign * (_PLACES[stop][0] - x) > 0 and abs(_PLACES[stop][1] - y) <= 1
            }
        case Direction.UP | Direction.DOWN:
            sign = 1 if direction is Direction.DOWN else -1
            ahead = {
                stop: (sign * (_PLACES[stop][1] - y), abs(_PLACES[stop][0] - x))
                for stop in stops
                if sign * (_PLACES[stop][1] - y) > 0
            }
    return min(ahead, key=lambda stop: (ahead[stop], _PLACES[stop]), default=at)


def nearest(stops: Sequence[str], at: str) -> str | None:
    """The stop nearest to a place that is no stop any more; None where there are none."""
    if at in stops:
        return at
    x, y = _PLACES.get(at, (0, _PILE_ROW))
    return min(
        stops,
        key=lambda stop: ((_PLACES[stop][0] - x) ** 2 + 4 * (_PLACES[stop][1] - y) ** 2, stop),
        default=None,
    )
