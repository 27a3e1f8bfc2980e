"""Everything else that an expression can name."""

from __future__ import annotations

from collections.abc import Callable

from sieges.language import codes
from sieges.language.expressions.nodes import OWN, Hidden
from sieges.language.expressions.reading import constant, per_side_constants, side_index
from sieges.language.linking.base import Linking, is_no_cell, is_no_value
from sieges.language.linking.bounds import written
from sieges.language.reporting import bounds, near, title_of
from sieges.language.types import CONDITION, NUMBER, POINT, UNKNOWN, Member, PerSide, Type
from sieges.language.world import (
    ChartInfo,
    DefinitionInfo,
    DieInfo,
    OddsInfo,
    PieceInfo,
    ProcedureInfo,
    TrackInfo,
    VariableInfo,
    ZoneInfo,
)
from sieges.pack.declarations import Variable
from sieges.pack.merged import Entry
from sieges.pack.node import Node
from sieges.pack.sections import RESERVED

MOST_SIDES = 1000


def link_names(linking: Linking) -> None:
    """Enter what is neither a kind nor an option nor, since they need cells first, a deck."""
    world, merged = linking.world, linking.merged
    _tags(linking)
    for id_, entry in merged.tracks.items():
        _track(linking, id_, entry)
    for id_, entry in merged.variables.items():
        _variable(linking, id_, entry)
    for index, (id_, entry) in enumerate(merged.dice.items()):
        _die(linking, id_, index, entry)
    for index, (id_, entry) in enumerate(merged.zones.items()):
        title = entry.spec.title or title_of(id_)
        world.zones[id_] = ZoneInfo(id_, index + 1, title, world.kinds["card"].all)
        linking.enter(id_, "zone", entry.node)
    for id_, entry in merged.pieces.items():
        _piece(linking, id_, entry)
    for id_, entry in merged.define.items():
        world.definitions[id_] = DefinitionInfo(id_, entry.spec, _parameters(linking, entry))
        linking.enter(id_, "definition", entry.node)
    for id_, entry in merged.procedures.items():
        title = entry.spec.title or title_of(id_)
        world.procedures[id_] = ProcedureInfo(id_, title, _parameters(linking, entry), entry.spec)
        linking.enter(id_, "procedure", entry.node)
    for id_, entry in merged.charts.items():
        title = entry.spec.title or title_of(id_)
        columns = entry.node.get("columns")
        world.charts[id_] = ChartInfo(id_, entry.spec, entry.node, title=title, columns=columns)
        linking.enter(id_, "chart", entry.node)
    for id_, entry in merged.odds.items():
        title = entry.spec.title or title_of(id_)
        world.odds[id_] = OddsInfo(id_, title, _parameters(linking, entry, is_no_cell), entry.spec)
    world.endings = {id_: entry.spec for id_, entry in merged.victory.items()}


def _tags(linking: Linking) -> None:
    merged = linking.merged
    carriers = dict.fromkeys(merged.tags, 0)
    for index, body in enumerate(linking.world.locations.nodes):
        for tag in linking.listed(body.get("tags"), "tags"):
            if tag.value in carriers:
                carriers[tag.value] |= 1 << index
            else:
                fix = near(tag.value, merged.tags, "declare it under `tags:`")
                linking.report(codes.UNKNOWN_NAME, f"there is no tag `{tag.value}`", tag, fix=fix)
    for id_, entry in merged.tags.items():
        linking.enter(id_, "set", entry.node, ("location", carriers[id_]))


def _die(linking: Linking, id_: str, index: int, entry: Entry) -> None:
    spec = entry.spec
    sides = len(spec.faces) if spec.faces else spec.sides or 0
    if spec.faces and spec.sides is not None:
        message = "a die has `sides` or `faces`, not both"
        linking.report(codes.WRONG_TYPE, message, entry.node["sides"], at_key=True, fix="leave `sides` out")
    if not 1 <= sides <= MOST_SIDES:
        message = f"a die has 1 to {MOST_SIDES} `sides`, or `faces`"
        linking.report(codes.WRONG_TYPE, message, entry.node, at_key=True)
        sides = 1
    faces = list(spec.faces) or list(range(1, sides + 1))
    linking.world.dice[id_] = DieInfo(id_, index, spec.title or title_of(id_), faces)
    linking.enter(id_, "die", entry.node)


MOST_VALUES = 62
"""How many values a secret may have: what the other sides know of it is a set of them in one cell."""


