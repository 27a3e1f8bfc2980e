"""Saves: what is written, what reading forgives, and what it refuses."""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sieges.play.journal import EndLine, InUse, Journal
from sieges.play.reading import NotASave, read_save
from sieges.play.replay import replay, resume
from sieges.play.saves import good_part, new_save, saves, unfinished

from .games import advance, begun, ford, header


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """A whole game."""
    path = tmp_path / "game.jsonl"
    session = advance(begun(path))
    assert session.journal is not None
    session.journal.close()
    return path


def test_every_line_is_there_before_apply_returns(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    session = begun(path)
    for expected in range(1, 8):
        advance(session, 1)
        assert len(path.read_bytes().splitlines()) == expected + 1


def test_a_save_is_read_as_it_was_written(save: Path) -> None:
    found = read_save(save)
    assert found.header == header(ford())
    assert [line.n for line in found.lines] == list(range(1, len(found.lines) + 1))
    assert isinstance(found.lines[-1], EndLine)
    assert not found.torn
    assert found.damage is None


def test_a_save_is_ascii_and_a_value_a_line(save: Path) -> None:
    for line in save.read_text("ascii").splitlines():
        assert isinstance(json.loads(line), dict)


def test_going_back_is_appended_never_cut(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    session = begun(path)
    session.apply("assault")
    before = path.read_bytes()
    session.undo()
    session.apply("bluff")
    assert path.read_bytes().startswith(before)
    assert '"undo": 1' in path.read_text()
    assert [move.choice for move in read_save(path).moves] == ["bluff"]


def test_a_save_in_use_is_not_opened_twice(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    path = tmp_path / "game.jsonl"
    begun(path)
    with pytest.raises(InUse):
        Journal.reopen(path, 0, b"")


def test_an_existing_file_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("mine")
    with pytest.raises(FileExistsError):
        Journal.create(path, header(ford()))
    assert path.read_text() == "mine"


# --- torn and damaged -----------------------------------------------------------------------------


def test_a_file_cut_anywhere_is_read_up_to_there_and_goes_on(save: Path, tmp_path: Path) -> None:
    whole = save.read_bytes()
    first = whole.index(b"\n") + 1
    lines = read_save(save).lines
    for cut in range(first, len(whole), 29):
        path = tmp_path / f"cut{cut}.jsonl"
        path.write_bytes(whole[:cut])
        found = read_save(path)
        assert path.read_bytes() == whole[:cut]
        assert found.damage is None
        # What is lost was never acknowledged: at most the line that was being written.
        complete = whole[:cut].count(b"\n") - 1
        assert complete <= len(found.lines) <= complete + 1
        assert found.lines == lines[: len(found.lines)]
        session = resume(found, ford())
        if not found.end:
            advance(session, seed=cut)
        assert session.journal is not None
        session.journal.close()
        again = read_save(path)
        assert again.damage is None
        assert not again.torn
        assert path.read_bytes().startswith(whole[:cut])
        assert replay(again, ford()).exact


def test_a_torn_line_is_told(save: Path) -> None:
    save.write_bytes(save.read_bytes()[:-9])
    assert read_save(save).torn


@pytest.mark.parametrize("line", ["last", '{"n": 99}', '{"hello": "world"}', "[1, 2, 3]", "5", "null"])
def test_a_last_line_that_is_whole_and_wrong_is_damage(save: Path, line: str) -> None:
    """What was changed by hand says something; what was torn does not."""
    before = save.read_bytes()
    wrong = before.splitlines()[-1] if line == "last" else line.encode()
    save.write_bytes(before + wrong + b"\n")
    found = read_save(save)
    assert not found.torn
    assert found.damage is not None
    assert found.damage.file_line == before.count(b"\n") + 1


def test_a_last_line_of_zeros_is_torn(save: Path) -> None:
    lines = save.read_bytes().splitlines(keepends=True)
    save.write_bytes(b"".join(lines[:4]) + b"\0" * 80)
    found = read_save(save)
    assert found.torn
    assert len(found.lines) == 3


@pytest.mark.parametrize(
    ("line", "what"),
    [
        (b"{}", "no number"),
        (b"rubbish", "no JSON"),
        (b'{"n": 3}', "no line of a save"),
        (b'{"n": 99, "id": "a", "by": "b", "choice": "c", "digest": "d"}', "should be 3"),
        (b'{"n": 3, "id": 4, "by": "b", "choice": "c", "digest": "d"}', "a move has"),
        (b'{"n": 3, "id": "a", "by": "b", "choice": "c", "digest": "d", "more": 1}', "a move has"),
        (b'{"n": 3, "id": "a", "by": "b", "choice": "c", "digest": "d", "how": "magic"}', "`how` is"),
        (b'{"n": 3, "undo": 77, "by": "north"}', "no move that stands"),
        (b'{"n": 3, "amend": "1", "by": "north"}', "names an earlier line"),
        (b'{"n": 3, "n": 3, "undo": 1, "by": "north"}', "twice"),
        (b'{"n": 3, "undo": NaN, "by": "north"}', "NaN"),
        (b'{"n": 3, "end": "dusk", "winner": 3, "amended": 0}', "an end has"),
        (b'{"n": 3, "undo": ' + b"1" * 10_000 + b"}", "longer than"),
        (b'{"n": ' + b"1" * 4000 + b"}", "has no number"),
        (b"[" * 4000, "no JSON"),
        (b'{"n": 3, "id": "' + b"a" * 5000 + b'"}', "longer than"),
    ],
)
def test_a_damaged_middle_says_what_and_up_to_where(
    save: Path, line: bytes, what: str, tmp_path: Path
) -> None:
    lines = save.read_bytes().split(b"\n")
    lines[3] = line
    text = b"\n".join(lines)
    save.write_bytes(text)
    found = read_save(save)
    assert found.damage is not None
    assert what in str(found.damage)
    assert "line 4 of the file" in str(found.damage)
    assert "good up to move line 2" in str(found.damage)
    assert len(found.lines) == 2
    assert save.read_bytes() == text
    with pytest.raises(ValueError, match="damaged"):
        resume(found, ford())
    copy = tmp_path / "copy.jsonl"
    good_part(found, copy)
    assert read_save(copy).lines == found.lines
    assert save.read_bytes() == text


def test_nothing_but_a_way_back_follows_an_end(save: Path) -> None:
    lines = save.read_bytes().splitlines(keepends=True)
    number = len(lines)
    more = json.dumps({"n": number, "id": "a", "by": "b", "choice": "c", "digest": "d"}).encode()
    save.write_bytes(b"".join(lines) + more + b"\n")
    assert "had ended" in str(read_save(save).damage)


# --- foreign and hostile --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (b"", "empty"),
        (b"\x89PNG\r\n\x1a\n", "no header"),
        (b"{}\n", "no save of this engine"),
        (b'{"format": "sieges-save 99"}\n', "another engine"),
        (b'{"format": "sieges-record 1"}\n', "replay"),
        (b'{"format": "sieges-save 1"}\n', "lacks `engine`"),
        (b"[" * 60_000, "whole"),
        (b"[" * 60_000 + b"\n", "no JSON"),
        (b"a" * 70_000 + b"\n", "longer than"),
        (b'{"format": "sieges-save 1", "x": "\n', "no JSON"),
    ],
)  # fmt: skip
def test_foreign_files_are_refused(tmp_path: Path, text: bytes, what: str) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(text)
    with pytest.raises(NotASave, match=what):
        read_save(path)
    assert path.read_bytes() == text


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("seed", None), ("seed", 1 << 70), ("seed", True), ("seed", 1.5), ("dice", "loaded"), ("options", []),
        ("options", {"length": [1]}), ("options", {str(n): 1 for n in range(300)}), ("seats", {"north": 4}),
        ("pack", 4), ("pack", "x" * 2000), ("path", None), ("title", "a\0b"),
    ],
)  # fmt: skip
def test_a_header_is_checked(save: Path, name: str, value: object) -> None:
    first, *rest = save.read_bytes().splitlines(keepends=True)
    header = json.loads(first)
    header[name] = value
    save.write_bytes(json.dumps(header).encode() + b"\n" + b"".join(rest))
    with pytest.raises(NotASave, match=name):
        read_save(save)


