"""A move, and its one printable form: used in tests, records, saves, links and the worker."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from pyramid.cards import Card, parse_card
from pyramid.errors import BadInput, shortened


@dataclass(frozen=True, slots=True)
class Draw:
    """Turn the next card (or three) of the stock onto the waste."""

    def __str__(self) -> str:
        return "."


@dataclass(frozen=True, slots=True)
class Redeal:
    """Turn the waste over to be the stock again, its order kept: the next pass begins."""

    def __str__(self) -> str:
        return "/"


@dataclass(frozen=True, slots=True)
class Remove:
    """Send a King, or two cards worth 13 with the lower first, to the foundation."""

    cards: tuple[Card] | tuple[Card, Card]

    def __str__(self) -> str:
        return "".join(map(str, self.cards))


Move = Draw | Redeal | Remove

DRAW: Final = Draw()
REDEAL: Final = Redeal()
_CARDS: Final = re.compile(r"([A2-9TJQK][cdhs]){1,2}")


def remove(first: Card, second: Card | None = None) -> Remove:
    """The removal of one card or of two in either order; whether it is legal is not asked."""
    if second is None:
        return Remove((first,))
    return Remove((first, second) if first.rank <= second.rank else (second, first))


def parse_move(text: str) -> Move:
    """Read `.` draw, `/` redeal, `Ks` a King, `6h7c` a pair in either order.

    Raises:
        BadInput: the text is none of these.
    """
    match text:
        case ".":
            return DRAW
        case "/":
            return REDEAL
        case _ if _CARDS.fullmatch(text):
            return remove(*(parse_card(text[i : i + 2]) for i in range(0, len(text), 2)))
        case _:
            raise BadInput(f"{shortened(text)} is not a move: write . or / or Ks or 6h7c.")
