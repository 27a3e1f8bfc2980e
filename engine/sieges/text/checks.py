"""What is checked before the text reaches the parser: size, encoding, characters, tabs."""

from __future__ import annotations

import re

import attrs

from . import codes
from .diagnostic import Diagnostic
from .spans import SourceFile


@attrs.frozen
class Limits:
    """How much a file may hold. Packs are untrusted; these are far above what a game needs."""

    size: int = 1 << 20
    """Bytes in a file."""
    depth: int = 40
    """Mappings and sequences inside one another."""
    nodes: int = 100_000
    """Keys, values and collections in a file."""
    diagnostics: int = 100
    """Findings listed for one file; one more says how many are not."""


LIMITS = Limits()

_FORBIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ud800-\udfff"
    "\ufeff\ufff9-\ufffb\ufffe\uffff\U000e0000-\U000e007f]"
)
_RETURN = re.compile("\r")
_TAB = re.compile(r"(?:\A|[\n\r]) *(\t[ \t]*)")
_NAMES = {
    "\0": "a NUL character",
    "\r": "a carriage return",
    "\x1b": "an escape character",
    "\x7f": "a delete character",
    "\x85": "a line separator of another kind (U+0085)",
    "\u200b": "an invisible space (U+200B)",
    "\u2028": "a line separator of another kind (U+2028)",
    "\u2029": "a paragraph separator (U+2029)",
    "\ufeff": "a byte order mark in the middle of the text (U+FEFF)",
}


def character_name(character: str) -> str:
    """What to call a character that cannot be shown."""
    if character in _NAMES:
        return _NAMES[character]
    number = ord(character)
    if 0xD800 <= number <= 0xDFFF:
        return f"half of a character (a lone surrogate, U+{number:04X})"
    if number < 0xA0:
        return f"a control character (U+{number:04X})"
    return f"an invisible character that can mislead a reader (U+{number:04X})"


def forbidden(text: str) -> re.Match[str] | None:
    """The first character of `text` that no file may hold; tabs and line breaks may."""
    return _FORBIDDEN.search(text)


def forbidden_value(value: str) -> re.Match[str] | None:
    """The first character that an escape may not make: where lines break is said by `\\n` alone."""
    return forbidden(value) or _RETURN.search(value)


def decode(data: bytes, shown_path: str) -> tuple[SourceFile, Diagnostic | None]:
    """The text of a file, and what is wrong with its encoding.

    If something is, the text is a rendering with replacement characters, good for messages only.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        source = SourceFile(shown_path, data.decode("utf-16", errors="replace"))
        return source, Diagnostic(
            codes.ENCODING,
            "error",
            "this file is in UTF-16",
            source.span(0, 0),
            help="packs are UTF-8, so that every program on every system reads the same",
            fix="save it as UTF-8",
        )
    try:
        return SourceFile(shown_path, data.decode("utf-8")), None
    except UnicodeDecodeError as error:
        start = len(data[: error.start].decode("utf-8", errors="replace").removeprefix("\ufeff"))
        source = SourceFile(shown_path, data.decode("utf-8", errors="replace"))
        return source, Diagnostic(
            codes.ENCODING,
            "error",
            f"this file is not UTF-8: byte 0x{data[error.start]:02X} is not part of a character",
            source.span(start, start + 1),
            help="it was probably saved in an older encoding, such as Latin-1 or Windows-1252",
            fix="save it as UTF-8",
        )


def too_large(source: SourceFile, size: int | None, limits: Limits) -> Diagnostic:
    """The finding that a file of `size` bytes (None: more than were read) is over the limit."""
    shown = "more than that" if size is None else f"{size:,} bytes"
    return Diagnostic(
        codes.TOO_LARGE,
        "error",
        f"this file is too large: at most {limits.size:,} bytes are read, it has {shown}",
        source.span(0, 0),
        fix="divide it into several files",
    )


def check_text(source: SourceFile, limits: Limits) -> Diagnostic | None:
    """The first reason not to parse the text at all."""
    text = source.text
    found = forbidden(text)
    if found:
        count = len(_FORBIDDEN.findall(text))
        more = f" (and {count - 1} more such characters in this file)" if count > 1 else ""
        return Diagnostic(
            codes.CONTROL,
            "error",
            f"{character_name(found.group())} stands here{more}",
            source.span(found.start(), found.end()),
            help="such characters are not seen in an editor and are not allowed anywhere in a pack",
            fix="delete it",
        )
    tabs = list(_TAB.finditer(text))
    if tabs:
        lines = sorted({source.position(tab.start(1))[0] for tab in tabs})
        more = ""
        if len(lines) > 1:
            more = f" (also on {_line_list(lines[1:])})"
        return tab_here(source, *tabs[0].span(1), f"this line is indented with a tab{more}")
    return None


def tab_here(source: SourceFile, start: int, end: int, message: str) -> Diagnostic:
    """The finding that a tab stands where YAML wants spaces."""
    return Diagnostic(
        codes.TAB,
        "error",
        message,
        source.span(start, end),
        help="YAML allows only spaces here, since a tab has no width that everybody agrees on",
        fix="replace the tab with spaces (most editors can do so on every save)",
    )


def _line_list(lines: list[int]) -> str:
    shown = ", ".join(map(str, lines[:5]))
    more = f" and {len(lines) - 5} more" if len(lines) > 5 else ""
    return f"line{'s' if len(lines) > 1 else ''} {shown}{more}"
