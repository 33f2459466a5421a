"""King, Queen and Jack: busts after the painted courts of the Nile, the same both ways up.

A figure is drawn around x=0, its crown at the top of the card and its belt on the middle line. It
is a list of coats of paint, back to front; what is on both sides is drawn for one and mirrored.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

from .outline import (
    Shape,
    along,
    bands,
    bar,
    ellipse,
    line,
    mirrored,
    path,
    polygon,
    ring,
    total,
)
from .paint import BRASS, CREAM, GOLD, GROUND, INK, LOCK, NIGHT, RAY, Coat, outlined
from .suits import pip

AXIS = 137.0  # where a figure's middle stands on the card


@dataclass(frozen=True)
class Dress:
    """The colours of one suit's court: robe, its dark side, and the second colour."""

    robe: str
    fold: str
    trim: str


DRESSES = {
    "s": Dress("#24558c", "#173b66", "#2f9a92"),
    "h": Dress("#b3262f", "#84151f", "#27628f"),
    "d": Dress("#c4521d", "#93370f", "#1f7f86"),
    "c": Dress("#2c7a50", "#1b5636", "#c0472f"),
}

SKINS = {"K": ("#b4723f", "#935728"), "Q": ("#d8a468", "#bb8146"), "J": ("#c58a52", "#a36b36")}


# Head ---------------------------------------------------------------------------------------


def _face(rank: str) -> list[Coat]:
    skin, shade = SKINS[rank]
    jaw = 21.0 if rank == "K" else 18.0
    chin = 115.0
    neck = polygon((-11, 100), (11, 100), (14, 132), (-14, 132))
    face = mirrored(
        (0, 54), ((25, 54),), ((26.5, 74), (26, 88), (jaw, 101)), ((13, 110), (7, chin), (0, chin))
    )
    dark = path(
        (0, 54),
        ((25, 54),),
        ((26.5, 74), (26, 88), (jaw, 101)),
        ((13, 110), (7, chin), (0, chin)),
        ((0, 108),),
        ((3, 104),),
        ((0, 98),),
        ((6, 95),),
        ((2, 76),),
        ((0, 70),),
    )
    eye = path(
        (-20.5, 79), ((-16, 72.5), (-9, 73), (-4.5, 80)), ((-9, 83.5), (-16, 83.5), (-20.5, 79))
    )
    kohl = path(
        (-20, 79), ((-22.5, 80.5), (-25, 81), (-27, 80.5)), ((-25, 83), (-21, 84), (-17, 82.5))
    )
    brow = path((-23, 72), ((-18, 66), (-10, 66), (-4, 70)), ((-10, 69), (-17, 69), (-23, 72)))
    lips = mirrored((0, 99.5), ((2, 97.5), (5, 98.5), (9, 100.5)), ((5, 105.5), (2, 106), (0, 106)))
    return [
        Coat(neck, shade),
        *outlined(face, skin),
        Coat(dark, shade),
        Coat(eye.pair(), CREAM),
        Coat(total([ellipse(-12, 78, 4), ellipse(12, 78, 4)]), INK),
        Coat(eye.pair(), INK, 1.8),
        Coat(total([kohl, kohl.flip(), brow, brow.flip()]), INK),
        Coat(lips, "#7c2f24"),
        Coat(line((-9, 100.5), ((-4, 101.8), (4, 101.8), (9, 100.5))), "#4d1a14", 1.2),
    ]


def _ears(rank: str) -> list[Coat]:
    skin, _ = SKINS[rank]
    return outlined(total([ellipse(-28, 82, 5, 9), ellipse(28, 82, 5, 9)]), skin)


def _beard(dress: Dress) -> list[Coat]:
    """The plaited beard of a king."""
    left = along((-6.5, 114), ((-8.5, 146),))
    right = along((6.5, 114), ((8.5, 146),))
    shape = path((-6.5, 114), ((6.5, 114),), ((8.5, 146),), ((6, 152), (-6, 152), (-8.5, 146)))
    return [Coat(shape, GOLD), Coat(bands(left, right, 7), dress.fold), Coat(shape, INK, 2)]


