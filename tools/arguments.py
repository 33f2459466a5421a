"""Kinds of arguments that the tools take; what is none of a kind is refused in one sentence."""

from __future__ import annotations

import re
from argparse import ArgumentTypeError
from collections.abc import Callable, Collection
from pathlib import Path

from pyramid.errors import BadInput, shortened
from pyramid.record import from_fragment, parse_record, record, to_fragment

LAST_PORT = 65_535


def whole(least: int, most: int) -> Callable[[str], int]:
    """A whole number in these bounds."""

    def read(text: str) -> int:
        # So many digits at most, since Python refuses to read thousands of them.
        if re.fullmatch("[0-9]{1,9}", text) and least <= int(text) <= most:
            return int(text)
        raise ArgumentTypeError(f"write a number from {least} to {most}")

    return read


def decimal(least: float, most: float) -> Callable[[str], float]:
    """A number in these bounds, with or without decimals."""

    def read(text: str) -> float:
        if re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", text) and least <= float(text) <= most:
            return float(text)
        raise ArgumentTypeError(f"write a number from {least:g} to {most:g}")

    return read


def one_of(names: Collection[str]) -> Callable[[str], str]:
    """One of these; unlike `choices`, none need be given where any number may."""

    def read(text: str) -> str:
        if text in names:
            return text
        raise ArgumentTypeError(f"{shortened(text)} is none of {', '.join(names)}")

    return read


port = whole(0, LAST_PORT)


def size(text: str) -> tuple[int, int]:
    """A window's width and height in CSS pixels."""
    if found := re.fullmatch("([1-9][0-9]{1,3})x([1-9][0-9]{1,3})", text):
        return int(found[1]), int(found[2])
    raise ArgumentTypeError("write a window's size such as 390x844")


def prefix(text: str) -> str:
    """The path that a site lies under, with a slash at either end."""
    parts = text.strip("/").split("/")
    if parts == [""]:
        return "/"
    if all(re.fullmatch(r"\w[\w.~-]*", part, re.ASCII) for part in parts):
        return f"/{'/'.join(parts)}/"
    raise ArgumentTypeError("write a path such as /some/path/: letters, digits, - . _ ~ and /")


def fragment(text: str) -> str:
    """A game's record, as it stands in a link."""
    try:
        return to_fragment(record(parse_record(from_fragment(text))))
    except BadInput as problem:
        raise ArgumentTypeError(f"{problem} Write a record such as classic-2_2dJc_.") from None


def site(text: str) -> Path:
    """A folder that holds a built site."""
    if (folder := Path(text)).joinpath("index.html").is_file():
        return folder
    raise ArgumentTypeError(
        f"no built site lies at {shortened(text)}; `python3 -m tools site` makes one"
    )
