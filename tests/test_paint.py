"""The paint record: what `static/paint.js` reads before Python is up."""

from __future__ import annotations

import json
from pathlib import Path

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
    assert record["looks"] == {
        "scheme": "dark",
        "table": "green",
        "face": "large",
        "back": "1",
        "suits": "two",
    }
    assert record["html"] == {"rules": "threepass", "open-stock": "true"}
    stock = record["stock"]
    assert isinstance(stock, dict)
    assert (stock["state"], stock["place"]) == ("cards", None)


def test_the_end_of_a_game_is_painted_in_its_words() -> None:
    games = json.loads((Path(__file__).parent / "data/games.json").read_text("utf-8"))
    record = painted(games["won"]["classic"])
    assert record["html"] == {"rules": "classic", "open-stock": "false", "outcome": "won"}
    texts = record["texts"]
    assert isinstance(texts, dict)
    assert texts["rules-name"] == "Classic"
    assert texts["outcome-title"]
    assert "Score" in texts["outcome-text"]
    assert record["enabled"] == {"undo": True, "redo": False, "restart": True}
