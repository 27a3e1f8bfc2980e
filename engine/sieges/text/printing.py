"""Shows findings: to people (a frame of the source), to editors, to programs, to GitHub."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any, Literal, get_args

from .diagnostic import SEVERITIES, Diagnostic, Severity
from .spans import SourceFile, Span

Format = Literal["text", "concise", "json", "github"]
FORMATS: tuple[Format, ...] = get_args(Format)

_RED, _YELLOW, _BLUE, _BOLD, _PLAIN = "\x1b[31m", "\x1b[33m", "\x1b[34m", "\x1b[1m", "\x1b[0m"
_COLOURS: dict[Severity, str] = {"error": _RED, "warning": _YELLOW, "todo": _BLUE}
_GITHUB: dict[Severity, str] = {"error": "error", "warning": "warning", "todo": "notice"}


def render(
    diagnostics: Iterable[Diagnostic],
    format: Format,
    sources: Mapping[str, SourceFile] | Iterable[SourceFile] = (),
    *,
    width: int = 100,
    colour: bool = False,
    most: int | None = None,
) -> str:
    """All of `diagnostics` in one of four formats; ends in a line break unless it is empty.

    Args:
        diagnostics: shown by file, line and column; for `github` the worst first, since it shows few.
        format: `text` (a frame of the source around each), `concise` (a line each), `json` (one list), `github`
            (workflow commands).
        sources: the files, or the files by shown path; without its file, a finding has no frame.
        width: columns of the terminal, at least 40; `text` only.
        colour: whether `text` uses ANSI colours.
        most: show so many, and say how many more there are (`json` and `github` just stop).

    Raises:
        ValueError: there is no such format.
    """
    if format not in FORMATS:
        raise ValueError(f"no such format: {format!r}; there are {', '.join(FORMATS)}")
    ordered = sorted(diagnostics, key=lambda diagnostic: diagnostic.sort_key)
    if format == "github":
        ordered.sort(key=lambda diagnostic: SEVERITIES.index(diagnostic.severity))
    shown = ordered if most is None else ordered[: max(most, 0)]
    if format == "json":
        return json.dumps([_as_data(diagnostic) for diagnostic in shown], indent=2) + "\n"
    if format == "github":
        return "".join(_github(diagnostic) + "\n" for diagnostic in shown)
    more = f"... and {len(ordered) - len(shown)} more\n" if len(shown) < len(ordered) else ""
    if format == "concise":
        return "".join(_concise(diagnostic) + "\n" for diagnostic in shown) + more
    files = sources if isinstance(sources, Mapping) else {source.path_shown: source for source in sources}
    frame = _Frame(files, max(width, 40), colour)
    return "".join(frame.of(diagnostic) + "\n" for diagnostic in shown) + more


def visible(text: str) -> str:
    """`text` on one line, with an escape for each character that a terminal would not show or would obey."""
    if text.isprintable():
        return text
    parts = []
    for character in text:
        if character.isprintable():
            parts.append(character)
        elif character in "\t\r\n\u2028\u2029":
            parts.append(" ")
        else:
            parts.append(character.encode("unicode_escape").decode("ascii"))
    return "".join(parts)


def _concise(diagnostic: Diagnostic) -> str:
    place = f"{visible(str(diagnostic.span))}: " if diagnostic.span else ""
    return f"{place}{diagnostic.severity}[{diagnostic.code}] {visible(diagnostic.message)}"


def _span_as_data(span: Span | None) -> dict[str, Any]:
    if span is None:
        return {"file": None, "line": None, "column": None, "end_line": None, "end_column": None}
    return {
        "file": span.file,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }


def _as_data(diagnostic: Diagnostic) -> dict[str, Any]:
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        **_span_as_data(diagnostic.span),
        "related": [{"message": what, **_span_as_data(span)} for span, what in diagnostic.related],
        "help": diagnostic.help,
        "fix": diagnostic.fix,
    }


def _github(diagnostic: Diagnostic) -> str:
    properties: dict[str, object] = {}
    span = diagnostic.span
    if span:
        properties = {"file": span.file, "line": span.line}
        if span.end_line == span.line:
            # GitHub takes columns for a finding on one line only.
            properties |= {"col": span.column, "endColumn": span.end_column}
        else:
            properties["endLine"] = span.end_line
    properties["title"] = diagnostic.code
    lines = [diagnostic.message]
    lines += [f"{place}: {what}" for place, what in diagnostic.related]
    lines += [f"{name}: {text}" for name, text in _advice(diagnostic)]
    shown = ",".join(f"{name}={_escaped(str(value), True)}" for name, value in properties.items())
    return f"::{_GITHUB[diagnostic.severity]} {shown}::{_escaped(chr(10).join(lines), False)}"


def _escaped(text: str, is_property: bool) -> str:
    text = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    if is_property:
        text = text.replace(":", "%3A").replace(",", "%2C")
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def _advice(diagnostic: Diagnostic) -> list[tuple[str, str]]:
    pairs = (("help", diagnostic.help), ("fix", diagnostic.fix))
    return [(name, text) for name, text in pairs if text]


def _cells(character: str) -> tuple[str, int]:
    """What a terminal is sent for a character of a source line, and how many columns that takes."""
    if " " <= character <= "~":
        return character, 1
    if character == "\t":
        return " ", 1
    if not character.isprintable():
        return "?", 1
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me"):
        return character, 0
    return character, 2 if unicodedata.east_asian_width(character) in "WF" else 1


class _Frame:
    """Prints findings as a compiler does."""

    def __init__(self, files: Mapping[str, SourceFile], width: int, colour: bool) -> None:
        self.files = files
        self.width = width
        self.colour = colour

    def paint(self, text: str, colour: str) -> str:
        return f"{colour}{text}{_PLAIN}" if self.colour and text else text

    def of(self, diagnostic: Diagnostic) -> str:
        colour = _COLOURS[diagnostic.severity]
        head = self.paint(f"{diagnostic.severity}[{diagnostic.code}]", _BOLD + colour)
        lines = [f"{head}: {visible(diagnostic.message)}"]
        spans = [diagnostic.span, *(span for span, _ in diagnostic.related)]
        gutter = max((len(str(span.line)) for span in spans if span), default=1)
        if diagnostic.span:
            lines += self.excerpt(diagnostic.span, gutter, "-->", "^", "", colour)
        for span, what in diagnostic.related:
            lines += self.excerpt(span, gutter, ":::", "-", visible(what), _BLUE)
        lines += [f"{self.paint(name + ':', _BOLD)} {visible(text)}" for name, text in _advice(diagnostic)]
        return "\n".join(lines) + "\n"

    def excerpt(self, span: Span, gutter: int, arrow: str, mark: str, note: str, colour: str) -> list[str]:
        """Where the span is, its (first) line and the marks below it."""
        place = f"{' ' * gutter}{self.paint(arrow, _BLUE)} {visible(str(span))}"
        source = self.files.get(span.file)
        if source is None or span.line > source.line_count:
            return [f"{place}: {note}" if note else place]
        text = source.line(span.line)
        start = min(span.column - 1, len(text))
        end = min(span.end_column - 1, len(text)) if span.end_line == span.line else len(text)
        code, before, marked = self.clip(text, start, max(end, start), self.width - gutter - 3)
        marks = self.paint(mark * max(marked, 1), _BOLD + colour)
        bar = self.paint("|", _BLUE)
        number = self.paint(f"{span.line:>{gutter}}", _BLUE)
        under = f"{' ' * gutter} {bar} {' ' * before}{marks}"
        if note and gutter + before + marked + len(note) + 5 <= self.width:
            under, note = f"{under} {note}", ""
        after = [f"{' ' * gutter} {bar} {note}"] if note else []
        return [place, f"{' ' * gutter} {bar}", f"{number} {bar} {code}".rstrip(), under, *after]

    def clip(self, text: str, start: int, end: int, room: int) -> tuple[str, int, int]:
        """`(what is shown of a line, columns before the marks, columns marked)`, within `room` columns.

        A line that is too wide loses its beginning, so that the mark has a third of the room before it, and its end.
        """
        first = start
        used = 0
        limit = (
            room if sum(_cells(c)[1] for c in text[: room + 1]) <= room and len(text) <= room else room // 3
        )
        while first > 0 and used < limit:
            first -= 1
            used += _cells(text[first])[1]
        lead = "..." if first > 0 else ""
        shown = [lead]
        column = before = len(lead)
        after = column
        for at in range(first, len(text)):
            cell, cells = _cells(text[at])
            if column + cells > room - (3 if at + 1 < len(text) else 0):
                shown.append("...")
                break
            if at == start:
                before = after = column
            shown.append(cell)
            column += cells
            if at < end:
                after = column
        if start >= len(text):
            before = after = column
        return "".join(shown), before, after - before
