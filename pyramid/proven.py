"""A deal proven winnable, picked by chance.

For the first visit's first deal, and for new deals while the solver looks for more.
"""

from collections.abc import Callable
from functools import cache
from typing import Final

from pyramid.proven_deals import BITS, TWINS

FIRST: Final = 1_000_000
"""The deal number of the lowest bit."""


def proven_seed(rules_id: str, chance: Callable[[int], int]) -> int | None:
    """A deal number proven winnable under a preset; None for other rules. `chance(n)` is a random
    whole number from 0 to below n."""
    winnable = _winnable(rules_id)
    while winnable:
        number = chance(winnable.bit_length())
        if winnable >> number & 1:
            return FIRST + number
    return None


@cache
def _winnable(rules_id: str) -> int:
    """Bit n stands where deal `FIRST` + n is proven winnable."""
    return int("".join(BITS.get(TWINS.get(rules_id, rules_id), "0").split()), 16)
