"""The deck as one pool: what could be won if every card of it could be played at any time.

That is easier than any real game and quickly searched, since only the numbers of cards of each
rank count. Where even this is lost, the game is.

Two ranks that go together are *free* where the deck has a partner for each of their cards in the
pyramid: those go with it as soon as they are exposed, like Kings. Elsewhere some of the pairs have
to be found within the pyramid. A card and one that has to go before it are none, so that there
may be too few of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pyramid.cards import KING, THIRTEEN
from pyramid.deal import PYRAMID_SIZE
from pyramid.position import COVERS, PYRAMID_MASK
from pyramid.solver.table import BARE, NEVER, STOCK_SIZE, UNDER, bare, overlapped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyramid.deal import Deal

BITS: Final = 3
"""Room for the number of cards of one rank."""
SOME: Final = (1 << BITS) - 1


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
        in_pyramid = [0] * (KING + 1)
        for index in range(PYRAMID_SIZE):
            in_pyramid[self.ranks[index]] |= 1 << index
        self._kings = in_pyramid[KING]
        # For two ranks that go together: where they are in the pyramid and among the counts.
        self._groups = [
            (in_pyramid[rank], in_pyramid[THIRTEEN - rank], BITS * rank, BITS * (THIRTEEN - rank))
            for rank in range(1, 7)
        ]
        # For each card of the pyramid, those it could go with.
        self._mates = [
            in_pyramid[THIRTEEN - rank] & ~self._apart(index)
            for index, rank in enumerate(self.ranks[:PYRAMID_SIZE])
        ]
        self._most: dict[int, int] = {0: 0}
        self._counts: dict[int, int] = {}
        self._known: dict[tuple[int, int], bool] = {}
        self._fewest_known: dict[tuple[int, int], int] = {}

    def _apart(self, index: int) -> int:
        """The cards that have to be gone before one is exposed, and cannot go with it."""
        covers = sum(1 << cover for cover in COVERS[index]) if self._overlap else 0
        return UNDER[index] & ~covers

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
        numbers = [counts >> BITS * rank & SOME for rank in range(KING)]
        return sum(numbers) // 2 if self._all else 0

    def wins(self, pyramid: int, counts: int) -> bool:
        """Whether the pyramid could be cleared with so many cards of each rank."""
        key = pyramid, counts
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._search(pyramid, counts)
        return known

    def _search(self, pyramid: int, counts: int) -> bool:
        free = self._kings
        for ones, others, one, other in self._groups:
            cards, mates = pyramid & ones, pyramid & others
            within = max(
                cards.bit_count() - (counts >> other & SOME),
                mates.bit_count() - (counts >> one & SOME),
            )
            if within > 0:
                if self._most_within(cards | mates) < within:
                    return False
            elif not self._all:
                free |= cards | mates
            elif within < 0 and not self._pairs:
                return False
        ranks = self.ranks
        while going := BARE[PYRAMID_MASK ^ pyramid] & pyramid & free:
            pyramid ^= going
            while going:
                card = going & -going
                going ^= card
                rank = ranks[card.bit_length() - 1]
                if rank != KING:
                    counts -= 1 << BITS * (THIRTEEN - rank)
        if not pyramid:
            return not self._all or self._deck_goes(counts)
        return any(self.wins(*after) for after in self.removals(pyramid, counts))

    def _most_within(self, cards: int) -> int:
        """How many pairs there could be at most of these cards of two ranks in the pyramid."""
        most = self._most.get(cards)
        if most is None:
            one = cards & -cards
            others = cards ^ one
            most = self._most_within(others)
            mates = others & self._mates[one.bit_length() - 1]
            while mates:
                mate = mates & -mates
                mates ^= mate
                most = max(most, 1 + self._most_within(others ^ mate))
            self._most[cards] = most
        return most

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
            if counts >> BITS * partner & SOME:
                yield pyramid ^ 1 << index, counts - (1 << BITS * partner)
        for low, high in overlapped(pyramid) if self._overlap else ():
            if ranks[low] + ranks[high] == THIRTEEN:
                yield pyramid ^ 1 << low ^ 1 << high, counts

    def _deck_goes(self, counts: int) -> bool:
        """Whether the deck could be cleared by itself."""
        numbers = [counts >> BITS * rank & SOME for rank in range(KING)]
        if self._pairs:
            return numbers[1:7] == numbers[:6:-1]
        return not any(numbers)
