"""Moving stored text that cannot be read out of the way, rather than losing it."""

from __future__ import annotations

import re
from collections.abc import MutableMapping
from typing import Final

KEPT: Final = 5
"""How many texts lie aside at most, for one key: where every visit leaves a damaged one, the oldest
makes room, or the storage would fill up."""

HOLDS_NOTHING: Final = ("", "null", "undefined", "{}", "[]", "0")


def holds_nothing(text: str) -> bool:
    """Whether nobody can have lost anything with this text."""
    return text.strip() in HOLDS_NOTHING


def set_aside(storage: MutableMapping[str, str], key: str, text: str) -> str:
    """Move the text under `key` to `….bad` (or `….bad2` and so on, where others were put aside
    before), so that the next save loses nothing; returns the key that it lies under now. Where the
    storage has no room for that, the text stays where it is and the storage's error passes
    through."""
    lying = _lying_aside(storage, key)
    for aside in lying.values():
        if storage.get(aside) == text:
            del storage[key]
            return aside
    number = max(lying, default=0) + 1
    aside = f"{key}.bad{number if number > 1 else ''}"
    try:
        storage[aside] = text
    except Exception:  # noqa: BLE001 - a storage throws what its browser likes
        _move(storage, key, aside, text)
    else:
        del storage[key]
    for oldest in sorted(lying)[: -(KEPT - 1)]:
        del storage[lying[oldest]]
    return aside


def _lying_aside(storage: MutableMapping[str, str], key: str) -> dict[int, str]:
    """The keys of what was put aside, by their numbers: the newest has the highest."""
    name = re.compile(re.escape(key) + r"\.bad([2-9]|[1-9][0-9]{1,15})?")
    found = filter(None, map(name.fullmatch, list(storage)))
    return {int(match[1] or 1): match[0] for match in found}


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
