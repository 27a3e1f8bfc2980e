"""The hand-written game for two against the rulebook's section 14."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pytest

from .syracuse import Game, GameOver
from .tables import ATHENS, SLOTS, SYRACUSE, Cell
from .two_agents import Greedy, Lookahead
from .two_cards import ACTIONS, CALLED_OFF, DECISIONS, FORBIDDEN
from .two_players import CommandDeck, TwoPlayerGame, TwoRandomDriver
from .two_tables import (
    COMMAND_DECISIONS,
    COUNTER_ORDERS,
    LETTERS,
    SIDE_ORDERS,
    SIDES,
    SIGN,
    TWO_CHARTS,
    TWO_EXPEDITIONS,
    TWO_LOSSES,
    chart,
)

Answer = tuple[str, ...]


class Scripted:
    """Gives the answers of a list in order: (side, label, answer), (die, number), ("card", name)."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        self.offered: list[list[str]] = []

    def choose(self, side: str, label: str, options: Sequence[str]) -> str:
        expected_side, expected, answer = self.answers.pop(0)
        assert (side, label) == (expected_side, expected)
        assert answer in options
        self.offered.append(list(options))
        return answer

    def roll(self, label: str) -> int:
        expected, number = self.answers.pop(0)
        assert label == expected
        return int(number)

    def draw(self, label: str, game: Game) -> str:
        return self.answers.pop(0)[1]


def turn(*answers: Answer, **given: object) -> TwoPlayerGame:
    """One turn by these answers from the start, or from what is given."""
    driver = Scripted(*answers)
    game = TwoPlayerGame(driver)
    for name, value in given.items():
        getattr(game, name).update(value)
    game.wall = sum(game.walls.values())
    game.turn()
    assert not driver.answers
    return game


def face_down(athens: str, syracuse: str, athens_counter: str, syracuse_counter: str) -> tuple[Answer, ...]:
    return (
        (ATHENS, "order", athens),
        (SYRACUSE, "order", syracuse),
        (ATHENS, "counter_order", athens_counter),
        (SYRACUSE, "counter_order", syracuse_counter),
    )


# --- the turn (14.1) ---------------------------------------------------------------------------------


def test_sequence_of_play() -> None:
    """Orders, counter orders, card; then each side reveals, names its target, decides and is answered."""
    game = turn(
        *face_down("attack_plateau", "storm_lowlands", "guard_plateau", "defend_lowlands"),
        ("card", "horsemen_arrive"),
        (ATHENS, "target", "temenites"),
        (ATHENS, "decision", "ride"),
        ("order_die", "1"),
        (SYRACUSE, "loss", "temenites"),
        (SYRACUSE, "target", "syka"),
        (SYRACUSE, "decision", "escort"),
        (SYRACUSE, "destination", "stay"),
        ("order_die", "3"),
        (ATHENS, "loss", "lysimeleia_camp"),
    )
    assert game.morale == {ATHENS: 9, SYRACUSE: 7}
    assert game.discarded == 1
    assert game.position()["face_down"] == {
        "orders": {ATHENS: None, SYRACUSE: None},
        "counter_orders": {ATHENS: None, SYRACUSE: None},
    }


def test_a_cancelled_order_stays_unseen() -> None:
    """14.1: neither it nor the counter order against it is revealed, and no die is rolled."""
    game = turn(
        *face_down("attack_plateau", "rest_and_drill", "guard_plateau", "defend_plateau"),
        ("card", "truce_for_the_dead"),
        (ATHENS, "call_off", "cancel"),
        (SYRACUSE, "call_off", "cancel"),
        morale={ATHENS: 5, SYRACUSE: 5},
    )
    assert game.morale == {ATHENS: 6, SYRACUSE: 6}


def test_who_goes_on_pays_when_the_order_lies_open() -> None:
    """14.1: cancelling is said before the order is revealed, everything else after it."""
    seen = []

    class Watching(Scripted):
        def choose(self, side: str, label: str, options: Sequence[str]) -> str:
            seen.append((label, game.order, game.drm, game.counter_order))
            return super().choose(side, label, options)

    game = TwoPlayerGame(
        Watching(
            *face_down("attack_plateau", "rest_and_drill", "guard_plateau", "defend_city"),
            ("card", "command_conflict"),
            (ATHENS, "call_off", "proceed"),
            (ATHENS, "target", "temenites"),
            ("order_die", "5"),
            (SYRACUSE, "loss", "temenites"),
            (SYRACUSE, "call_off", "cancel"),
        )
    )
    game.turn()
    assert seen[4:] == [
        ("call_off", None, 0, None),
        ("target", "attack_plateau", 0, None),
        ("loss", "attack_plateau", -1, "defend_city"),
        ("call_off", None, 0, None),
    ]


