"""What taps, drags and commands do. The scenarios numbered G… and T… are known faults of other
programs."""

from __future__ import annotations

import pytest

from pyramid.clock import LONGEST_GAP
from pyramid.game import Game
from pyramid.i18n import texts
from pyramid.moves import DRAW, REDEAL, Remove, parse_move
from pyramid.position import Outcome, Position
from pyramid.rules import PRESETS, Rules
from pyramid.session import (
    SHELF,
    Comply,
    Dealt,
    DrawStock,
    Drop,
    Ended,
    Event,
    Habits,
    Hide,
    Input,
    Jump,
    Lead,
    Led,
    Moved,
    Open,
    Redo,
    Redone,
    Refusal,
    Refused,
    Restart,
    Restarted,
    Returned,
    Selected,
    Session,
    Show,
    Tap,
    Tick,
    Undo,
    Undone,
    Unselected,
    answer,
    begin,
    pointed,
)
from pyramid.solver import solve
from pyramid.view import view
from tests.positions import game, table

ONE_PASS = Rules(passes=1)


def after(session: Session, *inputs: Input) -> Session:
    for given in inputs:
        session, _ = answer(session, given, 0)
    return session


def events(session: Session, *inputs: Input) -> tuple[Event, ...]:
    happened: tuple[Event, ...] = ()
    for given in inputs:
        session, happened = answer(session, given, 0)
    return happened


def sitting(
    rules: Rules, pyramid: dict[int, str], stock: str = "", waste: str = ""
) -> tuple[Session, dict[str, int]]:
    """A session at a made-up position, and the index of every card by its letters."""
    deal, position = table(rules, pyramid, stock, waste)
    session = begin(Game(deal, positions=(position,)))
    return session, {str(card): index for index, card in enumerate(deal.cards)}


# -- tap, tap ----------------------------------------------------------------------------------


def test_a_first_tap_selects_and_a_second_on_the_partner_removes() -> None:
    session, at = sitting(ONE_PASS, {0: "2c", 21: "6s", 22: "7h"})
    assert events(session, Tap(at["6s"]))[0] == Selected(session.game.deal.cards[at["6s"]])
    done = after(session, Tap(at["6s"]), Tap(at["7h"]))
    assert done.game.moves == (parse_move("6s7h"),)
    assert done.selected is None


def test_a_king_goes_on_one_tap() -> None:
    session, at = sitting(ONE_PASS, {0: "2c", 21: "Ks"})
    assert after(session, Tap(at["Ks"])).game.moves == (parse_move("Ks"),)


def test_g07_a_king_goes_at_once_though_another_card_is_selected_and_no_selection_lingers() -> None:
    session, at = sitting(ONE_PASS, {0: "2c", 21: "Ks", 22: "7h"})
    done = after(session, Tap(at["7h"]), Tap(at["Ks"]))
    assert done.game.moves == (parse_move("Ks"),)
    assert done.selected is None


def test_g07_tapping_the_selected_card_only_unselects_it() -> None:
    session, at = sitting(ONE_PASS, {0: "2c", 21: "6s", 22: "7h"})
    assert isinstance(events(session, Tap(at["6s"]), Tap(at["6s"]))[0], Unselected)
    done = after(session, Tap(at["6s"]), Tap(at["6s"]), Tap(at["7h"]))
    assert (done.game.moves, done.selected) == ((), at["7h"])


def test_tapping_a_card_that_does_not_fit_moves_the_selection_there_and_says_so() -> None:
    session, at = sitting(ONE_PASS, {0: "2c", 21: "6s", 22: "9h"})
    refused, selected = events(session, Tap(at["6s"]), Tap(at["9h"]))
    assert isinstance(refused, Refused)
    assert refused.why is Refusal.NOT_THIRTEEN
    assert isinstance(selected, Selected)
    assert after(session, Tap(at["6s"]), Tap(at["9h"])).selected == at["9h"]


def test_the_waste_top_is_tapped_like_an_exposed_card() -> None:
    session, at = sitting(ONE_PASS, {0: "2c", 21: "6s"}, waste="3d 7h")
    assert after(session, Tap(at["7h"]), Tap(at["6s"])).game.moves == (parse_move("6s7h"),)
    assert after(session, Tap(at["6s"]), Tap(at["7h"])).game.moves == (parse_move("6s7h"),)


