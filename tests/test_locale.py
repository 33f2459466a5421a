"""The message catalogs are complete and well-formed, and the page says nothing else."""

from __future__ import annotations

import re
import string
from html.parser import HTMLParser
from io import BytesIO
from typing import TYPE_CHECKING

import pytest

from pyramid.announce import announcement
from pyramid.cards import parse_card
from pyramid.deal import numbered
from pyramid.game import Game
from pyramid.i18n import LANGUAGES, choose_language, number_text, texts
from pyramid.rules import Rules
from pyramid.session import DrawStock, answer, begin
from pyramid.words import card_name, card_names
from tools import messages

if TYPE_CHECKING:
    from collections.abc import Iterator

    from babel.messages.catalog import Catalog, Message

TRANSLATED = LANGUAGES[1:]


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    messages.compile_all()


@pytest.fixture(scope="module", params=TRANSLATED)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def catalog(language: str) -> Catalog:
    return messages.read(language)


def keys(catalog: Catalog) -> set[tuple[str | None, str]]:
    return {
        (message.context, message.id if isinstance(message.id, str) else "\0".join(message.id))
        for message in spoken(catalog)
    }


def spoken(catalog: Catalog) -> Iterator[Message]:
    return (message for message in catalog if message.id)


def forms(texts: str | tuple[str, ...] | list[str] | None) -> list[str]:
    return [texts] if isinstance(texts, str) else list(texts or ())


def fields(text: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(text) if field is not None}


def translations(catalog: Catalog) -> list[str]:
    return [text for message in spoken(catalog) for text in forms(message.string)]


def test_there_is_a_catalog_for_every_language_but_english() -> None:
    assert messages.languages() == sorted(TRANSLATED)


def test_the_catalogs_hold_every_message_and_none_that_is_gone(catalog: Catalog) -> None:
    assert keys(catalog) == keys(messages.extract())
    assert not catalog.obsolete


def test_every_message_has_all_its_translations(catalog: Catalog) -> None:
    for message in spoken(catalog):
        assert messages.is_filled(message.string), message.id
        if not isinstance(message.id, str):
            assert len(forms(message.string)) == catalog.num_plurals, message.id


def test_no_translation_is_a_guess(catalog: Catalog) -> None:
    assert not catalog.fuzzy
    assert [message.id for message in spoken(catalog) if message.fuzzy] == []


def test_a_translation_has_the_fields_of_its_message(catalog: Catalog) -> None:
    for message in spoken(catalog):
        wanted = set().union(*map(fields, forms(message.id)))
        for translation in forms(message.string):
            assert fields(translation) == wanted, message.id


def test_translations_start_and_end_as_their_messages_do(catalog: Catalog) -> None:
    for message in spoken(catalog):
        for translation in forms(message.string):
            assert translation == translation.strip(), message.id
            ends = forms(message.id)[0][-1]
            if ends in ".…":
                assert translation[-1] == ends, message.id


def test_french_has_its_spaces_and_apostrophes() -> None:
    for text in translations(messages.read("fr")):
        assert re.search(r"(?<!\u202f)[;:!?»](?!\d)(?!\))|«(?!\u202f)|'", text) is None, text


def test_spanish_opens_what_it_closes_and_has_no_space_before_marks() -> None:
    for text in translations(messages.read("es")):
        for opening, closing in ("¿?", "¡!"):
            assert text.replace("(?)", "").count(opening) == text.replace("(?)", "").count(closing)
        assert re.search(r"\s[;:!?»]|'", text) is None, text


def test_the_compiled_catalogs_answer() -> None:
    queen = parse_card("Qh")
    assert card_name(texts("en"), queen) == "queen of hearts"
    assert card_name(texts("fr"), queen) == "dame de cœur"
    assert card_name(texts("es"), queen) == "reina de corazones"
    assert card_names(texts("fr"), (queen, parse_card("Ac"))) == "dame de cœur et as de trèfle"


def test_one_and_many_are_told_apart() -> None:
    french, spanish = texts("fr"), texts("es")
    moves = ("After {n} move.", "After {n} moves.")
    assert [french.ngettext(*moves, n) for n in (0, 1, 2)] == [
        "Après {n} coup.",
        "Après {n} coup.",
        "Après {n} coups.",
    ]
    assert [spanish.ngettext(*moves, n) for n in (0, 1, 2)] == [
        "Tras {n} jugadas.",
        "Tras {n} jugada.",
        "Tras {n} jugadas.",
    ]


