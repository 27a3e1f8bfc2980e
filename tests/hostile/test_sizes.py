"""Packs that are small to write and huge to compile or to keep: each is refused, or taken in a few seconds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sieges import load
from sieges.game.pending import Chance
from tests.hostile.packs import OVER, TABLE, attempt, marked, said, write


def places(number: int) -> str:
    """The table with that many more locations."""
    more = "".join(f"  place{n}: {{owner: us, tags: [land], slots: 3}}\n" for n in range(number))
    return TABLE.replace("locations:\n", f"locations:\n{more}")


def doubling(levels: int) -> str:
    lines = "".join(f"  e{n}: e{n - 1} + e{n - 1} # here\n" for n in range(1, levels))
    return f"define:\n  e0: x + 1\n{lines}sequence:\n  - set: x # here\n    to: e{levels - 1} # here\n"


def conditions(levels: int) -> str:
    lines = "".join(f"  e{n}: e{n - 1} and e{n - 1} or not e{n - 1} # here\n" for n in range(1, levels))
    return (
        f"define:\n  e0: x > 1\n{lines}sequence:\n"
        f"  - if: e{levels - 1} # here\n    then: [{{adjust: x, by: 1}}]\n"
    )


def calls(levels: int) -> str:
    """Procedures that each call the next one twice, with other arguments: two to the power of `levels` bodies."""
    lines = ["procedures:\n"]
    for level in range(1, levels + 1):
        names = [f"v{n}" for n in range(level)]
        lines.append(
            f"  p{level}: # here\n    parameters: {{{', '.join(f'{v}: a location' for v in names)}}}\n"
        )
        lines.append("    steps: # here\n")
        for place in ("camp", "gate") if level < levels else ():
            given = ", ".join([*(f"{v}: {v}" for v in names), f"v{level}: {place}"])
            lines.append(f"      - call: p{level + 1} # here\n        with: {{{given}}}\n")
    lines.append('      - choose: p\n        by: us\n        from: "[v0, v1]"\n        if_none: []\n')
    return f"{''.join(lines)}sequence:\n  - call: p1\n    with: {{v0: camp}}\n"


def chart(rows: int, columns: int) -> str:
    names = ", ".join(f"k{n}" for n in range(columns))
    labels = ["1-", *map(str, range(2, rows)), f"{rows}+"]
    lines = "".join(f"      {label}: [{', '.join(['z'] * columns)}]\n" for label in labels)
    return (
        f"charts:\n  c: # here\n    columns: [{names}] # here\n    rows:\n{lines}"
        "results: {z: [{adjust: x, by: 1}]}\nsequence:\n  - consult: c\n    die: x\n    column: 1\n"
    )


def nested(depth: int) -> str:
    names = [f"a{n}" for n in range(depth)]
    text = " + ".join(f"troops(us, {name})" for name in names) + " > x"
    for name in names:
        text = f"any({text} for {name} in land)"
    return f'sequence:\n  - if: "{text}" # here\n    then: [{{adjust: x, by: 1}}]\n'


def defined_loops(depth: int) -> str:
    """The same through definitions, each short."""
    lines = ["  e0: {parameters: {p: a location}, is: troops(us, p) > x} # here\n"]
    for n in range(1, depth):
        lines.append(
            f"  e{n}:\n    parameters: {{p: a location}}\n"
            f"    is: any(e{n - 1}(q{n}) and q{n} != p for q{n} in land) # here\n"
        )
    return (
        f"define:\n{''.join(lines)}sequence:\n"
        f"  - if: e{depth - 1}(camp) # here\n    then: [{{adjust: x, by: 1}}]\n"
    )


BOMBS = {
    "definitions that double": (doubling(40), TABLE),
    "conditions that treble": (conditions(30), TABLE),
    "two loops in each other": (nested(2), places(60)),
    "four loops in each other": (nested(4), places(60)),
    "six loops in each other, by definitions": (defined_loops(6), places(60)),
    "bodies for every argument": (calls(18), TABLE),
    "a large chart": (chart(190, 60), TABLE),
    "a chart of many columns": (chart(3, 20_000), TABLE),
    "many locations": ("sequence:\n  - set: x\n    to: count(land)\n", places(3000)),
    "many procedures": (
        "procedures:\n"
        + "".join(f"  p{n}: {{steps: [{{adjust: x, by: {n}}}]}}\n" for n in range(3000))
        + "sequence:\n"
        + "".join(f"  - call: p{n}\n" for n in range(3000)),
        TABLE,
    ),
    "many endings": (
        "sequence:\n" + "".join(f"  - adjust: x\n    by: {n}\n" for n in range(200)),
        TABLE.replace("victory: {over: {winner: none}}\n", "victory:\n  over: {winner: none}\n")
        + "".join(f"  e{n}: {{winner: none, when: x == 0 - {n + 1}}}\n" for n in range(40)),
    ),
    "steps in steps": (
        "sequence:\n"
        + "".join(f"{'    ' * depth}  - if: x >= 0\n{'    ' * depth}    then:\n" for depth in range(17))
        + f"{'    ' * 17}  - adjust: x\n{'    ' * 17}    by: 1\n",
        TABLE,
    ),
}


@pytest.mark.parametrize("name", BOMBS)
def test_bombs_are_refused_or_harmless(tmp_path: Path, name: str) -> None:
    text, table = BOMBS[name]
    pack = write(tmp_path, text + OVER, table)
    how, where = attempt(pack)
    if how == "fault":
        assert where in [f"pack.yaml:{line}" for line in marked(pack)], (how, where)
    elif how == "refused":
        assert where.startswith("pack.yaml:"), where


LARGE = {
    "a die": ("dice: {die: {sides: 6}}", "dice: {die: {sides: 1000000000}} # here"),
    "a die without a side": ("dice: {die: {sides: 6}}", "dice: {die: {sides: 0}} # here"),
    "a die of less": ("dice: {die: {sides: 6}}", "dice: {die: {sides: -6}} # here"),
    "a die without faces": ("dice: {die: {sides: 6}}", "dice: {die: {faces: []}} # here"),
    "a die of both": ("dice: {die: {sides: 6}}", "dice: {die: {sides: 6, faces: [1, 2]}} # here"),
    "slots": ("tags: [land], slots: 3}\n  ditch", "tags: [land], slots: 100000000000000000} # here\n  ditch"),
    "slots below nothing": ("tags: [land], slots: 3}\n  gate", "tags: [land], slots: -3} # here\n  gate"),
    "markers": ("camp: {troop: 2}", "camp: {troop: 99999999}"),
    "markers below nothing": ("camp: {troop: 2}", "camp: {troop: -2}"),
    "a start": ("x: {type: number, start: 0}", "x: {type: number, start: 1000000000000000} # here"),
    "bounds": ("x: {type: number, start: 0}", "x: {type: number, start: 5, from: 6, to: 4} # here"),
    "a track upside down": ("dice: {", "tracks: {t: {from: 9, to: 1, start: 5}} # here\ndice: {"),
    "a track's start": ("dice: {", "tracks: {t: {to: 3, start: 9}} # here\ndice: {"),
    "an option": ("dice: {", "options: {o: {type: number, from: 3, to: 1, default: 2}} # here\ndice: {"),
    "an option's default": (
        "dice: {",
        "options: {o: {type: number, from: 1, to: 3, default: 7}} # here\ndice: {",
    ),
}


@pytest.mark.parametrize("name", LARGE)
def test_numbers_that_cannot_be_meant(tmp_path: Path, name: str) -> None:
    old, new = LARGE[name]
    assert old in TABLE
    table = TABLE.replace(old, new, 1)
    if "# here" not in table:
        table = table.replace("gate: {troop: 3}}}", "gate: {troop: 3}}} # here")
    pack = write(tmp_path, f"sequence:\n{OVER}", table)
    found = said(pack)
    assert marked(pack)[0] in [line for line, *_ in found], found


@pytest.mark.parametrize("number", [61, 62, 63, 64, 65, 90])
def test_sets_of_many_members(tmp_path: Path, number: int) -> None:
    """A set that a pause keeps is kept whole, however many members there are, and saved and read back."""
    pack = write(
        tmp_path,
        f"""\
sequence:
  - let: some
    be: "[p for p in land if troops(us, p) == 0]" # here
  - roll: number
    die: die # here
  - set: x
    to: count(some)
{OVER}""",
        places(number - 3),
    )
    assert attempt(pack) == ("played", "")
    scenario = load(pack)
    game = scenario.new()
    again = scenario.rules("standard").from_json(json.loads(json.dumps(game.to_json())))
    for paused in (game, again):
        assert isinstance(paused.legal(), Chance)
        paused.apply("1")
    assert game.digest() == again.digest()
    assert game.position()["variables"]["x"] == number - 1


@pytest.mark.parametrize("number", [62, 63, 64, 70])
def test_sets_of_many_members_in_the_position(tmp_path: Path, number: int) -> None:
    pack = write(
        tmp_path,
        f"""\
kinds: {{location: {{state: {{seen: {{type: a set of locations, start: "[]"}}}}}}}} # here
sequence:
  - set: camp.seen
    to: land
  - set: x
    to: count(camp.seen)
{OVER}""",
        places(number - 3),
    )
    how, where = attempt(pack)
    if how != "played":
        assert where in [f"pack.yaml:{line}" for line in marked(pack)], (how, where)
