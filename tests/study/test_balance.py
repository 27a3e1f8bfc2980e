"""What is degenerate in games: each kind is planted in a small pack, found at its place, and shown by its game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import sieges
from sieges.study.balance import KINDS, look
from sieges.study.coverage import counting_rules
from sieges.study.playouts import Playout
from sieges.study.simulate import plan
from sieges.ui.main import main

DULL = """\
language: 1
pack: dull
title: Dull
version: "1.0"
source: {status: original}
sides: {us: {title: Us, seat: true}, them: {title: Them, seat: true}}
dice: {die: {sides: 6}}
variables:
  turns: {type: number, start: 0}
  waits: {type: number, start: 0}
  strong: {type: condition, start: false}
locations: {hill: {}, dale: {}}
victory:
  fled: {winner: them}
  held: {winner: us}
  late: {when: turns > 99, winner: none}
procedures:
  turn:
    steps:
      - either: order
        by: us
        options:
          - {id: dig, steps: [{set: strong, to: true}]}
          - {id: sing, steps: [{nothing: no use}]}
          - {id: dance, steps: [{nothing: no use}]}
      - choose: nowhere
        by: us
        from: "[p for p in locations if turns < 0]"
        if_none: [{nothing: nowhere}]
      - choose: only
        by: us
        from: "[hill]"
sequence:
  - either: flight
    by: them
    options:
      - {id: stay, steps: []}
      - {id: go, steps: [{roll: luck, die: die}, {if: luck == 1, then: [{end: fled}]}]}
  - repeat: 9
    steps:
      - either: idling
        by: us
        options:
          - {id: left, steps: [{nothing: the same}]}
          - {id: right, steps: [{nothing: the same}]}
  - repeat: 9
    steps:
      - call: turn
      - adjust: turns
        by: 1
  - roll: end
    die: die
  - if: strong and end > 1
    then: [{end: held}]
  - end: fled
"""


@pytest.fixture
def dull(tmp_path: Path) -> str:
    (tmp_path / "pack.yaml").write_text(DULL, encoding="utf-8")
    return str(tmp_path)


def found_in(pack: str, games: int, **more: Any) -> dict[str, Any]:
    rules = sieges.load(pack).rules()
    return look(rules, counting_rules(pack, examples=False)[0], plan(pack, rules, 1, **more), games)


def by_kind(found: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    return {kind: [one for one in found["findings"] if one["kind"] == kind] for kind in KINDS}


def test_what_is_planted_is_found_where_it_stands(dull: str) -> None:
    found = found_in(dull, 60)
    kinds = by_kind(found)
    lines = DULL.splitlines()

    def at(kind: str) -> str:
        (one,) = kinds[kind]
        return lines[one["line"] - 1].strip(" -")

    assert at("stall") == "either: idling"
    assert at("nothing to choose") == "choose: nowhere"
    assert at("never a choice") == "choose: only"
    assert kinds["nothing to choose"][0]["seen"] > 40
    assert kinds["easy win"][0]["what"].startswith("Them after 1 decisions")
    assert found["never_used"]["ending"] == 1
    mover = found["first_mover"]
    assert mover["games"] == 60
    assert 0 < mover["won"] < 60
    assert not kinds["loop"]
    assert not kinds["best option"]


def test_each_finding_has_a_game_that_shows_it(dull: str) -> None:
    one = by_kind(found_in(dull, 60))["easy win"][0]
    game = Playout(0, one["game"]["seed"], one["game"]["options"])
    picks: list[int] = []
    cells = game.play(sieges.load(dull).rules(), picks)
    assert (len(picks), cells[1]) == (1, 1)


LOOP = """\
  - while: not strong
    at_most: chance
    steps:
      - roll: number
        die: die
      - either: idling
        by: us
        options:
          - {id: left, steps: [{nothing: the same}]}
          - {id: right, steps: [{nothing: the same}]}
          - {id: last, steps: [{set: strong, to: true}]}
"""


def test_a_position_that_comes_again_is_a_loop(tmp_path: Path) -> None:
    """What a loop still has to count is part of the position; where nothing counts, it comes again."""
    text = DULL.replace("  - roll: end\n", LOOP + "  - roll: end\n")
    (tmp_path / "pack.yaml").write_text(text, encoding="utf-8")
    (loop,) = by_kind(found_in(str(tmp_path), 120))["loop"]
    assert loop["line"] == 6 + next(n for n, line in enumerate(text.splitlines()) if "while:" in line)


def test_the_best_option_is_found_and_what_agents_always_take(tmp_path: Path) -> None:
    text = DULL.replace(
        "repeat: 9\n    steps:\n      - call: turn", "repeat: 1\n    steps:\n      - call: turn"
    )
    (tmp_path / "pack.yaml").write_text(
        text + "evaluation: {us: 10 if strong else 0, them: 0}\n", encoding="utf-8"
    )
    (best,) = by_kind(found_in(str(tmp_path), 150))["best option"]
    assert best["what"].startswith("dig in `order`")
    taken = by_kind(found_in(str(tmp_path), 40, agents={"us": "greedy"}))
    assert any(one["what"].startswith("dig in `order`") for one in taken["always taken"])
    assert any(one["what"].startswith("sing in `order`") for one in taken["never taken"])


def test_the_command(dull: str) -> None:
    result = CliRunner().invoke(main, ["balance", dull, "--games", "40"])
    assert result.exit_code == 0, result.output
    assert "who decides first wins" in result.stdout
    assert "stall: 8 decisions in a row that changed nothing\n" in result.stdout
    assert "loop: none" in result.stdout
    told = json.loads(CliRunner().invoke(main, ["balance", dull, "--games", "5", "--json"]).stdout)
    assert (told["games"], told["seats"]) == (5, 2)
