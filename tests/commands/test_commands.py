"""The commands as people and scripts use them: what they print, where, and with which exit code."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import sieges
from sieges.ui.folding import LONG, folded
from sieges.ui.main import COMMANDS, main


@pytest.fixture
def here(repository: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The checkout as the current folder, so that paths are short."""
    monkeypatch.chdir(repository)
    return repository


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(main, list(arguments))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_help_names_every_command_as_it_describes_itself() -> None:
    found = run("--help")
    assert found.exit_code == 0
    context = main.make_context("sieges", ["list"])
    for name, short in COMMANDS.items():
        command = main.get_command(context, name)
        assert command is not None
        assert command.name == name
        assert short in found.stdout


def test_the_version() -> None:
    assert re.fullmatch(r"sieges \d+\.\d+\.\d+\n", run("--version").stdout)


def test_without_a_command_there_is_help() -> None:
    assert "Usage: " in run().output
    assert run().exit_code == 2


# ---------------------------------------------------------------- list


def test_list() -> None:
    found = run("list")
    assert found.exit_code == 0
    assert re.search(r"^syracuse +414 BC: Siege of Syracuse$", found.stdout, re.MULTILINE)
    assert "mode solitaire*: Solitaire\n" in found.stdout
    words = " ".join(found.stdout.split())
    assert "option skill (Skill of Syracuse): weak (WEAK (30 cards)), good* (GOOD" in words
    assert "option armour: false*, true" in words
    assert re.search(r"great_sieges.*\n +a base: packs extend it and bring .*besieger", found.stdout)
    assert all(len(line) <= 80 for line in found.stdout.splitlines())


# ---------------------------------------------------------------- check


def test_check_of_what_is_fine(here: Path) -> None:
    found = run("check", "tests/packs/two_roads", "great_sieges")
    assert (found.exit_code, found.stderr) == (0, "")
    assert found.stdout == (
        "two_roads: nothing wrong (2 examples; 3 clauses)\n"
        "great_sieges: nothing wrong (a base, checked as far as it goes without the packs that extend it)\n"
    )
    assert run("check", "tests/packs/two_roads", "--release").exit_code == 0


def test_check_lets_warnings_pass(here: Path) -> None:
    found = run("check", "tests/packs/hill_fort")
    assert found.exit_code == 0
    assert "warning[L022]" in found.stdout
    assert re.search(r"hill_fort: \d+ warnings? \(1 example; 1 clause\)\n$", found.stdout)


def broken(tmp_path: Path, repository: Path) -> str:
    text = (repository / "tests/packs/two_roads/pack.yaml").read_text("utf-8")
    text = text.replace("by: walker", "by: wlaker", 1).replace("footing <= 5", "footing <= five")
    (tmp_path / "pack.yaml").write_text(text)
    return str(tmp_path)


def test_check_of_mistakes(repository: Path, tmp_path: Path) -> None:
    pack = broken(tmp_path, repository)
    found = run("check", pack, "--format", "concise")
    assert found.exit_code == 1
    lines = found.stdout.splitlines()
    assert [re.sub(r"^.*pack\.yaml", "", line) for line in lines] == [
        ":37:13: error[L002] nothing is called `wlaker` here",
        ":48:28: error[L002] nothing is called `five` here",
    ]
    assert [finding["line"] for finding in json.loads(run("check", pack, "--format", "json").stdout)] == [
        37,
        48,
    ]
    assert run("check", pack, "--format", "github").stdout.count("::error ") == 2
    text = run("check", pack).stdout
    assert "did you mean `walker`" in text
    assert "2 errors" in text.splitlines()[-1]


def test_check_of_an_example_that_fails(repository: Path, tmp_path: Path) -> None:
    text = (repository / "tests/packs/two_roads/pack.yaml").read_text("utf-8")
    (tmp_path / "pack.yaml").write_text(text.replace("miles == old(miles) + 1", "miles == old(miles) + 2"))
    found = run("check", str(tmp_path))
    assert found.exit_code == 1
    assert "error[X002]: example `a_mile`: `miles == old(miles) + 2` does not hold" in found.stdout
    assert "help: miles: 1" in found.stdout


def test_check_of_an_unfinished_release(repository: Path, tmp_path: Path) -> None:
    text = (repository / "tests/packs/two_roads/pack.yaml").read_text("utf-8")
    (tmp_path / "pack.yaml").write_text(text.replace("            source: 1b\n", ""))
    assert run("check", str(tmp_path)).exit_code == 0
    found = run("check", str(tmp_path), "--release", "--format", "concise")
    assert found.exit_code == 1
    assert re.search(
        r"pack\.yaml:\d+:5: error\[X010\] no datum, step or chart cites the clause `1b`", found.stdout
    )