def test_g01_tapping_the_waste_twice_removes_nothing_though_the_card_below_would_fit() -> None:
    session, at = sitting(ONE_PASS, {0: "2c"}, waste="7h 6s")
    done = after(session, Tap(at["6s"]), Tap(at["6s"]), Tap(at["6s"]), Tap(at["7h"]))
    assert done.game.moves == ()


def test_g03_a_face_down_card_is_refused_and_nothing_tells_what_it_is() -> None:
    session, at = sitting(PRESETS["onepass"], {15: "8s", 21: "5h", 22: "9h"})
    happened = events(session, Tap(at["5h"]), Tap(at["8s"]))
    assert happened == (Refused(Refusal.FACE_DOWN, ()),)
    dropped = events(session, Drop(at["5h"], at["8s"]))
    assert dropped == (Refused(Refusal.FACE_DOWN, ()),)
    assert after(session, Tap(at["5h"]), Tap(at["8s"])).selected == at["5h"]


def test_g05_the_card_that_a_card_covers_is_refused_in_either_order() -> None:
    session, at = sitting(ONE_PASS, {15: "As", 21: "Qh"}, stock="Ac")
    for order in (("Qh", "As"), ("As", "Qh")):
        assert after(session, *(Tap(at[card]) for card in order)).game.moves == ()


def test_under_overlap_the_covered_partner_may_be_tapped_first() -> None:
    session, at = sitting(PRESETS["overlap"], {15: "As", 21: "Qh"}, stock="2c")
    for order in (("Qh", "As"), ("As", "Qh")):
        done = after(session, *(Tap(at[card]) for card in order))
        assert done.game.moves == (parse_move("AsQh"),)


def test_g21_useless_taps_leave_no_trace_in_the_history() -> None:
    session = begin(game("classic-1 ."))
    for given in (Tap(0), Tap(3), Tap(28), Jump(99), Redo(), Drop(0, 1), Tap(0), Drop(28, "stock")):
        session = after(session, given)
    assert session.game == game("classic-1 .")


# -- drag --------------------------------------------------------------------------------------


def test_dropping_a_card_on_its_partner_removes_both() -> None:
    session, at = sitting(ONE_PASS, {0: "2c", 21: "6s"}, waste="7h")
    assert after(session, Drop(at["7h"], at["6s"])).game.moves == (parse_move("6s7h"),)


def test_a_king_may_be_dropped_anywhere_but_on_its_own_place() -> None:
    session, at = sitting(ONE_PASS, {0: "2c", 21: "Ks"})
    assert after(session, Drop(at["Ks"], "foundation")).game.moves == (parse_move("Ks"),)
    assert after(session, Drop(at["Ks"], at["Ks"])).game.moves == ()


def test_a_drop_that_does_not_fit_is_refused_and_marks_both() -> None:
    session, at = sitting(ONE_PASS, {0: "2c", 21: "6s", 22: "9h"})
    (refused,) = events(session, Drop(at["6s"], at["9h"]))
    assert isinstance(refused, Refused)
    assert after(session, Drop(at["6s"], at["9h"])).refused == (at["6s"], at["9h"])


def test_dropping_the_waste_on_its_own_pile_does_nothing() -> None:
    session, at = sitting(ONE_PASS, {0: "2c"}, waste="7h 6s")
    for target in (at["6s"], at["7h"], "waste", "stock"):
        assert after(session, Drop(at["6s"], target)).game.moves == ()


def test_an_open_stocks_top_dropped_on_the_waste_is_drawn_unless_they_pair() -> None:
    session, at = sitting(PRESETS["threepass"], {0: "2c"}, stock="7h 9c", waste="3c")
    assert after(session, Drop(at["7h"], at["3c"])).game.moves == (DRAW,)
    assert after(session, Drop(at["7h"], "waste")).game.moves == (DRAW,)
    session, at = sitting(PRESETS["threepass"], {0: "2c"}, stock="7h 9c", waste="6c")
    assert after(session, Drop(at["7h"], at["6c"])).game.moves == (parse_move("6c7h"),)


# -- the stock ---------------------------------------------------------------------------------


def test_the_stock_draws_and_when_empty_redeals_while_a_pass_is_left() -> None:
    session = begin(game("classic-1"))
    session = after(session, *(DrawStock() for _ in range(25)))
    assert session.game.moves == (*(DRAW,) * 24, REDEAL)
    session = after(session, *(DrawStock() for _ in range(24)))
    assert events(session, DrawStock()) == (Refused(Refusal.NO_PASS_LEFT),)


