"""Mistakes of whoever types a command: what there is instead, and the nearest of it."""

from __future__ import annotations

import math
import os
import shutil
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from sieges.game.rules import Rules
    from sieges.loading import PackError, Scenario
    from sieges.pack.merged import Merged
    from sieges.text.diagnostic import Diagnostic

MOST_NAMES = 40


class Seconds(click.FloatRange):
    """So many seconds at least; a number, which NaN and infinity are not."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        found = super().convert(value, param, ctx)
        if not math.isfinite(found):
            self.fail(f"{value} is no number of seconds.", param, ctx)
        return found


def like(what: str, word: str, names: Iterable[str]) -> str:
    """A message for an unknown name: the nearest, and all that exist."""
    from sieges.text.diagnostic import nearest

    known = list(names)
    guess = nearest(word, known)
    hint = f" Did you mean '{guess}'?" if guess else ""
    shown = known[:MOST_NAMES]
    more = f" and {len(known) - len(shown)} more" if len(shown) < len(known) else ""
    there = f"There are: {', '.join(shown)}{more}." if known else "There are none."
    return f"There is no {what} '{word}'.{hint} {there}"


def is_usage(diagnostic: Diagnostic) -> bool:
    """Whether a finding is about what was asked for rather than about what a pack says."""
    from sieges.pack import codes

    return diagnostic.code == codes.NO_PACK and diagnostic.span is None


def scenario_of(pack: str, mode: str | None = None) -> Scenario:
    """A pack by name or path, for a command.

    Raises:
        PackError: it has mistakes, or there is none.
        click.UsageError: there is no such mode, or it is a base, which is not played itself.
    """
    from sieges.loading import PackError, load

    try:
        scenario = load(pack)
    except PackError as error:
        _refuse_base(error)
        raise
    if mode is not None and mode not in scenario.modes:
        raise click.UsageError(like("mode", mode, scenario.modes))
    return scenario


def _refuse_base(error: PackError) -> None:
    """Say so if a pack cannot be played because others have to extend it."""
    from sieges.pack import codes

    for finding in error.diagnostics:
        if finding.code == codes.BASE:
            raise click.UsageError(f"{sentence(finding.message)} {sentence(finding.fix or '')}".rstrip())


def rules_of(pack: str, mode: str | None = None) -> Rules:
    """The rules of a pack in a mode, for a command; raises as `scenario_of` does."""
    return scenario_of(pack, mode).rules(mode)


def options_of(pairs: Iterable[str], rules: Rules) -> dict[str, Any]:
    """Set-up options given as ``NAME=VALUE``.

    Raises:
        click.UsageError: an option or value does not exist.
    """
    from sieges.game.rules import BadOption

    found: dict[str, Any] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise click.UsageError(f"An option is given as NAME=VALUE, not '{pair}'.")
        if name in found:
            raise click.UsageError(f"The option '{name}' is given twice.")
        found[name] = value
    try:
        rules.start(found)
    except BadOption as error:
        raise click.UsageError(sentence(str(error))) from None
    return found


def sentence(text: str) -> str:
    """A message of the engine as a sentence."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!", ")")) else ".")


def merged_of(pack: str, mode: str | None = None) -> Merged:
    """The text of a pack as it stands once merged, for a command; a base will do.

    Raises:
        PackError: it has mistakes, or there is none.
        click.UsageError: there is no such mode.
    """
    from sieges.language.verbs import step_schema
    from sieges.loading import PackError
    from sieges.pack.finder import load_pack

    merged, found, sources = load_pack(pack, None, step_schema())
    if merged is not None and mode is not None and mode != merged.mode:
        if mode not in merged.modes:
            raise click.UsageError(like("mode", mode, merged.modes or [merged.mode]))
        merged, found, sources = load_pack(pack, mode, step_schema())
    if merged is None:
        raise PackError(found, sources)
    return merged


def in_colour() -> bool:
    """Whether standard output is a terminal that may be sent colour."""
    return sys.stdout.isatty() and not refuses_colour()


def refuses_colour() -> bool:
    """Whether whoever reads minds colour, or the terminal does not know how it is asked for."""
    return bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"


def width() -> int:
    """Columns for text that is broken into lines: those of the terminal, 80 where there is none, 100 at most."""
    return min(max(shutil.get_terminal_size((80, 24)).columns, 40), 100)
