"""On which cells of the state a written condition depends."""

from __future__ import annotations

import ast
import re

from sieges.language.compiled import Compiled

STATE = "S"
"""What the state is called in a written function."""
WALKED = re.compile(r"f\d+$")
"""A written function, as a walk is given it."""


def cells_read(compiled: Compiled, function: str) -> list[int] | None:
    """The cells that alone settle what a function of the state gives, more of them rather than fewer.

    None where that cannot be told: it hands the state on to something that is not written in the pack.
    """
    found: set[int] = set()
    return sorted(found) if _Reader(compiled, found).read(function) else None


class _Reader:
    def __init__(self, compiled: Compiled, found: set[int]) -> None:
        self._compiled = compiled
        self._found = found
        self._read: set[str] = set()
        self._ends = _ends(compiled)

    def read(self, function: str) -> bool:
        """Whether all that a function reads could be told."""
        if function in self._read:
            return True
        self._read.add(function)
        written = re.search(rf"^def {function}\(.*\n(?:[ \t].*\n|\n)*", self._compiled.text, re.MULTILINE)
        return written is not None and self._told(ast.parse(written.group()).body[0])

    def _told(self, node: ast.AST) -> bool:
        match node:
            case ast.Subscript(value=ast.Name(id=name), slice=cell) if name == STATE:
                return self._cell(cell) and self._told(cell)
            case ast.Call(func=ast.Name(id=name), args=[ast.Name(id=state), *others]) if state == STATE:
                return self.read(name) and all(self._told(other) for other in others)
            case ast.Tuple(elts=[ast.Name(id=state), *others]) if state == STATE:  # what a walk hands on
                return all(self._told(other) for other in others)
            case ast.Name(id=name) if WALKED.match(name):
                return self.read(name)
            case ast.Name(id=name) if name == STATE:
                return False
            case _:
                return all(self._told(part) for part in ast.iter_child_nodes(node))

    def _cell(self, node: ast.expr) -> bool:
        match node:
            case ast.Constant(value=int(cell)):
                self._found.add(cell)
                return True
            case ast.Slice(
                lower=ast.Constant(value=int(first)), upper=ast.Constant(value=int(end)), step=None
            ):
                self._found.update(range(first, end))
                return True
            case ast.BinOp(op=ast.Add(), right=ast.Constant(value=int(first))) if first in self._ends:
                self._found.update(range(first, self._ends[first]))
                return True
        return False


def _ends(compiled: Compiled) -> dict[int, int]:
    """The first cell of everything that has a cell for each member or side -> the cell behind its last."""
    sides, places = len(compiled.kinds["side"].members), len(compiled.kinds["location"].members)
    ends = {
        base: base + len(kind.members) for kind in compiled.kinds.values() for base, _ in kind.state.values()
    }
    ends.update({track.base: track.base + sides for track in compiled.tracks if track.per_side})
    ends.update(
        {variable.base: variable.base + sides for variable in compiled.variables if variable.per_side}
    )
    ends.update({piece.base: piece.base + sides * places for piece in compiled.pieces})
    return ends
