"""How much of a straight way a round base is on an outline, measured along the way in whole grains.

The measure is worked out from dot and cross products of the way with the outline, which mirroring leaves as they are or
turns about alike, so it commutes with mirroring.
"""

from __future__ import annotations

from math import isqrt

from sieges.game.plane.shapes import Outline, Spot, edges, encloses, square_between

BITS = 10
"""Lengths along the way are kept in so many bits below a grain."""

Interval = tuple[int, int]


def covered(start: Spot, to: Spot, r: int, outline: Outline) -> int:
    """For how many grains of the way from ``start`` to ``to`` a base of radius ``r`` is on an outline, even in part."""
    square = square_between(start, to)
    length = isqrt(square << 2 * BITS)
    if not length:
        return 0
    way = (to[0] - start[0], to[1] - start[1])
    found: list[Interval] = []
    for a, b in edges(outline):
        for part in (_of_corner(start, way, square, r, a), _of_line(start, way, length, r, a, b)):
            if part is not None:
                low, high = max(0, part[0]), min(length, part[1])
                if low < high:
                    found.append((low, high))
    if len(outline) == 2:
        part = _of_corner(start, way, square, r, outline[1])
        if part is not None and max(0, part[0]) < min(length, part[1]):
            found.append((max(0, part[0]), min(length, part[1])))
    total = at = 0
    for low, high in [*sorted(found), (length, length)]:
        if low > at and _is_within(start, way, at + low, 2 * length, outline):
            total += low - at
        total += max(0, high - max(low, at))
        at = max(at, high)
    return total >> BITS


def _of_corner(start: Spot, way: Spot, square: int, r: int, at: Spot) -> Interval | None:
    """Along which part of the way the centre is nearer than r to a point."""
    x, y = at[0] - start[0], at[1] - start[1]
    across = way[0] * y - way[1] * x
    left = r * r * square - across * across
    if left <= 0:
        return None
    along = way[0] * x + way[1] * y
    middle = isqrt((along * along << 2 * BITS) // square)
    half = isqrt((left << 2 * BITS) // square)
    middle = middle if along >= 0 else -middle
    return middle - half, middle + half


def _of_line(start: Spot, way: Spot, length: int, r: int, a: Spot, b: Spot) -> Interval | None:
    """Along which part of the way the centre is beside the line from a to b and nearer than r to it."""
    ex, ey = b[0] - a[0], b[1] - a[1]
    wx, wy = start[0] - a[0], start[1] - a[1]
    square = ex * ex + ey * ey
    beside = _between(wx * ex + wy * ey, way[0] * ex + way[1] * ey, 0, square, length)
    if beside is None:
        return None
    far = isqrt(r * r * square)
    near = _between(wx * ey - wy * ex, way[0] * ey - way[1] * ex, -far, far, length)
    if near is None:
        return None
    low, high = max(beside[0], near[0]), min(beside[1], near[1])
    return (low, high) if low < high else None


def _between(at_start: int, more: int, low: int, high: int, length: int) -> Interval | None:
    """Along which part of the way a number that grows evenly, by ``more`` on the whole way, is between two others."""
    if not more:
        return (0, length) if low <= at_start <= high else None
    one, two = (low - at_start) * length // more, (high - at_start) * length // more
    return (one, two) if one <= two else (two, one)


def _is_within(start: Spot, way: Spot, part: int, whole: int, outline: Outline) -> bool:
    """Whether the point at that part of the way, which is not near any line of it, is within an outline."""
    scale = whole
    at = (start[0] * scale + way[0] * part, start[1] * scale + way[1] * part)
    return encloses(tuple((x * scale, y * scale) for x, y in outline), at)
