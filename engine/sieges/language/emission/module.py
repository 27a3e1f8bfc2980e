"""Written lines to code objects that carry the YAML's own file names and line numbers."""

from __future__ import annotations

import ast
from types import CodeType

from sieges.language.emission.assembly import Function
from sieges.language.emission.output import Line


def source_text(lines: list[Line]) -> str:
    """The lines as Python source."""
    return "\n".join(f"{'    ' * line.depth}{line.text}" for line in lines) + "\n"


def compile_function(function: Function) -> CodeType:
    """A code object that defines the function when it is executed.

    Tracebacks, debuggers and profilers then speak of the author's lines.
    """
    text = source_text(function.lines)
    tree = ast.parse(text)
    places: list[int] = []
    last = 1
    for line in function.lines:
        if line.span is not None and line.span.file == function.file:
            last = line.span.line
        places.extend([last] * (line.text.count("\n") + 1))
    for node in ast.walk(tree):
        if isinstance(node, (ast.stmt, ast.expr, ast.excepthandler, ast.arg, ast.keyword)):
            node.lineno = places[node.lineno - 1]
            node.end_lineno = node.lineno
            node.col_offset = 0
            node.end_col_offset = 0
    return compile(tree, function.file, "exec")