@pytest.mark.parametrize("format_", ["text", "concise", "json", "github"])
def test_check_of_no_pack(format_: str) -> None:
    found = run("check", "syracus", "--format", format_)
    assert found.exit_code == 2
    assert "there is no pack `syracus`" in found.stdout


def test_check_of_no_mode(here: Path) -> None:
    found = run("check", "tests/packs/ford", "--mode", "breif")
    assert found.exit_code == 2
    assert "There is no mode 'breif'. Did you mean 'brief'? There are: two, brief." in found.stderr
    assert run("check", "tests/packs/ford", "--mode", "brief").exit_code == 0


def test_check_needs_a_pack() -> None:
    assert run("check").exit_code == 2


# ---------------------------------------------------------------- sources, rules, explain


def test_sources(here: Path) -> None:
    found = run("sources", "tests/packs/two_roads")
    assert found.exit_code == 0
    lines = found.stdout.splitlines()
    assert lines[0] == "Two Roads (two_roads 1.0)"
    assert re.fullmatch(r"1 inferred, \d+ original", lines[1])
    assert "  procedure walk [1a]  tests/packs/two_roads/pack.yaml:60" in lines
    assert "      a road is a road" in lines
    assert (
        "inferred" not in run("sources", "tests/packs/two_roads", "--status", "original").stdout.splitlines()
    )
    cells = run("sources", "tests/packs/ford").stdout
    assert re.search(r"\nreconstructed\n  order assault, cell 6B  .*rules\.yaml:\d+\n", cells)
    assert run("sources", "great_sieges").exit_code == 0
    assert run("sources", "nowhere").exit_code == 2


def test_rules(here: Path) -> None:
    found = run("rules", "tests/packs/two_roads")
    assert found.exit_code == 0
    assert found.stdout.startswith("Two Roads, rules\n\n1.0\n  1a     The road brings a mile a stage.\n")
    assert "implemented: procedure stage (pack.yaml:47)\n" in found.stdout
    assert "shown: example mired_and_sunk (pack.yaml:" in found.stdout
    assert "(ruling; see 1.0)" in found.stdout
    assert "1a" not in run("rules", "tests/packs/two_roads", "2").stdout
    assert "1a" in run("rules", "tests/packs/two_roads", "1a").stdout
    wrong = run("rules", "tests/packs/two_roads", "3.1")
    assert wrong.exit_code == 2
    assert "There is no section '3.1'." in wrong.stderr
    assert "There are: 1.0, 2.1." in wrong.stderr
    none = run("rules", "tests/packs/few_cards")
    assert (none.exit_code, none.stdout, none.stderr) == (1, "", "few_cards has no rulebook.\n")


def test_explain(here: Path) -> None:
    found = run("explain", "tests/packs/two_roads", "walk")
    assert found.exit_code == 0
    assert re.search(
        r"^# On the road, tests/packs/two_roads/pack\.yaml:\d+:\d+\ndef i\d+\(S, C, R\):\n", found.stdout
    )
    assert re.search(
        r"^# calls \d+ walk$", run("explain", "tests/packs/two_roads", "stage").stdout, re.MULTILINE
    )
    assert "def r" in run("explain", "tests/packs/two_roads", "walk", "--form", "pausing").stdout
    assert "def evaluation" in run("explain", "tests/packs/two_roads").stdout or "def u_0" in (
        run("explain", "tests/packs/two_roads").stdout
    )
    wrong = run("explain", "tests/packs/two_roads", "wlak")
    assert wrong.exit_code == 2
    assert "Did you mean 'walk'?" in wrong.stderr


# ---------------------------------------------------------------- simulate


def test_simulate_as_json(here: Path) -> None:
    arguments = ["simulate", "tests/packs/two_roads", "--games", "40", "--seed", "7", "--json"]
    found = run(*arguments, "--workers", "1", "--option", "stages=4")
    assert found.exit_code == 0
    result = json.loads(found.stdout)
    assert (result["games"], result["seed"], result["options"]) == (40, 7, {"stages": 4})
    again = json.loads(run(*arguments, "--workers", "2", "--option", "stages=4").stdout)
    assert {**again, "seconds": 0} == {**result, "seconds": 0}


