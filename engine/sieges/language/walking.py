"""Search along ways, breadth first, on sets that are kept as bits: for what is known before play, and in play."""

from __future__ import annotations

from collections.abc import Callable, Sequence

Given = tuple[object, ...] | None
"""What a function of ways takes before the member; None where the ways are a table."""
Ways = Sequence[int] | Callable[..., int]
"""The members next to each, as bits: a table, or a function of what is given and the member."""


def reach(ways: Ways, given: Given, start: int, steps: int) -> int:
    """The members that can be come to from a set in at most so many steps, those of the set included."""
    found = new = start
    while new and steps > 0:
        new = _next_to(ways, given, new) & ~found
        found |= new
        steps -= 1
    return found


def distance(ways: Ways, given: Given, start: int, goal: int, count: int) -> int:
    """How many steps it is from a member to another at least; ``count``, the number of all members, without a way."""
    found = new = 1 << start
    wanted = 1 << goal
    steps = 0
    while new and not found & wanted:
        new = _next_to(ways, given, new) & ~found
        found |= new
        steps += 1
    return steps if found & wanted else count


def _next_to(ways: Ways, given: Given, members: int) -> int:
    """The members one step from any of a set."""
    found = 0
    while members:
        lowest = members & -members
        index = lowest.bit_length() - 1
        found |= ways[index] if given is None else ways(*given, index)  # type: ignore[index, operator]
        members ^= lowest
    return found
