"""What agents that look ahead share: where a turn ends, what a position is worth, and who decides where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from math import exp
from random import Random
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from attrs import frozen

from sieges.game.chance import stream
from sieges.game.pending import Decision
from sieges.play.turns import counter
from sieges.players.agents import seat_of

if TYPE_CHECKING:
    from sieges.game.game import Game
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


@frozen
class Turns:
    """Where turns open."""

    sites: frozenset[int]
    """The decisions with which a turn opens; none where a game has no turns."""
    floor: int
    """How many procedures are under way, of those entered step by step, when a turn opens; in its middle more."""
    counter: int = -1
    """The cell that counts the turns, where the pack says that one does; then every decision can open one."""

    def opens(self, site: int, world: Game, turn: int) -> bool:
        """Whether a decision that a world asks for while it is finished opens a turn, another than ``turn``."""
        if self.counter >= 0:
            return world.data[self.counter] != turn
        return site in self.sites and depth(world) <= self.floor

    def now(self, world: Game) -> int:
        """The number of the turn, where it is counted."""
        return world.data[self.counter] if self.counter >= 0 else 0


def depth(game: Game) -> int:
    """How many procedures a game is in, of those entered step by step."""
    frames = game.frames
    found, base = 0, frames[0]
    while base:
        found, base = found + 1, frames[base + 2]
    return found


_turns: WeakKeyDictionary[Rules, Turns] = WeakKeyDictionary()


def turns_of(rules: Rules) -> Turns:
    """Where the turns of a game open: where the pack counts them by that number, else found by playing one at random.

    Of the decisions that are asked more than once, it is those that are asked from the fewest procedures down, and of
    these the first. The same decision, asked again from further down, is asked in the middle of a turn.
    """
    if rules not in _turns:
        _turns[rules] = _find_turns(rules)
    return _turns[rules]


def _find_turns(rules: Rules) -> Turns:
    sites = rules.compiled.sites
    cell = counter(rules.compiled)
    if cell >= 0:
        return Turns(frozenset(range(len(sites))), 0, cell)
    game = rules.new(seed=0)
    random = Random(0).random
    asked: list[tuple[int, int, int, Game]] = []
    while game.site >= 0:
        values = rules.options(game, game.site)
        index = int(random() * len(values))
        asked.append((game.site, depth(game), index, game.clone()))
        game.answer(values[index])
    # The same question put to another side is another one.
    who = deciders(rules)
    names = [(site.id, decider) for site, decider in zip(sites, who, strict=True)]
    times = Counter(names[site] for site, _, _, _ in asked)
    repeated = [entry for entry in asked if times[names[entry[0]]] > 1]
    if not repeated:
        return Turns(frozenset(), 0)
    # Of equals, `min` takes the one that was asked first.
    opener, shallow, _, _ = min(repeated, key=lambda entry: entry[1])
    same = frozenset(number for number, name in enumerate(names) if name == names[opener])
    first = next(at for at, entry in enumerate(asked) if entry[0] in same and entry[1] == shallow)
    return Turns(same, _floor(asked[first:], same, shallow))


def _floor(asked: list[tuple[int, int, int, Game]], openers: frozenset[int], shallow: int) -> int:
    """How deep the game is at most where a turn opens, when it is finished from the first decision on."""
    world = asked[0][3]
    assert world.luck is not None
    left = iter(asked)
    depths: list[int] = []

    def choose(site: int, values: Sequence[int]) -> int:
        _, down, index, _ = next(left)
        if site in openers and down == shallow:
            depths.append(depth(world))
        return index

    world.finish(choose, [stream(state) for state in world.luck.states])
    return max(depths[1:], default=1)


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