def _variable(linking: Linking, id_: str, entry: Entry) -> None:
    spec = entry.spec
    type_ = linking.type_of(spec.type, entry.node["type"], "a variable", is_no_cell)
    info = VariableInfo(id_, spec.title or title_of(id_), type_, None, None, per_side=spec.per == "side")
    linking.world.variables[id_] = info
    linking.enter(id_, "variable", entry.node)
    if spec.secret is None or spec.secret.node.value is False:
        return
    owner = _owner(linking, info, spec.secret.node)
    values = _values(linking, type_, spec)
    linking.world.secrets_unsure |= owner is None or values is None
    if values is None:
        help_ = "a secret is a condition, a member of a kind, or a number with `from` and `to` in figures"
        message = f"a secret has at most {MOST_VALUES} values that the other sides can think of"
        linking.report(codes.WRONG_TYPE, message, entry.node["type"], help=help_)
    elif owner is not None:
        info.hidden = Hidden(owner, *values)


def _owner(linking: Linking, info: VariableInfo, node: Node) -> int | None:
    """Who knows a secret variable; None after a reported mistake."""
    if node.value is True:
        if info.per_side:
            return OWN
        message, fix = "whose secret is this? `true` is for `per: side` only", "secret: side"
    elif info.per_side:
        message, fix = "with `per: side` each side knows its own", "secret: true"
    else:
        side = side_index(str(node.value), linking.world)
        if side is not None:
            return side
        names = linking.world.sides.members
        message, fix = f"there is no side `{node.value}`", near(str(node.value), names) or "secret: side"
    linking.report(codes.WRONG_TYPE, message, node, fix=fix)
    return None


def _values(linking: Linking, type_: Type, spec: Variable) -> tuple[int, int] | None:
    """The lowest value of a type, and how many there are; None for too many to be a secret."""
    if type_ == UNKNOWN:
        return 0, 1
    if type_ == CONDITION:
        return 0, 2
    if isinstance(type_, Member) and type_.kind != POINT:
        count = len(linking.world.kinds[type_.kind].members)
        low, count = (-1, count + 1) if type_.optional else (0, count)
    elif (
        type_ == NUMBER
        and (least := written(spec.from_)) is not None
        and (most := written(spec.to)) is not None
    ):
        low, count = least, most - least + 1
    else:
        return None
    return (low, count) if count <= MOST_VALUES else None


def _track(linking: Linking, id_: str, entry: Entry) -> None:
    spec = entry.spec
    per_side = spec.per == "side"
    start = entry.node["start"]
    if per_side:
        starts = per_side_constants(start, PerSide("", NUMBER), linking.world, linking.found, whole=True)
    else:
        starts = [constant(start, NUMBER, linking.world, linking.found)]
    for value in starts if linking.bounded(entry.node, spec.from_, spec.to) else ():
        if not spec.from_ <= value <= spec.to:
            linking.report(
                codes.WRONG_TYPE,
                f"the start of a track lies within its bounds: {bounds(spec.from_, spec.to)}",
                start,
            )
            break
    linking.world.tracks[id_] = TrackInfo(
        id_,
        spec.title or title_of(id_),
        per_side,
        spec.from_,
        spec.to,
        spec.beyond == "stop",
        starts,
        spec.only_in,
    )
    linking.enter(id_, "track", entry.node)


def _piece(linking: Linking, id_: str, entry: Entry) -> None:
    spec = entry.spec
    side = None
    if spec.side is not None:
        side = side_index(spec.side, linking.world)
        if side is None:
            linking.report(codes.UNKNOWN_NAME, f"there is no side `{spec.side}`", entry.node["side"])
            side = 0
    supply = None
    if spec.supply is not None:
        written = entry.node["supply"]
        supply = per_side_constants(written, PerSide("", NUMBER), linking.world, linking.found, whole=True)
        for number in supply:
            if number < 0:
                linking.report(codes.WRONG_TYPE, "there are no fewer than 0 markers in a box", written)
                supply = None
                break
    plural = spec.plural or f"{id_}s"
    info = PieceInfo(
        id_,
        linking.world.kinds["piece"].index[id_],
        plural,
        spec.title or title_of(id_).lower(),
        side,
        supply,
        spec.only_in,
    )
    linking.world.pieces[id_] = info
    linking.enter(plural, "pieces", entry.node, info)


def _parameters(
    linking: Linking, entry: Entry, refused: Callable[[Type], bool] = is_no_value
) -> dict[str, Type]:
    nodes = entry.node.get("parameters")
    found = {}
    for name, words in (entry.spec.parameters or {}).items():
        assert nodes is not None
        if linking.world.taken(name, nodes[name].key_span) is not None or name in RESERVED:
            linking.report(
                codes.NAME_TAKEN,
                f"`{name}` already means something in this pack",
                nodes[name],
                at_key=True,
            )
        found[name] = linking.type_of(words, nodes[name], "a parameter", refused)
    return found
