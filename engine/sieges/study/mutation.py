"""Changes the rules of a pack, one place at a time, and asks whether its examples and invariants notice."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from hashlib import blake2b
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from sieges.game.invariants import Broken, Keeper, keeper
from sieges.game.rules import BadOption, Rules
from sieges.game.runtime import Fault
from sieges.language.compiled import ExampleData, MarkData
from sieges.language.compiling import Compilation
from sieges.language.verbs import step_schema
from sieges.pack.finder import merge_folders, read_folders, validate_file
from sieges.study.coverage import counting_rules, share
from sieges.study.examples import run_example
from sieges.study.mutants import Mutant, find_mutants, shown
from sieges.study.playouts import Playout, playouts
from sieges.study.simulate import plan
from sieges.text.diagnostic import Diagnostics
from sieges.text.document import Document
from sieges.text.reader import read_text

if TYPE_CHECKING:
    from sieges.language.emission.module import Codes
    from sieges.pack.folder import Folder

REFUSED, SAME, NOTICED, UNNOTICED = "refused", "same", "noticed", "unnoticed"
"""What becomes of a mutant: it does not compile; no seeded game is another one; it is noticed; it is not."""
NO_START, NO_END = -1, -2
"""Traces of games whose options are no longer taken, and of games that go on far longer than any did before."""
BATCHES = (0, 10, 40)
"""Examples are compiled in batches that begin at these: mostly those that run what was changed are enough."""


@frozen
class Verdict:
    """What became of a mutant. ``by``: what noticed it; ``game``: the first seeded game that is another one."""

    mutant: Mutant
    outcome: str
    by: str = ""
    game: Playout | None = None


class _Endless(Exception):
    """A game goes on far longer than any did before."""


def trace(rules: Rules, game: Playout, keep: Keeper | None = None, most: int | None = None) -> int:
    """A number that tells a game from others: all that was offered and taken in it, and the position at its end.

    Args:
        rules: by which it is played.
        game: what is played.
        keep: looks at the invariants at every decision, and at the end.
        most: decisions after which a game is no longer played on; it differs from any that ended, then.

    Raises:
        Fault: the pack does something impossible.
        Broken: an invariant does not hold.
    """
    picks: list[int] = []
    choose = game.choose(picks)
    try:
        cells = rules.start(game.options)
    except BadOption:
        return NO_START
    seen = 0

    def watched(site: int, values: Any) -> int:
        nonlocal seen
        if keep is not None:
            keep(cells)
        if most is not None and len(picks) >= most:
            raise _Endless
        pick = choose(site, values)
        seen = hash((seen, tuple(values), pick))
        return pick

    try:
        rules.play_from(cells, watched, rules.streams(game.seed))
    except _Endless:
        return NO_END
    if keep is not None:
        keep(cells)
    return hash((seen, tuple(cells)))


@define(eq=False)
class Bench:
    """A pack in a mode, with what its mutants have to stand up to: seeded games, invariants, examples."""

    pack: str | os.PathLike[str]
    mode: str
    folders: list[Folder]
    mutants: list[Mutant]
    games: list[Playout]
    traces: list[int]
    most: int
    """Decisions of a game beyond which it surely never ends."""
    touched: dict[str, list[MarkData]]
    """Example -> what it has shown of the rules."""
    known: Codes = field(factory=dict)

    def documents(self) -> Iterator[tuple[int, Document]]:
        for number, folder in enumerate(self.folders):
            for document in folder.documents:
                yield number, document

    def judge(self, mutant: Mutant) -> Verdict:
        """What becomes of a mutant."""
        compilation = self._compilation(mutant)
        if compilation is None:
            return Verdict(mutant, REFUSED)
        rules = Rules(compilation.compiled())
        keep, other = keeper(rules), None
        games = iter(zip(self.games, self.traces, strict=True))
        try:
            for game, before in games:
                if trace(rules, game, keep, self.most) != before:
                    other = game
                    break
            if other is None:
                return Verdict(mutant, SAME)
            for ids in self._batches(mutant):
                if (by := _noticed_by_examples(compilation, ids)) is not None:
                    return Verdict(mutant, NOTICED, by, other)
            for game, _ in games if keep is not None else ():
                trace(rules, game, keep, self.most)
        except Broken as broken:
            return Verdict(mutant, NOTICED, f"invariant `{broken.id}`", other or game)
        except Fault as fault:
            return Verdict(mutant, NOTICED, f"fault: {fault.message}", other or game)
        return Verdict(mutant, UNNOTICED, "", other)

    def _compilation(self, mutant: Mutant) -> Compilation | None:
        """The pack with the change made, compiled but for its examples; None where it is no pack any more."""
        number, old = next(
            (number, document)
            for number, document in self.documents()
            if document.source.path_shown == mutant.span.file
        )
        changed = read_text(mutant.text(old), mutant.span.file)
        folders = self.folders[:]
        folders[number] = folders[number].with_document(changed)
        found = Diagnostics([*changed.diagnostics, *validate_file(folders[number], changed, step_schema())])
        merged = None if found.has_errors else merge_folders(folders, self.mode, step_schema(), found)
        if merged is None:
            return None
        merged = merged.copy()
        merged.evaluation.clear()
        compilation = Compilation(merged, found, known=self.known)
        return compilation if compilation.start() else None

    def _batches(self, mutant: Mutant) -> Iterator[list[str]]:
        """The examples: those that run nothing, which is quick, then the others, that run what was changed first."""
        still = [id_ for id_, marks in self.touched.items() if not marks]
        if still:
            yield still
        ids = [id_ for id_, marks in self.touched.items() if marks]
        ids.sort(key=lambda id_: _closeness(mutant, self.touched[id_]), reverse=True)
        for first, end in pairwise((*BATCHES, len(ids))):
            if ids[first:end]:
                yield ids[first:end]


def _closeness(mutant: Mutant, marks: Iterable[MarkData]) -> tuple[int, int, int]:
    """How near an example comes to a change: the place of the innermost step or cell around it, then its rule."""
    span, inner, rules = mutant.span, (0, 0), 0
    for mark in marks:
        if mark.file == span.file:
            start, end = (mark.line, mark.column), (mark.end_line, mark.end_column)
            if start <= (span.line, span.column) <= end:
                inner = max(inner, start)
        rules += any(mark.rule.split(".")[0] == step for step in mutant.path)
    return (*inner, rules)


def _noticed_by_examples(compilation: Compilation, ids: Collection[str]) -> str | None:
    """The first of some examples that does not come out, or is no example any more."""
    before = compilation.examples
    if not compilation.add_examples(ids):
        return "an example that no longer fits the rules"
    rules = Rules(compilation.compiled())
    places = {id_: place for place, id_ in enumerate(ids)}
    for example in sorted(rules.compiled.examples[before:], key=lambda one: places[one.id]):
        if run_example(rules, example):
            return f"example `{example.id}`"
    return None


def bench(
    pack: str | os.PathLike[str],
    mode: str | None,
    *,
    seed: int = 1,
    games: int = 40,
    options: Mapping[str, Any] | None = None,
) -> Bench:
    """Compile a pack, find its mutants, play the games that they are compared in, and run the examples.

    Raises:
        PackError: the pack has mistakes, or there is none.
        BadExamples: an example does not come out as it is.
        Fault: the pack does something impossible in one of the games.
    """
    from sieges.loading import PackError

    folders, found = read_folders(pack)
    merged = merge_folders(folders, mode, step_schema(), found) if folders and not found.has_errors else None
    compilation = None if merged is None else Compilation(merged, found)
    if compilation is None or not compilation.start():
        raise PackError(
            found, {one.source.path_shown: one.source for folder in folders for one in folder.documents}
        )
    rules = Rules(compilation.compiled())
    played = list(playouts(rules, plan(str(pack), rules, seed, options=options), games))
    most = 0
    for game in played:
        picks: list[int] = []
        game.play(rules, picks)
        most = max(most, 20 * len(picks) + 1000)
    return Bench(
        pack,
        rules.compiled.mode,
        folders,
        find_mutants(compilation.program, folders),
        played,
        [trace(rules, game) for game in played],
        most,
        _touched(pack, rules.compiled.mode),
    )


class BadExamples(Exception):
    """Examples that do not come out as the pack is, by id: what they would notice says nothing."""

    def __init__(self, ids: list[str]) -> None:
        super().__init__(ids)
        self.ids = ids


def _touched(pack: str | os.PathLike[str], mode: str) -> dict[str, list[MarkData]]:
    """For each of the pack's own examples what of the rules it has shown."""
    rules, _ = counting_rules(pack, mode)
    counts, marks = rules.runtime.counts, rules.compiled.marks
    found: dict[str, list[MarkData]] = {}
    bad: list[str] = []

    def run(example: ExampleData) -> None:
        counts[:] = [0] * len(counts)
        bad.extend([example.id] if run_example(rules, example) else [])
        found[example.id] = [mark for mark, times in zip(marks, counts, strict=False) if times]

    for example in rules.compiled.examples:
        if example.pack == rules.compiled.pack:
            run(example)
    if bad:
        raise BadExamples(bad)
    return found