def _nape(bottom: float) -> Shape:
    """The dark between neck and hair."""
    return bar(-27, 70, 54, bottom - 70)


# Headdresses --------------------------------------------------------------------------------


def _nemes(dress: Dress) -> list[Coat]:
    """The striped head-cloth, with its two lappets on the chest."""
    outer = along((0, 19), ((20, 19), (35, 30), (37, 54)), ((42, 78), (53, 98), (60, 122)))
    inner = along((0, 54), ((12, 54), (20, 54), (25, 54)), ((27, 74), (26, 90), (20, 122)))
    cloth = mirrored(
        (0, 19), ((20, 19), (35, 30), (37, 54)), ((42, 78), (53, 98), (60, 122)), ((20, 124),)
    )
    stripes = bands(outer, inner, 22)
    lappet_out = along((44, 119), ((46, 135), (44, 150), (40, 166)))
    lappet_in = along((19, 119), ((20, 135), (20, 150), (19, 166)))
    lappet = path(
        (44, 119),
        ((46, 135), (44, 150), (40, 166)),
        ((19, 166),),
        ((20, 150), (20, 135), (19, 119)),
    )
    lappet_stripes = bands(lappet_out, lappet_in, 9, 1)
    return [
        Coat(_nape(124), dress.fold),
        *outlined(lappet.pair(), GOLD),
        Coat(total([lappet_stripes, lappet_stripes.flip()]), dress.robe),
        Coat(lappet.pair(), INK, 2),
        Coat(cloth, GOLD),
        Coat(total([stripes, stripes.flip()]), dress.robe),
        Coat(cloth, INK, 2.4),
    ]


def _brow_band(suit_name: str) -> list[Coat]:
    """The gold band on the forehead, with the suit where the cobra would rear."""
    band = path(
        (-26, 50),
        ((-14, 46), (14, 46), (26, 50)),
        ((26.5, 59),),
        ((14, 55), (-14, 55), (-26.5, 59)),
    )
    disc = ellipse(0, 42, 11.5)
    return [
        *outlined(band, GOLD),
        *outlined(disc, CREAM),
        Coat(pip(suit_name, 0, 42, 15.5), "currentColor"),
    ]


def _war_crown(dress: Dress) -> list[Coat]:
    """The studded war crown, with streamers behind the ears."""
    dome = mirrored(
        (0, 18), ((22, 18), (43, 20), (44, 37)), ((44, 47), (34, 54), (28, 64)), ((0, 58),)
    )
    ridge = mirrored((0, 18), ((3, 18),), ((5, 30), (6, 44), (6, 58)), ((0, 58),))
    studs = total(
        ellipse(side * (12 + 9 * k), 26 + 9 * row + 1.2 * k, 2.3)
        for side in (-1, 1)
        for row, most in ((0, 3), (1, 4), (2, 3))
        for k in range(most)
    )
    out = along((29, 60), ((40, 84), (46, 104), (48, 126)))
    inn = along((25, 60), ((28, 80), (26, 100), (18, 126)))
    veil = path(
        (29, 60),
        ((40, 84), (46, 104), (48, 126)),
        ((18, 126),),
        ((26, 100), (28, 80), (25, 60)),
    )
    stripes = bands(out, inn, 9)
    return [
        Coat(_nape(126), dress.fold),
        Coat(veil.pair(), GOLD),
        Coat(total([stripes, stripes.flip()]), dress.robe),
        Coat(veil.pair(), INK, 2),
        *outlined(dome, dress.robe, 2.4),
        Coat(studs, GOLD),
        *outlined(ridge, dress.fold, 1.4),
    ]


