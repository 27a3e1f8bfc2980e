"""`sieges list`: the packs that came with the engine, their modes and options."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sieges.ui.usage import width as wide

if TYPE_CHECKING:
    from sieges.language.compiled import ChoiceData, Compiled


@click.command("list")
def command() -> None:
    """List the packs that came with the engine, with their modes and options.

    A default is marked with a star.
    """
    from sieges.pack.finder import list_packs

    packs = list_packs()
    if not packs:
        click.echo("No packs came with this installation.", err=True)
        raise SystemExit(1)
    width = max(len(name) for name, _, _ in packs)
    for name, title, folder in packs:
        click.echo(f"{name:{width}}  {title}")
        for text in _about(name, folder):
            click.echo(textwrap.fill(text, wide(), initial_indent="    ", subsequent_indent=" " * 8))


def _about(name: str, folder: Path) -> list[str]:
    from sieges.loading import PackError, compiled_pack

    asked = _asked(folder)
    if asked is not None:
        return [f"a base: packs extend it{f' and bring {asked}' if asked else ''}; it is not played itself"]
    try:
        compiled = compiled_pack(name)
    except PackError:
        return [f"has mistakes: see `sieges check {name}`"]
    return [*_modes(compiled), *map(_option, compiled.options, [compiled] * len(compiled.options))]


def _asked(folder: Path) -> str | None:
    """What a base asks of the packs that extend it, in words; None for a pack that asks nothing."""
    from sieges.pack.sections import MANIFEST
    from sieges.text.reader import read_file

    data: Any = read_file(folder / MANIFEST, MANIFEST).data
    asked = data.get("requires") if isinstance(data, dict) else None
    if not asked:
        return None
    return ", ".join(f"{section} {', '.join(map(str, names))}" for section, names in asked.items())


def _modes(compiled: Compiled) -> list[str]:
    return [
        f"mode {id_}{'*' if id_ == compiled.default_mode else ''}" + (f": {title}" if title != id_ else "")
        for id_, title in compiled.modes.items()
    ]


def _option(option: ChoiceData, compiled: Compiled) -> str:
    kind = compiled.kinds.get(option.kind)
    if kind is not None:
        values = [
            f"{id_}{'*' if n == option.default else ''}{'' if title.lower() == id_ else f' ({title})'}"
            for n, (id_, title) in enumerate(zip(kind.members, kind.titles, strict=True))
        ]
    elif option.kind == "condition":
        values = [f"{word}{'*' if n == option.default else ''}" for n, word in enumerate(("false", "true"))]
    else:
        values = [f"{option.low} to {option.high}", f"{option.default}*"]
    title = "" if option.title.lower() == option.id else f" ({option.title})"
    return f"option {option.id}{title}: {', '.join(values)}"
