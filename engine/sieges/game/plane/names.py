"""Words for points: how those that are listed are called, and which point somebody means who writes one."""

from __future__ import annotations

import re
from math import isqrt

from attrs import frozen

from sieges.game.pending import Option
from sieges.game.plane.regions import COMPASS, Around, Candidate, Goal, Reach
from sieges.game.plane.runtime import KIND
from sieges.game.plane.shapes import square_between
from sieges.game.plane.ways import EDGE
from sieges.language import points
from sieges.language.compiled import Compiled, KindData, PlaneData

_FAR = re.compile(r"(.*\S)\s+(\d+(?:\.\d{1,3})?)")


@frozen
class PlaneNames:
    """The options of one decision on a plane.

    An option's id is the point itself (``24,10.5``), so it means the same wherever it is written.
    """

    compiled: Compiled
    plane: PlaneData
    region: Reach | Around

    def options(self) -> tuple[Option, ...]:
        """Those that are listed."""
        return tuple(
            Option(points.written(found.point), self._label(found), found.point, self._touches(found))
            for found in self.region.candidates()
        )

    def find(self, text: str) -> Option | None:
        """The point of the region that a text means.

        Either ``x,y`` in measures, or a goal or direction that is listed and how far: ``ajax 4``, ``north 2.5``.
        """
        point = points.read(text)
        if point is None:
            point = self._named(" ".join(text.casefold().replace("_", " ").split()))
        if point is None or not self.region.holds(point):
            return None
        known = next((found for found in self.region.candidates() if found.point == point), None)
        if known is not None:
            return Option(points.written(point), self._label(known), point, self._touches(known))
        written = points.written(point)
        return Option(written, f"{written}{self._far(point)}", point)

    def _named(self, text: str) -> int | None:
        region = self.region
        if isinstance(region, Around):
            return None
        found = _FAR.fullmatch(text)
        name = found[1] if found is not None else text
        length = points.grains(found[2]) if found is not None else region.budget
        if length is None or length > region.budget:
            return None
        if name in COMPASS:
            return region.compass(name, length)
        meant = [
            goal
            for goal in region.goals
            if plain(name)
            in (plain(self._title(goal)), self._kind(goal).members[goal.index].replace("_", " "))
        ]
        return region.towards(meant[0].at, length)[0] if len(meant) == 1 else None

    def _label(self, found: Candidate) -> str:
        if found.word == "stay":
            return "stay here"
        if found.word == "place":
            return points.written(found.point)
        words = f"towards {self._title(found.goal)}" if found.goal is not None else found.word
        end = ""
        if found.met >= 0:
            base = self.plane.standing[found.met // KIND]
            met = self.compiled.kinds[base.kind].titles[found.met % KIND]
            same = found.goal is not None and met == self._title(found.goal)
            end = ", into contact" if same else f", as far as {met}"
        elif found.met == EDGE:
            end = ", to the edge"
        return f"{words}{end}{self._far(found.point)}"

    def _far(self, point: int) -> str:
        if isinstance(self.region, Around):
            return ""
        far = isqrt(square_between(self.region.mover.start, points.place(point)))
        # To the tenth, rounded up: words alone, nothing is decided by them.
        tenths = -(-far // (points.GRAIN // 10))
        return f" ({tenths // 10}.{tenths % 10} {self.plane.measures})"

    def _touches(self, found: Candidate) -> tuple[str, ...]:
        if found.goal is None:
            return ()
        kind = self._kind(found.goal)
        return (f"{kind.id}:{kind.members[found.goal.index]}",)

    def _kind(self, goal: Goal) -> KindData:
        if goal.kind >= 0:
            return self.compiled.kinds[self.plane.standing[goal.kind].kind]
        return self.compiled.kinds[self.plane.lying[-1 - goal.kind].kind]

    def _title(self, goal: Goal) -> str:
        return self._kind(goal).titles[goal.index]


def plain(title: str) -> str:
    """A title as people may also write it: in small letters, without the article."""
    return title.casefold().removeprefix("the ")
