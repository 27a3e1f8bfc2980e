"""What a layer changes in what is there: `replace`, `change`, `remove`, `amend` (section 9 of docs/language.md)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import evolve

from sieges.pack import codes
from sieges.pack.copies import copies_of, ids_of, written_as
from sieges.pack.declarations import Steps
from sieges.pack.layers import Merging, add_kind
from sieges.pack.merged import AMENDMENT_KINDS, Amendment, Entry
from sieges.pack.node import ChangedNode, Node
from sieges.pack.sections import SECTIONS, Shape
from sieges.pack.wording import listed
from sieges.text.diagnostic import nearest


def change_sections(merging: Merging) -> None:
    """Do what the layer says under `remove`, `replace`, `change`; all speak of what was there before the layer."""
    for name in ("remove", "replace", "change"):
        for node in merging.layer.parts.get(name, ()):
            if not merging.has_base and merging.layer.mode is None:
                message = f"there is nothing to {name}: this pack extends none"
                help_ = f"`{name}` changes what the pack extended has, or, in a mode, what the pack has"
                merging.error(codes.NOT_THERE, message, node.key_span, help=help_)
                continue
            for section, body in node.items():
                _change(merging, name, section, body)


def _change(merging: Merging, verb: str, section: str, body: Node) -> None:
    if section == "modes":
        if merging.layer.mode is not None:
            message = "a mode cannot leave out a mode"
            help_ = (
                "`remove` beside `modes`, not within one, says which modes of the pack extended are left out"
            )
            merging.error(codes.NOT_THERE, message, body.key_span, help=help_)
    elif section == "members":
        for kind, below in body.items():
            for id_, node in _targets(verb, below):
                members = merging.merged.members.get(kind, {})
                if _may(merging, verb, (section, kind), id_, node, members):
                    _put(merging, verb, section, id_, node, members)
    elif SECTIONS[section].shape in (Shape.ENTRIES, Shape.BODIES):
        entries = merging.merged.section(section)
        for id_, node in _targets(verb, body):
            if _may(merging, verb, (section,), id_, node, entries):
                _put(merging, verb, section, id_, node, entries)
    else:
        _replace_single(merging, section, body)


def _targets(verb: str, body: Node) -> Iterable[tuple[str, Node]]:
    """Pairs of id and node: the keys of a `replace` or `change`, the items of a `remove`."""
    return [(str(item.value), item) for item in body] if verb == "remove" else body.items()


def _may(
    merging: Merging, verb: str, where: tuple[str, ...], id_: str, node: Node, there: dict[str, Entry]
) -> bool:
    """Whether the change can be made; says why where not."""
    one = where[1] if len(where) > 1 else SECTIONS[where[0]].one
    before = merging.changed.get((*where, id_))
    # A mode may well change what its pack has replaced or changed for all modes.
    of_all_modes = (
        before is not None
        and merging.layer.mode is not None
        and before.path[:2] != ("modes", merging.layer.mode)
    )
    if before is not None and not (verb == "change" and of_all_modes and id_ in there):
        message = f"the {one} `{id_}` is changed twice by this pack"
        related = ((before.key_span, "first changed here"),)
        merging.error(codes.CONFLICT, message, node.key_span, related=related)
        return False
    if id_ not in there:
        near = nearest(id_, there)
        message = f"there is no {one} `{id_}` to {verb}"
        help_ = _elsewhere(merging, where, id_)
        if (group := written_as(id_, there)) is not None:
            near, help_ = group, f"it is one of the copies of `{group}`, which are changed together"
        fix = f"write `{near}`" if near else None
        merging.error(codes.NOT_THERE, message, node.key_span, help=help_, fix=fix)
        return False
    merging.changed[(*where, id_)] = node
    return True


def _elsewhere(merging: Merging, where: tuple[str, ...], id_: str) -> str | None:
    for name in SECTIONS:
        if SECTIONS[name].shape in (Shape.ENTRIES, Shape.BODIES) and id_ in merging.merged.section(name):
            return f"`{id_}` is a {SECTIONS[name].one}: it stands under `{name}`"
    return None


def _put(merging: Merging, verb: str, section: str, id_: str, node: Node, entries: dict[str, Entry]) -> None:
    if verb == "remove":
        gone = copies_of(id_, entries[id_].node) if section in ("members", "cards") else ()
        merging.merged.removed.update(dict.fromkeys((id_, *gone), node.span))
    if section == "kinds":
        _drop_kind(merging, id_)
        kept = entries.pop(id_)
        if verb == "replace" and (entry := merging.entry(SECTIONS[section], id_, node)) is not None:
            add_kind(merging, entry)
            merging.merged.kinds.setdefault(id_, kept)
        elif verb == "remove":
            merging.merged.members.pop(id_, None)
        return
    if section == "procedures":
        _drop_amendments(merging, id_, node)
    if verb == "remove":
        del entries[id_]
    elif verb == "change":
        kept = entries[id_]
        whole = ChangedNode.of(kept.node, node) if kept.node.is_mapping else node
        if (changed := merging.entry(SECTIONS[section], id_, whole)) is not None:
            # It is still that of who declared it: its source is inherited from there.
            entries[id_] = evolve(changed, default_source=kept.default_source, pack=kept.pack, mode=kept.mode)
    elif (replaced := merging.entry(SECTIONS[section], id_, node)) is not None:
        entries[id_] = replaced  # where the old one stood: the order of entries is part of the rules


def _drop_kind(merging: Merging, kind: str) -> None:
    """Forget the parts of a kind, and the members that were written inside them."""
    merging.merged.kind_parts.pop(kind, None)
    members = merging.merged.members.get(kind, {})
    for id_, entry in list(members.items()):
        if entry.node.path[-4:-1] == ("kinds", kind, "members"):
            del members[id_]


def _drop_amendments(merging: Merging, procedure: str, node: Node) -> None:
    """What bases amended in a procedure goes with it; what this pack itself amends there is a conflict."""
    amendments = merging.merged.amendments
    for target in [name for name in amendments if name.split(".")[0] == procedure]:
        for amendment in amendments.pop(target):
            if amendment.pack == merging.layer.pack:
                message = f"the procedure `{procedure}` is changed as a whole and in part by the same pack"
                related = ((amendment.target.key_span, "changed in part here"),)
                merging.error(codes.CONFLICT, message, node.key_span, related=related)


def _replace_single(merging: Merging, section: str, node: Node) -> None:
    merged = merging.merged
    many: list[Entry] | None = {"setup": merged.setups, "rulebook": merged.rulebooks}.get(section)
    single: Entry | None = None if many is not None else getattr(merged, section)
    there = many if many is not None else [single] if single else []
    if not there:
        message = f"there is no `{section}` to replace"
        merging.error(codes.NOT_THERE, message, node.key_span, fix=f"put it under `{section}:` itself")
        return
    before = merging.changed.get((section,))
    if before is not None:
        related = ((before.key_span, "first replaced here"),)
        merging.error(
            codes.CONFLICT, f"`{section}` is replaced twice by this pack", node.key_span, related=related
        )
        return
    merging.changed[(section,)] = node
    entry = merging.entry(SECTIONS[section], section, node)
    if entry is None:
        return
    if many is not None:
        many[:] = [entry]
    else:
        _drop_amendments(merging, section, node)
        setattr(merged, section, entry)


def amend_sections(merging: Merging) -> None:
    """Note what the layer does before, after or instead of labelled steps; the language layer finds the labels."""
    for node in merging.layer.parts.get("amend", ()):
        for target, body in node.items():
            if _is_there(merging, target, body):
                for kind in AMENDMENT_KINDS:
                    steps = body.get(kind)
                    if steps is not None:
                        _amend(merging, target, Amendment(kind, Steps(steps), steps, body, *_whose(merging)))


def _whose(merging: Merging) -> tuple[str, str | None, Any]:
    return merging.layer.pack, merging.layer.mode, merging.layer.default_source


def _amend(merging: Merging, target: str, amendment: Amendment) -> None:
    there = merging.merged.amendments.setdefault(target, [])
    if amendment.kind == "instead":
        for other in there:
            if other.kind == "instead":
                message = f"two overlays put something instead of `{target}`"
                related = ((other.node.key_span, f"the other one, of `{other.pack}`"),)
                merging.error(codes.CONFLICT, message, amendment.node.key_span, related=related)
                return
    there.append(amendment)


def _is_there(merging: Merging, target: str, body: Node) -> bool:
    """Whether the procedure (or other list of steps) is there in which a label is meant."""
    first, dot, label = target.partition(".")
    if not dot or not label or not first:
        message = f"`{target}` names no step: write the procedure, a dot, and the label of a step"
        merging.error(codes.NOT_THERE, message, body.key_span, help="for example `retreat.end`")
        return False
    merged = merging.merged
    names = {*merged.procedures, *merged.orders, *ids_of(merged.cards.values()), *merged.locations}
    names.update(id_ for members in merged.members.values() for id_ in ids_of(members.values()))
    names.update(name for name in ("sequence", "campaign") if getattr(merged, name) is not None)
    if merged.setups:
        names.add("setup")
    if first in names:
        return True
    near = nearest(first, names)
    message = f"there is no procedure `{first}` to amend"
    fix = f"write `{near}.{label}`" if near else None
    help_ = None if near or not merged.procedures else f"the procedures are {listed(merged.procedures)}"
    merging.error(codes.NOT_THERE, message, body.key_span, help=help_, fix=fix)
    return False
