"""Draws a plane: an outline of what lies on it, a letter for each who stands there, and who they are."""

from __future__ import annotations

from string import ascii_lowercase, ascii_uppercase
from typing import Any

from sieges.game.plane.shapes import covers
from sieges.language import points
from sieges.language.compiled import Compiled, KindData, LyingData, PlaneData
from sieges.ui.table.layout import Display
from sieges.ui.table.screen import Screen, wrap
from sieges.ui.table.standing import notes

MOST_ROWS = 24
"""A row is twice as high as a letter is wide."""
TICK = 12
"""Columns from one number along the edge to the next, at least."""
NO_NOTES = ("spot", "facing")
ANGLES = 3
"""From so many corners on something encloses an area, and is drawn."""


def draw_planes(compiled: Compiled, display: Display, screen: Screen, position: dict[str, Any]) -> list[str]:
    """All planes of a pack on which anything can stand or lie, as lines; others only measure."""
    lines: list[str] = []
    for plane in compiled.planes:
        if plane.id not in display.hide and (plane.standing or plane.lying):
            lines += _Drawing(compiled, display, screen, position, plane).lines()
    return lines


class _Drawing:
    """One plane while it is drawn."""

    def __init__(
        self,
        compiled: Compiled,
        display: Display,
        screen: Screen,
        position: dict[str, Any],
        plane: PlaneData,
    ) -> None:
        self.compiled, self.display, self.screen, self.position = compiled, display, screen, position
        self.plane = plane
        # The grains that a letter is wide: so many that the rows and the width of the window suffice.
        wide = -(-plane.width // max(10, screen.width - 6))
        self.across = max(wide, -(-plane.height // (2 * MOST_ROWS)))
        self.columns = -(-plane.width // self.across)
        self.rows = -(-plane.height // (2 * self.across))

    def lines(self) -> list[str]:
        grid = [[self._area(column, row) for column in range(self.columns)] for row in range(self.rows)]
        told = self._people(grid)
        lines = [self.screen.text(f" {self.plane.title} ({self.plane.measures}, north is up)")]
        lines.append("     +" + "-" * self.columns + "+")
        for row, signs in enumerate(grid):
            south = self.plane.height - (row + 1) * 2 * self.across
            label = points.measure(max(0, south) // points.GRAIN * points.GRAIN) if row % 3 == 2 else ""
            lines.append(f"{label:>4} |{''.join(signs)}|")
        lines.append("     +" + "-" * self.columns + "+")
        lines.append("      " + self._ticks())
        return [*lines, *self._key(), *told]

    def _ticks(self) -> str:
        line = ""
        for column in range(0, self.columns, TICK):
            west = points.measure(column * self.across // points.GRAIN * points.GRAIN)
            line = line.ljust(column) + west
        return line

    def _shown(self, lying: LyingData) -> list[int]:
        members = self.compiled.kinds[lying.kind].members
        return [
            at
            for at, outline in enumerate(lying.outlines)
            if len(outline) >= ANGLES and members[at] not in self.display.hide
        ]

    @staticmethod
    def _sign(lying: LyingData, at: int) -> str:
        return "#" if lying.tolls[at] else "~" if lying.paces[at] > 1 else "%"

    def _area(self, column: int, row: int) -> str:
        half = self.across // 2
        north = self.plane.height - row * 2 * self.across
        # A row is two letters high: its upper and its lower half are looked at.
        middles = [(column * self.across + half, north - self.across * part - half) for part in (0, 1)]
        for lying in self.plane.lying:
            for at in self._shown(lying):
                if any(covers(lying.outlines[at], middle, half) for middle in middles):
                    return self._sign(lying, at)
        return "."

    def _people(self, grid: list[list[str]]) -> list[str]:
        """Put a letter where each stands; lines that say who they are."""
        told: list[str] = []
        for standing in self.plane.standing:
            kind = self.compiled.kinds[standing.kind]
            spots = self.position["state"][kind.id]["spot"]
            for group, (title, members) in enumerate(self._groups(kind)):
                words = []
                letters = ascii_uppercase if group % 2 == 0 else ascii_lowercase
                for number, at in enumerate(members):
                    spot = spots[kind.members[at]]
                    if spot is None:
                        continue
                    letter = letters[number] if number < len(letters) else "?"
                    if (len(self.plane.standing) > 1 and title == "") or group > 1:
                        letter = str(number % 10)
                    x, y = points.place(points.read(spot) or 0)
                    row = min(self.rows - 1, max(0, (self.plane.height - y - 1) // (2 * self.across)))
                    grid[row][min(self.columns - 1, x // self.across)] = letter
                    state = self.position["state"][kind.id]
                    about = notes(self.compiled, self.display, kind, at, NO_NOTES, state)
                    words.append(f"{letter} {kind.titles[at]} {_brief(spot)}{about}")
                if words:
                    first = f" {title or kind.plural.replace('_', ' ').capitalize()}: "
                    told += wrap(self.screen.text("; ".join(words)), self.screen.width, first, "   ")
        return told

    def _groups(self, kind: KindData) -> list[tuple[str, list[int]]]:
        """The members by the first of their fields that is a member of another kind, with its title."""
        field = next((name for name, type_ in kind.types.items() if type_ in self.compiled.kinds), None)
        if field is None or field not in kind.numbers:
            return [("", list(range(len(kind.members))))]
        other = self.compiled.kinds[kind.types[field]]
        found: dict[int, list[int]] = {}
        for at, value in enumerate(kind.numbers[field]):
            found.setdefault(value, []).append(at)
        return [(other.titles[value] if value >= 0 else "", members) for value, members in found.items()]

    def _key(self) -> list[str]:
        words = []
        for lying in self.plane.lying:
            titles = self.compiled.kinds[lying.kind].titles
            for at in self._shown(lying):
                corners = lying.outlines[at]
                x, y = (sum(corner[axis] for corner in corners) // len(corners) for axis in (0, 1))
                words.append(
                    f"{self._sign(lying, at)} {titles[at]} {_brief(points.written(points.point(x, y)))}"
                )
        return wrap(self.screen.text("; ".join(words)), self.screen.width, " On it: ", "   ") if words else []


def _brief(spot: str) -> str:
    """A point to the tenth of a measure, for people."""
    x, y = points.place(points.read(spot) or 0)
    return ",".join(_tenths(part) for part in (x, y))


def _tenths(length: int) -> str:
    tenths = (length + points.GRAIN // 20) // (points.GRAIN // 10)
    return f"{tenths // 10}.{tenths % 10}" if tenths % 10 else str(tenths // 10)
