"""Steps at random, each with what it does."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from attrs import define

from tests.conformance.programs.expressions import Expressions, quoted
from tests.conformance.programs.table import (
    CHART,
    PLACES,
    SIDES,
    SPIRIT,
    TYPES,
    Cancel,
    Doing,
    Expr,
    Impossible,
    Locals,
    Procedure,
    State,
    StopLoop,
    StopProcedure,
    steps_of,
)


def indented(lines: Sequence[str], by: int) -> list[str]:
    return [f"{' ' * by}{line}" for line in lines]


@define
class Steps(Expressions):
    """Makes up steps: their lines in YAML, what they do, and whether they always leave."""

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
        nested = [
            self.if_,
            self.if_,
            self.each,
            self.repeat,
            self.while_,
            self.scope,
            self.scope,
            self.together,
        ]
        calls = [self.call, self.perform, self.consult]
        pool: list[Callable[[int], tuple[list[str], Doing, bool]]] = list(plain)
        if self.random.random() < (0.25 if self.scopes or self.loops else 0.05):
            return self.leaving(depth)
        if self.random.random() < self.pausing:
            pool = list(asking)
        elif depth > 0 and self.random.random() < 0.5:
            pool = list(nested)
        elif self.random.random() < 0.25:
            pool = list(calls)
        return self.random.choice(pool)(depth)

    def leaving(self, depth: int) -> tuple[list[str], Doing, bool]:
        """A way out, mostly under a condition."""
        lines, doing, leaves = self.leave(depth)
        if not leaves or self.random.random() < 0.1:
            return lines, doing, leaves
        test = self.condition(2)

        def do(state: State, v: Locals) -> None:
            if test.value(state, v):
                doing(state, v)

        return [f"- if: {quoted(test)}", "  then:", *indented(lines, 4)], do, False

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
        while other.text == place.text:
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
        self.scopes.append(name)
        outside = set(self.cancels)
        lines, inner = self.block(self.random.randrange(1, 4), depth - 1)
        self.scopes.pop()
        self.cancels = outside | (self.cancels - {name})
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
