"""Reads expressions: Python's own parser, an allow-list of its nodes, then types (docs/language.md, section 4)."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from attrs import Factory, define, field

from sieges.language import codes
from sieges.language.expressions import nodes as n
from sieges.language.expressions import sets
from sieges.language.types import (
    AMOUNT,
    CHART,
    CONDITION,
    EMPTY,
    NONE,
    NUMBER,
    NUMBERS,
    RULE,
    STEPS,
    TEXT,
    UNKNOWN,
    ListOf,
    Member,
    PerSide,
    SetOf,
    Type,
    agrees,
    member,
    set_of,
)
from sieges.language.world import DefinitionInfo, Kind, PieceInfo, Symbol, World
from sieges.pack.node import Node
from sieges.text.diagnostic import Diagnostic, Diagnostics, nearest
from sieges.text.spans import Span

LONGEST = 500
DEEPEST = 40
BIGGEST = 10**12

RESERVED = frozenset(
    "and or not in if else for true false none any all sum count min max abs first last left vacant numbers old "
    "ended this is lambda n".split()
)
COMPARE = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
ARITHMETIC = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%"}
SETS = {ast.BitAnd: "&", ast.BitOr: "|", ast.Sub: "-"}


class Mistake(Exception):
    """What stops the reading of one expression; it has been reported."""


@define(eq=False)
class Scope:
    """What an expression may name beside the world: locals with their types, and what is known not to be none."""

    world: World
    found: Diagnostics
    locals: dict[str, Type] = Factory(dict)
    sure: frozenset[str] = frozenset()
    example: bool = False
    olds: list[n.Expr] = Factory(list)

    def child(self, locals_: dict[str, Type] | None = None, sure: frozenset[str] = frozenset()) -> Scope:
        return Scope(
            self.world, self.found, {**self.locals, **(locals_ or {})}, self.sure | sure, self.example, self.olds
        )


def read_expression(node: Node, scope: Scope, wanted: Type | None = None, text: str | None = None) -> n.Expr:
    """The typed expression written at ``node``; mistakes are reported once and give an expression of unknown type.

    Args:
        node: a scalar (text, number, true, false).
        wanted: the type asked for, if any.
        text: the text, where it is only a part of the scalar.
    """
    reader = _Reader(node, scope, text)
    try:
        expr = reader.read()
        if isinstance(wanted, ListOf):
            expr = reader.written(expr, wanted)
        if wanted is not None and not agrees(expr.type, wanted):
            reader.wrong(expr, wanted, reader.whole)
    except Mistake:
        return n.Const(UNKNOWN if wanted is None else wanted, 0)
    return expr


def facts(expr: n.Expr, holds: bool) -> frozenset[str]:
    """Names that are surely not none when ``expr`` is true (or, if not ``holds``, false)."""
    if isinstance(expr, n.Not):
        return facts(expr.part, not holds)
    if isinstance(expr, n.Logic) and expr.word == ("and" if holds else "or"):
        return frozenset().union(*(facts(part, holds) for part in expr.parts))
    if isinstance(expr, n.Compare) and expr.word == ("!=" if holds else "==") and _is_none(expr.right):
        return frozenset({key}) if (key := _key(expr.left)) else frozenset()
    if isinstance(expr, sets.In) and holds:
        return frozenset({key}) if (key := _key(expr.item)) else frozenset()
    if isinstance(expr, n.Compare) and expr.word == "==" and holds and not _maybe_none(expr.right.type):
        return frozenset({key}) if (key := _key(expr.left)) else frozenset()
    return frozenset()


def _is_none(expr: n.Expr) -> bool:
    return expr.type == NONE


def _maybe_none(type_: Type) -> bool:
    return type_ == NONE or (isinstance(type_, Member) and type_.optional)


def _key(expr: n.Expr) -> str | None:
    """What a fact is remembered by: a local's name or a cell's address."""
    if isinstance(expr, n.Local):
        return expr.name
    if isinstance(expr, n.Cell) and expr.index is None:
        return f"@{expr.base}"
    if isinstance(expr, n.Table) and expr.field and (key := _key(expr.index)):
        return f"{key}.{expr.field}"
    return None


@define(eq=False)
class _Reader:
    node: Node
    scope: Scope
    given: str | None = None
    text: str = field(init=False, default="")
    offset: int = field(init=False, default=0)

    def __attrs_post_init__(self) -> None:
        value = self.node.value
        self.text = self.given if self.given is not None else _text(value)
        if self.given is not None and isinstance(value, str):
            self.offset = max(0, value.find(self.given))

    @property
    def world(self) -> World:
        return self.scope.world

    # --- messages ---------------------------------------------------------------------------------

    @property
    def whole(self) -> Span:
        return self.node.span

    def span(self, tree: ast.AST) -> Span:
        """Where a part of the expression stands in the file."""
        line, column = getattr(tree, "lineno", 1), getattr(tree, "col_offset", 1) - 1
        end_line, end_column = getattr(tree, "end_lineno", line) or line, (getattr(tree, "end_col_offset", 2) or 2) - 1
        start = self._place(self._offset(line, column))
        return Span(self.whole.file, *start, *self._place(self._offset(end_line, end_column)))

    def _offset(self, line: int, column: int) -> int:
        # The text was parsed in brackets, so its first line is shifted by one, the others are not.
        lines = self.text.split("\n")
        before = sum(len(part) + 1 for part in lines[: line - 1])
        return self.offset + before + (column if line == 1 else column + 1)

    def _place(self, offset: int) -> tuple[int, int]:
        return self.node.document.position(self.node.path, offset)

    def mistake(
        self, code: str, message: str, span: Span, *, help: str | None = None, fix: str | None = None
    ) -> Mistake:
        self.scope.found.add(Diagnostic(code, "error", message, span, (), help, fix))
        return Mistake(message)

    def wrong(self, expr: n.Expr, wanted: Type, span: Span, what: str = "this") -> Mistake:
        if isinstance(expr.type, Member) and expr.type.optional and agrees(expr.type.required(), wanted):
            help = "test it first: `x != none and …`, or put the step under `if: x != none`"
            return self.mistake(codes.MAYBE_NONE, f"{what} may be none here, and {wanted} is needed", span, help=help)
        fix = None
        if wanted == CONDITION and expr.type == NUMBER:
            fix = f"compare it: `{self.text} > 0`" if span == self.whole else "compare it with a number, such as `> 0`"
        return self.mistake(codes.WRONG_TYPE, f"{what} is {expr.type}, and {wanted} is needed", span, fix=fix)

    def written(self, expr: n.Expr, wanted: ListOf) -> n.Expr:
        """A set that is written out, as the list it is written as."""
        if isinstance(expr, sets.SetOf) and expr.type == set_of(wanted.kind):
            if all(isinstance(part, n.Const) for part in expr.members):
                return sets.Written(wanted, tuple(part.value for part in expr.members if isinstance(part, n.Const)))
        if expr.type == EMPTY:
            return sets.Written(wanted, ())
        return expr

    def need(self, tree: ast.AST, wanted: Type, what: str = "this") -> n.Expr:
        expr = self.expr(tree)
        if isinstance(wanted, ListOf):
            expr = self.written(expr, wanted)
        if not agrees(expr.type, wanted):
            raise self.wrong(expr, wanted, self.span(tree), what)
        return expr

    # --- reading ----------------------------------------------------------------------------------

    def read(self) -> n.Expr:
        if self.node.value is None or isinstance(self.node.value, (dict, list)):
            raise self.mistake(
                codes.SYNTAX, "an expression is needed here", self.whole,
                help="an expression is text, a number, true or false; quote one that holds `[`, `{`, `: ` or `#`",
            )  # fmt: skip
        if len(self.text) > LONGEST:
            raise self.mistake(
                codes.TOO_LARGE, f"this expression has {len(self.text)} characters, at most {LONGEST} are taken",
                self.whole, fix="give parts of it a name under `define:`",
            )  # fmt: skip
        if not self.text.isascii():
            at = next(i for i, character in enumerate(self.text) if not character.isascii())
            line, column = self._place(self.offset + at)
            raise self.mistake(
                codes.SYNTAX, f"`{self.text[at]}` cannot stand in an expression",
                Span(self.whole.file, line, column, line, column + 1), fix="use plain ASCII signs",
            )  # fmt: skip
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                tree = ast.parse(f"({self.text}\n)", mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError) as error:
            raise self._syntax(error) from None
        if isinstance(tree, ast.Tuple):
            raise self.mistake(
                codes.SYNTAX, "a list of several values is written in square brackets", self.whole,
                fix=f"[{self.text.strip()}]",
            )  # fmt: skip
        if _depth(tree) > DEEPEST:
            raise self.mistake(
                codes.TOO_LARGE, f"this expression is nested more than {DEEPEST} deep", self.whole,
                fix="give parts of it a name under `define:`",
            )  # fmt: skip
        return self.expr(tree)

    def _syntax(self, error: Exception) -> Mistake:
        span = self.whole
        why = "it is not an expression"
        if isinstance(error, SyntaxError) and error.lineno and error.offset:
            at = self._place(min(self._offset(error.lineno, error.offset - 2), self.offset + len(self.text)))
            span = Span(self.whole.file, *at, at[0], at[1] + 1)
            why = "it stops making sense here"
        opened = self.text.count("(") - self.text.count(")"), self.text.count("[") - self.text.count("]")
        fix = None
        if opened[0] or opened[1]:
            sign = "round" if opened[0] else "square"
            why, span = f"a {sign} bracket is not closed or not opened", self.whole
            fix = "balance the brackets; inside `{…}` or `[…]` of YAML, quote the whole expression"
        elif "&&" in self.text or "||" in self.text or "!" in self.text.replace("!=", ""):
            fix = "write `and`, `or`, `not`"
        elif "=" in self.text.replace("==", "").replace("<=", "").replace(">=", "").replace("!=", ""):
            fix = "equality is written `==`"
        return self.mistake(codes.SYNTAX, f"this expression cannot be read: {why}", span, fix=fix)

    def expr(self, tree: ast.AST) -> n.Expr:
        method = getattr(self, f"_{type(tree).__name__.lower()}", None)
        if method is None:
            raise self.mistake(
                codes.NOT_ALLOWED, f"{_WHAT.get(type(tree).__name__, 'this')} is not part of the expression language",
                self.span(tree), help="see section 4 of docs/language.md for what is",
            )  # fmt: skip
        result: n.Expr = method(tree)
        if result.type == CONDITION:
            self.world.note(result, ast.unparse(tree), self.span(tree))
        return result

    def _constant(self, tree: ast.Constant) -> n.Expr:
        value = tree.value
        if isinstance(value, int) and not isinstance(value, bool):
            if value > BIGGEST:
                raise self.mistake(codes.TOO_LARGE, f"numbers go up to {BIGGEST}", self.span(tree))
            return n.Const(NUMBER, value)
        if value is None or isinstance(value, bool):
            fix = str(value).lower()
            raise self.mistake(codes.SYNTAX, f"`{value}` is written `{fix}`", self.span(tree), fix=fix)
        if isinstance(value, float):
            raise self.mistake(
                codes.NOT_ALLOWED, "a decimal stands only where a chance is meant", self.span(tree),
                fix="whole numbers only",
            )  # fmt: skip
        raise self.mistake(
            codes.NOT_ALLOWED, "a text cannot be computed with", self.span(tree), fix="name a member by its id, without quotes"
        )  # fmt: skip

    def _name(self, tree: ast.Name) -> n.Expr:
        name = tree.id
        if name in ("true", "false"):
            return n.Const(CONDITION, int(name == "true"))
        if name == "none":
            return n.Const(NONE, -1)
        if name in self.scope.locals:
            type_ = self.scope.locals[name]
            if isinstance(type_, Member) and type_.optional and name in self.scope.sure:
                type_ = type_.required()
            return n.Local(type_, name)
        symbol = self.world.symbols.get(name)
        if symbol is None:
            raise self.unknown(name, tree)
        return self._symbol(symbol, tree)

    def unknown(self, name: str, tree: ast.AST) -> Mistake:
        world = self.world
        names = [*self.scope.locals, *world.symbols, *(r for r in RESERVED if len(r) > 3)]
        guess = nearest(name, names)
        labelled = [
            member_id
            for kind in world.kinds.values()
            for label, place in kind.labels.items()
            if label == name
            for member_id in [kind.members[place]]
        ]
        if labelled:
            guess = labelled[0]
        help = None if guess else "names are those of members, tags, tracks, variables, definitions and locals"
        if name == "this":
            help = "`this` is known in fields of steps, rules and charts only"
        return self.mistake(
            codes.UNKNOWN_NAME, f"nothing is called `{name}` here", self.span(tree),
            help=help, fix=f"did you mean `{guess}`?" if guess else None,
        )  # fmt: skip

    def _symbol(self, symbol: Symbol, tree: ast.AST) -> n.Expr:
        symbol.used = True
        world = self.world
        match symbol.what:
            case "member":
                kind, index = symbol.info
                return n.Const(member(kind), index)
            case "set":
                kind, mask = symbol.info
                return n.Const(set_of(kind), mask)
            case "track":
                info = world.tracks[symbol.name]
                if info.per_side:
                    raise self.mistake(
                        codes.WRONG_TYPE, f"`{symbol.name}` is a track per side", self.span(tree),
                        fix=f"{symbol.name}[{world.sides.members[0]}]",
                    )  # fmt: skip
                return n.Cell(NUMBER, info.base)
            case "variable":
                variable = world.variables[symbol.name]
                type_ = variable.type
                if isinstance(type_, Member) and type_.optional and f"@{variable.base}" in self.scope.sure:
                    type_ = type_.required()
                return n.Cell(type_, variable.base)
            case "option":
                option = world.options[symbol.name]
                return n.Cell(option.type, option.base)
            case "zone":
                zone = world.zones[symbol.name]
                return sets.Zone(set_of("card"), world.place_base, zone.index, zone.holds)
            case "definition":
                return self._defined(world.definitions[symbol.name], tree, [])
        uses = {
            "pieces": f"count them: `{symbol.name}(…)`", "deck": f"count it: `left({symbol.name})`",
            "pile": f"count it: `left({symbol.name}, …)`",
        }  # fmt: skip
        article = "an" if symbol.what[0] in "aeio" else "a"
        raise self.mistake(
            codes.WRONG_TYPE, f"`{symbol.name}` is {article} {symbol.what}, not a value", self.span(tree),
            fix=uses.get(symbol.what),
        )  # fmt: skip

    def _defined(self, info: DefinitionInfo, tree: ast.AST, arguments: list[ast.expr]) -> n.Expr:
        if len(arguments) != len(info.parameters):
            wanted = ", ".join(f"{name}: {type_}" for name, type_ in info.parameters.items()) or "none"
            raise self.mistake(
                codes.ARGUMENTS, f"`{info.id}` takes {len(info.parameters)} argument(s), {len(arguments)} given",
                self.span(tree), help=f"its parameters: {wanted}",
            )  # fmt: skip
        values = tuple(
            self.need(argument, type_, f"argument `{name}` of `{info.id}`")
            for argument, (name, type_) in zip(arguments, info.parameters.items(), strict=True)
        )
        body = read_definition(info, self.scope)
        return n.Defined(body.type, info.id, tuple(info.parameters), body, values)

    def _boolop(self, tree: ast.BoolOp) -> n.Expr:
        word = "and" if isinstance(tree.op, ast.And) else "or"
        parts: list[n.Expr] = []
        kept = self.scope
        for part in tree.values:
            expr = self.need(part, CONDITION)
            parts.append(expr)
            self.scope = self.scope.child(sure=facts(expr, word == "and"))
        self.scope = kept
        return n.Logic(CONDITION, word, tuple(parts))

    def _unaryop(self, tree: ast.UnaryOp) -> n.Expr:
        if isinstance(tree.op, ast.Not):
            return n.Not(CONDITION, self.need(tree.operand, CONDITION))
        if isinstance(tree.op, ast.USub):
            return n.Negative(NUMBER, self.need(tree.operand, NUMBER))
        if isinstance(tree.op, ast.UAdd):
            return self.need(tree.operand, NUMBER)
        raise self.mistake(codes.NOT_ALLOWED, "`~` is not part of the expression language", self.span(tree))

    def _binop(self, tree: ast.BinOp) -> n.Expr:
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

    def _compare(self, tree: ast.Compare) -> n.Expr:
        parts: list[n.Expr] = []
        left_tree: ast.expr = tree.left
        left = self.expr(left_tree)
        for operator, right_tree in zip(tree.ops, tree.comparators, strict=True):
            right = self.expr(right_tree)
            parts.append(self._comparison(left, left_tree, operator, right, right_tree, tree))
            left, left_tree = right, right_tree
        return parts[0] if len(parts) == 1 else n.Logic(CONDITION, "and", tuple(parts))

    def _comparison(
        self, left: n.Expr, left_tree: ast.AST, operator: ast.cmpop, right: n.Expr, right_tree: ast.AST, whole: ast.AST
    ) -> n.Expr:
        if isinstance(operator, (ast.In, ast.NotIn)):
            if right.type != EMPTY and not isinstance(right.type, (SetOf, ListOf)):
                if right.type != UNKNOWN:
                    raise self.wrong(right, Type("a set"), self.span(right_tree))
            elif isinstance(right.type, (SetOf, ListOf)) and not agrees(left.type, member(right.type.kind, optional=True)):
                raise self.wrong(left, member(right.type.kind), self.span(left_tree))
            found = sets.In(CONDITION, left, right)
            return found if isinstance(operator, ast.In) else n.Not(CONDITION, found)
        if type(operator) not in COMPARE:
            raise self.mistake(
                codes.NOT_ALLOWED, "`is` is not part of the expression language", self.span(whole), fix="write `==`"
            )
        word = COMPARE[type(operator)]
        if word in ("==", "!="):
            if not (agrees(left.type, right.type) or agrees(right.type, left.type) or _comparable(left, right)):
                raise self.wrong(right, left.type, self.span(right_tree))
            if left.type == NONE and right.type != NONE:
                left, right = right, left
            return n.Compare(CONDITION, left, word, right)
        for side, side_tree in ((left, left_tree), (right, right_tree)):
            if not agrees(side.type, NUMBER):
                raise self.wrong(side, NUMBER, self.span(side_tree))
        return n.Compare(CONDITION, left, word, right)

    def _ifexp(self, tree: ast.IfExp) -> n.Expr:
        condition = self.need(tree.test, CONDITION)
        with self._sure(facts(condition, True)):
            then = self.expr(tree.body)
        with self._sure(facts(condition, False)):
            otherwise = self.expr(tree.orelse)
        type_ = _common(then.type, otherwise.type)
        if type_ is None:
            raise self.wrong(otherwise, then.type, self.span(tree.orelse))
        return n.Either(type_, condition, then, otherwise)

    @contextmanager
    def _sure(self, names: frozenset[str], locals_: dict[str, Type] | None = None) -> Iterator[None]:
        kept = self.scope
        self.scope = kept.child(locals_, names)
        try:
            yield
        finally:
            self.scope = kept

    def _list(self, tree: ast.List) -> n.Expr:
        if not tree.elts:
            return n.Const(EMPTY, 0)
        parts = [self.expr(part) for part in tree.elts]
        kind: str | None = None
        for part, part_tree in zip(parts, tree.elts, strict=True):
            if not isinstance(part.type, Member):
                if part.type == UNKNOWN:
                    raise Mistake
                raise self.wrong(part, Type("a member of a kind"), self.span(part_tree))
            if part.type.optional or (kind is not None and part.type.kind != kind):
                raise self.wrong(part, member(kind or part.type.kind), self.span(part_tree))
            kind = part.type.kind
        assert kind is not None
        return sets.SetOf(set_of(kind), tuple(parts))

    def _listcomp(self, tree: ast.ListComp) -> n.Expr:
        if not isinstance(tree.elt, ast.Name):
            raise self.mistake(
                codes.NOT_ALLOWED, "a set gathers the members themselves: `[x for x in … if …]`", self.span(tree.elt)
            )
        loop = self._loop("set", tree.generators, None, tree)
        if tree.elt.id != loop.name:
            raise self.mistake(
                codes.NOT_ALLOWED, f"a set gathers the members themselves: `[{loop.name} for {loop.name} in …]`",
                self.span(tree.elt),
            )  # fmt: skip
        return loop

    def _loop(
        self, word: str, generators: list[ast.comprehension], value: ast.expr | None, tree: ast.AST
    ) -> sets.Loop:
        generator = generators[0]
        if len(generators) > 1 or generator.is_async:
            raise self.mistake(
                codes.NOT_ALLOWED, "one loop in a comprehension", self.span(generators[-1].target),
                fix="put the inner loop into a definition, or nest `any(…)`",
            )  # fmt: skip
        if not isinstance(generator.target, ast.Name):
            raise self.mistake(codes.NOT_ALLOWED, "a loop binds one name", self.span(generator.target))
        name = generator.target.id
        if name in RESERVED or name in self.world.symbols or name in self.scope.locals:
            raise self.mistake(
                codes.NAME_TAKEN, f"`{name}` already means something here", self.span(generator.target),
                fix="use another name for the members of the set",
            )  # fmt: skip
        group = self.expr(generator.iter)
        if not isinstance(group.type, (SetOf, ListOf)):
            if group.type == UNKNOWN:
                raise Mistake
            if group.type == EMPTY:
                return sets.Loop(NUMBER, word, name, group)
            raise self.wrong(group, Type("a set"), self.span(generator.iter))
        with self._sure(frozenset(), {name: member(group.type.kind)}):
            tests = []
            for test in generator.ifs:
                tests.append(self.need(test, CONDITION))
                self.scope = self.scope.child(sure=facts(tests[-1], True))
            condition = n.Logic(CONDITION, "and", tuple(tests)) if len(tests) != 1 else tests[0]
            if not tests:
                condition = n.Const(CONDITION, 1)
            body = None
            if value is not None:
                body = self.need(value, NUMBER if word == "sum" else CONDITION)
        gathered = set_of(group.type.kind)
        result = {"any": CONDITION, "all": CONDITION, "sum": NUMBER, "count": NUMBER}.get(word, gathered)
        if word in ("first", "last"):
            result = member(group.type.kind, optional=True)
        return sets.Loop(result, word, name, group, condition, body)

    def _attribute(self, tree: ast.Attribute) -> n.Expr:
        subject = self.expr(tree.value)
        if not isinstance(subject.type, Member):
            if subject.type == UNKNOWN:
                raise Mistake
            raise self.wrong(subject, Type("a member of a kind"), self.span(tree.value))
        kind = self.world.kinds[subject.type.kind]
        if subject.type.optional:
            what = f"`{ast.unparse(tree.value)}`"
            raise self.wrong(subject, subject.type.required(), self.span(tree.value), what)
        return self._field(kind, tree.attr, subject, tree)

    def _field(self, kind: Kind, name: str, subject: n.Expr, tree: ast.AST) -> n.Expr:
        state = kind.state.get(name)
        if state is not None:
            return n.Cell(state.type, state.base, max(1, len(kind.members)), subject)
        info = kind.fields.get(name)
        if info is None:
            guess = nearest(name, [*kind.fields, *kind.state])
            raise self.mistake(
                codes.UNKNOWN_FIELD, f"{kind.title} has no field `{name}`", self.span(tree),
                fix=f"did you mean `{guess}`?" if guess else None,
                help=f"its fields: {', '.join([*kind.fields, *kind.state]) or 'none'}",
            )  # fmt: skip
        if info.type in (STEPS, CHART, TEXT) or isinstance(info.type, PerSide):
            how = "`perform:` does it" if info.type == STEPS else "`consult:` looks it up" if info.type == CHART else None
            if isinstance(info.type, PerSide):
                how = f"name the side: `….{name}[side]`"
            raise self.mistake(
                codes.WRONG_TYPE, f"`{name}` is {info.type}, not a value by itself", self.span(tree), fix=how
            )
        if info.type in (RULE, AMOUNT):
            options = tuple(read_lookup(kind, name, place, self.scope) for place in range(len(kind.members)))
            type_ = CONDITION if info.type == RULE else NUMBER
            return n.Lookup(type_, f"{kind.id}.{name}", options, subject)
        table = n.Table(info.type, tuple(info.values), subject, f"{kind.id}.{name}")
        if isinstance(info.type, Member) and info.type.optional and _key(table) in self.scope.sure:
            return n.Table(info.type.required(), table.values, subject, table.field)
        return table

    def _subscript(self, tree: ast.Subscript) -> n.Expr:
        if isinstance(tree.value, ast.Name) and tree.value.id in self.world.tracks:
            track = self.world.tracks[tree.value.id]
            self.world.symbols[track.id].used = True
            if not track.per_side:
                raise self.mistake(
                    codes.WRONG_TYPE, f"`{track.id}` is one track for the game", self.span(tree), fix=track.id
                )
            side = self.need(tree.slice, member("side"))
            return n.Cell(NUMBER, track.base, len(self.world.sides.members), side)
        if isinstance(tree.value, ast.Attribute):
            subject = self.expr(tree.value.value)
            if isinstance(subject.type, Member) and not subject.type.optional:
                kind = self.world.kinds[subject.type.kind]
                info = kind.fields.get(tree.value.attr)
                if info is not None and isinstance(info.type, PerSide):
                    side = self.need(tree.slice, member("side"))
                    sides = len(self.world.sides.members)
                    flat = tuple(value for values in info.values for value in values)
                    place = n.Arithmetic(NUMBER, n.Arithmetic(NUMBER, subject, "*", n.Const(NUMBER, sides)), "+", side)
                    return n.Table(info.type.of, flat, place)
        raise self.mistake(
            codes.NOT_ALLOWED, "only tracks and fields per side take `[side]`", self.span(tree)
        )

    # --- calls ------------------------------------------------------------------------------------

    def _call(self, tree: ast.Call) -> n.Expr:
        if not isinstance(tree.func, ast.Name) or tree.keywords or any(isinstance(a, ast.Starred) for a in tree.args):
            raise self.mistake(
                codes.NOT_ALLOWED, "only named functions are called, with plain arguments", self.span(tree)
            )
        name = tree.func.id
        builtin = getattr(self, f"_call_{name}", None)
        if builtin is not None:
            result: n.Expr = builtin(tree)
            return result
        symbol = self.world.symbols.get(name)
        if symbol is None:
            functions = [
                "any", "all", "sum", "count", "min", "max", "abs", "first", "last", "vacant", "left", "numbers",
                *(s.name for s in self.world.symbols.values() if s.what in ("definition", "pieces")),
            ]  # fmt: skip
            guess = nearest(name, functions)
            raise self.mistake(
                codes.UNKNOWN_NAME, f"there is no function `{name}`", self.span(tree.func),
                fix=f"did you mean `{guess}`?" if guess else None, help=f"there are: {', '.join(functions)}",
            )  # fmt: skip
        symbol.used = True
        if symbol.what == "definition":
            return self._defined(self.world.definitions[name], tree, tree.args)
        if symbol.what == "pieces":
            return self._markers(symbol.info, tree)
        raise self.mistake(codes.NOT_ALLOWED, f"`{name}` is a {symbol.what}, not a function", self.span(tree.func))

    def _arguments(self, tree: ast.Call, low: int, high: int | None = None) -> list[ast.expr]:
        high = low if high is None else high
        if not low <= len(tree.args) <= high:
            wanted = str(low) if low == high else f"{low} to {high}"
            name = ast.unparse(tree.func)
            raise self.mistake(
                codes.ARGUMENTS, f"`{name}` takes {wanted} argument(s), {len(tree.args)} given", self.span(tree)
            )
        return tree.args

    def _over(self, word: str, tree: ast.Call) -> n.Expr:
        (argument,) = self._arguments(tree, 1)
        if isinstance(argument, ast.GeneratorExp):
            if word in ("count", "first", "last"):
                raise self.mistake(
                    codes.NOT_ALLOWED, f"`{word}` takes a set", self.span(argument),
                    fix=f"{word}([{ast.unparse(argument)[1:-1]}])",
                )  # fmt: skip
            return self._loop(word, argument.generators, argument.elt, tree)
        if word in ("any", "all", "sum"):
            raise self.mistake(
                codes.ARGUMENTS, f"`{word}` takes a loop: `{word}(… for x in X)`", self.span(argument)
            )
        group = self.expr(argument)
        if isinstance(group, sets.Loop):
            type_ = NUMBER if word == "count" else group.type
            if word != "count" and isinstance(group.type, SetOf):
                type_ = member(group.type.kind, optional=True)
            return sets.Loop(type_, word, group.name, group.group, group.condition)
        if not isinstance(group.type, (SetOf, ListOf)):
            if group.type in (UNKNOWN, EMPTY):
                raise Mistake
            raise self.wrong(group, Type("a set"), self.span(argument))
        type_ = NUMBER if word == "count" else member(group.type.kind, optional=True)
        return sets.Loop(type_, word, "_", group)

    def _call_any(self, tree: ast.Call) -> n.Expr:
        return self._over("any", tree)

    def _call_all(self, tree: ast.Call) -> n.Expr:
        return self._over("all", tree)

    def _call_sum(self, tree: ast.Call) -> n.Expr:
        return self._over("sum", tree)

    def _call_count(self, tree: ast.Call) -> n.Expr:
        return self._over("count", tree)

    def _call_first(self, tree: ast.Call) -> n.Expr:
        return self._over("first", tree)

    def _call_last(self, tree: ast.Call) -> n.Expr:
        return self._over("last", tree)

    def _call_min(self, tree: ast.Call) -> n.Expr:
        parts = self._arguments(tree, 2, 8)
        return n.Extreme(NUMBER, "min", tuple(self.need(part, NUMBER) for part in parts))

    def _call_max(self, tree: ast.Call) -> n.Expr:
        parts = self._arguments(tree, 2, 8)
        return n.Extreme(NUMBER, "max", tuple(self.need(part, NUMBER) for part in parts))

    def _call_abs(self, tree: ast.Call) -> n.Expr:
        (part,) = self._arguments(tree, 1)
        return n.Extreme(NUMBER, "abs", (self.need(part, NUMBER),))

    def _call_numbers(self, tree: ast.Call) -> n.Expr:
        low, high = self._arguments(tree, 2)
        return sets.Numbers(NUMBERS, self.need(low, NUMBER), self.need(high, NUMBER))

    def _call_vacant(self, tree: ast.Call) -> n.Expr:
        (place,) = self._arguments(tree, 1)
        world = self.world
        where = self.need(place, member("location"))
        return n.Cell(NUMBER, world.room_base, max(1, len(world.locations.members)), where)

    def _call_left(self, tree: ast.Call) -> n.Expr:
        args = self._arguments(tree, 1, 2)
        name = args[0].id if isinstance(args[0], ast.Name) else ""
        symbol = self.world.symbols.get(name)
        if symbol is None or symbol.what not in ("deck", "pile"):
            raise self.mistake(codes.WRONG_TYPE, "`left` counts a deck or a pile", self.span(args[0]))
        symbol.used = True
        deck = self.world.decks[symbol.info[0]]
        addresses = frozenset(range(deck.base, deck.base + deck.size))
        pool = ""
        if len(args) == 2:
            pool_name = args[1].id if isinstance(args[1], ast.Name) else ""
            if pool_name not in deck.pools:
                raise self.mistake(
                    codes.UNKNOWN_NAME, f"deck `{deck.id}` has no pool `{ast.unparse(args[1])}`", self.span(args[1]),
                    help=f"its pools: {', '.join(deck.pools)}",
                )  # fmt: skip
            pool = f", {deck.pools.index(pool_name)}"
        which = deck.piles.index(name) + 1 if symbol.what == "pile" else 0
        if not which and not pool:
            return n.Cell(NUMBER, deck.base + 1)
        return n.Dealt(NUMBER, f"D{deck.index}.left(S, {which}{pool})", addresses)

    def _call_old(self, tree: ast.Call) -> n.Expr:
        (part,) = self._arguments(tree, 1)
        if not self.scope.example:
            raise self.mistake(codes.NOT_ALLOWED, "`old` is for what an example expects", self.span(tree))
        expr = self.expr(part)
        self.scope.olds.append(expr)
        return n.Old(expr.type, expr, len(self.scope.olds) - 1)

    def _call_ended(self, tree: ast.Call) -> n.Expr:
        (part,) = self._arguments(tree, 1)
        names = list(self.world.endings)
        name = part.id if isinstance(part, ast.Name) else ""
        if name not in names:
            guess = nearest(name, names)
            raise self.mistake(
                codes.UNKNOWN_NAME, f"there is no ending `{ast.unparse(part)}`", self.span(part),
                fix=f"did you mean `{guess}`?" if guess else None,
            )  # fmt: skip
        return n.Compare(CONDITION, n.Cell(NUMBER, 0), "==", n.Const(NUMBER, names.index(name) + 1))

    def _markers(self, piece: PieceInfo, tree: ast.Call) -> n.Expr:
        world = self.world
        places = len(world.locations.members)
        args = list(tree.args)
        side: n.Expr
        if piece.side is not None:
            side = n.Const(member("side"), piece.side)
            self._arguments(tree, 0, 1)
        else:
            self._arguments(tree, 1, 2)
            side = self.need(args.pop(0), member("side"), "the side")
        offset = n.Arithmetic(NUMBER, side, "*", n.Const(NUMBER, places))
        size = places * len(world.sides.members)

        def cell(place: n.Expr) -> n.Expr:
            return n.Cell(NUMBER, piece.base, size, n.Arithmetic(NUMBER, offset, "+", place))

        if not args:
            return n.Total(NUMBER, tuple(cell(n.Const(NUMBER, place)) for place in range(places)))
        where = self.expr(args[0])
        if isinstance(where.type, Member) and not where.type.optional and where.type.kind == "location":
            return cell(where)
        if where.type == EMPTY:
            return n.Const(NUMBER, 0)
        if isinstance(where.type, (SetOf, ListOf)) and where.type.kind == "location":
            name = "_place"
            value = cell(n.Local(member("location"), name))
            return sets.Loop(NUMBER, "sum", name, where, n.Const(CONDITION, 1), value)
        raise self.wrong(where, Type("a location or a set of locations"), self.span(args[0]))


def read_definition(info: DefinitionInfo, scope: Scope) -> n.Expr:
    """The typed body of a definition, read when first used; a circle of definitions is reported."""
    if info.body is None:
        node = info.spec.is_.node
        if info.busy:
            scope.found.add(
                Diagnostic(codes.CIRCLE, "error", f"definition `{info.id}` leads back to itself", node.span)
            )
            return n.Const(UNKNOWN, 0)
        info.busy = True
        info.body = read_expression(node, Scope(scope.world, scope.found, dict(info.parameters)))
        info.busy = False
    return info.body


def read_lookup(kind: Kind, field_id: str, place: int, scope: Scope) -> n.Expr:
    """The typed rule or amount that a member gives for a field, read when first used."""
    from sieges.language.expressions.plain import read_rule

    info = kind.fields[field_id]
    found = info.values[place]
    if isinstance(found, n.Expr):
        return found
    wanted = CONDITION if info.type == RULE else NUMBER
    if found == "busy":
        return n.Const(UNKNOWN, 0)
    node = found
    info.values[place] = "busy"
    inside = Scope(scope.world, scope.found, {"this": member(kind.id)})
    expr = read_rule(node, inside) if wanted == CONDITION else read_expression(node, inside, wanted)
    info.values[place] = expr
    return expr


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)


def _depth(tree: ast.AST) -> int:
    deepest, level = 0, [(tree, 1)]
    while level:
        node, depth = level.pop()
        deepest = max(deepest, depth)
        level.extend((child, depth + 1) for child in ast.iter_child_nodes(node))
    return deepest


def _comparable(left: n.Expr, right: n.Expr) -> bool:
    types = (left.type, right.type)
    if NONE in types:
        other = left.type if right.type == NONE else right.type
        return isinstance(other, Member)
    if EMPTY in types:
        return any(isinstance(type_, SetOf) for type_ in types)
    return isinstance(left.type, Member) and isinstance(right.type, Member) and left.type.kind == right.type.kind


def _common(left: Type, right: Type) -> Type | None:
    if agrees(left, right):
        return member(left.kind, optional=True) if left == NONE and isinstance(right, Member) else right
    if agrees(right, left):
        return left
    for one, other in ((left, right), (right, left)):
        if one == NONE and isinstance(other, Member):
            return member(other.kind, optional=True)
    return None


_SIGNS = {"Pow": "power (`**`)", "Div": "`/`", "LShift": "a shift", "RShift": "a shift", "BitXor": "`^`",
          "BitAnd": "`&` between numbers", "BitOr": "`|` between numbers", "MatMult": "`@`"}  # fmt: skip
_WHAT = {
    "Lambda": "lambda", "Dict": "a mapping", "Set": "a set in curly brackets", "NamedExpr": "assignment",
    "JoinedStr": "a formatted text", "Starred": "a star", "Await": "await", "Yield": "yield", "Tuple": "a tuple",
    "DictComp": "a mapping", "SetComp": "a set in curly brackets", "GeneratorExp": "a bare loop", "Slice": "a slice",
    "YieldFrom": "yield",
}  # fmt: skip
