"""Conditions and loops."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, frozen

from sieges.language import codes
from sieges.language.emission.lowering import Lowering
from sieges.language.emission.marks import Key
from sieges.language.emission.output import Output
from sieges.language.emission.steps import Step, leaves
from sieges.language.expressions import code as c
from sieges.language.expressions.code import Code, Environment
from sieges.language.expressions.nodes import Expr
from sieges.language.expressions.reading import constant
from sieges.language.expressions.scope import facts
from sieges.language.types import (
    CONDITION,
    EMPTY,
    NUMBER,
    UNKNOWN,
    ListOf,
    SetOf,
    member,
)
from sieges.language.verbs.base import Binder, Refused, Verb, verb
from sieges.language.verbs.scopes import StopStep
from sieges.pack.node import Node
from sieges.pack.shapes import Anything, Expression, Steps, key
from sieges.text.spans import Span

if TYPE_CHECKING:
    from sieges.language.emission.assembly import Assembly


_SIDES = ("does not hold", "holds")


def _sides(span: Span) -> list[Key]:
    """Both sides of a condition."""
    return [("side", span, side) for side in reversed(_SIDES)]


@define(eq=False, kw_only=True)
class IfStep(Step):
    """Does one of two lists of steps."""

    condition: Expr
    then: list[Step]
    otherwise: list[Step]

    def inner(self) -> tuple[list[Step], ...]:
        return (self.then, self.otherwise)

    @property
    def leaves(self) -> bool:
        return leaves(self.then) and leaves(self.otherwise)

    def marks(self) -> list[Key]:
        return [*Step.marks(self), *_sides(self.span)]

    def _known(self, env: Environment) -> bool | None:
        value = self.condition.emit(env).value
        return None if value is None else bool(value)

    def _steps(self, holds: bool) -> list[Step]:
        return self.then if holds else self.otherwise

    def _side(self, out: Output, holds: bool) -> None:
        out.mark("side", self.span, _SIDES[holds])
        out.steps(self._steps(holds))

    def _lower_side(self, low: Lowering, holds: bool) -> None:
        low.out.mark("side", self.span, _SIDES[holds])
        low.steps(self._steps(holds))

    def write(self, out: Output) -> None:
        known = self._known(out.env)
        if known is not None:
            self._side(out, known)
            return
        if self.condition.secrets(out.env):
            with out.hush(self.writes(out.env, out.assembly)):
                self._write(out)
        else:
            self._write(out)

    def _write(self, out: Output) -> None:
        condition = self.condition.emit(out.env)
        if self.then or out.counting:
            with out.block(f"if {condition.text}:"):
                self._side(out, True)
            if self.otherwise or out.counting:
                with out.block("else:"):
                    self._side(out, False)
        elif self.otherwise:
            with out.block(f"if {c.negation(condition).text}:"):
                out.steps(self.otherwise)

    def lower(self, low: Lowering) -> None:
        known = self._known(low.out.env)
        if known is not None:
            self._lower_side(low, known)
            return
        condition = self.condition.emit(low.out.env)
        then, after = low.new(), low.new()
        otherwise = low.new() if self.otherwise or low.out.counting else after
        low.go_if(condition, then)
        low.go(otherwise)
        low.start(then)
        self._lower_side(low, True)
        low.go(after)
        if otherwise != after:
            low.start(otherwise)
            self._lower_side(low, False)
            low.go(after)
        low.start(after)

    def writes(self, env: Environment, assembly: Assembly) -> frozenset[int]:
        known = self._known(env)
        if known is None:
            return Step.writes(self, env, assembly)
        found: frozenset[int] = frozenset()
        for step in self._steps(known):
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
            binder.learnt |= binder.undisturbed(facts(condition, False), node.get("else"))
        if leaves(otherwise):
            binder.learnt |= binder.undisturbed(facts(condition, True), node.get("then"))
        return IfStep(span=node.span, condition=condition, then=then, otherwise=otherwise)


@define(eq=False, kw_only=True)
class LoopStep(Step):
    """What the loops share: the steps inside, and how they are left."""

    steps: list[Step]

    def inner(self) -> tuple[list[Step], ...]:
        return (self.steps,)

    def write_inside(self, out: Output) -> None:
        kept, out.break_text = out.break_text, "break"
        out.steps(self.steps)
        out.break_text = kept

    def lower_inside(self, low: Lowering, again: int, after: int) -> None:
        kept, low.out.break_text = low.out.break_text, f"pc = {after}\ncontinue"
        low.steps(self.steps)
        low.out.break_text = kept
        low.go(again)
        low.start(after)


@define(eq=False, kw_only=True)
class RepeatStep(LoopStep):
    """Does steps so many times."""

    amount: Expr

    def write(self, out: Output) -> None:
        amount = self.amount.emit(out.env)
        if amount.value is not None and amount.value <= 0:
            return
        if amount.value == 1 and not _stops(self.steps):
            out.steps(self.steps)
            return
        with out.block(f"for _ in range({amount.text}):"):
            out.turn()
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
        low.out.turn()
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
        binder.check_count(amount, node["repeat"])
        binder.forget(node)
        with binder.looping("repeat"):
            steps = binder.steps(self.steps)
        return RepeatStep(span=node.span, amount=amount, steps=steps)


@define(eq=False, kw_only=True)
class EachStep(LoopStep):
    """Does steps for each member of a set or list, as it stands at the start."""

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
            out.turn()
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
        if group.type == UNKNOWN:
            raise Refused
        if not isinstance(group.type, (SetOf, ListOf)):
            kind = "location"
            if group.type != EMPTY:
                raise binder.refuse(
                    codes.WRONG_TYPE, f"`each` goes over a set, and this is {group.type}", node["in"].span
                )
        else:
            kind = group.type.kind
        binder.forget(node)
        kept = binder.scope
        if self.each in kept.locals:
            message = f"`{self.each}` already means something here: a local"
            raise binder.refuse(codes.NAME_TAKEN, message, node["each"].span, fix="use another name")
        binder.scope = kept.child()
        name = binder.new_name(node["each"], member(kind))
        with binder.looping("each"):
            steps = binder.steps(self.steps)
        binder.scope = kept
        return EachStep(span=node.span, name=name, group=group, steps=steps)


@define(eq=False, kw_only=True)
class WhileStep(LoopStep):
    """Does steps as long as a condition holds; ``at_most`` is None where each turn takes a chance."""

    condition: Expr
    at_most: int | None
    bound: Span

    def marks(self) -> list[Key]:
        return [*Step.marks(self), *_sides(self.span)]

    def write(self, out: Output) -> None:
        count = None if self.at_most is None else out.temporary("0")
        with out.block(f"while {self.condition.emit(out.env).text}:"):
            with out.at(self.bound):
                out.turn()
            if count is not None and self.at_most is not None:
                out.fault(f"{count.text} >= {self.at_most}", _round(self.at_most))
                out.line(f"{count.text} += 1")
            out.mark("side", self.span, _SIDES[True])
            self.write_inside(out)
        if out.counting:
            # Python's `else` of a loop: done when the condition fails, not when the loop is left.
            with out.block("else:"):
                out.mark("side", self.span, _SIDES[False])

    def lower(self, low: Lowering) -> None:
        count = None
        if self.at_most is not None:
            count = low.hidden("turns")
            low.out.line(f"{count} = 0")
        again, inside, after = low.new(), low.new(), low.new()
        low.go(again)
        low.start(again)
        low.go_if(self.condition.emit(low.out.env), inside)
        low.out.mark("side", self.span, _SIDES[False])
        low.go(after)
        low.start(inside)
        low.out.mark("side", self.span, _SIDES[True])
        if count is not None and self.at_most is not None:
            low.out.fault(f"{count} >= {self.at_most}", _round(self.at_most))
            low.out.line(f"{count} = {count} + 1")
        with low.out.at(self.bound):
            low.out.turn()
        self.lower_inside(low, again, after)


def _round(times: int) -> str:
    return f"this `while` went round {times} times and still holds"


@verb("while")
@frozen(eq=False, kw_only=True)
class While(Verb):
    """Does steps as long as a condition holds."""

    while_: Expression = key("The condition")
    at_most: Anything = key(
        "How many turns at the most, known before play; or `chance` where each turn rolls or draws",
        example="chance",
    )
    steps: Steps = key("What is done in each turn")

    def bind(self, binder: Binder, node: Node) -> Step:
        condition = binder.expression(self.while_, CONDITION)
        bound = node["at_most"]
        limit = None if bound.value == "chance" else self._limit(binder, bound)
        binder.forget(node)
        with binder.looping("while"):
            steps = binder.steps(self.steps, facts=facts(condition, True))
        step = WhileStep(span=node.span, condition=condition, at_most=limit, bound=bound.span, steps=steps)
        if bound.value == "chance":
            binder.program.while_chance.append((step, bound.span))
        return step

    def _limit(self, binder: Binder, bound: Node) -> int:
        """The number of turns, known before play; 1 after a reported mistake."""
        world, found = binder.program.world, binder.program.found
        before, value = len(found), bound.value
        # A lone word that means nothing was meant for `chance`; a number stands without quotes.
        is_worked_out = isinstance(value, str) and (not value.isalnum() or value in world.symbols)
        is_known = type(value) is int or is_worked_out
        limit = constant(bound, NUMBER, world, found) if is_known else 0
        if limit < 1 and len(found) == before:
            message = "`at_most` is a positive number or `chance`"
            binder.report(codes.UNBOUNDED, message, bound.span, fix="at_most: chance")
        return max(limit, 1)
