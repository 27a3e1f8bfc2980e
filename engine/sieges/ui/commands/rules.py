"""`sieges rules`: the clauses of a pack's document, where each is implemented, and which examples show it."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import click

from sieges.ui.usage import like, merged_of, width

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sieges.study.ledger import Citation, Clause


@click.command("rules")
@click.argument("pack")
@click.argument("section", required=False)
@click.option("--mode", metavar="MODE", help="The mode; the default one otherwise.")
def command(pack: str, section: str | None, mode: str | None) -> None:
    """Show a pack's rules, and where each is implemented and shown.

    SECTION is a section of the document (8.1, or 8 for all of it) or a clause (8.1a).
    """
    from sieges.study.ledger import ledger

    merged = merged_of(pack, mode)
    clauses = ledger(merged)
    if not clauses:
        click.echo(f"{merged.id} has no rulebook.", err=True)
        raise SystemExit(1)
    found = [clause for clause in clauses if section is None or is_of(clause, section)]
    if not found:
        sections = dict.fromkeys(clause.section or clause.id for clause in clauses)
        raise click.UsageError(like("section", section or "", sections))
    rulebook = merged.rulebook
    assert rulebook is not None
    click.echo(
        ", ".join(part for part in (rulebook.title or merged.manifest.title, rulebook.edition) if part)
    )
    at = None
    for clause in found:
        if clause.section != at:
            at = clause.section
            click.echo(f"\n{at or 'Rules'}")
        _show(clause)


def is_of(clause: Clause, section: str) -> bool:
    """Whether a clause belongs to a section of the document, or is the clause of that id."""
    if clause.id == section:
        return True
    places = [place for place in (clause.section, *clause.also) if place]
    return any(place == section or place.startswith(f"{section}.") for place in places)


def _show(clause: Clause) -> None:
    marks = [word for word, is_so in (("ruling", clause.is_ruling), ("example", clause.is_example)) if is_so]
    also = f"see {', '.join(clause.also)}" if clause.also else ""
    notes = f" ({'; '.join([*marks, *([also] if also else [])])})" if marks or also else ""
    head = f"  {clause.id:6} "
    click.echo(
        textwrap.fill(
            f"{clause.rule}{notes}", width(), initial_indent=head, subsequent_indent=" " * len(head)
        )
    )
    _list("implemented", clause.implemented, len(head))
    _list("shown", clause.shown, len(head))


def _list(what: str, citations: Sequence[Citation], indent: int) -> None:
    """The things that cite a clause, each once, with the places."""
    by: dict[str, list[str]] = {}
    for citation in citations:
        places = by.setdefault(citation.what, [])
        place = f"{citation.span.file.rsplit('/', 1)[-1]}:{citation.span.line}"
        if place not in places:
            places.append(place)
    text = ", ".join(f"{thing} ({', '.join(places)})" for thing, places in by.items()) or "nowhere"
    lead = f"{' ' * indent}{what}: "
    click.echo(
        textwrap.fill(
            text, width(), initial_indent=lead, subsequent_indent=" " * (indent + 4), break_on_hyphens=False
        )
    )
