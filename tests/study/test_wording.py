"""Numbers and their nouns in everything that is printed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from sieges.study.wording import counted, times
from sieges.ui.main import main


@pytest.mark.parametrize(
    ("number", "text"), [(0, "0 games"), (1, "1 game"), (2, "2 games"), (1000, "1,000 games")]
)
def test_numbers_agree_with_their_nouns(number: int, text: str) -> None:
    assert counted(number, "game") == text


def test_nouns_that_take_no_s() -> None:
    assert (counted(1, "die", "dice"), counted(2, "die", "dice")) == ("1 die", "2 dice")
    assert [times(number) for number in (1, 2)] == ["once", "2 times"]


def test_no_command_says_one_of_many(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is counted in a smallest case, one is never said of several, nor `a` before a plural."""
    monkeypatch.chdir(repository)
    monkeypatch.setenv("SIEGES_HOME", str(tmp_path / "home"))
    records = str(tmp_path / "one.jsonl")
    save = str(tmp_path / "save.jsonl")
    ford = "tests/packs/ford"
    said = ""
    for arguments, answers in (
        (["play", ford, "--seed", "4", "--file", save], "as\nq\n"),
        (["play", ford, "--seed", "4", "--file", save], "?\nl\nq\n"),
        (["replay", save], ""), (["replay", save, "--to", "1"], ""),
        (["play", ford, "--seed", "4"], "as\n1\nq\n"), (["history"], ""),
        (["simulate", ford, "--games", "1", "--records", records], ""), (["replay", records], ""),
        (["check", "tests/packs/hill_fort"], ""), (["sources", "syracuse"], ""), (["sources", ford], ""),
    ):  # fmt: skip
        run = CliRunner().invoke(main, arguments, input=answers)
        assert "rror" not in run.stderr, run.stderr
        said += run.stdout
    assert "1 game" in said
    nouns = "games|moves|cards|cells|turns|choices|decisions|lines|pieces|examples|clauses"
    wrong = re.findall(rf"(?<![\d,.#/-])\b(?:1|a|an) (?:{nouns})\b", said)
    assert not wrong
