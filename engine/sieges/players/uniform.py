"""The random agent, and the same as an inline resolver of decisions."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from sieges.game.chance import salt_of
from sieges.game.game import Choose
from sieges.game.pending import Decision

if TYPE_CHECKING:
    from sieges.game.rules import Rules
    from sieges.game.view import View

SALT = salt_of("agent random")
"""Of the seed of all seats of a game that are played at random: they share one stream."""


class Uniform:
    """Takes every option with the same chance."""

    def __init__(self) -> None:
        self._random = Random(0).random

    def start(self, rules: Rules, side: str, seed: int) -> None:
        self._random = Random(seed).random

    def choose(self, view: View) -> str:
        decision = view.legal()
        assert isinstance(decision, Decision)
        return decision.options[int(self._random() * len(decision.options))].id


def uniform(rng: Random) -> Choose:
    """The same as an inline resolver; what has one option only takes no luck."""
    random = rng.random

    def choose(site: int, values: Sequence[int]) -> int:
        count = len(values)
        return int(random() * count) if count > 1 else 0

    return choose
