"""What an author can declare: one attrs class for each thing of the language, sections 1 to 10 of docs/language.md.

These classes are the single source of the shipped JSON Schemas (attrs to schema, never back). A field of type
``Expression`` or ``Steps`` keeps the author's node: the language layer types it.
"""

from __future__ import annotations

from attrs import frozen

from sieges.pack.shapes import Anything, Expression, Rule, Source, Steps, key
from sieges.pack.showing import (
    Display,
    ShownBoard,
    ShownCharts,
    ShownLine,
    ShownLocation,
    ShownStanding,
    Terminal,
)

__all__ = [
    "Anything",
    "Display",
    "Expression",
    "Rule",
    "ShownBoard",
    "ShownCharts",
    "ShownLine",
    "ShownLocation",
    "ShownStanding",
    "Source",
    "Steps",
    "Terminal",
]

# --- the manifest ---------------------------------------------------------------------------------


@frozen(eq=False, kw_only=True)
class Requires:
    """What a base pack asks of the pack that extends it."""

    roles: dict[str, str] = key(
        "Roles that are bound to names, each with its type in words", factory=dict, ids=True
    )
    sides: list[str] = key("Ids of sides that must be declared", factory=list)
    locations: list[str] = key("Ids of locations that must be declared", factory=list)
    pieces: list[str] = key("Ids of pieces that must be declared", factory=list)
    tracks: list[str] = key("Ids of tracks that must be declared", factory=list)
    variables: list[str] = key("Ids of variables that must be declared", factory=list)
    dice: list[str] = key("Ids of dice that must be declared", factory=list)
    decks: list[str] = key("Ids of decks that must be declared", factory=list)
    zones: list[str] = key("Ids of zones that must be declared", factory=list)
    tags: list[str] = key("Ids of tags that must be declared", factory=list)
    define: list[str] = key("Names of definitions that must be declared", factory=list)
    procedures: list[str] = key("Names of procedures that must be declared", factory=list)
    kinds: list[str] = key("Ids of kinds that must be declared", factory=list)
    orders: list[str] = key("Ids of orders that must be declared", factory=list)
    cards: list[str] = key("Ids of cards that must be declared", factory=list)
    charts: list[str] = key("Ids of charts that must be declared", factory=list)
    options: list[str] = key("Ids of options that must be declared", factory=list)


@frozen(eq=False, kw_only=True)
class Manifest:
    """pack.yaml: what a pack is called, and what it builds on."""

    language: int = key("The version of the rule language; today 1", example=1)
    pack: str = key("The id of the pack", example="hill_fort", ids=True)
    title: str = key("The name people see", example="The Hill Fort")
    version: str = key("The version of the pack, in quotes", example="1.0")
    extends: str | None = key("The pack this one builds on: the id of a shipped pack, or a path", None)
    roles: dict[str, str] = key("Names bound to the roles of the pack extended", factory=dict)
    requires: Requires | None = key("What this pack asks of those that extend it", None)
    source: Source | None = key("The default source of everything in the pack", None)
    about: str | None = key("A few words on the pack", None)


# --- things on the table --------------------------------------------------------------------------


@frozen(eq=False, kw_only=True)
class Side:
    title: str | None = key("The name people see", None)
    seat: bool = key("Whether this side decides in this mode", False)
    colour: str | None = key("A colour for display", None)
    source: Source | None = key("Where it comes from", None)


@frozen(eq=False, kw_only=True)
class Field:
    """A fixed field of a kind."""

    type: str = key("The type in words", example="a set of locations per side")
    default: Anything | None = key("The value when a member does not say", None)
    title: str | None = key("What people see", None)
    columns: str | None = key(
        "Of a chart: the kind that its columns are, where a chart does not say", None, example="answer"
    )


@frozen(eq=False, kw_only=True)
class StateField:
    """A field of a kind that is part of the position."""

    type: str = key("The type in words", example="condition")
    start: Anything = key("The value at the start of a game", example=False)
    title: str | None = key("What people see", None)


@frozen(eq=False, kw_only=True)
class Standing:
    """How the members of a kind stand on a plane."""

    on: str = key("The plane", example="field")
    base: Anything = key("How wide their round bases are, in measures", example=1)
    faces: bool = key("Whether they face a way", False)


