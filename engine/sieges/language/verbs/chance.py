"""Verbs that ask luck: a die is rolled, many dice are thrown, a card is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, frozen

from sieges.language import codes
from sieges.language.compiled import MOST_DICE
from sieges.language.emission.lowering import Lowering
from sieges.language.emission.output import Output
from sieges.language.emission.steps import PausingStep, Step, leaves
from sieges.language.expressions import code as c
from sieges.language.expressions.chances import Hits
from sieges.language.expressions.code import Code, Environment
from sieges.language.expressions.nodes import Expr
from sieges.language.expressions.scope import some_in
from sieges.language.reporting import title_of
from sieges.language.types import HITS, NUMBER, UNKNOWN, member
from sieges.language.verbs.base import Binder, Verb, verb
from sieges.language.world import DeckInfo, DieInfo, ZoneInfo
from sieges.pack.node import Node
from sieges.pack.shapes import Expression, Steps, key

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


@define(eq=False, kw_only=True)
class ThrowStep(PausingStep):
    """Throws many dice at once; how many hit is one chance. Where that is known before, nobody is asked."""

    hits: Expr

    @property
    def takes_chance(self) -> bool:
        return True

    @property
    def source(self) -> str:
        return self.name

    @property
    def locals(self) -> frozenset[str]:
        return self.hits.names()

    def write(self, out: Output) -> None:
        source = out.assembly.source(self.source)
        throw = out.temporary(self.hits.emit(out.env))
        self._check(out, throw)
        out.line(f"v_{self.name} = {throw.text}.ask(R[{source}])")

    def _check(self, out: Output, throw: Code) -> None:
        out.fault(f"{throw.text} is None", f"0 to {MOST_DICE} dice are thrown at once")

    def lower(self, low: Lowering) -> None:
        site = low.out.assembly.chance(low.out, self)
        needs = low.out.assembly.site_locals(site)
        throw = low.out.temporary(f"d{site}({', '.join(['S', *needs])})")
        self._check(low.out, throw)
        asked, after = low.new(), low.new()
        low.go_if(Code(f"len({throw.text}.values) > 1", c.COMPARE), asked)
        low.out.line(f"v_{self.name} = {throw.text}.values[0]")
        low.go(after)
        low.start(asked)
        low.pause(str(site), after, needs)
        low.start(after)


@verb("roll")
@frozen(eq=False, kw_only=True)
class Roll(Verb):
    """Rolls a die, or throws many and counts those that hit."""

    roll: str = key("The name that the number gets", example="roll")
    die: str | None = key("The die", None, example="die")
    of: Expression | None = key(
        "Many dice at once: `hits(…)`, how many of them hit", None, example="hits(1 / 6, 3)"
    )

    def bind(self, binder: Binder, node: Node) -> Step:
        if (self.die is None) == (self.of is None):
            raise binder.refuse(
                codes.STEP_SHAPE,
                "`roll` takes either a `die:` or what is thrown, `of:`",
                node["roll"].key_span if self.die is None else node["of"].key_span,
                fix=next((f"die: {die}" for die in binder.program.world.dice), "of: hits(1 / 6, 3)"),
            )
        step: PausingStep
        if self.of is None:
            die = binder.program.named(binder, node["die"], binder.program.world.dice, "die")
            step = RollStep(span=node.span, name=binder.new_name(node["roll"], NUMBER), die=die)
        else:
            step = self._throw(binder, node, self.of)
        binder.program.note_pause(binder.body, step)
        return step

    def _throw(self, binder: Binder, node: Node, of: Expression) -> ThrowStep:
        hits = binder.expression(of)
        if hits.type not in (HITS, UNKNOWN):
            binder.report(
                codes.WRONG_TYPE,
                f"this is {hits.type}, and how many dice hit is needed",
                of.node.span,
                fix="of: hits(1 / 6, 3)",
            )
        if isinstance(hits, Hits) and hits.dice is not None:
            self._check_dice(binder, hits.dice, of.node)
        name = binder.new_name(node["roll"], NUMBER)
        binder.program.throws.setdefault(name, title_of(name))
        return ThrowStep(span=node.span, name=name, hits=hits)

    def _check_dice(self, binder: Binder, dice: Expr, node: Node) -> None:
        known = binder.known(dice)
        if known is not None and not 0 <= known <= MOST_DICE:
            message = f"this is {known}, and 0 to {MOST_DICE} dice are thrown at once"
            binder.report(codes.WRONG_TYPE, message, node.span)


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
        self._mark(out)
        out.victory(self._own_writes())

    def _mark(self, out: Output) -> None:
        """Count the card, where that is asked for."""
        if (marks := out.assembly.marks) is None:
            return
        cards = out.assembly.program.world.kinds["card"]
        numbers = [
            marks.add("card", cards.nodes[card].key_span, cards.written(card), self.deck.id)
            if card in self.deck.cards
            else None
            for card in range(len(cards.members))
        ]
        out.mark_one(numbers, Code(f"v_{self.name}"))

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
