"""The engine and a game written by hand in step: the same choices and the same chance are put to both.

The hand-written game (the *oracle*) runs and asks; whoever answers for it looks at what the engine asks at that moment.
Both must ask the same, offer the same, weigh chance the same and stand in the same position, at every single question.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from sieges.game.game import Game
from sieges.game.pending import Chance, Decision, End

Position = dict[str, Any]


class OutOfStep(AssertionError):
    """The two games differ."""


class Lockstep:
    """Answers for an oracle out of an engine's game, comparing the two at every question.

    Args:
        game: the engine's game, without luck: chances are pending like decisions.
        seed: of the choices and of how chances come out.
        names: the engine's name of a question or source of chance, by the oracle's; the same where it is left out.
        seen: the engine's position as the oracle would tell it.
        tastes: how much this game likes an option, or an outcome of chance (1 is as likely as it is).
    """

    def __init__(
        self,
        game: Game,
        seed: int,
        names: Mapping[str, str],
        seen: Callable[[Position], Position],
        tastes: Mapping[str, float] | None = None,
    ) -> None:
        self.game = game
        self.random = random.Random(seed)
        self.names = names
        self.seen = seen
        self.tastes = dict(tastes or {})
        self.trail: list[str] = []
        """The last questions and their answers."""
        self.asked = 0

    def choose(
        self, label: str, options: Sequence[str], position: Position, chosen: str | None = None
    ) -> str:
        """A question of the oracle: the answer, also given to the engine; a random one if none is ``chosen``."""
        pending = self.game.legal()
        name = self.names.get(label, label)
        if not isinstance(pending, Decision) or pending.name != name:
            self.fail(f"the oracle asks `{label}` of {list(options)}", f"the engine asks {told(pending)}")
        ids = [option.id for option in pending.options]
        if len(set(ids)) != len(ids) or set(ids) != set(options):
            self.fail(f"for `{label}` the oracle offers {list(options)}", f"the engine offers {ids}")
        self.compare(position)
        if chosen is None:
            (chosen,) = self.random.choices(options, [self.taste(option) for option in options])
        return self.answer(label, chosen)

    def chance(self, label: str, weights: Mapping[str, int], position: Position) -> str:
        """A chance of the oracle: how it comes out, by exact weights, also in the engine."""
        pending = self.game.legal()
        name = self.names.get(label, label)
        if not isinstance(pending, Chance) or pending.name != name:
            self.fail(f"the oracle goes on with chance `{label}`", f"the engine asks {told(pending)}")
        ours = shares({outcome.id: outcome.weight for outcome in pending.outcomes})
        theirs = shares(weights)
        if ours != theirs or len(pending.outcomes) != len(weights):
            self.fail(
                f"the oracle's chances of `{label}` are {text(theirs)}", f"the engine's are {text(ours)}"
            )
        self.compare(position)
        drawn = [weight * self.tastes.get(outcome, 1) for outcome, weight in weights.items()]
        (outcome,) = self.random.choices(list(weights), drawn)
        return self.answer(label, outcome)

    def taste(self, option: str) -> float:
        """How much this game likes an option: each game has a taste of its own, so that together they go far."""
        if option not in self.tastes:
            self.tastes[option] = self.random.random() ** 4 + 0.01
        return self.tastes[option]

    def answer(self, label: str, choice: str) -> str:
        self.trail = [*self.trail[-11:], f"{label}={choice}"]
        self.asked += 1
        self.game.apply(choice)
        return choice

    def compare(self, position: Position) -> None:
        """The positions are the same, part by part."""
        seen = self.seen(self.game.position())
        for part in position.keys() | seen.keys():
            theirs, ours = position.get(part, "(nothing)"), seen.get(part, "(nothing)")
            if theirs != ours:
                self.fail(f"{part} of the oracle is {theirs}", f"{part} of the engine is {ours}")

    def end(self, winner: str | None, reason: str, position: Position) -> None:
        """The oracle's game is over, and so must be the engine's, in the same way."""
        pending = self.game.legal()
        if not isinstance(pending, End) or (pending.winner, pending.id) != (winner, reason):
            self.fail(f"the oracle ends with {winner}: {reason}", f"the engine: {told(pending)}")
        self.compare(position)

    def fail(self, theirs: str, ours: str) -> None:
        raise OutOfStep(f"after {' '.join(self.trail)}:\n  {theirs}\n  {ours}")


def told(pending: Decision | Chance | End) -> str:
    if isinstance(pending, End):
        return f"nothing more: {pending.winner} by {pending.id}"
    if isinstance(pending, Chance):
        return f"chance `{pending.name}`"
    return f"`{pending.name}` of {[option.id for option in pending.options]}"


def shares(weights: Mapping[str, int]) -> dict[str, Fraction]:
    total = sum(weights.values())
    return {outcome: Fraction(weight, total) for outcome, weight in weights.items()}


def text(chances: Mapping[str, Fraction]) -> str:
    return ", ".join(f"{outcome} {chance}" for outcome, chance in sorted(chances.items()))
