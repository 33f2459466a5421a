"""The message catalogs: `python3 -m tools.messages update|compile`.

Messages come from every Python file of the game and from index.html. `update` brings the kept
`.po` files up to date with them (what is new has an empty translation until somebody fills it);
`compile` makes the `.mo` files that the page reads, and the build does so by itself. A new
language is one more folder with its `.po` file in pyramid/locale, and its tag in pyramid/i18n.py.

The pseudo-languages are made for tests only: one is longer and accented, the other runs from right
to left. Whatever stays plain English under them is hard-coded somewhere.
"""

from __future__ import annotations

import argparse
import re
import string
import sys
from datetime import UTC, datetime
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "pyramid/locale"
DOMAIN: Final = "pyramid"

SOURCES: Final = [("pyramid/**.py", "python"), ("index.html", "tools.messages:extract_html")]
KEYWORDS: Final[dict[str, Any]] = {
    "gettext": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "mark": None,
}
FOLDERS: Final = frozenset({"pyramid", "ui", "solver"})
"""Folders to look into for Python files; anything else beside index.html holds no messages."""

TEXT_MARK: Final = "data-msg"
ATTRIBUTE_MARKS: Final = {
    "data-msg-label": "aria-label",
    "data-msg-title": "title",
    "data-msg-placeholder": "placeholder",
}
VOID: Final = frozenset({"br", "hr", "img", "input", "link", "meta", "source", "wbr"})

RTL: Final = "rtl"
ACCENTED: Final = str.maketrans(
    "AaCcDdEeGgHhIiJjKkLlNnOoRrSsTtUuWwYyZz", "ÅåÇçÐðÉéĜĝĤĥÎîĴĵĶķĹĺÑñÖöŔŕŠšŢţÛûŴŵÝýŽž"
)
PADDING: Final = ("one", "two", "three", "four", "five", "six", "seven")
RIGHT_TO_LEFT, ENDED = "\u202e", "\u202c"


class MessageError(Exception):
    """The messages cannot be read from where they stand; the text says where and why."""


# -- reading ---------------------------------------------------------------------------------------


class _Page(HTMLParser):
    """Collects the messages of a page, as (line, message)."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[int, str]] = []
        self._open: tuple[str, int] | None = None
        self._text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        line, _ = self.getpos()
        given = dict(attrs)
        if self._open:
            raise MessageError(f"line {line}: <{tag}> stands inside a {TEXT_MARK} element")
        for mark, attribute in ATTRIBUTE_MARKS.items():
            if mark in given:
                self._keep(line, given.get(attribute) or "")
        if TEXT_MARK in given:
            if tag in VOID:
                raise MessageError(f"line {line}: <{tag}> holds no text")
            self._open, self._text = (tag, line), ""

    def handle_endtag(self, tag: str) -> None:
        if self._open and self._open[0] == tag:
            self._keep(self._open[1], self._text)
            self._open = None

    def handle_data(self, data: str) -> None:
        if self._open:
            self._text += data

    def _keep(self, line: int, text: str) -> None:
        message = normal(text)
        if not message:
            raise MessageError(f"line {line}: marked as a message, but empty")
        self.found.append((line, message))


def normal(text: str) -> str:
    """The text with single spaces, as pyramid/ui/static_texts.py reads it from the page."""
    return " ".join(text.split())


def extract_html(
    fileobj: BinaryIO,
    keywords: object,  # noqa: ARG001
    comment_tags: Collection[str],  # noqa: ARG001
    options: dict[str, Any],  # noqa: ARG001
) -> Iterator[tuple[int, None, str, list[str]]]:
    """Find the messages of a page, in the form that Babel wants of an extractor.

    Raises:
        MessageError: a marked element is empty or has elements inside it.
    """
    page = _Page()
    page.feed(fileobj.read().decode("utf-8"))
    page.close()
    for line, message in page.found:
        yield line, None, message, []


def extract() -> Catalog:
    """Every message that the game and its page have now, without translations."""
    template = Catalog(domain=DOMAIN, fuzzy=False)
    found = extract_from_dir(
        ROOT,
        SOURCES,
        keywords=KEYWORDS,
        comment_tags=("Translators:",),
        strip_comment_tags=True,
        directory_filter=lambda folder: Path(folder).name in FOLDERS,
    )
    for file, line, message, comments, context in found:
        template.add(message, None, [(file, line)], auto_comments=comments, context=context)
    return template


def page_texts(catalog: Catalog) -> dict[str, str]:
    """The messages of index.html and its direction of writing, translated."""
    with (ROOT / "index.html").open("rb") as file:
        found = dict.fromkeys(text for _, _, text, _ in extract_html(file, (), (), {}))
    wanted = [("ltr", "direction of writing"), *((message, None) for message in found)]
    texts = ((message, catalog.get(message, context)) for message, context in wanted)
    return {message: str(made.string) for message, made in texts if made}


# -- the kept catalogs -----------------------------------------------------------------------------


def languages() -> list[str]:
    """The languages that have a catalog."""
    return sorted(file.parent.parent.name for file in LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def po_file(language: str) -> Path:
    """Where a language's catalog is kept."""
    return LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def mo_file(language: str) -> Path:
    """Where a language's catalog lies compiled; never kept."""
    return po_file(language).with_suffix(".mo")


