"""The rules themselves, position by position. The scenarios numbered G… are known faults of other
programs."""

from __future__ import annotations

from random import Random

import pytest

from pyramid.cards import DECK
from pyramid.deal import Deal, numbered
from pyramid.moves import DRAW, REDEAL, parse_move
from pyramid.position import (
    COVER_MASK,
    COVERS,
    PYRAMID_MASK,
    ROW_OF,
    START,
    IllegalMove,
    Outcome,
    Position,
    can_ever_remove,
    legal_moves,
    outcome,
    play,
)
from pyramid.rules import PRESETS, Goal, Rules, Scoring
from tests.positions import random_game, table
from tests.test_rules import every_rule_set

CLASSIC = PRESETS["classic"]
ONE_PASS = Rules(passes=1)


def moves(deal: Deal, position: Position) -> set[str]:
    return {str(move) for move in legal_moves(deal, position)}


def test_the_pyramid_has_seven_rows_and_every_card_two_covers_but_the_last_row() -> None:
    assert [ROW_OF.count(row) for row in range(1, 8)] == [1, 2, 3, 4, 5, 6, 7]
    assert COVERS[0] == (1, 2)
    assert COVERS[20] == (26, 27)
    assert COVERS[21:] == ((),) * 7


def test_exactly_1430_pyramid_shapes_can_be_reached() -> None:
    shapes = {PYRAMID_MASK}
    fresh = [PYRAMID_MASK]
    while fresh:
        shape = fresh.pop()
        for index in range(28):
            if shape >> index & 1 and not shape & COVER_MASK[index]:
                smaller = shape & ~(1 << index)
                if smaller not in shapes:
                    shapes.add(smaller)
                    fresh.append(smaller)
    assert len(shapes) == 1430


# -- drawing -----------------------------------------------------------------------------------


def test_the_first_draw_is_card_29_and_the_second_card_30() -> None:
    deal = Deal(CLASSIC, DECK)
    once = play(deal, START, DRAW)
    twice = play(deal, once, DRAW)
    assert (once.waste_top, twice.waste_top) == (28, 29)


def test_g13_the_24th_draw_empties_the_stock_and_a_25th_is_refused() -> None:
    deal = Deal(CLASSIC, DECK)
    position = START
    for _ in range(24):
        position = play(deal, position, DRAW)
    assert (position.stock, len(position.waste)) == ((), 24)
    with pytest.raises(IllegalMove):
        play(deal, position, DRAW)


def test_a_redeal_keeps_the_order_and_begins_the_next_pass() -> None:
    deal = Deal(CLASSIC, DECK)
    position = START
    for _ in range(24):
        position = play(deal, position, DRAW)
    again = play(deal, position, REDEAL)
    assert (again.stock, again.waste, again.redeals) == (START.stock, (), 1)


@pytest.mark.parametrize(("passes", "redeals"), [(1, 0), (2, 1), (3, 2)])
def test_there_are_as_many_redeals_as_passes_less_one(passes: int, redeals: int) -> None:
    deal = Deal(Rules(passes=passes, goal=Goal.ALL), DECK)
    position = START
    done = 0
    while legal := [move for move in legal_moves(deal, position) if move in (DRAW, REDEAL)]:
        done += legal == [REDEAL]
        position = play(deal, position, legal[0])
    assert done == redeals


def test_g09_an_empty_stock_and_waste_can_neither_be_drawn_nor_redealt() -> None:
    deal, position = table(CLASSIC, {0: "9s"})
    assert moves(deal, position) == set()


def test_draw_three_turns_three_and_the_rest_at_the_end() -> None:
    deal, position = table(PRESETS["tut"], {0: "Ks"}, stock="2c 3c 4c 5c 6c")
    first = play(deal, position, DRAW)
    assert [str(deal.cards[i]) for i in first.waste] == ["2c", "3c", "4c"]
    second = play(deal, first, DRAW)
    assert [str(deal.cards[i]) for i in second.waste] == ["2c", "3c", "4c", "5c", "6c"]


def test_drawing_buries_the_waste_top_and_removing_it_brings_the_card_below_back() -> None:
    deal, position = table(CLASSIC, {0: "6s", 1: "7h"}, stock="9c 6d")
    drawn = play(deal, play(deal, position, DRAW), DRAW)
    removed = play(deal, drawn, parse_move("6d7h"))
    assert str(deal.cards[removed.waste_top or 0]) == "9c"


def test_drawing_is_legal_although_a_pair_is_there() -> None:
    deal, position = table(CLASSIC, {21: "6s", 22: "7h"}, stock="9c")
    assert moves(deal, position) == {"6s7h", "."}


