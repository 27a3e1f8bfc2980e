"""Which character of the file each character of a scalar's value comes from.

A caret inside an expression has to stand under the right character, whether the expression is plain, quoted
(with escapes), folded or literal. So the value is built once more here, with the origin of each character;
if that gives anything but the value itself, the answer is the nearest that is certain.
"""

from __future__ import annotations

from array import array
from typing import Literal, TypeAlias

from .spans import common_start

Style: TypeAlias = Literal["plain", "single", "double", "folded", "literal", "block", "flow"]
"""How a value is written; `block` and `flow` are those of mappings and sequences."""

_ESCAPES = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "\t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r",
    "e": "\x1b", " ": " ", '"': '"', "/": "/", "\\": "\\", "N": "\x85", "_": "\xa0", "L": "\u2028",
    "P": "\u2029",
}  # fmt: skip
_CODE_LENGTH = {"x": 2, "u": 4, "U": 8}


class _Value:
    """A value in the making: its characters and where each comes from."""

    def __init__(self) -> None:
        self.characters: list[str] = []
        self.origins = array("I")

    def put(self, character: str, origin: int) -> None:
        self.characters.append(character)
        self.origins.append(origin)

    def breaks(self, count: int, origin: int) -> None:
        """`count` line breaks between two lines of a flow scalar: one is a space, more are one fewer."""
        for _ in range(max(count - 1, 1)):
            self.put(" " if count == 1 else "\n", origin)


def origins(raw: str, style: Style, value: str) -> array[int]:
    """For each character of `value`, and for its end, the offset in `raw` (the source text of the scalar).

    The array has `len(value) + 1` entries, never decreasing. `value` is the text that YAML reads from
    `raw`; quotes and the header of a block scalar are part of `raw`.
    """
    if style == "single":
        made = _quoted(raw[:-1], double=False)
        end = len(raw) - 1
    elif style == "double":
        made = _quoted(raw[:-1], double=True)
        end = len(raw) - 1
    elif style in ("folded", "literal"):
        made = _block(raw, value, folded=style == "folded")
        end = made.origins[-1] + 1 if made.origins else len(raw)
    else:
        made = _plain(raw)
        end = len(raw)
    result = made.origins
    good = len(result)
    if made.characters != list(value):
        good = common_start("".join(made.characters), value)
        end = result[good] if good < len(result) else end
    del result[good:]
    result.extend([min(end, len(raw))] * (len(value) + 1 - good))
    return result


def _newline(raw: str, at: int) -> int:
    """The length of the line break at `at`, 0 if there is none."""
    if raw.startswith("\r\n", at):
        return 2
    return 1 if raw[at : at + 1] in ("\n", "\r") else 0


def _skip_breaks(raw: str, at: int, white: str) -> tuple[int, int]:
    """`(count, next offset)` of the line breaks from `at` on, with the white space around them."""
    count = 0
    while at < len(raw):
        length = _newline(raw, at)
        if length:
            count += 1
        elif raw[at] in white:
            length = 1
        else:
            break
        at += length
    return count, at


def _white_run(raw: str, at: int, white: str) -> int:
    end = at
    while end < len(raw) and raw[end] in white:
        end += 1
    return end


def _plain(raw: str) -> _Value:
    made = _Value()
    at = 0
    while at < len(raw):
        end = _white_run(raw, at, " ")
        if end < len(raw) and _newline(raw, end):
            count, after = _skip_breaks(raw, end, " ")
            made.breaks(count, at)
            at = after
            continue
        for origin in range(at, max(end, at + 1)):
            made.put(raw[origin], origin)
        at = max(end, at + 1)
    return made


def _quoted(raw: str, double: bool) -> _Value:
    made = _Value()
    at = 1
    while at < len(raw):
        end = _white_run(raw, at, " \t")
        if end < len(raw) and _newline(raw, end):
            count, after = _skip_breaks(raw, end, " \t")
            made.breaks(count, at)
            at = after
        elif end > at:
            for origin in range(at, end):
                made.put(raw[origin], origin)
            at = end
        elif not double and raw.startswith("''", at):
            made.put("'", at)
            at += 2
        elif double and raw[at] == "\\":
            at = _escape(raw, at, made)
        else:
            made.put(raw[at], at)
            at += 1
    return made


def _escape(raw: str, at: int, made: _Value) -> int:
    """Read the escape at `at`; returns the offset after it."""
    letter = raw[at + 1 : at + 2]
    if letter in _CODE_LENGTH:
        after = at + 2 + _CODE_LENGTH[letter]
        made.put(chr(int(raw[at + 2 : after], 16)), at)
        return after
    length = _newline(raw, at + 1)
    if not length:
        made.put(_ESCAPES.get(letter, letter), at)
        return at + 2
    # An escaped line break joins the lines; empty lines after it still count.
    count, after = _skip_breaks(raw, at + 1 + length, " \t")
    for _ in range(count):
        made.put("\n", at)
    return after


def _block(raw: str, value: str, folded: bool) -> _Value:
    made = _Value()
    lines = _lines(raw)[1:]
    indent = _indent(lines, raw, value)
    pending: list[tuple[str, int]] = []
    previous: str | None = None
    for start, end in lines:
        content = raw[start + indent : end] if end - start > indent else ""
        if not content:
            pending.append(("\n", end))
            continue
        if previous is not None and folded and previous[0] not in " \t" and content[0] not in " \t":
            # The break after a full line is a space, or vanishes if empty lines follow it.
            pending[0:1] = [] if len(pending) > 1 else [(" ", pending[0][1])]
        for character, origin in pending:
            made.put(character, origin)
        for origin in range(start + indent, end):
            made.put(raw[origin], origin)
        pending = [("\n", end)]
        previous = content
    # Trailing breaks: as many as the value kept.
    for character, origin in pending[: max(len(value) - len(made.characters), 0)]:
        made.put(character, min(origin, len(raw)))
    return made


def _lines(raw: str) -> list[tuple[int, int]]:
    """`(start, end)` of each line, without its line break."""
    lines = []
    start = at = 0
    while at < len(raw):
        length = _newline(raw, at)
        if length:
            lines.append((start, at))
            start = at + length
        at += max(length, 1)
    lines.append((start, len(raw)))
    return lines


def _indent(lines: list[tuple[int, int]], raw: str, value: str) -> int:
    """How far the lines of a block scalar are indented: what its first full line lost to the value."""
    full = (len(line) - len(line.lstrip(" ")) for line in value.split("\n") if line.strip(" "))
    kept = next(full, 0)
    for start, end in lines:
        if raw[start:end].strip(" "):
            return max(_white_run(raw[:end], start, " ") - start - kept, 0)
    return max((end - start for start, end in lines), default=0)
