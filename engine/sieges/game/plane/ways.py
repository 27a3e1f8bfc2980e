"""Straight ways of a round base over a plane: what they cost, what is in the way, where they end.

A constructed point is rounded towards the one who moves, each coordinate by itself, which commutes with mirroring; then
it is backed off until every predicate of `shapes` holds for the way to the rounded point itself.
"""

from __future__ import annotations

from functools import lru_cache
from math import isqrt

from attrs import Factory, field, frozen

from sieges.game.plane.shapes import (
    Outline,
    Spot,
    covers,
    is_near,
    line_meets,
    root_up,
    square_between,
    sweep_meets,
    touch,
)
from sieges.game.plane.slow import covered
from sieges.language.points import GRAIN

FINE = 4
"""Steps in a grain, for the distances that are tried."""
GRAZING = 100 * FINE
"""How far back from where a way comes to a base that it grazes, in steps, it is in contact with that still."""
CLEAR, DEAR, EDGE = -1, -2, -3
"""What ends a way, where it is no base: nothing, what it costs, the edge of the plane."""


@frozen
class Base:
    """Somebody who stands on the plane: the centre and radius of the base; ``index`` says who it is."""

    x: int
    y: int
    r: int
    index: int


@frozen(cache_hash=True)
class Area:
    """An outline that has to do with movement. ``barred``: no base comes onto it.

    ``pace``: how many measures a measure costs there; ``toll``: what it costs, in measures, to cross it, and then no
    base can stay on it.
    """

    outline: Outline
    pace: int = 1
    toll: int = 0
    barred: bool = False
    _corners: tuple[Spot, Spot] = field(init=False, eq=False, repr=False)
    """South-west and north-east of all that it covers: most areas are far from most ways."""

    @_corners.default
    def _found_corners(self) -> tuple[Spot, Spot]:
        xs, ys = [x for x, _ in self.outline], [y for _, y in self.outline]
        return (min(xs), min(ys)), (max(xs), max(ys))

    def closed(self) -> Area:
        """The same, but nobody comes onto it."""
        return _closed(self)

    def is_under(self, at: Spot, r: int) -> bool:
        """Whether a base of radius ``r`` lies on it, be it in part (`covers`)."""
        return not self._is_far(at, at, r) and covers(self.outline, at, r)

    def is_met(self, a: Spot, b: Spot, r: int) -> bool:
        """Whether a base of radius ``r`` that goes straight from a to b comes onto it (`sweep_meets`)."""
        return not self._is_far(a, b, r) and sweep_meets(a, b, r, self.outline)

    def is_between(self, a: Spot, b: Spot) -> bool:
        """Whether the line from a to b has a point in common with it (`line_meets`)."""
        return not self._is_far(a, b, 0) and line_meets(a, b, self.outline)

    def _is_far(self, a: Spot, b: Spot, r: int) -> bool:
        """Whether all of it lies further than ``r`` to one side of the line from a to b: seen with little work."""
        (west, south), (east, north) = self._corners
        (ax, ay), (bx, by) = a, b
        return (
            (ax + r < west and bx + r < west)
            or (ax - r > east and bx - r > east)
            or (ay + r < south and by + r < south)
            or (ay - r > north and by - r > north)
        )


@lru_cache(maxsize=1024)
def _closed(area: Area) -> Area:
    return Area(area.outline, area.pace, area.toll, True)


