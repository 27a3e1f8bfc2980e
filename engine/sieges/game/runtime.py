"""What the written program calls: ends, cancels, faults, sets; and its loading into one namespace."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from sieges.game.decks import DeckRuntime
from sieges.game.plane.runtime import PlaneRuntime, spotted
from sieges.game.reads import cells_read
from sieges.game.throws import alike, throw
from sieges.language.compiled import Compiled, Place
from sieges.language.walking import distance, reach


class Ended(Exception):
    """The game has ended; the first cell of the state says how."""


class Cancelled(Exception):
    """A scope is abandoned. Each scope has a class of its own."""

    scope = -1


class Fault(Exception):
    """The pack did something impossible in play: the message, and where in the pack."""

    def __init__(self, message: str, place: Place) -> None:
        super().__init__(f"{place}: {message}")
        self.message = message
        self.place = place


class Runtime:
    """The functions of a compiled pack, ready to be called."""

    def __init__(self, compiled: Compiled) -> None:
        self.compiled = compiled
        self.turns = [0]
        """How many turns loops have gone round since somebody last set this to 0."""
        self.counts = [0] * (len(compiled.marks) + 1)
        """How often each mark has happened, where the pack was compiled to count; the last cell is of no mark."""
        self.decks = [DeckRuntime(data) for data in compiled.decks]
        self.scopes = [
            type(f"X{number}", (Cancelled,), {"scope": number}) for number in range(len(compiled.scopes))
        ]
        space: dict[str, Any] = {
            "__builtins__": {
                "any": any,
                "all": all,
                "sum": sum,
                "min": min,
                "max": max,
                "abs": abs,
                "range": range,
                "next": next,
                "len": len,
                "sorted": sorted,
                "bool": bool,
            },
            "M": members,
            "G": gathered,
            "U": bits,
            "W": throw,
            "V": alike,
            "reach": reach,
            "distance": distance,
            "nop": nothing,
            "B": self.turns,
            "N": self.counts,
            "Ended": Ended,
            "fault": self._fault,
            "push": self._push,
            "spotted": spotted,
        }
        for number, deck in enumerate(self.decks):
            space[f"D{number}"] = deck
        self.planes = [PlaneRuntime(data) for data in compiled.planes]
        for number, plane in enumerate(self.planes):
            space[f"Q{number}"] = plane
        for number, scope in enumerate(self.scopes):
            space[f"X{number}"] = scope
        for code in compiled.code:
            exec(code, space)
        for name, text in compiled.constants.items():
            space[name] = eval(text, space)
        self.space = space
        self.slots = [instance.slots for instance in compiled.instances]
        self._reads: dict[str, list[int] | None] = {}
        self._pausing: list[Callable[..., int] | None] = [
            space.get(f"r{number}") for number in range(len(compiled.instances))
        ]

    def function(self, name: str) -> Callable[..., Any]:
        found: Callable[..., Any] = self.space[name]
        return found

    def reads(self, name: str) -> list[int] | None:
        """The cells that alone settle what a function of the state gives; None where that cannot be told."""
        if name not in self._reads:
            self._reads[name] = cells_read(self.compiled, name)
        return self._reads[name]

    def pausing(self, instance: int) -> Callable[..., int]:
        found = self._pausing[instance]
        assert found is not None
        return found

    def _fault(self, number: int) -> None:
        place, message = self.compiled.faults[number]
        raise Fault(message, place)

    def _push(self, frames: list[int], below: int, instance: int, arguments: tuple[int, ...]) -> None:
        frames[0] = len(frames)
        frames.append(instance)
        frames.append(0)
        frames.append(below)
        frames.extend(arguments)
        frames.extend([0] * (self.slots[instance] - len(arguments)))


_members: dict[int, tuple[int, ...]] = {}


def gathered(indexes: Iterable[int]) -> int:
    """A set as bits of members that may come more than once."""
    mask = 0
    for index in indexes:
        mask |= 1 << index
    return mask


def members(mask: int) -> tuple[int, ...]:
    """The indices of the bits that are set, in order."""
    found = _members.get(mask)
    if found is None:
        found = tuple(index for index in range(mask.bit_length()) if mask >> index & 1)
        if len(_members) < 4096:
            _members[mask] = found
    return found


def bits(indices: Iterable[int]) -> int:
    """The set of these indices as bits; the inverse of `members`."""
    found = 0
    for index in indices:
        found |= 1 << index
    return found


def nothing(*_: object) -> None:
    """A body without steps."""
