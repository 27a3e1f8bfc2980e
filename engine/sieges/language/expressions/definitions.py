"""Calls of what a pack defines."""

from __future__ import annotations

import re
from itertools import groupby, product
from math import prod

from attrs import frozen

from sieges.language.expressions import code as c
from sieges.language.expressions.code import Code, Environment
from sieges.language.expressions.nodes import NOBODY, Expr, Reads, Secret
from sieges.language.types import CONDITION, SetOf

WIDE = 24
"""Sets that are defined with more members than these, each under a condition, are worked out by a function."""
LONG = 4000
"""Definitions that would take more characters than these where they are used are worked out by a function."""
REMEMBERED = range(200, 1025)
"""How many cells of the state something that loops depends on that is remembered: with fewer it is quick enough."""
LOOPS, WALKS = re.compile(r" for "), re.compile(r"\b(?:reach|distance)\(")
"""What is written of something that loops, and of a walk, which is remembered even if it depends on fewer."""
MOST_KEPT = 32_768
"""For how many cells in all the values of one definition are remembered, before it begins anew."""
MOST_WORKED_OUT = 2048
"""A definition is worked out before play for so many members, or pairs of members, at most."""


@frozen(eq=False)
class Defined(Expr):
    """A call of a definition."""

    name: str
    parameters: tuple[str, ...]
    body: Expr
    arguments: tuple[Expr, ...]
    sizes: tuple[int, ...]
    """For each parameter how many members its kind has; 0 where it is no member, or may be none."""

    def children(self) -> tuple[Expr, ...]:
        return self.arguments

    def codes(self, env: Environment) -> dict[str, Code]:
        """What is given for each parameter."""
        return {
            name: argument.emit(env) for name, argument in zip(self.parameters, self.arguments, strict=True)
        }

    def emit(self, env: Environment) -> Code:
        codes = self.codes(env)
        key = self._key(env, codes)
        if key not in env.tables.written:
            env.tables.written[key] = self._emit(env, codes)
        return env.tables.written[key]

    def _key(self, env: Environment, codes: dict[str, Code]) -> object:
        """What the text of a call depends on."""
        return self.name, env.copies, tuple((code.text, code.level, code.bit) for code in codes.values())

    def _emit(self, env: Environment, codes: dict[str, Code]) -> Code:
        found = self._looked_up(env, codes)
        if found is not None:
            return found
        if all(code.simple for code in codes.values()) and not self._is_wide(env, codes):
            written = self.body.emit(env.fresh(codes))
            if len(written.text) <= LONG and not self._is_remembered(env, codes, written):
                return written
        function, rest = self.function(env, codes)
        return Code(f"{function}({', '.join(['S', *(codes[name].text for name in rest)])})")

    def _looked_up(self, env: Environment, codes: dict[str, Code]) -> Code | None:
        """The value from a table, where it depends on nothing but which members are given."""
        values, sizes = self.worked_out(env, codes)
        if values is None:
            return None
        index = c.constant(0)
        for name, size in sizes.items():
            if index.value is None:
                index = Code(f"{index.at(c.PRODUCT)} * {size}", c.PRODUCT)
            index = c.addition([index, codes[name]])
        table = env.tables.constant(f"({', '.join(map(str, values))},)")
        return Code(f"{table}[{index.text}]", bit=self.type == CONDITION)

    def worked_out(
        self, env: Environment, codes: dict[str, Code]
    ) -> tuple[tuple[int, ...] | None, dict[str, int]]:
        """The value for all members that can be given where no one is known, in order, and how many each can be.

        No values where there are none to be given, too many, or where it depends on the position as well.
        """
        sizes = {
            name: size
            for name, size in zip(self.parameters, self.sizes, strict=True)
            if codes[name].value is None
        }
        if not sizes or not 0 < prod(sizes.values()) <= MOST_WORKED_OUT:
            return None, sizes
        known = {name: code for name, code in codes.items() if code.value is not None}
        key = (self.name, tuple((name, code.value) for name, code in known.items()))
        if key not in env.tables.worked_out:
            env.tables.worked_out[key] = self._values(env.fresh(known), sizes)
        return env.tables.worked_out[key], sizes

    def _values(self, env: Environment, sizes: dict[str, int]) -> tuple[int, ...] | None:
        """The value for all members that can be given, in order; None where it depends on the position."""
        values = []
        for members in product(*map(range, sizes.values())):
            given = {name: c.constant(member) for name, member in zip(sizes, members, strict=True)}
            value = self.body.emit(env.bind(**given)).value
            if value is None:
                return None
            values.append(int(value))
        return tuple(values)

    def function(self, env: Environment, codes: dict[str, Code]) -> tuple[str, list[str]]:
        """The helper function of the definition for those arguments that are known, and the parameters it takes."""
        known = {name: code for name, code in codes.items() if code.value is not None}
        rest = [name for name in self.parameters if name not in known]
        inside = env.fresh(known)

        def write(name: str) -> list[str]:
            body = self.body.emit(inside)
            if self._is_remembered(env, codes, body):
                return _remembering(name, body.text, self._cells(env, codes))
            head = ", ".join(["S", *(f"v_{parameter}" for parameter in rest)])
            return [f"def {name}({head}):", f"    return {body.text}"]

        key = ("define", self.name, tuple((name, code.value) for name, code in known.items()))
        return env.tables.function(key, write), rest

    def _is_remembered(self, env: Environment, codes: dict[str, Code], written: Code) -> bool:
        """Whether the value is kept by what it depends on: what loops, and depends on the state and nothing else."""
        walks = WALKS.search(written.text) is not None
        if any(code.value is None for code in codes.values()) or not (walks or LOOPS.search(written.text)):
            return False
        cells = len(self._cells(env, codes))
        return cells in REMEMBERED or (walks and 0 < cells < REMEMBERED.stop)

    def _cells(self, env: Environment, codes: dict[str, Code]) -> list[int]:
        """What it depends on, in order; nothing where secrets are among it."""
        found = self.body.reads(env.fresh(codes))
        if any(isinstance(part, Secret) for part in found):
            return []
        return sorted(part for part in found if isinstance(part, int))

    def domain(self, env: Environment) -> list[tuple[int, Code]] | None:
        codes = self.codes(env)
        if all(code.simple for code in codes.values()):
            found = self._body_domain(env, codes)
            return None if _is_wide(found) else found
        return super().domain(env)

    def _body_domain(self, env: Environment, codes: dict[str, Code]) -> list[tuple[int, Code]] | None:
        key = self._key(env, codes)
        if key not in env.tables.domains:
            env.tables.domains[key] = self.body.domain(env.fresh(codes))
        found = env.tables.domains[key]
        # A list of one's own: others are put together by changing it.
        return None if found is None else list(found)

    def _is_wide(self, env: Environment, codes: dict[str, Code]) -> bool:
        return isinstance(self.type, SetOf) and _is_wide(self._body_domain(env, codes))

    def reads(self, env: Environment) -> Reads:
        codes = self.codes(env)
        known = {name: code if code.value is not None else Code(f"v_{name}") for name, code in codes.items()}
        # Kept by what is known: definitions that use one another would be gone through again and again.
        key = (self.name, tuple((name, code.value) for name, code in codes.items()))
        found = env.tables.reads.get(key)
        if found is None:
            found = env.tables.reads[key] = self.body.reads(env.fresh(known))
        return frozenset(_seen(part, codes) for part in found) | super().reads(env)


