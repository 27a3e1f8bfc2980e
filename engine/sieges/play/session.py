"""A game in progress: where it stands, how it came there, and the two ways back.

A `Session` holds a game without luck of its own, so that decisions and chances are pending alike. Whoever drives it
asks `pending`, and answers with `apply`; where chance comes from a seed, `chance` says how it comes out. With a journal
every move is on the disk before `apply` returns.
"""

from __future__ import annotations

from attrs import Factory, define, frozen

from sieges.game.chance import Luck
from sieges.game.game import Event, Game, IllegalChoice, NotRunning
from sieges.game.pending import Chance, Decision, End, Option, Outcome, Pending
from sieges.game.rules import Rules
from sieges.play.journal import PERSON, Header, Journal
from sieges.play.marks import digest


@frozen(eq=False)
class Move:
    """One choice or chance of the line of play as it stands."""

    line: int
    """Its number in the journal."""
    pending: Decision | Chance
    chosen: Option | Outcome
    how: str
    events: list[Event]
    before: Game
    luck: Luck | None
    """The luck before it."""

    @property
    def is_chance(self) -> bool:
        return isinstance(self.pending, Chance)

    @property
    def by(self) -> str:
        """The side, or the die or deck."""
        return self.pending.name if isinstance(self.pending, Chance) else self.pending.side

    @property
    def asked(self) -> bool:
        """Whether somebody had a choice to make, for all that the others know."""
        return isinstance(self.pending, Decision) and (len(self.pending.options) > 1 or self.pending.secret)

    @property
    def reveals(self) -> bool:
        """Whether a secret has become known with it."""
        kinds = self.before.rules.compiled.events
        return any(kinds[event[0]].kind == "reveal" for event in self.events)


def luck_of(rules: Rules, header: Header) -> Luck | None:
    """The luck that a header begins with; None where people type what dice show and no seed was given."""
    return None if header.seed is None else Luck(header.seed, rules.salts)


class CannotGoBack(ValueError):
    """A way back is closed; the message says why."""


@define(eq=False)
class Session:
    """A game being played under the rules of one pack and mode.

    ``luck`` is None where people type what dice and cards show and no seed was given.
    """

    rules: Rules
    header: Header
    game: Game
    luck: Luck | None
    journal: Journal | None = None
    moves: list[Move] = Factory(list)
    opening: list[Event] = Factory(list)
    """What happened before the first pause."""
    amended: int = 0
    ends: bool = True
    """Whether there is a line of the journal for its end; not where it is no game, but what a campaign does."""

    @classmethod
    def begin(cls, rules: Rules, header: Header, journal: Journal | None = None) -> Session:
        """A new game as its header says.

        Raises:
            BadOption: an option or value does not exist.
            Fault: the pack did something impossible in its set-up.
        """
        game = rules.new(header.options)
        return cls(rules, header, game, luck_of(rules, header), journal, opening=list(game.events))

    # --- forward ----------------------------------------------------------------------------------

    @property
    def pending(self) -> Pending:
        return self.game.legal()

    @property
    def alone(self) -> bool:
        """Whether one person at most plays: then every way back is open."""
        return sum(who == PERSON for who in self.header.seats.values()) <= 1

    def seat(self, side: str) -> str:
        """The seat that answers for a side: its own, or the first one where the side has none."""
        seats = self.header.seats
        return side if side in seats or not seats else next(iter(seats))

    def chance(self) -> str:
        """How the pending chance comes out by the seed: a pure function of the seed, the source and how often that
        source has been asked on this line of play.

        Raises:
            NotRunning: no chance is pending, or there is no seed.
        """
        pending = self.pending
        if not isinstance(pending, Chance) or self.luck is None:
            raise NotRunning("no chance is pending that a seed could settle")
        return pending.at(self.luck.clone().next(pending.source, pending.total)).id

    def apply(self, choice: str, how: str = "") -> Move:
        """Make a choice, or let a chance come out so; when this returns it is on the disk.

        Args:
            choice: the id of what is chosen or comes out.
            how: one of `CHOICES` or `CHANCES` of `sieges.play.journal`; left out, by a person.

        Raises:
            IllegalChoice: it is not offered; nothing has changed.
            NotRunning: the game has ended.
            Fault: the pack did something impossible; the game stays where it was.
            OSError: it could not be written; the game stays where it was.
        """
        pending = self.pending
        if isinstance(pending, End):
            raise NotRunning("the game has ended")
        chosen = pending.option(choice)
        if chosen is None:
            raise IllegalChoice(f"`{choice}` is not offered for {pending.id}")
        how = how or ("typed" if isinstance(pending, Chance) else PERSON)
        after = self.game.clone()
        events = list(after.answer(chosen.value))
        luck = self.luck
        if luck is not None and isinstance(pending, Chance):
            # However it was settled, the source has been asked once more.
            luck = luck.clone()
            luck.next(pending.source, pending.total)
        line = len(self.moves) + 1
        if self.journal is not None:
            by = pending.name if isinstance(pending, Chance) else pending.side
            line = self.journal.move(pending.id, by, chosen.id, digest(after), how)
        move = Move(line, pending, chosen, how, events, self.game, self.luck)
        self.moves.append(move)
        self.game, self.luck = after, luck
        self.note_end()
        return move

    def note_end(self) -> None:
        """Write down how the game has ended, if it has.

        Raises:
            OSError: it could not be written.
        """
        end = self.pending
        if self.ends and isinstance(end, End) and self.journal is not None:
            self.journal.end(end.id, end.winner, self.amended)

    # --- back -------------------------------------------------------------------------------------

    def undoable(self) -> int:
        """The move that `undo` would take back: this side's previous decision.

        Raises:
            CannotGoBack: since then a chance came out, a secret was revealed or another side decided, or there is none.
        """
        pending = self.pending
        seat = self.seat(pending.side) if isinstance(pending, Decision) else None
        for at in reversed(range(len(self.moves))):
            move = self.moves[at]
            if isinstance(move.pending, Chance):
                what = "a card was drawn" if move.pending.kind == "card" else "a die was rolled"
                raise CannotGoBack(f"{what} since your last choice")
            if move.reveals:
                raise CannotGoBack("a secret was revealed since your last choice")
            if seat is None:
                seat = self.seat(move.by)
            if move.asked and self.seat(move.by) != seat:
                raise CannotGoBack("another side has decided since your last choice")
            if move.asked:
                return at
        raise CannotGoBack("there is no choice to take back")

    def undo(self) -> Move:
        """Take back this side's previous decision; the move taken back.

        Raises:
            CannotGoBack: it may not be.
            OSError: it could not be written.
        """
        at = self.undoable()
        return self.go_back(at, "undo", self.moves[at].by)

    def amend(self, at: int, by: str = PERSON) -> Move:
        """Go back to just before the move of that index, whatever has happened since; the result will say so.

        Raises:
            CannotGoBack: there is no such move.
            OSError: it could not be written.
        """
        if not 0 <= at < len(self.moves):
            raise CannotGoBack("there is no such move")
        return self.go_back(at, "amend", by)

    def go_back(self, at: int, what: str, by: str) -> Move:
        """Go back to just before the move of that index, without asking whether it may be."""
        move = self.moves[at]
        if self.journal is not None:
            self.journal.back(what, move.line, by)
        del self.moves[at:]
        self.game, self.luck = move.before, move.luck
        self.amended += what == "amend"
        return move

    def last_chance(self) -> int | None:
        """The index of the last move in which a die was rolled or a card drawn."""
        return next((at for at in reversed(range(len(self.moves))) if self.moves[at].is_chance), None)
