"""Points of a plane as whole numbers: one cell of a state holds one point.

A measure (an inch, a yard) has `GRAIN` grains. Coordinates are counted in grains, x from the west edge, y from the
south edge, so that north is up; every point of a plane has coordinates of 0 and more.
"""

from __future__ import annotations

import re

GRAIN = 1000
"""Grains in a measure: lengths are written with up to three decimals."""
SHIFT = 24
MASK = (1 << SHIFT) - 1
LONGEST = MASK // GRAIN
"""How many measures a plane may be long."""
HALF = 1 << (SHIFT - 1)
"""What is added to each part of a direction, so that it is 0 or more."""

_LENGTH = re.compile(r"(\d{1,6})(?:\.(\d{1,3}))?")
_POINT = re.compile(r"\s*(\d[\d.]*)\s*(?:,|\s)\s*(\d[\d.]*)\s*")


def point(x: int, y: int) -> int:
    """The point at ``x``, ``y`` (grains)."""
    return x << SHIFT | y


def place(of: int) -> tuple[int, int]:
    """The coordinates of a point, in grains."""
    return of >> SHIFT, of & MASK


def square(p: int, q: int) -> int:
    """The square of the distance between two points, in grains."""
    x, y = (p >> SHIFT) - (q >> SHIFT), (p & MASK) - (q & MASK)
    return x * x + y * y


def direction(x: int, y: int) -> int:
    """A direction as one number; its length counts for nothing."""
    while max(abs(x), abs(y)) >= HALF:
        x, y = _halved(x), _halved(y)
    return point(x + HALF, y + HALF)


def _halved(part: int) -> int:
    """Half of it, rounded towards 0, as mirroring wants it."""
    return part // 2 if part >= 0 else -(-part // 2)


def pointing(of: int) -> tuple[int, int]:
    """The parts of a direction."""
    x, y = place(of)
    return x - HALF, y - HALF


def grains(written: str) -> int | None:
    """A length in measures as written (`12`, `0.5`), in grains; None for what is no such length."""
    found = _LENGTH.fullmatch(written.strip())
    return None if found is None else int(found[1]) * GRAIN + int((found[2] or "").ljust(3, "0"))


def measure(length: int) -> str:
    """A length of so many grains, in measures: as short as it can be written without loss."""
    whole, rest = divmod(length, GRAIN)
    return f"{whole}.{rest:03}".rstrip("0") if rest else str(whole)


def written(of: int) -> str:
    """A point as people and files write it: ``24,10.5``."""
    x, y = place(of)
    return f"{measure(x)},{measure(y)}"


def read(text: str) -> int | None:
    """The point that a text names (``24,10.5`` or ``24 10.5``), or None."""
    found = _POINT.fullmatch(text)
    if found is None:
        return None
    x, y = grains(found[1]), grains(found[2])
    return None if x is None or y is None or max(x, y) > MASK else point(x, y)
