"""A board of squares as a picture: what stands on each, where something does."""

from __future__ import annotations

from collections.abc import Mapping

from sieges.language.compiled import KindData
from sieges.ui.table.screen import cells, padded

COLUMN, ROW = "column", "row"
"""The fields of locations that a grid fills (docs/language.md, Grids)."""
MARKED = "+"
"""A square with nobody on it of which something can be told."""


def squares(places: KindData) -> dict[int, tuple[int, int]]:
    """Location -> its column and row; those that belong to no grid are left out."""
    if COLUMN not in places.numbers or ROW not in places.numbers:
        return {}
    pairs = zip(places.numbers[COLUMN], places.numbers[ROW], strict=True)
    return {at: (column, row) for at, (column, row) in enumerate(pairs) if column > 0 and row > 0}


def draw_grid(places: KindData, signs: Mapping[int, str], width: int) -> list[str]:
    """The part of the grid that has signs, with a margin of a square; nothing where there are none or no room.

    Columns are headed by what the titles of their squares share (the `H` of H4), rows by their numbers; row 1 is below.
    """
    where = squares(places)
    marked = [where[at] for at in signs if at in where]
    if not marked:
        return []
    first, last = min(x for x, _ in marked) - 1, max(x for x, _ in marked) + 1
    low, high = min(y for _, y in marked) - 1, max(y for _, y in marked) + 1
    at_square = {square: at for at, square in where.items()}
    columns = sorted({x for x, _ in at_square if first <= x <= last})
    rows = sorted({y for _, y in at_square if low <= y <= high}, reverse=True)
    wide = max(2, *(cells(sign) for sign in signs.values()))
    margin = max(len(str(row)) for row in rows) + 1
    if margin + len(columns) * (wide + 1) > width:
        return []
    heads = {x: places.titles[at].rstrip("0123456789") for (x, _), at in at_square.items()}
    head = " ".join(padded(heads[x][:wide] or str(x), wide) for x in columns)
    lines = [f"{' ' * (margin + 1)}{head}".rstrip()]
    for row in rows:
        line = " ".join(
            padded(signs.get(at_square[x, row], ".") if (x, row) in at_square else " ", wide) for x in columns
        )
        lines.append(f"{str(row).rjust(margin)} {line}".rstrip())
    return lines
