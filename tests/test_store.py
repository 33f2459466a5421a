import json
from dataclasses import replace
from random import Random

import pytest

from pyramid.aside import KEPT
from pyramid.clock import LONGEST_TIME, Clock
from pyramid.deal import numbered
from pyramid.errors import BadInput
from pyramid.game import Game
from pyramid.rules import PRESETS
from pyramid.session import (
    SHELF,
    DrawStock,
    Open,
    Session,
    Sitting,
    Tick,
    Undo,
    answer,
    begin,
)
from pyramid.store import GAME_KEY, load, parse_save, save, save_text
from tests.positions import game, random_game

GOOD = save_text(begin(game("classic-1 . 6h7s | Ks")))


def same(one: Session, other: Session) -> bool:
    """Sessions are compared by what is kept of them."""
    return one.at == other.at and [(s.game, s.clock.elapsed) for s in one.sittings] == [
        (s.game, s.clock.elapsed) for s in other.sittings
    ]


def test_nothing_kept_is_nothing_wrong() -> None:
    loaded = load({})
    assert (loaded.session, loaded.damaged) == (None, None)


def test_a_session_comes_back_with_moves_undone_ones_clock_and_earlier_games() -> None:
    session = begin(game("classic-1"))
    session, _ = answer(session, DrawStock(), 0)
    session, _ = answer(session, Tick(), 2500)
    session, _ = answer(session, Open(game("onepass-9 . .")), 3000)
    session, _ = answer(session, Undo(), 4000)
    storage: dict[str, str] = {}
    save(storage, session)
    loaded = load(storage).session
    assert loaded is not None
    assert same(loaded, session)
    assert [s.clock.elapsed for s in loaded.sittings] == [3000, 0]
    assert not any(s.clock.is_running for s in loaded.sittings)


def test_p13_restoring_again_and_again_changes_nothing() -> None:
    storage = {GAME_KEY: GOOD}
    for _ in range(3):
        session = load(storage).session
        assert session is not None
        save(storage, session)
    assert storage == {GAME_KEY: GOOD}


def test_a_save_read_and_written_again_is_the_same_text() -> None:
    random = Random(1)
    for seed in range(20):
        sittings = tuple(
            Sitting(random_game(numbered(rules, seed), random, 60), Clock(random.randrange(10**7)))
            for rules in random.sample(list(PRESETS.values()), 4)
        )
        text = save_text(Session(sittings, random.randrange(4)))
        assert save_text(parse_save(text)) == text


def test_a_win_that_was_shown_is_known_as_one_later_too() -> None:
    shown = begin(game("classic-1 . 6h7s Ks"))
    shown = replace(shown, sittings=(replace(shown.sitting, led=1),))
    assert parse_save(save_text(shown)).sitting.is_led


def test_a_page_one_version_behind_reads_what_it_knows_of_a_save() -> None:
    newer = GOOD.replace('"version":1', '"version":2').replace('"ms": 0', '"ms": 0, "mood": "good"')
    assert save_text(parse_save(newer)) == GOOD


def test_a_sitting_left_for_another_remembers_where() -> None:
    session, _ = answer(begin(game("classic-1 . . | .")), Open(game("classic-2")), 0)
    again = parse_save(save_text(session))
    assert [sitting.left for sitting in again.sittings] == [2, None]


def test_a_save_of_the_longest_time_stays_readable_when_the_clock_runs_on() -> None:
    session = parse_save(GOOD.replace('"ms": 0', f'"ms": {LONGEST_TIME}'))
    for given, now in ((DrawStock(), 0), (Tick(), 5000)):
        session, _ = answer(session, given, now)
    assert parse_save(save_text(session)).sitting.clock.elapsed == LONGEST_TIME