def test_g09_using_an_empty_stock_over_an_empty_waste_does_nothing() -> None:
    session, _ = sitting(ONE_PASS, {0: "2c"})
    assert events(session, DrawStock()) == (Refused(Refusal.NOTHING_TO_DRAW),)


def test_g19_quick_draws_are_undone_one_by_one() -> None:
    session = after(begin(game("classic-1")), DrawStock(), DrawStock(), DrawStock(), Undo())
    assert session.game.cursor == 2


def test_a_selection_outlives_a_draw_unless_the_draw_buries_it() -> None:
    session, at = sitting(ONE_PASS, {0: "2c", 21: "6s"}, stock="7h", waste="3d")
    assert after(session, Tap(at["6s"]), DrawStock()).selected == at["6s"]
    assert after(session, Tap(at["3d"]), DrawStock()).selected is None


# -- undo, redo, new deals ---------------------------------------------------------------------


@pytest.mark.parametrize("move", [".", "6h7s", "Ks"])
def test_g17_one_undo_takes_back_one_whole_move(move: str) -> None:
    session = begin(game(f"classic-1 . {move}"))
    once = after(session, Undo())
    assert once.game.position == game("classic-1 .").position
    assert once.game.score == 0
    assert after(once, Undo()).game.position == Position()
    assert events(session, Undo()) == (Undone(parse_move(move)),)
    assert events(session, Undo(), Redo()) == (Redone(parse_move(move)),)


def test_g25_undo_over_a_redeal_brings_the_first_pass_back() -> None:
    session = begin(game("classic-1 " + ". " * 24 + "/ ."))
    assert after(session, Undo(), Undo()).game.position.redeals == 0
    assert after(session, Undo(), Undo(), Redo(), Redo()).game == session.game


def test_undoing_everything_and_once_more_goes_back_to_the_game_before() -> None:
    first = begin(game("classic-1 . ."))
    second = after(first, Open(game("onepass-2")), DrawStock())
    back = after(second, Undo(), Undo())
    assert back.game == first.game
    assert isinstance(events(second, Undo(), Undo())[0], Returned)
    assert after(back, Redo(), Redo()).game == second.game


def test_redo_makes_again_what_undo_took_back_though_the_earlier_game_has_moves_ahead() -> None:
    session = after(begin(game("classic-1 . . | .")), Open(game("classic-2")))
    back = after(session, Undo())
    assert back.game == game("classic-1 . . | .")
    assert after(back, Redo()).game == session.game
    assert after(back, Undo(), Redo(), Redo()).game == session.game
    # What lies ahead in the earlier game can still be reached, and redo goes on from there too.
    assert after(back, Jump(3), Redo()).game == session.game


def test_a_move_in_an_earlier_game_drops_the_later_ones() -> None:
    session = after(begin(game("classic-1")), Open(game("classic-2")), Undo(), DrawStock())
    assert [s.game.deal.code for s in session.sittings] == ["classic-1"]


def test_d03_restart_gives_the_same_cards_an_empty_history_and_no_time() -> None:
    session = begin(game("classic-1 . ."))
    again = after(session, Restart(), Restart())
    assert again.game == game("classic-1")
    assert again.sitting.clock.elapsed == 0
    assert events(session, Restart()) == (Restarted(),)


def test_t09_undo_behind_a_restart_brings_moves_score_and_time_back_completely() -> None:
    session = begin(game("classic-1"))
    session, _ = answer(session, Tap(27), 0)
    session, _ = answer(session, Tick(), 3000)
    session, _ = answer(session, Restart(), 3000)
    assert (session.game.score, session.sitting.clock.elapsed) == (0, 0)
    session, _ = answer(session, Undo(), 9000)
    assert (session.game.score, session.sitting.clock.elapsed) == (5, 3000)


def test_there_is_nothing_to_undo_at_the_very_start_nor_to_redo_at_the_end() -> None:
    session = begin(game("classic-1"))
    assert not session.can_undo
    assert not session.can_redo
    assert events(session, Undo()) == (Refused(Refusal.NOTHING_TO_UNDO),)
    assert events(session, Redo()) == (Refused(Refusal.NOTHING_TO_REDO),)


def test_a_jump_leads_to_any_moment() -> None:
    session = begin(game("classic-1 . . Ks ."))
    assert after(session, Jump(1)).game.cursor == 1
    assert after(session, Jump(1), Jump(4)).game == session.game


def test_g21_restarting_an_untouched_deal_is_nothing_to_undo() -> None:
    session = begin(game("classic-1"))
    restarted = after(session, *(Restart() for _ in range(20)))
    assert restarted.sittings == session.sittings


