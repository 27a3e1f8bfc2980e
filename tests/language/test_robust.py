"""Whatever is written, a pack is compiled or refused with places; nothing is raised."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import pytest

from tests.language.mutations import compiled, mutated


def copies(repository: Path, folder: Path, name: str) -> Path:
    """A copy of a pack, with the pack that it extends beside it."""
    if name == "hill_fort":
        shutil.copytree(repository / "tests" / "packs" / name, folder / name)
        return folder / name
    for each in ("great_sieges", name):
        shutil.copytree(repository / "scenarios" / each, folder / each)
    manifest = folder / name / "pack.yaml"
    text = manifest.read_text("utf-8")
    manifest.write_text(text.replace("extends: great_sieges", "extends: ../great_sieges"), "utf-8")
    return folder / name


@pytest.mark.parametrize("name", ["hill_fort", "syracuse"])
def test_a_pack_as_it_stands(name: str, repository: Path, tmp_path: Path) -> None:
    found = compiled(copies(repository, tmp_path, name))
    assert [finding for finding in found if finding.severity == "error"] == []


@pytest.mark.parametrize(("name", "seeds"), [("hill_fort", 50), ("syracuse", 2)])
def test_a_pack_with_mistakes_in_its_text(name: str, seeds: int, repository: Path, tmp_path: Path) -> None:
    copies(repository, tmp_path, name)
    texts = {path: path.read_text("utf-8") for path in sorted(tmp_path.rglob("*.yaml"))}
    for seed in range(seeds):
        what = mutated(Random(seed), tmp_path, [path.relative_to(tmp_path) for path in texts])
        try:
            compiled(tmp_path / name)
        except Exception as error:
            raise AssertionError(f"seed {seed}: {what}") from error
        for path, text in texts.items():
            path.write_text(text, "utf-8")
