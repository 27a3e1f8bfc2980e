"""Digests of positions by names: they outlive edits of a pack that do not touch what they cover.

`Game.digest` covers the cells of a state, and any edit shifts those. Here a position is taken by the names of what the
pack declares, without what is zero, empty, false or none: a pack that has gained a variable that starts at zero still
gives the same digests. What is pending is not in it: the line of a save names that by its id.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from sieges.game.game import Game
from sieges.game.naming import position as by_names


def digest(game: Game) -> str:
    """A hash of the position by names."""
    rules = game.rules
    position = by_names(rules.compiled, rules.runtime.decks, game.data, sparse=True)
    position.pop("options", None)
    text = json.dumps(_there(position), sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def _there(value: Any) -> Any:
    """A value without what is zero, empty, false or none, however deep."""
    if isinstance(value, dict):
        found = {key: _there(inner) for key, inner in value.items()}
        return {key: inner for key, inner in found.items() if inner not in (None, {}, [], 0, "")}
    return value