def test_called_off_for_something() -> None:
    game = turn(
        *face_down("attack_plateau", "storm_plateau", "guard_plateau", "defend_plateau"),
        ("card", "council_of_war"),
        (ATHENS, "call_off", "cancel"),
        (ATHENS, "destination", "epipolae"),
        (ATHENS, "source", "lysimeleia_camp"),
        (ATHENS, "source", "done"),
        (SYRACUSE, "call_off", "cancel"),
        (SYRACUSE, "destination", "stay"),
    )
    assert game.troops["epipolae"] == 1


@pytest.mark.parametrize("side", SIDES)
def test_what_a_side_sees(side: str) -> None:
    """Of the other's face-down cards only that they are there; of its own everything; what is revealed, both."""
    game = TwoPlayerGame(TwoRandomDriver(1))
    game.orders = {ATHENS: "move_ships", SYRACUSE: "sortie"}
    game.counter_orders[ATHENS] = "build_walls"
    seen = game.view(side)["face_down"]
    own = {ATHENS: ("move_ships", "build_walls"), SYRACUSE: ("sortie", None)}
    hidden = {ATHENS: ("face_down", "face_down"), SYRACUSE: ("face_down", None)}
    for of in SIDES:
        assert (seen["orders"][of], seen["counter_orders"][of]) == (own if of == side else hidden)[of]
    assert game.view(side) | {"face_down": None} == game.position() | {"face_down": None}


def test_an_order_that_the_card_forbids_is_seen() -> None:
    """8.3: who went to sea or moved has lost the turn; the counter order against it stays face down."""
    game = turn(
        *face_down("move_ships", "rest_and_drill", "guard_plateau", "defend_plateau"),
        ("card", "soothsayers_prediction"),
        ("order_die", "6"),
    )
    assert game.ships["lysimeleia"] == 2


def test_a_card_may_forbid_both_orders() -> None:
    """Bad Weather acts at once on the ships that are out, then on a fleet that would go to sea."""
    game = turn(
        *face_down("move_ships", "sortie", "guard_plateau", "defend_city"),
        ("card", "bad_weather"),
        ships={"blockade": 2, "lysimeleia": 1},
    )
    assert (game.ships["great_harbor"], game.ships["blockade"], game.ships["lysimeleia"]) == (2, 0, 1)


def test_a_lapsed_order_has_no_effect() -> None:
    """What it needs is gone when it is carried out: no die is rolled."""
    game = turn(
        *face_down("attack_lowlands", "counter_lowlands", "guard_outposts", "defend_city"),
        ("card", "stores_burn"),
        (ATHENS, "loss", "lysimeleia_camp"),
        (ATHENS, "target", "olympieum"),
        ("order_die", "6"),
        (SYRACUSE, "loss", "temenites"),
        (SYRACUSE, "loss", "olympieum"),
        troops={"temenites": 1, "neapolis": 0},
    )
    assert game.counter_walls["a"] == 0


@pytest.mark.parametrize(("target", "die"), [("euryelus", "3"), ("temenites", "4")])
def test_attack_on_an_empty_location(target: str, die: str) -> None:
    """14.1: one better for Athens, and the owner loses where he likes; else where the order lists (5.0)."""
    driver = Scripted(
        *face_down("attack_plateau", "rest_and_drill", "guard_plateau", "defend_city"),
        ("card", "masons_and_timber"),
        (ATHENS, "target", target),
        ("order_die", die),
        (SYRACUSE, "loss", "temenites"),
        ("order_die", "6"),
    )
    TwoPlayerGame(driver).turn()
    everywhere = ["olympieum", "ortygia", "temenites", "neapolis"]
    assert driver.offered[-1] == (everywhere if target == "euryelus" else ["temenites"])


def test_an_empty_location_helps_syracuse_downwards() -> None:
    for target, losses in (("syka", []), ("epipolae", [(ATHENS, "loss", "lysimeleia_camp")])):
        game = turn(
            *face_down("rest_and_refit", "storm_plateau", "guard_outposts", "defend_city"),
            ("card", "masons_and_timber"),
            ("order_die", "1"),
            (SYRACUSE, "target", target),
            ("order_die", "3"),
            *losses,
        )
        assert game.morale[ATHENS] == 10 - len(losses)


# --- walls in any order (14.0) -----------------------------------------------------------------------


def test_plateau_before_lowlands() -> None:
    game = TwoPlayerGame(TwoRandomDriver(1))
    assert "build_plateau" not in game.orders_of(ATHENS)
    game.troops["epipolae"] = 1
    assert "build_plateau" in game.orders_of(ATHENS)
    game.order = "build_plateau"
    game.build()
    assert game.position()["wall"] == [5]
    game.order = "build_lowlands"
    game.build()
    assert game.position()["wall"] == [1, 5]


