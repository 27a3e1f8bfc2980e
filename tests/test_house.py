"""What the house promises about itself: what may stand where, and that an installation is whole."""

import ast
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

MOST_LINES = 500

# ---------------------------------------------------------------- size


def test_no_module_is_too_long(repository: Path) -> None:
    lengths = {str(path): len(path.read_text("utf-8").splitlines()) for path in modules(repository)}
    assert {path: lines for path, lines in lengths.items() if lines > MOST_LINES} == {}


def test_every_folder_of_modules_is_a_package(repository: Path) -> None:
    """The check of the layers sees nothing in a folder that has no `__init__.py`."""
    folders = {path.parent for path in modules(repository)}
    assert [str(folder) for folder in sorted(folders) if not (folder / "__init__.py").is_file()] == []


# ---------------------------------------------------------------- no scenario noun in the engine

# Sections whose own keys are no ids: they hold steps, expressions, words of the language, or what `declared_ids`
# looks into.
NO_IDS = {
    "amend", "campaign", "change", "display", "evaluation", "eventually", "invariants", "members", "never", "remove",
    "replace", "requires", "rulebook", "sequence", "setup", "source",
}  # fmt: skip
# Keys that declare ids wherever they stand: as keys, as a list, or as one word.
DECLARE = {"columns", "fields", "members", "plural", "pools", "scope", "state", "tags", "values"}

Words = tuple[str, ...]


def test_no_scenario_noun_in_the_engine(repository: Path) -> None:
    nouns = scenario_nouns(repository / "scenarios", allowed_words(repository))
    found = [
        f"{path.relative_to(repository)}:{line}: {text!r} has {' '.join(noun)!r}, an id of {nouns[noun]}"
        for path in modules(repository)
        for line, text, noun in nouns_in(path, nouns)
    ]
    assert not found, (
        "the engine names what only a pack may name (words of the rule language itself and ordinary ones "
        "stand in tests/allowed_words.txt):\n" + "\n".join(found)
    )


def test_a_base_names_nothing_of_the_packs_that_extend_it(repository: Path) -> None:
    """Whoever writes another title must not inherit the places of the first one."""
    scenarios = repository / "scenarios"
    manifests = {path.parent.name: path.read_text("utf-8") for path in scenarios.glob("*/pack.yaml")}
    for name, text in manifests.items():
        extended = re.search(r"^extends: (\w+)$", text, re.MULTILINE)
        if extended is None:
            continue
        base = scenarios / extended[1]
        theirs = {" ".join(noun) for noun in declared_in(base)}
        nouns = {" ".join(noun) for noun in declared_in(scenarios / name)} - theirs
        words = " ".join(
            " ".join(re.findall(r"[a-z0-9]+", path.read_text("utf-8").lower()))
            for path in base.glob("*.yaml")
        )
        said = {noun for noun in nouns if len(noun) > 3 and re.search(rf"\b{noun}\b", words)}
        ordinary = {
            *allowed_words(repository), "wall", "counter walls", "moving troops", "in the way", "attack", "battery",
            "cease fire", "defender", "firing", "front", "guns at", "likes", "medium range", "yards",
        }  # fmt: skip
        assert sorted(said - ordinary) == [], f"{extended[1]} speaks of {name}: {sorted(said - ordinary)}"


def test_allowed_words_are_in_order(repository: Path) -> None:
    words = allowed_words(repository)
    assert words == sorted(set(words))
    assert [word for word in words if not re.fullmatch(r"[a-z][a-z0-9_]*", word)] == []


def test_scenario_nouns_are_found_wherever_they_stand(tmp_path: Path) -> None:
    (tmp_path / "troy").mkdir()
    (tmp_path / "troy" / "pack.yaml").write_text(
        """
        pack: troy_town
        requires: {roles: {chooser: a side}, tracks: [wrath]}
        locations:
          scaean_gate: {tags: [wooden_gate], slots: 3}
          beach: {}
        kinds:
          piece: {plural: heroes, fields: {shield: {type: number}}, state: {}}
        members: {piece: {ajax: {label: "1"}, hm: {}}}
        modes: {alone: {default: true, locations: {ship: {}}}}
        replace: {define: {city: "[beach]"}}
        results: {"-{n}t": []}
        procedures: {fight: {parameters: {foe: a side}, steps: [{scope: duel, steps: []}]}}
        display: {intro: A raid.}
        """
    )
    nouns = scenario_nouns(tmp_path, ["piece", "city"])
    expected = """troy, troy town, chooser, wrath, scaean gate, wooden gate, beach, heroes, shield, ajax, alone,
        ship, fight, duel"""
    assert {" ".join(noun) for noun in nouns} == set(re.split(r",\s+", expected))

    module = tmp_path / "module.py"
    module.write_text(
        '''
"""A docstring may speak of Troy."""
# and so may a comment: scaean_gate
class ScaeanGateKeeper:
    """The beach."""
    wrath: int
def at(beach_of, city, board, trojan, slots):
    return f"{city} the Scaean gate of {trojan}", state.troy, call(wooden_gate="a gate")
'''
    )
    assert [(line, " ".join(noun)) for line, _, noun in nouns_in(module, nouns)] == [
        (4, "scaean gate"),
        (6, "wrath"),
        (7, "beach"),
        (8, "scaean gate"),
        (8, "troy"),
        (8, "wooden gate"),
    ]


