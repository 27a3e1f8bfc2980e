"""The data of a program that people are shown: kinds, charts, tracks and the rest by name."""

from __future__ import annotations

from sieges.language import compiled as k
from sieges.language.expressions.definitions import Defined
from sieges.language.expressions.nodes import Cell, Const, Either, Expr
from sieges.language.linking.planes import FACING, PACE, SPOT, TOLL
from sieges.language.program import Program
from sieges.language.sites import place_of
from sieges.language.types import CONDITION, NUMBER, TEXT, Member, PerSide, SetOf, Type, kind_name
from sieges.language.world import World
from sieges.pack.declarations import Source
from sieges.pack.merged import UNSAID


def kinds_data(program: Program) -> dict[str, k.KindData]:
    """Kinds with their members and the fields that people can be shown."""
    found = {}
    world = program.world
    for kind in world.kinds.values():
        texts: dict[str, list[str | None]] = {}
        numbers: dict[str, list[int]] = {}
        sets: dict[str, list[int]] = {}
        for info in kind.fields.values():
            if info.type == TEXT:
                texts[info.id] = [None if node is None else str(node.value) for node in info.values]
            elif info.type in (NUMBER, CONDITION) or isinstance(info.type, Member):
                numbers[info.id] = list(info.values)
            elif isinstance(info.type, SetOf):
                sets[info.id] = list(info.values)
        state = {name: (info.base, kind_name(info.type)) for name, info in kind.state.items()}
        labels = {label: kind.members[index] for label, index in kind.labels.items()}
        found[kind.id] = k.KindData(
            kind.id,
            kind.plural,
            kind.title,
            kind.members,
            kind.titles,
            labels,
            texts,
            numbers,
            sets,
            state,
            [None if status == UNSAID else status for status in kind.statuses],
            [
                () if source is None else tuple(str(n.value) for n in source.clauses)
                for source in kind.sources
            ],
            [place_of(node.key_span) for node in kind.nodes],
            {info.id: _type_word(info.type) for info in kind.fields.values()},
            {name: program.field_title(kind.id, name) for name in (*kind.fields, *kind.state)},
            kind.copies,
        )
    return found


def _type_word(type_: Type) -> str:
    if type_ == NUMBER:
        return ""
    if isinstance(type_, PerSide):
        return f"per side {_type_word(type_.of)}".strip()
    return kind_name(type_) or type_.name.split(" ")[-1]


def endings_data(program: Program) -> list[k.EndingData]:
    """How the game can end."""
    found = []
    sides = program.world.sides.members
    for ending in program.endings:
        winner = ending.winner.emit(program.environment).value
        side = None if winner is None else "" if winner < 0 else sides[winner]
        clauses = program.cite(program.merged.victory[ending.id].spec.source)
        who = [] if winner is not None else _who(ending.winner, program)
        found.append(k.EndingData(ending.id, ending.title, place_of(ending.span, clauses), side, who))
    return found


def _who(winner: Expr, program: Program) -> list[str]:
    """Who can win, each in words (``leader of the Greeks``); "" is nobody. None at all where there are no words."""
    world = program.world
    if isinstance(winner, Either):
        both = [_who(winner.then, program), _who(winner.otherwise, program)]
        return list(dict.fromkeys([*both[0], *both[1]])) if all(both) else []
    if isinstance(winner, Defined) and not winner.arguments:
        return _who(winner.body, program)
    if isinstance(winner, Const):
        return [world.sides.titles[winner.value] if winner.value >= 0 else ""]
    if isinstance(winner, Cell):
        index = None if winner.index is None else winner.index.emit(program.environment).value
        for kind in world.kinds.values():
            for state in kind.state.values():
                if state.base == winner.base and index is not None:
                    return [f"the {program.field_title(kind.id, state.id)} of {kind.titles[index]}"]
        named = next((one for one in world.variables.values() if one.base == winner.base), None)
        return [] if named is None or index is not None else [named.title]
    return []


