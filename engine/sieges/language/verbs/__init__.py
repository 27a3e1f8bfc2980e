"""The verbs, one class each, grouped by what they do. Importing this enters them all into the table."""

from sieges.language.verbs import choice, effects, flow
from sieges.language.verbs.base import VERBS

__all__ = ["VERBS", "choice", "effects", "flow"]
