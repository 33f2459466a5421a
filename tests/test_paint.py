"""The paint record: what `static/paint.js` reads before Python is up."""

from __future__ import annotations

import json

from pyramid.i18n import ENGLISH
from pyramid.paint import paint_text
from pyramid.session import begin
from pyramid.settings import Face, Scheme, Settings
from pyramid.view import view
from tests.positions import game


def painted(record: str, settings: Settings | None = None) -> dict[str, object]:
    shown = view(ENGLISH, begin(game(record)))
    found: dict[str, object] = json.loads(paint_text(shown, settings or Settings()))
    return found


def test_the_record_holds_every_card_as_it_is_shown() -> None:
    record = painted("classic-1 Ks .")
    cards = record["cards"]
    assert isinstance(cards, list)
    assert len(cards) == 52
    assert cards[27][:5] == [27, "foundation", "up", "Ks", False]
    assert cards[28][:5] == [28, "waste", "up", "Qc", True]
    assert cards[29][:5] == [29, "stock-under", "down", None, False]
    assert record["counts"] == {
        "score": "5",
        "cards": "27",
        "time": "0:00",
        "pass": "1 of 2",
        "stock": "23",
        "waste": "1",
    }


def test_hidden_cards_are_hidden_in_the_record_too() -> None:
    deal = game("onepass-1").deal
    text = json.dumps(painted("onepass-1")["cards"])
    assert not any(f'"{deal.cards[index]}"' in text for index in (*range(21), *range(28, 52)))


def test_the_settings_are_painted_as_worn() -> None:
    record = painted("threepass-1", Settings(scheme=Scheme.DARK, face=Face.LARGE))
    assert record["faces"] == "-large"
    html = record["html"]
    assert isinstance(html, dict)
    assert (html["scheme"], html["open-stock"], html["rules"]) == ("dark", "true", "threepass")
    assert record["stock"] == {"state": "cards", "place": None}
