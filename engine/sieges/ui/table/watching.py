"""A game that goes on while its rules are written: whenever a file of the pack is saved, under the new ones."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from attrs import define, evolve, field

from sieges.game.pending import End, Pending
from sieges.play.journal import Journal, Save
from sieges.play.reading import read_save
from sieges.play.replay import Divergence, replay
from sieges.play.saves import begun_again
from sieges.play.session import Session
from sieges.play.turns import Turns, told
from sieges.study.wording import counted
from sieges.ui.table.screen import Screen, shown_path

SECONDS = 0.5
"""How often one looks while somebody is asked at a terminal."""

Mark = tuple[tuple[str, int, int], ...]


class Changed(Exception):
    """A file of the pack is not what it was."""


@define(eq=False)
class Watch:
    """The files of a pack and of those that it extends, and what they looked like."""

    pack: str
    alert: bool
    """Whether one looks at all; if not, the pack changes by what is learnt at the table alone."""
    seen: Mark = field(init=False)
    again: tuple[str, str, str] | None = None
    """A move that could not be made before: the decision or chance, what was chosen or came out, and how."""

    def __attrs_post_init__(self) -> None:
        self.seen = self._mark()

    def learnt(self, id_: str, choice: str, how: str) -> None:
        """The pack has changed by what was said at the table, and a move that could not be made is made again."""
        self.again = id_, choice, how
        self.seen = self._mark()

    def taken(self, pending: Pending) -> tuple[str, str] | None:
        """The move that is to be made again, if it belongs to what is pending and is still offered."""
        again, self.again = self.again, None
        if (
            again is None
            or isinstance(pending, End)
            or pending.id != again[0]
            or pending.option(again[1]) is None
        ):
            return None
        return again[1:]

    def look(self) -> None:
        """Look whether a file has changed.

        Raises:
            Changed: it has; the next look compares with what it is now.
        """
        if not self.alert:
            return
        now = self._mark()
        if now != self.seen:
            self.seen = now
            raise Changed

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Look now and again while an answer is awaited, where that can be broken off: at a terminal, by a signal."""
        self.look()
        if not self.alert or not hasattr(signal, "setitimer") or not sys.stdin.isatty():
            yield
        else:

            def rings(number: int, frame: FrameType | None) -> None:
                self.look()

            before = signal.signal(signal.SIGALRM, rings)
            signal.setitimer(signal.ITIMER_REAL, SECONDS, SECONDS)
            try:
                yield
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
                signal.signal(signal.SIGALRM, before)
        self.look()

    def _mark(self) -> Mark:
        from sieges.pack.finder import pack_places

        found = []
        for place in pack_places(self.pack):
            for path in sorted(place.rglob("*.yaml")):
                try:
                    status = path.stat()
                except OSError:
                    continue  # just being written
                found.append((str(path), status.st_mtime_ns, status.st_size))
        return tuple(found)


def play_watched(session: Session, screen: Screen, watch: Watch, sit_down: Callable[[Session], int]) -> int:
    """Sit down at a game, and again each time that its pack changes; the exit code of the last sitting."""
    while True:
        try:
            return sit_down(session)
        except Changed:
            session = _renewed(session, screen, watch)


def _renewed(session: Session, screen: Screen, watch: Watch) -> Session:
    """The game under the rules as they are now, as far as it goes; under the old ones while they have mistakes."""
    from sieges.loading import PackError, load

    assert session.journal is not None
    path = session.journal.path
    screen.line()
    try:
        scenario = load(watch.pack)
    except PackError as error:
        for line in str(error).rstrip().splitlines():
            screen.line(line)
        screen.say("The game goes on under the rules as they were until that is mended.", bold=True)
        return _as_it_was(session, path)
    save = read_save(path)
    found = replay(save, scenario)
    if found.divergence is None and found.session is not None:
        if watch.again is None:
            screen.say(
                "The pack has changed; its new rules give the same game up to here, and it goes on with them.",
                bold=True,
            )
        found.session.journal = Journal.reopen(path, len(save.lines), save.mend)
        return found.session
    assert found.divergence is not None
    screen.say("The pack has changed, and its new rules no longer give the game that was played.", bold=True)
    if found.session is None or found.divergence.line == 0:
        screen.say(str(found.divergence), "  ")
        screen.say("It goes on under the old rules; a new game has the new ones.")
        return _as_it_was(session, path)
    return _parted(save, screen, found.session, found.divergence)


def _as_it_was(session: Session, path: Path) -> Session:
    """The game under its old rules."""
    save = read_save(path)
    session.journal = Journal.reopen(path, len(save.lines), save.mend)
    return session


def _parted(save: Save, screen: Screen, session: Session, where: Divergence) -> Session:
    """The game up to where the new rules part from it, in a file of its own; the old one is left as it is."""
    compiled = session.rules.compiled
    turn = Turns(session, told(compiled)).now
    screen.say(f"{f'Turn {turn}: ' if turn else ''}{where}", "  ")
    session.header = evolve(
        session.header, version=compiled.version, rules=compiled.rules_hash, text=compiled.text_hash
    )
    session.journal = begun_again(save, session.header, where.line - 1)
    screen.say(
        f"It goes on from there, after {counted(len(session.moves), 'move')}. "
        f"The game as it was stays in {shown_path(save.path)}."
    )
    return session
