"""Examples as tests: those that hold, and what those that do not are told."""

from __future__ import annotations

from pathlib import Path

import pytest

import sieges
from sieges.game.rules import Rules
from sieges.study.checking import passes
from sieges.study.examples import run_examples
from sieges.text.diagnostic import Diagnostic

PACKS = ("two_roads", "hill_fort", "ford", "passes")


@pytest.mark.parametrize("pack", PACKS)
def test_the_examples_of_the_packs_hold(repository: Path, pack: str) -> None:
    compiled = passes(repository / "tests" / "packs" / pack).compiled
    assert compiled is not None
    assert run_examples(Rules(compiled)) == []


def findings(repository: Path, tmp_path: Path, example: str, pack: str = "two_roads") -> list[Diagnostic]:
    """What comes of an example, put in the place of those of a pack."""
    text = (repository / "tests/packs" / pack / "pack.yaml").read_text("utf-8")
    text = text[: text.index("\nexamples:")] + "\nexamples:\n  tried:\n" + example
    (tmp_path / "pack.yaml").write_text(text)
    done = passes(tmp_path)
    assert done.compiled is not None, list(done.found)
    return run_examples(Rules(done.compiled))


def only(found: list[Diagnostic]) -> Diagnostic:
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize(
    "example",
    [
        "    play: [{order: road, gait: 1}, {order: [rest, rest]}]\n    stop: true\n    expect: [miles == 1]\n",
        "    play:\n      - ways: [[road, 1], [rest]]\n      - refused: {order: swim}\n"
        "    stop: true\n    expect: [miles == 1]\n",
        "    play: [[order: 1, walker.order: The road, path_die: 6, walker.gait: 0]]\n"
        "    stop: true\n    expect: [miles == 3]\n",
        "    play: []\n    stop: true\n    expect: [miles == 0]\n",
        "    given: {options: {stages: 1}}\n    play: [order: rest]\n"
        "    expect: [ended(dusk), old(miles) == miles, winner == none]\n",
        "    given: {steps: [{set: is_mired, to: true}]}\n    run: stage\n    play: [order: rest, path_die: 6]\n"
        "    expect: [not is_mired]\n",
    ],
    ids=["several in a row", "in groups", "by number and words", "left at once", "to the end", "given"],
)
def test_ways_to_write_answers(repository: Path, tmp_path: Path, example: str) -> None:
    assert findings(repository, tmp_path, example) == []


def test_copies_are_named_by_what_they_are_written_under(repository: Path, tmp_path: Path) -> None:
    """Where one of them alone is offered; to refuse them is to refuse them all."""
    before = "    run: move_one\n    with: {side: south}\n    expect: [guard_1.at == high]\n"
    for play, said in (
        ("[{u: scout}, {goal: ridge}]", None),
        ("[{u: guard_1}, {goal: ridge}]", None),
        ("[{u: 'Guard, The High Pass'}, {goal: ridge}]", None),
        (
            "[{u: guard}, {goal: ridge}]",
            "item 1 of `play`: the decision `u` of south (A move) offers several",
        ),
        (
            "[{refused: {u: guard}}, {u: rest}]",
            "item 1 of `play`: the decision `u` of south (A move) offers `guard`",
        ),
        ("[{refused: {u: foot}}, {u: rest}]", None),
    ):
        found = findings(repository, tmp_path, f"{before}    play: {play}\n", "passes")
        if play.startswith("[{u: guard_1") or "High" in play:
            assert "guard_1.at == high" in only(found).message
        elif said is None:
            assert found == []
        else:
            assert said in only(found).message


