"""Cards in words, for labels and announcements."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from pyramid.cards import Card
from pyramid.i18n import Texts, mark
from pyramid.rules import Rules

RANK_NAMES: Final = (
    mark("ace"),
    mark("2"),
    mark("3"),
    mark("4"),
    mark("5"),
    mark("6"),
    mark("7"),
    mark("8"),
    mark("9"),
    mark("10"),
    mark("jack"),
    mark("queen"),
    mark("king"),
)
SUIT_NAMES: Final = {
    "c": mark("clubs"),
    "d": mark("diamonds"),
    "h": mark("hearts"),
    "s": mark("spades"),
}

RULES_NAMES: Final = {
    "classic": mark("Classic"),
    "onepass": mark("One pass, hidden"),
    "relaxed": mark("Relaxed"),
    "threepass": mark("Three passes, open stock"),
    "traditional": mark("Traditional"),
    "par": mark("Par Pyramid"),
    "thirteen": mark("Thirteen"),
    "tut": mark("Tut’s tomb"),
    "overlap": mark("Overlap"),
}


def rules_name(texts: Texts, rules: Rules) -> str:
    """The preset's name; custom sets share one."""
    return texts.gettext(RULES_NAMES.get(rules.id, mark("Custom rules")))


@cache
def card_name(texts: Texts, card: Card) -> str:
    """Such as "queen of hearts"."""
    rank, suit = texts.gettext(RANK_NAMES[card.rank - 1]), texts.gettext(SUIT_NAMES[card.suit])
    return texts.gettext("{rank} of {suit}").format(rank=rank, suit=suit)


def card_names(texts: Texts, cards: Sequence[Card]) -> str:
    """The names in a row, "and" before the last."""
    names = [card_name(texts, card) for card in cards]
    if len(names) < 2:
        return "".join(names)
    return texts.gettext("{first} and {last}").format(first=", ".join(names[:-1]), last=names[-1])


def sentence(text: str) -> str:
    """With a capital letter at its start."""
    return text[:1].upper() + text[1:]


def clock_text(milliseconds: int) -> str:
    """Such as 2:07, or 1:02:07."""
    seconds = milliseconds // 1000
    hours, minutes = divmod(seconds // 60, 60)
    if hours:
        return f"{hours}:{minutes:02}:{seconds % 60:02}"
    return f"{minutes}:{seconds % 60:02}"
