"""Luck: a stream of its own for every die and deck, by a fixed algorithm that is the same everywhere.

A stream is a 64-bit linear congruential generator (Knuth's multiplier) whose upper 32 bits are used; it is seeded from
the game's seed and the stream's name, so that one more die does not change the cards.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

MULTIPLIER, INCREMENT, MASK = 6364136223846793005, 1442695040888963407, (1 << 64) - 1


def seed_of(*parts: int | str) -> int:
    """A 64-bit seed from any parts, the same on every machine."""
    text = "\x1f".join(str(part) for part in parts)
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")


def stream(seed: int) -> Callable[[int], int]:
    """A function ``chance(n)`` that gives one of 0 to n - 1, each with the same weight, however large n is."""
    state = seed & MASK

    def chance(n: int) -> int:
        nonlocal state
        state = (state * MULTIPLIER + INCREMENT) & MASK
        if n <= 0x100000000:
            return (state >> 32) * n >> 32
        number, words = state >> 32, words_for(n)
        for _ in range(words - 1):
            state = (state * MULTIPLIER + INCREMENT) & MASK
            number = number << 32 | state >> 32
        return number * n >> 32 * words

    return chance


def words_for(n: int) -> int:
    """How many numbers of 32 bits it takes for one of 0 to n - 1: where n is large, enough to favour none of them."""
    return 1 if n <= 0x100000000 else 2 if n <= 1 << 60 else n.bit_length() // 32 + 2


def streams(seed: int, salts: Sequence[int]) -> list[Callable[[int], int]]:
    """One stream a source; ``salts`` are those of the sources' names (see `salt_of`)."""
    return [stream(mix(seed, salt)) for salt in salts]


def salt_of(name: str) -> int:
    """What tells the stream of one source from that of another."""
    return seed_of("stream", name)


def mix(seed: int, salt: int) -> int:
    """A well-mixed 64-bit number from two (the finaliser of SplitMix64)."""
    z = (seed + salt) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


class Luck:
    """The streams of one game, to be copied with it."""

    def __init__(self, seed: int, salts: Sequence[int]) -> None:
        self.states = [mix(seed, salt) for salt in salts]

    def clone(self) -> Luck:
        copy = Luck.__new__(Luck)
        copy.states = self.states[:]
        return copy

    def next(self, source: int, n: int) -> int:
        """The next number of a source's stream, 0 to n - 1."""
        chance = stream(self.states[source])
        number = chance(n)
        for _ in range(words_for(n)):
            self.states[source] = (self.states[source] * MULTIPLIER + INCREMENT) & MASK
        return number
