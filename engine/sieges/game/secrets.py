"""What a side does not know of a state: the cells of secrets, and what may be in them for all that it can tell."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from attrs import frozen

from sieges.game.runtime import members
from sieges.language.compiled import Compiled


@frozen
class SecretCell:
    """A cell that one side alone knows; the cell ``mask`` says to all, as bits from ``low`` on, what may be in it."""

    cell: int
    mask: int
    owner: int
    low: int

    def possible(self, data: Sequence[int]) -> list[int]:
        """The values that it may have for all that the other sides know."""
        return [self.low + at for at in members(data[self.mask])]


class Secrets:
    """The secret cells of a pack."""

    def __init__(self, compiled: Compiled) -> None:
        sides = range(len(compiled.kinds["side"].members))
        self.cells: list[SecretCell] = []
        for variable in compiled.variables:
            secret = variable.secret
            if secret is not None:
                owners = sides if variable.per_side else [secret.owner]
                for at, owner in enumerate(owners):
                    self.cells.append(SecretCell(variable.base + at, secret.masks + at, owner, secret.low))

    def __bool__(self) -> bool:
        return bool(self.cells)

    def unknown_to(self, side: int | None) -> list[SecretCell]:
        """The cells that a side, or for None a spectator, does not know."""
        return [cell for cell in self.cells if cell.owner != side]

    def hide(self, data: list[int], side: int | None) -> None:
        """Put into every cell that the side does not know the first of its possible values, whatever it holds."""
        for cell in self.unknown_to(side):
            data[cell.cell] = cell.possible(data)[0]

    def deal(self, data: list[int], side: int | None, rng: Random) -> None:
        """Put into every cell that the side does not know one of its possible values, each as likely as the others."""
        for cell in self.unknown_to(side):
            data[cell.cell] = rng.choice(cell.possible(data))
