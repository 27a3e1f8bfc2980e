"""How messages of this layer call things: keys, values, and what they should have been."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sieges.pack.node import Node

_SORTS = {
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "a mapping",
}
MOST_LISTED = 14


def with_article(words: str) -> str:
    """`a side`, `an order`, `a unit`."""
    vowel = words[:1] in tuple("aeiou") and not words.startswith(_LIKE_YOU)
    return f"{'an' if vowel else 'a'} {words}"


_LIKE_YOU = ("uni", "use", "eu", "one")
"""How words begin that are written with a vowel and spoken with none."""


def alike(left: str, right: str) -> bool:
    """Whether one of two words is part of the other, or its plural."""
    return left.rstrip("s") == right.rstrip("s") or left in right or right in left


def quoted(names: Iterable[str]) -> list[str]:
    """Names in backquotes."""
    return [f"`{name}`" for name in names]


def listed(names: Iterable[str]) -> str:
    """Names in backquotes, divided by commas, the first few of many."""
    names = list(names)
    shown = ", ".join(quoted(names[:MOST_LISTED]))
    return f"{shown}, …" if len(names) > MOST_LISTED else shown


def either(words: list[str], most: int = MOST_LISTED) -> str:
    """Words of which one is meant."""
    return _joined(words, "or", most)


def every(words: list[str], most: int = MOST_LISTED) -> str:
    """Words of which all are meant."""
    return _joined(words, "and", most)


def _joined(words: list[str], last: str, most: int) -> str:
    if len(words) > most:
        return ", ".join(words[:most]) + ", …"
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def sorts(wanted: list[str]) -> str:
    """The sorts of value that may stand at a place, in words."""
    if "number" in wanted and "string" in wanted and "boolean" in wanted:
        rest = [_SORTS[sort] for sort in wanted if sort in ("object", "array")]
        return either(["an expression", *rest]) if len(rest) < 2 else "a value"
    return either([_SORTS.get(sort, sort) for sort in wanted])


def sort_of(value: Any) -> str:
    """What a value is, in words."""
    match value:
        case None:
            return "nothing"
        case bool():
            return "true" if value else "false"
        case int():
            return f"the number {value}"
        case Decimal():
            return f"the decimal {value}"
        case str():
            return f'the text "{value}"' if len(value) <= 40 and "\n" not in value else "a text"
        case list():
            return "a list"
        case _:
            return "a mapping"


def short(text: str) -> str:
    """Source text, cut where it is long."""
    return text if len(text) <= 40 and "\n" not in text else text.split("\n")[0][:37] + "…"


def mend(node: Node, wanted: list[str]) -> str | None:
    """What to write instead of a value of another sort."""
    value = node.value
    if isinstance(value, str):
        if {"integer", "number"} & set(wanted) and value.strip().lstrip("-").isdecimal():
            return f"write {value.strip()} without quotes"
        if "boolean" in wanted and value.strip().lower() in ("true", "false", "yes", "no"):
            return f"write {'true' if value.strip().lower() in ('true', 'yes') else 'false'} without quotes"
    if "string" in wanted and isinstance(value, (bool, int, Decimal)):
        return f'put it in quotes: "{node.raw}"'
    if "array" in wanted:
        if isinstance(value, dict):
            return "begin it with `- `: this is a list"
        if value is None:
            return "write `[]` for an empty list"
        if "\n" not in node.raw and len(node.raw) <= 40:
            return f"write `[{node.raw}]`"
    if "object" in wanted and value is None:
        return "write `{}` where there is nothing to say"
    return None
