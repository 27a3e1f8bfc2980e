"""The pack and the hand-written game of tests/oracle, question by question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sieges.loading import Scenario
from tests.conformance.lockstep import Lockstep, Position
from tests.oracle.syracuse import Game, Result

SKILLS = ("weak", "good", "strong")

NAMES = {"card": "draw_deck", "either": "answer", "ships": "ships_sent"}
"""The pack's names of questions and decks, where the oracle has another."""


class Driver:
    """Puts the oracle's questions to the pack."""

    def __init__(self, step: Lockstep) -> None:
        self.step = step
        self.game: Game

    def choose(self, label: str, options: Sequence[str]) -> str:
        return self.step.choose(label, options, self.game.position())

    def roll(self, label: str) -> int:
        return int(self.step.chance(label, {str(n): 1 for n in range(1, 7)}, self.game.position()))

    def draw(self, label: str, game: Game) -> str:
        return self.step.chance(label, game.draw_weights(), game.position())


# What chance and fancy hardly ever come to: the whole wall and a blockade. A game with these tastes goes that way.
BUILDER = {
    "build_lowlands": 99, "build_plateau": 99, "move_ships": 20, "move_troops": 5, "great_harbor_to_blockade": 99,
    "epipolae": 9, "proceed": 9, "stay": 9, "5": 3, "6": 6,
}  # fmt: skip


def play(
    scenario: Scenario, skill: str, seed: int, tastes: Mapping[str, float] | None = None
) -> tuple[Result, int]:
    """One game of both; how it ended and how many questions were asked."""
    step = Lockstep(scenario.new(options={"skill": skill}), seed, NAMES, seen, tastes)
    driver = Driver(step)
    driver.game = Game(skill, driver)
    result = driver.game.play()
    step.end(*result, driver.game.position())
    return result, step.asked


def seen(position: dict[str, Any]) -> Position:
    """The pack's position in the oracle's words."""
    pieces, variables, zones = position["pieces"], position["variables"], position["zones"]
    built = [segment for segment, stands in position["state"]["segment"]["built"].items() if stands]
    deck = position["decks"]["draw_deck"]
    unused = deck["piles"]["unused"]
    return {
        "troops": dict.fromkeys(LAND, 0) | pieces["troop"]["athens"] | pieces["troop"]["syracuse"],
        "ships": dict.fromkeys(SEA, 0) | pieces["ship"]["athens"],
        "morale": position["tracks"]["morale"],
        "wall": [int(segment.removeprefix("wall_")) for segment in built if segment.startswith("wall_")],
        "counter_walls": [segment for segment in built if not segment.startswith("wall_")],
        "hand": zones["hand"],
        "discarded": len(zones["discard"]),
        "deck": deck["left"],
        "unused": {1: unused["syracuse_phase"], 2: unused["spartan_phase"]},
        "order": variables["issued"],
        "leader": variables["leader_laid"],
        "card": variables["open_card"],
        "drm": variables["drm"],
    }


LAND = (
    "labdalum", "syka", "lysimeleia_camp", "epipolae", "plemmyrium",
    "achradina", "euryelus", "olympieum", "ortygia", "temenites", "neapolis",
)  # fmt: skip
SEA = ("lysimeleia", "great_harbor", "blockade", "damaged_ships")
