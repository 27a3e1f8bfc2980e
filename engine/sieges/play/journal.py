"""A save is a journal: a header, then one line for each choice and chance, on disk before it is acknowledged.

The file is JSON, a value a line, and is only ever appended to: what is taken back is taken back by a further line
(docs/saves.md). `sieges.play.reading` reads it.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from types import ModuleType
from typing import Any

from attrs import Factory, asdict, define, field, frozen

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # pragma: no cover  (not on Windows)
    fcntl = None

FORMAT = "sieges-save 1"
"""The first member of a save's header; the number changes when old engines could not read a new save."""

PERSON = "person"
"""Who plays a side: this, or the name of an agent."""

CHOICES = (PERSON, "agent", "only")
"""How a decision is answered; `only`: by the one option there was."""
CHANCES = ("seed", "typed")
"""How a chance comes out."""

CAMPAIGN_FORMAT = "sieges-campaign 1"
"""The same of a campaign (see `sieges.play.campaign`), whose file is a journal as well."""

Setting = str | int | bool
"""The value of a set-up option."""


@frozen(kw_only=True)
class Header:
    """The first line of a save: everything that a game depends on but its choices."""

    engine: str
    pack: str
    title: str
    version: str
    path: str
    """What the pack was loaded by: the name it ships under, or a full path."""
    rules: str
    text: str
    mode: str
    options: dict[str, Setting]
    """All set-up options of the mode with their values, the defaults included."""
    seats: dict[str, str]
    """Side -> `person`, or the name of the agent that plays it."""
    seed: int | None
    dice: str
    """`auto`: chance comes from the seed. `manual`: a person types what real dice and cards show."""
    date: str


@frozen
class MoveLine:
    """A choice or the outcome of a chance."""

    n: int
    id: str
    """Of the decision or chance that was pending."""
    by: str
    """The side, or the die or deck."""
    choice: str
    digest: str
    """Of the position after it, by names (see `sieges.play.marks`)."""
    how: str = PERSON
    """One of `CHOICES` or `CHANCES`."""


@frozen
class BackLine:
    """The game went back to just before line ``to``: by `undo`, or by `amend`, which counts."""

    n: int
    what: str
    to: int
    by: str


@frozen
class EndLine:
    """How the game ended; or, where no game is under way, the campaign."""

    n: int
    ending: str
    winner: str | None
    amended: int
    """How often the game had been amended."""


PARTS = ("begins", "game", "after")
"""What a campaign consists of: what is done before the first game, games, and what is done after each."""


@frozen
class PartLine:
    """A part of a campaign begins; lines of its moves follow."""

    n: int
    part: str
    """One of `PARTS`."""
    game: int
    """The number of the game, from 1; 0 before the first."""
    options: dict[str, Setting] = Factory(dict)
    """Set-up options of this game whose values are not those of the header."""


Line = MoveLine | BackLine | EndLine | PartLine


def as_json(line: Line) -> dict[str, Any]:
    """A line as it stands in the file."""
    match line:
        case MoveLine():
            written = {
                "n": line.n,
                "id": line.id,
                "by": line.by,
                "choice": line.choice,
                "digest": line.digest,
            }
            return written if line.how == PERSON else {**written, "how": line.how}
        case BackLine():
            return {"n": line.n, line.what: line.to, "by": line.by}
        case EndLine():
            return {"n": line.n, "end": line.ending, "winner": line.winner, "amended": line.amended}
        case PartLine():
            begun = {"n": line.n, "part": line.part, "game": line.game}
            return {**begun, "options": line.options} if line.options else begun


def as_text(value: dict[str, Any]) -> bytes:
    """A value on one line; plain ASCII, so that no tool breaks it."""
    return (json.dumps(value, ensure_ascii=True, separators=(", ", ": ")) + "\n").encode("ascii")


class InUse(OSError):
    """Another process is playing this very save."""