@frozen(eq=False, kw_only=True)
class Kind:
    """Fields of a built-in kind, or a kind of the pack's own."""

    plural: str | None = key("The plural, which names the set of all members (own kinds)", None, ids=True)
    title: str | None = key("What people call one", None)
    fields: dict[str, Field] = key("Fixed fields", factory=dict, ids=True)
    state: dict[str, StateField] = key("Fields that are part of the position", factory=dict, ids=True)
    members: dict[str, Anything] = key("The members, in order (own kinds)", factory=dict, ids=True)
    stands: Standing | None = key("How its members stand on a plane", None)
    lies: str | None = key("The plane that its members lie on, each with an `outline`", None)
    source: Source | None = key("Where it comes from", None)


@frozen(eq=False, kw_only=True)
class Plane:
    """A table that is measured: no areas, any point of it is a place."""

    width: Anything = key("From west to east, in measures", example=48)
    height: Anything = key("From south to north, in measures", example=48)
    title: str | None = key("What people see", None)
    measures: str | None = key("What the measures are called", None, example="inches")
    source: Source | None = key("Where it comes from", None)


@frozen(eq=False, kw_only=True)
class Tag:
    title: str | None = key("What people see", None)
    source: Source | None = key("Where it comes from", None)


@frozen(eq=False, kw_only=True)
class Piece:
    plural: str | None = key("The plural, which is the function that counts them", None, ids=True)
    title: str | None = key("What people call one", None)
    side: str | None = key("The one side that has them, where only one has", None)
    supply: dict[str, int] | int | None = key("How many there are in the box, in all or per side", None)
    only_in: list[str] = key("The only procedures that may place or remove it", factory=list)
    source: Source | None = key("Where it comes from", None)


@frozen(eq=False, kw_only=True)
class Track:
    title: str | None = key("What people see", None)
    per: str | None = key("`side` for one track a side", None, one_of=("side",))
    from_: int = key("The lowest value", 0)
    to: int = key("The highest value", example=10)
    beyond: str = key(
        "`stop` stays at the bound; `fault` makes passing it an error", "fault", one_of=("stop", "fault")
    )
    start: dict[str, int] | int = key("The value at the start, per side where the track is")
    only_in: list[str] = key("The only procedures that may change it", factory=list)
    source: Source | None = key("Where it comes from", None)


@frozen(eq=False, kw_only=True)
class Variable:
    type: str = key("The type in words", example="an order or none")
    start: Anything = key("The value at the start of a game, for all sides or per side", example=0)
    title: str | None = key("What people see", None)
    per: str | None = key("`side` for one variable a side", None, one_of=("side",))
    secret: Anything | None = key(
        "Who alone sees it: a side, or `true` for each side its own (with `per: side`)", None, example=True
    )
    from_: Expression | None = key("The lowest value of a number; known before play", None, example=0)
    to: Expression | None = key("The highest value of a number; known before play", None, example=9)
    source: Source | None = key("Where it comes from", None)


@frozen(eq=False, kw_only=True)
class Die:
    title: str | None = key("What people see", None)
    sides: int | None = key("How many sides, numbered from 1", None)
    faces: list[int] = key(
        "The numbers on its faces, where they are not 1 to the number of sides", factory=list
    )
    source: Source | None = key("Where it comes from", None)


@frozen(eq=False, kw_only=True)
class Zone:
    title: str | None = key("What people see", None)
    holds: Expression | None = key("Which cards can ever lie here; all where it is left out", None)
    source: Source | None = key("Where it comes from", None)


@frozen(eq=False, kw_only=True)
class Deck:
    title: str | None = key("What people see", None)
    pools: dict[str, Expression] = key("Sets of cards of which nobody knows the place, by name", ids=True)
    set_aside: dict[str, Anything] = key(
        "`into` a pile of this name, so many unseen cards of each pool", factory=dict
    )
    packets: list[dict[str, Anything]] = key("Packets from the bottom to the top")
    source: Source | None = key("Where it comes from", None)


# Bodies of members: the keys that every pack has. The fields that a pack declares stand beside them, so these four
# are open, and what was merged keeps the author's node.


@frozen(eq=False, kw_only=True)
class Grid:
    """Squares in columns and rows, each a location: written once."""

    columns: int | None = key("How many columns, from west to east", None, example=9)
    rows: int | None = key("How many rows, from south to north", None, example=12)
    neighbours: int = key("How many a square has: 4, 8 with those at the corners, or 0", 4, example=8)
    cell: list[Anything] = key(
        "How wide and how high a square is, in measures of the plane", factory=list, example=[200, 200]
    )
    corner: list[Anything] = key(
        "Where the south-west corner lies on the plane", factory=list, example=[0, 600]
    )
    picture: list[str] = key(
        "A row a line, the northern one first: a sign a square, `.` for a plain one, a blank for none",
        factory=list,
        example=["..ww", "...."],
    )
    legend: dict[str, Anything] = key("What squares of a sign have besides: keys of a location", factory=dict)


