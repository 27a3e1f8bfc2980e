"""The text of an expression to Python's syntax tree: limits, and what Python itself cannot read."""

from __future__ import annotations

import ast
import re
import warnings

from sieges.language import codes
from sieges.language.expressions.reader import Mistake, Reader
from sieges.text.spans import Span

LONGEST = 500
_WORD = re.compile(r"#|[A-Za-z_0-9.]*[A-Za-z_0-9]\.?")
_NUMBER = re.compile(r"(0|[1-9][0-9]*)(\.[0-9]+)?")
DEEPEST = 40


def parse(reader: Reader) -> ast.expr:
    """The syntax tree of the expression that ``reader`` is at.

    Raises:
        Mistake: it has none; this has been reported.
    """
    if reader.node.value is None or isinstance(reader.node.value, (dict, list)):
        raise reader.mistake(
            codes.SYNTAX,
            "an expression is needed here",
            reader.whole,
            help="an expression is text, a number, true or false; quote one that holds `[`, `{`, `: ` or `#`",
        )
    if len(reader.text) > LONGEST:
        raise reader.mistake(
            codes.TOO_LARGE,
            f"this expression has {len(reader.text)} characters, at most {LONGEST} are taken",
            reader.whole,
            fix="give parts of it a name under `define:`",
        )
    if not reader.text.strip():
        raise reader.mistake(codes.SYNTAX, "an expression is needed here, and this is empty", reader.whole)
    if not reader.text.isascii():
        at = next(i for i, character in enumerate(reader.text) if not character.isascii())
        sign = reader.text[at]
        shown, fix = f"`{sign}`", "use plain ASCII signs"
        if sign.isspace():
            shown, fix = f"a space of another kind (U+{ord(sign):04X})", "write a plain space"
        raise reader.mistake(
            codes.SYNTAX, f"{shown} cannot stand in an expression", reader.part(at, at + 1), fix=fix
        )
    _plain(reader)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(f"({reader.text}\n)", mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError) as error:
        raise _unreadable(reader, error) from None
    if isinstance(tree, ast.Tuple):
        raise reader.mistake(
            codes.SYNTAX,
            "a list of several values is written in square brackets",
            reader.whole,
            fix=f"[{reader.text.strip()}]",
        )
    if _depth(tree) > DEEPEST:
        raise reader.mistake(
            codes.TOO_LARGE,
            f"this expression is nested more than {DEEPEST} deep",
            reader.whole,
            fix="give parts of it a name under `define:`",
        )
    return tree


def _plain(reader: Reader) -> None:
    """Refuse what Python takes and the language does not: comments, and numbers that are not written plainly."""
    for found in _WORD.finditer(reader.text):
        word = found[0]
        if word == "#":
            message = "what follows `#` would be a comment, and an expression has none"
            fix = "leave it out; a comment of YAML stands outside the quotes"
            raise reader.mistake(codes.SYNTAX, message, reader.part(*found.span()), fix=fix)
        if word[0].isdigit() and not _NUMBER.fullmatch(word):
            raise reader.mistake(
                codes.SYNTAX,
                f"`{word}` is no number as they are written here",
                reader.part(*found.span()),
                help="numbers are written as 0, 7 or 12: no leading zero, no `_`, no exponent, no hexadecimal",
                fix=_meant(word),
            )


def _meant(word: str) -> str | None:
    try:
        return f"write `{int(word, 10 if word.isdigit() else 0)}`"
    except ValueError:
        return None


def _unreadable(reader: Reader, error: Exception) -> Mistake:
    if reader.scope.refused & {word[0] for word in _WORD.finditer(reader.text)}:
        return Mistake()
    span = reader.whole
    why = "it is not an expression"
    if isinstance(error, SyntaxError) and error.lineno and error.offset:
        at = reader.place(
            min(reader.offset_of(error.lineno, error.offset - 2), reader.offset + len(reader.text))
        )
        span = Span(reader.whole.file, *at, at[0], at[1] + 1)
        why = "it stops making sense here"
    opened = reader.text.count("(") - reader.text.count(")"), reader.text.count("[") - reader.text.count("]")
    fix = None
    if opened[0] or opened[1]:
        sign = "round" if opened[0] else "square"
        why, span = f"a {sign} bracket is not closed or not opened", reader.whole
        fix = "balance the brackets; inside `{…}` or `[…]` of YAML, quote the whole expression"
    elif "&&" in reader.text or "||" in reader.text or "!" in reader.text.replace("!=", ""):
        fix = "write `and`, `or`, `not`"
    elif "=" in reader.text.replace("==", "").replace("<=", "").replace(">=", "").replace("!=", ""):
        fix = "equality is written `==`"
    return reader.mistake(codes.SYNTAX, f"this expression cannot be read: {why}", span, fix=fix)


def _depth(tree: ast.AST) -> int:
    deepest, level = 0, [(tree, 1)]
    while level:
        node, depth = level.pop()
        deepest = max(deepest, depth)
        level.extend((child, depth + 1) for child in ast.iter_child_nodes(node))
    return deepest
