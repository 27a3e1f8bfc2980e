"""Links a merged pack: members, names, fields, the layout of the state (docs/language.md, sections 2, 3 and 7)."""

from __future__ import annotations

from typing import Any

from attrs import define, field

from sieges.language import codes
from sieges.language.constants import constant, per_side_constants, side_index
from sieges.language.expressions.code import Environment, Tables
from sieges.language.expressions.reading import RESERVED, Scope, read_expression
from sieges.language.types import (
    AMOUNT,
    CHART,
    CONDITION,
    NUMBER,
    RULE,
    STEPS,
    TEXT,
    Member,
    PerSide,
    SetOf,
    Type,
    member,
    parse_type,
    set_of,
)
from sieges.language.world import (
    ChartInfo,
    DefinitionInfo,
    DieInfo,
    FieldInfo,
    Kind,
    OptionInfo,
    PieceInfo,
    ProcedureInfo,
    StateInfo,
    Symbol,
    TrackInfo,
    VariableInfo,
    World,
    ZoneInfo,
)
from sieges.pack.merged import Entry, Merged
from sieges.pack.node import Node
from sieges.text.diagnostic import Diagnostic, Diagnostics, nearest

BUILT_IN = {
    "side": ("sides", {}),
    "location": (
        "locations",
        {"title": TEXT, "owner": member("side", optional=True), "slots": NUMBER, "neighbours": set_of("location")},
    ),
    "piece": ("pieces", {}),
    "order": ("orders", {"title": TEXT, "number": NUMBER, "history": TEXT}),
    "card": ("cards", {"title": TEXT, "number": NUMBER, "history": TEXT}),
}
COMMON = ("title", "label", "source")
UNCOUNTED = {"location": ("tags", "holds")}
ENDED, WINNER = 0, 1
"""The first two cells of a state: the ending reached (0 for none, else its number and one), and who won."""


def link(merged: Merged, found: Diagnostics) -> World:
    """The world that a merged pack declares; mistakes are reported and replaced by something harmless."""
    return _Linker(merged, found).link()


