"""Rules at random, and what they mean.

A `Writer` makes up a pack: expressions and steps of nearly all kinds, as YAML. Beside the text of each part it keeps a
Python function that does what docs/language.md says of it, on plain dicts; together they are a slow reading of the
language that shares nothing with the engine. tests/conformance/test_programs.py plays both.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from attrs import Factory, define, frozen

SIDES = ("us", "them")
PLACES = ("camp", "ditch", "ford", "gate", "hall", "keep")
OWNERS = ("us", "us", "none", "them", "them", "them")
SLOTS = (4, 3, 2, 4, 3, 5)
WORTH = (1, 5, 0, 2, 7, 3)
TAGS = {"low": ("camp", "ditch", "ford"), "wet": ("ditch", "ford"), "built": ("gate", "hall", "keep")}
MARKERS = {"camp": 3, "gate": 2, "keep": 3}
SPIRIT = (0, 6)

Value = Any


class StopLoop(Exception):
    pass


class StopProcedure(Exception):
    pass


class Cancel(Exception):
    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class Ended(Exception):
    def __init__(self, ending: str) -> None:
        super().__init__(ending)
        self.ending = ending


class Impossible(Exception):
    """What a pack must not do: the engine has a fault here."""


class Answers:
    """Who answers the questions of a reading."""

    def choose(self, name: str, options: Sequence[str]) -> str:
        raise NotImplementedError

    def roll(self) -> int:
        raise NotImplementedError


@define
class State:
    """A position as plain data, and what it means to go on from it."""

    answers: Answers
    program: Program
    x: int = 0
    y: int = 3
    flag: bool = False
    goal: str | None = None
    spirit: dict[str, int] = Factory(lambda: {"us": 3, "them": 4})
    heat: dict[str, int] = Factory(lambda: dict.fromkeys(PLACES, 1))
    seen: dict[str, bool] = Factory(lambda: dict.fromkeys(PLACES, False))
    near: dict[str, frozenset[str]] = Factory(lambda: dict.fromkeys(PLACES, frozenset()))
    troops: dict[tuple[str, str], int] = Factory(
        lambda: {
            (side, place): MARKERS.get(place, 0) if OWNERS[PLACES.index(place)] == side else 0
            for side in SIDES
            for place in PLACES
        }
    )
    together: int = 0
    due: bool = False
    budget: int = 3000

    def vacant(self, place: str) -> int:
        return SLOTS[PLACES.index(place)] - sum(self.troops[side, place] for side in SIDES)

    def changed(self) -> None:
        """Victory is looked at after a change, or after the last of those that count as one."""
        self.due = True
        if not self.together:
            self.due = False
            for ending, holds in self.program.endings:
                if holds(self):
                    raise Ended(ending)

    def position(self) -> dict[str, Value]:
        return {
            "x": self.x,
            "y": self.y,
            "flag": self.flag,
            "goal": self.goal,
            "spirit": dict(self.spirit),
            "heat": dict(self.heat),
            "seen": dict(self.seen),
            "near": {place: [p for p in PLACES if p in near] for place, near in self.near.items()},
            "troops": {f"{side} {place}": count for (side, place), count in self.troops.items() if count},
        }


Locals = dict[str, Value]
Reading = Callable[[State, Locals], Value]
Doing = Callable[[State, Locals], None]


@frozen
class Expr:
    """An expression: its text, what it is worth, and whether it stands alone without brackets."""

    text: str
    value: Reading
    atom: bool = False

    def __str__(self) -> str:
        return self.text if self.atom else f"({self.text})"


@frozen
class Procedure:
    name: str
    parameters: dict[str, str]
    lines: list[str]
    does: Doing
    cancels: frozenset[str]


@frozen
class Definition:
    name: str
    parameters: tuple[str, ...]
    type: str
    text: str
    value: Reading


@define
class Program:
    """A pack with its meaning."""

    text: str = ""
    endings: list[tuple[str, Callable[[State], bool]]] = Factory(list)
    does: Doing = lambda state, locals_: None

    def play(self, state: State) -> str:
        """Go through it from a state; how it ends, `fault` where it must not go on."""
        try:
            self.does(state, {})
        except Ended as ended:
            return ended.ending
        except Impossible:
            return "fault"
        return "over"


def steps_of(doings: Sequence[Doing]) -> Doing:
    def do(state: State, locals_: Locals) -> None:
        for doing in doings:
            state.budget -= 1
            if state.budget < 0:
                raise Impossible
            doing(state, locals_)

    return do


TYPES = ("number", "condition", "place", "places")
IN_WORDS = {
    "number": "number",
    "condition": "condition",
    "place": "a location",
    "places": "a set of locations",
}


@define
class Writer:
    """Makes up one program from a seed."""

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

    # --- steps ------------------------------------------------------------------------------------

    def block(self, size: int, depth: int, **names: str) -> tuple[list[str], Doing]:
        """A list of steps: its lines, and what it does. Names bound in it are not known outside."""
        lines: list[str] = []
        doings: list[Doing] = []
        with self.having(**names):
            for _ in range(size):
                more, doing, leaves = self.step(depth)
                lines += more
                doings.append(doing)
                if leaves:
                    break
        return lines, steps_of(doings)

    def step(self, depth: int) -> tuple[list[str], Doing, bool]:
        plain = [self.let, self.set_, self.adjust, self.marker, self.field, self.words]
        asking = [self.choose, self.choose, self.either, self.roll] if depth > 0 else [self.roll]
        nested = [self.if_, self.if_, self.each, self.repeat, self.while_, self.scope, self.together]
        calls = [self.call, self.perform, self.consult]
        pool: list[Callable[[int], tuple[list[str], Doing, bool]]] = list(plain)
        if self.random.random() < self.pausing:
            pool = list(asking)
        elif depth > 0 and self.random.random() < 0.5:
            pool = list(nested)
        elif self.random.random() < 0.25:
            pool = list(calls)
        elif self.random.random() < 0.08:
            pool = [self.leave]
        return self.random.choice(pool)(depth)

    def let(self, depth: int) -> tuple[list[str], Doing, bool]:
        type_ = self.random.choice(TYPES)
        value = self.bounded(type_)
        known = [name for name in self.known(type_) if name.startswith("v")]
        name = self.random.choice(known) if known and self.random.random() < 0.3 else self.name("v")

        def do(state: State, v: Locals) -> None:
            v[name] = value.value(state, v)

        self.locals[name] = type_
        return [f"- let: {name}", f"  be: {quoted(value)}"], do, False

    def bounded(self, type_: str) -> Expr:
        """An expression whose numbers stay small."""
        value = self.expr(type_, 3)
        if type_ == "number":
            return Expr(f"{value} % 50", lambda s, v: value.value(s, v) % 50)
        return value

    def set_(self, depth: int) -> tuple[list[str], Doing, bool]:
        what = self.random.choice(("x", "x", "flag", "flag", "goal", "goal", "spirit"))
        if what == "x":
            value = self.bounded("number")
        elif what == "flag":
            value = self.condition(2)
        elif what == "goal":
            value = self.random.choice(
                [self.place(2), Expr("none", lambda s, v: None, True), self.optional(2)]
            )
        else:
            value = self.number(2)
        side = self.random.choice(SIDES)

        def do(state: State, v: Locals) -> None:
            new = value.value(state, v)
            if what == "spirit":
                state.spirit[side] = min(max(new, SPIRIT[0]), SPIRIT[1])
            else:
                setattr(state, what, new)
            state.changed()

        target = f"spirit[{side}]" if what == "spirit" else what
        return [f"- set: {target}", f"  to: {quoted(value)}"], do, False

    def optional(self, depth: int) -> Expr:
        group = self.places(depth)
        word = self.random.choice(("first", "last"))

        def value(state: State, v: Locals) -> str | None:
            found = [p for p in PLACES if p in group.value(state, v)]
            return None if not found else found[0 if word == "first" else -1]

        return Expr(f"{word}({group.text})", value, True)

    def adjust(self, depth: int) -> tuple[list[str], Doing, bool]:
        side = self.random.choice(SIDES)
        what = self.random.choice(("y", "spirit"))
        value = self.bounded("number")
        if what == "spirit":
            change = self.number(2)
            value = Expr(f"{change} % 3 - 1", lambda s, v: change.value(s, v) % 3 - 1)

        def do(state: State, v: Locals) -> None:
            by = value.value(state, v)
            if what == "spirit":
                state.spirit[side] = min(max(state.spirit[side] + by, SPIRIT[0]), SPIRIT[1])
            else:
                state.y += by
            state.changed()

        target = f"spirit[{side}]" if what == "spirit" else what
        return [f"- adjust: {target}", f"  by: {quoted(value)}"], do, False

    def field(self, depth: int) -> tuple[list[str], Doing, bool]:
        place = self.place(2)
        what = self.random.choice(("heat", "seen", "near"))
        value = {
            "heat": lambda: self.bounded("number"),
            "seen": lambda: self.condition(2),
            "near": lambda: self.places(2),
        }[what]()
        if not place.atom:
            place = Expr("camp", lambda s, v: "camp", True)

        def do(state: State, v: Locals) -> None:
            where = place.value(state, v)
            getattr(state, what)[where] = value.value(state, v)
            state.changed()

        return [f"- set: {place}.{what}", f"  to: {quoted(value)}"], do, False

    def marker(self, depth: int) -> tuple[list[str], Doing, bool]:
        side, place = self.random.choice(SIDES), self.place(2)
        verb = self.random.choice(("place", "remove", "move"))
        count = self.random.choice((1, 1, 1, 2))
        other = self.place(2)
        guard = self.random.random() < 0.9

        def take(state: State, v: Locals, where: str) -> None:
            if state.troops[side, where] < count:
                raise Impossible
            state.troops[side, where] -= count

        def give(state: State, v: Locals, where: str) -> None:
            if state.vacant(where) < count:
                raise Impossible
            state.troops[side, where] += count

        def do(state: State, v: Locals) -> None:
            here, there = place.value(state, v), other.value(state, v)
            if verb == "place":
                if guard and state.vacant(here) < count:
                    return
                give(state, v, here)
            elif verb == "remove":
                if guard and state.troops[side, here] < count:
                    return
                take(state, v, here)
            else:
                if here == there or (
                    guard and (state.troops[side, here] < count or state.vacant(there) < count)
                ):
                    return
                take(state, v, here)
                give(state, v, there)
            state.changed()

        step = [f"- {verb}: troop", f"  of: {side}"]
        step += (
            [f"  at: {quoted(place)}"]
            if verb != "move"
            else [f"  from: {quoted(place)}", f"  to: {quoted(other)}"]
        )
        if count > 1:
            step.append(f"  count: {count}")
        tests = []
        if verb != "place" and guard:
            tests.append(f"troops({side}, {place.text}) >= {count}")
        if verb != "remove" and guard:
            tests.append(f"vacant({(other if verb == 'move' else place).text}) >= {count}")
        if verb == "move":
            tests.append(f"{place} != {other}")
        if not tests:
            return step, do, False
        return [f"- if: {json.dumps(' and '.join(tests))}", "  then:", *indented(step, 4)], do, False

    def words(self, depth: int) -> tuple[list[str], Doing, bool]:
        verb = self.random.choice(("say", "nothing"))
        holes = " ".join(f"{{{name}}}" for name in self.locals)
        return (
            [f"- {verb}: {json.dumps(f'There: {holes} {{x}} {{goal}} {{flag}}')}"],
            lambda s, v: None,
            False,
        )

    def roll(self, depth: int) -> tuple[list[str], Doing, bool]:
        name = self.fresh("r")

        def do(state: State, v: Locals) -> None:
            v[name] = state.answers.roll()

        self.locals[name] = "number"
        return [f"- roll: {name}", "  die: die"], do, False

    def choose(self, depth: int) -> tuple[list[str], Doing, bool]:
        name, group, other = self.fresh("c"), self.places(2), self.places(2)
        otherwise, optional = self.random.random() < 0.4, self.random.random() < 0.4
        lines, if_none = self.block(1, 0)
        with_name, use = self.block(self.random.randrange(1, 3), depth - 1, **{name: "place"})

        def do(state: State, v: Locals) -> None:
            options = group.value(state, v) or (other.value(state, v) if otherwise else frozenset())
            if not options:
                v[name] = None
                if_none(state, v)
            else:
                offered = [p for p in PLACES if p in options] + (["none_of_them"] if optional else [])
                picked = state.answers.choose(name, offered)
                v[name] = None if picked == "none_of_them" else picked
            if v[name] is not None:
                use(state, v)

        text = [f"- choose: {name}", f"  by: {self.random.choice(SIDES)}", f"  from: {quoted(group)}"]
        if otherwise:
            text.append(f"  otherwise: {quoted(other)}")
        if optional:
            text.append("  optional: none_of_them")
        text += ["  if_none:", *indented(lines, 4)]
        sure = f"count({group.text}) >= 0 and {name} != none"
        return [*text, f"- if: {json.dumps(sure)}", "  then:", *indented(with_name, 4)], do, False

    def either(self, depth: int) -> tuple[list[str], Doing, bool]:
        name = self.fresh("e")
        options = []
        for number in range(self.random.randrange(2, 4)):
            when = self.condition(2) if number and self.random.random() < 0.6 else None
            options.append((f"o{number}", when, *self.block(self.random.randrange(1, 3), depth - 1)))

        def do(state: State, v: Locals) -> None:
            offered = [id_ for id_, when, *_ in options if when is None or when.value(state, v)]
            picked = state.answers.choose(name, offered)
            next(doing for id_, _, _, doing in options if id_ == picked)(state, v)

        text = [f"- either: {name}", f"  by: {self.random.choice(SIDES)}", "  options:"]
        for id_, when, lines, _ in options:
            text.append(f"    - id: {id_}")
            if when is not None:
                text.append(f"      when: {quoted(when)}")
            text += ["      steps:", *indented(lines, 8)]
        return text, do, False

    def if_(self, depth: int) -> tuple[list[str], Doing, bool]:
        test = self.condition(3)
        then_lines, then = self.block(self.random.randrange(1, 3), depth - 1)
        else_lines, otherwise = self.block(self.random.randrange(1, 3), depth - 1)
        both = self.random.random() < 0.5

        def do(state: State, v: Locals) -> None:
            if test.value(state, v):
                then(state, v)
            elif both:
                otherwise(state, v)

        text = [f"- if: {quoted(test)}", "  then:", *indented(then_lines, 4)]
        return [*text, *(["  else:", *indented(else_lines, 4)] if both else [])], do, False

    @contextmanager
    def looping(self) -> Iterator[None]:
        self.loops += 1
        yield
        self.loops -= 1

    def each(self, depth: int) -> tuple[list[str], Doing, bool]:
        name, group = self.fresh("p"), self.places(2)
        with self.looping():
            lines, inner = self.block(self.random.randrange(1, 4), depth - 1, **{name: "place"})

        def do(state: State, v: Locals) -> None:
            for place in [p for p in PLACES if p in group.value(state, v)]:
                v[name] = place
                try:
                    inner(state, v)
                except StopLoop:
                    break

        return [f"- each: {name}", f"  in: {quoted(group)}", "  steps:", *indented(lines, 4)], do, False

    def repeat(self, depth: int) -> tuple[list[str], Doing, bool]:
        amount = self.number(2)
        times = Expr(f"{amount} % 4", lambda s, v: amount.value(s, v) % 4)
        if self.random.random() < 0.3:
            times = self.random.choice([Expr("1", lambda s, v: 1, True), Expr("2", lambda s, v: 2, True)])
        with self.looping():
            lines, inner = self.block(self.random.randrange(1, 4), depth - 1)

        def do(state: State, v: Locals) -> None:
            for _ in range(times.value(state, v)):
                try:
                    inner(state, v)
                except StopLoop:
                    break

        return [f"- repeat: {quoted(times)}", "  steps:", *indented(lines, 4)], do, False

    def while_(self, depth: int) -> tuple[list[str], Doing, bool]:
        """Mostly with a counter of its own, sometimes with a bound that it may run into."""
        most, name = self.random.randrange(1, 4), self.name("v")
        counts = self.random.random() < 0.85
        condition = self.condition(2)
        test = condition
        if counts:
            test = Expr(
                f"{name} < {most} and {condition}", lambda s, v: v[name] < most and condition.value(s, v)
            )
        with self.looping():
            lines, inner = self.block(self.random.randrange(1, 4), depth - 1, **{name: "number"})
        if counts:
            lines = [f"- let: {name}", f"  be: {name} + 1", *lines]

        def do(state: State, v: Locals) -> None:
            v[name] = turns = 0
            while test.value(state, v):
                if turns == most:
                    raise Impossible
                turns += 1
                v[name] += counts
                try:
                    inner(state, v)
                except StopLoop:
                    break

        text = [f"- while: {quoted(test)}", f"  at_most: {most}", "  steps:", *indented(lines, 4)]
        # The name is bound before the loop, and known after it.
        self.locals[name] = "number"
        return [f"- let: {name}", "  be: 0", *text], do, False

    def scope(self, depth: int) -> tuple[list[str], Doing, bool]:
        name = self.random.choice(("storm", "march"))
        kept, self.loops = self.loops, 0
        self.scopes.append(name)
        outside = set(self.cancels)
        lines, inner = self.block(self.random.randrange(1, 4), depth - 1)
        self.scopes.pop()
        self.cancels = outside | (self.cancels - {name})
        self.loops = kept
        handler_lines, handler = self.block(self.random.randrange(1, 3), 0)

        def do(state: State, v: Locals) -> None:
            together = state.together
            try:
                inner(state, v)
            except Cancel as cancel:
                if cancel.name != name:
                    raise
                state.together = together
                handler(state, v)

        text = [
            f"- scope: {name}",
            "  steps:",
            *indented(lines, 4),
            "  if_cancelled:",
            *indented(handler_lines, 4),
        ]
        return text, do, False

    def together(self, depth: int) -> tuple[list[str], Doing, bool]:
        lines: list[str] = []
        doings: list[Doing] = []
        for _ in range(self.random.randrange(2, 4)):
            more, doing, _ = self.random.choice((self.set_, self.adjust, self.marker, self.field))(0)
            lines += more
            doings.append(doing)
        inner = steps_of(doings)

        def do(state: State, v: Locals) -> None:
            state.together += 1
            try:
                inner(state, v)
            finally:
                state.together -= 1
            if state.due:
                state.changed()

        return ["- together:", *indented(lines, 4)], do, False

    def leave(self, depth: int) -> tuple[list[str], Doing, bool]:
        ways: list[tuple[str, Exception]] = []
        if self.loops:
            ways.append(("stop: loop", StopLoop()))
        if self.inside:
            ways.append(("stop: procedure", StopProcedure()))
        for name in self.scopes:
            ways.append((f"cancel: {name}", Cancel(name)))
        if not ways:
            return self.words(depth)
        text, exception = self.random.choice(ways)
        if isinstance(exception, Cancel):
            self.cancels.add(exception.name)

        def do(state: State, v: Locals) -> None:
            raise exception

        return [f"- {text}"], do, True

    def fitting(self, procedures: Sequence[Procedure]) -> list[Procedure]:
        return [found for found in procedures if found.cancels <= set(self.scopes)]

    def call(self, depth: int) -> tuple[list[str], Doing, bool]:
        known = self.fitting(self.procedures)
        if not known:
            return self.words(depth)
        found = self.random.choice(known)
        self.cancels |= found.cancels
        given = {name: self.bounded(type_) for name, type_ in found.parameters.items()}

        def do(state: State, v: Locals) -> None:
            found.does(state, {name: value.value(state, v) for name, value in given.items()})

        text = [f"- call: {found.name}"]
        if given:
            text += ["  with:", *(f"    {name}: {quoted(value)}" for name, value in given.items())]
        return text, do, False

    def perform(self, depth: int) -> tuple[list[str], Doing, bool]:
        if not self.deeds or any(not set(deed.cancels) <= set(self.scopes) for deed in self.deeds.values()):
            return self.words(depth)
        place = self.place(2)
        if not place.atom:
            return self.words(depth)
        deeds = self.deeds
        for deed in deeds.values():
            self.cancels |= deed.cancels

        def do(state: State, v: Locals) -> None:
            where = place.value(state, v)
            if where in deeds:
                deeds[where].does(state, {"this": where})

        return [f"- perform: {place}.deed"], do, False

    def consult(self, depth: int) -> tuple[list[str], Doing, bool]:
        number, side = self.number(2), self.random.choice(SIDES)

        def do(state: State, v: Locals) -> None:
            die = min(max(number.value(state, v), 1), 4)
            for token in CHART[die - 1][SIDES.index(side)].split():
                if token == ".":
                    continue
                change, whose = int(token[:-1]), {"u": "us", "t": "them"}[token[-1]]
                state.spirit[whose] = min(max(state.spirit[whose] + change, SPIRIT[0]), SPIRIT[1])
                state.changed()

        return ["- consult: fortune", f"  die: {quoted(number)}", f"  column: {side}"], do, False

    # --- whole programs ---------------------------------------------------------------------------

    def define_some(self) -> None:
        for _ in range(self.random.randrange(1, 4)):
            types = tuple(self.random.choice(TYPES) for _ in range(self.random.randrange(0, 3)))
            type_ = self.random.choice(("number", "condition", "places"))
            name = self.name("d")
            with self.having(**{f"a{n}": t for n, t in enumerate(types)}):
                inner = self.expr(type_, 2)
            self.definitions.append(Definition(name, types, type_, inner.text, inner.value))

    def procedure(self, parameters: dict[str, str], inside: str) -> Procedure:
        """A body with room for what may be cancelled around it."""
        self.locals, self.loops, self.inside = dict(parameters), 0, inside
        self.cancels = set()
        self.scopes = self.random.choice(([], [], ["storm"], ["storm", "march"]))
        lines, inner = self.block(self.random.randrange(1, 5), 2)

        def does(state: State, v: Locals) -> None:
            try:
                inner(state, dict(v))
            except StopProcedure:
                return

        self.scopes = []
        return Procedure(inside, parameters, lines, does, frozenset(self.cancels))

    def program(self) -> Program:
        program = Program()
        self.define_some()
        kept = {
            place: self.procedure({"this": "place"}, f"{place}.deed")
            for place in self.random.sample(PLACES, 2)
        }
        for _ in range(self.random.randrange(1, 4)):
            parameters = {
                self.name("q"): self.random.choice(TYPES) for _ in range(self.random.randrange(0, 3))
            }
            self.deeds = kept if self.random.random() < 0.7 else {}
            self.procedures.append(self.procedure(parameters, self.name("go")))
        self.deeds = kept
        self.locals, self.loops, self.inside, self.scopes, self.cancels = {}, 0, "", [], set()
        lines, does = self.block(self.random.randrange(6, 14), 3)
        program.does = does
        program.endings = [
            ("spent", lambda s: s.spirit["us"] == 0),
            ("many", lambda s: s.x > 45 and s.flag),
            ("empty", lambda s: sum(s.troops["them", p] for p in PLACES) == 0),
        ]
        program.text = self.text(lines)
        return program

    def text(self, sequence: list[str]) -> str:
        lines = [HEAD.rstrip("\n"), "locations:"]
        for place, owner, slots, worth in zip(PLACES, OWNERS, SLOTS, WORTH, strict=True):
            tags = [tag for tag, places in TAGS.items() if place in places]
            own = "" if owner == "none" else f"owner: {owner}, "
            lines.append(f"  {place}:")
            lines.append(f"    {{{own}tags: [{', '.join(tags)}], slots: {slots}, worth: {worth}")
            if place in self.deeds:
                lines[-1] += "}"
                lines[-1] = lines[-1].replace("    {", "    ").rstrip("}")
                parts = lines.pop().strip()
                lines += [f"    {part}" for part in split_top(parts)]
                lines += ["    deed:", *indented(self.deeds[place].lines, 6)]
            else:
                lines[-1] += "}"
        lines.append("define:")
        for found in self.definitions:
            names = ", ".join(f"a{n}: {IN_WORDS[t]}" for n, t in enumerate(found.parameters))
            lines.append(f"  {found.name}:")
            if names:
                lines.append(f"    parameters: {{{names}}}")
            lines.append(f"    is: {json.dumps(found.text)}")
        lines.append("procedures:")
        for procedure in self.procedures:
            lines.append(f"  {procedure.name}:")
            if procedure.parameters:
                names = ", ".join(f"{name}: {IN_WORDS[t]}" for name, t in procedure.parameters.items())
                lines.append(f"    parameters: {{{names}}}")
            lines += ["    steps:", *indented(procedure.lines, 6)]
        lines += ["sequence:", *indented(sequence, 2), "  - end: over"]
        return "\n".join(lines) + "\n"


COMPARE: dict[str, Callable[[int, int], bool]] = {
    "==": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
}  # fmt: skip

CHART = [["-1u", "-1t +1u"], [".", "-1u -1t"], ["+1u", "-1u"], ["-2t", "+1t"]]

HEAD = """\
language: 1
pack: made_up
title: Made up
version: "1.0"
source: {status: original}
sides: {us: {seat: true}, them: {seat: true}}
tags: {low: {}, wet: {}, built: {}}
kinds:
  location:
    fields:
      worth: {type: number}
      strength: {type: amount, default: "this.heat + troops(us, this) + troops(them, this)"}
      safe: {type: rule, default: "troops(us, this) >= troops(them, this) and not this.seen"}
      deed: {type: steps, default: []}
    state:
      heat: {type: number, start: 1}
      seen: {type: condition, start: false}
      near: {type: a set of locations, start: "[]"}
