"""The solver against published verdicts and lengths, and a sample of all rules."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

import pytest

from pyramid.deal import Deal, parse_code, parse_layout
from pyramid.game import Game
from pyramid.position import is_won
from pyramid.rules import PRESETS, parse_rules
from pyramid.solver import Verdict, shortest, solve

ROOT = Path(__file__).parent.parent
PUBLISHED = ROOT.parent / "shared" / "data"
SAMPLE = Path(__file__).parent / "data" / "solver_sample.tsv"

needs_the_published_data = pytest.mark.skipif(
    not PUBLISHED.is_dir(), reason="the published deals are not here"
)
EVERY = 1 if os.environ.get("PYRAMID_EVERY_DECK") else 60
"""Shortest wins are sought for one deck in so many, or for all."""

PARTS = range(25 if EVERY == 1 else 1)
"""They all take long: so they are parted into tests of a bearable length."""

CLOSED = list(enumerate(("x11", "x21", "x31", "xu1")))
"""The columns of the data for closed stock without waste pairs, and their rules."""


class Row(NamedTuple):
    name: str
    deck: str
    verdict: str
    shortest: str


def rows(file: Path) -> list[list[str]]:
    lines = file.read_text("utf-8").splitlines()
    return [line.split("\t") for line in lines if line and line[0] != "#"][1:]


def published() -> list[Row]:
    return [Row(*[*row, ""][:4]) for row in rows(PUBLISHED / "decks.tsv")]


def waste_top_only() -> dict[str, list[str]]:
    """For each deck, fewest steps with 1, 2, 3 and unlimited passes as far as they are settled."""
    found = rows(PUBLISHED / "decks_waste_top_only.tsv")
    return {row[0]: [steps.replace("?", "") for steps in (row[1:] + [""] * 4)[:4]] for row in found}


@needs_the_published_data
def test_all_published_verdicts_come_out() -> None:
    wrong = [
        row.name
        for row in published()
        if solve(Deal(PRESETS["threepass"], parse_layout(row.deck))).verdict != row.verdict
    ]
    assert not wrong


@needs_the_published_data
@pytest.mark.parametrize(("column", "code"), CLOSED)
def test_all_verdicts_under_closed_stock_come_out(column: int, code: str) -> None:
    known, rules = waste_top_only(), parse_rules(code)
    wrong = []
    for row in published():
        steps = known[row.name][column]
        if steps:
            verdict = solve(Deal(rules, parse_layout(row.deck))).verdict
            if verdict != (Verdict.LOST if steps == "none" else Verdict.WON):
                wrong.append(row.name)
    assert not wrong


@needs_the_published_data
@pytest.mark.parametrize("part", PARTS)
def test_published_shortest_wins_are_as_short_as_ours(part: int) -> None:
    won = [row for row in published() if row.shortest]
    for row in won[::EVERY][part :: len(PARTS)]:
        found = shortest(Deal(PRESETS["threepass"], parse_layout(row.deck)))
        assert (found.is_exact, len(found.moves)) == (True, int(row.shortest)), row.name


@needs_the_published_data
@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize(("column", "code"), CLOSED)
def test_shortest_wins_under_closed_stock_come_out(column: int, code: str, part: int) -> None:
    known, rules = waste_top_only(), parse_rules(code)
    settled = [row for row in published() if known[row.name][column].isdecimal()]
    sample = settled[:: EVERY if EVERY == 1 else len(settled) // 4 or 1]
    for row in sample[part :: len(PARTS)]:
        found = shortest(Deal(rules, parse_layout(row.deck)))
        steps = int(known[row.name][column])
        assert (found.is_exact, len(found.moves)) == (True, steps), row.name


@pytest.mark.parametrize(("code", "verdict", "steps"), rows(SAMPLE))
def test_the_sample_of_all_rules_comes_out(code: str, verdict: str, steps: str) -> None:
    deal = parse_code(code)
    solution = solve(deal)
    assert solution.verdict == verdict
    if solution.moves:
        game = Game(deal)
        for move in solution.moves:
            game = game.play(move)
        assert is_won(deal, game.position)
    if steps:
        found = shortest(deal)
        assert (found.is_exact, len(found.moves)) == (True, int(steps))
