"""What an agent is, the names of those that come with the engine, and which seat answers for which side."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from sieges.game.rules import Rules
    from sieges.game.view import View


class Agent(Protocol):
    """Whoever decides for a side. It is given a view, never the game, and is a function of it and of its seed."""

    def start(self, rules: Rules, side: str, seed: int) -> None:
        """A new game begins, in which the agent has the seat of ``side``."""

    def choose(self, view: View) -> str:
        """The id of the option that it takes; ``view.legal()`` is a decision."""


class UnknownAgent(ValueError):
    """No agent is called so; the message says which are."""


def _greedy(looks: int | None) -> Agent:
    from sieges.players.greedy import Greedy

    return Greedy() if looks is None else Greedy(looks)


def _random(looks: int | None) -> Agent:
    from sieges.players.uniform import Uniform

    if looks is not None:
        raise UnknownAgent("`random` looks at nothing ahead, so it takes no number")
    return Uniform()


def _rollout(looks: int | None) -> Agent:
    from sieges.players.rollout import Rollout

    return Rollout() if looks is None else Rollout(looks)


AGENTS: dict[str, Callable[[int | None], Agent]] = {
    "random": _random,
    "greedy": _greedy,
    "rollout": _rollout,
}
"""Name -> what makes one, with how many looks ahead it may take for a decision."""


def agent(name: str) -> Agent:
    """A new agent: one of `AGENTS`, such a name with a number of looks ahead (``rollout:400``), or ``module:Class``.

    Raises:
        UnknownAgent: there is none of that name, or it is no agent.
    """
    first, colon, rest = name.partition(":")
    if first in AGENTS and (not colon or (rest.isascii() and rest.isdigit())):
        looks = int(rest) if colon else None
        if looks is not None and not 1 <= looks <= 1_000_000:
            raise UnknownAgent(f"`{name}`: looks ahead are a number from 1 to 1000000")
        return AGENTS[first](looks)
    if colon and first and rest:
        return _imported(name, first, rest)
    from sieges.text.diagnostic import nearest

    guess = nearest(first, AGENTS)
    hint = f"; did you mean `{guess}`?" if guess else ""
    raise UnknownAgent(f"there is no agent `{name}`{hint} (agents: {', '.join(AGENTS)}, or module:Class)")


def _imported(name: str, module: str, attribute: str) -> Agent:
    here = os.getcwd()
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        made: Any = getattr(import_module(module), attribute)()
    except Exception as error:
        raise UnknownAgent(f"the agent `{name}` cannot be made: {type(error).__name__}: {error}") from error
    if not callable(getattr(made, "choose", None)) or not callable(getattr(made, "start", None)):
        raise UnknownAgent(f"`{name}` is no agent: it needs the methods `start` and `choose`")
    found: Agent = made
    return found


def seats(rules: Rules) -> list[str]:
    """The sides that decide in this mode."""
    members = rules.compiled.kinds["side"].members
    return [members[index] for index in rules.compiled.seats]


def seat_of(rules: Rules, side: str) -> str:
    """The seat that answers for a side: its own, or the first one where the side has none."""
    found = seats(rules)
    return side if side in found or not found else found[0]
