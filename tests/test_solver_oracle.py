"""The solver against an oracle that tries everything, on small positions under all switches."""

from __future__ import annotations

import random
from itertools import product
from typing import TYPE_CHECKING

import pytest

from pyramid.deal import DECK_SIZE, PYRAMID_SIZE, Deal, shuffled
from pyramid.position import COVERS, Position, is_won, play
from pyramid.rules import Covered, Goal, Rules
from pyramid.solver import Verdict, solve
from tests import oracle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyramid.moves import Move

EVERY_RULE_SET = [
    Rules(passes, draw, open_stock, waste_pairs, Covered.UP, overlap, goal)
    for passes, draw, open_stock, waste_pairs, overlap, goal in product(
        (1, 2, 3, None), (1, 3), (False, True), (False, True), (False, True), Goal
    )
]
PER_RULE_SET = 60
LIMIT = 3000


def random_position(rules: Rules, source: random.Random) -> tuple[Deal, Position]:
    """Any moment with few cards left: few ranks, so that many of them go together."""
    deal = Deal(rules, shuffled(source.randrange(2**40)))
    wanted_pyramid, wanted_deck = source.randint(1, 9), source.randint(0, 9)
    left = (1 << PYRAMID_SIZE) - 1
    while left.bit_count() > wanted_pyramid:
        bare = [
            i
            for i in range(PYRAMID_SIZE)
            if left >> i & 1 and not any(left >> c & 1 for c in COVERS[i])
        ]
        left ^= 1 << source.choice(bare)
    # Deck cards that fit what is left come first, or nearly every position would be lost.
    needed = [13 - deal.cards[i].rank for i in range(PYRAMID_SIZE) if left >> i & 1]
    deck = list(range(PYRAMID_SIZE, DECK_SIZE))
    source.shuffle(deck)
    deck.sort(key=lambda i: deal.cards[i].rank in needed and source.random() < 0.8, reverse=True)
    chosen = sorted(deck[:wanted_deck])
    for index in chosen:
        left |= 1 << index
    at = source.choice([*chosen, DECK_SIZE])
    redeals = source.randrange(rules.passes or 3)
    return deal, Position(left, at, redeals)


def cases(rules: Rules, count: int) -> Iterator[tuple[Deal, Position, int | None]]:
    source = random.Random(rules.id)
    while count:
        deal, position = random_position(rules, source)
        try:
            steps = oracle.fewest_steps(rules, oracle.state_of(deal, position), LIMIT)
        except oracle.TooMany:
            continue
        count -= 1
        yield deal, position, steps


def replayed(deal: Deal, position: Position, moves: tuple[Move, ...]) -> Position:
    for move in moves:
        position = play(deal, position, move)
    return position


@pytest.mark.parametrize("rules", EVERY_RULE_SET, ids=lambda rules: rules.id)
def test_the_solver_says_what_trying_everything_says(rules: Rules) -> None:
    for deal, position, steps in cases(rules, PER_RULE_SET):
        solution = solve(deal, position)
        where = f"{deal.code} {position}"
        assert solution.verdict == (Verdict.LOST if steps is None else Verdict.WON), where
        if steps is not None:
            assert is_won(deal, replayed(deal, position, solution.moves)), where
