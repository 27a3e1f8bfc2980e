"""What a battle at Thermopylae costs on average: exact, and remembered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

NEVER = 1e-5
"""States of a battle less likely than this are left out."""

Dice = tuple[int, ...]
Group = tuple[str, int, int, int]
"""Kind, chance of a hit in thousandths, hits that it takes, order of loss; of one unit."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What to expect of a battle."""

    wins: float
    """How likely the attackers are to have it to themselves in the end."""
    lost: tuple[float, ...]
    """By attacking unit as given, how likely it is gone: with the surplus."""
    killed: tuple[float, ...]
    """By defending unit."""


@cache
def hits(dice: Dice) -> tuple[float, ...]:
    """How likely 0, 1, 2 … of these dice are to hit."""
    if not dice:
        return (1.0,)
    chance = dice[-1] / 1000
    fewer = hits(dice[:-1])
    return tuple(
        (fewer[n] if n < len(fewer) else 0.0) * (1 - chance) + (fewer[n - 1] * chance if n else 0.0)
        for n in range(len(fewer) + 1)
    )


def _left(units: Sequence[Group]) -> list[tuple[int, Dice]]:
    """By hits taken: how many are gone, and the dice of the others."""
    found: list[tuple[int, Dice]] = []
    for gone, unit in enumerate(units):
        found += [(gone, tuple(sorted(other[1] for other in units[gone:])))] * unit[2]
    return [*found, (len(units), ())]


@cache
def outlook(attackers: tuple[Group, ...], defenders: tuple[Group, ...], limit: int) -> Outlook:
    """Both in the order of loss; ``limit`` is how many may stay there."""
    ours, theirs = _left(attackers), _left(defenders)
    most_ours, most_theirs = len(ours) - 1, len(theirs) - 1
    mass = [[0.0] * (most_theirs + 1) for _ in range(most_ours + 1)]
    mass[0][0] = 1.0
    lost, killed = [0.0] * (len(attackers) + 1), [0.0] * (len(defenders) + 1)
    wins = 0.0
    for i in range(most_ours + 1):
        for j in range(most_theirs + 1):
            here = mass[i][j]
            if here < NEVER:
                continue
            if i == most_ours or j == most_theirs:
                gone, down = ours[i][0], theirs[j][0]
                if i < most_ours:
                    wins += here
                    gone = max(gone, len(attackers) - limit)
                elif j < most_theirs:
                    down = max(down, len(defenders) - limit)
                lost[gone] += here
                killed[down] += here
                continue
            attack, defence = hits(ours[i][1]), hits(theirs[j][1])
            here /= 1 - attack[0] * defence[0]
            for n, chance in enumerate(defence):
                row, share = mass[min(i + n, most_ours)], here * chance
                for m, other in enumerate(attack):
                    if n or m:
                        row[min(j + m, most_theirs)] += share * other
    return Outlook(wins, _at_least(lost), _at_least(killed))


def _at_least(chances: list[float]) -> tuple[float, ...]:
    """How likely the first, the second … are among so many."""
    return tuple(sum(chances[n:]) for n in range(1, len(chances)))
