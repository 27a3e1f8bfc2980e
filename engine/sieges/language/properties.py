"""What packs say of all their games: the sections, an entry while it is compiled, and what is left of it for play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define

from sieges.language.compiled import Place

if TYPE_CHECKING:
    from sieges.language.expressions.nodes import Expr
    from sieges.text.spans import Span

NEVER, EVENTUALLY = "never", "eventually"
PROPERTIES = ("invariants", NEVER, EVENTUALLY)
"""Sections that say what holds in all games, in none, or in some."""


@define(eq=False)
class Property:
    """An entry of one of `PROPERTIES`."""

    id: str
    section: str
    is_: Expr
    span: Span


@define
class PropertyData:
    """The same, compiled: `function` says whether it holds."""

    id: str
    section: str
    function: str
    place: Place
