"""Fields of kinds, and what each member says of them."""

from __future__ import annotations

from typing import Any

from sieges.language import codes
from sieges.language.expressions.reading import constant, per_side_constants
from sieges.language.linking.base import Linking, is_list, is_no_cell
from sieges.language.linking.planes import OUTLINE
from sieges.language.reporting import near
from sieges.language.types import AMOUNT, CHART, CONDITION, NUMBER, RULE, STEPS, TEXT, Member, PerSide, SetOf
from sieges.language.world import ChartInfo, FieldInfo, Kind, StateInfo
from sieges.pack.copies import COPIES, may_have_copies
from sieges.pack.declarations import Chart
from sieges.pack.node import Node
from sieges.pack.structure import Misshapen, structure
from sieges.pack.wording import with_article

COMMON = ("title", "label", "source")
UNCOUNTED = {"location": ("tags", "holds"), "side": ("seat", "colour")}


def link_fields(linking: Linking) -> None:
    """Enter the fields of all kinds, and what is given for them; no value is read yet."""
    world = linking.world
    for id_, entry in linking.merged.kinds.items():
        kind = world.kinds[id_]
        for name, spec in entry.spec.fields.items():
            declared = linking.merged.field_node(id_, name)
            assert declared is not None
            if name == COPIES and may_have_copies(id_):
                message = f"`{name}` says how many there are of a member: no field can be called so"
                linking.report(codes.NAME_TAKEN, message, declared, at_key=True, fix="use another name")
            type_ = linking.type_of(spec.type, declared["type"], "a field", is_list)
            columns = declared.get("columns")
            if columns is not None and type_ != CHART:
                linking.report(codes.WRONG_TYPE, "only a chart has columns", columns, at_key=True)
            default = None if spec.default is None else spec.default.node
            kind.fields[name] = FieldInfo(name, type_, default, columns=columns)
        for name, spec in entry.spec.state.items():
            declared = linking.merged.field_node(id_, name)
            assert declared is not None
            type_ = linking.type_of(spec.type, declared["type"], "a state field", is_no_cell)
            if name in kind.fields:
                linking.report(
                    codes.NAME_TAKEN, f"`{name}` is a field and a state field", declared, at_key=True
                )
            kind.state[name] = StateInfo(name, type_, spec.start.node)
    for kind in world.kinds.values():
        if kind.id in world.options:
            _value_fields(linking, kind)
        elif kind.id != "piece":
            _given(linking, kind)


def _value_fields(linking: Linking, kind: Kind) -> None:
    """The fields of an option's values are those of its first one."""
    for body in kind.nodes:
        for name, value in body.items():
            if name in COMMON or name in kind.fields:
                continue
            type_ = CONDITION if isinstance(value.value, bool) else NUMBER
            kind.fields[name] = FieldInfo(name, type_, None)
    _given(linking, kind)


def _given(linking: Linking, kind: Kind) -> None:
    for index, body in enumerate(kind.nodes):
        for name, value in body.items():
            if name == OUTLINE and kind.lies is not None:
                continue
            if name in (COPIES, *UNCOUNTED.get(kind.id, ())) and (name != COPIES or may_have_copies(kind.id)):
                continue
            if name not in kind.fields and name not in COMMON:
                names = list(dict.fromkeys([*kind.fields, *UNCOUNTED.get(kind.id, ()), *COMMON]))
                what = (
                    "it is part of the position: give its start with the kind" if name in kind.state else None
                )
                if name == COPIES:
                    what = "members of a pack's own kinds and cards may have copies"
                linking.report(
                    codes.UNKNOWN_FIELD,
                    f"{with_article(kind.title)} has no field `{name}`",
                    value,
                    at_key=True,
                    fix=near(name, names),
                    help=what
                    or f"fields are declared under `kinds: {kind.id}: fields:`; there are: {', '.join(names)}",
                )
        for info in kind.fields.values():
            given = body.get(info.id)
            if given is None and info.default is None and not info.common and info.type != CHART:
                linking.report(
                    codes.MISSING_FIELD,
                    f"`{kind.written(index)}` lacks the field `{info.id}`",
                    body,
                    at_key=True,
                    help=f"its type: {info.type}",
                )
            info.given.append(given)


def plain_values(linking: Linking) -> None:
    """Read numbers, conditions, members and sets: zones and decks are made of them."""
    for kind in linking.world.kinds.values():
        for info in kind.fields.values():
            if _is_plain(info):
                info.values = _values(linking, kind, info)


def link_values(linking: Linking) -> None:
    """Read the other fields, and enter charts."""
    for kind in linking.world.kinds.values():
        for info in kind.fields.values():
            if not _is_plain(info):
                info.values = _values(linking, kind, info)
            if info.type == CHART:
                for index, given in enumerate(info.given):
                    if given is not None and given.is_mapping:
                        _chart(linking, kind, info, index, given)


def _is_plain(info: FieldInfo) -> bool:
    return info.type in (NUMBER, CONDITION) or isinstance(info.type, (Member, SetOf))


def _values(linking: Linking, kind: Kind, info: FieldInfo) -> list[Any]:
    given = info.given or [None] * len(kind.members)
    return [_value(linking, info, info.default if node is None else node) for node in given]


def _value(linking: Linking, info: FieldInfo, node: Node | None) -> Any:
    type_ = info.type
    if type_ in (TEXT, STEPS, CHART, RULE, AMOUNT):
        return node
    if node is None:
        if isinstance(type_, PerSide):
            return [0] * len(linking.world.sides.members)
        return -1 if isinstance(type_, Member) else 0
    if isinstance(type_, PerSide):
        return per_side_constants(node, type_, linking.world, linking.found)
    return constant(node, type_, linking.world, linking.found)


def _chart(linking: Linking, kind: Kind, info: FieldInfo, index: int, node: Node) -> None:
    id_ = f"{kind.members[index]}.{info.id}"
    try:
        spec = structure(node, Chart)
    except Misshapen as error:
        linking.report(codes.STEP_SHAPE, f"{error.wanted} is needed here", error.node)
        return
    title = spec.title or kind.titles[index]
    linking.world.charts[id_] = ChartInfo(
        id_, spec, node, kind.id, index, title, node.get("columns") or info.columns
    )
