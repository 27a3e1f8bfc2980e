"""Which rules have happened: what is planted to be out of reach is found, on its own line, and nothing else."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

import sieges
from sieges.game.pending import Decision, End
from sieges.language.compiled import MarkData
from sieges.play.records import Record, read_records, replay_record
from sieges.study.coverage import Counter, Coverage, counting_rules, cover_games, report
from sieges.study.playouts import Playout
from sieges.study.simulate import plan
from sieges.ui.main import main

HOLES = """\
language: 1
pack: holes
title: Holes & <hollows>
version: "1.0"
source: {status: original}
sides: {us: {title: Us, seat: true}}
options:
  calm: {type: condition, default: true}
dice: {die: {sides: 2}}
variables:
  turns: {type: number, start: 0}
  shaken: {type: condition, start: false}
cards: {oak: {}, elm: {}, ash: {}}
decks:
  wood:
    pools: {trees: "[oak, elm]", others: "[ash]"}
    packets: [{trees: 1}, {trees: 1}]
results:
  ".": [{nothing: it holds}]
  "x": [{set: shaken, to: true}]
charts:
  weather:
    columns: [day]
    rows: {1-: ["."], "2": [x], 3+: [x]}
victory:
  over: {when: turns > 4, winner: us}
  lost: {when: turns < 0, winner: none}
procedures:
  turn:
    steps:
      - adjust: turns
        by: 1
      - roll: number
        die: die
      - consult: weather
        die: number
        column: 1
      - if: number > 2
        then: [{say: three}]
      - if: number > 0
        then: [{nothing: as always}]
      - draw: card
        from: wood
        if_empty: [{nothing: bare}]
      - either: answer
        options:
          - {id: stay, steps: []}
          - id: leave
            when: turns > 9
            steps: [{set: shaken, to: false}]
      - if: calm
        then: [{nothing: calm}]
        else: [{nothing: wild}]
sequence:
  - while: turns < 9
    at_most: 10
    steps: [{call: turn}]
  - end: lost
"""
EXAMPLE = """
examples:
  leaving:
    given: {steps: [{set: turns, to: 9}, {set: shaken, to: true}]}
    run: turn
    play: [{die: 2, card: oak}]
    expect: [ended(over)]
