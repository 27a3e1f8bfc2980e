"""Finds single changes to the rules of a pack: a number, comparison, condition, cell or target that is another one.

What can be changed is what the compiler read as a rule: every expression, every name that a step calls something by,
every cell of a chart, and whole numbers of what is declared. Each change is one stretch of one file.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from attrs import frozen

from sieges.language.types import CONDITION, Type
from sieges.language.world import ProcedureInfo, Symbol, World
from sieges.text.document import Document
from sieges.text.spans import Span

if TYPE_CHECKING:
    from sieges.language.program import Program
    from sieges.pack.folder import Folder
    from sieges.pack.node import Node

Path = tuple[str | int, ...]
NO_RULES = frozenset(
    (
        *(
            "examples",
            "odds",
            "campaign",
            "invariants",
            "never",
            "eventually",
            "evaluation",
            "display",
            "rulebook",
        ),
        *("language", "version", "pack", "extends", "label", "labels", "title", "titles", "plural", "source"),
        *("prompt", "shown_as", "say", "nothing"),
    )
)
"""Keys under which nothing decides a game, or what stands there looks at games and is no rule of them."""

_WORD = re.compile(r"[a-z][a-z0-9_]*")
_COMPARISONS: dict[type, tuple[str, ...]] = {
    ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="), ast.NotEq: ("!=", "=="), ast.In: ("in", "not in"), ast.NotIn: ("not in", "in"),
}  # fmt: skip
_OPERATORS: dict[type, tuple[str, str]] = {
    ast.Add: ("+", "-"), ast.Sub: ("-", "+"), ast.Mult: ("*", "+"), ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "//"), ast.BitAnd: ("&", "|"), ast.BitOr: ("|", "&"),
}  # fmt: skip
_CALLS = {"min": "max", "max": "min", "any": "all", "all": "any", "first": "last", "last": "first",
          "lowest": "highest", "highest": "lowest"}  # fmt: skip


@frozen(eq=False)
class Mutant:
    """One change: ``before`` in a file becomes ``after``."""

    kind: str
    """number, comparison, condition, cell or target."""
    span: Span
    before: str
    after: str
    path: Path
    """Where in its document it is, which says the same when lines move."""
    at: int = 0
    """Where in the scalar it begins."""

    @property
    def name(self) -> str:
        """What tells it from all others, and stays the same when lines move."""
        path = "/".join(map(str, self.path))
        return f"{self.span.file}:{path}:{self.at}:{self.before}:{self.after}"

    def __str__(self) -> str:
        return f"{self.span}  {self.kind}  {shown(self.before)} → {shown(self.after)}"

    def text(self, document: Document) -> str:
        """The text of its file with the change made."""
        source = document.source
        start = source.offset(self.span.line, self.span.column)
        end = source.offset(self.span.end_line, self.span.end_column)
        return source.text[:start] + self.after + source.text[end:]


def shown(text: str) -> str:
    """A stretch of a file in one line."""
    return " ".join(text.split())


def find_mutants(program: Program, folders: list[Folder]) -> list[Mutant]:
    """All changes, in the order of the files; each once."""
    mode, idle = program.merged.mode, _idle_definitions(program.world)
    found: dict[str, Mutant] = {}
    for mutant in (*_of_expressions(program.world), *_of_names(program.world), *_of_cells(program)):
        if _is_rule(mutant.path) and _defined(mutant.path) not in idle:
            found.setdefault(mutant.name, mutant)
    read = {(node.document.source.path_shown, node.path) for node, _ in program.world.read}
    for folder in folders:
        for document in folder.documents:
            for mutant in _of_numbers(document, (), document.data, mode):
                if (document.source.path_shown, mutant.path) not in read:
                    found.setdefault(mutant.name, mutant)
    return sorted(found.values(), key=lambda mutant: (mutant.span, mutant.after))


def _is_rule(path: Path) -> bool:
    return not any(step in NO_RULES for step in path if isinstance(step, str))


def _defined(path: Path) -> str | int | None:
    """The definition that a place is in."""
    return path[path.index("define") + 1] if "define" in path[:-1] else None


def _idle_definitions(world: World) -> set[Any]:
    """Definitions that no rule uses, but what looks at games: how a position is valued, what is shown, what is told."""
    words: dict[str | int | None, set[str]] = {}
    for node, _ in world.read:
        if _is_rule(node.path):
            words.setdefault(_defined(node.path), set()).update(_WORD.findall(str(node.value)))
    used, waiting = set[str](), list(words.get(None, ()))
    while waiting:
        word = waiting.pop()
        if word not in used:
            used.add(word)
            waiting += words.get(word, ())
    return set(world.definitions) - used


# --- expressions ----------------------------------------------------------------------------------


def _of_expressions(world: World) -> Iterator[Mutant]:
    kinds = _Names(world)
    for node, wanted in world.read:
        value = node.value
        if isinstance(value, (dict, list)) or value is None:
            continue
        text = str(value).lower() if isinstance(value, bool) else str(value)
        try:
            tree = ast.parse(f"({text}\n)", mode="eval").body
        except (SyntaxError, ValueError):
            continue
        yield from _Changes(node, text, kinds).of(tree, wanted)


class _Names:
    """What a name of an expression could be instead: the next of its sort."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.groups: dict[Any, list[str]] = {}
        for name, symbol in world.symbols.items():
            self.groups.setdefault(self._sort(symbol), []).append(name)

    @staticmethod
    def _sort(symbol: Symbol) -> Any:
        return ("member", symbol.info[0]) if symbol.what == "member" else symbol.what

    def next(self, name: str) -> str | None:
        symbol = self.world.symbols.get(name)
        if symbol is None or symbol.what not in (
            "member",
            "track",
            "variable",
            "set",
            "pieces",
            "zone",
            "deck",
        ):
            return None
        return _after(self.groups[self._sort(symbol)], name)


