"""The hand-written game against the rulebook's own examples and figures."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from .cards import ACTIONS
from .deck import Deck
from .syracuse import Game, RandomDriver
from .tables import CARDS, CHARTS, COUNTER_WALLS, EXPEDITIONS, POOLS, SLOTS


class Scripted:
    """Gives the answers of a list, in order, each with the label that it answers."""

    def __init__(self, *answers: tuple[str, str | int]) -> None:
        self.answers = list(answers)

    def answer(self, label: str) -> str | int:
        expected, answer = self.answers.pop(0)
        assert expected == label
        return answer

    def choose(self, label: str, options: Sequence[str]) -> str:
        answer = self.answer(label)
        assert answer in options
        return str(answer)

    def roll(self, label: str) -> int:
        return int(self.answer(label))

    def draw(self, label: str, game: Game) -> str:
        return str(self.answer(label))


def test_sequence_of_play_example() -> None:
    """8.1: Attack Plateau, Sicanus redeploys, a 6 against D: one troop and the last viable piece."""
    driver = Scripted(
        ("order", "attack_plateau"),
        ("card", "sicanus_redeploys_troops"),
        ("source", "neapolis"),
        ("destination", "achradina"),
        ("source", "temenites"),
        ("destination", "euryelus"),
        ("order_die", 6),
        ("loss", "temenites"),
    )
    game = Game("good", driver)
    game.counter_walls["a"] = 1
    game.turn()
    assert not driver.answers
    assert game.morale == {"athens": 10, "syracuse": 7}
    assert game.counter_walls["a"] == 0
    assert game.troops["temenites"] == 1
    assert game.discarded == 1


def test_next_counter_wall_piece() -> None:
    """11.0: with the wall at 2 the next piece is B1, with the wall at 4 it is C1."""
    game = Game("good", RandomDriver(1))
    game.counter_walls["a"] = 1
    game.wall = 2
    game.place_counter_wall()
    assert game.position()["counter_walls"] == ["a1", "b1"]
    game.wall = 4
    game.troops["achradina"] = 1
    game.place_counter_wall()
    assert game.position()["counter_walls"] == ["a1", "b1", "c1"]


@pytest.mark.parametrize(("wall", "counter_wall"), [(1, "a"), (3, "b"), (7, "c")])
def test_blocked(wall: int, counter_wall: str) -> None:
    game = Game("good", RandomDriver(1))
    game.wall = wall
    game.counter_walls[counter_wall] = COUNTER_WALLS[counter_wall][0]
    game.build()
    assert game.wall == wall
    game.destroy_counter_wall()
    game.build()
    assert game.wall == wall + 1


@pytest.mark.parametrize(("skill", "cards"), [("strong", 24), ("good", 27), ("weak", 30)])
def test_deck_sizes(skill: str, cards: int) -> None:
    """7.1, and where the expeditions lie: #39 6th to 8th from the bottom, #38 in the first three of Phase 2."""
    below = random.Random(skill).randrange
    for _ in range(200):
        deck = Deck(skill)
        assert deck.left == cards
        drawn = []
        while deck.left:
            card = deck.pick(below)
            assert card in deck.weights()
            deck.take(card)
            drawn.append(card)
        assert len(set(drawn)) == cards
        assert 6 <= cards - drawn.index(EXPEDITIONS[1]) <= 8
        assert [CARDS[card].phase for card in drawn] == sorted(CARDS[card].phase for card in drawn)
        first = sum(card in POOLS[1] for card in drawn)
        assert drawn.index(EXPEDITIONS[0]) - first in (0, 1, 2)


def test_cards_are_complete() -> None:
    assert [card.number for card in CARDS.values()] == list(range(1, 40))
    assert {card.id for card in CARDS.values() if not card.leads} == set(ACTIONS)
    assert (len(POOLS[1]), len(POOLS[2])) == (19, 18)
    assert all(len(column) == 6 for columns in CHARTS.values() for column in columns.values())


@pytest.mark.parametrize("seed", range(50))
def test_random_games_keep_the_rules(seed: int) -> None:
    driver = RandomDriver(seed)
    game = Game(("weak", "good", "strong")[seed % 3], driver)
    game.play()
    assert all(0 <= count <= SLOTS[place] for place, count in (game.troops | game.ships).items())
    assert all(0 <= morale <= 10 for morale in game.morale.values())
    seen = game.discarded + len(game.hand) + (game.card is not None) + (game.leader is not None)
    unseen = sum(map(len, game.deck.pools.values())) + sum(
        card is not None for _, _, card in game.deck.packets
    )
    assert seen + unseen == len(CARDS)
    assert unseen == game.deck.left + sum(game.deck.unused.values())


def test_playing_on_from_a_copy_changes_nothing_here() -> None:
    game = Game("good", RandomDriver(3))
    for _ in range(5):
        game.turn()
    before = game.position()
    ends = Counter(game.copy(RandomDriver(seed)).play() for seed in range(20))
    assert ends.total() == 20
    assert game.position() == before
