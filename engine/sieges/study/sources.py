"""Where the data of a pack comes from: printed, inferred, reconstructed or original, and why."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from sieges.pack.declarations import Source
from sieges.pack.merged import UNSAID, Merged, status_of
from sieges.pack.node import Node
from sieges.study import codes
from sieges.study.ledger import entries
from sieges.study.wording import counted
from sieges.text.diagnostic import Diagnostic
from sieges.text.spans import Span

STATUSES = Source.STATUSES
# What is the author's own way to say things, and no datum of a document.
_NO_DATA = ("kind", "definition", "result", "invariant", "evaluation", "tag")


@frozen
class Datum:
    """One thing of a pack, or so many cells of a chart, and where it comes from."""

    what: str
    """In words: "location gate", "order raid, cells 4B 5B"."""
    status: str
    count: int
    """1, or how many cells."""
    clauses: tuple[str, ...]
    at: str
    why: str
    span: Span
    pack: str


def data_of(merged: Merged) -> list[Datum]:
    """Every datum of a pack, in the order of its sections."""
    found: list[Datum] = []
    for what, entry in entries(merged):
        if what.split(" ", 1)[0] in _NO_DATA:
            continue
        own = entry.node.get("source")
        source = Source(own) if own is not None else None
        status = status_of(source, entry.default_source)
        found.append(_datum(what, status, 1, source, entry.key_span, entry.pack))
        for chart in charts_in(entry.node):
            inner = chart.get("source")
            chart_status = status_of(Source(inner), None, status) if inner is not None else status
            found += _cells(what, chart, chart_status, source, entry.pack)
    return found


def undeclared(data: list[Datum]) -> list[Diagnostic]:
    """Data that do not say where they come from."""
    return [
        Diagnostic(
            codes.UNSOURCED,
            "error",
            f"the {datum.what} does not say where it comes from",
            datum.span,
            (),
            f"a source has one of the statuses {', '.join(STATUSES)}",
            "source: {status: …}",
        )
        for datum in data
        if datum.status == UNSAID
    ]


def counts(data: list[Datum]) -> dict[str, int]:
    """How many data there are of each status."""
    found = dict.fromkeys((*STATUSES, UNSAID), 0)
    for datum in data:
        found[datum.status] = found.get(datum.status, 0) + datum.count
    return found


def charts_in(node: Node) -> Iterator[Node]:
    """The charts in a text."""
    if not node.is_mapping:
        return
    if "rows" in node and "columns" in node:
        yield node
        return
    for _, child in node.items():
        yield from charts_in(child)


def _cells(what: str, chart: Node, status: str, source: Source | None, pack: str) -> Iterator[Datum]:
    total = sum(len(row) for _, row in chart["rows"].items() if row.is_list)
    single = chart.get("cells")
    for names, node in single.items() if single is not None and single.is_mapping else ():
        own = Source(node)
        count = len(names.split())
        total -= count
        cells = f"{what}, {'cell' if count == 1 else 'cells'} {names}"
        yield _datum(cells, status_of(own, None, status), count, own, node.key_span, pack)
    if total > 0:
        cells = counted(total, "cell" if single is None else "other cell")
        others = f"{what}, {cells} of its chart"
        yield _datum(others, status, total, source, chart["rows"].key_span, pack)


def _datum(what: str, status: str, count: int, source: Source | None, span: Span, pack: str) -> Datum:
    if source is None:
        return Datum(what, status, count, (), "", "", span, pack)
    clauses = tuple(str(clause.value) for clause in source.clauses)
    return Datum(what, status, count, clauses, source.at or "", source.why or "", span, pack)


def defaults(merged: Merged) -> list[tuple[str, str, str]]:
    """What packs say of everything in them that says nothing itself: title, status, why; the first base first."""
    return [
        (manifest.spec.title, source.status or UNSAID, source.why or "")
        for manifest in merged.packs
        if (source := manifest.spec.source) is not None
    ]
