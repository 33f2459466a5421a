"""Draw the card faces: writes static/cards.svg, one symbol for each card and face.

Everything is plain geometry: no font, no bitmap, no random number, so that the file is the same
on every machine. A face never names a fixed colour alone: `currentColor` is the suit's colour and
each other colour is a custom property with a default, so that the page's style sheet can repaint it.

    python -m tools.faces            write the files
    python -m tools.faces --check    fail when a file differs from what would be written
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from math import cos, hypot, pi, sin, tan
from pathlib import Path

WIDTH, HEIGHT = 250, 350
RANKS = "A23456789TJQK"
SUITS = "cdhs"

Point = tuple[float, float]


@dataclass(frozen=True)
class Shape:
    """An outline: letters M, L, C and Z, each with its points."""

    parts: tuple[tuple[str, tuple[Point, ...]], ...] = ()

    def __add__(self, other: Shape) -> Shape:
        return Shape(self.parts + other.parts)

    def map(self, a: float, b: float, c: float, d: float, e: float, f: float) -> Shape:
        """The image under the matrix (a b c d e f), written as SVG writes it."""
        return Shape(
            tuple(
                (letter, tuple((a * x + c * y + e, b * x + d * y + f) for x, y in points))
                for letter, points in self.parts
            )
        )

    def move(self, dx: float, dy: float) -> Shape:
        return self.map(1, 0, 0, 1, dx, dy)

    def scale(self, sx: float, sy: float | None = None) -> Shape:
        return self.map(sx, 0, 0, sx if sy is None else sy, 0, 0)

    def turn(self, degrees: float, about: Point = (0, 0)) -> Shape:
        c, s = cos(degrees * pi / 180), sin(degrees * pi / 180)
        x, y = about
        return self.map(c, s, -s, c, x - c * x + s * y, y - s * x - c * y)

    def both_ways(self) -> Shape:
        """The shape and the same upside down, as on a card that has no top."""
        return self + self.map(-1, 0, 0, -1, WIDTH, HEIGHT)

    def d(self) -> str:
        """The path data, to a tenth of a unit."""
        return "".join(
            letter + " ".join(f"{_number(x)},{_number(y)}" for x, y in points)
            for letter, points in self.parts
        )


def _number(value: float) -> str:
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def polygon(*points: Point) -> Shape:
    """A closed polygon, always turning the same way, so that overlapping parts add up."""
    area = sum(
        x0 * y1 - x1 * y0
        for (x0, y0), (x1, y1) in zip(points, points[1:] + points[:1], strict=True)
    )
    ordered = points if area > 0 else points[::-1]
    return Shape((("M", ordered[:1]), *(("L", (p,)) for p in ordered[1:]), ("Z", ())))


def path(start: Point, *curves: tuple[Point, ...]) -> Shape:
    """A closed outline of lines (one point) and cubic curves (three points)."""
    return Shape((("M", (start,)), *(("L" if len(c) == 1 else "C", c) for c in curves), ("Z", ())))


def _arc(cx: float, cy: float, rx: float, ry: float, start: float, end: float) -> list[list[Point]]:
    """Cubic curves along an ellipse from one angle to another (degrees, clockwise on screen)."""
    pieces = max(1, int(abs(end - start) / 90 + 0.999))
    step = (end - start) / pieces * pi / 180
    k = 4 / 3 * tan(step / 4)
    curves = []
    for i in range(pieces):
        a = start * pi / 180 + i * step
        b = a + step
        curves.append(
            [
                (cx + rx * (cos(a) - k * sin(a)), cy + ry * (sin(a) + k * cos(a))),
                (cx + rx * (cos(b) + k * sin(b)), cy + ry * (sin(b) - k * cos(b))),
                (cx + rx * cos(b), cy + ry * sin(b)),
            ]
        )
    return curves


def ellipse(cx: float, cy: float, rx: float, ry: float | None = None) -> Shape:
    ry = rx if ry is None else ry
    return path((cx + rx, cy), *(tuple(c) for c in _arc(cx, cy, rx, ry, 0, 360)))


def ring(centre: Point, radii: Point, pen: Point, start: float = 0, end: float = 360) -> Shape:
    """A band along an ellipse: `pen` is its thickness at the sides and at top and bottom."""
    (cx, cy), (rx, ry), (px, py) = centre, radii, pen
    outer = _arc(cx, cy, rx, ry, start, end)
    inner = _arc(cx, cy, rx - px, ry - py, end, start)
    a, b = start * pi / 180, end * pi / 180
    return path(
        (cx + rx * cos(a), cy + ry * sin(a)),
        *(tuple(c) for c in outer),
        ((cx + (rx - px) * cos(b), cy + (ry - py) * sin(b)),),
        *(tuple(c) for c in inner),
    )


def bar(x: float, y: float, width: float, height: float) -> Shape:
    return polygon((x, y), (x + width, y), (x + width, y + height), (x, y + height))


def slant(x0: float, y0: float, x1: float, y1: float, pen: float) -> Shape:
    """A straight stroke whose ends are cut level."""
    half = pen * hypot(x1 - x0, y1 - y0) / abs(y1 - y0) / 2
    return polygon((x0 - half, y0), (x1 - half, y1), (x1 + half, y1), (x0 + half, y0))


# Ranks: letters 100 high, standing on y=100, from x=0. V and H are the strokes' thickness.
V, H = 17.0, 14.5


def _six() -> Shape:
    return ring((29, 68), (29, 32), (V, H)) + ring((53, 66), (53, 66), (V, H + 2), 180, 259)


def _glyph(rank: str) -> tuple[Shape, float]:
    match rank:
        case "A":
            outline = polygon((0, 100), (25, 0), (45, 0), (70, 100), (52, 100), (35, 27), (18, 100))
            return outline + bar(14, 65, 42, 13), 70
        case "2":
            hook = ring((29, 30), (29, 30), (V, H), 183, 398)
            stroke = polygon(
                (51.8, 48.5), (22, 87), (58, 87), (58, 100), (0, 100), (0, 85), (38.5, 39.5)
            )
            return hook + stroke, 58
        case "3":
            top = ring((28, 28), (27, 28), (V, H), 192, 450)
            return top + ring((28, 70.5), (29, 29.5), (V, H), 270, 528), 57
        case "4":
            return polygon((36, 0), (54, 0), (19, 64), (0, 64)) + bar(38, 0, V, 100) + bar(
                0, 62, 66, 14
            ), 66
        case "5":
            bowl = ring((28, 67), (29, 33), (V, H), 222, 517)
            return bar(7, 0, 46, H) + polygon((7, 0), (23, 0), (21, 50), (4, 50)) + bowl, 57
        case "6":
            return _six(), 58
        case "7":
            return polygon((0, 0), (56, 0), (56, 13), (29, 100), (11, 100), (37, H), (0, H)), 56
        case "8":
            return ring((29, 27), (26, 27), (V, H)) + ring((29, 70), (29, 30), (V, H)), 58
        case "9":
            return _six().turn(180, (29, 50)), 58
        case "T":
            one = polygon((15, 0), (30, 0), (30, 100), (13, 100), (13, 21), (0, 26), (0, 11))
            return one + ring((66, 50), (26, 50), (V - 1, H)), 92
        case "J":
            return bar(30, 0, V, 72) + ring((23.5, 69), (23.5, 31), (V, H), 0, 172), 47
        case "Q":
            return ring((37, 50), (37, 50), (V, H)) + polygon(
                (38, 68), (54, 62), (76, 95), (62, 104)
            ), 76
        case "K":
            return bar(0, 0, V, 100) + slant(10, 66, 54, 0, 16) + slant(27, 38, 57, 100, 17), 67
    raise ValueError(rank)


def rank(name: str, height: float, x: float, y: float, room: float) -> Shape:
    """The rank's letters, `height` tall, centred on x with their top at y, narrowed into `room`."""
    shape, width = _glyph(name)
    k = height / 100
    kx = min(k, room / width)
    return shape.scale(kx, k).move(x - width * kx / 2, y)


