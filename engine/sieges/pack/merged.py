"""What a pack says once its files, its bases and the chosen mode are laid over each other: sections 1, 9 and 10.

`Merged` is what the language layer links, types and compiles.
"""

from __future__ import annotations

from typing import Any, Literal

from attrs import define, evolve, field, fields, frozen

from sieges.pack import declarations as d
from sieges.pack.node import Node
from sieges.pack.sections import ENTRY_SECTIONS
from sieges.text.spans import Span

STANDARD = "standard"
"""The one mode of a pack without modes."""

AmendmentKind = Literal["before", "after", "instead"]
AMENDMENT_KINDS: tuple[AmendmentKind, ...] = ("before", "after", "instead")


@frozen(eq=False)
class Entry:
    """One thing that a pack declares."""

    id: str
    node: Node
    """As the author wrote it."""
    spec: Any
    """The declaration; None for the body of a location, order, card or member: its fields are typed later."""
    default_source: d.Source | None
    """The source that its file, or else the manifest of its pack, gives to everything."""
    pack: str
    """The id of the pack that declares it (or replaces it)."""
    mode: str | None = None
    """The mode whose overlay declares it; None where the pack itself does."""

    @property
    def source(self) -> d.Source | None:
        """Its own source, or else the default of its pack."""
        own = self.node.get("source")
        return self.default_source if own is None else d.Source(own)

    @property
    def status(self) -> str:
        """Whether it is printed, inferred and so on, by its own source or the default of its file or pack."""
        own = self.node.get("source")
        return status_of(None if own is None else d.Source(own), self.default_source)

    @property
    def key_span(self) -> Span:
        """Where its id stands."""
        return self.node.key_span


UNSAID = "unsaid"
"""The status of data that do not say where they come from."""


def status_of(own: d.Source | None, default: d.Source | None, outer: str = UNSAID) -> str:
    """The status of a source, or of what surrounds it; what cites clauses and says no more is printed."""
    for source in (own, default):
        if source is not None and source.status is not None:
            return source.status
    if outer != UNSAID:
        return outer
    return "printed" if own is not None and own.clauses else UNSAID


@frozen(eq=False)
class Amendment:
    """Steps done before, after or instead of a labelled step."""

    kind: AmendmentKind
    steps: d.Steps
    node: Node
    """The steps; its key span is the word `before`, `after` or `instead`."""
    target: Node
    """The mapping under `procedure.label`; its key span is that name."""
    pack: str
    mode: str | None
    default_source: d.Source | None


@frozen(eq=False)
class Mode:
    """A way to play that a pack declares: what people see of it before it is chosen."""

    id: str
    title: str
    default: bool
    node: Node
    """The overlay of the last pack that has it."""
    on: str | None = None
    """The mode that it is laid over."""


@frozen(eq=False)
class Ask:
    """One thing that a base requires of the packs that extend it."""

    section: str
    """`roles`, or the section that must declare it."""
    id: str
    type: str | None
    """For a role, its type in words."""
    node: Node
    pack: str


def _entries() -> Any:
    return field(factory=dict)


