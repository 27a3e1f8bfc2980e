"""The greedy agent: one turn of lookahead."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING

from sieges.game.chance import mix
from sieges.players.lookahead import Horizon, Worth, decision_of, turn_sites, worth

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
        self.openers = turn_sites(rules)

    def choose(self, view: View) -> str:
        totals = self.totals(view)
        return decision_of(view).options[totals.index(max(totals))].id

    def totals(self, view: View) -> list[int]:
        """What every option comes to, summed over the looks ahead."""
        count = len(decision_of(view).options)
        totals = [0] * count
        base = self._random.getrandbits(64)
        for look in range(self.looks):
            seed = mix(base, look)
            for option in range(count):
                totals[option] += self.look(view.resample(Random(seed)), option, seed)
        return totals

    def look(self, world: Game, option: int, seed: int) -> int:
        """What it comes to, in a world that is used up, to take an option (by number) and play to the end of the turn."""
        with suppress(Horizon):
            world.finish(to_turn(option, Random(seed), self.openers), self._rules.streams(seed))
        return self._worth(world.data)


def to_turn(first: int, rng: Random, openers: frozenset[int]) -> Choose:
    """A resolver that takes option ``first``, then decides at random, and stops where a turn opens."""
    random = rng.random

    def choose(site: int, values: Sequence[int]) -> int:
        nonlocal first
        if first >= 0:
            option, first = first, -1
            return option
        if site in openers:
            raise Horizon
        count = len(values)
        return int(random() * count) if count > 1 else 0

    return choose
