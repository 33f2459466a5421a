"""Advice in words."""

from __future__ import annotations

from pyramid.advice import Advice, Kind
from pyramid.i18n import Texts, number_text
from pyramid.moves import Draw, Move, Redeal, Remove
from pyramid.words import card_name, card_names, sentence


def advice_sentence(texts: Texts, advice: Advice, number: int, *, whole: bool = True) -> str:
    """One sentence on the advice, asked for `number` times before; just where to look unless
    `whole`."""
    move = advice.move(number)
    match advice.kind:
        case Kind.KEEPS:
            message = texts.gettext("{move}: this keeps the win.")
        case Kind.LIKELY if not advice.wins:
            message = texts.gettext(
                "{move}: possible, but none of {layouts} layouts tried could be won."
            )
        case Kind.LIKELY:
            message = texts.ngettext(
                "{move}: wins in {n} of {layouts} possible layouts.",
                "{move}: wins in {n} of {layouts} possible layouts.",
                advice.wins,
            )
        case Kind.SIMPLE:
            message = texts.gettext("{move}: this is possible; nothing more is known.")
        case Kind.NOTHING:
            return texts.gettext("There is nothing left to play.")
        case Kind.LOST if move is not None:
            message = texts.gettext("{move}: possible, but it leads to no win.")
        case Kind.LOST if advice.winnable_at is None:
            return texts.gettext("This deal could not be won.")
        case Kind.LOST:
            return texts.ngettext(
                "The game cannot be won from here. It could still be won after {n} move.",
                "The game cannot be won from here. It could still be won after {n} moves.",
                advice.winnable_at,
            ).format(n=number_text(texts, advice.winnable_at))
    named = "" if move is None else _named(texts, move, whole=whole)
    wins, layouts = number_text(texts, advice.wins), number_text(texts, advice.layouts)
    return sentence(message.format(move=named, n=wins, layouts=layouts))


def best_sentence(texts: Texts, score: int, best: int, at_most: int) -> str:
    """How a game's score compares with the most that its deal gives: `best` was found, and more
    than `at_most` is not possible."""
    if score >= at_most:
        return texts.gettext("More was not possible.")
    if best == at_most:
        message = texts.gettext("The most possible was {points}.")
    else:
        message = texts.gettext("More than {points} was not possible.")
    return message.format(points=number_text(texts, at_most))


def _named(texts: Texts, move: Move, *, whole: bool) -> str:
    match move:
        case Remove(cards) if whole:
            return card_names(texts, cards)
        case Remove(cards):
            return texts.gettext("look at the {card}").format(card=card_name(texts, cards[0]))
        case Draw():
            return texts.gettext("draw")
        case Redeal():
            return texts.gettext("turn the waste over")
