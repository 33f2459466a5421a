"""One page's hold on the kept game: it notices what others write, and failures once."""

from __future__ import annotations

from collections.abc import MutableMapping

from pyramid.paint import PAINT_KEY
from pyramid.session import Session
from pyramid.settings import Settings
from pyramid.settings import load as load_settings
from pyramid.settings import save as save_settings
from pyramid.store import GAME_KEY, Loaded, load, save


class Keeper:
    """Keeps a session in a storage that may be blocked, full, or written by another tab."""

    def __init__(self, storage: MutableMapping[str, str]) -> None:
        self._storage = storage
        self._known: str | None = None
        self._has_complained = False

    def load(self) -> Loaded:
        """The kept session; none where the storage does not answer."""
        try:
            loaded = load(self._storage)
            self._known = self._storage.get(GAME_KEY)
        except Exception:  # noqa: BLE001 - a blocked storage throws what its browser likes
            return Loaded(None)
        return loaded

    def keep(self, session: Session, paint: str | None = None) -> bool:
        """Write the session, and the paint record that goes with it. False the first time that
        this fails, so that the player is told once; the last good save stays as it was."""
        try:
            self._known = save(self._storage, session)
            if paint is not None:
                self._storage[PAINT_KEY] = paint
        except Exception:  # noqa: BLE001 - as above
            complains, self._has_complained = not self._has_complained, True
            return not complains
        self._has_complained = False
        return True

    def load_settings(self) -> Settings:
        """The kept settings; the defaults where the storage does not answer."""
        try:
            return load_settings(self._storage).settings
        except Exception:  # noqa: BLE001 - as above
            return Settings()

    def keep_settings(self, settings: Settings) -> bool:
        """Write the settings; answers as `keep` does."""
        try:
            save_settings(self._storage, settings)
        except Exception:  # noqa: BLE001 - as above
            complains, self._has_complained = not self._has_complained, True
            return not complains
        return True

    def was_overtaken(self) -> bool:
        """Whether somebody else wrote since this page last read or wrote."""
        try:
            found = self._storage.get(GAME_KEY)
        except Exception:  # noqa: BLE001 - as above
            return False
        return found is not None and found != self._known
