"""Long lines of a written program made readable: what is written out many times alike is shown twice and counted."""

from __future__ import annotations

import re

LONG = 100
FEWEST = 6
"""So many terms in a row that differ in their numbers alone are folded."""
_NUMBER = re.compile(r"-?\d+")
_RUN = re.compile(
    rf"(?P<term>[^\n]{{1,80}}?)(?P<joint>, | \+ | \| | and | or )(?:(?P=term)(?P=joint)){{{FEWEST - 2},}}(?P=term)"
)


def folded(text: str) -> str:
    """A program's text with its long rows of terms folded; it is then no program any more."""
    return "\n".join(_whole(line) if len(line) > LONG else line for line in text.split("\n"))


def _whole(line: str) -> str:
    """A line with its rows folded, and with rows of such rows."""
    while (shorter := _folded(line)) != line:
        line = shorter
    return line


def _folded(line: str) -> str:
    # One sign for each number, and where it stood: terms that are then equal differ in their numbers alone.
    signs: list[str] = []
    starts: list[int] = []
    at = 0
    for number in [*_NUMBER.finditer(line), None]:
        end = len(line) if number is None else number.start()
        signs.append(line[at:end])
        starts += range(at, end)
        if number is not None:
            signs.append("#")
            starts.append(end)
            at = number.end()
    starts.append(len(line))
    plain, found, at = "".join(signs), list[str](), 0
    for run in _RUN.finditer(plain):
        term, joint = run["term"], run["joint"]
        terms = (len(run[0]) + len(joint)) // (len(term) + len(joint))
        first = line[starts[run.start()] : starts[run.start() + len(term)]]
        last = line[starts[run.end() - len(term)] : starts[run.end()]]
        found += [line[at : starts[run.start()]], f"{first}{joint}... {terms - 2} like it ...{joint}{last}"]
        at = starts[run.end()]
    return "".join([*found, line[at:]])
