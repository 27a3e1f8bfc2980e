"""The attack table of the document, with its shield and optional rules, worked out by hand with fractions."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from sieges.game.rules import Rules
from sieges.study import asking
from sieges.study.odds import EXACT, odds
from sieges.study.situations import Situation, from_the_start
from tests.conformance.playable import scenario

SIX = Fraction(1, 6)
Shares = dict[int, Fraction]


@pytest.fixture(scope="module")
def rules() -> Rules:
    return scenario("scenarios/skirmish").rules()


def wounds_and_confusion(arm: str, throw: int) -> tuple[int, int]:
    """The Wound Chart: 1 or less, 2 to 4, 5, 6."""
    column = {"spear": [(0, 0), (0, 1), (1, 0), (2, 0)], "sword": [(0, 0), (1, 0), (2, 0), (3, 0)]}[arm]
    return column[0 if throw <= 1 else 1 if throw <= 4 else 2 if throw == 5 else 3]


def by_hand(arm: str, skill: int, target: int, *, armour: bool = False) -> dict[tuple[int, int], Fraction]:
    """(Wounds, Confusion) -> how likely, for an attack between two figures of these Current Skills."""
    hit = Fraction(max(0, min(skill, 4)), 6)
    if armour:
        # A throw of 1 or 2 saves.
        hit *= 1 - 2 * SIX
    found: dict[tuple[int, int], Fraction] = {(0, 0): 1 - hit}
    for throw in range(1, 7):
        what = wounds_and_confusion(arm, throw - (3 if target > 0 else 0))
        found[what] = found.get(what, Fraction(0)) + hit * SIX
    return {what: share for what, share in found.items() if share}


def asked(rules: Rules, arm: str, options: dict[str, bool], **values: int) -> dict[str, Shares]:
    entry = rules.compiled.odds[arm]
    given = asking.parameters(rules, entry, {name: str(value) for name, value in values.items()})
    start = from_the_start(rules, options)
    found = odds(Situation(rules, entry, given, start, asking.answers(rules, ())))
    assert found.method == EXACT
    return {told.data.id: told.shares for told in found.told}


def shares(joint: dict[tuple[int, int], Fraction], part: int) -> Shares:
    found: Shares = {}
    for what, share in joint.items():
        found[what[part]] = found.get(what[part], Fraction(0)) + share
    return found


def test_a_man_with_a_sword_against_a_man_behind_his_shield() -> None:
    """Two in six hit; a five and a six of the wound are left as two and three: one Wound, two times in six."""
    assert by_hand("sword", 2, 2) == {(0, 0): Fraction(8, 9), (1, 0): Fraction(1, 9)}


def test_a_legend_with_a_sword_against_whom_no_shield_helps() -> None:
    assert by_hand("sword", 4, 0) == {
        (0, 0): Fraction(4, 9), (1, 0): Fraction(3, 9), (2, 0): Fraction(1, 9), (3, 0): Fraction(1, 9),
    }  # fmt: skip


def test_a_heros_spear_with_and_without_the_shield() -> None:
    assert by_hand("spear", 3, 1) == {(0, 0): Fraction(5, 6), (0, 1): Fraction(1, 6)}
    assert by_hand("spear", 3, -1) == {
        (0, 0): Fraction(7, 12), (0, 1): Fraction(3, 12), (1, 0): Fraction(1, 12), (2, 0): Fraction(1, 12),
    }  # fmt: skip


ATTACKERS = [(1, 0), (2, 0), (3, 0), (4, 0), (3, 2), (1, 2)]
"""Skill and Confusion."""
TARGETS = [(1, 0, 0), (1, 0, 1), (2, 1, 0), (2, 1, 1), (2, 0, 3), (4, 3, 0), (4, 3, 1), (4, 0, 3)]
"""Skill, Wounds and Confusion."""
DUELS = [(2, 0, 3), (3, 1, 3), (3, 0, 3), (1, 1, 1), (4, 0, 4), (1, 2, 4), (3, 0, 4), (4, 0, 1)]
"""Skill and Confusion of the attacker; Skill of the target."""


@pytest.mark.parametrize("armour", [False, True])
@pytest.mark.parametrize("arm", ["sword", "spear"])
def test_every_attack(arm: str, armour: bool, rules: Rules) -> None:
    for (skill, confusion), (target, wounds, his_confusion) in product(ATTACKERS, TARGETS):
        joint = by_hand(arm, skill - confusion, target - wounds - his_confusion, armour=armour)
        told = asked(
            rules, arm, {"armour": armour}, skill=skill, confusion=confusion,
            against=target, his_wounds=wounds, his_confusion=his_confusion,
        )  # fmt: skip
        case = (skill, confusion, target, wounds, his_confusion)
        assert told["wounds"] == shares(joint, 0), case
        assert told["confusion"] == shares(joint, 1), case
        killed = sum((share for (more, _), share in joint.items() if wounds + more >= target), Fraction(0))
        assert told["killed"].get(1, Fraction(0)) == killed, case
        assert told["hurt"].get(1, Fraction(0)) == 1 - joint[0, 0], case


@pytest.mark.parametrize("riposte", [False, True])
def test_a_six_against_a_better_man_is_answered_with_the_sword(riposte: bool, rules: Rules) -> None:
    for skill, confusion, target in DUELS:
        told = asked(rules, "sword", {"riposte": riposte}, skill=skill, confusion=confusion, against=target)
        own = skill - confusion
        # The answer is a hit already: only the Wound Chart is thrown, by the attacker's own shield.
        answer = SIX * sum((SIX for throw in range(1, 7) if throw - (3 if own > 0 else 0) >= 2), Fraction(0))
        expected = answer if riposte and target > own else Fraction(0)
        assert told["answered"].get(1, Fraction(0)) == expected, (skill, confusion, target)
        assert told["wounds"] == shares(by_hand("sword", own, target), 0)
