"""Writes the function that builds a deck when a game begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sieges.language.deck_layout import DeckPlan
from sieges.language.emission.assembly import Function
from sieges.language.emission.output import Line, Output
from sieges.language.expressions.code import Environment

if TYPE_CHECKING:
    from sieges.language.emission.assembly import Assembly


def write_deck_building(plan: DeckPlan, assembly: Assembly) -> Function:
    """``g<deck>(S)``: sets cards aside and makes the packets, bottom to top; answers with what did not fit, or None."""
    deck = plan.deck
    name, own = f"g{deck.index}", f"D{deck.index}"
    env = Environment(assembly.tables)
    span = plan.packets[0].node.span if plan.packets else assembly.program.bodies["sequence"].span
    out = Output(assembly, env, "inline", span=span)
    out.line(f"{own}.begin(S)")
    for pile, pool, count, node in plan.set_aside:
        with out.at(node.span):
            out.fault(
                f"not {own}.set_aside(S, {pile}, {pool}, {count.emit(env).text})",
                f"there are not so many cards in pool `{deck.pools[pool]}` to set aside",
            )
    for packet in plan.packets:
        with out.at(packet.node.span):
            counts = []
            for pool in range(len(deck.pools)):
                if pool in packet.counts:
                    count = packet.counts[pool]
                    counts.append("-1" if count is None else count.emit(env).text)
                else:
                    counts.append("0")
            mask = sum(1 << card for card in packet.known)
            top = "0" if packet.top is None else packet.top.emit(env).text
            out.fault(
                f"not {own}.packet(S, ({', '.join(counts)},), {mask}, {top})",
                "this packet cannot be made: too few cards are left, or the packet below holds known or mixed cards",
            )
    lines = [Line(0, f"def {name}(S):", span), *out.lines]
    return Function(name, lines, span.file)
