"""The verbs, one class each, grouped by what they do. Importing this enters them all into the table."""

from __future__ import annotations

from typing import Any

from sieges.language.verbs import choice, effects, flow
from sieges.language.verbs.base import VERBS
from sieges.pack.schema import verbs_schema

__all__ = ["VERBS", "choice", "effects", "flow", "step_schema"]


def step_schema() -> dict[str, Any]:
    """The JSON Schema of one step, made from the verbs' classes."""
    return verbs_schema(VERBS)
