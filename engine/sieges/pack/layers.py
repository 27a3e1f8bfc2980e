"""A layer is what one pack, or one mode of it, puts on top of what is there: section 9 of docs/language.md."""

from __future__ import annotations

from typing import Any

from attrs import define, field, frozen

from sieges.pack import codes
from sieges.pack import declarations as d
from sieges.pack.folder import Folder
from sieges.pack.grids import is_grid, squares, tag_of
from sieges.pack.merged import Entry, Merged
from sieges.pack.node import Node
from sieges.pack.sections import SECTIONS, Section, Shape
from sieges.pack.structure import Misshapen, structure
from sieges.text.diagnostic import Diagnostic, Diagnostics
from sieges.text.spans import Span


@frozen(eq=False)
class Layer:
    """The sections that a pack, or a mode, brings; each may be spread over files."""

    pack: str
    mode: str | None
    default_source: d.Source | None
    parts: dict[str, list[Node]]

    @property
    def words(self) -> str:
        """How messages call it."""
        return f"the mode `{self.mode}`" if self.mode else f"`{self.pack}`"


@define(eq=False)
class Merging:
    """What is being merged: the result so far, the layer put on it, what was found."""

    merged: Merged
    layer: Layer
    found: Diagnostics
    has_base: bool
    changed: dict[tuple[str, ...], Node] = field(factory=dict)
    """What this pack (its mode included) has replaced or removed, with the place where it says so."""

    def error(
        self,
        code: str,
        message: str,
        span: Span,
        *,
        related: tuple[tuple[Span, str], ...] = (),
        help: str | None = None,
        fix: str | None = None,
    ) -> None:
        """Note an error."""
        self.found.add(Diagnostic(code, "error", message, span, related, help, fix))

    def entry(self, section: Section, id_: str, node: Node) -> Entry | None:
        """An entry of the layer; None, and an error, where its shape is none that the section has."""
        spec: Any = None
        try:
            if section.spec is d.Definition and not node.is_mapping:
                spec = d.Definition(is_=d.Expression(node))
            elif section.shape not in (Shape.BODIES, Shape.MEMBERS):
                spec = structure(node, section.spec)
        except Misshapen as error:
            self.error(codes.WRONG_TYPE, f"expected {error.wanted} here", error.node.span)
            return None
        layer = self.layer
        return Entry(id_, node, spec, _file_source(node) or layer.default_source, layer.pack, layer.mode)


def _file_source(node: Node) -> d.Source | None:
    """What the file that a node stands in says of everything in it."""
    document = node.document
    if not isinstance(document.data, dict) or "source" not in document.data:
        return None
    return d.Source(Node(document, ("source",), document.data["source"]))


def layer_of(folder: Folder, default_source: d.Source | None) -> Layer:
    """What the pack itself brings, whatever the mode."""
    parts = {name: list(folder.parts(name)) for name in SECTIONS}
    return Layer(folder.id, None, default_source, {name: nodes for name, nodes in parts.items() if nodes})


def layer_of_mode(folder: Folder, mode: str, default_source: d.Source | None) -> Layer | None:
    """What a mode brings in addition, maybe in several files; None where the pack has no such mode."""
    overlays = [overlay for modes in folder.parts("modes") if (overlay := modes.get(mode)) is not None]
    if not overlays:
        return None
    parts: dict[str, list[Node]] = {}
    for overlay in overlays:
        for name, node in overlay.items() if overlay.is_mapping else ():
            if name in SECTIONS:
                parts.setdefault(name, []).append(node)
    return Layer(folder.id, mode, default_source, parts)


def add_sections(merging: Merging) -> None:
    """Put the entries of the layer beside those that are there."""
    for name, section in SECTIONS.items():
        for node in merging.layer.parts.get(name, ()):
            match section.shape:
                case Shape.ENTRIES | Shape.BODIES:
                    for id_, child in node.items():
                        if name == "locations" and is_grid(child):
                            _add_grid(merging, section, id_, child)
                        else:
                            _add(merging, section, id_, child)
                case Shape.MEMBERS:
                    for kind, bodies in node.items():
                        for id_, body in bodies.items():
                            add_member(merging, kind, id_, body)
                case Shape.SINGLE | Shape.STEPS:
                    _add_single(merging, section, node)


def _add(merging: Merging, section: Section, id_: str, node: Node) -> None:
    entry = merging.entry(section, id_, node)
    if entry is None:
        return
    entries = merging.merged.section(section.name)
    there = entries.get(id_)
    if section.name == "kinds":
        if there is None or not _defined_again(merging, section.one, entry, there, adding=True):
            add_kind(merging, entry)
    elif there is None or not _defined_again(merging, section.one, entry, there):
        entries[id_] = entry


def _add_grid(merging: Merging, section: Section, id_: str, node: Node) -> None:
    """Add the squares of a grid, and the tag that they carry."""
    kind = merging.merged.kinds.get("location")
    fields = {} if kind is None else kind.spec.fields
    for square, body in squares(id_, node, fields, merging.found):
        _add(merging, section, square, body)
    entry = merging.entry(section, id_, node)
    there = merging.merged.tags.get(id_)
    if entry is not None and (there is None or not _defined_again(merging, "tag", entry, there)):
        merging.merged.tags[id_] = tag_of(entry)


