"""Moving stored text that cannot be read out of the way, never throwing it away."""

from __future__ import annotations

from collections.abc import MutableMapping


def set_aside(storage: MutableMapping[str, str], key: str, text: str) -> str:
    """Move the text under `key` to `….bad` (or `….bad2` and so on, where those hold other text),
    so that the next save loses nothing; returns the key that it lies under now. Where the storage
    has no room for that, the text stays where it is and the storage's error passes through."""
    number = 1
    while storage.get(aside := f"{key}.bad{number if number > 1 else ''}") not in (None, text):
        number += 1
    try:
        storage[aside] = text
    except Exception:  # noqa: BLE001 - a storage throws what its browser likes
        _move(storage, key, aside, text)
    else:
        del storage[key]
    return aside


def _move(storage: MutableMapping[str, str], key: str, aside: str, text: str) -> None:
    """For a full storage, which has no room for the text twice."""
    # Where nothing can be written at all this fails, before anything is taken away.
    storage[key] = text
    del storage[key]
    try:
        storage[aside] = text
    except BaseException:
        storage[key] = text
        raise
