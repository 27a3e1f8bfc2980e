"""Rules in their plain form: ``{troops: 1, of: athens, in: [syka, labdalum]}``, or a list of which all must hold."""

from __future__ import annotations

from sieges.language import codes
from sieges.language.constants import constant
from sieges.language.expressions import nodes as n
from sieges.language.expressions.reading import Scope, read_expression
from sieges.language.expressions.sets import Loop
from sieges.language.types import CONDITION, NUMBER, Member, member, set_of
from sieges.pack.node import Node
from sieges.text.diagnostic import Diagnostic, nearest


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
            guess = nearest(name, [*plurals, "of", "in"])
            scope.found.add(
                Diagnostic(
                    codes.STEP_SHAPE, "error", f"a plain condition has no `{name}`", node[name].key_span, (),
                    f"it counts markers: {{{next(iter(plurals), 'troops')}: 1, of: side, in: [locations]}}",
                    f"did you mean `{guess}`?" if guess else None,
                )  # fmt: skip
            )
            return nothing
    if len(named) != 1:
        scope.found.add(
            Diagnostic(codes.STEP_SHAPE, "error", "a plain condition counts one kind of marker", node.span, (),
                       f"kinds of markers: {', '.join(plurals)}")  # fmt: skip
        )
        return nothing
    piece = plurals[named[0]]
    world.symbols[piece.plural].used = True
    least = constant(node[named[0]], NUMBER, world, scope.found)
    of = node.get("of")
    if of is None and piece.side is None:
        scope.found.add(
            Diagnostic(codes.STEP_SHAPE, "error", "whose markers? `of:` is missing", node.span, (), None, "of: side")
        )
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


