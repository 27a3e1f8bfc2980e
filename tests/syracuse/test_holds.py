"""Troops stay on land and ships at sea (3.0), whatever procedure might be told to put them elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from sieges.study.checking import check
from tests.oracle.tables import SEA

SOME_LAND = ("labdalum", "epipolae", "achradina")

PACK = """
language: 1
pack: try_it
title: Try it
version: "1.0"
extends: syracuse
source: {status: original}
"""
TROOP = """
  troop_at_PLACE:
    run: reinforce
    with: {side: athens, amount: 1, places: "[PLACE]"}
    expect: ["troops(athens, PLACE) > 0"]
"""
SHIP = """
  ship_on_PLACE:
    given: {steps: [{remove: troop, of: athens, at: labdalum, count: 3}]}
    run: sail
    with: {source: lysimeleia, destination: PLACE}
    play: [ships_sent: 1]
    expect: ["ships(PLACE) > 0"]
"""


@pytest.fixture(scope="module")
def refused(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What is found against examples that put every marker everywhere it does not belong."""
    folder: Path = tmp_path_factory.mktemp("packs") / "try_it"
    folder.mkdir()
    (folder / "pack.yaml").write_text(PACK, "utf-8")
    texts = [TROOP.replace("PLACE", place) for place in SEA]
    texts += [SHIP.replace("PLACE", place) for place in SOME_LAND]
    (folder / "examples.yaml").write_text("examples:" + "".join(texts), "utf-8")
    return [finding.message for finding in check(folder).found]


@pytest.mark.parametrize("place", SEA)
def test_no_troop_at_sea(refused: list[str], place: str) -> None:
    assert any(f"troop_at_{place}`" in text and "cannot stand here" in text for text in refused), refused


@pytest.mark.parametrize("place", SOME_LAND)
def test_no_ship_on_land(refused: list[str], place: str) -> None:
    assert any(f"ship_on_{place}`" in text and "cannot stand here" in text for text in refused), refused
