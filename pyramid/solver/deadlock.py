"""Pairs that wait for each other.

A pair has to wait for the cards below that cover its own, and one of deck cards for those between
the two. Of two pairs that wait for each other's cards no win makes both, whatever else it makes:
neither could go first. So a card that has to go and is in one of them goes with another partner:
a demand (see `partners`) that takes no sweep to find.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyramid.deal import PYRAMID_SIZE
from pyramid.solver.table import UNDER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyramid.solver.table import Table

Waiting = tuple[int, int, int, int]
"""A pair's cards, those that it waits for, its group, and the other pairs of one of its cards."""


def deadlocks(table: Table) -> Iterator[tuple[int, ...]]:
    """For each two pairs that wait for each other, the pairs of which every win holds one."""
    waiting = list(_waiting(table))
    for place, (cards, awaited, group, instead) in enumerate(waiting, 1):
        for other_cards, other_awaited, other_group, other_instead in waiting[place:]:
            if awaited & other_cards and other_awaited & cards:
                demand = [0] * len(table.groups)
                demand[group] = instead
                demand[other_group] |= other_instead
                yield tuple(demand)


def _waiting(table: Table) -> Iterator[Waiting]:
    """The pairs within the pyramid or the deck that wait for some card, where both have to go.

    A card of each is in no deadlock: what waits for the one of the pyramid lies above it, and is
    no pair with what lies below it.
    """
    for number, group in enumerate(table.groups):
        pairs_of: dict[int, int] = {}
        for bit, (low, high) in group.pairs.items():
            pairs_of[low] = pairs_of.get(low, 0) | bit
            pairs_of[high] = pairs_of.get(high, 0) | bit
        for bit, (low, high) in group.pairs.items():
            if low >= PYRAMID_SIZE:
                awaited = (1 << high) - (2 << low)
            elif high < PYRAMID_SIZE:
                awaited = (UNDER[low] | UNDER[high]) & ~(1 << high)
            else:
                continue
            if awaited and table.needs(low):
                instead = min(pairs_of[low], pairs_of[high], key=int.bit_count) ^ bit
                yield 1 << low | 1 << high, awaited, number, instead