@frozen
class Field:
    """What a base of radius ``r`` that starts at ``start`` has around it; ``size`` is that of the plane, in grains."""

    size: Spot
    start: Spot
    r: int
    bases: tuple[Base, ...] = ()
    areas: tuple[Area, ...] = Factory(tuple)

    def ends(self, to: Spot, budget: int, *, crossing: bool = False) -> int:
        """What keeps the base from going straight to a point for ``budget`` grains: `CLEAR`, or what is in the way.

        ``crossing``: whether it need not be able to stay there, on area that has a toll.
        """
        if to == self.start:
            return CLEAR
        for base in self.bases:
            if is_near((base.x, base.y), self.start, to, self.r + base.r):
                return base.index
        if not (self.r <= to[0] <= self.size[0] - self.r and self.r <= to[1] <= self.size[1] - self.r):
            return EDGE
        return CLEAR if self._affordable(to, budget, crossing) else DEAR

    def stands(self, at: Spot) -> bool:
        """Whether the base can stand at a point at all."""
        r = self.r
        if not (r <= at[0] <= self.size[0] - r and r <= at[1] <= self.size[1] - r):
            return False
        return self.is_free(at) and not any((g.barred or g.toll) and g.is_under(at, r) for g in self.areas)

    def is_free(self, at: Spot) -> bool:
        """Whether the base would overlap no other at a point."""
        x, y = at
        for base in self.bases:
            across, along, radii = x - base.x, y - base.y, self.r + base.r
            if across * across + along * along < radii * radii:
                return False
        return True

    def _touches(self, at: Spot, index: int) -> bool:
        """Whether the base would be in contact with one of the others at a point."""
        return any(
            touch(square_between(at, (base.x, base.y)), self.r + base.r)
            for base in self.bases
            if base.index == index
        )

    def _affordable(self, to: Spot, budget: int, crossing: bool) -> bool:
        length = square_between(self.start, to)
        slow = []
        for area in self.areas:
            if not area.is_met(self.start, to, self.r):
                continue
            if area.barred:
                return False
            if area.toll:
                budget -= area.toll * GRAIN
                if not crossing and area.is_under(to, self.r):
                    return False
            if area.pace > 1:
                slow.append(area)
        if budget < 0:
            return False
        if length > budget * budget:
            return False
        if not slow:
            return True
        # Where areas lie on one another, each is measured by itself.
        more = sum((g.pace - 1) * covered(self.start, to, self.r, g.outline) for g in slow)
        return root_up(length) + more <= budget

    def straight(self, way: Spot, most: int, budget: int) -> tuple[Spot, int]:
        """Where the base comes that goes in direction ``way`` until something ends it, and what that is.

        Args:
            way: the direction; its length counts for nothing.
            most: how far it goes at most, in grains.
            budget: what that may cost, in grains.
        """
        square = way[0] * way[0] + way[1] * way[1]
        if not square or most <= 0:
            return self.start, CLEAR
        high = most * FINE
        near = self._along(self._at(way, square, high))
        reached, end = near._furthest(way, square, high, budget, None)
        at = near._at(way, square, reached)
        if end >= 0 and not near._touches(at, end):
            # Rounded, a way can slip past a base that it grazes: it ends where it first comes to that.
            first = max(0, min(reached, near._entry(way, square, high)))
            for fine in (*range(first, max(0, first - GRAZING), -FINE), 0):
                before = near._at(way, square, fine)
                if near._touches(before, end) and near.ends(before, budget, crossing=True) == CLEAR:
                    reached, at = fine, before
                    break
            else:
                # Or it has gone past, as far as the table goes.
                end = (
                    EDGE
                    if min(at[0], at[1], self.size[0] - at[0], self.size[1] - at[1]) <= self.r + 2
                    else end
                )
        under = [g for g in near.areas if g.toll and g.is_under(at, self.r)]
        if not under or at == self.start:
            return at, end
        # It would have to stay on what it can only cross, so it does not begin to.
        reached, _ = near._furthest(way, square, reached, budget, under)
        return near._at(way, square, reached), DEAR

    def _furthest(
        self, way: Spot, square: int, high: int, budget: int, shunned: list[Area] | None
    ) -> tuple[int, int]:
        """How far the base comes at most, in fine steps, and what ends that.

        ``shunned`` are areas that it does not come onto; where there are none, it may end on one that has a toll.
        """

        def ends(fine: int) -> int:
            to = self._at(way, square, fine)
            if shunned is None:
                return self.ends(to, budget, crossing=True)
            if any(area.is_met(self.start, to, self.r) for area in shunned):
                return DEAR
            return self.ends(to, budget)

        end = ends(high)
        if end == CLEAR:
            return high, CLEAR
        low = 0
        # Mostly it is a base or the edge that ends a way, and then where it does is nearly known.
        near, step = self._entry(way, square, high), 1
        if 0 < near < high:
            found = ends(near)
            up = found == CLEAR
            low, high, end = (near, high, end) if up else (low, near, found)
            while high - low > step:
                at = low + step if up else high - step
                found = ends(at)
                if found == CLEAR:
                    low = at
                else:
                    high, end = at, found
                if (found == CLEAR) != up:
                    break
                step *= 2
        while high - low > 1:
            middle = (low + high) // 2
            found = ends(middle)
            if found == CLEAR:
                low = middle
            else:
                high, end = middle, found
        return low, end

    def _entry(self, way: Spot, square: int, high: int) -> int:
        """About where a base or the edge ends the way, in fine steps: a guess, from what mirroring leaves alike."""
        found = [high]
        for base in self.bases:
            x, y, r = base.x - self.start[0], base.y - self.start[1], base.r + self.r
            across, along = way[0] * y - way[1] * x, way[0] * x + way[1] * y
            left = r * r * square - across * across
            if left > 0 and along > 0:
                scale = FINE * FINE
                found.append(isqrt(along * along * scale // square) - isqrt(left * scale // square))
        for axis in (0, 1):
            if way[axis]:
                room = (
                    self.size[axis] - self.r - self.start[axis]
                    if way[axis] > 0
                    else self.start[axis] - self.r
                )
                found.append(isqrt(max(0, room) ** 2 * square * FINE * FINE // way[axis] ** 2))
        return min(found)

    def _at(self, way: Spot, square: int, fine: int) -> Spot:
        """The point so far along a direction, rounded towards the start."""
        scale = square * FINE * FINE
        x, y = (isqrt(part * part * fine * fine // scale) for part in way)
        return (
            self.start[0] + (x if way[0] >= 0 else -x),
            self.start[1] + (y if way[1] >= 0 else -y),
        )

    def _along(self, to: Spot) -> Field:
        """The same with those alone that can have to do with ways towards a point: rounding moves those a little."""
        bases = tuple(
            base
            for base in self.bases
            if is_near((base.x, base.y), self.start, to, self.r + base.r + 2 * FINE)
        )
        areas = tuple(area for area in self.areas if area.is_met(self.start, to, self.r + 2 * FINE))
        return Field(self.size, self.start, self.r, bases, areas)
