"""Names that are words of Python or of the engine: each is refused where it is given, or is a name like any other."""

from __future__ import annotations

import json
import keyword
from pathlib import Path

import pytest

from sieges.game.pending import Decision
from sieges.loading import Scenario, compile_fresh
from tests.hostile.packs import OVER, TABLE, marked, said, write

NO_IDS = [
    *keyword.kwlist,
    *("true", "false", "none", "any", "all", "sum", "count", "min", "max", "first", "last", "this", "old"),
    *("S", "F", "C", "R", "L", "M", "Print", "camP", "__class__", "__import__", "_x", "_", "", " ", "x y"),
    *("x-y", "x.y", "x/y", "../x", "1x", "x'", "x()", "x[0]", "x\ty", "\u00e9t\u00e9", "\u0445", "\uff58"),
    *("x\u0301", "a" * 61),
]

# Nothing to the language, though the engine is written with them.
ORDINARY = [
    *("print", "len", "range", "next", "bool", "int", "str", "list", "set", "type", "id", "open", "eval"),
    *(
        "exec",
        "self",
        "cls",
        "s",
        "f",
        "c",
        "r",
        "l",
        "m",
        "o",
        "b",
        "pc",
        "push",
        "fault",
        "nop",
        "t1",
        "t2",
    ),
    *("i0", "r0", "k0", "c0", "x0", "d0", "g0", "end0", "v_x", "w_p", "match", "case", "a__b", "x_", "seq"),
    *("left_1_", "rest_1_", "done_1_", "turns_1_", "left_2_", "ask_1_", "ask_2_", "column", "a" * 60),
]


# Refused as text already, before anybody asks whether they are ids.
NO_TEXT = ["x\u200b", "\u202ex", "x\x00", "x\x1b[31m", "\ufeffx", "x\u2028y"]


def quoted(name: str) -> str:
    return json.dumps(name)


def complained(pack: Path) -> None:
    """Every marked line is complained of, and no other."""
    found = said(pack)
    lines = {line for line, *_ in found}
    text = (pack / "pack.yaml").read_text("utf-8").split("\n")
    missed = [text[line - 1] for line in marked(pack) if line not in lines]
    assert not missed, f"taken without a word: {missed}"
    assert lines <= set(marked(pack)), found


@pytest.mark.parametrize("names", [NO_IDS, *([name] for name in NO_TEXT)], ids=ascii)
def test_what_is_no_id_is_refused_as_a_location(tmp_path: Path, names: list[str]) -> None:
    lines = "".join(f"  {quoted(name)}: {{slots: 1}} # here\n" for name in names)
    complained(write(tmp_path, f"sequence:\n{OVER}", TABLE.replace("locations:\n", f"locations:\n{lines}")))


@pytest.mark.parametrize("names", [NO_IDS, *([name] for name in NO_TEXT)], ids=ascii)
def test_what_is_no_id_is_refused_as_a_parameter(tmp_path: Path, names: list[str]) -> None:
    lines = "".join(f"      {quoted(name)}: number # here\n" for name in names)
    complained(
        write(
            tmp_path,
            f"procedures:\n  go:\n    parameters:\n{lines}    steps: []\nsequence:\n{OVER}",
        )
    )


@pytest.mark.parametrize("names", [NO_IDS, *([name] for name in NO_TEXT)], ids=ascii)
def test_what_is_no_id_is_refused_as_a_local(tmp_path: Path, names: list[str]) -> None:
    lines = "".join(f"  - roll: {quoted(name)} # here\n    die: die\n" for name in names)
    complained(write(tmp_path, f"sequence:\n{lines}{OVER}"))


BODIES = {
    "procedures": "{steps: [{nothing: to do}]}",
    "define": "x + 1",
    "tracks": "{to: 3, start: 1}",
    "charts": "{columns: [k], rows: {1-: [z], 2+: [z]}}",
    "zones": "{}",
    "cards": "{}",
    "orders": "{}",
    "kinds": "{plural: things}",
    "options": "{type: number, from: 0, to: 1, default: 0}",
    "modes": "{default: true}",
    "decks": "{pools: {}, packets: []}",
}