# Suits: centred on the origin, about 100 wide and 100 high.
def suit(name: str) -> Shape:
    match name:
        case "h":
            return path(
                (0, 50),
                ((-10, 34), (-48, 8), (-48, -20)),
                ((-48, -38), (-36, -48), (-23, -48)),
                ((-12, -48), (-4, -41), (0, -30)),
                ((4, -41), (12, -48), (23, -48)),
                ((36, -48), (48, -38), (48, -20)),
                ((48, 8), (10, 34), (0, 50)),
            )
        case "d":
            return path(
                (0, -52),
                ((10, -34), (24, -15), (40, 0)),
                ((24, 15), (10, 34), (0, 52)),
                ((-10, 34), (-24, 15), (-40, 0)),
                ((-24, -15), (-10, -34), (0, -52)),
            )
        case "s":
            leaf = path(
                (0, -52),
                ((10, -34), (47, -8), (47, 17)),
                ((47, 32), (36, 40), (25, 40)),
                ((14, 40), (6, 34), (0, 24)),
                ((-6, 34), (-14, 40), (-25, 40)),
                ((-36, 40), (-47, 32), (-47, 17)),
                ((-47, -8), (-10, -34), (0, -52)),
            )
            return leaf + _stem()
        case "c":
            leaves = ellipse(0, -27, 22.5) + ellipse(-25.5, 11, 22.5) + ellipse(25.5, 11, 22.5)
            return leaves + polygon((-12, -14), (12, -14), (12, 22), (-12, 22)) + _stem()
    raise ValueError(name)


