"""Sets in the typed tree: written out, joined, zones, comprehensions and what is made of them."""

from __future__ import annotations

from attrs import field, frozen

from sieges.language.expressions import code as c
from sieges.language.expressions.code import Code, Environment
from sieges.language.expressions.nodes import Const, Expr, Reads, bits
from sieges.language.types import CONDITION, ListOf, Member

UNROLL = 64
"""Loops over at most so many known members are written out one by one."""
MOST_COPIES = 2000
"""How many times something may be written out by loops within loops; beyond that they stay loops."""


@frozen(eq=False)
class SetOf(Expr):
    """``[a, b]``: a set written out."""

    members: tuple[Expr, ...]

    def children(self) -> tuple[Expr, ...]:
        return self.members

    def emit(self, env: Environment) -> Code:
        parts = [member.emit(env) for member in self.members]
        return c.union(map(_alone, parts))


@frozen(eq=False)
class Written(Expr):
    """A list whose members are known, in the order written."""

    members: tuple[int, ...]

    def emit(self, env: Environment) -> Code:
        return c.constant(env.tables.list_number(self.members))

    def domain(self, env: Environment) -> list[tuple[int, Code]]:
        return [(index, c.TRUE) for index in self.members]


@frozen(eq=False)
class SetJoin(Expr):
    """``&``, ``|`` and ``-`` of sets."""

    left: Expr
    word: str
    right: Expr

    def children(self) -> tuple[Expr, ...]:
        return (self.left, self.right)

    def emit(self, env: Environment) -> Code:
        left, right = self.left.emit(env), self.right.emit(env)
        if left.value is not None and right.value is not None:
            a, b = left.value, right.value
            return c.constant(a & b if self.word == "&" else a | b if self.word == "|" else a & ~b)
        if self.word == "|":
            return c.union([left, right])
        other = right.at(c.SHIFT) if self.word == "&" else f"~{right.at(c.UNARY)}"
        return Code(f"{left.at(c.BIT_AND)} & {other}", c.BIT_AND)

    def domain(self, env: Environment) -> list[tuple[int, Code]] | None:
        left = self.left.domain(env)
        right = self.right.domain(env)
        if left is None or right is None:
            return None
        other = dict(right)
        if self.word == "&":
            return [(i, c.conjunction([test, other[i]])) for i, test in left if i in other]
        if self.word == "-":
            return [(i, c.conjunction([test, c.negation(other.get(i, c.FALSE))])) for i, test in left]
        mine = dict(left)
        both = sorted(mine.keys() | other.keys())
        return [(i, c.disjunction([mine.get(i, c.FALSE), other.get(i, c.FALSE)])) for i in both]


@frozen(eq=False)
class In(Expr):
    """``x in X``."""

    item: Expr
    group: Expr

    def children(self) -> tuple[Expr, ...]:
        return (self.item, self.group)

    def emit(self, env: Environment) -> Code:
        item = self.item.emit(env)
        if item.value is not None:
            if item.value < 0:
                return c.FALSE
            known = self.group.domain(env)
            if known is not None:
                return c.disjunction(test for index, test in known if index == item.value)
        if isinstance(self.group.type, ListOf):
            names = [str(index) for index, _ in self.group.domain(env) or ()]
            return Code(f"{item.at(c.BIT_OR)} in ({''.join(f'{name}, ' for name in names)})", c.COMPARE)
        if isinstance(self.group, Zone):
            return Code(
                f"S[{c.addition([item, c.constant(self.group.base)]).text}] == {self.group.zone}", c.COMPARE
            )
        group = self.group.emit(env)
        if item.value is not None:
            return Code(f"{group.at(c.SHIFT)} >> {item.text} & 1", c.BIT_AND)
        if group.value is not None:
            names = [str(index) for index in bits(group.value)]
            if not names:
                return c.FALSE
            if len(names) == 1:
                return Code(f"{item.at(c.BIT_OR)} == {names[0]}", c.COMPARE)
            return Code(f"{item.at(c.BIT_OR)} in ({', '.join(names)})", c.COMPARE)
        if isinstance(self.item.type, Member) and self.item.type.optional:
            return Code(f"{item.at(c.BIT_OR)} >= 0 and {group.at(c.SHIFT)} >> {item.at(c.SUM)} & 1", c.AND)
        return Code(f"{group.at(c.SHIFT)} >> {item.at(c.SUM)} & 1", c.BIT_AND)


