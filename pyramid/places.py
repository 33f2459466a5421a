"""Where each card lies, and whether the player can see it."""

from __future__ import annotations

from typing import Final

from pyramid.deal import PYRAMID_SIZE, Deal
from pyramid.position import COVERS, Position

WASTE: Final = "waste"
STOCK: Final = "stock"
FOUNDATION: Final = "foundation"
WASTE_SECOND: Final = "waste-second"
"""The card under the waste's top, where those two may pair with each other."""
WASTE_UNDER: Final = "waste-under"
STOCK_UNDER: Final = "stock-under"


def place(deal: Deal, position: Position, index: int) -> str:
    """The place of card `index`: `p0`-`p27`, `waste`, `stock` (an open stock's top), `foundation`,
    or one of the places under another card."""
    if not position.has(index):
        return FOUNDATION
    if index < PYRAMID_SIZE:
        return f"p{index}"
    if index >= position.next:
        is_top = deal.rules.open_stock and index == position.next
        return STOCK if is_top else STOCK_UNDER
    waste = position.waste
    if index == waste[-1]:
        return WASTE
    if deal.rules.waste_pairs and not deal.rules.open_stock and index == waste[-2]:
        return WASTE_SECOND
    return WASTE_UNDER


def is_seen(deal: Deal, position: Position, index: int) -> bool:
    """Whether the player sees the face of card `index`."""
    match place(deal, position, index):
        case "stock-under" | "waste-under":
            return False
        case "waste" | "waste-second" | "stock" | "foundation":
            return True
        case _:
            return not deal.rules.is_hidden or position.is_exposed(index)


def covers_left(position: Position, index: int) -> tuple[int, ...]:
    """The cards that still cover pyramid card `index`; none for a deck card."""
    if index >= PYRAMID_SIZE:
        return ()
    return tuple(cover for cover in COVERS[index] if position.has(cover))