def _after(names: list[str], name: str) -> str | None:
    """The next of several, round and round; None where there is but one."""
    other = names[(names.index(name) + 1) % len(names)]
    return None if other == name else other


class _Changes:
    """The changes to one expression."""

    def __init__(self, node: Node, text: str, names: _Names) -> None:
        self.node = node
        self.text = text
        self.names = names
        self.lines = [len(line) + 1 for line in text.split("\n")]

    def of(self, tree: ast.expr, wanted: Type | None) -> Iterator[Mutant]:
        if wanted == CONDITION:
            yield from self._condition(tree)
        for part in ast.walk(tree):
            method = getattr(self, f"_{type(part).__name__.lower()}", None)
            if method is not None:
                yield from method(part)

    def _condition(self, tree: ast.expr) -> Iterator[Mutant]:
        if isinstance(tree, ast.Constant) or self.text in ("true", "false"):
            return
        start, end = 0, len(self.text)
        yield self._mutant("condition", start, end, f"not ({self.text})")
        yield self._mutant("condition", start, end, "true")

    def _offset(self, line: int, column: int) -> int:
        # It was parsed in brackets, so its first line is shifted by one.
        return sum(self.lines[: line - 1]) + column - (line == 1)

    def _ends(self, part: ast.expr) -> tuple[int, int]:
        assert part.end_lineno is not None
        assert part.end_col_offset is not None
        return self._offset(part.lineno, part.col_offset), self._offset(part.end_lineno, part.end_col_offset)

    def _mutant(self, kind: str, start: int, end: int, after: str) -> Mutant:
        node = self.node
        span = node.document.part(node.path, start, end) if isinstance(node.value, str) else node.span
        return Mutant(kind, span, self.text[start:end], after, node.path, start)

    def _between(
        self, kind: str, left: ast.expr, right: ast.expr, words: tuple[str, ...]
    ) -> Iterator[Mutant]:
        """Another operator between two parts."""
        start, end = self._ends(left)[1], self._ends(right)[0]
        pattern = r"\s+".join(map(re.escape, words[0].split()))
        found = re.search(pattern, self.text[start:end])
        if found is not None:
            for after in words[1:]:
                yield self._mutant(kind, start + found.start(), start + found.end(), after)

    def _constant(self, part: ast.Constant) -> Iterator[Mutant]:
        if type(part.value) is int:
            start, end = self._ends(part)
            yield self._mutant("number", start, end, str(part.value + 1))
            if part.value > 0:
                yield self._mutant("number", start, end, str(part.value - 1))

    def _name(self, part: ast.Name) -> Iterator[Mutant]:
        start, end = self._ends(part)
        if part.id in ("true", "false"):
            yield self._mutant("condition", start, end, "false" if part.id == "true" else "true")
        elif (other := self.names.next(part.id)) is not None:
            yield self._mutant("target", start, end, other)

    def _call(self, part: ast.Call) -> Iterator[Mutant]:
        if isinstance(part.func, ast.Name) and part.func.id in _CALLS:
            start, end = self._ends(part.func)
            yield self._mutant("target", start, end, _CALLS[part.func.id])

    def _compare(self, part: ast.Compare) -> Iterator[Mutant]:
        for left, operator, right in zip(
            [part.left, *part.comparators], part.ops, part.comparators, strict=False
        ):
            words = _COMPARISONS.get(type(operator))
            if words is not None:
                yield from self._between("comparison", left, right, words)

    def _boolop(self, part: ast.BoolOp) -> Iterator[Mutant]:
        word, other = ("and", "or") if isinstance(part.op, ast.And) else ("or", "and")
        for left, right in zip(part.values, part.values[1:], strict=False):
            yield from self._between("condition", left, right, (word, other))

    def _binop(self, part: ast.BinOp) -> Iterator[Mutant]:
        words = _OPERATORS.get(type(part.op))
        if words is not None:
            yield from self._between("number", part.left, part.right, words)

    def _unaryop(self, part: ast.UnaryOp) -> Iterator[Mutant]:
        start, inner = self._ends(part)[0], self._ends(part.operand)[0]
        if isinstance(part.op, ast.Not):
            yield self._mutant("condition", start, inner, " " * self.text[:start].endswith(" "))
        elif isinstance(part.op, ast.USub):
            yield self._mutant("number", start, inner, "")

    def _ifexp(self, part: ast.IfExp) -> Iterator[Mutant]:
        start, end = self._ends(part.test)
        yield self._mutant("condition", start, end, f"not ({self.text[start:end]})")

    def _comprehension(self, part: ast.comprehension) -> Iterator[Mutant]:
        for test in part.ifs:
            start, end = self._ends(test)
            yield self._mutant("condition", start, end, "true")


