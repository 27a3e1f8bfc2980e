"""Where a base may go: any point of a region, and a finite list of sensible ones with words for what they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isqrt

from attrs import field, frozen

from sieges.game.plane.shapes import Outline, Spot, square_between, square_to
from sieges.game.plane.ways import CLEAR, EDGE, Field
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
    _listed: list[Candidate] = field(factory=list, init=False, eq=False)

    def holds(self, point: int) -> bool:
        """Whether a point is one of them."""
        return self.mover.ends(points.place(point), self.budget) == CLEAR

    def candidates(self) -> Sequence[Candidate]:
        """Staying, as far as it goes towards each goal, and in the directions of the compass; each point once."""
        if not self._listed:
            seen: set[int] = set()
            for candidate in self._candidates():
                if candidate.point not in seen:
                    seen.add(candidate.point)
                    self._listed.append(candidate)
        return self._listed

    def values(self) -> list[int]:
        """The points listed."""
        return [candidate.point for candidate in self.candidates()]

    def _candidates(self) -> Iterator[Candidate]:
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
class Around:
    """All points where a base can stand with its centre no further than so many grains from an outline."""

    mover: Field
    of: Outline
    most: int
    goals: tuple[Goal, ...] = ()
    _listed: list[Candidate] = field(factory=list, init=False, eq=False)

    def holds(self, point: int) -> bool:
        """Whether a point is one of them."""
        at = points.place(point)
        return square_to(self.of, at) <= self.most * self.most and self.mover.stands(at)

    def candidates(self) -> Sequence[Candidate]:
        """Points of a grid around the middle of the outline, the nearest first."""
        if not self._listed:
            self._listed.extend(self._candidates())
        return self._listed

    def values(self) -> list[int]:
        """The points listed."""
        return [candidate.point for candidate in self.candidates()]

    def _candidates(self) -> list[Candidate]:
        # Everything is doubled, so that the middle is a whole number and the grid mirrors.
        xs, ys = [x for x, _ in self.of], [y for _, y in self.of]
        x, y = min(xs) + max(xs), min(ys) + max(ys)
        long, high = max(xs) - min(xs) + 2 * self.most, max(ys) - min(ys) + 2 * self.most
        step = 4 * self.mover.r + GRAIN
        while (long // step + 1) * (high // step + 1) > 4 * MOST_PLACES:
            step += GRAIN
        found = []
        for row in range(-(high // step), high // step + 1):
            for column in range(-(long // step), long // step + 1):
                at = ((x + column * step) // 2, (y + row * step) // 2)
                if min(at) < 0 or max(at) > points.MASK:
                    continue
                point = points.point(*at)
                if self.holds(point):
                    found.append((row * row + column * column, point))
        found.sort()
        return [Candidate(point, "place") for _, point in found[:MOST_PLACES]]


__all__ = ["CLEAR", "COMPASS", "EDGE", "Around", "Candidate", "Goal", "Reach"]
