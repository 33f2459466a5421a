"""Three cards at a time, seen blurred and sharply."""

from __future__ import annotations

import random

import pytest

from pyramid.deal import PYRAMID_SIZE, numbered
from pyramid.game import Game
from pyramid.position import PYRAMID_MASK, is_won
from pyramid.rules import PRESETS, parse_rules
from pyramid.solver import Verdict, focus, solve, view
from pyramid.solver.view import Board, View, without_kings
from tests.test_solver_oracle import random_position

TUT = PRESETS["tut"]


@pytest.mark.parametrize(
    ("seed", "verdict"), [(443, "lost"), (499, "lost"), (839, "lost"), (913, "won"), (733, "won")]
)
def test_deals_that_are_long_to_walk_through_are_settled(seed: int, verdict: str) -> None:
    deal = numbered(TUT, seed)
    solution = solve(deal)
    assert solution.verdict == verdict
    game = Game(deal)
    for move in solution.moves:
        game = game.play(move)
    assert is_won(deal, game.position) == (verdict == "won")


@pytest.mark.parametrize("code", ["tut", "xu3l", "xu3a"])
def test_what_can_be_won_can_be_won_seen_less_sharply(code: str) -> None:
    source = random.Random(code)
    won = 0
    for _ in range(200):
        deal, position = random_position(parse_rules(code), source)
        deck = [i for i in range(PYRAMID_SIZE, 52) if position.has(i)]
        board = Board(deal, [deal.cards[index].rank for index in deck])
        views = [View(board, 0, None)]
        for sharp in range(1, len(deck) + 1):
            views.append(View(board, sharp, views[-1]))
        ranks = [card.rank for card in deal.cards]
        pyramid = without_kings(ranks, position.left & PYRAMID_MASK)
        left, top = (1 << len(deck)) - 1, sum(index < position.next for index in deck)
        wins = []
        for one in views:
            one.coarser = None  # each by itself
            seen = one.blurred(0, 0, left)
            wins.append(one.continues(pyramid, *seen, one.hidden(left, top, len(deck)), 0))
        assert wins == sorted(wins, reverse=True), f"{deal.code} {position}"
        won += wins[-1]
    assert 0 < won < 200


def test_without_room_to_remember_the_answer_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    deals = [numbered(TUT, seed) for seed in (1, 9, 19, 36, 96, 119)]
    known = [(deal, solve(deal)) for deal in deals]
    assert {solution.verdict for _, solution in known} == {Verdict.WON, Verdict.LOST}
    monkeypatch.setattr(view, "SLICE", 100)
    for deal, usual in known:
        monkeypatch.setattr(view, "MEMORY", usual.nodes // 2)
        solution = solve(deal)
        assert solution.verdict is usual.verdict
        game = Game(deal)
        for move in solution.moves:
            game = game.play(move)
        assert is_won(deal, game.position) == (usual.verdict is Verdict.WON)


def test_a_pause_keeps_what_was_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = numbered(TUT, 119)
    whole = solve(deal)
    monkeypatch.setattr(view, "SLICE", 300)
    paused = solve(deal)
    assert paused.verdict is whole.verdict
    # Only the path from the start is gone through again.
    assert whole.nodes <= paused.nodes < 2 * whole.nodes


def test_a_glance_finds_what_a_closer_look_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    deals = [numbered(TUT, seed) for seed in range(12)]
    at_a_glance = [solve(deal) for deal in deals]
    monkeypatch.setattr(focus, "GLANCE", 1)
    closely = [solve(deal) for deal in deals]
    assert [one.verdict for one in closely] == [one.verdict for one in at_a_glance]
    assert sum(one.nodes for one in closely) > sum(one.nodes for one in at_a_glance)
