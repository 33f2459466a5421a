"""A win is a choice of partners.

Once it is settled which cards go together, play is forced: take each pair as soon as it can be
taken, draw otherwise (see `sweep`). So the search is for partners, not for moves: one choice for
each of the six groups of ranks that go together, at most a few dozen choices a group.

What makes it short is learning. When the choices made so far get stuck, whatever the groups still
open do, then some pair outside of them is needed. As many pairs as possible are allowed on top
without coming unstuck; those that remain are a *demand*: every win holds at least one of them.
Demands hold for all the search, rule out choices long before they are tried, and two of them make
a third: where every choice for a group leaves some demand unmet, the other groups must meet one
of those. A demand for nothing at all proves that there is no win. Some demands are plain to see
from the start (see `deadlock`).

With three cards drawn at once the sweep is more generous than the game (see `table`), so what is
found there has yet to be played out (see `walk`).
"""

from __future__ import annotations

from functools import reduce
from itertools import chain
from operator import or_
from typing import TYPE_CHECKING, Final

from pyramid.deal import PYRAMID_SIZE
from pyramid.solver.deadlock import deadlocks
from pyramid.solver.sweep import Sweep

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from pyramid.solver.table import Table

PATIENCE: Final = 40
"""Sweeps before what fails is explained at once: where the stock can be turned over, many deals are
won by then. Until then other choices are tried first."""

Demand = tuple[int, ...]
"""For each group, some of its pairs."""


