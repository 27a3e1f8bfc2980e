"""Verbs that give names and cells of the state a value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, evolve, frozen

from sieges.language import codes
from sieges.language.emission.output import Output, truth
from sieges.language.emission.steps import Step
from sieges.language.expressions import code as c
from sieges.language.expressions.code import Code, Environment
from sieges.language.expressions.definitions import Defined
from sieges.language.expressions.nodes import Arithmetic, Cell, Const, Expr, Hidden, Lookup, Table
from sieges.language.reporting import bounds
from sieges.language.types import (
    CONDITION,
    EMPTY,
    NONE,
    NUMBER,
    NUMBERS,
    UNKNOWN,
    is_passing,
)
from sieges.language.verbs.base import Binder, Refused, Verb, verb
from sieges.language.world import TrackInfo, VariableInfo
from sieges.pack.node import Node
from sieges.pack.shapes import Anything, Expression, key
from sieges.text.spans import Span

if TYPE_CHECKING:
    from sieges.language.emission.assembly import Assembly

BIGGEST = 10**15


def grows(value: Expr) -> bool:
    """Whether a number is worked out from others, so that it may get larger than they are."""
    return value.type == NUMBER and any(
        isinstance(part, (Arithmetic, Defined, Lookup)) for part in value.walk()
    )


def possible(value: Code, hidden: Hidden) -> str:
    """The one value that all know a secret to have, as bits."""
    if value.value is not None:
        return str(1 << value.value - hidden.low)
    shift = c.addition([value, c.constant(-hidden.low)])
    return f"1 << {shift.at(c.SUM)}"


@define(eq=False, kw_only=True)
class LetStep(Step):
    """Binds a local."""

    name: str
    value: Expr
    place: Span

    def write(self, out: Output) -> None:
        value = self.value.emit(out.env)
        out.line(f"v_{self.name} = {(truth(value) if self.value.type == CONDITION else value).text}")
        if grows(self.value):
            test = f"not -{BIGGEST} < v_{self.name} < {BIGGEST}"
            with out.at(self.place):
                out.fault(test, f"`{self.name}` has grown beyond all bounds")


def read_nameable(binder: Binder, node: Node) -> Expr:
    """The expression at ``node``, of a type that a name can stand for.

    Raises:
        Refused: it is of another type; this has been reported.
    """
    value = binder.expression(Expression(node))
    if value.type == UNKNOWN:
        raise Refused
    if value.type in (NONE, EMPTY, NUMBERS) or is_passing(value.type):
        help_ = "a definition can (`define:`)" if is_passing(value.type) else None
        raise binder.refuse(codes.WRONG_TYPE, f"a name cannot stand for {value.type}", node.span, help=help_)
    return value


@verb("let")
@frozen(eq=False, kw_only=True)
class Let(Verb):
    """Gives a value a name for the steps after it."""

    let: str = key("The name", example="place")
    be: Expression = key("The value, as it is now")

    def bind(self, binder: Binder, node: Node) -> Step:
        value = read_nameable(binder, node["be"])
        return LetStep(
            span=node.span, name=binder.new_name(node["let"], value.type), value=value, place=node["be"].span
        )


@define(eq=False, kw_only=True)
class AssignStep(Step):
    """Gives a cell of the state a value, or adds to it. ``owner`` is the track or variable, if it is one."""

    cell: Cell
    value: Expr
    adds: bool
    shown: str
    owner: TrackInfo | VariableInfo | None

    @property
    def plain(self) -> bool:
        return True

    def write(self, out: Output) -> None:
        env = out.env
        index = None if self.cell.index is None else self.cell.index.emit(env)
        address = self.cell.address(env)
        if index is not None and not index.simple:
            address = c.addition([out.temporary(index), c.constant(self.cell.base)])
        place = f"S[{address.text}]"
        value = self.value.emit(env)
        if self.cell.type == CONDITION:
            value = truth(value)
        if self.adds and value.value == 0:
            return
        low, high, stops = self._bounds()
        new = c.addition([Code(place), value]) if self.adds else value
        before = out.temporary(Code(place)) if out.telling else Code(place)
        if new.value is None and (low is not None or high is not None):
            new = out.temporary(new)
        elif (
            new.value is not None
            and not stops
            and ((low is not None and new.value < low) or (high is not None and new.value > high))
        ):
            out.fault("True", f"{self.shown} would leave its bounds: {bounds(low, high)}")
        if stops:
            # The bound that this change cannot pass is not looked at.
            up = not (self.adds and value.value is not None and value.value < 0)
            down = not (self.adds and value.value is not None and value.value > 0)
            if down and low is not None:
                new = c.choice(Code(f"{new.at(c.BIT_OR)} > {low}", c.COMPARE), new, c.constant(low))
            if up and high is not None:
                if new.level == c.IF:
                    new = out.temporary(new)
                new = c.choice(Code(f"{new.at(c.BIT_OR)} < {high}", c.COMPARE), new, c.constant(high))
        elif new.value is None:
            checks = []
            if low is not None:
                checks.append(f"{new.text} < {low}")
            if high is not None:
                checks.append(f"{new.text} > {high}")
            if checks:
                out.fault(" or ".join(checks), f"{self.shown} would leave its bounds: {bounds(low, high)}")
        out.line(f"{place} = {new.text}")
        if low is None and high is None and (self.adds or grows(self.value)):
            out.fault(f"not -{BIGGEST} < {place} < {BIGGEST}", f"{self.shown} has grown beyond all bounds")
        if self.cell.hidden is not None:
            # What all may know changes with it; that it was done is told to nobody.
            if not out.hushed:
                out.line(f"{self.cell.mask(env).text} = {self._possible(value, env)}")
        elif out.telling:
            event = out.assembly.event("adjust" if self.adds else "set", self, None)
            out.tell(event, Code(str(self.cell.base)), "-1" if index is None else index, before, Code(place))
        out.victory(self.cell.places(env))

    def _possible(self, value: Code, env: Environment) -> str:
        """Which values the others know that a secret may have afterwards, as bits."""
        hidden = self.cell.hidden
        assert hidden is not None
        if not self.adds and not self.value.secrets(env):
            return possible(value, hidden)
        if not self.adds and isinstance(self.value, Cell) and self.value.hidden is not None:
            known = self.value.hidden
            if (known.low, known.count) == (hidden.low, hidden.count):
                return self.value.mask(env).text
        return str(hidden.all)

    def _bounds(self) -> tuple[int | None, int | None, bool]:
        if self.owner is None:
            return None, None, False
        if isinstance(self.owner, TrackInfo):
            return self.owner.low, self.owner.high, self.owner.stops
        return self.owner.low, self.owner.high, False

    def writes(self, env: Environment, assembly: Assembly) -> frozenset[int]:
        return self.cell.places(env)


def read_target(binder: Binder, node: Node) -> tuple[Cell, TrackInfo | VariableInfo | None]:
    """The cell of the state that ``set`` or ``adjust`` names, and the track or variable that it belongs to.

    Raises:
        Refused: it names something else; this has been reported.
    """
    world = binder.program.world
    expr = binder.expression(Expression(node))
    if isinstance(expr, Cell):
        for track in world.tracks.values():
            if track.base == expr.base:
                binder.program.check_only_in(binder, track.only_in, node, f"track `{track.id}`")
                return expr, track
        for variable in world.variables.values():
            if variable.base == expr.base:
                # Its own type: what is known not to be none now may be none afterwards.
                return evolve(expr, type=variable.type), variable
        for kind in world.kinds.values():
            for state in kind.state.values():
                if state.base == expr.base:
                    return evolve(expr, type=state.type), None
    if expr.type == UNKNOWN:
        raise Refused
    raise binder.refuse(
        codes.WRONG_TYPE,
        f"`{str(node.value).lower() if isinstance(node.value, bool) else node.value}` cannot be changed",
        node.span,
        help="variables, tracks and state fields can; markers are placed, removed and moved",
    )


@verb("set")
@frozen(eq=False, kw_only=True)
class Set(Verb):
    """Gives a variable, track or state field a value."""

    set: Expression = key("What is changed", example="score")
    to: Expression = key("The new value")

    def bind(self, binder: Binder, node: Node) -> Step:
        cell, owner = read_target(binder, node["set"])
        value = binder.expression(self.to, cell.type)
        return AssignStep(
            span=node.span, cell=cell, value=value, adds=False, shown=f"`{node['set'].value}`", owner=owner
        )


@define(eq=False, kw_only=True)
class ResetStep(Step):
    """Gives cells of the state the values that they had at the start."""

    parts: list[Step]

    @property
    def plain(self) -> bool:
        return True

    def inner(self) -> tuple[list[Step], ...]:
        return (self.parts,)

    def write(self, out: Output) -> None:
        out.steps(self.parts)


@verb("reset")
@frozen(eq=False, kw_only=True)
class Reset(Verb):
    """Gives variables, tracks or state fields the values that they had at the start."""

    reset: Anything = key("One of them, or a list", example=["score", "plan[side]"])

    def bind(self, binder: Binder, node: Node) -> Step:
        written = node["reset"]
        parts: list[Step] = []
        for target in written if written.is_list else (written,):
            try:
                cell, owner = read_target(binder, target)
            except Refused:
                continue
            starts = self._starts(binder, cell)
            index = cell.index
            value: Expr = Const(cell.type, starts[0])
            if index is not None and len(set(starts)) > 1:
                value = Table(cell.type, starts, index)
            parts.append(
                AssignStep(
                    span=node.span,
                    cell=cell,
                    value=value,
                    adds=False,
                    shown=f"`{target.value}`",
                    owner=owner,
                    own=False,
                )
            )
        return ResetStep(span=node.span, parts=parts)

    @staticmethod
    def _starts(binder: Binder, cell: Cell) -> tuple[int, ...]:
        initial = binder.program.world.initial
        return tuple(initial[cell.base : cell.base + cell.size])


@verb("adjust")
@frozen(eq=False, kw_only=True)
class Adjust(Verb):
    """Adds to a number."""

    adjust: Expression = key("What is changed", example="score[side]")
    by: Expression = key("What is added", example=-1)

    def bind(self, binder: Binder, node: Node) -> Step:
        cell, owner = read_target(binder, node["adjust"])
        if cell.type != NUMBER:
            raise binder.refuse(
                codes.WRONG_TYPE, f"only a number is adjusted, and this is {cell.type}", node["adjust"].span
            )
        value = binder.expression(self.by, NUMBER)
        return AssignStep(
            span=node.span, cell=cell, value=value, adds=True, shown=f"`{node['adjust'].value}`", owner=owner
        )
