"""`sieges test` and `sieges fuzz`, what they print and write, and with which exit code."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.commands.test_commands import run
from tests.testing.faults import FAULTS, planted

SMALL = "tests/packs/two_roads"


@pytest.fixture
def faulty(repository: Path, tmp_path: Path) -> Path:
    return planted(FAULTS[0], repository, tmp_path)


def test_nothing_is_found_in_what_is_sound(repository: Path) -> None:
    for command in (("test", "--games", "10"), ("fuzz", "--seconds", "0.3")):
        found = run(command[0], str(repository / SMALL), *command[1:])
        assert found.exit_code == 0, found.output
        assert "ok      no_fault" in found.stdout
        assert "FAILED" not in found.stdout
        assert found.stderr == ""


def test_a_finding_is_told_once_and_kept(faulty: Path) -> None:
    found = run("fuzz", str(faulty), "--seconds", "30", "--first", "--shrink", "1")
    assert found.exit_code == 1
    assert found.stdout.count("`miles` would leave its bounds") == 2  # here, and in the case
    assert re.search(r"pack\.yaml:\d+:\d+: `miles` would leave", found.stdout)
    assert "    1. walker: order: " in found.stdout
    assert "from sieges.testing import holds" in found.stdout
    path = re.search(r"sieges replay (\S+)", found.stdout)
    assert path is not None
    again = run("replay", path[1])
    assert again.exit_code == 1
    assert "the pack fails now: `miles` would leave its bounds" in again.stdout


def test_everything_as_data(faulty: Path, tmp_path: Path) -> None:
    (faulty / "said.yaml").write_text("eventually: {afar: miles == 19}\n", "utf-8")
    junit = tmp_path / "found.xml"
    found = run(
        "test", str(faulty), "--games", "40", "--json", "--junit", str(junit), "--seed", "3", "--shrink", "1"
    )
    assert found.exit_code == 1
    data = json.loads(found.stdout)
    assert (data["ok"], data["examples"], data["unkept"]) == (False, 2, [])
    (mode,) = data["modes"]
    assert mode["properties"]["no_fault"] is False
    assert mode["properties"]["undo_is_honest"] is True
    (failure,) = mode["failures"]
    assert failure["property"] == "no_fault"
    assert len(failure["moves"]) >= len(failure["log"]) > 5
    assert "eventually.afar" in {notice["about"] for notice in mode["notices"]}
    root = ElementTree.fromstring(junit.read_text("utf-8"))
    cases = {case.get("name"): case for case in root.iter("testcase")}
    assert cases["no_fault"].find("failure") is not None
    assert cases["undo_is_honest"].find("failure") is None
    assert cases["eventually.afar"].find("skipped") is not None
    assert [suite.get("failures") for suite in root] == ["0", "1"]


def test_same_seed_same_finding(faulty: Path) -> None:
    command = ("test", str(faulty), "--games", "40", "--json", "--shrink", "1")
    first, second = (json.loads(run(*command).stdout)["modes"][0] for _ in range(2))
    for one in (first, second):
        assert one["failures"][0]["moves"] == first["failures"][0]["moves"]
        assert (one["games"], one["answers"]) == (first["games"], first["answers"])


def test_promises_count_if_asked(repository: Path, tmp_path: Path) -> None:
    pack = tmp_path / "two_roads"
    pack.mkdir()
    (pack / "pack.yaml").write_text((repository / SMALL / "pack.yaml").read_text("utf-8"), "utf-8")
    (pack / "said.yaml").write_text("eventually: {afar: miles == 19}\n", "utf-8")
    command = ("fuzz", str(pack), "--seconds", "0.2")
    assert run(*command).exit_code == 0
    found = run(*command, "--strict")
    assert found.exit_code == 1
    assert "FAILED: no game came to what is promised (standard: eventually.afar)." in found.stdout


def test_mistakes_of_the_pack_come_first(faulty: Path) -> None:
    text = (faulty / "pack.yaml").read_text("utf-8")
    (faulty / "pack.yaml").write_text(
        text.replace("miles == old(miles) + 1", "miles == old(miles) + 2"), "utf-8"
    )
    found = run("test", str(faulty))
    assert found.exit_code == 1
    assert "error[X002]: example `a_mile`" in found.stdout
    assert "FAILED" not in found.stdout


def test_what_there_is_not(repository: Path) -> None:
    for command in ("test", "fuzz"):
        assert run(command, "nowhere").exit_code == 2
        assert run(command, str(repository / SMALL), "--mode", "two").exit_code == 2
        assert run(command, str(repository / SMALL), "--option", "stages=99").exit_code == 2
        assert run(command, "great_sieges").exit_code == 2


def test_nothing_of_it_is_loaded_to_play() -> None:
    code = (
        "import sys, sieges, sieges.ui.main, sieges.ui.commands.play, sieges.testing.plugin, sieges.testing;"
        "print([name for name in ('hypothesis', 'sieges.loading', 'ruamel.yaml') if name in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "[]\n"


@pytest.mark.parametrize("seconds", ["nan", "inf", "-inf", "0", "soon"])
@pytest.mark.parametrize("command", ["test", "fuzz"])
def test_seconds_are_a_number(command: str, seconds: str) -> None:
    found = run(command, SMALL, "--seconds", seconds)
    assert found.exit_code == 2
    assert "--seconds" in found.output
