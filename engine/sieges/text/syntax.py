"""Puts the errors of the YAML parser into our own words: what is wrong, probably why, and how to mend it."""

from __future__ import annotations

import re
from typing import Any

from ruamel.yaml.error import MarkedYAMLError

from . import codes
from .checks import tab_here
from .cut import QUOTED, cut_expression
from .diagnostic import Diagnostic
from .scanning import PackScanner
from .spans import SourceFile

_KEY = re.compile(r"[ ]*(?:- +)*[\w.+-]+[ ]*:(?=\s|\Z)")
_TIGHT_KEY = re.compile(r"[ ]*(?:- +)*([A-Za-z_][\w-]*):(?=[^\s:/])")
_ODD_SPACE = re.compile(r"(?m)^ *(?:- +)*(?:-|[\w.+-]+ *:)?([\xa0\u1680\u2000-\u200a\u202f\u205f\u3000])")
_CLOSERS = {"[": "]", "{": "}"}
_STARTERS = {
    "%": "`%`", "@": "`@`", "`": "a backquote", "|": "`|`", ">": "`>`", ",": "a comma", "?": "`?`", ":": "a colon",
}  # fmt: skip


def explain(error: Exception, source: SourceFile, scanner: PackScanner) -> Diagnostic:
    """The finding for an error that the parser raised while it read `source`; never raises."""
    return _Explainer(error, source, scanner).explain()


