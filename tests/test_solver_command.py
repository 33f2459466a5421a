"""`python -m pyramid solve` and `rate`, run as people run them."""

from __future__ import annotations

import argparse
import io
import json
import math
import subprocess
import sys
from itertools import combinations_with_replacement
from pathlib import Path

import pytest

from pyramid import __main__ as command_line
from pyramid.moves import DRAW
from pyramid.record import parse_record
from pyramid.solver import BestScore, Shortest, Solution, Verdict
from pyramid.solver import command as solver_command
from pyramid.solver.command import Rating

ROOT = Path(__file__).parent.parent
LAYOUT = " ".join(map(str, parse_record("classic-2").deal.cards))

GIVEN = {
    "solve": {
        "code": ("classic-3",),
        "record": ("classic-4 .",),
        "layout": (LAYOUT,),
        "-": ("-",),
        "--cards": ("--cards", " ".join(reversed(LAYOUT.split()))),
        "--rules": ("--rules", "onepass"),
        "--budget": ("--budget", "3"),
        "--json": ("--json",),
        "--shortest": ("--shortest",),
        "--best-score": ("--best-score",),
    },
    "rate": {
        "--rules": ("--rules", "onepass"),
        "--deals": ("--deals", "9"),
        "--first-seed": ("--first-seed", "5"),
        "--jobs": ("--jobs", "3"),
        "--budget": ("--budget", "3"),
        "--json": ("--json",),
    },
}
"""What can be written after each command, once."""
GAMES = ("code", "record", "layout", "-", "--cards")
PAIRS = [
    (command, one, other)
    for command, given in GIVEN.items()
    for one, other in combinations_with_replacement(given, 2)
]
REFUSED = {
    *(("solve", one, other) for one, other in combinations_with_replacement(GAMES, 2)),
    ("solve", "code", "--rules"),
    ("solve", "record", "--rules"),
    ("solve", "--shortest", "--best-score"),
    # A value can be given once; a switch means the same however often it is.
    *(
        (command, name, name)
        for command, given in GIVEN.items()
        for name, words in given.items()
        if len(words) > 1
    ),
}
CHANGES_NOTHING = {
    ("solve", "-", "--json"),  # lines are answered in JSON anyway
    *((command, name, name) for command in GIVEN for name in ("--json", "--shortest")),
    ("solve", "--best-score", "--best-score"),
}


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


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    """What the solver was asked; it answers all at once."""
    asked: list[tuple[object, ...]] = []

    def solve(*question: object) -> Solution:
        asked.append(("solve", *question))
        return Solution(Verdict.WON)

    def shortest(*question: object) -> Shortest:
        asked.append(("shortest", *question))
        return Shortest(Verdict.WON, (), is_exact=True, nodes=0, seconds=0)

    def best_score(*question: object) -> BestScore:
        asked.append(("best score", *question))
        return BestScore(0, 0, (), nodes=0, seconds=0)

    def solved(tasks: object, jobs: int) -> list[tuple[str, int, float]]:
        asked.append((list(tasks), jobs))  # type: ignore[call-overload]
        return [("won", 0, 0.0)]

    for name, answer in (("solve", solve), ("shortest", shortest), ("best_score", best_score)):
        monkeypatch.setattr(solver_command, name, answer)
    monkeypatch.setattr(solver_command, "_solved", solved)
    return asked


@pytest.mark.parametrize(("command", "one", "other"), PAIRS)
def test_of_two_arguments_none_is_silently_ignored(
    command: str,
    one: str,
    other: str,
    asked: list[tuple[object, ...]],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def done(*names: str) -> tuple[int, str, str, str]:
        asked.clear()
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{LAYOUT}\n"))
        game = () if command == "rate" or {one, other} & {*GAMES} else (LAYOUT,)
        words = [word for name in names for word in GIVEN[command][name]]
        status = command_line.main([command, *game, *words])
        return status, str(asked), *capsys.readouterr()

    for first, second in ((one, other), (other, one)):
        both = done(first, second)
        if (command, one, other) in REFUSED:
            status, questions, answer, complaint = both
            assert (status, questions, answer) == (2, "[]", "")
            assert len(complaint.splitlines()) == 1
        else:
            changes_nothing = both in (done(first), done(second))
            assert both[0] == 0
            assert changes_nothing == ((command, one, other) in CHANGES_NOTHING)


def test_every_option_is_among_the_pairs() -> None:
    commands = next(
        action.choices
        for action in command_line._parser()._actions
        if isinstance(action, argparse._SubParsersAction)
    )
    options = {
        command: {name for name in parser._option_string_actions if name not in ("-h", "--help")}
        for command, parser in commands.items()
    }
    assert {command: names for command, names in options.items() if names} == {
        command: {name for name in given if name.startswith("--")}
        for command, given in GIVEN.items()
    }


def test_no_more_jobs_are_begun_than_there_are_deals(asked: list[tuple[object, ...]]) -> None:
    assert command_line.main(["rate", "--deals", "2", "--jobs", "1024"]) == 0
    assert [question[-1] for question in asked] == [2]


def test_where_no_deal_was_settled_no_share_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert command_line.main(["rate", "--deals", "1", "--jobs", "1", "--budget", "0"]) == 0
    assert capsys.readouterr().out.startswith("winnable: not known\n1 deal: 0 won, ")


def test_rules_go_with_no_code_that_is_read_from_standard_input() -> None:
    result = run("solve", "-", "--rules", "onepass", lines="classic-2\n")
    assert result.returncode == 2
    assert json.loads(result.stdout) == {
        "error": "--rules goes with a layout: a code or record names its rules itself."
    }


@pytest.mark.parametrize(("number", "moves"), [(0, "0 moves"), (1, "1 move"), (2, "2 moves")])
def test_every_count_reads_rightly(
    number: int, moves: str, capsys: pytest.CaptureFixture[str]
) -> None:
    line = (DRAW,) * number
    nodes, deals = moves.replace("move", "node"), moves.replace("move", "deal")
    work = f"({nodes}, 0.000 s)"
    words = solver_command._in_words
    assert words(Solution(Verdict.WON, line, number)).startswith(f"won in {moves} {work}")
    assert words(Solution(Verdict.LOST, (), number)) == f"lost: no way of playing wins {work}"
    for is_exact in (True, False):
        told = words(Shortest(Verdict.WON, line, is_exact, number, 0))
        assert told.startswith(f"won in {moves}")
        assert work in told
        told = words(BestScore(5, 5 if is_exact else 6, line, number, 0))
        assert f", in {moves}" in told
        assert work in told
    if number:  # of no deals there is nothing to tell
        rating = Rating(number, number, 0, 0, (0.0,) * number, (1,) * number)
        assert f"\n{deals}: {number} won, " in solver_command._rating_in_words(rating)
    assert command_line.main(["replay", "classic-1", *map(str, line)]) == 0
    assert capsys.readouterr().out.startswith(f"legal: {moves}, ")


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
