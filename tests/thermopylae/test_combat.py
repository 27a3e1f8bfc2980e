"""The combat paragraph of the document line by line, against battles worked out by hand with fractions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

import pytest

import sieges
from sieges.game.pending import Chance
from sieges.game.rules import Rules
from sieges.study import asking
from sieges.study.odds import BOUNDED, EXACT, Effort, Found, odds
from sieges.study.situations import Situation, from_the_start
from tests.oracle import thermopylae_odds

ATTACK = {"pi": 3, "ca": 5, "im": 4, "pg": 5, "xe": 6, "gi": 3, "si": 4, "ag": 5, "sg": 5, "le": 6}
DEFENCE = {"pi": 5, "ca": 3, "im": 6, "pg": 6, "xe": 6, "gi": 6, "si": 6, "ag": 6, "sg": 6, "le": 7}
HITS = {"pi": 1, "ca": 1, "im": 2, "pg": 2, "xe": 3, "gi": 1, "si": 2, "ag": 2, "sg": 3, "le": 3}
"""As the document's table of units prints them; in its order of loss, which is also that of these tables."""
GROUPS = {
    "pi": "persian infantry", "ca": "cavalry", "im": "immortals", "pg": "persian general", "xe": "xerxes",
    "gi": "greek infantry", "si": "spartan infantry", "ag": "athenian general", "sg": "spartan general",
    "le": "leonidas",
}  # fmt: skip


def standing(units: Sequence[str], taken: int) -> list[str]:
    """Who is left of units in the order of loss after so many hits, which go to each in turn until it falls."""
    left = list(units)
    while left and taken >= HITS[left[0]]:
        taken -= HITS[left.pop(0)]
    return left


def hits(chances: Sequence[Fraction]) -> list[Fraction]:
    """How likely it is that so many of some dice hit."""
    ways = [Fraction(1)]
    for chance in chances:
        ways = [
            (1 - chance) * (ways[n] if n < len(ways) else 0) + chance * (ways[n - 1] if n else 0)
            for n in range(len(ways) + 1)
        ]
    return ways


def by_hand(
    attackers: Sequence[str], defenders: Sequence[str], height: int = 0
) -> dict[tuple[int, int], Fraction]:
    """(attackers lost, defenders lost) -> how likely, of a battle fought round after round until one side is left."""
    bonus = {1: Fraction(1), 0: Fraction(0), -1: Fraction("-1.66")}[height]
    most = sum(HITS[u] for u in attackers), sum(HITS[u] for u in defenders)

    @cache
    def after(a: int, d: int) -> dict[tuple[int, int], Fraction]:
        left_a, left_d = standing(attackers, a), standing(defenders, d)
        if not left_a or not left_d:
            return {(len(attackers) - len(left_a), len(defenders) - len(left_d)): Fraction(1)}
        scored = hits([(ATTACK[u] + bonus) / 10 for u in left_a])
        suffered = hits([Fraction(DEFENCE[u], 10) for u in left_d])
        again = scored[0] * suffered[0]
        found: dict[tuple[int, int], Fraction] = {}
        for x, p in enumerate(scored):
            for y, q in enumerate(suffered):
                if x or y:
                    for key, share in after(min(a + y, most[0]), min(d + x, most[1])).items():
                        found[key] = found.get(key, Fraction(0)) + p * q * share / (1 - again)
        return found

    return after(0, 0)


@pytest.fixture(scope="module")
def rules() -> Rules:
    return sieges.load("thermopylae").rules()


def said(units: Sequence[str]) -> str:
    return ", ".join(f"{units.count(unit)} {GROUPS[unit]}" for unit in dict.fromkeys(units))


def fought(rules: Rules, attackers: Sequence[str], defenders: Sequence[str], height: int = 0) -> Found:
    entry = rules.compiled.odds["battle"]
    given = {"attackers": said(attackers), "defenders": said(defenders), "height": str(height)}
    values = asking.parameters(rules, entry, given)
    # However busy the machine is: what is tried is bounded by ways and states.
    patient = Effort(seconds=600.0)
    return odds(Situation(rules, entry, values, from_the_start(rules), asking.answers(rules, ())), patient)


