"""How likely each end of a graph of states is: exactly, or in whole numbers of a fixed small part, rounded down.

Both are got by handing on what a state has to those that follow it, knots of states that lead back to one another one
after the other. What returns to the same state is divided out; in a larger knot states are eliminated one by one.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Protocol, TypeVar

from sieges.game.chance import seed_of
from sieges.study.clock import Clock
from sieges.study.graph import END, FAULT, Graph

N = TypeVar("N")
PRIME = (1 << 127) - 1
BITS = 192
UNIT = 1 << BITS
"""The parts of which whole numbers count: so many are certainty."""
MOST_BITS = 4000
"""How long the denominator of an exact chance may grow before it is given up."""
MOST_STEPS = 4_000_000
"""How many sums the elimination of the states of one knot may take."""


class TooFine(Exception):
    """Exact fractions become too long."""


class TooKnotted(Exception):
    """A knot has too many states to be eliminated one by one, or it takes too long."""


class NeverEnds(Exception):
    """From some state nothing but states that lead back to it follows."""


class Numbers(Protocol[N]):
    """Numbers that can be chances."""

    nothing: N
    all: N

    def part(self, amount: N, weight: int, total: int) -> N:
        """``amount * weight / total``."""

    def times(self, one: N, other: N) -> N: ...

    def plus(self, one: N, other: N) -> N: ...

    def without(self, amount: N, back: N) -> N:
        """``amount / (1 - back)``."""


class Exact:
    """Fractions."""

    nothing, all = Fraction(0), Fraction(1)

    def part(self, amount: Fraction, weight: int, total: int) -> Fraction:
        if amount.denominator.bit_length() + total.bit_length() > MOST_BITS:
            raise TooFine
        return amount * Fraction(weight, total)

    def times(self, one: Fraction, other: Fraction) -> Fraction:
        if one.denominator.bit_length() + other.denominator.bit_length() > MOST_BITS:
            raise TooFine
        return one * other

    def plus(self, one: Fraction, other: Fraction) -> Fraction:
        return one + other

    def without(self, amount: Fraction, back: Fraction) -> Fraction:
        return amount / (1 - back)


class Scaled:
    """Whole numbers of parts of `UNIT`, always rounded down."""

    nothing, all = 0, UNIT

    def part(self, amount: int, weight: int, total: int) -> int:
        return amount * weight // total

    def times(self, one: int, other: int) -> int:
        return one * other >> BITS

    def plus(self, one: int, other: int) -> int:
        return one + other

    def without(self, amount: int, back: int) -> int:
        # `back` may be too small; then what it is divided by is too large, and the result too small: it is no more.
        return amount * UNIT // (UNIT - back)


class Modular:
    """Numbers modulo a prime: too little to say how likely something is, enough to say whether two are the same."""

    nothing, all = 0, 1

    def part(self, amount: int, weight: int, total: int) -> int:
        return amount * weight * pow(total, -1, PRIME) % PRIME

    def times(self, one: int, other: int) -> int:
        return one * other % PRIME

    def plus(self, one: int, other: int) -> int:
        return (one + other) % PRIME

    def without(self, amount: int, back: int) -> int:
        return amount * pow(1 - back, -1, PRIME) % PRIME


def knots(graph: Graph, *firsts: int) -> list[list[int]]:
    """The states that can be come to, those that lead back to one another together; what follows comes first.

    Of a decision, only its first option is followed.

    This is Tarjan's algorithm without recursion.
    """
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    on_stack: set[int] = set()
    found: list[list[int]] = []
    for first in firsts:
        if first in order:
            continue
        trail = [(first, iter(graph.following(first)))]
        order[first] = low[first] = len(order)
        stack.append(first)
        on_stack.add(first)
        while trail:
            number, ways = trail[-1]
            for next_, _ in ways:
                if next_ not in order:
                    order[next_] = low[next_] = len(order)
                    stack.append(next_)
                    on_stack.add(next_)
                    trail.append((next_, iter(graph.following(next_))))
                    break
                if next_ in on_stack:
                    low[number] = min(low[number], order[next_])
            else:
                trail.pop()
                if trail:
                    low[trail[-1][0]] = min(low[trail[-1][0]], low[number])
                if low[number] == order[number]:
                    knot: list[int] = []
                    while not knot or knot[-1] != number:
                        knot.append(stack.pop())
                    on_stack.difference_update(knot)
                    found.append(knot)
    return found


Row = dict[int, N]


def eliminated(graph: Graph, knot: list[int], numbers: Numbers[N], clock: Clock) -> list[tuple[int, Row[N]]]:
    """The states of a knot one after the other, each with where it leads to among those after it and outside.

    Raises:
        NeverEnds: nothing leads out.
        TooKnotted: there are too many.
    """
    inside = set(knot)
    if all(next_ in inside for number in knot for next_, _ in graph.following(number)):
        raise NeverEnds
    rows: dict[int, Row[N]] = {}
    before: dict[int, set[int]] = {number: set() for number in knot}
    for number in knot:
        total = graph.total(number)
        rows[number] = {
            next_: numbers.part(numbers.all, weight, total) for next_, weight in graph.following(number)
        }
        for next_ in rows[number]:
            if next_ in inside:
                before[next_].add(number)
    found: list[tuple[int, Row[N]]] = []
    steps = 0
    for number in knot:
        row = rows.pop(number)
        back = row.pop(number, numbers.nothing)
        row = {next_: numbers.without(share, back) for next_, share in row.items()}
        found.append((number, row))
        for earlier in before.pop(number):
            if earlier not in rows:
                continue
            share = rows[earlier].pop(number)
            steps += len(row)
            if steps > MOST_STEPS or clock.is_over:
                raise TooKnotted
            for next_, onward in row.items():
                more = numbers.times(share, onward)
                rows[earlier][next_] = numbers.plus(rows[earlier].get(next_, numbers.nothing), more)
                if next_ in before:
                    before[next_].add(earlier)
    return found


def ends(graph: Graph, first: int, numbers: Numbers[N], clock: Clock) -> dict[int, N]:
    """How likely each state is at which a run ends (or the rules fail).

    Raises:
        NeverEnds: from some state on the run never ends.
        TooFine, TooKnotted: it cannot be worked out in this way.
    """
    amounts: dict[int, N] = {first: numbers.all}
    for knot in reversed(knots(graph, first)):
        if clock.is_over:
            raise TooKnotted
        if len(knot) > 1:
            for number, row in eliminated(graph, knot, numbers, clock):
                amount = amounts.pop(number, numbers.nothing)
                for next_, share in row.items():
                    more = numbers.times(amount, share)
                    amounts[next_] = numbers.plus(amounts.get(next_, numbers.nothing), more)
            continue
        number = knot[0]
        if graph.kinds[number] in (END, FAULT):
            continue
        amount = amounts.pop(number, numbers.nothing)
        following, total = graph.following(number), graph.total(number)
        total -= sum(weight for next_, weight in following if next_ == number)
        if not total:
            raise NeverEnds
        for next_, weight in following:
            if next_ != number:
                more = numbers.part(amount, weight, total)
                amounts[next_] = numbers.plus(amounts.get(next_, numbers.nothing), more)
    return amounts


def deciding(graph: Graph, clock: Clock) -> list[int]:
    """The decisions whose options do not all lead to the same odds of what is told.

    Odds are compared by their remainders modulo a prime of 127 bits: that two are taken for the same and are not will
    not be seen in the age of the world. A decision after which another one matters is not named, unless that is true
    of all: with the later one answered it may not matter any more.

    Raises:
        NeverEnds, TooKnotted: as in `ends`.
    """
    values: dict[int, int] = {}
    for knot in knots(graph, *range(len(graph.kinds))):
        if clock.is_over:
            raise TooKnotted
        _remainders(graph, knot, values, clock)
    found = [
        number
        for number in range(len(graph.kinds))
        if graph.is_open(number) and len({values[next_] for next_, _ in graph.ways[number]}) > 1
    ]
    before: list[list[int]] = [[] for _ in graph.kinds]
    for number, ways in enumerate(graph.ways):
        for next_, _ in ways:
            before[next_].append(number)
    unsure: set[int] = set()
    waiting = list(found)
    while waiting:
        for earlier in before[waiting.pop()]:
            if earlier not in unsure:
                unsure.add(earlier)
                waiting.append(earlier)
    return [number for number in found if number not in unsure] or found


def _remainders(graph: Graph, knot: list[int], values: dict[int, int], clock: Clock) -> None:
    """Put into ``values`` a number that hangs on the odds of all that is told after each state of a knot."""
    if len(knot) > 1:
        for number, row in reversed(eliminated(graph, knot, Modular(), clock)):
            values[number] = sum(share * values[next_] for next_, share in row.items()) % PRIME
        return
    number = knot[0]
    if graph.kinds[number] in (END, FAULT):
        told: tuple[int | str, ...] = graph.told.get(number, ("fault",))
        parts = (seed_of(at, value, half) << shift for at, value in enumerate(told) for half, shift in HALVES)
        values[number] = sum(parts) % PRIME
        return
    following, total = graph.following(number), graph.total(number)
    total -= sum(weight for next_, weight in following if next_ == number)
    if not total:
        raise NeverEnds
    amount = sum(weight * values[next_] for next_, weight in following if next_ != number)
    values[number] = amount * pow(total, -1, PRIME) % PRIME


HALVES = (("high", 64), ("low", 0))
