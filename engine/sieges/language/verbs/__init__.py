"""The verbs, one class each, grouped by what they do. Importing this enters them all into the table."""

from __future__ import annotations

from typing import Any

from sieges.language.verbs import (
    calls,
    cards,
    chance,
    choosing,
    either,
    loops,
    markers,
    planes,
    scopes,
    secrets,
    values,
    words,
)
from sieges.language.verbs.base import VERBS
from sieges.pack.schema import verbs_schema

__all__ = ["VERBS", "step_schema"]

# Messages and schemas list the verbs in this order, whatever the order of imports.
_ORDER = [
    module.__name__
    for module in (
        calls,
        loops,
        scopes,
        words,
        choosing,
        either,
        secrets,
        chance,
        values,
        markers,
        planes,
        cards,
    )
]
_sorted = sorted(VERBS.items(), key=lambda item: _ORDER.index(item[1].__module__))
VERBS.clear()
VERBS.update(_sorted)


def step_schema() -> dict[str, Any]:
    """The JSON Schema of one step, made from the verbs' classes."""
    return verbs_schema(VERBS)
