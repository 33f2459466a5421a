"""`python -m pyramid solve` and `rate`, run as people run them."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from pathlib import Path

import pytest

from pyramid.record import parse_record
from pyramid.solver.command import Rating

ROOT = Path(__file__).parent.parent


def run(*arguments: str, lines: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pyramid", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        input=lines,
    )


def test_a_winnable_deal_is_answered_with_a_line_that_wins() -> None:
    result = run("solve", "classic-2", "--json")
    answer = json.loads(result.stdout)
    assert answer["verdict"] == "won"
    assert answer["steps"] == len(answer["moves"].split())
    assert set(answer) == {"verdict", "moves", "steps", "nodes", "seconds"}
    assert parse_record(f"classic-2 {answer['moves']}").outcome == "won"


def test_people_are_answered_in_plain_words() -> None:
    assert run("solve", "classic-2").stdout.startswith("won in ")
    assert run("solve", "classic-1").stdout.startswith("lost: no way of playing wins")
    assert run("solve", "classic-2", "--budget", "0").stdout.startswith("unknown: the budget")


def test_a_record_is_solved_from_its_cursor() -> None:
    answer = json.loads(run("solve", "--json", "classic-2 2dJc | .").stdout)
    assert parse_record(f"classic-2 2dJc {answer['moves']}").outcome == "won"


def test_any_layout_is_solved_under_any_rules() -> None:
    cards = " ".join(map(str, parse_record("classic-2").deal.cards))
    by_cards = json.loads(run("solve", "--json", "--cards", cards, "--rules", "classic").stdout)
    by_code = json.loads(run("solve", "--json", "classic-2").stdout)
    assert (by_cards["verdict"], by_cards["moves"]) == (by_code["verdict"], by_code["moves"])


def test_standard_input_is_answered_a_json_line_for_each_line() -> None:
    layout = " ".join(map(str, parse_record("classic-2").deal.cards))
    lines = f"classic-2\n\n{layout}\nclassic-2 2dJc\nnonsense-1\n"
    result = run("solve", "-", lines=lines)
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [answer.get("verdict") for answer in answers] == ["won", "won", "won", None]
    assert "error" in answers[3]
    assert result.returncode == 2


def test_rate_counts_deals_and_its_interval_holds_the_share() -> None:
    result = run("rate", "--rules", "onepass", "--deals", "60", "--jobs", "2", "--json")
    answer = json.loads(result.stdout)
    assert answer["won"] + answer["lost"] + answer["unknown"] == answer["deals"] == 60
    low, high = answer["interval_95"]
    assert low <= answer["winnable"] <= high
    assert {"median_ms", "p99_ms", "max_ms", "median_nodes", "p99_nodes", "max_nodes"} <= set(
        answer
    )
    alone = json.loads(
        run("rate", "--rules", "onepass", "--deals", "60", "--jobs", "1", "--json").stdout
    )
    assert (alone["won"], alone["max_nodes"]) == (answer["won"], answer["max_nodes"])


def test_the_interval_is_wilsons() -> None:
    # 10 of 100, by the formula's own worked value.
    low, high = Rating(100, 10, 90, 0, (0.0,) * 100, (1,) * 100).interval
    assert math.isclose(low, 0.0552, abs_tol=5e-5)
    assert math.isclose(high, 0.1744, abs_tol=5e-5)
    assert Rating(1, 0, 0, 1, (0.0,), (1,)).interval == (0.0, 1.0)


def test_what_is_no_layout_is_told_what_a_deal_is() -> None:
    assert "is not a deal" in run("solve", "nothing").stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("solve",),
        ("solve", "nonsense"),
        ("solve", "classic-2", "--budget", "soon"),
        ("solve", "classic-2", "--budget", "-1"),
        ("solve", "--cards", "KsKs"),
        ("solve", "classic-2", "--rules", "none"),
        ("solve", "classic-2", "--rules", "onepass"),
        ("solve", "classic-2", "--cards", "Ks" * 52),
        ("solve", "--cards", ""),
        ("rate", "--deals", "0"),
        ("rate", "--deals", "1e3"),
        ("rate", "--first-seed", "-1"),
        ("rate", "--first-seed", "9007199254740992"),
        ("rate", "--jobs", "٣"),
        ("rate", "--rules", "none"),
    ],
)
def test_bad_input_gets_one_clear_line_and_exit_status_2(arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert result.returncode == 2
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1
