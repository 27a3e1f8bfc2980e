"""Calls in expressions: the language's own functions, definitions, markers that are counted."""

from __future__ import annotations

import ast

from sieges.language import codes
from sieges.language.expressions import nodes as n
from sieges.language.expressions import sets
from sieges.language.expressions.chances import Hits, level
from sieges.language.expressions.comprehensions import Comprehensions
from sieges.language.expressions.names import Names
from sieges.language.expressions.planes import PLANE_FUNCTIONS, PlaneCalls
from sieges.language.expressions.reader import Mistake
from sieges.language.expressions.walks import Walks
from sieges.language.reporting import near
from sieges.language.types import (
    CONDITION,
    EMPTY,
    ENDING,
    HITS,
    NUMBER,
    NUMBERS,
    UNKNOWN,
    ListOf,
    Member,
    SetOf,
    Type,
    member,
)
from sieges.language.world import PieceInfo


class Calls(Names, Comprehensions, Walks, PlaneCalls):
    """Reads calls; the function `any` is read by the method `call_any`."""

    def read_call(self, tree: ast.Call) -> n.Expr:
        if (
            not isinstance(tree.func, ast.Name)
            or tree.keywords
            or any(isinstance(a, ast.Starred) for a in tree.args)
        ):
            raise self.mistake(
                codes.NOT_ALLOWED, "only named functions are called, with plain arguments", self.span(tree)
            )
        name = tree.func.id
        # What the language brings for planes is no reserved word: a pack's own name comes first.
        builtin = None if name in self.world.symbols else getattr(self, f"call_{name}", None)
        if builtin is not None:
            result: n.Expr = builtin(tree)
            return result
        symbol = self.world.symbols.get(name)
        if symbol is None:
            functions = [
                "any",
                "all",
                "sum",
                "count",
                "min",
                "max",
                "abs",
                "first",
                "last",
                "lowest",
                "highest",
                "reach",
                "connected",
                "distance",
                "vacant",
                "left",
                "numbers",
                "hits",
                *(PLANE_FUNCTIONS if self.world.planes else ()),
                *(s.name for s in self.world.symbols.values() if s.what in ("definition", "pieces")),
            ]
            raise self.mistake(
                codes.UNKNOWN_NAME,
                f"there is no function `{name}`",
                self.span(tree.func),
                fix=near(name, functions),
                help=f"there are: {', '.join(functions)}",
                related=self.world.gone(name),
            )
        symbol.used = True
        if symbol.what == "definition":
            return self.defined(self.world.definitions[name], tree, tree.args)
        if symbol.what == "pieces":
            return self._markers(symbol.info, tree)
        raise self.mistake(
            codes.NOT_ALLOWED, f"`{name}` is a {symbol.what}, not a function", self.span(tree.func)
        )

    def _over(self, word: str, tree: ast.Call) -> n.Expr:
        (argument,) = self._arguments(tree, 1)
        if isinstance(argument, ast.GeneratorExp):
            if word in ("count", "first", "last"):
                raise self.mistake(
                    codes.NOT_ALLOWED,
                    f"`{word}` takes a set",
                    self.span(argument),
                    fix=f"{word}([{ast.unparse(argument)[1:-1]}])",
                )
            return self.loop(word, argument.generators, argument.elt, tree)
        if word in ("any", "all", "sum", "lowest", "highest"):
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

    def call_any(self, tree: ast.Call) -> n.Expr:
        return self._over("any", tree)

    def call_all(self, tree: ast.Call) -> n.Expr:
        return self._over("all", tree)

    def call_sum(self, tree: ast.Call) -> n.Expr:
        return self._over("sum", tree)

    def call_count(self, tree: ast.Call) -> n.Expr:
        return self._over("count", tree)

    def call_first(self, tree: ast.Call) -> n.Expr:
        return self._over("first", tree)

    def call_last(self, tree: ast.Call) -> n.Expr:
        return self._over("last", tree)

    def call_lowest(self, tree: ast.Call) -> n.Expr:
        return self._over("lowest", tree)

    def call_highest(self, tree: ast.Call) -> n.Expr:
        return self._over("highest", tree)

    def call_min(self, tree: ast.Call) -> n.Expr:
        return self._extreme("min", self._arguments(tree, 2, 8))

    def call_max(self, tree: ast.Call) -> n.Expr:
        return self._extreme("max", self._arguments(tree, 2, 8))

    def call_abs(self, tree: ast.Call) -> n.Expr:
        return self._extreme("abs", self._arguments(tree, 1))

    def _extreme(self, word: str, args: list[ast.expr]) -> n.Expr:
        parts, type_ = level([self.numeric(part) for part in args])
        return n.Extreme(type_, word, tuple(parts))

    def call_hits(self, tree: ast.Call) -> n.Expr:
        args = self._arguments(tree, 1, 2)
        if isinstance(args[0], ast.GeneratorExp):
            self._arguments(tree, 1)
            loop = self.loop("hits", args[0].generators, args[0].elt, tree)
            if loop.value is None:
                return Hits(HITS, n.Const(NUMBER, 0), None, n.Const(NUMBER, 0))
            return Hits(HITS, loop.value, loop)
        chance = self.numeric(args[0])
        return Hits(HITS, chance, None, self.need(args[1], NUMBER) if len(args) > 1 else None)

    def call_numbers(self, tree: ast.Call) -> n.Expr:
        low, high = self._arguments(tree, 2)
        return sets.Numbers(NUMBERS, self.need(low, NUMBER), self.need(high, NUMBER))

    def call_vacant(self, tree: ast.Call) -> n.Expr:
        (place,) = self._arguments(tree, 1)
        world = self.world
        where = self.need(place, member("location"))
        return n.Cell(NUMBER, world.room_base, max(1, len(world.locations.members)), where)

    def call_left(self, tree: ast.Call) -> n.Expr:
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
                    codes.UNKNOWN_NAME,
                    f"deck `{deck.id}` has no pool `{ast.unparse(args[1])}`",
                    self.span(args[1]),
                    help=f"its pools: {', '.join(deck.pools)}",
                )
            pool = f", {deck.pools.index(pool_name)}"
        which = deck.piles.index(name) + 1 if symbol.what == "pile" else 0
        if not which and not pool:
            return n.Cell(NUMBER, deck.base + 1)
        return n.Dealt(NUMBER, f"D{deck.index}.left(S, {which}{pool})", addresses)

    def call_old(self, tree: ast.Call) -> n.Expr:
        (part,) = self._arguments(tree, 1)
        if not self.scope.example:
            raise self.mistake(
                codes.NOT_ALLOWED, "`old` is for what an example expects, and odds tell", self.span(tree)
            )
        expr = self.expr(part)
        self.scope.olds.append(expr)
        return n.Old(expr.type, expr, len(self.scope.olds) - 1)

    def call_ended(self, tree: ast.Call) -> n.Expr:
        (part,) = self._arguments(tree, 1)
        if not (self.scope.example or self.scope.ends or ENDING in self.scope.locals):
            raise self.mistake(
                codes.NOT_ALLOWED,
                "`ended` is for examples, odds, what a pack says of all games, and what a campaign does after one",
                self.span(tree),
                help="while steps are done the game has not ended",
            )
        names = list(self.world.endings)
        name = part.id if isinstance(part, ast.Name) else ""
        if name not in names:
            raise self.mistake(
                codes.UNKNOWN_NAME,
                f"there is no ending `{ast.unparse(part)}`",
                self.span(part),
                fix=near(name, names),
            )
        ending = n.Local(NUMBER, ENDING) if ENDING in self.scope.locals else n.Cell(NUMBER, n.ENDED)
        return n.Compare(CONDITION, ending, "==", n.Const(NUMBER, names.index(name) + 1))

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
            return n.Cell(NUMBER, piece.total, len(world.sides.members), side)
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
