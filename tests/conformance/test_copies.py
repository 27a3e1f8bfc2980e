"""A game can be copied, written down and taken up again, and is the same game."""

from __future__ import annotations

import json
import random
from itertools import islice
from typing import Any, cast

import pytest

from sieges import BadArgument
from sieges.game.game import Game
from sieges.game.pending import End
from tests.conformance.playable import pauses, pick, setups, walk

FAR = 12
"""For how many pauses copies are played on: past the next one that is copied, so that all of a game is gone over."""


def played_on(game: Game, seed: str, far: int = FAR) -> list[str]:
    """How a game goes on at random, as digests."""
    return [game.digest() for _ in islice(walk(game, random.Random(seed)), far)]


def test_a_clone_is_the_original(pack: str) -> None:
    for pause in pauses(pack, 2, every=10):
        where, game = pause.where, pause.game
        copy = game.clone()
        assert copy.digest() == game.digest(), where
        assert copy.to_json() == game.to_json(), where
        assert copy.position() == game.position(), where
        before, pending = game.to_json(), game.legal()
        rest = played_on(copy, where)
        assert game.to_json() == before, f"{where}: playing on with a clone changed the original"
        assert game.legal() == pending, where
        assert played_on(game.clone(), where) == rest, f"{where}: the same choices led elsewhere"


def test_a_clone_has_the_same_luck_and_its_own(pack: str) -> None:
    for setup in setups(pack):
        game, luck = setup.new(seed=5), random.Random(5)
        for _ in range(5):
            pending = game.legal()
            if isinstance(pending, End):
                break
            game.apply(pick(pending, luck).id)
        first = played_on(game.clone(), "on", 10 * FAR)
        assert played_on(game.clone(), "on", 10 * FAR) == first, (
            f"{setup}: one clone's luck changed another's"
        )
        assert played_on(game, "on", 10 * FAR) == first, f"{setup}: a clone's luck changed the original's"


def test_a_game_written_down_is_the_same_game(pack: str) -> None:
    for pause in pauses(pack, 2, every=10):
        where, game = pause.where, pause.game
        written = json.dumps(game.to_json())
        read = game.rules.from_json(json.loads(written))
        assert json.dumps(read.to_json()) == written, where
        assert read.digest() == game.digest(), where
        assert read.legal() == game.legal(), where
        assert read.position() == game.position(), where
        assert played_on(read, where) == played_on(game.clone(), where), f"{where}: it goes on in another way"


def damaged(good: dict[str, Any]) -> list[dict[str, Any]]:
    """The same with something wrong."""
    data, frames = good["data"], good["frames"]
    top = frames[0]
    return [
        {},
        *({**good, "data": [*data[:at], cell + 1, *data[at + 1 :]]} for at, cell in enumerate(data)),
        *({**good, "frames": [*frames[:at], cell + 1, *frames[at + 1 :]]} for at, cell in enumerate(frames)),
        {**good, "data": [1 << 64, *data[1:]]},
        {**good, "data": [10**9] * len(data)},
        {**good, "frames": [*frames, 0]},
        {**good, "frames": frames[:-1]},
        {**good, "frames": [len(frames), *frames[1:]]},
        {**good, "frames": [-1, *frames[1:]]},
        {**good, "frames": [*frames[:top], 10**6, *frames[top + 1 :]]},
        {**good, "digest": "0"},
        {key: value for key, value in good.items() if key != "digest"},
        {**good, "rules": "other"},
        {**good, "data": good["data"][:-1]},
        {**good, "data": [*good["data"][:-1], "1"]},
        {**good, "data": [*good["data"][:-1], True]},
        {**good, "data": [*good["data"][:-1], 0.5]},
        {**good, "data": None},
        {**good, "frames": []},
        {**good, "frames": "0"},
        {**good, "site": 10**6},
        {**good, "site": None},
    ]


def test_what_is_damaged_is_refused(pack: str) -> None:
    for setup in setups(pack)[:1]:
        for wrong in damaged(setup.new().to_json()):
            with pytest.raises(ValueError, match=r"other rules|damaged"):
                setup.rules.from_json(wrong)
        for nothing in (None, 3, "state", []):
            with pytest.raises(BadArgument, match="a state is a mapping"):
                setup.rules.from_json(cast("dict[str, Any]", nothing))


def test_equal_situations_have_equal_digests(pack: str) -> None:
    """The position and where the rules are is all that counts; and different situations have different digests."""
    met: dict[str, str] = {}
    for pause in pauses(pack, 3):
        where, game = pause.where, pause.game
        situation = json.dumps([game.data, game.frames])
        assert met.setdefault(game.digest(), situation) == situation, f"{where}: one digest, two situations"
        assert game.rules.from_json(game.to_json()).digest() == game.digest(), where
    assert len(set(met.values())) == len(met), "one situation, two digests"
