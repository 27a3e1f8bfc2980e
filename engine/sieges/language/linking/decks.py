"""Decks: their pools, the cards known to lie in them, the piles beside them, and their cells."""

from __future__ import annotations

from sieges.language import codes
from sieges.language.expressions.nodes import bits
from sieges.language.expressions.reading import constant
from sieges.language.linking.base import Linking
from sieges.language.reporting import report, title_of
from sieges.language.types import MOST_IN_A_CELL, member, set_of
from sieges.language.world import DeckInfo
from sieges.pack.merged import Entry
from sieges.pack.node import Node
from sieges.pack.sections import is_id

SPARE = 8
"""How many packets more than built there may be at once (cards put under or on a deck)."""
NO_POOLS = ("into", "top", "with", "rest")
"""Words that `set_aside` and packets have beside the names of pools."""


def link_decks(linking: Linking) -> None:
    """Check the decks and give them their cells (`deck_layout` says which)."""
    world = linking.world
    taken: dict[int, str] = {}
    for index, (id_, entry) in enumerate(linking.merged.decks.items()):
        deck = DeckInfo(id_, index, entry.spec.title or title_of(id_))
        _pools(linking, deck, entry, taken)
        _known(linking, deck, entry, taken)
        world.decks[id_] = deck
        linking.enter(id_, "deck", entry.node, (id_,))
        _pile(linking, deck, entry.node.get("set_aside"))
        deck.packets = len(entry.spec.packets) + SPARE
        pools = len(deck.pools)
        deck.base = world.size
        deck.size = 2 + sum(1 + len(cards) for cards in deck.pool_cards) + pools * len(deck.piles)
        deck.size += deck.packets * (pools + 1)
        world.size += deck.size


def _pools(linking: Linking, deck: DeckInfo, entry: Entry, taken: dict[int, str]) -> None:
    for name, written in entry.spec.pools.items():
        if name in NO_POOLS:
            message = f"a pool cannot be called `{name}`, packets have a key of that name"
            linking.report(codes.DECK, message, written.node, at_key=True)
        cards = bits(constant(written.node, set_of("card"), linking.world, linking.found))
        deck.pools.append(name)
        deck.pool_cards.append(cards)
        for card in cards:
            _take(linking, card, f"pool `{name}`", written.node, taken)


def _known(linking: Linking, deck: DeckInfo, entry: Entry, taken: dict[int, str]) -> None:
    for packet in entry.node["packets"]:
        for node in linking.listed(packet.get("with"), "with"):
            before = len(linking.found)
            card = constant(node, member("card"), linking.world, linking.found)
            if len(linking.found) == before:
                deck.known.append(card)
                _take(linking, card, f"deck `{deck.id}`", node, taken)
    if deck.known and len(linking.world.kinds["card"].members) > MOST_IN_A_CELL:
        message = f"packs with known cards in a deck have at most {MOST_IN_A_CELL} cards"
        report(linking.found, codes.TOO_LARGE, message, entry.key_span)


def _pile(linking: Linking, deck: DeckInfo, aside: Node | None) -> None:
    into = None if aside is None else aside.get("into")
    if into is None:
        return
    name = str(into.value)
    if not is_id(name):
        linking.report(codes.DECK, f"`{name}` cannot be the name of a pile", into, fix="into: unused")
        return
    deck.piles.append(name)
    linking.enter(name, "pile", into, (deck.id, name), at_value=True)


def _take(linking: Linking, card: int, where: str, node: Node, taken: dict[int, str]) -> None:
    names = linking.world.kinds["card"].members
    if card in taken:
        message = f"card `{names[card]}` lies in {taken[card]} already"
        linking.report(codes.DECK, message, node, help="a card lies in one place only")
    taken[card] = where
