"""Advice. The scenarios numbered S… are known faults of other programs."""

from __future__ import annotations

from random import Random

import pytest

from pyramid.advice import Advice, Kind, advice_text, parse_advice, simple_advice
from pyramid.deal import Deal, numbered
from pyramid.errors import BadInput
from pyramid.game import Game
from pyramid.guess import layouts, seen
from pyramid.hint import AdviceSearch
from pyramid.moves import DRAW, REDEAL, Remove, parse_move
from pyramid.position import Outcome, legal_moves, removals
from pyramid.rules import PRESETS, Rules
from pyramid.solver import Verdict, solve
from tests.positions import game, random_game, table
from tests.test_rules import every_rule_set


def advice(played: Game) -> Advice:
    return AdviceSearch(played).run()


def test_every_advised_move_keeps_the_win() -> None:
    played = game("classic-2")
    found = advice(played)
    assert found.kind is Kind.KEEPS
    for move in found.moves:
        after = played.play(move)
        assert solve(after.deal, after.position).verdict is Verdict.WON


def test_s15_always_doing_what_the_hint_says_wins_a_winnable_game() -> None:
    played = game("classic-2")
    while played.outcome is None:
        played = played.play(advice(played).moves[0])
    assert played.outcome is Outcome.WON
    assert len(played.moves) <= 102


def test_a_lost_position_says_so_and_names_the_last_winnable_moment() -> None:
    random = Random(2)
    played = game("classic-2")
    while solve(played.deal, played.position).verdict is Verdict.WON:
        played = played.play(random.choice(legal_moves(played.deal, played.position)))
    lost_at = played.cursor
    for _ in range(3):
        if moves := legal_moves(played.deal, played.position):
            played = played.play(moves[0])
    found = advice(played)
    if found.kind is not Kind.NOTHING:
        assert (found.kind, found.winnable_at) == (Kind.LOST, lost_at - 1)


def test_a_deal_that_could_never_be_won_has_no_winnable_moment() -> None:
    deal = next(
        deal
        for seed in range(100)
        if solve(deal := numbered(PRESETS["classic"], seed)).verdict is Verdict.LOST
    )
    found = advice(Game(deal).play(DRAW))
    assert (found.kind, found.winnable_at) == (Kind.LOST, None)
    # Who plays on all the same is shown every move there is, after the verdict.
    shown = [found.move(number) for number in range(found.times)]
    assert shown[0] is None
    assert {*shown[1:]} == {*legal_moves(deal, Game(deal).play(DRAW).position)}


def test_a_won_game_has_no_advice_and_a_stuck_one_is_looked_back_at() -> None:
    deal, position = table(Rules(passes=1), {})
    assert advice(Game(deal, positions=(position,))) == Advice(Kind.NOTHING)
    deal, position = table(Rules(passes=1), {0: "2c"})
    assert advice(Game(deal, positions=(position,))) == Advice(Kind.LOST)
    stuck = game("onepass-37 " + ". " * 24)
    while stuck.outcome is None:
        stuck = stuck.play(legal_moves(stuck.deal, stuck.position)[0])
    found = advice(stuck)
    assert found.kind is Kind.LOST
    assert found.winnable_at is not None
    back = stuck.positions[found.winnable_at]
    assert solve(stuck.deal, back).verdict is Verdict.WON


def test_the_hint_points_at_the_stock_and_at_the_redeal_when_that_is_the_move() -> None:
    deal, position = table(Rules(passes=1), {0: "6c"}, stock="7c")
    assert advice(Game(deal, positions=(position,))).moves == (DRAW,)
    deal, position = table(Rules(passes=2), {0: "6c"}, waste="7c 2d")
    assert advice(Game(deal, positions=(position,))).moves == (REDEAL,)


def test_s17_a_simple_hint_knows_every_removal_there_is() -> None:
    random = Random(9)
    for rules in every_rule_set():
        played = random_game(numbered(rules, random.randrange(10**6)), random, 60)
        for cursor in range(0, len(played.moves) + 1, 7):
            here = played.at(cursor)
            advised = {m for m in simple_advice(here).moves if isinstance(m, Remove)}
            assert len(advised) == len(list(removals(here.deal, here.position)))


def test_s07_advice_follows_the_rules_in_force() -> None:
    one_pass, two_passes = (game(f"{rules}-5 " + ". " * 24) for rules in ("x11", "classic"))
    assert REDEAL not in simple_advice(one_pass).moves
    assert REDEAL in simple_advice(two_passes).moves


# -- hidden cards ------------------------------------------------------------------------------


def alike(played: Game, random: Random) -> Game:
    """A game that looks the same to its player: what was never seen lies otherwise."""
    unseen = sorted(set(range(52)) - seen(played))
    cards = list(played.deal.cards)
    for index, other in zip(unseen, random.sample(unseen, len(unseen)), strict=True):
        cards[index] = played.deal.cards[other]
    deal = Deal(played.deal.rules, tuple(cards), played.deal.seed)
    return Game(deal, played.moves, played.cursor, played.positions)


def test_two_games_that_look_alike_get_the_same_hint_whatever_lies_beneath() -> None:
    random = Random(4)
    for seed in range(6):
        played = random_game(numbered(PRESETS["onepass"], seed), random, 30)
        here = played.at(min(24, len(played.moves)))
        if not legal_moves(here.deal, here.position):
            continue
        found = advice(here)
        assert found.kind is Kind.LIKELY
        assert advice(alike(here, random)) == found


def test_layouts_agree_with_everything_seen_and_differ_in_the_rest() -> None:
    played = game("onepass-3 . .")
    known = seen(played)
    assert {28, 29} <= known
    assert 30 not in known
    found = list(layouts(played, 20))
    for deal in found:
        assert all(deal.cards[index] == played.deal.cards[index] for index in known)
    assert len({deal.cards for deal in found}) == 20


def test_a_card_seen_before_it_was_buried_or_undone_stays_known() -> None:
    played = game("onepass-3 . . .")
    assert {28, 29, 30} <= seen(played)
    assert seen(played.at(1)) < seen(played)


# -- from the worker ---------------------------------------------------------------------------


def test_advice_reads_back_from_its_text() -> None:
    played = game("classic-2 2dJc .")
    for found in (
        Advice(Kind.KEEPS, (DRAW,)),
        Advice(Kind.LOST, winnable_at=1),
        Advice(Kind.LOST, (DRAW,)),
        Advice(Kind.LIKELY, (DRAW,), wins=3, layouts=40),
    ):
        assert parse_advice(advice_text(found), played) == found


@pytest.mark.parametrize(
    "wrong",
    [
        Advice(Kind.KEEPS, (parse_move("Ks"),)),
        Advice(Kind.LOST, winnable_at=2),
        Advice(Kind.LOST, winnable_at=-1),
    ],
)
def test_advice_that_does_not_fit_the_game_is_refused(wrong: Advice) -> None:
    with pytest.raises(BadInput):
        parse_advice(advice_text(wrong), game("classic-2 2dJc ."))


@pytest.mark.parametrize("text", ["{}", "[]", '{"kind": "best"}', "3"])
def test_what_is_no_advice_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        parse_advice(text, game("classic-2"))
