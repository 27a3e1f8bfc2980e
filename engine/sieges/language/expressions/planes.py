"""What is measured on a plane: distances, contact, sight, facing (docs/language.md, section 4)."""

from __future__ import annotations

import ast

from attrs import frozen

from sieges.language import codes
from sieges.language.expressions import code as c
from sieges.language.expressions import nodes as n
from sieges.language.expressions.code import Code, Environment
from sieges.language.expressions.nodes import Expr, Reads
from sieges.language.expressions.reader import Reader
from sieges.language.points import GRAIN, LONGEST, grains, point
from sieges.language.types import CONDITION, EMPTY, NUMBER, POINT, Member, SetOf, Type, member
from sieges.language.world import Kind, LyingInfo, PlaneInfo, StandingInfo

PLANE_FUNCTIONS = (
    "apart",
    "touching",
    "on",
    "sees",
    "behind",
    "point",
    "nearest",
    "middle",
    "along",
    "aside",
)
PLACE = Type("a member that stands or lies on a plane, or a point")


@frozen(eq=False)
class Asked(Expr):
    """A call of a method of a plane, with arguments written out or worked out."""

    plane: int
    method: str
    parts: tuple[str | Expr, ...]

    def children(self) -> tuple[Expr, ...]:
        return tuple(part for part in self.parts if isinstance(part, Expr))

    def emit(self, env: Environment) -> Code:
        texts = [part if isinstance(part, str) else part.emit(env).text for part in self.parts]
        return Code(f"Q{self.plane}.{self.method}({', '.join(texts)})")


@frozen(eq=False)
class Group(Expr):
    """Members of a set who stand or lie on a plane, as the plane knows them; ``but`` is left out of them.

    ``word``: `bases`, `goals` (those who stand), `areas` or `sites` (those that lie).
    """

    kind: Kind
    word: str
    members: Expr
    but: Expr | None = None

    def children(self) -> tuple[Expr, ...]:
        return (self.members,) if self.but is None else (self.members, self.but)

    def emit(self, env: Environment) -> Code:
        mask = self.members.emit(env).text
        if self.kind.stands is None:
            assert self.kind.lies is not None
            at = "" if self.but is None else f", {self.but.emit(env).text}"
            return Code(f"Q{self.kind.lies.plane.index}.{self.word}({self.kind.lies.number}, {mask}{at})")
        but = "" if self.but is None else f", {self.but.emit(env).text}"
        stands = self.kind.stands
        return Code(f"Q{stands.plane.index}.{self.word}(S, {stands.number}, {mask}{but})")

    def reads(self, env: Environment) -> Reads:
        found = super().reads(env)
        if self.kind.stands is not None:
            base = self.kind.state["spot"].base
            found |= frozenset(range(base, base + len(self.kind.members)))
        return found


@frozen(eq=False)
class Joined(Expr):
    """Several groups as one list."""

    groups: tuple[Expr, ...]

    def children(self) -> tuple[Expr, ...]:
        return self.groups

    def emit(self, env: Environment) -> Code:
        parts = [group.emit(env) for group in self.groups]
        if len(parts) == 1:
            return parts[0]
        return Code(f"({''.join(f'*{part.text}, ' for part in parts)})")


@frozen(eq=False)
class One(Expr):
    """The set of one member."""

    member: Expr

    def children(self) -> tuple[Expr, ...]:
        return (self.member,)

    def emit(self, env: Environment) -> Code:
        return Code(f"1 << {self.member.emit(env).at(c.SUM)}", c.SHIFT)


@frozen(eq=False)
class Barred(Expr):
    """Areas that nobody may come onto."""

    areas: Expr

    def children(self) -> tuple[Expr, ...]:
        return (self.areas,)

    def emit(self, env: Environment) -> Code:
        areas = self.areas.emit(env).text
        return Code(areas if areas == "()" else f"[x.closed() for x in {areas}]")


@frozen(eq=False)
class Spotted(Expr):
    """A point as an outline of one corner."""

    spot: Expr

    def children(self) -> tuple[Expr, ...]:
        return (self.spot,)

    def emit(self, env: Environment) -> Code:
        return Code(f"spotted({self.spot.emit(env).text})")


@frozen(eq=False)
class Site:
    """Where something is: a point with a radius around it, or an outline."""

    plane: PlaneInfo | None
    spot: Expr | None
    radius: int = 0
    outline: Expr | None = None
    kind: Kind | None = None
    subject: Expr | None = None

    @property
    def centre(self) -> Expr:
        """The point that it is at: where it stands, or the middle of its outline."""
        if self.spot is not None:
            return self.spot
        assert self.plane is not None
        assert self.kind is not None
        assert self.kind.lies is not None
        assert self.subject is not None
        parts = (str(self.kind.lies.number), self.subject)
        return Asked(member(POINT), self.plane.index, "middle", parts)


