"""The two deck cards that lie lowest, when three are drawn at once from a closed stock.

The lowest card is never on top of a draw. In the pass in which it goes, all that was drawn has
gone before it: at least two cards, and of the last two the later drawn went first, unless that was
the last card of the deck, drawn alone. No other deck card goes between those two and it.
Likewise the second lowest goes right after one card. Many a deal that could be won if the deck
were a pool is lost for want of such a chain.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from pyramid.cards import KING, THIRTEEN
from pyramid.deal import PYRAMID_SIZE
from pyramid.solver.table import STOCK_SIZE, bare

if TYPE_CHECKING:
    from pyramid.solver.pool import Pool

Ranks = tuple[int, ...]


class Lowest:
    """What the lowest deck cards leave of the hope that a pool gives."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._ranks = pool.ranks[PYRAMID_SIZE:]
        self._one = [pool.count(1 << place) for place in range(STOCK_SIZE)]
        self._known: dict[tuple[int, int, int], bool] = {}
        self._wanted: dict[int, int] = {}
        self._chained: dict[tuple[int, int, Ranks, bool], bool] = {}

    def could_win(self, pyramid: int, deck: int, top: int) -> bool:
        """Whether the pyramid could be cleared, the stock's top being at place `top`."""
        lowest = deck & -deck
        others = deck ^ lowest
        second = others & -others
        if not others ^ second:
            return self._pool.could_win(pyramid, deck)
        # On the waste, cards above may have gone in this pass: then nothing is known.
        waste = deck & ((1 << top) - 1)
        above = waste & ~lowest
        bound = lowest if not waste or above & (above - 1) else 0
        if not waste & second or waste & ~lowest & ~second:
            bound |= second
        key = pyramid, deck, bound
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._could_win(pyramid, deck, bound, lowest, second)
        return known

    def _could_win(self, pyramid: int, deck: int, bound: int, lowest: int, second: int) -> bool:
        pool = self._pool
        if not pool.could_win(pyramid, deck):
            return False
        if pool.could_win(pyramid, deck & ~bound):
            return True
        # The second after one other, the lowest left alone; or the lowest after two others.
        return (
            bool(bound & second)
            and self._goes_after(pyramid, deck & ~bound, deck & ~lowest & ~second, second, 1)
        ) or (
            bool(bound & lowest)
            and self._goes_after(pyramid, deck & ~lowest, deck & ~lowest, lowest, 2)
        )

    def _goes_after(self, pyramid: int, free: int, above: int, last: int, number: int) -> bool:
        """Whether a win is left in which so many cards go right before `last`, all free cards but
        those being a pool. Nothing may stay between, so each card there has to be wanted."""
        wanted = self._wanted.get(pyramid)
        if wanted is None:
            wanted = self._wanted[pyramid] = self._wanted_by(pyramid)
        staying = above & ~wanted
        run = above & (staying & -staying) - 1 if staying else above
        places = [place for place in range(STOCK_SIZE) if run >> place & 1]
        counts, ranks, one = self._pool.count(free), self._ranks, self._one
        final: Ranks = (ranks[last.bit_length() - 1],)
        for chosen in combinations(places, number):
            left = counts
            turn = final
            for place in chosen:
                left -= one[place]
                turn = ranks[place], *turn
            if self._goes(pyramid, left, turn, started=False):
                return True
            # The upper goes first, unless the last card of the deck is drawn alone: and any card
            # may be the last, where all above it may have gone.
            if not staying and number > 1:
                turn = *(ranks[place] for place in chosen), *final
                if self._goes(pyramid, left, turn, started=False):
                    return True
        return False

    def _wanted_by(self, pyramid: int) -> int:
        """The deck cards that a card of the pyramid could go with, and the Kings."""
        ranks = self._pool.ranks
        wanted = {THIRTEEN - ranks[i] for i in range(PYRAMID_SIZE) if pyramid >> i & 1} | {KING}
        return sum(
            1 << place for place in range(STOCK_SIZE) if ranks[PYRAMID_SIZE + place] in wanted
        )

    def _goes(self, pyramid: int, counts: int, ranks: Ranks, *, started: bool) -> bool:
        """Whether a win is left in which cards of these ranks go in turn, once started with no
        other deck card between."""
        if not ranks or not pyramid:
            return self._pool.wins(pyramid, counts)
        key = pyramid, counts, ranks, started
        known = self._chained.get(key)
        if known is None:
            known = self._chained[key] = self._search(pyramid, counts, ranks, started=started)
        return known

    def _search(self, pyramid: int, counts: int, ranks: Ranks, *, started: bool) -> bool:
        if ranks[0] == KING and self._goes(pyramid, counts, ranks[1:], started=True):
            return True
        wanted = THIRTEEN - ranks[0]
        for index in bare(pyramid):
            after = pyramid ^ 1 << index
            if self._pool.ranks[index] == wanted and self._goes(
                after, counts, ranks[1:], started=True
            ):
                return True
        return any(
            self._goes(after, left, ranks, started=started)
            for after, left in self._pool.removals(pyramid, counts)
            if left == counts or not started
        )