@frozen(eq=False, kw_only=True)
class Location:
    """An area of the board; the fields of the pack's own stand beside these keys."""

    grid: Grid | None = key("Makes it many: squares in columns and rows", None)
    title: str | None = key("The name people see", None)
    label: str | None = key("The printed name, for charts and examples", None)
    owner: str | None = key("The side that owns it, or `none`", None)
    tags: list[str] = key("Words it carries", factory=list, example=["wooded"])
    slots: int | None = key("How many markers fit", None)
    holds: list[str] = key("The pieces that may stand here; all where it is left out", factory=list)
    neighbours: list[str] = key("Locations next to it", factory=list)
    source: Source | None = key("Where it comes from", None)


@frozen(eq=False, kw_only=True)
class Order:
    """What is issued; the fields of the pack's own stand beside these keys."""

    title: str | None = key("The name people see", None)
    label: str | None = key("The printed name, for charts and examples", None)
    number: int | None = key("The printed number", None)
    history: str | None = key("What happened, for people who want to know", None)
    source: Source | None = key("Where it comes from", None)


@frozen(eq=False, kw_only=True)
class Card:
    """What is drawn; the fields of the pack's own stand beside these keys."""

    title: str | None = key("The name people see", None)
    copies: int | None = key("How many there are of it that are all alike", None, example=3)
    label: str | None = key("The printed name, for charts and examples", None)
    number: int | None = key("The printed number", None)
    history: str | None = key("What happened, for people who want to know", None)
    source: Source | None = key("Where it comes from", None)


@frozen(eq=False, kw_only=True)
class Member:
    """A member of a kind of the pack's own; the fields of the kind stand beside these keys."""

    title: str | None = key("The name people see", None)
    copies: int | None = key("How many there are of it that are all alike", None, example=20)
    label: str | None = key("The printed name, for charts and examples", None)
    source: Source | None = key("Where it comes from", None)


# --- charts, procedures, ends ---------------------------------------------------------------------


@frozen(eq=False, kw_only=True)
class Chart:
    title: str | None = key("What people see", None)
    columns: list[str] | str | None = key(
        "A kind, or a list of names; as the field says where left out", None
    )
    clamp: bool = key("Whether numbers beyond the first and last row count as those", False)
    titles: list[str] = key("Printed titles of the columns", factory=list)
    rows: dict[str, list[Anything]] = key("One line a row: the label, then a cell a column")
    tokens: dict[str, Steps] = key("What a token does in this chart", factory=dict)
    cells: dict[str, Source] = key("Where single cells come from: row label, then column label", factory=dict)
    source: Source | None = key("Where it comes from", None)


@frozen(eq=False, kw_only=True)
class Definition:
    is_: Expression = key("The expression")
    parameters: dict[str, str] = key("Parameters with their types in words", factory=dict, ids=True)
    title: str | None = key("What people see", None)
    source: Source | None = key("Where it comes from", None)


@frozen(eq=False, kw_only=True)
class Procedure:
    steps: Steps = key("What is done")
    parameters: dict[str, str] = key("Parameters with their types in words", factory=dict, ids=True)
    title: str | None = key("What people see", None)
    source: Source | None = key("Where it comes from", None)


@frozen(eq=False, kw_only=True)
class Setup:
    markers: dict[str, dict[str, Expression]] = key(
        "Markers at the start: location, piece, how many", factory=dict
    )
    steps: Steps | None = key("What is done after markers and decks", None)
    source: Source | None = key("Where it comes from", None)


@frozen(eq=False, kw_only=True)
class Ending:
    winner: Expression = key("A side, or none for a draw")
    when: Expression | None = key("The condition that is looked at after each change", None)
    title: str | None = key("What people see", None)
    source: Source | None = key("Where it comes from", None)


@frozen(eq=False, kw_only=True)
class Option:
    title: str | None = key("What people see", None)
    type: str | None = key(
        "`number` or `condition`; left out where `values` are given", None, one_of=("number", "condition")
    )
    values: dict[str, dict[str, Anything]] = key("The values, each with its fields", factory=dict, ids=True)
    default: Anything = key("The value when nobody says")
    from_: Expression | None = key("The lowest number; known before play", None, example=0)
    to: Expression | None = key("The highest number; known before play", None, example=9)
    source: Source | None = key("Where it comes from", None)


