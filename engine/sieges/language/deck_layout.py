"""Decks: pools, packets and piles, checked and laid out in the state (docs/language.md, section 7).

The cells of a deck, from its base on: the number of packets; the cards left in them; for each pool how many cards are
in it and the cards (sorted, the rest 0); for each pile one count a pool; for each packet one count a pool and the cards
known to lie in it as bits. The last packet is the top one.
"""

from __future__ import annotations

from attrs import frozen

from sieges.language import codes
from sieges.language.expressions.code import Environment, Tables
from sieges.language.expressions.nodes import Expr
from sieges.language.expressions.reading import constant, read_expression
from sieges.language.expressions.scope import Scope
from sieges.language.reporting import near, report
from sieges.language.types import NUMBER, member
from sieges.language.world import DeckInfo, World
from sieges.pack.merged import Entry
from sieges.pack.node import Node
from sieges.text.diagnostic import Diagnostics


@frozen(eq=False)
class PacketPlan:
    """A packet as declared: counts (an expression, or None for `rest`) by pool, known cards, cards from below."""

    counts: dict[int, Expr | None]
    known: list[int]
    top: Expr | None
    node: Node


@frozen(eq=False)
class DeckPlan:
    """How a deck is built when a game begins."""

    deck: DeckInfo
    set_aside: list[tuple[int, int, Expr, Node]]
    """Pile (from 1), pool, how many, where written."""
    packets: list[PacketPlan]
    node: Node
    """The deck as declared."""


def plan_deck(deck: DeckInfo, entry: Entry, world: World, found: Diagnostics) -> DeckPlan:
    """The typed plan of building a deck."""
    planning = _Planning(deck, Scope(world, found))
    aside = planning.set_aside(entry.node.get("set_aside"))
    return DeckPlan(deck, aside, [planning.packet(packet) for packet in entry.node["packets"]], entry.node)


@frozen(eq=False)
class _Planning:
    deck: DeckInfo
    scope: Scope

    def pool(self, name: str, node: Node) -> int | None:
        if name in self.deck.pools:
            return self.deck.pools.index(name)
        report(
            self.scope.found,
            codes.UNKNOWN_NAME,
            f"deck `{self.deck.id}` has no pool `{name}`",
            node.key_span,
            help=f"its pools: {', '.join(self.deck.pools) or 'none'}",
            fix=near(name, self.deck.pools),
        )
        return None

    def count(self, node: Node) -> Expr:
        count = read_expression(node, self.scope, NUMBER)
        known = count.emit(Environment(Tables())).value
        if known is not None and known < 0:
            message = f"this is {known}, and what is counted is 0 or more"
            report(self.scope.found, codes.WRONG_TYPE, message, node.span)
        return count

    def set_aside(self, node: Node | None) -> list[tuple[int, int, Expr, Node]]:
        aside: list[tuple[int, int, Expr, Node]] = []
        if node is None:
            return aside
        for name, count in node.items():
            if name != "into" and (number := self.pool(name, count)) is not None:
                aside.append((1, number, self.count(count), count))
        if aside and "into" not in node:
            message = "`set_aside` needs `into:`, the name of the pile"
            report(self.scope.found, codes.DECK, message, node.key_span, fix="into: unused")
        return aside if self.deck.piles else []

    def packet(self, node: Node) -> PacketPlan:
        counts: dict[int, Expr | None] = {}
        top: Expr | None = None
        known: list[int] = []
        for name, value in node.items():
            if name == "with":
                # What is no list was reported when the cards were taken out of the pools.
                world, found = self.scope.world, self.scope.found
                known = (
                    [constant(card, member("card"), world, found) for card in value] if value.is_list else []
                )
            elif name == "top":
                top = self.count(value)
            elif (number := self.pool(name, value)) is not None:
                counts[number] = None if value.value == "rest" else self.count(value)
        return PacketPlan(counts, known, top, node)
