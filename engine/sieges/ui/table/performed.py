"""Which fields of steps were performed in a move, and changed nothing: no event tells of these."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import define

from sieges.game.game import Event
from sieges.game.rules import Rules
from sieges.game.runtime import Runtime
from sieges.language.compiled import Compiled
from sieges.play.session import Move


@define
class _Running:
    """A body that runs: its instance, its frame, how much had happened when it began."""

    instance: int
    base: int
    events: int


class _Watched(Runtime):
    """A runtime that notes which bodies run. It shares everything with the one that it is made of."""

    def __init__(self, runtime: Runtime, running: list[_Running]) -> None:
        self.__dict__.update(runtime.__dict__)
        self.running = running
        self.done: list[tuple[_Running, int]] = []
        """Bodies that began in the move and came to their end, with how much had happened then."""

    def pausing(self, instance: int) -> Callable[..., int]:
        function = super().pausing(instance)

        def step(data: list[int], frames: list[int], base: int, events: list[Event]) -> int:
            while self.running and self.running[-1].base > base:
                self.done.append((self.running.pop(), len(events)))
            if not self.running or self.running[-1].base < base:
                self.running.append(_Running(instance, base, len(events)))
            return function(data, frames, base, events)

        return step


def idle(move: Move) -> list[tuple[int, str]]:
    """The members whose steps changed nothing, each with how many of the move's events came before.

    The move is played again from where it was made, so it shows nothing that was not there.
    """
    game = move.before.clone()
    rules = game.rules
    running = []
    base = game.frames[0]
    while base:
        running.append(_Running(-1, base, -1))
        base = game.frames[base + 2]
    watched = _Watched(rules.runtime, running[::-1])
    game.rules = _with(rules, watched)
    events = game.answer(move.chosen.value)
    titles = dict(_fields(rules.compiled))
    found = []
    for body, end in watched.done:
        title = "" if body.instance < 0 else titles.get(rules.compiled.instances[body.instance].body, "")
        if title and not any(changes(rules.compiled, event) for event in events[body.events : end]):
            found.append((end, title))
    return found


def _with(rules: Rules, runtime: Runtime) -> Rules:
    """The same rules by another runtime."""
    copy = Rules.__new__(Rules)
    copy.__dict__.update(rules.__dict__)
    copy.runtime = runtime
    return copy


def _fields(compiled: Compiled) -> Iterator[tuple[str, str]]:
    """Bodies that are fields of members, with the members' titles."""
    for kind in compiled.kinds.values():
        for field, type_ in kind.types.items():
            if type_ == "steps":
                for member, title in zip(kind.members, kind.titles, strict=True):
                    yield f"{member}.{field}", title


def changes(compiled: Compiled, event: Event) -> bool:
    """Whether an event is more than a number that stays as it is, or no markers that move."""
    kind, values = compiled.events[event[0]].kind, event[1:]
    if kind in ("set", "adjust"):
        return values[2] != values[3]
    if kind in ("place", "remove", "move"):
        return values[2] != 0
    return kind != "extend" or values[1] != 0
