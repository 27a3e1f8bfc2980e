"""What games show that no game can refute: what was never reached, never offered, never of any effect."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from attrs import Factory, define, field

from sieges.game.game import Game
from sieges.game.invariants import promised
from sieges.game.runtime import Fault
from sieges.testing.causes import promises

if TYPE_CHECKING:
    from sieges.game.rules import Rules

ORDER = "order"
MOST_ANSWERS = 3000
"""Choices in a game that is played on to see whether a decision matters."""
MOST_TRIES = 30
"""How often a decision is tried both ways, until it matters once."""
FEW = 8
"""Below so many tries nothing is said."""


class _Long(Exception):
    """A game goes on too long to tell anything."""


@define
class Notice:
    """Something that no game showed: what it is about (a section and an id), in words, and where it is written."""

    about: str
    message: str
    where: str

    def __str__(self) -> str:
        return f"{self.where}: {self.message}"


@define(eq=False)
class Notices:
    """Counts over all games of one mode."""

    rules: Rules
    games: int = 0
    endings: Counter[int] = Factory(Counter)
    offered: set[int] = Factory(set)
    """Orders that were ever offered, by index."""
    taken: Counter[int] = Factory(Counter)
    kept: set[str] = Factory(set)
    """Promises that some game came to."""
    _awaited: list[tuple[str, Any]] = field(init=False)
    _orders: frozenset[int] = field(init=False)
    """Sites at which orders are chosen."""
    _cells: list[int] = field(init=False)
    """What stands on the table, of all cells."""
    _before: dict[str, tuple[int, list[int]]] = field(factory=dict, init=False)
    _always: dict[str, set[int]] = field(factory=dict, init=False)
    _ever: dict[int, set[int]] = field(factory=dict, init=False)
    _spans: Counter[int] = field(factory=Counter, init=False)
    _matters: set[str] = field(factory=set, init=False)
    _tried: Counter[str] = field(factory=Counter, init=False)

    def __attrs_post_init__(self) -> None:
        compiled, function = self.rules.compiled, self.rules.runtime.function
        self._awaited = [
            (f"{said.section}.{said.id}", function(said.function)) for said in promised(self.rules)
        ]
        self._orders = frozenset(
            number
            for number, site in enumerate(compiled.sites)
            if site.what == "decision" and site.kind == ORDER
        )
        sides = len(compiled.kinds["side"].members)
        remembered = {
            variable.base + at
            for variable in compiled.variables
            for at in range(sides if variable.per_side else 1)
        }
        self._cells = [cell for cell in range(2, compiled.size) if cell not in remembered]

    @property
    def is_watching(self) -> bool:
        """Whether quick games have anything to tell before their end."""
        return bool(self._awaited or self._orders)

    # --- on the way -------------------------------------------------------------------------------

    def asked(self, site: int, values: Sequence[int], at: int, cells: list[int]) -> None:
        """A decision in a game that is answered at once."""
        if self._awaited:
            self._await(cells)
        if site in self._orders:
            self.offered.update(values)
            self.taken[values[at]] += 1

    def decision(self, game: Game, values: Sequence[int], at: int) -> None:
        """A decision of a game that goes step by step."""
        self.asked(game.site, values, at, game.data)
        site = self.rules.compiled.sites[game.site]
        if game.site in self._orders:
            self._span(site.id, game.data)
            self._before[site.id] = (values[at], [game.data[cell] for cell in self._cells])
        if len(values) > 1 and site.id not in self._matters and self._tried[site.id] < MOST_TRIES:
            self._try(site.id, game, values, at)

    def end(self, cells: list[int], *, is_step_by_step: bool = True) -> None:
        """A game is over."""
        if self._awaited:
            self._await(cells)
        self.games += 1
        self.endings[cells[0]] += 1
        if is_step_by_step:
            for id_ in list(self._before):
                self._span(id_, cells)

    def _await(self, cells: list[int]) -> None:
        come = [id_ for id_, holds in self._awaited if holds(cells)]
        if come:
            self.kept.update(come)
            self._awaited = [awaited for awaited in self._awaited if awaited[0] not in self.kept]

    def _span(self, id_: str, cells: Sequence[int]) -> None:
        """From one order to the next decision of that name, or the end: what has changed on the table."""
        if id_ not in self._before:
            return
        order, before = self._before.pop(id_)
        changed = {at for at, cell in enumerate(self._cells) if cells[cell] != before[at]}
        self._spans[order] += 1
        self._ever.setdefault(order, set()).update(changed)
        self._always[id_] = self._always.get(id_, changed) & changed

    def _try(self, id_: str, game: Game, values: Sequence[int], at: int) -> None:
        """Play on after two of the options with the same luck: a decision that matters makes a difference."""
        self._tried[id_] += 1
        other = (at + 1 + self._tried[id_] % (len(values) - 1)) % len(values)
        ends = []
        for value in (values[at], values[other]):
            random, left = Random(self._tried[id_]).random, MOST_ANSWERS

            def choose(site: int, offered: Sequence[int], random: Callable[[], float] = random) -> int:
                nonlocal left
                left -= 1
                if not left:
                    raise _Long
                return int(random() * len(offered))

            def roll(count: int, random: Callable[[], float] = random) -> int:
                return int(random() * count)

            copy = game.clone()
            try:
                copy.answer(value)
                copy.finish(choose, [roll] * len(self.rules.compiled.sources))
            except _Long:
                return
            except Fault as fault:
                ends.append([fault.place.line])
                continue
            ends.append(copy.data)
        if ends[0] != ends[1]:
            self._matters.add(id_)

    # --- afterwards -------------------------------------------------------------------------------

    def report(self) -> list[Notice]:
        """What no game showed."""
        compiled = self.rules.compiled
        said = [
            Notice(f"victory.{ending.id}", f"no game ended by `{ending.id}`", _where(ending.place))
            for number, ending in enumerate(compiled.endings, 1)
            if not self.endings[number]
        ]
        for promise in promises(self.rules):
            if promise.id not in self.kept:
                name = promise.id.partition(".")[2]
                said.append(Notice(promise.id, f"no game came to `{name}`", _where(promise.place)))
        if self._orders:
            said += self._of_orders()
        for id_, tries in self._tried.items():
            if tries >= FEW and id_ not in self._matters:
                site = next(site for site in compiled.sites if site.id == id_)
                message = f"whatever was answered to `{site.name}`, the game ended alike ({tries} tries)"
                said.append(Notice(f"decisions.{id_}", message, _where(site.place)))
        return said

    def _of_orders(self) -> list[Notice]:
        kind = self.rules.compiled.kinds[ORDER]
        always = set().union(*self._always.values()) if self._always else set()
        active = {order for order, changed in self._ever.items() if changed - always}
        said = []
        for order, (id_, place) in enumerate(zip(kind.members, kind.places, strict=True)):
            if order not in self.offered:
                said.append(Notice(f"orders.{id_}", f"`{id_}` was never offered", _where(place)))
            elif not self.taken[order]:
                said.append(Notice(f"orders.{id_}", f"`{id_}` was never taken", _where(place)))
            elif active and order not in active and self._spans[order] >= FEW:
                message = f"`{id_}` never changed anything on the table"
                said.append(Notice(f"orders.{id_}", message, _where(place)))
        return said


def _where(place: Any) -> str:
    return f"{place.file}:{place.line}:{place.column}"
