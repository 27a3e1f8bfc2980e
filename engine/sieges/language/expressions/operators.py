"""Operators in expressions: logic, arithmetic, comparison, `a if c else b`."""

from __future__ import annotations

import ast

from attrs import evolve

from sieges.language import codes
from sieges.language.expressions import nodes as n
from sieges.language.expressions import sets
from sieges.language.expressions.chances import FINEST, denominator, is_numeric, level, numeric
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
            part = self.numeric(tree.operand)
            return n.Negative(part.type, part)
        if isinstance(tree.op, ast.UAdd):
            return self.numeric(tree.operand)
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
        if operator not in ARITHMETIC and operator is not ast.Div:
            sign = _SIGNS.get(operator.__name__, "this")
            raise self.mistake(
                codes.NOT_ALLOWED, f"{sign} is not part of the expression language", self.span(tree)
            )
        if not is_numeric(left.type):
            raise self.wrong(left, NUMBER, self.span(tree.left))
        right = self.numeric(tree.right)
        if operator in (ast.Div, ast.FloorDiv, ast.Mod):
            return self._divided(left, operator, right, tree)
        if operator is ast.Mult:
            parts = denominator(left.type) * denominator(right.type)
            return n.Arithmetic(self._fine(parts, tree), left, "*", right)
        (left, right), type_ = level([left, right])
        return n.Arithmetic(self._fine(denominator(type_), tree), left, ARITHMETIC[operator], right)

    def _divided(self, left: n.Expr, operator: type[ast.operator], right: n.Expr, tree: ast.BinOp) -> n.Expr:
        """`/` makes parts, `//` and `%` are for whole numbers."""
        if not (isinstance(right, n.Const) and right.value > 0 and right.type == NUMBER):
            raise self.mistake(
                codes.NOT_ALLOWED, "a divisor is a positive number written out", self.span(tree.right)
            )
        if operator is not ast.Div:
            if left.type != NUMBER:
                raise self.wrong(left, NUMBER, self.span(tree.left))
            return n.Arithmetic(NUMBER, left, ARITHMETIC[operator], right)
        parts = denominator(left.type) * right.value
        # Nothing is worked out: it is as many parts as before, and more of them make one.
        return evolve(left, type=self._fine(parts, tree))

    def _fine(self, parts: int, tree: ast.AST) -> Type:
        if parts > FINEST:
            raise self.mistake(
                codes.TOO_LARGE, f"a fraction has a denominator of at most {FINEST}", self.span(tree)
            )
        return numeric(parts)

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
            if is_numeric(left.type) and is_numeric(right.type):
                return self._numbers(left, word, right)
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
            if not is_numeric(side.type):
                raise self.wrong(side, NUMBER, self.span(side_tree))
        return self._numbers(left, word, right)

    def _numbers(self, left: n.Expr, word: str, right: n.Expr) -> n.Expr:
        (left, right), _ = level([left, right])
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
        if is_numeric(then.type) and is_numeric(otherwise.type):
            (then, otherwise), type_ = level([then, otherwise])
            return n.Either(type_, condition, then, otherwise)
        common = _common(then.type, otherwise.type)
        if common is None:
            raise self.wrong(otherwise, then.type, self.span(tree.orelse))
        return n.Either(common, condition, then, otherwise)


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
