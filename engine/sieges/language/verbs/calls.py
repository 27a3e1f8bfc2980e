"""Verbs that run other steps: a procedure, a field of steps, the cell of a chart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, frozen

from sieges.language import codes
from sieges.language.emission.lowering import Lowering
from sieges.language.emission.output import Output, truth
from sieges.language.emission.steps import Step
from sieges.language.expressions import code as c
from sieges.language.expressions.code import Code, Environment, Tables
from sieges.language.expressions.nodes import Arithmetic, Const, Expr
from sieges.language.reporting import near
from sieges.language.types import CONDITION, NUMBER, member
from sieges.language.verbs.base import Binder, Verb, verb
from sieges.pack.node import Node
from sieges.pack.shapes import Expression, key
from sieges.text.wording import counted

if TYPE_CHECKING:
    from sieges.language.emission.assembly import Assembly


@define(eq=False, kw_only=True)
class CallStep(Step):
    """Runs a body."""

    body: str
    arguments: dict[str, Expr]

    @property
    def plain(self) -> bool:
        return True

    @property
    def passes_on(self) -> bool:
        return True

    def bodies(self) -> tuple[str, ...]:
        return (self.body,)

    def codes(self, env: Environment) -> dict[str, Code]:
        found = {}
        for name, value in self.arguments.items():
            code = value.emit(env)
            # A frame keeps numbers, so a condition is given as 0 or 1.
            found[name] = truth(code) if value.type == CONDITION else code
        return found

    def write(self, out: Output) -> None:
        out.assembly.write_call(out, self.body, self.codes(out.env))

    def lower(self, low: Lowering) -> None:
        low.out.assembly.lower_call(low, self.body, self.codes(low.out.env))

    def writes(self, env: Environment, assembly: Assembly) -> frozenset[int]:
        return assembly.writes(self.body, self.codes(env))


@verb("call")
@frozen(eq=False, kw_only=True)
class Call(Verb):
    """Runs a procedure."""

    call: str = key("The procedure", example="lose_markers")
    with_: dict[str, Expression] = key("Its arguments: parameter and expression", factory=dict)

    def bind(self, binder: Binder, node: Node) -> Step:
        info = binder.program.named(binder, node["call"], binder.program.world.procedures, "procedure")
        given = node.get("with")
        for name in self.with_:
            if name not in info.parameters and given is not None:
                binder.report(
                    codes.ARGUMENTS,
                    f"`{self.call}` has no parameter `{name}`",
                    given[name].key_span,
                    fix=near(name, info.parameters),
                    help=f"its parameters: {', '.join(info.parameters) or 'none'}",
                )
        missing = [name for name in info.parameters if name not in self.with_]
        values = {
            name: binder.expression(self.with_[name], type_)
            for name, type_ in info.parameters.items()
            if name in self.with_
        }
        if missing:
            raise binder.refuse(
                codes.ARGUMENTS,
                f"`{self.call}` needs {', '.join(f'`{name}`' for name in missing)}",
                node["call"].span,
                fix=f"with: {{{', '.join(f'{name}: …' for name in missing)}}}",
            )
        return CallStep(span=node.span, body=self.call, arguments=values)


@define(eq=False, kw_only=True)
class DispatchStep(Step):
    """Runs one of several bodies, picked by a member; all take the same arguments."""

    options: list[str | None]
    index: Expr
    arguments: dict[str, Expr]
    columns: int = 0
    """Where a chart's columns are numbers, how many there are: play stops at a number that is none of them."""

    def bodies(self) -> tuple[str, ...]:
        known = None if self.index.names() else self.index.emit(Environment(Tables())).value
        options = self.options if known is None or known < 0 else [self.options[known]]
        return tuple(body for body in options if body is not None)

    def codes(self, env: Environment) -> dict[str, Code]:
        return {name: value.emit(env) for name, value in self.arguments.items()}

    def _check_column(self, out: Output) -> None:
        if self.columns:
            column = self.codes(out.env)["_column"]
            outside = c.TRUE if column.value is None else c.constant(not 0 <= column.value < self.columns)
            test = f"not 0 <= {column.at(c.BIT_OR)} < {self.columns}"
            out.fault(
                test if column.value is None else outside,
                f"the chart has {counted(self.columns, 'column')}, not this one",
            )

    def write(self, out: Output) -> None:
        self._check_column(out)
        out.assembly.write_dispatch(out, self.options, self.index.emit(out.env), self.codes(out.env))

    def lower(self, low: Lowering) -> None:
        self._check_column(low.out)
        low.out.assembly.lower_dispatch(
            low, self.options, self.index.emit(low.out.env), self.codes(low.out.env)
        )

    def writes(self, env: Environment, assembly: Assembly) -> frozenset[int]:
        index = self.index.emit(env).value
        chosen = self.options if index is None or index < 0 else [self.options[index]]
        found: frozenset[int] = frozenset()
        for body in chosen:
            if body is not None:
                found |= assembly.writes(body, self.codes(env))
        return found


