"""Expressions at random, each with what it is worth."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from attrs import Factory, define

from tests.conformance.programs.table import (
    PLACES,
    SIDES,
    SLOTS,
    TAGS,
    WORTH,
    Definition,
    Expr,
    Procedure,
    safe,
)

COMPARE: dict[str, Callable[[int, int], bool]] = {
    "==": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
}  # fmt: skip


def quoted(expr: Expr) -> str:
    return json.dumps(expr.text)


@define
class Expressions:
    """Makes up expressions from what is known at a place."""

    random: random.Random
    locals: dict[str, str] = Factory(dict)
    """What may be named here, with its type."""
    definitions: list[Definition] = Factory(list)
    procedures: list[Procedure] = Factory(list)
    deeds: dict[str, Procedure] = Factory(dict)
    scopes: list[str] = Factory(list)
    loops: int = 0
    inside: str = ""
    cancels: set[str] = Factory(set)
    count: int = 0
    pausing: float = 0.3

    # --- helpers ----------------------------------------------------------------------------------

    def name(self, what: str) -> str:
        self.count += 1
        return f"{what}{self.count}"

    def fresh(self, what: str) -> str:
        """A name that means nothing here, though it may elsewhere."""
        free = [f"{what}{letter}" for letter in "abc" if f"{what}{letter}" not in self.locals]
        return self.random.choice(free) if free else self.name(what)

    def one(self, *ways: Callable[[], Any]) -> Any:
        return self.random.choice(ways)()

    def known(self, type_: str) -> list[str]:
        return [name for name, found in self.locals.items() if found == type_]

    @contextmanager
    def having(self, **names: str) -> Iterator[None]:
        kept = self.locals
        self.locals = {**kept, **names}
        try:
            yield
        finally:
            self.locals = kept

    # --- expressions ------------------------------------------------------------------------------

    def expr(self, type_: str, depth: int = 2) -> Expr:
        found: Expr = {
            "number": self.number,
            "condition": self.condition,
            "place": self.place,
            "places": self.places,
        }[type_](depth)
        return found

    def local(self, type_: str) -> Expr | None:
        names = self.known(type_)
        if not names:
            return None
        name = self.random.choice(names)
        return Expr(name, lambda s, v: v[name], True)

    def defined(self, type_: str, depth: int) -> Expr | None:
        known = [d for d in self.definitions if d.type == type_]
        if not known:
            return None
        found = self.random.choice(known)
        given = [self.expr(kind, depth - 1) for kind in found.parameters]
        text = f"{found.name}({', '.join(e.text for e in given)})" if given else found.name
        value, names = found.value, [f"a{n}" for n in range(len(given))]
        return Expr(
            text,
            lambda s, v: value(s, {n: e.value(s, v) for n, e in zip(names, given, strict=True)}),
            True,
        )

    def number(self, depth: int) -> Expr:
        if depth <= 0 or self.random.random() < 0.2:
            found = self.local("number") if self.random.random() < 0.6 else None
            if found is not None:
                return found
            n = self.random.randrange(0, 7)
            return self.one(
                lambda: Expr(str(n), lambda s, v: n, True),
                lambda: Expr("x", lambda s, v: s.x, True),
                lambda: Expr("y", lambda s, v: s.y, True),
            )
        if (found := (self.random.random() < 0.25 and self.defined("number", depth)) or None) is not None:
            return found
        return self.one(
            lambda: self.arithmetic(depth),
            lambda: self.arithmetic(depth),
            lambda: self.divided(depth),
            lambda: self.extreme(depth),
            lambda: self.counted(depth),
            lambda: self.summed(depth),
            lambda: self.looked_up(depth),
            lambda: self.markers(depth),
            lambda: self.conditional("number", depth),
            lambda: self.side_value(),
        )

    def arithmetic(self, depth: int) -> Expr:
        a, b = self.number(depth - 1), self.number(depth - 1)
        word = self.random.choice("+-*")
        compute = {"+": int.__add__, "-": int.__sub__, "*": int.__mul__}[word]
        return Expr(f"{a} {word} {b}", lambda s, v: compute(a.value(s, v), b.value(s, v)))

    def divided(self, depth: int) -> Expr:
        a, k = self.number(depth - 1), self.random.randrange(1, 5)
        if self.random.random() < 0.5:
            return Expr(f"{a} // {k}", lambda s, v: a.value(s, v) // k)
        return Expr(f"{a} % {k}", lambda s, v: a.value(s, v) % k)

    def extreme(self, depth: int) -> Expr:
        a, b = self.number(depth - 1), self.number(depth - 1)
        word = self.random.choice(("min", "max", "abs", "minus"))
        if word == "abs":
            return Expr(f"abs({a.text})", lambda s, v: abs(a.value(s, v)), True)
        if word == "minus":
            return Expr(f"-{a}", lambda s, v: -a.value(s, v))
        pick = min if word == "min" else max
        return Expr(f"{word}({a.text}, {b.text})", lambda s, v: pick(a.value(s, v), b.value(s, v)), True)

    def counted(self, depth: int) -> Expr:
        group = self.places(depth - 1)
        return Expr(f"count({group.text})", lambda s, v: len(group.value(s, v)), True)

    def loop(self, type_: str, depth: int) -> tuple[str, Expr, Expr]:
        """A name, the set it goes over, and an expression that may use it."""
        group = self.places(depth - 1)
        name = self.fresh("p")
        with self.having(**{name: "place"}):
            return name, group, self.expr(type_, depth - 1)

    def summed(self, depth: int) -> Expr:
        name, group, inner = self.loop("number", depth)
        return Expr(
            f"sum({inner} for {name} in {group})",
            lambda s, v: sum(inner.value(s, {**v, name: p}) for p in group.value(s, v)),
            True,
        )

    def looked_up(self, depth: int) -> Expr:
        place = self.place(depth - 1)
        return self.one(
            lambda: Expr(f"{place}.heat", lambda s, v: s.heat[place.value(s, v)], True),
            lambda: Expr(f"{place}.worth", lambda s, v: WORTH[PLACES.index(place.value(s, v))], True),
            lambda: Expr(f"{place}.slots", lambda s, v: SLOTS[PLACES.index(place.value(s, v))], True),
            lambda: Expr(f"vacant({place.text})", lambda s, v: s.vacant(place.value(s, v)), True),
            lambda: Expr(
                f"{place}.strength",
                lambda s, v: s.heat[place.value(s, v)] + sum(s.troops[o, place.value(s, v)] for o in SIDES),
                True,
            ),
        )

    def markers(self, depth: int) -> Expr:
        side = self.random.choice(SIDES)
        return self.one(
            lambda: self._markers_in(side, depth),
            lambda: Expr(f"troops({side})", lambda s, v: sum(s.troops[side, p] for p in PLACES), True),
            lambda: self._markers_at(side, depth),
        )

    def _markers_in(self, side: str, depth: int) -> Expr:
        group = self.places(depth - 1)
        return Expr(
            f"troops({side}, {group.text})",
            lambda s, v: sum(s.troops[side, p] for p in group.value(s, v)),
            True,
        )

    def _markers_at(self, side: str, depth: int) -> Expr:
        place = self.place(depth - 1)
        return Expr(f"troops({side}, {place.text})", lambda s, v: s.troops[side, place.value(s, v)], True)

    def side_value(self) -> Expr:
        side = self.random.choice(SIDES)
        return Expr(f"spirit[{side}]", lambda s, v: s.spirit[side], True)

    def conditional(self, type_: str, depth: int) -> Expr:
        test, a, b = self.condition(depth - 1), self.expr(type_, depth - 1), self.expr(type_, depth - 1)
        return Expr(
            f"{a} if {test} else {b}", lambda s, v: a.value(s, v) if test.value(s, v) else b.value(s, v)
        )

    def condition(self, depth: int) -> Expr:
        if depth <= 0 or self.random.random() < 0.1:
            found = self.local("condition") if self.random.random() < 0.6 else None
            if found is not None:
                return found
            truth = self.random.random() < 0.5
            return self.one(
                lambda: Expr("flag", lambda s, v: s.flag, True),
                lambda: Expr("true" if truth else "false", lambda s, v: truth, True),
                lambda: Expr("goal != none", lambda s, v: s.goal is not None),
                lambda: Expr("goal == ford", lambda s, v: s.goal == "ford"),
            )
        if (found := (self.random.random() < 0.25 and self.defined("condition", depth)) or None) is not None:
            return found
        return self.one(
            lambda: self.comparison(depth),
            lambda: self.comparison(depth),
            lambda: self.chain(depth),
            lambda: self.logic(depth),
            lambda: self.negation(depth),
            lambda: self.membership(depth),
            lambda: self.quantified(depth),
            lambda: self.sameness(depth),
            lambda: self.seen(depth),
            lambda: self.rule(depth),
            lambda: self.conditional("condition", depth),
        )

    def comparison(self, depth: int) -> Expr:
        a, b = self.number(depth - 1), self.number(depth - 1)
        word = self.random.choice(("==", "!=", "<", "<=", ">", ">="))
        compare = COMPARE[word]
        return Expr(f"{a} {word} {b}", lambda s, v: compare(a.value(s, v), b.value(s, v)))

    def chain(self, depth: int) -> Expr:
        a, b, c = (self.number(depth - 1) for _ in range(3))
        return Expr(f"{a} <= {b} < {c}", lambda s, v: a.value(s, v) <= b.value(s, v) < c.value(s, v))

    def logic(self, depth: int) -> Expr:
        parts = [self.condition(depth - 1) for _ in range(self.random.randrange(2, 4))]
        if self.random.random() < 0.5:
            return Expr(" and ".join(map(str, parts)), lambda s, v: all(p.value(s, v) for p in parts))
        return Expr(" or ".join(map(str, parts)), lambda s, v: any(p.value(s, v) for p in parts))

    def negation(self, depth: int) -> Expr:
        a = self.condition(depth - 1)
        return Expr(f"not {a}", lambda s, v: not a.value(s, v))

    def membership(self, depth: int) -> Expr:
        place, group = self.place(depth - 1), self.places(depth - 1)
        if self.random.random() < 0.3:
            return Expr(f"goal in {group}", lambda s, v: s.goal in group.value(s, v))
        if self.random.random() < 0.3:
            return Expr(f"{place} not in {group}", lambda s, v: place.value(s, v) not in group.value(s, v))
        return Expr(f"{place} in {group}", lambda s, v: place.value(s, v) in group.value(s, v))

    def quantified(self, depth: int) -> Expr:
        name, group, inner = self.loop("condition", depth)
        word, fold = self.random.choice((("any", any), ("all", all)))
        return Expr(
            f"{word}({inner} for {name} in {group})",
            lambda s, v: fold(inner.value(s, {**v, name: p}) for p in group.value(s, v)),
            True,
        )

    def sameness(self, depth: int) -> Expr:
        if self.random.random() < 0.4:
            a, b = self.condition(depth - 1), self.condition(depth - 1)
            return Expr(f"{a} == {b}", lambda s, v: a.value(s, v) == b.value(s, v))
        if self.random.random() < 0.4:
            a, b = self.places(depth - 1), self.places(depth - 1)
            return Expr(f"{a} != {b}", lambda s, v: a.value(s, v) != b.value(s, v))
        a, b = self.place(depth - 1), self.place(depth - 1)
        return Expr(f"{a} == {b}", lambda s, v: a.value(s, v) == b.value(s, v))

    def seen(self, depth: int) -> Expr:
        place = self.place(depth - 1)
        return Expr(f"{place}.seen", lambda s, v: s.seen[place.value(s, v)], True)

    def rule(self, depth: int) -> Expr:
        place = self.place(depth - 1)
        return Expr(f"{place}.safe", lambda s, v: safe(s, place.value(s, v)), True)

    def place(self, depth: int) -> Expr:
        found = self.local("place") if self.random.random() < 0.6 else None
        if found is not None:
            return found
        if depth > 1 and self.random.random() < 0.2:
            return self.conditional("place", depth)
        place = self.random.choice(PLACES)
        return Expr(place, lambda s, v: place, True)

    def places(self, depth: int) -> Expr:
        if depth <= 0 or self.random.random() < 0.15:
            found = self.local("places") if self.random.random() < 0.6 else None
            if found is not None:
                return found
            tag = self.random.choice((*TAGS, "locations"))
            return Expr(tag, lambda s, v: frozenset(TAGS.get(tag, PLACES)), True)
        if (found := (self.random.random() < 0.25 and self.defined("places", depth)) or None) is not None:
            return found
        return self.one(
            lambda: self.written(depth),
            lambda: self.gathered(depth),
            lambda: self.gathered(depth),
            lambda: self.joined(depth),
            lambda: self.conditional("places", depth),
            lambda: self.near(depth),
        )

    def written(self, depth: int) -> Expr:
        parts = [self.place(depth - 1) for _ in range(self.random.randrange(1, 4))]
        text = f"[{', '.join(p.text for p in parts)}]"
        return Expr(text, lambda s, v: frozenset(p.value(s, v) for p in parts), True)

    def gathered(self, depth: int) -> Expr:
        name, group, inner = self.loop("condition", depth)
        return Expr(
            f"[{name} for {name} in {group} if {inner}]",
            lambda s, v: frozenset(p for p in group.value(s, v) if inner.value(s, {**v, name: p})),
            True,
        )

    def joined(self, depth: int) -> Expr:
        a, b = self.places(depth - 1), self.places(depth - 1)
        word = self.random.choice("&|-")
        join = {"&": frozenset.__and__, "|": frozenset.__or__, "-": frozenset.__sub__}[word]
        return Expr(f"{a} {word} {b}", lambda s, v: join(a.value(s, v), b.value(s, v)))

    def near(self, depth: int) -> Expr:
        place = self.place(depth - 1)
        return Expr(f"{place}.near", lambda s, v: s.near[place.value(s, v)], True)
