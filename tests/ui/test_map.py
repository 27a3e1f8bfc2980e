"""The map of a board of areas: every location once, none over another, never wider than the window."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

import sieges
from sieges.ui.table.layout import display_of
from sieges.ui.table.map import HIGHEST, Label, draw_map

from .conftest import PACKS, Run

PASSES = PACKS / "passes"


@st.composite
def boards(draw: st.DrawFn) -> tuple[list[Label], tuple[int, int], int]:
    """1 to 60 locations with names of their own, anywhere on a board, and a width."""
    size = (draw(st.integers(1, 300)), draw(st.integers(1, 300)))
    labels = [
        Label(
            (draw(st.integers(0, size[0])), draw(st.integers(0, size[1]))),
            f"<{number}" + "n" * draw(st.integers(0, 8)) + ">",
            draw(st.sampled_from(["", "P3", "P12 G3", "R:T12 G3"])),
        )
        for number in range(draw(st.integers(1, 60)))
    ]
    return labels, size, draw(st.integers(40, 120))


@settings(max_examples=60, deadline=None)
@given(boards())
def test_every_location_appears_once_and_whole(board: tuple[list[Label], tuple[int, int], int]) -> None:
    labels, size, width = board
    lines = draw_map(labels, size, width)
    assert lines == draw_map(labels, size, width)
    if lines is None:
        assert len(labels) > 20
        return
    assert len(lines) <= HIGHEST
    assert all(len(line) <= width for line in lines)
    text = "\n".join(lines)
    for label in labels:
        assert text.count(label.name) == 1
        row = next(line for line in lines if label.name in line)
        at, end = row.index(label.name), row.index(label.name) + len(label.name)
        below = "".join(lines[lines.index(row) + 1 : lines.index(row) + 2])
        assert row[end:].startswith(f" {label.stands}") or below[at:].startswith(label.stands)
    # Nothing is written over: all the letters that went in came out.
    written = "".join(label.name + label.stands for label in labels)
    assert sorted("".join(text.split())) == sorted(written.replace(" ", ""))


def test_corners_are_the_corners_of_the_board() -> None:
    labels = [Label((0, 0), "NW"), Label((100, 0), "NE"), Label((0, 60), "SW"), Label((100, 60), "SE", "P1")]
    for width in (40, 80, 120):
        lines = draw_map(labels, (100, 60), width)
        assert lines is not None
        assert lines[0].startswith("NW ")
        assert len(lines[0]) == width - 3
        assert lines[-2].startswith("SW ")
        assert lines[-1].endswith("P1")
        assert len(lines) == min(HIGHEST, round(width * 0.3))


def test_names_at_one_place_move_to_the_nearest() -> None:
    lines = draw_map([Label((50, 50), name) for name in ("first", "again", "third")], (100, 100), 40)
    assert lines is not None
    rows = [next(at for at, line in enumerate(lines) if name in line) for name in ("first", "again", "third")]
    assert max(rows) - min(rows) <= 4
    assert draw_map([Label((0, 0), f"name {number:03}") for number in range(200)], (9, 9), 40) is None


def with_board(folder: Path, places: str, terminal: str) -> str:
    """The pack of passes with places on a board."""
    text = (PASSES / "pack.yaml").read_text("utf-8")
    head, rest = text.split("  terminal:\n", 1)
    board = f"  board: {{size: [10, 10]}}\n  locations: {places}\n  terminal:\n{terminal}"
    (folder / "pack.yaml").write_text(head + board + rest, "utf-8")
    return str(folder)


def test_the_table_draws_a_map(run: Run, tmp_path: Path) -> None:
    places = "{camp: {at: [0, 0]}, valley: {at: [9, 9], short: Dale}}"
    told = run(
        "play", with_board(tmp_path, places, "    hide: [locations]\n"), "--seed", "3", answers=["q"]
    ).stdout
    assert "\n Camp\n N13" in told
    assert "Dale" in told
    assert "N North    S South" in told
    assert "9 Foot of North" not in told
    told = run("play", with_board(tmp_path, places, "    hide: [map]\n"), "--new", answers=["q"]).stdout
    assert "Dale" not in told
    assert "The Camp      9 Foot of North, 3 Rider, The Captain" in told


def test_what_is_counted_by(tmp_path: Path) -> None:
    display = display_of(sieges.load("thermopylae").rules().compiled)
    assert display.counted_by == {"unit": "army"}
    assert display.size == (100, 60)
    assert display.order[:2] == ("map", "locations")
    assert display.spots["persian_camp"].short == "Camp"
