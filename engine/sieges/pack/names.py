"""One name, one thing: ids that an expression can name are distinct in a pack (section 2 of docs/language.md)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from sieges.pack import codes
from sieges.pack.copies import copies_of
from sieges.pack.layers import Merging
from sieges.pack.merged import Entry, Merged
from sieges.pack.sections import BUILT_IN_KINDS, SECTIONS
from sieges.pack.wording import with_article
from sieges.text.diagnostic import nearest
from sieges.text.spans import Span

NAMED_IN_EXPRESSIONS = (
    "sides",
    "locations",
    "orders",
    "cards",
    "pieces",
    "tags",
    "tracks",
    "variables",
    "define",
    "options",
    "zones",
    "decks",
    "dice",
    "procedures",
)


@frozen
class Named:
    """Something that has a name: what it is, where it is declared, and by the how-manieth pack."""

    id: str
    what: str
    span: Span
    pack: int
    in_mode: bool = False

    @property
    def rank(self) -> tuple[int, bool, str, int, int]:
        """Of two things of one name, the later one is to blame."""
        return self.pack, self.in_mode, self.span.file, self.span.line, self.span.column


def names(merged: Merged) -> Iterator[Named]:
    """Everything that an expression can name."""
    packs = {entry.id: number for number, entry in enumerate(merged.packs)}

    def named(id_: str, span: Span, what: str, entry: Entry) -> Named:
        return Named(id_, what, span, packs.get(entry.pack, 0), entry.mode is not None)

    for section in NAMED_IN_EXPRESSIONS:
        for id_, entry in merged.section(section).items():
            yield named(id_, entry.key_span, with_article(SECTIONS[section].one), entry)
            for copy in copies_of(id_, entry.node) if section == "cards" else ():
                yield named(copy, entry.key_span, f"a copy of the card `{id_}`", entry)
    for kind, members in merged.members.items():
        for id_, entry in members.items():
            yield named(id_, entry.key_span, f"a member of the kind `{kind}`", entry)
            for copy in copies_of(id_, entry.node):
                yield named(copy, entry.key_span, f"a copy of `{id_}`", entry)
    for kind, parts in merged.kind_parts.items():
        if kind not in BUILT_IN_KINDS:
            part = next((part for part in parts if part.spec.plural is not None), parts[0])
            yield named(*_plural(part), f"the set of all members of `{kind}`", part)
    for id_, entry in merged.pieces.items():
        if entry.spec.plural != id_:
            yield named(*_plural(entry), f"the function that counts `{id_}`", entry)
    for role, ask in merged.role_asks.items():
        if merged.roles.get(role) != role:
            yield Named(role, f"a role of `{ask.pack}`", ask.node.key_span, packs.get(ask.pack, 0))


def _plural(entry: Entry) -> tuple[str, Span]:
    """The plural of a kind or a piece, and where it stands; one that is not given is the id with an s."""
    if entry.spec.plural is None:
        return f"{entry.id}s", entry.key_span
    return entry.spec.plural, entry.node["plural"].span


def check_names(merging: Merging) -> None:
    """Note ids that name two different things."""
    seen: dict[str, Named] = {}
    for later in sorted(names(merging.merged), key=lambda named: named.rank):
        if later.id in BUILT_IN_KINDS.values():
            message = f"`{later.id}` is {later.what}, and the set of all members of a built-in kind"
            merging.error(codes.SAME_NAME, message, later.span, fix="give it another name")
            continue
        first = seen.setdefault(later.id, later)
        if first is not later:
            message = f"`{later.id}` is the name of two things: {first.what} and {later.what}"
            help_ = "an expression could not say which one is meant"
            related = ((first.span, first.what),)
            fix = "rename one of them"
            merging.error(codes.SAME_NAME, message, later.span, related=related, help=help_, fix=fix)


def check_kinds_of_members(merging: Merging) -> None:
    """Note members of kinds that are declared nowhere."""
    merged = merging.merged
    for part in merging.layer.parts.get("members", ()):
        for kind, node in part.items():
            if kind in merged.kinds and kind not in BUILT_IN_KINDS:
                continue
            near = nearest(kind, [name for name in merged.kinds if name not in BUILT_IN_KINDS])
            message = f"there is no kind `{kind}` to add members to"
            fix = f"write `{near}`" if near else "declare it under `kinds`"
            if kind in BUILT_IN_KINDS:
                message = f"`{kind}` is a built-in kind: its members have a section of their own"
                fix = f"write them under `{BUILT_IN_KINDS[kind]}:`"
            merging.error(codes.NOT_THERE, message, node.key_span, fix=fix)
