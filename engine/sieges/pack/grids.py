"""Grids: many locations alike that are written once (section 3 of docs/language.md).

The squares are locations like any other from here on: what extends a pack changes or removes each by its id.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from decimal import Decimal, InvalidOperation
from typing import Any

from attrs import field, frozen

from sieges.pack import codes
from sieges.pack import declarations as d
from sieges.pack.merged import Entry
from sieges.pack.node import Node
from sieges.pack.structure import Misshapen, structure
from sieges.text.diagnostic import Diagnostic, Diagnostics

GRID = "grid"
MOST_SQUARES = 1000
EMPTY = " "
"""A square of a picture where there is no location."""
PLAIN = "."
"""A square of a picture that is as the grid says."""
JOINED = ("tags", "neighbours")
"""Lists of which a square has those of the grid and those of its sign, one after the other."""
_ROUND = ((0, 1), (1, 0), (0, -1), (-1, 0))
_CORNERS = ((1, 1), (1, -1), (-1, -1), (-1, 1))
NEIGHBOURS = {0: (), 4: _ROUND, 8: (*_ROUND, *_CORNERS)}

Square = tuple[int, int]


@frozen(eq=False)
class MadeNode(Node):
    """A value that was worked out from what stands at its place."""

    @property
    def raw(self) -> str:
        return str(self.value)

    def __getitem__(self, key: str | int) -> Node:
        return MadeNode(self.document, self.path, self.value[key])


@frozen(eq=False)
class SquareNode(Node):
    """The body of one square: keys of the grid, of its sign in the picture, and those that were worked out."""

    parts: dict[str, Node] = field(repr=False)

    @classmethod
    def of(cls, node: Node, parts: dict[str, Node]) -> SquareNode:
        """The body of a square of the grid that is written at ``node``."""
        return cls(node.document, node.path, {key: part.value for key, part in parts.items()}, parts)

    def __getitem__(self, key: str | int) -> Node:
        return self.parts[str(key)]


def is_grid(node: Node) -> bool:
    """Whether the body of a location is that of many."""
    return node.is_mapping and GRID in node


def squares(id_: str, node: Node, fields: Container[str], found: Diagnostics) -> Iterator[tuple[str, Node]]:
    """The locations of a grid with their bodies, by columns from the west, in each from the south.

    Args:
        id_: What the grid is written under.
        node: What stands there.
        fields: Those that the pack gives to locations: `column` and `row` are filled in where they are among them.
        found: Takes what is wrong with it.
    """
    written = node[GRID]
    try:
        grid = structure(written, d.Grid)
    except Misshapen as error:
        found.add(Diagnostic(codes.WRONG_TYPE, "error", f"expected {error.wanted} here", error.node.span))
        return
    signs = _signs(grid, written, found)
    if not signs:
        return
    steps = NEIGHBOURS.get(grid.neighbours)
    if steps is None:
        message = "squares have 4 neighbours, 8 with those at the corners, or 0"
        found.add(Diagnostic(codes.WRONG_TYPE, "error", message, written["neighbours"].span))
        steps = ()
    cell, corner = (_pair(written.get(name), found) for name in ("cell", "corner"))
    for (column, row), sign in signs.items():
        own = None if sign == PLAIN else written["legend"][sign]
        parts = {key: part for key, part in node.items() if key != GRID}
        parts.update(own.items() if own is not None else ())

        def made(value: Any) -> Node:
            return MadeNode(written.document, written.path, value)

        near = [f"{id_}_{column + x}_{row + y}" for x, y in steps if (column + x, row + y) in signs]
        lists = {"tags": [id_], "neighbours": near}
        for name in JOINED:
            said = [part[name].value for part in (node, own) if part is not None and name in part]
            parts[name] = made([*lists[name], *(item for items in said for item in items)])
        pattern = parts["title"] if "title" in parts else made("{letter}{row}")
        names = {"letter": letters(column), "column": str(column), "row": str(row)}
        title = str(pattern.value)
        for name, text in names.items():
            title = title.replace(f"{{{name}}}", text)
        parts["title"] = MadeNode(pattern.document, pattern.path, title)
        for name, number in (("column", column), ("row", row)):
            if name in fields:
                parts.setdefault(name, made(number))
        if cell is not None:
            west, south = corner or (Decimal(0), Decimal(0))
            x, y = west + (column - 1) * cell[0], south + (row - 1) * cell[1]
            corners = [(x, y), (x + cell[0], y), (x + cell[0], y + cell[1]), (x, y + cell[1])]
            parts.setdefault("outline", made([list(map(_plain, point)) for point in corners]))
        yield f"{id_}_{column}_{row}", SquareNode.of(node, parts)


def tag_of(entry: Entry) -> Entry:
    """The tag that all squares of a grid carry."""
    return Entry(entry.id, entry.node, d.Tag(), entry.default_source, entry.pack, entry.mode)


def letters(column: int) -> str:
    """A to Z, then AA, AB …"""
    text = ""
    while column > 0:
        column, rest = divmod(column - 1, 26)
        text = chr(ord("A") + rest) + text
    return text


def _signs(grid: d.Grid, written: Node, found: Diagnostics) -> dict[Square, str]:
    """The squares that there are, each with its sign in the picture; none where something is wrong."""

    def wrong(node: Node, message: str, fix: str | None = None) -> dict[Square, str]:
        found.add(Diagnostic(codes.WRONG_TYPE, "error", message, node.span, fix=fix))
        return {}

    if not grid.picture and (grid.columns is None or grid.rows is None):
        return wrong(written, "a grid has `columns` and `rows`, or a `picture`")
    columns = grid.columns if grid.columns is not None else max(map(len, grid.picture))
    rows = grid.rows if grid.rows is not None else len(grid.picture)
    if not (columns > 0 and rows > 0 and columns * rows <= MOST_SQUARES):
        return wrong(written, f"a grid has 1 to {MOST_SQUARES} squares, not {columns} times {rows}")
    if not grid.picture:
        return {(column, row): PLAIN for column in range(1, columns + 1) for row in range(1, rows + 1)}
    if len(grid.picture) != rows:
        return wrong(written["picture"], f"the picture has {len(grid.picture)} rows, the grid {rows}")
    for number, (line, node) in enumerate(zip(grid.picture, written["picture"], strict=True)):
        if len(line) != columns:
            return wrong(node, f"this row of the picture has {len(line)} squares, the grid {columns}")
        for sign in line:
            if sign not in (EMPTY, PLAIN) and sign not in grid.legend:
                fix = f"legend: {{{sign}: {{…}}}}"
                return wrong(node, f"the legend does not say what `{sign}` is in row {number + 1}", fix)
    drawn = "".join(grid.picture)
    for sign, body in written["legend"].items() if grid.legend else ():
        if sign not in drawn:
            return wrong(body, f"`{sign}` stands nowhere in the picture")
    signs = {
        (column, rows - down): sign
        for down, line in enumerate(grid.picture)
        for column, sign in enumerate(line, 1)
        if sign != EMPTY
    }
    return dict(sorted(signs.items()))


def _pair(node: Node | None, found: Diagnostics) -> tuple[Decimal, Decimal] | None:
    """Two lengths."""
    if node is None:
        return None
    try:
        across, up = (Decimal(part.raw) for part in node)
    except (InvalidOperation, ValueError):
        message = "two lengths are needed here: from west to east, and from south to north"
        found.add(Diagnostic(codes.WRONG_TYPE, "error", message, node.span))
        return None
    return across, up


def _plain(length: Decimal) -> str:
    return f"{length.normalize():f}"
