import json

import pytest

from pyramid.errors import BadInput
from pyramid.moves import DRAW, parse_move
from pyramid.position import IllegalMove
from pyramid.record import parse_record, record
from pyramid.solver import solve
from pyramid.winning import led, line_text, parse_line

BEGUN = parse_record("classic-2 . . | .")
LINE = solve(BEGUN.deal, BEGUN.position).moves


def test_a_line_lies_ahead_of_the_game_and_leaves_what_was_played() -> None:
    ahead = led(BEGUN, LINE)
    assert ahead.position == BEGUN.position
    assert ahead.moves == (DRAW, DRAW, *LINE)
    assert parse_record(record(ahead)) == ahead


def test_a_line_that_breaks_the_rules_cannot_be_laid() -> None:
    with pytest.raises(IllegalMove):
        led(BEGUN, (parse_move("/"),))


def test_a_line_reads_back_from_its_text() -> None:
    assert parse_line(line_text(LINE), BEGUN) == LINE
    assert parse_line(line_text(None), BEGUN) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        '{"line": "Ks"}',
        '{"line": ["nonsense"]}',
        '{"line": ["/"]}',
        '{"line": []}',
        json.dumps({"line": [str(move) for move in LINE[:-1]]}),
        json.dumps({"line": [*map(str, LINE), "."]}),
    ],
)
def test_what_does_not_win_the_game_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        parse_line(text, BEGUN)
