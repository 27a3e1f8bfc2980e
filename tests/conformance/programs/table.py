"""The table that made-up rules are played on, a position of it, and what a rule means there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from attrs import Factory, define, frozen

SIDES = ("us", "them")
PLACES = ("camp", "ditch", "ford", "gate", "hall", "keep")
OWNERS = ("us", "us", "none", "them", "them", "them")
SLOTS = (4, 3, 2, 4, 3, 5)
WORTH = (1, 5, 0, 2, 7, 3)
TAGS = {"low": ("camp", "ditch", "ford"), "wet": ("ditch", "ford"), "built": ("gate", "hall", "keep")}
MARKERS = {"camp": 3, "gate": 2, "keep": 3}
SPIRIT = (0, 6)

Value = Any


class StopLoop(Exception):
    pass


class StopProcedure(Exception):
    pass


class Cancel(Exception):
    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class Ended(Exception):
    def __init__(self, ending: str) -> None:
        super().__init__(ending)
        self.ending = ending


class Impossible(Exception):
    """What a pack must not do: the engine has a fault here."""


class Answers:
    """Who answers the questions of a reading."""

    def choose(self, name: str, options: Sequence[str]) -> str:
        raise NotImplementedError

    def roll(self) -> int:
        raise NotImplementedError


@define
class State:
    """A position as plain data, and what it means to go on from it."""

    answers: Answers
    program: Program
    x: int = 0
    y: int = 3
    flag: bool = False
    goal: str | None = None
    spirit: dict[str, int] = Factory(lambda: {"us": 3, "them": 4})
    heat: dict[str, int] = Factory(lambda: dict.fromkeys(PLACES, 1))
    seen: dict[str, bool] = Factory(lambda: dict.fromkeys(PLACES, False))
    near: dict[str, frozenset[str]] = Factory(lambda: dict.fromkeys(PLACES, frozenset()))
    troops: dict[tuple[str, str], int] = Factory(
        lambda: {
            (side, place): MARKERS.get(place, 0) if OWNERS[PLACES.index(place)] == side else 0
            for side in SIDES
            for place in PLACES
        }
    )
    together: int = 0
    due: bool = False
    budget: int = 3000

    def vacant(self, place: str) -> int:
        return SLOTS[PLACES.index(place)] - sum(self.troops[side, place] for side in SIDES)

    def changed(self) -> None:
        """Victory is looked at after a change, or after the last of those that count as one."""
        self.due = True
        if not self.together:
            self.due = False
            for ending, holds in self.program.endings:
                if holds(self):
                    raise Ended(ending)

    def position(self) -> dict[str, Value]:
        return {
            "x": self.x,
            "y": self.y,
            "flag": self.flag,
            "goal": self.goal,
            "spirit": dict(self.spirit),
            "heat": dict(self.heat),
            "seen": dict(self.seen),
            "near": {place: [p for p in PLACES if p in near] for place, near in self.near.items()},
            "troops": {f"{side} {place}": count for (side, place), count in self.troops.items() if count},
        }


Locals = dict[str, Value]
Reading = Callable[[State, Locals], Value]
Doing = Callable[[State, Locals], None]


@frozen
class Expr:
    """An expression: its text, what it is worth, and whether it stands alone without brackets."""

    text: str
    value: Reading
    atom: bool = False

    def __str__(self) -> str:
        return self.text if self.atom else f"({self.text})"


@frozen
class Procedure:
    name: str
    parameters: dict[str, str]
    lines: list[str]
    does: Doing
    cancels: frozenset[str]


@frozen
class Definition:
    name: str
    parameters: tuple[str, ...]
    type: str
    text: str
    value: Reading


@define
class Program:
    """A pack with its meaning."""

    text: str = ""
    endings: list[tuple[str, Callable[[State], bool]]] = Factory(list)
    does: Doing = lambda state, locals_: None

    def play(self, state: State) -> str:
        """Go through it from a state; how it ends, `fault` where it must not go on."""
        try:
            self.does(state, {})
        except Ended as ended:
            return ended.ending
        except Impossible:
            return "fault"
        return "over"


def steps_of(doings: Sequence[Doing]) -> Doing:
    def do(state: State, locals_: Locals) -> None:
        for doing in doings:
            state.budget -= 1
            if state.budget < 0:
                raise Impossible
            doing(state, locals_)

    return do


TYPES = ("number", "condition", "place", "places")
IN_WORDS = {
    "number": "number",
    "condition": "condition",
    "place": "a location",
    "places": "a set of locations",
}


CHART = [["-1u", "-1t +1u"], [".", "-1u -1t"], ["+1u", "-1u"], ["-2t", "+1t"]]


def safe(state: State, place: str) -> bool:
    return state.troops["us", place] >= state.troops["them", place] and not state.seen[place]
