"""Plays a save again with a pack as it is now: EXACT, or where it diverged and by which rule."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from attrs import define, frozen

from sieges.game.game import Event, Game
from sieges.game.invariants import broken
from sieges.game.pending import Chance, Decision, End
from sieges.game.rules import BadOption, Rules
from sieges.game.runtime import Fault
from sieges.language.compiled import Place
from sieges.play.journal import CHANCES, CHOICES, BackLine, EndLine, Header, Journal, MoveLine, PartLine, Save
from sieges.play.marks import digest
from sieges.play.session import CannotGoBack, Move, Session

if TYPE_CHECKING:
    from sieges.loading import Scenario

T = TypeVar("T")


@frozen
class Divergence:
    """Where a replay left the game that was saved."""

    decision: int
    """Which move of the game, from 1; 0 for the set-up."""
    line: int
    """The line of the save; 0 for its header."""
    id: str
    """Of the decision or chance that was saved."""
    message: str
    expected: str
    """What the save has."""
    offered: tuple[str, ...]
    """What the pack has in its place."""
    rules: tuple[Place, ...] = ()
    """The rules that came to bear."""
    what: str = "DIVERGED"
    """`BROKEN` where the game is the same, and an invariant of the pack does not hold in it."""
    part: str = ""
    """The part of a campaign that it is in, in words."""

    def __str__(self) -> str:
        rule = f" ({', '.join(str(place) for place in self.rules)})" if self.rules else ""
        at = f"decision {self.decision}, {self.id}" if self.decision else self.id or "the set-up"
        part = f"{self.part}, " if self.part else ""
        return f"{self.what} {part}at {at}{rule}: {self.message}"


@define(eq=False)
class Replay:
    """A save, played again. ``session`` stands where it ended, or just before it diverged."""

    save: Save
    session: Session | None
    divergence: Divergence | None = None
    same_rules: bool = True
    """Whether the pack's rules are to the letter those of the save."""
    broken: Divergence | None = None
    """The first place at which an invariant of the pack does not hold, where they were looked at."""

    @property
    def exact(self) -> bool:
        return self.divergence is None


class Diverged(Exception):
    """A move of a saved game cannot be made, or leads elsewhere."""

    def __init__(self, divergence: Divergence) -> None:
        super().__init__(str(divergence))
        self.divergence = divergence


def replay(save: Save, scenario: Scenario, upto: int | None = None, *, invariants: bool = False) -> Replay:
    """Play a save again.

    Args:
        save: as read; a damaged one up to its damage.
        scenario: the pack as it is now.
        upto: the number of the line at which to stop.
        invariants: whether to look at the pack's invariants as well.
    """
    try:
        rules = rules_for(save.header, scenario)
    except Diverged as diverged:
        return Replay(save, None, diverged.divergence, False)
    found = Replay(save, None, None, rules.compiled.rules_hash == save.header.rules)
    try:
        session = found.session = begun(lambda: Session.begin(rules, save.header))
        lost_settings(rules, save.header)
        if invariants:
            found.broken = broken_at(session.game, 0, 0, "")
        for line in save.lines:
            if upto is not None and line.n > upto:
                break
            if not isinstance(line, PartLine):
                again(session, line)
            if invariants and found.broken is None and isinstance(line, MoveLine):
                found.broken = broken_at(session.game, len(session.moves), line.n, line.id)
    except Diverged as diverged:
        found.divergence = diverged.divergence
    return found


def rules_for(header: Header, scenario: Scenario) -> Rules:
    """The rules that a save is played again by.

    Raises:
        Diverged: they are another pack's, or the pack has no such mode.
    """
    if scenario.id != header.pack:
        message = f"the game is one of the pack `{header.pack}`, and this is `{scenario.id}`"
        raise Diverged(_in_header(f"`{header.pack}`", message, (scenario.id,)))
    try:
        return scenario.rules(header.mode)
    except ValueError as error:
        message = f"mode `{header.mode}`"
        raise Diverged(_in_header(message, str(error), tuple(scenario.modes))) from None


def begun(begin: Callable[[], T]) -> T:
    """What begins with options and a set-up that a save names.

    Raises:
        Diverged: they cannot be had any more.
    """
    try:
        return begin()
    except BadOption as error:
        raise Diverged(_in_header("an option", str(error), ())) from None
    except Fault as fault:
        raise Diverged(_in_header("the set-up", fault.message, (), (fault.place,))) from None


