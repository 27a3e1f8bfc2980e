"""Reads what stands at a node: an expression, a rule in any form, a value known before play.

Section 4 of docs/language.md.
"""

from __future__ import annotations

from sieges.language import codes
from sieges.language.expressions import nodes as n
from sieges.language.expressions.calls import Calls
from sieges.language.expressions.code import Environment, Tables
from sieges.language.expressions.operators import Operators
from sieges.language.expressions.reader import Mistake
from sieges.language.expressions.scope import Scope
from sieges.language.expressions.sets import Loop
from sieges.language.expressions.syntax import parse
from sieges.language.reporting import near, report
from sieges.language.types import (
    CONDITION,
    NUMBER,
    RULE,
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
from sieges.language.world import DefinitionInfo, Kind, World
from sieges.pack.node import Node
from sieges.text.diagnostic import Diagnostics

LARGEST = 10**12


class _Reader(Calls, Operators):
    """The whole reader."""

    def body_of(self, info: DefinitionInfo) -> n.Expr:
        return read_definition(info, self.scope)

    def given_by(self, kind: Kind, field_id: str, place: int) -> n.Expr:
        return read_lookup(kind, field_id, place, self.scope)


def read_expression(
    node: Node, scope: Scope, wanted: Type | None = None, text: str | None = None, at: int | None = None
) -> n.Expr:
    """The typed expression written at ``node``; mistakes are reported once and give an expression of unknown type.

    Args:
        node: a scalar (text, number, true, false).
        wanted: the type asked for, if any.
        text: the text, where it is only a part of the scalar.
        at: where that part begins in the scalar.
    """
    reader = _Reader(node, scope, text, at)
    if text is None:
        scope.world.read.append((node, wanted))
    try:
        expr = reader.expr(parse(reader))
        if isinstance(wanted, ListOf):
            expr = reader.written(expr, wanted)
        if wanted is not None and not agrees(expr.type, wanted):
            reader.wrong(expr, wanted, reader.whole)
    except Mistake:
        return n.Const(UNKNOWN if wanted is None else wanted, 0)
    scope.world.places[id(expr)] = (expr, reader.whole)
    return expr


def read_definition(info: DefinitionInfo, scope: Scope) -> n.Expr:
    """The typed body of a definition, read when first used; a circle of definitions is reported."""
    if info.body is None:
        node = info.spec.is_.node
        if info.busy:
            report(scope.found, codes.CIRCLE, f"definition `{info.id}` leads back to itself", node.span)
            return n.Const(UNKNOWN, 0)
        info.busy = True
        info.body = read_expression(node, Scope(scope.world, scope.found, dict(info.parameters)))
        info.busy = False
    return info.body


def read_lookup(kind: Kind, field_id: str, place: int, scope: Scope) -> n.Expr:
    """The typed rule or amount that a member gives for a field, read when first used."""
    info = kind.fields[field_id]
    found = info.values[place]
    if isinstance(found, n.Expr):
        return found
    wanted = CONDITION if info.type == RULE else NUMBER
    if found == "busy":
        node = info.given[place] or info.default
        assert node is not None
        if info.circle:
            return n.Const(UNKNOWN, 0)
        info.circle = True
        name = f"{kind.members[place]}.{field_id}"
        report(scope.found, codes.CIRCLE, f"`{name}` leads back to itself", node.span)
        return n.Const(UNKNOWN, 0)
    node = found
    info.values[place] = "busy"
    inside = Scope(scope.world, scope.found, {"this": member(kind.id)})
    expr = read_rule(node, inside) if wanted == CONDITION else read_expression(node, inside, wanted)
    info.values[place] = expr
    return expr


# --- rules in their plain form ----------------------------------------------------------------------


def read_rule(node: Node, scope: Scope) -> n.Expr:
    """The condition written at ``node`` in any of its forms."""
    if node.is_list:
        return n.Logic(CONDITION, "and", tuple(read_rule(part, scope) for part in node))
    if node.is_mapping:
        return _markers(node, scope)
    return read_expression(node, scope, CONDITION)


def _markers(node: Node, scope: Scope) -> n.Expr:
    world = scope.world
    plurals = {info.plural: info for info in world.pieces.values()}
    named = [name for name in node.keys() if name in plurals]  # noqa: SIM118
    nothing = n.Const(CONDITION, 1)
    for name in node.keys():  # noqa: SIM118
        if name not in plurals and name not in ("of", "in"):
            report(
                scope.found,
                codes.STEP_SHAPE,
                f"a plain condition has no `{name}`",
                node[name].key_span,
                help=f"it counts markers: {{{next(iter(plurals), 'markers')}: 1, of: side, in: [locations]}}",
                fix=near(name, [*plurals, "of", "in"]),
            )
            return nothing
    if len(named) != 1:
        report(
            scope.found,
            codes.STEP_SHAPE,
            "a plain condition counts one kind of marker",
            node.span,
            help=f"kinds of markers: {', '.join(plurals)}",
        )
        return nothing
    piece = plurals[named[0]]
    world.symbols[piece.plural].used = True
    least = constant(node[named[0]], NUMBER, world, scope.found)
    if least < 0:
        report(
            scope.found,
            codes.WRONG_TYPE,
            f"this is {least}, and what is counted is 0 or more",
            node[named[0]].span,
        )
    of = node.get("of")
    if of is None and piece.side is None:
        report(scope.found, codes.STEP_SHAPE, "whose markers? `of:` is missing", node.span, fix="of: side")
        return nothing
    side = piece.side if of is None else constant(of, Member("", "side", False), world, scope.found)
    within = node.get("in")
    places = len(world.locations.members)
    mask = world.locations.all if within is None else constant(within, set_of("location"), world, scope.found)
    first = piece.base + (side or 0) * places
    cell = n.Cell(NUMBER, first, places, n.Local(member("location"), "_place"))
    where = n.Const(set_of("location"), mask)
    total = Loop(NUMBER, "sum", "_place", where, n.Const(CONDITION, 1), cell)
    result = n.Compare(CONDITION, total, ">=", n.Const(NUMBER, least))
    words = f"{piece.plural} of {world.sides.titles[side or 0]}"
    names = ", ".join(world.locations.titles[index] for index in n.bits(mask))
    world.note(result, f"{words} in {names}: at least {least}", node.span)
    return result


# --- values known before play ----------------------------------------------------------------------


def constant(node: Node, wanted: Type, world: World, found: Diagnostics) -> int:
    """The value written at ``node`` as an integer (sets as bits, none as -1); 0 after a reported mistake."""
    if node.value is None and isinstance(wanted, Member) and wanted.optional:
        return -1
    if node.is_list and isinstance(wanted, SetOf):
        mask = 0
        for part in node:
            before = len(found)
            index = constant(part, Member("", wanted.kind, False), world, found)
            mask |= 1 << index if len(found) == before else 0
        return mask
    if node.is_list or node.is_mapping:
        report(found, codes.WRONG_TYPE, f"{wanted} is needed here", node.span)
        return 0
    if isinstance(wanted, Member) and isinstance(node.value, str):
        kind = world.kinds.get(wanted.kind)
        if kind is not None and node.value in kind.labels and node.value not in kind.index:
            return kind.labels[node.value]
    before = len(found)
    expr = read_expression(node, Scope(world, found), _named(wanted))
    if len(found) > before:
        return 0
    value = expr.emit(Environment(Tables())).value
    if value is None:
        report(
            found,
            codes.NOT_CONSTANT,
            "this must be known before play, and depends on the position",
            node.span,
            help="only ids, numbers, tags and fixed fields may stand here",
        )
        return 0
    if abs(value) > LARGEST and wanted == NUMBER:
        report(found, codes.TOO_LARGE, f"numbers go up to {LARGEST}", node.span)
        return 0
    return value


def _named(wanted: Type) -> Type:
    return member(wanted.kind, optional=wanted.optional) if isinstance(wanted, Member) else wanted


def per_side_constants(
    node: Node, wanted: PerSide, world: World, found: Diagnostics, *, whole: bool = False
) -> list[int]:
    """One value a side: from a mapping of sides, or one value for all.

    ``whole``: whether the mapping has to name every side; a side that is left out has nothing otherwise.
    """
    sides = world.sides.members
    if not node.is_mapping:
        return [constant(node, wanted.of, world, found)] * len(sides)
    values = [_empty(wanted.of)] * len(sides)
    given: set[int] = set()
    before = len(found)
    for name, value in node.items():
        place = side_index(name, world)
        if place is None:
            report(
                found, codes.UNKNOWN_NAME, f"there is no side `{name}`", value.key_span, fix=near(name, sides)
            )
            continue
        given.add(place)
        values[place] = constant(value, wanted.of, world, found)
    missing = [name for place, name in enumerate(sides) if place not in given]
    if whole and missing and len(found) == before:
        names = ", ".join(f"`{name}`" for name in missing)
        fix = f"{missing[0]}: …"
        report(found, codes.MISSING_FIELD, f"no value for {names} stands here", node.span, fix=fix)
    return values


def side_index(name: str, world: World) -> int | None:
    """The index of a side by its id or the role bound to it."""
    symbol = world.symbols.get(name)
    if symbol is not None and symbol.what == "member" and symbol.info[0] == "side":
        index: int = symbol.info[1]
        return index
    return None


def _empty(type_: Type) -> int:
    return -1 if isinstance(type_, Member) else 0
