"""What an example states a second time, to be compared: the signs of a chart, the routes of a map (section 10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from attrs import define, field

from sieges.language import codes
from sieges.language import compiled as k
from sieges.language.charts import ROW, LinkedChart
from sieges.language.expressions.nodes import bits
from sieges.language.program import Program
from sieges.language.reporting import near, report
from sieges.language.sites import place_of
from sieges.language.types import set_of
from sieges.language.world import Kind
from sieges.pack.node import Node

Difference = tuple[str, k.Place, k.Place]
"""What is said of it, where it is stated, where it is declared."""
Cell = tuple[int, int]
"""Row and column of a chart, from 0."""


class _Unread(Exception):
    """Something that cannot be read; it has been reported."""


def _unread(program: Program, code: str, message: str, node: Node, **more: str | None) -> _Unread:
    at_key = bool(more.pop("at_key", None))
    report(program.found, code, message, node.key_span if at_key else node.span, **more)  # type: ignore[arg-type]
    return _Unread()


# --- charts ---------------------------------------------------------------------------------------


def compare_chart(program: Program, id_: str, node: Node) -> list[Difference]:
    """Where a chart is not as an example states it: sign by sign, with the columns and rows where that stands.

    Mistakes in how it is stated are reported, and then nothing is compared.
    """
    try:
        return _ChartStated(program, _chart(program, id_, node), node).differences()
    except _Unread:
        return []


def _chart(program: Program, id_: str, node: Node) -> LinkedChart:
    charts = program.world.charts
    if id_ not in charts:
        message, fix = f"there is no chart `{id_}`", near(id_, charts)
        help_ = "a chart is named by its id, or by that of its member and the field: `order.chart`"
        raise _unread(program, codes.UNKNOWN_NAME, message, node, fix=fix, help=help_, at_key="yes")
    chart = program.chart(id_)
    if chart is None:
        raise _Unread
    return chart


@define(eq=False)
class _ChartStated:
    """The cells of a chart as an example states them."""

    program: Program
    chart: LinkedChart
    node: Node
    cells: dict[Cell, Counter[str]] = field(factory=dict)
    places: dict[tuple[Cell, str], Node] = field(factory=dict)
    """Where it is said of a sign that it stands in a cell."""

    def differences(self) -> list[Difference]:
        if not self.node.is_mapping:
            message = "the signs of a chart are stated with where they stand"
            fix = "{sign: {column: rows}}"
            raise _unread(self.program, codes.EXAMPLE, message, self.node, fix=fix)
        for signs, where in self.node.items():
            for cell, node in self._where(where):
                for sign in signs.split():
                    self.cells.setdefault(cell, Counter())[sign] += 1
                    self.places.setdefault((cell, sign), node)
        # Cells that differ alike are told together.
        alike: dict[tuple[str, str], list[Cell]] = {}
        for cell in ((row, column) for row in range(len(self.chart.rows)) for column in self._columns()):
            is_, said = Counter(self._signs(cell)), self.cells.get(cell, Counter())
            if is_ != said:
                alike.setdefault((" ".join(self._signs(cell)), " ".join(said.elements())), []).append(cell)
        return [self._difference(*both, cells) for both, cells in alike.items()]

    def _difference(self, is_: str, said: str, cells: list[Cell]) -> Difference:
        first = cells[0]
        wrong = [sign for sign in said.split() if sign not in is_.split()]
        node = self.places[first, (wrong or said.split())[0]] if said else self.node
        where = "; ".join(f"{self.chart.rows[row][2]}, {self.chart.labels[column]}" for row, column in cells)
        message = f"{self.chart.info.title} is `{is_}` at {where}, and `{said or 'nothing'}` is stated"
        row = list(self.chart.info.node["rows"].items())[first[0]][1]
        there = row[first[1]] if row.is_list and first[1] < len(row) else row
        return (message, place_of(node.span if said else node.key_span), place_of(there.span))

    def _signs(self, cell: Cell) -> list[str]:
        return self.chart.cells[cell[0]][cell[1]].split()

    def _columns(self) -> range:
        return range(len(self.chart.columns))

    def _where(self, node: Node) -> Iterator[tuple[Cell, Node]]:
        """The cells that are meant: rows by column, or rows alone for every column."""
        if not node.is_mapping:
            yield from self._rows(node, self._columns())
            return
        for names, rows in node.items():
            yield from self._rows(rows, [self._column(name, rows) for name in names.split()])

    def _column(self, name: str, node: Node) -> int:
        chart = self.chart
        for names in (chart.labels, chart.columns):
            if name in names:
                return names.index(name)
        message, known = f"the chart has no column `{name}`", ", ".join(chart.labels)
        fix = near(name, (*chart.labels, *chart.columns))
        raise _unread(
            self.program, codes.EXAMPLE, message, node, fix=fix, help=f"columns: {known}", at_key="yes"
        )

    def _rows(self, node: Node, columns: Sequence[int]) -> Iterator[tuple[Cell, Node]]:
        for one in node if node.is_list else [node]:
            text = one.raw if not isinstance(one.value, str) else one.value
            for item in text.split():
                for row in self._row(item, one):
                    yield from (((row, column), one) for column in columns)

    def _row(self, item: str, node: Node) -> list[int]:
        """The rows that `2`, `2-3`, `3-` or `4+` means; open ends of the chart need not be written."""
        found = ROW.fullmatch(item)
        labels = [label for _, _, label in self.chart.rows]
        known = f"rows: {', '.join(labels)}"
        if found is None:
            raise _unread(self.program, codes.EXAMPLE, f"`{item}` is no row", node, help=known)
        low, high = (float("-inf") if found[2] else int(found[1])), float(found[4] or found[1])
        high = float("inf") if found[3] else high
        rows: list[int] = []
        for row, label in enumerate(labels):
            said = ROW.fullmatch(label)
            assert said is not None
            first, last = int(said[1]), int(said[4] or said[1])
            if low <= first and last <= high:
                rows.append(row)
            elif low <= last and first <= high:
                message = f"`{item}` means a part of the row `{label}`"
                raise _unread(self.program, codes.EXAMPLE, message, node, help=known)
        if not rows:
            raise _unread(self.program, codes.EXAMPLE, f"the chart has no row `{item}`", node, help=known)
        return rows


# --- routes ---------------------------------------------------------------------------------------


def compare_routes(program: Program, name: str, node: Node) -> list[Difference]:
    """Where the members that a field of sets names are others than an example's routes lead through.

    Mistakes in how routes are written are reported, and then nothing is compared.
    """
    try:
        kind, field_name = _sets(program, name, node)
        steps = {pair: step for route in node for pair, step in _steps(program, kind, route)}
    except _Unread:
        return []
    sets = kind.fields[field_name].values
    named = {(one, other) for one in range(len(sets)) for other in bits(sets[one])}
    found = []
    for (one, other), step in steps.items():
        for here, there in ((one, other), (other, one)):
            if (here, there) not in named:
                message = (
                    f"`{kind.members[here]}` does not have `{kind.members[there]}` in its `{field_name}`"
                )
                found.append((message, place_of(step.span), place_of(kind.nodes[here].key_span)))
    for one, other in sorted(named):
        if (one, other) in steps or (other, one) in steps or (one > other and (other, one) in named):
            continue
        message = f"no route leads from `{kind.members[one]}` to `{kind.members[other]}`"
        found.append((message, place_of(node.key_span), place_of(kind.nodes[one].key_span)))
    return found


def _sets(program: Program, name: str, node: Node) -> tuple[Kind, str]:
    """The kind and its field that `location.neighbours` names."""
    kinds = program.world.kinds
    fields = {
        f"{kind.id}.{field_.id}": (kind, field_.id)
        for kind in kinds.values()
        for field_ in kind.fields.values()
        if field_.type == set_of(kind.id)
    }
    if name not in fields:
        help_ = (
            f"such fields: {', '.join(fields)}"
            if fields
            else "no kind has a field of sets of its own members"
        )
        message = f"`{name}` is no field in which members name others of their kind"
        raise _unread(program, codes.EXAMPLE, message, node, fix=near(name, fields), help=help_, at_key="yes")
    return fields[name]


def _steps(program: Program, kind: Kind, route: Node) -> Iterator[tuple[tuple[int, int], Node]]:
    """The pairs of members that a route steps between, with where it comes to the second."""
    places = [_member(program, kind, step) for step in route]
    if len(places) < 2:
        message = "a route leads through two members at least"
        raise _unread(program, codes.EXAMPLE, message, route)
    for at in range(1, len(places)):
        yield (places[at - 1], places[at]), route[at]


def _member(program: Program, kind: Kind, node: Node) -> int:
    name = str(node.value)
    index = kind.index.get(name, kind.labels.get(name))
    if index is None:
        message, fix = f"there is no {kind.title} `{name}`", near(name, kind.members)
        raise _unread(program, codes.UNKNOWN_NAME, message, node, fix=fix)
    return index
