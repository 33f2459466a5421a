from random import Random

import pytest

from pyramid.deal import numbered
from pyramid.proven import FIRST, proven_seed
from pyramid.rules import PRESETS
from pyramid.solver import Verdict, solve


@pytest.mark.parametrize("name", PRESETS)
def test_a_proven_deal_can_be_won_and_hardly_ever_comes_again(name: str) -> None:
    random = Random(1)
    seeds = [proven_seed(name, random.randrange) for _ in range(60)]
    assert len(set(seeds)) > 50
    for seed in seeds[:20]:
        assert seed is not None
        assert seed >= FIRST
        assert solve(numbered(PRESETS[name], seed)).verdict is Verdict.WON


def test_rules_of_ones_own_have_none() -> None:
    assert proven_seed("x13a", Random(1).randrange) is None
