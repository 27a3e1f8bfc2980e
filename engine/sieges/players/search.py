"""How agents that look ahead choose: all options are tried on the same luck, until the others are clearly behind."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from math import exp
from random import Random
from typing import TYPE_CHECKING

from attrs import Factory, define

from sieges.game.chance import MASK, mix, stream
from sieges.game.runtime import Fault
from sieges.players.lookahead import WON, Horizon, Worth, deciders, decision_of, turns_of, worth

if TYPE_CHECKING:
    from sieges.game.game import Roll
    from sieges.game.rules import Rules
    from sieges.game.view import View

CURIOSITY = 0.15
"""How often a decision of the turn in hand is taken at random in a look, which is then not counted."""
FORGETS = 0.995
"""What an experience still counts for after the next one of its kind."""
FADED = 3.0
"""How many experiences those of earlier decisions count for together."""

BATCH = 8
"""How many looks an option has before options are compared, and before they are compared again."""
HEAT = 0.04
"""Of secret answers, one that is better by so much of a won game is *e* times as likely: none may be foreseen."""
SURE = 2.0
"""By how many standard errors an option must be behind to be dropped."""

Key = tuple[int, int]
"""A decision by the number of its first site, and the value of an option."""


class Experience:
    """What options have come to on average, those of late counting most."""

    __slots__ = ("_kept",)

    def __init__(self) -> None:
        self._kept: dict[Key, list[float]] = {}

    def best(self, name: int, values: Sequence[int], sign: int) -> int:
        """The index of the option that has done best (worst for a negative sign); one never tried comes first."""
        kept = self._kept
        index, best = 0, 0.0
        for at, value in enumerate(values):
            found = kept.get((name, value))
            if found is None:
                return at
            mean = sign * found[1] / found[0]
            if at == 0 or mean > best:
                index, best = at, mean
        return index

    def add(self, key: Key, value: float) -> None:
        found = self._kept.get(key)
        if found is None:
            self._kept[key] = [1.0, value]
        else:
            found[0] = found[0] * FORGETS + 1
            found[1] = found[1] * FORGETS + value

    def fade(self) -> None:
        """Let what is known be a hint only: the position is another one now."""
        for found in self._kept.values():
            if found[0] > FADED:
                found[1] *= FADED / found[0]
                found[0] = FADED


@define
class Arm:
    """What has been seen of one option; the worth of positions and games in parts of a won game."""

    known: Experience
    """Of the decisions after this option, within the turn."""
    worths: list[float | None] = Factory(list)
    """What the position was worth after the turn, look by look; None for a look that is not counted."""
    playouts: list[float] = Factory(list)
    """Of the looks that were played out to the end: how much more came of them than the position had promised."""

    def mean(self) -> float:
        """What the looks that count came to on average."""
        counted = [worth for worth in self.worths if worth is not None]
        return sum(counted) / len(counted) if counted else 0.0


class Search:
    """An agent that tries every option, drops those that are clearly behind, and goes on with the rest.

    A look takes an option and plays on to the end of the turn, by what has done well in earlier looks at that option.
    The first throw of each die and the first card of each deck are spread evenly over the looks.
    """

    plays_out = 0
    """So many looks of an option, and later every so many-th one, are played out to the end of the game; 0 for none."""

    def __init__(self, looks: int) -> None:
        """Take so many looks for an option at most."""
        self.looks = looks

    def start(self, rules: Rules, side: str, seed: int) -> None:
        self._rules = rules
        self._random = Random(seed)
        self._worth: Worth = worth(rules, side)
        self._openings = turns_of(rules)
        self._side = rules.compiled.kinds["side"].members.index(side)
        names = {site.id: number for number, site in enumerate(rules.compiled.sites)}
        self._names = [names[site.id] for site in rules.compiled.sites]
        self._signs = [0 if decider is None else 1 if decider == side else -1 for decider in deciders(rules)]
        self._steps = _steps(len(rules.salts))
        self._secret = [site.secret for site in rules.compiled.sites]
        self._known: dict[Key, Experience] = {}
        self._far = Experience()
        """Of decisions after the turn: who won in the end."""

    def choose(self, view: View) -> str:
        decision = decision_of(view)
        base = self._random.getrandbits(64)
        world = view.resample(self._random)
        before = self._worth(world.data) / WON
        arms = [self._arm((self._names[world.site], option.value)) for option in decision.options]
        alive = list(range(len(arms)))
        self._unseen = Experience()
        number = 0
        while len(alive) > 1 and number < self.looks:
            for _ in range(min(BATCH, self.looks - number)):
                for option in alive:
                    self._look(view, option, base, number, before, arms[option])
                number += 1
            alive = self._ahead(arms, alive)
        return decision.options[self._mixed(arms) if decision.secret else alive[0]].id

    def _mixed(self, arms: Sequence[Arm]) -> int:
        """One of the options, the better the likelier: whoever always takes the best is found out."""
        scores = [score for score, _ in self.scores(arms)]
        best = max(scores)
        weights = [exp((score - best) / HEAT) for score in scores]
        return self._random.choices(range(len(arms)), weights)[0]

    def _ahead(self, arms: Sequence[Arm], alive: Sequence[int]) -> list[int]:
        """The options that may still be the best, that one first; the others are further behind than luck explains."""
        scores = self.scores([arms[option] for option in alive])
        order = sorted(range(len(alive)), key=lambda at: (-scores[at][0], alive[at]))
        best = order[0]
        found = [alive[best]]
        for at in order[1:]:
            behind, doubt = scores[best][0] - scores[at][0], scores[best][1] + scores[at][1]
            noise = _noise(arms[alive[best]].worths, arms[alive[at]].worths)
            if noise is None or behind * behind < SURE * SURE * (noise + doubt):
                found.append(alive[at])
        return found

    def scores(self, arms: Sequence[Arm]) -> list[tuple[float, float]]:
        """How good options are by what has been seen of them, and the variance of that beyond the looks' luck."""
        return [(arm.mean(), 0.0) for arm in arms]

    def _arm(self, key: Key) -> Arm:
        known = self._known.setdefault(key, Experience())
        known.fade()
        return Arm(known)

    def _look(self, view: View, option: int, base: int, number: int, before: float, arm: Arm) -> None:
        """Take an option and play on; what comes of it is added to the arm and to experience."""
        random = self._random.random
        world = view.resample(self._random)
        every = self.plays_out
        to_the_end = every > 0 and (number < every or number % every == 0)
        openings, names, signs, near, far = self._openings, self._names, self._signs, arm.known, self._far
        secret, unseen = self._secret, self._unseen
        sites, turn = openings.sites, openings.now(world)
        done: list[Key] = []
        hidden: list[Key] = []
        first, strayed = option, False
        after, in_turn = 0.0, -1

        def choose(site: int, values: Sequence[int]) -> int:
            nonlocal first, strayed, after, in_turn
            if first >= 0:
                taken, first = first, -1
                return taken
            if in_turn < 0 and site in sites and openings.opens(site, world, turn):
                after, in_turn = self._worth(world.data) / WON, len(done)
                if not to_the_end:
                    raise Horizon
            count = len(values)
            if count == 1:
                return 0
            name = names[site]
            index = int(random() * count)
            if sign := signs[site]:
                if random() >= CURIOSITY:
                    # Who answers in secret does not see which option this is a look at.
                    known = unseen if secret[site] and sign < 0 else near if in_turn < 0 else far
                    index = known.best(name, values, sign)
                elif in_turn < 0:
                    strayed = True
            done.append((name, values[index]))
            if secret[site] and sign < 0 and in_turn < 0:
                hidden.append(done[-1])
            return index

        try:
            with suppress(Horizon):
                world.finish(choose, _evenly(self._steps, base, number))
        except Fault:
            # What was dealt anew of the secrets of others does not go together: no such world is the real one.
            arm.worths.append(None)
            return
        if in_turn < 0:
            after, in_turn = self._result(world.data), len(done)
        for key in done[:in_turn]:
            near.add(key, after - before)
        for key in hidden:
            unseen.add(key, after - before)
        arm.worths.append(None if strayed else after)
        if to_the_end:
            won = self._result(world.data)
            for key in done:
                far.add(key, won)
            if not strayed:
                arm.playouts.append(won - after)

    def _result(self, cells: Sequence[int]) -> float:
        winner = cells[1]
        return 1.0 if winner == self._side else 0.5 if winner < 0 else 0.0


