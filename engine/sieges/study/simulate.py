"""Plays many games of a pack, on one core or many, and counts how they end.

A game is a function of the master seed and its index alone, so the totals are the same for any number of workers.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any

from attrs import Factory, define, frozen

from sieges import __version__
from sieges.players.agents import agent, seats
from sieges.study.counting import median, wilson

if TYPE_CHECKING:
    from sieges.game.rules import Rules

RANDOM = "random"
"""The agent of seats for which nobody names one."""


class GameFailed(Exception):
    """A game stopped in the middle: which one, and why.

    ``record`` is the game up to there, for `sieges.play.records`; "" where it could not even begin.
    """

    def __init__(self, message: str, record: str = "") -> None:
        super().__init__(message, record)
        self.record = record

    def __str__(self) -> str:
        return str(self.args[0])


class Interrupted(KeyboardInterrupt):
    """Somebody pressed Ctrl-C; ``found`` is the report of the games that were finished."""

    def __init__(self, found: dict[str, Any]) -> None:
        super().__init__()
        self.found = found


@frozen
class Plan:
    """What is played: all that a worker needs to know."""

    pack: str
    mode: str
    options: dict[str, Any]
    agents: dict[str, str]
    """Seat -> name of its agent."""
    seed: int
    record: bool = False
    invariants: bool = False
    """Whether the pack's invariants are looked at, at every decision and at the end."""

    @property
    def is_random(self) -> bool:
        return all(name == RANDOM for name in self.agents.values())


@define
class Tally:
    """What a number of games came to. Winners and endings are numbers of the rules."""

    games: int = 0
    decisions: int = 0
    winners: Counter[int] = Factory(Counter)
    endings: Counter[int] = Factory(Counter)
    lengths: Counter[int] = Factory(Counter)
    records: list[str] = Factory(list)

    def add(self, cells: list[int], length: int) -> None:
        """Count a game by the cells at its end and the decisions that were made in it."""
        self.games += 1
        self.decisions += length
        self.endings[cells[0]] += 1
        self.winners[cells[1]] += 1
        self.lengths[length] += 1

    def take(self, other: Tally) -> None:
        """Count the games of another tally as well (its records are handed on apart)."""
        self.games += other.games
        self.decisions += other.decisions
        self.winners.update(other.winners)
        self.endings.update(other.endings)
        self.lengths.update(other.lengths)


Progress = Callable[[int, float], None]
"""Told how many games have been played, and in how many seconds."""


def plan(
    pack: str,
    rules: Rules,
    seed: int,
    *,
    options: Mapping[str, Any] | None = None,
    agents: Mapping[str, str] | None = None,
    record: bool = False,
    invariants: bool = False,
) -> Plan:
    """What to play.

    Args:
        pack: name or path, by which workers load it.
        rules: those of the mode.
        seed: of all the games.
        options: set-up options.
        agents: seat -> name of its agent; the other seats play at random.
        record: whether every game is written down.
        invariants: whether the pack's invariants are looked at (random games then take about a sixth longer).

    Raises:
        ValueError: there is no such seat.
        UnknownAgent: there is no such agent.
        BadOption: an option or value does not exist.
    """
    named = dict(agents or {})
    known = seats(rules)
    for seat, name in named.items():
        if seat not in known:
            raise ValueError(f"no seat of this mode is `{seat}`: {', '.join(known)}")
        agent(name)
    rules.start(options)
    chosen = {seat: named.get(seat, RANDOM) for seat in known}
    return Plan(pack, rules.compiled.mode, dict(options or {}), chosen, seed, record, invariants)


