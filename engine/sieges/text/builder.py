"""Builds plain data and the table of places from the events of a YAML parser."""

from __future__ import annotations

from array import array

import attrs

from . import codes
from .checks import Limits
from .cut import cut_expression, stays_open
from .diagnostic import Diagnostic, Diagnostics
from .document import Data, Document, Places, unread
from .offsets import Style
from .scalars import resolve
from .spans import SourceFile, Span
from .values import NO_SPACE, check_escapes, check_text_value, missing_space, refused, short

_STYLES: dict[str | None, Style] = {"'": "single", '"': "double", ">": "folded", "|": "literal"}
_NOTES = {
    codes.ANCHOR: ("an anchor (`{}`)", "write the value out, or give it a name in the rules"),
    codes.ALIAS: ("an alias (`{}`)", 'write the value out; quote it if it is text: `"{}"`'),
    codes.TAG: ("a tag (`{}`)", "delete it; quote the value if `!` is part of it (in expressions, `not`)"),
    codes.COMPLEX_KEY: (
        "a key that starts with `?`",
        "write `key: value`; quote the key if `?` is part of it",
    ),
    codes.DIRECTIVE: (
        "a directive (`{}`)",
        "delete the line; quote the text if it is meant to start with `%`",
    ),
}


class Enough(Exception):
    """The rest of the file is not read: a limit is passed."""


@attrs.define
class _Frame:
    """A collection that is not closed yet."""

    node: int
    mapping: dict[str, Data] | None
    """The mapping being filled; None in a sequence."""
    sequence: list[Data]
    keys: dict[str, int]
    """Key -> number of the value."""
    items: array[int]
    flow: bool
    attach: bool
    """Whether the collection becomes part of the data (not behind a refused key)."""
    start: int
    end: int
    """Where its last part so far ends."""
    found_before: int
    """How many findings there were when it was opened."""
    places: dict[str, tuple[int, int]] = attrs.field(factory=dict)
    """Where each key stands."""
    key: str | None = None
    """The key whose value comes next."""
    key_place: tuple[int, int] = (0, 0)
    key_plain: bool = False
    key_wanted: bool = True
    """In a mapping: whether the next value is a key."""
    drop_next: bool = False
    """Whether the key just read is refused, so that its value is read and dropped."""
    open_paren: tuple[int, int] | None = None
    """A plain scalar of a flow collection in which a parenthesis stays open."""
    cut: tuple[int, int] | None = None
    """The same, once something follows it: an expression was cut."""


