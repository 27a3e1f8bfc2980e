"""Campaigns of the pack that has the longest ones: what holds in each of their parts, however they go."""

from __future__ import annotations

from typing import Any

import pytest

import sieges
from sieges.game import campaigns

from .games import parts

MOST = 20
YOUTH_OR_MAN = (1, 2)


@pytest.mark.parametrize(
    ("seed", "options"),
    [(0, {"war_fame": 5}), (3, {"war_fame": 5}), (2, {"war_fame": 5, "allies": True})],
)
def test_what_holds_in_a_campaign(seed: int, options: dict[str, Any]) -> None:
    rules = sieges.load("skirmish").rules()
    bands = rules.compiled.kinds["band"].members
    band_of = rules.compiled.kinds["warrior"].numbers["band"]
    members = rules.compiled.kinds["warrior"].members
    of_band = {band: [w for w, b in zip(members, band_of, strict=True) if bands[b] == band] for band in bands}
    war_bands = bands if options.get("allies") else bands[:2]
    before: dict[str, Any] = {}
    for kind, part in parts(rules, seed, options, keen=True):
        state = part.position()["state"]
        warrior, band = state["warrior"], state["band"]
        assert max(warrior["skill"].values()) <= 4
        if kind == "begins":
            assert sum(skill == 3 for skill in warrior["skill"].values()) <= len(war_bands)
            for name in war_bands:
                assert sum(warrior["skill"][w] for w in of_band[name]) == MOST
        elif kind == "game":
            for w in members:
                # Nobody plays whose Skill the campaign has not brought, and nobody's changes in a game.
                assert warrior["skill"][w] == before["warrior"]["skill"][w]
                assert warrior["fallen"][w] == before["warrior"]["fallen"][w]
            for name in war_bands:
                going = [w for w in of_band[name] if not warrior["at_home"][w]]
                assert sum(warrior["skill"][w] for w in going) <= MOST
                assert not any(
                    warrior["dead"][w] or warrior["fled"][w] for w in of_band[name] if w not in going
                )
        else:
            for w in members:
                died = warrior["dead"][w]
                assert warrior["fallen"][w] == before["warrior"]["fallen"][w] + died
                if died:
                    # Another bears the name now, or nobody.
                    assert warrior["skill"][w] in (0, *YOUTH_OR_MAN)
            for name in war_bands:
                assert band["renown"][name] == before["band"]["renown"][name] + band["acclamations"][name]
                assert 5 * band["promotions"][name] <= band["renown"][name]
                skill = sum(warrior["skill"][w] for w in of_band[name])
                assert skill >= MOST or all(warrior["skill"][w] for w in of_band[name])
        before = state
    end = campaigns.end_of(rules, part.data)
    assert end is not None
    fame = {"argives": 0, "trojans": 0}
    for name, side in zip(bands, ("argives", "trojans", "argives", "trojans"), strict=True):
        fame[side] += before["band"]["renown"][name]
    assert max(fame.values()) >= 5
    assert end.winner == (None if len(set(fame.values())) == 1 else max(fame, key=lambda side: fame[side]))


def test_four_legends_end_a_campaign() -> None:
    rules = sieges.load("skirmish").rules()
    part = campaigns.opening(rules, {"war_goal": "by_legends", "war_fame": 5})
    skill = rules.compiled.kinds["warrior"].state["skill"][0]
    hector = rules.compiled.kinds["warrior"].members.index("hector")
    for number in range(4):
        assert campaigns.end_of(rules, part.data) is None
        part.data[skill + hector + number] = 4
    end = campaigns.end_of(rules, part.data)
    assert end is not None
    assert (end.id, end.winner) == ("four_legends", "trojans")
