"""`sieges campaign` at the terminal: begun, left, gone on with, shown, and every file that is none."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import sieges
from sieges.play.journal import CAMPAIGN_FORMAT
from sieges.play.reading import read_save
from tests.play import games as single
from tests.ui.conftest import FORD, Run, flat, home, run  # noqa: F401  (fixtures)

from .games import NIGHTS, advance, begun

PACK = str(NIGHTS)


@pytest.fixture
def file(tmp_path: Path) -> str:
    return str(tmp_path / "campaign.jsonl")


def test_a_campaign_from_its_first_line_to_its_end(run: Run, file: str) -> None:  # noqa: F811
    shown = run("campaign", PACK, file, "--seed", "1", answers=["build", "", "home", "", "1", ""]).stdout
    assert "-- Before the first game ---" in shown
    assert "-- Game 1 ---" in shown
    assert "Dawn. Villagers wins." in shown
    assert "-- After game 1 ---" in shown
    assert "-- Game 2 ---" in shown
    assert "`sieges campaign` goes on with it, at this very decision." in shown
    shown = run("campaign", PACK, file, answers=["home", "", "0", ""]).stdout
    assert "Three Nights, game 2: going on after 0 moves." in shown
    assert "The end of the campaign" in shown
    assert "The valley holds. Villagers wins." in shown
    assert "Nights won: Raiders 0, Villagers 2" in shown
    # It is over, and stays so.
    assert "The valley holds" in run("campaign", PACK, file).stdout
    assert "ended by `valley_holds`, won by villagers" in flat(run("replay", file).stdout)


def test_options_for_the_games_to_come(run: Run, file: str) -> None:  # noqa: F811
    answers = ["sleep", "length=77", "length = 5", "", "home", "x", "", "0", ""]
    shown = run("campaign", PACK, file, "--seed", "1", answers=answers).stdout
    assert "Option `length` is a whole number from 1 to 9" in shown
    assert "From the next game on: length = 5." in shown
    assert shown.count("How many hours a night has: 5") == 2
    assert "Nothing has changed." in shown
    shown = run(
        "campaign", PACK, file, "--option", "length=4", "--seed", "9", answers=["home", "", "0"]
    ).stdout
    assert "only options can be set" in flat(shown)
    options = [
        line.options for line in read_save(Path(file), CAMPAIGN_FORMAT).lines if hasattr(line, "options")
    ]
    assert options == [{}, {"length": 5}, {}, {"length": 5}, {}]


def test_what_is_set_holds_on_when_one_has_left_and_is_told_where_it_does_not(run: Run, file: str) -> None:  # noqa: F811
    run("campaign", PACK, file, "--seed", "1", answers=["sleep", "length=5", "", "home", "", "0", "q"])
    shown = run("campaign", PACK, file, answers=["", "home", "length=7", "q"]).stdout
    assert "How many hours a night has: 5" in shown, "as the game before"
    assert "not kept without it: go on with --option length=7." in flat(shown)


def test_back_after_the_end_of_a_game_and_after_what_follows(run: Run, file: str) -> None:  # noqa: F811
    answers = ["build", "u", "sleep", "", "home", "u", "home", "", "1", "u", "2", "q"]
    shown = run("campaign", PACK, file, "--seed", "1", answers=answers).stdout
    assert shown.count("Taken back:") == 3
    assert "The wall: 4" in run("campaign", PACK, file, "--standing").stdout
    assert "EXACT" in run("replay", file).stdout


def test_agents_play_it_alone_and_the_standing_is_shown(run: Run, file: str) -> None:  # noqa: F811
    run("campaign", PACK, file, "--seed", "3", "--bot", "raiders=greedy", "--bot", "villagers=rollout:16")
    shown = run("campaign", PACK, file, "--standing").stdout
    assert "The end of the campaign" in shown
    assert "scars" in shown
    assert "EXACT" in run("replay", file).stdout
    assert "up" not in run("replay", file, "--to", "1").stderr
    run("replay", file, "--show", code=2)


def test_files_that_are_no_campaign(run: Run, file: str, tmp_path: Path) -> None:  # noqa: F811
    game = tmp_path / "game.jsonl"
    single.begun(game)
    path = Path(file)
    campaign = advance(begun(path), 4)
    assert campaign.part.journal is not None
    campaign.part.journal.close()
    shown = run("campaign", PACK, str(game), code=1).stdout
    assert "it is the save of a single game; `sieges play --file` goes on with it" in flat(shown)
    shown = run("play", "--file", file, code=1).stdout
    assert "it is a campaign; `sieges campaign` goes on with it" in flat(shown)
    assert "is a campaign of the pack 'three_nights'" in flat(run("campaign", FORD, file, code=2).stderr)
    assert "has no campaign" in run("campaign", FORD, str(tmp_path / "new.jsonl"), code=2).stderr
    assert (
        "There is no file" in run("campaign", PACK, str(tmp_path / "new.jsonl"), "--standing", code=2).stderr
    )
    run("campaign", PACK, str(tmp_path), code=2)
    path.write_text(path.read_text().replace('"n": 3', '"n": 4'))
    shown = run("campaign", PACK, file, answers=["yes", "q"]).stdout
    assert "line 4 of the file is damaged" in shown
    assert "Three Nights, before the first game: going on after 1 move." in shown
    path.write_text("")
    assert "the file is empty" in flat(run("campaign", PACK, file, code=1).stdout)
    assert "cannot be shown" in flat(run("campaign", PACK, file, "--standing", code=1).stdout)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
def test_a_killed_campaign_goes_on_where_it_was(run: Run, file: str, home: Path) -> None:  # noqa: F811
    environment = {
        **os.environ,
        "PYTHONPATH": str(Path(sieges.__file__).parent.parent),
        "PYTHONUNBUFFERED": "1",
    }
    code = "from sieges.ui.main import main; main(prog_name='sieges')"
    command = [sys.executable, "-c", code, "campaign", PACK, file, "--seed", "1", "--plain"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, env=environment)
    assert process.stdin is not None
    process.stdin.write(b"build\n\ngrim\n")
    process.stdin.flush()
    for _ in range(300):
        if Path(file).exists() and '"grim"' in Path(file).read_text():
            break
        time.sleep(0.1)
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdin.close()
    shown = run("campaign", PACK, file, answers=["q"]).stdout
    assert "Three Nights, game 1: going on after" in shown
