"""The reader of one expression: its messages, its places in the file, what it asks of its parts."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager

from attrs import define, field

from sieges.language import codes
from sieges.language.expressions import nodes as n
from sieges.language.expressions import sets
from sieges.language.expressions.chances import is_numeric
from sieges.language.expressions.scope import Scope
from sieges.language.reporting import Related, report
from sieges.language.types import (
    CONDITION,
    EMPTY,
    NUMBER,
    Fractional,
    ListOf,
    Member,
    Type,
    agrees,
    set_of,
)
from sieges.language.world import DefinitionInfo, Kind, World
from sieges.pack.node import Node
from sieges.text.spans import Span
from sieges.text.wording import counted

_WHAT = {
    "Lambda": "lambda",
    "Dict": "a mapping",
    "Set": "a set in curly brackets",
    "NamedExpr": "assignment",
    "JoinedStr": "a formatted text",
    "Starred": "a star",
    "Await": "await",
    "Yield": "yield",
    "Tuple": "a tuple",
    "DictComp": "a mapping",
    "SetComp": "a set in curly brackets",
    "GeneratorExp": "a bare loop",
    "Slice": "a slice",
    "YieldFrom": "yield",
}


class Mistake(Exception):
    """What stops the reading of one expression; it has been reported."""


@define(eq=False)
class Reader:
    """Reads one expression. What stands for each sort of part is in the classes that extend this one.

    A part of the sort ``BinOp`` is read by the method ``read_binop``; what has no such method is not in the language.
    """

    node: Node
    scope: Scope
    given: str | None = None
    at: int | None = None
    """Where ``given`` begins in the scalar, where that is known."""
    text: str = field(init=False, default="")
    offset: int = field(init=False, default=0)

    def __attrs_post_init__(self) -> None:
        value = self.node.value
        self.text = self.given if self.given is not None else _text(value)
        if self.given is not None and isinstance(value, str):
            self.offset = max(0, value.find(self.given)) if self.at is None else self.at

    @property
    def world(self) -> World:
        return self.scope.world

    # --- what is read elsewhere -------------------------------------------------------------------------

    def body_of(self, info: DefinitionInfo) -> n.Expr:
        """The typed body of a definition."""
        raise NotImplementedError

    def given_by(self, kind: Kind, field_id: str, place: int) -> n.Expr:
        """The typed rule or amount that a member gives for a field."""
        raise NotImplementedError

    def sizes(self, info: DefinitionInfo) -> tuple[int, ...]:
        """For each parameter of a definition how many members its kind has; 0 where it may be something else."""
        return tuple(
            len(self.world.kinds[type_.kind].members)
            if isinstance(type_, Member) and not type_.optional
            else 0
            for type_ in info.parameters.values()
        )

    # --- messages ---------------------------------------------------------------------------------------

    @property
    def whole(self) -> Span:
        return self.node.span

    def span(self, tree: ast.AST) -> Span:
        """Where a part of the expression stands in the file."""
        line, column = getattr(tree, "lineno", 1), getattr(tree, "col_offset", 1) - 1
        end_line, end_column = (
            getattr(tree, "end_lineno", line) or line,
            (getattr(tree, "end_col_offset", 2) or 2) - 1,
        )
        start = self.place(self.offset_of(line, column))
        return Span(self.whole.file, *start, *self.place(self.offset_of(end_line, end_column)))

    def offset_of(self, line: int, column: int) -> int:
        # The text was parsed in brackets, so its first line is shifted by one, the others are not.
        lines = self.text.split("\n")
        before = sum(len(part) + 1 for part in lines[: line - 1])
        return self.offset + before + (column if line == 1 else column + 1)

    def part(self, start: int, end: int) -> Span:
        """Where the characters ``start`` up to ``end`` of the expression stand in the file."""
        return self.node.document.part(self.node.path, self.offset + start, self.offset + end)

    def place(self, offset: int) -> tuple[int, int]:
        return self.node.document.position(self.node.path, offset)

    def mistake(
        self,
        code: str,
        message: str,
        span: Span,
        *,
        help: str | None = None,
        fix: str | None = None,
        related: Related = (),
    ) -> Mistake:
        report(self.scope.found, code, message, span, help=help, fix=fix, related=related)
        return Mistake(message)

    def wrong(self, expr: n.Expr, wanted: Type, span: Span, what: str = "this") -> Mistake:
        if isinstance(expr.type, Member) and expr.type.optional and agrees(expr.type.required(), wanted):
            help = "test it first: `x != none and …`, or put the step under `if: x != none`"
            return self.mistake(
                codes.MAYBE_NONE, f"{what} may be none here, and {wanted} is needed", span, help=help
            )
        fix: str | None = None
        hint: str | None = None
        if wanted == CONDITION and expr.type == NUMBER:
            fix = (
                f"compare it: `{self.text} > 0`"
                if span == self.whole
                else "compare it with a number, such as `> 0`"
            )
        if wanted == NUMBER and isinstance(expr.type, Fractional):
            hint = "decimals and `/` stand where a chance is meant, as in `hits(…)`; whole division is `//`"
        return self.mistake(
            codes.WRONG_TYPE, f"{what} is {expr.type}, and {wanted} is needed", span, fix=fix, help=hint
        )

    # --- parts ------------------------------------------------------------------------------------------

    def written(self, expr: n.Expr, wanted: ListOf) -> n.Expr:
        """A set that is written out, as the list it is written as."""
        if isinstance(expr, sets.SetOf) and expr.type == set_of(wanted.kind):
            members = tuple(part.value for part in expr.members if isinstance(part, n.Const))
            if len(members) == len(expr.members):
                return sets.Written(wanted, members)
        if expr.type == EMPTY:
            return sets.Written(wanted, ())
        return expr

    def _arguments(self, tree: ast.Call, low: int, high: int | None = None) -> list[ast.expr]:
        high = low if high is None else high
        if not low <= len(tree.args) <= high:
            wanted = counted(low, "argument") if low == high else f"{low} to {high} arguments"
            raise self.mistake(
                codes.ARGUMENTS,
                f"`{ast.unparse(tree.func)}` takes {wanted}, not {len(tree.args)}",
                self.span(tree),
            )
        return tree.args

    def need(self, tree: ast.AST, wanted: Type, what: str = "this") -> n.Expr:
        expr = self.expr(tree)
        if isinstance(wanted, ListOf):
            expr = self.written(expr, wanted)
        if not agrees(expr.type, wanted):
            raise self.wrong(expr, wanted, self.span(tree), what)
        return expr

    def numeric(self, tree: ast.AST) -> n.Expr:
        """A number, with or without a fraction."""
        expr = self.expr(tree)
        if not is_numeric(expr.type):
            raise self.wrong(expr, NUMBER, self.span(tree))
        return expr

    def expr(self, tree: ast.AST) -> n.Expr:
        method = getattr(self, f"read_{type(tree).__name__.lower()}", None)
        if method is None:
            raise self.mistake(
                codes.NOT_ALLOWED,
                f"{_WHAT.get(type(tree).__name__, 'this')} is not part of the expression language",
                self.span(tree),
                help="see section 4 of docs/language.md for what is",
            )
        result: n.Expr = method(tree)
        if result.type in (CONDITION, NUMBER):
            self.world.note(result, ast.unparse(tree), self.span(tree))
        return result

    @contextmanager
    def surely(self, names: frozenset[str], locals_: dict[str, Type] | None = None) -> Iterator[None]:
        kept = self.scope
        self.scope = kept.child(locals_, names)
        try:
            yield
        finally:
            self.scope = kept


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)
