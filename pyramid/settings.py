"""What the player chose for good: a flat value, kept as JSON in any mapping of text to text.

Each value is read by itself, so that one which this page does not know (an older or a newer page
wrote it, or a curious hand) falls back alone and takes nothing else with it.
"""

from __future__ import annotations

import json
from collections.abc import MutableMapping
from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum
from typing import Any, Final

from pyramid.aside import holds_nothing, set_aside
from pyramid.errors import BadInput
from pyramid.i18n import LANGUAGES
from pyramid.jsontext import parse_json

SETTINGS_KEY: Final = "pyramid.settings"
VERSION: Final = 1


class Scheme(StrEnum):
    """Light or dark, or as the system has it."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class TableColour(StrEnum):
    """The colour of the felt."""

    GREEN = "green"
    BLUE = "blue"
    WINE = "wine"
    SAND = "sand"


class Face(StrEnum):
    """How card faces are drawn."""

    CLASSIC = "classic"
    LARGE = "large"


class Back(StrEnum):
    """The picture on the cards' backs."""

    FIRST = "1"
    SECOND = "2"
    THIRD = "3"


class Suits(StrEnum):
    """In how many colours suits are printed."""

    TWO = "two"
    FOUR = "four"


class Motion(StrEnum):
    """Whether cards fly: as the system has it, never, or always."""

    SYSTEM = "system"
    NONE = "none"
    FULL = "full"


class HintStyle(StrEnum):
    """Whether a hint says where to look, or the whole move."""

    PLACE = "place"
    MOVE = "move"


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be set. The defaults ask the system wherever it can be asked.

    Attributes:
        language: one of `LANGUAGES`; None follows the browser.
        scheme: light or dark.
        table: colour of the table.
        face: card faces, plain or in large print.
        back: card backs.
        suits: two or four colours.
        motion: animation.
        sound: short sounds.
        vibration: short vibrations, where the device can.
        mirrored: the layout for the other hand.
        clock: whether the clock is shown (it runs all the same).
        one_tap: a tap removes a card with its partner where only one partner is possible.
        kings: Kings go by themselves as soon as they can.
        hint: what a hint says.
        winnable: new deals are proven winnable.
        verdict: the verdict light, whether the game can still be won.
    """

    language: str | None = None
    scheme: Scheme = Scheme.SYSTEM
    table: TableColour = TableColour.GREEN
    face: Face = Face.CLASSIC
    back: Back = Back.FIRST
    suits: Suits = Suits.TWO
    motion: Motion = Motion.SYSTEM
    sound: bool = False
    vibration: bool = False
    mirrored: bool = False
    clock: bool = True
    one_tap: bool = False
    kings: bool = False
    hint: HintStyle = HintStyle.MOVE
    winnable: bool = True
    verdict: bool = False


DEFAULT: Final = Settings()


@dataclass(frozen=True, slots=True)
class Loaded:
    """What was found.

    Attributes:
        settings: what could be read, the defaults for the rest; the ones that were asked for where
            nothing could.
        damaged: the key that unreadable text now lies under; None where nothing was wrong.
    """

    settings: Settings
    damaged: str | None = None


def settings_text(settings: Settings) -> str:
    """The settings as JSON: `{"version": 1, "language": "fr", "scheme": "dark", …}`."""
    return json.dumps({"version": VERSION} | asdict(settings))


def load(storage: MutableMapping[str, str], else_these: Settings = DEFAULT) -> Loaded:
    """The kept settings, of whatever version; where there are none, others. Text that is no
    settings at all is moved aside; errors of the storage itself pass through."""
    text = storage.get(SETTINGS_KEY)
    if text is None or holds_nothing(text):
        return Loaded(else_these)
    if (data := _parse(text)) is None:
        return Loaded(else_these, set_aside(storage, SETTINGS_KEY, text))
    return Loaded(_read(data))


def save(storage: MutableMapping[str, str], settings: Settings) -> None:
    """Write the settings; what another version wrote there may say more, and is put aside first.
    Errors of the storage itself pass through."""
    before = storage.get(SETTINGS_KEY)
    if before is not None and not holds_nothing(before) and not _is_ours(before):
        set_aside(storage, SETTINGS_KEY, before)
    storage[SETTINGS_KEY] = settings_text(settings)


def _parse(text: str) -> dict[str, object] | None:
    """The values by their names; None where the text is no settings."""
    try:
        data = parse_json(text)
    except BadInput:
        return None
    return data if isinstance(data, dict) else None


def _is_ours(text: str) -> bool:
    data = _parse(text)
    return data is not None and data.get("version") == VERSION


def _read(data: dict[str, object]) -> Settings:
    known = {field.name: data[field.name] for field in fields(Settings) if field.name in data}
    return Settings(**{name: _value(name, value) for name, value in known.items()})


def _value(name: str, value: object) -> Any:
    """The value if the setting can have it, else the setting's default."""
    default = getattr(DEFAULT, name)
    match default, value:
        case StrEnum(), str() if value in tuple(type(default)):
            return type(default)(value)
        case bool(), bool():
            return value
        case None, str() if value in LANGUAGES:
            return value
        case _:
            return default


def with_setting(settings: Settings, name: str, value: object) -> Settings:
    """The settings with one of them changed; a value that it cannot have gives its default."""
    return replace(settings, **{name: _value(name, value)})
