"""What the written program asks of a plane. Points come as whole numbers; that of a member without a place is -1."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isqrt

from sieges.game.plane import shapes
from sieges.game.plane.regions import Around, Goal, Line, Reach
from sieges.game.plane.shapes import Outline, Spot
from sieges.game.plane.ways import EDGE, Area, Base, Field
from sieges.language.compiled import PlaneData
from sieges.language.points import GRAIN, LONGEST, direction, place, point, pointing, square

KIND = 1 << 16
"""In the index of a base: the number of its kind, times this."""


MOST_REMEMBERED = 1 << 16
"""Lines of sight that are remembered at once."""


class PlaneRuntime:
    """One plane of a compiled pack. ``S`` in its methods is the state."""

    def __init__(self, data: PlaneData) -> None:
        self.data = data
        self.size = (data.width, data.height)
        self._areas = [
            [
                Area(outline, max(1, lying.paces[index]), lying.tolls[index])
                for index, outline in enumerate(lying.outlines)
            ]
            for lying in data.lying
        ]
        self._middles = [
            [point(*shapes.middle(outline)) for outline in lying.outlines] for lying in data.lying
        ]
        self._clear: dict[tuple[int, ...], bool] = {}

    # --- groups -----------------------------------------------------------------------------------

    def bases(self, S: Sequence[int], kind: int, mask: int, but: int = -1) -> list[Base]:  # noqa: N803
        """Those of a set of members of the kind number ``kind`` who stand on the plane, without one of them."""
        standing = self.data.standing[kind]
        spots, r, found = standing.spots, standing.radius, []
        index = 0
        while mask:
            if mask & 1 and index != but and (at := S[spots + index]) >= 0:
                x, y = place(at)
                found.append(Base(x, y, r, kind * KIND + index))
            mask >>= 1
            index += 1
        return found

    def areas(self, kind: int, mask: int) -> list[Area]:
        """The areas of a set."""
        return [area for index, area in enumerate(self._areas[kind]) if mask >> index & 1]

    def outline(self, kind: int, index: int) -> Outline:
        """The outline of one area."""
        return self._areas[kind][index].outline

    def middle(self, kind: int, index: int) -> int:
        """The point in the middle of an area."""
        return self._middles[kind][index]

    def goals(self, S: Sequence[int], kind: int, mask: int, but: int = -1) -> list[Goal]:  # noqa: N803
        """Those of a set of members who stand on the plane, as what one may go towards."""
        return [Goal((base.x, base.y), kind, base.index % KIND) for base in self.bases(S, kind, mask, but)]

    def sites(self, kind: int, mask: int, at: int) -> list[Goal]:
        """The areas of a set, each by the corner or middle of a line that is nearest to a point."""
        found = []
        for index, area in enumerate(self._areas[kind]):
            if mask >> index & 1:
                spots = _spots(area.outline)
                nearest = min(spots, key=lambda spot: shapes.square_between(spot, place(at)))
                found.append(Goal(nearest, -1 - kind, index))
        return found

    def at(self, x: int, y: int) -> int:
        """The point at so many measures from the west and the south, or the nearest to it on the plane."""
        return point(min(max(0, x * GRAIN), self.size[0]), min(max(0, y * GRAIN), self.size[1]))

    # --- predicates -------------------------------------------------------------------------------

    def apart(self, p: int, q: int, radii: int) -> int:
        """Measures between two bases, rounded up; further than any two are, where one of them is nowhere."""
        if p < 0 or q < 0:
            return 2 * LONGEST
        return shapes.apart(square(p, q), radii)

    def apart_from(self, p: int, r: int, outline: Outline) -> int:
        """Measures between a base and an outline, rounded up."""
        return 2 * LONGEST if p < 0 else shapes.apart(shapes.square_to(outline, place(p)), r)

    def apart_lying(self, one: Outline, other: Outline) -> int:
        """Measures between two outlines, rounded up."""
        return shapes.apart(shapes.square_from(one, other), 0)

    def along(self, p: int, q: int, r: int) -> int:
        """Measures that the third point lies ahead of the first on the way to the second."""
        return 2 * LONGEST if min(p, q, r) < 0 else shapes.along(place(p), place(q), place(r))

    def aside(self, p: int, q: int, r: int) -> int:
        """Measures that the third point lies to the right of the line from the first through the second."""
        return 2 * LONGEST if min(p, q, r) < 0 else shapes.aside(place(p), place(q), place(r))

    def touching_lying(self, one: Outline, other: Outline) -> bool:
        """Whether two outlines touch or overlap."""
        return shapes.touch(shapes.square_from(one, other), 0)

    def touching(self, p: int, q: int, radii: int) -> bool:
        """Whether two bases touch."""
        return p >= 0 and q >= 0 and shapes.touch(square(p, q), radii)

    def touching_on(self, p: int, r: int, outline: Outline) -> bool:
        """Whether a base touches an outline or lies on it."""
        return p >= 0 and shapes.touch(shapes.square_to(outline, place(p)), r)

    def on(self, p: int, r: int, outline: Outline) -> bool:
        """Whether a base lies on an outline, be it in part."""
        return p >= 0 and shapes.covers(outline, place(p), r)

    def overlapping(self, p: int, q: int, radii: int) -> bool:
        """Whether a base lies on another, be it in part."""
        return p >= 0 and q >= 0 and square(p, q) < radii * radii

    def nearest(self, p: int, outline: Outline) -> int:
        """The point of an outline that is nearest to another; nowhere for one that is nowhere."""
        return -1 if p < 0 else point(*shapes.nearest(outline, place(p)))

    def sees(self, p: int, q: int, bases: Iterable[Base], areas: Iterable[Area]) -> bool:
        """Whether the line between two centres is clear of bases and areas."""
        if p < 0 or q < 0:
            return False
        a, b = place(p), place(q)
        if any(area.is_between(a, b) for area in areas):
            return False
        return not any(shapes.is_near((base.x, base.y), a, b, base.r) for base in bases)

    def clear(self, p: int, q: int, *sets: int) -> bool:
        """Whether the line between two points is clear of areas: ``sets`` are kinds, each with a set of its members.

        Remembered: on a board of fixed places the same lines are asked for again and again.
        """
        key = (p, q, *sets)
        found = self._clear.get(key)
        if found is None:
            groups = zip(sets[::2], sets[1::2], strict=True)
            found = self.sees(p, q, (), [area for kind, mask in groups for area in self.areas(kind, mask)])
            if len(self._clear) >= MOST_REMEMBERED:
                self._clear.clear()
            self._clear[key] = found
        return found

    def behind(self, p: int, r: int, q: int, faces: int) -> bool:
        """Whether a base is wholly behind who stands at ``q`` and faces that way."""
        return p >= 0 and q >= 0 and faces >= 0 and shapes.is_behind(place(p), r, place(q), pointing(faces))

    # --- regions ----------------------------------------------------------------------------------

    def reach(
        self,
        at: int,
        r: int,
        most: int,
        bases: Sequence[Base],
        areas: Sequence[Area],
        goals: Sequence[Goal],
    ) -> Reach:
        """Where a base can go from a point in a straight line, for so many measures."""
        return Reach(self._field(at, r, bases, areas), max(0, most) * GRAIN, tuple(goals))

    def line(
        self,
        at: int,
        r: int,
        most: int,
        bases: Sequence[Base],
        areas: Sequence[Area],
        to: int,
        kind: int,
        index: int,
    ) -> Line:
        """Where a base can go from a point straight towards another, for so many measures.

        Args:
            to: that point.
            kind: the number of the kind of who or what is there, as in a `Goal`.
            index: which member of it.
        """
        goal = Goal(place(to), kind, index)
        return Line(self._field(at, r, bases, areas), max(0, most) * GRAIN, (goal,))

    def around(self, of: Outline, most: int, r: int, bases: Sequence[Base], areas: Sequence[Area]) -> Around:
        """Where a base can stand within so many measures of an outline."""
        return Around(Field(self.size, (0, 0), r, tuple(bases), tuple(areas)), of, max(0, most) * GRAIN)

    def _field(self, at: int, r: int, bases: Sequence[Base], areas: Sequence[Area]) -> Field:
        return Field(self.size, place(at), r, tuple(bases), tuple(areas))

    # --- what is done -----------------------------------------------------------------------------

    def slide(
        self,
        at: int,
        r: int,
        goal: int,
        most: int,
        away: bool,
        bases: Sequence[Base],
        areas: Sequence[Area],
        kind: int,
    ) -> tuple[int, int, bool]:
        """Where somebody comes who goes straight towards a point or away from it; the base met of the kind number
        ``kind``, or -1; whether the edge stopped it.

        Without a direction, since both are at one point, nobody goes anywhere.
        """
        field, a, b = self._field(at, r, bases, areas), place(at), place(goal)
        way = (a[0] - b[0], a[1] - b[1]) if away else (b[0] - a[0], b[1] - a[1])
        length = max(0, most) * GRAIN
        far = length if away else min(length, isqrt(shapes.square_between(a, b)))
        end, met = field.straight(way, far, length)
        other = met % KIND if met >= 0 and met // KIND == kind else -1
        return point(*end), other, met == EDGE

    @staticmethod
    def facing(old: int, at: int, to: int) -> int:
        """The direction from one point to another; the old one where they are the same."""
        return old if at < 0 or to < 0 or at == to else direction(*_between(place(at), place(to)))


def spotted(at: int) -> Outline:
    """A point as an outline; one that is nowhere lies far from every plane."""
    return ((-1 << 40, 0),) if at < 0 else (place(at),)


def _between(a: Spot, b: Spot) -> Spot:
    return b[0] - a[0], b[1] - a[1]


def _spots(outline: Outline) -> list[Spot]:
    """Corners of an outline and the middles of its lines."""
    middles = [((a[0] + b[0]) // 2, (a[1] + b[1]) // 2) for a, b in shapes.edges(outline)]
    return [*outline, *middles]
