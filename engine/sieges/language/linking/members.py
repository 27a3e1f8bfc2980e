"""Kinds with their members; options, whose values are members too; roles, which are names of members."""

from __future__ import annotations

from sieges.language import codes
from sieges.language.linking.base import Linking
from sieges.language.reporting import name_of, title_of
from sieges.language.types import CONDITION, NUMBER, TEXT, Type, member, set_of
from sieges.language.world import FieldInfo, Kind, OptionInfo, Symbol
from sieges.pack.copies import COPIES, MOST_COPIES, copies_of, may_have_copies
from sieges.pack.merged import Entry
from sieges.pack.sections import MOST_ID

BUILT_IN: dict[str, tuple[str, dict[str, Type]]] = {
    "side": ("sides", {}),
    "location": (
        "locations",
        {
            "title": TEXT,
            "owner": member("side", optional=True),
            "slots": NUMBER,
            "neighbours": set_of("location"),
        },
    ),
    "piece": ("pieces", {}),
    "order": ("orders", {"title": TEXT, "number": NUMBER, "history": TEXT}),
    "card": ("cards", {"title": TEXT, "number": NUMBER, "history": TEXT}),
}


def link_kinds(linking: Linking) -> None:
    """Enter the kinds, built-in ones first, and their members."""
    world, merged = linking.world, linking.merged
    for id_, (plural, fields) in BUILT_IN.items():
        kind = Kind(id_, plural, id_)
        for name, type_ in fields.items():
            kind.fields[name] = FieldInfo(name, type_, None, common=True)
        world.kinds[id_] = kind
        _members(linking, kind, merged.section(plural))
    for id_, entry in merged.kinds.items():
        if id_ not in world.kinds:
            plural = entry.spec.plural or f"{id_}s"
            world.kinds[id_] = Kind(id_, plural, entry.spec.title or id_.replace("_", " "))
            _members(linking, world.kinds[id_], merged.members.get(id_, {}))
    for kind in world.kinds.values():
        world.plurals[kind.plural] = kind.id
        declared = merged.kinds.get(kind.id)
        if kind.id != "piece":
            node = None if declared is None else declared.node
            linking.enter(kind.plural, "set", node, (kind.id, kind.all), used=True)
    for kind in world.kinds.values():
        for index, name in enumerate(kind.members):
            if kind.id != "piece":
                linking.enter(name, "member", kind.nodes[index], (kind.id, index))
        for name, places in kind.copies.items():
            mask = sum(1 << place for place in places)
            linking.enter(name, "set", kind.nodes[places[0]], (kind.id, mask), used=True)


NAMED = ("side", "location", "order", "card")


def _members(linking: Linking, kind: Kind, entries: dict[str, Entry]) -> None:
    for name, entry in entries.items():
        body = entry.node
        title, label = body.get("title"), body.get("label")
        copies = _copies(linking, kind, entry)
        if label is not None and not copies:
            text = str(label.value) if not isinstance(label.value, str) else label.value
            if text in kind.labels:
                linking.report(
                    codes.NAME_TAKEN, f"two members of `{kind.id}` carry the label `{text}`", label
                )
            kind.labels[text] = len(kind.members)
        by_itself = name_of(name) if kind.id in NAMED else title_of(name)
        shown = str(title.value) if title is not None else by_itself
        for copy in copies:
            kind.add(copy, body, shown, entry, name)
        if not copies:
            kind.add(name, body, shown, entry)


def _copies(linking: Linking, kind: Kind, entry: Entry) -> list[str]:
    """The ids of the copies of a member; none where it stands for itself alone."""
    written = entry.node.get(COPIES) if may_have_copies(kind.id) else None
    if written is None:
        return []
    found = copies_of(entry.id, entry.node)
    if not found:
        message = f"there are 1 to {MOST_COPIES} copies of a member, not {written.value}"
        linking.report(codes.WRONG_TYPE, message, written)
    label = entry.node.get("label")
    if label is not None:
        linking.report(
            codes.NAME_TAKEN,
            "copies cannot carry one label",
            label,
            help="a label stands for one member",
            fix="leave `label` out",
        )
    if found and len(found[-1]) > MOST_ID:
        message = f"`{found[-1]}` is too long for an id: ids have at most {MOST_ID} characters"
        linking.report(codes.TOO_LARGE, message, entry.node, at_key=True)
    return found


def link_options(linking: Linking) -> None:
    """Enter the options of set-up; each one with values is a kind."""
    world = linking.world
    for id_, entry in linking.merged.options.items():
        spec = entry.spec
        if spec.values:
            kind = Kind(id_, f"{id_}_values", spec.title or id_)
            values = entry.node["values"]
            for index, (name, body) in enumerate(values.items()):
                title = body.get("title")
                kind.add(name, body, str(title.value) if title is not None else name.capitalize(), None)
                linking.enter(name, "member", body, (id_, index), used=True)
            world.kinds[id_] = kind
            default = kind.index.get(str(spec.default.node.value))
            if default is None:
                linking.report(
                    codes.UNKNOWN_NAME,
                    f"`{spec.default.node.value}` is no value of option `{id_}`",
                    spec.default.node,
                    help=f"its values: {', '.join(kind.members)}",
                )
            info = OptionInfo(
                id_, spec.title or id_, id_, member(id_), 0, len(kind.members) - 1, default or 0
            )
        else:
            # What it can be is known when there are fields to work it out from.
            type_ = CONDITION if spec.type == "condition" else NUMBER
            info = OptionInfo(id_, spec.title or id_, None, type_, 0, 0, 0)
        world.options[id_] = info
        linking.enter(id_, "option", entry.node, info)


def link_roles(linking: Linking) -> None:
    """Enter roles as further names of the members bound to them."""
    for role, bound in linking.merged.roles.items():
        symbol = linking.world.symbols.get(bound)
        if symbol is not None and symbol.what == "member" and role not in linking.world.symbols:
            linking.world.symbols[role] = Symbol(role, "member", symbol.node, symbol.info, used=True)
