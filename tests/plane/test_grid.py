"""Locations that lie on a plane and grids of them: what they are, what is measured between them, what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from sieges.game.plane import shapes
from sieges.language.points import GRAIN
from sieges.loading import load
from sieges.study.checking import check

FIELD = """
language: 1
pack: field
title: A field
version: "1"
source: {status: original}
sides: {red: {seat: true}, blue: {seat: true}}
planes: {ground: {width: 800, height: 600, measures: yards}}
kinds:
  location:
    lies: ground
    fields: {column: {type: number, default: 0}, row: {type: number, default: 0}, cover: {type: number, default: 0}}
tags: {woods: {}}
locations:
  tower: {outline: [[799, 599]]}
  plot:
    title: "Plot {letter}{row}"
    grid:
      cell: [200, 200]
      neighbours: 8
      picture:
        - "..w "
        - ".w.."
        - "...."
      legend:
        w: {tags: [woods], cover: 1}
variables: {n: {type: number, start: 0}}
sequence:
  - {set: n, to: "RESULT"}
  - end: over
victory: {over: {winner: none}}
"""


def pack(folder: Path, text: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "pack.yaml").write_text(text.lstrip("\n"), "utf-8")
    return folder


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("count(plot)", 11),
        ("count(locations)", 12),
        ("count(woods)", 2),
        ("count(plot_1_1.neighbours)", 3),
        ("count(plot_2_2.neighbours)", 8),
        ("count(plot_4_2.neighbours)", 4),
        ("10 * plot_3_2.column + plot_3_2.row", 32),
        ("plot_3_3.cover + plot_2_2.cover + plot_1_1.cover", 2),
        ("apart(middle(plot_1_1), middle(plot_4_1))", 600),
        ("apart(plot_1_1, plot_4_1)", 400),
        ("apart(plot_1_1, plot_2_2)", 0),
        ("1 if touching(plot_1_1, plot_2_2) and not touching(plot_1_1, plot_3_1) else 0", 1),
        ("count([p for p in plot if sees(plot_1_1, p, woods)])", 7),
        ("count([p for p in plot if sees(plot_1_1, p, [])])", 11),
        # Neither the wood that one looks from nor that which one looks at is in the way.
        ("1 if sees(plot_2_2, plot_3_3, woods) else 0", 1),
        ("along(plot_1_1, plot_1_3, plot_4_2)", 200),
        ("along(plot_1_2, plot_1_3, plot_4_1)", -200),
        ("aside(plot_1_1, plot_1_3, plot_4_2)", 600),
        ("aside(plot_1_3, plot_1_1, plot_4_2)", -600),
        ("along(plot_1_1, plot_1_1, plot_4_2) + aside(plot_1_1, plot_1_1, plot_4_2)", 0),
        # Three of four to the side over five: rounded away from nothing.
        ("aside(point(0, 0), point(7, 7), point(0, 1)) + aside(point(0, 0), point(7, 7), point(1, 0))", 0),
        ("aside(point(0, 0), point(7, 7), point(1, 0))", 1),
    ],
)
def test_what_a_grid_is_and_what_is_measured(expression: str, value: int, tmp_path: Path) -> None:
    folder = pack(tmp_path / "field", FIELD.replace("RESULT", expression))
    assert not [line.message for line in check(folder).found]
    game = load(folder).new(seed=1)
    assert game.position()["variables"]["n"] == value


def test_squares_have_titles_of_their_own(tmp_path: Path) -> None:
    folder = pack(tmp_path / "field", FIELD.replace("RESULT", "count(woods) + plot_1_1.column"))
    kind = load(folder).rules().compiled.kinds["location"]
    assert kind.titles[kind.members.index("plot_3_1")] == "Plot C1"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"..w "', '"..w"', "this row of the picture has 3 squares, the grid 4"),
        ('"..w "', '"..x "', "the legend does not say what `x` is in row 1"),
        ("w: {tags", "v: {}\n        w: {tags", "`v` stands nowhere in the picture"),
        ("neighbours: 8", "neighbours: 6", "squares have 4 neighbours, 8 with those at the corners, or 0"),
        ("neighbours: 8", "rows: 4", "the picture has 3 rows, the grid 4"),
        ("cell: [200, 200]", "cell: [200]", "two lengths are needed here"),
        ("cell: [200, 200]", "cell: [200, 300]", "this corner lies outside of `ground`"),
        ("tags: [woods]", "tags: [wood]", "there is no tag `wood`"),
        ("cover: 1}", "covers: 1}", "a location has no field `covers`"),
        ("tags: {woods: {}}", "tags: {woods: {}, plot: {}}", "the tag `plot` is defined twice"),
        ("tower: {outline", "plot_1_1: {outline", "the location `plot_1_1` is defined twice"),
    ],
)
def test_what_is_wrong_with_a_grid_is_said_once(old: str, new: str, message: str, tmp_path: Path) -> None:
    text = FIELD.replace("RESULT", "count(woods) + plot_1_1.column")
    assert old in text
    found = [line.message for line in check(pack(tmp_path / "field", text.replace(old, new))).found]
    assert len(found) == 1, found
    assert message in found[0]


def test_a_grid_needs_a_size(tmp_path: Path) -> None:
    text = FIELD.replace("RESULT", "count(woods) + plot_1_1.column")
    start, end = text.index("      picture:"), text.index("variables:")
    for instead, message in (
        ("", "a grid has `columns` and `rows`, or a `picture`"),
        ("      columns: 100\n      rows: 11\n", "a grid has 1 to 1000 squares, not 100 times 11"),
    ):
        found = check(pack(tmp_path / "field", text[:start] + instead + text[end:])).found
        assert message in [line.message for line in found]


def test_outlines_are_measured_from_one_another() -> None:
    square = tuple((x * GRAIN, y * GRAIN) for x, y in ((0, 0), (2, 0), (2, 2), (0, 2)))
    inside = tuple((x * GRAIN, y * GRAIN) for x, y in ((1, 1), (1, 2)))
    away = tuple((x * GRAIN, y * GRAIN) for x, y in ((5, 6), (9, 6)))
    assert shapes.square_from(square, inside) == 0
    assert shapes.square_from(square, away) == shapes.square_from(away, square) == (5 * GRAIN) ** 2
    assert shapes.middle(square) == (GRAIN, GRAIN)