def test_at_the_start_of_a_deal_there_is_nothing_to_restart_even_with_moves_to_redo() -> None:
    session = after(begin(game("classic-1 . Ks")), Undo(), Undo())
    assert after(session, Restart()) == session
    assert dict(view(texts("en"), session).enabled)["restart"] is False


def test_untouched_deals_make_room_for_games_on_the_shelf() -> None:
    session = begin(game("classic-1 . Ks"))
    for seed in range(2, 2 + 3 * SHELF):
        session = after(session, Open(game(f"classic-{seed}")))
    assert len(session.sittings) == SHELF
    assert session.sittings[0].game == game("classic-1 . Ks")
    assert session.game == game(f"classic-{1 + 3 * SHELF}")


# -- habits ------------------------------------------------------------------------------------

KINGS = Habits(kings=True)


def given_kings(session: Session, *inputs: Input) -> Session:
    for given in inputs:
        session, _ = answer(session, given, 0, KINGS)
    return session


def test_kings_go_by_themselves_as_soon_as_they_can() -> None:
    session, at = sitting(ONE_PASS, {15: "Ks", 21: "6s", 22: "7h", 0: "2c"})
    done = given_kings(session, Tap(at["6s"]), Tap(at["7h"]))
    assert [str(move) for move in done.game.moves] == ["6s7h", "Ks"]
    opened = given_kings(begin(game("classic-2")), Open(game("classic-1")))
    assert opened.game == game("classic-1 Ks")


def test_g17_one_undo_takes_back_a_move_with_the_kings_it_freed_and_one_redo_brings_both() -> None:
    session, at = sitting(ONE_PASS, {15: "Ks", 21: "6s", 22: "7h", 0: "2c"})
    done = given_kings(session, Tap(at["6s"]), Tap(at["7h"]))
    undone = given_kings(done, Undo())
    assert undone.game.cursor == 0
    assert given_kings(undone, Redo()).game == done.game


def test_each_move_of_one_undo_is_told_and_a_win_made_again_is_told_as_one() -> None:
    freed, _ = sitting(ONE_PASS, {0: "Ks", 1: "6s", 2: "7h"})
    king, pair = parse_move("Ks"), parse_move("6s7h")
    won = given_kings(freed, Tap(1), Tap(2))
    undone, told = answer(won, Undo(), 0, KINGS)
    assert told == (Undone(king), Undone(pair))
    _, told = answer(undone, Redo(), 0, KINGS)
    assert told == (Redone(pair), Redone(king), Ended(Outcome.WON))


def test_kings_go_at_once_when_they_are_allowed_to_unless_moves_lie_ahead() -> None:
    session = begin(game("classic-1 ."))
    done, told = answer(session, Comply(), 0, KINGS)
    assert (done.game, told) == (game("classic-1 . Ks"), (Moved(parse_move("Ks")),))
    assert given_kings(done, Undo(), Redo()).game == done.game
    for text in ("classic-1 . | 6h7s", "classic-1 | Ks"):
        looked_back = begin(game(text))
        assert answer(looked_back, Comply(), 0, KINGS) == (looked_back, ())
    earlier = after(session, Open(game("classic-2")), Undo())
    assert answer(earlier, Comply(), 0, KINGS) == (earlier, ())
    assert answer(session, Comply(), 0) == (session, ())


def test_kings_by_themselves_leave_a_winning_line_as_it_is() -> None:
    own = begin(game("classic-2"))
    line = solve(own.game.deal, own.game.position).moves
    shown = given_kings(own, Lead(line))
    while shown.game.cursor < len(line):
        shown = given_kings(shown, Redo())
        assert shown.game.moves == line
    assert shown.game.outcome is Outcome.WON


def test_kings_by_themselves_leave_an_opened_game_as_it_is() -> None:
    for text in ("classic-1 . | 6h7s Ks .", "classic-1 | Ks 6h7s .", "classic-1 ."):
        assert given_kings(begin(game("classic-2")), Open(game(text))).game == game(text)


def test_where_three_are_drawn_a_king_on_the_waste_is_left_to_the_player() -> None:
    session, _ = sitting(PRESETS["tut"], {0: "2c"}, stock="3c 4c Ks 5c")
    assert given_kings(session, DrawStock()).game.moves == (DRAW,)


