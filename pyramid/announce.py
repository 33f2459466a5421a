"""What happened, in one short message for those who listen to the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pyramid.cards import Card
from pyramid.i18n import Texts, mark, number_text
from pyramid.moves import Draw, Move, Redeal, Remove
from pyramid.position import Outcome
from pyramid.rules import Goal, Rules, Scoring
from pyramid.score import clearing_bonus
from pyramid.session import (
    Dealt,
    Ended,
    Event,
    Jumped,
    Led,
    Moved,
    Redone,
    Refusal,
    Refused,
    Restarted,
    Returned,
    Selected,
    Session,
    Undone,
    Unselected,
)
from pyramid.words import card_name, card_names, clock_text, sentence

REFUSALS: Final = {
    Refusal.COVERED: mark("{cards} is still covered."),
    Refusal.FACE_DOWN: mark("That card is face down."),
    Refusal.NOT_THIRTEEN: mark("{cards} do not make 13."),
    Refusal.NOT_TOGETHER: mark("{cards} cannot go together here."),
    Refusal.NOT_ALONE: mark("{cards} cannot go alone."),
    Refusal.NOTHING_TO_DRAW: mark("There is nothing left to draw."),
    Refusal.NO_PASS_LEFT: mark("The stock is empty and no pass is left."),
    Refusal.NOTHING_TO_UNDO: mark("There is nothing to undo."),
    Refusal.NOTHING_TO_REDO: mark("There is nothing to redo."),
    Refusal.GAME_OVER: mark("The game is won. Undo or deal anew to play on."),
}


def announcement(texts: Texts, session: Session, events: Sequence[Event]) -> str:
    """One message for all that one input did; empty where nothing happened."""
    return " ".join(filter(None, (_said(texts, session, event) for event in events)))


def pass_text(texts: Texts, rules: Rules, redeals: int) -> str:
    """Such as "Pass 1 of 2"; without a limit, "Pass 1"."""
    if rules.passes is None:
        return texts.gettext("Pass {number}").format(number=number_text(texts, redeals + 1))
    return texts.gettext("Pass {number} of {total}").format(number=redeals + 1, total=rules.passes)


def pass_count(texts: Texts, rules: Rules, redeals: int) -> str:
    """Such as "1 of 2", beside the word "Pass"; without a limit, "1"."""
    if rules.passes is None:
        return number_text(texts, redeals + 1)
    return texts.gettext("{number} of {total}").format(number=redeals + 1, total=rules.passes)


def moment_text(texts: Texts, moment: int, moments: int) -> str:
    """Such as "Move 12 of 40"."""
    return texts.gettext("Move {number} of {total}").format(
        number=number_text(texts, moment), total=number_text(texts, moments)
    )


def led_text(texts: Texts, moves: int) -> str:
    """That a winning line is shown, and how long it is."""
    return texts.ngettext(
        "This wins in {n} move: watch.", "This wins in {n} moves: watch.", moves
    ).format(n=number_text(texts, moves))


def outcome_title(texts: Texts, outcome: Outcome, *, is_led: bool) -> str:
    """The end of a game in a few words; a win that was shown is not called the player's."""
    match outcome:
        case Outcome.WON if is_led:
            return texts.gettext("That is how it is won")
        case Outcome.WON:
            return texts.gettext("You won!")
        case Outcome.STUCK:
            return texts.gettext("Nothing left to play")


def goal_text(texts: Texts, rules: Rules) -> str:
    """What was cleared at a win."""
    if rules.goal is Goal.ALL:
        return texts.gettext("All 52 cards are gone.")
    return texts.gettext("The pyramid is cleared.")


