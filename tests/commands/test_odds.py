"""`sieges odds` as people and scripts use it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sieges.ui.main import main


@pytest.fixture(autouse=True)
def here(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The checkout as the current folder, so that paths are short."""
    monkeypatch.chdir(repository)


BRIDGE = "tests/packs/bridge"


def run(*arguments: str, code: int = 0) -> Result:
    result = CliRunner().invoke(main, ["odds", *arguments])
    assert result.exit_code == code, result.output
    assert "Traceback" not in result.output
    assert all(len(line) <= 80 for line in result.stdout.splitlines())
    return result


def test_what_can_be_asked_with_an_example_that_works() -> None:
    lines = run(BRIDGE).stdout.splitlines()
    assert lines[:4] == [
        "battle: A battle at the mill",
        "    raiding: a set of units",
        "    guarding: a set of units",
        "    ground: a location (may be left out)",
    ]
    calls = [line.split()[2:] for line in lines if line.startswith("    sieges odds ")]
    assert len(calls) == 2
    for call in calls:
        run(*call)
    assert run("tests/packs/hill_fort").stdout
    assert "column=A modifier=-1" in run("syracuse").stdout


def test_a_battle_in_a_table() -> None:
    shown = run(BRIDGE, "battle", "raiding=chief, 2 a raider", "guarding=captain, 2 a guard").stdout
    assert shown.rpartition(", ")[0] == (
        "A battle at the mill\n\n"
        "Raiders lost\n"
        "  0      1/12     8.3333 %  ##\n"
        "  1   103/600    17.1667 %  ###\n"
        "  2  209/1000    20.9000 %  ####\n"
        "  3    67/125    53.6000 %  ###########\n"
        "  mean 6593/3000 = 2.1977\n\n"
        "The ground is won\n"
        "  no   67/125    53.6000 %  ###########\n"
        "  yes  58/125    46.4000 %  #########\n\n"
        "Who stands there\n"
        "  The Chief        1/12     8.3333 %  ##\n"
        "  A raider     571/1500    38.0667 %  ########\n"
        "  The Captain       1/8    12.5000 %  ##\n"
        "  A guard      411/1000    41.1000 %  ########\n\n"
        "Exact: 108 states, 612 ways between them"
    )


def test_as_plain_data() -> None:
    found = json.loads(run(BRIDGE, "battle", "raiding=chief", "guarding=captain", "--json").stdout)
    assert (found["pack"], found["situation"], found["method"], found["missing"]) == (
        "bridge",
        "battle",
        "exact",
        0,
    )
    assert found["told"]["won"] == {
        "title": "The ground is won",
        "values": [
            {"value": False, "chance": 2 / 3, "fraction": "2/3"},
            {"value": True, "chance": 1 / 3, "fraction": "1/3"},
        ],
        "mean": 1 / 3,
        "mean_fraction": "1/3",
    }
    assert [one["value"] for one in found["told"]["stands"]["values"]] == ["chief", "captain"]


def test_a_chart() -> None:
    shown = run("syracuse", "attack_lowlands.chart", "column=A", "modifier=1").stdout
    assert shown.startswith("Attack Lowlands: the order die (white), +1\n\nA (Defend Lowlands)\n")
    assert "1/2    50.0000 %" in shown
    every = run("tests/packs/ford", "assault.chart").stdout
    assert "A (Parry)" in every
    assert "B (Strike back)" in every
    found = json.loads(run("tests/packs/ford", "bluffing", "die=odd_die", "--json").stdout)
    assert found["columns"]["only"][0] == {"result": "-", "fraction": "2/3", "chance": 2 / 3}


def test_an_order_of_syracuse_against_a_card() -> None:
    """Row 1 to 6 of the printed chart, column C, moved by one."""
    shown = run("syracuse", "turn", "order=attack_lowlands", "card=generals_dismissed", "modifier=1").stdout
    assert "Besieger losses\n  0  2/3" in shown
    assert "Besieged losses\n  0  1/3    33.3333 %  #######\n  1  1/3" in shown


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["batle"], 2, "There is no situation or chart 'batle'. Did you mean 'battle'?"),
        (["battle"], 2, "`battle` needs `raiding`: a set of units."),
        (["battle", "chief"], 2, "A parameter is given as NAME=VALUE, not 'chief'."),
        (["battle", "raiding=chief", "raiding=chief"], 2, "The parameter 'raiding' is given twice."),
        (["battle", "--answer", "gaol=mill"], 2, "There is no decision `gaol`; did you mean `goal`?"),
        (["battle", "--mode", "dark"], 2, "There is no mode 'dark'."),
        (["battle", "--option", "x=1"], 2, "There is no option `x`"),
    ],
)
def test_mistakes(arguments: list[str], code: int, message: str) -> None:
    assert message in run(BRIDGE, *arguments, code=code).stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["column=Z"], "There is no column 'Z'."),
        (["modifier=x"], "What is added to the die is a whole number, not 'x'."),
        (["die=d20"], "There is no die 'd20'."),
        (["row=1"], "There is no key of a chart 'row'."),
    ],
)
def test_mistakes_about_charts(arguments: list[str], message: str) -> None:
    assert message in run("syracuse", "attack_lowlands.chart", *arguments, code=2).stderr


def test_a_decision_that_matters_is_named(tmp_path: Path) -> None:
    from tests.language.tiny import write

    folder = write(
        tmp_path / "pack",
        """
        procedures:
          pick:
            steps:
              - either: way
                by: red
                options: [{id: left_hand}, {id: right_hand, steps: [{roll: f, die: die}, {set: x, to: f}]}]
        odds: {pick: {run: pick, tell: {x: {is: x}}}}
        """,
    )
    failed = run(str(folder), "pick", code=1)
    assert failed.stderr == (
        "Error: What Red answers to `way` (Pick) matters here.\n"
        "Offered: way=left_hand, way=right_hand; or `first`, or `last`. Answer with --answer NAME=OPTION.\n"
    )
    assert "mean 7/2 = 3.5" in run(str(folder), "pick", "--answer", "way=right_hand").stdout
