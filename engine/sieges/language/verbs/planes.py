"""Verbs of planes: a side picks a point; who stands goes there, is driven towards or away from something, turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, frozen

from sieges.language import codes
from sieges.language.emission.lowering import Lowering
from sieges.language.emission.output import Output
from sieges.language.emission.steps import DecisionStep, Step, leaves
from sieges.language.expressions import code as c
from sieges.language.expressions.code import Code, Environment
from sieges.language.expressions.nodes import Expr
from sieges.language.expressions.planes import (
    Asked,
    Barred,
    Group,
    Joined,
    Spotted,
    areas,
    bases,
)
from sieges.language.types import CONDITION, NUMBER, POINT, member
from sieges.language.verbs.base import Binder, Verb, verb
from sieges.language.verbs.sites import Who, read_groups, read_site, read_who, with_one
from sieges.pack.node import Node
from sieges.pack.shapes import Anything, Expression, Steps, key

if TYPE_CHECKING:
    from sieges.language.emission.assembly import Assembly


# --- a point is picked -------------------------------------------------------------------------------


@define(eq=False, kw_only=True)
class SpotStep(DecisionStep):
    """``region``: the call that gives the region; ``sure``: whether there surely is a point in it.

    ``goal``: the point that the way leads to, where it leads to one alone.
    """

    who: Who
    region: Expr
    goal: Expr | None
    if_none: list[Step]
    sure: bool

    def inner(self) -> tuple[list[Step], ...]:
        return (self.if_none,)

    @property
    def locals(self) -> frozenset[str]:
        exprs = [self.by, self.region, *(self.prompt.exprs if self.prompt else ())]
        return frozenset().union(*(expr.names() for expr in exprs))

    @property
    def plane(self) -> int:
        return self.who.stands.plane.index

    def write_region(self, out: Output, name: str) -> None:
        """Write lines that put the region into ``name``."""
        out.line(f"{name} = {self.region.emit(out.env).text}")

    def write_options(self, out: Output, name: str) -> None:
        self.write_region(out, name)
        out.line(f"{name} = {name}.values()")

    def write(self, out: Output) -> None:
        site = out.assembly.decision(out, self)
        options = f"c{site}"
        self._stands(out)
        self.write_options(out, options)
        asked = f"{self.answer} = {options}[C({site}, {options})]"
        if self.sure:
            out.line(asked)
            return
        with out.block(f"if {options}:"):
            out.line(asked)
        with out.block("else:"):
            out.line(f"{self.answer} = -1")
            out.steps(self.if_none)

    def lower(self, low: Lowering) -> None:
        site = low.out.assembly.decision(low.out, self)
        needs = low.out.assembly.site_locals(site)
        after, empty = low.new(), low.new()
        self._stands(low.out)
        if not self.sure:
            low.go_if(Code(f"not k{site}({', '.join(['S', *needs])})", c.NOT), empty)
        low.pause(str(site), after, needs)
        low.start(empty)
        low.out.line(f"{self.answer} = -1")
        low.steps(self.if_none)
        low.go(after)
        low.start(after)

    def _stands(self, out: Output) -> None:
        if self.sure:
            nowhere = f"{self.who.spot.emit(out.env).text} < 0"
            out.fault(nowhere, f"this {self.who.kind.title} stands nowhere it could go from")
        if self.goal is not None:
            nowhere = f"{self.goal.emit(out.env).text} < 0"
            out.fault(nowhere, f"what this {self.who.kind.title} could go towards is nowhere")


@verb("spot")
@frozen(eq=False, kw_only=True)
class Spot(Verb):
    """A side picks a point of a plane for somebody to stand at: any point of a region."""

    spot: str = key("The name that the point gets", example="goal")
    by: Expression | None = key(
        "The side that decides; left out where one side alone has a seat", None, example="side"
    )
    for_: Expression = key("Who is to stand there")
    reach: Expression | None = key("How many measures it goes at most, straight from where it stands", None)
    within: Expression | None = key("How many measures from `of` the point lies at most", None)
    of: Expression | None = key("What the region of `within` lies around", None)
    among: Anything | None = key("The set (or sets) of those who stop it", None)
    over: Anything | None = key("The set (or sets) of the areas that cost", None)
    towards: Anything | None = key("The set (or sets) of those that are listed as goals", None)
    only_towards: Expression | None = key("A member that it goes straight towards, and no other way", None)
    if_none: Steps | None = key("What is done when there is no such point", None)
    prompt: str | None = key("The question", None)

    def bind(self, binder: Binder, node: Node) -> Step:
        by, asked = binder.seat(self.by, node)
        who = read_who(binder, self.for_)
        region, goal = self._region(binder, node, who)
        prompt = binder.text(node.get("prompt"))
        if_none = binder.steps(self.if_none)
        sure = self.reach is not None
        if not sure and self.if_none is None:
            binder.report(
                codes.MAY_BE_EMPTY,
                f"there may be no room for `{self.spot}`",
                node["spot"].span,
                help="a choice says what happens then, unless there surely is something to choose",
                fix="if_none: [{stop: loop}]" if binder.loops else "if_none: [{nothing: …}]",
            )
        none_after = not sure and self.if_none is not None and not leaves(if_none)
        name = binder.new_name(node["spot"], member(POINT, optional=none_after))
        step = SpotStep(
            span=node.span,
            name=name,
            by=by,
            asked=asked,
            prompt=prompt,
            who=who,
            region=region,
            goal=goal,
            if_none=if_none,
            sure=sure,
        )
        binder.program.note_pause(binder.body, step)
        return step

    def _region(self, binder: Binder, node: Node, who: Who) -> tuple[Expr, Expr | None]:
        """The region, and the point that alone it leads to, if it does."""
        if self.only_towards is not None and (self.reach is None or self.towards is not None):
            message = "`only_towards:` needs `reach:`, and no `towards:`"
            raise binder.refuse(codes.STEP_SHAPE, message, node["only_towards"].span)
        if (self.reach is None) == (self.within is None) or (self.within is None) != (self.of is None):
            raise binder.refuse(
                codes.STEP_SHAPE,
                "`spot` needs `reach:`, or `within:` and `of:`",
                node["spot"].span,
                fix="reach: 6",
            )
        groups, kinds = read_groups(binder, self.among)
        over, over_kinds = read_groups(binder, self.over)
        radius = str(who.stands.radius)
        standing = bases(groups, kinds, who.subject, who.kind)
        lying = Joined(NUMBER, (areas(over, over_kinds), Barred(NUMBER, areas(groups, kinds))))
        if self.within is not None:
            assert self.of is not None
            most = binder.expression(self.within, NUMBER)
            site = read_site(binder, self.of)
            of = site.outline or Spotted(NUMBER, site.spot or who.spot)
            parts: tuple[str | Expr, ...] = (of, most, radius, standing, lying)
            return Asked(NUMBER, who.stands.plane.index, "around", parts), None
        assert self.reach is not None
        most = binder.expression(self.reach, NUMBER)
        if self.only_towards is not None:
            return self._line(binder, who, most, standing, lying)
        goals, goal_kinds = read_groups(binder, self.towards)
        found: list[Expr] = []
        for group, kind in zip(goals, goal_kinds, strict=True):
            if kind.stands is not None:
                found.append(
                    Group(group.type, kind, "goals", group, who.subject if kind is who.kind else None)
                )
            else:
                found.append(Group(group.type, kind, "sites", group, who.spot))
        parts = (who.spot, radius, most, standing, lying, Joined(NUMBER, tuple(found)))
        return Asked(NUMBER, who.stands.plane.index, "reach", parts), None

    def _line(
        self, binder: Binder, who: Who, most: Expr, standing: Expr, lying: Expr
    ) -> tuple[Expr, Expr | None]:
        assert self.only_towards is not None
        site = read_site(binder, self.only_towards)
        goal: Expr
        plane = who.stands.plane.index
        if site.kind is None or site.subject is None:
            message = "this is a point, and somebody who stands or something that lies on the plane is needed"
            raise binder.refuse(codes.WRONG_TYPE, message, self.only_towards.node.span)
        if site.kind.stands is not None:
            assert site.spot is not None
            goal, number = site.spot, site.kind.stands.number
            standing = with_one(standing, site.kind, site.subject)
        else:
            assert site.kind.lies is not None
            assert site.outline is not None
            goal = Asked(member(POINT), plane, "nearest", (who.spot, site.outline))
            number = -1 - site.kind.lies.number
        parts = (who.spot, str(who.stands.radius), most, standing, lying, goal, str(number), site.subject)
        return Asked(NUMBER, plane, "line", parts), goal if site.kind.stands is not None else None


# --- who stands goes ---------------------------------------------------------------------------------


def write_spot(out: Output, step: Step, who: Who, to: Code, event: str) -> None:
    """Write lines that put somebody at a point, facing the way there, and tell of it."""
    place = f"S[{out.plain(who.spot.address(out.env)).text}]"
    before = out.temporary(place)
    if who.facing is not None:
        facing = f"S[{who.facing.address(out.env).text}]"
        out.line(f"{facing} = Q{who.stands.plane.index}.facing({facing}, {before.text}, {to.text})")
    out.line(f"{place} = {to.text}")
    if out.telling:
        index = who.subject.emit(out.env)
        out.tell(out.assembly.event(event, step, None, who.kind.id), index, before, to)


def cells_of(who: Who, env: Environment) -> frozenset[int]:
    """The cells that a step about somebody may change."""
    return frozenset[int]().union(*(cell.places(env) for cell in who.cells))


@define(eq=False, kw_only=True)
class GoStep(Step):
    """Puts somebody at a point."""

    who: Who
    to: Expr

    def write(self, out: Output) -> None:
        write_spot(out, self, self.who, out.plain(self.to.emit(out.env)), "go")
        out.victory(self.writes(out.env, out.assembly))

    def writes(self, env: Environment, assembly: Assembly) -> frozenset[int]:
        return cells_of(self.who, env)


@verb("go")
@frozen(eq=False, kw_only=True)
class Go(Verb):
    """Somebody goes to a point, and faces that way."""

    go: Expression = key("Who goes", example="figure")
    to: Expression = key("The point")

    def bind(self, binder: Binder, node: Node) -> Step:
        who = read_who(binder, self.go)
        return GoStep(span=node.span, who=who, to=binder.expression(self.to, member(POINT)))


@define(eq=False, kw_only=True)
class SlideStep(Step):
    """Drives somebody straight on until something is met."""

    who: Who
    goal: Expr
    distance: Expr
    away: bool
    standing: Expr
    lying: Expr
    met: str | None
    met_number: int
    edge: str | None

    def write(self, out: Output) -> None:
        env, who = out.env, self.who
        spot = out.plain(who.spot.emit(env))
        goal = out.plain(self.goal.emit(env))
        out.fault(
            f"{spot.text} < 0 or {goal.text} < 0", f"this {who.kind.title} has nowhere to go from or to"
        )
        arguments = [
            spot.text,
            str(who.stands.radius),
            goal.text,
            self.distance.emit(env).text,
            str(self.away),
            self.standing.emit(env).text,
            self.lying.emit(env).text,
            str(self.met_number),
        ]
        end = out.temporary(f"Q{who.stands.plane.index}.slide({', '.join(arguments)})")
        if self.met is not None:
            out.line(f"v_{self.met} = {end.text}[1]")
        if self.edge is not None:
            out.line(f"v_{self.edge} = 1 if {end.text}[2] else 0")
        write_spot(out, self, who, out.temporary(f"{end.text}[0]"), "slide")
        out.victory(self.writes(env, out.assembly))

    def writes(self, env: Environment, assembly: Assembly) -> frozenset[int]:
        return cells_of(self.who, env)


@verb("slide")
@frozen(eq=False, kw_only=True)
class Slide(Verb):
    """Somebody goes straight towards something or away from it, until something is met."""

    slide: Expression = key("Who goes", example="figure")
    distance: Expression = key("How many measures at most")
    towards: Expression | None = key("A member or point that it goes towards", None)
    away_from: Expression | None = key("A member or point that it goes away from", None)
    among: Anything | None = key("The set (or sets) of those who stop it", None)
    over: Anything | None = key("The set (or sets) of the areas that cost", None)
    met: str | None = key("The name that who is met gets, or none", None, example="other")
    edge: str | None = key("The name of whether the edge of the plane was met", None, example="at_edge")

    def bind(self, binder: Binder, node: Node) -> Step:
        if (self.towards is None) == (self.away_from is None):
            message = "`slide` needs `towards:` or `away_from:`"
            raise binder.refuse(codes.STEP_SHAPE, message, node["slide"].span, fix="away_from: …")
        who = read_who(binder, self.slide)
        written = self.towards or self.away_from
        assert written is not None
        goal = read_site(binder, written)
        if goal.spot is None:
            message = "an outline has no one direction: give a point, or somebody who stands"
            raise binder.refuse(codes.WRONG_TYPE, message, written.node.span)
        distance = binder.expression(self.distance, NUMBER)
        groups, kinds = read_groups(binder, self.among)
        over, over_kinds = read_groups(binder, self.over)
        standing = bases(groups, kinds, who.subject, who.kind)
        if self.towards is not None and goal.kind is not None and goal.kind.stands is not None:
            standing = with_one(standing, goal.kind, goal.subject or who.subject)
        lying = Joined(NUMBER, (areas(over, over_kinds), Barred(NUMBER, areas(groups, kinds))))
        met_kind = next((kind for kind in kinds if kind.stands is not None), goal.kind)
        number = -1 if met_kind is None or met_kind.stands is None else met_kind.stands.number
        met = edge = None
        if self.met is not None:
            if met_kind is None or met_kind.stands is None:
                raise binder.refuse(codes.STEP_SHAPE, "there is nobody who could be met", node["met"].span)
            met = binder.new_name(node["met"], member(met_kind.id, optional=True))
        if self.edge is not None:
            edge = binder.new_name(node["edge"], CONDITION)
        return SlideStep(
            span=node.span,
            who=who,
            goal=goal.spot,
            distance=distance,
            away=self.away_from is not None,
            standing=standing,
            lying=lying,
            met=met,
            met_number=number,
            edge=edge,
        )


@define(eq=False, kw_only=True)
class FaceStep(Step):
    """Turns somebody."""

    who: Who
    goal: Expr
    away: bool

    def write(self, out: Output) -> None:
        env, who = out.env, self.who
        assert who.facing is not None
        facing = f"S[{who.facing.address(env).text}]"
        ends = [who.spot.emit(env).text, self.goal.emit(env).text]
        if self.away:
            ends.reverse()
        out.line(f"{facing} = Q{who.stands.plane.index}.facing({', '.join([facing, *ends])})")
        out.victory(self.writes(env, out.assembly))

    def writes(self, env: Environment, assembly: Assembly) -> frozenset[int]:
        assert self.who.facing is not None
        return self.who.facing.places(env)


@verb("face")
@frozen(eq=False, kw_only=True)
class Face(Verb):
    """Somebody turns towards something or away from it."""

    face: Expression = key("Who turns", example="figure")
    towards: Expression | None = key("A member or point", None)
    away_from: Expression | None = key("A member or point", None)

    def bind(self, binder: Binder, node: Node) -> Step:
        written = self.towards or self.away_from
        if (self.towards is None) == (self.away_from is None) or written is None:
            message = "`face` needs `towards:` or `away_from:`"
            raise binder.refuse(codes.STEP_SHAPE, message, node["face"].span, fix="towards: …")
        who = read_who(binder, self.face)
        if who.facing is None:
            message = f"a {who.kind.title} does not face a way"
            raise binder.refuse(codes.WRONG_TYPE, message, node["face"].span, fix="stands: {…, faces: true}")
        goal = read_site(binder, written)
        if goal.spot is None:
            message = "an outline has no one direction: give a point, or somebody who stands"
            raise binder.refuse(codes.WRONG_TYPE, message, written.node.span)
        return FaceStep(span=node.span, who=who, goal=goal.spot, away=self.away_from is not None)
