"""What the declarations are made of: how a key is described, and the values that keep the author's node.

Sections 4, 5 and 10 of docs/language.md. A value of one of these classes is as the author wrote it; the language
layer types it.
"""

from __future__ import annotations

from typing import Any

from attrs import field, frozen

from sieges.pack.node import Node

REQUIRED = object()


def key(
    description: str,
    default: Any = REQUIRED,
    *,
    factory: Any = None,
    example: Any = None,
    ids: bool = False,
    one_of: tuple[str, ...] = (),
) -> Any:
    """A key of the language: its description (and an example) go into the schema and the docs.

    ``ids`` says that the text, or the keys of the mapping, are ids; ``one_of`` lists the words that may stand here.
    """
    metadata = {"description": description, "example": example, "ids": ids, "one_of": one_of}
    if factory is not None:
        return field(factory=factory, metadata=metadata)
    if default is REQUIRED:
        return field(metadata=metadata)
    return field(default=default, metadata=metadata)


@frozen(eq=False)
class Expression:
    """An expression as the author wrote it: text, a number, true or false."""

    node: Node

    @property
    def text(self) -> str:
        value = self.node.value
        if isinstance(value, bool):
            return "true" if value else "false"
        return str(value)


@frozen(eq=False)
class Rule:
    """A condition in its plain form (a mapping or a list of them) or as an expression."""

    node: Node


@frozen(eq=False)
class Steps:
    """A list of steps as the author wrote it."""

    node: Node


@frozen(eq=False)
class Anything:
    """A value whose shape its user checks (fields of a pack's own, display data)."""

    node: Node


@frozen(eq=False)
class Source:
    """Where a datum comes from: clause ids, or a mapping with status, clauses, at and why."""

    node: Node

    STATUSES = ("printed", "inferred", "reconstructed", "original")

    @property
    def clauses(self) -> list[Node]:
        """The nodes of the clause ids cited."""
        where = self.node.get("clauses") if self.node.is_mapping else self.node
        if where is None:
            return []
        return list(where) if where.is_list else [where]

    def _text(self, name: str) -> str | None:
        found = self.node.get(name)
        return None if found is None else str(found.value)

    @property
    def status(self) -> str | None:
        return self._text("status")

    @property
    def at(self) -> str | None:
        return self._text("at")

    @property
    def why(self) -> str | None:
        return self._text("why")
