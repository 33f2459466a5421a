import pytest

from pyramid.counsel import best_sentence
from pyramid.i18n import texts


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
