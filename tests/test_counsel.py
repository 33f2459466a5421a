import pytest

from pyramid.advice import Advice, Kind
from pyramid.counsel import advice_sentence, best_sentence
from pyramid.i18n import texts
from pyramid.moves import DRAW


@pytest.mark.parametrize(
    ("score", "best", "at_most", "said"),
    [
        (420, 420, 420, "More was not possible."),
        (420, 390, 420, "More was not possible."),
        (370, 420, 420, "The most possible was 420."),
        (370, 400, 420, "More than 420 was not possible."),
        (1290, 1300, 1300, "The most possible was 1,300."),
    ],
)
def test_a_score_is_compared_with_the_most_and_a_bound_is_said_to_be_one(
    score: int, best: int, at_most: int, said: str
) -> None:
    assert best_sentence(texts("en"), score, best, at_most) == said


def test_a_lost_game_is_said_to_be_lost_before_what_can_be_played_all_the_same() -> None:
    advice = Advice(Kind.LOST, (DRAW,))
    assert [advice_sentence(texts("en"), advice, number) for number in range(advice.times)] == [
        "This deal could not be won.",
        "Draw: possible, but it leads to no win.",
    ]


@pytest.mark.parametrize(
    ("wins", "said"),
    [
        (3, "Draw: wins in 3 of 300 possible layouts."),
        (0, "Draw: possible, but none of 300 layouts tried could be won."),
    ],
)
def test_a_move_that_wins_nowhere_is_not_told_as_one_that_does(wins: int, said: str) -> None:
    advice = Advice(Kind.LIKELY, (DRAW,), wins=wins, layouts=300)
    assert advice_sentence(texts("en"), advice, 0) == said
