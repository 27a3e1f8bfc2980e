"""What a side may see of a game: the one visibility module, for people and agents alike."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from attrs import evolve

from sieges.game.pending import Decision, Pending, Refusal

if TYPE_CHECKING:
    from sieges.game.game import Game
    from sieges.game.rules import Rules


class View:
    """A game as one side, or for None a spectator, sees it.

    Nothing undrawn exists in a state; what else a side does not know are the secrets of others. A view looks at a copy
    in which those have been replaced by what all know of them, so that nothing that is asked of it can tell them.
    """

    __slots__ = ("_game", "side")

    def __init__(self, game: Game, side: str | None) -> None:
        self.side = side
        if game.rules.secrets:
            game = game.clone()
            game.luck = None
            game.rules.secrets.hide(game.data, self._index(game))
        self._game = game

    def _index(self, game: Game) -> int | None:
        return None if self.side is None else game.rules.compiled.kinds["side"].members.index(self.side)

    @property
    def rules(self) -> Rules:
        return self._game.rules

    def position(self) -> dict[str, Any]:
        """The position by names; of what the side does not know, what it may be."""
        from sieges.game.naming import position

        game = self._game
        unknown = game.rules.secrets.unknown_to(self._index(game))
        return position(game.rules.compiled, game.rules.runtime.decks, game.data, unknown)

    def legal(self) -> Pending:
        """What is pending; of a secret decision of another side, that it is asked."""
        pending = self._game.legal()
        if isinstance(pending, Decision) and pending.secret and pending.side != self.side:
            return evolve(pending, options=())
        return pending

    def refusals(self) -> list[Refusal]:
        """Options of the pending decision that are not offered, each with the condition that failed."""
        pending = self._game.legal()
        if isinstance(pending, Decision) and pending.secret and pending.side != self.side:
            return []
        return self.rules.refusals(self._game)

    def resample(self, rng: Random) -> Game:
        """A game that could be the real one as far as this side knows, without luck of its own."""
        world = self._game.clone()
        world.luck = None
        self.rules.secrets.deal(world.data, self._index(world), rng)
        return world

    def to_json(self) -> dict[str, Any]:
        """All that the side knows as plain data; a game can be made of it by `Rules.from_json`."""
        return self._game.to_json()

    def digest(self) -> str:
        """Equal for positions that look the same to the side."""
        return self._game.digest()