def test_one_tap_takes_a_card_with_its_only_partner_and_asks_where_there_are_two() -> None:
    one_tap = Habits(one_tap=True)
    session, at = sitting(ONE_PASS, {21: "6s", 22: "7h", 23: "7d", 0: "2c"})
    done, _ = answer(session, Tap(at["7h"]), 0, one_tap)
    assert done.game.moves == (parse_move("6s7h"),)
    asked, _ = answer(session, Tap(at["6s"]), 0, one_tap)
    assert (asked.game.moves, asked.selected) == ((), at["6s"])


def test_s23_what_is_done_unasked_knows_nothing_of_the_stock() -> None:
    rest = ("2c", "3d", "Ts", "Kc", "Jh", "6d", "Qd")
    both = Habits(one_tap=True, kings=True)
    told = []
    for stock in (rest, rest[::-1]):
        session, at = sitting(ONE_PASS, {21: "6s", 22: "7h", 27: "Ks"}, stock=" ".join(stock))
        told.append(answer(session, Tap(at["6s"]), 0, both)[1])
    assert told[0] == told[1]
    assert told[0]


# -- the end -----------------------------------------------------------------------------------


def test_the_win_is_told_with_the_move_that_wins() -> None:
    session, at = sitting(ONE_PASS, {0: "Ks"}, stock="2c")
    assert events(session, Tap(at["Ks"]))[-1] == Ended(Outcome.WON)
    won = after(session, Tap(at["Ks"]))
    assert events(won, DrawStock()) == (Refused(Refusal.GAME_OVER),)
    assert after(won, Undo()).game.outcome is None


def test_s05_only_the_win_is_told_after_the_last_pair() -> None:
    session, at = sitting(ONE_PASS, {0: "6s"}, waste="7h")
    ends = [e for e in events(session, Tap(at["6s"]), Tap(at["7h"])) if isinstance(e, Ended)]
    assert ends == [Ended(Outcome.WON)]


def test_stuck_is_told_at_once_and_the_table_stays_usable() -> None:
    session, at = sitting(ONE_PASS, {0: "2c", 21: "Ks", 22: "3h"}, stock="4d")
    stuck = after(session, Tap(at["Ks"]))
    assert events(session, Tap(at["Ks"]))[-1] == Ended(Outcome.STUCK)
    assert events(stuck, DrawStock())[0] == Moved(DRAW)
    assert after(stuck, Undo()).game.outcome is None


def test_a_new_deal_is_told_by_its_code() -> None:
    (dealt,) = events(begin(game("classic-1")), Open(game("tut-5")))
    assert isinstance(dealt, Dealt)
    assert dealt.deal.code == "tut-5"


def test_a_winning_line_is_stepped_through_by_redo_and_the_own_game_is_not_lost() -> None:
    own = after(begin(game("classic-2 . . | .")), Undo())
    line = solve(own.game.deal, own.game.position).moves
    assert events(own, Lead(line)) == (Led(len(line)),)
    shown = after(own, Lead(line))
    assert (shown.game.position, shown.game.moves[1:]) == (own.game.position, line)
    assert after(shown, *[Redo()] * len(line)).game.outcome is Outcome.WON
    assert after(shown, Undo(), Undo()).game is own.game


def test_the_time_played_goes_on_while_a_win_is_shown() -> None:
    session, _ = answer(begin(game("classic-1")), DrawStock(), 0)
    session, _ = answer(session, Lead((parse_move("Ks"),)), 7_000)
    assert elapsed(session, (Tick(), 9_000)) == 9_000


def test_moves_that_are_shown_are_told_as_moves() -> None:
    own = begin(game("classic-1"))
    shown = after(own, Lead((parse_move("Ks"), parse_move("6h7s"))))
    assert events(shown, Redo()) == (Moved(parse_move("Ks")),)
    (moved,) = events(shown, Redo(), Redo())
    assert isinstance(moved, Moved)
    assert [str(card) for card in moved.exposed] == ["8d", "Qs"]


def test_a_win_is_the_players_own_unless_a_move_that_was_shown_is_in_force() -> None:
    own = begin(game("classic-2"))
    line = solve(own.game.deal, own.game.position).moves
    shown = after(own, Lead(line))
    assert not shown.sitting.is_led
    watched = after(shown, *[Redo()] * len(line))
    assert watched.sitting.is_led
    # Looked back at, made again, and with the last move made by hand.
    assert after(watched, Undo(), Redo()).sitting.is_led
    assert after(watched, Jump(1), Jump(len(line))).sitting.is_led
    assert after(watched, Jump(1), DrawStock()).sitting.is_led
    # Shown anew from there, it is shown from where it was first.
    again = after(watched, Jump(3))
    assert after(again, Lead(line[3:]), Jump(2), DrawStock()).sitting.is_led
    # With all of it taken back, or the deal begun anew, what comes is the player's own.
    assert not after(watched, Jump(0), DrawStock()).sitting.is_led
    assert not after(watched, Restart(), DrawStock()).sitting.is_led


