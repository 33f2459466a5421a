"""What a person typed or followed to get to a game: a number, a code, a record, a link."""

from __future__ import annotations

import re
from typing import Final

from pyramid.deal import LAST_SEED, numbered
from pyramid.errors import BadInput, shortened
from pyramid.game import Game
from pyramid.record import from_fragment, parse_record
from pyramid.rules import Rules

LONGEST: Final = 20_000
"""Letters: some 5,000 moves, far beyond any game that ends."""

_NUMBER: Final = re.compile(r"[0-9]{1,16}")
_ESCAPE: Final = re.compile(r"%([0-7][0-9A-Fa-f])")


def read_entry(text: str, rules: Rules) -> Game:
    """The game that typed text asks for: a deal number under `rules`, else a code or a record.
    Spaces around it do not count, nor do a number's leading zeros; only the digits 0-9 do. A whole
    link is read from its `#` on.

    Raises:
        BadInput: it is none of these.
    """
    wanted = from_fragment(text.strip().rpartition("#")[2])
    if _NUMBER.fullmatch(wanted):
        return Game(numbered(rules, int(wanted)))
    if "-" not in wanted[1:]:
        raise BadInput(
            f"{shortened(wanted)} is not a deal number: it is a whole number from 0 to {LAST_SEED}."
        )
    return _read(wanted)


def read_fragment(fragment: str) -> Game:
    """The game that a link's part after `#` names. Percent signs are decoded once, since some
    programs write `|` so.

    Raises:
        BadInput: it names none.
    """
    if len(fragment) > LONGEST:
        raise BadInput("The link is too long to be a game.")
    decoded = _ESCAPE.sub(lambda found: chr(int(found[1], 16)), fragment)
    return _read(from_fragment(decoded))


def _read(text: str) -> Game:
    if len(text) > LONGEST:
        raise BadInput("That is too long to be a game.")
    return parse_record(text)
