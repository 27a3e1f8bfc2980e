"""The pack against a Thermopylae written by hand: in step through games of random answers and of a player."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import sieges
from sieges.loading import Scenario
from tests.conformance.lockstep import OutOfStep
from tests.oracle.thermopylae import Options
from tests.thermopylae.in_step import play

GAMES = 30
"""How many in each part."""


@pytest.fixture(scope="module")
def scenario() -> Scenario:
    return sieges.load("thermopylae")


def agreed(seed: int) -> Options:
    """What the game of this number is played with; short patience, so that random armies do not wander for long."""
    rng = random.Random(seed)
    return Options(
        bid=rng.choice([0, 0, 5, 10, 20, 45]),
        opening=rng.choice(["by_coin", "player_one_opens", "player_two_opens"]),
        patience=rng.choice([4, 8]),
        lasting_wounds=rng.random() < 0.5,
        high_strikes=rng.random() < 0.5,
    )


@pytest.mark.slow
@pytest.mark.parametrize("part", range(2))
def test_pack_and_oracle_are_in_step(scenario: Scenario, part: int) -> None:
    """Every other game by the player, who attacks to some purpose."""
    asked: Counter[str] = Counter()
    endings = set()
    for seed in range(part * GAMES, (part + 1) * GAMES):
        try:
            played = play(scenario, agreed(seed), seed, plays=seed % 2 == 1)
        except OutOfStep as error:
            pytest.fail(f"seed {seed}, {agreed(seed)}, {error}")
        asked += played.asked
        endings.add(played.result[1])
    # What the games together have seen, so that being in step means something.
    assert endings == {"bid_reached", "greeks_gone", "stalemate"}
    for label in (
        "amount",
        "answer",
        "stand",
        "archer",
        "target",
        "strike",
        "mover",
        "goal",
        "field",
        "attack_hits",
    ):
        assert asked[label] > GAMES // 2, asked
