"""The layout of the state, and what stands in it when a game begins."""

from __future__ import annotations

from attrs import evolve

from sieges.language import codes
from sieges.language.expressions import code
from sieges.language.expressions.code import Environment, Tables
from sieges.language.expressions.nodes import WINNER
from sieges.language.expressions.reading import constant, per_side_constants, read_expression
from sieges.language.expressions.scope import Scope
from sieges.language.linking.base import UNSEEN, Linking
from sieges.language.linking.decks import link_decks
from sieges.language.reporting import bounds, near
from sieges.language.types import MOST_IN_A_CELL, NUMBER, PerSide, SetOf, Type, member, set_of
from sieges.language.world import Kind, StateInfo, VariableInfo
from sieges.pack.node import Node


def lay_out(linking: Linking) -> None:
    """Give everything its cells; decks come last, when the cards in them are known."""
    world = linking.world
    sides, places = len(world.sides.members), len(world.locations.members)
    size = 2
    for option in world.options.values():
        option.base, size = size, size + 1
    for track in world.tracks.values():
        track.base, size = size, size + len(track.starts)
    for variable in world.variables.values():
        variable.base, size = size, size + (sides if variable.per_side else 1)
        if variable.hidden is not None:
            # Beside it stands for all to see which values it may have.
            variable.hidden = evolve(variable.hidden, masks=size)
            size += size - variable.base
    for piece in world.pieces.values():
        piece.base, size = size, size + sides * places
        piece.total, size = size, size + sides
        if piece.supply is not None:
            piece.box, size = size, size + sides
    world.room_base, size = size, size + places
    for kind in world.kinds.values():
        for state in kind.state.values():
            state.base, size = size, size + len(kind.members)
    if world.kinds["card"].members:
        world.place_base, size = size, size + len(world.kinds["card"].members)
    world.size = size


def link_cards(linking: Linking) -> None:
    """Say which cards zones can hold, and enter the decks."""
    world = linking.world
    for zone_id, entry in linking.merged.zones.items():
        if entry.spec.holds is not None:
            world.zones[zone_id].holds = constant(entry.spec.holds.node, set_of("card"), world, linking.found)
    link_decks(linking)


def link_start(linking: Linking) -> None:
    """Fill the cells of a new game, set-up steps and decks left out."""
    world = linking.world
    initial = [0] * world.size
    initial[WINNER] = -1
    for option in world.options.values():
        initial[option.base] = option.default
    for track in world.tracks.values():
        initial[track.base : track.base + len(track.starts)] = track.starts
    for id_, variable in world.variables.items():
        _variable(linking, variable, linking.merged.variables[id_].spec.start.node, initial)
    for kind in world.kinds.values():
        for state in kind.state.values():
            if not state.starts:
                _check_size(linking, state.type, state.start)
                state.starts = _state_starts(linking, kind, state)
            initial[state.base : state.base + len(state.starts)] = state.starts
    for deck in world.decks.values():
        for card in deck.cards:
            initial[world.place_base + card] = UNSEEN
    for piece in world.pieces.values():
        if piece.supply is not None:
            initial[piece.box : piece.box + len(piece.supply)] = piece.supply
    slots = world.locations.fields["slots"].values
    for place, (number, body) in enumerate(zip(slots, world.locations.nodes, strict=True)):
        if number < 0:
            linking.report(codes.WRONG_TYPE, "a location has no fewer than 0 slots", body["slots"])
            slots[place] = 0
    _neighbours(linking)
    world.slots = list(slots)
    initial[world.room_base : world.room_base + len(slots)] = slots
    world.initial = initial
    _holds(linking)
    _markers(linking, initial)
    world.seats = [i for i, entry in enumerate(linking.merged.sides.values()) if entry.spec.seat]
    if not world.seats and world.sides.members:
        first = next(iter(linking.merged.sides.values())).node
        linking.report(codes.NO_SEAT, "no side decides in this mode", first, at_key=True, fix="seat: true")


def _variable(linking: Linking, variable: VariableInfo, node: Node, initial: list[int]) -> None:
    world = linking.world
    _check_size(linking, variable.type, node)
    if variable.per_side:
        starts = per_side_constants(node, PerSide("", variable.type), world, linking.found, whole=True)
    else:
        starts = [constant(node, variable.type, world, linking.found)]
    low, high = variable.low, variable.high
    if not linking.bounded(linking.merged.variables[variable.id].node, low, high):
        return
    if any((low is not None and start < low) or (high is not None and start > high) for start in starts):
        linking.report(codes.WRONG_TYPE, f"the start lies outside its bounds: {bounds(low, high)}", node)
        return
    initial[variable.base : variable.base + len(starts)] = starts
    if variable.hidden is not None:
        masks, lowest = variable.hidden.masks, variable.hidden.low
        initial[masks : masks + len(starts)] = [1 << start - lowest for start in starts]


