"""Pairs that wait for each other, and what every win holds instead."""

from __future__ import annotations

import pytest

from pyramid.deal import numbered
from pyramid.position import START
from pyramid.rules import PRESETS
from pyramid.solver import Verdict, partners, solve
from pyramid.solver.deadlock import deadlocks
from pyramid.solver.partners import Partners
from pyramid.solver.table import Table
from tests.positions import table

ALL_52, ONE_PASS = PRESETS["thirteen"], PRESETS["onepass"]


def test_pairs_of_the_deck_that_cross_wait_for_each_other() -> None:
    deal, position = table(ALL_52, {0: "Ks"}, stock="As 2s Qs Js")
    assert list(deadlocks(Table(deal, position))) == [(0, 0)]
    assert solve(deal, position).verdict is Verdict.LOST


def test_pairs_of_the_deck_within_each_other_do_not() -> None:
    deal, position = table(ALL_52, {0: "Ks"}, stock="As 2s Js Qs")
    assert not list(deadlocks(Table(deal, position)))
    assert solve(deal, position).verdict is Verdict.WON


def test_of_pairs_that_cover_each_other_one_needs_another_partner() -> None:
    # The ace lies on the jack, and the deuce on the queen.
    pyramid = {0: "Ks", 1: "Js", 2: "Qs", 3: "As", 4: "7s", 5: "2s"}
    deal, position = table(ONE_PASS, pyramid, stock="6s")
    assert not any(next(deadlocks(Table(deal, position))))
    assert solve(deal, position).verdict is Verdict.LOST
    deal, position = table(ONE_PASS, pyramid, stock="6s 2h Jh")
    found = Table(deal, position)
    (demand,) = deadlocks(found)
    held = [
        pair
        for group, pairs in zip(found.groups, demand, strict=True)
        for bit, pair in group.pairs.items()
        if pairs & bit
    ]
    assert held == [(1, 50)], "the jack and the deuce of the stock"
    assert solve(deal, position).verdict is Verdict.WON


@pytest.mark.parametrize("preset", PRESETS)
def test_wins_found_without_a_look_at_deadlocks_hold_none(
    preset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(partners, "deadlocks", lambda _: ())
    looked_at = 0
    for seed in range(60):
        found = Table(numbered(PRESETS[preset], seed), START)
        search = Partners(found)
        for _ in search.search():
            pass
        if search.found:
            for demand in deadlocks(found):
                assert any(search.chosen[group] & pairs for group, pairs in enumerate(demand))
                looked_at += 1
    assert looked_at
