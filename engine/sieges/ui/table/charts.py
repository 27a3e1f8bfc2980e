"""Charts for people: the odds of every result, the column that is known, the chart as printed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from attrs import define

from sieges.game.rules import Rules
from sieges.language.compiled import ChartData, SourceData
from sieges.ui.table.layout import Display
from sieges.ui.table.screen import Screen, cells, padded, wrap

DOUBTFUL = ("reconstructed", "inferred")


@define(eq=False)
class Charts:
    """The charts of one pack."""

    rules: Rules
    display: Display
    screen: Screen

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
            if isinstance(value, str) and self.display.charted in ("", variable.id):
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
            if not isinstance(value, str) or (name and variable.id != name):
                continue
            if variable.type == chart.column_kind:
                return kind.members.index(value)
            holder = compiled.kinds.get(variable.type)
            values = None if holder is None else holder.numbers.get(field or chart.column_kind)
            if holder is not None and values is not None:
                found = values[holder.members.index(value)]
                if 0 <= found < len(kind.members):
                    return found
        return None

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

        A ``*`` after a result says that a cell that gives it is in no document, where the chart is in one.
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
            if self.status(chart, row, column) and not self.status(chart):
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
        """``2/6 -1v   4/6 -`` for one column."""
        odds = self.odds(chart, column, modifier)
        return "   ".join(f"{count}/{total} {text}" for text, count, total in odds)

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
        groups: dict[str, list[int]] = {}
        for at in range(len(chart.columns)) if column is None else [column]:
            groups.setdefault(self.odds_text(chart, at, modifier), []).append(at)
        names = [" ".join(self.column_name(chart, at) for at in columns) for columns in groups.values()]
        if len(groups) == 1:
            names = [""]
        wide = max(cells(self.screen.text(name)) for name in names)
        lines: list[str] = []
        for name, text in zip(names, groups, strict=True):
            first = f"{padded(self.screen.text(name), wide)}  " if wide else ""
            lines += wrap_parts(self.screen.text(text).split("   "), width, first, joint="   ")
        return lines

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

    def full(self, chart: ChartData, column: int | None = None, modifier: int = 0) -> list[str]:
        """The chart as printed; ``>`` and ``<`` are about the known column, ``*`` marks cells that no document has."""
        rows = [[self.result(cell) for cell in row] for row in chart.cells]
        for at, row in enumerate(rows):
            for place in range(len(row)):
                if self.status(chart, at, place) and not self.status(chart):
                    row[place] += "*"
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
            lines.append("  * this cell is not in the document: it is reconstructed or inferred")
        if modifier:
            lines.append(f"  {modifier:+d} is added to the die")
        return [self.screen.text(line) for line in lines]

    def legend(self, charts: Sequence[ChartData]) -> list[str]:
        """What columns and results of charts mean, as far as the pack says it."""
        tokens: dict[str, str] = {}
        for chart in charts:
            kind = self.rules.compiled.kinds.get(chart.column_kind)
            titles = chart.titles if kind is None else kind.titles
            for label, title in zip(chart.labels, titles, strict=True):
                if title.replace("_", " ") != label.replace("_", " ") and len(chart.columns) > 1:
                    tokens.setdefault(label, title)
        for chart in charts:
            for row in chart.cells:
                for token in (token for cell in row for token in cell.split()):
                    pattern, words = self._words(token)
                    if words:
                        tokens.setdefault(pattern, words)
        parts = [f"{token} {words}" for token, words in tokens.items()]
        if any(text.endswith("*") for chart in charts for text in self._all_odds(chart)):
            parts.append("* by a cell that is in no document")
        if not parts:
            return []
        return wrap_parts([self.screen.text(part) for part in parts], self.screen.width, "  ", joint=";  ")

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


def wrap_parts(parts: Sequence[str], width: int, first: str, joint: str = "  ") -> list[str]:
    """Parts that are not to be broken, on as few lines as they need; ``joint`` stands between them."""
    lines: list[str] = []
    line, empty = first, True
    mark = joint.rstrip()
    gap = joint[len(mark) :]
    for number, part in enumerate(parts):
        shown = part + (mark if number < len(parts) - 1 else "")
        if not empty and cells(line + gap + shown) > width:
            lines.append(line.rstrip())
            line, empty = " " * cells(first), True
        if cells(line + shown) > width:
            *broken, line = wrap(shown, width, line, " " * cells(first))
            lines += broken
        else:
            line = line + ("" if empty else gap) + shown
        empty = False
    return [*lines, line.rstrip()]
