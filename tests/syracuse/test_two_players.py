"""The game for two against the one written by hand: in step through thousands of games."""

from __future__ import annotations

import pytest

import sieges
from sieges.loading import Scenario
from tests.conformance.lockstep import OutOfStep
from tests.oracle.two_tables import COMMAND_DECISIONS, COUNTER_ORDERS, SIDE_ORDERS, SIDES, TWO_CHARTS
from tests.syracuse.in_step import BUILDER
from tests.syracuse.two_in_step import play_two

GAMES = 80
"""How many of each length of the deck, in each part."""
DECKS = (18, 24, 30)


@pytest.fixture(scope="module")
def scenario() -> Scenario:
    return sieges.load("syracuse", "two_player")


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_pack_and_oracle_are_in_step(scenario: Scenario, part: int) -> None:
    cards, cells, results, picked = set(), set(), set(), set()
    for seed in range(part * GAMES, (part + 1) * GAMES):
        for size in DECKS:
            try:
                played = play_two(scenario, size, seed, BUILDER if seed % 4 == 3 else None)
            except OutOfStep as error:
                pytest.fail(f"{size} cards, seed {seed}, {error}")
            cards |= played.cards
            cells |= played.cells
            results.add(played.result)
            picked |= played.picked
    # What the games together have seen, so that being in step means something.
    assert cards == set(COMMAND_DECISIONS)
    every = {
        (order, die, letter)
        for order, columns in TWO_CHARTS.items()
        for letter in columns
        for die in range(1, 7)
    }
    assert len(every - cells) <= len(every) // 20, every - cells
    for side in SIDES:
        assert {answer for who, label, answer in picked if (who, label) == (side, "order")} == set(
            SIDE_ORDERS[side]
        )
        assert {answer for who, label, answer in picked if (who, label) == (side, "counter_order")} == set(
            COUNTER_ORDERS[side]
        )
    assert results >= {
        ("athens", "syracuse_surrenders"),
        ("syracuse", "athens_breaks"),
        ("athens", "points"),
        ("syracuse", "points"),
        (None, "draw"),
    }
