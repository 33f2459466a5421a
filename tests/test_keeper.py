from __future__ import annotations

import pytest

from pyramid.keeper import Keeper
from pyramid.paint import PAINT_KEY
from pyramid.session import DrawStock, Session, answer, begin
from pyramid.settings import SETTINGS_KEY, Loaded, Scheme, Settings
from pyramid.store import GAME_KEY, parse_save, save_text
from tests.positions import game


class FullError(Exception):
    """What a browser throws."""


class Failing(dict[str, str]):
    """A storage that stops taking, or answering at all."""

    room = 10**9
    is_blocked = False

    def __setitem__(self, key: str, value: str) -> None:
        self.room -= 1
        if self.room < 0 or self.is_blocked:
            raise FullError
        super().__setitem__(key, value)

    def get(self, key: str, default: str | None = None) -> str | None:  # type: ignore[override]
        if self.is_blocked:
            raise FullError
        return super().get(key, default)


def played(draws: int) -> Session:
    session = begin(game("classic-1"))
    for _ in range(draws):
        session, _ = answer(session, DrawStock(), 0)
    return session


def test_p05_a_full_storage_complains_once_and_the_last_good_save_stays() -> None:
    storage = Failing()
    keeper = Keeper(storage)
    assert keeper.keep(played(1))
    storage.room = 0
    assert [(keeper.keep(played(n)), keeper.complains()) for n in (2, 3, 4)] == [
        (False, True),
        (False, False),
        (False, False),
    ]
    assert parse_save(storage[GAME_KEY]).game.cursor == 1


class Deaf(dict[str, str]):
    """A storage that takes nothing and does not say so."""

    def __setitem__(self, key: str, value: str) -> None:
        pass


def test_a_storage_that_drops_what_it_is_given_complains_once_and_is_no_other_tab() -> None:
    storage = Deaf({GAME_KEY: save_text(played(1))})
    keeper = Keeper(storage)
    keeper.load()
    assert [(keeper.keep(played(n)), keeper.complains()) for n in (2, 3)] == [
        (False, True),
        (False, False),
    ]
    assert not keeper.was_overtaken()


def test_a_damaged_save_stays_where_nothing_can_be_written() -> None:
    storage = Failing({GAME_KEY: "damaged"})
    storage.room = 0
    keeper = Keeper(storage)
    assert keeper.load().session is None
    assert not any(keeper.keep(played(n)) for n in (1, 2))
    assert storage == {GAME_KEY: "damaged"}


class Quota(dict[str, str]):
    """A storage with room for so many letters, keys included."""

    room = 0

    def __setitem__(self, key: str, value: str) -> None:
        others = sum(len(k) + len(v) for k, v in self.items() if k != key)
        if others + len(key) + len(value) > self.room:
            raise FullError
        super().__setitem__(key, value)


@pytest.mark.parametrize("spare", [0, 3, 4, 400, 4000])
def test_a_damaged_save_survives_a_full_storage(spare: int) -> None:
    damaged = "x" * 300
    storage = Quota({GAME_KEY: damaged})
    storage.room = len(GAME_KEY) + len(damaged) + spare
    keeper = Keeper(storage)
    assert keeper.load().session is None
    told = [not keeper.keep(played(n)) and keeper.complains() for n in (1, 2, 3)]
    assert damaged in storage.values()
    # Either it was put aside, or the player is told once that nothing is kept.
    assert told in ([False, False, False], [True, False, False])
    assert (told[0] is False) is (GAME_KEY + ".bad" in storage and GAME_KEY in storage)


def test_a_paint_record_that_has_no_room_is_no_loss_and_leaves_no_old_one() -> None:
    storage = Quota()
    storage.room = 10**6
    keeper = Keeper(storage)
    assert keeper.keep(played(1), "p" * 100)
    storage.room = sum(len(k) + len(v) for k, v in storage.items()) + 4
    assert keeper.keep(played(2), "p" * 200)
    assert PAINT_KEY not in storage
    assert parse_save(storage[GAME_KEY]).game.cursor == 2


def test_a_storage_that_failed_and_recovered_complains_anew_when_it_fails_again() -> None:
    storage = Failing()
    keeper = Keeper(storage)
    storage.room = 0
    assert not keeper.keep(played(1))
    assert keeper.complains()
    storage.room = 1
    assert keeper.keep(played(2))
    assert not keeper.keep(played(3))
    assert keeper.complains()


def test_a_blocked_storage_has_no_game_and_is_never_overtaken() -> None:
    storage = Failing()
    storage.is_blocked = True
    keeper = Keeper(storage)
    assert keeper.load().session is None
    assert not keeper.was_overtaken()
    assert not keeper.keep(played(1))


def test_damaged_settings_are_told_once_and_leave_the_ones_in_force() -> None:
    storage: dict[str, str] = {SETTINGS_KEY: "damaged"}
    keeper = Keeper(storage)
    dark = Settings(scheme=Scheme.DARK)
    assert keeper.load_settings(dark) == Loaded(dark, f"{SETTINGS_KEY}.bad")
    assert keeper.load_settings(dark) == Loaded(dark)
    assert keeper.keep_settings(dark)
    assert storage[f"{SETTINGS_KEY}.bad"] == "damaged"


def test_damaged_settings_stay_where_nothing_can_be_written() -> None:
    storage = Failing({SETTINGS_KEY: "damaged"})
    storage.room = 0
    keeper = Keeper(storage)
    assert keeper.load_settings() == Loaded(Settings())
    assert not any(keeper.keep_settings(Settings()) for _ in range(2))
    assert storage == {SETTINGS_KEY: "damaged"}


def test_p07_what_another_tab_wrote_is_noticed_and_can_be_caught_up_with() -> None:
    storage: dict[str, str] = {}
    here, there = Keeper(storage), Keeper(storage)
    here.keep(played(1))
    there.load()
    assert not there.was_overtaken()
    there.keep(played(5))
    assert here.was_overtaken()
    caught_up = here.load().session
    assert caught_up is not None
    assert caught_up.game.cursor == 5
    assert not here.was_overtaken()


def test_what_lies_there_already_is_not_written_again() -> None:
    storage: dict[str, str] = {}
    keeper = Keeper(storage)
    keeper.keep(played(1))
    storage[GAME_KEY] = "another tab's"
    keeper.keep(played(1))
    assert storage[GAME_KEY] == "another tab's"


def test_a_storage_cleared_while_playing_is_simply_written_again() -> None:
    storage: dict[str, str] = {}
    keeper = Keeper(storage)
    keeper.keep(played(1))
    storage.clear()
    assert not keeper.was_overtaken()
    assert keeper.keep(played(2))
    assert GAME_KEY in storage