# -- removing ----------------------------------------------------------------------------------


def test_a_king_goes_alone_and_two_cards_worth_13_together() -> None:
    deal, position = table(ONE_PASS, {21: "Ks", 22: "Ah", 23: "Qd", 24: "5c"}, waste="8h")
    assert moves(deal, position) == {"Ks", "AhQd", "5c8h"}


def test_a_covered_card_cannot_be_played_until_both_covers_are_gone() -> None:
    deal, position = table(ONE_PASS, {15: "6s", 21: "Ks", 22: "Kd"}, waste="7h")
    assert moves(deal, position) == {"Ks", "Kd"}
    half = play(deal, position, parse_move("Ks"))
    assert moves(deal, half) == {"Kd"}
    assert moves(deal, play(deal, half, parse_move("Kd"))) == {"6s7h"}


def test_stock_cards_must_be_drawn_before_use() -> None:
    deal, position = table(ONE_PASS, {0: "6s"}, stock="7h")
    assert moves(deal, position) == {"."}
    assert moves(deal, play(deal, position, DRAW)) == {"6s7h"}


def test_g01_two_waste_cards_never_pair_under_the_missions_rules() -> None:
    for name in ("classic", "onepass"):
        deal, position = table(PRESETS[name], {0: "9s"}, waste="7h 6s")
        assert "6s7h" not in moves(deal, position)


def test_g05_a_card_cannot_pair_with_the_card_that_covers_it() -> None:
    deal, position = table(CLASSIC, {15: "As", 21: "Qh"})
    assert moves(deal, position) == set()
    assert outcome(deal, position) is Outcome.STUCK


def test_under_overlap_a_card_pairs_with_its_only_cover_left() -> None:
    rules = PRESETS["overlap"]
    deal, position = table(rules, {15: "As", 21: "Qh"})
    assert moves(deal, position) == {"AsQh"}
    deal, position = table(rules, {15: "As", 21: "Qh", 22: "9d"})
    assert moves(deal, position) == set()
    deal, position = table(rules, {10: "As", 15: "Qh", 21: "9d"})
    assert moves(deal, position) == set()


def test_an_open_stock_is_playable_and_pairs_with_the_waste_only_under_waste_pairs() -> None:
    closed_pairs = Rules(open_stock=True)
    deal, position = table(closed_pairs, {0: "5s"}, stock="8h", waste="5c")
    assert moves(deal, position) == {"5s8h", "."}
    deal, position = table(PRESETS["threepass"], {0: "5s"}, stock="8h", waste="5c")
    assert moves(deal, position) == {"5s8h", "5c8h", "."}


def test_a_king_on_the_open_stock_goes_without_being_drawn() -> None:
    deal, position = table(PRESETS["threepass"], {0: "5s"}, stock="Kh 8h")
    after = play(deal, position, parse_move("Kh"))
    assert [str(deal.cards[i]) for i in after.stock] == ["8h"]


def test_with_waste_pairs_and_a_closed_stock_the_two_top_waste_cards_pair() -> None:
    deal, position = table(Rules(waste_pairs=True), {0: "9s"}, waste="7h 6s")
    assert moves(deal, position) == {"6s7h", "/"}
    deal, position = table(Rules(waste_pairs=True), {0: "9s"}, waste="6s 2c 7h")
    assert moves(deal, position) == {"/"}


def test_the_second_waste_card_pairs_with_nothing_else() -> None:
    deal, position = table(Rules(waste_pairs=True), {0: "6s"}, waste="7h 2c")
    assert moves(deal, position) == {"/"}


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("6s7h", "6s cannot be played yet"),
        ("5c8h", "8h is gone already"),
        ("9d", "9d is not worth 13"),
        ("9d7h", "9d and 7h are not worth 13"),
        ("/", "cannot be turned over"),
        (".", "no card to draw"),
    ],
)
def test_an_illegal_move_is_refused_with_its_reason(move: str, why: str) -> None:
    deal, position = table(PRESETS["onepass"], {15: "6s", 21: "Kc", 22: "5c", 23: "9d"}, waste="7h")
    with pytest.raises(IllegalMove, match=why):
        play(deal, position, parse_move(move))


# -- the end -----------------------------------------------------------------------------------


def test_g15_clearing_the_pyramid_wins_at_once_whatever_is_left_elsewhere() -> None:
    deal, position = table(CLASSIC, {0: "6s"}, stock="2c 3c", waste="4c 7h")
    won = play(deal, position, parse_move("6s7h"))
    assert outcome(deal, won) is Outcome.WON
    assert legal_moves(deal, won) == ()


