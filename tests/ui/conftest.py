"""The command line in this process, with answers typed in advance."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sieges.ui.main import main

PACKS = Path(__file__).resolve().parent.parent / "packs"
FORD = str(PACKS / "ford")

Run = Callable[..., Result]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home for saves of this test alone, and a window of 80 columns that speaks no UTF-8."""
    folder = tmp_path / "home"
    monkeypatch.setenv("SIEGES_HOME", str(folder))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("LINES", raising=False)
    for name in ("LC_ALL", "LC_CTYPE", "LANG"):
        monkeypatch.setenv(name, "C")
    return folder


@pytest.fixture
def run(home: Path) -> Run:
    """Runs `sieges` with these arguments and these answers, one a line; checks what holds for everything printed."""

    def run(*arguments: str, answers: str | list[str] = "", code: int | None = 0) -> Result:
        text = answers if isinstance(answers, str) else "".join(f"{answer}\n" for answer in answers)
        result = CliRunner().invoke(main, list(arguments), input=text)
        if code is not None:
            assert result.exit_code == code, result.output + result.stderr
        assert "Traceback" not in result.output
        for line in result.stdout.splitlines():
            assert len(line) <= 80, line
            assert line.isascii(), line
        assert "\x1b" not in result.stdout
        return result

    return run


def flat(text: str) -> str:
    """A text without its line ends, as it was before it was wrapped."""
    return " ".join(text.split())


def saved(home: Path) -> list[Path]:
    return sorted((home / "games").glob("*.jsonl"))
