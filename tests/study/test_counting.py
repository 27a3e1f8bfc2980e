"""Wilson's interval and the median of counts."""

from __future__ import annotations

from collections import Counter
from statistics import median as plain_median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sieges.study.counting import median, wilson


@pytest.mark.parametrize(
    ("won", "games", "expected"),
    [
        (0, 0, (0.0, 0.0, 1.0)),
        (0, 10, (0.0, 0.0, 0.277533)),
        (5, 10, (0.236593, 0.5, 0.763407)),
        (10, 10, (0.722467, 1.0, 1.0)),
        (81, 263, (0.255290, 0.307985, 0.366213)),  # an example of the literature
    ],
)
def test_wilson(won: int, games: int, expected: tuple[float, float, float]) -> None:
    assert wilson(won, games) == pytest.approx(expected, abs=1e-4)


@given(st.integers(0, 10**6), st.integers(1, 10**6))
def test_the_share_lies_within(won: int, games: int) -> None:
    won = min(won, games)
    low, share, high = wilson(won, games)
    assert 0 <= low <= share <= high <= 1


@given(st.lists(st.integers(0, 200), min_size=1))
def test_median(values: list[int]) -> None:
    assert median(Counter(values)) == plain_median(values)


def test_the_median_of_nothing() -> None:
    assert median({}) == 0
