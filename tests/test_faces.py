"""The drawn cards: complete, ours alone, and exactly what the tool draws."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tools.faces.__main__ import FILES, main
from tools.faces.outline import HEIGHT, WIDTH, ellipse, polygon
from tools.faces.sheet import PIPS, RANKS, SUITS, cards, large_cards

ROOT = Path(__file__).resolve().parent.parent
SVG = "{http://www.w3.org/2000/svg}"
NAMES = [rank + suit for suit in SUITS for rank in RANKS]


SHEETS = {"classic": cards, "large": large_cards}


@cache
def _symbols(sheet: str) -> dict[str, ET.Element]:
    drawn = ET.fromstring(SHEETS[sheet]())  # noqa: S314  (our own text)
    return {str(symbol.get("id")): symbol for symbol in drawn.iter(f"{SVG}symbol")}


@pytest.mark.parametrize("name", FILES)
def test_each_committed_file_is_what_the_tool_draws(name: str) -> None:
    assert (ROOT / name).read_bytes() == FILES[name]


def test_checking_tells_a_changed_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.faces.__main__.ROOT", tmp_path)
    (tmp_path / "static/icons").mkdir(parents=True)
    assert main(["--check"]) == 1
    assert main([]) == 0
    assert main(["--check"]) == 0
    (tmp_path / "static" / "cards.svg").write_text("<svg/>", encoding="utf-8")
    assert main(["--check"]) == 1


def test_there_is_a_classic_and_a_large_face_for_each_of_52_cards() -> None:
    assert len(set(NAMES)) == 52
    for sheet in SHEETS:
        assert _symbols(sheet).keys() == set(NAMES)


def test_no_two_faces_are_alike() -> None:
    drawn = {
        ET.tostring(symbol).split(b">", 1)[1]
        for sheet in SHEETS
        for symbol in _symbols(sheet).values()
    }
    assert len(drawn) == 104


@pytest.mark.parametrize("name", NAMES)
def test_a_face_is_paths_alone_in_the_suit_colour(name: str) -> None:
    for symbol in (_symbols(sheet)[name] for sheet in SHEETS):
        assert {element.tag for element in symbol} == {f"{SVG}path"}
        assert "currentColor" in {element.get("fill") for element in symbol}


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_sheet_holds_no_text_no_picture_and_no_address(sheet: str) -> None:
    text = SHEETS[sheet]().replace('xmlns="http://www.w3.org/2000/svg"', "")
    for foreign in ("<text", "<image", "<style", "<script", "href", "http", "font", "url("):
        assert foreign not in text


@pytest.mark.parametrize("rank", "23456789T")
def test_a_number_card_has_as_many_pips_as_it_says(rank: str) -> None:
    number = 10 if rank == "T" else int(rank)
    spots = set()
    for x, y in PIPS[rank]:
        spots.add((x, y))
        alone = y == HEIGHT / 2 or (rank == "7" and x == WIDTH / 2)
        if not alone:
            spots.add((WIDTH - x, HEIGHT - y))
    assert len(spots) == number


def _corners(d: str) -> list[tuple[int, int]]:
    """Every point a path passes, control points included, in tenths of a unit."""
    x = y = 0
    begin = (0, 0)
    points = []
    for letter, body in re.findall(r"([mlcz])([^mlcz]*)", d):
        numbers = [int(n) for n in re.findall(r"-?\d+", body)]
        for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
            points.append((x + dx, y + dy))
            if letter != "c":
                x, y = x + dx, y + dy
        if letter == "c":
            x, y = points[-1]
        elif letter == "m":
            begin = (x, y)
        elif letter == "z":
            x, y = begin
    return points


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_drawn_over_the_edge_of_a_card(name: str) -> None:
    for symbol in (_symbols(sheet)[name] for sheet in SHEETS):
        for element in symbol:
            for x, y in _corners(str(element.get("d"))):
                assert 0 <= x <= 10 * WIDTH
                assert 0 <= y <= 10 * HEIGHT


@pytest.mark.parametrize("name", [name for name in NAMES if name[0] in "JQK"])
def test_a_court_card_is_the_same_both_ways_up(name: str) -> None:
    for element in _symbols("classic")[name]:
        points = set(_corners(str(element.get("d"))))
        for x, y in points:
            other = (10 * WIDTH - x, 10 * HEIGHT - y)
            near = {(other[0] + dx, other[1] + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
            assert near & points


def test_a_polygon_turns_the_same_way_however_its_corners_are_named() -> None:
    square = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    assert {polygon(*square).d()[-1], polygon(*square[::-1]).d()[-1]} == {"z"}

    def area(d: str) -> int:
        points = _corners(d)
        return sum(
            x0 * y1 - x1 * y0
            for (x0, y0), (x1, y1) in zip(points, points[1:] + points[:1], strict=True)
        )

    assert area(polygon(*square).d()) == area(polygon(*square[::-1]).d()) == 200


def test_upside_down_twice_is_the_shape_itself() -> None:
    shape = ellipse(80, 60, 20)
    turned = shape.map(-1, 0, 0, -1, WIDTH, HEIGHT).map(-1, 0, 0, -1, WIDTH, HEIGHT)
    assert turned.d() == shape.d()