def _defined_again(merging: Merging, one: str, entry: Entry, there: Entry, *, adding: bool = False) -> bool:
    """Say so where `entry` is there already and may not be."""
    if there.pack == entry.pack and there.mode == entry.mode:
        message = f"the {one} `{entry.id}` is defined twice"
        related = ((there.key_span, "first defined here"),)
        merging.error(codes.DEFINED_TWICE, message, entry.key_span, related=related)
    elif not adding:
        whose = "by this pack" if there.pack == entry.pack else f"by `{there.pack}`, which this pack extends"
        message = f"the {one} `{entry.id}` is defined already {whose}"
        fix = "put it under `replace:` if it is to take the other's place, or choose another id"
        related = ((there.key_span, "defined here"),)
        merging.error(codes.REDEFINED, message, entry.key_span, related=related, fix=fix)
    else:
        return False
    return True


def add_kind(merging: Merging, entry: Entry) -> None:
    """Add the fields and members of a kind to those that it has."""
    merged = merging.merged
    kind = entry.id
    parts = merged.kind_parts.setdefault(kind, [])
    if parts and parts[-1].pack == entry.pack and parts[-1].mode == entry.mode:
        _defined_again(merging, "kind", entry, parts[-1])
        return
    spec: d.Kind = entry.spec
    old: d.Kind | None = merged.kinds[kind].spec if kind in merged.kinds else None
    for group in ("fields", "state"):
        for name in getattr(spec, group):
            place = merged.field_node(kind, name)
            if place is not None:
                message = f"the field `{name}` of `{kind}` is declared twice"
                here = entry.node[group][name].key_span
                related = ((place.key_span, "first declared here"),)
                fix = "leave it out: a kind keeps the fields that it has"
                merging.error(codes.REDEFINED, message, here, related=related, fix=fix)
    if old is not None:
        for name in ("plural", "title", "stands", "lies"):
            if getattr(spec, name) is not None and getattr(old, name) is not None:
                message = f"the {name} of the kind `{kind}` is given twice"
                if name in ("stands", "lies"):
                    message = f"`{name}` of the kind `{kind}` is said twice"
                known = getattr(old, name)
                words = f"`{known}` here" if isinstance(known, str) else "here already"
                related = ((merged.kinds[kind].key_span, words),)
                merging.error(codes.REDEFINED, message, entry.node[name].key_span, related=related)
        spec = d.Kind(
            plural=old.plural or spec.plural,
            title=old.title or spec.title,
            fields={**old.fields, **spec.fields},
            state={**old.state, **spec.state},
            members={**old.members, **spec.members},
            stands=old.stands or spec.stands,
            lies=old.lies or spec.lies,
            source=old.source or spec.source,
        )
    for name in entry.spec.fields:
        if name in entry.spec.state:
            message = f"`{name}` is declared both in `fields` and in `state`"
            related = ((entry.node["fields"][name].key_span, "the field"),)
            merging.error(codes.DEFINED_TWICE, message, entry.node["state"][name].key_span, related=related)
    first = merged.kinds.get(kind, entry)
    merged.kinds[kind] = Entry(kind, first.node, spec, first.default_source, first.pack, first.mode)
    parts.append(entry)
    members = entry.node.get("members")
    for id_, body in members.items() if members is not None else ():
        add_member(merging, kind, id_, body)


def add_member(merging: Merging, kind: str, id_: str, node: Node) -> None:
    """Add a member of a kind of the pack's own."""
    entry = merging.entry(SECTIONS["members"], id_, node)
    entries = merging.merged.members.setdefault(kind, {})
    there = entries.get(id_)
    if entry is not None and (there is None or not _defined_again(merging, kind, entry, there)):
        entries[id_] = entry


def _add_single(merging: Merging, section: Section, node: Node) -> None:
    entry = merging.entry(section, section.name, node)
    if entry is None:
        return
    merged = merging.merged
    several = {"setup": merged.setups, "rulebook": merged.rulebooks, "display": merged.displays}
    many = several.get(section.name)
    there = (many[-1] if many else None) if many is not None else getattr(merged, section.name)
    same_layer = there is not None and there.pack == entry.pack and there.mode == entry.mode
    if there is not None and (same_layer or many is None):
        if same_layer:
            message = f"the section `{section.name}` is written twice"
            related = ((there.key_span, "first written here"),)
            merging.error(codes.DEFINED_TWICE, message, entry.key_span, related=related)
        else:
            _defined_again(merging, "section", entry, there)
        return
    if section.name == "rulebook":
        _check_clauses(merging, entry)
    if many is not None:
        many.append(entry)
    else:
        setattr(merged, section.name, entry)


def _check_clauses(merging: Merging, entry: Entry) -> None:
    for clause in entry.spec.clauses:
        place = merging.merged.clause_node(clause)
        if place is not None:
            message = f"the clause `{clause}` is defined already"
            related = ((place.key_span, "first defined here"),)
            here = entry.node["clauses"][clause].key_span
            merging.error(codes.REDEFINED, message, here, related=related, fix="give it another id")
