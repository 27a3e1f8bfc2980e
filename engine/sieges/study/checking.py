"""Everything that can be found out about a pack without playing whole games: `sieges check` in Python."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

from attrs import Factory, define, field

from sieges.game.game import Game
from sieges.game.invariants import broken
from sieges.game.runtime import Fault
from sieges.language.compiled import Compiled, Place
from sieges.pack.merged import Merged
from sieges.study import codes
from sieges.study.ledger import carriers_missing, ledger, merge_ledgers, unfinished
from sieges.study.sources import data_of, undeclared
from sieges.text.diagnostic import Diagnostic, Diagnostics
from sieges.text.spans import SourceFile, Span

if TYPE_CHECKING:
    from sieges.game.rules import Rules


@define(eq=False)
class Passes:
    """What the passes make of a pack in one mode, without the cache."""

    found: Diagnostics
    sources: dict[str, SourceFile]
    merged: Merged | None = None
    compiled: Compiled | None = None

    @property
    def is_base(self) -> bool:
        """Whether other packs have to supply what this one lacks, so that it cannot be played itself."""
        return self.merged is not None and bool(self.merged.asks)


def passes(name_or_path: str | os.PathLike[str], mode: str | None = None) -> Passes:
    """All passes over a pack; a base is read, validated and merged."""
    from sieges.language.compiling import compile_pack
    from sieges.language.verbs import step_schema
    from sieges.pack.finder import load_pack

    merged, found, sources = load_pack(name_or_path, mode, step_schema())
    done = Passes(found, sources, merged)
    if merged is not None and not done.is_base:
        done.compiled = compile_pack(merged, found)
    return done


@define(eq=False)
class Checked:
    """What was found in a pack."""

    pack: str
    found: Diagnostics = field(factory=Diagnostics)
    sources: dict[str, SourceFile] = Factory(dict)
    modes: list[str] = Factory(list)
    examples: int = 0
    """How many examples were played, over all modes."""
    clauses: int = 0
    is_base: bool = False

    @property
    def ok(self) -> bool:
        return not self.found.has_errors


def check(name_or_path: str | os.PathLike[str], *, mode: str | None = None, release: bool = False) -> Checked:
    """All passes over all modes of a pack (or one), and its examples.

    Args:
        name_or_path: name of a shipped pack, or a path.
        mode: the only mode to look at.
        release: whether the pack has to be complete: every clause implemented and shown, nothing left to do.
    """
    from sieges.game.rules import Rules
    from sieges.study.examples import run_examples

    checked = Checked(os.fspath(name_or_path))
    ledgers, looked_at = [], []
    modes = [mode]
    while modes:
        done = passes(name_or_path, modes.pop(0))
        checked.found.extend(done.found)
        checked.sources.update(done.sources)
        if (merged := done.merged) is None:
            continue
        if mode is None and not checked.modes:
            modes = [id_ for id_ in merged.modes if id_ != merged.mode]
        checked.pack = merged.id
        checked.is_base = done.is_base
        checked.modes.append(merged.mode)
        ledgers.append(ledger(merged))
        looked_at.append(merged)
        if done.compiled is not None:
            rules = Rules(done.compiled)
            # Where no game can be set up, each example would only say so again.
            checked.found.extend(refused := starts(rules))
            checked.found.extend(() if refused else run_examples(rules))
            checked.examples += len(done.compiled.examples)
        if release:
            checked.found.extend(undeclared(data_of(merged)))
    if mode is None or (looked_at and len(looked_at[0].modes) < 2):
        checked.found.extend(carriers_missing(looked_at))
    # A pack that is played by itself shows its own clauses; one that extends it need not show them again.
    played = {entry.id for merged in looked_at for entry in merged.packs[:-1] if entry.spec.requires is None}
    clauses = [clause for clause in merge_ledgers(ledgers) if clause.pack not in played]
    checked.clauses = len(clauses)
    if release:
        if not checked.is_base:
            checked.found.extend(unfinished(clauses))
        left = _left_to_do(checked.found)
        checked.found = Diagnostics(finding for finding in checked.found if finding.severity != "todo")
        checked.found.extend(left)
    return checked


def span_of(place: Place) -> Span:
    """A place of a compiled pack as a span."""
    return Span(place.file, place.line, place.column, place.line, place.column + 1)


def starts(rules: Rules) -> list[Diagnostic]:
    """What goes wrong when a game is set up: decks are built for every value of every option, the rest by default.

    Of an option that is a number, the bounds and the default are tried; the invariants must hold at each start.
    """
    compiled = rules.compiled
    tries: list[dict[str, object]] = [{}]
    for option in compiled.options:
        kind = compiled.kinds.get(option.kind)
        if kind is not None:
            tries += [{option.id: value} for value in kind.members]
        elif option.kind == "condition":
            tries += [{option.id: value} for value in ("true", "false")]
        else:
            tries += [{option.id: value} for value in sorted({option.low, option.default, option.high})]
    found: dict[str, Diagnostic] = {}
    for options in tries:
        shown = ", ".join(f"{name} {value}" for name, value in options.items()) or "its default options"
        try:
            cells = rules.start(options)
        except Fault as fault:
            span = span_of(fault.place)
            message = f"the game cannot be set up: {fault.message}"
            found.setdefault(str(span), Diagnostic(codes.SET_UP, "error", message, span, (), f"with {shown}"))
            continue
        for failed in broken(rules, cells):
            message = f"{failed.message} when the game begins"
            span = span_of(failed.place)
            found.setdefault(
                str(span), Diagnostic(codes.INVARIANT, "error", message, span, (), f"with {shown}")
            )
        over = _over_at_once(rules, cells, shown)
        if over is not None:
            found.setdefault(str(over.span), over)
    return list(found.values())


def _over_at_once(rules: Rules, cells: list[int], shown: str) -> Diagnostic | None:
    """That a game ends while it is set up: hardly ever what is meant."""
    game = Game(rules, cells, [0])
    rules.push(game, rules.compiled.setup)
    try:
        game.resume()
    except Fault:
        # Steps of set-up that fault are found where they are played.
        return None
    if not game.ended:
        return None
    ending = rules.compiled.endings[game.data[0] - 1]
    return Diagnostic(
        codes.OVER_AT_ONCE,
        "warning",
        f"with {shown} the game ends by `{ending.id}` while it is set up",
        span_of(ending.place),
        (),
        "victory is looked at after every step, those of set-up included",
        "put the steps of set-up under `together:`, or add what must have begun to `when`",
    )


def _left_to_do(found: Diagnostics) -> list[Diagnostic]:
    """What may wait in a draft, and may not in a release."""
    return [
        Diagnostic(codes.TODO, "error", f"left to do: {finding.message}", finding.span, finding.related)
        for finding in found
        if finding.severity == "todo"
    ]


def files_of(checks: list[Checked]) -> Mapping[str, SourceFile]:
    """The texts of several packs by the paths shown."""
    return {path: source for checked in checks for path, source in checked.sources.items()}
