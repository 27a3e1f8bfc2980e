"""Throws of many dice and shares in words."""

from __future__ import annotations

from fractions import Fraction

from sieges.game.pending import Chance
from sieges.study.wording import counted
from sieges.ui.table.layout import listed

LONGEST = 10**6
"""Fractions with a larger denominator are shown as percent."""


def share_of(weight: int, total: int) -> str:
    """How likely something is: a fraction where that is short, else percent."""
    share = Fraction(weight, total)
    return str(share) if share.denominator <= LONGEST else f"{float(100 * share):.3g} %"


def dice_of(throw: Chance) -> str:
    """The dice of a throw, those of each chance together: `3 dice at 3 in 10 and 1 die at 23.4 %`."""
    words = []
    for chance, dice in throw.dice:
        per = (
            f"{chance * 10} in 10"
            if 10 % chance.denominator == 0
            else f"{chance.numerator} in {chance.denominator}"
            if chance.denominator <= 20
            else f"{float(100 * chance):g} %"
        )
        words.append(f"{counted(dice, 'die', 'dice')} at {per}")
    return listed(words)
