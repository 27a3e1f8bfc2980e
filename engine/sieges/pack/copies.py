"""Members that are written once and are several: `copies` (section 2 of docs/language.md)."""

from __future__ import annotations

from collections.abc import Iterable

from sieges.pack.merged import Entry
from sieges.pack.node import Node
from sieges.pack.sections import BUILT_IN_KINDS

COPIES = "copies"
MOST_COPIES = 200


def may_have_copies(kind: str) -> bool:
    """Whether members of a kind may have copies: cards and the packs' own kinds."""
    return kind == "card" or kind not in BUILT_IN_KINDS


def number_of(node: Node) -> int | None:
    """How many copies the body of a member asks for; None where it does not, or not with a number that it may."""
    written = node.get(COPIES) if node.is_mapping else None
    value = None if written is None else written.value
    return value if type(value) is int and 1 <= value <= MOST_COPIES else None


def copies_of(id_: str, node: Node) -> list[str]:
    """The ids of the copies of a member; none where it stands for itself alone."""
    return [f"{id_}_{number}" for number in range(1, (number_of(node) or 0) + 1)]


def ids_of(entries: Iterable[Entry]) -> list[str]:
    """The ids of members as they are declared: those of copies in place of the one that they are written under."""
    return [id_ for entry in entries for id_ in copies_of(entry.id, entry.node) or [entry.id]]


def written_as(id_: str, entries: dict[str, Entry]) -> str | None:
    """What the member is written under of which ``id_`` is a copy."""
    name = id_.rpartition("_")[0]
    return name if name in entries and id_ in copies_of(name, entries[name].node) else None
