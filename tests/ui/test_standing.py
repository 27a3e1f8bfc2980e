"""Members that stand on locations, as the table draws and tells them; options that read the same."""

from __future__ import annotations

from pathlib import Path

from sieges.loading import compile_fresh

from .conftest import PACKS, Run, flat

PASSES = str(PACKS / "passes")

HEAD = """\
language: 1
pack: herd
title: The Herd
version: "1.0"
sides: {red: {title: Red, seat: true}, blue: {title: Blue}}
locations: {fold: {title: The Fold, owner: red}, field: {title: The Field, owner: blue}}
"""
SHEEP = """\
kinds:
  sheep:
    plural: herd
    state:
      %s: {type: %s, start: none}
      shorn: {type: condition, start: false}
      lambs: {type: number, start: 0}
    members: {ram: {title: The Ram}, ewe: {title: Ewe, copies: %d}}
"""
STEPS = """\
setup:
  steps:
    - each: s
      in: "[s for s in herd if s != ewe_3]"
      steps: [{set: s.at, to: fold}]
    - set: ewe_2.shorn
      to: true
    - set: ewe_4.lambs
      to: 2
sequence:
  - choose: s
    from: "[s for s in herd if s.at == fold]"
    if_none: [{nothing: no sheep}]
  - each: other
    in: "[ewe_1, ewe_5]"
    steps: [{set: other.at, to: field}]
  - set: ewe_2.at
    to: none
  - set: ewe_3.at
    to: field
  - choose: place
    from: locations
  - end: done
victory: {done: {winner: none, title: Evening}}
"""


def herd(folder: Path, steps: str, members: int, more: str = "", place: str = "at") -> str:
    (folder / "pack.yaml").write_text(
        HEAD + SHEEP % (place, "a location or none", members) + steps + more, "utf-8"
    )
    return str(folder)


def test_members_stand_on_locations_and_move(run: Run) -> None:
    told = run("play", PASSES, "--seed", "3", answers=["2", "2", "1", "1", "q"]).stdout
    for text in (
        "The Camp      9 Foot of North, 3 Rider, The Captain",
        "The Valley    2 Guard, 2 Foot of South",
    ):
        assert text in told
    assert " 1  Foot, The Camp" in told
    assert "Rider: The Camp -> " in told


def test_many_stand_by_themselves(run: Run, tmp_path: Path) -> None:
    """Where the pack says nothing; those in no place, what is no longer as it was, and moves told as one."""
    told = run("play", herd(tmp_path, STEPS, 14), "--seed", "1", answers=["1", "1"]).stdout
    assert "The Fold  The Ram, 11 Ewe, Ewe (shorn), Ewe (lambs 2)" in flat(told).replace(
        "The Fold The", "The Fold  The"
    )
    assert "On no location: Ewe" in told
    assert "2 Ewe: The Fold -> The Field." in told
    assert "Ewe: gone from The Fold." in told
    assert "Ewe: to The Field." in told
    assert "Sheep, at" not in told


def test_options_that_read_the_same_have_their_ids_beside_them(run: Run, tmp_path: Path) -> None:
    told = run("play", herd(tmp_path, STEPS, 5), "--seed", "1", answers=["ewe", "ewe 4", "1"]).stdout
    assert "Ewe (ewe 4)" in told
    assert " 1  The Ram" in told
    assert "`ewe` is the name of several options" in flat(told)
    assert "Red: Ewe (s)." in told
    # Few members are a line each.
    assert "Sheep, at" in told


def test_few_stand_where_the_pack_says_so(run: Run, tmp_path: Path) -> None:
    more = "display: {terminal: {standing: [sheep.at], hide: [sheep.lambs]}}\n"
    told = run("play", herd(tmp_path, STEPS, 5, more), "--seed", "1", answers=["1", "1"]).stdout
    assert "The Ram, 3 Ewe, Ewe (shorn)" in flat(told)
    assert "lambs" not in told.split("Ewe: ")[0]
    assert "Sheep, at" not in told
    told = run(
        "play", herd(tmp_path, STEPS, 15, more.replace("sheep.at", "")), "--new", answers=["1", "1"]
    ).stdout
    assert "The Fold The Ram" not in flat(told)
    assert "Sheep, at The Ram: The Fold; 14 Ewe: The Fold" in flat(told)


def test_what_a_map_counts_by_is_checked(tmp_path: Path) -> None:
    for written, message in (
        ("{of: sheep.at, by: shorn}", "there is no field of `sheep` that points at a member `shorn` to show"),
        ("{of: sheep.at, bye: x}", "`bye` is no key of what stands on locations"),
        ("{by: x}", "`of` is missing"),
    ):
        more = f"display: {{terminal: {{standing: [{written}]}}}}\n"
        _, found, _ = compile_fresh(Path(herd(tmp_path, STEPS, 5, more)))
        (finding,) = [finding for finding in found if finding.severity == "error"]
        assert message in finding.message


def test_what_stands_is_checked(tmp_path: Path) -> None:
    for wrong, fix in (
        ("sheep.shorn", None),
        ("sheep.att", "did you mean `sheep.at`?"),
        ("wolf.at", None),
        ("{of: sheep.att, by: x}", "did you mean `sheep.at`?"),
    ):
        more = f"display: {{terminal: {{standing: [{wrong}]}}}}\n"
        _, found, _ = compile_fresh(Path(herd(tmp_path, STEPS, 5, more)))
        (finding,) = [finding for finding in found if finding.severity == "error"]
        assert finding.message == (
            f"there is no state field that holds a location `{wrong.split(',')[0].removeprefix('{of: ')}` to show"
        )
        assert fix is None or finding.fix == fix
