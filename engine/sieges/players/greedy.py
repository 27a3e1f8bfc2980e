"""The greedy agent: one turn of lookahead."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING

from sieges.game.chance import mix
from sieges.players.lookahead import Horizon, Turns, Worth, decision_of, turns_of, worth

if TYPE_CHECKING:
    from sieges.game.game import Choose, Game
    from sieges.game.rules import Rules
    from sieges.game.view import View


class Greedy:
    """Takes the option after which the turn ends best, on average over some ways in which it may go on.

    Every option is tried on the same luck; what is decided later in the turn is decided at random.
    """

    def __init__(self, looks: int = 24) -> None:
        """Take so many looks ahead for every option."""
        self.looks = looks

    def start(self, rules: Rules, side: str, seed: int) -> None:
        self._rules = rules
        self._random = Random(seed)
        self._worth: Worth = worth(rules, side)
        self._turns = turns_of(rules)

    def choose(self, view: View) -> str:
        decision = decision_of(view)
        count = len(decision.options)
        totals = [0] * count
        base = self._random.getrandbits(64)
        for look in range(self.looks):
            seed = mix(base, look)
            for option in range(count):
                totals[option] += self._look(view, option, seed)
        return decision.options[totals.index(max(totals))].id

    def _look(self, view: View, option: int, seed: int) -> int:
        """What it comes to, in a world that may be the real one, to take an option and play to the end of the turn."""
        rng = Random(seed)
        world = view.resample(rng)
        with suppress(Horizon):
            world.finish(to_turn(world, option, rng, self._turns), self._rules.streams(seed))
        return self._worth(world.data)


def to_turn(world: Game, first: int, rng: Random, turns: Turns) -> Choose:
    """A resolver that takes option ``first``, then decides at random, and stops where the next turn opens."""
    random = rng.random

    def choose(site: int, values: Sequence[int]) -> int:
        nonlocal first
        if first >= 0:
            option, first = first, -1
            return option
        if turns.opens(site, world):
            raise Horizon
        count = len(values)
        return int(random() * count) if count > 1 else 0

    return choose