@pytest.mark.parametrize(
    ("ground", "built", "counter_wall"), [("lowlands", 1, "a"), ("lowlands", 3, "b"), ("plateau", 3, "c")]
)
def test_blocked(ground: str, built: int, counter_wall: str) -> None:
    game = TwoPlayerGame(TwoRandomDriver(1))
    game.walls[ground] = built
    game.counter_walls[counter_wall] = 4 if counter_wall == "c" else 2
    assert game.blocked_on(ground)
    assert not game.can_build_on(ground)
    game.order = f"build_{ground}"
    game.build()
    assert game.walls[ground] == built
    game.destroy_counter_wall()
    game.build()
    assert game.walls[ground] == built + 1


def test_viable_pieces_of_each_ground() -> None:
    """A until segment 2, B until 4, C until 8 stands, whatever the other ground has come to."""
    game = TwoPlayerGame(TwoRandomDriver(1))
    assert [game.next_piece(ground) for ground in ("lowlands", "plateau")] == ["a", "c"]
    game.walls["lowlands"] = 2
    assert game.next_piece("lowlands") == "b"
    game.walls = {"lowlands": 4, "plateau": 0}
    assert [game.next_piece(ground) for ground in ("lowlands", "plateau")] == [None, "c"]
    game.walls["plateau"] = 4
    assert game.next_piece("plateau") is None


def test_who_picks_the_ground() -> None:
    """C is Syracuse's to place, W and D are Athens'; Order 1's C stays in the lowlands (5.0)."""
    game = turn(
        *face_down("move_ships", "rest_and_drill", "build_walls", "counter_walls"),
        ("card", "champions_meet"),
        ("order_die", "1"),
        (SYRACUSE, "ground", "plateau"),
        ("order_die", "6"),
        (ATHENS, "ground", "plateau"),
        troops={"achradina": 1},
    )
    assert game.position()["counter_walls"] == ["c1"]
    assert game.position()["wall"] == [5]
    game = turn(
        *face_down("attack_lowlands", "rest_and_drill", "guard_outposts", "counter_walls"),
        ("card", "masons_and_timber"),
        (ATHENS, "target", "neapolis"),
        ("order_die", "1"),
        (ATHENS, "loss", "syka"),
        (SYRACUSE, "ground", "lowlands"),
        ("order_die", "6"),
        troops={"achradina": 1},
    )
    assert game.position()["counter_walls"] == ["a1"]


# --- victory (14.2) ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("walls", "blockade", "counter_walls", "points"),
    [
        ({}, 0, {}, (2, 2)),
        ({"lowlands": 4}, 0, {}, (2, 2)),
        ({"lowlands": 4}, 1, {}, (3, 2)),
        ({"lowlands": 4, "plateau": 4}, 0, {}, (3, 2)),
        ({}, 0, {"a": 2}, (2, 3)),
        ({}, 0, {"a": 2, "b": 2}, (2, 3)),
        ({}, 0, {"b": 2, "c": 4}, (2, 4)),
    ],
)
def test_points(
    walls: dict[str, int], blockade: int, counter_walls: dict[str, int], points: tuple[int, int]
) -> None:
    """At the start Achradina and Euryelus, Epipolae and Plemmyrium are vacant; with morale equal nobody leads."""
    game = TwoPlayerGame(TwoRandomDriver(1))
    game.morale[ATHENS] = game.morale[SYRACUSE]
    game.walls.update(walls)
    game.ships["blockade"] = blockade
    game.counter_walls.update(counter_walls)
    assert game.points() == points
    game.morale[SYRACUSE] += 1
    assert game.points() == (points[0], points[1] + 1)


@pytest.mark.parametrize("last", ["wall", "ships"])
def test_wall_and_blockade(last: str) -> None:
    """14.2: whichever comes last, and segments in any order."""
    driver = Scripted((ATHENS, "ground", "lowlands"))
    game = TwoPlayerGame(driver)
    game.walls, game.wall = {"lowlands": 3, "plateau": 4}, 7
    game.ships["great_harbor"] = 1
    if last == "ships":
        game.build()
        driver.answers += [(ATHENS, "route", "great_harbor_to_blockade"), (ATHENS, "ships", "1")]
    else:
        game.ships["blockade"] = 1
    with pytest.raises(GameOver) as over:
        game.build() if last == "wall" else game.move_ships()
    assert over.value.result == (ATHENS, "wall_and_blockade")


def test_corinthians_bring_two_cards() -> None:
    game = TwoPlayerGame(Scripted((ATHENS, "either", "stay")))
    ACTIONS["corinthian_reinforcements"](game)
    assert (game.deck.left, game.deck.unused[2]) == (26, 7)


