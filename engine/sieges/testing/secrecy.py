"""Whether what is hidden stays hidden: other sides are given the same whatever a secret is, until it is revealed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import Factory, define

from sieges.game.game import Event, Game
from sieges.game.pending import Decision
from sieges.game.runtime import Fault
from sieges.game.view import View
from sieges.testing.causes import SECRETS, found

MOST_TWINS = 1
"""Games that differ in one secret answer and are followed beside the game itself."""


def seen(view: View) -> dict[str, Any]:
    """All that a side knows. Whatever else a view is asked is worked out from this."""
    return view.to_json()


def look(game: Game) -> None:
    """What is hidden is something that others think possible, and nothing that they see hangs on it.

    Raises:
        Found: it is not, or does.
    """
    rules = game.rules
    sides = rules.compiled.kinds["side"].members
    site = rules.compiled.sites[game.site]
    for viewer in (*sides, None):
        unknown = rules.secrets.unknown_to(None if viewer is None else sides.index(viewer))
        for cell in unknown:
            if game.data[cell.cell] not in cell.possible(game.data):
                message = f"a secret of {sides[cell.owner]} is nothing that others think possible"
                raise found(SECRETS, site.place, message)
        other = game.clone()
        for cell in unknown:
            other.data[cell.cell] = cell.possible(game.data)[-1]
        if other.data != game.data and seen(other.observe(viewer)) != seen(game.observe(viewer)):
            raise found(
                SECRETS, site.place, f"{viewer or 'a spectator'} is shown something that hangs on a secret"
            )


@define(eq=False)
class Twins:
    """Games that differ from the one played in a secret answer alone. Nobody but that side may notice."""

    games: list[tuple[str, Game]] = Factory(list)
    """The side whose secret it is, and the other game."""

    def split(self, game: Game, pending: Decision, at: int) -> None:
        """A secret is about to be chosen: follow what would be if it were another."""
        if not pending.secret or len(pending.options) < 2 or len(self.games) >= MOST_TWINS:
            return
        other = game.clone()
        other.answer(pending.options[0 if at else -1].value)
        self.games.append((pending.side, other))
        self._new = len(self.games)

    _new: int = 0

    def follow(self, game: Game, value: int, events: Sequence[Event]) -> None:
        """The game was answered; so are its twins, and nobody else may see a difference.

        Raises:
            Found: somebody does.
        """
        kinds = game.rules.compiled.events
        if any(kinds[event[0]].kind == "reveal" for event in events) or game.site < 0:
            self.over()
            return
        kept = []
        for number, (side, other) in enumerate(self.games, 1):
            if number == self._new:
                told = list(other.events)
            else:
                try:
                    if not self._can(other, value):
                        continue
                    told = list(other.answer(value))
                except Fault:
                    # A finding, but of another game.
                    continue
            self._compare(side, game, other, list(events) == told)
            kept.append((side, other))
        self.games, self._new = kept, 0

    def _can(self, other: Game, value: int) -> bool:
        """Whether the twin can be answered likewise: it cannot in a further secret choice of the same side."""
        rules = other.rules
        if other.site < 0 or rules.is_chance[other.site]:
            return other.site >= 0 and value in rules.outcomes(other, other.site)[0]
        return value in rules.options(other, other.site)

    def _compare(self, side: str, game: Game, other: Game, is_told_alike: bool) -> None:
        place = game.rules.compiled.sites[game.site].place
        if not is_told_alike:
            raise found(SECRETS, place, f"what is told before this tells of a secret of {side}")
        for viewer in (*game.rules.compiled.kinds["side"].members, None):
            if viewer != side and seen(other.observe(viewer)) != seen(game.observe(viewer)):
                raise found(SECRETS, place, f"{viewer or 'a spectator'} can tell a secret of {side}")

    def over(self) -> None:
        """Follow them no further."""
        self.games, self._new = [], 0