def _remembering(name: str, text: str, cells: list[int]) -> list[str]:
    """A function of the state that works out each value once; the cells in runs, which are quick to gather."""
    runs = [
        [cell for _, cell in run] for _, run in groupby(enumerate(cells), lambda place: place[1] - place[0])
    ]
    parts = [f"S[{run[0]}]" if len(run) == 1 else f"*S[{run[0]}:{run[-1] + 1}]" for run in runs]
    return [
        f"def {name}(S, kept={{}}):",
        f"    key = ({', '.join(parts)},)",
        "    found = kept.get(key)",
        "    if found is None:",
        f"        if len(kept) >= {max(16, MOST_KEPT // len(cells))}:",
        "            kept.clear()",
        f"        found = kept[key] = {text}",
        "    return found",
    ]


def _is_wide(domain: list[tuple[int, Code]] | None) -> bool:
    """Whether a set has so many members that may be in it that it is worked out once, and then gone through."""
    return domain is not None and len(domain) > WIDE and not all(test.is_true for _, test in domain)


def _seen(part: int | Secret, codes: dict[str, Code]) -> int | Secret:
    """What a definition depends on, as seen by who uses it: owners named by its parameters are the arguments."""
    if not isinstance(part, Secret) or part.owner.isdigit():
        return part
    argument = codes.get(part.owner.removeprefix("v_"))
    return Secret(part.base, NOBODY if argument is None else argument.text)
