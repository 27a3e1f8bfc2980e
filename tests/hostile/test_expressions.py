"""Expressions that reach for Python, or for more than an expression may be: each is refused where it stands."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.hostile.packs import OVER, marked, said, write

REACHING = [
    "().__class__",
    '"".__class__',
    "x.__class__",
    "camp.__class__.__mro__",
    "camp.owner.__class__",
    "land.__class__",
    "__import__('os')",
    "__import__('os').system('true')",
    "__builtins__",
    "__name__",
    "print(1)",
    "open('pack.yaml')",
    "eval('1')",
    "exec",
    "getattr(camp, 'slots')",
    "globals()",
    "locals()",
    "vars()",
    "type(x)",
    "any(p for p in ().__class__.__subclasses__())",
    "x.real",
    "(1).bit_length()",
]

OF_THE_MACHINE = [
    *("S", "F", "C", "R", "L", "M", "O", "D0", "T0", "X0", "Ended", "Cancelled", "F[0]", "S[0]"),
    *("M(3)", "fault(0)", "push(1)", "end0(S)", "i0(S, C, R)", "k0(S)", "nop()", "v_x", "w_p", "pc"),
]

OTHER_PYTHON = [
    "lambda: 1",
    "(lambda: 1)()",
    "(x := 3)",
    "any(true for p in land if (q := p) == p)",
    'f"{x}"',
    'f"{().__class__}"',
    "await x",
    "(yield x)",
    "*land",
    "min(*land)",
    "max(x, key=x)",
    "land[0]",
    "land[::]",
    "x ** x",
    "9 ** 9 ** 9",
    "1 << 100",
    "x >> 1",
    "x @ x",
    "x ^ x",
    "~x",
    "{camp}",
    "{camp: 1}",
    "(camp, gate)",
    "'a' * 1000000000",
    "b'a'",
    "1e9",
    "1j",
    "...",
    "None",
    "True",
    "x is none",
    "`x`",
    "x; x",
    "x = 3",
    "import os",
    "x if",
    "x +",
    "(x",
    "x)",
    "[x",
]

COMPREHENSIONS = [
    "count([p for p in land for q in land])",
    "count({p for p in land})",
    "count({p: 1 for p in land})",
    "count((p for p in land))",
    "count([[p] for p in land])",
    "count([p async for p in land])",
    "count([p.slots for p in land])",
    "count([p for p.slots in land])",
    "count([p for p, q in land])",
    "count([p for land in land])",
    "count([p for x in land])",
    "count([*land])",
    "sum(p for p in land)",
    "count([p for p in range(10)])",
    "count([p for p in numbers(1, 1000000000)])",
]

SIGNS = [
    "\uff58",  # a full-width x
    "\U0001d4cd",  # a script x
    "\u0445",  # a Cyrillic x
    "x\u0301",  # an accent on its own
    "x\u00a0+ 1",
    "x \u2212 1",
    "\u00b2",
    "\u0661",  # a digit of another script
    "x\u2028+ 1",
]

TOO_MUCH = {
    "long": "x" + " + 1" * 200,
    "brackets": "(" * 240 + "x" + ")" * 240,
    "many_nots": "1 if " + "not " * 100 + "true else 0",
    "many_minuses": "-" * 450 + "x",
    "digits": "9" * 490,
    "number": "1000000000001",
    "comparisons": "1 if " + " < ".join(["x"] * 200) + " else 0",
    "conditionals": "1 if x > 0 else " * 60 + "0",
}


CODES = {"L001", "L002", "L003", "L004", "L005", "L006", "L008", "L020", "L028", "T003"}


def refused(folder: Path, expressions: Sequence[str]) -> None:
    """Each of these, as a step of one pack, is complained of once and on its own line, and nothing else is."""
    steps = [
        f"  - set: x\n    to: {json.dumps(expression, ensure_ascii=False)} # here\n"
        for expression in expressions
    ]
    pack = write(folder, f"sequence:\n{''.join(steps)}{OVER}")
    found = said(pack)
    by_line = dict(zip(marked(pack), expressions, strict=True))
    missed = [expression for line, expression in by_line.items() if line not in {line for line, *_ in found}]
    assert not missed, f"taken without a word: {missed}"
    assert [line for line, *_ in found] == marked(pack), [
        finding for finding in found if finding[0] not in by_line
    ]
    assert {code for _, code, _ in found} <= CODES, found


@pytest.mark.parametrize("group", [REACHING, OF_THE_MACHINE, OTHER_PYTHON, COMPREHENSIONS], ids=len)
def test_expressions_reach_for_nothing(tmp_path: Path, group: list[str]) -> None:
    refused(tmp_path, group)


@pytest.mark.parametrize("expression", SIGNS, ids=ascii)
def test_signs_that_look_like_others(tmp_path: Path, expression: str) -> None:
    refused(tmp_path, [expression])


@pytest.mark.parametrize("name", TOO_MUCH)
def test_expressions_have_a_size(tmp_path: Path, name: str) -> None:
    refused(tmp_path, [TOO_MUCH[name]])


@pytest.mark.parametrize(
    "hole", ["().__class__", "__import__('os')", "x!r", "x:>10", "x.real", "S", "x=", ""]
)
def test_holes_of_texts_are_expressions_too(tmp_path: Path, hole: str) -> None:
    pack = write(tmp_path, f"sequence:\n  - say: 'What is {{{hole}}}?' # here\n{OVER}")
    found = said(pack)
    assert [line for line, *_ in found] == marked(pack), found


def test_braces_of_texts_are_no_formatting(tmp_path: Path) -> None:
    pack = write(tmp_path, f"sequence:\n  - say: '%s %(x)s {{x}} {{y}} $x'\n{OVER}")
    assert said(pack) == []


def test_the_table_itself_is_fine(tmp_path: Path) -> None:
    """So that what is refused above is refused for the expression alone."""
    pack = write(tmp_path, f"sequence:\n  - set: x\n    to: count([p for p in land if p.slots > y])\n{OVER}")
    assert said(pack) == []
