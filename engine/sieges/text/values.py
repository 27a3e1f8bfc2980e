"""What can be wrong with one scalar that YAML has read without complaint."""

from __future__ import annotations

import re

from . import codes
from .checks import character_name, forbidden_value
from .diagnostic import Diagnostic
from .offsets import origins
from .scalars import Trouble
from .spans import SourceFile

NO_SPACE = re.compile(r"[A-Za-z_]\w*:(?:[^\s:/]|\xa0)")
"""The start of a value that was probably meant as `key: value`; `http://` is none."""
_NO_SPACE_DASH = re.compile(r"-[^\s-].*[\r\n] *-[^\s-]", re.DOTALL)
_NO_SPACE_LINE = re.compile(r"[\r\n] *(?=[A-Za-z_]\w*:[^\s:/])")
_COMMENT = re.compile(r" +#(?=[^\s#!])")


def short(text: str) -> str:
    """`text`, or its beginning if it is long."""
    return text if len(text) <= 40 else text[:37] + "..."


def refused(source: SourceFile, trouble: Trouble, start: int, end: int) -> Diagnostic:
    """The finding for a plain scalar that is not written as it has to be."""
    return Diagnostic(
        trouble.code, "error", trouble.message, source.span(start, end), help=trouble.help, fix=trouble.fix
    )


def check_text_value(
    source: SourceFile, value: str, start: int, end: int, *, in_flow: bool
) -> Diagnostic | None:
    """What is wrong with a plain scalar that is read as text: a space forgotten, or a comment not meant."""
    text = source.text
    if not in_flow and (":" in value or value[0] == "-"):
        if _first_on_line(source, start) and NO_SPACE.match(value):
            return missing_space(source, start)
        raw = text[start:end]
        if len(raw) != len(value) or "\n" in raw:
            line = _NO_SPACE_LINE.search(raw)
            if line:
                return missing_space(source, start + line.end())
            if _NO_SPACE_DASH.match(raw):
                return missing_space(source, start)
    comment = _COMMENT.match(text, end)
    if comment:
        return Diagnostic(
            codes.COMMENT,
            "warning",
            "what follows ` #` is a comment and not part of the value",
            source.span(comment.end() - 1, comment.end()),
            fix="quote the value, or write a space after the `#` if a comment is meant",
        )
    return None


def check_escapes(source: SourceFile, value: str, start: int, end: int) -> Diagnostic | None:
    """What is wrong with the escapes of a double-quoted scalar: none may make what no file may hold."""
    found = forbidden_value(value)
    if not found:
        return None
    places = origins(source.text[start:end], "double", value)
    return Diagnostic(
        codes.ESCAPE,
        "error",
        f"this escape makes {character_name(found.group())}, which no text may hold",
        source.span(start + places[found.start()], start + places[found.start() + 1]),
        fix="write the character itself, or leave it out",
    )


def missing_space(source: SourceFile, start: int) -> Diagnostic:
    """The finding that the space is missing after the dash, or after the colon of the key, at `start`."""
    text = source.text
    if text[start] == "-":
        return Diagnostic(
            codes.NO_COLON,
            "error",
            "a space is missing after this dash",
            source.span(start, start + 1),
            help="without the space YAML reads one text",
            fix="write a space after each dash, or quote the text",
        )
    colon = text.index(":", start)
    key = short(text[start : colon + 1])
    return Diagnostic(
        codes.NO_COLON,
        "error",
        f"a space is missing after the colon of `{key}`",
        source.span(colon, colon + 1),
        help="without the space YAML reads one text",
        fix="write a space after the colon, or quote the value if it is text",
    )


def _first_on_line(source: SourceFile, start: int) -> bool:
    column = source.position(start)[1]
    return not source.text[start - column + 1 : start].strip(" ")
