import pytest

from pyramid.cards import DECK, parse_card
from pyramid.errors import BadInput, shortened


def test_the_deck_has_52_distinct_cards_of_13_ranks_and_4_suits() -> None:
    assert len(set(DECK)) == 52
    assert {card.rank for card in DECK} == set(range(1, 14))
    assert {card.suit for card in DECK} == set("cdhs")


def test_every_card_reads_back_from_its_two_letters() -> None:
    assert [parse_card(str(card)) for card in DECK] == list(DECK)


def test_the_letters_are_rank_and_suit() -> None:
    assert [str(card) for card in DECK[:13]] == [
        "Ac",
        "2c",
        "3c",
        "4c",
        "5c",
        "6c",
        "7c",
        "8c",
        "9c",
        "Tc",
        "Jc",
        "Qc",
        "Kc",
    ]


NO_CARDS = ("", "K", "ks", "KS", "10s", "1s", "Kx", " Ks", "Ks ", "Ｋs", "K\0")


@pytest.mark.parametrize("text", NO_CARDS)
def test_anything_else_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(BadInput, match=r"^'.*' is not a card: .*\.$"):
        parse_card(text)


def test_hostile_text_is_quoted_short_and_on_one_line() -> None:
    quoted = shortened("<b>\n\x1b[31m" + "x" * 1000)
    assert len(quoted) < 70
    assert quoted.isprintable()
