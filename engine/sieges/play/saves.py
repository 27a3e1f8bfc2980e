"""Where saved games lie, what they are called, and which of them are unfinished."""

from __future__ import annotations

import datetime
import hashlib
import os
from pathlib import Path

from sieges.locate import user_data
from sieges.play.journal import Header, Journal, Save, as_text
from sieges.play.reading import MOST_CAMPAIGN_BYTES, NotASave, read_lines, read_save

ENDING = ".jsonl"


def games_folder() -> Path:
    """The folder of the saves that play writes by itself."""
    return user_data() / "games"


def now() -> str:
    """The date and time of a header, in UTC."""
    return datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def new_save(header: Header, folder: Path | None = None) -> Journal:
    """A new save with a name of its own.

    Raises:
        OSError: it cannot be written.
    """
    folder = games_folder() if folder is None else folder
    stem = f"{header.pack}-{header.date[:19].replace(':', '').replace('T', '-')}"
    for number in range(1, 1000):
        name = f"{stem}{ENDING}" if number == 1 else f"{stem}-{number}{ENDING}"
        try:
            return Journal.create(folder / name, header)
        except FileExistsError:
            continue
    raise FileExistsError(f"{folder} is full of saves called {stem}")


def keep_record(record: str, pack: str) -> Path:
    """Keep one recorded game (see `sieges.play.records`) that somebody has to look at, under a name of its own.

    Raises:
        OSError: it cannot be written.
    """
    folder = user_data() / "failed"
    folder.mkdir(parents=True, exist_ok=True)
    name = hashlib.blake2b(record.encode(), digest_size=4).hexdigest()
    path = folder / f"{pack}-{name}{ENDING}"
    path.write_text(record, encoding="ascii", newline="\n")
    return path


def saves(folder: Path | None = None, pack: str | None = None) -> list[Save]:
    """The saves of a folder that can be read, the one played last first; files that are none are left out."""
    return [save for _, save in sorted(_dated(folder, pack), key=lambda pair: pair[0], reverse=True)]


def _dated(folder: Path | None, pack: str | None) -> list[tuple[float, Save]]:
    folder = games_folder() if folder is None else folder
    found = []
    try:
        paths = [path for path in folder.iterdir() if path.name.endswith(ENDING)]
    except OSError:
        return []
    for path in paths:
        try:
            save = read_save(path)
            if pack is None or save.header.pack == pack:
                found.append((path.stat().st_mtime, save))
        except (OSError, NotASave):
            continue
    return found


def unreadable(folder: Path | None = None) -> list[tuple[Path, str]]:
    """The files of a folder that are called like saves and are none (any more), each with what is wrong with it."""
    folder = games_folder() if folder is None else folder
    found = []
    try:
        paths = sorted(path for path in folder.iterdir() if path.name.endswith(ENDING))
    except OSError:
        return []
    for path in paths:
        try:
            read_save(path)
        except NotASave as error:
            found.append((path, str(error)))
        except OSError as error:
            found.append((path, error.strerror or str(error)))
    return found


def unfinished(folder: Path | None = None, pack: str | None = None) -> list[Save]:
    """The saves that can be gone on with, the one played last first."""
    return [save for save in saves(folder, pack) if save.end is None and save.damage is None]


def begun_again(save: Save, header: Header, lines: int) -> Journal:
    """A save of its own, beside another one, with so many of its lines, to go on from there otherwise.

    Raises:
        OSError: it cannot be written.
    """
    for number in range(2, 1000):
        try:
            journal = Journal.create(
                save.path.with_name(f"{save.path.stem}-{number}{save.path.suffix}"), header
            )
        except FileExistsError:
            continue
        for line in save.lines[:lines]:
            journal.copy(line)
        return journal
    raise FileExistsError(f"{save.path.parent} is full of saves called {save.path.stem}")


def good_part(save: Save, path: Path) -> None:
    """Copy a damaged save up to its damage to a new file.

    Raises:
        OSError: it cannot be written, or there is a file already.
    """
    assert save.damage is not None
    lines, _ = read_lines(save.path, MOST_CAMPAIGN_BYTES)
    number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(number, "wb") as file:
        file.write(b"".join(line + b"\n" for line in lines[: save.damage.file_line - 1]))
        file.flush()
        os.fsync(file.fileno())


__all__ = ["as_text", "begun_again", "games_folder", "good_part", "new_save", "now", "saves", "unfinished"]
