"""The game for two against the one written by hand: in step through hundreds of games."""

from __future__ import annotations

import pytest

import sieges
from sieges.game.pending import Chance, Decision
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


ATTACK = "attack_plateau storm_plateau defend_lowlands defend_lowlands"
LAPSES = f"{ATTACK} champions_meet temenites syka 6 labdalum neapolis syka"
"""Athens takes the last three troops that a storm of the plateau asks for; champions fall all the same."""


@pytest.mark.parametrize(
    ("lapsed_orders", "answers", "revealed"),
    [
        ("no_effect", f"{ATTACK} masons_and_timber temenites 1 syka 2", 4),
        ("no_effect", f"{ATTACK} command_conflict cancel cancel", 0),
        ("no_effect", f"{ATTACK} command_conflict cancel proceed syka 1", 2),
        ("no_effect", f"{ATTACK} truce_for_the_dead proceed temenites 1 cancel", 2),
        ("no_effect", f"{ATTACK} council_of_war cancel stay cancel stay", 0),
        (
            "no_effect",
            "move_troops march_troops defend_lowlands defend_lowlands soothsayers_prediction",
            2,
        ),
        ("no_effect", LAPSES, 4),
        ("cancelled", LAPSES, 3),
    ],
    ids=[
        "both go on",
        "both cancel",
        "Athens cancels",
        "Syracuse cancels",
        "with something instead",
        "forbidden",
        "lapsed",
        "lapsed, and so cancelled",
    ],
)
def test_what_is_never_revealed(scenario: Scenario, lapsed_orders: str, answers: str, revealed: int) -> None:
    """A cancelled order stays face down with its counter order; of one that is shown and lost, the latter (14.1)."""
    game = scenario.new("two_player", {"lapsed_orders": lapsed_orders})
    kinds = [event.kind for event in game.rules.compiled.events]
    seen: list[str] = []
    left = answers.split()
    while left:
        pending = game.legal()
        assert isinstance(pending, Decision | Chance)
        settled = isinstance(pending, Decision) and len(pending.options) == 1
        choice = pending.options[0].id if settled else left.pop(0)  # type: ignore[union-attr]
        seen += [kinds[event[0]] for event in game.apply(choice)]
    assert seen.count("reveal") == revealed


@pytest.mark.slow
@pytest.mark.parametrize("part", range(2))
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
