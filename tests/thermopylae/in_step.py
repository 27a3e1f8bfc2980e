"""The pack's Thermopylae and the hand-written one of tests/oracle, question by question."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from attrs import define

from sieges.game.pending import Decision
from sieges.loading import Scenario
from tests.conformance.lockstep import Lockstep, Position
from tests.oracle.thermopylae import FALLEN, Game, Options, Result
from tests.oracle.thermopylae_player import Player

NAMES = {"toss": "coin"}


class ThermopylaeDriver:
    """Puts the oracle's questions to the pack.

    Args:
        step: with the pack's game.
        player: who answers; nobody for random answers.
    """

    game: Game

    def __init__(self, step: Lockstep, player: Player | None) -> None:
        self.step = step
        self.player = player
        self.asked: Counter[str] = Counter()

    def choose(self, side: str, label: str, options: Sequence[str]) -> str:
        pending = self.step.game.legal()
        if isinstance(pending, Decision) and pending.side != side:
            self.step.fail(f"the oracle asks {side} for `{label}`", f"the engine asks {pending.side}")
        self.asked[label] += 1
        chosen = self.player.choose(side, label, options) if self.player else None
        if isinstance(pending, Decision) and pending.name == label and label in ("archer", "mover"):
            # Whether copies that are all the same are offered once or each is the pack's business.
            offered = [option.id for option in pending.options]
            if self._alike(offered) == self._alike(options):
                options = offered
                if chosen is not None:
                    chosen = next(id_ for id_ in offered if self._place_of(id_) == self._place_of(chosen))
        return self.step.choose(label, options, self.game.position(), chosen)

    def _place_of(self, id_: str) -> object:
        """What makes copies the same; or the answer, if it is no unit."""
        unit = self.game.units.get(id_)
        return id_ if unit is None else (unit.kind.id, unit.at, unit.wounds, unit.struck, unit.moved)

    def _alike(self, ids: Iterable[str]) -> set[object]:
        return {self._place_of(id_) for id_ in ids}

    def throw(self, label: str, dice: Sequence[int]) -> int:
        self.asked[label] += 1
        weights = {str(hits): weight for hits, weight in enumerate(exact_hits(dice))}
        return int(self.step.chance(label, weights, self.game.position()))

    def toss(self, label: str) -> int:
        return int(self.step.chance(label, {"1": 1, "2": 1}, self.game.position()))


def exact_hits(dice: Sequence[int]) -> list[int]:
    """Weights of 0, 1, 2 … hits; each die hits by so many in a thousand."""
    weights = [1]
    for chance in dice:
        weights = [
            miss * (1000 - chance) + hit * chance
            for miss, hit in zip([*weights, 0], [0, *weights], strict=True)
        ]
    return weights


@define
class Played:
    """What a game that was played in step has seen."""

    result: Result
    asked: Counter[str]


def play(scenario: Scenario, options: Options, seed: int, *, plays: bool) -> Played:
    """One game of both.

    Args:
        options: agreed on.
        seed: of answers and luck.
        plays: whether the hand-written player answers; otherwise answers are random.

    Raises:
        OutOfStep: they differ.
    """
    given = {name: getattr(options, name) for name in Options.__dataclass_fields__}
    step = Lockstep(scenario.new(options=given), seed, NAMES, lambda position: seen(position, driver.game))
    driver = ThermopylaeDriver(step, Player(random.Random(seed)) if plays else None)
    driver.game = Game(driver, options)
    if driver.player:
        driver.player.game = driver.game
    winner, reason = driver.game.play()
    step.end(winner, reason, driver.game.position())
    return Played((winner, reason), driver.asked)


def seen(position: dict[str, Any], game: Game) -> Position:
    """The pack's position in the oracle's words.

    What a unit has done counts while it is its army's turn, whenever it is forgotten.
    """
    unit = position["state"]["unit"]
    acting = [own.id for own in game.own(game.army)]
    return {
        "bid": position["variables"]["bid_made"],
        "lost": position["state"]["army"]["lost"],
        "quiet": position["variables"]["quiet_turns"],
        "units": {
            id_: (at, unit["wounds"][id_]) if at != FALLEN else (FALLEN, None)
            for id_, at in unit["at"].items()
        },
        "struck": [id_ for id_ in acting if unit["struck"][id_]],
        "moved": [id_ for id_ in acting if unit["moved"][id_]],
    }
