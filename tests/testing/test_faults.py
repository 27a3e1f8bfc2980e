"""Faults that were planted by hand are found, made small, and can be seen again."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

import sieges
from sieges.play.records import Record, read_records, replay_record
from sieges.testing.cases import run
from sieges.testing.failures import Failure, NoSuchGame, holds
from sieges.testing.fuzzing import Session
from tests.testing.faults import FAULTS, Planted, planted

SLOW = {"scenarios/syracuse", "scenarios/thermopylae"}


def session(pack: Path, fault: Planted) -> Session:
    return Session(sieges.load(pack).rules(), str(pack), fault.options, shrink_seconds=2)


def is_told(failure: Failure, fault: Planted, repository: Path, folder: Path) -> None:
    """The finding is the fault, its game is small, fails again wherever it is played, and only with the fault."""
    assert failure.cause.about == fault.property
    assert fault.message in failure.cause.message
    assert len(failure.log) <= fault.most, failure.transcript()
    assert len(failure.log) <= failure.was
    file = folder / "failed.jsonl"
    file.write_text(failure.record(), "ascii")
    (record,) = read_records(file)
    assert isinstance(record, Record)
    scenario = sieges.load(failure.pack)
    divergence = replay_record(record, scenario, invariants=True)
    assert divergence is not None
    assert failure.cause.message in divergence.message
    space: dict[str, object] = {}
    exec(failure.case(), space)
    (case,) = (found for name, found in space.items() if name.startswith("test_"))
    with pytest.raises(AssertionError, match=str(failure.cause.line)):
        case()  # type: ignore[operator]
    with suppress(NoSuchGame):
        holds(repository / fault.pack, failure.moves, options=failure.options)


@pytest.mark.parametrize("fault", [fault for fault in FAULTS if fault.pack not in SLOW], ids=lambda f: f.name)
def test_found_at_the_speed_of_the_engine(fault: Planted, repository: Path, tmp_path: Path) -> None:
    found = session(planted(fault, repository, tmp_path), fault)
    found.fuzz(60, first=True)
    (failure,) = found.failures
    is_told(failure, fault, repository, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("fault", [fault for fault in FAULTS if fault.pack in SLOW], ids=lambda f: f.name)
def test_found_in_long_games(fault: Planted, repository: Path, tmp_path: Path) -> None:
    found = session(planted(fault, repository, tmp_path), fault)
    found.fuzz(60, first=True)
    (failure,) = found.failures
    is_told(failure, fault, repository, tmp_path)


@pytest.mark.parametrize("number", [0, 3, 5, 6])
def test_found_by_hypothesis(number: int, repository: Path, tmp_path: Path) -> None:
    fault = FAULTS[number]
    found = session(planted(fault, repository, tmp_path), fault)
    run(found, 60)
    (failure,) = found.failures
    is_told(failure, fault, repository, tmp_path)


def test_each_cause_is_told_once(repository: Path, tmp_path: Path) -> None:
    pack = planted(FAULTS[0], repository, tmp_path)
    (pack / "said.yaml").write_text(
        "never:\n  far: miles > 5\ninvariants:\n  near: miles < 5\n", encoding="utf-8"
    )
    for play in (lambda one: one.fuzz(1.0), lambda one: run(one, 30)):
        found = session(pack, FAULTS[0])
        play(found)
        causes = [failure.cause for failure in found.failures]
        assert len(set(causes)) == len(causes)
        assert {"never.far", "invariants.near"} >= {cause.about for cause in causes}
        assert all(failure.games > 1 for failure in found.failures)
