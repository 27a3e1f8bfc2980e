"""The outcome of compiling: plain data and code, all that a game needs. Nothing of the author's nodes is left in it.

It is written to a cache as it stands, so every class here holds plain values only.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import CodeType
from typing import TYPE_CHECKING

from attrs import Factory, define

if TYPE_CHECKING:
    from sieges.language.properties import PropertyData

MOST_DICE = 1000
"""How many dice may be thrown at once."""
BLOCKS = ("planes", "map", "locations", "tracks", "lines", "variables", "zones", "decks")
"""The blocks of a table as people see it, from top to bottom."""
HIDDEN_BLOCKS = ("map", "locations")
"""Those that a pack may hide as a whole."""
MOST_VALUES = 20
"""Of an option of set-up that takes more numbers than these, the bounds and the default alone are tried out."""
MOST_SHORT = 12
"""Characters of the name of a location on a map."""


@define
class Place:
    """Where something stands in a pack: file, line and column, and the clauses it cites."""

    file: str
    line: int
    column: int
    clauses: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@define
class KindData:
    """A kind: ids, titles and labels of its members; ``fields`` are those that display may use."""

    id: str
    plural: str
    title: str
    members: list[str]
    titles: list[str]
    labels: dict[str, str]
    """Label -> id."""
    texts: dict[str, list[str | None]]
    """Fields of text, a value a member."""
    numbers: dict[str, list[int]]
    """Fields of one number, condition or member, a value a member."""
    sets: dict[str, list[int]]
    state: dict[str, tuple[int, str]]
    """State field -> first cell and the name of its type."""
    statuses: list[str | None]
    """Whether each is printed, inferred, reconstructed or original."""
    clauses: list[tuple[str, ...]]
    places: list[Place]
    types: dict[str, str]
    """Field -> the kind of its values: a kind, "" for numbers, `condition`, `set KIND`, `text`, `rule`, `steps`, …"""
    field_titles: dict[str, str]
    """Field or state field -> what people see."""
    copies: dict[str, list[int]]
    """What copies are written under -> those members."""


@define
class TextData:
    """A text with holes: words, and (number of the value, its type's kind or "") in turn."""

    parts: list[str | tuple[int, str]]


@define
class OptionData:
    """One option of an `either`."""

    id: str
    label: TextData


@define
class SiteData:
    """A place in the rules where the game can pause."""

    id: str
    what: str
    """`decision` or `chance`."""
    name: str
    """The name that examples use."""
    kind: str
    """Kind of what is chosen; "" for numbers, "either" for one of `options`; "die", "card" or "hits" for chance."""
    place: Place
    title: str
    """Of the body it stands in."""
    needs: list[int]
    """Cells of the frame that its functions look at."""
    answer: int
    """Cell of the frame that takes the answer; -1 if nothing looks at it."""
    prompt: TextData | None
    optional: tuple[str, str] | None
    options: list[OptionData]
    source: int
    """Index of the source of chance; -1 for a decision."""
    has_why: bool = False
    secret: bool = False
    """Whether only the side that decides sees what it is asked and what it answers."""
    shown_as: TextData | None = None
    """What people see of an option, in place of its title."""
    alike: bool = False
    """Whether members that are alike are offered once."""
    odds: str = ""
    """The situation whose odds are shown beside the options; `w` and the site's number gives its parameters."""
    plane: int = -1
    """The plane of which any point of a region can be chosen; -1 where what can be chosen is a list."""


@define
class EventData:
    """What a line of the log says: `kind` is the verb, the values come with the event."""

    kind: str
    place: Place
    title: str
    text: TextData | None
    about: str = ""
    """The chart of a `cell`."""


@define
class SourceData:
    """A die, a deck or a throw of many dice: something that luck comes from."""

    id: str
    title: str
    faces: list[int]
    """Of a die, sorted; empty for others."""
    deck: int


@define
class InstanceData:
    """A body as it was written out: with some arguments known."""

    body: str
    title: str
    place: Place
    slots: int
    locals: list[str]


@define
class TrackData:
    """A track: its cells (one, or one a side, from ``base`` on) and its bounds."""

    id: str
    title: str
    per_side: bool
    base: int
    low: int
    high: int


@define
class SecretData:
    """What is known of a secret variable.

    ``owner``: the side that knows it, -1 for each side its own. From ``masks`` on there is a cell for each of its own,
    which says as bits which values it may have for all that the others know; the first bit stands for ``low``.
    """

    owner: int
    masks: int
    low: int
    count: int


@define
class VariableData:
    """A variable; its cells (one, or one a side) begin at ``base``."""

    id: str
    title: str
    per_side: bool
    base: int
    type: str
    """`number`, `condition`, a kind, or `set of` a kind."""
    secret: SecretData | None = None


@define
class PieceData:
    """A kind of marker; cells as in `world.PieceInfo`, ``side`` is -1 where all sides have it."""

    id: str
    plural: str
    title: str
    side: int
    base: int
    box: int


@define
class ZoneData:
    """A zone: the number that a card's place has there, and the cards that can lie in it as bits."""

    id: str
    title: str
    number: int
    holds: int


@define
class StandingData:
    """A kind whose members stand on a plane: first cells of where they stand and (or -1) face; radius in grains."""

    kind: str
    spots: int
    facings: int
    radius: int


@define
class LyingData:
    """A kind whose members lie on a plane: outlines in grains, what they cost (see `game.plane.ways.Ground`)."""

    kind: str
    outlines: list[tuple[tuple[int, int], ...]]
    paces: list[int]
    tolls: list[int]


@define
class PlaneData:
    """A plane; lengths are in grains (see `language.points`)."""

    id: str
    title: str
    measures: str
    """What measures are called."""
    width: int
    height: int
    standing: list[StandingData]
    lying: list[LyingData]


@define
class DeckData:
    """See `language.deck_layout` for the cells."""

    id: str
    title: str
    base: int
    size: int
    pools: list[str]
    pool_cards: list[list[int]]
    known: list[int]
    piles: list[str]
    packets: int


@define
class ChoiceData:
    """An option of set-up."""

    id: str
    title: str
    base: int
    kind: str
    """The kind of its values, "" for a number, "condition" for true or false."""
    low: int
    high: int
    default: int

    def values(self) -> list[int]:
        """Its values as its cell keeps them; the bounds and the default where it takes many numbers."""
        if self.high - self.low < MOST_VALUES:
            return list(range(self.low, self.high + 1))
        return sorted({self.low, self.default, self.high})

    def word(self, value: int, members: Sequence[str]) -> str:
        """A value as one gives it; ``members`` are those of its kind."""
        if members:
            return members[value]
        return str(bool(value)).lower() if self.kind == "condition" else str(value)


@define
class MarkData:
    """Something of the rules that can happen (see `emission.marks`), and where the author wrote it."""

    kind: str
    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    what: str
    rule: str


@define
class EndingData:
    """An ending of `victory`.

    ``winner``: a side, "" for a draw, None where it depends on the position; then ``who`` are those who can win, in
    words, "" for nobody, as far as there are words for them.
    """

    id: str
    title: str
    place: Place
    winner: str | None
    who: list[str] = Factory(list)


UNKNOWN_CELL = "what stands in this cell is still to do"
"""How the message of a fault begins where a cell of a chart was consulted that says `todo`."""


@define
class ChartData:
    """A chart for people: rows and columns as printed, tokens, and where single cells come from."""

    id: str
    title: str
    kind: str
    member: int
    column_kind: str
    columns: list[str]
    titles: list[str]
    labels: list[str]
    rows: list[tuple[int | None, int | None, str]]
    cells: list[list[str]]
    statuses: dict[str, str]
    place: Place


@define
class ExampleData:
    """An example as a test: steps given, answers, and functions that look at what is expected."""

    id: str
    instance: int | None
    """None where nothing is run: it states charts and routes alone."""
    given: str
    """The function that does the given steps; "" without any."""
    options: dict[str, int]
    play: list[object]
    play_places: list[Place]
    """Where each item of ``play`` stands."""
    stop: bool
    expect: list[tuple[str, str, Place]]
    """What is expected, the function that says whether it holds, and where."""
    olds: str
    differences: list[tuple[str, Place, Place]]
    """Where charts and routes are not as it states them: what is said, where they are stated, where declared."""
    clauses: tuple[str, ...]
    place: Place
    pack: str = ""
    """The pack that declares it: this one, or one that it extends."""


@define
class ParameterData:
    """What a situation is asked with: ``kind`` as in `SiteData`, `condition` or `set` of a kind."""

    name: str
    kind: str
    optional: bool
    """Whether a member may be none."""
    words: str
    """Its type, as the author wrote it."""
    default: int | None
    """The value where nobody says; None where somebody must."""


@define
class ToldData:
    """What is told of how a situation ends, and the function that tells it; ``kind`` as in `ParameterData`."""

    id: str
    title: str
    kind: str
    function: str


@define
class OddsData:
    """A situation that ends by chance: functions that bring it about, what is run in it, what is told."""

    id: str
    title: str
    parameters: list[ParameterData]
    given: str
    """The function that does the given steps; "" without any."""
    instance: int
    arguments: str
    """The function that gives the arguments of the run."""
    olds: str
    tell: list[ToldData]
    answers: dict[str, list[str]]
    place: Place
    needs: list[tuple[str, str]]
    """What must hold: in words, and the function that says whether it does."""
    example: str = ""
    """Parameters as somebody types them."""


@define
class CarriedData:
    """What a campaign keeps from one game to the next: ``count`` cells from ``base`` on."""

    id: str
    base: int
    count: int
    kind: str
    """The kind that it is a state field of; "" for variables and tracks."""
    type: str
    """Kind of its values, "" for numbers, `condition`, `set KIND`."""


@define
class CampaignData:
    """Games in a row. ``begins`` and ``after`` are the instances of what is done before the first and after each.

    The function `e` and the number of an ending gives the winner (-1 for none), or -2 where it is not the end.
    """

    title: str
    begins: int
    after: int
    carried: list[CarriedData]
    ends: list[EndingData]


@define
class Compiled:
    """A pack in one mode, compiled."""

    pack: str
    title: str
    version: str
    mode: str
    mode_title: str
    modes: dict[str, str]
    default_mode: str
    rules_hash: str
    text_hash: str
    size: int
    initial: list[int]
    seats: list[int]
    place_base: int
    room_base: int
    slots: list[int]
    main: int
    setup: int
    kinds: dict[str, KindData]
    options: list[ChoiceData]
    tracks: list[TrackData]
    variables: list[VariableData]
    pieces: list[PieceData]
    zones: list[ZoneData]
    decks: list[DeckData]
    planes: list[PlaneData]
    sources: list[SourceData]
    sites: list[SiteData]
    events: list[EventData]
    faults: list[tuple[Place, str]]
    instances: list[InstanceData]
    handlers: dict[tuple[int, int], dict[int, int]]
    """(instance, position) -> scope -> position of what handles its cancelling."""
    scopes: list[str]
    endings: list[EndingData]
    charts: dict[str, ChartData]
    clauses: dict[str, tuple[str, str]]
    """Clause -> the rule and its section."""
    examples: list[ExampleData]
    """Compiled for `check` alone (see `study.checking.passes`); a pack that is loaded has none."""
    properties: list[PropertyData]
    """`invariants`, then `never`, then `eventually`, each in the order of the pack."""
    evaluation: dict[int, str]
    display: list[object]
    code: list[CodeType]
    constants: dict[str, str]
    text: str = ""
    """The whole program as written out, for `explain`."""
    statuses: dict[str, int] = Factory(dict)
    odds: dict[str, OddsData] = Factory(dict)
    groups: dict[str, tuple[str, int]] = Factory(dict)
    """Sets that have a name and are known before play: their kind, and their members as bits."""
    campaign: CampaignData | None = None
    marks: list[MarkData] = Factory(list)
    """What play counts, where the pack was compiled for it; nothing otherwise."""
