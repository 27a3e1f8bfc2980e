"""Reads saves that may be torn, damaged, foreign or hostile. A file is never changed by reading it."""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

from attrs import Factory, define

from sieges.play.journal import (
    CAMPAIGN_FORMAT,
    CHANCES,
    CHOICES,
    FORMAT,
    PARTS,
    PERSON,
    BackLine,
    Damage,
    EndLine,
    Header,
    Line,
    MoveLine,
    PartLine,
    Save,
)

MOST_BYTES = 16 * 1024 * 1024
MOST_CAMPAIGN_BYTES = 4 * MOST_BYTES
LONGEST_HEADER = 64 * 1024
LONGEST_LINE = 4096
LONGEST_TEXT = 1000
MOST_ENTRIES = 200
BIGGEST = 1 << 64
TORN = b'{"torn": true}\n'
"""Written after a torn line when the game goes on: the line before it does not count."""


class NotASave(ValueError):
    """A file that is no save of this engine; the message says why."""


class _Wrong(ValueError):
    """A line that is not as it should be."""


def read_save(path: Path, form: str = FORMAT) -> Save:
    """Read a save; or a campaign, where that is the ``form``.

    A torn last line (the process was killed) is left out and said; a damaged line ends the reading, and `Save.damage`
    says what is wrong and up to where the file is good.

    Raises:
        NotASave: the file is no save, or cannot be read as one.
        OSError: the file cannot be read.
    """
    lines, whole = read_lines(path, MOST_CAMPAIGN_BYTES if form == CAMPAIGN_FORMAT else MOST_BYTES)
    if not lines or (len(lines) == 1 and not whole and not lines[0].strip().endswith(b"}")):
        raise NotASave("the file is empty" if not lines else "not even its first line is whole")
    header = _header(lines[0], form)
    save = Save(path, header)
    expected = 1
    course = _CampaignCourse() if form == CAMPAIGN_FORMAT else _Course()
    last = len(lines) - 1
    for at, text in enumerate(lines[1:], 1):
        if text + b"\n" == TORN:
            continue
        try:
            line = _line(text, expected)
        except _Wrong as error:
            torn_since = at < last and lines[at + 1] + b"\n" == TORN
            if at == last and not (whole and _is_json(text)):
                save.torn = True
                save.mend = (b"" if whole else b"\n") + TORN
            elif not torn_since:
                save.damage = Damage(at + 1, str(error), expected - 1)
                return save
            continue
        if message := course.out_of_place(line):
            save.damage = Damage(at + 1, message, expected - 1)
            return save
        save.lines.append(line)
        expected += 1
        if at == last and not whole:
            save.mend = b"\n"
    if last == 0 and not whole:
        save.mend = b"\n"
    return save


def _is_json(text: bytes) -> bool:
    """Whether a line says anything at all: one that was torn does not, one that was changed by hand mostly does."""
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def read_lines(path: Path, most: int = MOST_BYTES) -> tuple[list[bytes], bool]:
    """The lines of a file, and whether the last one is ended.

    Raises:
        NotASave: it is no plain file, or too large.
        OSError: it cannot be read.
    """
    # Without O_NONBLOCK a named pipe would wait for a writer for ever.
    number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        status = os.fstat(number)
        if stat.S_ISDIR(status.st_mode):
            raise NotASave("it is a folder")
        if not stat.S_ISREG(status.st_mode):
            raise NotASave("it is no plain file")
        if status.st_size > most:
            raise NotASave(f"it is larger than {most // 1024 // 1024} MB")
        with open(number, "rb", closefd=False) as file:
            text = file.read(most + 1)
    finally:
        os.close(number)
    lines = text.split(b"\n")
    whole = lines[-1] == b""
    if whole:
        lines.pop()
    return lines, whole


def parse(text: bytes, longest: int) -> dict[str, Any]:
    """A JSON object on one line, within limits.

    Raises:
        ValueError: it is none.
    """
    if len(text) > longest:
        raise _Wrong(f"it is longer than {longest} bytes")
    try:
        value = json.loads(text.decode("utf-8"), object_pairs_hook=_once, parse_constant=_no_constant)
    except _Wrong:
        raise
    except (ValueError, RecursionError):
        raise _Wrong("it is no JSON") from None
    if not isinstance(value, dict):
        raise _Wrong("it is no JSON object")
    return value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _Wrong("a key stands twice in it")
    return found


def _no_constant(name: str) -> Any:
    raise _Wrong(f"{name} is no value")


# --- parts ----------------------------------------------------------------------------------------