@verb("perform")
@frozen(eq=False, kw_only=True)
class Perform(Verb):
    """Runs a field of steps of a member, such as a card's action."""

    perform: Expression = key("A member and its field of steps", example="card.action")

    def bind(self, binder: Binder, node: Node) -> Step:
        subject, kind, name = binder.program.field_of(binder, node["perform"], "steps")
        options = binder.program.field_bodies(kind, name)
        return DispatchStep(span=node.span, options=options, index=subject, arguments={})


@verb("consult")
@frozen(eq=False, kw_only=True)
class Consult(Verb):
    """Does what a chart's cell says."""

    consult: Expression = key("A chart, or a member and its chart", example="order.chart")
    die: Expression = key("The number rolled, modifiers and all", example="roll + die_modifier")
    column: Expression = key("A member of the column's kind, or a number from 1", example="card.column")

    def bind(self, binder: Binder, node: Node) -> Step:
        program = binder.program
        where = node["consult"]
        text = str(where.value)
        die = binder.expression(self.die, NUMBER)
        if text in program.world.charts and program.world.charts[text].kind is None:
            program.world.symbols[text].used = True
            column = self._column(binder, node, [text])
            return DispatchStep(
                span=node.span,
                options=[program.chart_body(text)],
                index=Const(NUMBER, 0),
                arguments={"_die": die, "_column": column},
                columns=program.numbered_columns([text]),
            )
        subject, kind, name = program.field_of(binder, where, "chart")
        charts = program.field_charts(kind, name)
        column = self._column(binder, node, [chart for chart in charts if chart is not None])
        options = [None if chart is None else program.chart_body(chart) for chart in charts]
        return DispatchStep(
            span=node.span,
            options=options,
            index=subject,
            arguments={"_die": die, "_column": column},
            columns=program.numbered_columns([chart for chart in charts if chart is not None]),
        )

    def _column(self, binder: Binder, node: Node, ids: list[str]) -> Expr:
        charts = [chart for id_ in ids if (chart := binder.program.chart(id_)) is not None]
        if len(charts) < len(ids):
            # What is wrong with the chart has been said.
            return binder.expression(self.column)
        kinds = {chart.column_kind for chart in charts}
        if len(kinds) == 1 and (kind := next(iter(kinds))) is not None:
            return binder.expression(self.column, member(kind))
        before = len(binder.scope.found)
        number = binder.expression(self.column, NUMBER)
        known, most = binder.known(number), binder.program.numbered_columns(ids)
        if len(binder.scope.found) == before and known is not None and most and not 1 <= known <= most:
            message = f"there is no column {known}: columns go from 1 to {most}"
            binder.report(codes.WRONG_TYPE, message, node["column"].span)
        return Arithmetic(NUMBER, number, "-", Const(NUMBER, 1))
