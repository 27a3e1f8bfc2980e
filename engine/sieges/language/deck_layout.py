"""Decks: pools, packets and piles, checked and laid out in the state (docs/language.md, section 7).

The cells of a deck, from its base on: the number of packets; the cards left in them; for each pool how many cards are in it and the cards
(sorted, the rest 0); for each pile one count a pool; for each packet one count a pool and the cards known to lie in it
as bits. The last packet is the top one.
"""

from __future__ import annotations

from typing import Any

from attrs import frozen

from sieges.language import codes
from sieges.language.constants import constant
from sieges.language.expressions.nodes import Expr, bits
from sieges.language.expressions.reading import Scope, read_expression
from sieges.language.types import NUMBER, Member, set_of
from sieges.language.world import DeckInfo, World
from sieges.pack.merged import Entry, Merged
from sieges.pack.node import Node
from sieges.text.diagnostic import Diagnostic, Diagnostics, nearest

SPARE = 8
"""How many packets more than built there may be at once (cards put under or on a deck)."""


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


def link_decks(merged: Merged, world: World, found: Diagnostics) -> None:
    """Check the decks and give them their cells."""
    taken: dict[int, str] = {}
    for index, (id_, entry) in enumerate(merged.decks.items()):
        deck = DeckInfo(id_, index, entry.spec.title or id_.replace("_", " ").capitalize(), entry.spec)
        _pools(deck, entry, world, found, taken)
        aside = entry.node.get("set_aside")
        if aside is not None and (into := aside.get("into")) is not None:
            deck.piles.append(str(into.value))
        deck.packets = len(entry.spec.packets) + SPARE
        pools = len(deck.pools)
        deck.base = world.size
        deck.size = 2 + sum(1 + len(cards) for cards in deck.pool_cards) + pools * len(deck.piles)
        deck.size += deck.packets * (pools + 1)
        world.size += deck.size
        world.decks[id_] = deck
        _enter(world, found, id_, "deck", entry.node, (id_,))
        for pile in deck.piles:
            assert aside is not None
            _enter(world, found, pile, "pile", aside["into"], (id_, pile))


def _enter(world: World, found: Diagnostics, name: str, what: str, node: Node, info: Any) -> None:
    from sieges.language.world import Symbol

    if name in world.symbols:
        known = world.symbols[name]
        related = ((known.node.key_span, f"a {known.what} of that name"),) if known.node is not None else ()
        found.add(Diagnostic(codes.NAME_TAKEN, "error", f"`{name}` is declared twice", node.key_span, related))
        return
    world.symbols[name] = Symbol(name, what, node, info)


def _pools(deck: DeckInfo, entry: Entry, world: World, found: Diagnostics, taken: dict[int, str]) -> None:
    cards = world.kinds["card"]
    for name, written in entry.spec.pools.items():
        mask = constant(written.node, set_of("card"), world, found)
        deck.pools.append(name)
        deck.pool_cards.append(bits(mask))
        for card in bits(mask):
            _take(card, f"pool `{name}`", written.node, cards.members, found, taken)
    for packet in entry.node["packets"]:
        for known in packet.get("with") or ():
            card = constant(known, Member("", "card", False), world, found)
            deck.known.append(card)
            _take(card, f"deck `{deck.id}`", known, cards.members, found, taken)
    if len(cards.members) > 62 and deck.known:
        found.add(
            Diagnostic(codes.TOO_LARGE, "error", "packs with known cards in a deck have at most 62 cards", entry.key_span)
        )


def _take(card: int, where: str, node: Node, names: list[str], found: Diagnostics, taken: dict[int, str]) -> None:
    if card in taken and names:
        found.add(
            Diagnostic(
                codes.DECK, "error", f"card `{names[card]}` lies in {taken[card]} already", node.span, (),
                "a card lies in one place only",
            )  # fmt: skip
        )
    taken[card] = where


def plan_deck(deck: DeckInfo, entry: Entry, world: World, found: Diagnostics) -> DeckPlan:
    """The typed plan of building a deck."""
    scope = Scope(world, found)

    def pool(name: str, node: Node) -> int | None:
        if name in deck.pools:
            return deck.pools.index(name)
        guess = nearest(name, deck.pools)
        found.add(
            Diagnostic(
                codes.UNKNOWN_NAME, "error", f"deck `{deck.id}` has no pool `{name}`", node.key_span, (),
                f"its pools: {', '.join(deck.pools) or 'none'}", f"did you mean `{guess}`?" if guess else None,
            )  # fmt: skip
        )
        return None

    aside: list[tuple[int, int, Expr, Node]] = []
    aside_node = entry.node.get("set_aside")
    for name, count in aside_node.items() if aside_node is not None else ():
        if name != "into" and (number := pool(name, count)) is not None:
            aside.append((1, number, read_expression(count, scope, NUMBER), count))
    if aside and not deck.piles:
        assert aside_node is not None
        found.add(
            Diagnostic(codes.DECK, "error", "`set_aside` needs `into:`, the name of the pile", aside_node.key_span)
        )
        aside = []
    plans: list[PacketPlan] = []
    for packet in entry.node["packets"]:
        counts: dict[int, Expr | None] = {}
        top: Expr | None = None
        for name, value in packet.items():
            if name == "with":
                continue
            if name == "top":
                top = read_expression(value, scope, NUMBER)
            elif (number := pool(name, value)) is not None:
                counts[number] = None if value.value == "rest" else read_expression(value, scope, NUMBER)
        known = [constant(card, Member("", "card", False), world, found) for card in packet.get("with") or ()]
        plans.append(PacketPlan(counts, known, top, packet))
    return DeckPlan(deck, aside, plans)
