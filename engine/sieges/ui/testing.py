"""What `sieges test` and `sieges fuzz` share: their options, and how what they found is told to people."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sieges.study.wording import counted
from sieges.ui.usage import options_of, scenario_of

if TYPE_CHECKING:
    from sieges.testing.fuzzing import Session
    from sieges.testing.report import Tested


def sessions_of(
    pack: str, mode: str | None, options: tuple[str, ...], seed: int, shrink: float
) -> list[Session]:
    """What is to be tested: the mode that is asked for, or all of them.

    Raises:
        PackError: the pack has mistakes.
        click.UsageError: there is no such mode or option.
    """
    from sieges.testing.fuzzing import Session

    scenario = scenario_of(pack, mode)
    found = []
    for one in [mode] if mode is not None else list(scenario.modes):
        rules = scenario.rules(one)
        found.append(Session(rules, pack, options_of(options, rules), seed, shrink))
    return found


class Progress:
    """How far a mode is, on the standard error, where that is a terminal."""

    def __init__(self) -> None:
        self._is_terminal = sys.stderr.isatty()
        self._last = time.monotonic()
        self._has_line = False

    def show(self, session: Session) -> None:
        now = time.monotonic()
        if not self._is_terminal or now - self._last < 0.2:
            return
        self._last = now
        text = f"{session.mode}: {counted(session.games, 'game')}, {session.since():.0f} s"
        click.echo(f"\r{text:60}", err=True, nl=False)
        self._has_line = True

    def done(self) -> None:
        if self._has_line:
            click.echo(f"\r{'':60}\r", err=True, nl=False)
            self._has_line = False


def finish(tested: Tested, as_json: bool, junit: Path | None) -> None:
    """Tell what came of it, and leave with the exit code that says so."""
    from sieges.testing import report

    if junit is not None:
        try:
            junit.write_text(report.junit(tested), "utf-8")
        except OSError as error:
            error.filename = str(junit)
            raise
    if as_json:
        click.echo(json.dumps(report.as_data(tested), indent=2))
    else:
        for session in tested.sessions:
            _session(session)
        for promise in tested.unkept:
            click.echo(f"FAILED: no game came to what is promised ({promise}).")
    if any(session.stopped for session in tested.sessions):
        sys.exit(130)
    if not tested.ok:
        sys.exit(1)


def _session(session: Session) -> None:
    from sieges.testing.causes import properties
    from sieges.testing.report import failure_of

    compiled = session.rules.compiled
    name = f"{compiled.title}, {compiled.mode_title}" if len(compiled.modes) > 1 else compiled.title
    seconds = max(session.seconds, 0.001)
    click.echo(
        f"{name}: {counted(session.games, 'game')} ({session.careful:,} step by step) from seed {session.seed} "
        f"in {session.seconds:.1f} s; {session.games / seconds:,.0f} games and "
        f"{session.answers / seconds:,.0f} answers a second."
    )
    for note in session.notes:
        click.echo(f"  Note: {note}.")
    for property_ in properties(session.rules):
        word = "FAILED" if failure_of(session, property_.id) else "ok"
        click.echo(f"  {word:6}  {property_.id:32} {property_.about}")
    for failure in session.failures:
        click.echo()
        for line in failure.told().splitlines():
            click.echo(f"  {line}".rstrip())
    notices = session.report()
    if notices:
        click.echo("\n  No game showed these; that refutes nothing:")
        for notice in notices:
            click.echo(f"    {notice}")
    click.echo()
