"""The rollout agent: the options that look best after a turn are played out to the end of the game."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from sieges.game.chance import Luck, mix
from sieges.players.greedy import Greedy
from sieges.players.lookahead import decision_of

if TYPE_CHECKING:
    from sieges.game.game import Game
    from sieges.game.rules import Rules
    from sieges.game.view import View

SCREENED = 24
"""Looks ahead by which the candidates are found, for every option."""
CANDIDATES = 3
"""How many options are played out."""


class Rollout:
    """Like the greedy agent, but where a turn opens its best options are played out, and the one that wins most is taken.

    In a playout every turn opens with the option that one look ahead finds best; the rest is decided at random. All
    options are played out on the same luck.
    """

    def __init__(self, playouts: int = 12) -> None:
        """Play every candidate out so many times for a decision."""
        self.playouts = playouts
        self._greedy = Greedy(SCREENED)

    def start(self, rules: Rules, side: str, seed: int) -> None:
        self._rules = rules
        self._random = Random(mix(seed, 1))
        self._greedy.start(rules, side, seed)
        self._side = rules.compiled.kinds["side"].members.index(side)

    def choose(self, view: View) -> str:
        decision = decision_of(view)
        totals = self._greedy.totals(view)
        if decision.site not in self._greedy.openers or len(totals) == 1:
            return decision.options[totals.index(max(totals))].id
        ranked = sorted(range(len(totals)), key=lambda option: -totals[option])[:CANDIDATES]
        base = self._random.getrandbits(64)
        scores = dict.fromkeys(ranked, 0)
        for playout in range(self.playouts):
            seed = mix(base, playout)
            for option in ranked:
                scores[option] += self._playout(view, decision.options[option].value, seed)
        # Of equals, the one that looked best after the turn.
        return decision.options[max(ranked, key=scores.__getitem__)].id

    def _playout(self, view: View, first: int, seed: int) -> int:
        """2 for a game won, 1 for a draw, 0 for one lost."""
        rng = Random(seed)
        world = view.resample(rng)
        world.luck = Luck(seed, self._rules.salts)
        world.answer(first)
        while world.site >= 0:
            values = self._rules.options(world, world.site)
            if world.site in self._greedy.openers and len(values) > 1:
                world.answer(self._best(world, values, rng))
            else:
                world.answer(values[int(rng.random() * len(values))])
        winner = world.data[1]
        return 2 if winner == self._side else 1 if winner < 0 else 0

    def _best(self, world: Game, values: Sequence[int], rng: Random) -> int:
        seed = rng.getrandbits(64)
        worths = [self._greedy.look(world.clone(), option, seed) for option in range(len(values))]
        return values[worths.index(max(worths))]
