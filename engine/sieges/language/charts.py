"""Charts: rows that cover all numbers, columns, and cells of tokens that become steps (docs/language.md, section 6)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import define, field

from sieges.language import codes
from sieges.language.compiled import UNKNOWN_CELL
from sieges.language.emission.marks import Key
from sieges.language.emission.steps import Body, Step
from sieges.language.expressions import code as c
from sieges.language.expressions.code import Code, Environment
from sieges.language.expressions.nodes import Local
from sieges.language.expressions.scope import Scope
from sieges.language.reporting import near, report
from sieges.language.results import Result, find_result, link_results, matching
from sieges.language.types import NUMBER, Type, member
from sieges.language.verbs.base import Binder
from sieges.language.verbs.calls import CallStep
from sieges.language.world import ChartInfo
from sieges.pack.node import Node
from sieges.text.spans import Span
from sieges.text.wording import counted

if TYPE_CHECKING:
    from sieges.language.emission.assembly import Assembly
    from sieges.language.emission.lowering import Lowering
    from sieges.language.emission.output import Output
    from sieges.language.program import Program

LONGEST_CHART = 200
"""How many numbers the rows between the open ends may span."""

UNKNOWN = "todo"
"""What stands in a cell that is still to do."""

ROW = re.compile(r"(-?\d+)(?:(-)|(\+)|-(-?\d+))?")


@define(eq=False)
class LinkedChart:
    """A chart with its rows as numbers and its cells as tokens."""

    info: ChartInfo
    low: int
    high: int
    rows: list[tuple[int | None, int | None, str]]
    """First and last number (None for an open end) and the printed label."""
    column_kind: str | None
    columns: list[str]
    """Ids or names of the columns."""
    titles: list[str]
    labels: list[str]
    cells: list[list[str]]
    """Row by row, column by column, the tokens as written."""
    results: list[Result]
    """What tokens do in this chart only."""
    bodies: dict[str, str] = field(factory=dict)
    """Tokens of a cell -> id of the body that does it."""

    def row_of(self, number: int) -> int:
        for index, (_, last, _) in enumerate(self.rows):
            if last is None or number <= last:
                return index
        raise AssertionError("rows cover all numbers")


def link_chart(program: Program, info: ChartInfo) -> LinkedChart | None:
    """The chart with its rows and cells checked; None after a mistake that leaves nothing to use."""
    found, world, spec = program.found, program.world, info.spec
    columns_node = info.columns
    if columns_node is None:
        fix = "columns: a kind, or [a list, of names]"
        report(
            found, codes.CHART_CELLS, "the columns of this chart are missing", info.node.span.start, fix=fix
        )
        return None
    kind: str | None = None
    if isinstance(columns_node.value, str):
        said = columns_node.value
        kind = said if said in world.kinds else world.plurals.get(said)
        if kind is None:
            report(
                found,
                codes.UNKNOWN_NAME,
                f"there is no kind `{said}` for columns",
                columns_node.span,
                help="`columns` is a kind, or a list of names",
                fix=near(said, world.kinds),
            )
            return None
        members = world.kinds[kind]
        columns, titles = list(members.members), list(members.titles)
        by_index = {index: label for label, index in members.labels.items()}
        labels = [by_index.get(index, name) for index, name in enumerate(columns)]
    else:
        columns = [str(column.value) for column in columns_node]
        titles, labels = list(columns), list(columns)
        places: dict[str, int] = {}
        for place, name in enumerate(columns):
            if (first := places.setdefault(name, place)) != place:
                report(
                    found,
                    codes.CHART_CELLS,
                    f"two columns are called `{name}`",
                    columns_node[place].span,
                    related=((columns_node[first].span, "the first one"),),
                )
    if not columns:
        empty = "a chart needs columns" if kind is None else f"the kind `{kind}` has no members for columns"
        report(found, codes.CHART_CELLS, empty, columns_node.span)
        return None
    if spec.titles:
        if len(spec.titles) != len(columns):
            report(
                found,
                codes.CHART_CELLS,
                f"{counted(len(spec.titles), 'title')} for {counted(len(columns), 'column')}",
                info.node["titles"].span,
            )
        else:
            titles = list(spec.titles)
    rows = _rows(program, info)
    if rows is None:
        return None
    cells: list[list[str]] = []
    for label, row in info.node["rows"].items():
        texts = (
            [str(cell.value) if isinstance(cell.value, str) else cell.raw for cell in row]
            if row.is_list
            else []
        )
        if len(texts) != len(columns):
            report(
                found,
                codes.CHART_CELLS,
                f"row `{label}` has {counted(len(texts), 'cell')} for {counted(len(columns), 'column')}",
                row.span,
                help=f"columns: {', '.join(labels)}",
            )
            if not texts:
                return None
            # What stands there does for the missing cells, so that one mistake is one message.
            texts = (texts + texts[-1:] * len(columns))[: len(columns)]
        cells.append(texts)
    own = info.node.get("tokens")
    results = [] if own is None else link_results(dict(own.items()), world, found)
    finite = [number for low, high, _ in rows for number in (low, high) if number is not None]
    chart = LinkedChart(info, min(finite), max(finite), rows, kind, columns, titles, labels, cells, results)
    if chart.high - chart.low > LONGEST_CHART:
        report(found, codes.TOO_LARGE, f"a chart spans at most {LONGEST_CHART} numbers", columns_node.span)
        return None
    _check_cell_sources(program, chart)
    return chart


def _check_cell_sources(program: Program, chart: LinkedChart) -> None:
    node = chart.info.node.get("cells")
    if node is None:
        return
    rows = {label: index for index, (_, _, label) in enumerate(chart.rows)}
    known = {f"{row.rstrip('+-')}{column}" for row in rows for column in (*chart.labels, *chart.columns)}
    known |= {f"{row}{column}" for row in rows for column in (*chart.labels, *chart.columns)}
    for name, source in node.items():
        for part in name.split():
            if part not in known:
                report(
                    program.found,
                    codes.UNKNOWN_NAME,
                    f"the chart has no cell `{part}`",
                    source.key_span,
                    help="a cell is its row label, then its column label",
                    fix=near(part, known),
                )


def _rows(program: Program, info: ChartInfo) -> list[tuple[int | None, int | None, str]] | None:
    rows: list[tuple[int | None, int | None, str]] = []
    nodes = info.node["rows"]

    def wrong(message: str, node: Node, fix: str | None = None) -> None:
        report(
            program.found,
            codes.CHART_ROWS,
            message,
            node.key_span,
            help="rows are `1-` (and less), `2`, `3-4`, `6+` (and more); they cover all whole numbers, in order; "
            "with `clamp: true` the first and last row are open by themselves",
            fix=fix,
        )

    expected: int | None = None
    for position, (label, node) in enumerate(nodes.items()):
        found = ROW.fullmatch(label.strip())
        if found is None:
            wrong(f"`{label}` is no row label", node)
            return None
        first = int(found[1])
        low: int | None = None if found[2] else first
        high: int | None = None if found[3] else int(found[4]) if found[4] else first
        last_one = position == len(nodes) - 1
        if low is not None and high is not None and high < low:
            wrong(f"`{label}` runs backwards", node)
            return None
        if info.spec.clamp:
            low = None if position == 0 else low
            high = None if last_one else high
        if position == 0 and low is not None:
            wrong(f"what is below {first}? The first row must be open downwards", node, f"{high or first}-")
            return None
        if position > 0 and low is None:
            wrong(f"only the first row is open downwards, `{label}` is not the first", node)
            return None
        if last_one and high is not None:
            more = low is None and position == 0
            fix = f"a row `{high + 1}+:` after it" if more else f"{first}+"
            wrong(f"what is above {high}? The last row must be open upwards", node, fix)
            return None
        if not last_one and high is None:
            wrong(f"only the last row is open upwards, `{label}` is not the last", node)
            return None
        if expected is not None and low is not None and low > expected:
            gap = str(expected) if low == expected + 1 else f"{expected}-{low - 1}"
            wrong(f"row {gap} is missing before `{label}`", node, f"{gap}: […]")
            return None
        if expected is not None and low is not None and low < expected:
            below = rows[-1][2]
            wrong(f"`{label}` and the row `{below}` before it overlap", node, f"begin it with {expected}")
            return None
        expected = None if high is None else high + 1
        rows.append((low, high, label))
    if not rows:
        wrong("a chart needs rows", nodes)
        return None
    return rows


def cell_body(program: Program, chart: LinkedChart, row: int, column: int, node: Node) -> str:
    """The id of the body that does the tokens of one cell; made when first asked for."""
    tokens = chart.cells[row][column].split()
    info = chart.info
    key = " ".join(tokens)
    if key == UNKNOWN:
        return _unknown_body(program, chart, row, column, node)
    if key in chart.bodies:
        return chart.bodies[key]
    id_ = chart.bodies[key] = f"{info.id}[{key}]"
    fixed = {} if info.kind is None else {"this": info.index}
    body = Body(id_, f"{info.title}: {key}", {}, node.span, fixed=fixed, what="cell")
    program.bodies[id_] = body
    if not tokens:
        nothing = find_result(".", chart.results, program.results)
        fix = "write a token" if nothing is None else "write `.`"
        report(program.found, codes.CHART_CELLS, "an empty cell", node.span, fix=fix)
    for token in tokens:
        found = find_result(token, chart.results, program.results)
        if found is None:
            if token in program.unknown_tokens:
                continue
            program.unknown_tokens.add(token)
            names = [result.token for result in (*chart.results, *program.results)]
            report(
                program.found,
                codes.UNKNOWN_TOKEN,
                f"nothing says what `{token}` does",
                node.span,
                help=f"results: {', '.join(names) or 'none'}",
                fix=near(token, names),
                related=program.world.gone(token),
            )
            continue
        result, numbers = found
        program.used_results.add(result)
        if len(same := matching(token, chart.results if result in chart.results else program.results)) > 1:
            _ambiguous(program, token, same)
        if result.refused:
            continue
        locals_: dict[str, Type] = dict.fromkeys(numbers, NUMBER)
        if info.kind is not None:
            locals_["this"] = member(info.kind)
        scope = Scope(program.world, program.found, locals_)
        inner = Body(
            f"{id_}/{token}",
            f"{info.title}: {token}",
            {},
            result.steps.span,
            fixed={**fixed, **numbers},
            what="token",
        )
        program.bodies[inner.id] = inner
        inner.steps = Binder(program, scope, f"results.{token}").typed(result.steps)
        body.steps.append(CallStep(span=node.span, body=inner.id, arguments={}, own=False))
    return id_


def _unknown_body(program: Program, chart: LinkedChart, row: int, column: int, node: Node) -> str:
    """The body of a cell that is still to do: the game stops there, and whoever knows what stands there says so."""
    info, label = chart.info, chart.rows[row][2]
    where = f"row `{label}`, column `{chart.labels[column]}` of {info.title}"
    report(program.found, codes.TODO, f"still to do: {where}", node.span, severity="todo")
    id_ = f"{info.id}[{label}, {chart.columns[column]}]"
    body = Body(id_, f"{info.title}: {UNKNOWN}", {}, node.span, what="cell")
    body.steps = [UnknownStep(span=node.span, message=f"{UNKNOWN_CELL}: {where}", own=False)]
    program.bodies[id_] = body
    return id_


@define(eq=False, kw_only=True)
class UnknownStep(Step):
    """Stops the game, since nobody has said what comes here."""

    message: str

    def write(self, out: Output) -> None:
        out.fault("True", self.message)


def _ambiguous(program: Program, token: str, results: list[Result]) -> None:
    first, second = results[:2]
    if (first, second) not in program.ambiguous:
        program.ambiguous.add((first, second))
        report(
            program.found,
            codes.UNKNOWN_TOKEN,
            f"`{first.token}` and `{second.token}` both say what `{token}` does",
            second.steps.key_span,
            related=((first.steps.key_span, "the first one"),),
            fix=f"give `{token}` an entry of its own, or write one of the two in another way",
        )


@define(eq=False, kw_only=True)
class CellStep(Step):
    """The one step of a chart's body: the number and column pick the cell."""

    chart: LinkedChart
    cell_bodies: list[list[str]]
    cell_spans: list[list[Span]]

    def marks(self) -> list[Key]:
        return [
            self._cell(row, column)
            for row, cells in enumerate(self.cell_spans)
            for column in range(len(cells))
        ]

    def _cell(self, row: int, column: int) -> Key:
        """The mark of a cell; its row and column are told as they are printed."""
        label = self.chart.rows[row][2]
        return (
            "cell",
            self.cell_spans[row][column],
            f"{self.chart.info.id}: {label}, {self.chart.labels[column]}",
        )

    def bodies(self) -> tuple[str, ...]:
        return tuple(body for row in self.cell_bodies for body in row)

    def _options(self) -> list[str | None]:
        chart = self.chart
        return [
            body
            for number in range(chart.low, chart.high + 1)
            for body in self.cell_bodies[chart.row_of(number)]
        ]

    def _index(self, env: Environment) -> Code:
        chart = self.chart
        die, column = Local(NUMBER, "_die").emit(env), Local(NUMBER, "_column").emit(env)
        if die.value is not None:
            row = c.constant(min(max(die.value, chart.low), chart.high) - chart.low)
        else:
            text = die.at(c.BIT_OR)
            low = c.choice(Code(f"{text} < {chart.low}", c.COMPARE), c.constant(chart.low), die)
            row = c.choice(Code(f"{text} > {chart.high}", c.COMPARE), c.constant(chart.high), low)
            row = c.addition([row, c.constant(-chart.low)])
        columns = len(chart.columns)
        if row.value is not None:
            return c.addition([c.constant(row.value * columns), column])
        if columns == 1:
            return row
        return c.addition([Code(f"{row.at(c.PRODUCT)} * {columns}", c.PRODUCT), column])

    def _counted(self, out: Output) -> Code:
        """The index of the cell; that it is come to is counted where that is asked for."""
        index = self._index(out.env)
        marks = out.assembly.marks
        if marks is not None:
            index = out.plain(index)
            numbers = [
                marks.add(*self._cell(row, column), self.chart.info.id)
                for number in range(self.chart.low, self.chart.high + 1)
                for row in [self.chart.row_of(number)]
                for column in range(len(self.chart.columns))
            ]
            out.mark_one(numbers, index)
        return index

    def _outside(self, env: Environment) -> bool:
        """Whether the column is known to be none of the chart's: the game stops before it gets here."""
        column = Local(NUMBER, "_column").emit(env).value
        return column is not None and not 0 <= column < len(self.chart.columns)

    def write(self, out: Output) -> None:
        if self._outside(out.env):
            return
        event = out.assembly.event("cell", self, None, chart=self.chart.info.id)
        out.tell(event, Local(NUMBER, "_die").emit(out.env), Local(NUMBER, "_column").emit(out.env))
        out.assembly.write_dispatch(out, self._options(), self._counted(out), {})

    def lower(self, low: Lowering) -> None:
        out = low.out
        if self._outside(out.env):
            return
        event = out.assembly.event("cell", self, None, chart=self.chart.info.id)
        out.tell(event, Local(NUMBER, "_die").emit(out.env), Local(NUMBER, "_column").emit(out.env))
        out.assembly.lower_dispatch(low, self._options(), self._counted(out), {})

    def writes(self, env: Environment, assembly: Assembly) -> frozenset[int]:
        found: frozenset[int] = frozenset()
        for body in self.bodies():
            found |= assembly.writes(body, {})
        return found