@pytest.mark.parametrize(
    ("example", "message", "help_"),
    [
        (
            "    play: [{order: rode}]\n",
            "item 1 of `play`: the decision `order` of walker (A stage) does not offer `rode`",
            "offered: short_cut, road, rest",
        ),
        (
            "    play: [{order: road}, {order: rest}]\n",
            "the decision `gait` of walker (On the road) is not answered; item 2 of `play` is `order: rest`",
            "offered: 0, 1",
        ),
        (
            "    play: [{order: road, gait: 1}]\n",
            "the decision `order` of walker (A stage) is not answered",
            "offered: short_cut, road, rest",
        ),
        (
            "    play: [{order: short_cut, path_die: 1}]\n",
            "the decision `order` of walker (A stage) is not answered; item 1 of `play` is `path_die: 1`",
            "offered: short_cut, road, rest",
        ),
        (
            "    play: [{order: [short_cut, rest]}]\n",
            "the roll of `path_die` is not answered",
            "offered: 1, 2, 3, 4, 5, 6",
        ),
        (
            "    play: [{order: [short_cut, rest], path_die: 7}]\n",
            "item 1 of `play`: the roll of `path_die` does not offer `7`",
            "offered: 1, 2, 3, 4, 5, 6",
        ),
        (
            "    given: {options: {stages: 1}}\n    play: [{order: rest}, {order: road}]\n",
            "the run is over before item 2 of `play`, `order: road`, is asked for",
            "the game has ended: It grows dark",
        ),
        (
            "    run: stage\n    play: [{order: rest}, {order: road}]\n",
            "the run is over before item 2 of `play`, `order: road`, is asked for",
            None,
        ),
        (
            "    play: [{refused: {order: road}}]\n    stop: true\n",
            "item 1 of `play`: the decision `order` of walker (A stage) offers `road`",
            None,
        ),
        (
            "    play: [{refused: {gait: 3}}]\n    stop: true\n",
            "item 1 of `play`, `refused: {gait: 3}`: what is asked for now is the decision `order` of walker (A stage)",
            None,
        ),
        (
            "    play: [{nobody.order: road}]\n    stop: true\n",
            "the decision `order` of walker (A stage) is not answered; item 1 of `play` is `nobody.order: road`",
            "offered: short_cut, road, rest",
        ),
        (
            "    play: [{order: [short_cut, rest], walker.path_die: 6}]\n",
            "the roll of `path_die` is not answered; item 1 of `play` is `walker.path_die: 6`",
            "offered: 1, 2, 3, 4, 5, 6",
        ),
        (
            "    play: [{refused: {nobody.order: swim}}]\n    stop: true\n",
            "item 1 of `play`, `refused: {nobody.order: swim}`: "
            "what is asked for now is the decision `order` of walker (A stage)",
            None,
        ),
        ("    play: [{refused: road}]\n", "item 1 of `play`: `refused` names a decision and an option", None),
        ("    play: [road]\n", "item 1 of `play` is no answer", None),
    ],
)
def test_an_answer_that_does_not_fit(
    repository: Path, tmp_path: Path, example: str, message: str, help_: str | None
) -> None:
    found = only(findings(repository, tmp_path, example))
    assert found.message == f"example `tried`: {message}"
    assert found.help == help_
    assert found.code == "X001"
    assert found.span is not None
    assert found.span.file.endswith("pack.yaml")


def test_the_likely_answer_is_named(repository: Path, tmp_path: Path) -> None:
    found = only(findings(repository, tmp_path, "    play: [{order: raod}]\n"))
    assert found.fix == "did you mean `road`?"


def test_an_expectation_that_does_not_hold_shows_the_values(repository: Path, tmp_path: Path) -> None:
    example = "    run: stage\n    play: [{order: road, gait: 1}]\n    expect:\n      - miles == 2 or is_mired\n      - ended(dusk) and winner == walker\n"  # noqa: E501
    first, second = findings(repository, tmp_path, example)
    assert first.message == "example `tried`: `miles == 2 or is_mired` does not hold"
    assert (first.code, first.help) == ("X002", "miles: 1; is_mired: false")
    assert second.help == "the game goes on; winner: none"
    assert first.span is not None
    assert second.span is not None
    assert second.span.line == first.span.line + 1
    text = (tmp_path / "pack.yaml").read_text().splitlines()[first.span.line - 1]
    assert text[first.span.column - 1 : first.span.end_column - 1] == "miles == 2 or is_mired"


def test_a_fault_of_the_pack_is_shown_where_it_is(repository: Path, tmp_path: Path) -> None:
    text = (repository / "tests/packs/hill_fort/rules.yaml").read_text("utf-8")
    text = text[: text.index("\nexamples:")] + (
        "\nexamples:\n  tried:\n    given:\n      steps: [{remove: troop, of: raiders, at: camp, count: 4}]\n"
        "    run: council\n    play: [{answer: leave}]\n"
    )
    text = text.replace("            when: troops(raiders, camp) > 0\n", "")
    (tmp_path / "rules.yaml").write_text(text)
    (tmp_path / "pack.yaml").write_text((repository / "tests/packs/hill_fort/pack.yaml").read_text("utf-8"))
    done = passes(tmp_path)
    assert done.compiled is not None, list(done.found)
    found = only(run_examples(Rules(done.compiled)))
    assert found.code == "X003"
    assert "the pack does something impossible" in found.message
    ((place, words),) = found.related
    assert words == "here"
    assert "remove: troop" in (tmp_path / "rules.yaml").read_text().splitlines()[place.line - 1]


