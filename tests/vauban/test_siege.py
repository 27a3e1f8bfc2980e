"""Sieges between players who go by plain rules: how they come out depends on both, and nobody is asked too much."""

from __future__ import annotations

import random
from statistics import median
from typing import Any

import pytest

from tests.conformance.playable import scenario
from tests.vauban.player import Habits, Played, Players, play

GAMES = 16
COVERED_WAY = ("way_bastion_1_west", "way_bastion_1_east", "bastion_1", "town")


def sieges(**habits: Any) -> list[Played]:
    rules = scenario("scenarios/vauban").rules()
    return [play(rules, seed, Players(random.Random(seed), Habits(**habits))) for seed in range(GAMES)]


@pytest.fixture(scope="module")
def plain() -> list[Played]:
    return sieges()


def taken(played: list[Played]) -> int:
    return sum(siege.ending == "taken" for siege in played)


def test_a_besieger_who_goes_straight_at_it_takes_a_bastion_more_often_than_not(plain: list[Played]) -> None:
    assert GAMES / 2 < taken(plain) < GAMES


def test_a_governor_who_holds_the_covered_way_is_beaten_more_seldom(plain: list[Played]) -> None:
    assert taken(sieges(posts=COVERED_WAY)) < taken(plain) / 2


def test_a_governor_who_stays_in_the_town_is_beaten_sooner(plain: list[Played]) -> None:
    days = [siege.days for siege in sieges(posts=("town",)) if siege.ending == "taken"]
    assert len(days) > taken(plain)
    assert sum(days) / len(days) < sum(siege.days for siege in plain) / GAMES


def test_nobody_is_asked_too_much(plain: list[Played]) -> None:
    assert median(number for siege in plain for number in siege.a_bound) <= 8
    assert median(sum(siege.prompts.values()) for siege in plain) < 150
