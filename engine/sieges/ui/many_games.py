"""What the commands that play many games share: who plays, and where records of games go."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

import click

from sieges.ui.usage import like, sentence

if TYPE_CHECKING:
    from sieges.game.rules import Rules


def may_write(path: Path, overwrite: bool) -> None:
    """See to it that no file is lost: one that is there is written over only if asked, and only if it is of records.

    Raises:
        click.UsageError: it may not be written over.
    """
    from sieges.play.reading import what_is

    if not path.exists():
        return
    if path.is_fifo() or path.is_dir():
        raise click.UsageError(f"{path} is no file that records could be written to: name another.")
    if not path.is_file():
        return  # a device; what goes wrong with it is said when it is written to
    is_ours = path.stat().st_size == 0 or what_is(path) == "record"
    if not is_ours:
        raise click.UsageError(f"{path} is there already, and is no file of records: name another.")
    if not overwrite:
        raise click.UsageError(f"{path} is there already: name another, or say --overwrite.")


@contextmanager
def file_of(path: Path | None) -> Iterator[IO[str] | None]:
    """The file of records while it is written; what goes wrong with it names it."""
    if path is None:
        yield None
        return
    try:
        with path.open("w", encoding="ascii", newline="\n") as file:
            yield file
    except OSError as error:
        if error.filename is None and not isinstance(error, BrokenPipeError):
            error.filename = str(path)
        raise


def agents_of(given: tuple[str, ...], rules: Rules) -> dict[str, str]:
    """Who decides for which seat.

    Raises:
        click.UsageError: there is no such side or agent.
    """
    from sieges.players.agents import UnknownAgent, agent, seats

    known = seats(rules)
    found: dict[str, str] = {}
    for text in given:
        side, equals, name = text.partition("=")
        if not equals:
            side, name = "", text
        elif side not in known:
            sides = rules.compiled.kinds["side"].members
            why = " It has no seat in this mode." if side in sides else ""
            raise click.UsageError(f"{like('seat', side, known)}{why}")
        elif side in found:
            raise click.UsageError(f"The side '{side}' is given two agents.")
        try:
            agent(name)
        except UnknownAgent as error:
            raise click.UsageError(sentence(str(error))) from None
        for seat in [side] if side else known:
            found.setdefault(seat, name)
    return found