def declared_in(folder: Path) -> set[Words]:
    """The ids of a pack, each as its words."""
    return set(scenario_nouns(folder, []))


def scenario_nouns(scenarios: Path, allowed: list[str]) -> dict[Words, str]:
    """The ids of all packs, each as its words, with the file that declares it."""
    nouns: dict[Words, str] = {}
    for path in sorted(scenarios.rglob("*.yaml")):
        where = str(path.relative_to(scenarios))
        pack = path.relative_to(scenarios).parts[0]
        for name in [pack, *declared_ids(YAML(typ="safe", pure=True).load(path.read_text("utf-8")))]:
            if re.fullmatch(r"[a-z][a-z0-9_]{2,}", name) and name not in allowed:
                nouns.setdefault(words_of(name), where)
    return nouns


def declared_ids(document: Any) -> Iterator[str]:
    """The ids that a file of a pack declares; what is no id may be among them."""
    for name, section in document.items() if isinstance(document, dict) else ():
        if name not in NO_IDS and isinstance(section, dict):
            yield from map(str, section)
        match name, section:
            case "pack", str():
                yield section
            case "members" | "requires", dict():
                for ids in section.values():
                    yield from map(str, ids or ())
            case "campaign", dict():
                yield from map(str, section.get("ends") or ())
            case "modes", dict():
                for overlay in section.values():
                    yield from declared_ids(overlay)
            case "replace", _:
                yield from declared_ids(section)
    yield from declared_below(document)


