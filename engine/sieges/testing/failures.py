"""A finding for people: the shortest game that shows it, told move by move, kept for replay, and as a test case."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import define, frozen

from sieges.game.game import Game
from sieges.game.pending import Chance, Decision, End
from sieges.play.records import record_of, write_record
from sieges.play.saves import keep_record
from sieges.study.wording import counted
from sieges.testing.answers import FromLog, Log
from sieges.testing.causes import BUILT_IN, Cause, Found, blamed
from sieges.testing.walking import Walk

if TYPE_CHECKING:
    from sieges.game.rules import Rules

Move = tuple[str, str]
MOST_TOLD = 60
"""Lines of a game that are told; the game that is kept has all of it."""
MOST_CHANGES = 12
"""Changes of the position that are told of one move."""


class NoSuchGame(ValueError):
    """The pack, as it is now, does not ask what a test case answers."""


@define(eq=False)
class Failure:
    """One cause, and the smallest game found that shows it."""

    cause: Cause
    rules: Rules
    pack: str
    """What the pack was loaded by."""
    options: dict[str, Any]
    log: Log
    moves: list[Move]
    games: int
    """How many of the games played failed for it."""
    first: int
    """Which game was the first, from 1."""
    seconds: float
    """From the beginning until it was found."""
    shrinking: float
    """Seconds that making it smaller took."""
    was: int
    """Answers in the game before it was made smaller."""
    is_smallest: bool
    """Whether nothing smaller was left to be tried when time was over."""

    @property
    def about(self) -> str:
        """The property in words."""
        section, _, id_ = self.cause.about.partition(".")
        return BUILT_IN.get(section) or f"{section}: {id_}"

    def record(self) -> str:
        """The game as `sieges replay` reads it."""
        text = io.StringIO()
        path = os.path.abspath(self.pack) if os.path.isdir(self.pack) else self.pack
        write_record(text, record_of(self.rules, self.moves, None, options=self.options, path=path))
        return text.getvalue()

    def keep(self) -> Path:
        """Keep the game in the user's folder; the path, which `sieges replay` opens.

        Raises:
            OSError: it cannot be written.
        """
        return keep_record(self.record(), self.rules.compiled.pack)

    def told(self) -> str:
        """All of it for people, with the game kept."""
        cause, lines = self.cause, self.transcript()
        small = "" if self.is_smallest else " (there may be a smaller one)"
        left_out = len(lines) - MOST_TOLD
        shown = [f"… {counted(left_out, 'line')} before this", *lines[left_out:]] if left_out > 0 else lines
        return "\n".join(
            [
                f"FAILED {cause.about}: {self.about}",
                f"  {cause.where}: {cause.message}",
                f"  In {counted(self.games, 'game')}, the first after {self.seconds:.1f} s; "
                f"from {counted(self.was, 'answer')} to {len(self.log)} in {self.shrinking:.1f} s{small}:",
                *(f"    {line}" for line in shown),
                f"  To see it again: sieges replay {self.keep()}",
                "  As a test:",
                *(f"    {line}".rstrip() for line in self.case().splitlines()),
            ]
        )

    def transcript(self) -> list[str]:
        """The game in lines: every answer, and what it changed."""
        return list(_told(self.rules, self.options, self.moves))

    def case(self) -> str:
        """The game as a test for pytest."""
        name = re.sub(r"\W+", "_", f"{self.cause.about}_line_{self.cause.line}").strip("_")
        arguments = [repr(self.pack)]
        compiled = self.rules.compiled
        if compiled.mode != compiled.default_mode:
            arguments.append(f"mode={compiled.mode!r}")
        if self.options:
            arguments.append(f"options={self.options!r}")
        moves = "".join(f"\n        {move!r}," for move in self.moves)
        return (
            "from sieges.testing import holds\n\n\n"
            f"def test_{name}():\n"
            f"    # {self.cause.where}: {self.cause.message}\n"
            f"    moves = [{moves}\n    ]\n"
            f"    holds({', '.join([*arguments, 'moves=moves'])})\n"
        )

    def as_data(self) -> dict[str, Any]:
        """All of it as plain data."""
        cause = self.cause
        return {
            "property": cause.about, "message": cause.message,
            "file": cause.file, "line": cause.line, "column": cause.column,
            "mode": self.rules.compiled.mode, "options": self.options, "moves": [list(move) for move in self.moves],
            "transcript": self.transcript(), "log": self.log, "games": self.games, "first": self.first,
            "seconds": round(self.seconds, 3), "shrinking": round(self.shrinking, 3), "answers_before": self.was,
            "smallest": self.is_smallest, "case": self.case(),
        }  # fmt: skip


def holds(
    pack: str | os.PathLike[str],
    moves: Sequence[Move] = (),
    *,
    mode: str | None = None,
    options: Mapping[str, Any] | None = None,
) -> None:
    """Play moves with a pack and look at all properties on the way: a test case in a line.

    A last move that is no longer offered is as good as one that does no harm.

    Args:
        pack: its name, or the path of its folder.
        moves: id and choice of every decision and chance, in order.
        mode: the mode; the default one for None.
        options: set-up options and their values.

    Raises:
        Found: the game lacks a property.
        NoSuchGame: the pack asks something else, or does not offer an answer.
    """
    from sieges.loading import load

    rules = load(pack, mode).rules(mode)
    log = log_of(rules, options or {}, moves)
    if log is not None:
        Walk(rules, dict(options or {}), FromLog(log), most=len(moves)).run()


def log_of(rules: Rules, options: Mapping[str, Any], moves: Sequence[Move]) -> Log | None:
    """Moves by name as a log; None where the last one is not offered.

    Raises:
        NoSuchGame: something else is asked, or another move is not offered.
    """
    game = rules.new(options)
    log: Log = []
    for number, (id_, choice) in enumerate(moves, 1):
        pending = game.legal()
        if pending.id != id_ or isinstance(pending, End):
            raise NoSuchGame(
                f"move {number} answers `{id_}`, and `{pending.id}` is asked now ({pending.place})"
            )
        offered = pending.outcomes if isinstance(pending, Chance) else pending.options
        ids = [answer.id for answer in offered]
        if choice not in ids:
            if number == len(moves):
                return None
            raise NoSuchGame(f"`{choice}`, move {number}, is not offered now for `{id_}` ({pending.place})")
        at = ids.index(choice)
        if isinstance(pending, Decision):
            log += [at] if len(ids) > 1 else []
        elif pending.total > 1:
            log.append(sum(outcome.weight for outcome in pending.outcomes[:at]))
        if number < len(moves):
            game.answer(offered[at].value)
    return log


@frozen
class _Step:
    """One move of a game, and the game after it; the last one may not come to be."""

    number: int
    pending: Any
    chosen: Any
    before: dict[str, Any]
    after: dict[str, Any] | None


def _steps(rules: Rules, options: Mapping[str, Any], moves: Sequence[Move]) -> Iterator[_Step]:
    game: Game = rules.new(options)
    for number, (_, choice) in enumerate(moves, 1):
        pending = game.legal()
        if isinstance(pending, End):
            return
        chosen = pending.option(choice)
        if chosen is None:
            return
        before = _flat(game.position())
        try:
            with blamed(rules):
                game.answer(chosen.value)
        except Found:
            yield _Step(number, pending, chosen, before, None)
            return
        yield _Step(number, pending, chosen, before, _flat(game.position()))


def _told(rules: Rules, options: Mapping[str, Any], moves: Sequence[Move]) -> Iterator[str]:
    if options:
        yield f"options: {', '.join(f'{name} {value}' for name, value in options.items())}"
    for step in _steps(rules, options, moves):
        pending, chosen = step.pending, step.chosen
        who = pending.title if isinstance(pending, Chance) else pending.side
        label = chosen.id if chosen.label in (chosen.id, "") else f"{chosen.id} ({chosen.label})"
        name = "" if isinstance(pending, Chance) else f"{pending.name}: "
        place = pending.place
        yield f"{step.number}. {who}: {name}{label}   [{os.path.basename(place.file)}:{place.line}]"
        if step.after is None:
            yield "     and here it stops"
            return
        changed = [key for key in (*step.before, *step.after) if step.before.get(key) != step.after.get(key)]
        changed = list(dict.fromkeys(changed))
        for key in changed[:MOST_CHANGES]:
            yield f"     {key}: {_word(step.before.get(key))} -> {_word(step.after.get(key))}"
        if len(changed) > MOST_CHANGES:
            yield f"     and {len(changed) - MOST_CHANGES} more changes"


def _flat(position: Mapping[str, Any]) -> dict[str, Any]:
    """A position as one mapping: where in it -> the value there. Ids are distinct, so sections are left out."""
    found: dict[str, Any] = {}
    for section, value in position.items():
        if section != "options":
            found.update(_inner(value, "") if isinstance(value, dict) else {section: value})
    return found


def _inner(value: Mapping[str, Any], above: str) -> Iterator[tuple[str, Any]]:
    for key, part in value.items():
        name = f"{above}.{key}" if above else str(key)
        if isinstance(part, dict):
            yield from _inner(part, name)
        else:
            yield name, part


def _word(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    return str(value)


def played(rules: Rules, options: Mapping[str, Any], log: Log) -> tuple[Cause | None, Walk]:
    """Play a log step by step, with care: why it fails, if it does."""
    walk = Walk(rules, dict(options), FromLog(log))
    try:
        walk.run()
    except Found as failed:
        return failed.cause, walk
    return None, walk
