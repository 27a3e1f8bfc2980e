"""Compiled packs that are kept: never stale, never in the way."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import sieges
from sieges import cache
from sieges.locate import scenarios_folder

SMALL = """
language: 1
pack: NAME
title: A pack
version: "1"
source: {status: original}
"""
RULES = """
sides: {raiders: {seat: true}}
dice: {die: {sides: 6}}
tracks: {score: {from: 0, to: 9, start: 1}}
sequence:
  - roll: number
    die: die
  - if: number > 3
    then:
      - adjust: score
        by: 1
  - end: over
victory: {over: {winner: raiders}}
"""


@pytest.fixture
def packs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two packs, `hill` on `base`, and a cache of their own."""
    monkeypatch.setenv("SIEGES_CACHE", str(tmp_path / "cache"))
    for name, more in (("base", RULES), ("hill", "extends: ../base\n")):
        folder = tmp_path / "packs" / name
        folder.mkdir(parents=True)
        (folder / "pack.yaml").write_text(SMALL.replace("NAME", name) + more)
    return tmp_path / "packs"


def test_the_hash_is_of_all_files_of_all_packs_and_of_nothing_else(packs: Path) -> None:
    first = cache.fingerprint(packs / "hill").text_hash
    (packs / "hill" / "notes.txt").write_text("no part of it")
    assert cache.fingerprint(packs / "hill" / "pack.yaml").text_hash == first
    moved = packs.parent / "elsewhere"
    packs.rename(moved)
    assert cache.fingerprint(moved / "hill").text_hash == first
    seen = {first}
    for path, text in (
        ("hill/more.yaml", ""),
        ("hill/pack.yaml", (moved / "hill" / "pack.yaml").read_text() + " "),
        ("base/pack.yaml", (moved / "base" / "pack.yaml").read_text() + "\n"),
    ):
        (moved / path).write_text(text)
        changed = cache.fingerprint(moved / "hill").text_hash
        assert changed not in seen
        seen.add(changed)
    (moved / "hill" / "more.yaml").rename(moved / "hill" / "other.yaml")
    assert cache.fingerprint(moved / "hill").text_hash not in seen


@pytest.mark.parametrize("name", ["xyzzy", "a/b", ""])
def test_what_is_not_there_has_no_fingerprint(name: str) -> None:
    assert cache.fingerprint(name) == cache.Fingerprint()


def test_a_pack_is_kept_and_read_again(packs: Path) -> None:
    assert cache.read(packs / "hill", None) is None
    fresh = sieges.load(packs / "hill").rules().compiled
    kept = cache.read(packs / "hill", None)
    assert kept is not None
    assert kept.rules_hash == fresh.rules_hash
    assert (
        sieges.load(packs / "hill").new(seed=3).digest() == sieges.load(packs / "hill").new(seed=3).digest()
    )


@pytest.mark.parametrize("changed", ["hill/pack.yaml", "base/pack.yaml"])
def test_what_was_kept_is_dropped_when_a_letter_changes(packs: Path, changed: str) -> None:
    sieges.load(packs / "hill")
    path = packs / changed
    text = path.read_text()
    path.write_text(text.replace("A pack", "B pack"))
    assert cache.read(packs / "hill", None) is None
    path.write_text(text)
    assert cache.read(packs / "hill", None) is not None


def test_a_mistake_is_found_although_the_pack_was_kept(packs: Path) -> None:
    sieges.load(packs / "hill")
    (packs / "base" / "pack.yaml").write_text(
        SMALL.replace("NAME", "base") + RULES.replace("end: over", "end: ovr")
    )
    with pytest.raises(sieges.PackError, match="did you mean `over`"):
        sieges.load(packs / "hill")


def test_a_damaged_cache_only_costs_time(packs: Path) -> None:
    sieges.load(packs / "hill")
    for path in (packs.parent / "cache" / "compiled").iterdir():
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    assert cache.read(packs / "hill", None) is None
    assert sieges.load(packs / "hill").id == "hill"


def test_a_pack_copied_over_another_is_read_anew(packs: Path) -> None:
    sieges.load(packs / "hill")
    shutil.rmtree(packs / "hill")
    shutil.copytree(scenarios_folder() / "great_sieges", packs / "hill")
    assert cache.read(packs / "hill", None) is None
