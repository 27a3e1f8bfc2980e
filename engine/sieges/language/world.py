"""What a pack declares, by name: kinds with their members, and everything that an expression can call by name.

The world is filled by `linking` and read by everything after it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import Factory, define, field, frozen

from sieges.language.expressions.nodes import Expr, Hidden
from sieges.language.types import Type
from sieges.pack.declarations import (
    Chart,
    Definition,
    Ending,
    Odds,
    Procedure,
    Source,
)
from sieges.pack.merged import UNSAID, Entry
from sieges.pack.node import Node
from sieges.text.spans import Span


@define(eq=False)
class FieldInfo:
    """A fixed field of a kind, with its value for each member (filled by linking)."""

    id: str
    type: Type
    default: Node | None
    common: bool = False
    columns: Node | None = None
    """Of a chart, where it is said what its columns are where a chart does not say."""
    given: list[Node | None] = Factory(list)
    """What each member says, None where it says nothing."""
    values: list[Any] = Factory(list)
    """Integers (or one a side), typed expressions for rules and amounts, nodes for the rest."""
    circle: bool = False
    """Whether a rule or amount of it leads back to itself; said once."""


@define(eq=False)
class StateInfo:
    """A field of a kind that is part of the position: ``size`` cells from ``base`` on."""

    id: str
    type: Type
    start: Node
    base: int = 0
    starts: list[int] = Factory(list)


@define(eq=False)
class PlaneInfo:
    """A plane; lengths are in grains. ``standing`` and ``lying`` are the kinds on it, by the number they have there."""

    id: str
    index: int
    title: str
    measures: str
    width: int
    height: int
    standing: list[Kind] = Factory(list)
    lying: list[Kind] = Factory(list)


@define(eq=False)
class StandingInfo:
    """How the members of a kind stand on a plane: the number of the kind there, the radius of a base in grains."""

    plane: PlaneInfo
    number: int
    radius: int
    faces: bool


@define(eq=False)
class LyingInfo:
    """How the members of a kind lie on a plane: the number of the kind there, the outline of each in grains."""

    plane: PlaneInfo
    number: int
    outlines: list[tuple[tuple[int, int], ...]] = Factory(list)


@define(eq=False)
class Kind:
    """A kind: its members by index with what stands at each, its fixed and state fields."""

    id: str
    plural: str
    title: str
    fields: dict[str, FieldInfo] = Factory(dict)
    state: dict[str, StateInfo] = Factory(dict)
    members: list[str] = Factory(list)
    nodes: list[Node] = Factory(list)
    titles: list[str] = Factory(list)
    labels: dict[str, int] = Factory(dict)
    sources: list[Source | None] = Factory(list)
    statuses: list[str] = Factory(list)
    index: dict[str, int] = Factory(dict)
    copies: dict[str, list[int]] = Factory(dict)
    """What copies are written under -> those copies."""
    first: list[int] = Factory(list)
    """For each member the first of the copies that it is one of; itself where it is none."""
    stands: StandingInfo | None = None
    lies: LyingInfo | None = None

    def add(self, id_: str, node: Node, title: str, entry: Entry | None, group: str = "") -> None:
        """One more member; ``group`` is what it is written under where it is one of several copies."""
        place = len(self.members)
        same = self.copies.setdefault(group, []) if group else []
        self.first.append(same[0] if same else place)
        same.append(place)
        self.index[id_] = place
        self.members.append(id_)
        self.nodes.append(node)
        self.titles.append(title)
        self.sources.append(None if entry is None else entry.source)
        self.statuses.append(UNSAID if entry is None else entry.status)

    @property
    def all(self) -> int:
        """The set of all members as bits."""
        return (1 << len(self.members)) - 1

    def written(self, index: int) -> str:
        """What a member is written under: its id, or that of all its copies."""
        groups = (group for group, places in self.copies.items() if index in places)
        return next(groups, self.members[index])


@define(eq=False)
class Symbol:
    """Something that an expression can name. ``used`` says whether anything does."""

    name: str
    what: str
    """member, set, track, variable, definition, option, zone, deck, pile, die, pieces or procedure."""
    node: Node | None
    info: Any = None
    used: bool = False


@define(eq=False)
class TrackInfo:
    """A track; ``base`` is the first of its cells, one or one a side."""

    id: str
    title: str
    per_side: bool
    low: int
    high: int
    stops: bool
    starts: list[int]
    only_in: list[str]
    base: int = 0


@define(eq=False)
class VariableInfo:
    """A variable; ``base`` is the first of its cells, one or one a side."""

    id: str
    title: str
    type: Type
    low: int | None
    high: int | None
    per_side: bool = False
    base: int = 0
    hidden: Hidden | None = None
    """What the other sides know of it; None where all see it."""


@define(eq=False)
class PieceInfo:
    """A kind of marker: ``base`` is the first of sides x locations cells, ``box`` of one cell a side (or -1)."""

    id: str
    index: int
    plural: str
    title: str
    side: int | None
    supply: list[int] | None
    only_in: list[str]
    base: int = 0
    total: int = 0
    """First of a cell a side: how many of its markers stand anywhere."""
    box: int = -1


@define(eq=False)
class OptionInfo:
    """An option of set-up and its cell."""

    id: str
    title: str
    kind: str | None
    """The kind of its values where they are listed."""
    type: Type
    low: int
    high: int
    default: int
    base: int = 0


@define(eq=False)
class DefinitionInfo:
    """A definition; ``body`` is typed when first asked for, ``busy`` while that is done."""

    id: str
    spec: Definition
    parameters: dict[str, Type]
    body: Expr | None = None
    busy: bool = False


@define(eq=False)
class ProcedureInfo:
    """A procedure as it is called."""

    id: str
    title: str
    parameters: dict[str, Type]
    spec: Procedure


@define(eq=False)
class OddsInfo:
    """A situation as it is asked about; ``defaults`` are known once it has been typed."""

    id: str
    title: str
    parameters: dict[str, Type]
    spec: Odds
    defaults: dict[str, int] = Factory(dict)


@define(eq=False)
class DieInfo:
    """A die."""

    id: str
    index: int
    title: str
    faces: list[int]


@define(eq=False)
class ZoneInfo:
    """A zone; ``holds`` are the cards that can lie in it, as bits."""

    id: str
    index: int
    """From 1 on; 0 is nowhere."""
    title: str
    holds: int


@define(eq=False)
class DeckInfo:
    """A deck and where it lies in the state; see `game.decks` for the layout."""

    id: str
    index: int
    title: str
    pools: list[str] = Factory(list)
    pool_cards: list[list[int]] = Factory(list)
    known: list[int] = Factory(list)
    """Cards that can lie in a packet face known."""
    packets: int = 0
    """How many packets there can be at once."""
    piles: list[str] = Factory(list)
    base: int = 0
    size: int = 0

    @property
    def cards(self) -> frozenset[int]:
        """All cards that can ever lie in it."""
        return frozenset(self.known).union(*self.pool_cards)


@frozen(eq=False)
class ChartInfo:
    """A chart and the member it belongs to (`kind`, `index`), or none for a chart of its own."""

    id: str
    spec: Chart
    node: Node
    kind: str | None = None
    index: int = -1
    title: str = ""
    columns: Node | None = None
    """Where its columns are said; None where nobody says."""


@define(eq=False)
class World:
    """Everything that a pack declares, linked."""

    pack: str
    mode: str
    kinds: dict[str, Kind] = Factory(dict)
    plurals: dict[str, str] = Factory(dict)
    planes: dict[str, PlaneInfo] = Factory(dict)
    symbols: dict[str, Symbol] = Factory(dict)
    tracks: dict[str, TrackInfo] = Factory(dict)
    variables: dict[str, VariableInfo] = Factory(dict)
    pieces: dict[str, PieceInfo] = Factory(dict)
    options: dict[str, OptionInfo] = Factory(dict)
    definitions: dict[str, DefinitionInfo] = Factory(dict)
    procedures: dict[str, ProcedureInfo] = Factory(dict)
    dice: dict[str, DieInfo] = Factory(dict)
    zones: dict[str, ZoneInfo] = Factory(dict)
    decks: dict[str, DeckInfo] = Factory(dict)
    charts: dict[str, ChartInfo] = Factory(dict)
    endings: dict[str, Ending] = Factory(dict)
    odds: dict[str, OddsInfo] = Factory(dict)
    slots: list[int] = Factory(list)
    held: dict[int, int] = Factory(dict)
    """Piece -> the locations where it may stand."""
    room_base: int = 0
    place_base: int = 0
    """First cell of where each card lies: 0 nowhere (or unseen), else the zone."""
    size: int = 0
    """How many cells the state has."""
    initial: list[int] = field(factory=list)
    seats: list[int] = field(factory=list)
    texts: dict[int, tuple[Expr, str, str]] = field(factory=dict)
    places: dict[int, tuple[Expr, Span]] = field(factory=dict)
    """Where an expression stands, by its identity (which it has as long as it is kept here)."""
    read: list[tuple[Node, Type | None]] = field(factory=list)
    """Every whole scalar that was read as an expression, with the type that was asked for."""
    named: list[tuple[Node, Mapping[str, Any]]] = field(factory=list)
    """Every scalar that steps name something by, with all that could be named there."""
    removed: dict[str, Span] = field(factory=dict)
    """What an overlay has taken out of the pack extended, by id, with where it says so."""

    def gone(self, name: str) -> tuple[tuple[Span, str], ...]:
        """Where an overlay has removed what a name stood for: what a message about that name points at as well."""
        return ((self.removed[name], "removed here"),) if name in self.removed else ()

    layers: dict[str, int] = field(factory=dict)
    """Each file -> how many packs lie under the one that it belongs to."""

    def taken(self, name: str, span: Span) -> Symbol | None:
        """What a name of one's own (a local, a parameter) written there would hide; None where it may be used.

        A pack does not know what those will declare that extend it: in its own files, its own names come first.
        """
        symbol = self.symbols.get(name)
        if symbol is None or symbol.node is None or self._layer(symbol.node.span) <= self._layer(span):
            return symbol
        return None

    def _layer(self, span: Span) -> int:
        return self.layers.get(span.file, 0)

    secrets_unsure: bool = False
    """Whether a variable that was to be secret could not be; what follows from that is not said."""

    def note(self, expr: Expr, text: str, span: Span) -> None:
        """Remember how a condition was written, for those who ask why something is not offered."""
        self.texts[id(expr)] = (expr, text, str(span))

    def secret(self, base: int) -> VariableInfo:
        """The secret variable whose first cell this is."""
        return next(info for info in self.variables.values() if info.base == base)

    def holds(self, piece: int) -> int:
        """The locations where a piece may stand, as bits."""
        return self.held.get(piece, 0)

    @property
    def sides(self) -> Kind:
        return self.kinds["side"]

    @property
    def locations(self) -> Kind:
        return self.kinds["location"]
