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
    refused: bool = False
    """Whether its numbers have no good names, which has been reported."""


def link_results(tokens: Mapping[str, Node], world: World, found: Diagnostics) -> list[Result]:
    """The results that are declared under ``tokens``; those whose numbers have no good names are reported."""
    results: list[Result] = []
    shapes: dict[str, Node] = {}
    for token, steps in tokens.items():
        names = tuple(_HOLE.findall(token))
        if "}{" in token and len(set(names)) == len(names):
            message = f"two numbers stand side by side in `{token}`: where the first one ends, nobody can say"
            report(found, codes.NAME_TAKEN, message, steps.key_span, fix="write something between them")
        shape = _HOLE.sub("{}", token)
        if (first := shapes.setdefault(shape, steps)) is not steps:
            report(
                found,
                codes.NAME_TAKEN,
                f"`{token}` says what another result says already",
                steps.key_span,
                related=((first.key_span, "the first one"),),
                help="the names of the numbers do not tell results apart",
            )
            continue
        for name in names:
            why = _wrong(name, names, world)
            if why is not None:
                message = f"`{name}` cannot be the name of a number in a token: {why}"
                report(found, codes.NAME_TAKEN, message, steps.key_span, fix="-{n}")
                results.append(Result(token, steps, (), _pattern(token, ()), refused=True))
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
    number, groups = "[0-9]{1,6}", iter(names)
    words = (re.escape(part) for part in _HOLE.sub("{}", token).split("{}"))
    first = next(words)
    return re.compile(
        first + "".join(f"(?P<{next(groups)}>{number}){part}" if names else number + part for part in words)
    )


def find_result(token: str, *tables: list[Result]) -> tuple[Result, dict[str, int]] | None:
    """What a token does, and the numbers in it; tokens without numbers go first, then the tables in order."""
    for table in tables:
        for result in table:
            if result.token == token:
                return result, {}
    for table in tables:
        for result in matching(token, table):
            if result.pattern is not None and (found := result.pattern.fullmatch(token)):
                return result, {name: int(found[name]) for name in result.names}
    return None


def matching(token: str, table: list[Result]) -> list[Result]:
    """The results of a table that say what a token does: the one without numbers alone, where there is one."""
    plain = [result for result in table if result.token == token]
    return plain or [result for result in table if result.pattern and result.pattern.fullmatch(token)]
