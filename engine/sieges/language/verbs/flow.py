"""Verbs that say what is done next: calls, conditions, loops, scopes, ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, frozen

from sieges.language import codes
from sieges.language.emission.lowering import Lowering
from sieges.language.emission.output import Output
from sieges.language.emission.steps import Step, leaves
from sieges.language.expressions import code as c
from sieges.language.expressions.code import Code, Environment
from sieges.language.expressions.nodes import Expr
from sieges.language.expressions.reading import facts
from sieges.language.types import CONDITION, EMPTY, NUMBER, ListOf, SetOf, member
from sieges.language.verbs.base import Binder, Text, Verb, verb
from sieges.pack.declarations import Anything, Expression, Steps, key
from sieges.pack.node import Node
from sieges.text.diagnostic import nearest

if TYPE_CHECKING:
    from sieges.language.emission.assembly import Assembly


def write_all(out: Output, steps: list[Step]) -> None:
    for step in steps:
        with out.at(step.span):
            step.write(out)


# --- call -----------------------------------------------------------------------------------------


@define(eq=False, kw_only=True)
class CallStep(Step):
    body: str
    arguments: dict[str, Expr]

    def bodies(self) -> tuple[str, ...]:
        return (self.body,)

    def codes(self, env: Environment) -> dict[str, Code]:
        return {name: value.emit(env) for name, value in self.arguments.items()}

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

    call: str = key("The procedure", example="lose_troops")
    with_: dict[str, Expression] = key("Its arguments: parameter and expression", factory=dict)

    def bind(self, binder: Binder, node: Node) -> Step:
        world = binder.program.world
        info = world.procedures.get(self.call)
        if info is None:
            guess = nearest(self.call, world.procedures)
            raise binder.refuse(
                codes.UNKNOWN_NAME, f"there is no procedure `{self.call}`", node["call"].span,
                fix=f"did you mean `{guess}`?" if guess else None,
            )  # fmt: skip
        world.symbols[self.call].used = True
        given = node.get("with")
        for name in self.with_:
            if name not in info.parameters and given is not None:
                guess = nearest(name, info.parameters)
                binder.report(
                    codes.ARGUMENTS, f"`{self.call}` has no parameter `{name}`", given[name].key_span,
                    fix=f"did you mean `{guess}`?" if guess else None,
                    help=f"its parameters: {', '.join(info.parameters) or 'none'}",
                )  # fmt: skip
        missing = [name for name in info.parameters if name not in self.with_]
        values = {
            name: binder.expression(self.with_[name], type_)
            for name, type_ in info.parameters.items()
            if name in self.with_
        }
        if missing:
            raise binder.refuse(
                codes.ARGUMENTS, f"`{self.call}` needs {', '.join(f'`{name}`' for name in missing)}", node["call"].span,
                fix=f"with: {{{', '.join(f'{name}: …' for name in missing)}}}",
            )  # fmt: skip
        return CallStep(span=node.span, body=self.call, arguments=values)


# --- dispatch: perform and consult ------------------------------------------------------------------


@define(eq=False, kw_only=True)
class DispatchStep(Step):
    """Runs one of several bodies, picked by a member; all take the same arguments."""

    options: list[str | None]
    index: Expr
    arguments: dict[str, Expr]

    def bodies(self) -> tuple[str, ...]:
        return tuple(body for body in self.options if body is not None)

    def codes(self, env: Environment) -> dict[str, Code]:
        return {name: value.emit(env) for name, value in self.arguments.items()}

    def write(self, out: Output) -> None:
        out.assembly.write_dispatch(out, self.options, self.index.emit(out.env), self.codes(out.env))

    def lower(self, low: Lowering) -> None:
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
    column: Expression = key("A member of the column's kind, or a number from 1", example="card.counter_order")

    def bind(self, binder: Binder, node: Node) -> Step:
        program = binder.program
        where = node["consult"]
        text = str(where.value)
        die = binder.expression(self.die, NUMBER)
        if text in program.world.charts and program.world.charts[text].kind is None:
            program.world.symbols[text].used = True
            column = self._column(binder, node, {program.column_kind(text)})
            return DispatchStep(
                span=node.span, options=[program.chart_body(text)], index=program.zero, arguments={"_die": die, "_column": column}
            )  # fmt: skip
        subject, kind, name = program.field_of(binder, where, "chart")
        charts = program.field_charts(kind, name)
        kinds = {program.column_kind(chart) for chart in charts if chart is not None}
        column = self._column(binder, node, kinds)
        options = [None if chart is None else program.chart_body(chart) for chart in charts]
        return DispatchStep(
            span=node.span, options=options, index=subject, arguments={"_die": die, "_column": column}
        )

    def _column(self, binder: Binder, node: Node, kinds: set[str | None]) -> Expr:
        from sieges.language.expressions.nodes import Arithmetic, Const

        if len(kinds) == 1 and (kind := next(iter(kinds))) is not None:
            return binder.expression(self.column, member(kind))
        number = binder.expression(self.column, NUMBER)
        return Arithmetic(NUMBER, number, "-", Const(NUMBER, 1))


# --- conditions and loops -------------------------------------------------------------------------


@define(eq=False, kw_only=True)
class IfStep(Step):
    condition: Expr
    then: list[Step]
    otherwise: list[Step]

    def inner(self) -> tuple[list[Step], ...]:
        return (self.then, self.otherwise)

    @property
    def leaves(self) -> bool:
        return leaves(self.then) and leaves(self.otherwise)

    def _known(self, env: Environment) -> list[Step] | None:
        value = self.condition.emit(env).value
        return None if value is None else self.then if value else self.otherwise

    def write(self, out: Output) -> None:
        known = self._known(out.env)
        if known is not None:
            write_all(out, known)
            return
        condition = self.condition.emit(out.env)
        if self.then:
            with out.block(f"if {condition.text}:"):
                write_all(out, self.then)
            if self.otherwise:
                with out.block("else:"):
                    write_all(out, self.otherwise)
        elif self.otherwise:
            with out.block(f"if {c.negation(condition).text}:"):
                write_all(out, self.otherwise)

    def lower(self, low: Lowering) -> None:
        known = self._known(low.out.env)
        if known is not None:
            low.steps(known)
            return
        condition = self.condition.emit(low.out.env)
        then, after = low.new(), low.new()
        otherwise = low.new() if self.otherwise else after
        low.go_if(condition, then)
        low.go(otherwise)
        low.start(then)
        low.steps(self.then)
        low.go(after)
        if self.otherwise:
            low.start(otherwise)
            low.steps(self.otherwise)
            low.go(after)
        low.start(after)

    def writes(self, env: Environment, assembly: Assembly) -> frozenset[int]:
        known = self._known(env)
        if known is None:
            return Step.writes(self, env, assembly)
        found: frozenset[int] = frozenset()
        for step in known:
            found |= step.writes(env, assembly)
        return found


@verb("if")
@frozen(eq=False, kw_only=True)
class If(Verb):
    """Does steps when a condition holds, and others when not."""

    if_: Expression = key("The condition")
    then: Steps | None = key("What is done when it holds", None)
    else_: Steps | None = key("What is done when it does not", None)

    def bind(self, binder: Binder, node: Node) -> Step:
        condition = binder.expression(self.if_, CONDITION)
        if self.then is None and self.else_ is None:
            raise binder.refuse(codes.STEP_SHAPE, "`if` needs `then` or `else`", node.span)
        then = binder.steps(self.then, facts=facts(condition, True))
        otherwise = binder.steps(self.else_, facts=facts(condition, False))
        if leaves(then):
            binder.scope.sure |= facts(condition, False)
        if leaves(otherwise):
            binder.scope.sure |= facts(condition, True)
        return IfStep(span=node.span, condition=condition, then=then, otherwise=otherwise)


@define(eq=False, kw_only=True)
class LoopStep(Step):
    """What the loops share: the steps inside, and how they are left."""

    steps: list[Step]

    def inner(self) -> tuple[list[Step], ...]:
        return (self.steps,)

    def write_inside(self, out: Output) -> None:
        kept, out.break_text = out.break_text, "break"
        write_all(out, self.steps)
        out.break_text = kept

    def lower_inside(self, low: Lowering, again: int, after: int) -> None:
        kept, low.out.break_text = low.out.break_text, f"pc = {after}\ncontinue"
        low.steps(self.steps)
        low.out.break_text = kept
        low.go(again)
        low.start(after)


@define(eq=False, kw_only=True)
class RepeatStep(LoopStep):
    amount: Expr

    def write(self, out: Output) -> None:
        amount = self.amount.emit(out.env)
        if amount.value is not None and amount.value <= 0:
            return
        if amount.value == 1 and not _stops(self.steps):
            write_all(out, self.steps)
            return
        with out.block(f"for _ in range({amount.text}):"):
            self.write_inside(out)

    def lower(self, low: Lowering) -> None:
        left = low.hidden("left")
        low.out.line(f"{left} = {self.amount.emit(low.out.env).text}")
        again, inside, after = low.new(), low.new(), low.new()
        low.go(again)
        low.start(again)
        low.go_if(Code(f"{left} > 0", c.COMPARE), inside)
        low.go(after)
        low.start(inside)
        low.out.line(f"{left} = {left} - 1")
        self.lower_inside(low, again, after)


def _stops(steps: list[Step]) -> bool:
    return any(isinstance(step, StopStep) and step.what == "loop" for outer in steps for step in outer.walk())


@verb("repeat")
@frozen(eq=False, kw_only=True)
class Repeat(Verb):
    """Does steps so many times."""

    repeat: Expression = key("How many times", example=3)
    steps: Steps = key("What is done each time")

    def bind(self, binder: Binder, node: Node) -> Step:
        amount = binder.expression(self.repeat, NUMBER)
        with binder.looping("repeat"):
            steps = binder.steps(self.steps)
        return RepeatStep(span=node.span, amount=amount, steps=steps)


@define(eq=False, kw_only=True)
class EachStep(LoopStep):
    name: str
    group: Expr

    def write(self, out: Output) -> None:
        known = self.group.domain(out.env)
        if known is not None and all(test.is_true for _, test in known):
            over = f"({', '.join(str(index) for index, _ in known)},)"
            if not known:
                return
        else:
            over = f"M({self.group.emit(out.env).text})"
        with out.block(f"for v_{self.name} in {over}:"):
            self.write_inside(out)

    def lower(self, low: Lowering) -> None:
        known = self.group.domain(low.out.env)
        if known is not None and all(test.is_true for _, test in known):
            self._lower_list(low, [index for index, _ in known])
            return
        rest = low.hidden("rest")
        low.out.line(f"{rest} = {self.group.emit(low.out.env).text}")
        again, inside, after = low.new(), low.new(), low.new()
        low.go(again)
        low.start(again)
        low.go_if(Code(rest), inside)
        low.go(after)
        low.start(inside)
        low.out.line(f"v_{self.name} = ({rest} & -{rest}).bit_length() - 1")
        low.out.line(f"{rest} = {rest} & {rest} - 1")
        self.lower_inside(low, again, after)


    def _lower_list(self, low: Lowering, members: list[int]) -> None:
        done = low.hidden("done")
        table = low.out.env.tables.constant(f"({''.join(f'{index}, ' for index in members)})")
        low.out.line(f"{done} = 0")
        again, inside, after = low.new(), low.new(), low.new()
        low.go(again)
        low.start(again)
        low.go_if(Code(f"{done} < {len(members)}", c.COMPARE), inside)
        low.go(after)
        low.start(inside)
        low.out.line(f"v_{self.name} = {table}[{done}]")
        low.out.line(f"{done} = {done} + 1")
        self.lower_inside(low, again, after)


@verb("each")
@frozen(eq=False, kw_only=True)
class Each(Verb):
    """Does steps for each member of a set, as the set stands at the start."""

    each: str = key("The name of the member", example="place")
    in_: Expression = key("The set")
    steps: Steps = key("What is done for each")

    def bind(self, binder: Binder, node: Node) -> Step:
        group = binder.expression(self.in_)
        if not isinstance(group.type, (SetOf, ListOf)):
            kind = "location"
            if group.type != EMPTY:
                raise binder.refuse(
                    codes.WRONG_TYPE, f"`each` goes over a set, and this is {group.type}", node["in"].span
                )
        else:
            kind = group.type.kind
        kept = binder.scope
        binder.scope = kept.child()
        name = binder.new_name(node["each"], member(kind))
        with binder.looping("each"):
            steps = binder.steps(self.steps)
        binder.scope = kept
        return EachStep(span=node.span, name=name, group=group, steps=steps)


@define(eq=False, kw_only=True)
class WhileStep(LoopStep):
    condition: Expr
    at_most: int | None

    def write(self, out: Output) -> None:
        count = None
        if self.at_most is not None:
            count = out.temporary("0")
        with out.block(f"while {self.condition.emit(out.env).text}:"):
            if count is not None:
                out.fault(f"{count.text} >= {self.at_most}", f"this `while` went round {self.at_most} times and still holds")
                out.line(f"{count.text} += 1")
            self.write_inside(out)

    def lower(self, low: Lowering) -> None:
        count = None
        if self.at_most is not None:
            count = low.hidden("turns")
            low.out.line(f"{count} = 0")
        again, inside, after = low.new(), low.new(), low.new()
        low.go(again)
        low.start(again)
        low.go_if(self.condition.emit(low.out.env), inside)
        low.go(after)
        low.start(inside)
        if count is not None:
            low.out.fault(f"{count} >= {self.at_most}", f"this `while` went round {self.at_most} times and still holds")
            low.out.line(f"{count} = {count} + 1")
        self.lower_inside(low, again, after)


@verb("while")
@frozen(eq=False, kw_only=True)
class While(Verb):
    """Does steps as long as a condition holds."""

    while_: Expression = key("The condition")
    at_most: Anything = key("How many turns at the most, or `chance` where each turn rolls or draws", example="chance")
    steps: Steps = key("What is done in each turn")

    def bind(self, binder: Binder, node: Node) -> Step:
        condition = binder.expression(self.while_, CONDITION)
        bound = node["at_most"]
        limit: int | None = None
        if isinstance(bound.value, int) and not isinstance(bound.value, bool) and bound.value > 0:
            limit = bound.value
        elif bound.value != "chance":
            binder.report(
                codes.UNBOUNDED, "`at_most` is a positive number or `chance`", bound.span, fix="at_most: chance"
            )
        with binder.looping("while"):
            steps = binder.steps(self.steps, facts=facts(condition, True))
        step = WhileStep(span=node.span, condition=condition, at_most=limit, steps=steps)
        if bound.value == "chance":
            binder.program.while_chance.append((step, bound.span))
        return step


# --- leaving --------------------------------------------------------------------------------------


@define(eq=False, kw_only=True)
class StopStep(Step):
    what: str

    @property
    def leaves(self) -> bool:
        return True

    def write(self, out: Output) -> None:
        text = out.break_text if self.what == "loop" else out.return_text
        for line in text.split("\n"):
            out.line(line)


@verb("stop")
@frozen(eq=False, kw_only=True)
class Stop(Verb):
    """Leaves the innermost loop, or the procedure."""

    stop: str = key("`loop` or `procedure`", example="loop")

    def bind(self, binder: Binder, node: Node) -> Step:
        what = {"repeat": "loop", "each": "loop", "while": "loop"}.get(self.stop, self.stop)
        if what not in ("loop", "procedure"):
            raise binder.refuse(
                codes.STEP_SHAPE, f"`stop: {self.stop}` is not known", node["stop"].span, fix="`stop: loop` or `stop: procedure`"
            )  # fmt: skip
        if what == "loop" and not binder.loops:
            raise binder.refuse(
                codes.STOP_OUTSIDE, "`stop: loop` stands in no `repeat`, `each` or `while`", node["stop"].span,
                fix="stop: procedure", help="a loop cannot be stopped from inside a `scope` that stands in it",
            )  # fmt: skip
        return StopStep(span=node.span, what=what)


@define(eq=False, kw_only=True)
class ScopeStep(Step):
    name: str
    steps: list[Step]
    if_cancelled: list[Step]

    def inner(self) -> tuple[list[Step], ...]:
        return (self.steps, self.if_cancelled)

    def write(self, out: Output) -> None:
        with out.block("try:"):
            write_all(out, self.steps)
        with out.block(f"except X{out.assembly.scope(self.name)}:"):
            write_all(out, self.if_cancelled)

    def lower(self, low: Lowering) -> None:
        handler, after = low.new(), low.new()
        kept = dict(low.scopes)
        low.scopes[self.name] = handler
        inside = low.new()
        low.go(inside)
        low.start(inside)
        low.steps(self.steps)
        low.go(after)
        low.scopes = kept
        low.start(handler)
        low.steps(self.if_cancelled)
        low.go(after)
        low.start(after)


@verb("scope")
@frozen(eq=False, kw_only=True)
class Scope(Verb):
    """Steps that a `cancel` of the same name, however deep, abandons."""

    scope: str = key("The name of the scope", example="order")
    steps: Steps = key("What may be cancelled")
    if_cancelled: Steps | None = key("What is done when it is", None)

    def bind(self, binder: Binder, node: Node) -> Step:
        with binder.scoped(self.scope):
            steps = binder.steps(self.steps)
        handler = binder.steps(self.if_cancelled)
        return ScopeStep(span=node.span, name=self.scope, steps=steps, if_cancelled=handler)


@define(eq=False, kw_only=True)
class CancelStep(Step):
    name: str
    here: bool

    @property
    def leaves(self) -> bool:
        return True

    def write(self, out: Output) -> None:
        out.line(f"raise X{out.assembly.scope(self.name)}")


@verb("cancel")
@frozen(eq=False, kw_only=True)
class Cancel(Verb):
    """Abandons a scope; its `if_cancelled` does what goes with it."""

    cancel: str = key("The name of the scope", example="order")

    def bind(self, binder: Binder, node: Node) -> Step:
        return CancelStep(span=node.span, name=self.cancel, here=self.cancel in binder.scopes)


@define(eq=False, kw_only=True)
class TogetherStep(Step):
    steps: list[Step]

    def inner(self) -> tuple[list[Step], ...]:
        return (self.steps,)

    @property
    def leaves(self) -> bool:
        return leaves(self.steps)

    def write(self, out: Output) -> None:
        kept, out.deferred = out.deferred, True
        write_all(out, self.steps)
        out.deferred = kept
        out.victory(self.writes(out.env, out.assembly))

    def lower(self, low: Lowering) -> None:
        kept, low.out.deferred = low.out.deferred, True
        low.steps(self.steps)
        low.out.deferred = kept
        low.out.victory(self.writes(low.out.env, low.out.assembly))


@verb("together")
@frozen(eq=False, kw_only=True)
class Together(Verb):
    """Steps that count as one: victory is looked at after the last."""

    together: Steps = key("What is done together")

    def bind(self, binder: Binder, node: Node) -> Step:
        return TogetherStep(span=node.span, steps=binder.steps(self.together))


@define(eq=False, kw_only=True)
class EndStep(Step):
    number: int

    @property
    def leaves(self) -> bool:
        return True

    def write(self, out: Output) -> None:
        out.line(f"end{self.number}(S)")


@verb("end")
@frozen(eq=False, kw_only=True)
class End(Verb):
    """Ends the game."""

    end: str = key("An ending of `victory`", example="campaign_over")

    def bind(self, binder: Binder, node: Node) -> Step:
        names = list(binder.program.world.endings)
        if self.end not in names:
            guess = nearest(self.end, names)
            raise binder.refuse(
                codes.UNKNOWN_NAME, f"there is no ending `{self.end}`", node["end"].span,
                fix=f"did you mean `{guess}`?" if guess else None, help=f"endings: {', '.join(names) or 'none'}",
            )  # fmt: skip
        binder.program.ended.add(self.end)
        return EndStep(span=node.span, number=names.index(self.end))


# --- words ----------------------------------------------------------------------------------------


@define(eq=False, kw_only=True)
class SayStep(Step):
    text: Text

    def write(self, out: Output) -> None:
        if out.telling:
            event = out.assembly.event("say", self, self.text)
            out.tell(event, *(part.emit(out.env) for part in self.text.exprs))


@verb("say")
@frozen(eq=False, kw_only=True)
class Say(Verb):
    """A line of the log."""

    say: str = key("The words; `{name}` puts in a value", example="{side} mourns.")

    def bind(self, binder: Binder, node: Node) -> Step:
        text = binder.text(node["say"])
        assert text is not None
        return SayStep(span=node.span, text=text)


@define(eq=False, kw_only=True)
class NothingStep(Step):
    why: Text

    def write(self, out: Output) -> None:
        if out.telling:
            out.tell(out.assembly.event("nothing", self, self.why), *(part.emit(out.env) for part in self.why.exprs))


@verb("nothing")
@frozen(eq=False, kw_only=True)
class Nothing(Verb):
    """Does nothing, and says why it is written."""

    nothing: str = key("Why nothing happens", example="no effect")

    def bind(self, binder: Binder, node: Node) -> Step:
        why = binder.text(node["nothing"])
        assert why is not None
        return NothingStep(span=node.span, why=why)