class _Explainer:
    def __init__(self, error: Exception, source: SourceFile, scanner: PackScanner) -> None:
        self.source = source
        self.text = source.text
        self.scanner = scanner
        problem_mark = getattr(error, "problem_mark", None)
        context_mark = getattr(error, "context_mark", None)
        marked = isinstance(error, MarkedYAMLError)
        self.problem = str(
            (getattr(error, "problem", None) or getattr(error, "context", "")) if marked else ""
        )
        self.raised = type(error)
        self.context = str(getattr(error, "context", None) or "") if marked else ""
        reached = min(scanner.reader.reached, len(self.text))
        self.at: int = min(_index(problem_mark, _index(context_mark, reached)), len(self.text))
        self.start: int = min(_index(context_mark, self.at), self.at)
        self.character = self.text[self.at : self.at + 1]
        self.line, self.column = source.position(self.at)

    def explain(self) -> Diagnostic:
        return (
            self.tab()
            or self.odd_space()
            or self.quote()
            or self.escape()
            or self.in_brackets()
            or self.after_quote()
            or self.block_scalar()
            or self.no_colon()
            or self.second_colon()
            or self.starter()
            or self.after_brackets()
            or self.indentation()
            or self.made(
                codes.SYNTAX,
                "YAML cannot read on from here",
                self.at,
                fix="quote the value, or look at the line above",
            )
        )

    # Places.

    def made(
        self,
        code: str,
        message: str,
        start: int,
        end: int | None = None,
        *,
        also: tuple[int, str] | None = None,
        help: str | None = None,
        fix: str | None = None,
    ) -> Diagnostic:
        """A finding from offset `start` on, by default for one character."""
        if start >= len(self.text):
            start = len(self.text.rstrip("\r\n "))
        end = start + 1 if end is None else end
        related = ((self.source.span(also[0], also[0] + 1), also[1]),) if also else ()
        return Diagnostic(code, "error", message, self.source.span(start, end), related, help, fix)

    def line_start(self, offset: int) -> int:
        return offset - self.source.position(offset)[1] + 1

    def before(self, offset: int) -> str:
        """What stands on the line before `offset`."""
        return self.text[self.line_start(offset) : offset]

    def first_on_line(self, offset: int) -> bool:
        return not self.before(offset).strip(" ")

    def rest(self, offset: int) -> str:
        """What stands on the line from `offset` on."""
        return re.split(r"[\r\n]", self.text[offset : offset + 400], maxsplit=1)[0]

    # Causes, the most certain first.

    def odd_space(self) -> Diagnostic | None:
        """A space of another kind, in this line or the one above, where YAML sees part of a word."""
        above = self.text.rfind("\n", 0, max(self.at - self.column, 0)) + 1
        end = self.text.find("\n", self.at)
        found = _ODD_SPACE.search(self.text, above, len(self.text) if end < 0 else end)
        if found is None:
            return None
        message = f"a space of another kind (U+{ord(found[1]):04X}) stands here, where YAML wants a plain one"
        return self.made(codes.TAB, message, *found.span(1), fix="replace it with a plain space")

    def tab(self) -> Diagnostic | None:
        end = self.at + (self.character == "\t")
        while self.text[end : end + 1] == "\t":
            end += 1
        start = len(self.text[:end].rstrip(" \t"))
        if "\t" not in self.text[start:end]:
            return None
        start = self.text.index("\t", start)
        return tab_here(self.source, start, self.text.rindex("\t", start, end) + 1, "a tab stands here")

    def quote(self) -> Diagnostic | None:
        if "end of stream" in self.problem or "document separator" in self.problem:
            return self.unclosed_quote(self.start)
        start, end = self.last_quoted()
        quoted = self.text[start:end]
        if (
            start >= 0
            and "\n" in quoted
            and end <= self.at
            and self.line_start(self.at) == self.line_start(end)
        ):
            return self.unclosed_quote(start)
        return None

    def last_quoted(self) -> tuple[int, int]:
        """Start and end of the last quoted scalar that ends before the problem; (-1, -1) if there is none."""
        return next((place for place in reversed(self.scanner.quoted) if place[1] <= self.at), (-1, -1))

    def unclosed_quote(self, start: int) -> Diagnostic:
        return self.made(
            codes.UNCLOSED_QUOTE,
            "this quote is not closed on its line",
            start,
            help="everything up to the next quote was read as one text",
            fix=f"close it with {self.text[start : start + 1]}",
        )

    def escape(self) -> Diagnostic | None:
        if "escape" not in self.problem and self.raised not in (ValueError, OverflowError):
            return None
        backslash = self.text.rfind("\\", max(self.at - 2, 0), self.at + 1)
        if backslash < 0:
            return None
        letter = self.text[backslash + 1 : backslash + 2]
        digits = {"x": 2, "u": 4, "U": 8}.get(letter)
        message = f"`\\{letter}` starts no escape that YAML knows"
        if digits:
            message = f"`\\{letter}` needs {digits} hexadecimal digits that name a character"
        return self.made(
            codes.ESCAPE,
            message,
            backslash,
            backslash + 2,
            help="inside double quotes a backslash starts an escape, such as \\n or \\u00e9",
            fix="write \\\\ for a backslash, or use single quotes, which know no escapes",
        )

    def in_brackets(self) -> Diagnostic | None:
        if "flow" in self.context:
            opener = self.start
        elif self.scanner.brackets and "block" not in self.context:
            opener = self.scanner.brackets[-1]
        else:
            return None
        bracket = self.text[opener : opener + 1]
        closer = _CLOSERS.get(bracket, "]")
        cut = self.cut_start(opener)
        ends = self.at >= len(self.text.rstrip())
        later = self.line_start(opener) != self.line_start(self.at)
        if later and not ends:
            ends = bool(_KEY.match(self.rest(self.line_start(self.at)))) or self.text.startswith(
                "- ", self.at
            )
        if cut is not None and not (ends and later):
            return cut_expression(self.source, cut, opener)
        if ends:
            fix = f"close it with {closer}, or quote the value if the bracket is part of it"
            return self.made(codes.UNCLOSED_BRACKET, f"this `{bracket}` is never closed", opener, fix=fix)
        if self.character and self.character in "]}" and self.character != closer:
            message = f"`{self.character}` does not close the `{bracket}` that is open"
            also = (opener, "opened here")
            return self.made(codes.UNCLOSED_BRACKET, message, self.at, also=also, fix=f"write {closer}")
        tight = re.search(r"\w:\Z", self.before(self.at))
        if tight and self.character in ("[", "{"):
            return self.tight_colon(self.at - 1)
        quoted = self.after_quote()
        if quoted:
            return quoted
        if self.character == ",":
            return self.made(
                codes.SYNTAX, "a value is missing before this comma", self.at, fix="delete the comma"
            )
        if self.character == ":":
            return self.colon_in_value()
        if self.text.startswith("- ", self.at):
            message = f"a list with dashes cannot stand inside `{bracket}...{closer}`"
            return self.made(
                codes.SYNTAX, message, self.at, fix="separate the items with commas, without dashes"
            )
        return self.starter() or self.made(
            codes.SYNTAX,
            f"a comma or `{closer}` is missing before this",
            self.at,
            also=(opener, f"inside this `{bracket}`"),
            fix="put the comma (after a key, the colon), or quote the whole value if this is part of it",
        )

    def cut_start(self, opener: int) -> int | None:
        """Where the expression starts that the brackets at `opener` have cut, if that is what happened."""
        begin = max(opener + 1, self.at - 2000)
        before = QUOTED.sub(lambda found: "_" * len(found.group()), self.text[begin : self.at])
        open_at: list[int] = []
        for at, character in enumerate(before):
            if character == "(":
                open_at.append(at)
            elif character == ")" and open_at:
                open_at.pop()
        if not open_at:
            attached = self.character in ("[", "{") and re.search(r"[\w)\]]\Z", before)
            if not attached:
                return None
            open_at = [len(before)]
        piece = re.split(r"[,{}\[\]\r\n]|: ", before[: open_at[0]])[-1]
        return begin + open_at[0] - len(piece.lstrip())

    def after_quote(self) -> Diagnostic | None:
        start, end = self.last_quoted()
        if start < 0 or end > self.at or self.text[end : self.at].strip(" ") or not self.character:
            return None
        if self.character == ":" and not self.rest(self.at)[1:2].strip():
            return self.second_colon()
        quote = self.text[start]
        other = "'" if quote == '"' else '"'
        fix = f"put the whole value in {other}...{other}"
        if quote == "'":
            fix = f"{fix}, or write '' for an apostrophe inside single quotes"
        return self.made(
            codes.NEEDS_QUOTES,
            "text follows the closing quote",
            self.at,
            also=(start, "a value that starts with a quote ends with it"),
            fix=fix,
        )

    def block_scalar(self) -> Diagnostic | None:
        if "more indented" in self.problem:
            message = "the empty lines before this text are indented further than the text"
            return self.made(codes.INDENT, message, self.at, fix="delete the spaces on the empty lines")
        if "block scalar" not in self.context:
            return None
        mark = self.text[self.start : self.start + 1]
        return self.made(
            codes.NEEDS_QUOTES,
            f"a value cannot start with `{mark}` unless its text starts on the next line",
            self.start,
            help=f"`{mark}` announces text of several lines",
            fix="quote the value",
        )

    def no_colon(self) -> Diagnostic | None:
        if "could not find expected ':'" not in self.problem and "mapping values" not in self.problem:
            return None
        missing = "could not find" in self.problem
        first = self.line_start(self.start if missing else self.at)
        line_length = len(self.source.line(self.source.position(first)[0])) if missing else self.at - first
        if line_length > 1024 and not _KEY.match(self.rest(first)):
            message = "a key has at most 1024 characters, and a value of one line has its key before it"
            return self.made(codes.NO_COLON, message, first, fix="write a shorter key, or quote the value")
        lines = [self.source.position(self.start)[0]] if missing else [self.line, self.line - 1]
        for line in lines:
            tight = _TIGHT_KEY.match(self.source.line(line))
            if tight and (line != self.line or tight.end() + self.line_start(self.at) < self.at or missing):
                return self.tight_colon(self.source.offset(line, tight.end()))
        if not missing:
            return None
        text = self.rest(self.start)
        end = self.start + len(text.rstrip())
        fix = "write `key: value`; a long text goes on in a line that is indented further"
        if text.startswith("-") and len(text) > 1:
            fix = "write a space after the dash, if an item of a list is meant"
        return self.made(codes.NO_COLON, "this line has no `key: value`", self.start, end, fix=fix)

    def tight_colon(self, colon: int) -> Diagnostic:
        key = re.split(r"[^\w-]", self.before(colon))[-1]
        message = f"a space is missing after the colon of `{key}:`"
        return self.made(codes.NO_COLON, message, colon, fix="write a space after the colon")

    def second_colon(self) -> Diagnostic | None:
        if "mapping values" not in self.problem and self.character != ":":
            return None
        before = self.before(self.at)
        if _KEY.match(before) or re.match(r" *(?:- +)*[\"']", before):
            return self.colon_in_value()
        first = self.line_start(self.at) + len(before) - len(before.lstrip(" "))
        return self.made(
            codes.INDENT,
            "this key is indented further than the line before allows",
            first,
            self.at,
            help="the line before already has a value, and this line would go on with it",
            fix="align it with the key above, or delete the value above if this belongs inside it",
        )

    def colon_in_value(self) -> Diagnostic:
        return self.made(
            codes.NEEDS_QUOTES,
            "an unquoted value cannot contain `: `",
            self.at,
            help="YAML takes what stands before it for a key",
            fix="quote the whole value, or start a new line if a new key is meant",
        )

    def starter(self) -> Diagnostic | None:
        if self.text.startswith("- ", self.at) and "sequence entries" in self.problem:
            return self.made(
                codes.INDENT,
                "a list cannot start on the line of its key",
                self.at,
                fix="start it on the next line, or write [a, b]",
            )
        if self.character in ("]", "}"):
            message = f"this `{self.character}` closes nothing"
            fix = "delete it, or quote the value if it is part of it"
            return self.made(codes.UNCLOSED_BRACKET, message, self.at, fix=fix)
        if not ("start any token" in self.problem or "node content" in self.problem):
            return None
        name = _STARTERS.get(self.character)
        if name is None:
            return None
        message = f"an unquoted value cannot start with {name}"
        return self.made(codes.NEEDS_QUOTES, message, self.at, fix="quote the value")

    def after_brackets(self) -> Diagnostic | None:
        before = self.before(self.at).rstrip(" ")
        if not self.character or before[-1:] not in ("]", "}"):
            return None
        return self.made(
            codes.NEEDS_QUOTES,
            f"text follows the closing `{before[-1]}`",
            self.at,
            help="a value that starts with `[` or `{` is a list or a mapping, and ends with its bracket",
            fix="quote the whole value if it is an expression or a text",
        )

    def indentation(self) -> Diagnostic | None:
        if not (
            "block end" in self.problem or "document start" in self.problem or "not allowed" in self.problem
        ):
            return None
        if not self.first_on_line(self.at):
            message = "this cannot stand here"
            return self.made(codes.SYNTAX, message, self.at, fix="quote the whole value, or start a new line")
        also = (
            (self.start, "to fit this, it has to start in the same column")
            if "block" in self.context
            else None
        )
        message = "this line is indented in a way that fits nothing above it"
        dash = self.text.startswith("- ", self.at)
        if also and self.source.position(self.start)[1] == self.column:
            what = ("a list item", "`key: value`") if dash else ("a key", "a list item (`- ...`)")
            message = f"{what[0]} stands here, where {what[1]} is expected"
        end = self.at + max(len(self.rest(self.at).rstrip()), 1)
        return self.made(
            codes.INDENT, message, self.at, end, also=also, fix="check the spaces at the start of the line"
        )


def _index(mark: Any, otherwise: int) -> int:
    index = getattr(mark, "index", None)
    return index if isinstance(index, int) else otherwise
