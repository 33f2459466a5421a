import json
from collections import Counter
from pathlib import Path

import pytest

from pyramid.cards import DECK
from pyramid.deal import LAST_SEED, Deal, numbered, parse_code, parse_layout, shuffled
from pyramid.errors import BadInput
from pyramid.rules import PRESETS

PINNED = json.loads((Path(__file__).parent / "data/pinned_deals.json").read_text("utf-8"))


@pytest.mark.parametrize("seed", PINNED)
def test_a_deal_is_the_same_for_ever(seed: str) -> None:
    assert " ".join(map(str, shuffled(int(seed)))) == PINNED[seed]


def test_every_deal_has_52_distinct_cards() -> None:
    for seed in (*range(20_000), LAST_SEED - 1, LAST_SEED):
        assert len(set(shuffled(seed))) == 52


@pytest.mark.parametrize("seed", [-1, LAST_SEED + 1])
def test_numbers_outside_the_range_are_refused(seed: int) -> None:
    with pytest.raises(BadInput, match="from 0 to 9007199254740991"):
        shuffled(seed)


def test_no_card_prefers_a_place() -> None:
    # 52,000 neighbouring numbers; each card is expected 1,000 times in each place. Over all 2,704
    # cells chi-square has mean 2,601 and standard deviation 72: five of those are allowed.
    deals = 52_000
    seen = Counter(
        (card, place) for seed in range(deals) for place, card in enumerate(shuffled(seed))
    )
    expected = deals / 52
    chi_square = sum(
        (seen[card, place] - expected) ** 2 / expected for card in DECK for place in range(52)
    )
    assert abs(chi_square - 51 * 51) < 5 * 72


def test_neighbouring_numbers_are_not_near_copies() -> None:
    # Two random orders agree in one place on average.
    for seed in range(1000):
        same = sum(a == b for a, b in zip(shuffled(seed), shuffled(seed + 1), strict=True))
        assert same < 10


def test_a_code_names_rules_and_number() -> None:
    deal = parse_code("onepass-42")
    assert deal == numbered(PRESETS["onepass"], 42)
    assert deal.code == "onepass-42"


def test_zero_is_a_number_and_leading_zeros_do_not_count() -> None:
    assert parse_code("classic-0").seed == 0
    assert parse_code("classic-007").code == "classic-7"


def test_an_exact_layout_reads_back_from_its_code() -> None:
    deal = Deal(PRESETS["tut"], shuffled(5))
    assert deal.code == "tut-" + "".join(map(str, shuffled(5)))
    assert parse_code(deal.code) == deal


def test_a_layout_may_be_written_with_spaces() -> None:
    assert parse_layout(" ".join(map(str, DECK))) == DECK


@pytest.mark.parametrize(
    "text",
    [
        "",
        "classic",
        "classic-",
        "classic--1",
        "classic-1.5",
        "classic-1e9",
        "classic-+1",
        "classic- 1",
        "classic-1 ",
        "classic-1_0",
        "classic-９",
        "classic-٣",
        "classic-NaN",
        "classic-Infinity",
        "classic-9007199254740992",
        "classic-" + "9" * 400,
        "nothing-1",
        "CLASSIC-1",
        "classic-" + "Ks" * 52,
        "classic-" + "x" * 104,
        "<img src=x onerror=alert(1)>-1",
        "classic-1\n",
    ],
)
def test_anything_else_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(BadInput, match=r"\A[^\n]{10,200}\.\Z"):
        parse_code(text)