@define(eq=False)
class Merged:
    """A pack with its bases and one mode, sections by id, those of the base first.

    Nobody changes it once `merge` has handed it over.
    """

    manifest: d.Manifest
    mode: str
    modes: dict[str, Mode] = _entries()
    """All modes that the pack and its bases declare; empty where there is but the one called `standard`."""
    packs: list[Entry] = field(factory=list)
    """The manifests, the first base first: `spec` is a `Manifest`."""
    layers: dict[str, int] = _entries()
    """The path shown of each file -> which of `packs` it belongs to."""
    roles: dict[str, str] = _entries()
    """Role -> the name bound to it by whichever pack binds it, followed to the end."""
    role_asks: dict[str, Ask] = _entries()
    """Every role of the packs, bound or not, with its type."""
    asks: list[Ask] = field(factory=list)
    """What packs that extend this one have still to supply; a pack with any cannot be played itself."""

    sides: dict[str, Entry] = _entries()
    kinds: dict[str, Entry] = _entries()
    """Kinds with the fields of all packs; `kind_parts` has each pack's own part, with its places."""
    kind_parts: dict[str, list[Entry]] = _entries()
    members: dict[str, dict[str, Entry]] = _entries()
    """Kind -> members of the packs' own kinds, from `kinds` and `members` both, in order."""
    tags: dict[str, Entry] = _entries()
    locations: dict[str, Entry] = _entries()
    planes: dict[str, Entry] = _entries()
    pieces: dict[str, Entry] = _entries()
    tracks: dict[str, Entry] = _entries()
    variables: dict[str, Entry] = _entries()
    dice: dict[str, Entry] = _entries()
    orders: dict[str, Entry] = _entries()
    cards: dict[str, Entry] = _entries()
    zones: dict[str, Entry] = _entries()
    decks: dict[str, Entry] = _entries()
    results: dict[str, Entry] = _entries()
    """Token -> `Steps`."""
    charts: dict[str, Entry] = _entries()
    define: dict[str, Entry] = _entries()
    """Name -> `Definition`; one written as an expression alone has no parameters."""
    procedures: dict[str, Entry] = _entries()
    victory: dict[str, Entry] = _entries()
    options: dict[str, Entry] = _entries()
    invariants: dict[str, Entry] = _entries()
    """Name -> `Expression`."""
    never: dict[str, Entry] = _entries()
    eventually: dict[str, Entry] = _entries()
    evaluation: dict[str, Entry] = _entries()
    """Side -> `Expression`."""
    examples: dict[str, Entry] = _entries()
    odds: dict[str, Entry] = _entries()

    setups: list[Entry] = field(factory=list)
    """All `setup`s, those of bases first, that of the mode last; each `spec` is a `Setup`."""
    sequence: Entry | None = None
    """`spec` is `Steps`."""
    campaign: Entry | None = None
    """`spec` is a `Campaign`."""
    rulebooks: list[Entry] = field(factory=list)
    """All rulebooks, those of bases first; clause ids are distinct over them. Each `spec` is a `Rulebook`."""
    displays: list[Entry] = field(factory=list)
    """All `display` sections, those of bases first; each `spec` is a `Display`."""
    removed: dict[str, Span] = _entries()
    """Id (or token) of what overlays have removed -> where they say so."""
    amendments: dict[str, list[Amendment]] = _entries()
    """`procedure.label` -> amendments, in the order in which they are made."""

    @property
    def id(self) -> str:
        """The id of the pack."""
        return self.manifest.pack

    @property
    def rulebook(self) -> d.Rulebook | None:
        """The rulebook of the pack nearest to the player; its clauses are those of all packs."""
        if not self.rulebooks:
            return None
        clauses = {id_: clause for entry in self.rulebooks for id_, clause in entry.spec.clauses.items()}
        specs: list[d.Rulebook] = [entry.spec for entry in self.rulebooks]
        titled = next((spec for spec in reversed(specs) if spec.title is not None), specs[-1])
        return evolve(titled, clauses=clauses)

    def section(self, name: str) -> dict[str, Entry]:
        """The entries of a section that maps ids to entries.

        Raises:
            KeyError: `name` is no such section.
        """
        if name not in ENTRY_SECTIONS:
            raise KeyError(name)
        found: dict[str, Entry] = getattr(self, name)
        return found

    def field_node(self, kind: str, name: str) -> Node | None:
        """Where the field or state field `name` of `kind` is declared."""
        for part in self.kind_parts.get(kind, ()):
            for group in ("fields", "state"):
                found = part.node.get(group)
                if found is not None and name in found:
                    return found[name]
        return None

    def carriers(self) -> dict[str, tuple[str, Node]]:
        """What a clause may name as carrying it out (its key `by`): name -> its section, and where it stands."""
        found: dict[str, tuple[str, Node]] = {}
        for name in (
            "procedures",
            "define",
            "options",
            "zones",
            "victory",
            "variables",
            "tracks",
            "decks",
            "pieces",
            "dice",
        ):
            for id_, entry in self.section(name).items():
                found.setdefault(id_, (name, entry.node))
        for name, single in (("sequence", self.sequence), ("campaign", self.campaign)):
            if single is not None:
                found.setdefault(name, (name, single.node))
        return found

    def clause_node(self, clause: str) -> Node | None:
        """Where a clause of the rulebooks stands."""
        for entry in self.rulebooks:
            if clause in entry.spec.clauses:
                return entry.node["clauses"][clause]
        return None

    def copy(self) -> Merged:
        """A copy of which the sections can be changed: entries are shared, they never change."""
        copied: dict[str, Any] = {}
        for attribute in fields(Merged):
            found = getattr(self, attribute.name)
            if isinstance(found, dict):
                copied[attribute.name] = {key: _shallow(value) for key, value in found.items()}
            elif isinstance(found, list):
                copied[attribute.name] = list(found)
        return evolve(self, **copied)


def _shallow(value: Any) -> Any:
    return dict(value) if isinstance(value, dict) else list(value) if isinstance(value, list) else value