def lost_settings(rules: Rules, header: Header) -> None:
    """See that the options and the sides that decide are still those of a save.

    Raises:
        Diverged: they are not.
    """
    lost = _lost_options(rules, header) or _lost_seats(rules, header)
    if lost is not None:
        raise Diverged(lost)


def broken_at(game: Game, number: int, line: int, id_: str) -> Divergence | None:
    """The invariant that does not hold after a move, if a decision is pending now or the game has ended."""
    if isinstance(game.legal(), Chance):
        return None
    found = broken(game.rules, game.data)
    if not found:
        return None
    return Divergence(number, line, id_, f"{found[0].message} after it", "", (), (found[0].place,), "BROKEN")


def resume(save: Save, scenario: Scenario) -> Session:
    """The game of a save, at the very decision, with its journal open to go on.

    Raises:
        Diverged: the pack no longer gives that game.
        ValueError: the save is damaged.
        InUse: it is being played elsewhere.
        OSError: it cannot be written.
    """
    if save.damage is not None:
        raise ValueError(str(save.damage))
    found = replay(save, scenario)
    if found.divergence is not None or found.session is None:
        assert found.divergence is not None
        raise Diverged(found.divergence)
    session = found.session
    session.journal = Journal.reopen(save.path, len(save.lines), save.mend)
    pending = session.pending
    if isinstance(pending, End) and save.end is None:
        # The process was killed between the last move and the line that says how it ended.
        session.journal.end(pending.id, pending.winner, session.amended)
    return session


def _in_header(
    what: str, message: str, offered: tuple[str, ...], rules: tuple[Place, ...] = ()
) -> Divergence:
    return Divergence(0, 0, "", message, what, offered, rules)


def _lost_options(rules: Rules, header: Header) -> Divergence | None:
    """Options that the pack has and the save does not: their defaults are taken, unless they are new since."""
    known = {option.id for option in rules.compiled.options}
    gone = [name for name in header.options if name not in known]
    if gone:
        return _in_header(f"option `{gone[0]}`", f"the pack has no option `{gone[0]}` any more", tuple(known))
    return None


def _lost_seats(rules: Rules, header: Header) -> Divergence | None:
    """The sides that decide are those of the save."""
    members = rules.compiled.kinds["side"].members
    now = {members[at] for at in rules.compiled.seats}
    if now == header.seats.keys():
        return None
    said = ", ".join(header.seats) or "nobody"
    message = f"the sides that decide were {said}; now they are {', '.join(sorted(now)) or 'nobody'}"
    return _in_header(f"the seats of {said}", message, tuple(sorted(now)))


def _may_undo(session: Session, line: BackLine, at: int, number: int) -> None:
    """An undo of the save is one that could be made.

    Raises:
        Diverged: it takes back what is no longer to be taken back, or is another side's.
    """
    try:
        there, why = session.undoable(), ""
    except CannotGoBack as error:
        there, why = -1, str(error)
    if there != at or session.moves[at].by != line.by:
        message = f"the undo cannot be made{f': {why}' if why else ''}"
        raise Diverged(
            Divergence(number, line.n, "undo", message, f"undo to line {line.to} by {line.by}", ())
        )


def again(session: Session, line: MoveLine | BackLine | EndLine) -> None:
    """Do what a line of the save says.

    Raises:
        Diverged: it cannot be done, or leads elsewhere.
    """
    number = len(session.moves) + 1
    if isinstance(line, BackLine):
        at = next(at for at, move in enumerate(session.moves) if move.line == line.to)
        if line.what == "undo":
            _may_undo(session, line, at, number)
        session.go_back(at, line.what, line.by)
    elif isinstance(line, EndLine):
        pending = session.pending
        there = (pending.id, pending.winner) if isinstance(pending, End) else (pending.id, None)
        if there != (line.ending, line.winner) or not isinstance(pending, End):
            how = (
                f"`{pending.id}`, won by {pending.winner or 'nobody'}"
                if isinstance(pending, End)
                else "going on"
            )
            saved = f"`{line.ending}`, won by {line.winner or 'nobody'}"
            message = f"the game had ended by {saved}; now it is {how}"
            raise Diverged(
                Divergence(number - 1, line.n, pending.id, message, saved, (how,), (pending.place,))
            )
    else:
        _by_whom(session, line, number)
        move = step(session.apply, session.game, line.id, line.choice, number, line.n, line.how)
        session.moves[-1] = Move(
            line.n, move.pending, move.chosen, move.how, move.events, move.before, move.luck
        )
        if digest(session.game) != line.digest:
            ran = places(session.rules, move.events) or (move.pending.place,)
            message = f"after `{line.choice}` the position is not the one that was saved"
            raise Diverged(
                Divergence(number, line.n, line.id, message, line.digest, (digest(session.game),), ran)
            )


