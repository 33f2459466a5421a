"""The four suits, centred on the origin, about 100 units wide and high."""

from __future__ import annotations

from .outline import Shape, ellipse, path, polygon


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
