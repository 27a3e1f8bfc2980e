"""A pack to begin with: it passes, plays, and stands under the name that it was given."""

from __future__ import annotations

from pathlib import Path

import pytest

import sieges
from sieges.authoring.starters import CannotBegin, begin, starters
from sieges.pack.finder import load_pack
from sieges.study.checking import check


@pytest.mark.parametrize("starter", starters())
def test_it_passes_and_plays_at_once(starter: str, tmp_path: Path) -> None:
    files = begin(tmp_path / "my_town", starter, "Mantua 1796")
    assert files[0].name == "pack.yaml"
    checked = check(tmp_path / "my_town", release=True)
    assert list(checked.found) == []
    assert checked.examples > 0
    scenario = sieges.load(tmp_path / "my_town")
    assert scenario.title == "Mantua 1796"
    for mode in scenario.modes:
        game = scenario.new(mode=mode, seed=1)
        while not game.ended:
            game.apply(game.legal().options[-1].id)


@pytest.mark.parametrize("starter", starters())
def test_nothing_of_its_old_name_is_left_and_every_file_names_a_schema(starter: str, tmp_path: Path) -> None:
    for file in begin(tmp_path / "mantua", starter, 'The "Key": a siege'):
        text = file.read_text("utf-8")
        assert "my_siege" not in text
        assert "My Siege" not in text
        modeline = text.splitlines()[0]
        assert modeline.startswith("# yaml-language-server: $schema=")
        assert (file.parent / modeline.partition("=")[2]).is_file()
    assert list(check(tmp_path / "mantua").found) == []


def test_the_blank_one_has_every_section_that_a_pack_by_itself_can_have(tmp_path: Path) -> None:
    begin(tmp_path / "town")
    merged = load_pack(tmp_path / "town")[0]
    assert merged is not None
    text = "".join(path.read_text("utf-8") for path in (tmp_path / "town").glob("*.yaml"))
    left_out = {"members", "charts", "planes", "change", "remove", "amend", "campaign"}
    from sieges.pack.sections import SECTIONS

    missing = {name for name in SECTIONS if f"\n{name}:" not in f"\n{text}" and f" {name}:" not in text}
    assert missing <= left_out


@pytest.mark.parametrize("name", ["My Town", "1796", "and", "town.1", "ünna"])
def test_a_name_that_is_no_id_is_refused_before_anything_is_written(name: str, tmp_path: Path) -> None:
    with pytest.raises(CannotBegin):
        begin(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_what_is_there_is_never_written_over(tmp_path: Path) -> None:
    (tmp_path / "town").mkdir()
    (tmp_path / "town" / "notes.txt").write_text("mine", "utf-8")
    (tmp_path / "file").write_text("mine", "utf-8")
    for name in ("town", "file"):
        with pytest.raises(CannotBegin):
            begin(tmp_path / name)
    assert [path.name for path in (tmp_path / "town").iterdir()] == ["notes.txt"]


def test_a_starter_that_there_is_not(tmp_path: Path) -> None:
    with pytest.raises(CannotBegin, match="blank"):
        begin(tmp_path / "town", "baroque")
