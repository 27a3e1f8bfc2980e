"""The ledger of a pack: which clauses of its document are implemented where, and which examples show them."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve, frozen

from sieges.language.codes import CLAUSE
from sieges.pack.declarations import Source
from sieges.pack.merged import Entry, Merged
from sieges.pack.node import Node
from sieges.pack.sections import ENTRY_SECTIONS, SECTIONS
from sieges.study import codes
from sieges.text.diagnostic import Diagnostic, nearest
from sieges.text.spans import Span

SHOWING = "examples"
"""The section that shows rules; all others implement them."""


@frozen
class Citation:
    """A place that names a clause as its source."""

    clause: str
    what: str
    """The thing that it stands in, in words: "procedure turn"."""
    span: Span


@frozen
class Clause:
    """A clause of the rulebook with all that cites it."""

    id: str
    rule: str
    section: str
    """Of the document; "" where the pack does not say."""
    also: tuple[str, ...]
    is_ruling: bool
    is_example: bool
    span: Span
    implemented: tuple[Citation, ...]
    shown: tuple[Citation, ...]
    pack: str = ""
    """The pack whose rulebook has it."""


def ledger(merged: Merged) -> list[Clause]:
    """Every clause of a pack, in the order of its rulebook."""
    rulebook = merged.rulebook
    if rulebook is None:
        return []
    implemented, shown = _by_clause(citations(merged)), _by_clause(_examples(merged))
    packs = {id_: entry.pack for entry in merged.rulebooks for id_ in entry.spec.clauses}
    found = []
    for id_, clause in rulebook.clauses.items():
        node = merged.clause_node(id_)
        assert node is not None
        cited = tuple(implemented.get(id_, ()))
        seen = tuple(shown.get(id_, ()))
        found.append(
            Clause(
                id_,
                clause.rule,
                clause.at or "",
                tuple(clause.also),
                clause.ruling,
                clause.example,
                node.key_span,
                cited,
                seen,
                packs[id_],
            )
        )
    return found


def unfinished(clauses: list[Clause]) -> list[Diagnostic]:
    """What a release still lacks: clauses that nothing implements or no example shows.

    A clause that is itself an example of the document is implemented by the others; it has to be shown.
    """
    found = []
    for clause in clauses:
        if not clause.implemented and not clause.is_example:
            message = f"no datum, step or chart cites the clause `{clause.id}`"
            fix = f'source: "{clause.id}" where the rule is implemented'
            found.append(Diagnostic(codes.NOT_CITED, "error", message, clause.span, (), clause.rule, fix))
        if not clause.shown:
            message = f"no example shows the clause `{clause.id}`"
            fix = f'an example with `source: "{clause.id}"`'
            found.append(Diagnostic(codes.NOT_SHOWN, "error", message, clause.span, (), clause.rule, fix))
    return found


def carriers_missing(modes: list[Merged]) -> list[Diagnostic]:
    """What the clauses of the rulebook name as carrying them out, and no mode of the pack has."""
    found: dict[Span, Diagnostic] = {}
    known = {name: True for merged in modes for name in merged.carriers()}
    for merged in modes:
        for entry in merged.rulebooks:
            for id_, clause in entry.spec.clauses.items():
                for place, name in enumerate(clause.by):
                    if name not in known:
                        span = entry.node["clauses"][id_]["by"][place].span
                        message = f"nothing called `{name}` can carry out the clause `{id_}`"
                        help_ = "`by` names procedures, definitions, options, zones, endings, `sequence` or `campaign`"
                        guess = nearest(name, known)
                        fix = f"did you mean `{guess}`?" if guess else None
                        found[span] = Diagnostic(CLAUSE, "error", message, span, (), help_, fix)
    return list(found.values())


def merge_ledgers(ledgers: list[list[Clause]]) -> list[Clause]:
    """The ledgers of several modes of a pack as one."""
    found: dict[str, Clause] = {}
    for one in ledgers:
        for clause in one:
            there = found.get(clause.id)
            if there is not None:
                implemented = dict.fromkeys((*there.implemented, *clause.implemented))
                shown = dict.fromkeys((*there.shown, *clause.shown))
                clause = evolve(clause, implemented=tuple(implemented), shown=tuple(shown))
            found[clause.id] = clause
    return list(found.values())


def citations(merged: Merged) -> list[Citation]:
    """Everything but examples that cites a clause or is named by one, in the order of the sections."""
    cited = [
        Citation(str(clause.value), what, clause.span)
        for what, node in _things(merged)
        for source in sources_in(node)
        for clause in source.clauses
    ]
    carriers = merged.carriers()
    rulebook = merged.rulebook
    named = [
        Citation(id_, f"{SECTIONS[section].one} {name}", node.key_span)
        for id_, clause in (rulebook.clauses if rulebook is not None else {}).items()
        for name in clause.by
        if name in carriers
        for section, node in [carriers[name]]
    ]
    return cited + named


def _examples(merged: Merged) -> list[Citation]:
    return [
        Citation(str(clause.value), f"example {id_}", entry.key_span)
        for id_, entry in merged.examples.items()
        if (source := entry.node.get("source")) is not None
        for clause in Source(source).clauses
    ]


def _by_clause(found: list[Citation]) -> dict[str, list[Citation]]:
    by: dict[str, list[Citation]] = {}
    for citation in found:
        by.setdefault(citation.clause, []).append(citation)
    return by


def _things(merged: Merged) -> Iterator[tuple[str, Node]]:
    """Everything that a pack declares, in words, with its text."""
    for what, entry in entries(merged):
        yield what, entry.node
    if merged.sequence is not None:
        yield "the sequence", merged.sequence.node
    for name, changes in merged.amendments.items():
        for change in changes:
            yield f"amendment of {name}", change.steps.node


def entries(merged: Merged) -> Iterator[tuple[str, Entry]]:
    """Everything that a pack declares by an id, its set-ups and its campaign, each in words."""
    for section in ENTRY_SECTIONS:
        if section in (SHOWING, "kinds"):
            continue
        for id_, entry in merged.section(section).items():
            yield f"{SECTIONS[section].one} {id_}", entry
    for kind, parts in merged.kind_parts.items():
        for part in parts:
            yield f"kind {kind}", part
    for kind, members in merged.members.items():
        for id_, entry in members.items():
            yield f"{kind.replace('_', ' ')} {id_}", entry
    for entry in merged.setups:
        yield "the set-up", entry
    if merged.campaign is not None:
        yield "the campaign", merged.campaign


def sources_in(node: Node) -> Iterator[Source]:
    """All sources written anywhere in a text, those of single chart cells among them."""
    if node.is_list:
        for child in node:
            yield from sources_in(child)
        return
    if not node.is_mapping:
        return
    for key, child in node.items():
        if key == "source":
            yield Source(child)
        elif key == "cells" and "rows" in node and child.is_mapping:
            for _, cell in child.items():
                yield Source(cell)
        elif key != "members":
            # The members of a kind are entries of their own.
            yield from sources_in(child)
