"""One page's hold on the kept game: it notices what others write, and what could not be kept."""

from __future__ import annotations

from collections.abc import MutableMapping
from contextlib import suppress

from pyramid.paint import PAINT_KEY
from pyramid.session import Session
from pyramid.settings import DEFAULT, Settings
from pyramid.settings import Loaded as LoadedSettings
from pyramid.settings import load as load_settings
from pyramid.settings import save as save_settings
from pyramid.store import GAME_KEY, Loaded, load, save, save_text


class Keeper:
    """Keeps a session in a storage that may be blocked, full, or written by another tab."""

    def __init__(self, storage: MutableMapping[str, str]) -> None:
        self._storage = storage
        self._known: str | None = None
        self._has_failed = self._has_complained = False
        self._may_write = True

    def load(self) -> Loaded:
        """The kept session; none where the storage does not answer."""
        try:
            loaded = load(self._storage)
            self._known = self._storage.get(GAME_KEY)
        except Exception:  # noqa: BLE001 - a blocked storage throws what its browser likes
            # What lies there may be a game that could only not be put aside: leave it alone.
            self._may_write = False
            return Loaded(None)
        return loaded

    def keep(self, session: Session, paint: str | None = None) -> bool:
        """Write the session, and the paint record that goes with it; returns whether it is kept.
        Where it is not, the last good save stays as it was."""
        try:
            if not self._may_write:
                return self._failed()
            # What lies there already is not written again: another tab might just have gone on.
            if save_text(session) != self._known:
                text = save(self._storage, session)
                self._known = self._storage.get(GAME_KEY)
                if self._known != text:
                    return self._failed()
        except Exception:  # noqa: BLE001 - as above
            return self._failed()
        self._has_failed = self._has_complained = False
        if paint is not None:
            self._keep_paint(paint)
        return True

    def _failed(self) -> bool:
        self._has_failed = True
        return False

    def complains(self) -> bool:
        """Whether something could not be kept, which is answered once, until a session is."""
        before, self._has_complained = self._has_complained, self._has_failed
        return self._has_failed and not before

    def _keep_paint(self, paint: str) -> None:
        """Write the paint record, or leave none: an old one would show what is no longer so."""
        try:
            self._storage[PAINT_KEY] = paint
        except Exception:  # noqa: BLE001 - as above
            with suppress(Exception):
                del self._storage[PAINT_KEY]

    def load_settings(self, else_these: Settings = DEFAULT) -> LoadedSettings:
        """The kept settings; others where the storage does not answer, or has none to be read."""
        try:
            return load_settings(self._storage, else_these)
        except Exception:  # noqa: BLE001 - as above
            return LoadedSettings(else_these)

    def keep_settings(self, settings: Settings) -> bool:
        """Write the settings; returns whether they are kept."""
        try:
            save_settings(self._storage, settings)
        except Exception:  # noqa: BLE001 - as above
            return self._failed()
        return True

    def was_overtaken(self) -> bool:
        """Whether somebody else wrote since this page last read or wrote."""
        try:
            found = self._storage.get(GAME_KEY)
        except Exception:  # noqa: BLE001 - as above
            return False
        return found is not None and found != self._known
