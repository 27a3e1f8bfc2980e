"""The tutorial, done as it says: each block is put in its place, each command is typed, each step plays."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

import sieges
from sieges.ui.main import main

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "tutorial.md"
BLOCK = re.compile(r"^```(yaml|console)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def steps() -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """The headline of each step, with its blocks: `yaml` or `console`, and the text."""
    for part in PAGE.read_text("utf-8").split("\n## ")[1:]:
        yield part.partition("\n")[0], [(kind, text) for kind, text in BLOCK.findall(part)]


def put(text: str, block: str) -> str:
    """The text of a file with the sections of a block in the place of its own of that name, or behind all others."""
    for section in re.split(r"^(?=[a-z_]+:)", block, flags=re.MULTILINE):
        if not section.strip():
            continue
        name = section.partition(":")[0]
        # A section goes on to the next line at the left margin that is neither empty nor a comment.
        old = re.compile(rf"^{name}:.*\n(?:(?:[ #].*)?\n)*", re.MULTILINE)
        section = section.rstrip() + "\n\n"
        found = old.search(text)
        if found is None:
            text = f"{text.rstrip()}\n\n{section}"
        else:
            text = text[: found.start()] + section + text[found.end() :]
    return text.rstrip() + "\n"


def put_within(text: str, section: str, block: str) -> str:
    """The text of a file with a block at the end of one of its sections."""
    old = re.compile(rf"^{section}:.*\n(?:(?:[ #].*)?\n)*", re.MULTILINE)
    found = old.search(text)
    assert found is not None
    return text[: found.end()].rstrip() + f"\n\n{block.rstrip()}\n\n" + text[found.end() :]


def edit(folder: Path, block: str) -> None:
    head, _, body = block.partition("\n")
    where = re.fullmatch(r"# (\w+\.yaml)(?:, in (\w+))?", head)
    assert where is not None, head
    path = folder / where[1]
    text = path.read_text("utf-8")
    path.write_text(put_within(text, where[2], body) if where[2] else put(text, body), "utf-8")


def same(shown: str, printed: str) -> bool:
    """Whether what a page shows was printed: `...` stands for anything, be it lines or the rest of one."""
    pattern = re.escape(shown.rstrip("\n")).replace(r"\.\.\.", "(?:.|\n)*")
    return re.fullmatch(pattern, printed.rstrip("\n")) is not None


def typed(block: str, folder: Path) -> None:
    """Type the commands of a console block, with the mistake that a comment may ask for, and compare what comes."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        line, _, shown = part.partition("\n")
        command, _, mistake = line.partition("   # with that mistake: ")
        kept = {path: path.read_text("utf-8") for path in folder.glob("*.yaml")} if mistake else {}
        if mistake:
            right, _, wrong = mistake.partition(" -> ")
            (path,) = [path for path, text in kept.items() if right in text]
            path.write_text(kept[path].replace(right, wrong), "utf-8")
        result = CliRunner().invoke(main, shlex.split(command)[1:])
        assert same(shown, result.stdout), f"{command}\n{result.stdout}"
        for path, text in kept.items():
            path.write_text(text, "utf-8")


def test_the_tutorial_leads_to_the_siege_of_rhodes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    folder = tmp_path / "rhodes"
    for _, blocks in steps():
        for kind, text in blocks:
            if kind == "yaml":
                edit(folder, text)
            else:
                typed(text, folder)
        check_and_play(folder)
    schemas = re.compile(r"\$schema=\S*?([a-z]+\.schema\.json)")
    for path in sorted(folder.glob("*.yaml")):
        text = schemas.sub(r"$schema=../../schemas/\1", path.read_text("utf-8"))
        assert (ROOT / "examples" / "rhodes" / path.name).read_text("utf-8") == text, path.name


def check_and_play(folder: Path) -> None:
    result = CliRunner().invoke(main, ["check", str(folder)])
    assert "nothing wrong" in result.stdout, result.stdout
    scenario = sieges.load(folder)
    for mode in scenario.modes:
        for seed in range(5):
            game = scenario.new(mode=mode, seed=seed)
            while not game.ended:
                options = game.legal().options
                game.apply(options[seed % len(options)].id)