def test_a_cancel_of_a_scope_outside_the_run(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(
        """
language: 1
pack: calling_off
title: Calling off
version: "1.0"
sides: {caller: {seat: true}}
procedures:
  call_off:
    steps:
      - either: answer
        by: caller
        options:
          - {id: stay, steps: [{nothing: stays}]}
          - {id: leave, steps: [{cancel: march}]}
sequence:
  - scope: march
    steps: [{call: call_off}]
    if_cancelled: [{say: called off}]
  - end: over
victory: {over: {winner: caller}}
examples:
  alone: {run: call_off, play: [{answer: leave}]}
  within: {play: [{answer: leave}], expect: [ended(over)]}
"""
    )
    done = passes(tmp_path)
    assert done.compiled is not None, list(done.found)
    found = only(run_examples(Rules(done.compiled)))
    assert (
        found.message
        == "example `alone`: the run cancels `march`, and the scope of that name lies outside of it"
    )


def test_a_game_waits_for_no_example(repository: Path, tmp_path: Path) -> None:
    """What is loaded to be played has none compiled, and a mistake in one is found by `check` alone."""
    text = (repository / "tests/packs/two_roads/pack.yaml").read_text("utf-8")
    text = text[: text.index("\nexamples:")] + "\nexamples:\n  tried: {run: wlak}\n"
    (tmp_path / "pack.yaml").write_text(text)
    rules = sieges.load(tmp_path).rules()
    assert rules.compiled.examples == []
    assert rules.new(seed=1).legal()
    done = passes(tmp_path)
    assert done.compiled is None
    assert [finding.code for finding in done.found if finding.severity == "error"] == ["L002"]


def test_an_example_is_played_in_the_mode_that_it_stands_in(repository: Path, tmp_path: Path) -> None:
    """One that is played nowhere would pass whatever it says."""
    text = (repository / "tests/packs/two_roads/pack.yaml").read_text("utf-8")
    text = text[: text.index("\nexamples:")]
    wrong = "{play: [order: rest], stop: true, expect: [miles == 9]}"
    modes = f"""
modes:
  plain: {{default: true}}
  other: {{examples: {{in_other: {wrong}}}}}
  variant: {{on: other, examples: {{in_variant: {wrong}}}}}
examples: {{in_all: {wrong}, in_one: {{given: {{mode: other}}, {wrong[1:]}}}
"""
    (tmp_path / "pack.yaml").write_text(text + modes)
    played = {}
    for mode in ("plain", "other", "variant"):
        compiled = passes(tmp_path, mode).compiled
        assert compiled is not None
        played[mode] = [example.id for example in compiled.examples]
        assert len(run_examples(Rules(compiled))) == len(played[mode])
    assert played == {
        "plain": ["in_all"],
        "other": ["in_one", "in_other"],
        "variant": ["in_other", "in_variant"],
    }


def test_every_example_of_a_base_that_no_longer_comes_out_is_named(tmp_path: Path) -> None:
    """One warning, at the first, with where each of them stands and what does not hold."""
    base = tmp_path / "base"
    base.mkdir()
    examples = "".join(f"  is_{n}: {{run: go, expect: [miles == {min(n, 5)}]}}\n" for n in (1, 5, 6, 7, 8, 9))
    (base / "pack.yaml").write_text(
        "language: 1\npack: base\ntitle: Base\nversion: '1'\nsource: {status: original}\n"
        "sides: {walker: {seat: true}}\nvariables: {miles: {type: number, start: 0}}\ndefine: {far: '5'}\n"
        "procedures: {go: {steps: [{label: walk, set: miles, to: far}]}}\n"
        "sequence: [{call: go}, {end: over}]\nvictory: {over: {winner: none}}\nexamples:\n" + examples
    )
    (tmp_path / "pack.yaml").write_text(
        "language: 1\npack: beyond\ntitle: Beyond\nversion: '1'\nextends: base\nreplace: {define: {far: '1'}}\n"
    )
    done = passes(tmp_path)
    assert done.compiled is not None, list(done.found)
    found = only(run_examples(Rules(done.compiled)))
    assert (found.code, found.severity) == ("X004", "warning")
    assert found.message == "5 examples of `base` no longer come out with `beyond`"
    assert [why for _, why in found.related] == [
        f"example `is_{n}`: `miles == 5` does not hold" for n in (5, 6, 7, 8, 9)
    ]


RESTATED = """\
language: 1
pack: gate
title: The Gate
version: "1.0"
source: {status: original}
sides: {us: {title: Us, seat: true}}
dice: {die: {sides: 6}}
variables: {coins: {type: number, start: 4}, weather: {type: a weather, start: fair}}
kinds:
  weather: {plural: weathers, members: {fair: {label: F}, foul: {label: R}}}
locations:
  near:  {title: Near, neighbours: [ford]}
  ford:  {title: The Ford, label: X, neighbours: [near, far, hill]}
  hill:  {title: The Hill, neighbours: [ford, far]}
  far:   {title: Far, neighbours: [ford, hill]}
  alone: {title: Alone}
results: {".": [{nothing: nobody comes}], "+{n}": [{adjust: coins, by: n}], "-{n}": [{adjust: coins, by: -n}]}
charts:
  gate:
    title: The Gate
    columns: weather
    rows:
      1-:  ["+3",    "."]
      2-4: ["+1",    "-1 -1"]
      5:   ["+1 -1", "."]
      6+:  ["-2",    "-2"]
  toll: {title: The Toll, columns: [only], rows: {2-: ["."], 3+: ["+1"]}}
define: {roads: {parameters: {p: a location}, is: p.neighbours}}
sequence:
  - {roll: number, die: die}
  - {consult: gate, die: number, column: weather}
  - {consult: toll, die: number, column: 1}
  - {end: over}
victory: {over: {winner: none, when: count(roads(near)) == 9}}
examples:
  tried:
"""
GATE = (
    "    charts:\n      gate:\n        +3: {F: 1}\n        +1: {fair: 2-5}\n        -1: {F: 5, R: 2-4 2-4}\n"
    '        -2: 6+\n        ".": {foul: [1-, 5]}\n'
)


def restated(tmp_path: Path, example: str) -> tuple[str, list[Diagnostic]]:
    """The text of a pack with an example that states something again, and what comes of it."""
    text = RESTATED + example
    (tmp_path / "pack.yaml").write_text(text)
    done = passes(tmp_path)
    if done.compiled is None:
        return text, [one for one in done.found if one.severity == "error"]
    return text, run_examples(Rules(done.compiled))


def pointed_at(text: str, found: Diagnostic) -> str:
    assert found.span is not None
    return text.splitlines()[found.span.line - 1][found.span.column - 1 :]


@pytest.mark.parametrize(
    "example",
    [
        GATE,
        GATE.replace("-2: 6+", "-2: {F R: 6}").replace("+1: {fair: 2-5}", "+1: {F: 2-4 5}"),
        GATE.replace("+1: {fair: 2-5}", "+1: {F: 2-4}\n        +1 -1: {F: 5}").replace("F: 5, ", ""),
        '    charts: {toll: {".": 1-2, "+1": 3+}, gate: {"+3": {F: 1-}, "+1": {F: 2-5}, '
        '"-1": {F: 5, R: 2-4 2-4}, "-2": {R F: 6}, ".": {R: 1 5}}}\n',
        "    routes: {location.neighbours: [[near, ford, far, hill, X]]}\n",
        "    routes:\n      location.neighbours: [[hill, ford, near], [ford, far], [far, hill]]\n",
        "    routes: {location.neighbours: [[near, ford, far, hill, X]]}\n    stop: true\n    expect: [coins == 4]\n",
    ],
    ids=["by sign", "columns together", "signs together", "one column", "one route", "several", "and played"],
)
def test_what_is_stated_a_second_time(tmp_path: Path, example: str) -> None:
    """Where nothing else is, nothing is run, so nothing has to be answered."""
    assert restated(tmp_path, example)[1] == []


@pytest.mark.parametrize(
    ("change", "messages"),
    [
        (("+3: {F: 1}", "+2: {F: 1}"), ["The Gate is `+3` at 1-, F, and `+2` is stated"]),
        (("-2: 6+", "-2: {F: 6}"), ["The Gate is `-2` at 6+, R, and `nothing` is stated"]),
        (("R: 2-4 2-4", "R: 2-4"), ["The Gate is `-1 -1` at 2-4, R, and `-1` is stated"]),
        (("fair: 2-5", "fair: 1-5"), ["The Gate is `+3` at 1-, F, and `+3 +1` is stated"]),
        (
            ("foul: [1-, 5]", "F: 1-, R: 5"),
            ["is `+3` at 1-, F, and `+3 .`", "is `.` at 1-, R, and `nothing`"],
        ),
        (("-2: 6+", "-3: 6+"), ["The Gate is `-2` at 6+, F; 6+, R, and `-3` is stated"]),
    ],
)
def test_a_chart_that_is_not_as_stated(tmp_path: Path, change: tuple[str, str], messages: list[str]) -> None:
    """One message for all cells that differ alike, where the wrong sign is stated, with the cell of the chart."""
    text, found = restated(tmp_path, GATE.replace(*change))
    assert [one.code for one in found] == ["X002"] * len(messages)
    for one, message in zip(found, messages, strict=True):
        assert message in one.message
        (span, words) = one.related[0]
        assert words == "declared here"
        assert text.splitlines()[span.line - 1][span.column - 1] == '"'


def test_routes_that_are_not_those_of_the_map(tmp_path: Path) -> None:
    text, found = restated(tmp_path, "    routes: {location.neighbours: [[near, ford, hill, near]]}\n")
    assert [one.message for one in found] == [
        "example `tried`: `hill` does not have `near` in its `neighbours`",
        "example `tried`: `near` does not have `hill` in its `neighbours`",
        "example `tried`: no route leads from `ford` to `far`",
        "example `tried`: no route leads from `hill` to `far`",
    ]
    assert [pointed_at(text, one) for one in found[:2]] == ["near]]}", "near]]}"]
    assert pointed_at(text, found[2]).startswith("location.neighbours")


@pytest.mark.parametrize(
    ("example", "said", "at"),
    [
        ("    charts: {gaet: {.: 1}}\n", "L002 there is no chart `gaet`", "gaet: {"),
        ("    charts: {gate: {.: {Q: 1}}}\n", "L029 the chart has no column `Q`", "Q: 1"),
        ("    charts: {gate: {.: {F: 3-4}}}\n", "L029 `3-4` means a part of the row `2-4`", "3-4}"),
        ("    charts: {gate: {.: {F: 7}}}\n", "L029 the chart has no row `7`", "7}"),
        ("    charts: {gate: {.: {F: two}}}\n", "L029 `two` is no row", "two}"),
        ("    routes: {roads: [[near, ford]]}\n", "L029 `roads` is no field in which", "roads: "),
        ("    routes: {location.neighbours: [[near, frod]]}\n", "L002 there is no location `frod`", "frod]"),
        ("    routes: {location.neighbours: [[near]]}\n", "L029 a route leads through two", "[near]]"),
    ],
)
def test_what_cannot_be_compared(tmp_path: Path, example: str, said: str, at: str) -> None:
    text, found = restated(tmp_path, example)
    one = only(found)
    assert f"{one.code} {one.message}".startswith(said)
    assert pointed_at(text, one).startswith(at)
    assert one.help is not None or one.fix is not None or "two members" in one.message


def test_an_example_of_several_modes_is_played_in_each(repository: Path, tmp_path: Path) -> None:
    text = (repository / "tests/packs/two_roads/pack.yaml").read_text("utf-8")
    text = text[: text.index("\nexamples:")]
    modes = (
        "\nmodes: {plain: {default: true}, other: {change: {tracks: {miles: {start: 1}}}}, third: {}}\n"
        "examples: {in_two: {given: {mode: [other, third]}, stop: true, expect: [miles == 0]}}\n"
    )
    (tmp_path / "pack.yaml").write_text(text + modes)
    found = {mode: passes(tmp_path, mode).compiled for mode in ("plain", "other", "third")}
    wrong = {mode: [] if one is None else run_examples(Rules(one)) for mode, one in found.items()}
    assert {mode: len(one) for mode, one in wrong.items()} == {"plain": 0, "other": 1, "third": 0}
    assert found["plain"] is not None
    assert found["plain"].examples == []
