"""Numbers with a fraction, and throws of many dice (docs/language.md, section 4).

A fraction is exact: a whole number of parts, of which so many make one as its type says. It is never kept in a state;
it is for chances and for comparing.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import lcm

from attrs import frozen

from sieges.language.expressions import code as c
from sieges.language.expressions.code import Code, Environment
from sieges.language.expressions.nodes import Arithmetic, Const, Expr
from sieges.language.expressions.sets import Loop
from sieges.language.types import NUMBER, UNKNOWN, Fractional, Type, fraction

FINEST = 10**9
"""How many parts of one a fraction can be made of."""


def is_numeric(type_: Type) -> bool:
    """Whether a value can be added and compared: a number, with or without a fraction (or complained about already)."""
    return type_ in (NUMBER, UNKNOWN) or isinstance(type_, Fractional)


def denominator(type_: Type) -> int:
    """Of how many parts one is made in values of a type."""
    return type_.denominator if isinstance(type_, Fractional) else 1


def numeric(parts: int) -> Type:
    """The type of numbers of which so many parts make one."""
    return NUMBER if parts == 1 else fraction(parts)


def in_parts(expr: Expr, parts: int) -> Expr:
    """The same value in parts of which so many make one, a multiple of those that it is in."""
    factor = parts // denominator(expr.type)
    if factor == 1:
        return expr
    return Arithmetic(numeric(parts), expr, "*", Const(NUMBER, factor))


def level(exprs: Sequence[Expr]) -> tuple[list[Expr], Type]:
    """Values in equal parts, and the type that they then have."""
    parts = lcm(*(denominator(expr.type) for expr in exprs))
    return [in_parts(expr, parts) for expr in exprs], numeric(parts)


@frozen(eq=False)
class Hits(Expr):
    """``hits(…)``: many dice at once, of which it counts how many hit.

    Either one die for each member that ``loop`` goes through, whose value is that die's chance, or ``dice`` alike.
    """

    chance: Expr
    loop: Loop | None = None
    dice: Expr | None = None

    def children(self) -> tuple[Expr, ...]:
        return tuple(part for part in (self.loop or self.chance, self.dice) if part is not None)

    def emit(self, env: Environment) -> Code:
        """A `game.throws.Throw`, or None of more dice than are thrown at once."""
        parts = denominator(self.chance.type)
        if self.loop is not None:
            return Code(f"W({self.loop.values(env)}, {parts})")
        number = c.constant(1) if self.dice is None else self.dice.emit(env)
        return Code(f"V({self.chance.emit(env).text}, {number.text}, {parts})")
