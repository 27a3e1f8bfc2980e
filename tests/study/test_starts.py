"""`check` sets a game up for every value of every option."""

from __future__ import annotations

from pathlib import Path

import pytest

from sieges.study.checking import check
from tests.language.tiny import END, write

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


def test_a_game_that_ends_while_it_is_set_up_is_said(tmp_path: Path) -> None:
    """A number passes through the value of an ending: at once it counts, under `together` what it comes to."""
    apart = "      - {set: 'morale[blue]', to: 0}\n      - {set: 'morale[blue]', to: 4}\n"
    together = "      - together:\n" + apart.replace("      -", "          -")
    for steps, codes in ((apart, ["X022"]), (together, [])):
        folder = write(tmp_path / "t", END)
        text = (folder / "pack.yaml").read_text("utf-8")
        markers = "setup: {markers: {alpha: {troop: 2}, beta: {troop: 3}}}\n"
        assert markers in text
        (folder / "pack.yaml").write_text(text.replace(markers, f"setup:\n    steps:\n{steps}"), "utf-8")
        assert [finding.code for finding in check(folder).found if finding.code.startswith("X")] == codes
