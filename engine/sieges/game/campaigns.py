"""A campaign, game by game: what is played before the first, each game, what follows it, and what is kept.

Each part of a campaign is a `Game` of the same rules, driven by the same three calls. From one game to the next only
the cells go that the pack's `campaign` carries; what follows a game begins on the position at its end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sieges.game.arguments import BadArgument
from sieges.game.chance import Luck
from sieges.game.game import Game
from sieges.game.pending import End
from sieges.game.rules import Rules
from sieges.language.compiled import CampaignData

NOT_YET = -2
"""What the function of an ending gives where it is not the end."""


def campaign_of(rules: Rules) -> CampaignData:
    """The campaign of a pack.

    Raises:
        BadArgument: it has none.
    """
    found = rules.compiled.campaign
    if found is None:
        raise BadArgument(f"`{rules.compiled.pack}` has no campaign")
    return found


def opening(rules: Rules, options: Mapping[str, Any] | None = None, luck: Luck | None = None) -> Game:
    """What is done before the first game, at its first pause.

    Raises:
        BadArgument: there is no campaign, or an option or value does not exist.
    """
    game = Game(rules, rules.start(options), [0], luck)
    rules.push(game, campaign_of(rules).begins)
    game.resume()
    return game


def next_game(
    rules: Rules, carried: Sequence[int], options: Mapping[str, Any] | None = None, luck: Luck | None = None
) -> Game:
    """A game of a campaign at its first pause; ``carried`` is what was kept, as `carried` gives it.

    Raises:
        BadArgument: there is no campaign, or an option or value does not exist.
    """
    data = rules.start(options)
    at = 0
    for part in campaign_of(rules).carried:
        data[part.base : part.base + part.count] = carried[at : at + part.count]
        at += part.count
    return rules.begin(data, luck)


def following(ended: Game) -> Game:
    """What is done after a game that has ended, at its first pause; it begins where that game ended.

    Raises:
        BadArgument: there is no campaign.
    """
    rules = ended.rules
    game = ended.clone()
    ending, winner = game.data[:2]
    game.data[:2] = rules.compiled.initial[:2]
    rules.push(game, campaign_of(rules).after, (winner, ending))
    game.resume()
    return game


def carried(rules: Rules, cells: Sequence[int]) -> list[int]:
    """What is kept of a position, in one row."""
    parts = campaign_of(rules).carried
    return [cell for part in parts for cell in cells[part.base : part.base + part.count]]


def end_of(rules: Rules, cells: Sequence[int]) -> End | None:
    """How a campaign has ended with the position at the end of what is done between games; None if it goes on."""
    sides = rules.compiled.kinds["side"].members
    for number, ending in enumerate(campaign_of(rules).ends):
        winner = rules.runtime.function(f"e{number}")(cells)
        if winner != NOT_YET:
            return End(ending.id, ending.title, sides[winner] if winner >= 0 else None, ending.place)
    return None