def _stem() -> Shape:
    return path(
        (-6, 14),
        ((6, 14),),
        ((6, 32), (11, 44), (21, 51)),
        ((-21, 51),),
        ((-11, 44), (-6, 32), (-6, 14)),
    )


def pip(name: str, x: float, y: float, size: float) -> Shape:
    return suit(name).scale(size / 100).move(x, y)


LEFT, MIDDLE, RIGHT = 84.0, 125.0, 166.0
PIPS: dict[str, tuple[Point, ...]] = {
    "2": ((MIDDLE, 70),),
    "3": ((MIDDLE, 70), (MIDDLE, 175)),
    "4": ((LEFT, 70), (RIGHT, 70)),
    "5": ((LEFT, 70), (RIGHT, 70), (MIDDLE, 175)),
    "6": ((LEFT, 70), (RIGHT, 70), (LEFT, 175), (RIGHT, 175)),
    "7": ((LEFT, 70), (RIGHT, 70), (LEFT, 175), (RIGHT, 175), (MIDDLE, 122.5)),
    "8": ((LEFT, 70), (RIGHT, 70), (LEFT, 175), (RIGHT, 175), (MIDDLE, 122.5)),
    "9": ((LEFT, 62), (RIGHT, 62), (LEFT, 137), (RIGHT, 137), (MIDDLE, 175)),
    "T": ((LEFT, 62), (RIGHT, 62), (LEFT, 137), (RIGHT, 137), (MIDDLE, 99.5)),
}


def pips(rank_name: str, suit_name: str) -> Shape:
    """The pips of a number card; those below the middle stand on their heads."""
    shape = Shape()
    size = 44.0
    for x, y in PIPS[rank_name]:
        one = pip(suit_name, x, y, size)
        alone = y == HEIGHT / 2 or (rank_name == "7" and y == 122.5)
        shape += one if alone else one.both_ways()
    return shape


def index(rank_name: str, suit_name: str) -> Shape:
    """Rank and suit in the corner: large, since it is what shows of a covered card."""
    corner = rank(rank_name, 62, 35, 16, 48) + pip(suit_name, 35, 106, 42)
    return corner.both_ways()


def _paint(shape: Shape, fill: str = "currentColor") -> str:
    return f'<path fill="{fill}" d="{shape.d()}"/>'


def face(rank_name: str, suit_name: str) -> Iterable[str]:
    yield _paint(index(rank_name, suit_name))
    if rank_name == "A":
        yield _paint(pip(suit_name, 125, 175, 128))
    elif rank_name in PIPS:
        yield _paint(pips(rank_name, suit_name))
    else:
        yield _paint(pip(suit_name, 125, 175, 110))


def large(rank_name: str, suit_name: str) -> Iterable[str]:
    yield _paint(
        rank(rank_name, 118, 78, 22, 112)
        + pip(suit_name, 192, 80, 88)
        + pip(suit_name, 125, 246, 150)
    )


def cards() -> str:
    """The whole of cards.svg."""
    lines = ['<svg xmlns="http://www.w3.org/2000/svg">']
    for s in SUITS:
        for r in RANKS:
            for name, drawn in ((r + s, face(r, s)), (r + s + "-large", large(r, s))):
                lines.append(
                    f'<symbol id="{name}" viewBox="0 0 {WIDTH} {HEIGHT}">{"".join(drawn)}</symbol>'
                )
    return "\n".join([*lines, "</svg>", ""])


FILES = {"static/cards.svg": cards}


def main(arguments: list[str]) -> int:
    root = Path(__file__).resolve().parent.parent
    stale = []
    for name, draw in FILES.items():
        file, text = root / name, draw()
        if "--check" in arguments:
            if not file.exists() or file.read_text(encoding="utf-8") != text:
                stale.append(name)
        else:
            file.write_text(text, encoding="utf-8")
    for name in stale:
        print(f"{name} is not what tools/faces.py draws", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
