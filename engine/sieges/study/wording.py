"""Numbers with their nouns, for everything that is told to people."""

from __future__ import annotations

from sieges.text.wording import counted

__all__ = ["counted", "times"]


def times(number: int) -> str:
    """``once``, ``3 times``."""
    return "once" if number == 1 else f"{number:,} times"