def spot_of(kind: Kind, subject: Expr) -> n.Cell:
    """The cell of where a member stands."""
    return n.Cell(member(POINT, optional=True), kind.state["spot"].base, max(1, len(kind.members)), subject)


def bases(groups: list[Expr], kinds: list[Kind], subject: Expr | None, mover: Kind | None) -> Expr:
    """Those of some sets who stand, as bases, without ``subject``, who is of the kind ``mover``."""
    found = [
        Group(group.type, kind, "bases", group, subject if kind is mover else None)
        for group, kind in zip(groups, kinds, strict=True)
        if kind.stands is not None
    ]
    return Joined(NUMBER, tuple(found))


def areas(groups: list[Expr], kinds: list[Kind]) -> Expr:
    """Those of some sets that lie, as areas."""
    found = [
        Group(group.type, kind, "areas", group)
        for group, kind in zip(groups, kinds, strict=True)
        if kind.lies is not None
    ]
    return Joined(NUMBER, tuple(found))


class PlaneCalls(Reader):
    """Reads the functions of planes; `apart` is read by the method `call_apart`."""

    def site(self, tree: ast.AST) -> Site:
        """What an argument that stands for a place is."""
        subject = self.expr(tree)
        type_ = subject.type
        if isinstance(type_, Member) and not type_.optional:
            found = site_of(subject, self.world.kinds[type_.kind])
            if found is not None:
                return found
        raise self.wrong(subject, PLACE, self.span(tree))

    def _standing(self, tree: ast.AST, *, faces: bool = False) -> Site:
        site = self.site(tree)
        stands = None if site.kind is None else site.kind.stands
        if stands is None:
            message = "somebody who stands on a plane is needed here"
            raise self.mistake(codes.WRONG_TYPE, message, self.span(tree))
        if faces and not stands.faces:
            message = f"a {site.kind.title if site.kind else ''} does not face a way"
            fix = "stands: {…, faces: true}"
            raise self.mistake(codes.WRONG_TYPE, message, self.span(tree), fix=fix)
        return site

    def _plane(self, tree: ast.Call, *sites: Site) -> int:
        found = {site.plane.index for site in sites if site.plane is not None}
        if len(found) > 1:
            raise self.mistake(codes.WRONG_TYPE, "these are not on the same plane", self.span(tree))
        if not found and not self.world.planes:
            raise self.mistake(codes.NOT_ALLOWED, "this pack has no plane to measure on", self.span(tree))
        return found.pop() if found else 0

    def _measured(self, type_: Type, tree: ast.Call, between: str, beside: str, lying: str) -> Expr:
        a, b = (self.site(part) for part in self._arguments(tree, 2))
        if a.outline is not None:
            a, b = b, a
        plane = self._plane(tree, a, b)
        if a.spot is None:
            assert a.outline is not None
            assert b.outline is not None
            return Asked(type_, plane, lying, (a.outline, b.outline))
        if b.outline is not None:
            return Asked(type_, plane, beside, (a.spot, str(a.radius), b.outline))
        assert b.spot is not None
        return Asked(type_, plane, between, (a.spot, b.spot, str(a.radius + b.radius)))

    def call_apart(self, tree: ast.Call) -> Expr:
        return self._measured(NUMBER, tree, "apart", "apart_from", "apart_lying")

    def call_touching(self, tree: ast.Call) -> Expr:
        return self._measured(CONDITION, tree, "touching", "touching_on", "touching_lying")

    def call_on(self, tree: ast.Call) -> Expr:
        one, area = (self.site(part) for part in self._arguments(tree, 2))
        if one.spot is None:
            message = "`on` takes somebody who stands, or a point, and then what they may be on"
            raise self.mistake(codes.WRONG_TYPE, message, self.span(tree))
        if area.spot is not None:
            parts = (one.spot, area.spot, str(one.radius + area.radius))
            return Asked(CONDITION, self._plane(tree, one, area), "overlapping", parts)
        assert area.outline is not None
        return Asked(CONDITION, self._plane(tree, one, area), "on", (one.spot, str(one.radius), area.outline))

    def call_sees(self, tree: ast.Call) -> Expr:
        first, second, *rest = self._arguments(tree, 3, 6)
        a, b = self.site(first), self.site(second)
        stood: list[Expr] = []
        lain: list[Expr] = []
        sets: list[str | Expr] = []
        for part in rest:
            group = self.expr(part)
            if group.type == EMPTY:
                continue
            kind = self.world.kinds[group.type.kind] if isinstance(group.type, SetOf) else None
            if kind is None or (kind.stands is None and kind.lies is None):
                raise self.wrong(
                    group, Type("a set of members that stand or lie on a plane"), self.span(part)
                )
            # The two themselves do not hide one another.
            for site in (a, b):
                if site.kind is kind and site.subject is not None:
                    group = Without(group.type, group, site.subject)
            if kind.stands is not None:
                stood.append(Group(group.type, kind, "bases", group))
                continue
            assert kind.lies is not None
            lain.append(Group(group.type, kind, "areas", group))
            sets += [str(kind.lies.number), group]
        plane = self._plane(tree, a, b)
        if not stood:
            return Asked(CONDITION, plane, "clear", (a.centre, b.centre, *sets))
        joined = (Joined(NUMBER, tuple(stood)), Joined(NUMBER, tuple(lain)))
        return Asked(CONDITION, plane, "sees", (a.centre, b.centre, *joined))

    def call_middle(self, tree: ast.Call) -> Expr:
        (part,) = self._arguments(tree, 1)
        return self.site(part).centre

    def _of_three(self, tree: ast.Call, method: str) -> Expr:
        sites = [self.site(part) for part in self._arguments(tree, 3)]
        return Asked(NUMBER, self._plane(tree, *sites), method, tuple(site.centre for site in sites))

    def call_along(self, tree: ast.Call) -> Expr:
        return self._of_three(tree, "along")

    def call_aside(self, tree: ast.Call) -> Expr:
        return self._of_three(tree, "aside")

    def call_behind(self, tree: ast.Call) -> Expr:
        first, second = self._arguments(tree, 2)
        a, b = self.site(first), self._standing(second, faces=True)
        if a.spot is None:
            raise self.mistake(codes.WRONG_TYPE, "an outline is behind nobody", self.span(first))
        assert b.spot is not None
        assert b.kind is not None
        faces = n.Cell(NUMBER, b.kind.state["facing"].base, max(1, len(b.kind.members)), b.subject)
        return Asked(CONDITION, self._plane(tree, a, b), "behind", (a.spot, str(a.radius), b.spot, faces))

    def call_nearest(self, tree: ast.Call) -> Expr:
        one, area = (self.site(part) for part in self._arguments(tree, 2))
        if one.spot is None or area.outline is None:
            message = "`nearest` takes somebody who stands, or a point, and what lies on the plane"
            raise self.mistake(codes.WRONG_TYPE, message, self.span(tree))
        return Asked(member(POINT), self._plane(tree, one, area), "nearest", (one.spot, area.outline))

    def call_point(self, tree: ast.Call) -> Expr:
        parts = self._arguments(tree, 2)
        plane = next(iter(self.world.planes.values()), None)
        if plane is None:
            raise self.mistake(codes.NOT_ALLOWED, "this pack has no plane", self.span(tree))
        known = [grains(ast.unparse(part)) if isinstance(part, ast.Constant) else None for part in parts]
        if known[0] is not None and known[1] is not None:
            if max(known[0], known[1]) > LONGEST * GRAIN:
                raise self.mistake(codes.TOO_LARGE, "this lies on no plane", self.span(tree))
            return n.Const(member(POINT), point(known[0], known[1]))
        x, y = (self.need(part, NUMBER) for part in parts)
        return Asked(member(POINT), plane.index, "at", (x, y))


@frozen(eq=False)
class Without(Expr):
    """A set without one member."""

    group: Expr
    member: Expr

    def children(self) -> tuple[Expr, ...]:
        return (self.group, self.member)

    def emit(self, env: Environment) -> Code:
        group, one = self.group.emit(env), self.member.emit(env)
        return Code(f"{group.at(c.BIT_AND)} & ~(1 << {one.at(c.SUM)})", c.BIT_AND)


def site_of(subject: Expr, kind: Kind) -> Site | None:
    """Where a member of a kind is, or a point; None for what is nowhere."""
    if kind.id == POINT:
        return Site(None, subject)
    stands: StandingInfo | None = kind.stands
    if stands is not None:
        return Site(stands.plane, spot_of(kind, subject), stands.radius, None, kind, subject)
    lies: LyingInfo | None = kind.lies
    if lies is None:
        return None
    outline = Asked(NUMBER, lies.plane.index, "outline", (str(lies.number), subject))
    return Site(lies.plane, None, 0, outline, kind, subject)


__all__ = [
    "PLANE_FUNCTIONS",
    "Asked",
    "Barred",
    "Group",
    "Joined",
    "One",
    "PlaneCalls",
    "Site",
    "Spotted",
    "areas",
    "bases",
    "site_of",
]
