"""The plugin for pytest, and strategies for tests of one's own."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant

from sieges.game.game import Game
from sieges.testing import Found, choices, games, machine, rules, setups, states
from sieges.testing.walking import Walk
from tests.testing.faults import FAULTS, planted

pytest_plugins = ["pytester"]

PLUGIN = "sieges.testing.plugin"
ROADS = str(Path(__file__).parents[1] / "packs" / "two_roads")
FAST = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)

Collect = Callable[..., pytest.RunResult]


@pytest.fixture
def collect(pytester: pytest.Pytester) -> Collect:
    """Runs pytest on its own, with the plugin, and with nothing of the configuration of these tests."""
    installed = any(point.value == PLUGIN for point in entry_points(group="pytest11"))
    plugin = () if installed else ("-p", PLUGIN)

    def run(*arguments: str) -> pytest.RunResult:
        return pytester.runpytest(*plugin, "-p", "no:cacheprovider", "--sieges-games", "30", *arguments)

    return run


def test_a_pack_is_collected_only_if_it_is_named(pytester: pytest.Pytester, collect: Collect) -> None:
    shutil.copytree(ROADS, pytester.path / "two_roads")
    (pytester.path / "test_other.py").write_text("def test_other(): pass\n")
    collect().assert_outcomes(passed=1)
    found = collect("two_roads", "-v")
    found.assert_outcomes(passed=8)
    found.stdout.fnmatch_lines(["*two_roads/pack.yaml::standard::example a_mile PASSED*"])
    found.stdout.fnmatch_lines(["*two_roads/pack.yaml::standard::no_fault PASSED*"])
    (pytester.path / "pytest.ini").write_text("[pytest]\nsieges_packs = two_roads\n")
    collect().assert_outcomes(passed=9)


def test_failures_are_told_without_a_traceback(
    repository: Path, pytester: pytest.Pytester, collect: Collect
) -> None:
    pack = planted(FAULTS[6], repository, pytester.path)
    found = collect(str(pack))
    found.assert_outcomes(failed=2, passed=7)  # an example shows it as well
    text = found.stdout.str()
    assert "FAILED invariants.morale_counts: invariants: morale_counts" in text
    assert "Traceback" not in text
    assert "plugin.py" not in text
    (pack / "said.yaml").write_text("invariants: {morale_counts: no_such_thing}\n", "utf-8")
    found = collect(str(pack))
    found.assert_outcomes(failed=1)
    found.stdout.fnmatch_lines(["*error?L002?: nothing is called `no_such_thing` here*"])


# ---------------------------------------------------------------- strategies


@FAST
@given(states(ROADS), st.data())
def test_states_are_positions_that_can_be_answered(game: Game, data: st.DataObject) -> None:
    if not game.ended:
        game.apply(data.draw(choices(game)).id)


@FAST
@given(games(ROADS))
def test_games_are_played_to_the_end(walk: Walk) -> None:
    assert walk.game.ended
    assert len(walk.moves) >= len(walk.log)


@FAST
@given(setups(ROADS), st.data())
def test_set_ups_can_be_played(options: dict[str, int], data: st.DataObject) -> None:
    assert options["stages"] in (1, 8, 20)
    data.draw(games(ROADS, options=options))


@FAST
@given(rules(ROADS))
def test_rules_of_every_mode(found: object) -> None:
    assert found


class Road(machine(ROADS, steps=30)):  # type: ignore[misc]
    @invariant()
    def nobody_flies(self) -> None:
        assert self.game.position()["tracks"]["miles"] <= 10


TestRoad = Road.TestCase
TestRoad.settings = settings(TestRoad.settings, max_examples=15, suppress_health_check=list(HealthCheck))


def test_a_machine_finds_what_the_pack_says_of_itself(repository: Path, tmp_path: Path) -> None:
    pack = planted(FAULTS[6], repository, tmp_path)
    case = machine(pack).TestCase
    case.settings = settings(case.settings, max_examples=50, database=None, phases=[Phase.generate])
    with pytest.raises(Found, match=r"invariants\.morale_counts"):
        case("runTest").runTest()
