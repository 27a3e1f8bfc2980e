"""What a pack says must always, or never, be so between two decisions, and whether it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from sieges.language.compiled import Place
from sieges.language.properties import EVENTUALLY, NEVER, PropertyData

if TYPE_CHECKING:
    from sieges.game.rules import Rules

Keeper = Callable[[Sequence[int]], None]


class Broken(Exception):
    """An invariant does not hold, or what must never be is: its id and section, and where it is written."""

    def __init__(self, id_: str, place: Place, section: str = "invariants") -> None:
        super().__init__(id_, place, section)
        self.id = id_
        self.place = place
        self.section = section

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"

    @property
    def message(self) -> str:
        if self.section == NEVER:
            return f"`{self.id}` must never be, and is"
        return f"the invariant `{self.id}` does not hold"


def kept(rules: Rules) -> list[PropertyData]:
    """The invariants of a pack, and what must never be."""
    return [said for said in rules.compiled.properties if said.section != EVENTUALLY]


def promised(rules: Rules) -> list[PropertyData]:
    """What some game has to come to."""
    return [said for said in rules.compiled.properties if said.section == EVENTUALLY]


def broken(rules: Rules, cells: Sequence[int]) -> list[Broken]:
    """What does not hold in a position (`Game.data`), or does and must never, in the order of the pack."""
    function = rules.runtime.function
    return [
        Broken(said.id, said.place, said.section)
        for said in kept(rules)
        if bool(function(said.function)(cells)) == (said.section == NEVER)
    ]


def keeper(rules: Rules) -> Keeper | None:
    """A quick function that raises `Broken` where `broken` finds something; None where there is nothing to look for.

    It is for one game: what has held is not worked out again until a cell that it depends on has another value.
    """
    tests = [
        (rules.runtime.function(said.function), said.section == NEVER, said, _looks(rules, said))
        for said in kept(rules)
    ]
    if not tests:
        return None
    last: list[Any] = [None] * len(tests)

    def keep(cells: Sequence[int]) -> None:
        for number, (holds, is_never, said, looks) in enumerate(tests):
            if looks is not None:
                seen = looks(cells)
                if seen == last[number]:
                    continue
            if (not holds(cells)) is not is_never:
                raise Broken(said.id, said.place, said.section)
            if looks is not None:
                last[number] = seen

    return keep


def _looks(rules: Rules, said: PropertyData) -> Callable[[Sequence[int]], Any] | None:
    cells = rules.runtime.reads(said.function)
    return itemgetter(*cells) if cells else None