@pytest.mark.parametrize("section", BODIES)
def test_what_is_no_id_is_refused_in_every_section(tmp_path: Path, section: str) -> None:
    lines = "".join(
        f"  {quoted(name)}: {BODIES[section]} # here\n" for name in ("class", "__import__", "S", "x y", "")
    )
    complained(write(tmp_path, f"results: {{z: []}}\n{section}:\n{lines}sequence:\n{OVER}"))


WITH_LOCALS = """\
procedures:
  go:
    parameters: {{{name}: number}}
    steps:
      - repeat: 2
        steps:
          - roll: number
            die: die
          - adjust: x
            by: number * {name}
      - either: answer
        by: us
        options:
          - {{id: one, steps: [{{adjust: y, by: "{name}"}}]}}
          - {{id: two, steps: [{{adjust: y, by: "{name} + {name}"}}]}}
      - each: place
        in: "[p for p in land if troops(us, p) > 0]"
        steps:
          - roll: number
            die: die
          - adjust: x
            by: "{name}"
      - while: x < {name} * 9
        at_most: 90
        steps:
          - roll: number
            die: die
          - adjust: x
            by: number + {name}
      - adjust: y
        by: "{name}"
sequence:
  - let: {name}
    be: 3
  - roll: number
    die: die
  - call: go
    with: {{{name}: "{name} + number"}}
  - adjust: y
    by: "{name} * 1000"
  - end: over
"""


def played(pack: Path) -> tuple[list[int], list[int]]:
    """The cells at the end of a game of the paused and of the inline form: the same luck, always the last option."""
    compiled, found, _ = compile_fresh(pack)
    assert compiled is not None, [finding.message for finding in found]
    game = Scenario(pack, compiled).new(seed=3)
    while not game.ended:
        pending = game.legal()
        assert isinstance(pending, Decision)
        game.apply(pending.options[-1].id)
    inline = game.rules.play(None, lambda _, values: len(values) - 1, game.rules.streams(3))
    return game.data, inline


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> list[int]:
    """What comes of `WITH_LOCALS` under a name that means nothing to anybody."""
    paused, inline = played(write(tmp_path_factory.mktemp("plain"), WITH_LOCALS.format(name="something")))
    assert paused == inline
    return paused


@pytest.mark.parametrize("name", ORDINARY)
def test_other_words_are_names_like_any_other(tmp_path: Path, name: str, expected: list[int]) -> None:
    """Locals and parameters of that name keep their values, in both forms, as if they were called something else."""
    assert played(write(tmp_path, WITH_LOCALS.format(name=name))) == (expected, expected)


def steps(template: str) -> str:
    return "".join(template.format(name=name) for name in ORDINARY) + OVER


@pytest.mark.parametrize(
    ("section", "each", "step"),
    [
        ("locations:\n", "  {name}: {{owner: us, tags: [land], slots: 3}}\n", "troops(us, {name}) + 1"),
        ("variables:\n", "  {name}: {{type: number, start: 1}}\n", "{name} + {name}"),
        (
            "define:\n",
            "  {name}: {{parameters: {{p: a location}}, is: 'troops(us, p) + 1'}}\n",
            "{name}(gate)",
        ),
        ("tracks:\n", "  {name}: {{per: side, to: 9, start: 1}}\n", "{name}[us] + {name}[them]"),
        ("procedures:\n", "  {name}: {{steps: [{{adjust: y, by: 1}}]}}\n", "1"),
    ],
    ids=["locations", "variables", "definitions", "tracks", "procedures"],
)
def test_other_words_can_be_declared(tmp_path: Path, section: str, each: str, step: str) -> None:
    table = TABLE if section in TABLE else TABLE + section
    table = table.replace(section, section + "".join(each.format(name=name) for name in ORDINARY))
    step = "  - call: {name}\n" if section == "procedures:\n" else f"  - adjust: y\n    by: {step}\n"
    pack = write(tmp_path, f"sequence:\n{steps(step)}", table)
    paused, inline = played(pack)
    assert paused == inline
    compiled, *_ = compile_fresh(pack)
    assert compiled is not None
    (y,) = (variable.base for variable in compiled.variables if variable.id == "y")
    assert paused[y] in (len(ORDINARY), 2 * len(ORDINARY))
