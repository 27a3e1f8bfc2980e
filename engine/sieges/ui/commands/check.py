"""`sieges check`: what is wrong with packs, and whether their examples come out."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, cast

import click

from sieges.study.wording import counted
from sieges.ui.usage import in_colour, is_usage, like

if TYPE_CHECKING:
    from sieges.study.checking import Checked
    from sieges.text.printing import Format

FORMATS = ("text", "concise", "json", "github")


@click.command("check")
@click.argument("packs", metavar="PACK...", nargs=-1, required=True)
@click.option(
    "--format", "format_", type=click.Choice(FORMATS), default="text", help="How findings are shown."
)
@click.option("--release", is_flag=True, help="Also demand that every clause is implemented and shown.")
@click.option("--mode", metavar="MODE", help="Look at this mode only; all modes otherwise.")
def command(packs: tuple[str, ...], format_: str, release: bool, mode: str | None) -> None:
    """Check packs and run their examples.

    Exit code 0: nothing is wrong (warnings and things left to do are allowed). 1: there are mistakes. 2: there is no
    such pack or mode.
    """
    from sieges.study.checking import check, files_of
    from sieges.text.diagnostic import Diagnostics
    from sieges.text.printing import render

    checks = [check(pack, mode=mode, release=release) for pack in packs]
    found = Diagnostics()
    for checked in checks:
        found.extend(checked.found)
    if mode is not None:
        _check_mode(mode, packs, checks)
    width = shutil.get_terminal_size((100, 24)).columns
    text = render(found, cast("Format", format_), files_of(checks), width=width, colour=in_colour())
    click.echo(text, nl=False)
    if format_ == "text":
        for checked in checks:
            click.echo(_summary(checked))
    if any(is_usage(finding) for finding in found):
        raise SystemExit(2)
    if found.has_errors:
        raise SystemExit(1)


def _check_mode(mode: str, packs: tuple[str, ...], checks: list[Checked]) -> None:
    """A mode that a pack lacks is a mistake of the command, not of the pack."""
    from sieges.pack import codes
    from sieges.pack.finder import load_pack

    for pack, checked in zip(packs, checks, strict=True):
        if any(finding.code == codes.MODE for finding in checked.found):
            merged, _, _ = load_pack(pack)
            modes = list(merged.modes) or [merged.mode] if merged is not None else []
            if modes and mode not in modes:
                raise click.UsageError(like("mode", mode, modes))


def _summary(checked: Checked) -> str:
    """A pack in a line."""
    found = checked.found
    errors, warnings, todo = found.count("error"), found.count("warning"), found.count("todo")
    parts = []
    if checked.is_base:
        parts.append("a base, checked as far as it goes without the packs that extend it")
    elif len(checked.modes) > 1:
        parts.append(f"modes {', '.join(checked.modes)}")
    if checked.examples:
        parts.append(counted(checked.examples, "example"))
    if checked.clauses:
        parts.append(counted(checked.clauses, "clause"))
    about = f" ({'; '.join(parts)})" if parts else ""
    said = [counted(n, what) for n, what in ((errors, "error"), (warnings, "warning"), (todo, "thing")) if n]
    said = [text + " to do" if "thing" in text else text for text in said]
    return f"{checked.pack}: {', '.join(said) if said else 'nothing wrong'}{about}"
