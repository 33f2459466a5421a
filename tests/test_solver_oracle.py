"""The solver against an oracle that tries everything, on small positions under all switches."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyramid.deal import DECK_SIZE, PYRAMID_SIZE, Deal, shuffled
from pyramid.game import Game
from pyramid.position import COVERS, Position, is_won, legal_moves, play
from pyramid.rules import Covered, Goal, Rules, Scoring
from pyramid.score import score
from pyramid.solver import Verdict, best_score, keeping_moves, shortest, solve
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
LIMIT = 3000

every_rule_set = pytest.mark.parametrize("rules", EVERY_RULE_SET, ids=lambda rules: rules.id)


def random_position(rules: Rules, source: random.Random) -> tuple[Deal, Position]:
    """Any moment with few cards left."""
    deal = Deal(rules, shuffled(source.randrange(2**40)))
    wanted_pyramid, wanted_deck = source.randint(1, 8), source.randint(1, 10)
    left = (1 << PYRAMID_SIZE) - 1
    while left.bit_count() > wanted_pyramid:
        bare = [
            i
            for i in range(PYRAMID_SIZE)
            if left >> i & 1 and not any(left >> c & 1 for c in COVERS[i])
        ]
        left ^= 1 << source.choice(bare)
    # Deck cards that fit what is left, for the most part, or nearly every position would be lost.
    needed = [13 - deal.cards[i].rank for i in range(PYRAMID_SIZE) if left >> i & 1]
    deck = list(range(PYRAMID_SIZE, DECK_SIZE))
    source.shuffle(deck)
    if rules.goal is Goal.ALL:
        chosen = sorted(fitting(deal, deck, needed, pairs=rules.waste_pairs * source.randint(0, 2)))
    else:
        deck.sort(key=lambda i: deal.cards[i].rank in needed and source.random() < 0.95)
        chosen = sorted(deck[-wanted_deck:])
    for index in chosen:
        left |= 1 << index
    at = source.choice([*chosen, DECK_SIZE])
    return deal, Position(left, at, source.randrange(rules.passes or 3))


def fitting(deal: Deal, deck: list[int], needed: list[int], pairs: int) -> set[int]:
    """Deck cards that leave nobody alone: a partner for each card that needs one where there is
    one, and some pairs more."""
    chosen: set[int] = set()
    for rank in needed:
        if 13 - rank not in needed:
            chosen |= set([i for i in deck if deal.cards[i].rank == rank and i not in chosen][:1])
    for one in deck[:pairs]:
        partners = [i for i in deck if deal.cards[i].rank + deal.cards[one].rank == 13]
        if partners and not chosen & {one, partners[0]}:
            chosen |= {one, partners[0]}
    return chosen


def cases(rules: Rules, count: int) -> Iterator[tuple[Deal, Position, int | None]]:
    """Positions, each with the fewest steps to a win, or None."""
    source = random.Random(rules.id)
    while count:
        deal, position = random_position(rules, source)
        try:
            steps = oracle.fewest_steps(rules, oracle.state_of(deal, position), LIMIT)
        except oracle.TooManyStates:
            continue
        count -= 1
        yield deal, position, steps


def replayed(deal: Deal, position: Position, moves: tuple[Move, ...]) -> list[Position]:
    positions = [position]
    for move in moves:
        positions.append(play(deal, positions[-1], move))
    return positions


@every_rule_set
def test_the_verdict_is_what_trying_everything_says(rules: Rules) -> None:
    won = 0
    for deal, position, steps in cases(rules, 60):
        solution = solve(deal, position)
        where = f"{deal.code} {position}"
        assert solution.verdict == (Verdict.LOST if steps is None else Verdict.WON), where
        if steps is not None:
            assert is_won(deal, replayed(deal, position, solution.moves)[-1]), where
            won += 1
    assert won, "no position among them can be won: they prove little"


@pytest.mark.parametrize(
    "rules",
    [rules for rules in EVERY_RULE_SET if rules.draw > 1 and not rules.open_stock],
    ids=lambda rules: rules.id,
)
def test_verdicts_hold_where_three_are_drawn_and_reasons_are_subtle(rules: Rules) -> None:
    source = random.Random(f"again {rules.id}")
    for _ in range(150):
        deal, position = random_position(rules, source)
        try:
            steps = oracle.fewest_steps(rules, oracle.state_of(deal, position), LIMIT)
        except oracle.TooManyStates:
            continue
        verdict = Verdict.LOST if steps is None else Verdict.WON
        assert solve(deal, position).verdict == verdict, f"{deal.code} {position}"


@every_rule_set
def test_the_keeping_moves_are_those_after_which_everything_says_won(rules: Rules) -> None:
    for deal, position, _ in cases(rules, 8):
        expected = {}
        for move in legal_moves(deal, position):
            after = oracle.state_of(deal, play(deal, position, move))
            steps = oracle.fewest_steps(rules, after, 10 * LIMIT)
            expected[move] = Verdict.LOST if steps is None else Verdict.WON
        assert keeping_moves(deal, position) == expected, f"{deal.code} {position}"


@every_rule_set
def test_the_shortest_win_is_as_short_as_trying_everything_finds(rules: Rules) -> None:
    for deal, position, steps in cases(rules, 30):
        found = shortest(deal, position)
        where = f"{deal.code} {position}"
        assert found.is_exact, where
        assert found.verdict == (Verdict.LOST if steps is None else Verdict.WON), where
        if steps is not None:
            assert is_won(deal, replayed(deal, position, found.moves)[-1]), where
            assert len(found.moves) == steps, where


@pytest.mark.parametrize("scoring", Scoring)
def test_the_best_score_is_as_good_as_trying_everything_finds(scoring: Scoring) -> None:
    source = random.Random(scoring)
    for plain in EVERY_RULE_SET * 4:
        rules = replace(plain, scoring=scoring)
        if scoring is Scoring.PAR and rules.passes is None:
            continue  # the oracle's states do not tell which pass it is
        deal, position = random_position(rules, source)
        try:
            gain = oracle.best_gain(rules, oracle.state_of(deal, position), LIMIT)
        except oracle.TooManyStates:
            continue
        game = Game(deal, positions=(position,))
        best = best_score(game)
        where = f"{deal.code} {position}"
        assert best.is_exact, where
        assert best.score == game.score + gain, where
        assert score(deal, replayed(deal, position, best.moves)) == best.score, where


@settings(max_examples=300)
@given(st.sampled_from(EVERY_RULE_SET), st.integers(0, 2**32))
def test_no_position_of_any_rules_tells_solver_and_oracle_apart(rules: Rules, seed: int) -> None:
    deal, position = random_position(rules, random.Random(seed))
    try:
        steps = oracle.fewest_steps(rules, oracle.state_of(deal, position), LIMIT)
    except oracle.TooManyStates:
        return
    assert solve(deal, position).verdict == (Verdict.LOST if steps is None else Verdict.WON)
