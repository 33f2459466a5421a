"""Outlines, and the few ways to build them that the cards need."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, cos, hypot, pi, sin, tan
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

WIDTH, HEIGHT = 250, 350
FINE = 10  # the files are written in tenths of a unit, as whole numbers

Point = tuple[float, float]
Curve = tuple[Point, ...]


@dataclass(frozen=True)
class Shape:
    """An outline: the letters M, L, C and Z of path data, each with its points."""

    parts: tuple[tuple[str, Curve], ...] = ()

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

    def flip(self) -> Shape:
        """The mirror image, left for right."""
        return self.map(-1, 0, 0, 1, 0, 0)

    def pair(self) -> Shape:
        """The shape and its mirror image; the two must not overlap, or they cancel out."""
        return self + self.flip()

    def both_ways(self) -> Shape:
        """The shape and the same upside down, as on a card that has no top."""
        return self + self.map(-1, 0, 0, -1, WIDTH, HEIGHT)

    def d(self) -> str:
        """The path data in tenths of a unit, each point as seen from the one before."""
        out: list[str] = []
        x = y = 0
        begin = (0, 0)
        for letter, points in self.parts:
            out.append(letter.lower())
            numbers: list[int] = []
            for px, py in points:
                to = (round(px * FINE), round(py * FINE))
                numbers += (to[0] - x, to[1] - y)
            if points:
                x, y = to
            if letter == "M":
                begin = (x, y)
            elif letter == "Z":
                x, y = begin
            out.append(
                "".join(f"{n}" if n < 0 or not i else f" {n}" for i, n in enumerate(numbers))
            )
        return "".join(out)


def total(shapes: Iterable[Shape]) -> Shape:
    """All the shapes as one."""
    return Shape(tuple(part for shape in shapes for part in shape.parts))


def polygon(*points: Point) -> Shape:
    """A closed polygon, always turning the same way, so that overlapping parts add up."""
    area = sum(
        x0 * y1 - x1 * y0
        for (x0, y0), (x1, y1) in zip(points, points[1:] + points[:1], strict=True)
    )
    ordered = points if area > 0 else points[::-1]
    return Shape((("M", ordered[:1]), *(("L", (p,)) for p in ordered[1:]), ("Z", ())))


def line(start: Point, *curves: Curve) -> Shape:
    """An open line of straight pieces (one point) and cubic curves (three points)."""
    return Shape((("M", (start,)), *(("L" if len(c) == 1 else "C", c) for c in curves)))


def path(start: Point, *curves: Curve) -> Shape:
    """A closed outline of the same."""
    return Shape((*line(start, *curves).parts, ("Z", ())))


def mirrored(start: Point, *curves: Curve) -> Shape:
    """A closed outline that is its own mirror image: from its top on the axis down the right."""
    ends = [start, *(c[-1] for c in curves)]
    back: list[Curve] = []
    for begin, curve in zip(ends[-2::-1], curves[::-1], strict=True):
        points = (*curve[-2::-1], begin)
        back.append(tuple((-x, y) for x, y in points))
    x, y = ends[-1]
    return path(start, *curves, *([((-x, y),)] if x else []), *back)


def _arc(cx: float, cy: float, rx: float, ry: float, start: float, end: float) -> list[Curve]:
    """Cubic curves along an ellipse from one angle to another (degrees, clockwise on screen)."""
    pieces = max(1, ceil(abs(end - start) / 90))
    step = (end - start) / pieces * pi / 180
    k = 4 / 3 * tan(step / 4)
    curves: list[Curve] = []
    for i in range(pieces):
        a = start * pi / 180 + i * step
        b = a + step
        curves.append(
            (
                (cx + rx * (cos(a) - k * sin(a)), cy + ry * (sin(a) + k * cos(a))),
                (cx + rx * (cos(b) + k * sin(b)), cy + ry * (sin(b) - k * cos(b))),
                (cx + rx * cos(b), cy + ry * sin(b)),
            )
        )
    return curves


def ellipse(cx: float, cy: float, rx: float, ry: float | None = None) -> Shape:
    ry = rx if ry is None else ry
    return path((cx + rx, cy), *_arc(cx, cy, rx, ry, 0, 360))


def ring(centre: Point, radii: Point, pen: Point, start: float = 0, end: float = 360) -> Shape:
    """A band along an ellipse: `pen` is its thickness at the sides and at top and bottom."""
    (cx, cy), (rx, ry), (px, py) = centre, radii, pen
    a, b = start * pi / 180, end * pi / 180
    return path(
        (cx + rx * cos(a), cy + ry * sin(a)),
        *_arc(cx, cy, rx, ry, start, end),
        ((cx + (rx - px) * cos(b), cy + (ry - py) * sin(b)),),
        *_arc(cx, cy, rx - px, ry - py, end, start),
    )


def bar(x: float, y: float, width: float, height: float) -> Shape:
    return polygon((x, y), (x + width, y), (x + width, y + height), (x, y + height))


def slant(x0: float, y0: float, x1: float, y1: float, pen: float) -> Shape:
    """A straight stroke whose ends are cut level."""
    half = pen * hypot(x1 - x0, y1 - y0) / abs(y1 - y0) / 2
    return polygon((x0 - half, y0), (x1 - half, y1), (x1 + half, y1), (x0 + half, y0))


def along(start: Point, *curves: Curve) -> Callable[[float], Point]:
    """The point at a part (0 to 1) of the way along a line, its pieces counting alike."""
    pieces: list[Sequence[Point]] = []
    for curve in curves:
        pieces.append((start, *curve))
        start = curve[-1]

    def at(part: float) -> Point:
        scaled = part * len(pieces)
        i = min(int(scaled), len(pieces) - 1)
        t, piece = scaled - i, pieces[i]
        if len(piece) == 2:
            weights: tuple[float, ...] = (1 - t, t)
        else:
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        return (
            sum(w * x for w, (x, _) in zip(weights, piece, strict=True)),
            sum(w * y for w, (_, y) in zip(weights, piece, strict=True)),
        )

    return at


def bands(
    one: Callable[[float], Point], other: Callable[[float], Point], count: int, first: int = 0
) -> Shape:
    """Every second rung of a ladder of `count` rungs between two lines."""
    return total(
        polygon(one(i / count), one((i + 1) / count), other((i + 1) / count), other(i / count))
        for i in range(first, count, 2)
    )
