"""Exact odds of what ends by chance alone: `sieges odds` in Python (docs/odds.md).

All states that a situation can come to are looked at, equal ones merged. While they are few, chances are exact
fractions; else whole numbers of tiny parts, rounded down, with states hardly ever come to left out, so that every
chance told is certain to within what is missing. Where even that takes too long, runs are sampled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from random import Random

from attrs import define, frozen

from sieges.game.decks import pick
from sieges.game.game import Game
from sieges.game.pending import Decision
from sieges.game.runtime import Fault
from sieges.language.compiled import ToldData
from sieges.study.clock import Clock
from sieges.study.counting import wilson
from sieges.study.graph import END, FAULT, Budget, Graph
from sieges.study.situations import NoOdds, Situation
from sieges.study.solving import (
    BITS,
    UNIT,
    Exact,
    NeverEnds,
    Scaled,
    TooFine,
    TooKnotted,
    deciding,
    ends,
)

EXACT, BOUNDED, SAMPLED = "exact", "bounded", "sampled"

NEGLIGIBLE = UNIT // 10**12
"""A fault of the rules that is less likely than this, in parts of `UNIT`, is only left out."""
FEWEST = 100
"""Runs sampled however long they take."""


@frozen
class Effort:
    """How much is tried."""

    exact: int = 40_000
    """Ways from state to state within which everything is looked at."""
    ways: int = 400_000
    """Further ways, where that is not enough."""
    states: int = 120_000
    """States kept, for each attempt."""
    seconds: float = 25.0
    """For everything, a sample too; that takes the last fifth at least."""
    samples: int = 10_000
    """Runs sampled where all else fails."""
    rare: int = 10**16
    """Where not everything is looked at, states and outcomes met less often than once in so many are left out."""
    going: int = 10**12
    """Runs that go on are left when they are one in so many."""
    missing: int = 10**6
    """One in so many of all runs left out is worth less than a sample."""

    def budget(self, graph: Graph, clock: Clock) -> Budget:
        """What may be looked at beside what a graph has already."""
        return Budget(graph.followed + self.ways, len(graph.kinds) + self.states, clock)


BRIEF = Effort(
    exact=5_000, ways=20_000, states=20_000, seconds=2.0, samples=0, rare=10**8, going=10**5, missing=1000
)
"""While somebody waits at a table: about a second of ways, a list of options; the clock is for slow rules alone."""


@define
class Told:
    """The odds of one thing that is told: value (a number, 0 or 1, a member's index or -1) -> how likely, at least."""

    data: ToldData
    shares: dict[int, Fraction]
    counts: dict[int, int]
    """Of a sample, how often each value came."""

    @property
    def mean(self) -> Fraction | None:
        """The mean of a number (or of how often a condition holds); None for a member."""
        if self.data.kind not in ("", "condition"):
            return None
        total = sum(self.shares.values())
        return sum((value * share for value, share in self.shares.items()), Fraction(0)) / total


@define
class Found:
    """What was found out. Every chance lies between its share and that plus ``missing``, unless it was sampled."""

    situation: Situation
    method: str
    told: list[Told]
    missing: Fraction
    states: int
    ways: int
    chances: int
    """At how many states luck was asked; without any, what is told is certain."""
    seconds: float
    samples: int = 0
    seed: int = 0

    def interval(self, told: Told, *values: int) -> tuple[Fraction, Fraction]:
        """Between which two the chance lies that one of some values comes: for certain, or for 95 % of samples."""
        if self.method == SAMPLED:
            low, _, high = wilson(sum(told.counts.get(value, 0) for value in values), self.samples)
            return Fraction(str(low)), Fraction(str(high))
        share = sum((told.shares.get(value, Fraction(0)) for value in values), Fraction(0))
        return share, min(share + self.missing, Fraction(1))


class Undecided(NoOdds):
    """The odds hang on what sides decide; ``decisions`` are some of those, each of another name or side."""

    def __init__(self, decisions: list[Decision], message: str) -> None:
        first = decisions[0]
        words = [f"{first.name}={option.id}" for option in first.options[:8]]
        more = f" and {len(first.options) - 8} more" if len(first.options) > 8 else ""
        super().__init__(message, f"offered: {', '.join(words)}{more}; or `first`, or `last`")
        self.decisions = decisions


class TooLarge(NoOdds):
    """There are too many states, and no sample was asked for."""


def odds(
    situation: Situation,
    effort: Effort | None = None,
    seed: int = 1,
    watch: Callable[[float], None] | None = None,
) -> Found:
    """The odds of all that a situation tells.

    Args:
        situation: what is asked.
        effort: how much is tried before runs are sampled; None for as much as a command takes.
        seed: of the sample.
        watch: told now and then how many seconds have gone.

    Raises:
        Undecided: it hangs on decisions that nobody has answered.
        NoOdds: the rules do something impossible, never end, or hang on a secret.
    """
    effort = effort or Effort()
    clock = Clock(effort.seconds, watch)
    looking = clock.share(0.8) if effort.samples else clock
    graph = Graph(situation)
    first = graph.start()
    # What is too much for fractions is looked at where it is likely, and altogether only to see whether a decision
    # matters.
    found = _whole(graph, first, Budget(effort.exact, effort.states, looking.share(0.5)), looking)
    if found is None:
        try:
            found = _partly(graph, first, effort, looking)
        except Undecided:
            found = _whole(graph, first, effort.budget(graph, looking.share(0.7)), looking)
            if found is None:
                raise
    if found is not None:
        told, missing, method = found
        return Found(
            situation, method, told, missing, len(graph.kinds), graph.followed, graph.chances,
            clock.gone,
        )  # fmt: skip
    if not effort.samples:
        raise TooLarge("there are too many ways in which this can go")
    counts = _sample(situation, effort, seed, clock)
    samples = counts.total()
    told = _told(situation, {told: Fraction(count, samples) for told, count in counts.items()})
    for at, one in enumerate(told):
        for values, count in counts.items():
            one.counts[values[at]] = one.counts.get(values[at], 0) + count
    return Found(
        situation, SAMPLED, told, Fraction(0), len(graph.kinds), graph.followed, max(graph.chances, 1),
        clock.gone, samples, seed,
    )  # fmt: skip


Part = tuple[list[Told], Fraction, str]


def _whole(graph: Graph, first: int, budget: Budget, clock: Clock) -> Part | None:
    """The odds where all states can be looked at; None where there are too many, or there is no time for them."""
    if not graph.explore(first, budget):
        return None
    try:
        if any(graph.is_open(number) for number in range(len(graph.kinds))):
            _refuse(graph, deciding(graph, clock), "matters here")
        exact = _exact(graph, first, clock.share(0.5))
        if exact is not None and not any(exact.get(number) for number in graph.faults):
            shares = {graph.told[number]: share for number, share in exact.items() if share}
            return _told(graph.situation, shares), Fraction(0), EXACT
        return _bounded(graph, ends(graph, first, Scaled(), clock))
    except NeverEnds:
        raise NoOdds("the run can come to where it goes on for ever") from None
    except TooKnotted:
        return None


def _exact(graph: Graph, first: int, clock: Clock) -> dict[int, Fraction] | None:
    """The chances of all ends as fractions; None where these become too long for anybody to read, or take too long."""
    try:
        return ends(graph, first, Exact(), clock)
    except (TooFine, TooKnotted):
        return None


def _partly(graph: Graph, first: int, effort: Effort, clock: Clock) -> Part | None:
    """The odds where states hardly ever come to are left out; None where still too much is missing.

    All that has been come to goes one step at a time; the ways from a state are looked at once.
    """
    budget, hardly = effort.budget(graph, clock), UNIT // effort.rare
    done: dict[int, int] = {}
    amounts = {first: UNIT}
    while sum(amounts.values()) > UNIT // effort.going:
        after: dict[int, int] = {}
        for number, amount in amounts.items():
            if graph.kinds[number] in (END, FAULT):
                done[number] = done.get(number, 0) + amount
                continue
            if amount < hardly:
                continue
            if budget.is_spent(graph):
                return None
            graph.expand(number, hardly, amount)
            if graph.is_open(number):
                _refuse(graph, [number], "may matter here, and there is too much to look at to say")
            following, total = graph.following(number), graph.total(number)
            total -= sum(weight for next_, weight in following if next_ == number)
            if not total:
                raise NoOdds("the run can come to where it goes on for ever")
            for next_, weight in following:
                if next_ != number:
                    after[next_] = after.get(next_, 0) + amount * weight // total
        amounts = after
    missing = UNIT - sum(done.values())
    return _bounded(graph, done) if missing <= UNIT // effort.missing else None


def _bounded(graph: Graph, amounts: dict[int, int]) -> Part:
    """Odds from whole numbers of parts.

    Raises:
        NoOdds: the rules fail more than hardly ever.
    """
    for number, fault in graph.faults.items():
        if amounts.get(number, 0) > NEGLIGIBLE:
            raise NoOdds(f"in the run the pack does something impossible: {fault}")
    shares = {told: amounts[number] for number, told in graph.told.items() if amounts.get(number)}
    missing = Fraction(UNIT - sum(shares.values()), UNIT)
    told = _told(graph.situation, {told: Fraction(amount, UNIT) for told, amount in shares.items()})
    return told, missing, BOUNDED


def _told(situation: Situation, shares: dict[tuple[int, ...], Fraction]) -> list[Told]:
    """Of all that is told together, the odds of each by itself, its values in order."""
    found = []
    for at, data in enumerate(situation.entry.tell):
        own: dict[int, Fraction] = {}
        for values, share in shares.items():
            own[values[at]] = own.get(values[at], Fraction(0)) + share
        found.append(Told(data, dict(sorted(own.items())), {}))
    return found


def _refuse(graph: Graph, numbers: list[int], why: str) -> None:
    """Say which decisions the odds hang on.

    Raises:
        Undecided: there are any.
    """
    found: dict[tuple[str, str], tuple[Decision, Game]] = {}
    for number in numbers:
        game = graph.games[number]
        decision = graph.situation.decision(game)
        found.setdefault((decision.name, decision.side), (decision, game))
    if found:
        raise undecided(graph.situation, list(found.values()), why)


def undecided(situation: Situation, asked: list[tuple[Decision, Game]], why: str) -> Undecided:
    """What to say of decisions that are not answered, each with the game that asks it."""
    sides = situation.rules.compiled.kinds["side"]
    words = [
        f"what {sides.titles[sides.members.index(decision.side)]} answers to `{decision.name}` ({decision.title})"
        for decision, _ in asked
    ]
    message = f"{' and '.join(words)} {why}"
    for decision, game in asked:
        message += "".join(f"; {text}" for text in _not_offered(situation, decision, game))
    return Undecided([decision for decision, _ in asked], message)


def _not_offered(situation: Situation, decision: Decision, game: Game) -> list[str]:
    """Why what a decision was answered with does not count."""
    refusals = {refusal.id: refusal for refusal in situation.rules.refusals(game)}
    found = []
    for word in situation.refused(decision):
        cause = f": {refusals[word].why}" if word in refusals else ""
        found.append(f"its answer `{word}` is not offered there{cause}")
    return found


def _sample(situation: Situation, effort: Effort, seed: int, clock: Clock) -> Counter[tuple[int, ...]]:
    """What is told after so many runs, or as many as there is time for.

    Raises:
        Undecided: a decision is met that nobody has answered.
    """
    rules, luck = situation.rules, Random(seed)
    counts: Counter[tuple[int, ...]] = Counter()
    first = situation.start()
    for number in range(effort.samples):
        if clock.is_over and number >= FEWEST:
            break
        game = first
        while game.site >= 0:
            if not rules.is_chance[game.site]:
                decision = situation.decision(game)
                why = "may matter here, and there is too much to look at to say"
                raise undecided(situation, [(decision, game)], why)
            values, weights = rules.outcomes(game, game.site)
            after = situation.after(game, pick(values, weights, luck.randrange(sum(weights))))
            if isinstance(after, Fault):
                raise NoOdds(f"in the run the pack does something impossible: {after}")
            game = after
        counts[situation.tell(game.data)] += 1
    return counts


__all__ = [
    "BITS",
    "BOUNDED",
    "BRIEF",
    "EXACT",
    "SAMPLED",
    "Effort",
    "Found",
    "NoOdds",
    "Told",
    "Undecided",
    "odds",
]
