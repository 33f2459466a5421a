"""The daily deal: the first winnable deal of a fixed sequence that the player's own date begins."""

from __future__ import annotations

from typing import Final

DEALS_A_DAY: Final = 1000
"""Numbers set apart for each date; that none of so many could be won is out of the question."""


def first_seed(year: int, month: int, day: int) -> int:
    """Where the search for a date's deal starts: the date's digits, then 000."""
    return (year * 10_000 + month * 100 + day) * DEALS_A_DAY
