"""Members that stand on locations: who is where, those that look the same counted; values of state in words."""

from __future__ import annotations

from collections import Counter
from typing import Any

from sieges.language.compiled import Compiled, KindData
from sieges.language.types import POINT
from sieges.ui.table.layout import Display


def names_of(compiled: Compiled, kind: KindData) -> list[str]:
    """What each member is called: its title, with its side where members of several sides share that."""
    field = next((field for field, type_ in kind.types.items() if type_ == "side"), None)
    owners = [-1] * len(kind.members) if field is None else kind.numbers[field]
    sides: dict[str, set[int]] = {}
    for title, owner in zip(kind.titles, owners, strict=True):
        sides.setdefault(title, set()).add(owner)
    titles = compiled.kinds["side"].titles
    return [
        f"{title} of {titles[owner]}" if len(sides[title]) > 1 and owner >= 0 else title
        for title, owner in zip(kind.titles, owners, strict=True)
    ]


def standing(compiled: Compiled, display: Display, position: dict[str, Any], place: str | None) -> list[str]:
    """Who stands on a location (for None, on none), in the order of members: `20 Infantry`, `Chief (wounds 1)`."""
    found: list[str] = []
    for id_, at in display.standing.items():
        kind = compiled.kinds[id_]
        names, state = names_of(compiled, kind), position["state"][id_]
        alike = Counter(
            names[number] + notes(compiled, display, kind, number, (at,), state)
            for number, member in enumerate(kind.members)
            if state[at][member] == place
        )
        found += [f"{count} {words}" if count > 1 else words for words, count in alike.items()]
    return found


def group_of(compiled: Compiled, display: Display, kind: KindData, number: int) -> tuple[str, str]:
    """Whom a map counts a member that stands to: kind and id of the member its field holds, else its own kind."""
    field = display.counted_by.get(kind.id)
    if field is None or kind.numbers[field][number] < 0:
        return kind.id, ""
    pointed = compiled.kinds[kind.types[field]]
    return pointed.id, pointed.members[kind.numbers[field][number]]


def counts(
    compiled: Compiled, display: Display, position: dict[str, Any], place: str
) -> Counter[tuple[str, str]]:
    """How many of each group stand on a location."""
    return Counter(
        group_of(compiled, display, kind, number)
        for kind, state in ((compiled.kinds[id_], at) for id_, at in display.standing.items())
        for number, member in enumerate(kind.members)
        if position["state"][kind.id][state][member] == place
    )


def notes(
    compiled: Compiled,
    display: Display,
    kind: KindData,
    number: int,
    unsaid: tuple[str, ...],
    state: dict[str, Any],
) -> str:
    """What is no longer with a member as it was at the start, in brackets."""
    found = []
    for field, (base, type_) in kind.state.items():
        if field in unsaid or f"{kind.id}.{field}" in display.hide:
            continue
        value = state[field][kind.members[number]]
        if is_start(compiled, value, compiled.initial[base + number], type_):
            continue
        title = kind.field_titles.get(field) or field.replace("_", " ")
        word = title[:1].lower() + title[1:]
        if type_ == "condition":
            found.append(word if value else f"not {word}")
        else:
            found.append(f"{word} {in_words(compiled, value, type_)}")
    return f" ({', '.join(found)})" if found else ""


def in_words(compiled: Compiled, value: Any, type_: str) -> str:
    """A value of a position in words."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if type_ in (POINT, "direction"):
        return str(value)
    kind = compiled.kinds.get(type_.removeprefix("set "))
    if isinstance(value, list):
        assert kind is not None
        return ", ".join(kind.titles[kind.members.index(name)] for name in value) or "nothing"
    return kind.titles[kind.members.index(value)] if kind is not None else str(value)


def is_start(compiled: Compiled, value: Any, start: int, type_: str) -> bool:
    """Whether a value of a position is the one that the cell has at the start."""
    if value is None:
        return start < 0
    if isinstance(value, (bool, int)):
        return int(value) == start
    kind = compiled.kinds[type_.removeprefix("set ")]
    if isinstance(value, list):
        return sum(1 << kind.members.index(name) for name in value) == start
    return kind.members.index(value) == start