def _flat_crown(dress: Dress) -> list[Coat]:
    """The tall cap of a queen, wider above, with its ribbon."""
    cap = mirrored(
        (0, 15), ((20, 15), (36, 18), (43, 24)), ((39, 38), (33, 50), (27, 60)), ((0, 57),)
    )
    ribbon_top, ribbon_end = (
        along((-37.5, 36), ((-12, 43), (12, 43), (37.5, 36))),
        along((-34, 44), ((-12, 50), (12, 50), (34, 44))),
    )
    ribbon = path(
        (-37.5, 36),
        ((-12, 43), (12, 43), (37.5, 36)),
        ((34, 44),),
        ((12, 50), (-12, 50), (-34, 44)),
    )
    rim = mirrored(
        (0, 15), ((20, 15), (36, 18), (43, 24)), ((41.5, 28),), ((34, 22), (20, 20), (0, 20))
    )
    hair_side = path(
        (26, 57),
        ((36, 72), (42, 100), (43, 132)),
        ((40, 140), (28, 141), (22, 134)),
        ((25, 112), (28, 80), (24, 58)),
    )
    locks_out = along((27, 60), ((36, 76), (42, 100), (43, 136)))
    locks_in = along((24, 60), ((28, 80), (25, 112), (22, 136)))
    locks = bands(locks_out, locks_in, 15, 1)
    return [
        *outlined(hair_side.pair(), NIGHT),
        Coat(total([locks, locks.flip()]), LOCK),
        Coat(hair_side.pair(), INK, 2),
        *outlined(cap, dress.robe),
        Coat(ribbon, GOLD),
        Coat(bands(ribbon_top, ribbon_end, 15, 1), dress.trim),
        Coat(ribbon, INK, 1.6),
        *outlined(rim, GOLD, 1.6),
    ]


def _horns(dress: Dress) -> list[Coat]:
    """The sun between two horns."""
    horn = path((3, 52), ((26, 51), (37, 34), (29, 13)), ((30, 31), (20, 41), (3, 42)))
    return [
        *outlined(horn.pair(), CREAM),
        *outlined(ellipse(0, 29, 14), dress.robe),
        Coat(ellipse(0, 29, 9), GOLD),
    ]


def _long_hair() -> list[Coat]:
    """Long hair under a gold diadem."""
    hair = mirrored(
        (0, 40),
        ((22, 40), (34, 51), (37, 70)),
        ((42, 94), (44, 112), (45, 140)),
        ((40, 148), (26, 148), (19, 141)),
        ((22, 116), (28, 84), (24, 63)),
        ((14, 57), (6, 58), (0, 58)),
    )
    outer = along((0, 40), ((22, 40), (34, 51), (37, 70)), ((42, 94), (44, 112), (45, 144)))
    inner = along((0, 58), ((6, 58), (14, 57), (24, 63)), ((28, 84), (22, 116), (19, 144)))
    locks = bands(outer, inner, 26, 1)
    diadem = mirrored(
        (0, 47), ((16, 47), (28, 54), (35, 63)), ((36, 70),), ((28, 61), (16, 54), (0, 54))
    )
    return [
        Coat(hair, NIGHT),
        Coat(total([locks, locks.flip()]), LOCK),
        Coat(hair, INK, 2.2),
        *outlined(diadem, GOLD, 1.6),
    ]


def _bob(dress: Dress) -> list[Coat]:
    """The short round wig of the young, in rows of curls."""
    outer = along((0, 24), ((24, 24), (37, 38), (39, 62)), ((41, 80), (42, 96), (40, 112)))
    inner = along((0, 60), ((12, 60), (20, 60), (25, 62)), ((28, 80), (27, 96), (21, 110)))
    wig = mirrored(
        (0, 24),
        ((24, 24), (37, 38), (39, 62)),
        ((41, 80), (42, 96), (40, 112)),
        ((34, 116), (27, 115), (21, 110)),
        ((27, 96), (28, 80), (25, 62)),
        ((20, 60), (12, 60), (0, 60)),
    )
    curls = bands(outer, inner, 24, 1)
    return [
        Coat(wig, NIGHT),
        Coat(total([curls, curls.flip()]), LOCK),
        Coat(wig, INK, 2.2),
        *outlined(
            path(
                (-40, 54),
                ((-24, 43), (24, 43), (40, 54)),
                ((40, 62),),
                ((24, 52), (-24, 52), (-40, 62)),
            ),
            dress.robe,
            1.8,
        ),
    ]


