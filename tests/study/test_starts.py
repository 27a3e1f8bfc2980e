"""`check` sets a game up for every value of every option."""

from __future__ import annotations

from pathlib import Path

import pytest

from sieges.study.checking import check

DECK = "      - {autumn: 1, with: [omen]}"


def changed(repository: Path, folder: Path, old: str, new: str) -> list[str]:
    text = (repository / "tests/packs/few_cards/pack.yaml").read_text("utf-8")
    assert old in text
    (folder / "pack.yaml").write_text(text.replace(old, new, 1), "utf-8")
    return [finding.code for finding in check(folder).found if finding.severity == "error"]


@pytest.mark.parametrize(("count", "code"), [("9", "X020"), ("-1", "L003"), ('"0 - 3"', "L003")])
def test_a_deck_that_cannot_be_built(repository: Path, tmp_path: Path, count: str, code: str) -> None:
    assert code in changed(repository, tmp_path, DECK, DECK.replace("autumn: 1", f"autumn: {count}"))


def test_a_deck_that_can(repository: Path, tmp_path: Path) -> None:
    assert changed(repository, tmp_path, DECK, DECK) == []


def test_an_invariant_that_is_false_from_the_start(repository: Path, tmp_path: Path) -> None:
    false = "invariants:\n  never: count(sides) > 99\n"
    assert changed(repository, tmp_path, "invariants:\n", false) == ["X021"]
