"""Packs in a few lines for the tests of the language, and games of them in both forms."""

from __future__ import annotations

from pathlib import Path
from random import Random
from textwrap import dedent
from typing import Any

from sieges.game.pending import Decision
from sieges.game.rules import Rules
from sieges.game.runtime import gathered, members
from sieges.language.building import build_program
from sieges.language.expressions.code import Tables
from sieges.language.expressions.reading import read_expression
from sieges.language.expressions.scope import Scope
from sieges.language.program import Program
from sieges.language.types import Type
from sieges.language.verbs import step_schema
from sieges.language.walking import distance, reach
from sieges.loading import compile_fresh
from sieges.pack.finder import load_pack
from sieges.pack.node import Node
from sieges.text import read_text
from sieges.text.diagnostic import Diagnostics

BOARD = """\
language: 1
pack: tiny
title: Tiny
version: "1"
sides: {red: {title: Red, seat: true}, blue: {title: Blue, seat: true}}
tags: {land: {}, sea: {}}
pieces: {troop: {}, ship: {side: red}}
locations:
  alpha: {owner: red, tags: [land], slots: 9}
  beta: {owner: blue, tags: [land, sea], slots: 9}
  gamma: {tags: [sea], slots: 9}
tracks: {morale: {per: side, from: 0, to: 9, beyond: stop, start: {red: 5, blue: 3}}}
variables:
  x: {type: number, start: 0}
  y: {type: number, start: 3}
  spot: {type: a location or none, start: none}
  spots: {type: a set of locations, start: []}
dice: {die: {sides: 6}, odd: {faces: [1, 1, 3]}}
setup: {markers: {alpha: {troop: 2}, beta: {troop: 3}}}
victory:
  over: {winner: none}
  lost: {winner: blue, when: "morale[red] == 0"}
  won: {winner: red, when: "morale[blue] == 0"}
"""
END = "sequence: [{end: over}]\n"


def write(folder: Path, more: str) -> Path:
    """A pack of the board above and of what is said beside it; `sequence` is but the end where it is not said."""
    text = BOARD + dedent(more).lstrip("\n")
    if "\nsequence:" not in text:
        text += END
    folder.mkdir(exist_ok=True)
    (folder / "pack.yaml").write_text(text, "utf-8")
    return folder


def said(folder: Path, more: str, *, warnings: bool = False) -> list[str]:
    """What is said about such a pack, lines counted in what stands beside the board: ``line:column CODE message``."""
    _, found, _ = compile_fresh(write(folder, more))
    board = BOARD.count("\n")
    lines = []
    for finding in found:
        if finding.severity == "error" or warnings:
            span = finding.span
            assert span is not None
            lines.append(f"{span.line - board}:{span.column} {finding.code} {finding.message}")
    return lines


def rules(folder: Path, more: str) -> Rules:
    """The rules of such a pack, which has no mistakes."""
    compiled, found, _ = compile_fresh(write(folder, more))
    assert compiled is not None, [f"{finding.span} {finding.message}" for finding in found]
    return Rules(compiled)


def inline(of: Rules, seed: int) -> list[int]:
    """The cells at the end of a random game, every question answered at once."""
    random = Random(seed)
    return of.play(None, lambda _, values: random.randrange(len(values)), of.streams(seed))


def paused(of: Rules, seed: int) -> list[int]:
    """The same game with a pause at every decision."""
    random = Random(seed)
    game = of.new(seed=seed)
    while not game.ended:
        pending = game.legal()
        assert isinstance(pending, Decision)
        game.apply(pending.options[random.randrange(len(pending.options))].id)
    return game.data


def played(folder: Path, more: str, games: int = 20) -> list[list[int]]:
    """The cells at the end of random games, which are the same in both forms."""
    of = rules(folder, more)
    found = [inline(of, seed) for seed in range(games)]
    assert found == [paused(of, seed) for seed in range(games)]
    return found


def cell(of: Rules, name: str) -> int:
    """Where a variable (or the first cell of a track) is kept."""
    return next(info.base for info in (*of.compiled.variables, *of.compiled.tracks) if info.id == name)


def program_of(folder: Path, more: str) -> Program:
    """Such a pack, which has no mistakes, while it is compiled."""
    merged, found, _ = load_pack(write(folder, more), None, step_schema())
    assert merged is not None, [f"{finding.span} {finding.message}" for finding in found]
    program = build_program(merged, found)
    assert not found.has_errors, [f"{finding.span} {finding.message}" for finding in found]
    return program


def end_of(folder: Path, more: str, name: str = "x") -> set[int]:
    """The values of a variable at the end of random games, the same in both forms."""
    found = played(folder, more)
    at = cell(rules(folder, more), name)
    return {data[at] for data in found}


def read(program: Program, text: str, wanted: Type | None = None, **names: Type) -> tuple[Any, Diagnostics]:
    """An expression and what is said about it; it stands from column 4 on."""
    document = read_text(f"e: '{text.replace(chr(39), 2 * chr(39))}'\n", "e.yaml")
    node = Node(document, ("e",), document.data["e"])
    found = Diagnostics()
    return read_expression(node, Scope(program.world, found, dict(names)), wanted), found


def worth(text: str, tables: Tables, cells: list[int], **names: int) -> Any:
    """The value of an expression that has been written out."""
    space: dict[str, Any] = {
        "M": members,
        "G": gathered,
        "reach": reach,
        "distance": distance,
        "S": cells,
        **names,
    }
    for lines in tables.functions.values():
        exec("\n".join(lines), space)
    for name, constant in tables.constants.items():
        space[name] = eval(constant, space)
    return eval(text, space)
