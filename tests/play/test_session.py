"""The two ways back, and luck that goes on as if nothing had been in between."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import sieges
from sieges.game.game import IllegalChoice, NotRunning
from sieges.game.pending import Chance, Decision, End
from sieges.game.runtime import Fault
from sieges.play.journal import PERSON, BackLine
from sieges.play.reading import read_save
from sieges.play.replay import resume
from sieges.play.session import CannotGoBack, Session
from sieges.play.turns import Turns, told

from .games import PACKS, advance, begun, copied, ford, to_decision


def moves(session: Session) -> list[tuple[str, str]]:
    return [(move.pending.id, move.chosen.id) for move in session.moves]


def close(session: Session) -> None:
    assert session.journal is not None
    session.journal.close()


def test_the_luck_is_that_of_a_seeded_game() -> None:
    session = advance(begun(seed=11))
    game = ford().new(seed=11)
    for move in session.moves:
        if not move.is_chance:
            game.apply(move.chosen.id)
    assert game.digest() == session.game.digest()


# --- undo -----------------------------------------------------------------------------------------


def test_undo_goes_back_to_the_sides_own_last_decision() -> None:
    session = begun()
    start = session.game.digest()
    session.apply("assault")
    session.apply("2")
    with pytest.raises(CannotGoBack, match="another side"):
        # South is asked now: what North decided is not South's to take back.
        session.undo()
    session = begun()
    session.apply("assault")
    session.undo()
    assert session.game.digest() == start
    assert session.moves == []


def test_undo_stops_at_chance() -> None:
    session = to_decision(begun(), "place", {"order": "assault"})
    with pytest.raises(CannotGoBack, match="a die was rolled"):
        session.undo()


def test_undo_stops_at_a_reveal() -> None:
    """In the night raid the raiders call off or go on; going on reveals, and their next question follows at once."""
    scenario = sieges.load(PACKS / "night_raid")
    stopped = 0
    for seed in range(30):
        session = begun(scenario=scenario, seats={"raiders": PERSON, "watch": PERSON}, seed=seed)
        random = Random(seed)
        while not isinstance(session.pending, End):
            pending = session.pending
            if isinstance(pending, Decision) and session.moves and session.moves[-1].reveals:
                with pytest.raises(CannotGoBack, match=r"revealed|rolled|another side"):
                    session.undo()
                last = session.moves[-1]
                stopped += isinstance(last.pending, Decision) and last.by == pending.side
            found = pending.outcomes if isinstance(pending, Chance) else pending.options
            session.apply(random.choice(found).id)
    assert stopped, "no reveal stood between two decisions of one side"


def test_undo_stops_at_the_start() -> None:
    with pytest.raises(CannotGoBack, match="no choice"):
        begun().undo()


def test_undo_passes_over_choices_that_were_none() -> None:
    """With one troop less there is one number to choose: it was never asked."""
    session = begun()
    session.apply("assault")
    assert len(session.pending.options) > 1  # type: ignore[union-attr]
    session.apply("1")
    assert isinstance(session.pending, Decision)
    assert session.pending.side == "south"
    session.apply("wait")
    assert isinstance(session.pending, Chance)
    # Typed dice: before the card is typed South may still think again.
    assert session.undoable() == 2


def test_undo_is_open_to_another_side_of_the_same_seat() -> None:
    session = begun(seats={"north": "person"})
    session.apply("assault")
    session.apply("2")
    session.undo()
    assert session.pending.name == "sent"  # type: ignore[union-attr]


# --- amend ----------------------------------------------------------------------------------------


def test_amend_goes_anywhere_and_counts(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    session = advance(begun(path))
    end = session.pending
    assert isinstance(end, End)
    session.amend(3)
    assert session.amended == 1
    assert len(session.moves) == 3
    advance(session, seed=9)
    close(session)
    save = read_save(path)
    assert save.amended == 1
    assert save.end is not None
    assert save.end.amended == 1
    assert sum(isinstance(line, BackLine) for line in save.lines) == 1


def test_amend_refuses_what_is_not_there() -> None:
    session = begun()
    for at in (-1, 0, 5):
        with pytest.raises(CannotGoBack, match="no such move"):
            session.amend(at)


def test_a_die_that_is_typed_again_comes_out_as_typed(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    session = to_decision(begun(path), "place", {"order": "assault"})
    at = session.last_chance()
    assert at is not None
    old = session.moves[at].chosen.id
    session.amend(at)
    other = next(outcome.id for outcome in session.pending.outcomes if outcome.id != old)  # type: ignore[union-attr]
    session.apply(other, "typed")
    close(session)
    again = resume(read_save(path), ford())
    assert again.moves[at].chosen.id == other
    assert again.moves[at].how == "typed"
    assert again.amended == 1


# --- luck -----------------------------------------------------------------------------------------


def test_luck_is_the_same_after_a_way_back() -> None:
    session = advance(begun(), 12)
    before = moves(session)
    session.amend(4)
    for id_, choice in before[4:]:
        pending = session.pending
        assert pending.id == id_
        if isinstance(pending, Chance):
            assert session.chance() == choice
        session.apply(choice)
    assert moves(session) == before


def test_a_typed_outcome_counts_as_asked() -> None:
    plain = advance(begun(), 30)
    typed = begun()
    for move in plain.moves:
        if isinstance(typed.pending, Chance):
            assert typed.chance() == move.chosen.id
        typed.apply(move.chosen.id, "typed" if move.is_chance else "person")
    assert typed.luck is not None
    assert plain.luck is not None
    assert typed.luck.states == plain.luck.states


@pytest.mark.parametrize("stop", range(1, 20, 3))
def test_a_game_resumed_is_the_game_uninterrupted(tmp_path: Path, stop: int) -> None:
    whole = advance(begun(seed=21), seed=stop)
    path = tmp_path / "game.jsonl"
    session = begun(path, seed=21)
    for at, move in enumerate(whole.moves):
        if at == stop:
            close(session)
            session = resume(read_save(path), ford())
        pending = session.pending
        choice = session.chance() if isinstance(pending, Chance) else move.chosen.id
        session.apply(choice)
    assert moves(session) == moves(whole)
    assert session.game.digest() == whole.game.digest()
    close(session)


def test_a_game_without_a_seed_has_no_luck() -> None:
    session = to_decision(begun(), "reply")
    session.luck = None
    session.apply("wait")
    with pytest.raises(NotRunning):
        session.chance()


# --- refusals -------------------------------------------------------------------------------------


def test_what_is_not_offered_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    session = begun(path)
    before, digest = path.read_bytes(), session.game.digest()
    with pytest.raises(IllegalChoice):
        session.apply("muster")
    assert (path.read_bytes(), session.game.digest()) == (before, digest)
    advance(session)
    with pytest.raises(NotRunning):
        session.apply("assault")


def test_a_fault_of_the_pack_keeps_the_game_before_it(tmp_path: Path) -> None:
    pack = copied(
        tmp_path,
        ("beyond: fault, start: 0", "beyond: fault, start: 9"),
        ("while: crossing <", "while: crossing - 9 <"),
    )
    scenario = sieges.load(pack)
    path = tmp_path / "game.jsonl"
    session = begun(path, scenario)
    with pytest.raises(Fault):
        advance(session)
    kept = len(session.moves)
    close(session)
    again = resume(read_save(path), scenario)
    assert len(again.moves) == kept
    assert again.game.digest() == session.game.digest()


# --- turns ----------------------------------------------------------------------------------------


def test_a_turn_begins_where_the_first_decision_comes_back() -> None:
    session = begun()
    turns = Turns(session)
    assert (turns.now, turns.begins) == (1, True)
    to_decision(session, "reply")
    assert (turns.now, turns.begins) == (1, False)
    session.apply("wait")
    to_decision(session, "order")
    assert (turns.now, turns.begins) == (2, True)
    assert turns.starts == [0]
    session.amend(0)
    assert (turns.now, turns.starts) == (1, [])


def test_a_pack_may_say_what_begins_a_turn() -> None:
    session = begun()
    turns = Turns(session, "reply")
    assert turns.now == 0
    to_decision(session, "reply")
    assert turns.now == 1
    assert Turns(session, "sequence.reply").begins


def test_a_pack_may_count_its_turns() -> None:
    session = begun(scenario=sieges.load(PACKS / "volley"), seed=4)
    turns = Turns(session, told(session.rules.compiled))
    assert (turns.now, turns.begins) == (1, True)
    seen = []
    while not isinstance(session.pending, End):
        seen.append((turns.now, turns.begins, session.game.position()["variables"]["rounds"]))
        options = session.pending.outcomes if isinstance(session.pending, Chance) else session.pending.options
        session.apply(options[0].id)
    assert {now for now, _, _ in seen} == set(range(1, 7))
    assert all(now == max(rounds, 1) or not begins for now, begins, rounds in seen)
    assert sum(begins for _, begins, _ in seen) == 6
