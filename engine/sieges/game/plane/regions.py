"""Where a base may go: any point of a region, and a finite list of sensible ones with words for what they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from math import isqrt

from attrs import frozen

from sieges.game.plane.shapes import Outline, Spot, square_between, square_to
from sieges.game.plane.ways import CLEAR, EDGE, Area, Field
from sieges.language import points
from sieges.language.points import GRAIN

COMPASS: dict[str, Spot] = {
    "north": (0, 1),
    "north-east": (1, 1),
    "east": (1, 0),
    "south-east": (1, -1),
    "south": (0, -1),
    "south-west": (-1, -1),
    "west": (-1, 0),
    "north-west": (-1, 1),
}
MOST_PLACES = 40
"""How many places of a region that is no way are listed."""


@frozen
class Goal:
    """Something that one may go towards: a point (in grains) and who or what is there."""

    at: Spot
    kind: int
    index: int


@frozen
class Candidate:
    """A point that is listed: ``word`` is `stay`, `place`, `towards`, or a direction of the compass."""

    point: int
    word: str
    goal: Goal | None = None
    met: int = CLEAR


@frozen
class Reach:
    """All points that a base can come to in a straight line for a budget of grains."""

    mover: Field
    budget: int
    goals: tuple[Goal, ...] = ()

    def holds(self, point: int) -> bool:
        """Whether a point is one of them."""
        return self.mover.ends(points.place(point), self.budget) == CLEAR

    def candidates(self) -> Sequence[Candidate]:
        """Staying, as far as it goes towards each goal, and in the directions of the compass; each point once."""
        return _listed(self)

    def values(self) -> list[int]:
        """The points listed."""
        return [candidate.point for candidate in self.candidates()]

    def worked_out(self) -> Iterator[Candidate]:
        """The candidates anew; some may come to the same point."""
        yield Candidate(points.point(*self.mover.start), "stay")
        if self.budget <= 0:
            return
        for goal in self.goals:
            point, met = self.towards(goal.at, self.budget)
            yield Candidate(point, "towards", goal, met)
        for word, way in COMPASS.items():
            at, met = self.mover.straight(way, self.budget, self.budget)
            yield Candidate(points.point(*at), word, None, met)

    def towards(self, at: Spot, length: int) -> tuple[int, int]:
        """The point so many grains towards another, or as far as it goes; and what ends the way there."""
        start = self.mover.start
        most = min(length, self.budget, isqrt(square_between(start, at)))
        end, met = self.mover.straight((at[0] - start[0], at[1] - start[1]), most, self.budget)
        return points.point(*end), met

    def compass(self, word: str, length: int) -> int:
        """The point so many grains in a direction of the compass, or as far as it goes."""
        end, _ = self.mover.straight(COMPASS[word], min(length, self.budget), self.budget)
        return points.point(*end)


@frozen
class Line(Reach):
    """Those points of a reach that lie straight on the way towards its one goal, up to contact with it."""

    def holds(self, point: int) -> bool:
        """Whether a point is one of them: a point of the line, rounded towards the start."""
        start, goal, at = self.mover.start, self.goals[0].at, points.place(point)
        if at == start:
            return True
        way, gone = (goal[0] - start[0], goal[1] - start[1]), (at[0] - start[0], at[1] - start[1])
        if any(far * whole < 0 or abs(far) > abs(whole) for far, whole in zip(gone, way, strict=True)):
            return False
        (x, y), (far_x, far_y) = map(abs, way), map(abs, gone)
        # The shares of the way at which each coordinate is rounded to that have to overlap, here by both lengths.
        is_on = not (x and y) or max(far_x * y, far_y * x) < min((far_x + 1) * y, (far_y + 1) * x)
        return is_on and self.mover.ends(at, self.budget) == CLEAR

    def worked_out(self) -> Iterator[Candidate]:
        """The candidates anew; some may come to the same point."""
        yield Candidate(points.point(*self.mover.start), "stay")
        (goal,) = self.goals
        for length in (self.budget, *range(GRAIN, self.budget, GRAIN)):
            point, met = self.towards(goal.at, length)
            yield Candidate(point, "towards", goal, met)


@frozen
class Around:
    """All points where a base can stand with its centre no further than so many grains from an outline."""

    mover: Field
    of: Outline
    most: int

    def holds(self, point: int) -> bool:
        """Whether a point is one of them."""
        at = points.place(point)
        return square_to(self.of, at) <= self.most * self.most and self.mover.stands(at)

    def candidates(self) -> Sequence[Candidate]:
        """Points of a grid around the middle of the outline, the nearest first."""
        return _listed(self)

    def values(self) -> list[int]:
        """The points listed."""
        return [candidate.point for candidate in self.candidates()]

    def worked_out(self) -> Iterator[Candidate]:
        """The candidates anew."""
        mover = self.mover
        grid = _grid(mover.size, mover.r, mover.areas, self.of, self.most)
        free = (point for point in grid if mover.is_free(points.place(point)))
        return (Candidate(point, "place") for point in islice(free, MOST_PLACES))


@lru_cache(maxsize=256)
def _listed(region: Reach | Around) -> tuple[Candidate, ...]:
    """The candidates of a region, each point once. One position is asked often: to pause, to list, for each view."""
    found: dict[int, Candidate] = {}
    for candidate in region.worked_out():
        found.setdefault(candidate.point, candidate)
    return tuple(found.values())


@lru_cache(maxsize=256)
def _grid(size: Spot, r: int, areas: tuple[Area, ...], of: Outline, most: int) -> tuple[int, ...]:
    """The points of a grid around the middle of an outline where a base can stand if nobody else stands there.

    The nearest to the middle comes first, of those as near the one with the smallest number.
    """
    alone = Around(Field(size, (0, 0), r, (), areas), of, most)
    # Everything is doubled, so that the middle is a whole number and the grid mirrors.
    xs, ys = [x for x, _ in of], [y for _, y in of]
    x, y = min(xs) + max(xs), min(ys) + max(ys)
    long, high = max(xs) - min(xs) + 2 * most, max(ys) - min(ys) + 2 * most
    step = 4 * r + GRAIN
    while (long // step + 1) * (high // step + 1) > 4 * MOST_PLACES:
        step += GRAIN
    found = []
    for row in range(-(high // step), high // step + 1):
        for column in range(-(long // step), long // step + 1):
            at = ((x + column * step) // 2, (y + row * step) // 2)
            if min(at) < 0 or max(at) > points.MASK:
                continue
            point = points.point(*at)
            if alone.holds(point):
                found.append((row * row + column * column, point))
    return tuple(point for _, point in sorted(found))


__all__ = ["CLEAR", "COMPASS", "EDGE", "Around", "Candidate", "Goal", "Line", "Reach"]
