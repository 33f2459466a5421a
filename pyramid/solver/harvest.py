"""The most that can be removed where no card has to go.

The search for partners once more: a choice of partners is worth the pairs that come up in its
sweep, which is the play of them, and the rows of the pyramid that it clears. A sweep under pairs
still to be chosen from tells how much they can be worth at most: for each group by itself, the
choice with the most pairs that could come up. Sweeps that promise no more than what was found
will not do, and what is learned from them stays true when more is found.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyramid.deal import PYRAMID_SIZE
from pyramid.position import PYRAMID_MASK
from pyramid.solver.partners import Partners
from pyramid.solver.sweep import Sweep
from pyramid.solver.table import BARE, NEVER

if TYPE_CHECKING:
    from pyramid.solver.table import Table
    from pyramid.solver.walk import Pair


@dataclass(frozen=True, slots=True)
class Worth:
    """What removals bring.

    Attributes:
        king, pair: for a King, and for a pair.
        rows: the pyramid's rows as masks, and what clearing each brings.
        clearing: what clearing all of it brings in the pass under way and in those to come, the
            last of these for all later ones.
    """

    king: int
    pair: int
    rows: tuple[tuple[int, int], ...] = ()
    clearing: tuple[int, ...] = ()


class Harvest(Partners):
    """The search for the partners worth most.

    Attributes:
        most: what the best found are worth; -1 at first.
        at_most: what no partners exceed.
        removals: the best found.
    """

    def __init__(self, table: Table, worth: Worth) -> None:
        super().__init__(table, Sweep(table, onward=True))
        self.most = -1
        self.removals: frozenset[Pair] = frozenset()
        self._worth = worth
        kings = sum(1 << king for king in table.kings)
        self._kings = kings & PYRAMID_MASK, kings >> PYRAMID_SIZE
        self._numbers: dict[tuple[int, int], int] = {}
        self.sweep.clears()
        self.at_most = self._promise()

    def _will_do(self) -> bool:
        return self._promise() > self.most

    def _promise(self) -> int:
        """What partners allowed by the kept sweep are worth at most; exactly, once they are all
        chosen."""
        gone, worth = self.sweep.gone[-1], self._worth
        points = worth.king * sum(kings.bit_count() for kings in self._kings_going())
        points += sum([bonus for row, bonus in worth.rows if not row & ~gone])
        if worth.clearing and gone == PYRAMID_MASK:
            table, at = self.table, self.sweep.gone.index(gone)
            turns = 0 if at < table.first else 1 + (at - table.first) // table.period
            points += worth.clearing[min(turns, len(worth.clearing) - 1)]
        for group in range(len(self.table.groups)):
            points += worth.pair * self._number(group, self._coming(group))
        return points

    def _kings_going(self) -> tuple[int, int]:
        """The Kings of the pyramid and of the deck that go in the kept sweep."""
        in_pyramid, in_deck = self._kings
        return BARE[self.sweep.gone[-1]] & in_pyramid, in_deck & ~self.sweep.live[-1]

    def _coming(self, group: int) -> int:
        """The pairs of a group that come up in the kept sweep."""
        meeting = self.sweep.meeting(group)
        pairs = self.table.groups[group].pairs
        return sum([bit for bit, step in zip(pairs, meeting, strict=True) if step != NEVER])

    def _number(self, group: int, coming: int) -> int:
        """How many of these pairs can be chosen together."""
        key = group, coming
        number = self._numbers.get(key)
        if number is None:
            choices = self.table.groups[group].choices
            number = max([(choice & coming).bit_count() for choice in choices])
            self._numbers[key] = number
        return number

    def _complete(self) -> bool:
        self.most = self._promise()
        in_pyramid, in_deck = self._kings_going()
        kings = in_pyramid | in_deck << PYRAMID_SIZE
        self.removals = frozenset((king,) for king in self.table.kings if kings >> king & 1) | {
            pair
            for group in self.chosen
            for bit, pair in self.table.groups[group].pairs.items()
            if bit & self._coming(group)
        }
        self._learn_of_choice()
        return False
