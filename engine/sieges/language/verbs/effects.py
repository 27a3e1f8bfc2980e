"""Verbs that change the position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field, frozen

from sieges.language import codes
from sieges.language.emission.output import Output, truth
from sieges.language.emission.steps import Step
from sieges.language.expressions import code as c
from sieges.language.expressions.code import Code, Environment
from sieges.language.expressions.nodes import ONE, Cell, Expr
from sieges.language.types import CONDITION, EMPTY, NONE, NUMBER, NUMBERS, UNKNOWN, member
from sieges.language.verbs.base import Binder, Verb, verb
from sieges.language.world import DeckInfo, PieceInfo, TrackInfo, VariableInfo, World, ZoneInfo
from sieges.pack.declarations import Expression, key
from sieges.pack.node import Node
from sieges.text.diagnostic import nearest

if TYPE_CHECKING:
    from sieges.language.emission.assembly import Assembly

BIGGEST = 10**15
"""Numbers of a state stay below this, whatever a pack adds up."""


# --- let ------------------------------------------------------------------------------------------


@define(eq=False, kw_only=True)
class LetStep(Step):
    name: str
    value: Expr

    def write(self, out: Output) -> None:
        value = self.value.emit(out.env)
        out.line(f"v_{self.name} = {(truth(value) if self.value.type == CONDITION else value).text}")


@verb("let")
@frozen(eq=False, kw_only=True)
class Let(Verb):
    """Gives a value a name for the steps after it."""

    let: str = key("The name", example="segment")
    be: Expression = key("The value, as it is now")

    def bind(self, binder: Binder, node: Node) -> Step:
        value = binder.expression(self.be)
        if value.type in (NONE, EMPTY, NUMBERS, UNKNOWN):
            raise binder.refuse(codes.WRONG_TYPE, f"a name cannot stand for {value.type}", node["be"].span)
        return LetStep(span=node.span, name=binder.new_name(node["let"], value.type), value=value)


# --- set and adjust -------------------------------------------------------------------------------


@define(eq=False, kw_only=True)
class AssignStep(Step):
    """Gives a cell of the state a value, or adds to it. ``owner`` is the track or variable, if it is one."""

    cell: Cell
    value: Expr
    adds: bool
    shown: str
    owner: TrackInfo | VariableInfo | None

    def write(self, out: Output) -> None:
        env = out.env
        index = None if self.cell.index is None else self.cell.index.emit(env)
        address = self.cell.address(env)
        if index is not None and not index.simple:
            address = c.addition([out.temporary(index), c.constant(self.cell.base)])
        place = f"S[{address.text}]"
        value = self.value.emit(env)
        if self.cell.type == CONDITION:
            value = truth(value)
        if self.adds and value.value == 0:
            return
        low, high, stops = self._bounds()
        new = c.addition([Code(place), value]) if self.adds else value
        before = out.temporary(Code(place)) if out.telling else Code(place)
        if new.value is None and (low is not None or high is not None):
            new = out.temporary(new)
        elif new.value is not None and not stops:
            if (low is not None and new.value < low) or (high is not None and new.value > high):
                out.fault("True", f"{self.shown} would leave its bounds {low} to {high}")
        if stops:
            # The bound that this change cannot pass is not looked at.
            up = not (self.adds and value.value is not None and value.value < 0)
            down = not (self.adds and value.value is not None and value.value > 0)
            if down and low is not None:
                new = c.choice(Code(f"{new.at(c.BIT_OR)} > {low}", c.COMPARE), new, c.constant(low))
            if up and high is not None:
                if new.level == c.IF:
                    new = out.temporary(new)
                new = c.choice(Code(f"{new.at(c.BIT_OR)} < {high}", c.COMPARE), new, c.constant(high))
        elif new.value is None:
            checks = []
            if low is not None:
                checks.append(f"{new.text} < {low}")
            if high is not None:
                checks.append(f"{new.text} > {high}")
            if checks:
                out.fault(" or ".join(checks), f"{self.shown} would leave its bounds {low} to {high}")
        out.line(f"{place} = {new.text}")
        if self.adds and low is None and high is None:
            out.fault(f"not -{BIGGEST} < {place} < {BIGGEST}", f"{self.shown} has grown beyond all bounds")
        if out.telling:
            event = out.assembly.event("adjust" if self.adds else "set", self, None)
            out.tell(event, Code(str(self.cell.base)), "-1" if index is None else index, before, Code(place))
        out.victory(self.cell.places(env))

    def _bounds(self) -> tuple[int | None, int | None, bool]:
        if self.owner is None:
            return None, None, False
        if isinstance(self.owner, TrackInfo):
            return self.owner.low, self.owner.high, self.owner.stops
        return self.owner.low, self.owner.high, False

    def writes(self, env: Environment, assembly: Assembly) -> frozenset[int]:
        return self.cell.places(env)


def read_target(binder: Binder, node: Node) -> tuple[Cell, TrackInfo | VariableInfo | None]:
    """The cell of the state that ``set`` or ``adjust`` names."""
    world = binder.program.world
    expr = binder.expression(Expression(node))
    symbol = world.symbols.get(str(node.value).split("[")[0].strip())
    if symbol is not None and symbol.what == "track":
        track = world.tracks[symbol.name]
        binder.program.check_only_in(binder, track.only_in, node, f"track `{track.id}`")
        assert isinstance(expr, Cell)
        return expr, track
    if symbol is not None and symbol.what == "variable":
        assert isinstance(expr, Cell)
        variable = world.variables[symbol.name]
        return Cell(variable.type, expr.base, expr.size, expr.index), variable
    if isinstance(expr, Cell) and symbol is None and "." in str(node.value):
        return expr, None
    raise binder.refuse(
        codes.WRONG_TYPE, f"`{node.value}` cannot be changed", node.span,
        help="variables, tracks and state fields can; markers are placed, removed and moved",
    )  # fmt: skip


@verb("set")
@frozen(eq=False, kw_only=True)
class Set(Verb):
    """Gives a variable, track or state field a value."""

    set: Expression = key("What is changed", example="issued")
    to: Expression = key("The new value")

    def bind(self, binder: Binder, node: Node) -> Step:
        cell, owner = read_target(binder, node["set"])
        value = binder.expression(self.to, cell.type)
        return AssignStep(
            span=node.span, cell=cell, value=value, adds=False, shown=f"`{node['set'].value}`", owner=owner
        )


@verb("adjust")
@frozen(eq=False, kw_only=True)
class Adjust(Verb):
    """Adds to a number."""

    adjust: Expression = key("What is changed", example="morale[side]")
    by: Expression = key("What is added", example=-1)

    def bind(self, binder: Binder, node: Node) -> Step:
        cell, owner = read_target(binder, node["adjust"])
        if cell.type != NUMBER:
            raise binder.refuse(codes.WRONG_TYPE, f"only a number is adjusted, and this is {cell.type}", node["adjust"].span)
        value = binder.expression(self.by, NUMBER)
        return AssignStep(
            span=node.span, cell=cell, value=value, adds=True, shown=f"`{node['adjust'].value}`", owner=owner
        )


# --- markers --------------------------------------------------------------------------------------


@define(eq=False, kw_only=True)
class MarkerStep(Step):
    """Takes markers from a place (or the box) and puts them to another (or the box)."""

    piece: PieceInfo
    side: Expr
    count: Expr
    source: Expr | None
    target: Expr | None
    world: World = field(repr=False)
    event: str

    def _cell(self, env: Environment, place: Expr) -> Code:
        side = self.side.emit(env)
        places = len(self.world.locations.members)
        offset = (
            c.constant(side.value * places)
            if side.value is not None
            else Code(f"{side.at(c.PRODUCT)} * {places}", c.PRODUCT)
        )
        return c.addition([place.emit(env), offset, c.constant(self.piece.base)])

    def _room(self, env: Environment, place: Expr) -> Code:
        return c.addition([place.emit(env), c.constant(self.world.room_base)])

    def write(self, out: Output) -> None:
        env = out.env
        count = out.plain(self.count.emit(env))
        if count.value is not None and count.value <= 0:
            return
        name = self.piece.title
        few = f"< {count.text}" if count.value != 1 else "<= 0"
        if count.value is None:
            out.fault(f"{count.text} < 0", "fewer than no markers cannot be moved")
        box = None
        if self.piece.box >= 0:
            box = f"S[{c.addition([self.side.emit(env), c.constant(self.piece.box)]).text}]"
        if self.source is not None:
            place = f"S[{self._cell(env, self.source).text}]"
            out.fault(f"{place} {few}", f"there is no {name} to take here")
        elif box is not None:
            out.fault(f"{box} {few}", f"there is no {name} left in the box")
        if self.target is not None:
            self._check_target(out, name)
            room = f"S[{self._room(env, self.target).text}]"
            same = self.source is not None and self.source.emit(env).text == self.target.emit(env).text
            if not same:
                out.fault(f"{room} {few}", f"there is no vacant slot for a {name} here")
        if self.source is not None:
            out.line(f"S[{self._cell(env, self.source).text}] -= {count.text}")
            out.line(f"S[{self._room(env, self.source).text}] += {count.text}")
        elif box is not None:
            out.line(f"{box} -= {count.text}")
        if self.target is not None:
            out.line(f"S[{self._cell(env, self.target).text}] += {count.text}")
            out.line(f"S[{self._room(env, self.target).text}] -= {count.text}")
        elif box is not None:
            out.line(f"{box} += {count.text}")
        if out.telling:
            none = Code("-1")
            out.tell(
                out.assembly.event(self.event, self, None), Code(str(self.piece.index)), self.side.emit(env), count,
                none if self.source is None else self.source.emit(env),
                none if self.target is None else self.target.emit(env),
            )  # fmt: skip
        out.victory(self.writes(env, out.assembly))

    def _check_target(self, out: Output, name: str) -> None:
        assert self.target is not None
        holds = self.world.holds(self.piece.index)
        if holds == self.world.locations.all:
            return
        place = self.target.emit(out.env)
        if place.value is None:
            out.fault(f"not {holds} >> {place.at(c.SUM)} & 1", f"a {name} cannot stand here")
        elif not holds >> place.value & 1:
            out.fault("True", f"a {name} cannot stand here")

    def writes(self, env: Environment, assembly: Assembly) -> frozenset[int]:
        found: frozenset[int] = frozenset()
        places, sides = len(self.world.locations.members), len(self.world.sides.members)
        for place in (self.source, self.target):
            if place is None:
                continue
            cell = self._cell(env, place).value
            room = self._room(env, place).value
            if cell is not None and room is not None:
                found |= {cell, room}
                continue
            side = self.side.emit(env).value
            first = self.piece.base + (0 if side is None else side * places)
            found |= frozenset(range(first, first + places * (sides if side is None else 1)))
            found |= frozenset(range(self.world.room_base, self.world.room_base + places))
        return found


@frozen(eq=False, kw_only=True)
class MarkerVerb(Verb):
    """What the three marker verbs share."""

    of: Expression | None = key("The side whose marker it is; left out for a piece that only one side has", None)
    count: Expression | None = key("How many; one where it is left out", None)

    def bind_marker(self, binder: Binder, node: Node, source: str | None, target: str | None) -> Step:
        world = binder.program.world
        piece = binder.program.named(binder, node[self.word], world.pieces, "piece")
        binder.program.check_only_in(binder, piece.only_in, node[self.word], f"piece `{piece.id}`")
        if piece.side is not None:
            side: Expr = binder.program.side(piece.side)
            if self.of is not None:
                given = binder.expression(self.of, member("side")).emit(binder.program.environment)
                if given.value != piece.side:
                    binder.report(
                        codes.WRONG_TYPE, f"only {world.sides.titles[piece.side]} has {piece.plural}", node["of"].span,
                        fix="leave `of` out",
                    )  # fmt: skip
        elif self.of is None:
            raise binder.refuse(
                codes.STEP_SHAPE, f"`{self.word}: {piece.id}` needs `of:`, the side", node[self.word].span, fix="of: side"
            )  # fmt: skip
        else:
            side = binder.expression(self.of, member("side"))
        places = []
        for name in (source, target):
            places.append(None if name is None else binder.expression(Expression(node[name]), member("location")))
        count = ONE if self.count is None else binder.expression(self.count, NUMBER)
        return MarkerStep(
            span=node.span, piece=piece, side=side, count=count, source=places[0], target=places[1], world=world,
            event=self.word,
        )  # fmt: skip


@verb("place")
@frozen(eq=False, kw_only=True)
class Place(MarkerVerb):
    """Puts markers from the box onto a location."""

    place: str = key("The piece", example="troop")
    at: Expression = key("The location")

    def bind(self, binder: Binder, node: Node) -> Step:
        return self.bind_marker(binder, node, None, "at")


@verb("remove")
@frozen(eq=False, kw_only=True)
class Remove(MarkerVerb):
    """Takes markers from a location to the box."""

    remove: str = key("The piece", example="troop")
    at: Expression = key("The location")

    def bind(self, binder: Binder, node: Node) -> Step:
        return self.bind_marker(binder, node, "at", None)


@verb("move")
@frozen(eq=False, kw_only=True)
class Move(MarkerVerb):
    """Moves markers between locations."""

    move: str = key("The piece", example="troop")
    from_: Expression = key("The location they leave")
    to: Expression = key("The location they reach")

    def bind(self, binder: Binder, node: Node) -> Step:
        return self.bind_marker(binder, node, "from", "to")


# --- cards ----------------------------------------------------------------------------------------


@define(eq=False, kw_only=True)
class PutStep(Step):
    card: Expr
    zone: ZoneInfo
    base: int
    size: int

    def _cell(self) -> Cell:
        return Cell(NUMBER, self.base, self.size, self.card)

    def write(self, out: Output) -> None:
        card = self.card.emit(out.env)
        if card.value is None and self.zone.holds != (1 << self.size) - 1:
            out.fault(f"not {self.zone.holds} >> {card.at(c.SUM)} & 1", f"this card can never lie in `{self.zone.id}`")
        out.line(f"S[{self._cell().address(out.env).text}] = {self.zone.index}")
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
                codes.WRONG_TYPE, f"this card can never lie in `{zone.id}`", node["put"].span,
                help=f"`{zone.id}` says what it `holds`",
            )  # fmt: skip
        return PutStep(
            span=node.span, card=card, zone=zone, base=world.place_base, size=len(world.kinds["card"].members)
        )


@define(eq=False, kw_only=True)
class ExtendStep(Step):
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
                guess = nearest(str(node[word].value), names)
                raise binder.refuse(
                    codes.UNKNOWN_NAME, f"deck `{deck.id}` has no {what} `{node[word].value}`", node[word].span,
                    fix=f"did you mean `{guess}`?" if guess else None, help=f"it has: {', '.join(names) or 'none'}",
                )  # fmt: skip
        count = binder.expression(self.count, NUMBER)
        binder.program.world.symbols[self.from_].used = True
        step = ExtendStep(
            span=node.span, deck=deck, pile=deck.piles.index(self.from_) + 1, pool=deck.pools.index(self.pool),
            count=count, under=self.where == "under",
        )  # fmt: skip
        return step


