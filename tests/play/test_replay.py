"""Replays against a pack as it is now, and records of simulations."""

from __future__ import annotations

import io
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

import sieges
from sieges.game.pending import Chance, End
from sieges.play.reading import read_save, what_is
from sieges.play.records import (
    Record,
    moves_of,
    read_records,
    record_of,
    record_picks,
    replay_record,
    settings,
    write_record,
)
from sieges.play.replay import Diverged, Replay, replay, resume

from .games import advance, begun, copied, ford


def saved(tmp_path: Path, **changes: Any) -> Path:
    path = tmp_path / "game.jsonl"
    session = advance(begun(path, **changes), seed=3)
    assert session.journal is not None
    session.journal.close()
    return path


def replayed(tmp_path: Path, *changes: tuple[str, str]) -> Replay:
    return replay(read_save(saved(tmp_path)), sieges.load(copied(tmp_path, *changes)))


def test_the_same_pack_is_exact(tmp_path: Path) -> None:
    found = replay(read_save(saved(tmp_path)), ford())
    assert found.exact
    assert found.same_rules
    assert found.session is not None
    assert isinstance(found.session.pending, End)


def test_it_can_stop_on_the_way(tmp_path: Path) -> None:
    found = replay(read_save(saved(tmp_path)), ford(), 4)
    assert found.session is not None
    assert len(found.session.moves) == 4


def test_ways_back_are_replayed(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    session = begun(path)
    session.apply("assault")
    session.undo()
    session.apply("bluff")
    advance(session, 6)
    session.amend(2)
    advance(session, seed=4)
    assert session.journal is not None
    session.journal.close()
    found = replay(read_save(path), ford())
    assert found.exact
    assert found.session is not None
    assert found.session.game.digest() == session.game.digest()
    assert found.session.amended == 1


@pytest.mark.parametrize("by", ["south", "zeus", "north"])
def test_an_undo_that_could_not_be_made_diverges(tmp_path: Path, by: str) -> None:
    """Written into a save by hand: another side has decided since, or it is nobody's to take back."""
    path = saved(tmp_path)
    lines = path.read_text().splitlines()
    for at in range(3, len(lines) - 1):
        line = {"n": json.loads(lines[at])["n"] + 1, "undo": 1, "by": by}
        path.write_text("\n".join([*lines[: at + 1], json.dumps(line)]) + "\n")
        read = read_save(path)
        found = replay(read, ford())
        assert read.damage is not None or found.divergence is not None, line
        if found.divergence is not None:
            assert "the undo cannot be made" in str(found.divergence)


@pytest.mark.parametrize(
    "change",
    [
        ("title: Mill House", "title: The Mill House"),
        ("  bonus:     {title", "  spare:     {title: Spare, type: number, start: 0}\n  bonus:     {title"),
        ("  shower:  {title", "  # a comment\n  shower:  {title"),
        ("{id: wait, label: Wait and see}", "{id: wait, label: Wait}"),
    ],
)
def test_an_edit_that_touches_nothing_is_exact(tmp_path: Path, change: tuple[str, str]) -> None:
    assert replayed(tmp_path, change).exact


def test_a_changed_result_diverges_at_its_rule(tmp_path: Path) -> None:
    found = replayed(tmp_path, ("- adjust: crossing\n        by: 1", "- adjust: crossing\n        by: 2"))
    assert found.divergence is not None
    assert not found.same_rules
    assert found.divergence.decision > 1
    assert any("rules.yaml" in str(place) for place in found.divergence.rules)
    assert "position" in str(found.divergence)


def test_an_option_that_is_gone_is_named_with_its_rule(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    session = begun(path)
    session.apply("assault")
    assert session.journal is not None
    session.journal.close()
    found = replay(read_save(path), sieges.load(copied(tmp_path, ("in: [mill]}", "in: [island]}"))))
    assert found.divergence is not None
    assert found.divergence.decision == 1
    assert found.divergence.id == "sequence.order"
    assert "`assault` is not offered now" in found.divergence.message
    assert "bluff" in found.divergence.offered
    assert any(place.line > 1 for place in found.divergence.rules)
    with pytest.raises(Diverged):
        resume(read_save(path), sieges.load(tmp_path / "ford"))


def test_another_question_is_named(tmp_path: Path) -> None:
    found = replayed(
        tmp_path, ("- choose: sent\n", "- choose: gone_forward\n"), ("if: sent == 3", "if: gone_forward == 3")
    )
    assert found.divergence is not None
    assert found.divergence.decision == 2
    assert "`sequence.gone_forward` is asked now" in found.divergence.message


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (("two: {title: Two players", "both: {title: Two players"), "no mode `two`"),
        (("long:  {title: Long, crossings: 6}", "longer:  {title: Long, crossings: 6}"), "length"),
        (("  mist: {title", "  fog: {title"), "mist"),
    ],
)
def test_what_the_header_names_may_be_gone(tmp_path: Path, change: tuple[str, str], what: str) -> None:
    path = saved(tmp_path, options={"length": "long", "more_rafts": 0, "mist": False})
    changes = [change, ("- if: mist", "- if: fog")] if "fog" in change[1] else [change]
    found = replay(read_save(path), sieges.load(copied(tmp_path, *changes)))
    assert found.divergence is not None
    assert found.divergence.decision == 0
    assert what in str(found.divergence)


