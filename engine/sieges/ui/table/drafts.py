"""A draft at the table: who knows what stands in a cell that is still to do says so, and it goes into the pack."""

from __future__ import annotations

import os
import re
from pathlib import Path

from sieges.game.rules import Rules
from sieges.game.runtime import Fault
from sieges.language.charts import UNKNOWN
from sieges.language.compiled import UNKNOWN_CELL
from sieges.ui.table.screen import Leave, Screen

_PLAIN = re.compile(r"[A-Za-z0-9.+\-][A-Za-z0-9.+\- ]*")
"""A cell that YAML reads as a text without quotes, or nearly; everything else is quoted."""


def is_unknown(fault: Fault) -> bool:
    """Whether a game was stopped by a cell that is still to do."""
    return fault.message.startswith(UNKNOWN_CELL)


def learn(fault: Fault, pack: str, rules: Rules, screen: Screen) -> bool:
    """Ask what stands in the cell, and write it where `todo` stood; everything else in the file stays as it is.

    Args:
        fault: where the game was stopped.
        pack: what the pack was loaded by.

    Returns:
        Whether it was written; if not, who was asked has been told why.

    Raises:
        Leave: who is asked leaves.
    """
    path = Path(fault.place.file)
    found = _place(path, fault.place.line, fault.place.column)
    where = fault.message.removeprefix(UNKNOWN_CELL).lstrip(": ")
    screen.line()
    if found is None:
        screen.say(
            f"What stands in {where} is still to do ({fault.place}), and cannot be written there from here.",
            bold=True,
        )
        return False
    before, start, end = found
    screen.say(f"Still to do: {where}.", bold=True)
    signs = _signs(rules)
    screen.say(f"What stands there? Signs with blanks between: {', '.join(signs)}.", "  ", "    ")
    while True:
        answer = " ".join(screen.ask("cell> ").split())
        if not answer or answer == UNKNOWN:
            screen.say("Type the signs of the cell, or q to leave; the game is kept.", "  ")
            continue
        if answer.lower() == "q":
            raise Leave("quit")
        text = before[:start] + _quoted(answer) + before[end:]
        if (wrong := _tried(path, text, before, pack)) is not None:
            screen.say(wrong, "  ", "    ")
            continue
        screen.understood()
        screen.say(f"Written to {fault.place}.", "  ")
        return True


def _place(path: Path, line: int, column: int) -> tuple[str, int, int] | None:
    """The text of a file, and where `todo` stands in it; None where it does not stand there, or cannot be replaced."""
    try:
        text = path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    if not os.access(path, os.W_OK):
        return None
    lines = text.splitlines(keepends=True)
    if line > len(lines):
        return None
    start = sum(map(len, lines[: line - 1])) + column - 1
    found = re.compile(rf"(['\"]?){UNKNOWN}\1").match(text, start)
    return None if found is None else (text, found.start(), found.end())


def _signs(rules: Rules) -> list[str]:
    """The signs of all charts of a pack, in order; those that take a number stand for all of their kind."""
    cells = (cell for chart in rules.compiled.charts.values() for row in chart.cells for cell in row)
    return sorted({token for cell in cells for token in cell.split()} - {UNKNOWN})


def _quoted(answer: str) -> str:
    return answer if _PLAIN.fullmatch(answer) and answer not in (".", "-") else f'"{answer}"'


def _tried(path: Path, text: str, before: str, pack: str) -> str | None:
    """Write a text, and take it back if the pack then has mistakes: what they are."""
    from sieges.loading import PackError, load

    _write(path, text)
    try:
        load(pack)
    except PackError as error:
        _write(path, before)
        first = next(finding for finding in error.diagnostics if finding.severity == "error")
        return f"{first.message[:1].upper()}{first.message[1:]}{f' ({first.fix})' if first.fix else ''}."
    return None


def _write(path: Path, text: str) -> None:
    """Put a text in the place of a file's, all of it or nothing."""
    aside = path.with_name(f".{path.name}.new")
    aside.write_bytes(text.encode("utf-8"))
    os.replace(aside, path)
