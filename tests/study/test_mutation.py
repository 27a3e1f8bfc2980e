"""Mutants of rules: each is one change at its place; a weak example lets one live, a better one notices it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sieges.study.mutation import Bench, Verdict, bench, judge_sample, report
from sieges.ui.main import main

TOLL = """\
language: 1
pack: toll
title: The Toll
version: "1.0"
source: {status: original}
sides: {us: {title: Us, seat: true}}
dice: {die: {sides: 6}}
variables:
  coins: {type: number, start: 4, from: 0, to: 20}
  spare: {type: number, start: 0}
  days: {type: number, start: 0}
results:
  ".": [{nothing: nobody comes}]
  "+{n}": [{adjust: coins, by: n}]
  "-{n}": [{call: pay, with: {price: n}}]
charts:
  gate:
    columns: [day]
    rows: {1-: ["+3"], 2-4: ["."], 5+: ["-2"]}
define:
  idle: spare + 1
victory:
  ruin: {when: coins == 0, winner: none}
  peace: {winner: us}
procedures:
  pay:
    parameters: {price: number}
    steps:
      - if: coins > price
        then: [{adjust: coins, by: -price}]
        else: [{set: coins, to: 0}]
  day:
    steps:
      - adjust: days
        by: 1
      - roll: number
        die: die
      - consult: gate
        die: number
        column: 1
  waste: {parameters: {price: number}, steps: [{adjust: spare, by: price}]}
sequence:
  - repeat: 5
    steps: [{call: day}]
  - call: waste
    with: {price: 1}
  - end: peace
evaluation: {us: idle}
examples:
  a_day:
    run: day
    play: [{die: 5}]
    expect: [%s]
"""
WEAK, BETTER = "days == 1", "days == 1, coins == 2"


def written(folder: Path, expect: str, more: str = "") -> str:
    folder.mkdir(exist_ok=True)
    (folder / "pack.yaml").write_text(TOLL % expect + more, encoding="utf-8")
    return str(folder)


@pytest.fixture(scope="module")
def weak(tmp_path_factory: pytest.TempPathFactory) -> tuple[Bench, list[Verdict]]:
    on = bench(written(tmp_path_factory.mktemp("toll"), WEAK), None, games=10)
    return on, judge_sample(on, 1, None)


def told(verdicts: list[Verdict]) -> dict[tuple[str, str, int], Verdict]:
    return {(v.mutant.before, v.mutant.after, v.mutant.span.line): v for v in verdicts}


def line(part: str) -> int:
    return next(number for number, text in enumerate(TOLL.splitlines(), 1) if part in text)


def test_there_is_a_mutant_of_each_kind_at_its_own_place(weak: tuple[Bench, list[Verdict]]) -> None:
    on, _ = weak
    lines = (TOLL % WEAK).splitlines()
    changes = set()
    for mutant in on.mutants:
        span = mutant.span
        assert lines[span.line - 1][span.column - 1 : span.end_column - 1] == mutant.before, str(mutant)
        changes.add(
            (mutant.kind, mutant.before, mutant.after, lines[span.line - 1].split(":")[0].strip(" -"))
        )
    assert {
        ("comparison", ">", ">=", "if"),
        ("condition", "coins > price", "true", "if"),
        ("condition", "coins > price", "not (coins > price)", "if"),
        ("number", "5", "4", "repeat"),
        ("number", "6", "7", "dice"),
        ("number", "4", "5", "coins"),
        ("cell", '"+3"', '"."', "rows"),
        ("target", "pay", "waste", '"-{n}"'),
        ("target", "peace", "ruin", "end"),
        ("target", "coins", "spare", "if"),
    } <= changes
    assert not any(before.startswith("spare +") or part == "idle" for _, before, _, part in changes)
    assert not any(mutant.path[0] in ("examples", "evaluation") for mutant in on.mutants)


def test_a_weak_example_lets_live_what_a_better_one_notices(
    weak: tuple[Bench, list[Verdict]], tmp_path: Path
) -> None:
    """Nobody ever pays by the weak one; the better one looks at the coins."""
    _, verdicts = weak
    cell = ('"-2"', '"+3"', line("gate:") + 2)
    assert told(verdicts)[cell].outcome == "unnoticed"
    assert told(verdicts)[cell].game is not None
    assert (told(verdicts)["1", "2", line("adjust: days") + 1].outcome, told(verdicts)[cell].by) == (
        "noticed",
        "",
    )
    on = bench(written(tmp_path / "toll", BETTER), None, games=10)
    found = told(judge_sample(on, 1, None))
    assert (found[cell].outcome, found[cell].by) == ("noticed", "example `a_day`")
    assert report(on, list(found.values()))["percent"] > report(*weak)["percent"]


def test_what_plays_no_game_differently_is_listed_apart(weak: tuple[Bench, list[Verdict]]) -> None:
    _, verdicts = weak
    bound = told(verdicts)["20", "21", line("coins: {")]
    assert (bound.outcome, bound.game) == ("same", None)
    found = report(*weak)
    assert found["noticed"] + found["unnoticed"] + found["same"] + found["refused"] == len(verdicts)


def test_invariants_and_faults_notice(tmp_path: Path) -> None:
    on = bench(written(tmp_path / "toll", WEAK, "invariants: {short: days < 6}\n"), None, games=10)
    found = told(judge_sample(on, 1, None))
    assert found["5", "6", line("repeat: 5")].by == "invariant `short`"
    faults = {verdict.by for verdict in found.values() if verdict.by.startswith("fault")}
    assert any("bounds" in fault for fault in faults)


def test_the_sample_is_the_same_for_any_number_of_jobs_and_whatever_lines_move(
    weak: tuple[Bench, list[Verdict]], tmp_path: Path
) -> None:
    on, _ = weak
    few = judge_sample(on, 7, 6, jobs=2)
    assert [(v.mutant.name, v.outcome, v.by) for v in few] == [
        (v.mutant.name, v.outcome, v.by) for v in judge_sample(on, 7, 6)
    ]
    assert sum(verdict.outcome != "refused" for verdict in few) == 6
    text = (TOLL % WEAK).replace("victory:", "\n# moved\n\nvictory:")
    (tmp_path / "pack.yaml").write_text(text, encoding="utf-8")

    def names(these: Bench) -> list[str]:
        return sorted(mutant.name.removeprefix(mutant.span.file) for mutant in these.mutants)

    assert names(bench(str(tmp_path), None, games=1)) == names(on)


# ---------------------------------------------------------------- the command


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(main, ["mutate", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_the_command(tmp_path: Path) -> None:
    pack = written(tmp_path / "toll", WEAK)
    found = run(pack, "--sample", "25", "--games", "5", "--jobs", "1", "--threshold", "100")
    assert found.exit_code == 1
    assert "not noticed:" in found.stdout
    assert "pack.yaml:" in found.stdout
    assert "That is less than 100 %." in found.stdout
    told = json.loads(run(pack, "--sample", "5", "--games", "5", "--jobs", "1", "--json").stdout)
    assert told["noticed"] + told["unnoticed"] + told["same"] == 5 == len(told["all"])


def test_examples_that_do_not_come_out_are_said_first(tmp_path: Path) -> None:
    found = run(written(tmp_path / "toll", "days == 9"), "--jobs", "1")
    assert found.exit_code == 1
    assert "these examples fail: a_day" in found.output
