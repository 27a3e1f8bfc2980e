"""Mistakes of whoever types a command: what there is instead, and the nearest of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from sieges.game.rules import Rules
    from sieges.loading import Scenario
    from sieges.text.diagnostic import Diagnostic


def like(what: str, word: str, names: Iterable[str]) -> str:
    """A message for an unknown name: the nearest, and all that exist."""
    from sieges.text.diagnostic import nearest

    known = list(names)
    guess = nearest(word, known)
    hint = f" Did you mean '{guess}'?" if guess else ""
    there = f"There are: {', '.join(known)}." if known else "There are none."
    return f"There is no {what} '{word}'.{hint} {there}"


def is_usage(diagnostic: Diagnostic) -> bool:
    """Whether a finding is about what was asked for rather than about what a pack says."""
    from sieges.pack import codes

    return diagnostic.code == codes.NO_PACK and diagnostic.span is None


def scenario_of(pack: str, mode: str | None = None) -> Scenario:
    """A pack by name or path, for a command.

    Raises:
        PackError: it has mistakes, or there is none.
        click.UsageError: there is no such mode.
    """
    from sieges.loading import load

    scenario = load(pack)
    if mode is not None and mode not in scenario.modes:
        raise click.UsageError(like("mode", mode, scenario.modes))
    return scenario


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
        text = str(error)
        raise click.UsageError(f"{text[:1].upper()}{text[1:]}.") from None
    return found

