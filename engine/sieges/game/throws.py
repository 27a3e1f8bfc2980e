"""Throws of many dice: how many of them hit, as one chance with exact weights."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate
from math import gcd

from sieges.language.compiled import MOST_DICE

MOST_KEPT = 4096
"""How many throws are remembered, so that their weights are worked out once."""


class Throw:
    """Some dice, each of which hits by a chance of its own.

    ``dice``: how many there are of each chance. ``values``: how many of them can hit. ``weights``: how likely each of
    these is, as whole numbers of any size; ``total`` is their sum.
    """

    __slots__ = ("_until", "dice", "total", "values", "weights")

    def __init__(self, chances: Sequence[int], parts: int) -> None:
        """Chances are in parts, of which so many are certainty; less than none is none, more than all is all."""
        sure = [min(max(chance, 0), parts) for chance in chances]
        self.dice = tuple((Fraction(chance, parts), dice) for chance, dice in sorted(Counter(sure).items()))
        ways = [1]
        for chance in sure:
            misses = parts - chance
            ways = [
                misses * after + chance * before for after, before in zip([*ways, 0], [0, *ways], strict=True)
            ]
        common = gcd(*ways)
        self.values = [hits for hits, weight in enumerate(ways) if weight]
        self.weights = [weight // common for weight in ways if weight]
        self._until = list(accumulate(self.weights))
        self.total = self._until[-1]

    def ask(self, chance: Callable[[int], int]) -> int:
        """How many hit; ``chance(n)`` gives one of 0 to n - 1. Where this is known it is not asked."""
        if len(self.values) == 1:
            return self.values[0]
        return self.values[bisect_right(self._until, chance(self.total))]


_kept: dict[tuple[tuple[int, ...], int], Throw] = {}


def alike(chance: int, dice: int, parts: int) -> Throw | None:
    """The throw of so many dice with one chance; None where that many are not thrown."""
    return throw([chance] * dice, parts) if 0 <= dice <= MOST_DICE else None


def throw(chances: Sequence[int], parts: int) -> Throw | None:
    """The throw of dice with these chances, in any order; None of too many."""
    if len(chances) > MOST_DICE:
        return None
    key = (tuple(sorted(chances)), parts)
    found = _kept.get(key)
    if found is None:
        found = Throw(key[0], parts)
        if len(_kept) < MOST_KEPT:
            _kept[key] = found
    return found