@define(eq=False)
class Journal:
    """A save that is open for appending. ``next`` is the number of the next line."""

    path: Path
    next: int = 1
    _file: int = field(default=-1, alias="file")
    _pending: bytes = field(default=b"", alias="pending")
    """What has to be written before the next line: it makes good a line that was torn."""

    @classmethod
    def create(cls, path: Path, header: Header, form: str = FORMAT) -> Journal:
        """A new save (or what ``form`` says) at ``path``.

        Raises:
            FileExistsError: there is a file already.
            OSError: it cannot be written.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        journal = cls(path, 1, os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_EXCL, 0o600))
        try:
            journal._lock()
            journal._write(as_text({"format": form, **asdict(header)}))
            _keep_name(path.parent)
        except OSError:
            journal.close()
            raise
        return journal

    @classmethod
    def reopen(cls, path: Path, lines: int, mend: bytes) -> Journal:
        """An existing save of ``lines`` lines beside the header; ``mend`` is written before the next line.

        Raises:
            InUse: another process has it open.
            OSError: it cannot be written.
        """
        journal = cls(path, lines + 1, os.open(path, os.O_WRONLY | os.O_APPEND), mend)
        try:
            journal._lock()
        except OSError:
            journal.close()
            raise
        return journal

    def move(self, id_: str, by: str, choice: str, digest: str, how: str) -> int:
        """Append a choice or outcome; its number. When this returns it is on the disk."""
        return self._append(MoveLine(self.next, id_, by, choice, digest, how))

    def back(self, what: str, to: int, by: str) -> int:
        """Append that the game goes back to just before line ``to``."""
        return self._append(BackLine(self.next, what, to, by))

    def end(self, ending: str, winner: str | None, amended: int) -> int:
        """Append how the game ended."""
        return self._append(EndLine(self.next, ending, winner, amended))

    def part(self, part: str, game: int, options: dict[str, Setting]) -> int:
        """Append that a part of a campaign begins."""
        return self._append(PartLine(self.next, part, game, options))

    def copy(self, line: Line) -> int:
        """Append a line of another save, whose number is that of the next line."""
        return self._append(line)

    def close(self) -> None:
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def _append(self, line: Line) -> int:
        self._write(self._pending + as_text(as_json(line)))
        self._pending = b""
        self.next += 1
        return line.n

    def _write(self, text: bytes) -> None:
        # One write of a whole line, then the disk: a killed process leaves at most a torn last line.
        try:
            written = os.write(self._file, text)
            while written < len(text):
                written += os.write(self._file, text[written:])
            os.fsync(self._file)
        except OSError as error:
            error.filename = str(self.path)
            raise

    def _lock(self) -> None:
        if fcntl is None:  # pragma: no cover
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InUse(f"{self.path} is being played in another window") from None
        except OSError:
            # A file system without locks.
            return


def _keep_name(folder: Path) -> None:
    """Have the name of a new file on the disk as well."""
    try:
        number = os.open(folder, os.O_RDONLY)
    except OSError:  # pragma: no cover  (folders cannot be opened everywhere)
        return
    try:
        os.fsync(number)
    except OSError:  # pragma: no cover
        return
    finally:
        os.close(number)


@define(eq=False)
class Damage:
    """Where a save goes wrong: the line of the file, what is wrong, and how many lines before it are good."""

    file_line: int
    message: str
    good: int

    def __str__(self) -> str:
        upto = f"it is good up to move line {self.good}" if self.good else "nothing after the header is good"
        return f"line {self.file_line} of the file is damaged ({self.message}); {upto}"


@define(eq=False)
class Save:
    """What was read from a save."""

    path: Path
    header: Header
    lines: list[Line] = Factory(list)
    torn: bool = False
    """Whether an unfinished last line was left out."""
    damage: Damage | None = None
    mend: bytes = b""
    """What must be written before a further line, so that a torn one stays apart."""

    @property
    def end(self) -> EndLine | None:
        """How the game ended, unless it goes on."""
        last = self.lines[-1] if self.lines else None
        return last if isinstance(last, EndLine) else None

    @property
    def moves(self) -> list[MoveLine]:
        """The moves that still stand, in order: those taken back are left out."""
        standing: list[MoveLine] = []
        for line in self.lines:
            if isinstance(line, MoveLine):
                standing.append(line)
            elif isinstance(line, BackLine):
                while standing and standing[-1].n >= line.to:
                    standing.pop()
        return standing

    @property
    def amended(self) -> int:
        return sum(isinstance(line, BackLine) and line.what == "amend" for line in self.lines)
