"""Packs in zip archives: read like folders, and nothing that an archive says is believed."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from sieges.pack.archive import BadArchive, unpacked
from sieges.pack.finder import load_pack
from tests.pack.packs import manifest

TOWN = {"pack.yaml": manifest("town"), "board.yaml": "tags: {land: {}}\n"}


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIEGES_CACHE", str(tmp_path / "cache"))


def zipped(path: Path, files: dict[str, str], below: str = "") -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(f"{below}{name}", text)
    return path


@pytest.mark.parametrize("below", ["", "town/"])
def test_a_pack_at_the_top_or_in_the_one_folder(tmp_path: Path, below: str) -> None:
    archive = zipped(tmp_path / "sent.zip", TOWN | {"notes.txt": "no part of it"}, below)
    merged, found, _ = load_pack(archive)
    assert list(found) == []
    assert merged is not None
    assert (merged.id, list(merged.tags)) == ("town", ["land"])
    assert [path.name for path in unpacked(archive).iterdir() if path.suffix != ".yaml"] == []


def test_messages_call_files_by_the_archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    zipped(tmp_path / "sent.zip", TOWN | {"board.yaml": "tag: {}\n"})
    _, found, _ = load_pack("sent.zip")
    assert [str(finding.span) for finding in found] == ["sent.zip/board.yaml:1:1"]


def test_another_archive_of_the_same_name_is_another_pack(tmp_path: Path) -> None:
    archive = zipped(tmp_path / "sent.zip", TOWN)
    before = unpacked(archive)
    zipped(archive, TOWN | {"board.yaml": "tags: {sea: {}}\n"})
    assert unpacked(archive) != before
    assert list(load_pack(archive)[0].tags) == ["sea"]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("files", "why"),
    [
        ({"readme.md": "hello"}, "holds no pack"),
        ({"a/pack.yaml": manifest("a"), "b/pack.yaml": manifest("b")}, "holds several packs: a, b"),
        (TOWN | {"../outside.yaml": "x: 1"}, "would lie outside"),
        (TOWN | {"/etc/outside.yaml": "x: 1"}, "would lie outside"),
        (TOWN | {"C:/outside.yaml": "x: 1"}, "would lie outside"),
        (TOWN | {"..\\outside.yaml": "x: 1"}, "would lie outside"),
        (TOWN | {f"{number}.yaml": "" for number in range(300)}, "a pack has at most 200"),
        (TOWN | {"bomb.yaml": "0" * 9_000_000}, "more than 8 MB"),
    ],
)
def test_what_is_no_pack_or_a_trap_is_refused(tmp_path: Path, files: dict[str, str], why: str) -> None:
    archive = zipped(tmp_path / "sent.zip", files)
    with pytest.raises(BadArchive, match=why):
        unpacked(archive)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cache", "sent.zip"]
    merged, found, _ = load_pack(archive)
    assert merged is None
    assert [(finding.code, why in finding.message) for finding in found] == [("P001", True)]


@pytest.mark.parametrize("cut", [0, 10, 200, -30, -1])
def test_what_is_damaged_is_refused_and_nothing_is_left_of_it(tmp_path: Path, cut: int) -> None:
    archive = zipped(tmp_path / "sent.zip", TOWN)
    archive.write_bytes(archive.read_bytes()[:cut])
    with pytest.raises(BadArchive):
        unpacked(archive)
    assert list((tmp_path / "cache" / "unpacked").iterdir()) == []


def test_a_size_that_is_not_true(tmp_path: Path) -> None:
    archive = zipped(tmp_path / "sent.zip", TOWN | {"bomb.yaml": "0" * 100_000})
    data = archive.read_bytes()
    archive.write_bytes(data.replace((100_000).to_bytes(4, "little"), (10).to_bytes(4, "little")))
    with pytest.raises(BadArchive):
        unpacked(archive)