def _check_size(linking: Linking, type_: Type, node: Node) -> None:
    if isinstance(type_, SetOf) and len(linking.world.kinds[type_.kind].members) > MOST_IN_A_CELL:
        message = f"a set that is part of the position has at most {MOST_IN_A_CELL} members to choose from"
        linking.report(codes.TOO_LARGE, message, node)


def _state_starts(linking: Linking, kind: Kind, state: StateInfo) -> list[int]:
    node = state.start
    if node.is_mapping:
        values = [0] * len(kind.members)
        for name, value in node.items():
            if name in kind.index:
                values[kind.index[name]] = constant(value, state.type, linking.world, linking.found)
            else:
                linking.report(codes.UNKNOWN_NAME, f"`{kind.id}` has no member `{name}`", value, at_key=True)
        return values
    scope = Scope(linking.world, linking.found, {"this": member(kind.id)})
    expr = read_expression(node, scope, state.type)
    values = []
    for index in range(len(kind.members)):
        start = expr.emit(Environment(Tables()).bind(this=code.constant(index))).value
        if start is None:
            linking.report(codes.NOT_CONSTANT, "a start must be known before play", node)
        values.append(start or 0)
    return values


def _holds(linking: Linking) -> None:
    world = linking.world
    for index, body in enumerate(world.locations.nodes):
        holds = body.get("holds")
        named = linking.listed(holds, "holds")
        for piece in named:
            if piece.value not in world.pieces:
                fix = near(piece.value, world.pieces)
                linking.report(codes.UNKNOWN_NAME, f"there is no piece `{piece.value}`", piece, fix=fix)
        fitting = world.pieces if holds is None else {str(piece.value) for piece in named}
        for info in world.pieces.values():
            if info.id in fitting:
                world.held[info.index] = world.held.get(info.index, 0) | 1 << index


def _neighbours(linking: Linking) -> None:
    locations = linking.world.locations
    for place, (mask, body) in enumerate(
        zip(locations.fields["neighbours"].values, locations.nodes, strict=True)
    ):
        if mask >> place & 1:
            written = body["neighbours"]
            own = (
                [part for part in written if part.value == locations.members[place]]
                if written.is_list
                else []
            )
            message = f"`{locations.members[place]}` cannot be its own neighbour"
            linking.report(codes.WRONG_TYPE, message, own[0] if own else written)


def _markers(linking: Linking, initial: list[int]) -> None:
    world = linking.world
    for entry in linking.merged.setups:
        for place_id, pieces in entry.spec.markers.items():
            node = entry.node["markers"][place_id]
            place = world.locations.index.get(place_id)
            if place is None:
                linking.report(
                    codes.UNKNOWN_NAME,
                    f"there is no location `{place_id}`",
                    node,
                    at_key=True,
                    fix=near(place_id, world.locations.members),
                )
                continue
            for piece_id, written in pieces.items():
                _marker(linking, initial, place, piece_id, written.node)


def _marker(linking: Linking, initial: list[int], place: int, piece_id: str, node: Node) -> None:
    world = linking.world
    piece = world.pieces.get(piece_id)
    if piece is None:
        fix = near(piece_id, world.pieces)
        linking.report(codes.UNKNOWN_NAME, f"there is no piece `{piece_id}`", node, at_key=True, fix=fix)
        return
    count = constant(node, NUMBER, world, linking.found)
    owner = world.locations.fields["owner"].values[place]
    side = piece.side if piece.side is not None else owner
    if side < 0:
        body = world.locations.nodes[place]
        if any(key not in world.locations.fields for key, _ in body.items()):
            return  # a misspelt `owner`, it may be, which has been said
        linking.report(
            codes.SETUP,
            "nobody owns this location, so whose markers are these?",
            node,
            fix="place them in `setup: steps:`",
        )
        return
    title = world.locations.titles[place]
    if not world.holds(piece.index) >> place & 1:
        linking.report(codes.SETUP, f"a {piece.title} cannot stand at {title}", node)
    if count < 0 or initial[world.room_base + place] < count:
        linking.report(
            codes.SETUP,
            f"{count} {piece.plural} do not fit at {title}: {initial[world.room_base + place]} slots are free",
            node,
        )
        return
    initial[piece.base + side * len(world.locations.members) + place] += count
    initial[piece.total + side] += count
    initial[world.room_base + place] -= count
    if piece.supply is not None:
        initial[piece.box + side] -= count
        if initial[piece.box + side] < 0:
            linking.report(codes.SETUP, f"there are not so many {piece.plural} in the box", node)
