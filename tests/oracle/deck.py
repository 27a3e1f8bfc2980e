"""The draw deck of *414 BC: Siege of Syracuse* without a shuffled order (7.1)."""

from __future__ import annotations

from collections.abc import Callable

from .tables import BOTTOM, EXPEDITIONS, PACKET, POOLS, SET_ASIDE


class Deck:
    """The draw deck as what is known of it: packets from top to bottom over two pools of unseen cards.

    A packet holds so many cards of one phase's pool and perhaps an expedition; where an unseen card lies,
    in the deck or in the unused pile, is not decided before it is drawn (7.1).
    """

    def __init__(self, skill: str) -> None:
        first, second = SET_ASIDE[skill]
        self.pools = {phase: list(cards) for phase, cards in POOLS.items()}
        self.unused = {1: first, 2: second}
        rest = len(self.pools[2]) - second - BOTTOM - 2 * PACKET
        spartan, athenian = EXPEDITIONS
        self.packets: list[tuple[int, int, str | None]] = [
            (1, len(self.pools[1]) - first, None),
            (2, PACKET, spartan),
            (2, rest, None),
            (2, PACKET, athenian),
            (2, BOTTOM, None),
        ]
        self.left = sum(count + (extra is not None) for _, count, extra in self.packets)

    def copy(self) -> Deck:
        twin = Deck.__new__(Deck)
        twin.pools = {1: self.pools[1][:], 2: self.pools[2][:]}
        twin.unused = self.unused.copy()
        twin.packets = self.packets[:]
        twin.left = self.left
        return twin

    def weights(self) -> dict[str, int]:
        """What may lie on top, with exact integer weights; nothing if the deck is empty."""
        if not self.packets:
            return {}
        phase, count, extra = self.packets[0]
        pool = self.pools[phase]
        if extra is None:
            return dict.fromkeys(pool, 1)
        weights = dict.fromkeys(pool, count) if count else {}
        weights[extra] = len(pool) if count else 1
        return weights

    def pick(self, below: Callable[[int], int]) -> str:
        """A card by those weights: first its slot in the packet, then which of the pool."""
        phase, count, extra = self.packets[0]
        if extra is not None and below(count + 1) == count:
            return extra
        pool = self.pools[phase]
        return pool[below(len(pool))]

    def take(self, card: str) -> None:
        """Remove the card on top, now known to be this one."""
        phase, count, extra = self.packets[0]
        if card == extra:
            extra = None
        else:
            self.pools[phase].remove(card)
            count -= 1
        self.left -= 1
        if count or extra is not None:
            self.packets[0] = (phase, count, extra)
        else:
            del self.packets[0]

    def extend(self, count: int) -> None:
        """Put unseen Phase-2 cards of the unused pile under the deck."""
        count = min(count, self.unused[2])
        if count:
            self.unused[2] -= count
            self.packets.append((2, count, None))
            self.left += count
