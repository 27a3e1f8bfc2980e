"""What the steps of planes are about: who stands, places, sets of those who are in the way."""

from __future__ import annotations

from attrs import frozen

from sieges.language import codes
from sieges.language.expressions.nodes import Cell, Expr
from sieges.language.expressions.planes import Group, Joined, One, Site, site_of
from sieges.language.types import DIRECTION, NUMBER, UNKNOWN, Member, SetOf
from sieges.language.verbs.base import Binder, Refused
from sieges.language.world import Kind, StandingInfo
from sieges.pack.shapes import Anything, Expression


@frozen(eq=False)
class Who:
    """Somebody who stands: the member, the cell of where, and how."""

    subject: Expr
    kind: Kind
    stands: StandingInfo
    spot: Cell
    facing: Cell | None

    @property
    def cells(self) -> tuple[Cell, ...]:
        return (self.spot,) if self.facing is None else (self.spot, self.facing)


def read_who(binder: Binder, written: Expression) -> Who:
    """The member that a step is about.

    Raises:
        Refused: it is none that stands on a plane; this has been reported.
    """
    subject = binder.expression(written)
    type_ = subject.type
    if type_ == UNKNOWN:
        raise Refused
    kind = binder.program.world.kinds[type_.kind] if isinstance(type_, Member) else None
    if kind is None or kind.stands is None or (isinstance(type_, Member) and type_.optional):
        message = f"this is {type_}, and somebody who stands on a plane is needed"
        raise binder.refuse(codes.WRONG_TYPE, message, written.node.span)
    site = site_of(subject, kind)
    assert site is not None
    assert isinstance(site.spot, Cell)
    facing = None
    if kind.stands.faces:
        facing = Cell(DIRECTION, kind.state["facing"].base, max(1, len(kind.members)), subject)
    return Who(subject, kind, kind.stands, site.spot, facing)


def read_site(binder: Binder, written: Expression) -> Site:
    """A place that a step is about: where a member stands or lies, or a point.

    Raises:
        Refused: it is none; this has been reported.
    """
    subject = binder.expression(written)
    type_ = subject.type
    if type_ == UNKNOWN:
        raise Refused
    if isinstance(type_, Member) and not type_.optional:
        site = site_of(subject, binder.program.world.kinds[type_.kind])
        if site is not None:
            return site
    message = f"this is {type_}, and a member that stands or lies on a plane, or a point, is needed"
    raise binder.refuse(codes.WRONG_TYPE, message, written.node.span)


def read_groups(binder: Binder, written: Anything | None) -> tuple[list[Expr], list[Kind]]:
    """Sets of members that stand or lie on a plane: one, or a list of them.

    Raises:
        Refused: one is no such set; this has been reported.
    """
    found: list[Expr] = []
    kinds: list[Kind] = []
    if written is None:
        return found, kinds
    for node in list(written.node) if written.node.is_list else [written.node]:
        group = binder.expression(Expression(node))
        if group.type == UNKNOWN:
            raise Refused
        kind = binder.program.world.kinds[group.type.kind] if isinstance(group.type, SetOf) else None
        if kind is None or (kind.stands is None and kind.lies is None):
            message = f"this is {group.type}, and a set of members that stand or lie on a plane is needed"
            raise binder.refuse(codes.WRONG_TYPE, message, node.span)
        found.append(group)
        kinds.append(kind)
    return found, kinds


def with_one(standing: Expr, kind: Kind, subject: Expr) -> Expr:
    """Bases and one more: whoever one goes towards is in the way, whether named or not."""
    return Joined(NUMBER, (standing, Group(NUMBER, kind, "bases", One(NUMBER, subject))))
