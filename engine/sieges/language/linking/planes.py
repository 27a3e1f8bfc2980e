"""Planes, and the kinds whose members stand or lie on them (docs/language.md, section 3)."""

from __future__ import annotations

from sieges.language import codes
from sieges.language.linking.base import Linking
from sieges.language.points import GRAIN, LONGEST, grains
from sieges.language.reporting import near, title_of
from sieges.language.types import DIRECTION, NUMBER, POINT, member
from sieges.language.world import FieldInfo, Kind, LyingInfo, PlaneInfo, StandingInfo, StateInfo
from sieges.pack.node import Node

SPOT, FACING = "spot", "facing"
"""The state fields of those who stand: where, and which way they face."""
PACE, TOLL, OUTLINE = "pace", "toll", "outline"
"""What those that lie have beside the fields of their kind."""
MOST_CORNERS = 64


def link_planes(linking: Linking) -> None:
    """Enter the planes, and what standing and lying on them gives a kind."""
    world = linking.world
    for index, (id_, entry) in enumerate(linking.merged.planes.items()):
        spec = entry.spec
        width, height = (_length(linking, written.node, GRAIN) for written in (spec.width, spec.height))
        title = spec.title or title_of(id_)
        world.planes[id_] = PlaneInfo(id_, index, title, spec.measures or "measures", width, height)
    if not world.planes:
        for id_ in linking.merged.kinds:
            for name in ("stands", "lies"):
                if (node := _said(linking, id_, name)) is not None:
                    fix = "declare one under `planes:`"
                    linking.report(codes.UNKNOWN_NAME, "this pack has no plane", node, fix=fix)
        return
    if POINT in linking.merged.kinds:
        node = linking.merged.kinds[POINT].node
        linking.report(
            codes.NAME_TAKEN, f"a pack with planes has the kind `{POINT}` already", node, at_key=True
        )
    world.kinds[POINT] = Kind(POINT, f"{POINT}s", POINT)
    for id_, entry in linking.merged.kinds.items():
        kind, spec = world.kinds[id_], entry.spec
        if spec.stands is not None and (said := _said(linking, id_, "stands")) is not None:
            plane = _plane(linking, said["on"])
            radius = _length(linking, spec.stands.base.node, 1) // 2
            if plane is not None:
                kind.stands = StandingInfo(plane, len(plane.standing), radius, spec.stands.faces)
                plane.standing.append(kind)
        if (said := _said(linking, id_, "lies")) is not None:
            plane = _plane(linking, said)
            if kind.stands is not None:
                message = f"a kind stands on a plane or lies on it; `{id_}` does both"
                linking.report(
                    codes.WRONG_TYPE, message, said, at_key=True, fix="leave out `lies` or `stands`"
                )
            elif plane is not None:
                kind.lies = LyingInfo(plane, len(plane.lying))
                plane.lying.append(kind)
        if kind.lies is not None:
            for name in (PACE, TOLL):
                kind.fields[name] = FieldInfo(name, NUMBER, None, common=True)


def stand(linking: Linking) -> None:
    """Give those who stand their state fields: nobody does at the start, unless the kind says otherwise."""
    for kind in linking.world.kinds.values():
        if kind.stands is None:
            continue
        node = _said(linking, kind.id, "stands")
        assert node is not None
        for name in (SPOT, FACING) if kind.stands.faces else (SPOT,):
            if name in kind.state or name in kind.fields:
                message = f"those who stand on a plane have a `{name}` already"
                linking.report(codes.NAME_TAKEN, message, node, at_key=True)
            type_ = member(POINT, optional=True) if name == SPOT else DIRECTION
            kind.state[name] = StateInfo(name, type_, node, starts=[-1] * len(kind.members))


def link_outlines(linking: Linking) -> None:
    """Read the outlines of those that lie on a plane, and check what they cost."""
    for kind in linking.world.kinds.values():
        if kind.lies is None:
            continue
        for index, body in enumerate(kind.nodes):
            written = body.get(OUTLINE)
            if written is None:
                linking.report(
                    codes.MISSING_FIELD,
                    f"`{kind.members[index]}` lies on a plane and lacks an `{OUTLINE}`",
                    body,
                    at_key=True,
                    fix=f"{OUTLINE}: [[2, 2], [6, 2], [6, 4], [2, 4]]",
                )
            kind.lies.outlines.append(_outline(linking, kind.lies.plane, written))
            for name in (PACE, TOLL):
                if kind.fields[name].values[index] < 0:
                    linking.report(codes.WRONG_TYPE, "what an area costs is 0 or more", body[name])


def _said(linking: Linking, kind: str, name: str) -> Node | None:
    """What whichever pack says of a kind under a key of it."""
    parts = (part.node.get(name) for part in linking.merged.kind_parts.get(kind, ()))
    return next((node for node in parts if node is not None), None)


def _plane(linking: Linking, node: Node) -> PlaneInfo | None:
    found = linking.world.planes.get(str(node.value))
    if found is None:
        fix = near(node.value, linking.world.planes)
        linking.report(codes.UNKNOWN_NAME, f"there is no plane `{node.value}`", node, fix=fix)
    return found


def _length(linking: Linking, node: Node, least: int) -> int:
    """A length in grains; a harmless one after a reported mistake."""
    found = None if node.is_mapping or node.is_list else grains(str(node.raw))
    if found is None or not least <= found <= LONGEST * GRAIN:
        message = f"a length is a number of measures with up to three decimals, at most {LONGEST}"
        linking.report(codes.WRONG_TYPE, message, node)
        return GRAIN
    return found


def _outline(linking: Linking, plane: PlaneInfo, node: Node | None) -> tuple[tuple[int, int], ...]:
    corners: list[tuple[int, int]] = []
    if node is None:
        return ((0, 0),)
    if not node.is_list or not 1 <= len(list(node)) <= MOST_CORNERS:
        linking.report(codes.WRONG_TYPE, f"an outline is a list of 1 to {MOST_CORNERS} corners", node)
        return ((0, 0),)
    for part in node:
        if not part.is_list or len(list(part)) != 2:
            linking.report(codes.WRONG_TYPE, "a corner is `[x, y]`, in measures from the south-west", part)
            continue
        x, y = (_length(linking, written, 0) for written in part)
        if x > plane.width or y > plane.height:
            linking.report(codes.WRONG_TYPE, f"this corner lies outside of `{plane.id}`", part)
        corners.append((x, y))
    if len(set(corners)) < len(corners):
        linking.report(codes.WRONG_TYPE, "an outline comes to each of its corners once", node)
    return tuple(corners) or ((0, 0),)