def _feather(side: int) -> list[Coat]:
    """The feather of truth, worn upright in the band at one temple."""

    def worn(shape: Shape) -> Shape:
        return shape.scale(side, 1).turn(side * 16).move(side * 33, 62)

    vane = path(
        (0, 0),
        ((-13, -12), (-13, -30), (-4, -39)),
        ((5, -47), (16, -38), (10, -31)),
        ((13, -20), (9, -8), (0, 0)),
    )
    quill = line((0, 0), ((-2, -14), (-2, -27), (3, -37)))
    return [*outlined(worn(vane), CREAM), Coat(worn(quill), BRASS, 2)]


# Body ---------------------------------------------------------------------------------------


def _shoulders(dress: Dress, rank: str) -> list[Coat]:
    skin, shade = SKINS[rank]
    slope: tuple[tuple[tuple[float, float], ...], ...] = (
        ((12, 118),),
        ((20, 126), (52, 128), (68, 134)),
        ((86, 141), (94, 156), (98, 175)),
        ((0, 175),),
    )
    tunic = mirrored((0, 118), *slope)
    pleats = [line((x, 120), ((x * 1.12, 175),)) for x in range(-48, 49, 8)]
    sleeve = path(
        (64, 132),
        ((86, 140), (94, 156), (98, 175)),
        ((60, 175),),
        ((57, 160), (59, 146), (64, 132)),
    )
    outside = along((64, 132), ((86, 140), (94, 156), (98, 175)))
    seam = along((64, 132), ((59, 146), (57, 160), (60, 175)))
    folds = bands(outside, seam, 9, 1)
    return [
        Coat(tunic, dress.robe),
        Coat(total(pleats), dress.fold, 2.4),
        Coat(sleeve.pair(), dress.fold),
        Coat(total([folds, folds.flip()]), dress.robe),
        Coat(sleeve.pair(), INK, 2),
        Coat(tunic, INK, 2.4),
        Coat(polygon((-14, 112), (14, 112), (22, 132), (-22, 132)), skin),
        Coat(polygon((0, 112), (14, 112), (22, 132), (0, 132)), shade),
    ]


def _collar(dress: Dress) -> list[Coat]:
    """The broad collar: rows of beads around the neck."""
    centre = (0.0, 106.0)

    def row(outer: float, inner: float, colour: str) -> Coat:
        return Coat(
            ring(centre, (outer * 1.12, outer), ((outer - inner) * 1.12, outer - inner), 12, 168),
            colour,
        )

    def beads(outer: float, inner: float, count: int) -> Shape:
        def edge(radius: float):  # type: ignore[no-untyped-def]
            def at(part: float) -> tuple[float, float]:
                angle = (14 + 152 * part) * pi / 180
                return (1.12 * radius * cos(angle), 106 + radius * sin(angle))

            return at

        return bands(edge(outer), edge(inner), count)

    rim = ring(centre, (59 * 1.12, 59), (41 * 1.12, 41), 12, 168)
    drops = total(
        ellipse(1.12 * 54.5 * cos(a), 106 + 54.5 * sin(a), 2.6)
        for a in ((18 + 9 * k) * pi / 180 for k in range(17))
    )
    return [
        row(59, 18, GOLD),
        row(49, 38, dress.robe),
        Coat(beads(49, 38, 23), dress.trim),
        row(35, 24, dress.fold),
        Coat(beads(35, 24, 17), CREAM),
        Coat(drops, dress.fold),
        Coat(rim, INK, 2.2),
        Coat(ring(centre, (49 * 1.12, 49), (11 * 1.12, 11), 12, 168), INK, 1.2),
        Coat(ring(centre, (35 * 1.12, 35), (11 * 1.12, 11), 12, 168), INK, 1.2),
    ]


