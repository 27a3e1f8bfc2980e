"""A file that was read: plain data, and beside it where every value and key stands."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

import attrs

from .diagnostic import Diagnostic
from .offsets import Style, origins
from .scalars import Scalar
from .spans import SourceFile, Span

Data: TypeAlias = Scalar | list["Data"] | dict[str, "Data"]
"""Plain data as read from a file; the keys of mappings are always text."""
Path: TypeAlias = Sequence[str | int]
"""The way from the root of a document to a value: keys and indices (from 0)."""

_STYLES: tuple[Style, ...] = ("plain", "single", "double", "folded", "literal", "block", "flow")
_STYLE_NUMBER = {style: number for number, style in enumerate(_STYLES)}
Children: TypeAlias = "dict[str, int] | array[int]"


class Places:
    """Where the values of a document stand: 17 bytes a value, and one small mapping a collection."""

    def __init__(self) -> None:
        """No value yet; the first one added is the root, number 0."""
        self._starts = array("I")
        self._ends = array("I")
        self._key_starts = array("I")
        self._key_ends = array("I")
        self._styles = bytearray()
        self.children: dict[int, Children] = {}

    def add(self, start: int, end: int, key: tuple[int, int], style: Style) -> int:
        """Add a value with its key (for items of a sequence, the value itself); returns its number."""
        self._starts.append(start)
        self._ends.append(end)
        self._key_starts.append(key[0])
        self._key_ends.append(key[1])
        self._styles.append(_STYLE_NUMBER[style])
        return len(self._styles) - 1

    def __len__(self) -> int:
        """How many values there are."""
        return len(self._styles)

    def finish(self, node: int, end: int) -> None:
        """Say where a collection ends, once that is known."""
        self._ends[node] = end

    def value(self, node: int) -> tuple[int, int]:
        """Start and end offset of a value."""
        return self._starts[node], self._ends[node]

    def key(self, node: int) -> tuple[int, int]:
        """Start and end offset of the key that leads to a value; of the value, if it is an item or the root."""
        if self._key_starts[node] == self._starts[node]:
            return self.value(node)
        return self._key_starts[node], self._key_ends[node]

    def style(self, node: int) -> Style:
        """How a value is written."""
        return _STYLES[self._styles[node]]

    def find(self, path: Path) -> tuple[int, int]:
        """`(number, how many steps of the path could be followed)`; (0, 0) also for no value at all."""
        node = 0
        for followed, step in enumerate(path):
            children = self.children.get(node)
            if isinstance(children, dict):
                child = children.get(step) if isinstance(step, str) else None
            elif children is not None and isinstance(step, int) and 0 <= step < len(children):
                child = children[step]
            else:
                child = None
            if child is None:
                return node, followed
            node = child
        return node, len(path)


@attrs.frozen(eq=False)
class Document:
    """What was read from one file.

    All look-ups take a path (keys and indices from the root) and never fail: for a path that is not in
    the document they answer for its nearest ancestor that is, since they serve messages.
    """

    source: SourceFile
    data: Data
    """The plain data; None if nothing could be read, and also if the file says nothing: see `ok`."""
    diagnostics: tuple[Diagnostic, ...]
    """What was found, in the order of the file."""
    _places: Places = attrs.field(repr=False)
    _damaged: frozenset[int] = attrs.field(repr=False)

    @property
    def ok(self) -> bool:
        """Whether no error was found."""
        return all(diagnostic.severity != "error" for diagnostic in self.diagnostics)

    @property
    def readable(self) -> bool:
        """Whether `data` stands for the file, damaged values apart; False after a syntax error."""
        return len(self._places) > 0

    def has(self, path: Path) -> bool:
        """Whether the document has a value at `path`."""
        return self.readable and self._places.find(path)[1] == len(path)

    def span(self, path: Path = ()) -> Span:
        """Where the value stands; an absent value (`key:` alone) is an empty span after the colon."""
        return self.source.span(*self._value(path))

    def key_span(self, path: Path) -> Span:
        """Where the key stands that leads to the value; for an item of a sequence, the item."""
        if not self.readable:
            return self.source.span(0, 0)
        return self.source.span(*self._places.key(self._places.find(path)[0]))

    def raw(self, path: Path = ()) -> str:
        """The source text of the value, with its quotes; for a collection from its first character to its last."""
        start, end = self._value(path)
        return self.source.text[start:end]

    def style(self, path: Path = ()) -> Style:
        """How the value is written: `plain`, `single`, `double`, `folded`, `literal`, or `block`, `flow`."""
        return self._places.style(self._places.find(path)[0]) if self.readable else "plain"

    def position(self, path: Path, offset: int = 0) -> tuple[int, int]:
        """`(line, column)` in the file of character `offset` of the scalar's value.

        Right inside quotes, escapes, folded and literal text; `len(value)` is the place after the last character.
        Outside the value: the nearest end of it. Collections and absent values: their start.
        """
        start, end = self._value(path)
        return self.source.position(start + self._origin(path, start, end, offset))

    def part(self, path: Path, start: int, end: int) -> Span:
        """The span in the file of the characters `start` up to `end` of the scalar's value."""
        first, last = self._value(path)
        from_ = self._origin(path, first, last, start)
        to = self._origin(path, first, last, end - 1) + 1 if end > start else from_
        return self.source.span(first + from_, first + to)

    def damaged(self, path: Path) -> bool:
        """Whether a diagnostic of this document is about the value at `path` or what holds it.

        Other layers say nothing about such values: what is in `data` there is a guess.
        """
        if not self.readable:
            return True
        return any(self._places.find(path[:n])[0] in self._damaged for n in range(len(path) + 1))

    def _value(self, path: Path) -> tuple[int, int]:
        return self._places.value(self._places.find(path)[0]) if self.readable else (0, 0)

    def _origin(self, path: Path, start: int, end: int, offset: int) -> int:
        value = self._lookup(path)
        style = self.style(path)
        if start == end or not self.has(path) or style in ("block", "flow") or offset < 0:
            return 0
        raw = self.source.text[start:end]
        text = value if isinstance(value, str) else raw
        if style == "plain" and text == raw:
            return min(offset, len(raw))
        return origins(raw, style, text)[min(offset, len(text))]

    def _lookup(self, path: Path) -> Data:
        data = self.data
        for step in path:
            if isinstance(data, Mapping) and isinstance(step, str):
                data = data.get(step)
            elif isinstance(data, list) and isinstance(step, int) and 0 <= step < len(data):
                data = data[step]
            else:
                return None
        return data


def unread(source: SourceFile, diagnostics: Iterable[Diagnostic]) -> Document:
    """A document of which nothing could be read."""
    return Document(source, None, tuple(diagnostics), Places(), frozenset())
