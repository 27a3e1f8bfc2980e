"""What a pack's `display` section says (docs/display.md). All of it may be left out; what is not understood is too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import Factory, define

from sieges.language.compiled import BLOCKS, Compiled, PlaneData
from sieges.play.turns import told


@define
class LineSpec:
    """A state field of the members of a kind, drawn as a line; with ``by``, a line for each member it points to."""

    title: str
    kind: str
    field: str
    members: list[int]
    to: str = ""
    """A field that points at another member: it is shown behind an arrow."""
    grouped: bool = False
    """Whether those that are alike are counted, and those left out that are as they were at the start."""


@define
class Spot:
    """Where a location is on the board, and what a map calls it."""

    id: str
    at: tuple[int, int]
    short: str


@define
class Display:
    """How a pack wants to be seen."""

    intro: str = ""
    turn: str = ""
    die: str = ""
    modifier: str = ""
    column: str = ""
    charted: str = ""
    """The variable that holds the member whose chart is used, or the id of the one chart."""
    tokens: dict[str, str] = Factory(dict)
    quiet: frozenset[str] = frozenset()
    tell: frozenset[str] = frozenset()
    hide: frozenset[str] = frozenset()
    order: tuple[str, ...] = BLOCKS
    lines: list[LineSpec] = Factory(list)
    standing: dict[str, str] = Factory(dict)
    """Kind -> the state field that says on which location its members stand."""
    counted_by: dict[str, str] = Factory(dict)
    """Kind that stands -> the field by whose member a map counts those that stand; a side where none is named."""
    size: tuple[int, int] = (0, 0)
    """Of the board, in its own unit."""
    spots: dict[str, Spot] = Factory(dict)
    """Location -> its place on the board."""


MANY = 12
"""Members of a kind that has more than these are no line each: they stand on locations, or are counted."""


def display_of(compiled: Compiled) -> Display:
    """The display sections of a pack and of those it extends, the later ones over the earlier."""
    found = Display(turn=told(compiled))
    lines: list[Any] | None = None
    standing: list[str] | None = None
    by: dict[str, str] = {}
    for section in compiled.display:
        if not isinstance(section, dict):
            continue
        found.intro = _text(section.get("intro"), found.intro)
        charts = section.get("charts")
        if isinstance(charts, dict):
            found.die = _text(charts.get("die"), found.die)
            found.modifier = _text(charts.get("modifier"), found.modifier)
            found.column = _text(charts.get("column"), found.column)
            found.charted = _text(charts.get("of"), found.charted)
        tokens = section.get("tokens")
        if isinstance(tokens, dict):
            found.tokens |= {str(token): str(words) for token, words in tokens.items()}
        found.quiet |= _names(section.get("quiet"))
        found.tell |= _names(section.get("tell"))
        _board(compiled, section, found)
        terminal = section.get("terminal")
        if isinstance(terminal, dict):
            found.hide |= _names(terminal.get("hide"))
            wanted = [name for name in terminal.get("order") or () if name in BLOCKS]
            if wanted:
                order = [*wanted, *(name for name in BLOCKS if name not in (*wanted, "map"))]
                if "map" not in wanted:
                    order.insert(order.index("locations"), "map")
                found.order = tuple(order)
            if isinstance(terminal.get("lines"), list):
                lines = [*(lines or ()), *terminal["lines"]]
            if isinstance(terminal.get("standing"), list):
                standing = standing or []
                for written in terminal["standing"]:
                    full = written if isinstance(written, dict) else {"of": written}
                    standing.append(str(full.get("of")))
                    by |= {standing[-1]: str(full["by"])} if "by" in full else {}
    found.quiet -= found.tell
    found.standing = _standing(compiled, standing)
    found.counted_by = _counted_by(compiled, found.standing, by)
    if lines is None:
        found.lines = _default_lines(compiled, found.standing)
    else:
        found.lines = [spec for line in lines for spec in _line(compiled, line)]
    return found


def _text(value: object, default: str) -> str:
    return value if isinstance(value, str) else default


def _names(value: object) -> frozenset[str]:
    return frozenset(str(name) for name in value) if isinstance(value, list) else frozenset()


def _standing(compiled: Compiled, written: list[str] | None) -> dict[str, str]:
    """The kinds whose members stand on locations; where nothing is said, those of many members that can."""
    if written is None:
        many = (kind for kind in compiled.kinds.values() if len(kind.members) > MANY)
        written = [f"{kind.id}.{field}" for kind in many for field in kind.state]
    fields = {
        f"{kind.id}.{field}": (kind.id, field)
        for kind in compiled.kinds.values()
        for field, (_, type_) in kind.state.items()
        if type_ == "location"
    }
    found: dict[str, str] = {}
    for kind_id, field in (fields[name] for name in written if name in fields):
        found.setdefault(kind_id, field)
    return found


def _counted_by(compiled: Compiled, standing: dict[str, str], written: dict[str, str]) -> dict[str, str]:
    """The field that tells apart, on a map, who stands: the one named, else one that holds a side."""
    found = {}
    for id_, state in standing.items():
        kind = compiled.kinds[id_]
        sides = [field for field, type_ in kind.types.items() if type_ == "side"]
        wanted = [field for field in (written.get(f"{id_}.{state}"), *sides) if field in kind.numbers]
        if wanted and kind.types[wanted[0]] in compiled.kinds:
            found[id_] = wanted[0]
    return found


def _board(compiled: Compiled, section: dict[str, Any], found: Display) -> None:
    """The board of one section and the places on it, over those of earlier sections."""
    board, places = section.get("board"), section.get("locations")
    if isinstance(board, dict) and (size := _pair(board.get("size"))) is not None and min(size) > 0:
        found.size = size
    kind = compiled.kinds["location"]
    titles = dict(zip(kind.members, kind.titles, strict=True))
    for id_, written in places.items() if isinstance(places, dict) else ():
        point = _pair(written.get("at")) if isinstance(written, dict) else None
        if id_ in titles and point is not None:
            short = _text(written.get("short"), "").strip() or titles[id_].removeprefix("The ")
            found.spots[id_] = Spot(id_, point, short)


def _pair(value: object) -> tuple[int, int] | None:
    if not isinstance(value, list) or len(value) != 2 or not all(isinstance(part, int) for part in value):
        return None
    return value[0], value[1]


def _default_lines(compiled: Compiled, standing: dict[str, str]) -> list[LineSpec]:
    found = []
    for kind in compiled.kinds.values():
        if kind.id in standing or any(kind.id in _on(plane) for plane in compiled.planes):
            continue
        for field, (_, type_) in kind.state.items():
            alone = type_ == "condition" and len(kind.state) == 1
            named = kind.plural if alone else f"{kind.title}, {field}"
            members = list(range(len(kind.members)))
            title = _capital(named.replace("_", " "))
            found.append(LineSpec(title, kind.id, field, members, grouped=len(members) > MANY))
    return found


def _on(plane: PlaneData) -> list[str]:
    """The kinds whose members stand on a plane, where they are drawn."""
    return [standing.kind for standing in plane.standing]


def _line(compiled: Compiled, written: Any) -> list[LineSpec]:
    if not isinstance(written, dict) or not isinstance(written.get("show"), str):
        return []
    name, _, field = written["show"].partition(".")
    kind = compiled.kinds.get(name)
    if kind is None or field not in kind.state:
        return []
    members = _members(compiled, name, written.get("members"))
    title = _text(written.get("title"), _capital(kind.plural.replace("_", " ")))
    to = _text(written.get("to"), "")
    by = kind.numbers.get(_text(written.get("by"), ""))
    if by is None:
        return [LineSpec(title, name, field, members, to)]
    pointed = compiled.kinds.get(kind.types[str(written["by"])])
    groups: dict[int, list[int]] = {}
    for member in members:
        groups.setdefault(by[member], []).append(member)
    return [
        LineSpec(
            pointed.titles[group] if pointed is not None and group >= 0 else title, name, field, inside, to
        )
        for group, inside in groups.items()
    ]


def _members(compiled: Compiled, name: str, written: object) -> list[int]:
    """The members that a line shows: a list of ids, ``{field: value}``, or all."""
    kind = compiled.kinds[name]
    everyone = range(len(kind.members))
    if isinstance(written, list):
        return [kind.members.index(str(id_)) for id_ in written if str(id_) in kind.members]
    if isinstance(written, dict):
        return [
            at
            for at in everyone
            if all(_is(compiled, name, field, at, value) for field, value in written.items())
        ]
    return list(everyone)


def _is(compiled: Compiled, name: str, field: str, at: int, value: object) -> bool:
    kind = compiled.kinds[name]
    numbers = kind.numbers.get(field)
    if numbers is None:
        return False
    if isinstance(value, (bool, int)):
        return numbers[at] == int(value)
    pointed = compiled.kinds.get(kind.types[field])
    return (
        pointed is not None and value in pointed.members and pointed.members.index(str(value)) == numbers[at]
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def label_of(compiled: Compiled, kind: str, member: int) -> str:
    """What is printed on a member: its label, else its title."""
    data = compiled.kinds[kind]
    id_ = data.members[member]
    return next((label for label, name in data.labels.items() if name == id_), data.titles[member])


def listed(words: Sequence[str], joint: str = "and") -> str:
    """Words as people list them."""
    return ", ".join(words[:-1]) + f" {joint} {words[-1]}" if len(words) > 1 else "".join(words)
