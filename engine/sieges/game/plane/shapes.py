"""What holds between points, round bases and outlines: exact, in whole numbers alone.

An *outline* is a tuple of corners: one is a spot, two are a line, three and more enclose an area. "Nearer than r" is
meant strictly, so that bases which just touch are not in each other's way.
"""

from __future__ import annotations

from itertools import pairwise
from math import isqrt

from sieges.language.points import GRAIN

Spot = tuple[int, int]
Outline = tuple[Spot, ...]

TOLERANCE = 2
"""Grains that may lie between two bases that touch: what rounding leaves."""


def root_up(square: int) -> int:
    """The smallest whole number whose square is not below ``square``."""
    return isqrt(square - 1) + 1 if square > 0 else 0


def square_between(a: Spot, b: Spot) -> int:
    """The square of the distance between two points."""
    x, y = a[0] - b[0], a[1] - b[1]
    return x * x + y * y


def is_near(p: Spot, a: Spot, b: Spot, r: int) -> bool:
    """Whether ``p`` is nearer than ``r`` to the line from ``a`` to ``b``."""
    ax, ay = a
    vx, vy = b[0] - ax, b[1] - ay
    wx, wy = p[0] - ax, p[1] - ay
    along = vx * wx + vy * wy
    if along <= 0:
        return wx * wx + wy * wy < r * r
    length = vx * vx + vy * vy
    if along >= length:
        wx, wy = p[0] - b[0], p[1] - b[1]
        return wx * wx + wy * wy < r * r
    across = vx * wy - vy * wx
    return across * across < r * r * length


def edges(outline: Outline) -> list[tuple[Spot, Spot]]:
    """The lines that an outline is made of; a spot is one line from itself to itself."""
    if len(outline) == 1:
        return [(outline[0], outline[0])]
    if len(outline) == 2:
        return [(outline[0], outline[1])]
    return [*pairwise(outline), (outline[-1], outline[0])]


def encloses(outline: Outline, p: Spot) -> bool:
    """Whether ``p`` lies within an outline. Of points on its lines this says nothing; `is_near` does."""
    if len(outline) < 3:
        return False
    x, y = p
    inside = False
    for (ax, ay), (bx, by) in edges(outline):
        if (ay > y) != (by > y):
            # Whether the line passes to the east of p: of ax + (y - ay) * (bx - ax) / (by - ay) > x, without dividing.
            left, right = (y - ay) * (bx - ax), (x - ax) * (by - ay)
            if left > right if by > ay else left < right:
                inside = not inside
    return inside


def square_to(outline: Outline, p: Spot) -> int:
    """The square of the distance from ``p`` to an outline, rounded up; 0 within it."""
    if encloses(outline, p):
        return 0
    return min(_square_to_line(p, a, b) for a, b in edges(outline))


