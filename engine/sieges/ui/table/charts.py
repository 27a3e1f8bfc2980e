"""Charts for people: the odds of every result, the column that is known, the chart as printed."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Sequence
from typing import Any

from attrs import define

from sieges.game.rules import Rules
from sieges.language.compiled import ChartData, SourceData
from sieges.ui.table.layout import Display
from sieges.ui.table.members import DOUBTFUL, INFERRED, RECONSTRUCTED
from sieges.ui.table.screen import Screen, cells, padded, wrap

GAP = "  "
"""Between the odds of two results."""


@define(eq=False)
class Charts:
    """The charts of one pack."""

    rules: Rules
    display: Display
    screen: Screen
    fresh: Callable[[], Container[str]] | None = None
    """The variables that were set in this turn: what another still holds may be left over from the last one, so that
    no chart and no column is guessed from it. None where nobody knows of turns."""

    # --- which chart, which column ----------------------------------------------------------------

    def of(self, kind: str, member: str) -> ChartData | None:
        """The chart that a member owns."""
        data = self.rules.compiled.kinds.get(kind)
        if data is None or member not in data.members:
            return None
        index = data.members.index(member)
        charts = self.rules.compiled.charts.values()
        return next((chart for chart in charts if chart.kind == kind and chart.member == index), None)

    def in_use(self, position: dict[str, Any]) -> ChartData | None:
        """The chart that the next die is for, as far as can be seen: that of a member that a variable holds."""
        if self.display.charted in self.rules.compiled.charts:
            return self.rules.compiled.charts[self.display.charted]
        for variable in self.rules.compiled.variables:
            value = position["variables"][variable.id]
            if isinstance(value, str) and self._holds(variable.id, self.display.charted):
                chart = self.of(variable.type, value)
                if chart is not None and (chart.column_kind or len(chart.columns) == 1):
                    return chart
        return None

    def column(self, chart: ChartData, position: dict[str, Any]) -> int | None:
        """The column that will be used, where it is known already."""
        if len(chart.columns) == 1:
            return 0
        if not chart.column_kind:
            return None
        compiled = self.rules.compiled
        kind = compiled.kinds[chart.column_kind]
        name, _, field = self.display.column.partition(".")
        for variable in compiled.variables:
            value = position["variables"][variable.id]
            if not isinstance(value, str) or not self._holds(variable.id, name):
                continue
            if variable.type == chart.column_kind:
                return kind.members.index(value)
            holder = compiled.kinds.get(variable.type)
            if holder is None:
                continue
            for own, type_ in holder.types.items():
                if type_ == chart.column_kind and own in holder.numbers and field in ("", own):
                    found = holder.numbers[own][holder.members.index(value)]
                    if 0 <= found < len(kind.members):
                        return found
        return None

    def _holds(self, variable: str, named: str) -> bool:
        """Whether a variable is the one that the pack names; where it names none, whether it may be meant."""
        if named:
            return variable == named
        return self.fresh is None or variable in self.fresh()

    # --- odds -------------------------------------------------------------------------------------

    @property
    def die(self) -> SourceData | None:
        """The die that charts are read with."""
        dice = [source for source in self.rules.compiled.sources if source.deck < 0]
        return next((die for die in dice if die.id == self.display.die), dice[0] if dice else None)

    def modifier(self, position: dict[str, Any]) -> int:
        """What is added to the die as things stand."""
        value = position["variables"].get(self.display.modifier)
        if value is None:
            value = position["tracks"].get(self.display.modifier)
        return value if isinstance(value, int) else 0

    def odds(self, chart: ChartData, column: int, modifier: int = 0) -> list[tuple[str, int, int]]:
        """Results of a column in the order of its rows, each with how many faces of how many give it.

        A ``*`` after a result says that a cell that gives it is reconstructed, where the chart is not.
        """
        die = self.die
        if die is None or not die.faces:
            return []
        counts: dict[str, int] = {}
        doubtful: set[str] = set()
        rows = sorted(row_of(chart, face + modifier) for face in die.faces)
        for row in rows:
            text = self.result(chart.cells[row][column])
            counts[text] = counts.get(text, 0) + 1
            if self._sign(chart, row, column) == "*":
                doubtful.add(text)
        return [
            (f"{text}*" if text in doubtful else text, count, len(die.faces))
            for text, count in counts.items()
        ]

    @staticmethod
    def result(cell: str) -> str:
        """The tokens of a cell as shown; a dot, since a dash alone is no YAML, as the dash that is printed."""
        return " ".join("-" if token == "." else token for token in cell.split())

    def odds_text(self, chart: ChartData, column: int, modifier: int = 0) -> str:
        """``2/6 -1v  4/6 -`` for one column."""
        odds = self.odds(chart, column, modifier)
        return GAP.join(f"{count}/{total} {text}" for text, count, total in odds)

    def column_name(self, chart: ChartData, column: int, long: bool = False) -> str:
        """What people call a column: its label, or its title."""
        label, title = chart.labels[column], chart.titles[column]
        if len(chart.columns) == 1 and label == chart.columns[0]:
            return title.replace("_", " ")
        label = label.replace("_", " ")
        return f"{label} ({title})" if long and title.replace("_", " ") != label else label

    # --- as drawn ---------------------------------------------------------------------------------

    def summary(
        self, chart: ChartData, width: int, column: int | None = None, modifier: int = 0
    ) -> list[str]:
        """A line for each column that differs (or for the known one): the odds of every result."""
        groups: dict[frozenset[tuple[str, int, int]], list[int]] = {}
        for at in range(len(chart.columns)) if column is None else [column]:
            groups.setdefault(frozenset(self.odds(chart, at, modifier)), []).append(at)
        names = [self._names(chart, columns) for columns in groups.values()]
        if len(groups) == 1:
            names = [""]
        wide = max(cells(self.screen.text(name)) for name in names)
        lines: list[str] = []
        for name, columns in zip(names, groups.values(), strict=True):
            first = f"{padded(self.screen.text(name), wide)} " if wide else ""
            text = self.screen.text(self.odds_text(chart, columns[0], modifier))
            lines += wrap_parts(text.split(GAP), width, first, joint=GAP)
        return lines

    def _names(self, chart: ChartData, columns: Sequence[int]) -> str:
        """The names of columns that are alike: ``AB``, ``north south``."""
        names = [self.column_name(chart, at) for at in columns]
        return ("" if all(len(name) == 1 for name in names) else " ").join(names)

    def status(self, chart: ChartData, row: int | None = None, column: int | None = None) -> str:
        """Where a chart, or one of its cells, comes from, if that is worth a word."""
        if row is None or column is None:
            return chart.statuses.get("", "") if chart.statuses.get("", "") in DOUBTFUL else ""
        label = chart.rows[row][2]
        names = (chart.labels[column], chart.columns[column])
        for key in (f"{part}{name}" for part in (label.rstrip("+-"), label) for name in names):
            if key in chart.statuses:
                return chart.statuses[key] if chart.statuses[key] in DOUBTFUL else ""
        return self.status(chart)

    def _sign(self, chart: ChartData, row: int, column: int) -> str:
        """``*`` for a reconstructed cell, ``~`` for an inferred one; none where that is true of the whole chart."""
        cell, whole = self.status(chart, row, column), self.status(chart)
        if cell == whole:
            return ""
        return "*" if cell == RECONSTRUCTED else "~" if cell == INFERRED and not whole else ""

    def full(self, chart: ChartData, column: int | None = None, modifier: int = 0) -> list[str]:
        """The chart as printed; ``>`` and ``<`` are about the known column; see `_sign` for the other two."""
        rows = [[self.result(cell) for cell in row] for row in chart.cells]
        for at, row in enumerate(rows):
            for place in range(len(row)):
                row[place] += self._sign(chart, at, place)
        heads = [self.column_name(chart, at) for at in range(len(chart.columns))]
        shown = range(len(heads))
        wide = [max(cells(heads[at]), *(cells(row[at]) for row in rows)) + 2 for at in shown]
        first = max(3, *(cells(label) for _, _, label in chart.rows))
        if first + 3 + sum(wide) + len(wide) > self.screen.width and column is not None:
            shown = range(column, column + 1)

        def drawn(label: str, row: Sequence[str]) -> str:
            parts = [
                padded(f">{row[at]}<" if at == column and len(heads) > 1 else f" {row[at]}", wide[at])
                for at in shown
            ]
            return f"  {padded(label, first)} {' '.join(parts)}".rstrip()

        lines = [drawn("die", heads)]
        lines += [drawn(label, row) for (_, _, label), row in zip(chart.rows, rows, strict=True)]
        if any("*" in line for line in lines):
            lines.append("  * a reconstructed cell: no document has it")
        if any("~" in line for line in lines):
            lines.append("  ~ an inferred cell: it follows from the documents")
        if modifier:
            lines.append(f"  {modifier:+d} is added to the die")
        return [self.screen.text(line) for line in lines]

    def legend(self, charts: Sequence[ChartData], known: Container[str] = ()) -> list[str]:
        """What columns and results of charts mean, as far as the pack says it and it is not ``known``."""
        lines: list[str] = []
        for head, parts in zip(("Columns", "Results"), self.signs(charts), strict=True):
            shown = [self.screen.text(part) for part in parts if part not in known]
            if shown:
                lines += wrap_parts(shown, self.screen.width, f"  {head}: ", "    ", joint="; ")
        return lines

    def signs(self, charts: Sequence[ChartData]) -> tuple[list[str], list[str]]:
        """The columns of charts with their titles, and the tokens in them with what they mean.

        One sign may be both. Columns of several charts have the titles of their kind, not those of one chart.
        """
        columns: dict[str, str] = {}
        results: dict[str, str] = {}
        for chart in charts:
            kind = self.rules.compiled.kinds.get(chart.column_kind)
            titles = chart.titles if kind is None or len(charts) == 1 else kind.titles
            for label, title in zip(chart.labels, titles, strict=True):
                if title.replace("_", " ") != label.replace("_", " ") and len(chart.columns) > 1:
                    columns.setdefault(label, title)
            for token in (token for row in chart.cells for cell in row for token in cell.split()):
                pattern, words = self._words(token)
                if words:
                    results.setdefault(pattern, words)
        found = [f"{'-' if token == '.' else token} {words}" for token, words in results.items()]
        if any(text.endswith("*") for chart in charts for text in self._all_odds(chart)):
            found.append("* by a reconstructed cell")
        return [
            title if spelt(label) == spelt(title) else f"{label} {title}" for label, title in columns.items()
        ], found

    def _all_odds(self, chart: ChartData) -> list[str]:
        return [text for at in range(len(chart.columns)) for text, _, _ in self.odds(chart, at)]

    def _words(self, token: str) -> tuple[str, str]:
        """The pattern of a token, with N for its number, and what it means."""
        if token in self.display.tokens:
            return token, self.display.tokens[token]
        for pattern, words in self.display.tokens.items():
            expression = re.sub(r"\\\{\w+\\\}", r"\\d+", re.escape(pattern))
            if "{" in pattern and re.fullmatch(expression, token):
                return re.sub(r"\{\w+\}", "N", pattern), re.sub(r"\{\w+\}", "N", words)
        return token, ""


def row_of(chart: ChartData, number: int) -> int:
    """The row of a number."""
    for at, (_, last, _) in enumerate(chart.rows):
        if last is None or number <= last:
            return at
    return len(chart.rows) - 1


def wrap_parts(
    parts: Sequence[str], width: int, first: str, rest: str | None = None, joint: str = "  "
) -> list[str]:
    """Parts that are not to be broken, on as few lines as they need; ``joint`` stands between them.

    ``first`` and ``rest`` stand before the first and the further lines; left out, these are blanks as wide.
    """
    lines: list[str] = []
    line, empty = first, True
    rest = " " * cells(first) if rest is None else rest
    mark = joint.rstrip()
    gap = joint[len(mark) :]
    for number, part in enumerate(parts):
        shown = part + (mark if number < len(parts) - 1 else "")
        if not empty and cells(line + gap + shown) > width:
            lines.append(line.rstrip())
            line, empty = rest, True
        if cells(line + shown) > width:
            *broken, line = wrap(shown, width, line, rest)
            lines += broken
        else:
            line = line + ("" if empty else gap) + shown
        empty = False
    return [*lines, line.rstrip()]


def spelt(text: str) -> str:
    """A name however it is written."""
    return text.replace("_", " ").lower()
