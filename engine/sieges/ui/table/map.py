"""A board of areas as a map: each location by its short name at its scaled place, what stands there below it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import define

from sieges.ui.table.screen import cells, padded

HIGHEST = 20
"""Lines that a map may take."""
GAP = 2
"""Blank columns between two names on a line, so that names of several words are told apart."""
STANDS = 5
"""Columns kept for what stands on a location: names keep their places when it changes a little."""


@define
class Label:
    """A location on a map: where it is on the board, its name, and in brief what stands there."""

    at: tuple[int, int]
    name: str
    stands: str = ""


def draw_map(labels: Sequence[Label], size: tuple[int, int], width: int) -> list[str] | None:
    """Lines of at most ``width`` columns with each label once, none over another; None where there is no room.

    Two lines a location are tried first, on as many lines as the board is high for its width (a line is as high as two
    columns are wide), then on as many as a map may take; then name and what stands there on one line.
    """
    right, down = size
    natural = round(width * down / right / 2)
    lowest = max(2, min(HIGHEST, natural))
    for blocks in ([_below(label) for label in labels], [_beside(label) for label in labels]):
        for height in sorted({lowest, (lowest + HIGHEST) // 2, HIGHEST}):
            drawn = _draw(labels, blocks, size, width, height)
            if drawn is not None:
                return drawn
    return None


def _below(label: Label) -> list[str]:
    width = max(cells(label.name), cells(label.stands), STANDS)
    return [padded(label.name, width), padded(label.stands, width)]


def _beside(label: Label) -> list[str]:
    return [f"{label.name} {label.stands}".rstrip()]


def _draw(
    labels: Sequence[Label], blocks: list[list[str]], size: tuple[int, int], width: int, height: int
) -> list[str] | None:
    """The blocks at their places, each moved to the nearest free one, in the order given."""
    taken = [[False] * (width + GAP) for _ in range(height)]
    placed: list[list[tuple[int, str]]] = [[] for _ in range(height)]
    for label, block in zip(labels, blocks, strict=True):
        wide, high = cells(block[0]), len(block)
        if wide > width or high > height:
            return None
        left = _scaled(label.at[0], size[0], width - wide)
        top = _scaled(label.at[1], size[1], height - high)
        for x, y in _nearest(left, top, width - wide, height - high):
            if not any(any(taken[line][x : x + wide + GAP]) for line in range(y, y + high)):
                break
        else:
            return None
        for line, text in enumerate(block, y):
            placed[line].append((x, text))
            # The gap is taken behind each block, and looked for behind the one that comes: it lies on either side.
            taken[line][x : x + wide + GAP] = [True] * (wide + GAP)
    lines = []
    for row in placed:
        text = ""
        for x, part in sorted(row):
            text = padded(text, x) + part
        lines.append(text.rstrip())
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        del lines[0]
    return lines


def _scaled(value: int, whole: int, most: int) -> int:
    """A coordinate as a column or line from 0 to ``most``."""
    return max(0, min(most, (2 * value * most + whole) // (2 * whole)))


def _nearest(left: int, top: int, most_left: int, most_top: int) -> Iterator[tuple[int, int]]:
    """All places, the nearest first; a line counts as two columns, and of equals the upper, then the left one first."""
    places = [(x, y) for y in range(most_top + 1) for x in range(most_left + 1)]
    yield from sorted(places, key=lambda at: ((at[0] - left) ** 2 + 4 * (at[1] - top) ** 2, at[1], at[0]))
