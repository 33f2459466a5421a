"""The deck as one pool: what could be won if every card of it could be played at any time.

That is easier than any real game and quickly searched, since only the numbers of cards of each
rank count. Where even this is lost, the game is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyramid.cards import KING, THIRTEEN
from pyramid.deal import PYRAMID_SIZE
from pyramid.solver.table import NEVER, STOCK_SIZE, bare, overlapped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyramid.deal import Deal

BITS = 3
"""Room for the number of cards of one rank."""


class Pool:
    """Remembers what is known of a deal's pyramids with pools of deck cards."""

    def __init__(self, deal: Deal, *, pyramid_only: bool) -> None:
        rules = deal.rules
        self.ranks = [card.rank for card in deal.cards]
        self._all, self._pairs = not pyramid_only, rules.waste_pairs
        self._overlap = rules.overlap
        self._of_rank = [0] * (KING + 1)
        for place in range(STOCK_SIZE):
            self._of_rank[self.ranks[PYRAMID_SIZE + place]] |= 1 << place
        self._counts: dict[int, int] = {}
        self._known: dict[tuple[int, int], bool] = {}
        self._fewest_known: dict[tuple[int, int], int] = {}

    def could_win(self, pyramid: int, deck: int) -> bool:
        """Whether the pyramid (and the deck, where it has to go too) could be cleared."""
        return self.wins(pyramid, self.count(deck))

    def fewest(self, pyramid: int, deck: int) -> int:
        """How many removals that would take at least; `NEVER` if it cannot be done."""
        kings = (deck & self._of_rank[KING]).bit_count() if self._all else 0
        return kings + self._fewest(pyramid, self.count(deck))

    def count(self, deck: int) -> int:
        """The number of deck cards of each rank but King, in one word."""
        counts = self._counts.get(deck)
        if counts is None:
            counts = self._counts[deck] = sum(
                (deck & self._of_rank[rank]).bit_count() << BITS * rank for rank in range(1, KING)
            )
        return counts

    def _fewest(self, pyramid: int, counts: int) -> int:
        if not self.wins(pyramid, counts):
            return NEVER
        key = pyramid, counts
        known = self._fewest_known.get(key)
        if known is None:
            known = (
                1 + min(self._fewest(*after) for after in self.removals(pyramid, counts))
                if pyramid
                else self._rest(counts)
            )
            self._fewest_known[key] = known
        return known

    def _rest(self, counts: int) -> int:
        """The pairs of a deck that goes by itself, where it has to go."""
        numbers = [counts >> BITS * rank & 7 for rank in range(KING)]
        return sum(numbers) // 2 if self._all else 0

    def wins(self, pyramid: int, counts: int) -> bool:
        """Whether the pyramid could be cleared with so many cards of each rank."""
        key = pyramid, counts
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._search(pyramid, counts)
        return known

    def _search(self, pyramid: int, counts: int) -> bool:
        if not pyramid:
            return not self._all or self._deck_goes(counts)
        return any(self.wins(*after) for after in self.removals(pyramid, counts))

    def removals(self, pyramid: int, counts: int) -> Iterator[tuple[int, int]]:
        """What each removal leaves; a King goes before all else."""
        ranks, cards = self.ranks, bare(pyramid)
        for index in cards:
            if ranks[index] == KING:
                yield pyramid ^ 1 << index, counts
                return
        for place, index in enumerate(cards):
            partner = THIRTEEN - ranks[index]
            for other in cards[place + 1 :]:
                if ranks[other] == partner:
                    yield pyramid ^ 1 << index ^ 1 << other, counts
            if counts >> BITS * partner & 7:
                yield pyramid ^ 1 << index, counts - (1 << BITS * partner)
        for low, high in overlapped(pyramid) if self._overlap else ():
            if ranks[low] + ranks[high] == THIRTEEN:
                yield pyramid ^ 1 << low ^ 1 << high, counts

    def _deck_goes(self, counts: int) -> bool:
        """Whether the deck could be cleared by itself."""
        numbers = [counts >> BITS * rank & 7 for rank in range(KING)]
        if self._pairs:
            return numbers[1:7] == numbers[:6:-1]
        return not any(numbers)