def test_everything_that_a_line_says_is_compared(tmp_path: Path) -> None:
    """Whatever is changed in any line of a save, beside its digest's own check, is found at that line."""
    path = saved(tmp_path)
    whole = path.read_text().splitlines()
    others = {"by": "nobody", "choice": "rubbish", "id": "sequence.rubbish", "digest": "0" * 16}
    tried = 0
    for at, text in enumerate(whole[1:], 1):
        line = json.loads(text)
        hows = {"seed": ("only", "person", "agent"), "person": ("seed", "typed"), "only": ("seed", "typed")}
        changes = [{**line, name: other} for name, other in others.items() if name in line]
        changes += [{**line, "how": how} for how in hows.get(line.get("how", "person"), ()) if "id" in line]
        for change in changes:
            tried += 1
            path.write_text("\n".join([*whole[:at], json.dumps(change), *whole[at + 1 :]]) + "\n")
            found = replay(read_save(path), ford())
            assert found.divergence is not None, change
            assert found.divergence.line == line["n"], (change, str(found.divergence))
    assert tried > 40


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"seed": 6}, "seed 6 gives"),
        ({"dice": "manual"}, "the dice of this game are typed"),
        ({"seats": {"north": "person"}}, "the sides that decide were north; now they are north, south"),
        ({"seats": {"north": "person", "moon": "person"}}, "north, moon"),
        ({"pack": "bridge"}, "one of the pack `bridge`, and this is `ford`"),
        ({"options": {"length": "short", "more_rafts": 1, "mist": False}}, "DIVERGED"),
    ],
)
def test_everything_that_a_header_says_is_compared(tmp_path: Path, change: dict[str, Any], what: str) -> None:
    path = saved(tmp_path)
    first, *rest = path.read_text().splitlines()
    path.write_text("\n".join([json.dumps({**json.loads(first), **change}), *rest]) + "\n")
    found = replay(read_save(path), ford())
    assert found.divergence is not None
    assert what in str(found.divergence)


def test_an_invariant_that_breaks_is_found_at_its_decision(tmp_path: Path) -> None:
    path = saved(tmp_path)
    pack = copied(tmp_path)
    (pack / "invariants.yaml").write_text("invariants:\n  few: crossing == 0\n")
    found = replay(read_save(path), sieges.load(pack), invariants=True)
    assert found.exact
    assert found.broken is not None
    assert re.fullmatch(
        r"BROKEN at decision \d+, [\w.]+ \(.*invariants\.yaml:2(:\d+)?\): the invariant `few` does not hold after it",
        str(found.broken),
    )
    again = replay(read_save(path), sieges.load(pack), found.broken.line - 1, invariants=True)
    assert again.broken is None


def test_another_end_is_a_divergence(tmp_path: Path) -> None:
    path = saved(tmp_path)
    text = re.sub(r'"winner": ("south"|null)', '"winner": "north"', path.read_text())
    path.write_text(text)
    found = replay(read_save(path), ford())
    assert found.divergence is not None
    assert "had ended" in found.divergence.message


# --- records --------------------------------------------------------------------------------------