def test_simulate_as_a_table(here: Path) -> None:
    found = run("simulate", "tests/packs/two_roads", "--games", "50", "--agent", "greedy:2")
    assert found.exit_code == 0
    assert "Two Roads, stages 8\n50 games from seed 1; The walker by greedy:2\n" in found.stdout
    assert re.search(r"^The marsh +\d+ +\d+\.\d %  +\d", found.stdout, re.MULTILINE)
    assert re.search(r"^The marsh has the walker +\d+", found.stdout, re.MULTILINE)


def test_simulate_writes_records_that_replay_opens(here: Path, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    assert run("simulate", "tests/packs/ford", "--games", "5", "--records", str(file)).exit_code == 0
    assert len(file.read_text().splitlines()) == 5
    replayed = run("replay", str(file))
    assert replayed.exit_code == 0
    assert "EXACT" in replayed.stdout


def test_replay_of_records_takes_no_switch_that_is_for_a_save(here: Path, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    run("simulate", "tests/packs/ford", "--games", "2", "--records", str(file))
    for switch in (["--show"], ["--view", "north"], ["--to", "3"]):
        assert run("replay", str(file), *switch).exit_code == 2


def test_nothing_waits_for_a_pipe(here: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert run("replay", str(pipe)).exit_code == 2
    assert run("simulate", "tests/packs/ford", "--games", "1", "--records", str(pipe)).exit_code == 2
    assert run("simulate", "tests/packs/ford", "--games", "1", "--records", "").exit_code == 2


def test_a_side_has_one_agent(here: Path) -> None:
    said = run("play", "tests/packs/ford", "--bot", "north=random", "--bot", "north=greedy")
    assert said.exit_code == 2
    assert "Two agents are given for north" in said.stderr


def test_simulate_never_writes_over_what_it_did_not_write(here: Path, tmp_path: Path) -> None:
    command = ["simulate", "tests/packs/ford", "--games", "2", "--records"]
    file, other = tmp_path / "games.jsonl", tmp_path / "letter.txt"
    other.write_text("Dear Nikias,")
    run(*command, str(file))
    games = file.read_text()
    assert "say --overwrite" in run(*command, str(file)).stderr
    assert file.read_text() == games
    assert run(*command, str(file), "--seed", "5", "--overwrite").exit_code == 0
    assert file.read_text() != games
    for arguments in ([], ["--overwrite"]):
        refused = run(*command, str(other), *arguments)
        assert refused.exit_code == 2
        assert "letter.txt is there already, and is no file of records" in refused.stderr
    assert other.read_text() == "Dear Nikias,"


def test_simulate_looks_at_invariants(here: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.play.games import copied

    monkeypatch.setenv("SIEGES_HOME", str(tmp_path / "home"))
    pack = copied(tmp_path)
    (pack / "invariants.yaml").write_text("invariants:\n  few: crossing == 0\n")
    command = ["simulate", str(pack), "--games", "30"]
    assert run(*command, "--skip-invariants").exit_code == 0
    failed = run(*command)
    assert failed.exit_code == 1
    said = re.search(
        r"game \d+ \(seed \d+\): .*invariants\.yaml:2.*: the invariant `few` does not hold\n"
        r"It is kept up to there: sieges replay (.*)\n",
        failed.stderr,
    )
    assert said is not None
    assert re.search(r"BROKEN at\s+decision", run("replay", said[1]).stdout)
    file = tmp_path / "games.jsonl"
    failed = run(*command, "--records", str(file))
    said = re.search(r"It is line (\d+) of .*games\.jsonl", failed.stderr)
    assert said is not None
    assert len(file.read_text().splitlines()) == int(said[1])
    assert f"Game {said[1]}, seed" in run("replay", str(file)).stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["--agent", "gredy"],
            "There is no agent `gredy`; did you mean `greedy`? (agents: random, greedy, rollout",
        ),
        (["--agent", "south=random", "--agent", "south=greedy"], "The side 'south' is given two agents."),
        (
            ["--agent", "nroth=random"],
            "There is no seat 'nroth'. Did you mean 'north'? There are: north, south.",
        ),
        (
            ["--agent", "no_such_module:Agent"],
            "The agent `no_such_module:Agent` cannot be made: ModuleNotFoundError",
        ),
        (["--option", "lenght=long"], "There is no option `lenght`; did you mean `length`?"),
        (["--option", "length=lnog"], "Option `length` is short, long, not `lnog`; did you mean `long`?"),
        (["--option", "length"], "An option is given as NAME=VALUE, not 'length'."),
        (["--option", "mist=true", "--option", "mist=false"], "The option 'mist' is given twice."),
        (["--mode", "three"], "There is no mode 'three'."),
        (["--games", "0"], "Invalid value for '--games'"),
        (["--workers", "0"], "Invalid value for '--workers'"),
        (["--gmaes", "3"], "No such option"),
    ],
)
def test_simulate_asked_wrongly(here: Path, arguments: list[str], said: str) -> None:
    found = run("simulate", "tests/packs/ford", *arguments)
    assert found.exit_code == 2
    assert said in found.stderr
    assert found.stdout == ""


def test_a_side_without_a_seat_has_no_agent(here: Path) -> None:
    found = run("simulate", "tests/packs/two_roads", "--agent", "marsh=random")
    assert found.exit_code == 2
    assert "It has no seat in this mode." in found.stderr


@pytest.mark.parametrize("command", ["simulate", "explain", "play"])
def test_a_base_is_not_played(command: str) -> None:
    found = run(command, "great_sieges")
    assert found.exit_code == 2
    assert (
        "`great_sieges` is a base: it is not played itself, but packs that extend it are. "
        "Load one that does: syracuse." in found.stderr
    )


def test_a_base_is_not_loaded_and_nothing_else_is_said_of_it() -> None:
    with pytest.raises(sieges.PackError) as error:
        sieges.load("great_sieges")
    assert [finding.code for finding in error.value.diagnostics] == ["P029"]
    assert "packs that extend it bring `besieger`" in str(error.value)


def test_a_game_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.study.test_simulate import FALLING

    (tmp_path / "pack.yaml").write_text(FALLING)
    monkeypatch.setenv("SIEGES_HOME", str(tmp_path / "home"))
    found = run("simulate", str(tmp_path), "--games", "50")
    assert found.exit_code == 1
    assert re.search(r"A game stopped in the middle: game \d+ \(seed \d+\): .*pack\.yaml:1[34]", found.stderr)


# ---------------------------------------------------------------- what goes wrong


@pytest.mark.parametrize("command", ["rules", "sources", "explain", "simulate"])
def test_a_pack_with_mistakes_is_listed_not_traced(repository: Path, tmp_path: Path, command: str) -> None:
    pack = broken(tmp_path, repository)
    if command in ("rules", "sources"):
        # These need no more than the text, which is well formed.
        assert run(command, pack).exit_code == 0
        return
    found = run(command, pack)
    assert found.exit_code == 1
    assert found.stderr.count("error[L002]") == 2
    assert "Traceback" not in found.output


@pytest.mark.parametrize("command", ["check", "rules", "sources", "explain", "simulate", "play"])
def test_no_such_pack(command: str) -> None:
    found = run(command, "syracus")
    assert found.exit_code == 2
    assert "syracuse" in found.output


def test_no_such_command() -> None:
    found = run("chekc")
    assert found.exit_code == 2
    assert "There is no command 'chekc'. Did you mean 'check'?" in found.stderr


def test_what_nobody_expected_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SIEGES_TRACEBACK", raising=False)

    def fail() -> None:
        raise LookupError("two\nlines")

    monkeypatch.setattr("sieges.pack.finder.list_packs", fail)
    found = CliRunner().invoke(main, ["list"])
    assert found.exit_code == 1
    assert found.stderr == (
        "Error: LookupError: two lines (a fault of this program; SIEGES_TRACEBACK=1 shows where)\n"
    )
    monkeypatch.setenv("SIEGES_TRACEBACK", "1")
    assert isinstance(CliRunner().invoke(main, ["list"]).exception, LookupError)


def test_a_folder_that_cannot_be_written(here: Path) -> None:
    found = run("simulate", "tests/packs/two_roads", "--games", "1", "--records", "no/such/folder/x.jsonl")
    assert found.exit_code == 1
    assert found.stderr == "Error: no/such/folder/x.jsonl: No such file or directory\n"


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("x = (1, 2, 3, 4, 5, 6, 7, 8, 9)", "x = (1, ... 7 like it ..., 9)"),
        ("x = " + " + ".join(f"(1 if S[{n}] == 2 else 0)" for n in range(9, 20)), None),
        ("x = " + " or ".join(f"{' + '.join(f'S[{n}]' for n in range(8))} > {m}" for m in range(7)), None),
        ("x = " + "y" * 200, "x = " + "y" * 200),
        ("x = -1 and a or b and c or d", "x = -1 and a or b and c or d"),
    ],
)
def test_long_rows_are_folded(line: str, shown: str | None) -> None:
    found = folded(line + " " * LONG).rstrip()
    if shown is not None:
        assert found == shown
        return
    # Rows in rows as well; the first and the last term stand as they are.
    assert len(found) < 120
    assert found.startswith(line[:8])
    assert found.endswith(line[-4:])