"""
NEVER = {
    ("side", "if: number > 2", "holds"),
    ("step", "say: three", ""),
    ("side", "if: number > 0", "does not hold"),
    ("cell", "x", "weather: 3+, day"),
    ("card", "ash:", "ash"),
    ("side", "id: leave", "`leave` open"),
    ("option", "id: leave", "leave"),
    ("step", "set: shaken, to: false", ""),
    ("side", "while: turns < 9", "does not hold"),
    ("step", "end: lost", ""),
    ("ending", "lost:", "lost"),
}


@pytest.fixture
def holes(tmp_path: Path) -> Path:
    folder = tmp_path / "holes"
    folder.mkdir()
    (folder / "pack.yaml").write_text(HOLES, encoding="utf-8")
    return folder


def covered(pack: str, games: int, *, examples: bool = False, **more: Any) -> tuple[Coverage, dict[str, Any]]:
    found = Coverage()
    rules, sources = counting_rules(pack, examples=examples)
    found.sources.update(sources)
    counter, plain = Counter(rules), sieges.load(pack).rules()
    cover_games(found, counter, plain, plan(pack, plain, 1, **more.pop("plan", {})), games, **more)
    found.add(counter.reached())
    return found, report(found)


def test_what_never_happens_is_found_and_nothing_else(holes: Path) -> None:
    coverage, found = covered(str(holes), 40)
    missing = set()
    for one in found["rules"]:
        if one["first"] is None:
            text = coverage.sources[one["file"]].line(one["line"])[one["column"] - 1 :]
            missing.add((one["kind"], one["what"], text))
    assert {(kind, what) for kind, what, _ in missing} == {(kind, what) for kind, _, what in NEVER}
    for kind, text, what in NEVER:
        assert any(one[:2] == (kind, what) and text in one[2] for one in missing), (kind, text, what)
    assert found["total"]["reached"] == found["total"]["rules"] - len(NEVER)


def test_the_first_game_that_shows_a_rule_shows_it_again(holes: Path, tmp_path: Path) -> None:
    records = io.StringIO()
    _, found = covered(str(holes), 40, records=records)
    wild = next(one for one in found["rules"] if one["what"] == "false")
    assert (wild["kind"], wild["first"]["options"]) == ("value", {"calm": "false"})
    rules, _ = counting_rules(str(holes))
    Playout(0, wild["first"]["seed"], wild["first"]["options"]).play(rules, [])
    (number,) = (
        n for n, mark in enumerate(rules.compiled.marks) if mark.kind == "step" and "wild" in _text(mark)
    )
    assert rules.runtime.counts[number]
    shown = {one["first"]["seed"] for one in found["rules"] if one["first"]}
    file = tmp_path / "first.jsonl"
    file.write_text(records.getvalue(), encoding="ascii")
    kept = list(read_records(file))
    assert {record.seed for record in kept if isinstance(record, Record)} == shown
    scenario = sieges.load(str(holes))
    assert {replay_record(record, scenario) for record in kept if isinstance(record, Record)} == {None}


def _text(mark: MarkData) -> str:
    return HOLES.splitlines()[mark.line - 1][mark.column - 1 :]


PACKS = ("tests/packs/two_roads", "tests/packs/ford", "tests/packs/night_raid", "tests/packs/volley",
         "tests/packs/duel", "examples/ambracia")  # fmt: skip
MANIFOLD = ("`otherwise` is tried", "open", "closed")
"""What is looked at again whenever somebody asks what can be chosen."""


@pytest.mark.parametrize("pack", PACKS)
def test_both_forms_count_alike_and_play_as_without(repository: Path, pack: str) -> None:
    rules, _ = counting_rules(str(repository / pack), examples=False)
    plain = sieges.load(str(repository / pack)).rules()
    counts, marks = rules.runtime.counts, rules.compiled.marks
    for seed in range(6):
        luck, picks = Random(seed), []
        counts[:] = [0] * len(counts)
        game = rules.new(seed=seed)
        while not isinstance(pending := game.legal(), End):
            assert isinstance(pending, Decision)
            values: Sequence[int] = rules.options(game, game.site)
            picks.append(luck.randrange(len(values)))
            game.answer(values[picks[-1]])
        paused = counts[:]
        counts[:] = [0] * len(counts)
        playout = Playout(0, seed, {}, picks)
        assert playout.play(rules, []) == game.data == playout.play(plain, [])
        for mark, inline, step_by_step in zip(marks, counts, paused, strict=False):
            if mark.what.endswith(MANIFOLD):
                assert bool(inline) == bool(step_by_step), mark
            else:
                assert inline == step_by_step, mark
        assert any(counts)


# ---------------------------------------------------------------- the command


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(main, ["coverage", *arguments])
    assert result.exit_code == code, result.output
    return result.stdout


def test_the_table_is_rounded_down_and_the_threshold_fails(holes: Path) -> None:
    text = run(str(holes), "--games", "40")
    rules, reached, percent = re.search(r"in all +(\d+) +(\d+) .* (\d+) %", text).groups()  # type: ignore[union-attr]
    assert int(rules) - int(reached) == len(NEVER)
    assert int(percent) == 100 * int(reached) // int(rules)
    assert re.search(r"pack.yaml:\d+:\d+  step  {?say: three", text)
    assert run(str(holes), "--games", "40", "--threshold", percent)
    assert "less than" in run(str(holes), "--games", "40", "--threshold", str(int(percent) + 1), code=1)


def test_examples_count_beside_games(holes: Path) -> None:
    with (holes / "pack.yaml").open("a", encoding="utf-8") as file:
        file.write(EXAMPLE)
    found = json.loads(run(str(holes), "--games", "0", "--json"))
    by_what = {(one["kind"], one["what"]): one for one in found["rules"]}
    assert by_what["ending", "over"]["first"] == {"mode": "standard", "example": "leaving"}
    assert (found["games"], found["examples"]) == (0, 1)
    assert json.loads(run(str(holes), "--games", "0", "--skip-examples", "--json"))["total"]["reached"] == 0
    assert "example `leaving`" in run(str(holes), "--games", "1", "--first")


def test_agents_show_rules_as_they_play_and_not_as_they_think(holes: Path) -> None:
    found = json.loads(run(str(holes), "--games", "2", "--skip-examples", "--agent", "greedy", "--json"))
    turns = next(one for one in found["rules"] if one["kind"] == "step" and one["rule"] == "turn")
    assert turns["games"] == 2 * 5


def test_the_page_stands_alone(holes: Path, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    run(str(holes), "--games", "5", "--html", str(file))
    text = file.read_text("utf-8")
    assert "Holes &amp; &lt;hollows&gt;" in text
    assert "<hollows>" not in text
    assert "http" not in text
    assert "prefers-color-scheme: dark" in text
    assert re.search(r'<div class="none"[^>]*><span>\d+</span><span>0</span><span>.*say: three', text)
    run(str(holes), "--games", "5", "--html", str(file), code=2)
    run(str(holes), "--games", "5", "--html", str(file), "--overwrite")