def recorded(seed: int) -> dict[str, Any]:
    """A game at random as a record, from the picks alone."""
    rules = ford().rules()
    game = rules.new({"length": "long"}, seed)
    rng = random.Random(seed)
    picks = []
    while not isinstance(pending := game.legal(), End):
        assert not isinstance(pending, Chance)
        picks.append(rng.randrange(len(pending.options)))
        game.apply(pending.options[picks[-1]].id)
    record = record_picks(
        rules, {"length": "long"}, seed, picks, agents={"north": "random"}, path=str(ford().name)
    )
    assert (record["ending"], record["winner"]) == (pending.id, pending.winner)
    return record


@pytest.fixture
def records(tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl"
    with path.open("w") as file:
        for seed in range(5):
            write_record(file, recorded(seed))
    return path


def test_records_are_exact(records: Path) -> None:
    assert what_is(records) == "record"
    found = list(read_records(records))
    assert [record.number for record in found if isinstance(record, Record)] == [1, 2, 3, 4, 5]
    for record in found:
        assert isinstance(record, Record)
        assert record.options["length"] == "long"
        assert replay_record(record, ford()) is None


def test_a_record_of_another_game_diverges(records: Path, tmp_path: Path) -> None:
    changed = sieges.load(
        copied(tmp_path, ("- adjust: crossing\n        by: 1", "- adjust: crossing\n        by: 2"))
    )
    found = [replay_record(record, changed) for record in read_records(records) if isinstance(record, Record)]
    assert sum(divergence is not None for divergence in found) >= 3


def test_a_record_is_checked(records: Path) -> None:
    lines = records.read_text().splitlines()
    value = json.loads(lines[0])
    wrong = [
        "rubbish", "{}", "[" * 1000, json.dumps({**value, "moves": [["a"]]}), json.dumps({**value, "moves": "a"}),
        json.dumps({**value, "winner": 4}), json.dumps({**value, "format": "sieges-record 2"}),
        json.dumps({**value, "options": {"length": {}}}), json.dumps({**value, "path": 3}),
    ]  # fmt: skip
    records.write_text("\n".join([lines[0], *wrong]) + "\n")
    found = list(read_records(records))
    assert isinstance(found[0], Record)
    assert all(isinstance(record, tuple) for record in found[1:])
    assert [record[0] for record in found[1:] if isinstance(record, tuple)] == list(range(2, 2 + len(wrong)))


def test_a_record_with_an_unknown_mode_or_option(records: Path) -> None:
    record = next(iter(read_records(records)))
    assert isinstance(record, Record)
    record.mode = "three"
    assert "three" in str(replay_record(record, ford()))
    record.mode = "two"
    record.options = {"nothing": 1}
    assert "nothing" in str(replay_record(record, ford()))


def test_picks_must_fit_the_game() -> None:
    with pytest.raises(ValueError, match="no pick"):
        moves_of(ford().rules(), None, 1, [99])


def test_a_game_that_was_left_is_a_record_as_well(tmp_path: Path) -> None:
    rules = ford().rules()
    path = tmp_path / "left.jsonl"
    record = record_picks(rules, None, 1, [0, 0, 0], path=str(ford().name))
    assert (record["ending"], record["winner"]) == (None, None)
    with path.open("w") as file:
        write_record(file, record)
    (read,) = read_records(path)
    assert isinstance(read, Record)
    assert replay_record(read, ford(), invariants=True) is None


def test_a_record_of_another_seed_diverges_at_its_first_chance(records: Path) -> None:
    record = next(iter(read_records(records)))
    assert isinstance(record, Record)
    assert record.seed is not None
    record.seed += 1
    assert "seed 1 gives" in str(replay_record(record, ford()))
    record.pack = "bridge"
    assert "one of the pack `bridge`" in str(replay_record(record, ford()))


def test_settings_have_every_option_by_name() -> None:
    rules = ford().rules()
    assert settings(rules) == {"length": "short", "more_rafts": 0, "mist": False}
    assert settings(rules, {"mist": "true", "more_rafts": "1"}) == {
        "length": "short",
        "more_rafts": 1,
        "mist": True,
    }


def test_a_record_written_by_hand(tmp_path: Path) -> None:
    rules = ford().rules()
    session = advance(begun())
    end = session.pending
    assert isinstance(end, End)
    moves = [(move.pending.id, move.chosen.id) for move in session.moves]
    text = io.StringIO()
    write_record(text, record_of(rules, moves, end, seed=5))
    assert text.getvalue().count("\n") == 1
    assert json.loads(text.getvalue())["path"] == "ford"
