"""Texts in the player's language, by gettext: English is the message itself."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterable
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from typing import Final

Texts = NullTranslations
"""What every function that speaks is handed: `.gettext`, `.ngettext`, `.pgettext`."""

ENGLISH: Final = NullTranslations()
LANGUAGES: Final = ("en", "fr", "es")


def choose_language(wanted: Iterable[str]) -> str:
    """The first of the wanted languages (`fr-CA`, `es`, …) that there is, else English."""
    for tag in wanted:
        if (language := tag.lower().partition("-")[0]) in LANGUAGES:
            return language
    return LANGUAGES[0]


def texts(language: str) -> Texts:
    """The catalog of one of `LANGUAGES`."""
    if language == LANGUAGES[0]:
        return ENGLISH
    catalog = pkgutil.get_data("pyramid", f"locale/{language}/LC_MESSAGES/pyramid.mo")
    if catalog is None:
        raise FileNotFoundError(f"no catalog for {language}")
    return GNUTranslations(BytesIO(catalog))


def number_text(texts: Texts, number: int) -> str:
    """A whole number as the language writes it, such as 1,290 or −52."""
    if number < 0:
        # Translators: how your language writes the minus of a number.
        return texts.pgettext("number", "−") + number_text(texts, -number)
    if number < 1000:
        return str(number)
    if number < 10_000:
        # Translators: how your language writes one thousand.
        sample = texts.pgettext("number", "1,000")
    else:
        # Translators: how your language writes ten thousand.
        sample = texts.pgettext("number", "10,000")
    sign = "" if sample[-4].isdigit() else sample[-4]
    return f"{number:,}".replace(",", sign)


def mark(message: str) -> str:
    """Mark a message for the catalogs where it is written down but not yet spoken."""
    return message
