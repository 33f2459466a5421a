"""Coats of paint, and the colours that all cards share.

Two belong to the page, which has other suits and other paper for those who ask. The browser looks
such colours up for each shape anew, so all others are as they are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .outline import Shape

SUIT = "currentColor"
PAPER = "var(--card,#fffdf8)"
INK = "#23201c"
GOLD = "#e6b34a"
BRASS = "#b57f22"
CREAM = "#fbf3df"
GROUND = "#f3e7c9"
RAY = "#e6d3a3"
NIGHT = "#262b3f"
LOCK = "#434b6b"


@dataclass(frozen=True)
class Coat:
    """One shape in one colour, filled or (with a pen) only outlined."""

    shape: Shape
    colour: str
    pen: float = 0


def outlined(shape: Shape, colour: str, pen: float = 2) -> list[Coat]:
    return [Coat(shape, colour), Coat(shape, INK, pen)]
