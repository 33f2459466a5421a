"""The backs of the cards, each its own file."""

from __future__ import annotations

from math import cos, hypot, pi, sin

from .outline import FINE, HEIGHT, WIDTH, Shape, ellipse, polygon, ring, total

CX, CY = WIDTH / 2, HEIGHT / 2
EDGE = 13  # of white


def _fill(shape: Shape, colour: str) -> str:
    return f'<path fill="{colour}" d="{shape.d()}"/>'


def _back(field: str, gold: str, drawn: str) -> str:
    """A white card with an inlaid field, framed twice, on which the rest is drawn."""
    card = _frame(0, 19, 'fill="#fffdf8"')
    ground = _frame(EDGE, 9, f'fill="{field}"')
    thick = _frame(EDGE + 7, 5, f'fill="none" stroke="{gold}" stroke-width="26"')
    thin = _frame(EDGE, 9, f'fill="none" stroke="{gold}" stroke-width="14"')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH * FINE} {HEIGHT * FINE}">'
        f'<defs><clipPath id="field">{_frame(EDGE, 9, "")}</clipPath></defs>'
        f"{card}<g clip-path='url(#field)'>{ground}{drawn}</g>{thick}{thin}</svg>\n"
    )


def _frame(inset: float, round_by: float, paint: str) -> str:
    x, r = round(inset * FINE), round(round_by * FINE)
    w, h = WIDTH * FINE - 2 * x, HEIGHT * FINE - 2 * x
    return f'<rect x="{x}" y="{x}" width="{w}" height="{h}" rx="{r}" {paint}/>'


def sunburst() -> str:
    """Rays from the middle, and two pyramids foot to foot."""
    far, count = hypot(CX, CY), 28
    rays = total(
        polygon(
            (CX, CY),
            (CX + far * cos(a), CY + far * sin(a)),
            (CX + far * cos(a + pi / count), CY + far * sin(a + pi / count)),
        )
        for a in (2 * pi * k / count for k in range(count))
    )
    lit = polygon((CX, CY - 96), (CX - 62, CY), (CX + 12, CY))
    shaded = polygon((CX, CY - 96), (CX + 62, CY), (CX + 12, CY))
    halo = ring((CX, CY), (84, 84), (5, 5)) + ring((CX, CY), (74, 74), (2, 2))
    suns = total([ellipse(CX, 56, 15), ellipse(CX, HEIGHT - 56, 15)])
    return _back(
        "#173f6b",
        "#e6b34a",
        _fill(rays, "#22558a")
        + _fill(ellipse(CX, CY, 84), "#12325a")
        + _fill(halo, "#e6b34a")
        + _fill(polygon((CX, CY - 108), (CX + 74, CY), (CX, CY + 108), (CX - 74, CY)), "#12325a")
        + _fill(lit.both_ways(), "#f6dd9b")
        + _fill(shaded.both_ways(), "#c98f2f")
        + _fill(suns, "#e6b34a"),
    )


def pyramids() -> str:
    """Rows of pyramids, each half in the light."""
    wide, high = 44.8, 40.5
    left, right = [], []
    for row in range(9):
        y = EDGE - 1 + row * high
        for k in range(-1, 7):
            x = CX + (k - 2.5 - (row % 2) / 2) * wide
            left.append(polygon((x, y), (x - wide / 2, y + high), (x + wide * 0.1, y + high)))
            right.append(polygon((x, y), (x + wide * 0.1, y + high), (x + wide / 2, y + high)))
    return _back(
        "#8c2331", "#eac06a", _fill(total(left), "#a8343f") + _fill(total(right), "#6d1724")
    )


def fans() -> str:
    """Papyrus fans, overlapping like scales."""
    wide, high = 56, 48
    tile = ""
    for y, first in ((0, 0.0), (24, 0.5), (48, 0.0), (72, 0.5)):
        for k in range(3):
            x = (k - 0.5 + first) * wide
            for radius, colour in ((30, 1), (27.5, 0), (19, 1), (17, 0), (8, 1)):
                tile += _fill(ellipse(x, y, radius), ("#17604a", "#e0b050")[colour])
    pattern = (
        f'<defs><pattern id="fans" x="{CX * 10 - 280}" y="{EDGE * FINE}" width="{wide * 10}" '
        f'height="{high * 10}" patternUnits="userSpaceOnUse">{tile}</pattern></defs>'
        f'<rect width="{WIDTH * 10}" height="{HEIGHT * 10}" fill="url(#fans)"/>'
    )
    return _back("#14523d", "#f0cf86", pattern)
