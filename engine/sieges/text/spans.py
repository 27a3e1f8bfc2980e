"""Places in files: what every message, traceback and coverage record points at."""

from __future__ import annotations

import bisect

import attrs

_BOM = "\ufeff"


@attrs.frozen(order=True, slots=True)
class Span:
    """A stretch of one file.

    Lines and columns count from 1; columns are characters (not bytes, not terminal cells);
    the end is exclusive. An empty span (an absent value) ends where it starts.
    """

    file: str
    """The path as it is shown to the author, with forward slashes."""
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        """`file:line:column`, the form that editors and terminals make clickable."""
        return f"{self.file}:{self.line}:{self.column}"

    def to(self, other: Span) -> Span:
        """The span from the start of this one to the end of `other` (same file, not earlier)."""
        return Span(self.file, self.line, self.column, other.end_line, other.end_column)

    @property
    def start(self) -> Span:
        """The empty span at the start of this one."""
        return Span(self.file, self.line, self.column, self.line, self.column)


def common_start(left: str, right: str) -> int:
    """How many characters the beginnings of two texts have in common."""
    both = zip(left, right, strict=False)
    return next((i for i, (a, b) in enumerate(both) if a != b), min(len(left), len(right)))


def _line_starts(text: str) -> list[int]:
    """Offsets at which lines start; a line ends at LF, CR LF or a lone CR, as in YAML 1.2."""
    starts = [0]
    if "\r" not in text:
        position = text.find("\n")
        while position >= 0:
            starts.append(position + 1)
            position = text.find("\n", position + 1)
        return starts
    for position, character in enumerate(text):
        if character == "\n" or (character == "\r" and text[position + 1 : position + 2] != "\n"):
            starts.append(position + 1)
    return starts


def _without_mark(text: str) -> str:
    return text.removeprefix(_BOM)


@attrs.frozen(eq=False)
class SourceFile:
    """The text of one file, with the path that messages show for it.

    A byte order mark at the start is dropped: no column counts it.
    """

    path_shown: str
    text: str = attrs.field(converter=_without_mark, repr=False)
    _starts: list[int] = attrs.field(init=False, repr=False)

    @_starts.default
    def _find_starts(self) -> list[int]:
        return _line_starts(self.text)

    @property
    def line_count(self) -> int:
        """How many lines the file has; a final line break starts no further line."""
        starts = self._starts
        return len(starts) - 1 if len(starts) > 1 and starts[-1] == len(self.text) else len(starts)

    def line(self, n: int) -> str:
        """Line `n` (1-based) without its line break; empty if the file has no such line."""
        if not 1 <= n <= len(self._starts):
            return ""
        end = self._starts[n] if n < len(self._starts) else len(self.text)
        return self.text[self._starts[n - 1] : end].rstrip("\r\n")

    def position(self, offset: int) -> tuple[int, int]:
        """`(line, column)` of the character at `offset`; outside the text, the nearest end of it."""
        offset = min(max(offset, 0), len(self.text))
        line = bisect.bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def offset(self, line: int, column: int) -> int:
        """The character offset of a place; beyond the text, the nearest end of it."""
        if line < 1:
            return 0
        if line > len(self._starts):
            return len(self.text)
        return min(self._starts[line - 1] + max(column, 1) - 1, len(self.text))

    def span(self, start: int, end: int) -> Span:
        """The span of the characters from offset `start` up to, not including, offset `end`."""
        line, column = self.position(start)
        end_line, end_column = self.position(max(start, end))
        return Span(self.path_shown, line, column, end_line, end_column)
