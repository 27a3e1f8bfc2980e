"""The states that a situation can come to, equal ones merged, and the ways between them with their exact weights."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import Factory, define, field

from sieges.game.runtime import Fault
from sieges.study.clock import Clock

if TYPE_CHECKING:
    from sieges.game.game import Game
    from sieges.study.situations import Situation

State = tuple[tuple[int, ...], tuple[int, ...], int]
NEW, CHANCE, DECISION, END, FAULT = range(5)


@define
class Budget:
    """How much may be looked at: ways from state to state, states kept, time."""

    ways: int
    states: int
    clock: Clock

    def is_spent(self, graph: Graph) -> bool:
        return graph.followed >= self.ways or len(graph.kinds) >= self.states or self.clock.is_over


@define(eq=False)
class Graph:
    """States by number. Where a run ends, states of which the same is told are one."""

    situation: Situation
    kinds: list[int] = Factory(list)
    ways: list[list[tuple[int, int]]] = Factory(list)
    """Of a chance, the states that follow, each once, with their weights; of a decision those of its options."""
    totals: list[int] = Factory(list)
    """Of a chance the sum of its weights."""
    told: dict[int, tuple[int, ...]] = Factory(dict)
    faults: dict[int, Fault] = Factory(dict)
    games: dict[int, Game] = Factory(dict)
    """The games of states that are not yet looked at, and of decisions."""
    left: dict[int, list[tuple[int, int]]] = Factory(dict)
    """Of chances that are not yet looked at altogether, the outcomes left: weight and value, the likeliest last."""
    followed: int = field(default=0, init=False)
    """How many ways have been followed, those that led to one state among them."""
    chances: int = field(default=0, init=False)
    _known: dict[State | tuple[str, object], int] = field(factory=dict, init=False)

    def start(self) -> int:
        """The first state."""
        return self._enter(self.situation.start())

    def _enter(self, found: Game | Fault) -> int:
        """The number of a state; a new one where it was not met before."""
        key: State | tuple[str, object]
        if isinstance(found, Fault):
            key, kind = ("fault", str(found)), FAULT
        elif found.site < 0:
            told = self.situation.tell(found.data)
            key, kind = ("end", told), END
        else:
            key, kind = (tuple(found.data), tuple(found.frames), found.site), NEW
        number = self._known.get(key)
        if number is None:
            number = self._known[key] = len(self.kinds)
            self.kinds.append(kind)
            self.ways.append([])
            self.totals.append(0)
            if isinstance(found, Fault):
                self.faults[number] = found
            elif kind == END:
                self.told[number] = told
            else:
                self.games[number] = found
        return number

    def expand(self, number: int, least: int = 0, of: int = 1) -> None:
        """Look at where a state leads to, as far as that has not been done.

        Outcomes less likely than ``least`` of ``of`` are left for another time.
        """
        kind = self.kinds[number]
        if kind == NEW:
            game = self.games[number]
            if self.situation.rules.is_chance[game.site]:
                self._begin(number, game)
            else:
                self._decide(number, game)
                return
        rest = self.left.get(number)
        if rest is None:
            return
        game, total = self.games[number], self.totals[number]
        following = dict(self.ways[number])
        while rest and rest[-1][0] * of >= least * total:
            weight, value = rest.pop()
            next_ = self._enter(self.situation.after(game, value))
            following[next_] = following.get(next_, 0) + weight
            self.followed += 1
        self.ways[number] = list(following.items())
        if not rest:
            del self.left[number], self.games[number]

    def _begin(self, number: int, game: Game) -> None:
        values, weights = self.situation.rules.outcomes(game, game.site)
        self.kinds[number] = CHANCE
        self.totals[number] = sum(weights)
        # The likeliest last: they are taken first.
        self.left[number] = sorted(
            (weight, value) for value, weight in zip(values, weights, strict=True) if weight
        )
        self.chances += len(self.left[number]) > 1

    def _decide(self, number: int, game: Game) -> None:
        values = self.situation.rules.options(game, game.site)
        following: dict[int, int] = {}
        for value in values:
            following.setdefault(self._enter(self.situation.after(game, value)), value)
        self.kinds[number] = DECISION
        self.ways[number] = list(following.items())
        self.followed += len(values)

    def explore(self, first: int, budget: Budget) -> bool:
        """Look at everything that can be come to, as far as the budget goes; whether that was all."""
        waiting, met = [first], {first}
        for number in waiting:
            if budget.is_spent(self):
                return False
            self.expand(number)
            for next_, _ in self.ways[number]:
                if next_ not in met:
                    met.add(next_)
                    waiting.append(next_)
        return True

    def is_open(self, number: int) -> bool:
        """Whether a state is a decision whose options lead to different states."""
        return self.kinds[number] == DECISION and len(self.ways[number]) > 1

    def following(self, number: int) -> list[tuple[int, int]]:
        """Where a state leads to, with weights: a decision to what comes of its first option."""
        if self.kinds[number] == DECISION:
            return [(self.ways[number][0][0], 1)]
        return self.ways[number]

    def total(self, number: int) -> int:
        """The sum of the weights of `following`."""
        return 1 if self.kinds[number] == DECISION else self.totals[number]
