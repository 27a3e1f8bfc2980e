"""Results: what the tokens in the cells of charts do, with the numbers in them (docs/language.md, section 6)."""

from __future__ import annotations

import re
from collections.abc import Mapping

from attrs import frozen

from sieges.language import codes
from sieges.language.reporting import report
from sieges.language.world import World
from sieges.pack.node import Node
from sieges.pack.sections import is_id
from sieges.text.diagnostic import Diagnostics

_HOLE = re.compile(r"\{([^{}]*)\}")


@frozen(eq=False)
class Result:
    """A token and its steps; ``pattern`` stands for the numbers in its braces."""

    token: str
    steps: Node
    names: tuple[str, ...]
    pattern: re.Pattern[str] | None


def link_results(tokens: Mapping[str, Node], world: World, found: Diagnostics) -> list[Result]:
    """The results that are declared under ``tokens``; those whose numbers have no good names are reported."""
    results = []
    for token, steps in tokens.items():
        names = tuple(_HOLE.findall(token))
        for name in names:
            why = _wrong(name, names, world)
            if why is not None:
                message = f"`{name}` cannot be the name of a number in a token: {why}"
                report(found, codes.NAME_TAKEN, message, steps.key_span, fix="-{n}")
                break
        else:
            results.append(Result(token, steps, names, _pattern(token, names) if names else None))
    return results


def _wrong(name: str, names: tuple[str, ...], world: World) -> str | None:
    if not is_id(name):
        return "a name is small letters, digits and `_`, and no word of the expression language"
    if name in world.symbols:
        return f"it is a {world.symbols[name].what} already"
    return "it stands there twice" if names.count(name) > 1 else None


def _pattern(token: str, names: tuple[str, ...]) -> re.Pattern[str]:
    expression = re.escape(token)
    for name in names:
        expression = expression.replace(re.escape(f"{{{name}}}"), rf"(?P<{name}>[0-9]{{1,6}})")
    return re.compile(expression)


def find_result(token: str, *tables: list[Result]) -> tuple[Result, dict[str, int]] | None:
    """What a token does, and the numbers in it; tokens without numbers go first, then the tables in order."""
    for table in tables:
        for result in table:
            if result.token == token:
                return result, {}
    for table in tables:
        for result in table:
            if result.pattern is not None and (found := result.pattern.fullmatch(token)):
                return result, {name: int(found[name]) for name in result.names}
    return None
