"""Campaigns that play by themselves, with choices at random."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import sieges
from sieges.game import campaigns
from sieges.game.chance import Luck
from sieges.game.game import Game
from sieges.game.pending import Chance, End
from sieges.game.rules import Rules
from sieges.play.campaign import Campaign
from sieges.play.journal import CAMPAIGN_FORMAT, PERSON, Journal
from tests.play.games import PACKS, header

NIGHTS = PACKS / "three_nights"


@cache
def nights() -> sieges.Scenario:
    return sieges.load(NIGHTS)


def begun(path: Path | None = None, scenario: sieges.Scenario | None = None, **changes: Any) -> Campaign:
    """A campaign of the three nights, with a journal where a path is given."""
    scenario = scenario or nights()
    head = header(scenario, **{"seats": {"raiders": PERSON, "villagers": PERSON}, **changes})
    journal = None if path is None else Journal.create(path, head, CAMPAIGN_FORMAT)
    return Campaign.begin(scenario.rules(), head, journal)


def advance(campaign: Campaign, moves: int = 10_000, seed: int = 0) -> Campaign:
    """Play on at random for so many moves or to the end."""
    rng = Random(seed)
    while campaign.end is None:
        pending = campaign.part.pending
        if isinstance(pending, End):
            campaign.go_on()
            continue
        if moves == 0:
            break
        moves -= 1
        if isinstance(pending, Chance):
            campaign.part.apply(campaign.part.chance(), "seed")
        else:
            campaign.part.apply(rng.choice(pending.options).id)
    return campaign


def parts(
    rules: Rules, seed: int, options: dict[str, Any] | None = None, most: int = 300, keen: bool = False
) -> Iterator[tuple[str, Game]]:
    """Each part of a campaign with choices at random, as it has ended: what it was, and the position.

    Args:
        rules: of a pack with a campaign.
        seed: of choices and luck.
        options: of all games.
        most: games after which it must have ended.
        keen: whether the first option is taken mostly, the highest number, and the way towards somebody as far as it
            goes (which stands behind staying), so that more happens in a game.
    """
    rng, luck = Random(seed), Luck(seed, rules.salts)

    def choose(site: int, values: Any) -> int:
        if keen and rng.random() < 0.7:
            # Of points, the first is to stay where one is.
            kind = rules.compiled.sites[site].kind
            return min(1, len(values) - 1) if kind == "point" else 0 if kind else len(values) - 1
        return rng.randrange(len(values))

    def played(game: Game) -> Game:
        game.finish(choose, _rolls(luck, rules))
        return game

    game = played(campaigns.opening(rules, options))
    yield "begins", game
    for _ in range(most):
        if campaigns.end_of(rules, game.data) is not None:
            return
        game = played(campaigns.next_game(rules, campaigns.carried(rules, game.data), options))
        yield "game", game
        game = played(campaigns.following(game))
        yield "after", game
    raise AssertionError(f"no end after {most} games")


def _rolls(luck: Luck, rules: Rules) -> list[Callable[[int], int]]:
    def stream(source: int) -> Callable[[int], int]:
        return lambda total: luck.next(source, total)

    return [stream(source) for source in range(len(rules.compiled.sources))]
