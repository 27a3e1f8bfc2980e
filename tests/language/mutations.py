"""Small mistakes made at random in the text of a pack, of the kinds that authors make."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

from sieges.loading import compile_fresh
from sieges.text.diagnostic import Diagnostic

SCALAR = re.compile(r"(?<=[:\[,{-] )[^\s,\[\]{}#][^,\[\]{}#\n]*")
KEY = re.compile(r"(?<![\w.\"'-])[a-z_]\w*(?=:(?: |$))", re.MULTILINE)
OTHERS = [
    *(
        "7",
        "-3",
        "true",
        "none",
        "null",
        "[]",
        "{}",
        "[a, b]",
        "[[1]]",
        "{a: 1}",
        "[{say: x}]",
        '"x y"',
        '""',
        "1.5",
    ),
    *(
        "zzz",
        "this",
        "n",
        "a side",
        "a list of locations",
        "steps",
        "chart",
        "rest",
        "numbers(1, 2)",
        "[1, 2]",
    ),
    *(
        '"[p for p in locations]"',
        "troops",
        "morale",
        "cards",
        '"{zzz} {1 +}"',
        "99999999999999999999",
        "rule",
        "x: y",
    ),
]

Mutation = Callable[[Random, str], str]


def delete_line(rng: Random, text: str) -> str:
    lines = text.splitlines(keepends=True)
    del lines[rng.randrange(len(lines))]
    return "".join(lines)


def double_line(rng: Random, text: str) -> str:
    lines = text.splitlines(keepends=True)
    lines.insert(rng.randrange(len(lines)), lines[rng.randrange(len(lines))])
    return "".join(lines)


def other_value(rng: Random, text: str) -> str:
    return _replaced(rng, text, SCALAR, OTHERS)


def other_key(rng: Random, text: str) -> str:
    return _replaced(rng, text, KEY, ["zzz", "none", *KEY.findall(text)])


def swapped(rng: Random, text: str) -> str:
    found = list(SCALAR.finditer(text))
    if len(found) < 2:
        return text
    one, other = sorted(rng.sample(found, 2), key=re.Match.start)
    between = text[one.end() : other.start()]
    return text[: one.start()] + other[0] + between + one[0] + text[other.end() :]


def without_item(rng: Random, text: str) -> str:
    return _replaced(rng, text, re.compile(r"(?<=[\[{])[^\[\]{},]+, |, [^\[\]{},]+(?=[\]}])"), [""])


def doubled_item(rng: Random, text: str) -> str:
    found = list(re.finditer(r"(?<=[\[,] )?[^\[\]{},\n]+(?=[,\]])", text))
    if not found:
        return text
    item = rng.choice(found)
    return f"{text[: item.end()]}, {item[0].strip()}{text[item.end() :]}"


def _replaced(rng: Random, text: str, pattern: re.Pattern[str], others: list[str]) -> str:
    found = list(pattern.finditer(text))
    if not found:
        return text
    chosen = rng.choice(found)
    return text[: chosen.start()] + rng.choice(others) + text[chosen.end() :]


MUTATIONS: list[Mutation] = [
    delete_line, double_line, other_value, other_value, other_value, other_key, other_key, swapped, swapped,
    without_item, doubled_item,
]  # fmt: skip


def mutated(rng: Random, folder: Path, names: list[Path]) -> str:
    """Make one to three mistakes in the pack in ``folder``, whose files are ``names``; which ones, in words."""
    done = []
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        path = folder / rng.choice(names)
        mutation = rng.choice(MUTATIONS)
        text = path.read_text("utf-8")
        path.write_text(mutation(rng, text), "utf-8")
        done.append(f"{mutation.__name__} in {path.name}")
    return ", ".join(done)


def compiled(folder: Path) -> list[Diagnostic]:
    """What is said about a pack; every finding stands in a file of it, and a pack without errors is compiled."""
    result, found, sources = compile_fresh(folder)
    assert (result is None) == found.has_errors
    for finding in found:
        assert finding.span is not None, finding
        assert finding.span.file in sources, finding
        assert 1 <= finding.span.line <= max(1, sources[finding.span.file].line_count), finding
        assert finding.span.column >= 1, finding
    return list(found)