def declared_below(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, below in value.items():
            if key in DECLARE and not isinstance(below, int):  # a grid has so many columns
                yield from map(str, [below] if isinstance(below, str) else below or ())
            yield from declared_below(below)
    elif isinstance(value, list):
        for below in value:
            yield from declared_below(below)


def nouns_in(path: Path, nouns: dict[Words, str]) -> list[tuple[int, str, Words]]:
    """Where a module has one of the nouns as words of an identifier or of a string."""
    lengths = sorted({len(noun) for noun in nouns})
    found = set()
    for line, text in [(1, path.stem), *names_and_strings(ast.parse(path.read_bytes()))]:
        words = words_of(text)
        for length in lengths:
            for start in range(len(words) - length + 1):
                if words[start : start + length] in nouns:
                    found.add((line, text, words[start : start + length]))
    return sorted(found)


def names_and_strings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    documentation = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    line = 1
    for node in ast.walk(tree):
        line = getattr(node, "lineno", line)
        if isinstance(node, ast.Constant):
            if id(node) not in documentation and isinstance(node.value, str | bytes):
                yield line, node.value if isinstance(node.value, str) else node.value.decode("latin-1")
            continue
        for _, value in ast.iter_fields(node):  # the only text in other nodes is names
            for name in value if isinstance(value, list) else [value]:
                if isinstance(name, str):
                    yield line, name


def words_of(text: str) -> Words:
    """`lose_troops`, `LoseTroops` and "Lose troops" have the same words."""
    return tuple(word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+", text))


def allowed_words(repository: Path) -> list[str]:
    lines = (repository / "tests" / "allowed_words.txt").read_text("utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def modules(repository: Path) -> list[Path]:
    return sorted((repository / "engine").rglob("*.py"))


# ---------------------------------------------------------------- imports point one way


def test_the_layers_hold(repository: Path, tmp_path: Path) -> None:
    """The contract itself is checked by `make lint`; here, that it lets a house pass that is half built."""
    assert linted(repository, tmp_path, text="", pack="import sieges.text, sieges.locate", ui="") == (0, "")


@pytest.mark.parametrize(
    ("below", "above"),
    [("text", "pack"), ("language", "game"), ("players", "testing"), ("study", "testing"), ("study", "ui")],
)
def test_an_import_upwards_is_refused(repository: Path, tmp_path: Path, below: str, above: str) -> None:
    code, said = linted(repository, tmp_path, **{above: "", below: f"import sieges.{above}"})
    assert code == 1
    assert f"sieges.{below} -> sieges.{above}" in said


def test_a_module_of_no_layer_is_refused(repository: Path, tmp_path: Path) -> None:
    code, said = linted(repository, tmp_path, text="", helpers="")
    assert code == 1
    assert "helpers" in said


def linted(repository: Path, tmp_path: Path, **packages: str) -> tuple[int, str]:
    """What our contract says of a package `sieges` with these subpackages: exit code and complaints."""
    for name, source in {"": "", "locate": "", **packages}.items():
        (tmp_path / "sieges" / name).mkdir(parents=True, exist_ok=True)
        (tmp_path / "sieges" / name / "__init__.py").write_text(source)
    shutil.copy(repository / "pyproject.toml", tmp_path)
    command = "from importlinter.cli import lint_imports_command as lint; lint(['--no-cache'])"
    run = subprocess.run([sys.executable, "-c", command], cwd=tmp_path, capture_output=True, text=True)
    _, _, complaints = run.stdout.partition("Broken contracts")
    return run.returncode, complaints + run.stderr


# ---------------------------------------------------------------- nothing of the workshop

# In pieces, so that this file does not have them.
MACHINE = r"(?<![\w.~-])/(?:" + "|".join(["work", "root"]) + ")/"
REGISTRIES = [("py", "pi.org"), ("python", "hosted.org"), ("npm", "js.org"), ("deb.", "debian.org")]
WORKSHOP = re.compile("|".join([MACHINE, *(re.escape(start + end) for start, end in REGISTRIES)]))


def test_no_file_has_a_path_of_a_machine_or_a_registry(repository: Path) -> None:
    if not (repository / ".git").exists() or shutil.which("git") is None:
        pytest.skip("which files belong to the project is asked of git, and this is no git checkout")
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=repository,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    found = [
        f"{name}:{number}: {line.strip()}"
        for name in filter(None, listed.split("\0"))
        if (repository / name).is_file()
        for number, line in enumerate((repository / name).read_text("utf-8", "replace").splitlines(), 1)
        if WORKSHOP.search(line)
    ]
    assert not found, "\n".join(found)


def test_what_counts_as_a_path_of_a_machine() -> None:
    assert WORKSHOP.search("see /" + "work/main/x.py")
    assert not WORKSHOP.search("the net" + "work/main, .." + "/work" + "/x and a/" + "root/b")


# ---------------------------------------------------------------- installations

ASK = """
import sieges, sieges.locate as l
for path in (sieges.__file__, l.scenarios_folder(), l.schemas_folder()): print(path)
"""


def test_an_editable_installation_finds_the_checkout(repository: Path, tmp_path: Path) -> None:
    package, scenarios, schemas = asked(tmp_path)
    if not package.is_relative_to(repository):
        pytest.skip(f"these tests run against another installation, {package.parent}")
    assert (scenarios, schemas) == (repository / "scenarios", repository / "schemas")


@pytest.mark.slow
def test_a_wheel_carries_packs_and_schemas(repository: Path, tmp_path: Path) -> None:
    pytest.importorskip("hatchling", reason="hatchling, which builds the wheel, is not installed here")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)],
        cwd=repository,
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    installed = tmp_path / "installed"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(installed)
    data = installed / "sieges" / "data"
    assert (installed / "sieges" / "py.typed").is_file()
    for name in ("scenarios", "schemas"):
        assert files_below(data / name) == files_below(repository / name)
    assert asked(tmp_path, PYTHONPATH=str(installed)) == [
        installed / "sieges" / "__init__.py",
        data / "scenarios",
        data / "schemas",
    ]
    # Whoever has the wheel alone plays what is in it, and begins and plays a pack of their own.
    assert files_below(data / "starters") == files_below(repository / "examples" / "starters")
    home = {
        "PYTHONPATH": str(installed),
        "SIEGES_HOME": str(tmp_path / "home"),
        "SIEGES_CACHE": str(tmp_path / "cache"),
    }
    for command in (
        "play syracuse --seed 1",
        "new town --from great_sieges",
        "check town",
        "play town --seed 1",
    ):
        run = subprocess.run(
            [sys.executable, "-m", "sieges", *command.split()],
            cwd=tmp_path,
            env={**os.environ, **home},
            input="1\n1\nq\n",
            capture_output=True,
            text=True,
        )
        assert (run.returncode, run.stderr) == (0, ""), command


def asked(folder: Path, **environment: str) -> list[Path]:
    run = subprocess.run(
        [sys.executable, "-c", ASK],
        cwd=folder,
        env={**os.environ, **environment},
        check=True,
        capture_output=True,
        text=True,
    )
    return [Path(line) for line in run.stdout.splitlines()]


def files_below(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not path.name.startswith(".")
    }
