"""The grain of the cloth: a small picture that is laid over the table's colour like tiles.

A picture, not an SVG filter, which a browser without a graphics card takes longer to reckon than
all the cards to draw. It is packed without compression, so that every version of zlib writes the
same file; the page that it becomes a part of is compressed as a whole.
"""

from __future__ import annotations

import struct
import zlib
from random import Random

SIDE = 96
LIGHT = bytes((188, 188, 188))
# How opaque each of the 16 shades is, of 255; mean and spread are those of the cloth.
SHADES = bytes(range(0, 48, 3))
MEAN, SPREAD = 15.5, 9.5


def felt() -> bytes:
    """A PNG file of grey specks, each as light as chance has it, and clear between them."""
    chance = Random(13)
    rows = b"".join(b"\0" + _row(chance) for _ in range(SIDE))
    head = struct.pack(">IIBBBBB", SIDE, SIDE, 4, 3, 0, 0, 0)
    chunks = {
        b"IHDR": head,
        b"PLTE": LIGHT * len(SHADES),
        b"tRNS": SHADES,
        b"IDAT": _stored(rows),
        b"IEND": b"",
    }
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks.items())


def _row(chance: Random) -> bytes:
    """One row of specks, two to a byte."""
    specks = [_speck(chance.gauss(MEAN, SPREAD)) for _ in range(SIDE)]
    return bytes(left << 4 | right for left, right in zip(specks[::2], specks[1::2], strict=True))


def _speck(light: float) -> int:
    """The shade that comes nearest."""
    return min(max(round(light / 3), 0), len(SHADES) - 1)


def _stored(data: bytes) -> bytes:
    """The data as zlib's format has it where nothing is compressed (RFC 1950 and 1951)."""
    size = len(data)
    return (
        b"\x78\x01\x01"
        + struct.pack("<HH", size, size ^ 0xFFFF)
        + data
        + struct.pack(">I", zlib.adler32(data))
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
