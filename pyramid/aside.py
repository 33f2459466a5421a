"""Moving stored text that cannot be read out of the way, never throwing it away."""

from __future__ import annotations

from collections.abc import MutableMapping


def set_aside(storage: MutableMapping[str, str], key: str, text: str) -> str:
    """Move the text under `key` to `….bad` (or `….bad2` and so on, where those hold other text),
    so that the next save loses nothing; returns the key that it lies under now."""
    number = 1
    while storage.get(aside := f"{key}.bad{number if number > 1 else ''}") not in (None, text):
        number += 1
    storage[aside] = text
    del storage[key]
    return aside
