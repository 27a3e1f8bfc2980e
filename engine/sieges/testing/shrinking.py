"""Makes the log of a game that fails as short and as dull as it can be while the game fails for the same cause."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from attrs import Factory, define

from sieges.testing.answers import Log

Test = Callable[[dict[str, Any], Log], "Log | None"]
"""Plays a game from options and a log: the log up to where it fails for the cause that is meant, or None."""


@define(eq=False)
class Shrinker:
    """One search. ``options`` and ``log`` are the best found so far."""

    test: Test
    options: dict[str, Any]
    log: Log
    seconds: float
    """After so many seconds the best one is good enough."""
    tests: int = 0
    is_done: bool = False
    """Whether nothing smaller was left to be tried."""
    _tried: set[tuple[Any, ...]] = Factory(set)
    _until: float = 0.0

    def run(self) -> None:
        """Look for smaller logs until there is none, or time is over."""
        self._until = time.monotonic() + self.seconds
        for name in list(self.options):
            self._better({key: value for key, value in self.options.items() if key != name}, self.log)
        smaller = True
        while smaller and not self._over():
            smaller = False
            for way in (self._without, self._duller, self._lower, self._moved):
                smaller = self._all(way) or smaller
        self.is_done = not self._over()

    def _over(self) -> bool:
        return time.monotonic() >= self._until

    def _all(self, way: Callable[[int], Iterator[Log]]) -> bool:
        """Try what a way proposes, in pieces from large to small; whether any of it was better."""
        found = False
        size = max(len(self.log) // 2, 1)
        while size and not self._over():
            for log in way(size):
                found = self._better(self.options, log) or found
                if self._over():
                    break
            size //= 2
        return found

    def _better(self, options: dict[str, Any], log: Log) -> bool:
        """Try it; whether it fails for the same cause, and is smaller: shorter, or of that length duller."""
        key = (tuple(sorted(options.items(), key=str)), *_bare(log))
        if key in self._tried:
            return False
        self._tried.add(key)
        self.tests += 1
        found = self.test(options, log)
        if found is None or _size(options, found) >= _size(self.options, self.log):
            return False
        self.options, self.log = options, found
        return True

    # --- ways; each looks at the log as it stands, which becomes smaller on the way ---------------------

    def _without(self, size: int) -> Iterator[Log]:
        """Leave a piece out, the last ones first."""
        at = len(self.log) - size
        while at >= 0:
            yield self.log[:at] + self.log[at + size :]
            at = min(at, len(self.log)) - max(size // 2, 1)

    def _duller(self, size: int) -> Iterator[Log]:
        """All of a piece as dull as can be."""
        at = 0
        while at < len(self.log):
            if any(self.log[at : at + size]):
                yield [*self.log[:at], *([0] * size), *self.log[at + size :]]
            at += size

    def _lower(self, size: int) -> Iterator[Log]:
        """One entry lower, by ever smaller steps."""
        if size > 1:
            return
        for at in range(len(self.log)):
            step = (self.log[at] + 1) // 2 if at < len(self.log) else 0
            while step and at < len(self.log):
                before = self.log[at]
                if step <= before:
                    yield [*self.log[:at], before - step, *self.log[at + 1 :]]
                if at >= len(self.log) or self.log[at] == before or step > self.log[at]:
                    step //= 2

    def _moved(self, size: int) -> Iterator[Log]:
        """One entry left out and the one before it lower: where a choice brings about another question."""
        if size > 1:
            return
        for at in range(len(self.log) - 1, 0, -1):
            if at < len(self.log):
                yield [*self.log[: at - 1], 0, *self.log[at + 1 :]]


def _bare(log: Sequence[int]) -> Sequence[int]:
    """A log without the dull answers at its end, which are given anyway."""
    end = len(log)
    while end and not log[end - 1]:
        end -= 1
    return log[:end]


def _size(options: dict[str, Any], log: Log) -> tuple[int, int, list[int]]:
    return (len(log), len(options), list(log))
