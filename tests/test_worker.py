from typing import Any

import pytest

from pyramid.advice import Kind
from pyramid.deal import numbered
from pyramid.game import Game
from pyramid.moves import parse_move
from pyramid.position import Outcome
from pyramid.record import parse_record
from pyramid.rules import PRESETS
from pyramid.solver import Verdict, best_score, solve
from pyramid.winning import led
from tests.asking import ask


def test_the_worker_gives_advice_and_verdicts() -> None:
    (advice,) = ask({"ask": "advice", "record": "classic-2"})
    assert advice["kind"] == Kind.KEEPS
    (verdict,) = ask({"ask": "verdict", "record": "classic-2"})
    assert verdict == {"verdict": "won"}


def test_the_worker_gives_a_line_that_wins_where_there_is_one() -> None:
    (found,) = ask({"ask": "line", "record": "classic-2 ."})
    won = led(parse_record("classic-2 ."), tuple(map(parse_move, found["line"])))
    assert won.at(len(won.moves)).outcome is Outcome.WON
    lost = "classic-2 " + ". " * 24 + "/" + " ." * 24
    assert ask({"ask": "line", "record": lost}) == [{"line": None}]


def test_the_worker_tells_the_most_points_of_a_deal_wherever_its_game_stands() -> None:
    (found,) = ask({"ask": "best", "record": "threepass-278128 . ."})
    best = best_score(Game(numbered(PRESETS["threepass"], 278128)))
    assert found == {"score": best.score, "at_most": best.score}


def test_a_winnable_deal_is_the_first_from_its_seed_on() -> None:
    (found,) = ask({"ask": "deal", "rules": "classic", "seed": 0})
    verdicts = [solve(numbered(PRESETS["classic"], s)).verdict for s in range(found["seed"] + 1)]
    assert verdicts[-1] is Verdict.WON
    assert Verdict.WON not in verdicts[:-1]


def test_rules_under_which_hardly_any_deal_can_be_won_are_given_up() -> None:
    (found,) = ask({"ask": "deal", "rules": "x13a", "seed": 5000})
    assert found == {"seed": None}


def test_a_newer_question_replaces_the_one_at_work() -> None:
    hard = {"ask": "advice", "record": "onepass-4"}
    first, second = ask(hard, {"ask": "verdict", "record": "classic-2"})
    assert first == {"replaced": True}
    assert second == {"verdict": "won"}


@pytest.mark.parametrize(
    "question", [{}, {"ask": "time"}, {"ask": "advice", "record": "nonsense"}, {"ask": "verdict"}]
)
def test_what_is_no_question_is_answered_with_an_error(question: dict[str, Any]) -> None:
    (answer,) = ask(question)
    assert set(answer) == {"error"}
