"""The paint record: what the table looks like, for the next visit's first frame.

`static/paint.js` reads it long before Python is up, and documents its form. Only what the player
can see stands in it.
"""

from __future__ import annotations

import json
from typing import Final

from pyramid.appearance import face_suffix, worn
from pyramid.settings import Settings
from pyramid.view import CardView, View

PAINT_KEY: Final = "pyramid.paint"
VERSION: Final = 2


def paint_text(view: View, settings: Settings) -> str:
    """The record of a view as JSON."""
    looks = {name: str(value) for name, value in worn(settings).items() if value is not None}
    html = {"rules": view.rules, "open-stock": "true" if view.open_stock else "false"}
    texts = {"rules-name": view.rules_name}
    if view.end is not None:
        html["outcome"] = str(view.end.outcome)
        html |= {"led": "true"} if view.end.is_led else {}
        texts |= {"outcome-title": view.end.title, "outcome-text": view.end.text}
    return json.dumps(
        {
            "v": VERSION,
            "looks": looks,
            "html": html,
            "faces": face_suffix(settings),
            "cards": [_card(index, card) for index, card in enumerate(view.cards)],
            "stock": {
                "state": view.stock.state,
                "place": "stock" if view.stock.is_place else None,
                "label": view.stock.label,
            },
            "counts": dict(view.counts),
            "enabled": dict(view.enabled),
            "texts": texts,
        },
        ensure_ascii=False,
        separators=(",", ":"),
    )


def _card(index: int, card: CardView) -> list[object]:
    facing = "down" if card.card is None else "up"
    return [index, card.place, facing, card.card, card.exposed, card.order, card.label]