# --- many -----------------------------------------------------------------------------------------


def in_sample_order(mutants: Iterable[Mutant], seed: int) -> list[Mutant]:
    """Mutants in an order drawn from a seed; a change elsewhere in the pack leaves the order of the others."""

    def key(mutant: Mutant) -> bytes:
        return blake2b(f"{seed} {mutant.name}".encode(), digest_size=8).digest()

    return sorted(mutants, key=key)


def judge_sample(
    on: Bench, seed: int, sample: int | None, *, jobs: int = 1, told: Callable[[Verdict], None] | None = None
) -> list[Verdict]:
    """Judge so many mutants that compile (all for None), in the order drawn; those refused on the way are among them.

    The verdicts are the same for any number of jobs.
    """
    found: list[Verdict] = []
    left = len(on.mutants) if sample is None else sample
    for verdict in _verdicts(on, in_sample_order(on.mutants, seed), jobs):
        found.append(verdict)
        if told is not None:
            told(verdict)
        left -= verdict.outcome != REFUSED
        if left <= 0:
            break
    return found


_judged: tuple[Bench, list[Mutant]] | None = None
"""What the workers judge: they are forked from the process that has it."""


def _verdicts(on: Bench, mutants: list[Mutant], jobs: int) -> Iterator[Verdict]:
    global _judged
    if jobs < 2 or "fork" not in multiprocessing.get_all_start_methods():
        yield from map(on.judge, mutants)
        return
    _judged = (on, mutants)
    with multiprocessing.get_context("fork").Pool(jobs, _obey) as pool:
        for mutant, (outcome, by, game) in zip(mutants, pool.imap(_judge, range(len(mutants))), strict=True):
            yield Verdict(mutant, outcome, by, None if game is None else on.games[game])


