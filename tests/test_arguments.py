"""What is given to the package wrongly: its own error, in a plain sentence, and nothing has changed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import sieges

NONSENSE: tuple[Any, ...] = (3, 1.5, b"x", [], {}, object(), True, lambda: None)
FORD = str(Path(__file__).parent / "packs" / "ford")


def plain(error: pytest.ExceptionInfo[Exception]) -> str:
    """The message: one line, short, and not an error of Python's own in other words."""
    said = str(error.value)
    assert "\n" not in said
    assert len(said) < 300
    assert "object has no attribute" not in said
    return said


@pytest.mark.parametrize("wrong", [*NONSENSE, None])
def test_packs(wrong: Any) -> None:
    with pytest.raises(
        sieges.BadArgument, match="a pack is given by its name or the path of its folder"
    ) as error:
        sieges.load(wrong)
    plain(error)


@pytest.mark.parametrize("wrong", [*NONSENSE, "zzz", ""])
def test_modes(wrong: Any) -> None:
    scenario = sieges.load(FORD)
    for call in (lambda: scenario.new(mode=wrong), lambda: scenario.rules(wrong)):
        with pytest.raises(sieges.BadArgument, match="there is no mode") as error:
            call()
        plain(error)
    if not isinstance(wrong, str):
        with pytest.raises(sieges.BadArgument, match="a mode is given by its name") as error:
            sieges.load(FORD, wrong)


@pytest.mark.parametrize(
    "wrong", ["x", "7", *(value for value in NONSENSE if not isinstance(value, int)), True]
)
def test_seeds(wrong: Any) -> None:
    with pytest.raises(sieges.BadArgument, match="a seed is a whole number") as error:
        sieges.load(FORD).new(seed=wrong)
    plain(error)


@pytest.mark.parametrize(
    "wrong",
    [
        *(value for value in NONSENSE if not isinstance(value, dict)), "length", ["length"], [("length", "long")],
        {3: 4}, {None: None}, {"lenght": "long"}, *({"length": value} for value in (*NONSENSE, None, "", "x" * 500)),
        *({"more_rafts": value} for value in (None, "", "many", [1], 10**30, -1)),
    ],
)  # fmt: skip
def test_options(wrong: Any) -> None:
    with pytest.raises(sieges.BadArgument, match="option") as error:
        sieges.load(FORD).new(options=wrong)
    plain(error)


@pytest.mark.parametrize("wrong", [*NONSENSE, None, "nonsense", "", "x" * 500])
def test_choices(wrong: Any) -> None:
    game = sieges.load(FORD).new(seed=1)
    before = game.to_json()
    with pytest.raises(sieges.BadArgument, match=r"is not offered for|a choice is made by") as error:
        game.apply(wrong)
    plain(error)
    assert game.to_json() == before


@pytest.mark.parametrize("wrong", [*NONSENSE, "zzz", "", "North"])
def test_sides(wrong: Any) -> None:
    game = sieges.load(FORD).new(seed=1)
    with pytest.raises(sieges.BadArgument, match=r"there is no side .*\(sides: north, south\)") as error:
        game.observe(wrong)
    plain(error)
    assert game.observe(None).position() == game.observe("north").position()
