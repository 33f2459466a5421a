"""The ranks: an upright deco alphabet of bars and rings, 100 units high."""

from __future__ import annotations

from .outline import Shape, bar, polygon, ring, slant

V, H = 17.0, 14.5  # thickness of upright and of level strokes


def _six() -> Shape:
    return ring((29, 68), (29, 32), (V, H)) + ring((53, 66), (53, 66), (V, H + 2), 180, 259)


def _angular(name: str) -> tuple[Shape, float] | None:
    """The ranks made of straight strokes, each with its width."""
    match name:
        case "A":
            outline = polygon((0, 100), (25, 0), (45, 0), (70, 100), (52, 100), (35, 27), (18, 100))
            return outline + bar(14, 65, 42, 13), 70
        case "4":
            return polygon((36, 0), (54, 0), (19, 64), (0, 64)) + bar(38, 0, V, 100) + bar(
                0, 62, 66, 14
            ), 66
        case "7":
            return polygon((0, 0), (56, 0), (56, 13), (29, 100), (11, 100), (37, H), (0, H)), 56
        case "T":
            one = polygon((15, 0), (30, 0), (30, 100), (13, 100), (13, 21), (0, 26), (0, 11))
            return one + ring((66, 50), (26, 50), (V - 1, H)), 92
        case "K":
            return bar(0, 0, V, 100) + slant(10, 66, 54, 0, 16) + slant(27, 38, 57, 100, 17), 67
    return None


def _curved(name: str) -> tuple[Shape, float] | None:
    """The ranks with a bowl, each with its width."""
    match name:
        case "2":
            hook = ring((29, 30), (29, 30), (V, H), 183, 398)
            stroke = polygon(
                (51.8, 48.5), (22, 87), (58, 87), (58, 100), (0, 100), (0, 85), (38.5, 39.5)
            )
            return hook + stroke, 58
        case "3":
            top = ring((28, 28), (27, 28), (V, H), 192, 450)
            return top + ring((28, 70.5), (29, 29.5), (V, H), 270, 528), 57
        case "5":
            bowl = ring((28, 67), (29, 33), (V, H), 222, 517)
            return bar(7, 0, 46, H) + polygon((7, 0), (23, 0), (21, 50), (4, 50)) + bowl, 57
        case "6":
            return _six(), 58
        case "8":
            return ring((29, 27), (26, 27), (V, H)) + ring((29, 70), (29, 30), (V, H)), 58
        case "9":
            return _six().turn(180, (29, 50)), 58
        case "J":
            return bar(30, 0, V, 72) + ring((23.5, 69), (23.5, 31), (V, H), 0, 172), 47
        case "Q":
            return ring((37, 50), (37, 50), (V, H)) + polygon(
                (38, 68), (54, 62), (76, 95), (62, 104)
            ), 76
    return None


def rank(name: str, height: float, x: float, y: float, room: float) -> Shape:
    """The rank's letters, `height` tall, centred on x with their top at y, narrowed into `room`."""
    glyph = _angular(name) or _curved(name)
    if glyph is None:
        raise ValueError(name)
    shape, width = glyph
    k = height / 100
    kx = min(k, room / width)
    return shape.scale(kx, k).move(x - width * kx / 2, y)
