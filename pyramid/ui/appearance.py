"""Putting the settings on the page."""

from __future__ import annotations

from pyramid.appearance import worn
from pyramid.settings import Settings
from pyramid.ui.browser import root


def wear(settings: Settings) -> None:
    """Give the page's root the attributes that the settings ask for."""
    for name, value in worn(settings).items():
        if value is None:
            root.removeAttribute(f"data-{name}")
        else:
            root.setAttribute(f"data-{name}", str(value))