def charts_data(program: Program) -> dict[str, k.ChartData]:
    """Charts as they are printed."""
    found = {}
    for id_, chart in program.charts.items():
        info = chart.info
        statuses: dict[str, str] = {}
        for names, source in info.spec.cells.items():
            for name in names.split():
                statuses[name] = source.status or ""
        own: Source | None = info.spec.source
        if own is None and info.kind is not None:
            own = program.world.kinds[info.kind].sources[info.index]
        statuses[""] = (own.status if own is not None else None) or ""
        found[id_] = k.ChartData(
            id_,
            info.title,
            info.kind or "",
            info.index,
            chart.column_kind or "",
            chart.columns,
            chart.titles,
            chart.labels,
            chart.rows,
            chart.cells,
            statuses,
            place_of(info.node.span),
        )
    return found


def status_counts(world: World) -> dict[str, int]:
    """How many members of kinds are printed, inferred and so on."""
    counts: dict[str, int] = {}
    for kind in world.kinds.values():
        for status in kind.statuses:
            counts[status] = counts.get(status, 0) + 1
    return counts


def options_data(world: World) -> list[k.ChoiceData]:
    """The options of set-up."""
    found = []
    for o in world.options.values():
        kind = o.kind or ("condition" if o.type == CONDITION else "")
        found.append(k.ChoiceData(o.id, o.title, o.base, kind, o.low, o.high, o.default))
    return found


def sources_data(world: World, throws: dict[str, str]) -> list[k.SourceData]:
    """Dice, decks and throws of many dice (with their titles), in the order in which sites number them."""
    dice = [k.SourceData(d.id, d.title, sorted(d.faces), -1) for d in world.dice.values()]
    decks = [k.SourceData(d.id, d.title, [], d.index) for d in world.decks.values()]
    return [*dice, *decks, *(k.SourceData(name, title, [], -1) for name, title in throws.items())]


def tracks_data(world: World) -> list[k.TrackData]:
    """The tracks."""
    return [k.TrackData(t.id, t.title, t.per_side, t.base, t.low, t.high) for t in world.tracks.values()]


def variables_data(world: World) -> list[k.VariableData]:
    """The variables, each with the word for its type."""
    found = []
    for v in world.variables.values():
        secret = None
        if v.hidden is not None:
            secret = k.SecretData(v.hidden.owner, v.hidden.masks, v.hidden.low, v.hidden.count)
        found.append(k.VariableData(v.id, v.title, v.per_side, v.base, kind_name(v.type) or "number", secret))
    return found


def pieces_data(world: World) -> list[k.PieceData]:
    """The kinds of markers."""
    found = []
    for p in world.pieces.values():
        found.append(k.PieceData(p.id, p.plural, p.title, -1 if p.side is None else p.side, p.base, p.box))
    return found


def zones_data(world: World) -> list[k.ZoneData]:
    """The zones."""
    return [k.ZoneData(z.id, z.title, z.index, z.holds) for z in world.zones.values()]


def planes_data(world: World) -> list[k.PlaneData]:
    """The planes, with what stands and lies on them."""
    found = []
    for plane in world.planes.values():
        standing = [
            k.StandingData(
                kind.id,
                kind.state[SPOT].base,
                kind.state[FACING].base if FACING in kind.state else -1,
                kind.stands.radius,
            )
            for kind in plane.standing
            if kind.stands is not None
        ]
        lying = [
            k.LyingData(
                kind.id,
                kind.lies.outlines,
                kind.fields[PACE].values,
                kind.fields[TOLL].values,
            )
            for kind in plane.lying
            if kind.lies is not None
        ]
        found.append(
            k.PlaneData(plane.id, plane.title, plane.measures, plane.width, plane.height, standing, lying)
        )
    return found


def decks_data(world: World) -> list[k.DeckData]:
    """The decks with their cells."""
    return [
        k.DeckData(d.id, d.title, d.base, d.size, d.pools, d.pool_cards, d.known, d.piles, d.packets)
        for d in world.decks.values()
    ]
