"""Games that Hypothesis answers: fewer than a fuzzer plays, looked at with care, and made small as it knows how to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

from attrs import Factory, define
from hypothesis import HealthCheck, Phase, Verbosity, given, settings
from hypothesis import seed as seeded
from hypothesis import strategies as st
from hypothesis.errors import HypothesisException

from sieges.game.chance import seed_of
from sieges.testing.answers import AtRandom
from sieges.testing.causes import Cause, Found
from sieges.testing.fuzzing import Session, values_of
from sieges.testing.walking import Walk

if TYPE_CHECKING:
    from sieges.game.rules import Rules

GAMES = 100
"""Cases of one mode where nobody says how many."""
SECONDS = 60.0
"""How long no more than that."""
QUICK = 250
"""Answers in quick games for each case: they show what is rare, and where endings lie."""
MOST_DRAWN = 2000
"""Answers that one case draws. Hypothesis gives up on a case after 8192, and says nothing of it."""
LONG = 300
"""Answers in a game from which on cases begin in the middle of games as well."""
MOST_LONG = 400
"""Answers that a case draws where games are long."""
MIDDLES = 32
"""Games from whose middle a case can begin."""


@cache
def below(count: int) -> st.SearchStrategy[int]:
    """Numbers below a count; one strategy for each count, since making one takes longer than a draw."""
    return st.integers(0, count - 1)


class Drawn:
    """Answers a game with what Hypothesis draws; of a chance every outcome is as likely, so that rare ones come too."""

    def __init__(self, draw: st.DrawFn) -> None:
        self._draw = draw

    def option(self, label: str, count: int) -> int:
        return self._draw(below(count))

    def number(self, label: str, weights: Sequence[int]) -> int:
        return sum(weights[: self._draw(below(len(weights)))]) if len(weights) > 1 else 0


@define(eq=False)
class Middles:
    """Games at random that stopped somewhere, to begin from. Which one is drawn is a number, 0 the start of a game."""

    rules: Rules
    seed: int
    length: float
    """Answers in half of the games, at most."""
    _known: dict[tuple[int, tuple[Any, ...]], Walk | None] = Factory(dict)

    def at(self, number: int, options: Mapping[str, Any]) -> Walk | None:
        """The game of that number with those options; None to begin at the start.

        Raises:
            Found: it lacks a property on the way.
        """
        if number == 0:
            return None
        key = (number, tuple(options.items()))
        if key not in self._known:
            random = Random(seed_of("middle", self.seed, number))
            walk = Walk(self.rules, dict(options), AtRandom(random), most=int(random.random() * self.length))
            walk.run()
            self._known[key] = None if walk.game.ended else walk
        return self._known[key]


def run(session: Session, games: int = GAMES, seconds: float = SECONDS) -> None:
    """Let Hypothesis play games of a session's mode, then some more at once, and make small what was found.

    A seed is the same cases, on the same version of Hypothesis, unless time runs out.

    Args:
        session: what is tested.
        games: how many cases; and so many times `QUICK` answers are given in quick games.
        seconds: after so many no game is begun.
    """
    session.begin(seconds)
    rules = session.rules
    values = {name: known for name, known in values_of(rules).items() if name not in session.options}
    length = session.length()
    middles = Middles(rules, session.seed, length) if length > LONG else None
    most = MOST_LONG if middles is not None else MOST_DRAWN
    kinds: dict[Cause, type[Found]] = {}

    @st.composite
    def play(draw: st.DrawFn) -> None:
        options = dict(session.options)
        for name, known in values.items():
            at = draw(below(len(known))) if len(known) > 1 else 0
            if at:
                options[name] = known[at]
        walk = Walk(rules, options, Drawn(draw), most=most, notices=session.notices)
        try:
            begun = None if middles is None else middles.at(draw(below(MIDDLES)), options)
            walk.run(begun)
        except Found as failed:
            # One class for each cause, since Hypothesis tells failures apart by their classes.
            kind = kinds.setdefault(failed.cause, type("Found", (Found,), {}))
            session.hit(failed.cause, options, walk.log)
            raise kind(failed.cause) from None
        finally:
            session.count(walk)

    @seeded(session.seed)
    @settings(
        max_examples=games,
        database=None,
        deadline=None,
        derandomize=False,
        report_multiple_bugs=True,
        print_blob=False,
        verbosity=Verbosity.quiet,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    @given(st.data())
    def one(data: st.DataObject) -> None:
        if session.is_over:
            return
        data.draw(play())

    try:
        # What is found is taken note of game by game. That it does not fail again, once time is over, is no news.
        with suppress(Found, BaseExceptionGroup, HypothesisException):
            one()
        session.quick_games(games * QUICK)
    except KeyboardInterrupt:
        session.stopped = True
    session.seconds = session.since()
    if session.is_over:
        session.notes.append(f"time was over after {seconds:.0f} s and {session.games} of the games")
    if middles is not None:
        session.notes.append(
            f"games are long ({length:.0f} answers): most cases begin in the middle of one, "
            f"and are left after {most} answers"
        )
    if middles is None and session.cut:
        session.notes.append(f"{session.cut} of the games were left after {most} answers")
    session.settle()