def _square_to_line(p: Spot, a: Spot, b: Spot) -> int:
    vx, vy = b[0] - a[0], b[1] - a[1]
    wx, wy = p[0] - a[0], p[1] - a[1]
    along, length = vx * wx + vy * wy, vx * vx + vy * vy
    if along <= 0:
        return wx * wx + wy * wy
    if along >= length:
        return square_between(p, b)
    across = vx * wy - vy * wx
    return -(-across * across // length)


def nearest(outline: Outline, p: Spot) -> Spot:
    """The point of the lines of an outline that is nearest to ``p``, rounded towards it; of equals the first."""
    a, b = min(edges(outline), key=lambda line: _square_to_line(p, *line))
    vx, vy = b[0] - a[0], b[1] - a[1]
    along, length = vx * (p[0] - a[0]) + vy * (p[1] - a[1]), vx * vx + vy * vy
    if along <= 0:
        return a
    if along >= length:
        return b
    across = vx * (p[1] - a[1]) - vy * (p[0] - a[0])
    x, y = vy * across, -vx * across
    # What is left of a division is left out on either side alike.
    return p[0] + _quotient(x, length), p[1] + _quotient(y, length)


def _quotient(a: int, b: int) -> int:
    return a // b if a >= 0 else -(-a // b)


def covers(outline: Outline, p: Spot, r: int) -> bool:
    """Whether a base of radius ``r`` at ``p`` lies on an outline, be it in part; to touch it is not enough."""
    return any(is_near(p, a, b, r) for a, b in edges(outline)) or encloses(outline, p)


def _turn(a: Spot, b: Spot, c: Spot) -> int:
    """Above 0 where c lies to the left of the way from a to b, below 0 to the right, 0 on the line."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _between(a: Spot, b: Spot, c: Spot) -> bool:
    """Whether c, which is on the line through a and b, is between them."""
    return min(a[0], b[0]) <= c[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= c[1] <= max(a[1], b[1])


def middle(outline: Outline) -> Spot:
    """The point in the middle of the corners of an outline."""
    count = len(outline)
    return sum(x for x, _ in outline) // count, sum(y for _, y in outline) // count


def along(a: Spot, b: Spot, c: Spot) -> int:
    """Measures that c lies ahead of a on the way to b, behind it below 0; rounded away from 0. 0 without a way."""
    return _measures((b[0] - a[0]) * (c[0] - a[0]) + (b[1] - a[1]) * (c[1] - a[1]), square_between(a, b))


def aside(a: Spot, b: Spot, c: Spot) -> int:
    """Measures that c lies to the right of the line from a through b, to the left below 0; rounded away from 0."""
    return _measures(-_turn(a, b, c), square_between(a, b))


def _measures(product: int, square: int) -> int:
    """A product of two lengths divided by the one of which the square is given, in measures, away from 0."""
    if not square:
        return 0
    part = root_up(-(-product * product // (square * GRAIN * GRAIN)))
    return part if product > 0 else -part


def square_from(one: Outline, other: Outline) -> int:
    """The square of the distance between two outlines, rounded up; 0 where they have a point in common."""
    if any(line_meets(a, b, other) for a, b in edges(one)) or encloses(one, other[0]):
        return 0
    return min(
        *(square_to(other, corner) for corner in one),
        *(square_to(one, corner) for corner in other),
    )


def cross(a: Spot, b: Spot, c: Spot, d: Spot) -> bool:
    """Whether the lines a to b and c to d have a point in common."""
    one, two, three, four = _turn(a, b, c), _turn(a, b, d), _turn(c, d, a), _turn(c, d, b)
    if ((one > 0) != (two > 0)) and ((three > 0) != (four > 0)) and one and two and three and four:
        return True
    return (
        (one == 0 and _between(a, b, c))
        or (two == 0 and _between(a, b, d))
        or (three == 0 and _between(c, d, a))
        or (four == 0 and _between(c, d, b))
    )


def line_meets(a: Spot, b: Spot, outline: Outline) -> bool:
    """Whether the line from a to b has a point in common with an outline or what it encloses."""
    return encloses(outline, a) or any(cross(a, b, c, d) for c, d in edges(outline))


def sweep_meets(a: Spot, b: Spot, r: int, outline: Outline) -> bool:
    """Whether a base of radius ``r`` that goes straight from a to b comes onto an outline."""
    if encloses(outline, a) or encloses(outline, b):
        return True
    for c, d in edges(outline):
        if is_near(c, a, b, r) or is_near(a, c, d, r) or is_near(b, c, d, r) or cross(a, b, c, d):
            return True
    return False


def apart(square: int, radii: int) -> int:
    """How many measures lie between two bases, rounded up: their centres' squared distance, the sum of their radii.

    Rounded up, so that "at most n measures" is exact.
    """
    between = root_up(square) - radii
    return 0 if between <= 0 else -(-between // GRAIN)


def touch(square: int, radii: int) -> bool:
    """Whether two bases touch: what rounding leaves between them counts for nothing."""
    return square <= (radii + TOLERANCE) ** 2


def is_behind(p: Spot, r: int, other: Spot, faces: Spot) -> bool:
    """Whether a base at ``p`` is wholly behind the line through ``other`` across the direction that it ``faces``."""
    along = (p[0] - other[0]) * faces[0] + (p[1] - other[1]) * faces[1]
    return along < 0 and along * along >= r * r * (faces[0] * faces[0] + faces[1] * faces[1])