def test_an_empty_stock_and_waste_do_not_win() -> None:
    deal, position = table(CLASSIC, {0: "6s"})
    assert outcome(deal, position) is Outcome.STUCK


def test_under_goal_all_the_stock_must_go_too() -> None:
    rules = PRESETS["thirteen"]
    deal, position = table(rules, {0: "6s"}, stock="Kc", waste="7h")
    cleared = play(deal, position, parse_move("6s7h"))
    assert outcome(deal, cleared) is None
    won = play(deal, play(deal, cleared, DRAW), parse_move("Kc"))
    assert outcome(deal, won) is Outcome.WON


def test_an_empty_stock_does_not_end_the_game_while_a_removal_is_left() -> None:
    deal, position = table(PRESETS["onepass"], {0: "6s", 21: "4d", 22: "9d"})
    assert outcome(deal, position) is None


def test_s01_no_dead_end_while_the_stock_can_still_help() -> None:
    deal, position = table(PRESETS["onepass"], {0: "6s"}, stock="2c 7h 3c")
    assert outcome(deal, position) is None
    deal, position = table(CLASSIC, {0: "6s"}, waste="2c 7h 3c")
    assert outcome(deal, position) is None


def test_a_card_lost_under_the_waste_in_the_last_pass_is_no_help() -> None:
    deal, position = table(PRESETS["onepass"], {0: "6s"}, stock="3d", waste="7h 3c")
    assert outcome(deal, position) is Outcome.STUCK


def test_s03_unlimited_passes_over_a_dead_stock_are_stuck() -> None:
    deal, position = table(PRESETS["relaxed"], {0: "6s"}, stock="2c 3c", waste="6c 8c")
    assert outcome(deal, position) is Outcome.STUCK


def test_with_draw_three_a_card_never_on_top_is_no_help() -> None:
    deal, position = table(PRESETS["tut"], {0: "6s"}, stock="7h 2c 3c 4c 5c 8c")
    assert outcome(deal, position) is Outcome.STUCK
    deal, position = table(PRESETS["tut"], {0: "6s"}, stock="2c 3c 7h 4c 5c 8c")
    assert outcome(deal, position) is None


def test_par_plays_on_after_the_pyramid_to_get_rid_of_more() -> None:
    deal, position = table(PRESETS["par"], {0: "6s"}, stock="2c Jc", waste="7h")
    cleared = play(deal, position, parse_move("6s7h"))
    assert outcome(deal, cleared) is Outcome.WON
    assert moves(deal, cleared) == {"."}


def reachable_by_turning(deal: Deal, position: Position) -> bool:
    """The dead-end question asked dully: over all positions that draws and redeals lead to."""
    seen = {position}
    fresh = [position]
    while fresh:
        here = fresh.pop()
        for move in legal_moves(deal, here):
            if move not in (DRAW, REDEAL):
                return True
            there = play(deal, here, move)
            # Without a limit of passes, the number of redeals makes no difference.
            if deal.rules.passes is None:
                there = Position(there.left, there.next, min(there.redeals, 1))
            if there not in seen:
                seen.add(there)
                fresh.append(there)
    return False


def test_stuck_is_exact_under_every_rule_set() -> None:
    random = Random(7)
    both = set()
    for rules in every_rule_set():
        played = random_game(numbered(rules, random.randrange(10**6)), random, moves=150)
        for position in random.sample(played.positions, min(6, len(played.positions))):
            ever = can_ever_remove(played.deal, position)
            assert ever == reachable_by_turning(played.deal, position)
            both.add(ever)
    assert both == {True, False}


# -- random games ------------------------------------------------------------------------------


def test_random_games_keep_the_invariants_under_every_rule_set() -> None:
    random = Random(11)
    for rules in every_rule_set():
        played = random_game(numbered(rules, random.randrange(10**6)), random)
        for before, after in zip(played.positions, played.positions[1:], strict=False):
            assert after.left & ~before.left == 0
            gone = before.left & ~after.left
            ranks = [played.deal.cards[i].rank for i in range(52) if gone >> i & 1]
            assert sum(ranks) in (0, 13)
        for position in played.positions:
            cards = (*position.pyramid, *position.stock, *position.waste)
            assert len(set(cards)) == len(cards) == position.left.bit_count()
            if rules.passes is not None:
                assert position.redeals < rules.passes


def test_a_game_of_three_passes_ends_within_102_moves_and_two_redeals() -> None:
    # 72 draws, 2 redeals and 28 removals at the most, as long as no removal is taken back.
    random = Random(3)
    rules = Rules(passes=3, scoring=Scoring.HOUSE)
    for seed in range(50):
        played = random_game(numbered(rules, seed), random, moves=1000)
        assert len(played.moves) <= 102
