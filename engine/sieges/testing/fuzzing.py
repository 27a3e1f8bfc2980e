"""Games at the speed of the engine, answered at once: what fails is found, made small, and told once for each cause."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from math import inf
from random import Random
from statistics import median
from typing import TYPE_CHECKING, Any, Protocol

from attrs import Factory, define, field

from sieges.game.chance import seed_of
from sieges.game.invariants import keeper
from sieges.testing.answers import Answers, AtRandom, FromLog, Log
from sieges.testing.causes import ANSWERED, REPLAY, Cause, Found, blamed, found
from sieges.testing.failures import Failure, played
from sieges.testing.noticing import Notice, Notices
from sieges.testing.shrinking import Shrinker, Test
from sieges.testing.walking import MOST_ANSWERS, Walk

if TYPE_CHECKING:
    from sieges.game.rules import Rules

CAREFUL = 0.25
"""The share of the time that goes into games that are looked at step by step, with care."""
SHRINKING = 10.0
"""Seconds that making one game small may take."""
LUCKY = 0.2
"""The share of them in which games at random are tried that are shorter."""
MOST_LUCKY = 4000
MOST_CAREFUL = 500
"""Answers in a game that is looked at with care; three times as many as usual where games are longer."""
MOST_IN_A_ROW = 2000
"""Choices of more than one option without a chance between them, after which a quick game is looked at with care."""


class _Cut(Exception):
    """The game is left: it goes on too long."""


class _Round(_Cut):
    """It is left, since its choices may lead round and round."""


class Quick(Protocol):
    """What answers a quick game: see `answers`."""

    def option(self, label: Any, count: int) -> int: ...

    def below(self, count: int) -> int: ...


def play_quick(
    rules: Rules,
    cells: list[int],
    answers: Quick,
    log: Log,
    notices: Notices | None = None,
    most: int = MOST_ANSWERS,
    until: float = inf,
) -> None:
    """Play a game inline and look at its invariants.

    Args:
        rules: those of its mode.
        cells: as `Rules.start` gives them; they are changed.
        answers: who decides, and settles chances.
        log: gains every answer, also of a game that fails.
        notices: take what happens.
        most: answers after which the game is left.
        until: when it is left at the latest, on the monotonic clock.

    Raises:
        Found: the game lacks a property.
        _Cut: it went on too long.
    """
    keep = keeper(rules)
    asked = notices.asked if notices is not None and notices.is_watching else None
    add, option, below = log.append, answers.option, answers.below
    row = 0

    def choose(site: int, values: Sequence[int]) -> int:
        nonlocal row
        if keep is not None:
            keep(cells)
        count, at = len(values), 0
        if count > 1:
            at = option(site, count)
            add(at)
            row += 1
            if row > MOST_IN_A_ROW:
                raise _Round
            if len(log) > most or (not len(log) % 128 and time.monotonic() > until):
                raise _Cut
        elif not count:
            data = rules.compiled.sites[site]
            raise found(ANSWERED, data.place, f"`{data.name}` is asked, and nothing is offered")
        if asked is not None:
            asked(site, values, at, cells)
        return at

    def roll(count: int) -> int:
        nonlocal row
        row = 0
        if count < 2:
            return 0
        number = below(count)
        add(number)
        if len(log) > most:
            raise _Cut
        return number

    with blamed(rules):
        rules.play_from(cells, choose, [roll] * len(rules.compiled.sources))
        if keep is not None:
            keep(cells)
    if notices is not None:
        notices.end(cells, is_step_by_step=False)


def values_of(rules: Rules) -> dict[str, list[Any]]:
    """The values that set-up options are tested with, the default first; of numbers the bounds as well."""
    compiled = rules.compiled
    known: dict[str, list[Any]] = {}
    for option in compiled.options:
        kind = compiled.kinds.get(option.kind)
        if kind is not None:
            members = list(kind.members)
            known[option.id] = [members.pop(option.default), *members]
        elif option.kind == "condition":
            known[option.id] = [bool(option.default), not option.default]
        else:
            known[option.id] = list(dict.fromkeys((option.default, option.low, option.high)))
    return known


@define(eq=False)
class Session:
    """What one mode of a pack is tested with, and what has come of it."""

    rules: Rules
    pack: str
    options: Mapping[str, Any]
    """Set-up options that somebody gave; the others take all their values."""
    seed: int = 1
    shrink_seconds: float = SHRINKING
    games: int = 0
    careful: int = 0
    """Of the games those that were looked at step by step."""
    cut: int = 0
    """Games that were left in the middle."""
    answers: int = 0
    seconds: float = 0.0
    failures: list[Failure] = Factory(list)
    notices: Notices = field(init=False)
    stopped: bool = False
    """Whether somebody interrupted it."""
    notes: list[str] = Factory(list)
    """What whoever reads the result should know of how it was come by."""
    _found: dict[Cause, _Hit] = field(factory=dict, init=False)
    _length: float | None = field(default=None, init=False)
    _until: float = field(default=inf, init=False)
    _began: float = field(default=0.0, init=False)

    def __attrs_post_init__(self) -> None:
        self.notices = Notices(self.rules)

    @property
    def mode(self) -> str:
        return self.rules.compiled.mode

    def report(self) -> list[Notice]:
        """What is told and fails nothing. Where games failed early it would say little."""
        return self.notices.report() if self.notices.games else []

    # --- games ------------------------------------------------------------------------------------

    def begin(self, seconds: float) -> None:
        """The clock starts: after so many seconds no game is begun, and those under way are left."""
        self._began = time.monotonic()
        self._until = self._began + seconds

    @property
    def is_over(self) -> bool:
        return time.monotonic() >= self._until

    def since(self) -> float:
        return time.monotonic() - self._began

    def fuzz(
        self, seconds: float, progress: Callable[[Session], None] | None = None, *, first: bool = False
    ) -> None:
        """Play for so many seconds, or until the first finding if that is enough; then make small what was found."""
        self.begin(seconds)
        careful_time, known = 0.0, values_of(self.rules)
        try:
            while not self.is_over and not (first and self._found):
                random = Random(seed_of("fuzz", self.seed, self.games))
                options = self._options(random, known)
                began = time.monotonic()
                if careful_time <= CAREFUL * self.since():
                    self._play_careful(options, AtRandom(random))
                    careful_time += time.monotonic() - began
                else:
                    self._play_quick(options, AtRandom(random))
                if progress is not None:
                    progress(self)
        except KeyboardInterrupt:
            self.stopped = True
        self.seconds = self.since()
        self.settle()

    def quick_games(self, answers: int) -> None:
        """Play quick games until so many answers have been given in them, or time is over."""
        known, until, number = values_of(self.rules), self.answers + answers, 0
        while self.answers < until and not self.is_over:
            number += 1
            random = Random(seed_of("quick", self.seed, number))
            self._play_quick(self._options(random, known), AtRandom(random))

    def _options(self, random: Random, known: Mapping[str, Sequence[Any]]) -> dict[str, Any]:
        """Those that were given; the others by default in half of the games."""
        if random.random() < 0.5:
            return dict(self.options)
        chosen = {name: random.choice(values) for name, values in known.items() if name not in self.options}
        chosen = {name: value for name, value in chosen.items() if value != known[name][0]}
        return {**chosen, **self.options}

    def length(self) -> float:
        """Answers in half of the games at random, at most."""
        if self._length is None:
            lengths = []
            for number in range(5):
                log = Log()
                try:
                    answers = AtRandom(Random(seed_of("length", self.seed, number)))
                    play_quick(self.rules, self.rules.start(self.options), answers, log)
                except (Found, _Cut):
                    pass
                lengths.append(len(log))
            self._length = median(lengths)
        return self._length

    def longest(self) -> int:
        """Answers after which a game that is looked at with care is left: most games are over long before."""
        return max(MOST_CAREFUL, int(3 * self.length()))

    def _play_careful(self, options: dict[str, Any], answers: Answers) -> None:
        walk = Walk(self.rules, options, answers, self.longest(), self.notices, until=self._until)
        try:
            walk.run()
        except Found as failed:
            self.hit(failed.cause, options, walk.log)
        self.count(walk)

    def count(self, walk: Walk) -> None:
        """Count a game that was played with care."""
        self.games += 1
        self.careful += 1
        self.cut += walk.is_cut
        self.answers += len(walk.log)

    def _play_quick(self, options: dict[str, Any], answers: AtRandom) -> None:
        log = Log()
        try:
            play_quick(self.rules, self.rules.start(options), answers, log, self.notices, until=self._until)
        except Found as failed:
            self.hit(failed.cause, options, log)
        except _Round:
            cause, walk = played(self.rules, options, log)
            if cause is not None:
                self.hit(cause, options, walk.log)
            self.cut += cause is None
        except _Cut:
            self.cut += 1
        self.games += 1
        self.answers += len(log)

    # --- findings ---------------------------------------------------------------------------------

    def hit(self, cause: Cause, options: dict[str, Any], log: Log) -> None:
        """A game failed: of each cause the shortest is kept."""
        hit = self._found.get(cause)
        if hit is None:
            self._found[cause] = _Hit(dict(options), log[:], 1, self.games + 1, self.since())
            return
        hit.games += 1
        if len(log) < len(hit.log):
            hit.options, hit.log = dict(options), log[:]

    def settle(self) -> None:
        """Make small what was found, and tell it."""
        for cause, hit in self._found.items():
            self.failures.append(self._failure(cause, hit))
        self._found.clear()

    def _failure(self, cause: Cause, hit: _Hit) -> Failure:
        began = time.monotonic()
        given = dict(self.options)
        # What only games show that are looked at with care cannot be tested for quickly.
        quick: Test | None = self._as_before(cause)
        if quick is not None and quick(hit.options, hit.log) is None:
            quick = None

        def careful(options: dict[str, Any], log: Log) -> Log | None:
            found_cause, walk = played(self.rules, {**options, **given}, log)
            return walk.log if found_cause == cause else None

        options, log = self._shorter(cause, hit) if quick is not None else (hit.options, hit.log)
        shrinker = Shrinker(quick or careful, options, log, self.shrink_seconds)
        shrinker.run()
        again, walk = played(self.rules, {**shrinker.options, **given}, shrinker.log)
        if again != cause:
            # Answered at once it fails, step by step it does not, or for another cause: the forms differ.
            about = f"answered at once, the game fails ({cause.message}); step by step it does not"
            cause = Cause(REPLAY, cause.file, cause.line, cause.column, about)
        return Failure(
            cause, self.rules, self.pack, {**shrinker.options, **given}, shrinker.log, walk.moves, hit.games,
            hit.first, hit.seconds, time.monotonic() - began, len(hit.log), shrinker.is_done,
        )  # fmt: skip

    def _shorter(self, cause: Cause, hit: _Hit) -> tuple[dict[str, Any], Log]:
        """By luck, a shorter game that fails for the same cause: where small steps lead no further, another may."""
        options, best = hit.options, hit.log
        until = time.monotonic() + LUCKY * self.shrink_seconds
        for number in range(MOST_LUCKY):
            if time.monotonic() > until or len(best) < 2:
                break
            log = Log()
            random = Random(seed_of("shorter", self.seed, number))
            # Half of them begin as the game that is known, and then go their own way.
            known = best[: random.randrange(len(best))] if number % 2 else []
            answers = AtRandom(random, known)
            try:
                play_quick(self.rules, self.rules.start(options), answers, log, most=len(best) - 1)
            except Found as failed:
                if failed.cause == cause and len(log) < len(best):
                    best = log
            except _Cut:
                continue
        return options, best

    def _as_before(self, cause: Cause) -> Test:
        given = dict(self.options)

        def test(options: dict[str, Any], log: Log) -> Log | None:
            used = Log()
            try:
                play_quick(self.rules, self.rules.start({**options, **given}), _Said(log), used)
            except Found as failed:
                return used if failed.cause == cause else None
            except _Cut:
                return None
            return None

        return test


class _Said(FromLog):
    """A log, for a quick game."""

    def option(self, label: Any, count: int) -> int:
        return self.below(count)


@define(eq=False)
class _Hit:
    """The shortest game so far that fails for a cause."""

    options: dict[str, Any]
    log: Log
    games: int
    first: int
    seconds: float
