"""The deck of 7.1, exactly: its packets, and the chances of where the two expeditions lie."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache

import pytest

import sieges
from sieges.game.decks import DeckRuntime
from sieges.game.rules import Rules

SPARTANS, ATHENIANS = "spartan_expedition", "second_athenian_expedition"

# Skill: cards in all, cards of the first phase, packets of the second from the bottom up.
VECTORS = {
    "strong": (24, 12, [5, 3, 1, 3]),
    "good": (27, 13, [5, 3, 3, 3]),
    "weak": (30, 15, [5, 3, 4, 3]),
}
SKILLS = pytest.mark.parametrize("skill", VECTORS)


@pytest.fixture(scope="module")
def rules() -> Rules:
    return sieges.load("syracuse").rules()


def packets(rules: Rules, skill: str) -> list[tuple[int, int, list[str]]]:
    """The packets of a new deck from the bottom up: cards of either phase, and the known ones."""
    data, deck = rules.start({"skill": skill}), rules.runtime.decks[0]
    assert deck.data.pools == ["syracuse_phase", "spartan_phase"]
    names = rules.compiled.kinds["card"].members
    found = []
    for number in range(data[deck.top]):
        first, second, known = data[deck.packets_at + number * deck.width :][:3]
        found.append((first, second, [name for index, name in enumerate(names) if known >> index & 1]))
    return found


@SKILLS
def test_packets(rules: Rules, skill: str) -> None:
    _, first, sizes = VECTORS[skill]
    found = packets(rules, skill)
    assert [one + two + len(known) for one, two, known in found] == [*sizes, first]
    assert [known for *_, known in found] == [[], [ATHENIANS], [], [SPARTANS], []]
    assert [one for one, *_ in found] == [0, 0, 0, 0, first]


@SKILLS
def test_unused_pile(rules: Rules, skill: str) -> None:
    cards, first, _ = VECTORS[skill]
    deck = rules.new({"skill": skill}).position()["decks"]["draw_deck"]
    assert deck["left"] == cards
    unused = deck["piles"]["unused"]
    assert unused == {"syracuse_phase": 19 - first, "spartan_phase": 18 - (cards - first - 2)}


@cache
def places(skill: str) -> dict[tuple[int, int], Fraction]:
    """The chance that the two expeditions are drawn as these cards from the top; unseen cards are all alike."""
    rules = sieges.load("syracuse").rules()
    deck: DeckRuntime = rules.runtime.decks[0]
    names = rules.compiled.kinds["card"].members
    expeditions = [names.index(SPARTANS), names.index(ATHENIANS)]
    found: Counter[tuple[int, int]] = Counter()
    waiting: dict[tuple[int, int], tuple[list[int], Fraction]] = {}
    """By where the expeditions have been drawn so far: one deck for all that differ in unseen cards only."""

    def add(data: list[int], at: tuple[int, int], chance: Fraction) -> None:
        waiting[at] = data, chance + (waiting[at][1] if at in waiting else 0)

    add(rules.start({"skill": skill}), (0, 0), Fraction(1))
    drawn = 0
    while waiting:
        drawn += 1
        now, waiting = waiting, {}
        for at, (data, chance) in now.items():
            cards, weights = deck.outcomes(data)
            if not cards:
                found[at] += chance
                continue
            shares = dict(zip(cards, weights, strict=True))
            known = [card for card in cards if card in expeditions]
            for card in known:
                after = data[:]
                deck.take(after, card)
                place = (drawn, at[1]) if card == expeditions[0] else (at[0], drawn)
                add(after, place, chance * Fraction(shares[card], sum(weights)))
            if rest := [card for card in cards if card not in expeditions]:
                assert len({shares[card] for card in rest}) == 1, "unseen cards weigh the same"
                after = data[:]
                deck.take(after, rest[0])
                add(after, at, chance * Fraction(sum(shares[card] for card in rest), sum(weights)))
    return dict(found)


@SKILLS
def test_where_the_expeditions_lie(skill: str) -> None:
    """#39 is the 6th to 8th from the bottom, #38 among the first three of Phase 2: each with a third, independently."""
    cards, first, _ = VECTORS[skill]
    third = Fraction(1, 3)
    expected = {
        (first + 1 + one, cards + 1 - from_bottom): third * third
        for one in range(3)
        for from_bottom in (6, 7, 8)
    }
    assert places(skill) == expected


@SKILLS
def test_phases_come_in_order(rules: Rules, skill: str) -> None:
    """What may lie on top is of the first phase as long as any of it is left, and of the second from then on."""
    _, first, _ = VECTORS[skill]
    deck = rules.runtime.decks[0]
    numbers = rules.compiled.kinds["card"].numbers["number"]
    data = rules.start({"skill": skill})
    drawn = 0
    while deck.left(data, 0):
        cards, _ = deck.outcomes(data)
        assert {numbers[card] <= 19 for card in cards} == {drawn < first}
        deck.take(data, cards[drawn % len(cards)])
        drawn += 1
    assert drawn == VECTORS[skill][0]
    assert deck.outcomes(data) == ([], [])


def test_two_more_cards_go_under_the_deck(rules: Rules) -> None:
    """Corinthian Reinforcements: two of the unused ones of Phase 2, unseen, are drawn after all others."""
    deck = rules.runtime.decks[0]
    data = rules.start({"skill": "strong"})
    left, unused = deck.left(data, 0), deck.left(data, 1, 1)
    assert deck.extend(data, 1, 1, 2, True) == 2
    assert (deck.left(data, 0), deck.left(data, 1, 1)) == (left + 2, unused - 2)
    for _ in range(left):
        deck.take(data, deck.outcomes(data)[0][0])
    cards, weights = deck.outcomes(data)
    assert len(set(weights)) == 1
    assert len(cards) == unused, "each card of Phase 2 that has not been seen may be one of the two"
    assert deck.left(data, 0) == 2


def test_no_more_cards_go_under_the_deck_than_there_are(rules: Rules) -> None:
    deck = rules.runtime.decks[0]
    data = rules.start({"skill": "weak"})
    assert deck.extend(data, 1, 1, 99, True) == 5
    assert deck.left(data, 1, 1) == 0
    assert deck.extend(data, 1, 1, 2, True) == 0