def simulate(
    rules: Rules,
    what: Plan,
    games: int,
    *,
    workers: int = 1,
    records: IO[str] | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Play and count; the same for any number of workers but for `seconds`.

    Raises:
        GameFailed: a game stopped in the middle; its record is among ``records``, as the last one.
        Interrupted: by Ctrl-C; what was finished is counted and recorded.
    """
    began = time.perf_counter()
    total = Tally()

    def found() -> dict[str, Any]:
        return {**_report(rules, what, total), "seconds": round(time.perf_counter() - began, 3)}

    try:
        for part in _parts(rules, what, games, workers):
            total.take(part)
            if records is not None:
                records.writelines(part.records)
            if progress is not None:
                progress(total.games, time.perf_counter() - began)
    except GameFailed as failed:
        if records is not None:
            records.write(failed.record)
        raise
    except KeyboardInterrupt:
        raise Interrupted(found()) from None
    return found()


def _parts(rules: Rules, what: Plan, games: int, workers: int) -> Iterator[Tally]:
    """The tallies of all ranges of games, in order."""
    from sieges.study.games import play_games

    size = _range_size(what, games, workers)
    starts = range(0, games, size)
    if workers < 2 or len(starts) < 2:
        for first in starts:
            yield play_games(rules, what, first, min(first + size, games))
        return
    _loaded[what.pack, what.mode] = rules
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(min(workers, len(starts)), initializer=_obey)
    # Few at a time: a billion games would be a queue that takes minutes to fill, and to clear.
    waiting: deque[Future[Tally]] = deque()
    try:
        for first in starts:
            if len(waiting) >= 2 * workers:
                yield waiting.popleft().result()
            with _interrupts_held_back():
                waiting.append(pool.submit(_play_range, (what, first, min(first + size, games))))
        while waiting:
            yield waiting.popleft().result()
    except BaseException:
        for process in set(multiprocessing.active_children()) - others:
            # A game of an agent that thinks may take minutes (see `_obey`).
            process.terminate()
        pool.shutdown(cancel_futures=True)
        raise
    pool.shutdown()


def _range_size(what: Plan, games: int, workers: int) -> int:
    """Games a task: many of the quick ones, so that handing them out costs nothing; few where agents think."""
    even = -(-games // (max(workers, 1) * 8))
    if what.is_random and not what.record:
        return max(250, min(even, 1000))
    # What is finished is told, and written down, by the task.
    return max(1, min(even, 50 if what.is_random else 4))


_loaded: dict[tuple[str, str], Rules] = {}
"""Packs of this process; a worker that was forked has those of its parent."""


class _Stop(BaseException):
    """A worker is to leave the games that it plays."""


_is_playing = False
_is_stopped = False


def _obey() -> None:
    """Ctrl-C reaches every process of a terminal; the one that started the others tells them to stop.

    They leave their games, not what they are sending: half a result in the pipe would be waited for without end.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _stop)


def _stop(number: int, frame: object) -> None:
    global _is_stopped
    _is_stopped = True
    if _is_playing:
        raise _Stop


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Ctrl-C comes after this, and never to a process that is begun in it and not yet ready to ignore it."""
    mask = getattr(signal, "pthread_sigmask", None)
    if mask is None:  # pragma: no cover  (not on Windows)
        yield
        return
    before = mask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        mask(signal.SIG_SETMASK, before)


def _play_range(task: tuple[Plan, int, int]) -> Tally:
    from sieges.study.games import play_games

    global _is_playing
    what, first, end = task
    if (what.pack, what.mode) not in _loaded:
        from sieges.loading import load

        _loaded[what.pack, what.mode] = load(what.pack, what.mode).rules(what.mode)
    try:
        _is_playing = True
        return Tally() if _is_stopped else play_games(_loaded[what.pack, what.mode], what, first, end)
    except _Stop:
        return Tally()
    finally:
        _is_playing = False


def cores() -> int:
    """How many processes can run at a time here."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1


def _report(rules: Rules, what: Plan, total: Tally) -> dict[str, Any]:
    from sieges.play.records import settings

    compiled = rules.compiled
    sides = compiled.kinds["side"].members
    winners = {side: total.winners[index] for index, side in enumerate(sides)}
    lengths = sorted(total.lengths)
    return {
        "pack": compiled.pack,
        "mode": compiled.mode,
        "options": settings(rules, what.options),
        "agents": what.agents,
        "games": total.games,
        "seed": what.seed,
        "rules_hash": compiled.rules_hash,
        "engine": __version__,
        "decisions": total.decisions,
        "winners": {**winners, "draw": total.winners[-1]},
        "shares": {side: list(wilson(won, total.games)) for side, won in winners.items()},
        "endings": {ending.id: total.endings[n] for n, ending in enumerate(compiled.endings, 1)},
        "length": {
            "min": lengths[0] if lengths else 0,
            "median": median(total.lengths),
            "max": lengths[-1] if lengths else 0,
        },
    }
