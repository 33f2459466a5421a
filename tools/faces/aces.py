"""The aces: one great pip each, inlaid with a sign of the Nile."""

from __future__ import annotations

from math import cos, pi, sin

from .outline import Shape, along, bands, bar, ellipse, line, path, polygon, ring, total
from .paint import BRASS, CREAM, GOLD, PAPER, SUIT, Coat
from .suits import pip

CENTRE = (125.0, 175.0)


def ace(suit_name: str) -> list[Coat]:
    great = pip(suit_name, *CENTRE, 140)
    signs = {"s": _pyramid, "h": _winged_sun, "d": _eye, "c": _ankh}
    inlay = [
        Coat(coat.shape.scale(0.95).move(*CENTRE), coat.colour, coat.pen)
        for coat in signs[suit_name]()
    ]
    # a wide line, a narrower one of paper over it: a fine outline at a distance
    return [Coat(great, SUIT, 14), Coat(great, PAPER, 9), Coat(great, SUIT), *inlay]


def _pyramid() -> list[Coat]:
    rays = total(
        polygon(
            (13 * sin(a), -17 - 13 * cos(a)),
            (24 * sin(a - 0.09), -17 - 24 * cos(a - 0.09)),
            (24 * sin(a + 0.09), -17 - 24 * cos(a + 0.09)),
        )
        for a in (k * pi / 7 for k in range(-4, 5))
    )
    return [
        Coat(rays, GOLD),
        Coat(ellipse(0, -17, 10), GOLD),
        Coat(polygon((0, -14), (-42, 34), (9, 34)), CREAM),
        Coat(polygon((0, -14), (42, 34), (9, 34)), BRASS),
        Coat(bar(-48, 38, 96, 3), GOLD),
    ]


def _winged_sun() -> list[Coat]:
    top = along((11, -16), ((26, -30), (44, -34), (60, -26)))
    middle = along((12, -9), ((24, -14), (38, -16), (50, -8)))
    low = along((10, -1), ((18, -3), (26, -2), (34, 9)))
    wing = path(
        (11, -16), ((26, -30), (44, -34), (60, -26)), ((50, -8),), ((38, -16), (24, -14), (12, -9))
    )
    under = path(
        (12, -9), ((24, -14), (38, -16), (50, -8)), ((34, 9),), ((26, -2), (18, -3), (10, -1))
    )
    long_feathers, short_feathers = bands(top, middle, 13, 1), bands(middle, low, 11, 1)
    tail = path((-7, 2), ((7, 2),), ((15, 34),), ((5, 40), (-5, 40), (-15, 34)))
    plumes = [line((x * 0.45, 8), ((x, 35),)) for x in (-8, 0, 8)]
    return [
        Coat(wing.pair(), CREAM),
        Coat(total([long_feathers, long_feathers.flip()]), GOLD),
        Coat(under.pair(), GOLD),
        Coat(total([short_feathers, short_feathers.flip()]), CREAM),
        Coat(tail, CREAM),
        Coat(total(plumes), BRASS, 2.4),
        Coat(ellipse(0, -10, 13), GOLD),
        Coat(ellipse(0, -10, 8), BRASS),
    ]


def _eye() -> list[Coat]:
    almond = path((-34, -1), ((-22, -18), (10, -20), (27, -1)), ((10, 11), (-20, 11), (-34, -1)))
    brow = path((-36, -14), ((-22, -32), (16, -33), (34, -13)), ((14, -25), (-20, -24), (-36, -14)))
    tear = path((-8, 11), ((0, 11),), ((1, 24), (2, 32), (5, 40)), ((-3, 36), (-8, 24), (-8, 11)))
    spiral = line((2, 11), ((10, 30), (26, 36), (30, 25)), ((31, 18), (22, 16), (21, 23)))
    return [
        Coat(brow, GOLD),
        Coat(almond, CREAM),
        Coat(ellipse(-3, -4, 9.5), BRASS),
        Coat(ellipse(-3, -4, 4.5), SUIT),
        Coat(almond, GOLD, 3.6),
        Coat(tear, GOLD),
        Coat(spiral, GOLD, 3.6),
    ]


def _ankh() -> list[Coat]:
    def arm(degrees: float) -> Shape:
        return polygon((-4, 2), (4, 2), (8.5, 50), (-8.5, 50)).turn(degrees, (0, 2))

    loop = ring((0, -32), (18, 30), (8, 8))
    return [
        Coat(loop, GOLD),
        Coat(total([arm(90), arm(-90)]), GOLD),
        Coat(polygon((-4.5, -3), (4.5, -3), (9, 66), (-9, 66)), CREAM),
        Coat(ellipse(0, 1, 7.5), BRASS),
        Coat(ellipse(0, 1, 3.8), CREAM),
    ]
