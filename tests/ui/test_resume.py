"""Games that were left, killed or damaged, and the commands that look at saves."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import sieges
from sieges.play.reading import read_save

from .conftest import FORD, Run, flat, saved


def test_a_bare_play_offers_the_last_games_at_the_very_decision(run: Run, home: Path) -> None:
    run("play", FORD, "--seed", "4", answers=["as"])
    output = run("play", answers=["1", "2"]).output
    assert "The Ford: turn 1, North, sent" in output
    assert "going on after 1 move." in output
    assert "North: 2 (sent)." in output
    assert "How to play" not in output
    assert [move.choice for move in read_save(*saved(home)).moves] == ["assault", "2"]


def test_a_bare_play_offers_new_games(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from sieges.ui.table import start

    monkeypatch.setattr(start, "playable", lambda: [(FORD, "The Ford")])
    output = run("play", answers=["7", "x", "1"]).output
    assert "New games:" in output
    assert output.count("Type a number from 1 to 1") == 2
    assert "How to play" in output


def test_a_named_pack_asks_about_games_that_were_left(run: Run, home: Path) -> None:
    run("play", FORD, "--seed", "4", answers=["as"])
    assert "going on after 1 move" in run("play", FORD, answers=["1"]).output
    assert "How to play" in run("play", FORD, answers=["n"]).output
    assert len(saved(home)) == 2
    assert "Games that were left" not in run("play", FORD, "--new").output
    assert len(saved(home)) == 3


def test_a_save_of_ones_own(run: Run, tmp_path: Path, home: Path) -> None:
    path = tmp_path / "mine.jsonl"
    run("play", FORD, "--file", str(path), "--seed", "4", answers=["as"])
    assert "going on after 1 move" in run("play", "--file", str(path), answers=["2"]).output
    assert "goes on as it was begun" in run("play", FORD, "--file", str(path), "--seed", "9").output
    assert saved(home) == []
    assert read_save(path).header.seed == 4
    run("play", FORD, "--file", str(path), "--new", code=2)


def test_the_luck_goes_on_as_if_nothing_had_been_in_between(run: Run, tmp_path: Path) -> None:
    answers = ["as", "2", "wait", "1", "1"] * 6
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    run("play", FORD, "--file", str(whole), "--seed", "8", answers=answers, code=None)
    run("play", FORD, "--file", str(parts), "--seed", "8", answers=[], code=None)
    moves = read_save(whole).moves
    asked = [move for move in moves if move.how == "person"]
    for move in asked:
        run("play", "--file", str(parts), answers=[move.choice], code=None)
    assert [(m.id, m.choice) for m in read_save(parts).moves] == [(m.id, m.choice) for m in moves]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_killed_game_goes_on_where_it_was(home: Path, run: Run, how: signal.Signals) -> None:
    code = "from sieges.ui.main import main; main(prog_name='sieges')"
    environment = {
        **os.environ,
        "PYTHONPATH": str(Path(sieges.__file__).parent.parent),
        "PYTHONUNBUFFERED": "1",
    }
    child = subprocess.Popen(
        [sys.executable, "-c", code, "play", FORD, "--seed", "4"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, text=True,
    )  # fmt: skip
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdin.write("as\n2\n")
    child.stdin.flush()
    seen = ""
    until = time.monotonic() + 30
    while "South: What does the tower do?" not in seen and time.monotonic() < until:
        seen += os.read(child.stdout.fileno(), 4096).decode()
    # The question may still be on its way; what it rests on is on the disk.
    child.send_signal(how)
    output, errors = child.communicate(timeout=30)
    assert "Traceback" not in seen + output + errors
    if how is signal.SIGINT:
        assert child.returncode == 130
        assert "The game is kept" in output
    again = run("play", answers=["1", "wait"]).output
    assert "turn 1, South, reply" in again
    assert "South: Wait and see (reply)." in again


def test_a_torn_save_goes_on_and_says_so(run: Run, home: Path) -> None:
    run("play", FORD, "--seed", "4", answers=["as", "2"])
    (path,) = saved(home)
    path.write_bytes(path.read_bytes()[:-10])
    output = run("play", "--file", str(path), answers=["3"]).output
    assert "was cut off and is left out" in output
    assert [move.choice for move in read_save(path).moves] == ["assault", "3"]


def test_a_damaged_save_is_told_and_left_alone(run: Run, home: Path) -> None:
    run("play", FORD, "--seed", "4", answers=["as", "2", "wait"])
    (path,) = saved(home)
    lines = path.read_bytes().splitlines(keepends=True)
    lines[2] = b"rubbish\n"
    path.write_bytes(b"".join(lines))
    before = path.read_bytes()
    output = run("play", "--file", str(path), answers=["no"], code=1).output
    assert "line 3 of the file is damaged" in output
    assert "good up to move line 1" in flat(output)
    output = run("play", "--file", str(path), answers=["yes", "3"]).output
    assert "North: 3 (sent)." in output
    assert path.read_bytes() == before
    assert "damaged" in run("replay", str(path), code=1).output
    assert "damaged" in run("history").output


@pytest.mark.parametrize("text", [b"", b"hello\n", b'{"format": "sieges-save 9"}\n', b"[" * 100_000])
def test_a_foreign_file_is_refused(run: Run, tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "foreign"
    path.write_bytes(text)
    assert "cannot be gone on with" in flat(run("play", "--file", str(path), code=1).output)
    assert "cannot be replayed" in flat(run("replay", str(path), code=1).output)
    assert path.read_bytes() == text


def test_a_save_with_escape_codes_prints_none(run: Run, home: Path) -> None:
    run("play", FORD, "--seed", "4", answers=["as"])
    (path,) = saved(home)
    path.write_text(
        path.read_text().replace("The Ford", "The \\u001b[31mFord").replace("assault", "as\\u001b[2Jsault")
    )
    run("history")
    run("replay", str(path), code=1)
    run("play", "--file", str(path), code=1)


def test_another_packs_save_is_refused(run: Run, home: Path) -> None:
    run("play", FORD, "--seed", "4", answers=["as"])
    (path,) = saved(home)
    other = Path(FORD).parent
    text = path.read_text().replace('"pack": "ford"', '"pack": "bridge"')
    path.write_text(text)
    result = run("play", str(other / "ford"), "--file", str(path), code=2)
    assert "'bridge'" in result.stderr


# --- a changed pack -------------------------------------------------------------------------------


@pytest.fixture
def changing(run: Run, tmp_path: Path, home: Path) -> tuple[Path, Path]:
    """A pack of one's own and a game of it."""
    from tests.play.games import copied

    pack = copied(tmp_path)
    run("play", str(pack), "--seed", "4", answers=["as", "2", "wait", "1"])
    return pack, saved(home)[0]


