"""The settings as the page wears them: attributes of its root, which the styles go by."""

from __future__ import annotations

from pyramid.settings import Motion, Scheme, Settings
from pyramid.ui.browser import root


def wear(settings: Settings) -> None:
    """Put the settings on. What follows the system, or is the default, has no attribute."""
    attributes = {
        "data-scheme": None if settings.scheme is Scheme.SYSTEM else settings.scheme,
        "data-table": settings.table,
        "data-face": settings.face,
        "data-back": settings.back,
        "data-suits": settings.suits,
        "data-motion": None if settings.motion is Motion.SYSTEM else settings.motion,
        "data-mirrored": "true" if settings.mirrored else None,
        "data-clock": None if settings.clock else "hidden",
    }
    for name, value in attributes.items():
        if value is None:
            root.removeAttribute(name)
        else:
            root.setAttribute(name, str(value))
