"""What the table shows, in data."""

from __future__ import annotations

from pyramid.announce import announcement
from pyramid.game import Game
from pyramid.i18n import ENGLISH, LANGUAGES, texts
from pyramid.moves import parse_move
from pyramid.position import Outcome, Position
from pyramid.rules import PRESETS, Rules
from pyramid.session import (
    DrawStock,
    Input,
    Lead,
    Open,
    Redo,
    Session,
    Tap,
    Undo,
    answer,
    begin,
    pointed,
)
from pyramid.view import View, view
from tests.positions import game, table


def shown(session: Session) -> View:
    return view(ENGLISH, session)


def at(rules: Rules, pyramid: dict[int, str], stock: str = "", waste: str = "") -> Session:
    deal, position = table(rules, pyramid, stock, waste)
    return begin(Game(deal, positions=(position,)))


def counts(session: Session) -> dict[str, str]:
    return dict(shown(session).counts)


def said(session: Session, *inputs: Input) -> str:
    message = ""
    for given in inputs:
        session, events = answer(session, given, 0)
        message = announcement(ENGLISH, session, events)
    return message


def test_a_fresh_classic_deal_shows_28_cards_and_no_stock_card() -> None:
    cards = shown(begin(game("classic-1"))).cards
    assert [card.place for card in cards] == [f"p{i}" for i in range(28)] + ["stock-under"] * 24
    assert [card.card is not None for card in cards] == [True] * 28 + [False] * 24
    assert [card.exposed for card in cards] == [False] * 21 + [True] * 7 + [False] * 24


def test_a_fresh_hidden_deal_shows_only_the_last_row() -> None:
    cards = shown(begin(game("onepass-1"))).cards
    assert [card.card is not None for card in cards] == [False] * 21 + [True] * 7 + [False] * 24
    assert cards[0].label == "Face-down card, row 1, covered"


def test_labels_say_name_row_and_what_covers() -> None:
    cards = shown(begin(game("classic-1"))).cards
    assert cards[20].label == "Queen of spades, row 6, covered by 7 of spades and king of spades"
    assert cards[21].label == "Queen of diamonds, row 7, exposed"


def test_the_waste_shows_its_top_only() -> None:
    cards = shown(begin(game("classic-1 . ."))).cards
    assert (cards[28].place, cards[28].card, cards[28].label) == ("waste-under", None, "")
    assert (cards[29].place, cards[29].card) == ("waste", "3h")
    assert cards[29].label == "3 of hearts, top of the waste"


def test_an_open_stock_shows_its_top_as_a_card() -> None:
    view_ = shown(begin(game("threepass-1")))
    assert (view_.cards[28].place, view_.cards[28].card) == ("stock", "Qc")
    assert view_.cards[29].card is None
    assert not view_.stock.is_place


def test_gone_cards_lie_on_the_foundation_the_latest_on_top() -> None:
    cards = shown(begin(game("classic-1 Ks 6h7s"))).cards
    gone = {card.card: card.order for card in cards if card.place == "foundation"}
    assert gone == {"Ks": 1, "6h": 2, "7s": 2}


def test_gone_cards_lie_no_higher_for_the_draws_between_them() -> None:
    long = "relaxed-1 Ks " + (". " * 24 + "/ ") * 9 + "6h7s"
    gone = [card.order for card in shown(begin(game(long))).cards if card.place == "foundation"]
    assert sorted(gone) == [1, 2, 2]


def test_the_stock_says_what_a_press_will_do() -> None:
    one_pass = PRESETS["onepass"]
    label = shown(begin(game("classic-1"))).stock.label
    assert label == "Draw: 24 cards in the stock. Pass 1 of 2."
    assert shown(at(one_pass, {0: "2c"}, "3c")).stock.label.startswith("Draw: 1 card in")


def test_g11_turn_over_is_promised_only_while_a_pass_is_left() -> None:
    for passes in (1, 2, 3, None):
        deal, position = table(Rules(passes=passes), {0: "2c"}, waste="3c")
        for redeals in range(4 if passes is None else passes):
            there = Position(position.left, position.next, redeals)
            stock = shown(begin(Game(deal, positions=(there,)))).stock
            is_left = passes is None or redeals + 1 < passes
            assert stock.state == ("redeal" if is_left else "none")
            assert ("Turn the waste over" in stock.label) is is_left
            assert ("no pass left" in stock.label) is not is_left


