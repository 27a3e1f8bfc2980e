"""Hypothesis strategies: rules of packs, ways to set them up, positions that games come to, whole games, choices."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from sieges.game.game import Game
from sieges.game.pending import Chance, Decision, End, Option, Outcome
from sieges.game.rules import Rules
from sieges.loading import PackError, load
from sieges.testing.cases import MOST_DRAWN, Drawn, below
from sieges.testing.fuzzing import values_of
from sieges.testing.walking import Walk

Pack = str | os.PathLike[str] | Rules


def _rules(pack: Pack, mode: str | None) -> Rules:
    return pack if isinstance(pack, Rules) else load(pack, mode).rules(mode)


def rules(*packs: str | os.PathLike[str]) -> st.SearchStrategy[Rules]:
    """The rules of these packs, in every mode; of all packs that came with the engine, if none is named."""
    from sieges.pack.finder import list_packs

    loaded = []
    for pack in packs or [id_ for id_, _, _ in list_packs()]:
        try:
            loaded.append(load(pack))
        except PackError:
            # A base is not played itself.
            if packs:
                raise
    return st.sampled_from([scenario.rules(mode) for scenario in loaded for mode in scenario.modes])


def setups(pack: Pack, mode: str | None = None, **given: Any) -> st.SearchStrategy[dict[str, Any]]:
    """Set-up options of a pack with their values, of numbers the default and the bounds; those given stay so."""
    known = values_of(_rules(pack, mode))
    return st.fixed_dictionaries(
        {name: st.just(given[name]) if name in given else st.sampled_from(known[name]) for name in known}
    )


@st.composite
def states(
    draw: st.DrawFn,
    pack: Pack,
    mode: str | None = None,
    options: Mapping[str, Any] | None = None,
    most: int = MOST_DRAWN,
) -> Game:
    """Positions that games of a pack come to, chances pending like decisions; the simplest is a game's first pause.

    Args:
        draw: given by Hypothesis.
        pack: name or path of a pack, or its rules.
        mode: the mode; the default one for None.
        options: set-up options; the defaults otherwise.
        most: how many answers have been given, at most. Hypothesis gives up beyond some thousand.
    """
    walk = Walk(_rules(pack, mode), dict(options or {}), Drawn(draw), most=draw(st.integers(0, most)))
    walk.run()
    return walk.game


@st.composite
def games(
    draw: st.DrawFn,
    pack: Pack,
    mode: str | None = None,
    options: Mapping[str, Any] | None = None,
    most: int = MOST_DRAWN,
) -> Walk:
    """Games of a pack that have been played to the end, or for so many answers: `game`, `moves` and `is_cut`.

    Raises:
        Found: the game lacks a property on the way, which fails the test.
    """
    walk = Walk(_rules(pack, mode), dict(options or {}), Drawn(draw), most=most)
    walk.run()
    return walk


def choices(game: Game) -> st.SearchStrategy[Option | Outcome]:
    """What can be answered to whatever is pending, the dullest first; nothing can be drawn once a game has ended."""
    match game.legal():
        case Decision() as decision:
            return below(len(decision.options)).map(lambda at: decision.options[at])
        case Chance() as chance:
            return below(len(chance.outcomes)).map(lambda at: chance.outcomes[at])
        case End():
            return st.nothing()
