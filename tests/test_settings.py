from __future__ import annotations

import json
from dataclasses import fields, replace
from enum import StrEnum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyramid.i18n import LANGUAGES
from pyramid.settings import (
    DEFAULT,
    SETTINGS_KEY,
    Back,
    Face,
    HintStyle,
    Loaded,
    Motion,
    Scheme,
    Settings,
    Suits,
    TableColour,
    load,
    save,
    settings_text,
)
from tools.messages import ROOT

any_settings = st.builds(
    Settings,
    language=st.none() | st.sampled_from(LANGUAGES),
    scheme=st.sampled_from(Scheme),
    table=st.sampled_from(TableColour),
    face=st.sampled_from(Face),
    back=st.sampled_from(Back),
    suits=st.sampled_from(Suits),
    motion=st.sampled_from(Motion),
    hint=st.sampled_from(HintStyle),
    **{
        field.name: st.booleans()
        for field in fields(Settings)
        if isinstance(getattr(DEFAULT, field.name), bool)
    },
)
any_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


def kept(**values: object) -> dict[str, str]:
    return {SETTINGS_KEY: json.dumps({"version": 1} | values)}


@given(any_settings)
def test_settings_come_back_as_they_were_saved(settings: Settings) -> None:
    storage: dict[str, str] = {}
    save(storage, settings)
    assert load(storage) == Loaded(settings)


def test_without_anything_kept_the_defaults_hold() -> None:
    storage: dict[str, str] = {}
    assert load(storage) == Loaded(DEFAULT)
    assert storage == {}


def test_the_defaults_ask_the_system_and_are_silent() -> None:
    assert DEFAULT.language is None
    assert (DEFAULT.scheme, DEFAULT.motion) == (Scheme.SYSTEM, Motion.SYSTEM)
    assert not DEFAULT.sound
    assert not DEFAULT.vibration
    assert DEFAULT.winnable


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("language", "de"),
        ("language", 3),
        ("scheme", "sepia"),
        ("scheme", None),
        ("table", ["blue"]),
        ("back", 2),
        ("sound", 1),
        ("sound", "true"),
        ("clock", None),
        ("clock", {}),
        ("unheard", True),
    ],
)
def test_an_unknown_value_falls_back_alone(name: str, value: object) -> None:
    storage = kept(**{"face": "large", "mirrored": True, name: value})
    text = storage[SETTINGS_KEY]
    wanted = replace(DEFAULT, face=Face.LARGE, mirrored=True)
    assert load(storage) == Loaded(wanted)
    assert storage == {SETTINGS_KEY: text}


def test_what_is_missing_has_its_default() -> None:
    assert load(kept(sound=True)) == Loaded(replace(DEFAULT, sound=True))


@pytest.mark.parametrize("text", ["{", "[1]", "7", '"dark"', "[" * 100_000])
def test_text_that_is_no_settings_is_moved_aside_and_the_ones_in_force_hold(text: str) -> None:
    storage = {SETTINGS_KEY: text}
    dark = replace(DEFAULT, scheme=Scheme.DARK)
    assert load(storage, dark) == Loaded(dark, f"{SETTINGS_KEY}.bad")
    assert storage == {f"{SETTINGS_KEY}.bad": text}
    assert load(storage, dark) == Loaded(dark)


@pytest.mark.parametrize("text", ["", "null", "undefined", "{}", "[]", "0"])
def test_text_that_holds_nothing_is_nothing_wrong(text: str) -> None:
    storage = {SETTINGS_KEY: text}
    assert load(storage) == Loaded(DEFAULT)
    save(storage, DEFAULT)
    assert storage == {SETTINGS_KEY: settings_text(DEFAULT)}


@pytest.mark.parametrize("version", [2, 0, "1", None, [1]])
def test_settings_of_another_version_are_read_at_every_visit_until_others_are_chosen(
    version: object,
) -> None:
    text = json.dumps({"version": version, "scheme": "dark", "smell": "pine"})
    storage = {SETTINGS_KEY: text}
    for _visit in range(2):
        assert load(storage) == Loaded(replace(DEFAULT, scheme=Scheme.DARK))
        assert storage == {SETTINGS_KEY: text}
    save(storage, DEFAULT)
    assert storage == {SETTINGS_KEY: settings_text(DEFAULT), f"{SETTINGS_KEY}.bad": text}


@given(st.dictionaries(st.sampled_from([field.name for field in fields(Settings)]), any_json))
def test_no_json_can_make_settings_that_cannot_be_saved(values: dict[str, object]) -> None:
    settings = load(kept(**values)).settings
    for field in fields(Settings):
        kind = type(getattr(DEFAULT, field.name))
        if issubclass(kind, StrEnum | bool):
            assert type(getattr(settings, field.name)) is kind
    storage: dict[str, str] = {}
    save(storage, settings)
    assert load(storage) == Loaded(settings)


def test_the_page_finds_the_language_where_it_looks_for_it_before_python_is_up() -> None:
    assert json.loads(settings_text(replace(DEFAULT, language="es")))["language"] == "es"
    assert SETTINGS_KEY in (ROOT / "static/paint.js").read_text(encoding="utf-8")


def test_every_back_and_colour_is_drawn() -> None:
    style = (ROOT / "static/style.css").read_text(encoding="utf-8")
    for back in Back:
        assert (ROOT / f"static/back-{back}.svg").is_file()
        assert back is DEFAULT.back or f'[data-back="{back}"]' in style
    for colour in TableColour:
        assert colour is DEFAULT.table or f'[data-table="{colour}"]' in style
