"""The settings as the page wears them: attributes of its root, which the styles go by."""

from __future__ import annotations

from pyramid.settings import Face, Motion, Scheme, Settings


def worn(settings: Settings) -> dict[str, str | None]:
    """Attribute values by name, without their `data-`; None where there is to be none, since the
    setting follows the system or is off."""
    return {
        "scheme": None if settings.scheme is Scheme.SYSTEM else settings.scheme,
        "table": settings.table,
        "face": settings.face,
        "back": settings.back,
        "suits": settings.suits,
        "motion": None if settings.motion is Motion.SYSTEM else settings.motion,
        "mirrored": "true" if settings.mirrored else None,
        "clock": None if settings.clock else "hidden",
    }


def face_suffix(settings: Settings) -> str:
    """What the name of the sheet with the drawn faces ends in, before `.svg`."""
    return "-large" if settings.face is Face.LARGE else ""
