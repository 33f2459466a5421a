"""Points: always counted afresh from the positions passed through, so undo is exact."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pyramid.deal import DECK_SIZE, PYRAMID_SIZE, Deal
from pyramid.position import PYRAMID_MASK, ROW_OF, Position
from pyramid.rules import Scoring

CLEARED: Final = 100
"""House: for clearing the pyramid, plus `STOCK_CARD` for each card in the stock just then."""
STOCK_CARD: Final = 10
HOUSE_CARD: Final = 5
"""House: a King 5, a pair 10: 5 for each card gone."""
REMOVAL: Final = 5
"""Microsoft: a King 5, a pair 5."""
ROW_POINTS: Final = (500, 250, 150, 100, 75, 50, 25)
"""Microsoft: for each row cleared, the apex first."""
PAR_BY_PASS: Final = (50, 35, 20)
"""Par: for the pyramid cleared in pass 1, 2, and 3 or later."""


def score(deal: Deal, positions: Sequence[Position]) -> int:
    """Points of the game that went through `positions`, the start first, under its own scoring."""
    now = positions[-1]
    match deal.rules.scoring:
        case Scoring.HOUSE:
            return HOUSE_CARD * _gone(now) + clearing_bonus(deal, positions)
        case Scoring.MICROSOFT:
            rows = (
                points
                for row, points in enumerate(ROW_POINTS, 1)
                if not any(now.has(i) for i in range(PYRAMID_SIZE) if ROW_OF[i] == row)
            )
            return sum(rows) + REMOVAL * _removals(deal, now)
        case Scoring.PAR:
            cards_left = now.left.bit_count()
            cleared = _at_clearing(positions)
            if cleared is None:
                return -cards_left
            return PAR_BY_PASS[min(cleared.redeals, len(PAR_BY_PASS) - 1)] - cards_left
        case Scoring.CARDS:
            return _gone(now)


def clearing_bonus(deal: Deal, positions: Sequence[Position]) -> int:
    """House scoring's part for the cleared pyramid and the stock left at that moment, else 0."""
    cleared = _at_clearing(positions)
    if deal.rules.scoring is not Scoring.HOUSE or cleared is None:
        return 0
    return CLEARED + STOCK_CARD * len(cleared.stock)


def _at_clearing(positions: Sequence[Position]) -> Position | None:
    """The first position without a pyramid."""
    if positions[-1].left & PYRAMID_MASK:
        return None
    return next(position for position in positions if not position.left & PYRAMID_MASK)


def _gone(position: Position) -> int:
    return DECK_SIZE - position.left.bit_count()


def _removals(deal: Deal, position: Position) -> int:
    """How many Kings and pairs are gone."""
    kings = sum(not position.has(index) for index, card in enumerate(deal.cards) if card.is_king)
    return kings + (_gone(position) - kings) // 2
