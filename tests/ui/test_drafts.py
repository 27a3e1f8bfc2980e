"""A draft at the table: what is still to do is asked for, and written where it belongs."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path

import pytest

from sieges.authoring import starters
from sieges.play.reading import read_save
from sieges.study.checking import check
from tests.ui.conftest import Run, flat, saved

ROW = "        4-5: [breach,  breach]\n"
DRAFT = "        4-5: [todo,    'todo' ]   # from the box\r\n"


@pytest.fixture
def draft(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A pack of which a row is still to do, with a comment and a line end of another system."""
    monkeypatch.setattr(starters, "write_schemas", lambda folder: True)
    folder = tmp_path / "town"
    starters.begin(folder)
    book = folder / "book.yaml"
    text = book.read_text("utf-8")
    assert ROW in text
    book.write_bytes(text.replace(ROW, DRAFT).encode())
    return folder


def seed_that_asks(folder: Path, run: Run) -> str:
    """A seed on which the first bombardment falls on the row that is still to do."""
    for seed in range(40):
        said = run("play", str(folder), "--new", "--seed", str(seed), answers=["bombard"], code=None).output
        if "Still to do" in said:
            return str(seed)
    raise AssertionError("no such seed")


def test_a_draft_is_no_mistake_and_no_release(draft: Path) -> None:
    found = check(draft).found
    assert [(finding.code, finding.severity) for finding in found] == [("L041", "todo")] * 2
    assert [
        finding.message for finding in check(draft, release=True).found if finding.severity == "error"
    ] == [
        "left to do: still to do: row `4-5`, column `fire` of Bombard",
        "left to do: still to do: row `4-5`, column `repair` of Bombard",
    ]


def test_what_is_said_goes_into_the_file_and_the_game_goes_on(draft: Path, run: Run, home: Path) -> None:
    seed = seed_that_asks(draft, run)
    before = (draft / "book.yaml").read_bytes()
    answers = ["bombard", "", "braech", "breach  -1g", "q"]
    said = flat(run("play", str(draft), "--new", "--seed", seed, answers=answers).output)
    assert "Nothing says what `braech` does" in said
    assert "Type the signs of the cell" in said
    assert ": breach -1g." in said  # the result of the order that was given
    after = (draft / "book.yaml").read_bytes()
    places = [before.index(b"todo"), before.index(b"'todo'")]
    lengths = [4, 6]
    assert after in {
        before[:place] + text + before[place + length :]
        for place, length in zip(places, lengths, strict=True)
        for text in (b"breach -1g",)
    }
    game = max(saved(home), key=lambda path: len(read_save(path).moves))
    assert run("replay", str(game)).output.startswith("EXACT") or "EXACT" in run("replay", str(game)).output


def test_who_leaves_loses_nothing(draft: Path, run: Run, home: Path) -> None:
    seed = seed_that_asks(draft, run)
    before = (draft / "book.yaml").read_bytes()
    said = run("play", str(draft), "--new", "--seed", seed, answers=["bombard", "q"]).output
    assert "The game is kept" in said
    assert (draft / "book.yaml").read_bytes() == before


@pytest.mark.parametrize("kind", ["zip", "read only"])
def test_where_it_cannot_be_written_the_game_is_kept(
    draft: Path, run: Run, tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seed = seed_that_asks(draft, run)
    pack = draft
    if kind == "zip":
        pack = tmp_path / "town.zip"
        with zipfile.ZipFile(pack, "w") as archive:
            for file in draft.glob("*.yaml"):
                archive.write(file, file.name)
    else:
        monkeypatch.setattr(os, "access", lambda path, mode: False)
    said = run("play", str(pack), "--new", "--seed", seed, answers=["bombard"], code=1).output
    assert "cannot be written there from here" in flat(said)
    assert "The game up to here is kept" in said


def test_a_step_that_is_still_to_do_is_told_and_passed(draft: Path, run: Run) -> None:
    deck = draft / "deck.yaml"
    text = deck.read_text("utf-8")
    deck.write_text(
        text.replace(
            "  quiet_day:   {answer: fire}", "  quiet_day:   {answer: fire, event: [{todo: the moat fills}]}"
        )
    )
    assert "still to do: the moat fills" in [finding.message for finding in check(draft).found]
    for seed in range(20):
        said = run(
            "play", str(draft), "--new", "--seed", str(seed), answers=["dig", "1", "dig", "1", "q"], code=None
        ).output
        if "Quiet Day" in said:
            assert "The moat fills." in said
            return
    raise AssertionError("no such seed")
