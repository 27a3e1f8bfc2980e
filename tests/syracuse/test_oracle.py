"""The pack against a Syracuse written by hand: in step through hundreds of games.

tests/oracle knows nothing of the engine. Fed the same choices and the same chance, both must ask the same questions,
offer the same, weigh chance the same, and be in the same position at every one of them. Where they differ, one of the
two has misread the rules.
"""

from __future__ import annotations

import pytest

import sieges
from sieges.loading import Scenario
from tests.conformance.lockstep import Lockstep, OutOfStep
from tests.oracle.tables import CARDS, CHARTS
from tests.syracuse.in_step import BUILDER, NAMES, SKILLS, play, seen

GAMES = 200
"""How many of each skill, in each part."""

CELLS = {
    (order, die, letter) for order, columns in CHARTS.items() for letter in columns for die in range(1, 7)
}


@pytest.fixture(scope="module")
def scenario() -> Scenario:
    return sieges.load("syracuse")


@pytest.mark.slow
@pytest.mark.parametrize("part", range(2))
def test_pack_and_oracle_are_in_step(scenario: Scenario, part: int) -> None:
    cards, cells, endings = set(), set(), set()
    for seed in range(part * GAMES, (part + 1) * GAMES):
        for skill in SKILLS:
            try:
                played = play(scenario, skill, seed, BUILDER if seed % 4 == 3 else None)
            except OutOfStep as error:
                pytest.fail(f"skill {skill}, seed {seed}, {error}")
            cards |= played.cards
            cells |= played.cells
            endings.add(played.result)
    # What the games together have seen, so that being in step means something.
    assert cards == set(CARDS)
    assert len(CELLS - cells) <= len(CELLS) // 20, CELLS - cells
    assert endings == {
        ("athens", "wall_and_blockade"),
        ("athens", "syracuse_surrenders"),
        ("syracuse", "athens_breaks"),
        ("syracuse", "campaign_over"),
    }


def test_a_difference_is_found(scenario: Scenario) -> None:
    """The comparison itself can fail, in each of its parts."""
    game = scenario.new(options={"skill": "good"})
    position = seen(game.position())
    orders = [option.id for option in game.legal().options]
    step = Lockstep(game, 1, NAMES, seen)
    for label, options, changed in (
        ("leader", orders, {}),
        ("order", orders[1:], {}),
        ("order", [*orders, "surrender"], {}),
        ("order", orders, {"morale": {"athens": 9, "syracuse": 8}}),
        ("order", orders, {"hand": ["nicias"]}),
    ):
        with pytest.raises(OutOfStep):
            step.choose(label, options, position | changed)
    with pytest.raises(OutOfStep):
        step.chance("card", {"nicias": 1}, position)
    with pytest.raises(OutOfStep):
        step.end("athens", "wall_and_blockade", position)
    step.choose("order", orders, position)
    drawn = {outcome.id: outcome.weight for outcome in game.legal().outcomes}
    position = seen(game.position())
    for wrong in ({**drawn, "nicias": 2}, {**drawn, "spartan_expedition": 1}, dict(list(drawn.items())[1:])):
        with pytest.raises(OutOfStep):
            step.chance("card", wrong, position)
    step.chance("card", {card: 7 * weight for card, weight in drawn.items()}, position)
