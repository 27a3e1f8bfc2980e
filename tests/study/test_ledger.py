"""Where rules are implemented and shown, and where data come from."""

from __future__ import annotations

from pathlib import Path

import pytest

from sieges.pack.merged import Merged
from sieges.study.checking import check, passes
from sieges.study.ledger import ledger, merge_ledgers, unfinished
from sieges.study.sources import counts, data_of, defaults, undeclared


@pytest.fixture(scope="module")
def roads(repository: Path) -> Merged:
    merged = passes(repository / "tests/packs/two_roads").merged
    assert merged is not None
    return merged


def test_clauses_with_their_places(roads: Merged, repository: Path) -> None:
    one, two, three = ledger(roads)
    assert [(clause.id, clause.section, clause.also) for clause in (one, two, three)] == [
        ("1a", "1.0", ()),
        ("1b", "1.0", ()),
        ("2a", "2.1", ("1.0",)),
    ]
    assert [citation.what for citation in one.implemented] == ["procedure walk"]
    assert [citation.what for citation in two.implemented] == ["procedure stage"]
    assert [citation.what for citation in three.shown] == ["example mired_and_sunk"]
    lines = (repository / "tests/packs/two_roads/pack.yaml").read_text().splitlines()
    assert lines[two.implemented[0].span.line - 1].strip() == "source: 1b"
    assert '"2a":' in lines[three.span.line - 1]
    assert three.is_ruling
    assert unfinished([one, two, three]) == []


def test_ledgers_of_modes_are_joined(roads: Merged) -> None:
    clauses = ledger(roads)
    assert merge_ledgers([clauses, clauses]) == clauses
    assert merge_ledgers([]) == []


def test_where_data_come_from(roads: Merged) -> None:
    data = {datum.what: datum for datum in data_of(roads)}
    assert data["track miles"].status == "original"
    assert (data["procedure walk"].status, data["procedure walk"].why) == ("inferred", "a road is a road")
    assert counts(list(data.values()))["inferred"] == 1
    assert defaults(roads) == [("Two Roads", "original", "")]
    assert undeclared(list(data.values())) == []


def test_cells_of_charts_are_data(repository: Path) -> None:
    merged = passes(repository / "tests/packs/ford").merged
    assert merged is not None
    data = [datum for datum in data_of(merged) if datum.what.startswith("order assault")]
    assert [(datum.what, datum.status, datum.count) for datum in data] == [
        ("order assault", "original", 1),
        ("order assault, cell 6B", "reconstructed", 1),
        ("order assault, 7 other cells of its chart", "original", 7),
    ]


BARE = """
language: 1
pack: bare
title: Bare
version: "1.0"
sides: {digger: {seat: true}}
sequence: [{end: over}]
victory: {over: {winner: digger, source: "1"}}
modes:
  plain: {title: Plain, default: true}
  other:
    title: Other
    examples: {ends: {source: "2", given: {mode: other}, expect: [ended(over)]}}
rulebook:
  title: Rules
  clauses:
    "1": {rule: The game ends.}
    "2": {rule: Somebody wins., example: true}
    "3": {rule: Nothing does this.}
"""


def test_a_release_lacks_nothing(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(BARE)
    draft = check(tmp_path)
    assert draft.ok
    assert (draft.modes, draft.examples, draft.clauses) == (["plain", "other"], 1, 3)
    release = check(tmp_path, release=True)
    assert [(finding.code, finding.message) for finding in release.found if finding.code != "X012"] == [
        ("X011", "no example shows the clause `1`"),
        ("X010", "no datum, step or chart cites the clause `3`"),
        ("X011", "no example shows the clause `3`"),
    ]
    unsourced = [finding.message for finding in release.found if finding.code == "X012"]
    assert unsourced == ["the side digger does not say where it comes from"]
    assert all(
        finding.span is not None and finding.span.file.endswith("pack.yaml") for finding in release.found
    )


def test_a_pack_need_not_show_what_a_pack_it_extends_shows(tmp_path: Path) -> None:
    """Clauses of a base that can be played by itself are its own to show, those of one with roles are not."""
    for name in ("bare", "upper"):
        (tmp_path / name).mkdir()
    (tmp_path / "bare" / "pack.yaml").write_text(BARE)
    text = 'language: 1\npack: upper\ntitle: Upper\nversion: "1.0"\nextends: ../bare\n'
    own = 'rulebook: {title: More, clauses: {"9": {rule: It is dark.}}}\n'
    (tmp_path / "upper" / "pack.yaml").write_text(text + own)
    release = check(tmp_path / "upper", release=True)
    assert release.clauses == 1
    assert [finding.message for finding in release.found if finding.code in ("X010", "X011")] == [
        "no datum, step or chart cites the clause `9`",
        "no example shows the clause `9`",
    ]
    (tmp_path / "bare" / "pack.yaml").write_text(BARE + "requires: {roles: {keeper: a side}}\n")
    (tmp_path / "upper" / "pack.yaml").write_text(text + "roles: {keeper: digger}\n" + own)
    assert check(tmp_path / "upper", release=True).clauses == 4


def test_one_mode_alone(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(BARE)
    assert check(tmp_path, mode="plain").examples == 0
    assert check(tmp_path, mode="other").examples == 1
    assert not check(tmp_path, mode="third").ok


def test_a_base_is_checked_as_far_as_it_goes(repository: Path) -> None:
    checked = check("great_sieges", release=True)
    assert checked.is_base
    assert checked.ok
    assert (checked.pack, checked.examples) == ("great_sieges", 0)


def test_our_pack_can_be_released() -> None:
    checked = check("syracuse", release=True)
    assert list(checked.found) == []
    assert checked.clauses > 100


def test_each_mode_of_our_pack_carries_out_its_own_rules() -> None:
    """The game alone knows nothing of the clauses of the game for two, which does and shows all of them itself."""
    clauses = {}
    for mode in ("solitaire", "two_player"):
        merged = passes("syracuse", mode).merged
        assert merged is not None
        clauses[mode] = {clause.id: clause for clause in ledger(merged)}
    alone, both = clauses["solitaire"], clauses["two_player"]
    own = [clause for id_, clause in both.items() if id_ not in alone]
    assert set(alone) < set(both)
    assert {clause.section for clause in own} == {"14.0", "14.1", "14.2"}
    assert not [id_ for id_ in alone if id_.startswith("14.")]
    assert unfinished(own) == []
    assert unfinished(list(alone.values())) == []
