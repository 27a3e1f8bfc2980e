"""The greedy agent: one turn of lookahead."""

from __future__ import annotations

from sieges.players.search import Search


class Greedy(Search):
    """Takes the option after which the turn ends best, on average over the ways in which it may go on."""

    def __init__(self, looks: int = 32) -> None:
        super().__init__(looks)
