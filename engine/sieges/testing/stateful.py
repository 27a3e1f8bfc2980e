"""A state machine of a pack for Hypothesis, to be extended with rules and invariants of one's own."""

from __future__ import annotations

import os
from typing import Any, ClassVar

from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from sieges.game.game import Game
from sieges.game.pending import End
from sieges.game.rules import Rules
from sieges.loading import load
from sieges.testing.answers import FromLog
from sieges.testing.strategies import choices, setups
from sieges.testing.walking import Walk


class GameMachine(RuleBasedStateMachine):
    """A game in which every step is one answer; all properties of the pack hold after each. See `machine`."""

    rules_of_pack: ClassVar[Rules]
    given: ClassVar[dict[str, Any]]
    walk: Walk

    @property
    def game(self) -> Game:
        return self.walk.game

    @initialize(data=st.data())
    def begin(self, data: st.DataObject) -> None:
        options = data.draw(setups(self.rules_of_pack, **self.given), label="options")
        self.walk = Walk(self.rules_of_pack, options, FromLog([]), most=0)
        self.walk.run()

    @precondition(lambda self: not self.game.ended)
    @rule(data=st.data())
    def answer(self, data: st.DataObject) -> None:
        """Answer what is pending."""
        pending = self.game.legal()
        assert not isinstance(pending, End)
        chosen = data.draw(choices(self.game), label=pending.id)
        self.walk.step(chosen.value)

    @precondition(lambda self: self.game.ended)
    @rule()
    def rest(self) -> None:
        """The game is over."""

    @invariant()
    def properties_hold(self) -> None:
        """What the pack says of all its games, and what holds of every game."""
        self.walk.look()


def machine(
    pack: str | os.PathLike[str] | Rules, mode: str | None = None, *, steps: int = 50, **options: Any
) -> type[GameMachine]:
    """A state machine of a pack.

    >>> class Siege(machine("syracuse", skill="good")):
    ...     @invariant()
    ...     def somebody_is_left(self):
    ...         assert self.game.position()["pieces"]["troop"]["athens"]
    >>> TestSiege = Siege.TestCase

    Args:
        pack: name or path of a pack, or its rules.
        mode: the mode; the default one for None.
        steps: answers in one game, at most.
        options: set-up options; the others take all their values.
    """
    rules = pack if isinstance(pack, Rules) else load(pack, mode).rules(mode)

    class Made(GameMachine):
        rules_of_pack = rules
        given = options

    Made.__name__ = Made.__qualname__ = "GameMachine"
    case: Any = Made.TestCase
    # Explaining a failure traces every line that is run, which takes far longer than finding it.
    phases = [phase for phase in Phase if phase is not Phase.explain]
    case.settings = settings(case.settings, stateful_step_count=steps, deadline=None, phases=phases)
    return Made