def test_folders_pipes_and_giants_are_refused(tmp_path: Path) -> None:
    with pytest.raises(NotASave, match="folder"):
        read_save(tmp_path)
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(NotASave, match="plain file"):
            read_save(tmp_path / "pipe")
    with (tmp_path / "giant").open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(NotASave, match="larger"):
        read_save(tmp_path / "giant")


@given(text=st.binary(max_size=300), at=st.integers(0, 2000))
def test_no_bytes_make_reading_fail_otherwise(
    text: bytes, at: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.getbasetemp() / "fuzzed.jsonl"
    whole = short_game(tmp_path_factory.getbasetemp() / "short.jsonl")
    at = min(at, len(whole))
    path.write_bytes(whole[:at] + text + whole[at + len(text) :])
    try:
        found = read_save(path)
    except NotASave:
        return
    for line in found.lines:
        assert line.n >= 1


@cache
def short_game(path: Path) -> bytes:
    path.unlink(missing_ok=True)
    session = advance(begun(path), 6)
    assert session.journal is not None
    session.journal.close()
    return path.read_bytes()


# --- where saves lie ------------------------------------------------------------------------------


def test_saves_are_found_the_last_played_first(tmp_path: Path) -> None:
    first, second = (new_save(header(ford()), tmp_path) for _ in range(2))
    assert first.path != second.path
    (tmp_path / "rubbish.jsonl").write_text("rubbish")
    (tmp_path / "other.txt").write_text("other")
    for journal, time in ((first, 2000), (second, 1000)):
        journal.close()
        os.utime(journal.path, (time, time))
    assert [save.path for save in saves(tmp_path)] == [first.path, second.path]
    assert [save.path for save in unfinished(tmp_path, "ford")] == [first.path, second.path]
    assert unfinished(tmp_path, "other") == []
    assert saves(tmp_path / "nothing") == []
