"""The loops that play a range of games: inline where every seat is random, step by step where agents look at views."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING

from sieges.game.chance import mix, salt_of, seed_of
from sieges.game.invariants import Broken, keeper
from sieges.game.pending import Decision
from sieges.game.runtime import Fault
from sieges.players import asking
from sieges.players.agents import Agent, agent, seat_of
from sieges.players.uniform import SALT, Uniform
from sieges.study.simulate import RANDOM, GameFailed, Plan, Tally

if TYPE_CHECKING:
    from sieges.game.rules import Rules


def play_games(rules: Rules, what: Plan, first: int, end: int) -> Tally:
    """Play the games with index ``first`` to ``end`` - 1.

    Raises:
        GameFailed: a game stopped in the middle.
    """
    found = Tally()
    if what.is_random and not what.record:
        _inline(rules, what, first, end, found)
    else:
        _with_agents(rules, what, first, end, found)
    return found


def game_seed(seed: int, index: int) -> int:
    """The seed of one game of many: its dice and decks, and its agents."""
    return seed_of("game", seed, index)


def _inline(rules: Rules, what: Plan, first: int, end: int, found: Tally) -> None:
    """All seats at random, at full speed."""
    start = rules.start(what.options)
    play, streams = rules.play_from, rules.streams
    rng = Random()
    random, reseed = rng.random, rng.seed
    length = 0
    cells = start
    keep = keeper(rules) if what.invariants else None

    def choose(site: int, values: Sequence[int]) -> int:
        nonlocal length
        count = len(values)
        if count > 1:
            length += 1
            return int(random() * count)
        return 0

    def choose_keeping(site: int, values: Sequence[int]) -> int:
        assert keep is not None
        keep(cells)
        return choose(site, values)

    answer = choose if keep is None else choose_keeping
    index = first
    seed = 0
    try:
        for index in range(first, end):
            seed = game_seed(what.seed, index)
            length = 0
            reseed(mix(seed, SALT))
            cells = start[:]
            play(cells, answer, streams(seed))
            if keep is not None:
                keep(cells)
            found.add(cells, length)
    except (Fault, Broken):
        # Step by step the same game stops at the same place, and is known move by move.
        _with_agents(rules, what, index, index + 1, found)
        raise


def _with_agents(rules: Rules, what: Plan, first: int, end: int, found: Tally) -> None:
    for seed, picks in games_of_agents(rules, what, first, end, found):
        if what.record:
            found.records.append(record_line(rules, what, seed, picks))


def games_of_agents(
    rules: Rules, what: Plan, first: int, end: int, found: Tally
) -> Iterator[tuple[int, list[int]]]:
    """Play games step by step: the seed of each, and the index that was picked at every decision.

    Raises:
        GameFailed: a game stopped in the middle.
    """
    players: dict[str, Agent] = {seat: agent(name) for seat, name in what.agents.items()}
    # Seats that play at random share one agent and its stream, as they do inline.
    shared = Uniform()
    for seat, name in what.agents.items():
        if name == RANDOM:
            players[seat] = shared
    answers = {side: seat_of(rules, side) for side in rules.compiled.kinds["side"].members if players}
    for index in range(first, end):
        seed = game_seed(what.seed, index)
        picks: list[int] = []
        try:
            for seat, player in players.items():
                salt = SALT if player is shared else salt_of(f"agent {seat}")
                asking.start(player, what.agents[seat], rules, seat, mix(seed, salt))
            _one(rules, what, seed, players, answers, picks, found)
        except (Fault, Broken, asking.AgentFailed) as error:
            message = f"game {index} (seed {seed}): {error}"
            has_begun = picks or not isinstance(error, asking.AgentFailed)
            raise GameFailed(message, record_line(rules, what, seed, picks) if has_begun else "") from None
        yield seed, picks


def _one(
    rules: Rules,
    what: Plan,
    seed: int,
    players: dict[str, Agent],
    answers: dict[str, str],
    picks: list[int],
    found: Tally,
) -> None:
    """Play a game with agents; ``picks`` gains the index that was picked at every decision."""
    keep = keeper(rules) if what.invariants else None
    game = rules.new(what.options, seed)
    length = 0
    while game.site >= 0:
        if keep is not None:
            keep(game.data)
        values = rules.options(game, game.site)
        pick = 0
        if len(values) > 1:
            length += 1
            decision = game.legal()
            assert isinstance(decision, Decision)
            seat = answers[decision.side]
            view = game.observe(decision.side)
            chosen = decision.option(asking.choose(players[seat], what.agents[seat], view))
            assert chosen is not None
            pick = values.index(chosen.value)
        picks.append(pick)
        game.answer(values[pick])
    if keep is not None:
        keep(game.data)
    found.add(game.data, length)


def record_line(rules: Rules, what: Plan, seed: int, picks: list[int]) -> str:
    """A game as a line of a file of records; ``picks`` are as `games_of_agents` gives them."""
    from io import StringIO

    from sieges.play.records import record_picks, write_record

    text = StringIO()
    record = record_picks(rules, what.options, seed, picks, agents=what.agents, path=what.pack)
    write_record(text, record)
    return text.getvalue()
