"""The hand-written Thermopylae against its rules, by cases worked out on paper."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction

import pytest

from .thermopylae import (
    CAMP,
    FALLEN,
    GREEKS,
    ONE,
    PERSIANS,
    TWO,
    Game,
    GameOver,
    Options,
)
from .thermopylae_odds import outlook
from .thermopylae_player import Player

ALL = Options(bid=45)


class Scripted:
    """Gives the answers, and the numbers of hits, of lists in order; keeps what was offered and thrown."""

    def __init__(self, answers: Sequence[str] = (), hits: Sequence[int] = ()) -> None:
        self.answers, self.hits = list(answers), list(hits)
        self.asked: list[tuple[str, str]] = []
        self.offered: list[list[str]] = []
        self.thrown: list[tuple[str, list[int]]] = []

    def choose(self, side: str, label: str, options: Sequence[str]) -> str:
        answer = self.answers.pop(0)
        assert answer in options
        self.asked.append((side, label))
        self.offered.append(list(options))
        return answer

    def throw(self, label: str, dice: Sequence[int]) -> int:
        self.thrown.append((label, sorted(dice)))
        return self.hits.pop(0)

    def toss(self, label: str) -> int:
        return self.hits.pop(0)


def stood(
    places: dict[str, str | tuple[str, ...]],
    answers: Sequence[str] = (),
    hits: Sequence[int] = (),
    options: Options = ALL,
) -> Game:
    """A game with only these units on the map, by place; an attacker is given with the height that it came from."""
    game = Game(Scripted(answers, hits), options)
    gone = set(game.units)
    for place, ids in places.items():
        for id_ in [ids] if isinstance(ids, str) else ids:
            name, _, height = id_.partition("@")
            gone.discard(name)
            unit = game.units[name]
            game.put(unit, place)
            unit.height = int(height) if height else game.board.places[place].height
    for name in gone:
        unit = game.units[name]
        game.put(unit, FALLEN)
        game.left[unit.kind.army] -= 1
    return game


def script(game: Game) -> Scripted:
    assert isinstance(game.driver, Scripted)
    return game.driver


def fallen(game: Game, before: Sequence[str]) -> list[str]:
    return [id_ for id_ in before if game.units[id_].at == FALLEN]


# --- the bid (1) -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("opening", "coin", "answers", "bid", "greeks"),
    [
        ("by_coin", [2], ["20", "raise", "25", "leave_it"], 25, ONE),
        ("by_coin", [1], ["20", "leave_it"], 20, ONE),
        ("player_two_opens", [], ["20", "leave_it"], 20, TWO),
        ("player_one_opens", [], ["1", "raise", "2", "raise", "45"], 45, ONE),
        ("player_two_opens", [], ["45"], 45, TWO),
    ],
)
def test_bidding(opening: str, coin: list[int], answers: list[str], bid: int, greeks: str) -> None:
    """Who bids first, then each in turn until one leaves it or there is no more to bid."""
    game = Game(Scripted(answers, coin), Options(opening=opening))
    game.bidding()
    assert (game.bid, game.leader[GREEKS]) == (bid, greeks)
    assert game.leader[PERSIANS] != greeks
    assert not script(game).answers
    amounts = [offer for offer in script(game).offered if "leave_it" not in offer]
    assert amounts[0][0] == "1"
    assert all(offer[-1] == "45" for offer in amounts)


# --- where they stand and go (2, 3, 4) ---------------------------------------------------------------


def test_greeks_stand_within_the_limits() -> None:
    game = Game(Scripted(), Options(bid=45))
    posts = (
        ["alpeni"] * 3 + ["locrian_road"] * 3 + ["phocian_post", "kolonos"] + ["east_gate"] * 3 + ["oak_wood"]
    )
    script(game).answers = list(posts)
    game.deploy()
    last = script(game).offered[-1]
    assert not {CAMP, "oeta", "callidromus", "alpeni", "locrian_road", "phocian_post", "kolonos"} & set(last)
    assert [unit.at for unit in game.own(GREEKS)] == posts


def test_steps() -> None:
    """At most one elevation apart, never onto high mountains, and cavalry not into mountains at all."""
    steps = stood({}).board.steps
    assert "high_shelf" not in steps[False]["middle_gate"]
    assert "wall_heights" in steps[False]["middle_gate"]
    assert "wall_heights" not in steps[True]["middle_gate"]
    assert "oeta" not in steps[False]["oak_wood"]
    assert "callidromus" not in steps[False]["phocian_post"]


def test_through_friends_and_not_through_enemies() -> None:
    full = ("spartan_infantry_1", "spartan_infantry_2", "spartan_infantry_3")
    game = stood({"locrian_road": "leonidas", "alpeni": full, "alpeni_slope": "immortals_1"})
    goals = game.goals(game.units["leonidas"])
    assert "alpeni" not in goals
    assert {"east_gate", "kolonos"} <= goals.keys()
    assert "alpeni_slope" in goals
    assert "anopaia_east" not in goals
    assert "middle_gate" not in goals


def test_any_number_may_attack() -> None:
    game = stood({"oak_wood": "immortals_1", "asopus_gorge": "immortals_2", "west_spur": ("leonidas",)})
    assert game.goals(game.units["immortals_2"])["west_spur"] == 1
    game.put(game.units["immortals_1"], "west_spur")
    assert "west_spur" in game.goals(game.units["immortals_2"])


def test_the_highest_last_step_counts() -> None:
    """Of ways into the field the one from highest up, but only by steps that can be made."""
    game = stood({"wall_heights": "leonidas", "west_spur": "immortals_1"})
    assert game.goals(game.units["leonidas"])["west_spur"] == 2
    game = stood({"wall_heights": "leonidas", "west_spur": "immortals_1", "high_shelf": "immortals_2"})
    assert game.goals(game.units["leonidas"])["west_spur"] == 1
    game = stood({"wall_heights": "leonidas", "west_spur": "immortals_1", "high_shelf": "spartan_general"})
    assert game.goals(game.units["leonidas"])["west_spur"] == 2


# --- strikes (2, 5) ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("high", "chance"), [(False, 700), (True, 800)])
def test_a_strike(high: bool, chance: int) -> None:
    """Once a unit, from exactly one higher; nobody strikes back; what is struck keeps it to the end of the turn."""
    game = stood(
        {"kolonos": "leonidas", "east_gate": ("immortals_1", "xerxes"), "alpeni": "persian_infantry_1"},
        ["leonidas", "east_gate"],
        [1],
        Options(bid=45, high_strikes=high),
    )
    game.strikes(GREEKS)
    assert script(game).thrown == [("strike", [chance])]
    archers, targets = script(game).offered
    assert (archers, sorted(targets)) == (["leonidas", "enough"], ["alpeni", "east_gate"])
    assert game.units["immortals_1"].wounds == 1


@pytest.mark.parametrize(("lasting", "wounds"), [(False, 0), (True, 1)])
def test_damage_of_a_strike_heals_after_the_turn(lasting: bool, wounds: int) -> None:
    game = stood(
        {"kolonos": "leonidas", "east_gate": "immortals_1"},
        ["leonidas", "east_gate", "confirm"],
        [1],
        Options(bid=45, lasting_wounds=lasting),
    )
    game.turn(GREEKS)
    assert game.units["immortals_1"].wounds == wounds


def test_two_higher_cannot_strike() -> None:
    game = stood({"high_shelf": "leonidas", "middle_gate": "immortals_1"})
    game.strikes(GREEKS)
    assert not script(game).asked


# --- battles (5) -------------------------------------------------------------------------------------


def test_dice_of_a_round() -> None:
    """Attack by the height that each came from, defence as printed."""
    game = stood(
        {"west_spur": ("immortals_1@0", "immortals_2@1", "immortals_3@2", "leonidas")},
        [],
        [3, 0],
        Options(bid=45),
    )
    with pytest.raises(GameOver) as over:
        game.battle(PERSIANS, "west_spur")
    assert over.value.result == (TWO, "greeks_gone")
    assert script(game).thrown == [("attack_hits", [234, 400, 500]), ("defence_hits", [700])]
    assert game.lost[PERSIANS] == 2


def test_order_of_loss() -> None:
    persians = ("xerxes", "persian_general_1", "immortals_1", "persian_cavalry_1", "persian_infantry_1")
    order = persians[::-1]
    game = stood({"alpeni": persians})
    hits = [game.units[id_].kind.hit_points for id_ in order]
    for gone in range(5):
        game.hit(PERSIANS, "alpeni", hits[gone])
        assert fallen(game, order) == list(order[: gone + 1])
    spartans = ("spartan_infantry_1", "spartan_infantry_2")
    greeks = ("leonidas", "spartan_general", "athenian_general", *spartans, "greek_infantry_1")
    game = stood({"alpeni": greeks, "locrian_road": "greek_infantry_2"})
    game.hit(GREEKS, "alpeni", 4)
    assert fallen(game, greeks) == ["spartan_infantry_1", "greek_infantry_1"]
    assert game.units["spartan_infantry_2"].wounds == 1
    game.hit(GREEKS, "alpeni", 99)
    assert game.left[GREEKS] == 1


def test_both_may_die() -> None:
    game = stood(
        {"alpeni": ("greek_infantry_1", "persian_infantry_1"), "kolonos": "leonidas"},
        [],
        [1, 1],
        Options(bid=2),
    )
    game.battle(GREEKS, "alpeni")
    assert game.lost == {PERSIANS: 1, GREEKS: 1}
    assert not game.contested("alpeni")


def test_the_bid_in_the_last_round() -> None:
    game = stood({"alpeni": ("greek_infantry_1", "persian_infantry_1")}, [], [1, 1], Options(bid=1))
    with pytest.raises(GameOver) as over:
        game.battle(PERSIANS, "alpeni")
    assert over.value.result == (ONE, "bid_reached")


@pytest.mark.parametrize(("bid", "result"), [(2, (ONE, "bid_reached")), (3, (TWO, "greeks_gone"))])
def test_the_surplus_counts_after_the_last_greek(bid: int, result: tuple[str, str]) -> None:
    infantry = tuple(f"persian_infantry_{n}" for n in range(1, 6))
    game = stood({"alpeni": ("greek_infantry_1", *infantry)}, [], [1, 0], Options(bid=bid))
    with pytest.raises(GameOver) as over:
        game.battle(PERSIANS, "alpeni")
    assert over.value.result == result
    assert game.lost[PERSIANS] == 2


def test_surplus_goes_in_the_order_of_loss() -> None:
    game = stood(
        {
            "kolonos": ("leonidas", "greek_infantry_1", "spartan_infantry_1", "immortals_1"),
            CAMP: tuple(f"persian_infantry_{n}" for n in range(1, 6)),
        },
        [],
        [2, 0],
    )
    game.battle(GREEKS, "kolonos")
    assert [unit.id for unit in game.own(GREEKS)] == ["leonidas"]
    game = stood(
        {
            CAMP: ("greek_infantry_1", *(f"persian_infantry_{n}" for n in range(1, 6))),
            "kolonos": "leonidas",
        },
        [],
        [0, 1],
    )
    game.battle(GREEKS, CAMP)
    assert game.lost == {PERSIANS: 0, GREEKS: 1}


def test_the_turn_of_battles_is_chosen() -> None:
    game = stood(
        {"locrian_road": "leonidas", "alpeni": ("spartan_general", "immortals_1"), "kolonos": "immortals_2"},
        ["confirm", "alpeni"],
        [2, 0],
    )
    game.turn(GREEKS)
    assert script(game).asked == [(ONE, "mover"), (ONE, "field")]


def test_a_drawn_game() -> None:
    game = stood(
        {"locrian_road": "leonidas", CAMP: "xerxes"}, ["confirm"] * 3, [], Options(bid=45, patience=3)
    )
    game.turn(PERSIANS)
    game.turn(GREEKS)
    with pytest.raises(GameOver) as over:
        game.turn(PERSIANS)
    assert over.value.result == (None, "stalemate")


# --- odds --------------------------------------------------------------------------------------------


def test_a_spartan_and_a_persian_may_both_die() -> None:
    """One Spartan infantry attacks one Persian infantry on the level: both are gone in 6 of 49 cases.

    A round wounds the Spartan alone in 3 of 7 that do anything; wounded, both go in 2 of 7.
    """
    expected = outlook((("spartan_infantry", 400, 2, 2),), (("persian_infantry", 500, 1, 1),), 3)
    both = expected.lost[0] + expected.killed[0] - 1
    assert both == pytest.approx(float(Fraction(6, 49)))
    assert expected.wins == pytest.approx(float(Fraction(34, 49)))


def test_odds_are_those_of_the_battles() -> None:
    """The player's expectation against battles fought by the game."""
    attackers = ("persian_infantry_1@0", "persian_infantry_2@1", "immortals_1@0", "persian_general_1@2")
    defenders = ("spartan_infantry_1",)
    rng = random.Random(1)
    games, lost, killed = 1500, 0, 0
    for _ in range(games):
        game = stood({"west_spur": (*attackers, *defenders), "kolonos": "leonidas"})
        game.driver = Player(rng)
        game.battle(PERSIANS, "west_spur")
        lost += game.lost[PERSIANS]
        killed += game.lost[GREEKS]
    expected = outlook(
        (
            ("persian_infantry", 134, 1, 1),
            ("persian_infantry", 300, 1, 1),
            ("immortals", 234, 2, 3),
            ("persian_general", 600, 2, 4),
        ),
        (("spartan_infantry", 600, 2, 2),),
        1,
    )
    assert lost / games == pytest.approx(sum(expected.lost), abs=0.1)
    assert killed / games == pytest.approx(sum(expected.killed), abs=0.05)
