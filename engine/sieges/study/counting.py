"""The little statistics that counts of games need."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt

Z95 = 1.959963984540054
"""Standard deviations to either side that hold 95 % of a normal distribution."""


def wilson(won: int, games: int, z: float = Z95) -> tuple[float, float, float]:
    """Wilson's interval for a share: ``(low, estimate, high)``, to six decimals; all of it where nothing was played."""
    if games == 0:
        return 0.0, 0.0, 1.0
    share = won / games
    square = z * z / games
    centre = share + square / 2
    spread = z * sqrt(share * (1 - share) / games + square / (4 * games))
    low, high = (centre - spread) / (1 + square), (centre + spread) / (1 + square)
    return round(max(low, 0.0), 6), round(share, 6), round(min(high, 1.0), 6)


def median(counts: Mapping[int, int]) -> int | float:
    """The median of values that are given with how often each occurs; 0 without any."""
    total = sum(counts.values())
    if not total:
        return 0
    low, high = _at(counts, (total - 1) // 2), _at(counts, total // 2)
    return low if low == high else (low + high) / 2


def _at(counts: Mapping[int, int], place: int) -> int:
    """The value at a place of the sorted values, from 0."""
    for value in sorted(counts):
        place -= counts[value]
        if place < 0:
            return value
    raise IndexError("the place lies beyond the values")
