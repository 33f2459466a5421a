from random import Random

import pytest

from pyramid.deal import numbered
from pyramid.errors import BadInput
from pyramid.record import IllegalRecord, from_fragment, parse_record, record, to_fragment
from tests.positions import random_game
from tests.test_rules import every_rule_set


def test_a_record_is_the_code_and_the_moves_with_the_cursor_where_it_stands() -> None:
    text = "classic-1 6h7s . Ks | ."
    played = parse_record(text)
    assert (played.cursor, len(played.moves)) == (3, 4)
    assert record(played) == text


def test_at_the_end_of_the_moves_the_cursor_is_left_out() -> None:
    assert record(parse_record("classic-1 . . |")) == "classic-1 . ."


def test_a_pair_may_be_named_in_either_order_and_is_written_lower_card_first() -> None:
    assert record(parse_record("classic-1 7s6h")) == "classic-1 6h7s"


def test_random_games_read_back_under_every_rule_set_at_any_cursor() -> None:
    random = Random(5)
    for rules in every_rule_set():
        played = random_game(numbered(rules, random.randrange(10**9)), random, moves=80)
        standing = played.at(random.randint(0, len(played.moves)))
        assert parse_record(record(standing)) == standing
        assert parse_record(from_fragment(to_fragment(record(standing)))) == standing


def test_the_first_illegal_move_is_named_with_the_game_before_it() -> None:
    with pytest.raises(IllegalRecord) as error:
        parse_record("classic-1 . 6h7s 6h7s Ks 6h7s")
    assert (error.value.number, str(error.value.move)) == (3, "6h7s")
    assert record(error.value.game) == "classic-1 . 6h7s"


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "classic",
        "classic-1 | |",
        "classic-1 x",
        "classic-1 KsKs",
        "classic-1 6h7s5c",
        "| .",
    ],
)
def test_what_is_no_record_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(BadInput, match=r"\A[^\n]+\.\Z"):
        parse_record(text)