@pytest.mark.parametrize(
    "damaged",
    [
        "hello",
        "1",
        "[{}]",
        GOOD[: len(GOOD) // 2],
        GOOD[:-1],
        GOOD.replace('"at":0', '"at":1'),
        GOOD.replace('"at":0', '"at":true'),
        GOOD.replace('"at":0', '"at":-1'),
        GOOD.replace('"at":0', '"at":0.0'),
        GOOD.replace('"version":1', '"version":"1"'),
        GOOD.replace('"version":1', '"version":3'),
        GOOD.replace('"version":1', '"version":1.0'),
        GOOD.replace('"version":1', '"version":true'),
        GOOD.replace('"ms": 0', '"ms": 0, "left": 99'),
        GOOD.replace('"ms": 0', '"ms": 0, "left": true'),
        GOOD.replace('"ms": 0', '"ms": 0, "led": 99'),
        GOOD.replace('"ms": 0', '"ms": 0, "led": "1"'),
        GOOD.replace('"ms": 0', '"ms": -1'),
        GOOD.replace('"ms": 0', '"ms": 1e999'),
        GOOD.replace('"ms": 0', '"ms": NaN'),
        GOOD.replace('"ms": 0', '"ms": "0"'),
        GOOD.replace("6h7s", "6h7d"),
        GOOD.replace("6h7s", "9s4c"),
        GOOD.replace("| Ks", "| | Ks"),
        GOOD.replace("classic-1", "classic-" + "Ks" * 52),
        GOOD.replace("classic-1", "x00-1"),
        json.dumps({"version": 1, "at": 0, "sittings": []}),
        json.dumps({"version": 1, "at": 0, "sittings": [json.loads(GOOD)["sittings"][0]] * 99}),
        "[" * 100_000,
        "\ud800",
    ],
)
def test_p03_a_damaged_save_is_moved_aside_and_never_lost(damaged: str) -> None:
    storage = {GAME_KEY: damaged, "another": "app"}
    loaded = load(storage)
    assert loaded.session is None
    assert loaded.damaged == "pyramid.game.bad"
    assert storage == {"pyramid.game.bad": damaged, "another": "app"}


@pytest.mark.parametrize("text", ["", "null", "undefined", "{}", "[]", "0"])
def test_p01_what_holds_nothing_is_a_first_visit(text: str) -> None:
    loaded = load({GAME_KEY: text})
    assert (loaded.session, loaded.damaged) == (None, None)


@pytest.mark.parametrize("bracket", ["[", '{"a":'])
def test_a_save_nested_beyond_all_need_is_refused_before_any_parser_sees_it(bracket: str) -> None:
    for depth in (30, 10_000, 1_000_000):
        with pytest.raises(BadInput):
            parse_save(bracket * depth)


def test_of_many_damaged_saves_the_newest_stay_and_the_oldest_make_room() -> None:
    others = {"pyramid.game.badly": "named", "pyramid.game.bad1": "x", "pyramid.settings.bad": "y"}
    storage = dict(others)
    for number in range(1, 4 * KEPT):
        storage[GAME_KEY] = f"damaged {number}"
        assert load(storage).damaged in storage
        newest = range(max(1, number - KEPT + 1), number + 1)
        aside = {text for key, text in storage.items() if key not in others}
        assert aside == {f"damaged {n}" for n in newest}
        assert storage.items() >= others.items()


def test_several_damaged_saves_are_all_kept_and_the_same_one_only_once() -> None:
    storage: dict[str, str] = {}
    for text in ("first", "second", "first", "third"):
        storage[GAME_KEY] = text
        load(storage)
    assert storage == {
        "pyramid.game.bad": "first",
        "pyramid.game.bad2": "second",
        "pyramid.game.bad3": "third",
    }


def test_the_shelf_keeps_the_latest_games() -> None:
    session = begin(game("classic-0"))
    for seed in range(1, 2 * SHELF):
        session, _ = answer(session, Open(Game(numbered(PRESETS["classic"], seed))), seed)
    assert len(session.sittings) == SHELF
    assert session.game.deal.seed == 2 * SHELF - 1
    assert same(parse_save(save_text(session)), session)
