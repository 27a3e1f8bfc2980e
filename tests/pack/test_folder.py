"""Folders: what is read, and what is refused, of honest and of hostile ones."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sieges.pack import folder as folder_module
from sieges.pack.folder import load_folder
from tests.pack.packs import Load, Write, manifest, said


def test_a_pack_is_its_manifest_and_all_other_files_in_order(write: Write) -> None:
    here = write(
        hill={
            "": "",
            "zones": "zones: {}",
            "cards/b": "tags: {b: {}}",
            "cards/a": "tags: {a: {}}",
            "b": "tags: {c: {}}",
            ".hidden": "nonsense: [",
            ".git/config": "nonsense: [",
        }
    )
    (here / "hill" / "notes.txt").write_text("not read")
    folder = load_folder(here / "hill", "hill")
    assert said(folder.diagnostics) == []
    assert list(folder.sources) == [
        "hill/pack.yaml",
        "hill/b.yaml",
        "hill/cards/a.yaml",
        "hill/cards/b.yaml",
        "hill/zones.yaml",
    ]
    assert [list(part.value) for part in folder.parts("tags")] == [["c"], ["a"], ["b"]]
    assert folder.id == "hill"


def test_a_subfolder_with_a_manifest_is_a_pack_of_its_own(write: Write) -> None:
    here = write(hill={"": "", "base/pack": "nonsense: 1", "base/tags": "tags: 1", "more/tags": "tags: {}"})
    folder = load_folder(here / "hill", "hill")
    assert said(folder.diagnostics) == []
    assert list(folder.sources) == ["hill/pack.yaml", "hill/more/tags.yaml"]


def test_the_current_folder_is_not_named(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    here = write(hill={"": "tags: 3"})
    monkeypatch.chdir(here / "hill")
    assert list(load_folder(Path("."), ".").sources) == ["pack.yaml"]


@pytest.mark.parametrize(
    ("make", "message", "fix"),
    [
        (lambda path: None, "`hill` does not exist", None),
        (lambda path: path.mkdir(), "the folder `hill` is empty", None),
        (lambda path: (path.mkdir(), (path / "tags.yaml").touch()), "`hill` has no `pack.yaml`", None),
        (
            lambda path: (path.mkdir(), (path / "pack.yml").touch()),
            "`hill` has no `pack.yaml`",
            "call `pack.yml` `pack.yaml`",
        ),
        (lambda path: path.touch(), "`hill` is not a folder", "give the folder in which it lies"),
    ],
)
def test_no_pack(tmp_path: Path, make, message: str, fix: str | None) -> None:  # type: ignore[no-untyped-def]
    make(tmp_path / "hill")
    (finding,) = load_folder(tmp_path / "hill", "hill").diagnostics
    assert (finding.code, finding.message, finding.fix, finding.span) == ("P001", message, fix, None)


def test_an_impossible_path_is_said_to_be_one() -> None:
    (finding,) = load_folder(Path("a\0b"), "a?b").diagnostics
    assert finding.code == "P001"


def test_an_empty_manifest_and_an_empty_file(write: Write) -> None:
    here = write(hill={"pack": "# nothing yet\n", "tags": "# nothing yet\n"})
    manifest_said, file_said = load_folder(here / "hill", "hill").diagnostics
    assert (manifest_said.severity, manifest_said.message) == ("error", "`hill/pack.yaml` holds nothing")
    assert (file_said.severity, file_said.message) == ("warning", "`hill/tags.yaml` holds nothing")


def test_a_file_holds_sections(load: Load) -> None:
    assert said(load(hill={"": "", "notes": "- a list\n"})[1]) == [
        "hill/notes.yaml:1:1 P012 a file of a pack holds sections, each a key at the left margin (`locations:`)"
    ]


def test_a_file_called_after_a_section_holds_that_one(load: Load) -> None:
    _, found = load(hill={"": "", "tags": "tags: {}\nzones: {}\ndice: {}\n", "pieces": "tags: {a: {}}\n"})
    assert said(found) == [
        "hill/pieces.yaml:1:1 P003 `tags` in a file called after the section `pieces`",
        "hill/tags.yaml:2:1 P003 `zones` and `dice` in a file called after the section `tags`",
    ]
    first, second = found
    assert first.fix == "move it to `tags.yaml`, or give this file another name"
    assert [(str(span), words) for span, words in second.related] == [("hill/tags.yaml:3:1", "and here")]


@pytest.mark.parametrize("version", [0, 2, 99])
def test_another_version_of_the_language_is_one_message(load: Load, version: int) -> None:
    text = manifest("hill", "tags: 7\nnonsense: 1\nextends: nowhere\n").replace(
        "language: 1", f"language: {version}"
    )
    _, found = load(hill={"pack": text})
    assert said(found) == [
        f"hill/pack.yaml:1:11 P005 this pack is written in language {version}; this engine reads language 1"
    ]


def test_what_the_reader_finds_is_said_once_and_nothing_more_about_it(load: Load) -> None:
    _, found = load(hill={"": "tags: {a: {}}\ntags: 7\ntracks: {t: {to: yes, start: 0}}\n"})
    assert [finding.code[0] for finding in found] == ["T", "T"]


# --- hostile ones ---------------------------------------------------------------------------------


def test_links_out_of_the_folder_are_refused(write: Write) -> None:
    here = write(hill={"": "", "inside": "tags: {}"}, other={"secret": "tags: {secret: {}}"})
    hill = here / "hill"
    (hill / "out.yaml").symlink_to(here / "other" / "secret.yaml")
    (hill / "away").symlink_to(here / "other")
    (hill / "again").symlink_to(hill)
    (hill / "loop.yaml").symlink_to("loop.yaml")
    (hill / "broken.yaml").symlink_to("nothing.yaml")
    (hill / "alias.yaml").symlink_to("inside.yaml")
    (hill / "readme").symlink_to(here / "other" / "secret.yaml")
    folder = load_folder(hill, "hill")
    messages = {finding.message for finding in folder.diagnostics}
    assert messages == {
        "`hill/out.yaml` is a link that leads out of the folder of the pack",
        "`hill/away` is a link that leads out of the folder of the pack",
        "`hill/again` is a link to a folder; put the files themselves there",
        f"`hill/loop.yaml` cannot be read: {os.strerror(40)}",
        f"`hill/broken.yaml` cannot be read: {os.strerror(2)}",
    }
    assert list(folder.sources) == ["hill/pack.yaml", "hill/alias.yaml", "hill/inside.yaml"]


def test_a_manifest_that_is_a_link_out_is_not_read(write: Write) -> None:
    here = write(hill={"tags": "tags: {}"}, other={"": ""})
    (here / "hill" / "pack.yaml").symlink_to(here / "other" / "pack.yaml")
    folder = load_folder(here / "hill", "hill")
    assert said(folder.diagnostics) == [
        "hill/pack.yaml:1:1 P002 `hill/pack.yaml` is a link that leads out of the folder of the pack"
    ]
    assert folder.manifest is None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_is_not_waited_for(write: Write) -> None:
    here = write(hill={"": ""})
    os.mkfifo(here / "hill" / "pipe.yaml")
    (finding,) = load_folder(here / "hill", "hill").diagnostics
    assert finding.message == "`hill/pipe.yaml` is not an ordinary file"


def test_a_folder_called_like_a_file_is_a_folder(write: Write) -> None:
    here = write(hill={"": "", "strange.yaml/tags": "tags: {}"})
    assert list(load_folder(here / "hill", "hill").sources) == [
        "hill/pack.yaml",
        "hill/strange.yaml/tags.yaml",
    ]


def test_a_file_with_another_ending_is_pointed_out(write: Write) -> None:
    here = write(hill={"": ""})
    (here / "hill" / "tags.yml").write_text("tags: {a: {}}")
    (finding,) = load_folder(here / "hill", "hill").diagnostics
    assert (finding.code, finding.severity, finding.fix) == ("P002", "warning", "call it `tags.yaml`")


def test_too_many_files(write: Write) -> None:
    here = write(hill={"": "", **{f"f{number:03}": "tags: {}" for number in range(200)}})
    folder = load_folder(here / "hill", "hill")
    assert said(folder.diagnostics) == [
        "hill/f199.yaml:1:1 P004 `hill` has 201 YAML files; a pack has at most 200"
    ]
    assert len(folder.documents) == 200


def test_too_large(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    here = write(hill={"": "", "big": "tags: {}  #" + "x" * 5000})
    monkeypatch.setattr(folder_module, "MOST_BYTES", 5000)
    folder = load_folder(here / "hill", "hill")
    (finding,) = folder.diagnostics
    assert finding.code == "P004"
    assert folder.documents == ()


def test_too_many_things_of_any_kind(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    here = write(hill={"": ""})
    for number in range(30):
        (here / "hill" / f"{number}.txt").touch()
    monkeypatch.setattr(folder_module, "_MOST_LOOKED_AT", 20)
    (finding,) = load_folder(here / "hill", "hill").diagnostics
    assert (finding.code, finding.message) == ("P004", "`hill` has more than 20 files and folders")


def test_too_deep(write: Write) -> None:
    here = write(hill={"": "", "/".join("abcdefghij") + "/tags": "tags: {}"})
    (finding,) = load_folder(here / "hill", "hill").diagnostics
    assert finding.message == "`hill/a/b/c/d/e/f/g/h/i` lies deeper than 8 folders"


def test_nesting_to_the_limit_of_the_reader_is_taken(load: Load) -> None:
    depth = 17
    steps = "[{together: " * depth + "[{nothing: x}]" + "}]" * depth
    merged, found = load(hill={"": f"procedures: {{p: {{steps: {steps}}}}}"})
    assert said(found) == []
    assert merged is not None
