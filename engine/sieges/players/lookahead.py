"""What agents that look ahead share: where a turn ends, what a position is worth, and who decides where."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp
from random import Random
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from sieges.game.pending import Decision
from sieges.players.agents import seat_of

if TYPE_CHECKING:
    from sieges.game.rules import Rules
    from sieges.game.view import View

WON = 1_000_000
"""What a won game is worth. What is worth half of it is even; a lost game is worth nothing."""

_MOST = 1400
_LOGISTIC = tuple(round(WON / (1 + exp(-points / 100))) for points in range(-_MOST, _MOST + 1))
# Whole numbers, so that no machine's last digit decides between two options.

Worth = Callable[[Sequence[int]], int]
"""What a state is worth to a side: millionths of a won game."""


class Horizon(Exception):
    """Raised by a resolver of decisions: the look ahead ends here. The cells stand as they are."""


def chances(points: int) -> int:
    """What an evaluation comes to: a hundred points more make the odds of winning *e* times as good; 0 is even."""
    return _LOGISTIC[max(-_MOST, min(_MOST, points)) + _MOST]


def worth(rules: Rules, side: str) -> Worth:
    """What a position is worth to a side: the winner, once there is one, before that the pack's own evaluation.

    Where only other sides have an evaluation, what is worth most to one of them is worth least to this one; without
    any, a game that goes on is even.
    """
    compiled = rules.compiled
    index = compiled.kinds["side"].members.index(side)
    own = compiled.evaluation.get(index)
    others = [rules.runtime.function(name) for name in compiled.evaluation.values()]
    function = rules.runtime.function(own) if own is not None else None

    def value(cells: Sequence[int]) -> int:
        if cells[0]:
            winner = cells[1]
            return WON // 2 if winner < 0 else WON if winner == index else 0
        if function is not None:
            return chances(int(function(cells)))
        if others:
            return WON - chances(max(int(other(cells)) for other in others))
        return WON // 2

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


def deciders(rules: Rules) -> list[str | None]:
    """The seat that decides at each site; None for chance, and where it depends on the situation."""
    sides = rules.compiled.kinds["side"].members
    cells = rules.start()
    found: list[str | None] = []
    for number, site in enumerate(rules.compiled.sites):
        said = set[int]()
        if site.what == "decision":
            asked = rules.runtime.function(f"b{number}")
            try:
                said = {asked(cells[:], *[value] * len(site.needs)) for value in (0, 1)}
            except (IndexError, TypeError):
                said = set()
        side = said.pop() if len(said) == 1 else -1
        found.append(seat_of(rules, sides[side]) if 0 <= side < len(sides) else None)
    return found


def decision_of(view: View) -> Decision:
    """The decision that an agent is asked for."""
    decision = view.legal()
    if not isinstance(decision, Decision):
        raise ValueError(f"no decision is pending, but {decision.id}")
    return decision
