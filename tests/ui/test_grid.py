"""Boards of squares as a picture; of many locations those of which there is something to tell."""

from __future__ import annotations

from sieges.game.pending import Decision
from sieges.ui.table.board import Board
from sieges.ui.table.grid import draw_grid, squares
from sieges.ui.table.layout import display_of
from sieges.ui.table.screen import Screen
from tests.conformance.playable import scenario


def test_the_part_of_a_grid_that_has_signs_is_drawn_with_a_margin() -> None:
    places = scenario("scenarios/horse_and_musket").rules().compiled.kinds["location"]
    at = {name: number for number, name in enumerate(places.members)}
    assert len(squares(places)) == 96
    assert draw_grid(places, {at["plot_6_4"]: "R12", at["plot_7_2"]: "+"}, 80) == [
        "   E   F   G   H",
        " 5 .   .   .   .",
        " 4 .   R12 .   .",
        " 3 .   .   .   .",
        " 2 .   .   +   .",
        " 1 .   .   .   .",
    ]


def test_a_grid_without_signs_or_room_is_not_drawn() -> None:
    places = scenario("scenarios/horse_and_musket").rules().compiled.kinds["location"]
    assert draw_grid(places, {}, 80) == []
    assert draw_grid(places, {0: "A", len(places.members) - 1: "B"}, 20) == []


def test_of_many_locations_those_are_listed_of_which_there_is_something_to_tell() -> None:
    rules = scenario("scenarios/vauban").rules()
    game = rules.new(seed=3)
    board = Board(rules, display_of(rules.compiled), Screen(width=80))
    while not isinstance(pending := game.legal(), Decision) or pending.name != "goal":
        assert isinstance(pending, Decision)
        wanted = next((o.id for o in pending.options if o.id in ("sap", "bastion_1")), pending.options[-1].id)
        game.apply(wanted)
    game.apply("plot_8_7")
    drawn = board.draw(game.position())
    assert all(len(line) <= 80 for line in drawn)
    rows = {line.split()[0]: line for line in drawn if line.strip()[:1].isdigit()}
    assert "B1" in rows["7"]
    assert "B2" in rows["8"], "the foot and its engineers"
    listed = {line.split("  ")[1].strip() for line in drawn if line.startswith("   ")}
    assert {"H7", "The Town"} <= listed
    assert not {"A1", "Curtain 2"} & listed, "nothing is to be told of these"
