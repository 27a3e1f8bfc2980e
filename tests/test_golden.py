"""The golden playthroughs are what the packs play today."""

from __future__ import annotations

import pytest

from tests.golden import FOLDER, SHIPPED, first_difference, golden_files, playthrough


@pytest.mark.parametrize("path", SHIPPED)
def test_golden_playthroughs(path: str) -> None:
    files = golden_files(path)
    assert files
    for file, mode in files:
        before = file.read_text("utf-8") if file.exists() else ""
        difference = first_difference(before, playthrough(path, mode))
        assert not difference, (
            f"{file.name}, {difference}\n"
            "if this is meant, run `python -m tests.golden` and read the whole difference"
        )


def test_no_golden_file_is_left_over() -> None:
    wanted = {file.name for path in SHIPPED for file, _ in golden_files(path)}
    assert {file.name for file in FOLDER.glob("*")} == wanted


def test_the_first_difference_is_shown() -> None:
    assert first_difference("a\nb\n", "a\nb\n") == ""
    assert first_difference("a\nb\nc\n", "a\nx\nc\n") == "line 2:\n    a\n  - b\n  - c\n  + x\n  + c"
    assert first_difference("a\n", "a\nb\n") == "line 2:\n    a\n  + b"
    assert first_difference("", "a") == "line 1:\n  + a"
