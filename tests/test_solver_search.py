"""How the solver works: in slices, within budgets, the same every time."""

from __future__ import annotations

import random

import pytest

from pyramid.deal import Deal, numbered, parse_layout
from pyramid.game import Game
from pyramid.moves import DRAW
from pyramid.position import START, is_won, legal_moves, outcome, play
from pyramid.rules import PRESETS, parse_rules
from pyramid.score import score
from pyramid.solver import (
    Budget,
    Verdict,
    WinSearch,
    best_score,
    clearing,
    keeping_moves,
    shortest,
    solve,
)
from pyramid.solver.forced import forced_line

FIRST_PUBLISHED = (
    "6d5hAhJd4sKs6s8c2h4d9sKd6cAd8sAc5c9d7h3h8d5s4cQcJhKcKh3c3s9cAs5dQhTs4h7sTd9hTh7c8h2c7dTc"
    "2d6h2sJsQd3dQsJc"
)
"""Number 1 of a published set: a shortest win takes 45 steps and begins with a draw."""


@pytest.mark.parametrize("preset", PRESETS)
def test_slices_of_any_size_give_the_same_answer_in_the_same_nodes(preset: str) -> None:
    deal = numbered(PRESETS[preset], 3)
    whole = solve(deal)
    search = WinSearch(deal)
    while not search.step(nodes=7):
        assert search.answer.verdict is Verdict.UNKNOWN
    assert search.step(nodes=7), "a search that is done stays done"
    sliced = search.answer
    assert (sliced.verdict, sliced.moves, sliced.nodes) == (
        whole.verdict,
        whole.moves,
        whole.nodes,
    )


def test_what_was_asked_before_does_not_matter() -> None:
    deals = [numbered(PRESETS["classic"], seed) for seed in range(12)]
    first = [(s.verdict, s.moves, s.nodes) for s in map(solve, deals)]
    again = [(s.verdict, s.moves, s.nodes) for s in map(solve, reversed(deals))]
    assert first == again[::-1]


@pytest.mark.parametrize("preset", PRESETS)
def test_a_small_budget_may_leave_it_unknown_and_never_turns_a_verdict_round(preset: str) -> None:
    for seed in range(6):
        deal = numbered(PRESETS[preset], seed)
        verdicts = {solve(deal, budget=Budget(nodes=nodes)).verdict for nodes in (1, 40, 400)}
        assert len(verdicts | {solve(deal).verdict} - {Verdict.UNKNOWN}) <= 2
        assert not {Verdict.WON, Verdict.LOST} <= verdicts | {solve(deal).verdict}


@pytest.mark.parametrize("preset", ["classic", "onepass", "threepass", "tut"])
def test_s13_limits_of_any_size_in_any_order_never_turn_a_verdict_round(preset: str) -> None:
    source = random.Random(preset)
    asked = [(seed, nodes) for seed in range(50) for nodes in (5, 50, 500, 5000, 100_000)]
    source.shuffle(asked)
    said: dict[int, set[Verdict]] = {seed: set() for seed in range(50)}
    for seed, nodes in asked:
        said[seed].add(solve(numbered(PRESETS[preset], seed), budget=Budget(nodes=nodes)).verdict)
    definite = [verdicts - {Verdict.UNKNOWN} for verdicts in said.values()]
    assert all(len(verdicts) == 1 for verdicts in definite)
    assert any(Verdict.UNKNOWN in verdicts for verdicts in said.values())


def test_a_budget_of_no_time_ends_at_once_and_says_so() -> None:
    deal = numbered(PRESETS["classic"], 2)
    assert solve(deal, budget=Budget(seconds=0)).verdict is Verdict.UNKNOWN
    assert set(keeping_moves(deal, budget=Budget(nodes=0)).values()) == {Verdict.UNKNOWN}
    assert not shortest(deal, budget=Budget(nodes=0)).is_exact
    best = best_score(Game(deal), Budget(nodes=0))
    assert not best.is_exact
    assert best.score <= best.at_most


def test_a_position_already_won_is_won_without_a_move() -> None:
    deal = numbered(PRESETS["classic"], 2)
    game = Game(deal)
    for move in solve(deal).moves:
        game = game.play(move)
    for found in solve(deal, game.position), shortest(deal, game.position):
        assert (found.verdict, found.moves) == (Verdict.WON, ())
    assert keeping_moves(deal, game.position) == {}


def test_drawing_with_a_removal_at_hand_can_be_the_way() -> None:
    deal = Deal(PRESETS["threepass"], parse_layout(FIRST_PUBLISHED))
    found = shortest(deal)
    assert len(found.moves) == 45
    assert found.is_exact
    assert keeping_moves(deal)[DRAW] is Verdict.WON


def test_the_same_cards_are_judged_by_the_rules_in_force() -> None:
    layout = parse_layout(FIRST_PUBLISHED)
    verdicts = {
        rules: solve(Deal(parse_rules(rules), layout)).verdict for rules in ("x11", "x21", "x31")
    }
    assert verdicts == {"x11": Verdict.LOST, "x21": Verdict.WON, "x31": Verdict.WON}


@pytest.mark.parametrize("preset", ["classic", "threepass", "relaxed", "tut", "overlap"])
def test_playing_any_keeping_move_in_turn_ends_in_a_win(preset: str) -> None:
    deal = next(
        deal
        for seed in range(50)
        if solve(deal := numbered(PRESETS[preset], seed)).verdict is Verdict.WON
    )
    game = Game(deal)
    while not is_won(deal, game.position):
        solution = solve(deal, game.position)
        assert solution.verdict is Verdict.WON
        assert solution.moves[0] in legal_moves(deal, game.position)
        game = game.play(solution.moves[0])
    assert len(game.moves) <= 102 or deal.rules.passes is None


def test_a_stuck_game_is_lost_though_the_stock_turns_for_ever() -> None:
    deal = next(
        deal
        for seed in range(100)
        if solve(deal := numbered(PRESETS["relaxed"], seed)).verdict is Verdict.LOST
    )
    game = Game(deal)
    while outcome(deal, game.position) is None:
        moves = legal_moves(deal, game.position)
        game = game.play(moves[0])
    assert solve(deal, game.position).verdict is Verdict.LOST
    assert set(keeping_moves(deal, game.position).values()) <= {Verdict.LOST}


def test_removals_that_do_not_come_up_are_told() -> None:
    deal = numbered(PRESETS["relaxed"], 2)
    with pytest.raises(ValueError, match="do not come up"):
        forced_line(deal, START, frozenset({(0, 51)}))


@pytest.mark.parametrize("preset", [preset for preset in PRESETS if preset != "tut"])
def test_the_best_score_of_whole_deals_is_exact_and_made_by_its_line(preset: str) -> None:
    for seed in range(4):
        deal = numbered(PRESETS[preset], seed)
        best = best_score(Game(deal), Budget(nodes=20_000))
        assert best.is_exact
        positions = [START]
        for move in best.moves:
            positions.append(play(deal, positions[-1], move))
        assert score(deal, positions) == best.score


def test_without_room_to_remember_worths_the_best_score_is_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = Game(numbered(PRESETS["classic"], 2))
    usual = best_score(game)
    monkeypatch.setattr(clearing, "MEMORY", 1)
    again = best_score(game)
    assert (again.score, again.moves, again.nodes) == (usual.score, usual.moves, usual.nodes)