def read(language: str) -> Catalog:
    """A language's catalog as it is kept."""
    with po_file(language).open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN, abort_invalid=True)


def updated(language: str) -> Catalog:
    """The kept catalog brought up to date: every message there is now and none that is gone."""
    catalog = read(language)
    since = catalog.creation_date
    catalog.update(extract(), no_fuzzy_matching=True)
    catalog.creation_date = since  # else every run would change every file
    catalog.obsolete.clear()
    return catalog


def po_text(catalog: Catalog) -> bytes:
    """A catalog as it is kept: without line numbers, which would change all the time."""
    out = BytesIO()
    write_po(out, catalog, width=98, include_lineno=False, ignore_obsolete=True)
    return out.getvalue()


def update() -> None:
    """Bring the kept catalogs up to date; say what is left to translate."""
    for language in languages():
        catalog = updated(language)
        _write(po_file(language), po_text(catalog))
        empty = [message for message in catalog if message.id and not is_filled(message.string)]
        print(f"· {language}: {len(catalog)} messages, {len(empty)} without a translation")


def compile_all() -> None:
    """Make the `.mo` file of every language, where it is not as it should be already."""
    for language in languages():
        _write(mo_file(language), mo_bytes(read(language)))


def mo_bytes(catalog: Catalog) -> bytes:
    """A catalog compiled."""
    out = BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def is_filled(translation: str | Iterable[str] | None) -> bool:
    """Whether there is a translation, each of its plural forms included."""
    return all([translation] if isinstance(translation, str) else translation or [None])


def _write(file: Path, content: bytes) -> None:
    if not file.exists() or file.read_bytes() != content:
        beside = file.with_suffix(".new")
        beside.write_bytes(content)
        beside.replace(file)


# -- pseudo-languages ------------------------------------------------------------------------------


def accented(message: str) -> str:
    """The message with strange letters, some two fifths longer and in brackets, its fields kept."""
    padding = f" {' '.join(PADDING)}" * (1 + len(message) // 20)
    changed = _outside_fields(lambda text: text.translate(ACCENTED), message)
    return f"⟦{changed}{padding[: len(message) * 2 // 5]}⟧"


def reversed_(message: str) -> str:
    """The message to be read from right to left, its fields kept."""
    return _outside_fields(
        lambda text: re.sub(
            r"[^\W\d_]+", lambda word: f"{RIGHT_TO_LEFT}{word[0]}{ENDED}", text.translate(ACCENTED)
        ),
        message,
    )


def pseudo(*, right_to_left: bool = False) -> Catalog:
    """A catalog in which every message is made strange by rule."""
    strange = reversed_ if right_to_left else accented
    catalog = Catalog(
        locale="en",
        domain=DOMAIN,
        fuzzy=False,
        creation_date=datetime(2000, 1, 1, tzinfo=UTC),
        revision_date=datetime(2000, 1, 1, tzinfo=UTC),
    )
    for message in extract():
        if not message.id:
            continue
        new: str | tuple[str, ...]
        if not isinstance(message.id, str):
            new = tuple(map(strange, message.id))
        elif message.id == "ltr":
            new = RTL if right_to_left else "ltr"
        elif message.context == "number":
            new = message.id  # read by pyramid/i18n.py for its sign, and never shown
        else:
            new = strange(message.id)
        catalog.add(message.id, new, context=message.context)
    return catalog


def _outside_fields(change: Callable[[str], str], message: str) -> str:
    return "".join(
        change(text) + (f"{{{field}}}" if field is not None else "")
        for text, field, _, _ in string.Formatter().parse(message)
    )


def main(arguments: list[str] | None = None) -> int:
    """Update or compile."""
    parser = argparse.ArgumentParser(prog="python3 -m tools.messages", description=__doc__)
    parser.add_argument("command", choices=("update", "compile"))
    try:
        match parser.parse_args(arguments).command:
            case "update":
                update()
            case _:
                compile_all()
    except MessageError as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
