"""What the passes of linking share: the pack, the world that is filled, the one namespace of expressions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import define, field

from sieges.language import codes
from sieges.language.reporting import near, report
from sieges.language.types import AMOUNT, CHART, NUMBER, RULE, STEPS, TEXT, ListOf, PerSide, Type, parse_type
from sieges.language.world import Symbol, World
from sieges.pack.merged import Merged
from sieges.pack.node import Node
from sieges.pack.sections import RESERVED
from sieges.text.diagnostic import Diagnostics

UNSEEN = -1
"""Where a card lies that no one has seen: in a pool, packet or pile of a deck."""


@define(eq=False)
class Linking:
    """A pack while it is linked."""

    merged: Merged
    found: Diagnostics
    world: World = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.world = World(self.merged.id, self.merged.mode)
        self.world.removed = self.merged.removed
        self.world.layers = self.merged.layers

    def report(
        self,
        code: str,
        message: str,
        node: Node,
        *,
        at_key: bool = False,
        help: str | None = None,
        fix: str | None = None,
    ) -> None:
        """Report a mistake at a node, or at the key that leads to it; of a name removed, where that is said as well."""
        related = (
            self.world.gone(str(node.path[-1] if at_key else node.value))
            if code == codes.UNKNOWN_NAME
            else ()
        )
        fix = None if related else fix
        span = node.key_span if at_key else node.span
        report(self.found, code, message, span, help=help, fix=fix, related=related)

    def bounded(self, node: Node, low: int | None, high: int | None) -> bool:
        """Whether bounds leave anything; reports those that do not."""
        if low is None or high is None or low <= high:
            return True
        self.report(codes.WRONG_TYPE, f"`to` is below `from`, which is {low}", node["to"])
        return False

    def enter(
        self,
        name: str,
        what: str,
        node: Node | None,
        info: Any = None,
        *,
        used: bool = False,
        at_value: bool = False,
    ) -> None:
        """Enter a name into the one namespace of expressions; ``at_value`` says that it stands as one.

        Names are distinct because the pack layer has refused those that are not; what is made by plurals, pools and
        piles is refused here.
        """
        known = self.world.symbols.get(name)
        if known is None and name not in RESERVED:
            self.world.symbols[name] = Symbol(name, what, node, info, used)
        if node is None:
            return
        span = node.span if at_value else node.key_span
        if known is not None:
            report(
                self.found,
                codes.NAME_TAKEN,
                f"`{name}` is declared twice: as a {known.what} and as a {what}",
                span,
                related=()
                if known.node is None
                else ((known.node.key_span, f"a {known.what} of that name"),),
                help="names that expressions can use are distinct in a pack",
            )
        elif name in RESERVED:
            report(self.found, codes.NAME_TAKEN, f"`{name}` is a word of the expression language", span)

    def listed(self, node: Node | None, what: str) -> list[Node]:
        """The parts of a list of names; what is no such list is reported."""
        if node is None:
            return []
        if not node.is_list:
            self.report(
                codes.WRONG_TYPE,
                f"`{what}` is a list",
                node,
                fix=f"{what}: [{node.raw}]" if _plain(node) else None,
            )
            return []
        return [part for part in node if self._is_name(part)]

    def _is_name(self, part: Node) -> bool:
        if not _plain(part):
            self.report(codes.WRONG_TYPE, "a name is needed here", part)
        return _plain(part)

    def type_of(self, words: str, node: Node, what: str, refused: Callable[[Type], bool]) -> Type:
        """The type that words name; a number after a reported mistake.

        Args:
            words: as the author wrote them.
            node: where they stand.
            what: what is declared of this type, for messages.
            refused: whether it cannot be of a type.
        """
        type_ = parse_type(words, self.world.plurals, self.world.kinds)
        if type_ is None:
            examples = ["number", "condition", *(f"a {kind}" for kind in self.world.kinds)]
            self.report(
                codes.BAD_TYPE,
                f"`{words}` names no type",
                node,
                fix=near(words, [*examples, *(f"a set of {plural}" for plural in self.world.plurals)]),
                help="types: number, condition, a location, a card or none, a set of locations, … per side",
            )
            return NUMBER
        if refused(type_):
            self.report(codes.BAD_TYPE, f"{what} cannot be {type_}", node)
            return NUMBER
        return type_


def _plain(node: Node) -> bool:
    return isinstance(node.value, str)


def is_no_value(type_: Type) -> bool:
    """Whether a type is for fields only: what is looked up, done or kept per side."""
    return type_ in (TEXT, RULE, AMOUNT, STEPS, CHART) or isinstance(type_, PerSide)


def is_no_cell(type_: Type) -> bool:
    """Whether a cell of the state cannot hold such a value; lists are for parameters only."""
    return is_no_value(type_) or isinstance(type_, ListOf)


def is_list(type_: Type) -> bool:
    """Whether a type is a written list, alone or per side."""
    return isinstance(type_, ListOf) or (isinstance(type_, PerSide) and is_list(type_.of))
