"""The command as a process of its own: what it loads, pipes that close, Ctrl-C, terminals that lack characters."""

from __future__ import annotations

import os
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
    assert said == ""
    assert complained.strip() == ""


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
