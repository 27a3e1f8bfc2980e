"""Luck: streams of their own for every die and deck, the same for whoever asks."""

from __future__ import annotations

import random

from sieges.game.chance import Luck
from sieges.game.game import Game
from sieges.game.pending import Chance, Decision, Pending
from tests.conformance.playable import pick, rounds, setups


def settle(game: Game, luck: Luck) -> Pending:
    """Let every pending chance come out as the streams say; what is pending then."""
    pending = game.legal()
    while isinstance(pending, Chance):
        game.apply(pending.at(luck.next(pending.source, pending.total)).id)
        pending = game.legal()
    return pending


def test_a_seed_gives_what_its_streams_give_by_hand(pack: str) -> None:
    for setup in setups(pack):
        for seed in range(rounds(pack, 3)):
            seeded, by_hand = setup.new(seed), setup.new()
            luck, choice = Luck(seed, setup.rules.salts), random.Random(seed)
            while not seeded.ended:
                pending = seeded.legal()
                assert not isinstance(pending, Chance), f"{setup}, seed {seed}: {pending.id} is left open"
                assert settle(by_hand, luck) == pending, f"{setup}, seed {seed}"
                assert by_hand.digest() == seeded.digest(), f"{setup}, seed {seed}: {pending.id}"
                assert seeded.luck is not None
                assert seeded.luck.states == luck.states, f"{setup}, seed {seed}: {pending.id}"
                chosen = pick(pending, choice).id
                seeded.apply(chosen)
                by_hand.apply(chosen)
            assert settle(by_hand, luck) == seeded.legal(), f"{setup}, seed {seed}"
            assert by_hand.digest() == seeded.digest(), f"{setup}, seed {seed}"


def test_streams_are_independent(pack: str) -> None:
    """One more roll of a die does not change the cards, nor any other die."""
    for setup in setups(pack)[:1]:
        sources = setup.rules.compiled.sources
        assert len(set(setup.rules.salts)) == len(sources)
        for disturbed in range(len(sources)):
            calm, other = Luck(3, setup.rules.salts), Luck(3, setup.rules.salts)
            other.next(disturbed, 6)
            for source in range(len(sources)):
                rolls = (
                    [calm.next(source, 1000) for _ in range(50)],
                    [other.next(source, 1000) for _ in range(50)],
                )
                assert (rolls[0] == rolls[1]) == (source != disturbed), (
                    sources[disturbed].id,
                    sources[source].id,
                )


def test_one_more_roll_leaves_the_other_sources_of_a_game_alone(pack: str) -> None:
    """Two games on one seed, one die rolled once more before the second: what comes first of every other source."""
    for setup in setups(pack)[:2]:
        calm = firsts(setup.new(), Luck(8, setup.rules.salts))
        for disturbed in range(len(setup.rules.compiled.sources)):
            luck = Luck(8, setup.rules.salts)
            luck.next(disturbed, 6)
            for source, (outcomes, outcome) in firsts(setup.new(), luck).items():
                if source != disturbed and source in calm and calm[source][0] == outcomes:
                    assert outcome == calm[source][1], f"{setup}: {source} after one more of {disturbed}"


def firsts(game: Game, luck: Luck) -> dict[int, tuple[list[tuple[str, int]], str]]:
    """What each source could give when it was first asked, and what it gave."""
    found: dict[int, tuple[list[tuple[str, int]], str]] = {}
    choice = random.Random(1)
    while not game.ended:
        pending = game.legal()
        if isinstance(pending, Chance):
            outcome = pending.at(luck.next(pending.source, pending.total))
            found.setdefault(pending.source, ([(o.id, o.weight) for o in pending.outcomes], outcome.id))
            game.apply(outcome.id)
        else:
            assert isinstance(pending, Decision)
            game.apply(pick(pending, choice).id)
    return found
