"""Many games: the same totals however they are dealt out, the same games in both forms."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import sieges
from sieges.game.rules import Rules
from sieges.play.records import Record, read_records, replay_record
from sieges.players.agents import UnknownAgent
from sieges.study import simulate as module
from sieges.study.games import game_seed, play_games
from sieges.study.simulate import GameFailed, Tally, plan, simulate
from sieges.ui.main import main

PACKS = ("tests/packs/two_roads", "tests/packs/ford", "tests/packs/hill_fort", "syracuse")


def rules_of(repository: Path, pack: str) -> Rules:
    where = str(repository / pack) if "/" in pack else pack
    return sieges.load(where).rules()


def without_seconds(found: dict[str, Any]) -> str:
    assert found.pop("seconds") >= 0
    return json.dumps(found)


@pytest.mark.parametrize("pack", PACKS)
def test_the_paused_form_gives_the_same_games(repository: Path, pack: str) -> None:
    """With records every seat is asked through views, step by step; the games are those of the inline form."""
    rules = rules_of(repository, pack)
    inline = play_games(rules, plan(pack, rules, 5), 10, 50)
    paused = play_games(rules, plan(pack, rules, 5, record=True), 10, 50)
    assert len(paused.records) == 40
    paused.records = []
    assert paused == inline
    assert inline.games == 40


@pytest.mark.parametrize("pack", PACKS)
def test_how_games_are_dealt_out_changes_nothing(repository: Path, pack: str) -> None:
    rules = rules_of(repository, pack)
    what = plan(pack, rules, 9)
    whole = play_games(rules, what, 0, 60)
    parts = Tally()
    for first, end in ((0, 1), (1, 23), (23, 60)):
        parts.take(play_games(rules, what, first, end))
    assert parts == whole
    assert play_games(rules, plan(pack, rules, 10), 0, 60) != whole


def test_the_result_is_the_same_for_any_number_of_workers(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pack = str(repository / "tests/packs/two_roads")
    rules = sieges.load(pack).rules()
    monkeypatch.setattr(module, "_range_size", lambda what, games, workers: 17 if workers > 1 else games)
    what = plan(pack, rules, 3, options={"stages": 5})
    alone = without_seconds(simulate(rules, what, 100))
    assert without_seconds(simulate(rules, what, 100, workers=3)) == alone
    agents = plan(pack, rules, 3, agents={"walker": "greedy:2"}, record=True)
    one, two = io.StringIO(), io.StringIO()
    by_one = without_seconds(simulate(rules, agents, 40, records=one))
    assert without_seconds(simulate(rules, agents, 40, workers=2, records=two)) == by_one
    assert one.getvalue() == two.getvalue()


def test_the_report(repository: Path) -> None:
    rules = rules_of(repository, "tests/packs/two_roads")
    seen: list[int] = []
    found = simulate(
        rules, plan("two_roads", rules, 1, options={"stages": 3}), 300, progress=lambda n, _: seen.append(n)
    )
    assert list(found) == [
        "pack", "mode", "options", "agents", "games", "seed", "rules_hash", "engine", "decisions", "winners",
        "shares", "endings", "length", "seconds",
    ]  # fmt: skip
    assert (found["pack"], found["mode"], found["games"], found["seed"]) == ("two_roads", "standard", 300, 1)
    assert found["options"] == {"stages": 3}
    assert found["agents"] == {"walker": "random"}
    assert list(found["winners"]) == ["walker", "marsh", "draw"]
    assert sum(found["winners"].values()) == sum(found["endings"].values()) == 300
    assert found["winners"]["draw"] == found["endings"]["dusk"]
    low, share, high = found["shares"]["marsh"]
    assert share == pytest.approx(found["winners"]["marsh"] / 300, abs=1e-6)
    assert low < share < high
    assert found["length"]["min"] <= found["length"]["median"] <= found["length"]["max"]
    assert found["decisions"] >= 300 * found["length"]["min"]
    assert found["engine"] == sieges.__version__
    assert seen[-1] == 300


def test_records_are_games_that_replay(repository: Path, tmp_path: Path) -> None:
    pack = str(repository / "tests/packs/ford")
    scenario = sieges.load(pack)
    path = tmp_path / "games.jsonl"
    with path.open("w", encoding="ascii") as file:
        simulate(
            scenario.rules(),
            plan(pack, scenario.rules(), 2, agents={"north": "greedy:1"}, record=True),
            6,
            records=file,
        )
    records = [record for record in read_records(path) if not isinstance(record, tuple)]
    assert len(records) == 6
    assert records[0].agents == {"north": "greedy:1", "south": "random"}
    assert records[3].seed == game_seed(2, 3)
    assert [replay_record(record, scenario) for record in records] == [None] * 6


def test_what_is_asked_wrongly(repository: Path) -> None:
    rules = rules_of(repository, "tests/packs/two_roads")
    with pytest.raises(ValueError, match="no seat of this mode is `marsh`: walker"):
        plan("two_roads", rules, 1, agents={"marsh": "random"})
    with pytest.raises(UnknownAgent, match="did you mean `greedy`"):
        plan("two_roads", rules, 1, agents={"walker": "gredy"})
    with pytest.raises(ValueError, match="there is no option `stage`"):
        plan("two_roads", rules, 1, options={"stage": 3})


FALLING = """
language: 1
pack: falling
title: Falling
version: "1.0"
sides: {climber: {seat: true}}
tracks: {height: {from: 0, to: 3, beyond: fault, start: 1}}
sequence:
  - repeat: 5
    steps:
      - either: way
        by: climber
        options:
          - {id: up, steps: [{adjust: height, by: 1}]}
          - {id: down, steps: [{adjust: height, by: -1}]}
  - end: tired