def edit(pack: Path, old: str, new: str) -> None:
    path = pack / "rules.yaml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_a_harmless_edit_is_exact(run: Run, changing: tuple[Path, Path]) -> None:
    pack, path = changing
    edit(pack, "bonus:     {title", "spare: {title: Spare, type: number, start: 0}\n  bonus: {title")
    assert "EXACT" in run("replay", str(path)).output
    output = run("play", answers=["1"]).output
    assert "is EXACT" in output


def test_a_change_that_matters_says_where(run: Run, changing: tuple[Path, Path]) -> None:
    pack, path = changing
    edit(pack, "in: [mill]}", "in: [island]}")
    output = run("replay", str(path), code=1).output
    assert "DIVERGED at decision 1, sequence.order" in output
    assert "`assault` is not offered now" in flat(output)
    # A long path may be broken anywhere.
    assert "rules.yaml:" in "".join(output.split())
    output = run("play", answers=["1"], code=1).output
    assert "the pack has changed" in output
    assert "DIVERGED" in output


def test_a_pack_that_is_gone(run: Run, changing: tuple[Path, Path], tmp_path: Path) -> None:
    pack, path = changing
    moved = tmp_path / "elsewhere"
    pack.rename(moved)
    assert "its pack cannot be loaded" in run("play").output
    run("play", answers=["1"], code=None)
    assert "EXACT" in run("replay", str(path), "--pack", str(moved)).output


# --- replay and history ---------------------------------------------------------------------------


def test_replay_shows_and_stops(run: Run, home: Path) -> None:
    run("play", FORD, "--seed", "4", "--bot", "north=random", "--bot", "south=random")
    (path,) = saved(home)
    output = run("replay", str(path), "--show").output
    assert "turn 3" in output
    assert "EXACT: The Ford" in output
    assert "ended by `" in output
    output = run("replay", str(path), "--show", "--to", "2").output
    assert re.search(r"EXACT: The Ford, 2 moves, up to line 2 of \d+\.", flat(output))
    output = flat(run("replay", str(path), "--to", "999").output)
    assert "--to 999 is all of it" in output
    assert "ended by `" in output
    run("replay", str(home / "nothing"), code=2)


def test_replay_opens_records(run: Run, tmp_path: Path) -> None:
    from sieges.play.records import write_record
    from tests.play.test_replay import recorded

    path = tmp_path / "records.jsonl"
    with path.open("w") as file:
        for seed in range(3):
            write_record(file, recorded(seed))
    assert "EXACT: 3 games." in run("replay", str(path)).output
    text = path.read_text().replace('"bluff"', '"muster"', 1)
    path.write_text(text + "rubbish\n")
    output = run("replay", str(path), code=1).output
    assert "DIVERGED" in output
    assert "Line 4 is no record" in output
    assert "2 of 4 games are EXACT" in output


def test_history_lists_games_and_shares(run: Run, home: Path) -> None:
    assert "No games yet" in run("history").output
    for seed, length in ((1, "short"), (2, "long"), (3, "long")):
        bots = ("--bot", "north=random", "--bot", "south=random")
        run("play", FORD, "--seed", str(seed), "--option", f"length={length}", *bots)
    run("play", FORD, "--seed", "9", answers=["as"])
    for output in (run("history").output, run("history", FORD).output, run("history", "ford").output):
        assert "4 games" in output
        assert "unfinished, 1 moves" in output or "unfinished, 1 move" in output
        assert "all games:" in output
        assert "of 3 (" in output
        assert "length long:" in output
    run("history", "frod", code=2)


def test_history_names_a_save_that_cannot_be_read(run: Run, home: Path) -> None:
    """A game is never silently gone."""
    run("play", FORD, "--seed", "4", answers=["as"])
    (path,) = saved(home)
    path.with_name("torn.jsonl").write_text(path.read_text("utf-8")[:40], "utf-8")
    output = run("history").output
    assert "torn.jsonlcannotberead:" in "".join(output.split())
    assert "unfinished" in output
