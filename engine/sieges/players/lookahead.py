"""What agents that look ahead share: where a turn ends, and what a position is worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from sieges.game.pending import Decision

if TYPE_CHECKING:
    from sieges.game.rules import Rules
    from sieges.game.view import View

DECIDED = 10**9
"""What a won game is worth; a lost one the negative, and a position that is open always less."""

Worth = Callable[[Sequence[int]], int]
"""What a state is worth to a side."""


class Horizon(Exception):
    """Raised by a resolver of decisions: the look ahead ends here. The cells stand as they are."""


def worth(rules: Rules, side: str) -> Worth:
    """What a position is worth to a side: the winner first, then the pack's own evaluation, where it has one.

    Where only other sides have an evaluation, what is worth most to one of them is worth least to this one.
    """
    compiled = rules.compiled
    index = compiled.kinds["side"].members.index(side)
    own = compiled.evaluation.get(index)
    others = [rules.runtime.function(name) for name in compiled.evaluation.values()]
    function = rules.runtime.function(own) if own is not None else None

    def value(cells: Sequence[int]) -> int:
        if cells[0]:
            winner = cells[1]
            return 0 if winner < 0 else DECIDED if winner == index else -DECIDED
        if function is not None:
            found = int(function(cells))
        elif others:
            found = -max(int(other(cells)) for other in others)
        else:
            return 0
        return max(1 - DECIDED, min(DECIDED - 1, found))

    return value


_openers: WeakKeyDictionary[Rules, frozenset[int]] = WeakKeyDictionary()


def turn_sites(rules: Rules) -> frozenset[int]:
    """The decisions with which a turn opens; empty where a game has no turns.

    They are found by playing a game at random: of the decisions that are asked more than once, those that are asked
    from the fewest procedures down, and of these the first.
    """
    if rules not in _openers:
        _openers[rules] = _find_openers(rules)
    return _openers[rules]


def _find_openers(rules: Rules) -> frozenset[int]:
    sites = rules.compiled.sites
    game = rules.new(seed=0)
    random = Random(0).random
    depths: dict[str, int] = {}
    times: dict[str, int] = {}
    while game.site >= 0:
        id_ = sites[game.site].id
        depth, base = 0, game.frames[0]
        while base:
            depth, base = depth + 1, game.frames[base + 2]
        depths[id_] = min(depth, depths.get(id_, depth))
        times[id_] = times.get(id_, 0) + 1
        values = rules.options(game, game.site)
        game.answer(values[int(random() * len(values))])
    repeated = [id_ for id_ in depths if times[id_] > 1]
    if not repeated:
        return frozenset()
    # Of equals, `min` takes the one that was asked first.
    opener = min(repeated, key=depths.__getitem__)
    return frozenset(number for number, site in enumerate(sites) if site.id == opener)


def decision_of(view: View) -> Decision:
    """The decision that an agent is asked for."""
    decision = view.legal()
    if not isinstance(decision, Decision):
        raise ValueError(f"no decision is pending, but {decision.id}")
    return decision