class Partners:
    """The search for partners.

    Attributes:
        found: whether the chosen partners win.
        chosen: for each group, the pairs chosen.
        demands: what was learned.
    """

    def __init__(self, table: Table, sweep: Sweep | None = None) -> None:
        self.table, self.sweep = table, sweep or Sweep(table)
        self.found = False
        self.chosen: dict[int, int] = {}
        self.demands: list[Demand] = []
        groups = table.groups
        # For each group chosen for, the choices to be tried after the present one.
        self._ahead: dict[int, list[int]] = {}
        self._patience = PATIENCE if len(table.steps) > table.first else 0
        # For each group, the choices that no demand on it alone rules out, and their pairs: no
        # others are of use, so sweeps go without them.
        self._alive = [group.choices for group in groups]
        self._every = [group.every for group in groups]
        # Sets of demands, as bits by their number: those that a choice meets, those that a
        # group could meet, and all there are.
        self._met = [dict.fromkeys(group.choices, 0) for group in groups]
        self._could = [0] * len(groups)
        self._all = 0

    @property
    def nodes(self) -> int:
        """Sweeps made."""
        return self.sweep.count

    @property
    def pairs(self) -> frozenset[tuple[int, ...]]:
        """The pairs chosen, and the Kings."""
        return frozenset((king,) for king in self.table.kings) | {
            pair
            for group, choice in self.chosen.items()
            for bit, pair in self.table.groups[group].pairs.items()
            if choice & bit
        }

    def search(self) -> Iterator[None]:
        """Choose partners that win. Yields between sweeps."""
        if not all(group.choices for group in self.table.groups):
            return
        self.sweep.clears()
        if self._will_do():
            for demand in deadlocks(self.table):
                self.learn(demand)
            self.found = yield from self._choose()

    def learn(self, demand: Demand) -> None:
        """Keep a demand."""
        bit = 1 << len(self.demands)
        self.demands.append(demand)
        self._all |= bit
        for group, pairs in enumerate(demand):
            if pairs:
                self._could[group] |= bit
                met = self._met[group]
                for choice in met:
                    if choice & pairs:
                        met[choice] |= bit
                if pairs == sum(demand):
                    alive = [choice for choice in self._alive[group] if choice & pairs]
                    self._alive[group] = tuple(alive)
                    self._every[group] = reduce(or_, alive, 0)

    def _choose(self) -> Generator[None, None, bool]:
        """Complete the choice, or learn a demand that it does not meet."""
        open_groups = [g for g in range(len(self.table.groups)) if g not in self.chosen]
        if not open_groups:
            return self._complete()
        group, viable = self._narrowest(open_groups)
        others = [g for g in open_groups if g != group]
        if len(viable) > 1:
            self._sort(group, viable)
        later: list[int] = []
        for place, choice in enumerate(chain(viable, later)):
            self._ahead[group] = [*viable[place + 1 :], *later]
            unmet = self._unmet(others)
            if unmet & ~self._could[group]:
                break
            if unmet & ~self._met[group][choice]:
                continue
            self.chosen[group] = choice
            self.sweep.allow(group, choice)
            yield
            self.sweep.clears()
            if self._will_do():
                if (yield from self._choose()):
                    return True
            elif choice in later or self.sweep.count >= self._patience:
                self.learn(self._explain())
            else:
                later.append(choice)
            del self.chosen[group]
            self.sweep.allow(group, self._every[group])
        self._resolve(group, self._unmet(others))
        return False

    def _unmet(self, open_groups: list[int]) -> int:
        """The demands that neither the choices made nor these groups could meet."""
        unmet = self._all
        for group, choice in self.chosen.items():
            unmet &= ~self._met[group][choice]
        for group in open_groups:
            unmet &= ~self._could[group]
        return unmet

    def _narrowest(self, open_groups: list[int]) -> tuple[int, list[int]]:
        """The group with the fewest choices that leave every demand to be met."""
        viable: dict[int, list[int]] = {}
        for group in open_groups:
            unmet = self._unmet([g for g in open_groups if g != group])
            viable[group] = [choice for choice, met in self._met[group].items() if not unmet & ~met]
        return min(viable.items(), key=lambda item: len(item[1]))

    def _sort(self, group: int, viable: list[int]) -> None:
        """Promising choices first: those whose pairs come up early in the sweep."""
        pairs = self.table.groups[group].pairs
        meets = {bit: self.sweep.meets(pair) for bit, pair in pairs.items()}
        viable.sort(key=lambda choice: sum([meets[bit] for bit in meets if choice & bit]))

    def _resolve(self, group: int, unmet: int) -> None:
        """Learn from all choices for a group having failed on these demands."""
        if unmet & ~self._could[group]:
            return  # such a demand is there already
        demand = [0] * len(self.table.groups)
        used = 0
        for met in self._met[group].values():
            failed = unmet & ~met
            if not failed & used:
                bit = failed & -failed
                used |= bit
                for other, pairs in enumerate(self.demands[bit.bit_length() - 1]):
                    demand[other] |= pairs
        demand[group] = 0
        self.learn(tuple(demand))

    def _will_do(self) -> bool:
        """Whether the kept sweep leaves hope."""
        return self.sweep.cleared

    def _complete(self) -> bool:
        """Whether a complete choice ends the search; if not, a demand is learned."""
        return True

    def _learn_of_choice(self) -> None:
        """Learn that other partners are needed than those chosen, which were judged."""
        for group, choice in self.chosen.items():
            self.sweep.allow(group, choice)
        self.sweep.clears()
        if self._will_do():
            # The sweep is too hopeful: nothing tells which of them.
            chosen = sorted(self.chosen.items())
            self.learn(tuple(self._every[group] & ~choice for group, choice in chosen))
        else:
            self.learn(self._explain())

    def _explain(self) -> Demand:
        """The demand behind a sweep that will not do: as few pairs as can be."""
        sweep, demand = self.sweep, [0] * len(self.table.groups)
        for group, choice in self.chosen.items():
            demand[group] = self._every[group] & ~choice
            firing = sweep.firing(group, demand[group])
            self._spare(demand, group, demand[group] & ~sum(firing), {})
        involved = [group for group in self.chosen if demand[group]]
        for group in involved[-2::-1]:
            self._spare(demand, group, demand[group])
        for group in reversed(involved):
            pairs = demand[group]
            if pairs & (pairs - 1):
                for bit in _bits(pairs):
                    others = demand[group] ^ bit
                    if others and self._matters(group, bit, others):
                        self._spare(demand, group, bit)
        for group, choice in self.chosen.items():
            sweep.allow(group, choice)
        return tuple(demand)

    def _matters(self, group: int, bit: int, others: int) -> bool:
        """Whether a demand for a pair or others is met by more of the choices ahead than one for
        the others."""
        return any(choice & bit and not choice & others for choice in self._ahead[group])

    def _spare(
        self, demand: list[int], group: int, pairs: int, firing: dict[int, int] | None = None
    ) -> None:
        """Strike pairs off a demand if with them allowed the sweep still will not do."""
        sweep, every = self.sweep, self._every[group]
        if firing is None:
            firing = self.sweep.firing(group, pairs)
        without = demand[group] & ~pairs
        sweep.allow(group, every & ~without)
        if firing:
            first = min(firing.values())
            pyramid = deck = 0
            for bit, step in firing.items():
                if step == first:
                    high = self.table.groups[group].pairs[bit][1]
                    if high < PYRAMID_SIZE:
                        pyramid |= 1 << high
                    else:
                        deck |= 1 << high - PYRAMID_SIZE
            sweep.clears_from(first, pyramid, deck, max(firing.values()))
        if self._will_do():
            sweep.allow(group, every & ~demand[group])
            if firing:
                sweep.take_back()
        else:
            demand[group] = without


def _bits(mask: int) -> Iterator[int]:
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit
