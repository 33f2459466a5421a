"""The deck as a pool, against trying every removal."""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING

import pytest

from pyramid.deal import PYRAMID_SIZE
from pyramid.position import COVERS, PYRAMID_MASK
from pyramid.rules import Goal, parse_rules
from pyramid.solver.pool import Pool
from pyramid.solver.table import NEVER
from tests.test_solver_oracle import random_position

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyramid.deal import Deal

Cards = tuple[int, ...]


def fewest(deal: Deal, pyramid: frozenset[int], deck: Cards) -> int:
    """The fewest removals that clear the pyramid, and the deck's ranks where they have to go."""

    @cache
    def search(left: frozenset[int], pool: Cards) -> int:
        if not left and (deal.rules.goal is Goal.PYRAMID or not pool):
            return 0
        after = [*pyramid_removals(deal, left, pool), *deck_removals(deal, left, pool)]
        return 1 + min((search(*one) for one in after), default=NEVER)

    return search(pyramid, deck)


def pyramid_removals(
    deal: Deal, left: frozenset[int], pool: Cards
) -> Iterator[tuple[frozenset[int], Cards]]:
    covers = {index: [cover for cover in COVERS[index] if cover in left] for index in left}
    for index in [index for index in left if not covers[index]]:
        rank = deal.cards[index].rank
        if rank == 13:
            yield left - {index}, pool
        if 13 - rank in pool:
            yield left - {index}, without(pool, 13 - rank)
        for other in left - {index}:
            goes = not covers[other] or (deal.rules.overlap and covers[other] == [index])
            if goes and rank + deal.cards[other].rank == 13:
                yield left - {index, other}, pool


def deck_removals(
    deal: Deal, left: frozenset[int], pool: Cards
) -> Iterator[tuple[frozenset[int], Cards]]:
    for rank in set(pool):
        if rank == 13 and deal.rules.goal is Goal.ALL:
            yield left, without(pool, 13)
        if deal.rules.waste_pairs and 13 - rank in pool:
            yield left, without(without(pool, rank), 13 - rank)


def without(pool: Cards, rank: int) -> Cards:
    place = pool.index(rank)
    return pool[:place] + pool[place + 1 :]


@pytest.mark.parametrize("code", ["x11", "x11l", "x11w", "x11a", "x11wa", "x11wla"])
def test_a_pool_is_won_when_trying_every_removal_says_so(code: str) -> None:
    source, won = random.Random(code), 0
    for _ in range(100):
        deal, position = random_position(parse_rules(code), source)
        pyramid = frozenset(index for index in range(PYRAMID_SIZE) if position.has(index))
        deck = [deal.cards[index].rank for index in range(PYRAMID_SIZE, 52) if position.has(index)]
        pool = Pool(deal, pyramid_only=deal.rules.goal is Goal.PYRAMID)
        state = position.left & PYRAMID_MASK, position.left >> PYRAMID_SIZE
        expected = fewest(deal, pyramid, tuple(sorted(deck)))
        where = f"{deal.code} {position}"
        assert pool.could_win(*state) == (expected < NEVER), where
        if expected < NEVER:
            assert pool.fewest(*state) == expected, where
            won += 1
    assert 0 < won < 100
