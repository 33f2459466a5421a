"""The game's emblem, as an icon and on the picture that links to the site show."""

from __future__ import annotations

from math import cos, pi, sin

from .letters import rank
from .outline import FINE, HEIGHT, WIDTH, Shape, bar, ellipse, polygon, ring, slant, total
from .sheet import elements, face

GREEN, DEEP, SUN, LIT, DARK = "#1d5c47", "#0f3a2d", "#e6b34a", "#fbf3df", "#b57f22"


def _fill(shape: Shape, colour: str) -> str:
    return f'<path fill="{colour}" d="{shape.d()}"/>'


def _rays(x: float, y: float, near: float, far: float, count: int) -> Shape:
    """Wedges all around a point."""
    half = pi / count / 2
    return total(
        polygon(
            (x + near * sin(a - half), y - near * cos(a - half)),
            (x + far * sin(a - half), y - far * cos(a - half)),
            (x + far * sin(a + half), y - far * cos(a + half)),
            (x + near * sin(a + half), y - near * cos(a + half)),
        )
        for a in (2 * pi * k / count for k in range(count))
    )


def _emblem(x: float, y: float, size: float) -> str:
    """A pyramid before the rising sun; (x, y) is the middle of its foot."""
    top, foot = y - size * 0.62, size * 0.5
    ridge = x + size * 0.12
    return (
        _fill(ellipse(x, top, size * 0.24), SUN)
        + _fill(polygon((x, top), (x - foot, y), (ridge, y)), LIT)
        + _fill(polygon((x, top), (x + foot, y), (ridge, y)), DARK)
    )


def _icon(round_by: int, size: float) -> str:
    side = 100 * FINE
    foot = 50 + size * 0.40
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}">'
        f'<clipPath id="edge"><rect width="{side}" height="{side}" rx="{round_by * FINE}"/>'
        "</clipPath>"
        f'<g clip-path="url(#edge)"><rect width="{side}" height="{side}" fill="{DEEP}"/>'
        f"{_fill(_rays(50, foot - size * 0.62, 0, 110, 12), GREEN)}"
        f"{_emblem(50, foot, size)}</g></svg>\n"
    )


def icon() -> str:
    """The icon with round corners, for tabs."""
    return _icon(22, 74)


def maskable() -> str:
    """The icon to the edge, for systems that cut it to a shape of their own."""
    return _icon(0, 54)


def _letter(name: str) -> tuple[Shape, float]:
    """The letters of the game's name that are no ranks, drawn as the ranks are."""
    pen, level = 17.0, 14.5
    stem = bar(0, 0, pen, 100)
    match name:
        case "P" | "R":
            bowl = ring((28, 29), (29, 29), (pen, level), -90, 90)
            arms = bar(8, 0, 21, level) + bar(8, 58 - level, 21, level)
            leg = slant(27, 50, 50, 100, pen) if name == "R" else Shape()
            return stem + bowl + arms + leg, 60
        case "D":
            return stem + ring((20, 50), (44, 50), (pen, level), -90, 90) + bar(
                8, 0, 13, level
            ) + bar(8, 100 - level, 13, level), 64
        case "M":
            return stem + bar(69, 0, pen, 100) + slant(9, 0, 43, 78, 16) + slant(
                77, 0, 43, 78, 16
            ), 86
        case "Y":
            return bar(26, 52, pen, 48) + slant(10, 0, 34.5, 60, 16) + slant(
                59, 0, 34.5, 60, 16
            ), 69
        case "I":
            return stem, pen
        case _:
            return rank(name, 100, 35, 0, 70), 70


def _word(text: str, x: float, y: float, height: float, gap: float) -> tuple[Shape, float]:
    """A word from x on, and where it ends."""
    letters = []
    for name in text:
        shape, width = _letter(name)
        letters.append(shape.scale(height / 100).move(x, y))
        x += (width + gap) * height / 100
    return total(letters), x - gap * height / 100


def _card(name: str, x: float, y: float, size: float, lean: float) -> str:
    """A card of the deck on the picture, its middle at (x, y)."""
    colour = "#b5162a" if name[1] in "dh" else "#1b2025"
    w, h = WIDTH * FINE, HEIGHT * FINE
    return (
        f'<g transform="translate({x * FINE:g} {y * FINE:g}) rotate({lean:g}) scale({size:g}) '
        f'translate({-w / 2:g} {-h / 2:g})" color="{colour}">'
        f'<rect x="10" y="40" width="{w}" height="{h}" rx="190" fill="#000" fill-opacity=".28"/>'
        f'<rect width="{w}" height="{h}" rx="190" fill="#fffdf8" stroke="#0b2119" '
        f'stroke-opacity=".35" stroke-width="12"/>{elements(face(name[0], name[1]))}</g>'
    )


def social() -> str:
    """The picture that stands for the site where a link to it is shared."""
    width, height = 1200, 630
    word, end = _word("PYRAMID", 0, 0, 92, 26)
    word = word.move((width - end) / 2, 492)
    fan = (("As", -3), ("Jh", -2), ("Qd", -1), ("Kc", 0), ("Qs", 1), ("Jd", 2), ("Ah", 3))
    cards = "".join(
        _card(name, 600 + 545 * sin(k * 0.235), 800 - 545 * cos(k * 0.235) - 10, 0.94, k * 13.5)
        for name, k in sorted(fan, key=lambda one: -abs(one[1]))
    )
    rule = bar((width - 120) / 2, 604, 120, 3)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width * FINE} {height * FINE}">'
        f'<radialGradient id="felt" cx=".5" cy=".45" r=".75"><stop stop-color="#2f7d60"/>'
        f'<stop offset="1" stop-color="#0b2b21"/></radialGradient>'
        f'<rect width="{width * FINE}" height="{height * FINE}" fill="url(#felt)"/>'
        f'<g opacity=".1">{_fill(_rays(600, 560, 0, 900, 30), SUN)}</g>'
        f"{cards}{_fill(bar(0, 452, width, 178), '#0b2b21')}{_fill(bar(0, 449, width, 4), SUN)}"
        f"{_fill(word, LIT)}{_fill(rule, SUN)}</svg>\n"
    )
