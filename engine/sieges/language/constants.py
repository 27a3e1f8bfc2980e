"""Values that a pack writes down and that must be known before play: fields, starts, counts."""

from __future__ import annotations

from sieges.language import codes
from sieges.language.expressions.code import Environment, Tables
from sieges.language.expressions.reading import Scope, read_expression
from sieges.language.types import NUMBER, Member, PerSide, SetOf, Type
from sieges.language.world import World
from sieges.pack.node import Node
from sieges.text.diagnostic import Diagnostic, Diagnostics, nearest

LARGEST = 10**12


def constant(node: Node, wanted: Type, world: World, found: Diagnostics, this: Type | None = None) -> int:
    """The value written at ``node`` as an integer (sets as bits, none as -1); 0 after a reported mistake."""
    if node.value is None and isinstance(wanted, Member) and wanted.optional:
        return -1
    if node.is_list and isinstance(wanted, SetOf):
        mask = 0
        for part in node:
            index = constant(part, Member("", wanted.kind, False), world, found)
            mask |= 1 << index
        return mask
    if node.is_list or node.is_mapping:
        found.add(Diagnostic(codes.WRONG_TYPE, "error", f"{wanted} is needed here", node.span))
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
        found.add(
            Diagnostic(
                codes.NOT_CONSTANT, "error", "this must be known before play, and depends on the position", node.span,
                help="only ids, numbers, tags and fixed fields may stand here",
            )  # fmt: skip
        )
        return 0
    if abs(value) > LARGEST and wanted == NUMBER:
        found.add(Diagnostic(codes.TOO_LARGE, "error", f"numbers go up to {LARGEST}", node.span))
        return 0
    return value


def _named(wanted: Type) -> Type:
    from sieges.language.types import member

    return member(wanted.kind, optional=wanted.optional) if isinstance(wanted, Member) else wanted


def per_side_constants(node: Node, wanted: PerSide, world: World, found: Diagnostics) -> list[int]:
    """One value a side: from a mapping of sides, or one value for all."""
    sides = world.sides.members
    if not node.is_mapping:
        return [constant(node, wanted.of, world, found)] * len(sides)
    values = [_empty(wanted.of)] * len(sides)
    for name, value in node.items():
        place = side_index(name, world)
        if place is None:
            guess = nearest(name, sides)
            found.add(
                Diagnostic(
                    codes.UNKNOWN_NAME, "error", f"there is no side `{name}`", value.key_span, (), None,
                    f"did you mean `{guess}`?" if guess else None,
                )  # fmt: skip
            )
            continue
        values[place] = constant(value, wanted.of, world, found)
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
