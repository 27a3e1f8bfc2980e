"""`sieges new`: a pack to begin with."""

from __future__ import annotations

from pathlib import Path

import click

from sieges.ui.usage import like


@click.command("new")
@click.argument("name", metavar="NAME")
@click.option(
    "--from",
    "starter",
    metavar="STARTER",
    default="blank",
    help="What to begin with: `blank` has each section of the language once, the others build on a base.",
)
@click.option("--title", metavar="TEXT", help="What people call it; made of the name otherwise.")
def command(name: str, starter: str, title: str | None) -> None:
    """Begin a pack of one's own with a small siege that plays at once.

    NAME is the folder that is made; its last part becomes the id of the pack.
    """
    from sieges.authoring.starters import CannotBegin, begin, starters

    known = starters()
    if starter not in known:
        raise click.UsageError(like("starter", starter, known))
    folder = Path(name)
    try:
        written = begin(folder, starter, title)
    except CannotBegin as error:
        raise click.UsageError(str(error)) from None
    click.echo(f"{folder}: {', '.join(path.name for path in written)}, and schemas for editors.")
    click.echo("It is a whole game. Change it bit by bit, and between the bits:")
    for line, about in (
        (f"sieges check {folder}", "what is wrong, at file, line and column"),
        (f"sieges play {folder}", "play it"),
        (f"sieges schema {folder}", "let the editor know new names"),
    ):
        click.echo(f"  {line:{len(str(folder)) + 14}}  {about}")
