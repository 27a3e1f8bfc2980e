"""A deck that exists only as counts comes out as a shuffled one does: every sequence, as exact fractions."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

import pytest

from sieges.game.game import Game
from sieges.game.pending import Chance
from tests.conformance.playable import scenario

SPRING, AUTUMN = ("calm", "rain", "storm"), ("grain", "wine", "oil")
BRIGHT, DARK = ("sun", "moon"), ("star", "earth")
Sequences = dict[tuple[str, ...], Fraction]


def enumerated(game: Game, deck: str) -> Sequences:
    """Every sequence in which a deck's cards can come, with its chance, by taking every outcome of every draw."""
    found: Counter[tuple[str, ...]] = Counter()
    waiting: list[tuple[Game, tuple[str, ...], Fraction]] = [(game, (), Fraction(1))]
    while waiting:
        game, drawn, chance = waiting.pop()
        pending = game.legal()
        if not isinstance(pending, Chance) or pending.name != deck:
            found[drawn] += chance
            continue
        for outcome in pending.outcomes:
            after = game.clone()
            after.apply(outcome.id)
            share = chance * Fraction(outcome.weight, pending.total)
            waiting.append((after, (*drawn, outcome.id), share))
    return dict(found)


def shuffles(*piles: tuple[str, ...]) -> Iterator[tuple[list[str], ...]]:
    """Every way to shuffle each of the piles, all equally likely."""
    for shuffled in itertools.product(*(itertools.permutations(pile) for pile in piles)):
        yield tuple(map(list, shuffled))


def shuffled_years(kept_back: int) -> Sequences:
    """The deck `years` with cardboard: piles are shuffled, cards laid on each other, the top card turned up."""
    found: Counter[tuple[str, ...]] = Counter()
    for spring, autumn in shuffles(SPRING, AUTUMN):
        aside, middle, top = spring
        bottom, *others = autumn  # what is neither set aside nor in a packet stays out of the game
        for lowest, highest in shuffles((bottom, "omen"), (top, "comet")):
            unused = {"spring": [aside], "autumn": others[:kept_back]}
            deck = [*lowest, middle, *highest]
            drawn = []
            while deck:
                card = deck.pop()
                drawn.append(card)
                if card == "rain" and unused["spring"]:
                    deck.append(unused["spring"].pop())
                if card == "wine":
                    deck[:0] = unused["autumn"]
                    unused["autumn"] = []
            found[tuple(drawn)] += 1
    return {sequence: Fraction(count, found.total()) for sequence, count in found.items()}


def shuffled_heavens() -> Sequences:
    found: Counter[tuple[str, ...]] = Counter()
    for bright, dark in shuffles(BRIGHT, DARK):
        for middle in itertools.permutations((bright[1], dark[0])):
            found[dark[1], *middle, bright[0]] += 1
    return {sequence: Fraction(count, found.total()) for sequence, count in found.items()}


@pytest.mark.parametrize("kept_back", [0, 1, 2])
def test_packets_known_cards_and_cards_that_go_back(kept_back: int) -> None:
    game = scenario("tests/packs/few_cards").new(options={"kept_back": kept_back})
    found = enumerated(game, "years")
    assert sum(found.values()) == 1
    assert found == shuffled_years(kept_back)
    assert len({len(sequence) for sequence in found}) > 1, "cards went back into the deck"


def test_a_packet_of_two_pools() -> None:
    game = scenario("tests/packs/few_cards").new()
    while (pending := game.legal()) and isinstance(pending, Chance) and pending.name == "years":
        game.apply(pending.outcomes[0].id)
    assert enumerated(game, "heavens") == shuffled_heavens()
