"""Expressions that YAML has cut: unquoted inside brackets, where a comma, a colon or a bracket ends a value."""

from __future__ import annotations

import re

from . import codes
from .diagnostic import Diagnostic
from .spans import SourceFile

QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")
"""A string inside an expression."""
_COMPREHENSION = re.compile(r"\[[^\r\n,]{0,80} for \w+(?:, *\w+)* in ")
_CLOSERS = {"(": ")", "[": "]", "{": "}"}


def stays_open(piece: str) -> bool:
    """Whether a parenthesis that opens in this unquoted value is not closed in it."""
    if "(" not in piece:
        return False
    bare = QUOTED.sub("", piece)
    return bare.count("(") > bare.count(")")


def cut_expression(source: SourceFile, start: int, opener: int) -> Diagnostic:
    """The finding that the expression at `start`, inside the bracket at `opener`, is cut by YAML."""
    if source.text[opener] == "[" and _COMPREHENSION.match(source.text, opener):
        # `[x for x in ...]`: the bracket belongs to the expression.
        start = opener
    end, whole = _expression_end(source.text, start)
    text = source.text[start:end]
    fix = "put quotes around the whole expression"
    if whole and len(text) <= 60:
        quote = "'" if '"' in text else '"'
        fix = f"{quote}{text}{quote}"
    return Diagnostic(
        codes.CUT_EXPRESSION,
        "error",
        "YAML cuts this expression to pieces: quote it, or put it on a line of its own",
        source.span(start, end),
        help="inside `{...}` and `[...]` a comma, a colon or a bracket ends an unquoted value",
        fix=fix,
    )


def _expression_end(text: str, start: int) -> tuple[int, bool]:
    """`(end, whether its brackets close)` of the expression at `start`: as much of the line as can belong to it."""
    expected: list[str] = []
    last = start + 1
    for at in range(start, min(len(text), start + 400)):
        character = text[at]
        if character in "\r\n":
            break
        if character in _CLOSERS:
            expected.append(_CLOSERS[character])
        elif character in ")]}":
            if not expected or expected[-1] != character:
                break
            expected.pop()
        elif not expected and (character == "," or text.startswith(": ", at)):
            break
        if character != " ":
            last = at + 1
    return last, not expected
