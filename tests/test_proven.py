import pytest

from pyramid.deal import numbered
from pyramid.proven import PROVEN
from pyramid.rules import PRESETS
from pyramid.solver import Verdict, solve


@pytest.mark.parametrize("name", PRESETS)
def test_every_proven_deal_can_be_won(name: str) -> None:
    assert len(set(PROVEN[name])) == len(PROVEN[name]) >= 30
    for seed in PROVEN[name]:
        assert solve(numbered(PRESETS[name], seed)).verdict is Verdict.WON