def points_text(texts: Texts, session: Session) -> str:
    """What a win brought: points, and the bonus among them, and the time."""
    game = session.game
    score, time = number_text(texts, game.score), clock_text(session.sitting.clock.elapsed)
    bonus = clearing_bonus(game.deal, game.positions[: game.cursor + 1])
    if bonus:
        return texts.gettext("Score: {score}, {bonus} of it as a bonus, in\u00a0{time}.").format(
            score=score, bonus=number_text(texts, bonus), time=time
        )
    if game.deal.rules.scoring is Scoring.PAR:
        return texts.gettext("Score so far: {score}, in\u00a0{time}.").format(
            score=score, time=time
        )
    return texts.gettext("Score: {score}, in\u00a0{time}.").format(score=score, time=time)


def _said(texts: Texts, session: Session, event: Event) -> str:
    match event:
        case Selected(card):
            return _about(texts.gettext("{cards} selected."), texts, (card,))
        case Unselected(card):
            return _about(texts.gettext("{cards} no longer selected."), texts, (card,))
        case Moved(move, exposed):
            said = _move(texts, session, move)
            if exposed:
                said += " " + _about(texts.gettext("Now exposed: {cards}."), texts, exposed)
            return said
        case Refused(why, cards):
            return _about(texts.gettext(REFUSALS[why]), texts, cards)
        case Undone(move):
            return _undone(texts, session, move)
        case Redone(move):
            return texts.gettext("Again: {move}").format(move=_move(texts, session, move))
        case Jumped(cursor):
            message = texts.ngettext("After {n} move.", "After {n} moves.", cursor)
            return message.format(n=number_text(texts, cursor))
        case Dealt() | Restarted() | Returned() | Led() | Ended():
            return _turned_page(texts, session, event)


def _turned_page(
    texts: Texts, session: Session, event: Dealt | Restarted | Returned | Led | Ended
) -> str:
    match event:
        case Dealt(deal) if session.game.moves:
            message = texts.ngettext(
                "Game opened: {code}, after {n} move.",
                "Game opened: {code}, after {n} moves.",
                session.game.cursor,
            )
            return message.format(code=deal.code, n=number_text(texts, session.game.cursor))
        case Dealt(deal):
            return texts.gettext("New deal: {code}.").format(code=deal.code)
        case Restarted():
            return texts.gettext("The same deal from the start.")
        case Returned(deal):
            return texts.gettext("Back at deal {code}.").format(code=deal.code)
        case Led():
            return ""  # the notice says it
        case Ended(outcome, is_led):
            title = outcome_title(texts, outcome, is_led=is_led)
            is_own_win = outcome is Outcome.WON and not is_led
            return f"{title} {points_text(texts, session)}" if is_own_win else title


def _move(texts: Texts, session: Session, move: Move) -> str:
    position, deal = session.game.position, session.game.deal
    match move:
        case Draw() if position.waste_top is not None:
            card = card_name(texts, deal.cards[position.waste_top])
            return texts.gettext("Draw. On the waste: {card}.").format(card=card)
        case Draw():
            return texts.gettext("Draw. The waste is empty.")
        case Redeal():
            said = pass_text(texts, deal.rules, position.redeals)
            return texts.gettext("The waste is the stock again. {passes}.").format(passes=said)
        case Remove(cards):
            removed = texts.ngettext("{cards} removed.", "{cards} removed.", len(cards))
            return _about(removed, texts, cards)


def _undone(texts: Texts, session: Session, move: Move) -> str:
    position, deal = session.game.position, session.game.deal
    match move:
        case Draw() if position.waste_top is not None:
            card = card_name(texts, deal.cards[position.waste_top])
            return texts.gettext("Draw undone. On the waste: {card}.").format(card=card)
        case Draw():
            return texts.gettext("Draw undone. The waste is empty.")
        case Redeal():
            passes = pass_text(texts, deal.rules, position.redeals)
            return texts.gettext("Redeal undone. {passes}.").format(passes=passes)
        case Remove(cards):
            back = texts.ngettext("{cards} put back.", "{cards} put back.", len(cards))
            return _about(back, texts, cards)


def _about(message: str, texts: Texts, cards: Sequence[Card]) -> str:
    return sentence(message.format(cards=card_names(texts, cards)))