def text_of(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_TEXT and "\x00" not in value


def whole_of(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and -BIGGEST <= value <= BIGGEST


def setting_of(value: Any) -> bool:
    return isinstance(value, bool) or whole_of(value) or text_of(value)


def mapping_of(check: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """The check for a mapping of short texts to what ``check`` lets pass."""

    def checked(value: Any) -> bool:
        return (
            isinstance(value, dict)
            and len(value) <= MOST_ENTRIES
            and all(text_of(key) and check(entry) for key, entry in value.items())
        )

    return checked


def _seed_of(value: Any) -> bool:
    return value is None or whole_of(value)


_HEADER: dict[str, Callable[[Any], bool]] = {
    **dict.fromkeys(("engine", "pack", "title", "version", "path", "rules", "text", "mode", "date"), text_of),
    "options": mapping_of(setting_of), "seats": mapping_of(text_of), "seed": _seed_of,
    "dice": lambda value: value in ("auto", "manual"),
}  # fmt: skip


_OTHERS = {
    "save": "it is the save of a single game; `sieges play --file` goes on with it",
    "campaign": "it is a campaign; `sieges campaign` goes on with it",
    "record": "it is a file of recorded games, not a save; `sieges replay` opens it",
}
"""What is said of files of ours that are not what is asked for."""


def what_is(path: Path) -> str:
    """What a file says at its beginning that it is: `save`, `campaign`, `record`, or "" for none of ours."""
    try:
        with path.open("rb") as file:
            found = re.match(rb'\s*{\s*"format"\s*:\s*"sieges-([a-z]+) ', file.read(64))
    except OSError:
        return ""
    return "" if found is None else found[1].decode()


def _header(text: bytes, form: str) -> Header:
    try:
        value = parse(text, LONGEST_HEADER)
    except _Wrong as error:
        raise NotASave(f"its first line is no header of a save: {error}") from None
    found = value.pop("format", None)
    if found != form:
        known = re.fullmatch(r"sieges-([a-z]+) \d{1,9}", found) if isinstance(found, str) else None
        what = form.removeprefix("sieges-").split()[0]
        if known is not None and known[1] == what:
            raise NotASave(
                f"it is a {what} of another engine: its format is `{found}`, and this one reads `{form}`"
            )
        raise NotASave(_OTHERS.get(known[1] if known is not None else "", f"it is no {what} of this engine"))
    for name, check in _HEADER.items():
        if name not in value:
            raise NotASave(f"its header lacks `{name}`")
        if not check(value[name]):
            raise NotASave(f"`{name}` in its header is not as it should be")
    if value["seed"] is None and value["dice"] == "auto":
        raise NotASave("its header has no `seed`")
    return Header(**{name: value[name] for name in _HEADER})


_MOVE = {"n", "id", "by", "choice", "digest", "how"}
HOWS = (*CHOICES, *CHANCES)


def _line(text: bytes, expected: int) -> Line:
    value = parse(text, LONGEST_LINE)
    number = value.get("n")
    if number != expected or isinstance(number, bool):
        raise _Wrong(f"its number should be {expected}" if whole_of(number) else "it has no number")
    keys = value.keys()
    if "id" in keys:
        if not keys <= _MOVE or not _MOVE - {"how"} <= keys or not all(
            text_of(value[name]) for name in keys - {"n"}
        ):  # fmt: skip
            raise _Wrong("a move has `n`, `id`, `by`, `choice` and `digest`")
        how = value.get("how", PERSON)
        if how not in HOWS:
            raise _Wrong(f"`how` is {', '.join(HOWS)}")
        return MoveLine(expected, value["id"], value["by"], value["choice"], value["digest"], how)
    if "part" in keys:
        return _part(value, expected)
    for what in ("undo", "amend"):
        if what in keys:
            if keys != {"n", what, "by"} or not whole_of(value[what]) or not text_of(value["by"]):
                raise _Wrong(f"`{what}` names an earlier line, and who asked for it")
            return BackLine(expected, what, value[what], value["by"])
    if "end" in keys:
        winner = value.get("winner")
        if (
            keys != {"n", "end", "winner", "amended"}
            or not text_of(value["end"])
            or not (winner is None or text_of(winner))
            or not whole_of(value["amended"])
        ):
            raise _Wrong("an end has `end`, `winner` and `amended`")
        return EndLine(expected, value["end"], winner, value["amended"])
    raise _Wrong("it is no line of a save")


def _part(value: dict[str, Any], expected: int) -> PartLine:
    keys = value.keys()
    options = value.get("options", {})
    if (
        not {"n", "part", "game"} <= keys <= {"n", "part", "game", "options"}
        or value["part"] not in PARTS
        or not whole_of(value["game"])
        or not mapping_of(setting_of)(options)
        or (options and value["part"] != "game")
    ):
        raise _Wrong("a part of a campaign has `part` and `game`; a game may have `options`")
    return PartLine(expected, value["part"], value["game"], options)


@define
class _Course:
    """How far a file has come: which moves stand, and whether the game has ended."""

    standing: list[int] = Factory(list)
    ended: bool = False

    def out_of_place(self, line: Line) -> str | None:
        """What is wrong with a line that is well formed, after those before it."""
        if isinstance(line, PartLine):
            return "a single game has no parts"
        if isinstance(line, BackLine):
            if line.to not in self.standing:
                return f"it goes back to line {line.to}, which is no move that stands"
            del self.standing[self.standing.index(line.to) :]
            self.ended = False
            return None
        if self.ended:
            return "the game had ended before it"
        if isinstance(line, MoveLine):
            self.standing.append(line.n)
        self.ended = isinstance(line, EndLine)
        return None


@define
class _CampaignCourse(_Course):
    """The same of a campaign: within a part it is as in a game, and the parts are in their order."""

    part: tuple[str, int] | None = None

    def out_of_place(self, line: Line) -> str | None:
        over = self.ended and self.part is not None and self.part[0] != "game"
        if over:
            return "the campaign had ended before it"
        if not isinstance(line, PartLine):
            return "no part of the campaign had begun" if self.part is None else super().out_of_place(line)
        expected = next_part(self.part)
        if (line.part, line.game) != expected:
            return f"here comes the part `{expected[0]}` of game {expected[1]}"
        self.part, self.standing, self.ended = (line.part, line.game), [], False
        return None


def next_part(part: tuple[str, int] | None) -> tuple[str, int]:
    """What follows a part of a campaign, with the number of the game; what comes first, for None."""
    if part is None:
        return "begins", 0
    return ("after", part[1]) if part[0] == "game" else ("game", part[1] + 1)
