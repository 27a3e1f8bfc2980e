"""Files of a pack saved while its game is played: the same game goes on under the new rules, or says where it parts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sieges.authoring import starters
from sieges.play.reading import read_save
from tests.ui.conftest import flat, saved

PROMPT = "> "


class Sitting:
    """A game in a process of its own; `typed` waits for the next question."""

    def __init__(self, folder: Path, home: Path, terminal: bool = False) -> None:
        command = [sys.executable, "-m", "sieges", "play", str(folder), "--seed", "3", "--watch", "--plain"]
        environment = {**os.environ, "SIEGES_HOME": str(home), "TERM": "dumb"}
        ours = theirs = subprocess.PIPE
        if terminal:
            import pty

            ours, theirs = pty.openpty()
        self.process = subprocess.Popen(
            command,
            stdin=theirs,
            stdout=theirs if terminal else subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=environment,
        )
        if terminal:
            os.close(theirs)
            self.reading = self.writing = ours
        else:
            assert self.process.stdin is not None
            assert self.process.stdout is not None
            self.reading, self.writing = self.process.stdout.fileno(), self.process.stdin.fileno()
        self.opening = self.heard()

    def heard(self) -> str:
        """What is printed up to the next question, or to the end."""
        text = ""
        while not text.endswith(PROMPT):
            try:
                more = os.read(self.reading, 4096)
            except OSError:  # the end, at a terminal
                break
            if not more:
                break
            text += more.decode()
        return flat(text)

    def typed(self, answer: str) -> str:
        os.write(self.writing, f"{answer}\n".encode())
        return self.heard()

    def left(self) -> None:
        self.typed("q")
        self.process.wait(10)


@pytest.fixture
def town(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(starters, "write_schemas", lambda folder: True)
    starters.begin(tmp_path / "town")
    return tmp_path / "town"


def change(folder: Path, file: str, old: str, new: str) -> None:
    text = (folder / file).read_text("utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new), "utf-8")
    later = time.time() + 5  # where the clock of files is coarse
    os.utime(folder / file, (later, later))


def test_what_does_not_touch_the_game_goes_on(town: Path, home: Path) -> None:
    sitting = Sitting(town, home)
    sitting.typed("bombard")
    change(town, "rules.yaml", "prompt: What is done today?", "prompt: What are your orders?")
    said = sitting.typed("dig")
    assert "its new rules give the same game up to here" in said
    assert "What are your orders?" in said
    sitting.typed("bombard")
    sitting.left()
    (path,) = saved(home)
    assert [line.choice for line in read_save(path).moves if line.id.endswith("order")] == [
        "bombard",
        "bombard",
    ]


def test_where_the_game_parts_it_goes_on_in_a_file_of_its_own(town: Path, home: Path) -> None:
    sitting = Sitting(town, home)
    for order in ("bombard", "bombard"):
        sitting.typed(order)
    (path,) = saved(home)
    before = path.read_bytes()
    moves = read_save(path).moves
    change(town, "board.yaml", "order_die: {sides: 6}", "order_die: {faces: [1]}")
    said = sitting.typed("dig")
    assert "its new rules no longer give the game that was played" in said
    parted = next(at for at, line in enumerate(moves) if line.id == "carry_out.roll")
    assert f"Turn 1: DIVERGED at decision {parted + 1}, carry_out.roll" in said
    sitting.left()
    old, new = sorted(saved(home), key=lambda file: len(file.name))
    assert (old, old.read_bytes()) == (path, before)
    kept = read_save(new)
    assert [(line.id, line.choice) for line in kept.moves[:2]] == [
        (line.id, line.choice) for line in moves[:2]
    ]
    assert kept.header.rules != read_save(old).header.rules
    run = subprocess.run([sys.executable, "-m", "sieges", "replay", str(new)], capture_output=True, text=True)
    assert (run.returncode, "EXACT" in run.stdout) == (0, True)


def test_while_the_pack_has_mistakes_the_old_rules_hold(town: Path, home: Path) -> None:
    sitting = Sitting(town, home)
    change(town, "rules.yaml", "call: carry_out", "call: carry_off")
    said = sitting.typed("bombard")
    assert "there is no procedure `carry_off`" in said
    assert "under the rules as they were until that is mended" in said
    assert "What is done today?" in sitting.typed("bombard")
    change(town, "rules.yaml", "call: carry_off", "call: carry_out")
    assert "the same game up to here" in sitting.typed("bombard")
    sitting.left()
    (path,) = saved(home)
    assert json.loads(path.read_text().splitlines()[1])["choice"] == "bombard"


def test_at_a_terminal_nobody_need_type_anything(town: Path, home: Path) -> None:
    pytest.importorskip("pty", reason="there are no terminals of this kind here")
    sitting = Sitting(town, home, terminal=True)
    change(town, "rules.yaml", "prompt: What is done today?", "prompt: What are your orders?")
    assert "What are your orders?" in sitting.heard()
    sitting.left()