def _steps(count: int) -> list[int]:
    """How far each source's first number moves on from look to look, in 64 bits, so that all together fill the space
    evenly: powers of the inverse of the root of x^(count+1) = x + 1 (the generalised golden ratio)."""
    ratio = 2.0
    for _ in range(64):
        ratio = (1 + ratio) ** (1 / (count + 1))
    return [round(2**32 / ratio ** (place + 1)) << 32 & MASK for place in range(count)]


def _evenly(steps: Sequence[int], base: int, number: int) -> list[Roll]:
    """A stream for each source, whose first numbers are spread evenly over the looks of one decision."""
    return [_stream(base, place, number, step) for place, step in enumerate(steps)]


def _stream(base: int, place: int, number: int, step: int) -> Roll:
    rest: Roll | None = None
    fresh = True

    def chance(n: int) -> int:
        nonlocal fresh, rest
        if fresh:
            fresh = False
            return (mix(base, ~place) + number * step & MASK) * n >> 64
        if rest is None:
            rest = stream(mix(mix(base, number), place))
        return rest(n)

    return chance


def _noise(ours: Sequence[float | None], theirs: Sequence[float | None]) -> float | None:
    """The variance of two options' mean difference, over the looks that both count; None where these are too few."""
    found = [
        one - other for one, other in zip(ours, theirs, strict=True) if one is not None and other is not None
    ]
    count = len(found)
    if count < 4:
        return None
    mean = sum(found) / count
    return sum((x - mean) ** 2 for x in found) / (count * (count - 1))
