"""`sieges campaign`: games in a row at the table in the terminal, kept in one file."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from sieges.ui.commands.play import line_editing, seed_of_64_bits


@click.command("campaign")
@click.argument("pack")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--mode", metavar="MODE", help="The mode; the pack's default if left out.")
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="A set-up option of all games; when the campaign goes on, of those to come.",
)
@click.option("--seed", type=int, metavar="N", help="Seed of dice and decks; chosen at random if left out.")
@click.option(
    "--dice",
    type=click.Choice(["auto", "manual"]),
    help="Roll by itself, or type what real dice and cards show.",
)
@click.option("--bot", "bots", multiple=True, metavar="SIDE=AGENT", help="An agent plays a side.")
@click.option("--plain", is_flag=True, help="ASCII only, without any colour.")
@click.option("--standing", is_flag=True, help="Show what the campaign has come to, and play nothing.")
def command(
    pack: str,
    file: Path,
    mode: str | None,
    options: tuple[str, ...],
    seed: int | None,
    dice: str | None,
    bots: tuple[str, ...],
    plain: bool,
    standing: bool,
) -> None:
    """Play the campaign of PACK that is kept in FILE: begin it, or go on with it at the very decision.

    What is carried from one game to the next, what is decided between them and how it ends is up to the pack.
    """
    from sieges.ui.table.campaign import show_standing, start
    from sieges.ui.table.screen import Screen
    from sieges.ui.table.start import Wish

    seed_of_64_bits(seed)
    screen = Screen.of_terminal(plain)
    if standing:
        if not file.exists():
            raise click.UsageError(f"There is no file {file}.")
        sys.exit(show_standing(file, screen, pack))
    line_editing(plain)
    wish = Wish(
        pack=pack, mode=mode, options=options, seed=seed, dice=dice, bots=bots, file=file, fresh=False
    )
    sys.exit(start(wish, screen))
