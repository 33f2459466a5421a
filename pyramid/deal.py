"""A deal: a rule set and the order of the 52 cards, by number or card by card."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from typing import Final

from pyramid.cards import DECK, Card, parse_card
from pyramid.errors import BadInput, shortened
from pyramid.rules import Rules, parse_rules

PYRAMID_SIZE: Final = 28
DECK_SIZE: Final = 52
LAST_SEED: Final = 2**53 - 1
"""Seeds run from 0 to this: the whole numbers that every browser's arithmetic holds exactly."""

_CODE: Final = re.compile(r"([a-z0-9]{1,20})-([0-9]{1,16}|[A-Za-z0-9]{104})")


@dataclass(frozen=True, slots=True)
class Deal:
    """What stays fixed for a whole game.

    Attributes:
        rules: the rule set in force.
        cards: all 52 in dealing order. Cards 0-27 are the pyramid, row by row from the apex;
            28-51 are the stock, first drawn first. A card's number in this order is its *index*.
        seed: the number that it was dealt from; None for an exact layout.
        index_of: each card's index.
    """

    rules: Rules
    cards: tuple[Card, ...]
    seed: int | None = None
    index_of: dict[Card, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        index_of = {card: index for index, card in enumerate(self.cards)}
        if len(self.cards) != DECK_SIZE or len(index_of) != DECK_SIZE:
            raise BadInput("A layout needs each of the 52 cards exactly once.")
        object.__setattr__(self, "index_of", index_of)

    @property
    def code(self) -> str:
        """The deal's name: `RULES-SEED`, or `RULES-` and 104 letters for an exact layout."""
        name = "".join(map(str, self.cards)) if self.seed is None else str(self.seed)
        return f"{self.rules.id}-{name}"


def shuffled(seed: int) -> tuple[Card, ...]:
    """The deck of deal number `seed`, the same for ever (see `shuffle`).

    Raises:
        BadInput: the number is not from 0 to `LAST_SEED`.
    """
    if not 0 <= seed <= LAST_SEED:
        raise BadInput(f"A deal number is a whole number from 0 to {LAST_SEED}.")
    cards = list(DECK)
    shuffle(cards, random.Random(seed))
    return tuple(cards)


def shuffle(cards: list[Card], chance: random.Random) -> None:
    """Shuffle in place by Fisher-Yates over `chance.random()` alone.

    Python promises to keep that sequence between versions, and does not promise the same of
    `random.shuffle`.
    """
    for last in range(len(cards) - 1, 0, -1):
        other = int(chance.random() * (last + 1))
        cards[last], cards[other] = cards[other], cards[last]


def numbered(rules: Rules, seed: int) -> Deal:
    """Deal number `seed` under `rules`.

    Raises:
        BadInput: the number is out of range.
    """
    return Deal(rules, shuffled(seed), seed)


def parse_layout(text: str) -> tuple[Card, ...]:
    """Read 52 cards such as `Ks2d…`, with or without spaces between.

    Raises:
        BadInput: not two letters for each of the 52 cards, each once.
    """
    letters = "".join(text.split())
    if len(letters) != 2 * DECK_SIZE:
        raise BadInput("A layout is 104 letters: two for each of the 52 cards.")
    return tuple(parse_card(letters[i : i + 2]) for i in range(0, len(letters), 2))


def parse_code(text: str) -> Deal:
    """Read a deal code. Leading zeros of a number do not count: `classic-007` is `classic-7`.

    Raises:
        BadInput: the text is not a code, or names no rule set, number or layout.
    """
    found = _CODE.fullmatch(text)
    if found is None:
        raise BadInput(
            f"{shortened(text)} is not a deal: write a rule set, a hyphen and a number from 0 to"
            f" {LAST_SEED}, such as classic-42."
        )
    rules, name = parse_rules(found[1]), found[2]
    if name.isdecimal():
        return numbered(rules, int(name))
    return Deal(rules, parse_layout(name))