def test_a_game_that_comes_with_its_win_shows_it_and_celebrates_nobody() -> None:
    own = begin(game("classic-2"))
    line = solve(own.game.deal, own.game.position).moves
    won = own.game
    for move in line:
        won = won.play(move)
    last = Ended(Outcome.WON, is_led=True)
    assert events(own, Open(won))[-1] == last
    assert events(own, Open(won), Undo(), Redo())[-1] == last
    assert events(own, Open(won.at(3)), Jump(len(line)))[-1] == last
    # What the player does to the end of a game that was not finished is their own.
    begun = game(" ".join(["classic-2", *map(str, line[:-1])]))
    assert isinstance(line[-1], Remove)
    taps = [Tap(begun.deal.index_of[card]) for card in line[-1].cards]
    assert events(own, Open(begun), *taps)[-1] == Ended(Outcome.WON)


def test_s21_a_hint_stays_until_the_game_goes_on() -> None:
    session, at = sitting(ONE_PASS, {21: "6s", 22: "7h", 23: "Qd", 0: "2c"}, stock="3c")
    hinted = pointed(session, parse_move("6s7h"))
    chosen = after(hinted, Tap(at["6s"]), Tap(at["Qd"]))
    assert chosen.hinted == hinted.hinted
    assert after(chosen, DrawStock()).hinted == ()
    assert after(hinted, Open(game("classic-1"))).hinted == ()
    assert pointed(hinted, None) == session


# -- the clock ---------------------------------------------------------------------------------


def elapsed(session: Session, *timed: tuple[Input, int]) -> int:
    for given, now in timed:
        session, _ = answer(session, given, now)
    return session.sitting.clock.elapsed


def test_t11_the_clock_starts_with_the_first_move_on_every_game() -> None:
    session = begin(game("classic-1"))
    assert elapsed(session, (Tap(21), 0), (Tick(), 9000)) == 0
    assert elapsed(session, (DrawStock(), 9000), (Tick(), 10_000)) == 1000
    second = after(session, DrawStock(), Open(game("classic-2")))
    assert elapsed(second, (Tick(), 1000), (Tap(21), 2000), (Tick(), 3000)) == 0
    assert elapsed(second, (DrawStock(), 3000), (Tick(), 3500)) == 500


def test_t03_the_clock_stops_at_the_end_and_stays_there() -> None:
    session, at = sitting(ONE_PASS, {0: "Ks"}, stock="2c")
    won = after(session, DrawStock())
    timed = ((Tick(), 2000), (Tap(at["Ks"]), 3000), (Hide(), 4000), (Show(), 9000), (Tick(), 9500))
    assert elapsed(won, *timed) == 3000


def test_t07_no_part_of_hidden_time_counts() -> None:
    session = after(begin(game("classic-1")), DrawStock())
    assert (
        elapsed(session, (Hide(), 1000), (Tick(), 601_000), (Show(), 602_000), (Tick(), 603_000))
        == 2000
    )


def test_a_finished_game_is_looked_back_at_without_time_until_another_move_is_made() -> None:
    session, at = sitting(ONE_PASS, {0: "Ks"}, stock="2c")
    back = ((Tap(at["Ks"]), 0), (Jump(0), 5000), (Tick(), 6000), (Show(), 7000))
    assert elapsed(session, *back, (Redo(), 8000), (Tick(), 9000)) == 0
    assert elapsed(session, *back, (DrawStock(), 8000), (Tick(), 9000)) == 1000


def test_sleep_does_not_count() -> None:
    session = after(begin(game("classic-1")), DrawStock())
    assert elapsed(session, (Tick(), 1000), (Tick(), 1000 + LONGEST_GAP + 1)) == 1000


def test_a_game_shown_again_after_a_reload_counts_on() -> None:
    assert elapsed(begin(game("classic-1 .")), (Show(), 0), (Tick(), 1000)) == 1000
    assert elapsed(begin(game("classic-1")), (Show(), 0), (Tick(), 1000)) == 0
