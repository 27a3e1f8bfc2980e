"""Whatever is typed, nothing breaks: no traceback, no line too wide, and the save is the game that was played."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from .conftest import FORD, Run, saved

COMMANDS = [
    "?",
    "u",
    "b",
    "l",
    "b d",
    "b t1",
    "b 2",
    "? 1",
    "? 2",
    "l all",
    "l 2",
    "yes",
    "no",
    "",
    "zzz",
    "a",
    "-",
    "? zz",
    "t",
]


@pytest.mark.parametrize("seed", range(12))
def test_random_answers(run: Run, home: Path, seed: int) -> None:
    rng = random.Random(seed)
    pack = "syracuse" if seed % 3 == 0 else FORD
    answers = [
        rng.choice(COMMANDS) if rng.random() < 0.3 else str(rng.choice([1, 1, 2, 2, 3, 4, 5, 6, 7]))
        for _ in range(150)
    ]
    arguments = ["--dice", "manual"] if seed % 2 else ["--seed", str(seed)]
    if seed % 4 == 1 and pack == FORD:
        arguments += ["--bot", "south=random"]
    run("play", pack, *arguments, answers=answers)
    (path,) = saved(home)
    assert "EXACT" in run("replay", str(path), "--show").output
    run("history")
    run("play", answers=["1", "1", "?", "l all"], code=None)