@frozen(eq=False)
class Zone(Expr):
    """A zone as a set of cards: those whose place is this zone."""

    base: int
    zone: int
    holds: int

    def domain(self, env: Environment) -> list[tuple[int, Code]]:
        return [(i, Code(f"S[{self.base + i}] == {self.zone}", c.COMPARE)) for i in bits(self.holds)]

    def emit(self, env: Environment) -> Code:
        return _mask(self.domain(env))

    def reads(self, env: Environment) -> Reads:
        return frozenset(self.base + i for i in bits(self.holds))


def _mask(domain: list[tuple[int, Code]]) -> Code:
    return c.union(
        c.constant(1 << index) if test.is_true else c.choice(test, c.constant(1 << index), c.FALSE)
        for index, test in domain
        if not test.is_false
    )


@frozen(eq=False)
class Numbers(Expr):
    """``numbers(a, b)``: what a number is chosen from."""

    low: Expr
    high: Expr

    def children(self) -> tuple[Expr, ...]:
        return (self.low, self.high)

    def emit(self, env: Environment) -> Code:
        high = c.addition([self.high.emit(env), c.constant(1)])
        return Code(f"range({self.low.emit(env).text}, {high.text})")


def _no_condition() -> Expr:
    return Const(CONDITION, 1)


@frozen(eq=False)
class Loop(Expr):
    """A comprehension: over each ``name`` in ``group`` for which ``condition`` holds, ``value``.

    ``word`` is what is made of it: set, any, all, sum, count, first, last, lowest or highest.
    """

    word: str
    name: str
    group: Expr
    condition: Expr = field(factory=_no_condition)
    value: Expr | None = None

    def children(self) -> tuple[Expr, ...]:
        rest = () if self.value is None else (self.value,)
        return (self.group, self.condition, *rest)

    def names(self) -> frozenset[str]:
        rest = frozenset() if self.value is None else self.value.names()
        return self.group.names() | ((self.condition.names() | rest) - {self.name})

    def _inside(self, env: Environment, index: int | None) -> Environment:
        if index is None:
            return env.deeper().bind(**{self.name: Code(self._variable(env))})
        return env.bind(**{self.name: c.constant(index)})

    def _variable(self, env: Environment) -> str:
        """The Python variable of the loop; loops in each other have different ones, whatever they are called."""
        return f"w{env.depth}_{self.name}"

    def domain(self, env: Environment) -> list[tuple[int, Code]] | None:
        known = self.group.domain(env)
        if known is None or len(known) > UNROLL or env.copies * len(known) > MOST_COPIES:
            return None
        found = []
        env = env.copied(len(known))
        for index, test in known:
            test = c.conjunction([test, self.condition.emit(self._inside(env, index))])
            if not test.is_false:
                found.append((index, test))
        return found

    def valued(self, env: Environment, index: int | None) -> Code:
        """The value for a member, or for whichever one the loop is at."""
        if self.value is None:
            return c.TRUE
        return self.value.emit(self._inside(env, index))

    def emit(self, env: Environment) -> Code:
        if self.word in ("lowest", "highest"):
            return self._emit_extreme(env)
        known = self.domain(env)
        if known is None:
            return self._emit_loop(env)
        env = env.copied(len(known))
        match self.word:
            case "set":
                return _mask(known)
            case "any":
                return c.disjunction(c.conjunction([test, self.valued(env, i)]) for i, test in known)
            case "all":
                return c.conjunction(
                    c.disjunction([c.negation(test), self.valued(env, i)]) for i, test in known
                )
            case "count":
                return c.addition(c.choice(test, c.constant(1), c.FALSE) for _, test in known)
            case "sum":
                return c.addition(c.choice(test, self.valued(env, i), c.FALSE) for i, test in known)
            case "first" | "last":
                found = c.constant(-1)
                for index, test in reversed(known) if self.word == "first" else known:
                    found = c.choice(test, c.constant(index), found)
                return found
        raise AssertionError(self.word)

    def _over(self, env: Environment, members: str) -> str:
        """The Python of the loop itself, with its condition."""
        condition = self.condition.emit(self._inside(env, None))
        over = f"for {self._variable(env)} in {members}"
        return over if condition.is_true else f"{over} if {condition.at(c.OR)}"

    def _in_play(self, env: Environment) -> str:
        """The same over the members of the set as it is in play."""
        return self._over(env, f"M({self.group.emit(env).text})")

    def _emit_extreme(self, env: Environment) -> Code:
        """The member of the lowest or highest number: of equals the first, of nothing none."""
        known = self.group.domain(env)
        if known is not None and all(test.is_true for _, test in known):
            members = env.tables.constant(f"({''.join(f'{index}, ' for index, _ in known)})")
        else:
            members = f"M({self.group.emit(env).text})"
        variable = self._variable(env)
        best = "min" if self.word == "lowest" else "max"
        key = f"key=lambda {variable}: {self.valued(env, None).text}"
        return Code(f"{best}(({variable} {self._over(env, members)}), {key}, default=-1)")

    def _emit_loop(self, env: Environment) -> Code:
        """The same as a Python loop, for sets that are known in play only."""
        variable = self._variable(env)
        over = self._in_play(env)
        value = self.valued(env, None)
        match self.word:
            case "any" | "all":
                return Code(f"{self.word}({value.text} {over})")
            case "sum":
                return Code(f"sum({value.at(c.IF)} {over})")
            case "count":
                return Code(f"sum(1 {over})")
            case "set":
                return Code(f"sum(1 << {variable} {over})")
            case "first":
                return Code(f"next(({variable} {over}), -1)")
        return Code(f"max(({variable} {over}), default=-1)")

    def listing(self, env: Environment) -> str:
        """The members as a Python list, in order."""
        return f"[{self._variable(env)} {self._in_play(env)}]"

    def values(self, env: Environment) -> str:
        """The value for each member as a Python list, in order."""
        assert self.value is not None
        value = self.value.emit(self._inside(env, None))
        return f"[{value.at(c.IF)} {self._in_play(env)}]"

    def reads(self, env: Environment) -> Reads:
        known = self.group.domain(env)
        if known is None or len(known) > UNROLL or env.copies * len(known) > MOST_COPIES:
            return super().reads(self._inside(env, None))
        found = self.group.reads(env)
        env = env.copied(len(known))
        for index, _ in known:
            inside = self._inside(env, index)
            if self.condition.emit(inside).is_false:
                continue
            found |= self.condition.reads(inside)
            if self.value is not None:
                found |= self.value.reads(inside)
        return found


@frozen(eq=False)
class Gathered(Expr):
    """``[x.at for x in X if …]``: the set of what `loop` works out for each of its members."""

    loop: Loop

    def children(self) -> tuple[Expr, ...]:
        return (self.loop,)

    def emit(self, env: Environment) -> Code:
        known = self.loop.domain(env)
        if known is None:
            return Code(f"G({self.loop.values(env)})")
        env = env.copied(len(known))
        return c.union(c.choice(test, _alone(self.loop.valued(env, index)), c.FALSE) for index, test in known)


def _alone(member: Code) -> Code:
    """The set of one member."""
    return (
        c.constant(1 << member.value)
        if member.value is not None
        else Code(f"1 << {member.at(c.SUM)}", c.SHIFT)
    )
