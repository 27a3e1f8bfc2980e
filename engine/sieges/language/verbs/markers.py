"""Verbs that move markers between locations and the box."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field, frozen

from sieges.language import codes
from sieges.language.emission.output import Output
from sieges.language.emission.steps import Step
from sieges.language.expressions import code as c
from sieges.language.expressions.code import Code, Environment
from sieges.language.expressions.nodes import ONE, Const, Expr
from sieges.language.types import (
    NUMBER,
    member,
)
from sieges.language.verbs.base import Binder, Verb, verb
from sieges.language.world import PieceInfo, World
from sieges.pack.node import Node
from sieges.pack.shapes import Expression, key

if TYPE_CHECKING:
    from sieges.language.emission.assembly import Assembly


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

    @property
    def plain(self) -> bool:
        return True

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
        total = f"S[{c.addition([self.side.emit(env), c.constant(self.piece.total)]).text}]"
        if self.source is None or self.target is None:
            out.line(f"{total} {'+' if self.source is None else '-'}= {count.text}")
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
                out.assembly.event(self.event, self, None),
                Code(str(self.piece.index)),
                self.side.emit(env),
                count,
                none if self.source is None else self.source.emit(env),
                none if self.target is None else self.target.emit(env),
            )
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
        places, sides = len(self.world.locations.members), len(self.world.sides.members)
        found = frozenset(range(self.piece.total, self.piece.total + sides))
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

    of: Expression | None = key(
        "The side whose marker it is; left out for a piece that only one side has", None
    )
    count: Expression | None = key("How many; one where it is left out", None)

    def bind_marker(self, binder: Binder, node: Node, source: str | None, target: str | None) -> MarkerStep:
        world = binder.program.world
        piece = binder.program.named(binder, node[self.word], world.pieces, "piece")
        binder.program.check_only_in(binder, piece.only_in, node[self.word], f"piece `{piece.id}`")
        if piece.side is not None:
            side: Expr = Const(member("side"), piece.side)
            if self.of is not None:
                given = binder.expression(self.of, member("side")).emit(binder.program.environment)
                if given.value != piece.side:
                    binder.report(
                        codes.WRONG_TYPE,
                        f"only {world.sides.titles[piece.side]} has {piece.plural}",
                        node["of"].span,
                        fix="leave `of` out",
                    )
        elif self.of is None:
            raise binder.refuse(
                codes.STEP_SHAPE,
                f"`{self.word}: {piece.id}` needs `of:`, the side",
                node[self.word].span,
                fix="of: side",
            )
        else:
            side = binder.expression(self.of, member("side"))
        places = []
        for name in (source, target):
            places.append(
                None if name is None else binder.expression(Expression(node[name]), member("location"))
            )
        count = ONE if self.count is None else binder.expression(self.count, NUMBER)
        if self.count is not None:
            binder.check_count(count, node["count"])
        return MarkerStep(
            span=node.span,
            piece=piece,
            side=side,
            count=count,
            source=places[0],
            target=places[1],
            world=world,
            event=self.word,
        )


@verb("place")
@frozen(eq=False, kw_only=True)
class Place(MarkerVerb):
    """Puts markers from the box onto a location."""

    place: str = key("The piece", example="marker")
    at: Expression = key("The location")

    def bind(self, binder: Binder, node: Node) -> Step:
        return self.bind_marker(binder, node, None, "at")


@verb("remove")
@frozen(eq=False, kw_only=True)
class Remove(MarkerVerb):
    """Takes markers from a location to the box."""

    remove: str = key("The piece", example="marker")
    at: Expression = key("The location")

    def bind(self, binder: Binder, node: Node) -> Step:
        return self.bind_marker(binder, node, "at", None)


@verb("move")
@frozen(eq=False, kw_only=True)
class Move(MarkerVerb):
    """Moves markers between locations."""

    move: str = key("The piece", example="marker")
    from_: Expression = key("The location they leave")
    to: Expression = key("The location they reach")

    def bind(self, binder: Binder, node: Node) -> Step:
        before = len(binder.scope.found)
        step = self.bind_marker(binder, node, "from", "to")
        start, goal = step.source, step.target
        written = isinstance(start, Const) and isinstance(goal, Const) and start.value == goal.value
        if written and len(binder.scope.found) == before:
            binder.report(codes.WRONG_TYPE, "this move ends where it begins", node["to"].span)
        return step