# --- what is no expression ------------------------------------------------------------------------


def _of_names(world: World) -> Iterator[Mutant]:
    """What a step calls something by: a procedure, ending, piece, die, deck, zone."""
    for node, names in world.named:
        name = str(node.value)
        known = [other for other, info in names.items() if _alike(info, names.get(name))]
        if name in known and (other := _after(known, name)) is not None:
            yield Mutant("target", node.span, name, other, node.path)


def _alike(one: Any, other: Any) -> bool:
    """Whether one may stand where the other stands: procedures that take the same, anything else of one sort."""
    if isinstance(one, ProcedureInfo) and isinstance(other, ProcedureInfo):
        return one.parameters == other.parameters
    return True


def _of_cells(program: Program) -> Iterator[Mutant]:
    """A cell of a chart that is as the next other one of its row, or else of its column."""
    for chart in program.charts.values():
        rows = [list(row) for _, row in chart.info.node["rows"].items()]
        for at, row in enumerate(rows):
            for column, cell in enumerate(row):
                others = [
                    *row[column:],
                    *row[:column],
                    *(other[column] for other in [*rows[at:], *rows[:at]]),
                ]
                after = next((other.raw for other in others if str(other.value) != str(cell.value)), None)
                if after is not None:
                    yield Mutant("cell", cell.span, cell.raw, after, cell.path)


def _of_numbers(document: Document, path: Path, value: Any, mode: str) -> Iterator[Mutant]:
    """Whole numbers of declarations, such as bounds, faces, copies, supplies."""
    if (path and path[-1] in NO_RULES) or (len(path) == 2 and path[0] == "modes" and path[1] != mode):
        return
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _of_numbers(document, (*path, key), inner, mode)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _of_numbers(document, (*path, index), inner, mode)
    elif type(value) is int:
        for other in (value + 1, value - 1):
            if other >= 0 or value < 0:
                yield Mutant("number", document.span(path), str(value), str(other), path)
