"""What an author says of what people see (docs/display.md): declarations like those of `declarations`."""

from __future__ import annotations

from attrs import frozen

from sieges.pack.shapes import Anything, key


@frozen(eq=False, kw_only=True)
class ShownCharts:
    of: str | None = key("The variable that holds the member whose chart is used, or a chart", None)
    die: str | None = key("The die that charts are read with", None)
    modifier: str | None = key("The variable or track that is added to it", None)
    column: str | None = key("Where the column is known: a variable, or a field of the member in one", None)


@frozen(eq=False, kw_only=True)
class ShownLine:
    show: str = key("A kind, a dot and one of its state fields", example="kind.field")
    title: str | None = key("What people see", None)
    members: list[str] | dict[str, Anything] = key(
        "The members shown: their ids, or fields with their values; all where it is left out", factory=list
    )
    by: str | None = key("A field that points at a member: a line for each one pointed at", None)
    to: str | None = key("A field that points at a member, which is shown behind an arrow", None)


@frozen(eq=False, kw_only=True)
class ShownStanding:
    of: str = key("A kind, a dot and its state field that holds a location", example="unit.at")
    by: str | None = key("The field of the kind by whose member they are counted on the map", None)


@frozen(eq=False, kw_only=True)
class ShownBoard:
    size: list[int] = key("Width and height, in any unit", example=[100, 60])


@frozen(eq=False, kw_only=True)
class ShownLocation:
    at: list[int] = key(
        "Where it is: to the right from the left edge, and down from the top", example=[6, 30]
    )
    short: str | None = key("What the map writes; the title, cut, where it is left out", None)


@frozen(eq=False, kw_only=True)
class Terminal:
    order: list[str] = key("The blocks of the table, from top to bottom", factory=list)
    hide: list[str] = key("What the table does not draw", factory=list)
    lines: list[ShownLine] = key("State fields drawn as lines", factory=list)
    standing: list[str | ShownStanding] = key(
        "State fields that hold a location: the members of the kind are drawn there", factory=list
    )


@frozen(eq=False, kw_only=True)
class Display:
    intro: str | None = key("One paragraph on the first screen", None)
    turn: str | None = key(
        "The decision that begins a turn, or the variable that counts them", None, example="sequence.order"
    )
    charts: ShownCharts | None = key("Which chart, die and column are meant", None)
    tokens: dict[str, str] = key("What the signs in charts mean; `{n}` is a number", factory=dict)
    quiet: list[str] = key("What the log leaves out", factory=list)
    tell: list[str] = key("Variables that the log tells and would leave out", factory=list)
    board: ShownBoard | None = key("The board that locations have their places on", None)
    locations: dict[str, ShownLocation] = key("Where locations are on the board", factory=dict)
    terminal: Terminal | None = key("The table in the terminal", None)
