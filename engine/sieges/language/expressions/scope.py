"""What an expression may name where it stands, and what is known there not to be none."""

from __future__ import annotations

from attrs import Factory, define

from sieges.language.expressions import nodes as n
from sieges.language.expressions import sets
from sieges.language.expressions.definitions import Defined
from sieges.language.types import NONE, NUMBER, Member, Type
from sieges.language.world import World
from sieges.text.diagnostic import Diagnostics


@define(eq=False)
class Scope:
    """What an expression may name beside the world: locals with their types, and what is known not to be none."""

    world: World
    found: Diagnostics
    locals: dict[str, Type] = Factory(dict)
    sure: frozenset[str] = frozenset()
    example: bool = False
    ends: bool = False
    """Whether the game may have ended where it is asked."""
    olds: list[n.Expr] = Factory(list)
    refused: set[str] = Factory(set)
    """Words that steps wanted to use as names and may not: what is said with them has been complained about."""

    def child(self, locals_: dict[str, Type] | None = None, sure: frozenset[str] = frozenset()) -> Scope:
        return Scope(
            self.world,
            self.found,
            {**self.locals, **(locals_ or {})},
            self.sure | sure,
            self.example,
            self.ends,
            self.olds,
            self.refused,
        )


BRIEF = "@="
"""How facts on definitions begin. They hold within one expression: any step may change what they come from."""


def facts(expr: n.Expr, holds: bool) -> frozenset[str]:
    """Names that are surely not none when ``expr`` is true (or, if not ``holds``, false)."""
    if isinstance(expr, n.Not):
        return facts(expr.part, not holds)
    if isinstance(expr, n.Logic) and expr.word == ("and" if holds else "or"):
        return frozenset().union(*(facts(part, holds) for part in expr.parts))
    if isinstance(expr, n.Compare) and expr.word == ("!=" if holds else "==") and expr.right.type == NONE:
        return frozenset({key}) if (key := key_of(expr.left)) else frozenset()
    if isinstance(expr, sets.In) and holds:
        return frozenset({key}) if (key := key_of(expr.item)) else frozenset()
    if isinstance(expr, n.Compare) and expr.word == "==" and holds and not may_be_none(expr.right.type):
        return frozenset({key}) if (key := key_of(expr.left)) else frozenset()
    if isinstance(expr, n.Compare) and (cell := _counted(expr, holds)) is not None:
        return frozenset({some_in(cell)})
    return frozenset()


def some_in(cell: int) -> str:
    """The fact that the number in a cell, such as how many cards a deck has left, is above 0."""
    return f"@{cell}{SOME}"


SOME = ">"
"""How such facts end."""
_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_DENIED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}


def _counted(expr: n.Compare, holds: bool) -> int | None:
    """The cell of the number that is above 0 when a comparison with a number written out holds (or does not)."""
    left, word, right = expr.left, expr.word, expr.right
    if isinstance(left, n.Const):
        left, word, right = right, _MIRRORED.get(word, word), left
    word = word if holds else _DENIED[word]
    if not isinstance(left, n.Cell) or left.index is not None or not isinstance(right, n.Const):
        return None
    least = {">": right.value + 1, ">=": right.value, "!=": 1 if right.value == 0 else 0, "==": right.value}
    return left.base if right.type == NUMBER and least.get(word, 0) > 0 else None


def without(sure: frozenset[str], name: str) -> frozenset[str]:
    """Those facts that say nothing about the local ``name``."""
    return frozenset(
        fact for fact in sure if fact.split(".")[0] != name and f"[{name}]" not in fact.split(".")[0]
    )


def may_be_none(type_: Type) -> bool:
    """Whether a value of this type may be none."""
    return type_ == NONE or (isinstance(type_, Member) and type_.optional)


def key_of(expr: n.Expr) -> str | None:
    """What a fact is remembered by: a local's name or a cell's address."""
    if isinstance(expr, n.Local):
        return expr.name
    if isinstance(expr, n.Cell) and expr.index is None:
        return f"@{expr.base}"
    if isinstance(expr, n.Cell) and isinstance(expr.index, n.Const):
        return f"@{expr.base}[{expr.index.value}]"
    if isinstance(expr, n.Cell) and isinstance(expr.index, n.Local):
        return f"@{expr.base}[{expr.index.name}]"
    if isinstance(expr, Defined) and not expr.arguments:
        return f"{BRIEF}{expr.name}"
    if isinstance(expr, n.Table) and expr.field and (key := key_of(expr.index)):
        return f"{key}.{expr.field}"
    return None
