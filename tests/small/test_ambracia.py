"""The small pack of examples/ against the same game written by hand, question by question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import sieges
from sieges.loading import Scenario
from tests.conformance.lockstep import Lockstep, OutOfStep, Position
from tests.small.ambracia import GUARDS, START, Ambracia

GAMES = 800


@pytest.fixture(scope="module")
def scenario() -> Scenario:
    return sieges.load(Path(__file__).resolve().parents[2] / "examples" / "ambracia")


class Driver:
    """Puts the questions of the hand-written game to the pack."""

    game: Ambracia

    def __init__(self, step: Lockstep) -> None:
        self.step = step

    def choose(self, label: str, options: Sequence[str]) -> str:
        return self.step.choose(label, options, self.game.position())

    def roll(self, label: str) -> int:
        return int(self.step.chance(label, {str(n): 1 for n in range(1, 7)}, self.game.position()))

    def draw(self, label: str, weights: dict[str, int]) -> str:
        return self.step.chance(label, weights, self.game.position())


def seen(position: dict[str, Any]) -> Position:
    standing = position["pieces"]["troop"]
    return {
        "troops": dict.fromkeys(START, 0) | standing["rome"] | standing["ambracia"],
        "spirit": position["tracks"]["spirit"],
        "tunnel": position["tracks"]["tunnel"],
        "issued": position["variables"]["issued"],
        "die_modifier": position["variables"]["die_modifier"],
        "past": sorted(position["zones"]["past"]),
        "left": position["decks"]["weeks"]["left"],
    }


def test_pack_and_hand_written_game_are_in_step(scenario: Scenario) -> None:
    results: Counter[tuple[str, str]] = Counter()
    cards: set[str] = set()
    for seed in range(GAMES):
        step = Lockstep(scenario.new(), seed, {}, seen)
        driver = Driver(step)
        game = driver.game = Ambracia(driver)
        try:
            result = game.play()
            step.end(*result, game.position())
        except OutOfStep as error:
            pytest.fail(f"seed {seed}, {error}")
        results[result] += 1
        cards.update(game.past)
    assert set(results) == {
        ("rome", "breach"),
        ("rome", "surrender"),
        ("ambracia", "retreat"),
        ("ambracia", "peace"),
    }
    assert cards == set(GUARDS)


def test_it_is_worth_thinking(scenario: Scenario) -> None:
    """Nobody wins by ordering the same thing every week, or without looking, half as often as one may hope to."""
    for favourite in ("storm_the_wall", "dig", "bring_up_men", None):
        won = 0
        for seed in range(200):
            game = scenario.new(seed=seed)
            for number in range(1000):
                if game.ended:
                    break
                options = [option.id for option in game.legal().options]
                game.apply(favourite if favourite in options else options[(seed + number * 7) % len(options)])
            won += game.legal().winner == "rome"
        assert won < 50, f"{favourite or 'anything'} wins {won} of 200"


def test_the_pack_is_short() -> None:
    """What an author reads first stays a page or three, comments and all."""
    path = Path(__file__).resolve().parents[2] / "examples" / "ambracia" / "pack.yaml"
    lines = path.read_text("utf-8").splitlines()
    assert len([line for line in lines if line.strip()]) <= 210
    assert max(map(len, lines)) <= 120
