"""Reading JSON that anyone may have written."""

from __future__ import annotations

import json
import re
from typing import Final

from pyramid.errors import BadInput

DEEPEST: Final = 20
"""Brackets within brackets: more than anything of ours needs. In the browser, the parser's
recursion ends the whole interpreter long before Python would notice."""

_BRACKETS: Final = re.compile(r"[\[\]{}]")


def parse_json(text: str) -> object:
    """The value that a JSON text holds.

    Raises:
        BadInput: it is not JSON, or nested beyond all need.
    """
    depth = 0
    for found in _BRACKETS.finditer(text):
        depth += 1 if found[0] in "[{" else -1
        if depth > DEEPEST:
            raise BadInput("The text is nested too deeply.")
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        raise BadInput("The text is not JSON.") from None
    return value
