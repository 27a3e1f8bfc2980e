"""Records: whole games, one a line, as `simulate --records` writes them and `replay` opens them.

A record has no digests: it is exact if every move is offered where it was made and the game ends as it did.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from attrs import define, field

from sieges.game.chance import Luck
from sieges.game.game import Game
from sieges.game.pending import Chance, Decision, End
from sieges.game.rules import BadOption, Rules
from sieges.game.runtime import Fault
from sieges.play.journal import Setting, as_text
from sieges.play.reading import NotASave, mapping_of, parse, read_lines, setting_of, text_of, whole_of
from sieges.play.replay import Diverged, Divergence, broken_at, step
from sieges.play.session import Move

if TYPE_CHECKING:
    from sieges.loading import Scenario

FORMAT = "sieges-record 1"
LONGEST_RECORD = 4 * 1024 * 1024
MOST_MOVES = 100_000
MOST_BYTES = 1024 * 1024 * 1024


def settings(rules: Rules, options: Mapping[str, Any] | None = None) -> dict[str, Setting]:
    """All options of a mode with their values by name, the defaults included.

    Raises:
        BadOption: an option or value does not exist.
    """
    data = rules.start(options)
    found: dict[str, Setting] = {}
    for option in rules.compiled.options:
        value = data[option.base]
        kind = rules.compiled.kinds.get(option.kind)
        if kind is not None:
            found[option.id] = kind.members[value]
        else:
            found[option.id] = bool(value) if option.kind == "condition" else value
    return found


def record_of(
    rules: Rules,
    moves: Sequence[tuple[str, str]],
    end: End | None,
    *,
    options: Mapping[str, Any] | None = None,
    seed: int | None = None,
    agents: Mapping[str, str] | None = None,
    path: str = "",
) -> dict[str, Any]:
    """A game as one record.

    Args:
        rules: those of its mode.
        moves: id and choice of every decision and chance, in order.
        end: how it ended; None for a game that was left.
        options: the options that were given; the defaults are filled in.
        seed: of the game's luck.
        agents: side -> who played it.
        path: what the pack was loaded by, where it is not its name.
    """
    compiled = rules.compiled
    return {
        "format": FORMAT, "pack": compiled.pack, "path": path or compiled.pack, "version": compiled.version,
        "mode": compiled.mode, "options": settings(rules, options), "seed": seed,
        "rules_hash": compiled.rules_hash, "agents": dict(agents or {}),
        "moves": [list(move) for move in moves],
        "winner": None if end is None else end.winner, "ending": None if end is None else end.id,
    }  # fmt: skip


def write_record(file: IO[str], record: Mapping[str, Any]) -> None:
    """Write a record as one line."""
    file.write(as_text(dict(record)).decode("ascii"))


def moves_of(
    rules: Rules, options: Mapping[str, Any] | None, seed: int, picks: Iterable[int]
) -> tuple[list[tuple[str, str]], End | None]:
    """The moves of a seeded game of which only the decisions are known, as the inline form of play gives them.

    Args:
        picks: for each decision, the index of the option that was taken; a game that was left has fewer.

    Returns:
        The moves, and how the game ended: None for one that was left, or that stops in its last move.

    Raises:
        ValueError: the picks do not fit the game.
    """
    moves: list[tuple[str, str]] = []
    left = iter(picks)
    try:
        game = rules.new(options)
        luck = Luck(seed, rules.salts)
        while not isinstance(pending := game.legal(), End):
            if isinstance(pending, Chance):
                chosen: Any = pending.at(luck.next(pending.source, pending.total))
            else:
                at = next(left, None)
                if at is None:
                    return moves, None
                if not 0 <= at < len(pending.options):
                    raise ValueError(f"no pick {at} for decision {pending.id}")
                chosen = pending.options[at]
            moves.append((pending.id, chosen.id))
            game.answer(chosen.value)
    except Fault:
        return moves, None
    return moves, pending


def record_picks(
    rules: Rules,
    options: Mapping[str, Any] | None,
    seed: int,
    picks: Iterable[int],
    *,
    agents: Mapping[str, str] | None = None,
    path: str = "",
) -> dict[str, Any]:
    """The record of a seeded game from the index taken at each decision (see `moves_of`)."""
    moves, end = moves_of(rules, options, seed, picks)
    return record_of(rules, moves, end, options=options, seed=seed, agents=agents, path=path)


# --- reading --------------------------------------------------------------------------------------


@define(eq=False)
class Record:
    """A record as read. ``number`` is its line."""

    number: int
    pack: str
    path: str
    mode: str
    options: dict[str, Setting]
    seed: int | None
    rules: str
    agents: dict[str, str]
    moves: list[tuple[str, str]]
    winner: str | None
    ending: str | None
    """None for a game that was left."""


def read_records(path: Path) -> Iterator[Record | tuple[int, str]]:
    """The records of a file; for a line that is none, its number and what is wrong.

    Raises:
        NotASave: the file cannot be read as records at all.
        OSError: it cannot be read.
    """
    lines, _ = read_lines(path, MOST_BYTES)
    for number, text in enumerate(lines, 1):
        try:
            yield _record(number, text)
        except ValueError as error:
            yield number, str(error)


_CHECKS = {
    "pack": text_of, "mode": text_of, "rules_hash": text_of, "ending": lambda value: value is None or text_of(value),
    "options": mapping_of(setting_of), "agents": mapping_of(text_of),
}  # fmt: skip


def _record(number: int, text: bytes) -> Record:
    value = parse(text, LONGEST_RECORD)
    if value.get("format") != FORMAT:
        raise ValueError(f"its format is not `{FORMAT}`")
    for name, check in _CHECKS.items():
        if name not in value or not check(value[name]):
            raise ValueError(f"`{name}` is missing or not as it should be")
    moves, seed, winner = value.get("moves"), value.get("seed"), value.get("winner")
    if not isinstance(moves, list) or len(moves) > MOST_MOVES or not all(
        isinstance(move, list) and len(move) == 2 and all(text_of(part) for part in move) for move in moves
    ):  # fmt: skip
        raise ValueError("`moves` is a list of pairs, id and choice")
    if not (seed is None or whole_of(seed)) or not (winner is None or text_of(winner)):
        raise ValueError("`seed` or `winner` is not as it should be")
    where = value.get("path", value["pack"])
    if not text_of(where):
        raise ValueError("`path` is not as it should be")
    return Record(
        number, value["pack"], where, value["mode"], value["options"], seed, value["rules_hash"], value["agents"],
        [(move[0], move[1]) for move in moves], winner, value["ending"],
    )  # fmt: skip


@define(eq=False)
class _Walk:
    """What `step` needs of a session."""

    game: Game
    done: int = 0
    last: Decision | Chance | None = field(default=None)

    def apply(self, choice: str, how: str) -> Move:
        pending = self.game.legal()
        assert not isinstance(pending, End)
        chosen = pending.option(choice)
        assert chosen is not None
        events = self.game.answer(chosen.value)
        self.done += 1
        return Move(self.done, pending, chosen, how, events, self.game, None)


def replay_record(record: Record, scenario: Scenario, *, invariants: bool = False) -> Divergence | None:
    """Play a record again with a pack as it is now; None if it is exact (and, if asked, no invariant is broken)."""
    if scenario.id != record.pack:
        message = f"the game is one of the pack `{record.pack}`, and this is `{scenario.id}`"
        return Divergence(0, record.number, "", message, f"`{record.pack}`", (scenario.id,))
    try:
        rules = scenario.rules(record.mode)
        walk = _Walk(rules.new(record.options))
    except BadOption as error:
        return Divergence(0, record.number, "", str(error), "an option", ())
    except ValueError as error:
        return Divergence(0, record.number, "", str(error), f"mode `{record.mode}`", tuple(scenario.modes))
    except Fault as fault:
        return Divergence(0, record.number, "", fault.message, "the set-up", (), (fault.place,))
    luck = None if record.seed is None else Luck(record.seed, rules.salts)
    found = broken_at(walk.game, 0, record.number, "") if invariants else None
    for number, (id_, choice) in enumerate(record.moves, 1):
        pending = walk.game.legal()
        try:
            step(walk.apply, walk.game, id_, choice, number, record.number, "replayed")
        except Diverged as diverged:
            return diverged.divergence
        if luck is not None and isinstance(pending, Chance):
            fallen = pending.at(luck.next(pending.source, pending.total)).id
            if fallen != choice:
                message = f"seed {record.seed} gives {fallen} here, not {choice}"
                return Divergence(number, record.number, id_, message, choice, (fallen,), (pending.place,))
        if invariants and found is None:
            found = broken_at(walk.game, number, record.number, id_)
    if found is not None or record.ending is None:
        return found
    end = walk.game.legal()
    there = (end.id, end.winner) if isinstance(end, End) else (end.id, None)
    if not isinstance(end, End) or there != (record.ending, record.winner):
        message = f"the game had ended by `{record.ending}`, won by {record.winner or 'nobody'}"
        return Divergence(
            len(record.moves), record.number, end.id, message, record.ending, (end.id,), (end.place,)
        )
    return None


__all__ = [
    "FORMAT",
    "NotASave",
    "Record",
    "moves_of",
    "read_records",
    "record_of",
    "record_picks",
    "replay_record",
    "settings",
    "write_record",
]
