"""The YAML scanner with the doors closed that packs do not need.

`ruamel.yaml` finds the tokens; this subclass adds what must be known before or beside the events:

- how deep flow brackets are nested, *before* the scanner looks ahead (its look-ahead is quadratic in the depth);
- anchors, aliases, tags, directives and `?` keys, each noted where it stands and then read past;
- where the quoted scalars stand, which explains most errors that come after it.

Only the pure Python scanner is used. The C one disagrees with it about valid texts (`[a?b]`, `{a: b?c}`,
a tab after a value) and about marks, and a pack has to mean the same on every machine.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ruamel.yaml.error import StringMark
from ruamel.yaml.reader import Reader
from ruamel.yaml.scanner import Scanner

from . import codes

_BLANK = re.compile(r"(?: *(?:#[^\r\n\0]*)?[\r\n]+)* *(?:#[^\r\n\0]*)?")
_BLANK_IN_FLOW = re.compile(r"(?:[ \t]*(?:#[^\r\n\0]*)?[\r\n]+)*[ \t]*(?:#[^\r\n\0]*)?")
_WHITE = "\0 \t\r\n"
_AFTER_PROPERTY = _WHITE + ",[]{}"


class TooDeep(Exception):
    """More brackets are open than the limit allows; `offset` is where the first one too many stands."""

    def __init__(self, offset: int) -> None:
        """Remember where."""
        super().__init__(offset)
        self.offset = offset


class QuickReader(Reader):
    """The reader of ruamel.yaml for a text that is in memory and was checked before.

    The same results, a good deal faster: nothing is ever refilled, and whole stretches are
    skipped at once.
    """

    reached: int = 0
    """How far it had come when ruamel.yaml reset it, which it also does after an error."""

    def reset_reader(self) -> None:
        """Forget everything but how far it came."""
        self.reached = getattr(self, "index", 0)
        super().reset_reader()

    def peek(self, index: int = 0) -> str:
        """The character `index` places on; NUL at and after the end."""
        try:
            return self.buffer[self.pointer + index]
        except IndexError:
            return "\0"

    def prefix(self, length: int = 1) -> str:
        """The next `length` characters, fewer at the end."""
        return self.buffer[self.pointer : self.pointer + length]

    def forward(self, length: int = 1) -> None:
        """Go on by `length` characters, counting lines (LF, CR LF, lone CR) and columns."""
        start = self.pointer
        end = self.pointer = min(start + length, len(self.buffer))
        self.index = end
        passed = self.buffer[start:end]
        if "\r" in passed:
            for at in range(start, end):
                character = self.buffer[at]
                if character == "\n" or (character == "\r" and self.buffer[at + 1] != "\n"):
                    self.line += 1
                    self.column = 0
                else:
                    self.column += 1
        elif "\n" in passed:
            self.line += passed.count("\n")
            self.column = len(passed) - passed.rfind("\n") - 1
        else:
            self.column += end - start

    def get_mark(self) -> StringMark:
        """Where the reader stands."""
        return StringMark(self.name, self.index, self.line, self.column, self.buffer, self.pointer)


class PackScanner(Scanner):
    """See the module; `note(code, start, end)` and `deepest` have to be set before the first token."""

    reader: Any = None
    """Given when the scanner is made: ruamel.yaml looks it up anew for each character."""
    note: Callable[[str, int, int], None]
    deepest: int
    quoted: list[tuple[int, int]]
    """Start and end offset of each quoted scalar so far; the scanner may be far ahead of the parser."""
    brackets: list[int]
    """Offsets of the flow brackets that are open."""

    def __init__(self, loader: Any = None) -> None:
        """Nothing scanned yet."""
        self.brackets = []
        self.quoted = []
        self.reader = loader.reader
        super().__init__(loader)

    def need_more_tokens(self) -> bool:
        """Whether the next token is not certain yet; the same answer as of ruamel.yaml, sooner."""
        if self.done:
            return False
        if not self.tokens:
            return True
        if not self.possible_simple_keys:
            return False
        self.stale_possible_simple_keys()
        return bool(self.next_possible_simple_key() == self.tokens_taken)

    def scan_to_next_token(self) -> None:
        """Skip spaces, comments and line breaks; the same as ruamel.yaml does, at once."""
        reader = self.reader
        pattern = _BLANK_IN_FLOW if self.flow_context else _BLANK
        found = pattern.match(reader.buffer, reader.pointer)
        if found and found.end() > reader.pointer:
            line = reader.line
            reader.forward(found.end() - reader.pointer)
            if reader.line != line and not self.flow_context:
                self.allow_simple_key = True

    def fetch_flow_collection_start(self, TokenClass: Any, to_push: str) -> None:  # noqa: N803
        """Open a bracket, unless it is one too many."""
        if len(self.flow_context) >= self.deepest:
            raise TooDeep(self.reader.index)
        self.brackets.append(self.reader.index)
        super().fetch_flow_collection_start(TokenClass, to_push)

    def fetch_flow_collection_end(self, TokenClass: Any) -> None:  # noqa: N803
        """Close a bracket."""
        if self.brackets:
            self.brackets.pop()
        super().fetch_flow_collection_end(TokenClass)

    def fetch_flow_scalar(self, style: Any) -> None:
        """Read a quoted scalar and remember where it stood."""
        start = self.reader.index
        super().fetch_flow_scalar(style)
        self.quoted.append((start, self.reader.index))

    def fetch_anchor(self) -> None:
        """Note `&name` and go on as if it were not there."""
        self._skip_property(codes.ANCHOR)

    def fetch_tag(self) -> None:
        """Note `!name` and go on as if it were not there."""
        self._skip_property(codes.TAG)

    def fetch_alias(self) -> None:
        """Note `*name` and read it as text."""
        start = self.reader.index
        self.note(codes.ALIAS, start, start + self._length_to(_AFTER_PROPERTY))
        self.fetch_plain()

    def fetch_key(self) -> None:
        """Note `? key`, which may be any value, and read on as ruamel.yaml does."""
        start = self.reader.index
        self.note(codes.COMPLEX_KEY, start, start + 1)
        super().fetch_key()

    def fetch_directive(self) -> None:
        """Note `%NAME ...` and skip its line."""
        start = self.reader.index
        length = self._length_to("\0\r\n")
        self.note(codes.DIRECTIVE, start, start + length)
        self.reader.forward(length)

    def _skip_property(self, code: str) -> None:
        start = self.reader.index
        length = self._length_to(_AFTER_PROPERTY)
        self.note(code, start, start + length)
        self.reader.forward(length)

    def _length_to(self, stops: str) -> int:
        length = 1
        while self.reader.peek(length) not in stops:
            length += 1
        return length
