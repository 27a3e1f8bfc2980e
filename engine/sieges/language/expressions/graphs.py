"""Ways from member to member in the typed tree: what can be reached along them, and how far it is."""

from __future__ import annotations

from attrs import frozen

from sieges.language.expressions import code as c
from sieges.language.expressions.code import Code, Environment
from sieges.language.expressions.definitions import Defined
from sieges.language.expressions.nodes import NOBODY, Expr, Reads
from sieges.language.walking import distance, reach

MOST_PAIRS = 4096
"""Distances of a kind are worked out before play where there are no more pairs of members than this."""


@frozen(eq=False)
class Ways(Expr):
    """A definition that says where one can step to from each member; its last argument is a local of this name."""

    step: Defined
    count: int
    """How many members the kind has."""

    HERE = "_here"

    def children(self) -> tuple[Expr, ...]:
        return self.step.arguments[:-1]

    def emit(self, env: Environment) -> Code:
        """What the functions of `walking` take: a table of sets, or a function and what is given to it first."""
        known = self.known(env)
        if known is not None:
            return Code(f"{env.tables.constant(_tuple(known))}, None")
        codes = self.step.codes(env.bind(**{self.HERE: Code(NOBODY)}))
        name, rest = self.step.function(env, codes)
        given = ", ".join(["S", *(codes[parameter].text for parameter in rest[:-1])])
        return Code(f"{name}, ({given},)")

    def known(self, env: Environment) -> tuple[int, ...] | None:
        """The set of members next to each, where that does not depend on the position."""
        if any(argument.emit(env).value is None for argument in self.step.arguments[:-1]):
            return None
        return self.step.worked_out(env, self.step.codes(env.bind(**{self.HERE: Code(NOBODY)})))[0]

    def reads(self, env: Environment) -> Reads:
        if self.known(env) is not None:
            return frozenset()
        return self.step.reads(env.bind(**{self.HERE: Code(NOBODY)}))

    def names(self) -> frozenset[str]:
        return self.step.names() - {self.HERE}


def _tuple(values: tuple[int, ...]) -> str:
    return f"({', '.join(map(str, values))},)"


@frozen(eq=False)
class Reach(Expr):
    """``reach(start, steps, ways)`` and, without a limit, ``connected(start, ways)``."""

    start: Expr
    single: bool
    """Whether the start is a member, not a set."""
    steps: Expr | None
    ways: Ways

    def children(self) -> tuple[Expr, ...]:
        rest = () if self.steps is None else (self.steps,)
        return (self.start, *rest, self.ways)

    def emit(self, env: Environment) -> Code:
        start = self.start.emit(env)
        # In so many steps as there are members, one has been everywhere that one can come to.
        steps = c.constant(self.ways.count) if self.steps is None else self.steps.emit(env)
        known = self.ways.known(env)
        if known is not None and steps.value is not None:
            if start.value is not None:
                mask = 1 << start.value if self.single else start.value
                return c.constant(reach(known, None, mask, steps.value))
            if self.single:
                found = tuple(reach(known, None, 1 << at, steps.value) for at in range(self.ways.count))
                return Code(f"{env.tables.constant(_tuple(found))}[{start.text}]")
        mask_text = f"1 << {start.at(c.SUM)}" if self.single else start.text
        return Code(f"reach({self.ways.emit(env).text}, {mask_text}, {steps.text})")


@frozen(eq=False)
class Distance(Expr):
    """``distance(start, goal, ways)``: how many steps it is at least; as many as there are members without a way."""

    start: Expr
    goal: Expr
    ways: Ways

    def children(self) -> tuple[Expr, ...]:
        return (self.start, self.goal, self.ways)

    def emit(self, env: Environment) -> Code:
        start, goal = self.start.emit(env), self.goal.emit(env)
        known, count = self.ways.known(env), self.ways.count
        if known is not None and count * count <= MOST_PAIRS:
            if start.value is not None and goal.value is not None:
                return c.constant(distance(known, None, start.value, goal.value, count))
            table = tuple(distance(known, None, a, b, count) for a in range(count) for b in range(count))
            base = (
                c.constant(start.value * count)
                if start.value is not None
                else Code(f"{start.at(c.PRODUCT)} * {count}", c.PRODUCT)
            )
            return Code(f"{env.tables.constant(_tuple(table))}[{c.addition([base, goal]).text}]")
        return Code(f"distance({self.ways.emit(env).text}, {start.text}, {goal.text}, {count})")
