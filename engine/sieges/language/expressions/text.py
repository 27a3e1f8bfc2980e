"""Texts for people with values in them."""

from __future__ import annotations

from attrs import define

from sieges.language.expressions.nodes import Expr


@define(eq=False)
class Text:
    """A text for people with holes: words and expressions in turn."""

    parts: list[str | Expr]

    @property
    def plain(self) -> str | None:
        """The words of a text without holes; None for one with any."""
        return None if self.exprs else "".join(str(part) for part in self.parts)

    @property
    def exprs(self) -> list[Expr]:
        return [part for part in self.parts if isinstance(part, Expr)]
