"""Where packs are found, what they may extend, and what a hash is a hash of."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from sieges.pack import finder
from sieges.pack.finder import list_packs, load_pack, pack_places
from tests.pack.packs import Load, Write, said


@pytest.fixture
def shipped(write: Write, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of packs that came with an engine."""
    here = write(
        **{"shelf/alpha": {"": "tags: {a: {}}"}, "shelf/family": {"": ""}, "shelf/no_pack": {"tags": ""}}
    )
    for name in ("alpha", "family"):
        path = here / "shelf" / name / "pack.yaml"
        path.write_text(path.read_text().replace(f"shelf/{name}", name).replace("A pack", name.title()))
    monkeypatch.setattr(finder, "scenarios_folder", lambda: here / "shelf")
    return here


def lines(name: str | Path) -> list[str]:
    return said(load_pack(name)[1])


def test_packs_that_came_with_the_engine_are_found_by_name(shipped: Path) -> None:
    assert list_packs() == [
        ("alpha", "Alpha", shipped / "shelf" / "alpha"),
        ("family", "Family", shipped / "shelf" / "family"),
    ]
    merged, found, sources = load_pack("alpha")
    assert said(found) == []
    assert merged is not None
    assert merged.id == "alpha"
    assert list(sources) == ["shelf/alpha/pack.yaml"]


def test_without_packs_that_came_with_the_engine(monkeypatch: pytest.MonkeyPatch, write: Write) -> None:
    def gone() -> Path:
        raise FileNotFoundError("no packs")

    write(hill={"": ""})
    monkeypatch.setattr(finder, "scenarios_folder", gone)
    assert list_packs() == []
    assert lines("hill/pack.yaml") == []
    assert lines("nowhere") == ["- P001 there is no pack `nowhere`"]


def test_a_broken_manifest_is_listed_by_its_folder(shipped: Path) -> None:
    (shipped / "shelf" / "family" / "pack.yaml").write_text("title: [")
    assert [title for _, title, _ in list_packs()] == ["Alpha", "family"]


@pytest.mark.parametrize("given", ["hill", "./hill", "hill/pack.yaml", "hill/", "../{here}/hill"])
def test_packs_are_found_by_path(write: Write, given: str) -> None:
    here = write(hill={"": ""})
    given = given.format(here=here.name)
    for form in (given, Path(given), str(here / "hill")):
        merged, found, sources = load_pack(form)
        assert said(found) == []
        assert merged is not None
        assert list(sources) == ["hill/pack.yaml"]


