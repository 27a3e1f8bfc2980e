"""Decks in the state: pools, packets and piles as counts (docs/language.md, section 7; law: nothing undrawn exists).

The cells are described in `language.deck_layout`. A draw is one chance event over the cards that may lie on top: with
``K`` known cards in the top packet and ``m`` cards of pool ``j`` that has ``s`` cards left, each known card weighs
``L`` and each card of the pool ``m * L / s``, where ``L`` is the least common multiple of the pools' sizes.
"""

from __future__ import annotations

from collections.abc import Callable
from math import lcm

from sieges.language.compiled import DeckData

Cells = list[int]


class DeckRuntime:
    """The operations of one deck on the cells of a state."""

    def __init__(self, data: DeckData) -> None:
        self.data = data
        self.pools = len(data.pools)
        self.top = data.base
        self.count = data.base + 1
        self.pool_at: list[int] = []
        at = data.base + 2
        for cards in data.pool_cards:
            self.pool_at.append(at)
            at += 1 + len(cards)
        self.piles_at = at
        self.packets_at = at + self.pools * len(data.piles)
        self.width = self.pools + 1
        self.pool_of = {card: pool for pool, cards in enumerate(data.pool_cards) for card in cards}

    # --- building ---------------------------------------------------------------------------------

    def begin(self, cells: Cells) -> None:
        """All pools whole, no pile, no packet."""
        cells[self.data.base : self.data.base + self.data.size] = [0] * self.data.size
        for at, cards in zip(self.pool_at, self.data.pool_cards, strict=True):
            cells[at] = len(cards)
            cells[at + 1 : at + 1 + len(cards)] = sorted(cards)

    def _free(self, cells: Cells, pool: int) -> int:
        """Cards of a pool that no packet or pile has yet."""
        used = sum(cells[self.piles_at + pile * self.pools + pool] for pile in range(len(self.data.piles)))
        used += sum(cells[self.packets_at + packet * self.width + pool] for packet in range(cells[self.top]))
        return cells[self.pool_at[pool]] - used

    def set_aside(self, cells: Cells, pile: int, pool: int, count: int) -> bool:
        if not 0 <= count <= self._free(cells, pool):
            return False
        cells[self.piles_at + (pile - 1) * self.pools + pool] += count
        return True

    def packet(self, cells: Cells, counts: tuple[int | None, ...], known: int, top: int) -> bool:
        """Put a packet on top; a count of None is the rest of its pool; ``top`` cards come off the packet below."""
        amounts = [self._free(cells, pool) if count is None else count for pool, count in enumerate(counts)]
        if any(amount < 0 or amount > self._free(cells, pool) for pool, amount in enumerate(amounts)):
            return False
        if top:
            if cells[self.top] == 0:
                return False
            below = self.packets_at + (cells[self.top] - 1) * self.width
            pools = [pool for pool in range(self.pools) if cells[below + pool]]
            if cells[below + self.pools] or len(pools) != 1 or not 0 < top <= cells[below + pools[0]]:
                return False
            cells[below + pools[0]] -= top
            cells[self.count] -= top
            amounts[pools[0]] += top
            if cells[below + pools[0]] == 0:
                cells[self.top] -= 1
        return self._put(cells, amounts, known, under=False)

    def _put(self, cells: Cells, amounts: list[int], known: int, under: bool) -> bool:
        if not known and not any(amounts):
            return True
        if cells[self.top] >= self.data.packets:
            return False
        cells[self.count] += sum(amounts) + known.bit_count()
        if under:
            first, end = self.packets_at, self.packets_at + cells[self.top] * self.width
            cells[first + self.width : end + self.width] = cells[first:end]
            at = first
        else:
            at = self.packets_at + cells[self.top] * self.width
        cells[at : at + self.width] = [*amounts, known]
        cells[self.top] += 1
        return True

    # --- play -------------------------------------------------------------------------------------

    def left(self, cells: Cells, pile: int, pool: int | None = None) -> int:
        """Cards in the deck (pile 0) or a pile, of all pools or of one."""
        if pile:
            at = self.piles_at + (pile - 1) * self.pools
            return sum(cells[at : at + self.pools]) if pool is None else cells[at + pool]
        if pool is None:
            return cells[self.count]
        return sum(cells[self.packets_at + packet * self.width + pool] for packet in range(cells[self.top]))

    def draw(self, cells: Cells, chance: Callable[[int], int]) -> int:
        """Draw at once; -1 from an empty deck. ``chance(n)`` gives one of 0 to n - 1, all alike."""
        packets = cells[self.top]
        if not packets:
            return -1
        at = self.packets_at + (packets - 1) * self.width
        if not cells[at + self.pools]:
            # The common case: a packet of one pool, whose cards are all alike.
            for pool in range(self.pools):
                count = cells[at + pool]
                if count:
                    break
            rest = cells[at + pool + 1 : at + self.pools]
            if not any(rest):
                where = self.pool_at[pool]
                size = cells[where]
                position = chance(size * count) // count
                place = where + 1 + position
                card = cells[place]
                cells[place : where + size] = cells[place + 1 : where + size + 1]
                cells[where + size] = 0
                cells[where] = size - 1
                cells[self.count] -= 1
                if count == 1:
                    cells[self.top] = packets - 1
                cells[at + pool] = count - 1
                return card
        cards, weights = self.outcomes(cells)
        card = pick(cards, weights, chance(sum(weights)))
        self.take(cells, card)
        return card

    def outcomes(self, cells: Cells) -> tuple[list[int], list[int]]:
        """The cards that may lie on top, in a fixed order, and their exact weights."""
        packets = cells[self.top]
        if not packets:
            return [], []
        at = self.packets_at + (packets - 1) * self.width
        pools = [
            (pool, cells[at + pool], cells[self.pool_at[pool]])
            for pool in range(self.pools)
            if cells[at + pool]
        ]
        common = lcm(*(size for _, _, size in pools)) if pools else 1
        known = cells[at + self.pools]
        cards = [card for card in range(known.bit_length()) if known >> card & 1]
        weights = [common] * len(cards)
        for pool, count, size in pools:
            where = self.pool_at[pool]
            cards += cells[where + 1 : where + 1 + size]
            weights += [count * (common // size)] * size
        return cards, weights

    def take(self, cells: Cells, card: int) -> None:
        """Take a card that lies, or may lie, on top."""
        packets = cells[self.top]
        cells[self.count] -= 1
        at = self.packets_at + (packets - 1) * self.width
        if cells[at + self.pools] >> card & 1:
            cells[at + self.pools] -= 1 << card
        else:
            pool = self.pool_of[card]
            where = self.pool_at[pool]
            size = cells[where]
            place = cells.index(card, where + 1, where + 1 + size)
            cells[place : where + size] = cells[place + 1 : where + size + 1]
            cells[where + size] = 0
            cells[where] = size - 1
            cells[at + pool] -= 1
        if not any(cells[at : at + self.width]):
            cells[self.top] = packets - 1

    def extend(self, cells: Cells, pile: int, pool: int, count: int, under: bool) -> int:
        """Move up to ``count`` unseen cards from a pile under or onto the deck; how many (-1: no room)."""
        at = self.piles_at + (pile - 1) * self.pools + pool
        count = max(0, min(count, cells[at]))
        amounts = [0] * self.pools
        amounts[pool] = count
        if count:
            if not self._put(cells, amounts, 0, under):
                return -1
            cells[at] -= count
        return count


def pick(outcomes: list[int], weights: list[int], number: int) -> int:
    """The outcome in whose share ``number`` (0 to the sum of the weights, exclusive) falls."""
    for outcome, weight in zip(outcomes, weights, strict=True):
        number -= weight
        if number < 0:
            return outcome
    raise ValueError("the number lies outside the weights")
