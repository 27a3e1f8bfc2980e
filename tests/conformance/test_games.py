"""Games at random come to an end, and on the way everything is as docs/engine.md says."""

from __future__ import annotations

import itertools
import random

import pytest

from sieges.game.game import IllegalChoice, NotRunning
from sieges.game.invariants import broken, kept
from sieges.game.pending import Chance, Decision, End, Pending
from tests.conformance.playable import ALL, PLAYABLE, ROUNDS, choices, games, is_base, pauses, setups


def test_every_base_is_played_through_a_pack_that_extends_it() -> None:
    bases = {manifest["pack"] for manifest in ALL.values() if is_base(manifest)}
    extended = {ALL[path].get("extends", "").rsplit("/", 1)[-1] for path in PLAYABLE}
    assert bases <= extended


def test_games_come_to_an_end_without_a_dead_end(pack: str) -> None:
    for played in games(pack):
        where, game = str(played), played.end
        sides = game.rules.compiled.kinds["side"].members
        seats = {sides[seat] for seat in game.rules.compiled.seats}
        for pause in played.pauses:
            answerable(pause.pending, seats, where)
        end = played.pauses[-1].pending
        assert isinstance(end, End), where
        assert game.ended, where
        assert end.winner in (None, *sides), where
        assert end.title, where
        assert end.id != "unfinished", where
        with pytest.raises(NotRunning):
            game.apply("anything")


def test_games_at_random_do_not_all_end_alike(pack: str) -> None:
    """So that the games of these tests go over much of the rules; of long games few are played in them."""
    endings = set()
    for seed, setup in itertools.product(range(ROUNDS), setups(pack)):
        luck = random.Random(seed)
        rules = setup.rules
        end = rules.play(setup.options, lambda _, values: luck.randrange(len(values)), rules.streams(seed))  # noqa: B023
        endings.add(rules.compiled.endings[end[0] - 1].id)
        if len(endings) > 1:
            return
    pytest.fail(f"all end with {endings}")


def answerable(pending: Pending, seats: set[str], where: str) -> None:
    """A side decides among named options, or chance among outcomes that have weight."""
    ids = [choice.id for choice in choices(pending)]
    assert len(set(ids)) == len(ids), f"{where}: {pending.id} offers {ids}"
    if isinstance(pending, Decision):
        assert pending.options, f"{where}: {pending.id} offers nothing"
        assert pending.side in seats, f"{where}: {pending.id} is decided by {pending.side}"
        assert all(option.id and option.label for option in pending.options), f"{where}: {pending}"
    elif isinstance(pending, Chance):
        assert pending.outcomes, f"{where}: {pending.id} has no outcome"
        assert all(outcome.weight > 0 for outcome in pending.outcomes), f"{where}: {pending}"
        assert pending.at(0) == pending.outcomes[0], where
        assert pending.at(pending.total - 1) == pending.outcomes[-1], where


def test_invariants_of_the_pack_hold_at_every_pause(pack: str) -> None:
    for pause in pauses(pack):
        assert not broken(pause.game.rules, pause.game.data), f"{pause.where}, {pause.pending.id}"


def test_what_a_property_depends_on_alone_settles_it(pack: str) -> None:
    """The cells that it is said to read, with all others as at some other time of a game."""
    before: list[int] = []
    for pause in pauses(pack, 2, every=7):
        runtime, data = pause.game.rules.runtime, list(pause.game.data)
        for said in kept(pause.game.rules):
            cells, holds = runtime.reads(said.function), runtime.function(said.function)
            if cells is not None and len(before) == len(data):
                mixed = list(before)
                for cell in cells:
                    mixed[cell] = data[cell]
                assert holds(mixed) == holds(data), f"{pause.where}: {said.id}"
        before = data


def test_bounds_of_the_board_hold_at_every_pause(pack: str) -> None:
    """No track outside its bounds, no number of markers below nothing, free slots and markers make up the slots."""
    for played in games(pack):
        compiled = played.setup.rules.compiled
        sides, places = (len(compiled.kinds[kind].members) for kind in ("side", "location"))
        for pause in played.pauses:
            data, at = pause.game.data, f"{pause.where}, {pause.pending.id}"
            for track in compiled.tracks:
                cells = data[track.base : track.base + (sides if track.per_side else 1)]
                assert all(track.low <= cell <= track.high for cell in cells), f"{at}: {track.id} is {cells}"
            room = data[compiled.room_base : compiled.room_base + places]
            standing = [0] * places
            for piece in compiled.pieces:
                cells = data[piece.base : piece.base + sides * places]
                assert min(cells, default=0) >= 0, f"{at}: {piece.plural} {cells}"
                standing = [count + sum(cells[place::places]) for place, count in enumerate(standing)]
            assert [free + count for free, count in zip(room, standing, strict=True)] == compiled.slots, at
            assert min(room, default=0) >= 0, at


def test_what_is_offered_is_the_same_whenever_it_is_asked(pack: str) -> None:
    for pause in pauses(pack, 2, every=3):
        where, game = pause.where, pause.game
        digest = game.digest()
        assert game.clone().legal() == pause.pending, where
        assert game.legal() == pause.pending, where
        assert game.digest() == digest, f"{where}: asking changed the game"


def test_what_is_not_offered_is_refused_and_changes_nothing(pack: str) -> None:
    for pause in pauses(pack, 2, every=10):
        where, game, pending = pause.where, pause.game.clone(), pause.pending
        before = game.to_json()
        offered = [choice.id for choice in choices(pending)]
        for wrong in ("", "no_such_option", *(id_.upper() + "!" for id_ in offered)):
            with pytest.raises(NotRunning if isinstance(pending, End) else IllegalChoice):
                game.apply(wrong)
            assert game.to_json() == before, f"{where}: `{wrong}` changed the game"
            assert game.legal() == pending, f"{where}: `{wrong}` changed what is pending"


def test_refusals_say_which_condition_failed(pack: str) -> None:
    """What is not offered, and never what is."""
    for pause in pauses(pack, 2, every=3):
        where, game = pause.where, pause.game
        offered = {choice.id for choice in choices(pause.pending)}
        refused = game.rules.refusals(game)
        assert not offered & {refusal.id for refusal in refused}, where
        for refusal in refused:
            assert refusal.label, f"{where}: {refusal}"
            assert bool(refusal.condition) == bool(refusal.place), f"{where}: {refusal}"


def test_an_observer_sees_what_is_legal(pack: str) -> None:
    for pause in pauses(pack, 1, every=10):
        where, game = pause.where, pause.game
        for side in (*game.rules.compiled.kinds["side"].members, None):
            view = game.observe(side)
            # Where there are secrets, see test_secrets.py.
            if side == getattr(game.legal(), "side", side) or not game.rules.secrets:
                assert view.legal() == game.legal(), f"{where}: {side}"
            if not game.rules.secrets:
                assert view.position() == game.position(), f"{where}: {side}"
            assert view.rules is game.rules


def test_events_have_words(pack: str) -> None:
    """What is told names an event of the rules, and the holes of its text can be filled."""
    for pause in pauses(pack, 2):
        rules = pause.game.rules
        for number, *values in pause.events:
            event = rules.compiled.events[number]
            assert event.place.line > 0, f"{pause.where}: {event}"
            if event.text is not None:
                assert rules.names.text(event.text, values), f"{pause.where}: {event}"


def test_evaluations_are_numbers(pack: str) -> None:
    for pause in pauses(pack, 1, every=10):
        where, game = pause.where, pause.game
        for side, name in game.rules.compiled.evaluation.items():
            assert type(game.rules.runtime.function(name)(game.data)) is int, f"{where}: {side}"
