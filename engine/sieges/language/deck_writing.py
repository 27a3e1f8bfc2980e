"""Writes the function that builds a deck when a game begins."""

from __future__ import annotations

from sieges.language.deck_layout import DeckPlan, PacketPlan
from sieges.language.emission.assembly import Assembly
from sieges.language.emission.output import Output
from sieges.language.expressions.code import Environment

_NO_PACKET = (
    "this packet cannot be made: too few cards are left, or the packet below holds known or mixed cards"
)


def write_deck_building(plan: DeckPlan, assembly: Assembly) -> str:
    """Write ``g<deck>(S)``, which sets cards aside and makes the packets, bottom to top; its name."""
    deck = plan.deck
    own = f"D{deck.index}"
    env = Environment(assembly.tables)

    def write(out: Output) -> None:
        out.line(f"{own}.begin(S)")
        for pile, pool, count, node in plan.set_aside:
            with out.at(node.span):
                out.fault(
                    f"not {own}.set_aside(S, {pile}, {pool}, {count.emit(env).text})",
                    f"there are not so many cards in pool `{deck.pools[pool]}` to set aside",
                )
        for packet in plan.packets:
            counts = "".join(f"{_count(packet, pool, env)}, " for pool in range(len(deck.pools)))
            mask = sum(1 << card for card in packet.known)
            top = "0" if packet.top is None else packet.top.emit(env).text
            with out.at(packet.node.span):
                out.fault(
                    f"not {own}.packet(S, ({counts.strip()}), {mask}, {top})",
                    _NO_PACKET,
                )

    span = plan.packets[0].node.span if plan.packets else plan.node.span
    return assembly.helper(f"g{deck.index}", ["S"], env, span, write)


def _count(packet: PacketPlan, pool: int, env: Environment) -> str:
    """How many cards of a pool come into a packet, written out; -1 for the rest of it."""
    if pool not in packet.counts:
        return "0"
    count = packet.counts[pool]
    return "None" if count is None else count.emit(env).text
