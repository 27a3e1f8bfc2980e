"""The command as a process of its own: what it loads, pipes that close, Ctrl-C, terminals that lack characters."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

SIEGES = [sys.executable, "-m", "sieges"]


def test_help_loads_nothing_heavy() -> None:
    heavy = ("jsonschema", "ruamel", "cattrs", "rich", "referencing", "concurrent.futures", "multiprocessing")
    script = (
        "import sys\nfrom sieges.ui.main import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit as end:\n    assert end.code == 0\n"
        f"print([name for name in {heavy!r} if name in sys.modules])\n"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[-1] == "[]"


def test_packs_kept_from_last_time_need_no_yaml(repository: Path) -> None:
    script = (
        "import sys, sieges\nsieges.load('syracuse').rules()\n"
        "print([name for name in ('jsonschema', 'ruamel', 'cattrs') if name in sys.modules])\n"
    )
    for _ in range(2):
        run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


def test_a_reader_that_goes_away(repository: Path) -> None:
    process = subprocess.Popen(
        [*SIEGES, "explain", "syracuse"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == ""
    process.wait(30)


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as POSIX has them")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_is_quiet(repository: Path, tmp_path: Path, workers: str) -> None:
    records = tmp_path / "records.jsonl"
    process = subprocess.Popen(
        [
            *SIEGES,
            "simulate",
            "tests/packs/two_roads",
            "--games",
            "1000000",
            "--workers",
            workers,
            "--agent",
            "greedy",
            "--records",
            str(records),
        ],
        cwd=repository,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    deadline = time.monotonic() + 30
    while not (records.exists() and records.stat().st_size) and time.monotonic() < deadline:
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    said, complained = process.communicate(timeout=30)
    assert process.returncode == 130
    assert re.fullmatch(r"Stopped after [\d,]+ of 1,000,000 games\.", complained.strip())
    written = len(records.read_text().splitlines())
    assert f"\n{written:,} games from seed 1" in said


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as POSIX has them")
def test_ctrl_c_stops_at_once_however_much_there_is_to_do(repository: Path, tmp_path: Path) -> None:
    """At whatever moment, from the very beginning of the simulation on."""
    for wait in (0, 0.05, 0.3, 2):
        records = tmp_path / f"{wait}.jsonl"
        process = subprocess.Popen(
            [*SIEGES, "simulate", "tests/packs/ford", "--games", "1000000000", "--workers", "2", "--records", records],
            cwd=repository, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        )  # fmt: skip
        deadline = time.monotonic() + 60
        while not records.exists() and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(wait)
        os.killpg(process.pid, signal.SIGINT)
        began = time.monotonic()
        _, complained = process.communicate(timeout=60)
        assert time.monotonic() - began < 30
        assert "Traceback" not in complained
        assert process.returncode == 130


CLOSED = ("<&-", ">&-", "2>&-", "<&- >&-", "<&- >&- 2>&-", "| head -1")


@pytest.mark.skipif(os.name != "posix", reason="a shell closes what POSIX has open")
@pytest.mark.parametrize("closed", CLOSED)
def test_a_game_with_streams_that_are_closed_is_kept(tmp_path: Path, repository: Path, closed: str) -> None:
    home = tmp_path / "home"
    command = f"{sys.executable} -m sieges play tests/packs/ford --seed 4 {closed}"
    run = subprocess.run(
        ["sh", "-c", command], cwd=repository, input="as\n", capture_output=True, text=True, timeout=60,
        env={**os.environ, "SIEGES_HOME": str(home)},
    )  # fmt: skip
    assert run.stderr == ""
    assert run.returncode == 0
    (save,) = (home / "games").glob("*.jsonl")
    moves = len(save.read_text().splitlines()) - 1
    assert moves >= 1 or closed not in (">&-", "2>&-")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full disk to write to")
def test_a_full_disk_is_named(tmp_path: Path, repository: Path) -> None:
    for arguments in ("list", "--help", "check tests/packs/ford", "play tests/packs/ford --seed 4"):
        run = subprocess.run(
            ["sh", "-c", f"{sys.executable} -m sieges {arguments} > /dev/full"], cwd=repository, text=True,
            stdin=subprocess.DEVNULL, capture_output=True, timeout=60,
            env={**os.environ, "SIEGES_HOME": str(tmp_path)},
        )  # fmt: skip
        assert run.returncode == 1
        assert run.stderr == "Error: the standard output cannot be written: No space left on device\n"
    run = subprocess.run(
        [*SIEGES, "simulate", "tests/packs/ford", "--games", "3", "--records", "/dev/full"],
        cwd=repository, text=True, capture_output=True, timeout=60,
    )  # fmt: skip
    assert (run.returncode, run.stderr) == (1, "Error: /dev/full: No space left on device\n")


def test_a_terminal_without_the_characters(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(
        "language: 1\npack: x\ntitle: Ἀθῆναι\nversion: '1'\nfoo: 1\n", encoding="utf-8"
    )
    run = subprocess.run(
        [*SIEGES, "check", str(tmp_path)],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert run.returncode == 1
    assert b"Traceback" not in run.stderr
    assert b"foo" in run.stdout
