"""The rollout agent: options are played out to the end of the game, by what has done well in playouts so far."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from attrs import define

from sieges.game.chance import mix
from sieges.players.lookahead import WON, Worth, deciders, decision_of, turns_of, worth

if TYPE_CHECKING:
    from sieges.game.game import Game
    from sieges.game.rules import Rules
    from sieges.game.view import View

CURIOSITY = 0.15
"""How often a playout decides at random rather than by experience."""
FORGETS = 0.995
"""What an experience still counts for after the next one of its kind."""
DOUBT = 0.05
"""How far off, in chances of winning, the worth of a position is taken to be; playouts are off by their number."""

Key = tuple[int, ...]


class Experience:
    """What options have come to on average, those of late counting most."""

    def __init__(self) -> None:
        self._kept: dict[Key, list[float]] = {}

    def of(self, key: Key) -> float | None:
        found = self._kept.get(key)
        return None if found is None else found[1] / found[0]

    def add(self, key: Key, value: float) -> None:
        found = self._kept.get(key)
        if found is None:
            self._kept[key] = [1.0, value]
        else:
            found[0] = found[0] * FORGETS + 1
            found[1] = found[1] * FORGETS + value


@define
class Arm:
    """What has been seen of one option."""

    playouts: int = 0
    won: float = 0.0
    worth: float = 0.0
    """Summed over the playouts: what the position was worth when the turn was over."""

    def score(self, spread: float) -> float:
        """Both in one, each by how far it can be trusted; ``spread`` is the variance of a single playout."""
        doubt, noise = DOUBT * DOUBT, spread / self.playouts
        return (self.worth / self.playouts * noise + self.won / self.playouts * doubt) / (noise + doubt)


class Rollout:
    """Plays every option out, drops the worse half, and goes on with the rest until one is left.

    All options meet the same luck. What an option is worth is seen twice in a playout: by the position when the turn is
    over, and by who wins in the end. Decisions in a playout go by experience: in the turn itself by what the
    position came to be worth, later by who won; of the other seats' decisions those are taken that hurt most.
    """

    def __init__(self, playouts: int = 240) -> None:
        """Play so many games out for a decision."""
        self.playouts = playouts

    def start(self, rules: Rules, side: str, seed: int) -> None:
        self._rules = rules
        self._random = Random(seed)
        self._worth: Worth = worth(rules, side)
        self._turns = turns_of(rules)
        self._side = rules.compiled.kinds["side"].members.index(side)
        names = {site.id: number for number, site in enumerate(rules.compiled.sites)}
        self._names = [names[site.id] for site in rules.compiled.sites]
        self._signs = [
            0.0 if decider is None else 1.0 if decider == side else -1.0 for decider in deciders(rules)
        ]
        self._in_turn, self._in_game = Experience(), Experience()

    def choose(self, view: View) -> str:
        decision = decision_of(view)
        arms = [Arm() for _ in decision.options]
        alive = list(range(len(arms)))
        rounds = max(1, (len(arms) - 1).bit_length())
        base, number = self._random.getrandbits(64), 0
        before = self._worth(view.resample(self._random).data) / WON
        for _ in range(rounds):
            for _ in range(max(1, self.playouts // (rounds * len(alive)))):
                seed = mix(base, number)
                number += 1
                for option in alive:
                    self._play(view, option, decision.options[option].value, seed, before, arms[option])
            share = sum(arm.won for arm in arms) / sum(arm.playouts for arm in arms)
            spread = max(share * (1 - share), 0.01)
            # Of equals, the one that stands first.
            alive.sort(key=lambda option: (-arms[option].score(spread), option))
            del alive[(len(alive) + 1) // 2 :]
        return decision.options[alive[0]].id

    def _play(self, view: View, first: int, value: int, seed: int, before: float, arm: Arm) -> None:
        """One playout of an option: what comes of it is added to the arm and to experience."""
        rng = Random(seed)
        world = view.resample(rng)
        line = _Line(self, first, (self._names[world.site], value), world, rng)
        world.finish(line.choose, self._rules.streams(seed))
        winner = world.data[1]
        won = 1.0 if winner == self._side else 0.5 if winner < 0 else 0.0
        after = line.after if line.after >= 0 else won
        arm.playouts += 1
        arm.won += won
        arm.worth += after
        for key in line.turn:
            self._in_turn.add(key, after - before)
        for key in line.game:
            self._in_game.add(key, won)


class _Line:
    """The decisions of one playout."""

    def __init__(self, agent: Rollout, first: int, root: Key, world: Game, rng: Random) -> None:
        self.first = first
        self.root = root
        self.world = world
        self.random = rng.random
        self.after = -1.0
        """What the position was worth when the turn was over; -1 before."""
        self.turn: set[Key] = set()
        self.game: set[Key] = {root}
        self._agent = agent

    def choose(self, site: int, values: Sequence[int]) -> int:
        if self.first >= 0:
            first, self.first = self.first, -1
            return first
        agent = self._agent
        if self.after < 0 and agent._turns.opens(site, self.world):
            self.after = agent._worth(self.world.data) / WON
        count = len(values)
        if count == 1:
            return 0
        name, sign = agent._names[site], agent._signs[site]
        in_turn = self.after < 0
        root = self.root if in_turn else ()
        experience = agent._in_turn if in_turn else agent._in_game
        index = int(self.random() * count)
        if sign and self.random() >= CURIOSITY:
            best = 0.0
            for at, value in enumerate(values):
                found = experience.of((name, value, *root))
                if found is None:
                    # What has never been tried is tried.
                    index = at
                    break
                if at == 0 or sign * found > best:
                    best, index = sign * found, at
        value = values[index]
        self.game.add((name, value))
        if in_turn:
            self.turn.add((name, value, *root))
        return index