def _obey() -> None:
    """Ctrl-C reaches every process of a terminal; the one that started the others ends them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _judge(number: int) -> tuple[str, str, int | None]:
    assert _judged is not None
    verdict = _judged[0].judge(_judged[1][number])
    return verdict.outcome, verdict.by, None if verdict.game is None else verdict.game.index


def report(on: Bench, verdicts: list[Verdict]) -> dict[str, Any]:
    """Everything as plain data."""
    outcomes = Counter(verdict.outcome for verdict in verdicts)
    judged = outcomes[NOTICED] + outcomes[UNNOTICED]
    by = Counter(verdict.by.split(" ")[0].rstrip(":") for verdict in verdicts if verdict.outcome == NOTICED)
    return {
        "mode": on.mode,
        "games": len(on.games),
        "examples": len(on.touched),
        "mutants": len(on.mutants),
        **{name: outcomes[name] for name in (REFUSED, SAME, NOTICED, UNNOTICED)},
        "percent": share(outcomes[NOTICED], judged),
        "noticed_by": dict(by),
        "all": [_told(verdict) for verdict in verdicts if verdict.outcome != REFUSED],
    }


def _told(verdict: Verdict) -> dict[str, Any]:
    mutant, game = verdict.mutant, verdict.game
    return {
        "outcome": verdict.outcome,
        "kind": mutant.kind,
        "file": mutant.span.file,
        "line": mutant.span.line,
        "column": mutant.span.column,
        "before": shown(mutant.before),
        "after": shown(mutant.after),
        "by": verdict.by,
        "game": None if game is None else {"seed": game.seed, "options": dict(game.options)},
    }
