"""The 52 cards: a rank from 1 (ace) to 13 (king) and a suit that never matters for play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pyramid.errors import BadInput, shortened

RANKS: Final = "A23456789TJQK"
SUITS: Final = "cdhs"
KING: Final = 13
THIRTEEN: Final = 13


@dataclass(frozen=True, slots=True)
class Card:
    """One card. `str(card)` is its two letters: rank of `A23456789TJQK`, suit of `cdhs`."""

    rank: int
    suit: str

    def __str__(self) -> str:
        return RANKS[self.rank - 1] + self.suit

    @property
    def is_king(self) -> bool:
        """A King goes alone: it is worth 13 by itself."""
        return self.rank == KING


DECK: Final = tuple(Card(rank, suit) for suit in SUITS for rank in range(1, KING + 1))
"""All 52 in the order that shuffling starts from: clubs, diamonds, hearts, spades, ace to king."""

_BY_TEXT: Final = {str(card): card for card in DECK}


def parse_card(text: str) -> Card:
    """Read two letters such as `Ks`.

    Raises:
        BadInput: the text names no card.
    """
    card = _BY_TEXT.get(text)
    if card is None:
        raise BadInput(f"{shortened(text)} is not a card: write rank and suit, such as Ks or Td.")
    return card
