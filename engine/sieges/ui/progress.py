"""How far something is that takes its time, on the standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import click
from attrs import define, field

WIDE = 60


@define
class Progress:
    """A line that is written over on a terminal; elsewhere a line every so many seconds, or none."""

    every: float | None = None
    is_terminal: bool = field(factory=sys.stderr.isatty)
    _last: float = field(factory=time.monotonic, init=False)
    _has_line: bool = field(default=False, init=False)

    def show(self, text: Callable[[], str]) -> None:
        """Say it again, if that is due."""
        now, every = time.monotonic(), 0.2 if self.is_terminal else self.every
        if every is None or now - self._last < every:
            return
        self._last = now
        if self.is_terminal:
            click.echo(f"\r{text():{WIDE}}", err=True, nl=False)
            self._has_line = True
        else:
            click.echo(text(), err=True)

    def done(self) -> None:
        """Take the line away."""
        if self._has_line:
            click.echo(f"\r{'':{WIDE}}\r", err=True, nl=False)
            self._has_line = False
