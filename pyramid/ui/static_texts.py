"""The texts that stand in the page itself, put into the player's language.

The page is written in English, and each of its texts is its own message. The first visit of an
element keeps that message in the very attribute that marks it (`data-msg="New deal"`), so that the
language can be switched at any time and as often as one likes.
"""

from __future__ import annotations

from typing import Final

from pyramid.i18n import Texts
from pyramid.ui.browser import attribute, find_all, root

TEXT_MARK: Final = "data-msg"
ATTRIBUTE_MARKS: Final = {
    "data-msg-label": "aria-label",
    "data-msg-title": "title",
    "data-msg-placeholder": "placeholder",
}


def translate_page(texts: Texts, language: str) -> None:
    """Put every marked text of the page, its language and its direction into `language`, unless it
    is in that language already: static/paint.js chose it before the first paint.

    What Python itself has written over a marked text since (the stock's label, the name of the
    rules) is overwritten again: draw the table anew after this.
    """
    if attribute(root, "lang") == language:
        return
    for element in find_all(f"[{TEXT_MARK}]"):
        if message := attribute(element, TEXT_MARK) or _normal(element.textContent):
            element.setAttribute(TEXT_MARK, message)
            element.textContent = texts.gettext(message)
    for mark, name in ATTRIBUTE_MARKS.items():
        for element in find_all(f"[{mark}]"):
            if message := attribute(element, mark) or _normal(attribute(element, name) or ""):
                element.setAttribute(mark, message)
                element.setAttribute(name, texts.gettext(message))
    root.setAttribute("lang", language)
    # Translators: "rtl" if your language is written from right to left, else "ltr".
    root.setAttribute("dir", texts.pgettext("direction of writing", "ltr"))


def _normal(text: object) -> str:
    return " ".join(str(text).split())
