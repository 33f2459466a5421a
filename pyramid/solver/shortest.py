"""A win in the fewest steps: each draw, redeal, King and pair counts one.

The search for partners again, now for those that win in fewer steps than a limit: a sweep that
leaves no room below it (see `price`) will not do. The limit is raised bit by bit, since high ones
take long, until there is a win, and then lowered until there is none.

Where three cards are drawn at once and the stock can be turned over, the steps of a game are not
told by its partners. There positions are searched, those first that promise the shortest win.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Final

from pyramid.deal import PYRAMID_SIZE
from pyramid.position import START
from pyramid.solver.forced import forced_line
from pyramid.solver.partners import Partners
from pyramid.solver.pool import Pool
from pyramid.solver.price import Prices
from pyramid.solver.search import ENDLESS, Budget, Search, Verdict
from pyramid.solver.sweep import Sweep
from pyramid.solver.table import NEVER, Table
from pyramid.solver.walk import MEMORY, Walk
from pyramid.solver.win import WinSearch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyramid.deal import Deal
    from pyramid.moves import Move
    from pyramid.position import Position
    from pyramid.solver.walk import Pair, State


STRIDE: Final = 6
"""By how much the limit is raised, as found to be quick."""

Spare = tuple[int, int]
"""A pair that need not go, by group and bit; or a King of the deck, by -1 and its bit."""

Arrival = tuple[int, "State | None", "Move | Pair | None"]
"""In how many steps a state was reached, from where and by what."""


@dataclass(frozen=True, slots=True)
class Shortest:
    """How short a win can be.

    Attributes:
        verdict: whether the position can be won.
        moves: the shortest winning line found.
        is_exact: whether it is known that there is no shorter one.
        nodes, seconds: the work it took.
    """

    verdict: Verdict
    moves: tuple[Move, ...]
    is_exact: bool
    nodes: int
    seconds: float


class FewerSteps(Partners):
    """The search for the partners that win in the fewest steps, if those are fewer than `limit`.

    A win that is found lowers the limit. What was learned under a higher one stays true.

    Attributes:
        removals: the pairs and Kings of the shortest win found.
    """

    def __init__(self, table: Table, prices: Prices, limit: int) -> None:
        super().__init__(table, Sweep(table, onward=True))
        self.removals: frozenset[Pair] = frozenset()
        self._prices = prices
        self._kings = sum(1 << king for king in prices.kings)
        self._lower(limit)

    def _lower(self, limit: int) -> None:
        self.limit = limit
        self.sweep.last = self._prices.horizon(limit)

    def _will_do(self) -> bool:
        return self.sweep.cleared and self._prices.allow_fewer(self.sweep, self.limit)

    def _complete(self) -> bool:
        """Lower the limit if the partners chosen win below it, without some of the removals that
        nobody needs if that is shorter. In any case learn that others are needed, and go on."""
        sweep, chosen = self.sweep, self.chosen
        spare = [
            (group, bit)
            for group, choice in chosen.items()
            for bit in self.table.groups[group].pairs
            if choice & bit & self._prices.menus[group].spare
        ]
        if not self.table.all:
            spare += [(-1, 1 << king) for king in self._prices.kings]
        sweep.onward = False
        self._leave_out((), spare)
        sweep.onward = True
        sweep.allow_kings(self._kings)
        self._learn_of_choice()
        return False

    def _leave_out(self, left_out: tuple[Spare, ...], others: list[Spare]) -> None:
        """Count the steps of a win with the partners chosen, some spare ones left out, and of
        those with more left out as far as they may be fewer.

        Leaving out spares a removal and may cost draws, and all else comes no sooner. So with
        what one sweep tells, the gains of all others together give a floor.
        """
        sweep, chosen, kings = self.sweep, dict(self.chosen), self._kings
        for group, bit in left_out:
            if group < 0:
                kings &= ~bit
            else:
                chosen[group] &= ~bit
        sweep.allow_kings(kings)
        for group, choice in chosen.items():
            sweep.allow(group, choice)
        if not sweep.clears():
            return
        steps = self._steps(kings)
        gains = sorted(((self._gain(one), one) for one in others), reverse=True)
        if steps < self.limit:
            self._lower(steps)
            self.removals = frozenset(
                pair
                for group, choice in chosen.items()
                for bit, pair in self.table.groups[group].pairs.items()
                if choice & bit
            ) | {
                (king,)
                for king in self.table.kings
                if king < PYRAMID_SIZE or kings >> king - PYRAMID_SIZE & 1
            }
        floor = steps - sum(gain for gain, _ in gains if gain > 0)
        for number, (gain, one) in enumerate(gains):
            if floor >= self.limit or gain <= 0:
                return
            self._leave_out((*left_out, one), [other for _, other in gains[number + 1 :]])
            floor += gain

    def _steps(self, kings: int) -> int:
        """The steps of the kept sweep, which is a play."""
        table, live = self.table, self.sweep.live
        gone, last = table.deck & ~live[-1], len(live) - 1
        kings_gone = self._prices.pyramid_kings + (gone & kings).bit_count()
        cards_gone = table.pyramid.bit_count() + gone.bit_count()
        draws = sum([1 for step in range(last) if live[step] & table.steps[step + 1][0]])
        return kings_gone + (cards_gone - kings_gone) // 2 + draws + self._prices.redeals[last]

    def _gain(self, spare: Spare) -> int:
        """How many steps leaving out a pair or King spares, if all else stays as it is."""
        group, bit = spare
        places = [bit.bit_length() - 1]
        if group >= 0:
            places = [index - PYRAMID_SIZE for index in self.table.groups[group].pairs[bit]]
        gain, last = 1, len(self.sweep.live) - 1
        for place in places:
            freed = self.sweep.freed(place)
            if freed == NEVER:
                return 0  # left out as it is
            gain += self._prices.drawn[place][freed] - self._prices.drawn[place][last]
        return gain


class ShortestSearch(Search[Shortest]):
    """The fewest steps to a win."""

    def __init__(self, deal: Deal, position: Position = START) -> None:
        super().__init__(deal, position)
        self._verdict = Verdict.UNKNOWN
        self._moves: tuple[Move, ...] = ()
        self._is_proven = True

    @property
    def answer(self) -> Shortest:
        is_exact = self.done and self._is_proven
        return Shortest(self._verdict, self._moves, is_exact, self.nodes, self.seconds)

    def _run(self) -> Iterator[None]:
        win = WinSearch(self.deal, self.position)
        while not win.step(nodes=1):
            self.nodes = win.nodes
            yield
        self._verdict, self._moves = win.answer.verdict, win.answer.moves
        if self._moves:
            table = Table(self.deal, self.position)
            yield from self._by_partners(table) if table.exact else self._by_positions()

    def _by_partners(self, table: Table) -> Iterator[None]:
        prices = Prices(table)
        sweep = Sweep(table, onward=True)
        sweep.clears()
        limit = 1
        while not prices.allow_fewer(sweep, limit):
            limit += 1
        while True:
            limit = min(limit + STRIDE, len(self._moves))
            search = FewerSteps(table, prices, limit)
            yield from self._through(search.search(), search)
            if search.removals:
                self._moves = forced_line(self.deal, self.position, search.removals)
            if search.removals or limit == len(self._moves):
                return

    def _by_positions(self) -> Iterator[None]:
        """Best first: the steps made, and the removals at least needed if every deck card lay
        open."""
        walk = Walk(self.deal)
        pool = Pool(self.deal, pyramid_only=not walk.goal_all)
        start = walk.state(self.position)
        # Where each state was reached from, in how many steps, and by what.
        reached: dict[State, tuple[int, State | None, Move | Pair | None]] = {
            start: (0, None, None)
        }
        queue = [(pool.fewest(start[0], start[1]), 0, start)]
        while queue and len(reached) < MEMORY:
            promise, minus_steps, state = heappop(queue)
            steps = -minus_steps
            if promise >= len(self._moves):
                return
            if walk.won(state):
                self._moves = tuple(walk.moves(_way(reached, state)))
                return
            if steps > reached[state][0]:
                continue
            self.nodes += 1
            yield
            after: list[tuple[State, Move | Pair]] = [
                (walk.without(state, pair), pair) for pair, _ in walk.removals(state)
            ]
            turned = walk.turned(state)
            for new, by in [*after, turned] if turned else after:
                known = reached.get(new)
                if known is None or steps + 1 < known[0]:
                    reached[new] = steps + 1, state, by
                    fewest = steps + 1 + pool.fewest(new[0], new[1])
                    if fewest < len(self._moves):
                        heappush(queue, (fewest, -steps - 1, new))
        self._is_proven = not queue


def _way(reached: dict[State, Arrival], end: State) -> list[Move | Pair]:
    way: list[Move | Pair] = []
    _, before, by = reached[end]
    while before is not None and by is not None:
        way.append(by)
        _, before, by = reached[before]
    return way[::-1]


def shortest(deal: Deal, position: Position = START, budget: Budget = ENDLESS) -> Shortest:
    """A win in the fewest steps, as far as `budget` goes."""
    return ShortestSearch(deal, position).run(budget)
