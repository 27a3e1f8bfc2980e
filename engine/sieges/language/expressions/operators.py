"""Operators in expressions: logic, arithmetic, comparison, `a if c else b`."""

from __future__ import annotations

import ast

from sieges.language import codes
from sieges.language.expressions import nodes as n
from sieges.language.expressions import sets
from sieges.language.expressions.reader import Reader
from sieges.language.expressions.scope import facts, key_of
from sieges.language.types import (
    CONDITION,
    EMPTY,
    NONE,
    NUMBER,
    UNKNOWN,
    ListOf,
    Member,
    SetOf,
    Type,
    agrees,
    member,
)

COMPARE = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
ARITHMETIC = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%"}
SETS = {ast.BitAnd: "&", ast.BitOr: "|", ast.Sub: "-"}
_SIGNS = {
    "Pow": "power (`**`)",
    "Div": "`/`",
    "LShift": "a shift",
    "RShift": "a shift",
    "BitXor": "`^`",
    "BitAnd": "`&` between numbers",
    "BitOr": "`|` between numbers",
    "MatMult": "`@`",
}


class Operators(Reader):
    """Reads operators."""

    def read_boolop(self, tree: ast.BoolOp) -> n.Expr:
        word = "and" if isinstance(tree.op, ast.And) else "or"
        parts: list[n.Expr] = []
        kept = self.scope
        for part in tree.values:
            expr = self.need(part, CONDITION)
            parts.append(expr)
            self.scope = self.scope.child(sure=facts(expr, word == "and"))
        self.scope = kept
        return n.Logic(CONDITION, word, tuple(parts))

    def read_unaryop(self, tree: ast.UnaryOp) -> n.Expr:
        if isinstance(tree.op, ast.Not):
            return n.Not(CONDITION, self.need(tree.operand, CONDITION))
        if isinstance(tree.op, ast.USub):
            return n.Negative(NUMBER, self.need(tree.operand, NUMBER))
        if isinstance(tree.op, ast.UAdd):
            return self.need(tree.operand, NUMBER)
        raise self.mistake(codes.NOT_ALLOWED, "`~` is not part of the expression language", self.span(tree))

    def read_binop(self, tree: ast.BinOp) -> n.Expr:
        left = self.expr(tree.left)
        operator = type(tree.op)
        if isinstance(left.type, SetOf) or left.type == EMPTY:
            if operator not in SETS:
                raise self.mistake(
                    codes.NOT_ALLOWED, "sets are joined with `|`, `&` and `-`", self.span(tree)
                )
            right = self.expr(tree.right)
            if EMPTY not in (left.type, right.type) and left.type != right.type:
                raise self.wrong(right, left.type, self.span(tree.right))
            type_ = left.type if left.type != EMPTY else right.type
            return sets.SetJoin(type_, left, SETS[operator], right)
        if operator not in ARITHMETIC:
            sign = _SIGNS.get(operator.__name__, "this")
            fix = "a chance is written in a roll; whole division is `//`" if operator is ast.Div else None
            raise self.mistake(
                codes.NOT_ALLOWED, f"{sign} is not part of the expression language", self.span(tree), fix=fix
            )
        if not agrees(left.type, NUMBER):
            raise self.wrong(left, NUMBER, self.span(tree.left))
        right = self.need(tree.right, NUMBER)
        if operator in (ast.FloorDiv, ast.Mod) and not (isinstance(right, n.Const) and right.value > 0):
            raise self.mistake(
                codes.NOT_ALLOWED, "a divisor is a positive number written out", self.span(tree.right)
            )
        return n.Arithmetic(NUMBER, left, ARITHMETIC[operator], right)

    def read_compare(self, tree: ast.Compare) -> n.Expr:
        parts: list[n.Expr] = []
        left_tree: ast.expr = tree.left
        left = self.expr(left_tree)
        for operator, right_tree in zip(tree.ops, tree.comparators, strict=True):
            right = self.expr(right_tree)
            parts.append(self._comparison(left, left_tree, operator, right, right_tree, tree))
            left, left_tree = right, right_tree
        return parts[0] if len(parts) == 1 else n.Logic(CONDITION, "and", tuple(parts))

    def _comparison(
        self,
        left: n.Expr,
        left_tree: ast.AST,
        operator: ast.cmpop,
        right: n.Expr,
        right_tree: ast.AST,
        whole: ast.AST,
    ) -> n.Expr:
        if isinstance(operator, (ast.In, ast.NotIn)):
            if right.type != EMPTY and not isinstance(right.type, (SetOf, ListOf)):
                if right.type != UNKNOWN:
                    raise self.wrong(right, Type("a set"), self.span(right_tree))
            elif isinstance(right.type, (SetOf, ListOf)) and not agrees(
                left.type, member(right.type.kind, optional=True)
            ):
                raise self.wrong(left, member(right.type.kind), self.span(left_tree))
            found = sets.In(CONDITION, left, right)
            return found if isinstance(operator, ast.In) else n.Not(CONDITION, found)
        if type(operator) not in COMPARE:
            raise self.mistake(
                codes.NOT_ALLOWED,
                "`is` is not part of the expression language",
                self.span(whole),
                fix="write `==`",
            )
        word = COMPARE[type(operator)]
        if word in ("==", "!="):
            if not (
                agrees(left.type, right.type) or agrees(right.type, left.type) or _comparable(left, right)
            ):
                raise self.wrong(right, left.type, self.span(right_tree))
            if left.type == NONE and right.type != NONE:
                left, right, left_tree = right, left, right_tree
            if right.type == NONE:
                self._never_none(left, left_tree)
            return n.Compare(CONDITION, left, word, right)
        for side, side_tree in ((left, left_tree), (right, right_tree)):
            if not agrees(side.type, NUMBER):
                raise self.wrong(side, NUMBER, self.span(side_tree))
        return n.Compare(CONDITION, left, word, right)

    def _never_none(self, expr: n.Expr, tree: ast.AST) -> None:
        """Refuse a test whether something is none that is never so by its type, and not only here.

        Of a local, the type may only have been found out (a choice that is never empty), so its author may not know.
        """
        if not isinstance(expr.type, Member) or expr.type.optional or isinstance(expr, n.Local):
            return
        if key_of(expr) in self.scope.sure:
            return
        message = f"`{ast.unparse(tree)}` is {expr.type}, which is never none"
        raise self.mistake(codes.WRONG_TYPE, message, self.span(tree))

    def read_ifexp(self, tree: ast.IfExp) -> n.Expr:
        condition = self.need(tree.test, CONDITION)
        with self.surely(facts(condition, True)):
            then = self.expr(tree.body)
        with self.surely(facts(condition, False)):
            otherwise = self.expr(tree.orelse)
        type_ = _common(then.type, otherwise.type)
        if type_ is None:
            raise self.wrong(otherwise, then.type, self.span(tree.orelse))
        return n.Either(type_, condition, then, otherwise)


def _comparable(left: n.Expr, right: n.Expr) -> bool:
    types = (left.type, right.type)
    if NONE in types:
        other = left.type if right.type == NONE else right.type
        return isinstance(other, Member)
    if EMPTY in types:
        return any(isinstance(type_, SetOf) for type_ in types)
    return (
        isinstance(left.type, Member) and isinstance(right.type, Member) and left.type.kind == right.type.kind
    )


def _common(left: Type, right: Type) -> Type | None:
    if agrees(left, right):
        return right
    if agrees(right, left):
        return left
    for one, other in ((left, right), (right, left)):
        if one == NONE and isinstance(other, Member):
            return member(other.kind, optional=True)
    return None
