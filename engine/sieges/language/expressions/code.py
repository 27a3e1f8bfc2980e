"""Pieces of Python source that the emitter puts together, each with its binding strength and its value if known."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from attrs import Factory, define, field, frozen

IF, OR, AND, NOT, COMPARE, BIT_OR, BIT_AND, SHIFT, SUM, PRODUCT, UNARY, ATOM = range(12)


LONGEST = 40_000
"""How long a piece of written source may get: definitions that hold one another can double it at every step."""
HEAVIEST = 4_000_000
"""How long a function may be with all that it calls written out, each as often as it is called: it doubles as well."""
CALLED = re.compile(r"\bf\d+\b")
"""A helper function in written source."""


class TooLong(Exception):
    """What is written out of an expression has become too long."""


TOO_LONG = "the expressions here become too long when definitions and loops are written out"
WHY_TOO_LONG = "definitions that use one another several times double at every step; loops in loops multiply"


@frozen
class Code:
    """Source text; ``level`` says how tightly it binds; ``value`` is set when it is known before play."""

    text: str
    level: int = ATOM
    value: int | None = None
    bit: bool = False
    """Whether it is surely 0 or 1."""

    def __attrs_post_init__(self) -> None:
        if len(self.text) > LONGEST:
            raise TooLong

    def at(self, level: int) -> str:
        """The text, in brackets where it binds less tightly than ``level``."""
        return self.text if self.level >= level else f"({self.text})"

    @property
    def simple(self) -> bool:
        """Whether writing it twice costs nothing: a constant, a local or one read of the state."""
        return self.value is not None or (self.level == ATOM and "(" not in self.text)

    @property
    def is_true(self) -> bool:
        return self.value is not None and bool(self.value)

    @property
    def is_false(self) -> bool:
        return self.value is not None and not self.value


def constant(value: int) -> Code:
    """A value known before play."""
    value = int(value)
    return Code(str(value), ATOM if value >= 0 else UNARY, value)


TRUE, FALSE = constant(1), constant(0)


def conjunction(parts: Iterable[Code]) -> Code:
    """``a and b and …``, folded."""
    return _junction(parts, "and", AND, unit=TRUE, zero=FALSE)


def disjunction(parts: Iterable[Code]) -> Code:
    """``a or b or …``, folded."""
    return _junction(parts, "or", OR, unit=FALSE, zero=TRUE)


def _junction(parts: Iterable[Code], word: str, level: int, *, unit: Code, zero: Code) -> Code:
    kept: list[Code] = []
    for part in parts:
        if part.value is not None:
            if bool(part.value) == bool(zero.value):
                # What stands before is pure, so it need not be looked at.
                return zero
            continue
        kept.append(part)
    if not kept:
        return unit
    if len(kept) == 1:
        return kept[0]
    return Code(f" {word} ".join(part.at(level + 1) for part in kept), level)


def negation(part: Code) -> Code:
    """``not a``, folded."""
    if part.value is not None:
        return constant(not part.value)
    return Code(f"not {part.at(NOT)}", NOT)


def addition(parts: Iterable[Code]) -> Code:
    """``a + b + …``, constants gathered."""
    total = 0
    kept: list[Code] = []
    for part in parts:
        if part.value is not None:
            total += part.value
        else:
            kept.append(part)
    if not kept:
        return constant(total)
    texts = [part.at(SUM if index == 0 else PRODUCT) for index, part in enumerate(kept)]
    if total > 0:
        texts.append(str(total))
    text = " + ".join(texts)
    if total < 0:
        text += f" - {-total}"
    return Code(text, ATOM if len(kept) == 1 and total == 0 and kept[0].level == ATOM else SUM)


def union(parts: Iterable[Code]) -> Code:
    """``a | b | …`` of sets kept as bits, constants gathered."""
    mask = 0
    kept: list[Code] = []
    for part in parts:
        if part.value is not None:
            mask |= part.value
        else:
            kept.append(part)
    if mask or not kept:
        kept.append(constant(mask))
    if len(kept) == 1:
        return kept[0]
    return Code(" | ".join(part.at(BIT_AND) for part in kept), BIT_OR)


def choice(condition: Code, then: Code, otherwise: Code) -> Code:
    """``then if condition else otherwise``, folded."""
    if condition.value is not None:
        return then if condition.value else otherwise
    if then.value is not None and then.value == otherwise.value:
        return then
    if condition.bit and then.value == 1 and otherwise.value == 0:
        return condition
    return Code(f"{then.at(OR)} if {condition.at(OR)} else {otherwise.at(IF)}", IF)


Lines = list[str]


@define
class Tables:
    """Constants and helper functions of the module that is being written, each under a name, each once."""

    constants: dict[str, str] = Factory(dict)
    functions: dict[str, list[str]] = Factory(dict)
    lists: list[tuple[int, ...]] = Factory(list)
    reads: dict[object, frozenset[Any]] = Factory(dict)
    """What definitions read of the state, by name and known arguments."""
    worked_out: dict[object, tuple[int, ...] | None] = Factory(dict)
    """What definitions come to for each member that can be given, by name and known arguments."""
    written: dict[object, Code] = Factory(dict)
    """What calls of definitions are written as, by name and arguments."""
    domains: dict[object, list[tuple[int, Code]] | None] = Factory(dict)
    """The members that the sets may have that definitions come to, likewise."""
    _names: dict[str, str] = field(factory=dict, init=False)
    _keys: dict[object, str] = field(factory=dict, init=False)
    _weights: dict[str, int] = field(factory=dict, init=False)
    """Helper function -> how long it is with all that it calls."""

    def constant(self, text: str) -> str:
        """The name of a module constant of this value (source text of a tuple)."""
        text = "()" if text == "(,)" else text
        name = self._names.get(text)
        if name is None:
            name = self._names[text] = f"T{len(self.constants)}"
            self.constants[name] = text
        return name

    def list_number(self, members: tuple[int, ...]) -> int:
        """The number that stands for a written list."""
        if members not in self.lists:
            self.lists.append(members)
        return self.lists.index(members)

    def function(self, key: object, write: Callable[[str], Lines]) -> str:
        """The name of a helper function, written when first asked for. ``write`` gets the name, gives the lines."""
        name = self._keys.get(key)
        if name is None:
            name = self._keys[key] = f"f{len(self._keys)}"
            self.functions[name] = []
            lines = self.functions[name] = write(name)
            called = CALLED.findall("\n".join(lines[1:]))
            self._weights[name] = sum(map(len, lines)) + sum(self._weights.get(other, 0) for other in called)
            if self._weights[name] > HEAVIEST:
                raise TooLong
        return name


@frozen
class Environment:
    """What names stand for while an expression is written out."""

    tables: Tables
    locals: dict[str, Code] = Factory(dict)
    copies: int = 1
    depth: int = 0
    """In how many loops that stay loops this stands."""
    """How many times what is written here is written, since it stands in loops that are written out."""

    def bind(self, **names: Code) -> Environment:
        return Environment(self.tables, {**self.locals, **names}, self.copies, self.depth)

    def deeper(self) -> Environment:
        """The same inside a loop that stays one."""
        return Environment(self.tables, self.locals, self.copies, self.depth + 1)

    def copied(self, times: int) -> Environment:
        """The same inside a loop that is written out so many times."""
        return Environment(self.tables, self.locals, self.copies * max(1, times), self.depth)

    def fresh(self, names: dict[str, Code]) -> Environment:
        """An environment that knows these names only."""
        return Environment(self.tables, names, self.copies, self.depth)
