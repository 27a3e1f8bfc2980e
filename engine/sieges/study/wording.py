"""Numbers with their nouns, for everything that is told to people."""

from __future__ import annotations


def counted(number: int, one: str, many: str = "") -> str:
    """``1 game``, ``1,000 games``; ``many`` where it is not `one` with an s."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def times(number: int) -> str:
    """``once``, ``3 times``."""
    return "once" if number == 1 else f"{number:,} times"
