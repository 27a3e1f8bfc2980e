"""Verbs that move cards that are face up, and unseen ones between piles and decks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, frozen

from sieges.language import codes
from sieges.language.emission.output import Output
from sieges.language.emission.steps import Step
from sieges.language.expressions import code as c
from sieges.language.expressions.code import Code, Environment
from sieges.language.expressions.nodes import Cell, Expr
from sieges.language.reporting import near
from sieges.language.types import (
    NUMBER,
    member,
)
from sieges.language.verbs.base import Binder, Verb, verb
from sieges.language.world import DeckInfo, ZoneInfo
from sieges.pack.node import Node
from sieges.pack.shapes import Expression, key

if TYPE_CHECKING:
    from sieges.language.emission.assembly import Assembly


@define(eq=False, kw_only=True)
class PutStep(Step):
    """Gives a card its zone; ``base`` and ``size`` are the cells of where all cards lie."""

    card: Expr
    zone: ZoneInfo
    base: int
    size: int

    @property
    def plain(self) -> bool:
        return True

    def _cell(self) -> Cell:
        return Cell(NUMBER, self.base, self.size, self.card)

    def write(self, out: Output) -> None:
        card = self.card.emit(out.env)
        cell = f"S[{self._cell().address(out.env).text}]"
        out.fault(f"{cell} < 0", "this card lies unseen in a deck: it has to be drawn first")
        if card.value is None and self.zone.holds != (1 << self.size) - 1:
            out.fault(
                f"not {self.zone.holds} >> {card.at(c.SUM)} & 1",
                f"this card can never lie in `{self.zone.id}`",
            )
        out.line(f"{cell} = {self.zone.index}")
        if out.telling:
            out.tell(out.assembly.event("put", self, None), card, Code(str(self.zone.index)))
        out.victory(self._cell().places(out.env))

    def writes(self, env: Environment, assembly: Assembly) -> frozenset[int]:
        return self._cell().places(env)


@verb("put")
@frozen(eq=False, kw_only=True)
class Put(Verb):
    """Puts a card that is face up into a zone."""

    put: Expression = key("The card", example="card")
    to: str = key("The zone", example="discard")

    def bind(self, binder: Binder, node: Node) -> Step:
        world = binder.program.world
        card = binder.expression(self.put, member("card"))
        zone = binder.program.named(binder, node["to"], world.zones, "zone")
        known = card.emit(binder.program.environment).value if not card.names() else None
        if known is not None and not zone.holds >> known & 1:
            binder.report(
                codes.WRONG_TYPE,
                f"this card can never lie in `{zone.id}`",
                node["put"].span,
                help=f"`{zone.id}` says what it `holds`",
            )
        return PutStep(
            span=node.span, card=card, zone=zone, base=world.place_base, size=len(world.kinds["card"].members)
        )


@define(eq=False, kw_only=True)
class ExtendStep(Step):
    """Moves unseen cards between a pile and a deck."""

    deck: DeckInfo
    pile: int
    pool: int
    count: Expr
    under: bool

    def write(self, out: Output) -> None:
        count = out.plain(self.count.emit(out.env))
        moved = out.temporary(
            f"D{self.deck.index}.extend(S, {self.pile}, {self.pool}, {count.text}, {self.under})"
        )
        out.fault(f"{moved.text} < 0", "the deck has no room for a further packet")
        if out.telling:
            out.tell(out.assembly.event("extend", self, None), Code(str(self.deck.index)), moved)
        out.victory(self.writes(out.env, out.assembly))

    def writes(self, env: Environment, assembly: Assembly) -> frozenset[int]:
        return frozenset(range(self.deck.base, self.deck.base + self.deck.size))


@verb("extend")
@frozen(eq=False, kw_only=True)
class Extend(Verb):
    """Puts unseen cards of a pile under or on a deck, still unseen; as many as there are."""

    extend: str = key("The deck")
    from_: str = key("The pile", example="unused")
    pool: str = key("The pool whose cards are taken")
    count: Expression = key("How many")
    where: str = key("`under` or `on_top`", "under", one_of=("under", "on_top"))

    def bind(self, binder: Binder, node: Node) -> Step:
        deck = binder.program.named(binder, node["extend"], binder.program.world.decks, "deck")
        for word, names, what in (("from", deck.piles, "pile"), ("pool", deck.pools, "pool")):
            if str(node[word].value) not in names:
                raise binder.refuse(
                    codes.UNKNOWN_NAME,
                    f"deck `{deck.id}` has no {what} `{node[word].value}`",
                    node[word].span,
                    fix=near(str(node[word].value), names),
                    help=f"it has: {', '.join(names) or 'none'}",
                )
        count = binder.expression(self.count, NUMBER)
        binder.check_count(count, node["count"])
        binder.program.world.symbols[self.from_].used = True
        step = ExtendStep(
            span=node.span,
            deck=deck,
            pile=deck.piles.index(self.from_) + 1,
            pool=deck.pools.index(self.pool),
            count=count,
            under=self.where == "under",
        )
        return step
