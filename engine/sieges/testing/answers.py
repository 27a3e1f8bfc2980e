"""The seam: whoever answers a game's decisions and settles its chances. A log is what they said, as numbers.

A log has one entry for every pause with more than one way on: of a decision the index of the option, of a chance a
number below the sum of the weights. 0 is always the dullest answer, and what is missing at the end of a log is 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Protocol

Log = list[int]


class Answers(Protocol):
    """Answers a game's pauses."""

    def option(self, label: str, count: int) -> int:
        """The index of one of so many options (2 or more) of the decision of that name."""

    def number(self, label: str, weights: Sequence[int]) -> int:
        """A number from 0 to the sum of the weights (2 or more), exclusive, for the chance of that name."""


class FromLog:
    """Says again what a log says; an index that there is not becomes the last one."""

    def __init__(self, log: Sequence[int]) -> None:
        self._log = iter(log)

    def option(self, label: str, count: int) -> int:
        return self.below(count)

    def number(self, label: str, weights: Sequence[int]) -> int:
        return self.below(sum(weights))

    def below(self, count: int) -> int:
        """The next entry, made to fit."""
        return min(next(self._log, 0), count - 1)


class AtRandom:
    """Answers at random, each game with leanings of its own, so that many games go far in many directions.

    One game takes what comes, another mostly the same place of every list, a third has low dice, a fourth high ones.
    What it begins with can be given, as a log.
    """

    def __init__(self, random: Random, begun: Sequence[int] = ()) -> None:
        self._random = random.random
        self._begun = list(reversed(begun))
        self._lean = random.choice((None, None, None, "low", "high"))
        self._faithful = random.choice((0.0, 0.0, 0.5, 0.9))
        self._tastes: dict[object, float] = {}

    def option(self, label: object, count: int) -> int:
        random = self._random
        if self._begun:
            return min(self._begun.pop(), count - 1)
        if random() < self._faithful:
            taste = self._tastes.get(label)
            if taste is None:
                taste = self._tastes[label] = random()
            return int(taste * count)
        return int(random() * count)

    def number(self, label: str, weights: Sequence[int]) -> int:
        return self.below(sum(weights))

    def below(self, count: int) -> int:
        """One of 0 to ``count`` - 1, however large."""
        if self._begun:
            return min(self._begun.pop(), count - 1)
        share = self._random()
        if self._lean is not None:
            share *= share
            if self._lean == "high":
                share = 1 - share
        # A float has 53 bits: of a larger count the lowest ones are always alike, which leaves no outcome out.
        return min(int(share * count), count - 1)
