"""Names in expressions: literals, what a pack declares, fields of members, tracks per side."""

from __future__ import annotations

import ast
from fractions import Fraction

from attrs import evolve

from sieges.language import codes
from sieges.language.expressions import nodes as n
from sieges.language.expressions import sets
from sieges.language.expressions.definitions import Defined
from sieges.language.expressions.reader import Mistake, Reader
from sieges.language.expressions.scope import BRIEF, key_of
from sieges.language.reporting import near
from sieges.language.types import (
    AMOUNT,
    CHART,
    CONDITION,
    NONE,
    NUMBER,
    RULE,
    STEPS,
    TEXT,
    UNKNOWN,
    Member,
    PerSide,
    Type,
    fraction,
    member,
    set_of,
)
from sieges.language.world import DefinitionInfo, Kind, Symbol, VariableInfo
from sieges.pack.sections import EXPRESSION_WORDS
from sieges.pack.wording import with_article
from sieges.text.diagnostic import nearest
from sieges.text.wording import counted

BIGGEST = 10**12
FINEST_DECIMAL = 10**6


class Names(Reader):
    """Reads literals and names."""

    def read_constant(self, tree: ast.Constant) -> n.Expr:
        value = tree.value
        if isinstance(value, int) and not isinstance(value, bool):
            if value > BIGGEST:
                raise self.mistake(codes.TOO_LARGE, f"numbers go up to {BIGGEST}", self.span(tree))
            return n.Const(NUMBER, value)
        if value is None or isinstance(value, bool):
            fix = str(value).lower()
            raise self.mistake(codes.SYNTAX, f"`{value}` is written `{fix}`", self.span(tree), fix=fix)
        if isinstance(value, float):
            exact = Fraction(repr(value))
            if exact.denominator > FINEST_DECIMAL or exact > BIGGEST:
                raise self.mistake(codes.TOO_LARGE, "a decimal has six places at most", self.span(tree))
            return n.Const(fraction(exact.denominator), exact.numerator)
        raise self.mistake(
            codes.NOT_ALLOWED,
            "a text cannot be computed with",
            self.span(tree),
            fix="name a member by its id, without quotes",
        )

    def read_name(self, tree: ast.Name) -> n.Expr:
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
        if name == "winner":
            return self._winner(tree)
        symbol = self.world.symbols.get(name)
        if symbol is None:
            raise self.unknown(name, tree)
        return self._symbol(symbol, tree)

    def _winner(self, tree: ast.Name) -> n.Expr:
        if not self.scope.example and not self.scope.ends:
            raise self.mistake(
                codes.NOT_ALLOWED,
                "`winner` is for examples, odds, what a pack says of all games, and what a campaign does after one",
                self.span(tree),
                help="while steps are done nobody has won yet",
            )
        return n.Cell(member("side", optional=True), n.WINNER)

    def _one_a_side(self, symbol: Symbol, tree: ast.AST) -> Mistake:
        message = f"`{symbol.name}` is a {symbol.what} per side"
        fix = f"{symbol.name}[{self.world.sides.members[0]}]"
        return self.mistake(codes.WRONG_TYPE, message, self.span(tree), fix=fix)

    def _variable(self, variable: VariableInfo, side: n.Expr | None) -> n.Expr:
        size = 1 if side is None else len(self.world.sides.members)
        return self._known(n.Cell(variable.type, variable.base, size, side, variable.hidden))

    def _known(self, cell: n.Cell) -> n.Cell:
        """The cell, of a type without none where that is known not to stand in it."""
        if isinstance(cell.type, Member) and cell.type.optional and key_of(cell) in self.scope.sure:
            return evolve(cell, type=cell.type.required())
        return cell

    def unknown(self, name: str, tree: ast.AST) -> Mistake:
        world = self.world
        names = [*self.scope.locals, *world.symbols, *(r for r in sorted(EXPRESSION_WORDS) if len(r) > 3)]
        gone = world.gone(name)
        guess = None if gone else nearest(name, names)
        labelled = [
            member_id
            for kind in world.kinds.values()
            for label, place in kind.labels.items()
            if label == name
            for member_id in [kind.members[place]]
        ]
        if labelled:
            guess = labelled[0]
        help = (
            None
            if guess or gone
            else "names are those of members, tags, tracks, variables, definitions and locals"
        )
        if name == "this":
            help = "`this` is known in fields of steps, rules and charts only"
        return self.mistake(
            codes.UNKNOWN_NAME,
            f"nothing is called `{name}` here",
            self.span(tree),
            help=help,
            fix=f"did you mean `{guess}`?" if guess else None,
            related=gone,
        )

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
                    raise self._one_a_side(symbol, tree)
                return n.Cell(NUMBER, info.base)
            case "variable":
                variable = world.variables[symbol.name]
                if variable.per_side:
                    raise self._one_a_side(symbol, tree)
                return self._variable(variable, None)
            case "option":
                option = world.options[symbol.name]
                return n.Cell(option.type, option.base)
            case "zone":
                zone = world.zones[symbol.name]
                return sets.Zone(set_of("card"), world.place_base, zone.index, zone.holds)
            case "definition":
                return self.defined(world.definitions[symbol.name], tree, [])
        uses = {
            "pieces": f"count them: `{symbol.name}(…)`",
            "deck": f"count it: `left({symbol.name})`",
            "pile": f"count it: `left({symbol.name}, …)`",
        }
        what = "a count of markers" if symbol.what == "pieces" else with_article(symbol.what)
        raise self.mistake(
            codes.WRONG_TYPE,
            f"`{symbol.name}` is {what}, not a value",
            self.span(tree),
            fix=uses.get(symbol.what),
        )

    def defined(self, info: DefinitionInfo, tree: ast.AST, arguments: list[ast.expr]) -> n.Expr:
        if len(arguments) != len(info.parameters):
            wanted = ", ".join(f"{name}: {type_}" for name, type_ in info.parameters.items()) or "none"
            raise self.mistake(
                codes.ARGUMENTS,
                f"`{info.id}` takes {counted(len(info.parameters), 'argument')}, not {len(arguments)}",
                self.span(tree),
                help=f"its parameters: {wanted}",
            )
        values = tuple(
            self.need(argument, type_, f"argument `{name}` of `{info.id}`")
            for argument, (name, type_) in zip(arguments, info.parameters.items(), strict=True)
        )
        body = self.body_of(info)
        type_ = body.type
        if (
            isinstance(type_, Member)
            and type_.optional
            and f"{BRIEF}{info.id}" in self.scope.sure
            and not values
        ):
            type_ = type_.required()
        return Defined(type_, info.id, tuple(info.parameters), body, values, self.sizes(info))

    def read_attribute(self, tree: ast.Attribute) -> n.Expr:
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
            cell = n.Cell(state.type, state.base, max(1, len(kind.members)), subject)
            return self._known(cell)
        info = kind.fields.get(name)
        if info is None:
            raise self.mistake(
                codes.UNKNOWN_FIELD,
                f"{kind.title} has no field `{name}`",
                self.span(tree),
                fix=near(name, [*kind.fields, *kind.state]),
                help=f"its fields: {', '.join([*kind.fields, *kind.state]) or 'none'}",
            )
        if info.type in (STEPS, CHART, TEXT) or isinstance(info.type, PerSide):
            how = (
                "`perform:` does it"
                if info.type == STEPS
                else "`consult:` looks it up"
                if info.type == CHART
                else None
            )
            if isinstance(info.type, PerSide):
                how = f"name the side: `….{name}[side]`"
            raise self.mistake(
                codes.WRONG_TYPE, f"`{name}` is {info.type}, not a value by itself", self.span(tree), fix=how
            )
        if info.type in (RULE, AMOUNT):
            options = tuple(self.given_by(kind, name, place) for place in range(len(kind.members)))
            type_ = CONDITION if info.type == RULE else NUMBER
            return n.Lookup(type_, f"{kind.id}.{name}", options, subject)
        table = n.Table(info.type, tuple(info.values), subject, f"{kind.id}.{name}")
        if isinstance(info.type, Member) and info.type.optional and key_of(table) in self.scope.sure:
            return n.Table(info.type.required(), table.values, subject, table.field)
        return table

    def read_subscript(self, tree: ast.Subscript) -> n.Expr:
        if isinstance(tree.value, ast.Name) and tree.value.id in self.world.tracks:
            track = self.world.tracks[tree.value.id]
            self.world.symbols[track.id].used = True
            if not track.per_side:
                raise self.mistake(
                    codes.WRONG_TYPE, f"`{track.id}` is one track for the game", self.span(tree), fix=track.id
                )
            side = self.need(tree.slice, member("side"))
            return n.Cell(NUMBER, track.base, len(self.world.sides.members), side)
        if isinstance(tree.value, ast.Name) and tree.value.id in self.world.variables:
            variable = self.world.variables[tree.value.id]
            self.world.symbols[variable.id].used = True
            if not variable.per_side:
                raise self.mistake(
                    codes.WRONG_TYPE,
                    f"`{variable.id}` is one variable for the game",
                    self.span(tree),
                    fix=variable.id,
                )
            return self._variable(variable, self.need(tree.slice, member("side")))
        if isinstance(tree.value, ast.Attribute):
            subject = self.expr(tree.value.value)
            if isinstance(subject.type, Member) and not subject.type.optional:
                kind = self.world.kinds[subject.type.kind]
                info = kind.fields.get(tree.value.attr)
                if info is not None and isinstance(info.type, PerSide):
                    side = self.need(tree.slice, member("side"))
                    sides = len(self.world.sides.members)
                    flat = tuple(value for values in info.values for value in values)
                    place = n.Arithmetic(
                        NUMBER, n.Arithmetic(NUMBER, subject, "*", n.Const(NUMBER, sides)), "+", side
                    )
                    return n.Table(info.type.of, flat, place)
        named = tree.value.id if isinstance(tree.value, ast.Name) else None
        if named is not None and named not in self.scope.locals and named not in self.world.symbols:
            raise self.unknown(named, tree.value)
        raise self.mistake(
            codes.NOT_ALLOWED, "only tracks, variables and fields per side take `[side]`", self.span(tree)
        )
