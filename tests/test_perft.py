"""Counts of all lines of play to a depth, pinned in a plain file: any change of the rules shows."""

from pathlib import Path

import pytest

from pyramid.deal import parse_code
from pyramid.perft import perft

LINES = [
    line.split()
    for line in (Path(__file__).parent / "data/perft.txt").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
]


@pytest.mark.parametrize(("code", "counts"), [(code, counts) for code, *counts in LINES])
def test_the_counts_of_lines_of_play_stay_as_they_are(code: str, counts: list[str]) -> None:
    assert [perft(parse_code(code), depth) for depth in range(1, len(counts) + 1)] == [
        int(count) for count in counts
    ]