# --- the data ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", [18, 24, 30])
def test_deck(cards: int) -> None:
    """14.0: #33 is 6th to 8th from the bottom, #32 14th to 16th; the handicap is in the cards above."""
    below = random.Random(cards).randrange
    for _ in range(100):
        deck = CommandDeck(cards)
        drawn = []
        while deck.left:
            card = deck.pick(below)
            assert card in deck.weights()
            deck.take(card)
            drawn.append(card)
        assert len(set(drawn)) == cards
        assert 6 <= cards - drawn.index(TWO_EXPEDITIONS[1]) <= 8
        assert 14 <= cards - drawn.index(TWO_EXPEDITIONS[0]) <= 16
        assert len(deck.pools[2]) == deck.unused[2] == 33 - cards


def test_cards_are_complete() -> None:
    assert [card.number for card in COMMAND_DECISIONS.values()] == list(range(1, 34))
    assert {COMMAND_DECISIONS[card].number for card in TWO_EXPEDITIONS} == {32, 33}
    assert set(COMMAND_DECISIONS) == {*ACTIONS, *CALLED_OFF, *DECISIONS, *FORBIDDEN}


def test_the_note_shows_these_charts() -> None:
    note = Path(__file__).parents[2] / "docs" / "design_notes" / "syracuse_two_players.md"
    rows: dict[str, list[str]] = {}
    order = ""
    for line in note.read_text().splitlines():
        if line.startswith("### "):
            order = line.split("`")[1] if "`" in line else ""
        elif line.startswith("## "):
            order = ""
        elif order and line.startswith("| ") and not line.startswith("| die"):
            rows.setdefault(order, []).append("|".join(line.strip("| ").split("|")[1:]))
    assert {name: chart("\n".join(lines)) for name, lines in rows.items()} == {
        name: TWO_CHARTS[name] for name in SIDE_ORDERS[SYRACUSE]
    }


def gain(cell: Cell, side: str) -> float:
    """A plain value of a cell, to compare cells of one column by."""
    worth = {
        "lose_syracuse": 1, "lose_athens": -1, "wall": 1.5, "counter_wall": -1, "destroy": 1, "move": SIGN[side],
        "ship": -1, "repair": 1, "morale_athens": 0.9, "morale_syracuse": -0.9,
    }  # fmt: skip
    return sum(worth[kind] * amount for kind, amount in cell)


@pytest.mark.parametrize("side", SIDES)
def test_charts_are_monotone(side: str) -> None:
    """A higher die is never worse for Athens, on either side's charts."""
    for order in SIDE_ORDERS[side]:
        assert list(TWO_CHARTS[order]) == list(LETTERS)
        for cells in TWO_CHARTS[order].values():
            worths = [gain(cell, side) for cell in cells]
            assert worths == sorted(worths), order
        if any(
            kind.startswith("lose")
            for column in TWO_CHARTS[order].values()
            for cell in column
            for kind, _ in cell
        ):
            assert order in TWO_LOSSES


@pytest.mark.parametrize("seed", range(60))
def test_random_games_keep_the_rules(seed: int) -> None:
    cards = (18, 24, 30)[seed % 3]
    game = TwoPlayerGame(TwoRandomDriver(seed), cards)
    winner, reason = game.play_out()
    assert (winner is None) == (reason == "draw")
    assert all(0 <= count <= SLOTS[place] for place, count in (game.troops | game.ships).items())
    assert all(0 <= morale <= 10 for morale in game.morale.values())
    assert game.wall == sum(game.walls.values())
    extras = sum(extra is not None for _, _, extra in game.deck.packets)
    assert len(game.deck.pools[2]) + extras == game.deck.left + game.deck.unused[2]
    assert {len(COUNTER_ORDERS[side]) for side in SIDES} == {4}


def test_playing_on_from_a_twin_changes_nothing_here() -> None:
    game = TwoPlayerGame(TwoRandomDriver(3))
    for _ in range(4):
        game.turn()
    before = game.position()
    for seed in range(20):
        game.twin(TwoRandomDriver(seed)).play_out()
    assert game.position() == before


@pytest.mark.parametrize("agent", [Greedy, partial(Lookahead, samples=6)])
def test_agents_see_nothing_that_lies_face_down(agent: Callable[[int], Greedy]) -> None:
    """Whatever the other side has laid down, the same answers from the same seed."""
    answers = set()
    for hidden in SIDE_ORDERS[ATHENS]:
        driver = agent(5)
        game = driver.game = TwoPlayerGame(driver)
        game.orders[ATHENS] = hidden
        game.counter_orders[ATHENS] = "build_walls" if hidden == "move_ships" else "guard_plateau"
        order = driver.choose(SYRACUSE, "order", game.orders_of(SYRACUSE))
        answers.add((order, driver.choose(SYRACUSE, "counter_order", COUNTER_ORDERS[SYRACUSE])))
    assert len(answers) == 1
