"""What a side may see of a game: the one visibility module, for people and agents alike."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from sieges.game.pending import Pending

if TYPE_CHECKING:
    from sieges.game.game import Game
    from sieges.game.rules import Rules


class View:
    """A game as one side sees it.

    Nothing undrawn exists in a state, so today's packs hide nothing else. What a side may not see is left out here and
    nowhere else.
    """

    __slots__ = ("_game", "side")

    def __init__(self, game: Game, side: str | None) -> None:
        self._game = game
        self.side = side

    @property
    def rules(self) -> Rules:
        return self._game.rules

    def position(self) -> dict[str, Any]:
        """The position by names, as far as the side sees it."""
        return self._game.position()

    def legal(self) -> Pending:
        """What is pending, as far as the side sees it."""
        return self._game.legal()

    def resample(self, rng: Random) -> Game:
        """A game that could be the real one as far as this side knows, without luck of its own."""
        world = self._game.clone()
        world.luck = None
        return world

    def digest(self) -> str:
        """Equal for positions that look the same to the side."""
        return self._game.digest()
