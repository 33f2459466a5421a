"""Coats of paint, and the colours that all cards share.

Each colour is a custom property of the page with a default, so that a style sheet can repaint it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .outline import Shape

SUIT = "currentColor"
PAPER = "var(--card,#fffdf8)"
INK = "var(--court-ink,#23201c)"
GOLD = "var(--court-gold,#e6b34a)"
BRASS = "var(--court-brass,#b57f22)"
CREAM = "var(--court-cream,#fbf3df)"
GROUND = "var(--court-ground,#f3e7c9)"
RAY = "var(--court-ray,#e6d3a3)"
NIGHT = "var(--court-night,#262b3f)"
LOCK = "var(--court-lock,#434b6b)"


@dataclass(frozen=True)
class Coat:
    """One shape in one colour, filled or (with a pen) only outlined."""

    shape: Shape
    colour: str
    pen: float = 0


def outlined(shape: Shape, colour: str, pen: float = 2) -> list[Coat]:
    return [Coat(shape, colour), Coat(shape, INK, pen)]
