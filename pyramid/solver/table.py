"""A deal and a position as small numbers, the way the solver's inner loops want them.

Pyramid cards are bits 0-27 of one word, deck cards bits 0-23 of another: a browser's Python is
quick with whole numbers below 2^30 only.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from pyramid.cards import KING, THIRTEEN
from pyramid.deal import DECK_SIZE, PYRAMID_SIZE
from pyramid.position import COVER_MASK, COVERS, PYRAMID_MASK
from pyramid.rules import Goal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pyramid.deal import Deal
    from pyramid.position import Position

STOCK_SIZE: Final = DECK_SIZE - PYRAMID_SIZE
SUITS: Final = 4
NEVER: Final = 1 << 20
"""A step that does not come."""


def _reachable() -> dict[int, int]:
    """For each of the 1,430 sets of gone cards that can come about, the cards without a cover."""
    found: dict[int, int] = {}
    todo = [0]
    while todo:
        gone = todo.pop()
        if gone not in found:
            bare = sum(1 << i for i, mask in enumerate(COVER_MASK) if gone & mask == mask)
            found[gone] = bare
            todo.extend(gone | 1 << i for i in range(PYRAMID_SIZE) if (bare & ~gone) >> i & 1)
    return found


def _under() -> tuple[int, ...]:
    """For each pyramid card, all the cards that have to go before it does."""
    under = [0] * PYRAMID_SIZE
    for index in reversed(range(PYRAMID_SIZE)):
        for cover in COVERS[index]:
            under[index] |= 1 << cover | under[cover]
    return tuple(under)


BARE: Final = _reachable()
UNDER: Final = _under()


@cache
def bare(pyramid: int) -> tuple[int, ...]:
    """The exposed cards of a pyramid. Asked for the 1,430 pyramids that can be reached."""
    return tuple(
        i for i in range(PYRAMID_SIZE) if (BARE[PYRAMID_MASK ^ pyramid] & pyramid) >> i & 1
    )


@cache
def overlapped(pyramid: int) -> tuple[tuple[int, int], ...]:
    """The cards with one cover left that is itself exposed, and that cover."""
    pairs = []
    for index in range(PYRAMID_SIZE):
        covers = [cover for cover in COVERS[index] if pyramid >> cover & 1]
        if pyramid >> index & 1 and len(covers) == 1 and covers[0] in bare(pyramid):
            pairs.append((index, covers[0]))
    return tuple(pairs)


Step = tuple[int, int, int, int]
"""Where a draw stops: the bit of the card drawn last (0 before the first draw), the bit of the
card that follows (0 if none does), and the masks of the deck up to there and from there on."""

Pair = tuple[int, int]
"""Two cards worth 13 by their indexes in the deal, the lower index first."""


Four = tuple[int, int, int, int]
"""The pairs of a choice by their number; the number after the last stands for none."""


@dataclass(frozen=True, slots=True)
class Group:
    """The cards left of two ranks worth 13 together: only they can be each other's partners.

    Attributes:
        pairs: the pairs that could ever be removed, by a bit that stands for each.
        every: all those bits.
        choices: the ways to give a partner to each card that needs one, as sets of those bits.
    """

    pairs: dict[int, Pair]
    every: int
    choices: tuple[int, ...]

    def numbered(self, choices: Iterable[int]) -> tuple[Four, ...]:
        """The pairs of such choices by their number."""
        bits, fours = list(self.pairs), []
        for choice in choices:
            chosen = [number for number, bit in enumerate(bits) if choice & bit]
            one, two, three, four = (*chosen, *[len(bits)] * (SUITS - len(chosen)))
            fours.append((one, two, three, four))
        return tuple(fours)


class Table:
    """What a search needs to know of a deal from a position on, where cards have to go or, if they
    `may_stay`, need not.

    Attributes:
        pyramid, deck: the cards left.
        steps: where the draws stop, in order.
        first: the number of steps in the pass under way.
        loose: from which step on only some of the steps can come about.
        period: the number of steps in one later pass, when passes are `endless`.
        exact: whether `steps` are the true ones. With three cards drawn at once they depend on
            what went before; then these are more than the true ones.
        groups: the cards that can be each other's partners.
        kings: the Kings' indexes.
        overlaps: the pairs of a card and a cover of it that the rules let go together: the two
            bits, the cover's bit, the other cover's bit, and the card's bit.
    """

    def __init__(self, deal: Deal, position: Position, *, may_stay: bool = False) -> None:
        rules = deal.rules
        self._may_stay = may_stay
        self.deal, self.position = deal, position
        self.pyramid = position.left & PYRAMID_MASK
        self.deck = position.left >> PYRAMID_SIZE
        self.open, self.deck_pairs = rules.open_stock, rules.waste_pairs
        self.all = rules.goal is Goal.ALL
        self.endless = rules.passes is None
        redeals = 0 if rules.passes is None else rules.passes - 1 - position.redeals
        self.exact = rules.draw == 1 or not (self.open or redeals or self.endless)
        self.steps, self.period = self._steps(redeals)
        by_rank: list[list[int]] = [[] for _ in range(KING + 1)]
        left = position.left
        for index, card in enumerate(deal.cards):
            if left >> index & 1:
                by_rank[card.rank].append(index)
        self.kings = tuple(by_rank[KING])
        self.groups = tuple(
            self._group(by_rank[rank], by_rank[THIRTEEN - rank])
            for rank in range(1, 7)
            if by_rank[rank] or by_rank[THIRTEEN - rank]
        )
        self.overlaps = tuple(
            (1 << low | 1 << high, 1 << high, COVER_MASK[low] ^ 1 << high, 1 << low)
            for group in self.groups
            for low, high in group.pairs.values()
            if high < PYRAMID_SIZE and COVER_MASK[low] >> high & 1
        )

    def _steps(self, redeals: int) -> tuple[list[Step], int]:
        order = [index for index in range(STOCK_SIZE) if self.deck >> index & 1]
        top, draw = self.position.next - PYRAMID_SIZE, self.deal.rules.draw
        stops = [index for index in order if index >= top]
        if draw > 1 and not self.open:
            stops = stops[draw - 1 :: draw] + stops[-1:] * bool(len(stops) % draw)
        first = [self._step(stop) for stop in (top - 1, *stops)]
        later = [self._step(stop) for stop in ((-1, *order) if self.open else order) if order]
        # In an endless game every pass but the last removes a card.
        self.first = len(first)
        self.loose = len(first) if draw > 1 and not self.open else NEVER
        return first + later * (DECK_SIZE if self.endless else redeals), len(later)

    def _step(self, stop: int) -> Step:
        low = (1 << stop + 1) - 1
        after = self.deck & ~low
        return self.deck & (low ^ low >> 1), after & -after, self.deck & low, after

    def _group(self, ones: list[int], others: list[int]) -> Group:
        pairs = {}
        for place, one in enumerate(ones):
            for other_place, other in enumerate(others):
                pair = (one, other) if one < other else (other, one)
                if self._possible(*pair):
                    pairs[1 << 4 * place + other_place] = pair
        every = sum(pairs)
        return Group(pairs, every, choices(every, self._needy(ones), self._needy(others)))

    def _possible(self, low: int, high: int) -> bool:
        if low >= PYRAMID_SIZE:
            return self.deck_pairs
        if high >= PYRAMID_SIZE or not UNDER[low] >> high & 1:
            return True
        return self.deal.rules.overlap and high in COVERS[low]

    def _needy(self, indexes: list[int]) -> int:
        return sum(1 << i for i, index in enumerate(indexes) if self.needs(index))

    def needs(self, index: int) -> bool:
        """Whether a card has to go."""
        return not self._may_stay and (self.all or index < PYRAMID_SIZE)


@lru_cache(maxsize=20_000)
def choices(allowed: int, needy: int, other_needy: int) -> tuple[int, ...]:
    """The sets of `allowed` pairs that give each card at most one partner, and each needy card
    one. Of two sets, one within the other, the larger is enough: what may go need not."""
    found: list[int] = []

    def choose(place: int, used: int, chosen: int) -> None:
        if place == SUITS:
            if not other_needy & ~used:
                found.append(chosen)
            return
        for other in range(SUITS):
            pair = 1 << SUITS * place + other
            if allowed & pair and not used >> other & 1:
                choose(place + 1, used | 1 << other, chosen | pair)
        if not needy >> place & 1:
            choose(place + 1, used, chosen)

    choose(0, 0, 0)
    return tuple(one for one in found if not any(one & more == one != more for more in found))
