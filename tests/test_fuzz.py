"""Ten thousand hostile texts each at every door: links, typed codes, saves, settings, records.

Whatever comes in, it is read or refused in one sentence; nothing else is raised, nothing kept is
lost.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random

import pytest

from pyramid import settings, store
from pyramid.advice import parse_advice
from pyramid.entry import read_entry, read_fragment
from pyramid.errors import BadInput
from pyramid.rules import PRESETS
from pyramid.session import begin
from pyramid.settings import SETTINGS_KEY, Settings, settings_text
from pyramid.store import GAME_KEY, save_text
from tests.positions import game

ATTEMPTS = 10_000
SEEDS = (
    "classic-1",
    "onepass-37_Kc_Kh_._5s8d_._.",
    "x33owla-9007199254740991",
    "classic-1_._6h7s_|_Ks",
    "tut-" + "".join(map(str, game("classic-1").deal.cards)),
    "<img src=x onerror=alert(1)>",
    "javascript:alert(1)",
    save_text(begin(game("classic-1 . 6h7s | Ks"))),
    settings_text(Settings()),
    '{"kind": "keeps", "moves": ["."], "winnable_at": null, "wins": 0, "layouts": 0}',
)
ALPHABET = "Ks6h7s._|/-%27#<>\"'`{}[]:,0123456789ex \t\n\0\u202e\u0663\uff11\ud800é😀\\"


def hostile(random: Random) -> str:
    """A text near one that can be read: cut, doubled, spliced, with letters changed."""
    text = random.choice(SEEDS)
    for _ in range(random.randrange(5)):
        at = random.randrange(len(text) + 1)
        match random.randrange(6):
            case 0:
                text = text[:at]
            case 1:
                text = text[at:]
            case 2:
                text = text[:at] + random.choice(ALPHABET) + text[at + 1 :]
            case 3:
                text = text[:at] + random.choice(ALPHABET) * random.choice((1, 2, 40)) + text[at:]
            case 4:
                text = text[:at] + random.choice(SEEDS)
            case _:
                text = text.replace(random.choice(ALPHABET), random.choice(ALPHABET), 1)
    return text


DOORS: dict[str, Callable[[str], object]] = {
    "link": read_fragment,
    "typed code": lambda text: read_entry(text, PRESETS["classic"]),
    "save": store.parse_save,
    "advice": lambda text: parse_advice(text, game("classic-1")),
}


@pytest.mark.parametrize("door", DOORS)
def test_hostile_text_is_read_or_refused_in_one_sentence(door: str) -> None:
    random = Random(door)
    read = refused = 0
    for _ in range(ATTEMPTS):
        try:
            DOORS[door](hostile(random))
            read += 1
        except BadInput as error:
            sentence = str(error)
            assert "\n" not in sentence
            assert sentence.endswith(".")
            assert len(sentence) < 300
            refused += 1
    assert read > 20
    assert refused > 1000


@pytest.mark.parametrize("key", [GAME_KEY, SETTINGS_KEY])
def test_hostile_kept_text_is_read_or_kept_aside(key: str) -> None:
    random = Random(key)
    for _ in range(ATTEMPTS):
        text = hostile(random)
        storage = {key: text}
        if key == GAME_KEY:
            store.load(storage)
        else:
            loaded = settings.load(storage)
            assert json.loads(settings_text(loaded.settings))
        assert text in storage.values()