def test_one_spartan_against_one_persian_on_the_level(rules: Rules) -> None:
    """Two hits bring the Spartan down and one the Persian; both may die, and do so 6 times in 49."""
    assert by_hand(["si"], ["pi"]) == {
        (0, 1): Fraction(34, 49), (1, 0): Fraction(9, 49), (1, 1): Fraction(6, 49),
    }  # fmt: skip
    found = fought(rules, ["si"], ["pi"])
    assert found.method == EXACT
    assert found.told[0].shares == {0: Fraction(15, 49), 1: Fraction(34, 49)}
    assert found.told[1].shares == {0: Fraction(34, 49), 1: Fraction(15, 49)}
    assert found.told[2].shares == {0: Fraction(9, 49), 1: Fraction(40, 49)}


@pytest.mark.parametrize(
    ("attackers", "defenders", "height"),
    [
        (["pi"], ["gi"], 0),
        (["pi"], ["gi"], 1),
        (["pi"], ["gi"], -1),
        (["le"], ["xe"], 0),
        (["im"], ["le"], -1),
        (["pi", "pi", "ca"], ["gi", "si"], 0),
        (["pi", "ca", "im", "pg", "xe"], ["gi", "si", "ag"], 0),
        (["gi", "si", "ag", "sg", "le"], ["pi", "ca", "im"], 1),
        (["si", "si", "le"], ["pi", "pi", "im"], -1),
        (["pi", "pi", "pi", "im", "im", "im"], ["si", "si", "le"], 0),
    ],
)
def test_battles_against_those_worked_out_by_hand(
    attackers: list[str], defenders: list[str], height: int, rules: Rules
) -> None:
    exact = by_hand(attackers, defenders, height)
    found = fought(rules, attackers, defenders, height)
    assert found.method == EXACT
    for side in (0, 1):
        marginal: dict[int, Fraction] = {}
        for lost, share in exact.items():
            marginal[lost[side]] = marginal.get(lost[side], Fraction(0)) + share
        assert found.told[side + 1].shares == marginal


def test_forty_against_twelve_is_bounded_not_guessed(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    defenders = ["gi"] * 5 + ["si"] * 4 + ["ag", "sg", "le"]
    attackers = ["pi"] * 18 + ["ca"] * 5 + ["im"] * 12 + ["pg"] * 4 + ["xe"]
    found = fought(rules, attackers, defenders)
    assert found.method in (EXACT, BOUNDED)
    assert found.missing < Fraction(1, 10**9)
    assert sum(found.told[0].shares.values()) + found.missing >= 1 - Fraction(1, 10**9)
    # Too many for fractions by hand: against the chances that the hand-written player goes by, in floating point.
    monkeypatch.setattr(thermopylae_odds, "NEVER", 0.0)
    order = list(HITS)
    expected = thermopylae_odds.outlook(
        tuple((GROUPS[u], 100 * ATTACK[u], HITS[u], order.index(u)) for u in attackers),
        tuple((GROUPS[u], 100 * DEFENCE[u], HITS[u], order.index(u)) for u in defenders),
        len(attackers),
    )
    assert float(found.told[0].shares[1]) == pytest.approx(expected.wins, abs=1e-9)
    for told, chances in zip(found.told[1:], (expected.lost, expected.killed), strict=True):
        for least, chance in enumerate(chances, 1):
            so_many = sum(share for lost, share in told.shares.items() if lost >= least)
            assert float(so_many) == pytest.approx(chance, abs=1e-9)


@pytest.mark.parametrize(("option", "chance"), [(False, Fraction(7, 10)), (True, Fraction(8, 10))])
def test_a_strike_is_one_die_at_one_more(option: bool, chance: Fraction, rules: Rules) -> None:
    """Leonidas, attack 6, on a hill above the Persians: one die at 7 in 10, or at 8 where the heights add up."""
    game = rules.new({"bid": 30, "high_strikes": option})
    kinds = rules.compiled.kinds
    places = kinds["location"].members
    for stand in ["alpeni"] * 3 + ["east_gate"] * 3 + ["locrian_road"] * 3 + ["anthela"] * 2:
        game.apply(stand)
    game.apply("kolonos")
    base = kinds["unit"].state["at"][0]
    game.data[base] = places.index("phocian_wall")
    game.apply("confirm")
    game.apply("leonidas")
    pending = game.legal()
    while not isinstance(pending, Chance):
        game.apply("phocian_wall")
        pending = game.legal()
    assert pending.dice == ((chance, 1),)
