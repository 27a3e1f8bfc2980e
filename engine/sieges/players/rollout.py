"""The rollout agent: a closer look at one turn, and looks that are played out to the end of the game."""

from __future__ import annotations

from collections.abc import Sequence

from sieges.players.search import BATCH, Arm, Search

LEAST = 0.01
"""The least variance that a playout is taken to have."""
CERTAIN = 10.0
"""How far the playouts' dissent from the worth of positions must be beyond what luck explains, to be believed.

In units of what luck explains for two options, less for more: about one in a thousand (chi-square). It is asked at
every decision more than once, so believing less would do more harm than good.
"""
SUSPECT = 2.0
"""At how many times what luck explains no option is dropped for its worth alone."""


class Rollout(Search):
    """Takes the option after which the turn ends best, set right by how games went on from there.

    The worth of a position may be off, and playouts tell by how much, but roughly. So options are compared by worth,
    far more closely than the greedy agent does, and corrected by playouts where these say more than luck explains.
    """

    plays_out = BATCH

    def __init__(self, looks: int = 256) -> None:
        super().__init__(looks)

    def scores(self, arms: Sequence[Arm]) -> list[tuple[float, float]]:
        played = [arm.playouts for arm in arms if arm.playouts]
        if len(played) < 2:
            return super().scores(arms)
        means = [sum(found) / len(found) for found in played]
        middle = sum(means) / len(means)
        within = sum((x - m) ** 2 for found, m in zip(played, means, strict=True) for x in found)
        luck = max(within / max(1, sum(len(found) - 1 for found in played)), LEAST)
        noise = sum(luck / len(found) for found in played) / len(played)
        spread = sum((m - middle) ** 2 for m in means) / (len(means) - 1)
        doubt = spread - noise
        if spread < (1 + CERTAIN / (len(means) - 1)) * noise:
            return [(arm.mean(), doubt if spread > SUSPECT * noise else 0.0) for arm in arms]
        scores = []
        for arm in arms:
            trust = doubt / (doubt + luck / len(arm.playouts)) if arm.playouts else 0.0
            off = sum(arm.playouts) / len(arm.playouts) - middle if arm.playouts else 0.0
            scores.append((arm.mean() + trust * off, doubt * (1 - trust)))
        return scores
