"""Packs that are made to do harm, and how the engine is kept on a short lead while it reads them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from textwrap import dedent

from sieges.loading import compile_fresh

REPOSITORY = Path(__file__).resolve().parents[2]
HERE = "# here"
"""Stands on the line of a pack that must be complained of."""

HEAD = """\
language: 1
pack: trap
title: Trap
version: "1.0"
source: {status: original}
sides: {us: {seat: true}, them: {}}
"""

TABLE = """\
tags: {land: {}}
locations:
  camp:  {owner: us, tags: [land], slots: 3}
  ditch: {owner: us, tags: [land], slots: 3}
  gate:  {owner: them, tags: [land], slots: 3}
pieces: {troop: {plural: troops}}
variables:
  x: {type: number, start: 0}
  y: {type: number, start: 0}
  goal: {type: a location or none, start: none}
dice: {die: {sides: 6}}
setup: {markers: {camp: {troop: 2}, gate: {troop: 3}}}
victory: {over: {winner: none}}
"""

OVER = "  - end: over\n"

MEMORY = 1 << 30
SECONDS = 10


def write(folder: Path, text: str, table: str = TABLE) -> Path:
    """A pack of one file below a folder: the head, a table and what is given."""
    pack = folder / "trap"
    pack.mkdir(parents=True)
    (pack / "pack.yaml").write_text(HEAD + table + dedent(text), "utf-8")
    return pack


def marked(pack: Path) -> list[int]:
    """The lines of a pack that must be complained of."""
    lines = (pack / "pack.yaml").read_text("utf-8").split("\n")
    return [number for number, line in enumerate(lines, 1) if HERE in line]


def said(pack: Path) -> list[tuple[int, str, str]]:
    """The errors found in a pack: line, code and message of each; empty for a pack that could be played."""
    compiled, found, sources = compile_fresh(pack)
    errors = [finding for finding in found if finding.severity == "error"]
    assert (compiled is None) == bool(errors)
    for finding in errors:
        assert finding.span is not None, finding
        last = sources[finding.span.file].line_count if finding.span.file in sources else 1
        assert 1 <= finding.span.line <= last, finding
        assert finding.span.column >= 1, finding
        assert "Traceback" not in finding.message
    return [
        (finding.span.line, finding.code, finding.message) for finding in errors if finding.span is not None
    ]


def attempt(pack: Path) -> tuple[str, str]:
    """Load a pack in a process of its own, and play it if it can be loaded: how that went, and where it was stopped.

    The process has little memory and few seconds. It must come back by itself, whatever the pack holds.
    """
    attempts = _attempts()
    assert attempts.stdin is not None
    assert attempts.stdout is not None
    print(pack, file=attempts.stdin, flush=True)
    code, text = json.loads(attempts.stdout.readline())
    assert code == 0, f"{describe(code)}\n{text[-2000:]}"
    how, where = json.loads(text)
    return how, where


@cache
def _attempts() -> subprocess.Popen[str]:
    """What makes the attempts; it ends with the tests, when nothing more can come."""
    return subprocess.Popen(
        [sys.executable, "-m", "tests.hostile.attempt"],
        cwd=REPOSITORY,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(REPOSITORY / "engine"), str(REPOSITORY)])},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def describe(code: int) -> str:
    if code in (-9, -14, -24):
        return f"it was still at it after {SECONDS} seconds"
    return f"it broke down (exit code {code})"