def test_a_pack_elsewhere_is_shown_by_its_whole_path(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    here = write(hill={"": ""}, other={"": ""})
    monkeypatch.chdir(here / "other")
    _, _, sources = load_pack(here / "hill")
    assert list(sources) == [(here / "hill" / "pack.yaml").as_posix()]
    _, _, sources = load_pack(".")
    assert list(sources) == ["pack.yaml"]


def test_packs_that_are_not_there(shipped: Path) -> None:
    (shipped / "rules.yaml").write_text("tags: {}")
    _, found, _ = load_pack("alhpa")
    (finding,) = found
    assert (finding.message, finding.fix) == ("there is no pack `alhpa`", "write `alpha`")
    assert finding.help == "the packs that came with the engine are `alpha`, `family`"
    assert lines("xyzzy") == ["- P001 there is no pack `xyzzy`"]
    assert lines("") == ["- P001 there is no pack ``"]
    assert lines("some/where") == ["- P001 `some/where` does not exist"]
    assert lines("rules.yaml") == ["- P001 `rules.yaml` is not a folder"]
    assert lines("no_pack") == ["- P001 there is no pack `no_pack`"]
    assert [line[:6] for line in lines("a\0b")] == ["- P001"]
    assert [line[:6] for line in lines("x" * 5000)] == ["- P001"]


# --- extends --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["family", "../base", "../deep/../base", "./inner", "base", "inner"])
def test_what_a_pack_may_extend(shipped: Path, write: Write, name: str) -> None:
    write(base={"": ""}, hill={"": f"extends: {name}"})
    write(**{"hill/inner": {"pack": 'language: 1\npack: inner\ntitle: I\nversion: "1"\n'}})
    (shipped / "deep").mkdir()
    merged, found, _ = load_pack("hill")
    assert said(found) == []
    assert merged is not None
    assert [entry.id for entry in merged.packs] == [name.split("/")[-1], "hill"]


def test_a_pack_may_extend_one_beside_it_by_its_whole_path(write: Write) -> None:
    here = write(base={"": ""})
    write(hill={"": f"extends: {here / 'base'}"})
    assert lines("hill") == []


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("famly", "there is no pack `famly` to extend"),
        ("xyzzy", "there is no pack `xyzzy` to extend"),
        ("base/inner", "there is no pack `base/inner` to extend"),
        ("../nothing", "there is no pack at `../nothing`"),
        ("..", "`..` leads out of the folder in which this pack lies"),
        ("../..", "`../..` leads out of the folder in which this pack lies"),
        ("../../away", "`../../away` leads out of the folder in which this pack lies"),
        ("/etc", "`/etc` leads out of the folder in which this pack lies"),
        ("../link", "`../link` leads out of the folder in which this pack lies"),
        ("link", "there is no pack `link` to extend"),
        (".", "a pack extends itself"),
        ('""', "there is no pack `` to extend"),
    ],
)
def test_what_a_pack_may_not_extend(shipped: Path, write: Write, name: str, message: str) -> None:
    write(away={"": ""}, **{"all/hill": {"": f"extends: {name}"}})
    manifest = shipped / "all" / "hill" / "pack.yaml"
    manifest.write_text(manifest.read_text().replace("all/hill", "hill"))
    (shipped / "all" / "link").symlink_to(shipped / "away")
    merged, found, _ = load_pack("all/hill")
    assert merged is None
    (finding,) = found
    assert finding.span is not None
    assert (finding.span.file, finding.span.line, finding.span.column) == ("all/hill/pack.yaml", 5, 10)
    assert (finding.code, finding.message) == ("P028", message)
    if name in ("famly", "xyzzy"):
        assert finding.help == "the packs that came with the engine are `alpha`, `family`"
        assert (finding.fix == "write `family`") == (name == "famly")


def test_packs_that_extend_each_other(write: Write) -> None:
    write(a={"": "extends: ../b"}, b={"": "extends: ../c"}, c={"": "extends: ../a"})
    assert lines("a") == ["c/pack.yaml:5:10 P028 `../a` extends this pack in turn"]
    assert pack_places("a") == []


def test_a_long_chain_of_packs(write: Write) -> None:
    packs = {f"p{number}": {"": f"extends: ../p{number + 1}"} for number in range(12)}
    write(**packs, p12={"": ""})
    assert lines("p4") == []
    assert lines("p0") == ["p8/pack.yaml:5:10 P028 more than 8 packs extend one another"]


def test_a_base_with_the_same_id(write: Write) -> None:
    write(base={"": ""}, hill={"": "extends: ../base"})
    Path("base/pack.yaml").write_text(Path("base/pack.yaml").read_text().replace("pack: base", "pack: hill"))
    assert lines("hill") == ["hill/pack.yaml:5:10 P028 a pack extends another one with the same id, `hill`"]


def test_mistakes_of_a_base_are_shown_in_the_base(load: Load) -> None:
    merged, found = load(base={"": "tags: {a: {titel: A}}"}, hill={"": "extends: ../base\ntags: {b: 3}"})
    assert merged is None
    assert said(found) == [
        "base/pack.yaml:5:12 P010 `titel` is no key of a tag",
        "hill/pack.yaml:6:11 P012 `b` must be a mapping, not the number 3",
    ]


def test_a_base_in_another_language_is_one_message(write: Write) -> None:
    write(base={"": "nonsense: 1"}, hill={"": "extends: ../base"})
    path = Path("base/pack.yaml")
    path.write_text(path.read_text().replace("language: 1", "language: 2"))
    assert lines("hill") == [
        "base/pack.yaml:1:11 P005 this pack is written in language 2; this engine reads language 1"
    ]


# --- the packs in this repository -----------------------------------------------------------------


def test_shipped_packs_are_called_like_their_folders() -> None:
    for name, _, folder in list_packs():
        assert f"\npack: {name}\n" in "\n" + (folder / "pack.yaml").read_text("utf-8")


def test_nothing_heavy_is_imported_before_it_is_needed() -> None:
    program = (
        "import sys, sieges.pack.finder\n"
        "print([name for name in ('jsonschema', 'referencing', 'cattrs') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
