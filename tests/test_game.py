import pytest

from pyramid.moves import DRAW, parse_move
from pyramid.position import IllegalMove
from tests.positions import game


def test_a_new_game_stands_at_the_start() -> None:
    fresh = game("classic-1")
    assert (fresh.cursor, fresh.moves, fresh.score, fresh.outcome) == (0, (), 0, None)


def test_going_back_and_forth_leads_to_the_very_same_positions() -> None:
    played = game("classic-1 . . . 6h7s Ks .")
    walked = played
    for cursor in (5, 4, 3, 2, 1, 0, 1, 2, 3, 4, 5, 6):
        walked = walked.at(cursor)
        assert walked.position == played.positions[cursor]
    assert walked == played


def test_a_move_after_undo_drops_what_was_taken_back() -> None:
    assert game("classic-1 . . | 6h7s").play(DRAW).moves == (DRAW, DRAW, DRAW)


def test_t01_the_score_is_the_same_after_any_undoing_and_redoing() -> None:
    played = game("classic-1 6h7s Ks")
    for _ in range(50):
        played = played.at(0).at(2)
    assert played.score == 15


def test_an_illegal_move_changes_nothing() -> None:
    fresh = game("classic-1")
    with pytest.raises(IllegalMove):
        fresh.play(parse_move("9s4c"))
    assert fresh == game("classic-1")


@pytest.mark.parametrize("cursor", [-1, 1])
def test_there_is_no_moment_before_the_start_or_after_the_last_move(cursor: int) -> None:
    with pytest.raises(IndexError):
        game("classic-1").at(cursor)
