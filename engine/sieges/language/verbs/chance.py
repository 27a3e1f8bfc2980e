"""Verbs that ask luck: a die is rolled, a card is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, frozen

from sieges.language import codes
from sieges.language.emission.lowering import Lowering
from sieges.language.emission.output import Output
from sieges.language.emission.steps import PausingStep, Step, leaves
from sieges.language.expressions import code as c
from sieges.language.expressions.code import Code, Environment
from sieges.language.expressions.scope import some_in
from sieges.language.types import (
    NUMBER,
    member,
)
from sieges.language.verbs.base import Binder, Verb, verb
from sieges.language.world import DeckInfo, DieInfo, ZoneInfo
from sieges.pack.node import Node
from sieges.pack.shapes import Steps, key

if TYPE_CHECKING:
    from sieges.language.emission.assembly import Assembly


@define(eq=False, kw_only=True)
class RollStep(PausingStep):
    """Asks a die."""

    die: DieInfo

    @property
    def takes_chance(self) -> bool:
        return True

    @property
    def source(self) -> str:
        return self.die.id

    def write(self, out: Output) -> None:
        source = out.assembly.source(self.die.id)
        faces = self.die.faces
        if faces == list(range(1, len(faces) + 1)):
            out.line(f"v_{self.name} = R[{source}]({len(faces)}) + 1")
        else:
            table = out.env.tables.constant(f"({', '.join(str(face) for face in sorted(faces))},)")
            out.line(f"v_{self.name} = {table}[R[{source}]({len(faces)})]")

    def lower(self, low: Lowering) -> None:
        site = low.out.assembly.chance(low.out, self)
        after = low.new()
        low.pause(str(site), after)
        low.start(after)


@verb("roll")
@frozen(eq=False, kw_only=True)
class Roll(Verb):
    """Rolls a die."""

    roll: str = key("The name that the number gets", example="roll")
    die: str = key("The die", example="die")

    def bind(self, binder: Binder, node: Node) -> Step:
        die = binder.program.named(binder, node["die"], binder.program.world.dice, "die")
        name = binder.new_name(node["roll"], NUMBER)
        step = RollStep(span=node.span, name=name, die=die)
        binder.program.note_pause(binder.body, step)
        return step


@define(eq=False, kw_only=True)
class DrawStep(PausingStep):
    """Asks a deck; ``if_empty`` is done instead where nothing is left."""

    deck: DeckInfo
    zone: ZoneInfo | None
    if_empty: list[Step]
    place_base: int
    surely: bool = False
    """Whether a card is surely left, so that nothing has to be said of an empty deck."""

    def inner(self) -> tuple[list[Step], ...]:
        return (self.if_empty,)

    @property
    def takes_chance(self) -> bool:
        return True

    @property
    def source(self) -> str:
        return self.deck.id

    def _put(self, out: Output) -> None:
        out.line(f"S[v_{self.name} + {self.place_base}] = {0 if self.zone is None else self.zone.index}")
        out.victory(self._own_writes())

    def write(self, out: Output) -> None:
        source = out.assembly.source(self.deck.id)
        out.line(f"v_{self.name} = D{self.deck.index}.draw(S, R[{source}])")
        if not self.surely:
            with out.block(f"if v_{self.name} < 0:"):
                out.steps(self.if_empty)
        if self.surely or leaves(self.if_empty):
            self._put(out)
        else:
            with out.block(f"if v_{self.name} >= 0:"):
                self._put(out)

    def lower(self, low: Lowering) -> None:
        site = low.out.assembly.chance(low.out, self)
        drawn, after, empty = low.new(), low.new(), low.new()
        low.go_if(Code(f"S[{self.deck.base + 1}] == 0", c.COMPARE), empty)
        low.pause(str(site), drawn)
        low.start(drawn)
        low.out.line(f"D{self.deck.index}.take(S, v_{self.name})")
        self._put(low.out)
        low.go(after)
        low.start(empty)
        low.out.line(f"v_{self.name} = -1")
        low.steps(self.if_empty)
        low.go(after)
        low.start(after)

    def _own_writes(self) -> frozenset[int]:
        found = frozenset(range(self.deck.base, self.deck.base + self.deck.size))
        return found | frozenset(self.place_base + card for card in self.deck.cards)

    def writes(self, env: Environment, assembly: Assembly) -> frozenset[int]:
        return self._own_writes() | Step.writes(self, env, assembly)


@verb("draw")
@frozen(eq=False, kw_only=True)
class Draw(Verb):
    """Turns up the top card of a deck."""

    draw: str = key("The name that the card gets", example="card")
    from_: str = key("The deck")
    to: str | None = key("The zone where the card then lies", None)
    if_empty: Steps | None = key("What is done when the deck is empty", None)

    def bind(self, binder: Binder, node: Node) -> Step:
        world = binder.program.world
        deck = binder.program.named(binder, node["from"], world.decks, "deck")
        zone = None if self.to is None else binder.program.named(binder, node["to"], world.zones, "zone")
        if zone is not None and any(not zone.holds >> card & 1 for card in deck.cards):
            binder.report(
                codes.WRONG_TYPE,
                f"some cards of `{deck.id}` can never lie in `{zone.id}`",
                node["to"].span,
                help=f"`{zone.id}` says what it `holds`; draw first, then `put` each card where it can lie",
            )
        if_empty = binder.steps(self.if_empty)
        surely = some_in(deck.base + 1) in binder.scope.sure
        if self.if_empty is None and not surely:
            binder.report(
                codes.MAY_BE_EMPTY,
                f"`{self.from_}` may be empty here",
                node["draw"].span,
                help="a draw says what happens then, unless it stands under `left(…) > 0`",
                fix="if_empty: [{stop: procedure}]",
            )
        name = binder.new_name(
            node["draw"], member("card", optional=self.if_empty is not None and not leaves(if_empty))
        )
        step = DrawStep(
            span=node.span,
            name=name,
            deck=deck,
            zone=zone,
            if_empty=if_empty,
            place_base=world.place_base,
            surely=surely,
        )
        binder.program.note_pause(binder.body, step)
        return step
