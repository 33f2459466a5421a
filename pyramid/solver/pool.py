"""The deck as one pool: what could be won if every card of it could be played at any time.

That is easier than any real game and quickly searched, since only the numbers of cards of each
rank count. Where even this is lost, the game is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyramid.cards import KING, THIRTEEN
from pyramid.deal import PYRAMID_SIZE
from pyramid.rules import Goal
from pyramid.solver.table import STOCK_SIZE, bare, overlapped

if TYPE_CHECKING:
    from pyramid.deal import Deal

BITS = 3
"""Room for the number of cards of one rank."""


class Pool:
    """Remembers what is known of a deal's pyramids with pools of deck cards."""

    def __init__(self, deal: Deal) -> None:
        rules = deal.rules
        self._ranks = [card.rank for card in deal.cards]
        self._all, self._pairs = rules.goal is Goal.ALL, rules.waste_pairs
        self._overlap = rules.overlap
        self._of_rank = [0] * (KING + 1)
        for place in range(STOCK_SIZE):
            self._of_rank[self._ranks[PYRAMID_SIZE + place]] |= 1 << place
        self._counts: dict[int, int] = {}
        self._known: dict[tuple[int, int], bool] = {}

    def could_win(self, pyramid: int, deck: int) -> bool:
        """Whether the pyramid (and the deck, where it has to go too) could be cleared."""
        counts = self._counts.get(deck)
        if counts is None:
            counts = self._counts[deck] = sum(
                (deck & self._of_rank[rank]).bit_count() << BITS * rank for rank in range(1, KING)
            )
        return self._wins(pyramid, counts)

    def _wins(self, pyramid: int, counts: int) -> bool:
        key = pyramid, counts
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._search(pyramid, counts)
        return known

    def _search(self, pyramid: int, counts: int) -> bool:
        if not pyramid:
            return not self._all or self._deck_goes(counts)
        ranks, cards = self._ranks, bare(pyramid)
        for index in cards:
            if ranks[index] == KING:
                return self._wins(pyramid ^ 1 << index, counts)
        for place, index in enumerate(cards):
            partner = THIRTEEN - ranks[index]
            for other in cards[place + 1 :]:
                if ranks[other] == partner and self._wins(
                    pyramid ^ 1 << index ^ 1 << other, counts
                ):
                    return True
            if counts >> BITS * partner & 7 and self._wins(
                pyramid ^ 1 << index, counts - (1 << BITS * partner)
            ):
                return True
        return self._overlap and any(
            ranks[low] + ranks[high] == THIRTEEN
            and self._wins(pyramid ^ 1 << low ^ 1 << high, counts)
            for low, high in overlapped(pyramid)
        )

    def _deck_goes(self, counts: int) -> bool:
        """Whether the deck could be cleared by itself."""
        numbers = [counts >> BITS * rank & 7 for rank in range(KING)]
        if self._pairs:
            return numbers[1:7] == numbers[:6:-1]
        return not any(numbers)
