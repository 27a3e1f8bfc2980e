"""A plane at the terminal: drawn to scale, with who stands there, and answered by points, names and distances."""

from __future__ import annotations

from pathlib import Path

from tests.ui.conftest import PACKS, Run, saved

DUEL = str(PACKS / "duel")
START = ["1.5,6", "3,3", "14.5 6", "13,3"]


def test_the_plane_is_drawn_with_what_lies_and_who_stands_on_it(run: Run) -> None:
    output = run("play", DUEL, "--seed", "3", answers=[*START, "", "q"]).output
    drawn = output.rsplit("The Field (inches, north is up)", 1)[1]
    rows = [line[6:-1] for line in drawn.splitlines() if line[5:6] == "|"]
    letters = "".join(sign for row in rows for sign in row if sign.isalpha())
    assert sorted(letters) == ["A", "B", "a", "b"]
    assert "~" in drawn
    assert "#" in drawn
    assert "# the wall 8,3.1; ~ the bog 8,8.5" in drawn
    assert "Reds: A Anna 1.5,6; B Bruno 3,3" in drawn
    assert "Blues: a Carla 14.5,6; b Dino 13,3" in drawn


def test_any_point_and_names_with_distances_are_answers(run: Run, home: Path) -> None:
    answers = [*START, "2.5 7.25", "carla 1.5", "anna 0.5", "north 1", "q"]
    output = run("play", DUEL, "--seed", "3", answers=answers).output
    assert "Anna goes from 1.5,6 to 2.5,7.25." in output
    assert "Or any other point" in output
    choices = [
        line.split('"choice"')[1].split('"')[1] for line in saved(home)[0].read_text().splitlines()[1:]
    ]
    assert choices[:5] == ["1.5,6", "3,3", "14.5,6", "13,3", "2.5,7.25"]
    assert len(choices) == 8
    assert choices[-1] == "13,4"


def test_a_point_that_cannot_be_reached_is_asked_again(run: Run) -> None:
    output = run("play", DUEL, "--seed", "3", answers=[*START, "15 6", "zeno 3", "q"]).output
    assert "`15 6` is none of the options." in output
    assert "`zeno 3` is none of the options." in output


def test_what_has_changed_stands_beside_each(run: Run) -> None:
    answers = ["3,6", "3,3", "13,6", "13,3", *["carla 6", "1", "anna 6", "1"] * 5, "q"]
    output = run("play", DUEL, "--seed", "5", answers=answers).output
    assert "(hurt 1)" in output or "hurt 0 -> 1" in output


def test_a_bot_plays_on_a_plane(run: Run) -> None:
    output = run(
        "play", DUEL, "--seed", "3", "--option", "rounds=2", "--bot", "reds=random", "--bot", "blues=random"
    )
    assert "wins" in output.output or "draw" in output.output
