"""What a side does not know makes no difference to anything that it is given: board, options, log, agents."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest

from sieges.game.game import Game
from sieges.game.pending import Decision
from sieges.game.view import View
from sieges.players.agents import agent
from tests.conformance.playable import choices, pauses, pick, setups

SECRETIVE = ["scenarios/syracuse", "tests/packs/night_raid"]
"""Named here, so that no pack need be compiled before the first test."""


def viewers(game: Game) -> list[str | None]:
    return [*game.rules.compiled.kinds["side"].members, None]


def seen(view: View) -> str:
    """Everything that a side is given, to the byte."""
    pending = repr(view.legal())
    state = json.dumps([view.position(), view.to_json()], sort_keys=True)
    return "\n".join((pending, state, view.digest(), repr(view.refusals())))


def unknown(game: Game, viewer: str | None) -> list[tuple[int, list[int]]]:
    """The cells that a side does not know, each with the values that it must think of."""
    index = None if viewer is None else game.rules.compiled.kinds["side"].members.index(viewer)
    return [(cell.cell, cell.possible(game.data)) for cell in game.rules.secrets.unknown_to(index)]


@pytest.fixture(scope="session", params=SECRETIVE)
def secretive(request: pytest.FixtureRequest) -> str:
    path: str = request.param
    return path


def test_packs_with_secrets_are_named_above(pack: str) -> None:
    assert (pack in SECRETIVE) == any(setup.rules.secrets for setup in setups(pack))


def test_the_truth_is_among_what_the_others_think_possible(secretive: str) -> None:
    for pause in pauses(secretive, 8):
        for cell, values in unknown(pause.game, None):
            assert pause.game.data[cell] in values, pause.where


def test_a_view_does_not_depend_on_what_it_hides(secretive: str) -> None:
    for pause in pauses(secretive, 4, every=2):
        where, game, luck = pause.where, pause.game, random.Random(pause.where)
        for viewer in viewers(game):
            view = seen(game.observe(viewer))
            for _ in range(3):
                other = game.clone()
                for cell, values in unknown(game, viewer):
                    other.data[cell] = luck.choice(values)
                assert seen(other.observe(viewer)) == view, f"{where}, seen by {viewer}"


def test_a_side_sees_its_own_secrets_and_a_spectator_none(secretive: str) -> None:
    hidden = 0
    for pause in pauses(secretive, 4):
        where, game = pause.where, pause.game
        sides = game.rules.compiled.kinds["side"].members
        spectator = game.observe(None).to_json()["data"]
        for cell in game.rules.secrets.cells:
            own = game.observe(sides[cell.owner])
            assert own.to_json()["data"][cell.cell] == game.data[cell.cell], where
            hidden += spectator[cell.cell] != game.data[cell.cell]
        pending = game.legal()
        if isinstance(pending, Decision) and pending.secret:
            for viewer in viewers(game):
                asked = game.observe(viewer).legal()
                assert isinstance(asked, Decision)
                assert bool(asked.options) == (viewer == pending.side), where
    assert hidden, "nothing was ever hidden"


def pairs(secretive: str, seeds: int) -> Iterator[tuple[str, str, Game, Game, list[str]]]:
    """Two games that differ in one secret answer, both at their next pauses until a secret is revealed.

    For each pause: where it is, the side whose secret it is, the two games, and whether an event told anything.
    """
    for pause in pauses(secretive, seeds):
        where, pending, luck = pause.where, pause.pending, random.Random(pause.where)
        if not isinstance(pending, Decision) or not pending.secret or len(pending.options) < 2:
            continue
        first, second = luck.sample(pending.options, 2)
        left, right = pause.game.clone(), pause.game.clone()
        logs = [left.apply(first.id), right.apply(second.id)]
        yield where, pending.side, left, right, ["differ"] if logs[0] != logs[1] else []
        yield from _on(where, pending.side, left, right, luck)


def _on(
    where: str, side: str, left: Game, right: Game, luck: random.Random
) -> Iterator[tuple[str, str, Game, Game, list[str]]]:
    kinds = left.rules.compiled.events
    for _ in range(50):
        asked, other = left.legal(), right.legal()
        if left.ended or right.ended:
            return
        answer = pick(asked, luck).id  # type: ignore[arg-type]
        if answer not in [choice.id for choice in choices(other)]:
            # A further secret choice of the same side, from what only it knows.
            return
        logs = [left.apply(answer), right.apply(answer)]
        if any(kinds[event[0]].kind == "reveal" for log in logs for event in log):
            return
        yield where, side, left, right, ["differ"] if logs[0] != logs[1] else []


def test_a_secret_answer_makes_no_difference_to_others_until_a_reveal(secretive: str) -> None:
    count = 0
    for where, side, left, right, told in pairs(secretive, 6):
        count += 1
        assert not told, f"{where}: the log tells of a secret of {side}"
        for viewer in viewers(left):
            if viewer != side:
                assert seen(left.observe(viewer)) == seen(right.observe(viewer)), f"{where}, seen by {viewer}"
    assert count > 20


@pytest.mark.parametrize("name", ["random", "greedy:2", "rollout:4"])
def test_no_agent_chooses_by_what_it_may_not_know(secretive: str, name: str) -> None:
    count = 0
    for where, side, left, right, _ in pairs(secretive, 1):
        pending = left.legal()
        if not isinstance(pending, Decision) or pending.side == side:
            continue
        chosen = set()
        for game in (left, right):
            player = agent(name)
            player.start(game.rules, pending.side, 7)
            chosen.add(player.choose(game.observe(pending.side)))
        assert len(chosen) == 1, f"{where}: {name} at {pending.id}"
        count += 1
        if count == 25:
            return
    assert count


def test_resampled_worlds_differ_and_keep_what_is_known(secretive: str) -> None:
    differed = False
    for pause in pauses(secretive, 3, every=3):
        where, game = pause.where, pause.game
        for viewer in viewers(game):
            view = game.observe(viewer)
            worlds = [view.resample(random.Random(seed)) for seed in range(8)]
            possible = unknown(game, viewer)
            for world in worlds:
                assert world.luck is None
                assert seen(world.observe(viewer)) == seen(view), f"{where}, seen by {viewer}"
                assert all(world.data[cell] in values for cell, values in possible), where
            if any(len(values) > 1 for _, values in possible):
                differed = differed or len({tuple(world.data) for world in worlds}) > 1
    assert differed


def test_a_view_is_written_and_read_again(secretive: str) -> None:
    for pause in pauses(secretive, 2, every=4):
        where, game = pause.where, pause.game
        for viewer in viewers(game):
            view = game.observe(viewer)
            again = game.rules.from_json(json.loads(json.dumps(view.to_json())))
            assert seen(again.observe(viewer)) == seen(view), f"{where}, seen by {viewer}"
