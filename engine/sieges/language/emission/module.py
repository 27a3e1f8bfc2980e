"""Written lines to code objects that carry the YAML's own file names and line numbers."""

from __future__ import annotations

import ast
from types import CodeType

from sieges.language.emission.assembly import Function
from sieges.language.emission.output import Line


def source_text(lines: list[Line]) -> str:
    """The lines as Python source."""
    return "\n".join(f"{'    ' * line.depth}{line.text}" for line in lines) + "\n"


Codes = dict[tuple[str, str, tuple[int, ...]], CodeType]
"""Code objects by the file, the source and the lines they are made of: for packs of which one place after the other
is changed, and that are compiled each time."""


def compile_function(function: Function, known: Codes | None = None) -> CodeType:
    """A code object that defines the function when it is executed.

    Tracebacks, debuggers and profilers then speak of the author's lines. ``known`` has what was compiled before, and
    takes what is new.
    """
    text = source_text(function.lines)
    places: list[int] = []
    last = 1
    for line in function.lines:
        if line.span is not None and line.span.file == function.file:
            last = line.span.line
        places.extend([last] * (line.text.count("\n") + 1))
    key = (function.file, text, tuple(places))
    if known is not None and key in known:
        return known[key]
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, (ast.stmt, ast.expr, ast.excepthandler, ast.arg, ast.keyword)):
            node.lineno = places[node.lineno - 1]
            node.end_lineno = node.lineno
            node.col_offset = 0
            node.end_col_offset = 0
    code = compile(tree, function.file, "exec")
    if known is not None:
        known[key] = code
    return code
