"""Turns, for people: a turn begins whenever the rules stand where they stood at the first decision.

The engine knows no turns. Where a game stands in its rules is the chain of bodies that its frames are in; the first
decision's chain comes back with every turn, and the same question asked elsewhere in a turn has another chain. Where a
pack counts its turns and says so (`display: {turn: …}`), the first decision at another number begins one.
"""

from __future__ import annotations

from attrs import Factory, define, field

from sieges.game.game import Game
from sieges.game.pending import Decision
from sieges.language.compiled import Compiled
from sieges.play.session import Session

Chain = tuple[str | int, ...]


def chain(game: Game) -> Chain:
    """Where a game stands: what is pending, and the bodies it is in (for whom, too), the innermost first."""
    found: list[str | int] = [game.rules.compiled.sites[game.site].id if game.site >= 0 else ""]
    frames, base = game.frames, game.frames[0]
    while base:
        found.append(frames[base])
        base = frames[base + 2]
    return tuple(found)


def told(compiled: Compiled) -> str:
    """What a pack says of its turns: a decision that begins one, or the variable or track that counts them."""
    said = [section.get("turn") for section in compiled.display if isinstance(section, dict)]
    return next((str(turn) for turn in reversed(said) if turn is not None), "")


def counter(compiled: Compiled) -> int:
    """The cell of the number that counts the turns; -1 where the pack does not say that one does."""
    numbers = {variable.id: variable.base for variable in compiled.variables}
    numbers |= {track.id: track.base for track in compiled.tracks}
    return numbers.get(told(compiled), -1)


@define(eq=False)
class Turns:
    """The turns of a session. ``site`` is what the pack says of them (see `told`)."""

    session: Session
    site: str = ""
    _chain: Chain = ()
    _begins: list[bool] = Factory(list)
    """For each move, whether it began a turn."""

    _counter: int = field(init=False)

    def __attrs_post_init__(self) -> None:
        compiled = self.session.rules.compiled
        self._counter = counter(compiled) if self.site == told(compiled) else -1

    def _update(self) -> None:
        moves = self.session.moves
        del self._begins[len(moves) :]
        for at, move in enumerate(moves[len(self._begins) :], len(self._begins)):
            self._begins.append(isinstance(move.pending, Decision) and self._is_start(move.before, at))

    def _is_start(self, game: Game, at: int) -> bool:
        """Whether a turn begins where a game stands after so many moves."""
        if self._counter >= 0:
            asked = (
                move.before
                for move in reversed(self.session.moves[:at])
                if isinstance(move.pending, Decision)
            )
            before = next(asked, None)
            counted = self.session.rules.compiled.initial if before is None else before.data
            return game.data[self._counter] != counted[self._counter]
        here = chain(game)
        if self.site and here[0] != self.site and not str(here[0]).endswith(f".{self.site}"):
            return False
        if not self._chain:
            self._chain = here
        return here == self._chain

    @property
    def starts(self) -> list[int]:
        """The indices of the moves that began a turn."""
        self._update()
        return [at for at, begins in enumerate(self._begins) if begins]

    @property
    def begins(self) -> bool:
        """Whether a turn begins with what is pending now."""
        self._update()
        return isinstance(self.session.pending, Decision) and self._is_start(
            self.session.game, len(self.session.moves)
        )

    @property
    def now(self) -> int:
        """The number of the turn; 0 before the first."""
        return len(self.starts) + self.begins

    def of(self, at: int) -> int:
        """The number of the turn that the move of that index belongs to."""
        return sum(start <= at for start in self.starts)


def set_this_turn(turns: Turns) -> set[str]:
    """The ids of the variables that have been set since the turn began."""
    moves, starts = turns.session.moves, turns.starts
    first = len(moves) if turns.begins else starts[-1] if starts else 0
    compiled = turns.session.rules.compiled
    bases = {
        event[1]
        for move in moves[first:]
        for event in move.events
        if compiled.events[event[0]].kind in ("set", "adjust")
    }
    return {variable.id for variable in compiled.variables if variable.base in bases}