def _by_whom(session: Session, line: MoveLine, number: int) -> None:
    """What a line says of who answered has to be so now as well.

    Raises:
        Diverged: another side, die or deck is asked, or it could not be answered in that way.
    """
    pending, header = session.pending, session.header
    if isinstance(pending, End) or pending.id != line.id:
        return

    def diverged(message: str, saved: str, now: str) -> Diverged:
        return Diverged(Divergence(number, line.n, line.id, message, saved, (now,), (pending.place,)))

    by = pending.name if isinstance(pending, Chance) else pending.side
    if by != line.by:
        raise diverged(f"`{line.by}` answered, and now `{by}` has to", line.by, by)
    hows = CHANCES if isinstance(pending, Chance) else CHOICES
    if line.how not in hows:
        raise diverged(f"it was answered by `{line.how}`, which cannot be", line.how, " or ".join(hows))
    if line.how == "only" and isinstance(pending, Decision) and len(pending.options) > 1:
        offered = tuple(option.id for option in pending.options)
        raise diverged(f"there was one option, and now there are {len(offered)}", "only", _listed(offered))
    if line.how == "seed":
        if header.dice == "manual" or session.luck is None:
            raise diverged("it came from a seed, and the dice of this game are typed", "seed", "typed")
        fallen = session.chance()
        if fallen != line.choice:
            message = f"seed {header.seed} gives {fallen} here, not {line.choice}"
            raise diverged(message, line.choice, fallen)


def step(
    apply: Callable[[str, str], Move], game: Game, id_: str, choice: str, number: int, line: int, how: str
) -> Move:
    """Make a recorded move.

    Raises:
        Diverged: something else is pending, it is not offered, or the pack did something impossible.
    """
    pending = game.legal()

    def diverged(message: str, offered: tuple[str, ...], rules: tuple[Place, ...]) -> Diverged:
        return Diverged(Divergence(number, line, id_, message, choice, offered, rules))

    if isinstance(pending, End):
        raise diverged(f"the game is over now: {pending.title}", (pending.id,), (pending.place,))
    found = pending.outcomes if isinstance(pending, Chance) else pending.options
    offered = tuple(option.id for option in found)
    if pending.id != id_:
        raise diverged(f"`{pending.id}` is asked now, where `{id_}` was answered", offered, (pending.place,))
    if pending.option(choice) is None:
        raise diverged(
            f"`{choice}` is not offered now; {_listed(offered)}", offered, _why(game, pending, choice)
        )
    try:
        return apply(choice, how)
    except Fault as fault:
        raise diverged(f"the pack fails now: {fault.message}", offered, (fault.place,)) from None


def _listed(offered: Sequence[str]) -> str:
    shown = ", ".join(offered[:8])
    return f"offered: {shown}{', …' if len(offered) > 8 else ''}"


def _why(game: Game, pending: Decision | Chance, choice: str) -> tuple[Place, ...]:
    """The rule that keeps an option out, and the rule that asks."""
    for refusal in game.rules.refusals(game):
        found = re.fullmatch(r"(.*?):(\d+)(?::\d+)?", refusal.place) if refusal.id == choice else None
        if found is not None:
            return Place(found[1], int(found[2]), 1), pending.place
    return (pending.place,)


def places(rules: Rules, events: Sequence[Event]) -> tuple[Place, ...]:
    """The rules that events come from, each once."""
    found: list[Place] = []
    for event in events:
        place = rules.compiled.events[event[0]].place
        if place not in found:
            found.append(place)
    return tuple(found)