class Builder:
    """Takes the events of one file, in order; `document()` gives the result."""

    def __init__(self, source: SourceFile, limits: Limits) -> None:
        """Nothing read yet."""
        self._source = source
        self._limits = limits
        self._places = Places()
        self._frames: list[_Frame] = []
        self._root: Data = None
        self._found: list[Diagnostic] = []
        self._notes: list[tuple[int, Diagnostic]] = []
        self._damaged: set[int] = set()
        self._count = 0
        self._broken = False

    # What the parser reports.

    def scalar(self, text: str, style_mark: str | None, start: int, end: int) -> None:
        """A scalar: a key or a value."""
        self._counted(start)
        style = _STYLES.get(style_mark, "plain")
        if style in ("folded", "literal"):
            end = self._block_end(start, end)
        frame = self._frames[-1] if self._frames else None
        if frame is not None:
            self._watch_cut(frame, text, style, start, end)
            if frame.mapping is not None and frame.key_wanted:
                self._key(frame, text, style, start, end)
                return
            if start == end and frame.mapping is not None:
                start = end = self._after_colon(frame.key_place[1])
        node = self._places.add(start, end, self._key_place(start, end), style)
        value: Data = text
        wrong = None
        if style == "plain":
            value, trouble = resolve(text)
            if trouble is not None:
                wrong = refused(self._source, trouble, start, end)
            elif isinstance(value, str):
                wrong = check_text_value(
                    self._source, value, start, end, in_flow=frame is not None and frame.flow
                )
        elif style == "double":
            wrong = check_escapes(self._source, text, start, end)
        if wrong is not None:
            self._damage(node, wrong)
        self._attach(value, node, end)

    def open(self, is_mapping: bool, flow: bool, start: int) -> None:
        """A mapping or sequence starts."""
        self._counted(start)
        if len(self._frames) >= self._limits.depth:
            self.too_deep(start)
            raise Enough
        frame = self._frames[-1] if self._frames else None
        attach = frame is None or (frame.attach and not frame.drop_next)
        if frame is not None:
            self._something_follows(frame, start)
            if frame.mapping is not None and frame.key_wanted:
                self._complex_key(frame, is_mapping, start)
                attach = False
        style: Style = "flow" if flow else "block"
        node = self._places.add(start, start, self._key_place(start, start), style)
        mapping: dict[str, Data] | None = {} if is_mapping else None
        self._frames.append(
            _Frame(node, mapping, [], {}, array("I"), flow, attach, start, start, len(self._found))
        )

    def close(self, end: int) -> None:
        """The innermost mapping or sequence ends."""
        frame = self._frames.pop()
        if not frame.flow:
            end = frame.end
        self._places.finish(frame.node, end)
        self._places.children[frame.node] = frame.items if frame.mapping is None else frame.keys
        if frame.cut:
            self._cut_expression(frame, end)
        data: Data = frame.sequence if frame.mapping is None else frame.mapping
        parent = self._frames[-1] if self._frames else None
        if parent is not None and parent.mapping is not None and parent.key_wanted:
            # It was a key; the value that follows is dropped with it.
            parent.key_wanted = False
            parent.drop_next = True
            parent.end = end
            return
        self._attach(data, frame.node, end)

    def another_document(self, start: int) -> None:
        """A second document starts; it is not read."""
        span = self._source.span(start, start + 3)
        self._error(
            codes.DOCUMENTS,
            "a second document starts here; a file holds one",
            span,
            help="`---` and `...` at the start of a line end a document",
            fix="move what follows into a file of its own, or quote the text",
        )
        raise Enough

    def note(self, code: str, start: int, end: int) -> None:
        """The scanner met something that packs do without."""
        what, fix = _NOTES[code]
        shown = self._source.text[start : min(end, start + 40)]
        diagnostic = Diagnostic(
            code,
            "error",
            f"{what.format(shown)} is not allowed in a pack",
            self._source.span(start, end),
            help="packs use only the part of YAML that every reader knows: text, numbers, lists, mappings",
            fix=fix.format(shown),
        )
        self._notes.append((start, diagnostic))
        self._stop_if_hopeless()

    def too_deep(self, start: int) -> None:
        """More collections are nested than the limit allows."""
        self._broken = True
        self._found = []
        self._notes = []
        message = f"values are nested more than {self._limits.depth} deep"
        self._error(codes.TOO_DEEP, message, self._source.span(start, start + 1))

    def syntax_error(self, diagnostic: Diagnostic) -> None:
        """The parser gave up; often that is only the consequence of something known already."""
        self._broken = True
        line = diagnostic.span.line if diagnostic.span else 0
        frame = next((frame for frame in self._frames if frame.cut), None)
        if frame is not None and frame.cut is not None:
            self._cut_expression(frame, frame.cut[1])
        elif not any(self._source.position(start)[0] >= line - 1 for start, _ in self._notes):
            self._found = [diagnostic]
            self._notes = []

    def document(self) -> Document:
        """What was read."""
        collector = Diagnostics(most=self._limits.diagnostics)
        collector.extend(
            sorted([*self._found, *(note for _, note in self._notes)], key=lambda found: found.sort_key)
        )
        listed = collector.sorted()
        if collector.left_out:
            span = listed[-1].span
            message = f"{collector.left_out} more problems in this file are not listed"
            if self._broken:
                message += ", and it is not read to its end"
            listed.append(
                Diagnostic(codes.MORE, "error" if collector.has_errors else "warning", message, span)
            )
        if self._broken or not len(self._places):
            return unread(self._source, listed)
        return Document(self._source, self._root, tuple(listed), self._places, frozenset(self._damaged))

    # What becomes of it.

    def _attach(self, value: Data, node: int, end: int) -> None:
        """Put a finished value where it belongs."""
        if not self._frames:
            self._root = value
            return
        frame = self._frames[-1]
        frame.end = max(frame.end, end)
        if frame.mapping is None:
            frame.sequence.append(value)
            frame.items.append(node)
            return
        frame.key_wanted = True
        if frame.drop_next or frame.key is None:
            frame.drop_next = False
            return
        frame.mapping[frame.key] = value
        frame.keys[frame.key] = node
        if value is None and frame.flow and frame.key_plain and NO_SPACE.match(frame.key):
            start, stop = self._places.value(node)
            if start == stop:
                self._damage(node, missing_space(self._source, frame.key_place[0]))

    def _key(self, frame: _Frame, text: str, style: Style, start: int, end: int) -> None:
        frame.key_wanted = False
        frame.key = text
        frame.key_place = (start, end)
        frame.key_plain = style == "plain"
        frame.end = max(frame.end, end)
        span = self._source.span(start, end)
        if style == "plain" and text == "":
            frame.drop_next = True
            colon = start if self._source.text.startswith(":", start) else max(start - 1, 0)
            self._error(
                codes.EMPTY_KEY,
                "a key is missing before this colon",
                self._source.span(colon, colon + 1),
                fix="write the key, or quote the text",
            )
        elif style == "plain" and text == "<<":
            frame.drop_next = True
            self._error(
                codes.MERGE_KEY,
                "a merge key (`<<`) is not allowed in a pack",
                span,
                help="what packs share is said with `extends`, not with YAML",
                fix="write the keys out",
            )
        elif text in frame.places:
            frame.drop_next = True
            first = self._source.span(*frame.places[text])
            self._error(
                codes.DUPLICATE_KEY,
                f"the key `{short(text)}` stands twice in this mapping",
                span,
                related=((first, "first given here"),),
                fix="rename one of them, or join them",
            )
        else:
            frame.places[text] = (start, end)
            wrong = check_escapes(self._source, text, start, end) if style == "double" else None
            if wrong is not None:
                self._damage(frame.node, wrong)

    def _complex_key(self, frame: _Frame, is_mapping: bool, start: int) -> None:
        frame.key = None
        frame.key_place = (start, start)
        noted = self._notes[-1] if self._notes else None
        if (
            noted
            and noted[1].code == codes.COMPLEX_KEY
            and not self._source.text[noted[0] + 1 : start].strip()
        ):
            return
        self._error(
            codes.COMPLEX_KEY,
            f"a key is text, but here stands a {'mapping' if is_mapping else 'list'}",
            self._source.span(start, start + 1),
            help="a value that starts with `{` is a mapping, one that starts with `[` a list",
            fix="quote the text if the brackets are part of it",
        )

    # Expressions that YAML cuts.

    def _watch_cut(self, frame: _Frame, text: str, style: Style, start: int, end: int) -> None:
        if not frame.flow:
            return
        self._something_follows(frame, start)
        if style == "plain" and stays_open(text):
            frame.open_paren = (start, end)

    def _something_follows(self, frame: _Frame, start: int) -> None:
        if frame.open_paren is not None and frame.cut is None:
            frame.cut = (frame.open_paren[0], start)

    def _cut_expression(self, frame: _Frame, end: int) -> None:
        """One finding for the whole expression; none of those that its pieces caused."""
        start = frame.cut[0] if frame.cut else frame.start
        del self._found[frame.found_before :]
        self._notes = [(at, note) for at, note in self._notes if not frame.start <= at]
        self._damaged.add(frame.node)
        self._found.append(cut_expression(self._source, start, frame.start))

    # Small things.

    def _damage(self, node: int, diagnostic: Diagnostic) -> None:
        if diagnostic.severity == "error":
            self._damaged.add(node)
        elif len(self._found) >= 10 * self._limits.diagnostics:
            return
        self._found.append(diagnostic)

    def _counted(self, start: int) -> None:
        self._count += 1
        self._stop_if_hopeless()
        if self._count > self._limits.nodes:
            self._broken = True
            message = f"this file has more than {self._limits.nodes:,} keys and values"
            self._error(
                codes.TOO_MANY,
                message,
                self._source.span(start, start + 1),
                fix="divide it into several files",
            )
            raise Enough

    def _stop_if_hopeless(self) -> None:
        """A file made of mistakes need not be read to its end."""
        if len(self._found) + len(self._notes) > 10 * self._limits.diagnostics:
            self._broken = True
            raise Enough

    def _key_place(self, start: int, end: int) -> tuple[int, int]:
        frame = self._frames[-1] if self._frames else None
        if frame is None or frame.mapping is None or frame.key_wanted:
            return start, end
        return frame.key_place

    def _after_colon(self, key_end: int) -> int:
        """Where a value that is left out would stand: after the colon of its key, if there is one."""
        colon = self._source.text.find(":", key_end)
        between = self._source.text[key_end:colon] if 0 <= colon <= key_end + 100 else "-"
        return key_end if between.strip() else colon + 1

    def _block_end(self, start: int, end: int) -> int:
        """Where a block scalar ends: after its last full line, or after all that `+` keeps."""
        raw = self._source.text[start:end]
        if "+" in raw.split("\n", 1)[0].split("#", 1)[0]:
            return end
        length = len(raw.rstrip(" \r\n"))
        while raw[length : length + 1] == " ":
            length += 1
        return start + length

    def _error(
        self,
        code: str,
        message: str,
        span: Span,
        *,
        related: tuple[tuple[Span, str], ...] = (),
        help: str | None = None,
        fix: str | None = None,
    ) -> None:
        self._found.append(Diagnostic(code, "error", message, span, related, help, fix))
