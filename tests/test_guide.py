"""The guide says the same in every language, and what the rules and the points say."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest

from pyramid.deal import DECK_SIZE, PYRAMID_SIZE
from pyramid.i18n import LANGUAGES
from pyramid.rules import PRESETS, Rules
from pyramid.score import CLEARED, HOUSE_CARD, PAR_BY_PASS, REMOVAL, ROW_POINTS, STOCK_CARD
from tools.messages import ROOT, VOID

if TYPE_CHECKING:
    from collections.abc import Iterator

GUIDE = ROOT / "static/guide"
SWITCHES = tuple(Rules.__dataclass_fields__)
FIGURES = {
    "king": HOUSE_CARD,
    "pair": 2 * HOUSE_CARD,
    "cleared": CLEARED,
    "stock-card": STOCK_CARD,
    "removal": REMOVAL,
    # every card of the pyramid leaves by itself: 4 Kings, or with one of the 24 in the stock
    "best": sum(ROW_POINTS) + REMOVAL * PYRAMID_SIZE,
    "deck": DECK_SIZE,
    "pyramid": PYRAMID_SIZE,
    "stock": DECK_SIZE - PYRAMID_SIZE,
    **{f"row-{row}": points for row, points in enumerate(ROW_POINTS, 1)},
    **{f"par-{number}": points for number, points in enumerate(PAR_BY_PASS, 1)},
}


@dataclass
class Element:
    tag: str
    attributes: dict[str, str]
    within: Element | None
    text: str = ""
    own: str = ""
    children: list[Element] = field(default_factory=list)

    def all(self) -> Iterator[Element]:
        yield self
        for child in self.children:
            yield from child.all()

    def with_attribute(self, attribute: str) -> list[Element]:
        return [element for element in self.all() if attribute in element.attributes]


class Reader(HTMLParser):
    """Reads a page whose every element is closed, and says so if one is not."""

    def __init__(self) -> None:
        super().__init__()
        self.page = self._at = Element("page", {}, None)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        new = Element(tag, {name: value or "" for name, value in attrs}, self._at)
        self._at.children.append(new)
        if tag not in VOID:
            self._at = new

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._at.children.append(
            Element(tag, {name: value or "" for name, value in attrs}, self._at)
        )

    def handle_endtag(self, tag: str) -> None:
        assert self._at.tag == tag, f"</{tag}> closes <{self._at.tag}> at {self.getpos()}"
        assert self._at.within is not None
        self._at = self._at.within

    def handle_data(self, data: str) -> None:
        self._at.own += data
        element: Element | None = self._at
        while element is not None:
            element.text += data
            element = element.within


def read(language: str) -> Element:
    reader = Reader()
    reader.feed((GUIDE / f"{language}.html").read_text(encoding="utf-8"))
    return reader.page


PAGES = {language: read(language) for language in LANGUAGES}


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def page(language: str) -> Element:
    return PAGES[language]


def by_id(page: Element, name: str) -> Element:
    return next(
        element for element in page.with_attribute("id") if element.attributes["id"] == name
    )


def number(text: str) -> int:
    return int(re.sub(r"\D", "", text))


def test_every_rule_set_has_its_own_section(page: Element) -> None:
    for name in (*PRESETS, "custom"):
        assert by_id(page, name).tag == "section"


@pytest.mark.parametrize("preset", PRESETS)
def test_a_section_states_every_switch_of_its_rule_set(page: Element, preset: str) -> None:
    stated = {
        fact.attributes["data-switch"]: fact.attributes["data-value"]
        for fact in by_id(page, preset).with_attribute("data-switch")
    }
    words = {None: "unlimited", True: "yes", False: "no"}
    rules = PRESETS[preset]
    values = {name: getattr(rules, name) for name in SWITCHES}
    assert stated == {
        name: words[value] if value is None or isinstance(value, bool) else str(value)
        for name, value in values.items()
    }


def test_the_same_value_is_always_said_in_the_same_words(page: Element) -> None:
    said: dict[tuple[str, str], set[str]] = {}
    for fact in page.with_attribute("data-switch"):
        key = (fact.attributes["data-switch"], fact.attributes["data-value"])
        said.setdefault(key, set()).add(fact.text)
    assert all(len(words) == 1 for words in said.values())
    for switch in SWITCHES:
        words = [min(text) for (name, _), text in said.items() if name == switch]
        assert len(set(words)) == len(words), switch


def test_figures_are_those_of_the_game(page: Element) -> None:
    shown = page.with_attribute("data-figure")
    assert {element.attributes["data-figure"] for element in shown} == FIGURES.keys()
    for element in shown:
        assert number(element.text) == FIGURES[element.attributes["data-figure"]]


def test_shares_read_as_their_values(page: Element, language: str) -> None:
    shares = [element for element in page.all() if element.tag == "data"]
    assert shares
    for share in shares:
        value = share.attributes["value"]
        shown = {"en": f"{value}%", "fr": f"{value}\u202f%", "es": f"{value}\xa0%"}[language]
        assert share.text == (shown if language == "en" else shown.replace(".", ","))


def skeleton(page: Element) -> list[tuple[str, str | None, str | None]]:
    return [
        (element.tag, element.attributes.get("id"), element.attributes.get("value"))
        for element in page.all()
        if element.tag not in {"em", "strong", "q"}
    ]


def test_all_languages_say_the_same_in_the_same_order(page: Element) -> None:
    assert skeleton(page) == skeleton(PAGES["en"])


def test_no_two_elements_share_an_id(page: Element) -> None:
    ids = [element.attributes["id"] for element in page.with_attribute("id")]
    assert len(set(ids)) == len(ids)


def test_every_link_leads_somewhere(page: Element) -> None:
    ids = {element.attributes["id"] for element in page.with_attribute("id")}
    for element in page.with_attribute("href"):
        address, _, fragment = element.attributes["href"].partition("#")
        if not address:
            assert fragment in ids
            continue
        target = (GUIDE / address).resolve()
        assert target == ROOT or target.is_file(), address
        if target.suffix == ".svg" and fragment:
            assert f'id="{fragment}"' in target.read_text(encoding="utf-8")


def test_a_page_names_its_language_and_the_others(page: Element, language: str) -> None:
    html = page.children[0]
    assert html.attributes["lang"] == language
    alternates = {
        element.attributes["hreflang"]: element.attributes["href"]
        for element in page.all()
        if element.tag == "link" and element.attributes["rel"] == "alternate"
    }
    assert alternates == {name: f"{name}.html" for name in LANGUAGES} | {"x-default": "en.html"}


def test_a_page_needs_no_script_and_lets_none_in(page: Element) -> None:
    assert not [element for element in page.all() if element.tag in {"script", "style", "iframe"}]
    assert not page.with_attribute("style")
    policy = next(
        element.attributes["content"]
        for element in page.all()
        if element.attributes.get("http-equiv") == "Content-Security-Policy"
    )
    assert policy.startswith("default-src 'none'; style-src 'self'; img-src 'self';")


def test_french_has_its_spaces_and_apostrophes() -> None:
    text = "".join(element.own for element in PAGES["fr"].all() if element.tag != "kbd")
    assert re.findall(r".{,10}(?:(?<!\u202f)[;:!?»]|«(?!\u202f)|')", text) == []