pieces: {troop: {plural: troops}}
tracks: {spirit: {per: side, from: 0, to: 6, beyond: stop, start: {us: 3, them: 4}}}
variables:
  x: {type: number, start: 0}
  y: {type: number, start: 3}
  flag: {type: condition, start: false}
  goal: {type: a location or none, start: none}
dice: {die: {sides: 6}}
setup: {markers: {camp: {troop: 3}, gate: {troop: 2}, keep: {troop: 3}}}
charts:
  fortune:
    columns: side
    rows:
      1-: [-1u, -1t +1u]
      2:  [., -1u -1t]
      3:  [+1u, -1u]
      4+: [-2t, +1t]
results:
  "-{n}u": [{adjust: "spirit[us]", by: "-n"}]
  "+{n}u": [{adjust: "spirit[us]", by: n}]
  "-{n}t": [{adjust: "spirit[them]", by: "-n"}]
  "+{n}t": [{adjust: "spirit[them]", by: n}]
  ".": [{nothing: no effect}]
victory:
  spent: {winner: them, when: "spirit[us] == 0"}
  many:  {winner: us, when: x > 45 and flag}
  empty: {winner: none, when: troops(them) == 0}
  over:  {winner: "us if x > y else none"}
"""


def safe(state: State, place: str) -> bool:
    return state.troops["us", place] >= state.troops["them", place] and not state.seen[place]


def quoted(expr: Expr) -> str:
    return json.dumps(expr.text)


def indented(lines: Sequence[str], by: int) -> list[str]:
    return [f"{' ' * by}{line}" for line in lines]


def split_top(text: str) -> list[str]:
    """The entries of a flow mapping's inside, one a line."""
    parts, depth, start = [], 0, 0
    for at, sign in enumerate(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(sign, 0)
        if sign == "," and not depth:
            parts.append(text[start:at].strip())
            start = at + 1
    return [*parts, text[start:].strip()]


def made_up(seed: int) -> Program:
    """The program of a seed."""
    return Writer(random.Random(seed)).program()
