"""The lessons can be done, some can go astray, and each says what is true of its board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pyramid.cards import parse_card
from pyramid.errors import BadInput
from pyramid.game import Game
from pyramid.lessons import (
    LESSONS,
    Lesson,
    Stage,
    board,
    last_open,
    left_text,
    parse_left,
    stage,
    winning_move,
)
from pyramid.moves import DRAW, parse_move
from pyramid.position import Outcome, Position, legal_moves, playable

if TYPE_CHECKING:
    from collections.abc import Iterator

PAIR, COVERS, FIVES, BURIED, SECOND_PASS = LESSONS
EACH = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.title)


def played(lesson: Lesson, moves: str) -> Game:
    game = lesson.board
    for move in moves.split():
        game = game.play(parse_move(move))
    return game


def games(lesson: Lesson) -> Iterator[Game]:
    """One game for each position that can be reached before the lesson goes astray, and those
    right after."""
    seen: set[Position] = set()
    todo = [lesson.board]
    while todo:
        game = todo.pop()
        if game.position in seen:
            continue
        seen.add(game.position)
        yield game
        if stage(game) is Stage.OPEN:
            todo += [game.play(move) for move in legal_moves(game.deal, game.position)]


def test_there_are_five_lessons() -> None:
    assert len(LESSONS) == 5


@EACH
def test_a_board_shows_few_cards_in_the_three_upper_rows_and_cannot_be_moved_behind_its_start(
    lesson: Lesson,
) -> None:
    position = lesson.board.position
    assert max(position.pyramid) < 6
    assert position.left.bit_count() <= 9
    assert lesson.board.cursor == 0
    assert len(set(lesson.board.deal.cards)) == 52


@EACH
def test_a_lesson_is_done_by_following_its_hints(lesson: Lesson) -> None:
    game = lesson.board
    while stage(game) is Stage.OPEN:
        move = winning_move(game)
        assert move is not None
        game = game.play(move)
    assert stage(game) is Stage.DONE
    assert game.outcome is Outcome.WON
    assert winning_move(game) is None


@EACH
def test_a_lesson_speaks_of_going_astray_if_and_only_if_one_can(lesson: Lesson) -> None:
    stages = {stage(game) for game in games(lesson)}
    assert (Stage.ASTRAY in stages) == bool(lesson.regret)
    assert all(lesson.message(now) for now in stages)


@EACH
def test_from_astray_one_move_back_leads_to_the_way_again(lesson: Lesson) -> None:
    for game in games(lesson):
        if stage(game) is Stage.ASTRAY:
            assert last_open(game) == game.cursor - 1
        else:
            assert last_open(game) == game.cursor


def test_far_astray_the_last_open_moment_is_found() -> None:
    game = played(SECOND_PASS, ". . . . / . .")
    assert stage(game) is Stage.ASTRAY
    assert last_open(game) == 4


def test_a_pair_and_a_king() -> None:
    assert stage(played(PAIR, "5s8d Kh")) is Stage.DONE


def test_the_six_waits_for_both_its_covers() -> None:
    deal = COVERS.board.deal
    six = deal.index_of[parse_card("6s")]
    assert six not in playable(deal, COVERS.board.position)
    assert six in playable(deal, played(COVERS, "4h9c").position)


def test_the_eight_frees_a_card_with_one_five_and_is_wasted_with_the_other() -> None:
    before = len(playable(FIVES.board.deal, FIVES.board.position))
    good, bad = played(FIVES, "5c8s"), played(FIVES, "5h8s")
    assert len(playable(good.deal, good.position)) == before - 1
    assert len(playable(bad.deal, bad.position)) == before - 2
    assert stage(good) is Stage.OPEN
    assert stage(bad) is Stage.ASTRAY


def test_drawing_first_buries_the_seven_and_using_it_brings_back_the_four() -> None:
    assert stage(played(BURIED, ".")) is Stage.ASTRAY
    game = played(BURIED, "6d7c")
    assert game.position.waste_top == game.deal.index_of[parse_card("4d")]


def test_the_eight_is_had_in_the_second_pass_and_only_after_the_first_has_done_its_work() -> None:
    assert stage(played(SECOND_PASS, ". . . 4c9h . 3dTc / . 5d8s")) is Stage.DONE
    assert stage(played(SECOND_PASS, ". . . . /")) is Stage.ASTRAY
    assert all(
        DRAW in game.moves and game.position.redeals
        for game in games(SECOND_PASS)
        if stage(game) is Stage.DONE
    )


def test_a_board_is_written_from_the_apex_down() -> None:
    game = board("Kh - 6d", stock="2c 3c", waste="4c 5c")
    cards, position = game.deal.cards, game.position
    assert {index: str(cards[index]) for index in position.pyramid} == {0: "Kh", 2: "6d"}
    assert [str(cards[index]) for index in position.stock] == ["2c", "3c"]
    assert [str(cards[index]) for index in position.waste] == ["4c", "5c"]


@EACH
def test_a_lesson_left_at_any_moment_is_read_back_from_its_text(lesson: Lesson) -> None:
    number = LESSONS.index(lesson)
    for game in games(lesson):
        for cursor in range(len(game.moves) + 1):
            left = game.at(cursor)
            assert parse_left(left_text(number, left)) == (number, left)


@pytest.mark.parametrize(
    "text", ["", "0", "5 0", "-1 0", "0 1", "0 -1", "x 0", "0 0 Ks", "0 0 draw", "9" * 5000 + " 0"]
)
def test_what_is_no_lesson_that_was_left_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        parse_left(text)
