"""Keeping a session in any mapping of text to text; in the browser that is localStorage.

A save is the sittings' records, replayed when read. It is read and checked whole before anything
on the table is replaced, and a save that cannot be read is moved aside, not thrown away.
"""

from __future__ import annotations

import json
from collections.abc import MutableMapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeGuard

from pyramid.aside import holds_nothing, set_aside
from pyramid.clock import LONGEST_TIME, Clock
from pyramid.errors import BadInput
from pyramid.game import Game
from pyramid.jsontext import parse_json
from pyramid.record import parse_record, record
from pyramid.session import SHELF, Session, Sitting

GAME_KEY: Final = "pyramid.game"
"""The same under every path of an origin, since others know it by this name: two copies of the site
on one host keep one game, as two tabs do, and neither overwrites unseen what the other left."""

VERSION: Final = 1
READABLE: Final = (VERSION, VERSION + 1)
"""A page that is one version behind still reads what it knows of a save, so that a game in progress
lives through going back to it; whoever makes version 2 leaves these parts in their place."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """What was found.

    Attributes:
        session: the kept session; None where there is none that can be read.
        damaged: the key that an unreadable save now lies under; None where nothing was wrong.
    """

    session: Session | None
    damaged: str | None = None


def save_text(session: Session) -> str:
    """The session as JSON: `{"version": 1, "at": n, "sittings": [{"record": …, "ms": …}, …]}`, and
    `"left"` or `"led"` beside these where a sitting has them."""
    sittings = ",".join(map(_sitting_text, session.sittings))
    return f'{{"version":{VERSION},"at":{session.at},"sittings":[{sittings}]}}'


@lru_cache(maxsize=2 * SHELF)
def _sitting_text(sitting: Sitting) -> str:
    # Sittings are compared by identity, so only the one that changed is written anew.
    kept: dict[str, object] = {"record": record(sitting.game), "ms": sitting.clock.elapsed}
    moments = {"left": sitting.left, "led": sitting.led}
    kept |= {name: moment for name, moment in moments.items() if moment is not None}
    return json.dumps(kept)


def parse_save(text: str) -> Session:
    """Read what `save_text` wrote; every game in it is replayed by the rules.

    Raises:
        BadInput: it is not a save of a readable version, or any part of it is impossible.
    """
    match parse_json(text):
        case {"version": version, "at": at, "sittings": [*kept]} if (
            _is_number(version, *READABLE)
            and 0 < len(kept) <= SHELF
            and _is_number(at, 0, len(kept) - 1)
        ):
            return Session(tuple(map(_parse_sitting, kept)), at)
        case {"version": int(version)} if version > max(READABLE):
            raise BadInput(f"The save is of version {version}, newer than this page.")
        case _:
            raise BadInput("The save has not the shape of a save.")


def _parse_sitting(data: object) -> Sitting:
    match data:
        case {"record": str(text), "ms": elapsed, **rest} if _is_number(elapsed, 0, LONGEST_TIME):
            game = parse_record(text)
            left, led = (_parse_moment(rest.get(name), game) for name in ("left", "led"))
            return Sitting(game, Clock(elapsed), left, led)
        case _:
            raise BadInput("A sitting in the save has not the shape of one.")


def _parse_moment(data: object, game: Game) -> int | None:
    if data is None or _is_number(data, 0, len(game.moves)):
        return data
    raise BadInput("A sitting in the save names a moment that its game has not.")


def _is_number(found: object, least: int, most: int) -> TypeGuard[int]:
    """Whether it is a whole number in these bounds; JSON's true and 1.0 are none."""
    return type(found) is int and least <= found <= most


def load(storage: MutableMapping[str, str]) -> Loaded:
    """The kept session. What cannot be read is put aside, so that the next save loses nothing."""
    text = storage.get(GAME_KEY)
    if text is None or holds_nothing(text):
        return Loaded(None)
    try:
        return Loaded(parse_save(text))
    except BadInput:
        return Loaded(None, set_aside(storage, GAME_KEY, text))


def save(storage: MutableMapping[str, str], session: Session) -> str:
    """Write the session; returns the text now kept. Errors of the storage itself pass through."""
    text = save_text(session)
    storage[GAME_KEY] = text
    return text