def _fist(x: float, y: float, rank: str) -> list[Coat]:
    skin, shade = SKINS[rank]
    hand = path(
        (x - 11, y - 8),
        ((x - 11, y - 14), (x + 11, y - 14), (x + 11, y - 8)),
        ((x + 11, y + 10),),
        ((x + 6, y + 15), (x - 6, y + 15), (x - 11, y + 10)),
    )
    fingers = [line((x - 11, y + dy), ((x + 6, y + dy),)) for dy in (-4, 2, 8)]
    return [*outlined(hand, skin), Coat(total(fingers), shade, 2)]


def _crook(dress: Dress) -> list[Coat]:
    """The shepherd's crook of a king, banded gold and robe."""
    x = 80.0
    hook = line(
        (x, 168),
        ((x, 60),),
        ((x, 30), (x - 22, 26), (x - 25, 42)),
        ((x - 26, 50), (x - 20, 54), (x - 15, 51)),
    )
    marks = [line((x, y), ((x, y + 7),)) for y in range(66, 166, 15)]
    return [Coat(hook, INK, 11), Coat(hook, GOLD, 7), Coat(total(marks), dress.robe, 7)]


def _lotus(dress: Dress) -> list[Coat]:
    """The lotus a queen holds."""
    x = 78.0
    stem = line((x - 2, 168), ((x + 2, 140), (x + 2, 100), (x, 74)))
    petals = [
        path((0, 0), ((-8, -13), (-7, -30), (0, -40)), ((7, -30), (8, -13), (0, 0)))
        .turn(a)
        .move(x, 76)
        for a in (-40, 40, -21, 21, 0)
    ]
    colours = (CREAM, CREAM, dress.trim, dress.trim, GOLD)
    cup = path(
        (x - 12, 68),
        ((x - 8, 80), (x + 8, 80), (x + 12, 68)),
        ((x + 6, 73), (x - 6, 73), (x - 12, 68)),
    )
    coats = [Coat(stem, INK, 7), Coat(stem, "#3f8f5f", 4)]
    for petal, colour in zip(petals, colours, strict=True):
        coats += outlined(petal, colour, 1.6)
    return [*coats, *outlined(cup, "#3f8f5f", 1.6)]


def _spear(dress: Dress) -> list[Coat]:
    """The spear of a jack, with a ribbon below its blade."""
    x = 80.0
    shaft = bar(x - 3, 66, 6, 104)
    blade = path(
        (x, 18),
        ((x + 4, 34), (x + 11, 46), (x + 9, 56)),
        ((x + 3, 66),),
        ((x - 3, 66),),
        ((x - 9, 56),),
        ((x - 11, 46), (x - 4, 34), (x, 18)),
    )
    half = path((x, 18), ((x + 4, 34), (x + 11, 46), (x + 9, 56)), ((x + 3, 66),), ((x, 66),))
    tie = path(
        (x - 6, 68), ((x + 6, 68),), ((x + 15, 92),), ((x + 7, 88),), ((x, 96),), ((x - 3, 80),)
    )
    return [
        *outlined(shaft, BRASS, 1.8),
        *outlined(tie, dress.trim, 1.6),
        *outlined(blade, CREAM),
        Coat(half, "#c9c1ad"),
        Coat(blade, INK, 2),
    ]