def test_counters_show_score_cards_pass_stock_and_waste() -> None:
    assert counts(begin(game("classic-1 . . Ks"))) == {
        "score": "5",
        "cards": "27",
        "time": "0:00",
        "pass": "1 of 2",
        "stock": "22",
        "waste": "2",
    }
    assert counts(begin(game("relaxed-1")))["pass"] == "1"  # noqa: S105
    assert counts(begin(game("thirteen-1")))["cards"] == "52"


def test_the_win_spells_out_its_bonus() -> None:
    session, _ = answer(at(PRESETS["onepass"], {0: "Ks"}, "2c 3c"), Tap(0), 0)
    end = shown(session).end
    assert end is not None
    assert end.outcome is Outcome.WON
    assert "120 of it as a bonus" in end.text
    assert not end.is_led


def test_a_win_is_announced_with_its_points_and_its_time() -> None:
    heard = said(at(PRESETS["onepass"], {0: "Ks"}, "2c 3c"), Tap(0))
    assert heard.startswith("King of spades removed. You won! Score: 370, 120 of it as a bonus, in")


def test_a_link_with_moves_is_announced_as_the_game_that_it_is() -> None:
    own = begin(game("classic-1"))
    assert said(own, Open(game("tut-5"))) == "New deal: tut-5."
    assert said(own, Open(game("classic-1 . Ks | ."))) == "Game opened: classic-1, after 2 moves."


def test_a_win_that_was_shown_is_not_called_the_players_nor_given_points() -> None:
    own = at(PRESETS["onepass"], {0: "Ks"}, "2c 3c")
    session, events = answer(own, Lead((parse_move("Ks"),)), 0)
    assert announcement(ENGLISH, session, events) == ""  # a notice says it
    assert said(session, Redo()) == "King of spades removed. That is how it is won"
    end = shown(answer(session, Redo(), 0)[0]).end
    assert end is not None
    assert end.title == "That is how it is won"
    assert end.is_led
    assert "shown to you" in end.text
    assert "Score" not in end.text


def test_the_time_of_a_win_stands_on_the_line_of_its_preposition() -> None:
    session, _ = answer(at(PRESETS["onepass"], {0: "Ks"}, "2c 3c"), Tap(0), 0)
    for language in LANGUAGES:
        end = view(texts(language), session).end
        assert end is not None
        assert "\u00a00:00" in end.text


def test_a_card_both_hinted_and_selected_is_shown_as_selected() -> None:
    session = begin(game("classic-1"))
    hinted = pointed(session, parse_move("6h7s"))
    chosen, _ = answer(hinted, Tap(25), 0)
    marks = [(card.selected, card.hinted) for card in shown(chosen).cards[25:27]]
    assert marks == [(True, False), (False, True)]


def test_stuck_says_why_and_what_next() -> None:
    end = shown(at(PRESETS["onepass"], {0: "2c"}, "3c")).end
    assert end is not None
    assert end.outcome is Outcome.STUCK
    assert end.text == "Drawing would not help either."
    end = shown(at(PRESETS["onepass"], {0: "2c"}, waste="3c")).end
    assert end is not None
    assert end.text == "There is nothing left to draw."


def test_points_lost_have_a_minus_and_no_hyphen() -> None:
    assert counts(begin(game("par-1")))["score"] == "\u221252"


def test_a05_each_thing_done_is_said_in_one_short_message() -> None:
    session = begin(game("classic-1"))
    assert said(session, DrawStock()) == "Draw. On the waste: queen of clubs."
    assert said(session, DrawStock(), Undo()) == "Draw undone. The waste is empty."
    assert said(session, Tap(27)) == "King of spades removed."
    assert said(session, Tap(0)) == "9 of spades is still covered."
    assert said(session, Tap(25)) == "6 of hearts selected."
    assert said(session, Tap(25), Tap(26)) == (
        "6 of hearts and 7 of spades removed. Now exposed: 8 of diamonds."
    )
    assert said(session, Tap(25), Tap(21)) == (
        "6 of hearts and queen of diamonds do not make 13. Queen of diamonds selected."
    )
    assert said(session, Undo()) == "There is nothing to undo."
