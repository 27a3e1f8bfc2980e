"""Asks an agent, and tells its mistakes from those of the rules and of this program."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from sieges.game.pending import Decision

if TYPE_CHECKING:
    from sieges.game.rules import Rules
    from sieges.game.view import View
    from sieges.players.agents import Agent

T = TypeVar("T")
_HERE = Path(__file__).resolve().parent.parent


class AgentFailed(Exception):
    """An agent raised an error or answered with what is not offered; the message names it and its own line."""


def start(agent: Agent, name: str, rules: Rules, side: str, seed: int) -> None:
    """Tell an agent that a game begins.

    Raises:
        AgentFailed: it raised an error.
    """
    _guarded(name, lambda: agent.start(rules, side, seed))


def choose(agent: Agent, name: str, view: View) -> str:
    """The id of the option that an agent takes at the pending decision.

    Raises:
        AgentFailed: it raised an error, or what it takes is not offered.
    """
    chosen: object = _guarded(name, lambda: agent.choose(view))
    pending = view.legal()
    assert isinstance(pending, Decision)
    offered = [option.id for option in pending.options]
    if isinstance(chosen, str) and pending.option(chosen) is not None:
        return chosen
    shown = f"`{chosen}`" if isinstance(chosen, str) else repr(chosen)
    message = f"the agent `{name}` answered {pending.id} with {shown}, which is not offered"
    raise AgentFailed(f"{message}: {', '.join(offered)}")


def _guarded(name: str, ask: Callable[[], T]) -> T:
    try:
        return ask()
    except Exception as error:
        words = " ".join(str(error).split())
        said = f"{type(error).__name__}{': ' if words else ''}{words}"
        raise AgentFailed(f"the agent `{name}` failed{_where(error)}: {said}") from error


def _where(error: Exception) -> str:
    """The innermost line that is the agent's own: not of this engine, unless no other is."""
    frames = traceback.extract_tb(error.__traceback__)[2:]
    own = [frame for frame in frames if _HERE not in Path(frame.filename).parents]
    shown = own or list(frames)
    return f" at {shown[-1].filename}:{shown[-1].lineno}" if shown else ""