@pytest.mark.parametrize(
    ("language", "written"),
    [
        ("en", ["0", "\u221224", "999", "1,290", "12,345", "1,234,567"]),
        ("fr", ["0", "\u221224", "999", "1\u202f290", "12\u202f345", "1\u202f234\u202f567"]),
        ("es", ["0", "\u221224", "999", "1290", "12\u202f345", "1\u202f234\u202f567"]),
    ],
)
def test_numbers_are_written_as_the_language_has_it(language: str, written: list[str]) -> None:
    numbers = (0, -24, 999, 1290, 12_345, 1_234_567)
    assert [number_text(texts(language), number) for number in numbers] == written


def test_what_happened_is_said_in_the_players_language(language: str) -> None:
    session, events = answer(begin(Game(numbered(Rules(), 1))), DrawStock(), 0)
    said = announcement(texts(language), session, events)
    assert said
    assert said != announcement(texts("en"), session, events)


@pytest.mark.parametrize(
    ("wanted", "chosen"),
    [
        (["fr-CA", "en"], "fr"),
        (["ES"], "es"),
        (["de", "es-419", "fr"], "es"),
        (["de"], "en"),
        ([], "en"),
    ],
)
def test_the_first_wanted_language_that_there_is_is_chosen(wanted: list[str], chosen: str) -> None:
    assert choose_language(wanted) == chosen


# -- the page --------------------------------------------------------------------------------------


class Reader(HTMLParser):
    """Collects what a page says outside its marked elements and attributes."""

    SILENT = frozenset({"script", "style"})
    SPOKEN = (
        "aria-label",
        "title",
        "placeholder",
        "alt",
        "aria-description",
        "aria-roledescription",
    )

    def __init__(self) -> None:
        super().__init__()
        self.unmarked: list[str] = []
        self._within: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        marked = {name for mark, name in messages.ATTRIBUTE_MARKS.items() if mark in given}
        if "card" in str(given.get("class")).split():
            marked.add("aria-label")  # Python's own from its first drawing on
        self.unmarked += [
            str(given[name]) for name in self.SPOKEN if given.get(name) and name not in marked
        ]
        if tag not in messages.VOID:
            # A language is named in itself, whatever the page speaks.
            fine = messages.TEXT_MARK in given or tag in {*self.SILENT, "kbd"} or "lang" in given
            self._within.append((tag, fine))

    def handle_endtag(self, tag: str) -> None:
        while self._within and self._within.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not any(fine for _, fine in self._within) and re.search(r"[^\W\d_]", data):
            self.unmarked.append(data.strip())


def unmarked(page: str) -> list[str]:
    reader = Reader()
    reader.feed(page)
    return reader.unmarked


def test_a_hard_coded_text_is_found() -> None:
    fine = '<p data-msg>fine</p><kbd>D</kbd> 1/2 <option lang="fr">Français</option>'
    assert unmarked(f'{fine}<p>not <b title="too">fine</b></p>') == ["not", "too", "fine"]


def test_every_text_of_the_page_is_marked() -> None:
    page = (messages.ROOT / "index.html").read_text(encoding="utf-8")
    assert unmarked(page.partition("<body>")[2]) == []


@pytest.mark.parametrize(
    "page", ["<p data-msg>a <b>c</b></p>", "<p data-msg> </p>", "<p data-msg-label></p>"]
)
def test_a_mark_that_cannot_be_translated_is_refused(page: str) -> None:
    with pytest.raises(messages.MessageError):
        list(messages.extract_html(BytesIO(page.encode()), None, (), {}))


def test_messages_are_read_from_texts_and_attributes() -> None:
    page = b'<i title="New &amp; old" data-msg-title><b data-msg>\n  One\n  two </b></i>'
    found = [text for _, _, text, _ in messages.extract_html(BytesIO(page), None, (), {})]
    assert found == ["New & old", "One two"]


# -- pseudo-languages ------------------------------------------------------------------------------


@pytest.mark.parametrize("right_to_left", [False, True])
def test_a_pseudo_language_changes_every_word_and_keeps_every_field(*, right_to_left: bool) -> None:
    for message in spoken(messages.pseudo(right_to_left=right_to_left)):
        for english, strange in zip(forms(message.id), forms(message.string), strict=True):
            if english == "ltr":
                assert strange == ("rtl" if right_to_left else "ltr")
                continue
            if message.context == "number":
                assert strange == english
                continue
            assert fields(strange) == fields(english)
            if re.search(r"[^\W\d_]", english):
                assert strange != english
            assert right_to_left or len(strange) >= 1.4 * len(english)
