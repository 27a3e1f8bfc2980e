"""`sieges sources`: which data of a pack are printed, inferred, reconstructed or original, where, and why."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import click

from sieges.ui.usage import merged_of, width

if TYPE_CHECKING:
    from sieges.study.sources import Datum

STATUSES = ("printed", "inferred", "reconstructed", "original", "unsaid")


@click.command("sources")
@click.argument("pack")
@click.option(
    "--status", type=click.Choice(STATUSES), help="List these only; otherwise all but the printed ones."
)
@click.option("--mode", metavar="MODE", help="The mode; the default one otherwise.")
def command(pack: str, status: str | None, mode: str | None) -> None:
    """Show where a pack's data comes from.

    What is printed stands in the rulebook; what is inferred follows from it; what is reconstructed was made for this
    pack; what is original is the author's own.
    """
    from sieges.study.sources import counts, data_of, defaults

    merged = merged_of(pack, mode)
    data = data_of(merged)
    number = counts(data)
    click.echo(f"{merged.manifest.title} ({merged.id} {merged.manifest.version})")
    click.echo(", ".join(f"{number[name]} {name}" for name in STATUSES if number[name]))
    for title, default, why in defaults(merged):
        said = f"What says nothing itself in {title} is {default}{f': {why}' if why else ''}."
        click.echo(textwrap.fill(said, width()))
    for name in STATUSES if status is None else (status,):
        listed = [datum for datum in data if datum.status == name]
        if not listed or (status is None and name == "printed"):
            continue
        click.echo(f"\n{name}")
        for datum in listed:
            _show(datum)


def _show(datum: Datum) -> None:
    cited = f" [{', '.join(datum.clauses)}]" if datum.clauses else ""
    place = f" (at {datum.at})" if datum.at else ""
    click.echo(f"  {datum.what}{cited}{place}  {datum.span.file}:{datum.span.line}")
    if datum.why:
        click.echo(textwrap.fill(datum.why, width(), initial_indent="      ", subsequent_indent="      "))