@define(eq=False)
class _Linker:
    merged: Merged
    found: Diagnostics
    world: World = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.world = World(self.merged.id, self.merged.mode)

    def report(self, code: str, message: str, node: Node, *, at_key: bool = False, **more: Any) -> None:
        span = node.key_span if at_key else node.span
        self.found.add(Diagnostic(code, "error", message, span, (), more.get("help"), more.get("fix")))

    def name(self, name: str, what: str, node: Node | None, info: Any = None) -> None:
        """Enter a name into the one namespace of expressions."""
        known = self.world.symbols.get(name)
        if known is not None:
            related = ((known.node.key_span, f"a {known.what} of that name"),) if known.node is not None else ()
            if node is not None:
                self.found.add(
                    Diagnostic(
                        codes.NAME_TAKEN, "error", f"`{name}` is declared twice: as a {known.what} and as a {what}",
                        node.key_span, related, "names that expressions can use are distinct in a pack", None,
                    )  # fmt: skip
                )
            return
        if name in RESERVED and node is not None:
            self.report(codes.NAME_TAKEN, f"`{name}` is a word of the expression language", node, at_key=True)
            return
        self.world.symbols[name] = Symbol(name, what, node, info)

    # --- passes -----------------------------------------------------------------------------------

    def link(self) -> World:
        self._kinds()
        self._options()
        self._roles()
        self._names()
        self._fields()
        self._layout()
        self._values()
        return self.world

    def _kinds(self) -> None:
        world, merged = self.world, self.merged
        for id_, (plural, fields) in BUILT_IN.items():
            kind = Kind(id_, plural, id_)
            for name, type_ in fields.items():
                kind.fields[name] = FieldInfo(name, type_, None, None, common=True)
            world.kinds[id_] = kind
            self._members(kind, merged.section(plural))
        for id_, entry in merged.kinds.items():
            if id_ not in world.kinds:
                plural = entry.spec.plural or f"{id_}s"
                world.kinds[id_] = Kind(id_, plural, entry.spec.title or id_.replace("_", " "))
                self._members(world.kinds[id_], merged.members.get(id_, {}))
        for id_ in merged.members:
            if id_ not in world.kinds:
                node = next(iter(merged.members[id_].values())).node
                guess = nearest(id_, world.kinds)
                self.report(
                    codes.UNKNOWN_NAME, f"there is no kind `{id_}`", node, fix=f"did you mean `{guess}`?" if guess else None
                )
        for kind in world.kinds.values():
            world.plurals[kind.plural] = kind.id
            declared = merged.kinds.get(kind.id)
            if kind.id != "piece":
                self.name(kind.plural, "set", None if declared is None else declared.node, (kind.id, kind.all))
                world.symbols[kind.plural].used = True
        for kind in world.kinds.values():
            for index, name in enumerate(kind.members):
                if kind.id != "piece":
                    self.name(name, "member", kind.nodes[index], (kind.id, index))

    def _members(self, kind: Kind, entries: dict[str, Entry]) -> None:
        for name, entry in entries.items():
            body = entry.node
            title, label = body.get("title"), body.get("label")
            kind.index[name] = len(kind.members)
            if label is not None:
                text = str(label.value) if not isinstance(label.value, str) else label.value
                if text in kind.labels:
                    self.report(codes.NAME_TAKEN, f"two members of `{kind.id}` carry the label `{text}`", label)
                kind.labels[text] = len(kind.members)
            kind.members.append(name)
            kind.nodes.append(body)
            kind.titles.append(str(title.value) if title is not None else name.replace("_", " ").capitalize())
            kind.sources.append(entry.source)

    def _options(self) -> None:
        world = self.world
        for id_, entry in self.merged.options.items():
            spec = entry.spec
            if spec.values:
                kind = Kind(id_, f"{id_}_values", spec.title or id_)
                values = entry.node["values"]
                for index, (name, body) in enumerate(values.items()):
                    kind.index[name] = index
                    kind.members.append(name)
                    kind.nodes.append(body)
                    title = body.get("title")
                    kind.titles.append(str(title.value) if title is not None else name.capitalize())
                    kind.sources.append(None)
                    self.name(name, "member", body, (id_, index))
                    world.symbols[name].used = True
                world.kinds[id_] = kind
                default = kind.index.get(str(spec.default.node.value))
                if default is None:
                    self.report(
                        codes.UNKNOWN_NAME, f"`{spec.default.node.value}` is no value of option `{id_}`", spec.default.node,
                        help=f"its values: {', '.join(kind.members)}",
                    )  # fmt: skip
                info = OptionInfo(
                    id_, spec.title or id_, id_, member(id_), 0, len(kind.members) - 1, default or 0, spec
                )
            else:
                type_ = CONDITION if spec.type == "condition" else NUMBER
                low, high = (0, 1) if type_ == CONDITION else (spec.from_ or 0, spec.to if spec.to is not None else 10**6)
                default = int(spec.default.node.value) if isinstance(spec.default.node.value, (int, bool)) else None
                if default is None or not low <= default <= high:
                    self.report(codes.WRONG_TYPE, f"the default is {type_} from {low} to {high}", spec.default.node)
                info = OptionInfo(id_, spec.title or id_, None, type_, low, high, default or 0, spec)
            world.options[id_] = info
            self.name(id_, "option", entry.node, info)

    def _roles(self) -> None:
        for role, bound in self.merged.roles.items():
            symbol = self.world.symbols.get(bound)
            if symbol is not None and symbol.what == "member":
                if role not in self.world.symbols:
                    self.world.symbols[role] = Symbol(role, "member", symbol.node, symbol.info, used=True)

    def _names(self) -> None:
        world, merged = self.world, self.merged
        for id_, entry in merged.tags.items():
            mask = 0
            for index, body in enumerate(world.locations.nodes):
                tags = body.get("tags")
                if tags is not None and tags.is_list and id_ in tags.value:
                    mask |= 1 << index
            self.name(id_, "set", entry.node, ("location", mask))
        for body in world.locations.nodes:
            for tag in body.get("tags") or ():
                if tag.value not in merged.tags:
                    guess = nearest(str(tag.value), merged.tags)
                    self.report(
                        codes.UNKNOWN_NAME, f"there is no tag `{tag.value}`", tag,
                        fix=f"did you mean `{guess}`?" if guess else "declare it under `tags:`",
                    )  # fmt: skip
        for id_, entry in merged.tracks.items():
            self._track(id_, entry)
        for id_, entry in merged.variables.items():
            type_ = self.type_of(entry.spec.type, entry.node["type"])
            if type_ in (TEXT, RULE, AMOUNT, STEPS, CHART) or isinstance(type_, PerSide):
                self.report(codes.BAD_TYPE, f"a variable cannot be {type_}", entry.node["type"])
                type_ = NUMBER
            low, high = entry.spec.from_, entry.spec.to
            world.variables[id_] = VariableInfo(id_, entry.spec.title or _title(id_), type_, 0, low, high)
            self.name(id_, "variable", entry.node)
        for index, (id_, entry) in enumerate(merged.dice.items()):
            faces = list(entry.spec.faces) or list(range(1, (entry.spec.sides or 0) + 1))
            if not faces or len(faces) > 1000:
                self.report(codes.WRONG_TYPE, "a die has 1 to 1000 `sides`, or `faces`", entry.node, at_key=True)
                faces = [1]
            world.dice[id_] = DieInfo(id_, index, entry.spec.title or _title(id_), faces, entry.spec)
            self.name(id_, "die", entry.node)
        for index, (id_, entry) in enumerate(merged.zones.items()):
            world.zones[id_] = ZoneInfo(id_, index + 1, entry.spec.title or _title(id_), world.kinds["card"].all)
            self.name(id_, "zone", entry.node)
        for id_, entry in merged.pieces.items():
            self._piece(id_, entry)
        for id_, entry in merged.define.items():
            parameters = self._parameters(entry)
            world.definitions[id_] = DefinitionInfo(id_, entry.spec, parameters)
            self.name(id_, "definition", entry.node)
        for id_, entry in merged.procedures.items():
            world.procedures[id_] = ProcedureInfo(id_, entry.spec.title or _title(id_), self._parameters(entry), entry.spec)
            self.name(id_, "procedure", entry.node)
        for id_, entry in merged.charts.items():
            world.charts[id_] = ChartInfo(id_, entry.spec, entry.node, title=entry.spec.title or _title(id_))
            self.name(id_, "chart", entry.node)
        world.endings = {id_: entry.spec for id_, entry in merged.victory.items()}

    def _track(self, id_: str, entry: Entry) -> None:
        spec = entry.spec
        per_side = spec.per == "side"
        start = entry.node["start"]
        if per_side:
            starts = per_side_constants(start, PerSide("", NUMBER), self.world, self.found)
        else:
            starts = [constant(start, NUMBER, self.world, self.found)]
        for value in starts:
            if not spec.from_ <= value <= spec.to:
                self.report(codes.WRONG_TYPE, f"the start of a track lies between {spec.from_} and {spec.to}", start)
                break
        self.world.tracks[id_] = TrackInfo(
            id_, spec.title or _title(id_), per_side, spec.from_, spec.to, spec.beyond == "stop", starts, spec.only_in
        )
        self.name(id_, "track", entry.node)

    def _piece(self, id_: str, entry: Entry) -> None:
        spec = entry.spec
        side = None
        if spec.side is not None:
            side = side_index(spec.side, self.world)
            if side is None:
                self.report(codes.UNKNOWN_NAME, f"there is no side `{spec.side}`", entry.node["side"])
                side = 0
        supply = None
        if spec.supply is not None:
            supply = per_side_constants(entry.node["supply"], PerSide("", NUMBER), self.world, self.found)
        plural = spec.plural or f"{id_}s"
        info = PieceInfo(
            id_, self.world.kinds["piece"].index[id_], plural, spec.title or _title(id_).lower(), side, supply,
            spec.only_in, spec,
        )  # fmt: skip
        self.world.pieces[id_] = info
        self.name(plural, "pieces", entry.node, info)

    def _parameters(self, entry: Entry) -> dict[str, Type]:
        nodes = entry.node.get("parameters")
        found = {}
        for name, words in (entry.spec.parameters or {}).items():
            assert nodes is not None
            if name in self.world.symbols or name in RESERVED:
                self.report(codes.NAME_TAKEN, f"`{name}` already means something in this pack", nodes[name], at_key=True)
            type_ = self.type_of(words, nodes[name])
            if type_ in (TEXT, RULE, AMOUNT, STEPS, CHART) or isinstance(type_, PerSide):
                self.report(codes.BAD_TYPE, f"a parameter cannot be {type_}", nodes[name])
                type_ = NUMBER
            found[name] = type_
        return found

    def type_of(self, words: str, node: Node) -> Type:
        type_ = parse_type(words, self.world.plurals, self.world.kinds)
        if type_ is None:
            examples = ["number", "condition", *(f"a {kind}" for kind in self.world.kinds)]
            guess = nearest(words, [*examples, *(f"a set of {plural}" for plural in self.world.plurals)])
            self.report(
                codes.BAD_TYPE, f"`{words}` names no type", node, fix=f"did you mean `{guess}`?" if guess else None,
                help="types: number, condition, a location, a card or none, a set of locations, … per side",
            )  # fmt: skip
            return NUMBER
        return type_

    # --- fields -----------------------------------------------------------------------------------

    def _fields(self) -> None:
        world = self.world
        for id_, entry in self.merged.kinds.items():
            kind = world.kinds[id_]
            for name, spec in entry.spec.fields.items():
                declared = self.merged.field_node(id_, name)
                assert declared is not None
                type_ = self.type_of(spec.type, declared["type"])
                kind.fields[name] = FieldInfo(name, type_, None if spec.default is None else spec.default.node, declared)
            for name, spec in entry.spec.state.items():
                declared = self.merged.field_node(id_, name)
                assert declared is not None
                type_ = self.type_of(spec.type, declared["type"])
                if name in kind.fields:
                    self.report(codes.NAME_TAKEN, f"`{name}` is a field and a state field", declared, at_key=True)
                kind.state[name] = StateInfo(name, type_, spec.start.node, declared)
        for kind in world.kinds.values():
            if kind.id in world.options:
                self._value_fields(kind)
            elif kind.id not in ("side", "piece"):
                self._given(kind)

    def _value_fields(self, kind: Kind) -> None:
        """The fields of an option's values are those of its first one."""
        for body in kind.nodes:
            for name, value in body.items():
                if name in COMMON or name in kind.fields:
                    continue
                type_ = CONDITION if isinstance(value.value, bool) else NUMBER
                kind.fields[name] = FieldInfo(name, type_, None, value)
        self._given(kind)

    def _given(self, kind: Kind) -> None:
        for index, body in enumerate(kind.nodes):
            for name, value in body.items():
                if name not in kind.fields and name not in COMMON and name not in UNCOUNTED.get(kind.id, ()):
                    names = [*kind.fields, *COMMON]
                    guess = nearest(name, names)
                    what = "it is part of the position: give its start with the kind" if name in kind.state else None
                    self.report(
                        codes.UNKNOWN_FIELD, f"{_article(kind.title)} has no field `{name}`", value, at_key=True,
                        fix=f"did you mean `{guess}`?" if guess else None,
                        help=what or f"fields are declared under `kinds: {kind.id}: fields:`; there are: {', '.join(names)}",
                    )  # fmt: skip
            for info in kind.fields.values():
                given = body.get(info.id)
                if given is None and info.default is None and not info.common and info.type != CHART:
                    self.report(
                        codes.MISSING_FIELD, f"`{kind.members[index]}` lacks the field `{info.id}`", body, at_key=True,
                        help=f"its type: {info.type}",
                    )  # fmt: skip
                info.given.append(given)

    def _values(self) -> None:
        world = self.world
        for kind in world.kinds.values():
            for info in kind.fields.values():
                info.values = []
                for index in range(len(kind.members)):
                    given = info.given[index] if info.given else None
                    info.values.append(self._value(info, given if given is not None else info.default))
                    if info.type == CHART and given is not None and given.is_mapping:
                        self._chart(kind, info, index, given)
        self._starts()

    def _value(self, info: FieldInfo, node: Node | None) -> Any:
        type_ = info.type
        if type_ in (TEXT, STEPS, CHART):
            return node
        if type_ in (RULE, AMOUNT):
            return node
        if node is None:
            if isinstance(type_, PerSide):
                return [0] * len(self.world.sides.members)
            return -1 if isinstance(type_, Member) else 0
        if isinstance(type_, PerSide):
            return per_side_constants(node, type_, self.world, self.found)
        return constant(node, type_, self.world, self.found)

    def _chart(self, kind: Kind, info: FieldInfo, index: int, node: Node) -> None:
        from sieges.pack.declarations import Chart
        from sieges.pack.structure import Misshapen, structure

        id_ = f"{kind.members[index]}.{info.id}"
        try:
            spec = structure(node, Chart)
        except Misshapen as error:
            self.report(codes.STEP_SHAPE, f"{error.wanted} is needed here", error.node)
            return
        title = spec.title or kind.titles[index]
        self.world.charts[id_] = ChartInfo(id_, spec, node, kind.id, index, title)

    # --- the state --------------------------------------------------------------------------------

    def _layout(self) -> None:
        from sieges.language.deck_layout import link_decks

        world = self.world
        size = 2
        for option in world.options.values():
            option.base, size = size, size + 1
        for track in world.tracks.values():
            track.base, size = size, size + len(track.starts)
        for variable in world.variables.values():
            variable.base, size = size, size + 1
        sides, places = len(world.sides.members), len(world.locations.members)
        for piece in world.pieces.values():
            piece.base, size = size, size + sides * places
            if piece.supply is not None:
                piece.box, size = size, size + sides
        world.room_base, size = size, size + places
        for kind in world.kinds.values():
            for state in kind.state.values():
                state.base, size = size, size + len(kind.members)
        if world.kinds["card"].members:
            world.place_base, size = size, size + len(world.kinds["card"].members)
        world.size = size
        self._plain_fields()
        for zone_id, entry in self.merged.zones.items():
            if entry.spec.holds is not None:
                world.zones[zone_id].holds = constant(entry.spec.holds.node, set_of("card"), world, self.found)
        link_decks(self.merged, world, self.found)

    def _plain_fields(self) -> None:
        """Numbers, conditions and members are needed before decks and starts; sets may speak of them."""
        for kind in self.world.kinds.values():
            for info in kind.fields.values():
                if info.type in (NUMBER, CONDITION) or isinstance(info.type, (Member, SetOf)):
                    values = []
                    for index in range(len(kind.members)):
                        given = info.given[index] if info.given else None
                        values.append(self._value(info, given if given is not None else info.default))
                    info.values = values

    def _starts(self) -> None:
        world = self.world
        initial = [0] * world.size
        initial[WINNER] = -1
        for option in world.options.values():
            initial[option.base] = option.default
        for track in world.tracks.values():
            initial[track.base : track.base + len(track.starts)] = track.starts
        for id_, variable in world.variables.items():
            node = self.merged.variables[id_].spec.start.node
            variable.start = initial[variable.base] = constant(node, variable.type, world, self.found)
            low, high = variable.low, variable.high
            if (low is not None and variable.start < low) or (high is not None and variable.start > high):
                self.report(codes.WRONG_TYPE, f"the start lies outside its bounds {low} to {high}", node)
        for kind in world.kinds.values():
            for state in kind.state.values():
                state.starts = self._state_starts(kind, state)
                initial[state.base : state.base + len(state.starts)] = state.starts
        for piece in world.pieces.values():
            if piece.supply is not None:
                initial[piece.box : piece.box + len(piece.supply)] = piece.supply
        slots = world.locations.fields["slots"].values
        world.slots = list(slots)
        initial[world.room_base : world.room_base + len(slots)] = slots
        world.initial = initial
        self._holds()
        self._markers(initial)
        world.seats = [i for i, entry in enumerate(self.merged.sides.values()) if entry.spec.seat]
        if not world.seats and world.sides.members:
            first = next(iter(self.merged.sides.values())).node
            self.report(codes.NO_SEAT, "no side decides in this mode", first, at_key=True, fix="seat: true")

    def _state_starts(self, kind: Kind, state: StateInfo) -> list[int]:
        node = state.start
        if node.is_mapping:
            values = [0] * len(kind.members)
            for name, value in node.items():
                if name in kind.index:
                    values[kind.index[name]] = constant(value, state.type, self.world, self.found)
                else:
                    self.report(codes.UNKNOWN_NAME, f"`{kind.id}` has no member `{name}`", value, at_key=True)
            return values
        scope = Scope(self.world, self.found, {"this": member(kind.id)})
        expr = read_expression(node, scope, state.type)
        values = []
        for index in range(len(kind.members)):
            value = expr.emit(Environment(Tables()).bind(this=_constant(index))).value
            if value is None:
                self.report(codes.NOT_CONSTANT, "a start must be known before play", node)
                value = 0
            values.append(value)
        return values

    def _holds(self) -> None:
        world = self.world
        for index, body in enumerate(world.locations.nodes):
            holds = body.get("holds")
            for piece in holds or ():
                if piece.value not in world.pieces:
                    guess = nearest(str(piece.value), world.pieces)
                    self.report(
                        codes.UNKNOWN_NAME, f"there is no piece `{piece.value}`", piece,
                        fix=f"did you mean `{guess}`?" if guess else None,
                    )  # fmt: skip
            for info in world.pieces.values():
                if holds is None or info.id in (holds.value or ()):
                    world.held[info.index] = world.held.get(info.index, 0) | 1 << index

    def _markers(self, initial: list[int]) -> None:
        world = self.world
        for entry in self.merged.setups:
            for place_id, pieces in entry.spec.markers.items():
                node = entry.node["markers"][place_id]
                place = world.locations.index.get(place_id)
                if place is None:
                    guess = nearest(place_id, world.locations.members)
                    self.report(
                        codes.UNKNOWN_NAME, f"there is no location `{place_id}`", node, at_key=True,
                        fix=f"did you mean `{guess}`?" if guess else None,
                    )  # fmt: skip
                    continue
                for piece_id, written in pieces.items():
                    self._marker(initial, place, piece_id, written.node)

    def _marker(self, initial: list[int], place: int, piece_id: str, node: Node) -> None:
        world = self.world
        piece = world.pieces.get(piece_id)
        if piece is None:
            guess = nearest(piece_id, world.pieces)
            fix = f"did you mean `{guess}`?" if guess else None
            self.report(codes.UNKNOWN_NAME, f"there is no piece `{piece_id}`", node, at_key=True, fix=fix)
            return
        count = constant(node, NUMBER, world, self.found)
        owner = world.locations.fields["owner"].values[place]
        side = piece.side if piece.side is not None else owner
        if side < 0:
            self.report(codes.SETUP, "nobody owns this location, so whose markers are these?", node, fix="place them in `setup: steps:`")
            return
        title = world.locations.titles[place]
        if not world.holds(piece.index) >> place & 1:
            self.report(codes.SETUP, f"a {piece.title} cannot stand at {title}", node)
        if count < 0 or initial[world.room_base + place] < count:
            self.report(
                codes.SETUP, f"{count} {piece.plural} do not fit at {title}: {initial[world.room_base + place]} slots are free", node
            )
            return
        initial[piece.base + side * len(world.locations.members) + place] += count
        initial[world.room_base + place] -= count
        if piece.supply is not None:
            initial[piece.box + side] -= count
            if initial[piece.box + side] < 0:
                self.report(codes.SETUP, f"there are not so many {piece.plural} in the box", node)


def _constant(value: int) -> Any:
    from sieges.language.expressions import code

    return code.constant(value)


def _title(id_: str) -> str:
    return id_.replace("_", " ").capitalize()


def _article(noun: str) -> str:
    return f"an {noun}" if noun[:1] in "aeiou" else f"a {noun}"