victory:
  tired: {winner: none}
"""


@pytest.mark.parametrize("record", [False, True])
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    ("more", "place", "message"),
    [
        ("", r"1[3-4]", "height"),
        ("invariants: {low: height < 3}\n", r"1[8-9]|2\d", "the invariant `low` does not hold"),
    ],
)
def test_a_game_that_fails_says_which_and_where_and_can_be_opened(
    tmp_path: Path, record: bool, workers: int, more: str, place: str, message: str
) -> None:
    """Whatever stops a game: the message has its place in the pack, the record ends with the move that did it."""
    (tmp_path / "falling").mkdir()
    (tmp_path / "falling" / "pack.yaml").write_text(FALLING + more)
    scenario = sieges.load(tmp_path / "falling")
    rules = scenario.rules()
    what = plan(str(scenario.name), rules, 1, record=record, invariants=bool(more))
    with pytest.raises(
        GameFailed, match=rf"game \d+ \(seed \d+\): .*pack\.yaml:({place}).*{message}"
    ) as failed:
        simulate(rules, what, 600, workers=workers)
    path = tmp_path / "failed.jsonl"
    path.write_text(failed.value.record)
    (read,) = read_records(path)
    assert isinstance(read, Record)
    found = replay_record(read, scenario, invariants=True)
    assert found is not None
    assert found.decision == len(read.moves)
    assert found.what == ("BROKEN" if more else "DIVERGED")
    assert message in found.message


def test_invariants_are_looked_at_only_if_asked(repository: Path, tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(FALLING.replace("to: 3", "to: 12").replace("start: 1", "start: 5")
                                        + "invariants: {low: height < 7}\n")  # fmt: skip
    rules = sieges.load(tmp_path).rules()
    assert play_games(rules, plan("falling", rules, 1), 0, 50).games == 50
    with pytest.raises(GameFailed):
        play_games(rules, plan("falling", rules, 1, invariants=True), 0, 50)
    rules = rules_of(repository, "syracuse")
    kept = plan("syracuse", rules, 2, invariants=True)
    assert play_games(rules, kept, 0, 20) == play_games(rules, plan("syracuse", rules, 2), 0, 20)


BAD_AGENTS = """
class Raises:
    def start(self, rules, side, seed): pass
    def choose(self, view):
        return {}["nothing"]
class RaisesAtStart:
    def start(self, rules, side, seed): raise RuntimeError("not today")
    def choose(self, view): return ""
class RaisesInTheEngine:
    def start(self, rules, side, seed): pass
    def choose(self, view):
        return view.legal().option(3, 4)
class Invents:
    def start(self, rules, side, seed): pass
    def choose(self, view): return "elephant"
class Counts:
    def start(self, rules, side, seed): pass
    def choose(self, view): return 3
"""


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Raises", r"failed at .*bad_agents\.py:5: KeyError: 'nothing'"),
        ("RaisesAtStart", r"failed at .*bad_agents\.py:7: RuntimeError: not today"),
        ("RaisesInTheEngine", r"failed at .*bad_agents\.py:12: TypeError: "),
        ("Invents", "answered .* with `elephant`, which is not offered: "),
        ("Counts", "answered .* with 3, which is not offered: "),
    ],
)
def test_a_mistake_of_an_agent_is_said_to_be_its_own(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, said: str
) -> None:
    (tmp_path / "bad_agents.py").write_text(BAD_AGENTS)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "bad_agents", raising=False)
    pack = str(repository / "tests/packs/two_roads")
    rules = sieges.load(pack).rules()
    what = plan(pack, rules, 1, agents={"walker": f"bad_agents:{name}"})
    with pytest.raises(GameFailed, match=f"the agent `bad_agents:{name}` {said}"):
        simulate(rules, what, 5)
    for arguments in (["simulate", "--agent"], ["play", "--seed", "1", "--bot"]):
        run = CliRunner(env={"SIEGES_HOME": str(tmp_path / "home")}).invoke(
            main, [arguments[0], pack, *arguments[1:], f"walker=bad_agents:{name}"]
        )
        assert run.exit_code == 1
        flat = " ".join(run.output.split())
        assert f"gent `bad_agents:{name}`" in flat
        assert "fault of this program" not in flat
