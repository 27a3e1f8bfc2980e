"""What a pack says must always hold between two decisions, and whether it does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from sieges.language.compiled import Place

if TYPE_CHECKING:
    from sieges.game.rules import Rules

Keeper = Callable[[Sequence[int]], None]


class Broken(Exception):
    """An invariant does not hold: its id, and where in the pack it is written."""

    def __init__(self, id_: str, place: Place) -> None:
        super().__init__(id_, place)
        self.id = id_
        self.place = place

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"

    @property
    def message(self) -> str:
        return f"the invariant `{self.id}` does not hold"


def broken(rules: Rules, cells: Sequence[int]) -> list[Broken]:
    """The invariants that do not hold in a position (`Game.data`), in the order of the pack."""
    function = rules.runtime.function
    return [Broken(id_, place) for id_, name, place in rules.compiled.invariants if not function(name)(cells)]


def keeper(rules: Rules) -> Keeper | None:
    """A quick function that raises `Broken` for a position that breaks an invariant; None where there is none."""
    tests = [(rules.runtime.function(name), id_, place) for id_, name, place in rules.compiled.invariants]
    if not tests:
        return None

    def keep(cells: Sequence[int]) -> None:
        for holds, id_, place in tests:
            if not holds(cells):
                raise Broken(id_, place)

    return keep
