"""The typed tree of an expression. Each node can write itself as Python and say what it reads of the state.

Members of kinds are written as their index in the kind, none as -1, sets as bit masks, conditions as truth.
``S`` in the written source is the state: a flat list of integers.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator

from attrs import frozen

from sieges.language.expressions import code as c
from sieges.language.expressions.code import Code, Environment
from sieges.language.types import CONDITION, NUMBER, ListOf, Type

ENDED, WINNER = 0, 1
"""The first two cells of a state: the ending reached, its number and one; and who won, -1 for nobody."""

OWN = -1
"""In place of the side that knows a secret: the one that its index names."""
NOBODY = "?"
"""Who may know what comes from the secret of a side that is not known here."""


@frozen
class Hidden:
    """What the other sides know of a secret: which values it may have, as bits, in cells that all may look at."""

    owner: int
    """The side that knows the value, or `OWN`."""
    low: int
    """The value that the first bit stands for."""
    count: int
    """How many values it can have."""
    masks: int = 0
    """First of the cells, as many as the secret has."""

    @property
    def all(self) -> int:
        """Every value, as bits."""
        return (1 << self.count) - 1


@frozen
class Secret:
    """A secret that a value comes from: its first cell, and its owner (the source text of a side's index)."""

    base: int
    owner: str


Reads = frozenset["int | Secret"]
"""What a value may depend on: addresses of the state, and whose secrets are among them."""


@frozen(eq=False)
class Expr:
    """A typed expression."""

    type: Type

    def emit(self, env: Environment) -> Code:
        raise NotImplementedError

    def children(self) -> tuple[Expr, ...]:
        return ()

    def reads(self, env: Environment) -> Reads:
        """The addresses of the state that the value may depend on, and the secrets."""
        return frozenset[int | Secret]().union(*(child.reads(env) for child in self.children()))

    def secrets(self, env: Environment) -> frozenset[Secret]:
        """The secrets that the value may depend on."""
        return frozenset(found for found in self.reads(env) if isinstance(found, Secret))

    def names(self) -> frozenset[str]:
        """The locals that occur."""
        return frozenset().union(*(child.names() for child in self.children()))

    def domain(self, env: Environment) -> list[tuple[int, Code]] | None:
        """For a set: every member it can have, with the condition that it has it; None if not known before play."""
        text = self.emit(env)
        return None if text.value is None else [(index, c.TRUE) for index in bits(text.value)]

    def walk(self) -> Iterator[Expr]:
        yield self
        for child in self.children():
            yield from child.walk()


def bits(mask: int) -> list[int]:
    """The members of a set that is kept as bits, in order."""
    return [index for index in range(mask.bit_length()) if mask >> index & 1]


@frozen(eq=False)
class Const(Expr):
    """A value known before play."""

    value: int

    def emit(self, env: Environment) -> Code:
        return c.constant(self.value)


@frozen(eq=False)
class Local(Expr):
    """A name bound by a step, a parameter, a loop of an expression, or `this`."""

    name: str

    def emit(self, env: Environment) -> Code:
        return env.locals.get(self.name) or Code(f"v_{self.name}")

    def domain(self, env: Environment) -> list[tuple[int, Code]] | None:
        if isinstance(self.type, ListOf):
            value = self.emit(env).value
            return None if value is None else [(index, c.TRUE) for index in env.tables.lists[value]]
        return super().domain(env)

    def names(self) -> frozenset[str]:
        return frozenset({self.name})


@frozen(eq=False)
class Cell(Expr):
    """One place of the state, or one of ``size`` from ``base`` on, picked by ``index``."""

    base: int
    size: int = 1
    index: Expr | None = None
    hidden: Hidden | None = None

    def children(self) -> tuple[Expr, ...]:
        return () if self.index is None else (self.index,)

    def emit(self, env: Environment) -> Code:
        return Code(f"S[{self.address(env).text}]", bit=self.type == CONDITION)

    def address(self, env: Environment) -> Code:
        return self._at(self.base, env)

    def reads(self, env: Environment) -> Reads:
        owner = self.owner(env)
        secret = frozenset[Secret]() if owner is None else frozenset({Secret(self.base, owner)})
        return self.places(env) | secret | super().reads(env)

    def owner(self, env: Environment) -> str | None:
        """Who knows it, where it is secret: the source text of the side's index."""
        if self.hidden is None:
            return None
        if self.hidden.owner != OWN or self.index is None:
            return str(self.hidden.owner)
        return self.index.emit(env).text

    def mask(self, env: Environment) -> Code:
        """Of a secret, the cell that says which values it may have."""
        assert self.hidden is not None
        return Code(f"S[{self._at(self.hidden.masks, env).text}]")

    def _at(self, base: int, env: Environment) -> Code:
        return (
            c.constant(base) if self.index is None else c.addition([self.index.emit(env), c.constant(base)])
        )

    def places(self, env: Environment) -> frozenset[int]:
        """The addresses that this may be."""
        address = self.address(env).value
        return (
            frozenset({address})
            if address is not None
            else frozenset(range(self.base, self.base + self.size))
        )


@frozen(eq=False)
class Table(Expr):
    """A fixed field of a member that is picked in play (and of a side, for fields per side)."""

    values: tuple[int, ...]
    index: Expr
    field: str = ""

    def children(self) -> tuple[Expr, ...]:
        return (self.index,)

    def emit(self, env: Environment) -> Code:
        index = self.index.emit(env)
        if index.value is not None and 0 <= index.value < len(self.values):
            return c.constant(self.values[index.value])
        if len(set(self.values)) == 1:
            return c.constant(self.values[0])
        return Code(f"{env.tables.constant(_tuple(self.values))}[{index.text}]")


def _tuple(values: tuple[int, ...]) -> str:
    return f"({', '.join(map(str, values))},)"


@frozen(eq=False)
class Lookup(Expr):
    """A rule or amount of a member: one expression a member, worked out when asked. ``this`` is the member."""

    key: str
    options: tuple[Expr, ...]
    index: Expr

    def children(self) -> tuple[Expr, ...]:
        return (self.index,)

    def _bound(self, env: Environment, index: int) -> Environment:
        return env.fresh({"this": c.constant(index)})

    def emit(self, env: Environment) -> Code:
        index = self.index.emit(env)
        if index.value is not None and 0 <= index.value < len(self.options):
            return self.options[index.value].emit(self._bound(env, index.value))
        names = []
        for position, option in enumerate(self.options):
            names.append(
                env.tables.function(
                    (self.key, position),
                    lambda name, option=option, position=position: [  # type: ignore[misc]
                        f"def {name}(S):",
                        f"    return {option.emit(self._bound(env, position)).text}",
                    ],
                )
            )
        table = env.tables.constant(f"({', '.join(names)},)")
        return Code(f"{table}[{index.text}](S)")

    def reads(self, env: Environment) -> Reads:
        index = self.index.emit(env).value
        if index is not None and 0 <= index < len(self.options):
            return self.options[index].reads(self._bound(env, index))
        found = (option.reads(self._bound(env, place)) for place, option in enumerate(self.options))
        return frozenset[int | Secret]().union(*found) | self.index.reads(env)


@frozen(eq=False)
class Logic(Expr):
    """``and`` or ``or``."""

    word: str
    parts: tuple[Expr, ...]

    def children(self) -> tuple[Expr, ...]:
        return self.parts

    def emit(self, env: Environment) -> Code:
        join = c.conjunction if self.word == "and" else c.disjunction
        return join(part.emit(env) for part in self.parts)


@frozen(eq=False)
class Not(Expr):
    """``not a``."""

    part: Expr

    def children(self) -> tuple[Expr, ...]:
        return (self.part,)

    def emit(self, env: Environment) -> Code:
        return c.negation(self.part.emit(env))


_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@frozen(eq=False)
class Compare(Expr):
    """``a == b`` and the like, of two values."""

    left: Expr
    word: str
    right: Expr

    def children(self) -> tuple[Expr, ...]:
        return (self.left, self.right)

    def emit(self, env: Environment) -> Code:
        left, right = self.left.emit(env), self.right.emit(env)
        if left.value is not None and right.value is not None:
            return c.constant(_COMPARE[self.word](left.value, right.value))
        if self.left.type == CONDITION:
            # Truth may be written as any number but 0.
            same = Code(f"bool({left.text}) == bool({right.text})", c.COMPARE)
            return same if self.word == "==" else c.negation(same)
        return Code(f"{left.at(c.BIT_OR)} {self.word} {right.at(c.BIT_OR)}", c.COMPARE)


_ARITHMETIC: dict[str, tuple[int, Callable[[int, int], int]]] = {
    "+": (c.SUM, operator.add),
    "-": (c.SUM, operator.sub),
    "*": (c.PRODUCT, operator.mul),
    "//": (c.PRODUCT, operator.floordiv),
    "%": (c.PRODUCT, operator.mod),
}


@frozen(eq=False)
class Arithmetic(Expr):
    """``a + b`` and the like, of whole numbers."""

    left: Expr
    word: str
    right: Expr

    def children(self) -> tuple[Expr, ...]:
        return (self.left, self.right)

    def emit(self, env: Environment) -> Code:
        left, right = self.left.emit(env), self.right.emit(env)
        level, compute = _ARITHMETIC[self.word]
        if left.value is not None and right.value is not None:
            return c.constant(compute(left.value, right.value))
        if self.word == "+":
            return c.addition([left, right])
        return Code(f"{left.at(level)} {self.word} {right.at(level + 1)}", level)


@frozen(eq=False)
class Negative(Expr):
    """``-a``."""

    part: Expr

    def children(self) -> tuple[Expr, ...]:
        return (self.part,)

    def emit(self, env: Environment) -> Code:
        part = self.part.emit(env)
        return c.constant(-part.value) if part.value is not None else Code(f"-{part.at(c.UNARY)}", c.UNARY)


@frozen(eq=False)
class Either(Expr):
    """``a if c else b``."""

    condition: Expr
    then: Expr
    otherwise: Expr

    def children(self) -> tuple[Expr, ...]:
        return (self.condition, self.then, self.otherwise)

    def emit(self, env: Environment) -> Code:
        return c.choice(self.condition.emit(env), self.then.emit(env), self.otherwise.emit(env))


@frozen(eq=False)
class Extreme(Expr):
    """``min``, ``max`` and ``abs`` of numbers."""

    word: str
    parts: tuple[Expr, ...]

    def children(self) -> tuple[Expr, ...]:
        return self.parts

    def emit(self, env: Environment) -> Code:
        parts = [part.emit(env) for part in self.parts]
        known = [part.value for part in parts if part.value is not None]
        if len(known) == len(parts):
            return c.constant(
                abs(known[0]) if self.word == "abs" else min(known) if self.word == "min" else max(known)
            )
        return Code(f"{self.word}({', '.join(part.text for part in parts)})")


@frozen(eq=False)
class Total(Expr):
    """A sum of terms that the language makes by itself (markers over several places, free slots)."""

    parts: tuple[Expr, ...]

    def children(self) -> tuple[Expr, ...]:
        return self.parts

    def emit(self, env: Environment) -> Code:
        return c.addition(part.emit(env) for part in self.parts)


@frozen(eq=False)
class Dealt(Expr):
    """``left(deck)``, ``left(pile, pool)``: how many unseen cards; ``call`` is a method of the deck's runtime."""

    call: str
    addresses: frozenset[int]

    def emit(self, env: Environment) -> Code:
        return Code(self.call)

    def reads(self, env: Environment) -> Reads:
        return self.addresses


@frozen(eq=False)
class Old(Expr):
    """``old(e)``: the value before an example's run, kept in the list ``O``."""

    part: Expr
    number: int

    def children(self) -> tuple[Expr, ...]:
        return (self.part,)

    def emit(self, env: Environment) -> Code:
        return Code(f"O[{self.number}]")


ONE = Const(NUMBER, 1)
