"""`sieges schema`: schemas of a pack's own, for editors."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("schema")
@click.argument("pack", type=click.Path(exists=True, file_okay=False, path_type=Path))
def command(pack: Path) -> None:
    """Write schemas that know a pack's own names, for editors.

    PACK is the folder of a pack. They are written into its folder .schemas, with settings for Visual Studio Code and
    its kin in .vscode, unless there are some. Any editor with yaml-language-server reads the first line of a file:
    "# yaml-language-server: $schema=.schemas/rules.schema.json" ("pack.schema.json" for pack.yaml).
    """
    from sieges.authoring.starters import SCHEMAS, write_schemas
    from sieges.pack.sections import MANIFEST

    if not (pack / MANIFEST).is_file():
        raise click.UsageError(f"{pack} is no pack: it has no {MANIFEST}.")
    if write_schemas(pack):
        click.echo(f"{pack / SCHEMAS}: schemas with the names of this pack.")
    else:
        click.echo(f"{pack / SCHEMAS}: schemas of the language alone.")
        click.echo(f"`sieges check {pack}` says why: the pack cannot be read yet.")