# --- campaigns (docs/campaigns.md) ------------------------------------------------------------------


@frozen(eq=False, kw_only=True)
class Campaign:
    """Games in a row: what is kept from one to the next, what is done between them, how it all ends."""

    carries: list[str] = key(
        "What is kept from game to game: variables, tracks, state fields as `kind.field`",
        example=["kind.field"],
    )
    ends: dict[str, Ending] = key(
        "How the campaign ends; looked at before the first game and after what follows each", ids=True
    )
    begins: Steps | None = key("What is done before the first game", None)
    after: Steps | None = key("What is done after each game; `winner` is who has won it, or none", None)
    title: str | None = key("What people see", None)
    source: Source | None = key("Where it comes from", None)


# --- the rulebook, examples -------------------------------------------------------------------------


@frozen(eq=False, kw_only=True)
class Clause:
    rule: str = key("The rule in our own words")
    at: str | None = key("The section of the document", None)
    also: list[str] = key("Other sections that say the same", factory=list)
    topic: str | None = key("What it is about", None)
    by: list[str] = key(
        "Procedures, definitions and other names of a pack extended that carry it out", factory=list
    )
    ruling: bool = key("Whether it decides a gap of the document", False)
    example: bool = key("Whether it is an example of the document", False)


@frozen(eq=False, kw_only=True)
class Rulebook:
    title: str | None = key("The document; left out where a mode adds clauses to it", None)
    edition: str | None = key("Which edition", None)
    clauses: dict[str, Clause] = key("The rules, by id")


@frozen(eq=False, kw_only=True)
class Given:
    mode: str | list[str] | None = key("The mode played, or several", None)
    options: dict[str, Anything] = key("Options and their values", factory=dict)
    steps: Steps | None = key("What is done to the set-up position", None)


@frozen(eq=False, kw_only=True)
class Example:
    source: Source | None = key("The clauses it shows", None)
    given: Given | None = key("The situation", None)
    run: str = key("The procedure run; `sequence` for the game itself", "sequence")
    with_: dict[str, Expression] = key("Arguments of the procedure", factory=dict)
    play: list[Anything] = key("The answers, in order", factory=list)
    stop: bool = key("Whether the run may be left in the middle", False)
    expect: list[Expression] = key("What holds afterwards", factory=list)
    charts: dict[str, dict[str, Anything]] = key(
        "Charts stated a second time, sign by sign: the columns and rows where it stands", factory=dict
    )
    routes: dict[str, list[list[str]]] = key(
        "Neighbours stated a second time, `kind.field`: routes that lead through all of them", factory=dict
    )
    title: str | None = key("What people see", None)


# --- odds -----------------------------------------------------------------------------------------


@frozen(eq=False, kw_only=True)
class Told:
    is_: Expression = key("A number, a condition or a member; `old(e)` is a value before the run")
    title: str | None = key("What people see", None)


@frozen(eq=False, kw_only=True)
class Need:
    """Something without which a situation makes no sense."""

    is_: Expression = key("The condition")
    title: str = key("What is needed, for who has asked without", example="attackers of one side")


@frozen(eq=False, kw_only=True)
class Odds:
    """A situation that ends by chance: what is run in it, and what is told of how it ends."""

    run: str = key("The procedure run")
    tell: dict[str, Told] = key("What is told of how it ends", ids=True)
    parameters: dict[str, str] = key("Parameters with their types in words", factory=dict, ids=True)
    defaults: dict[str, Anything] = key("Values of parameters that may be left out", factory=dict)
    needs: dict[str, Need] = key(
        "What must hold of the parameters, and of the position before anything is given",
        factory=dict,
        ids=True,
    )
    given: Steps | None = key("What is done to the position before the run", None)
    with_: dict[str, Expression] = key("Arguments of the procedure", factory=dict)
    answers: dict[str, Anything] = key(
        "What decisions are answered with: an option, or several of which the first that is offered is taken",
        factory=dict,
    )
    example: str | None = key(
        "Parameters as somebody types them, shown to who asks how",
        None,
        example='reds="3 guards" blues=chief',
    )
    title: str | None = key("What people see", None)
    source: Source | None = key("Where it comes from", None)


@frozen(eq=False, kw_only=True)
class ShownOdds:
    """The odds that are shown beside the options of a choice."""

    of: str = key("The situation, one of `odds`", example="a_volley")
    with_: dict[str, Expression] = key("Its parameters; the name that is chosen may stand here", factory=dict)
