"""The pack and the hand-written game of tests/oracle, question by question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import define

from sieges.loading import Scenario
from tests.conformance.lockstep import Lockstep, Position
from tests.oracle.syracuse import Game, Result
from tests.oracle.tables import CARDS, LAND, SEA

SKILLS = ("weak", "good", "strong")

NAMES = {"card": "draw_deck", "either": "answer", "ships": "ships_sent"}
"""The pack's names of questions and decks, where the oracle has another."""


class Driver:
    """Puts the oracle's questions to the pack."""

    game: Game

    def __init__(self, step: Lockstep) -> None:
        self.step = step
        self.cards: set[str] = set()
        self.cells: set[tuple[str, int, str]] = set()

    def choose(self, label: str, options: Sequence[str]) -> str:
        return self.step.choose(label, options, self.game.position())

    def roll(self, label: str) -> int:
        die = int(self.step.chance(label, {str(n): 1 for n in range(1, 7)}, self.game.position()))
        if label == "order_die":
            assert self.game.order is not None
            assert self.game.card is not None
            letter = CARDS[self.game.card].counter_order
            assert letter is not None
            self.cells.add((self.game.order, min(max(die + self.game.drm, 1), 6), letter))
        return die

    def draw(self, label: str, game: Game) -> str:
        card = self.step.chance(label, game.draw_weights(), game.position())
        self.cards.add(card)
        return card


# What chance and fancy hardly ever come to: the whole wall and a blockade. A game with these tastes goes that way.
BUILDER = {
    "build_lowlands": 99, "build_plateau": 99, "move_ships": 20, "move_troops": 5, "great_harbor_to_blockade": 99,
    "epipolae": 9, "proceed": 9, "stay": 0.3, "5": 3, "6": 6,
}  # fmt: skip


@define
class Played:
    """What a game that was played in step has seen."""

    result: Result
    asked: int
    cards: set[str]
    cells: set[tuple[str, int, str]]
    """Order, die as it counts, letter of the counter order."""


def play(scenario: Scenario, skill: str, seed: int, tastes: Mapping[str, float] | None = None) -> Played:
    """One game of both.

    Raises:
        OutOfStep: they differ.
    """
    step = Lockstep(scenario.new(options={"skill": skill}), seed, NAMES, seen, tastes)
    driver = Driver(step)
    driver.game = Game(skill, driver)
    result = driver.game.play()
    step.end(*result, driver.game.position())
    return Played(result, step.asked, driver.cards, driver.cells)


def seen(position: dict[str, Any]) -> Position:
    """The pack's position in the oracle's words."""
    pieces, variables, zones = position["pieces"], position["variables"], position["zones"]
    built = [segment for segment, stands in position["state"]["segment"]["built"].items() if stands]
    deck = position["decks"]["draw_deck"]
    unused = deck["piles"]["unused"]
    nowhere = dict.fromkeys([*LAND["athens"], *LAND["syracuse"]], 0)
    return {
        "troops": nowhere | pieces["troop"]["athens"] | pieces["troop"]["syracuse"],
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
        "dice": (variables["white_die"], variables["black_die"]),
    }
