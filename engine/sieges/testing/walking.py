"""A game played step by step, and looked at with care at every pause: whether all that must hold of it holds."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from math import inf
from typing import TYPE_CHECKING, Any

from attrs import Factory, define, field

from sieges.game.decks import pick
from sieges.game.game import Game
from sieges.game.invariants import Keeper, keeper
from sieges.game.pending import Chance, Decision, End
from sieges.testing.answers import Answers, FromLog, Log
from sieges.testing.causes import ANSWERED, ENDLESS, REPLAY, UNDO, blamed, found
from sieges.testing.secrecy import Twins, look

if TYPE_CHECKING:
    from sieges.game.rules import Rules
    from sieges.testing.noticing import Notices

MOST_ANSWERS = 20_000
"""Answers in one game, after which it is left."""


@define(eq=False)
class Walk:
    """One game on its way. ``log`` and ``moves`` are what was answered, also after something was found."""

    rules: Rules
    options: dict[str, Any]
    answers: Answers
    most: int = MOST_ANSWERS
    """Answers after which the game is left."""
    notices: Notices | None = None
    until: float = inf
    """When it is left at the latest, on the monotonic clock."""
    log: Log = Factory(list)
    moves: list[tuple[str, str]] = Factory(list)
    """Id and choice of every decision and chance."""
    is_cut: bool = False
    game: Game = field(init=False)
    _keep: Keeper | None = field(init=False)
    _seen: set[tuple[int, ...]] = field(factory=set, init=False)
    _side: str = field(default="", init=False)
    _twins: Twins = field(factory=Twins, init=False)

    def __attrs_post_init__(self) -> None:
        self._keep = keeper(self.rules)

    def run(self, begun: Walk | None = None) -> None:
        """Play to the end, or until so many answers have been given.

        Args:
            begun: a game to go on with, in place of a new one; it stays as it is.

        Raises:
            Found: the game lacks a property.
        """
        with blamed(self.rules):
            if begun is None:
                self.game = self.rules.new(self.options)
            else:
                self.game = begun.game.clone()
                self.log, self.moves = begun.log[:], begun.moves[:]
            given = 0
            while self.game.site >= 0:
                if given >= self.most or time.monotonic() > self.until:
                    self.is_cut = True
                    break
                given += 1
                if self.rules.is_chance[self.game.site]:
                    self._chance()
                else:
                    self._decision()
        self.look()

    def look(self) -> None:
        """Look at the game as it stands: at what is pending, or at the whole of it once it has ended.

        Raises:
            Found: it lacks a property.
        """
        with blamed(self.rules):
            if self.game.site < 0:
                self._end()
            elif not self.rules.is_chance[self.game.site]:
                self._look()

    def step(self, value: int) -> None:
        """Answer what is pending by the value of an option or outcome.

        Raises:
            Found: the game lacks a property.
            ValueError: it is not offered.
        """
        with blamed(self.rules):
            if self.rules.is_chance[self.game.site]:
                values, weights = self.rules.outcomes(self.game, self.game.site)
                self._settle(values, weights, sum(weights[: values.index(value)]))
            else:
                pending, offered = self._look()
                self._decide(pending, offered, list(offered).index(value))

    # --- pauses -----------------------------------------------------------------------------------

    def _chance(self) -> None:
        game, site = self.game, self.rules.compiled.sites[self.game.site]
        values, weights = self.rules.outcomes(game, game.site)
        if not values or min(weights) <= 0:
            raise found(ANSWERED, site.place, f"`{site.name}` has no way to come out")
        self._settle(values, weights, self.answers.number(site.name, weights) if sum(weights) > 1 else 0)

    def _settle(self, values: list[int], weights: list[int], number: int) -> None:
        if sum(weights) > 1:
            self.log.append(number)
        self._seen.clear()
        self._answer(pick(values, weights, number))

    def _decision(self) -> None:
        pending, values = self._look()
        self._decide(pending, values, self.answers.option(pending.id, len(values)) if len(values) > 1 else 0)

    def _decide(self, pending: Decision, values: Sequence[int], at: int) -> None:
        game = self.game
        self._endless(pending.side)
        if len(values) > 1:
            self.log.append(at)
        if self.rules.secrets:
            self._twins.split(game, pending, at)
        if self.notices is not None:
            self.notices.decision(game, values, at)
        self._answer(values[at])

    def _look(self) -> tuple[Decision, Sequence[int]]:
        """Look at a decision before it is answered: the decision, and what can be answered."""
        game, site = self.game, self.rules.compiled.sites[self.game.site]
        if self._keep is not None:
            self._keep(game.data)
        values = self.rules.options(game, game.site)
        if not values:
            raise found(ANSWERED, site.place, f"`{site.name}` is asked, and nothing is offered")
        pending = game.legal()
        assert isinstance(pending, Decision)
        self.rules.refusals(game)
        if self.rules.secrets:
            look(game)
        return pending, values

    def _endless(self, side: str) -> None:
        """The very same question in the very same position cannot come back without a chance or another side."""
        if side != self._side:
            self._seen.clear()
            self._side = side
        here = (self.game.site, *self.game.data, *self.game.frames)
        if here in self._seen:
            site = self.rules.compiled.sites[self.game.site]
            raise found(
                ENDLESS, site.place, f"choices of {side} alone lead back to the same `{site.name}`, for ever"
            )
        self._seen.add(here)

    def _answer(self, value: int) -> None:
        """Answer twice, of which once is taken back."""
        game, place = self.game, self.rules.compiled.sites[self.game.site].place
        pending = game.legal()
        assert not isinstance(pending, End)
        choices = pending.outcomes if isinstance(pending, Chance) else pending.options
        chosen = next((choice for choice in choices if choice.value == value), None)
        if chosen is None or pending.option(chosen.id) != chosen:
            raise found(REPLAY, place, f"`{pending.name}`: two answers have one id")
        self.moves.append((pending.id, chosen.id))
        kept = (game.data[:], game.frames[:], game.site)
        other = game.clone()
        events = list(other.answer(value))
        if (game.data, game.frames, game.site) != kept:
            raise found(
                UNDO, place, f"`{pending.name}` cannot be taken back: the position before it has changed"
            )
        again = list(game.answer(value))
        if events != again or (game.data, game.frames, game.site) != (other.data, other.frames, other.site):
            raise found(UNDO, place, f"`{pending.name}`, taken back and answered alike, leads elsewhere")
        self._twins.follow(game, value, again)

    # --- the end ----------------------------------------------------------------------------------

    def _end(self) -> None:
        game = self.game
        if self._keep is not None:
            self._keep(game.data)
        end = game.legal()
        assert isinstance(end, End)
        if not game.ended:
            raise found(ANSWERED, self._main, "the sequence runs out, and the game has not ended")
        if self.notices is not None:
            self.notices.end(game.data)
        again = self.rules.new(self.options)
        for id_, choice in self.moves:
            if again.legal().id != id_:
                raise found(
                    REPLAY, again.legal().place, f"`{again.legal().id}` is asked again in place of `{id_}`"
                )
            again.apply(choice)
        if again.digest() != game.digest():
            raise found(REPLAY, end.place, "the same choices lead to another position")
        if self._inline() != game.data:
            raise found(REPLAY, end.place, "the same choices, answered at once, lead to another position")

    def _inline(self) -> list[int]:
        answers = FromLog(self.log)

        def choose(site: int, values: Iterable[int]) -> int:
            count = len(tuple(values))
            return answers.below(count) if count > 1 else 0

        def roll(count: int) -> int:
            return answers.below(count) if count > 1 else 0

        return self.rules.play(self.options, choose, [roll] * len(self.rules.compiled.sources))

    @property
    def _main(self) -> Any:
        return self.rules.compiled.instances[self.rules.compiled.main].place
