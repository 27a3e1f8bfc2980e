"""Counts which rules of a pack have ever happened: in random games, in games of agents, in its examples."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from typing import IO, TYPE_CHECKING, Any

from attrs import Factory, define, field

from sieges.game.rules import Rules
from sieges.game.runtime import Fault
from sieges.language.compiled import MarkData
from sieges.language.emission.marks import KINDS
from sieges.study.examples import run_example
from sieges.study.playouts import option_word, playouts, record_of_playout

if TYPE_CHECKING:
    from sieges.study.simulate import Plan
    from sieges.text.spans import SourceFile

Key = tuple[str, str, int, int, str]
Witness = dict[str, Any]
"""What shows that a rule can happen: the mode, and the example or the index, seed and options of a game."""
GAMES, EXAMPLES = "games", "examples"
_SECTION = re.compile(r"([a-z_]+):")


@define(eq=False)
class Reached:
    """How often one thing of the rules has happened, and what showed it first."""

    mark: MarkData
    games: int = 0
    examples: int = 0
    first: Witness | None = None


@define(eq=False)
class Counter:
    """Rules that count (see `counting_rules`) while games are played by them; ``source`` is what these belong to."""

    rules: Rules
    first: dict[int, Witness] = field(factory=dict, init=False)
    times: dict[str, list[int]] = field(factory=dict, init=False)
    _waiting: list[int] = field(init=False)
    _values: dict[tuple[str, str], int] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._waiting = list(range(len(self.rules.compiled.marks)))
        self._values = {
            (mark.rule, mark.what): number
            for number, mark in enumerate(self.rules.compiled.marks)
            if mark.kind == "value"
        }

    def begin(self, data: list[int]) -> None:
        """Count the values of the set-up options in the cells of a game."""
        counts = self.rules.runtime.counts
        for option in self.rules.compiled.options:
            word = option_word(self.rules, option, data[option.base])
            counts[self._values.get((option.id, word), -1)] += 1

    def see(self, witness: Witness) -> bool:
        """Note what the game that was just played showed first; whether it showed anything new."""
        counts = self.rules.runtime.counts
        found = [number for number in self._waiting if counts[number]]
        if found:
            self.first.update((number, {"mode": self.rules.compiled.mode, **witness}) for number in found)
            self._waiting = [number for number in self._waiting if not counts[number]]
        return bool(found)

    def end(self, source: str) -> None:
        """What has been counted since the last call was counted in ``source``: games or examples."""
        counts = self.rules.runtime.counts
        before = self.times.setdefault(source, [0] * len(counts))
        self.times[source] = [old + new for old, new in zip(before, counts, strict=True)]
        counts[:] = [0] * len(counts)

    def reached(self) -> list[Reached]:
        """What has been counted, a mark each."""
        nothing = [0] * len(self.rules.runtime.counts)
        games, examples = (self.times.get(source, nothing) for source in (GAMES, EXAMPLES))
        return [
            Reached(mark, games[number], examples[number], self.first.get(number))
            for number, mark in enumerate(self.rules.compiled.marks)
        ]


@define(eq=False)
class Coverage:
    """What of a pack has happened in all of its modes that were looked at."""

    sources: dict[str, SourceFile] = Factory(dict)
    """The texts of the pack by the paths shown."""
    modes: list[str] = Factory(list)
    games: int = 0
    examples: int = 0
    stopped: list[str] = Factory(list)
    """Games and examples that stopped in the middle, or did not come out, in words."""
    _found: dict[Key, Reached] = field(factory=dict, init=False)

    def add(self, found: Iterable[Reached]) -> None:
        """Add what was counted in one mode; a rule that several modes have is one rule."""
        for one in found:
            mark = one.mark
            known = self._found.setdefault(
                (mark.file, mark.kind, mark.line, mark.column, mark.what), Reached(mark)
            )
            known.games += one.games
            known.examples += one.examples
            known.first = known.first or one.first

    @property
    def all(self) -> list[Reached]:
        """All that can happen, by file and place."""
        return [self._found[key] for key in sorted(self._found, key=lambda key: (key[0], *key[2:4], key[1:]))]

    def section(self, mark: MarkData) -> str:
        """The section of its file that a mark stands in."""
        source = self.sources.get(mark.file)
        for line in range(mark.line, 0, -1) if source is not None else ():
            assert source is not None
            if (found := _SECTION.match(source.line(line))) is not None:
                return found[1]
        return ""


def counting_rules(
    name_or_path: str | os.PathLike[str], mode: str | None = None, *, examples: bool = True
) -> tuple[Rules, dict[str, SourceFile]]:
    """The rules of a pack in a mode, made to count, and the texts of its files.

    Raises:
        PackError: the pack has mistakes, or there is none.
    """
    from sieges.loading import PackError, compile_fresh

    compiled, found, sources = compile_fresh(name_or_path, mode, examples=examples, counted=True)
    if compiled is None:
        raise PackError(found, sources)
    return Rules(compiled), sources


def cover_games(
    coverage: Coverage, counter: Counter, rules: Rules, what: Plan, games: int, records: IO[str] | None = None
) -> None:
    """Play games and count.

    Args:
        coverage: takes what stops in the middle.
        counter: counts.
        rules: the same rules, which do not count: agents try them out, and records are of them.
        what: what is played.
        games: how many.
        records: takes the games that showed something first, for `sieges replay`.
    """
    for game in playouts(rules, what, games):
        counter.begin(rules.start(game.options))
        picks: list[int] = []
        try:
            game.play(counter.rules, picks)
        except Fault as fault:
            coverage.stopped.append(f"game {game.index} (seed {game.seed}): {fault}")
        new = counter.see({"game": game.index, "seed": game.seed, "options": dict(game.options)})
        if new and records is not None:
            records.write(record_of_playout(rules, what, game, picks))
        coverage.games += 1
    counter.end(GAMES)


def cover_examples(coverage: Coverage, counter: Counter) -> None:
    """Run the examples of a mode and count."""
    rules = counter.rules
    for example in rules.compiled.examples:
        data = rules.start()
        for option in rules.compiled.options:
            data[option.base] = example.options.get(option.id, data[option.base])
        counter.begin(data)
        if run_example(rules, example):
            coverage.stopped.append(f"example `{example.id}` does not come out: see `sieges check`")
        counter.see({"example": example.id})
        coverage.examples += 1
    counter.end(EXAMPLES)


# --- told -----------------------------------------------------------------------------------------


def share(reached: int, marks: int) -> int:
    """Per cent, rounded down; 100 where there is nothing to reach."""
    return 100 * reached // marks if marks else 100


def _row(found: list[Reached]) -> dict[str, int]:
    reached = sum(1 for one in found if one.first is not None)
    return {
        "rules": len(found),
        "reached": reached,
        "by_games": sum(1 for one in found if one.games),
        "by_examples": sum(1 for one in found if one.examples),
        "percent": share(reached, len(found)),
    }


def report(coverage: Coverage) -> dict[str, Any]:
    """Everything as plain data: totals, a row for each section of a file and for each kind, and every rule."""
    found = coverage.all
    parts: dict[tuple[str, str], list[Reached]] = {}
    kinds: dict[str, list[Reached]] = {kind: [] for kind in KINDS}
    for one in found:
        parts.setdefault((one.mark.file, coverage.section(one.mark)), []).append(one)
        kinds[one.mark.kind].append(one)
    return {
        "modes": coverage.modes,
        "games": coverage.games,
        "examples": coverage.examples,
        "stopped": coverage.stopped,
        "total": _row(found),
        "sections": [{"file": file, "section": name, **_row(part)} for (file, name), part in parts.items()],
        "kinds": [{"kind": kind, **_row(part)} for kind, part in kinds.items() if part],
        "rules": [
            {
                "kind": one.mark.kind,
                "file": one.mark.file,
                "line": one.mark.line,
                "column": one.mark.column,
                "what": one.mark.what,
                "rule": one.mark.rule,
                "games": one.games,
                "examples": one.examples,
                "first": one.first,
            }
            for one in found
        ],
    }


PLACE = ("kind", "file", "line", "column", "rule")


def never(found: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The rules of a report that never happened; those of one place and kind, such as options, are one entry."""
    places: dict[tuple[Any, ...], list[str]] = {}
    for one in found["rules"]:
        if one["first"] is None:
            places.setdefault(tuple(one[name] for name in PLACE), []).append(one["what"])
    return [{**dict(zip(PLACE, place, strict=True)), "what": whats} for place, whats in places.items()]