def _belt(dress: Dress) -> list[Coat]:
    """The belt on the middle line, shared by both halves."""
    left, right = -123.0, 99.0
    strip = bar(left, 166, right - left, 9)
    count = 12
    width = (right - left) / count
    stones = []
    for k in range(count):
        x = left + width * (k + 0.5)
        stones.append(polygon((x - width * 0.36, 175), (x, 169), (x + width * 0.36, 175)))
    return [
        Coat(strip, GOLD),
        Coat(total(stones), dress.robe),
        Coat(line((left, 166), ((right, 166),)), INK, 2),
    ]


# Card ---------------------------------------------------------------------------------------

PANEL = polygon(
    (66, 14), (236, 14), (236, 214), (184, 214), (184, 336), (14, 336), (14, 136), (66, 136)
)
FOOT = polygon((14, 172), (236, 172), (236, 336), (14, 336))


def _sun() -> list[Coat]:
    """Rays behind the head."""
    rays = []
    for k in range(-7, 8):
        a, b = (k * 11 - 2.2) * pi / 180, (k * 11 + 2.2) * pi / 180
        rays.append(
            polygon(
                (46 * sin(a), 84 - 46 * cos(a)), _edge(a), _edge(b), (46 * sin(b), 84 - 46 * cos(b))
            )
        )
    return [Coat(total(rays), RAY)]


def _far_pyramid() -> list[Coat]:
    """A pyramid on the horizon, where the panel is widest."""
    lit = polygon((-123, 166), (-109, 142), (-106, 166))
    dark = polygon((-109, 142), (-93, 166), (-106, 166))
    whole = polygon((-123, 166), (-109, 142), (-93, 166))
    return [Coat(lit, GOLD), Coat(dark, BRASS), Coat(whole, INK, 2)]


def _edge(angle: float) -> tuple[float, float]:
    """Where a ray from behind the head meets the upper part of the panel."""
    left, right, top, bottom = 66 - AXIS, 236 - AXIS, 14.0, 136.0
    reach = []
    if sin(angle):
        reach.append((right if sin(angle) > 0 else left) / sin(angle))
    if cos(angle):
        reach.append((84 - top) / cos(angle) if cos(angle) > 0 else (84 - bottom) / cos(angle))
    r = min(reach)
    return (r * sin(angle), 84 - r * cos(angle))


def _figure(rank: str, suit_name: str) -> list[Coat]:
    dress, first = DRESSES[suit_name], suit_name in "sd"
    match rank:
        case "K":
            behind = [*(_nemes(dress) if first else _war_crown(dress)), *_ears(rank)]
            before = [*_beard(dress), *_brow_band(suit_name)]
            held = _crook(dress)
        case "Q":
            behind = [Coat(_nape(130), NIGHT), *([] if first else _horns(dress))]
            before = _flat_crown(dress) if first else _long_hair()
            held = _lotus(dress)
        case _:
            behind = [*_feather(-1 if first else 1), Coat(_nape(108), NIGHT)]
            before = _bob(dress)
            held = _spear(dress)
    return [
        *_sun(),
        *_far_pyramid(),
        *_shoulders(dress, rank),
        *_collar(dress),
        *held,
        *_fist(80, 150, rank),
        *behind,
        *_face(rank),
        *before,
        *_belt(dress),
    ]


def court(rank: str, suit_name: str) -> list[Coat]:
    """All coats of a court card, the panel first."""
    figure = [
        Coat(coat.shape.move(AXIS, 0).both_ways(), coat.colour, coat.pen)
        for coat in _figure(rank, suit_name)
    ]
    return [Coat(PANEL, GROUND), *figure, Coat(PANEL, INK, 2.6)]


def bust(rank: str, suit_name: str) -> list[Coat]:
    """The upper half alone, for the foot of a card in large print."""
    figure = [
        Coat(coat.shape.move(AXIS, 161), coat.colour, coat.pen) for coat in _figure(rank, suit_name)
    ]
    return [Coat(FOOT, GROUND), *figure, Coat(FOOT, INK, 2.6)]
