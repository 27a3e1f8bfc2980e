"""What a base asks of the packs that extend it, and the roles they bind: section 9 of docs/language.md."""

from __future__ import annotations

import attrs

from sieges.pack import codes
from sieges.pack.copies import ids_of, may_have_copies
from sieges.pack.declarations import Manifest, Requires
from sieges.pack.layers import Merging
from sieges.pack.merged import Ask, Merged
from sieges.pack.node import Node
from sieges.pack.sections import BUILT_IN_KINDS, ENTRY_SECTIONS, SECTIONS
from sieges.pack.wording import listed
from sieges.text.diagnostic import nearest
from sieges.text.spans import Span


def asks_of(manifest: Manifest, node: Node) -> list[Ask]:
    """What a manifest asks for, in the order written."""
    requires = node.get("requires")
    if manifest.requires is None or requires is None:
        return []
    asks: list[Ask] = []
    for attribute in attrs.fields(Requires):
        below = requires.get(attribute.name)
        if below is None:
            continue
        if attribute.name == "roles":
            asks += [
                Ask("roles", role, str(words.value), words, manifest.pack) for role, words in below.items()
            ]
        else:
            asks += [Ask(attribute.name, str(item.value), None, item, manifest.pack) for item in below]
    return asks


def bind(merging: Merging, manifest: Manifest, node: Node) -> None:
    """Bind roles, then see whether everything asked for is there; runs after all layers of the pack.

    What is not there is passed on where the pack asks for it in turn.
    """
    merged = merging.merged
    own = asks_of(manifest, node)
    merged.role_asks.update({ask.id: ask for ask in own if ask.section == "roles"})
    _bind_roles(merging, node, own)
    passed_on = {(ask.section, ask.id) for ask in own}
    extends = node.get("extends")
    for ask in merged.asks:
        if (ask.section, ask.id) in passed_on or _is_met(merged, ask) or extends is None:
            continue
        one = "role" if ask.section == "roles" else SECTIONS[ask.section].one
        message = f"`{ask.pack}` asks for the {one} `{ask.id}`, which this pack does not supply"
        if ask.section == "roles":
            message = f"`{ask.pack}` asks for the role `{ask.id}` ({ask.type}), which this pack does not bind"
            fix = f"add `roles: {{{ask.id}: …}}` to the manifest"
        else:
            near = nearest(ask.id, _names(merged, ask.section))
            fix = f"declare it under `{ask.section}`" + (f"; is `{near}` meant to be it?" if near else "")
        merging.error(codes.UNMET, message, extends.span, related=((_place(ask), "asked for here"),), fix=fix)
    merged.asks = own


def _place(ask: Ask) -> Span:
    return ask.node.key_span if ask.section == "roles" else ask.node.span


def _names(merged: Merged, section: str) -> list[str]:
    return [*merged.section(section), *(BUILT_IN_KINDS if section == "kinds" else ())]


def _is_met(merged: Merged, ask: Ask) -> bool:
    if ask.section == "roles":
        return ask.id in merged.roles
    return ask.id in _names(merged, ask.section)


def _bind_roles(merging: Merging, node: Node, own: list[Ask]) -> None:
    roles = node.get("roles")
    if roles is None:
        return
    if node.get("extends") is None:
        message = "roles are bound for the pack extended, and this pack extends none"
        fix = "add `extends:`, or put the roles that this pack asks for under `requires:`"
        merging.error(codes.ROLE, message, roles.key_span, fix=fix)
        return
    merged = merging.merged
    unbound = {ask.id: ask for ask in merged.asks if ask.section == "roles"}
    bound_here: dict[str, Node] = {}
    for role, bound in roles.items():
        ask = unbound.get(role)
        if ask is None:
            _unknown_role(merging, role, bound, list(unbound))
            continue
        name = str(bound.value)
        candidates = _candidates(merged, ask, own)
        if name not in candidates:
            near = nearest(name, candidates)
            message = f"the role `{role}` is {ask.type}, and there is none called `{name}`"
            related = ((ask.node.key_span, "asked for here"),)
            help_ = None if near or not candidates else f"there are {listed(candidates)}"
            meant = f"write `{near}`" if near else None
            merging.error(codes.ROLE, message, bound.span, related=related, help=help_, fix=meant)
        for other in (other for other in bound_here if other != role and unbound[other].type == "a side"):
            if ask.type == "a side" and bound_here[other].value == name:
                message = f"the roles `{other}` and `{role}` are both bound to the side `{name}`"
                merging.error(
                    codes.ROLE, message, bound.span, related=((bound_here[other].span, "the first one"),)
                )
        bound_here[role] = bound
        merged.roles[role] = name
        for other, target in list(merged.roles.items()):
            if target == role:
                merged.roles[other] = name


def _unknown_role(merging: Merging, role: str, bound: Node, unbound: list[str]) -> None:
    if role in merging.merged.roles:
        message = f"the role `{role}` is bound already, to `{merging.merged.roles[role]}`"
        merging.error(codes.ROLE, message, bound.key_span)
        return
    near = nearest(role, unbound)
    message = f"the pack extended has no role `{role}`"
    help_ = None if near else f"its roles are {listed(unbound)}" if unbound else "it has no roles to bind"
    merging.error(codes.ROLE, message, bound.key_span, help=help_, fix=f"write `{near}`" if near else None)


def _candidates(merged: Merged, ask: Ask, own: list[Ask]) -> list[str]:
    """The names a role may be bound to: members of its kind, and roles of that type that are passed on."""
    words = (ask.type or "").split()
    kind = words[1] if len(words) == 2 and words[0] in ("a", "an") else ""
    passed = [other.id for other in own if other.section == "roles" and other.type == ask.type]
    if kind in BUILT_IN_KINDS:
        entries = merged.section(BUILT_IN_KINDS[kind])
        return [*(ids_of(entries.values()) if may_have_copies(kind) else entries), *passed]
    if kind in merged.members or kind in merged.kinds:
        return [*ids_of(merged.members.get(kind, {}).values()), *passed]
    every = [id_ for name in ENTRY_SECTIONS for id_ in merged.section(name)]
    members = [id_ for members in merged.members.values() for id_ in ids_of(members.values())]
    return [*every, *members, *passed]
