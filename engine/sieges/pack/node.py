"""A cursor into a YAML document: a value together with the place where it was written.

Declarations keep nodes where the author wrote an expression or steps, so that every later pass can point at the
author's own line and column.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import field, frozen

from sieges.text.document import Document
from sieges.text.spans import Span

Path = tuple[str | int, ...]


@frozen(eq=False)
class Node:
    """One value of a document.

    Behaves as a mapping when the value is one (``node["key"]``, ``node.items()``) and as a list when it is
    one (iteration), always answering with nodes.
    """

    document: Document = field(repr=False)
    path: Path
    value: Any

    @property
    def span(self) -> Span:
        """Where the value stands."""
        return self.document.span(self.path)

    @property
    def key_span(self) -> Span:
        """Where the key stands that leads to this value (the value itself in a list)."""
        if self.path and isinstance(self.path[-1], str):
            return self.document.key_span(self.path)
        return self.document.span(self.path)

    @property
    def raw(self) -> str:
        """The source text of a scalar."""
        return self.document.raw(self.path)

    @property
    def is_mapping(self) -> bool:
        return isinstance(self.value, dict)

    @property
    def is_list(self) -> bool:
        return isinstance(self.value, list)

    def __getitem__(self, key: str | int) -> Node:
        return Node(self.document, (*self.path, key), self.value[key])

    def get(self, key: str) -> Node | None:
        """The value under ``key``, or None where it is absent or this is no mapping."""
        if isinstance(self.value, dict) and key in self.value:
            return self[key]
        return None

    def __contains__(self, key: object) -> bool:
        return isinstance(self.value, dict) and key in self.value

    def __iter__(self) -> Iterator[Any]:
        if isinstance(self.value, dict):
            return iter(self.value)
        if isinstance(self.value, list):
            return iter([self[index] for index in range(len(self.value))])
        raise TypeError("a scalar has no children")

    def __len__(self) -> int:
        return len(self.value)

    def items(self) -> list[tuple[str, Node]]:
        """Pairs of key and node, in the order written."""
        return [(key, self[key]) for key in self.value]

    def keys(self) -> list[str]:
        return list(self.value)

    def __str__(self) -> str:
        return str(self.value)


@frozen(eq=False)
class ChangedNode(Node):
    """A mapping of which some keys have been given another value elsewhere; those answer from there."""

    base: Node = field(repr=False)
    over: Node = field(repr=False)

    @classmethod
    def of(cls, node: Node, over: Node) -> ChangedNode:
        """The mapping ``node`` with the keys of the mapping ``over`` in place of its own."""
        return cls(node.document, node.path, {**node.value, **over.value}, node, over)

    def __getitem__(self, key: str | int) -> Node:
        return (self.over if key in self.over else self.base)[key]
