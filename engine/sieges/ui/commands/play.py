"""`sieges play`: a game at the table in the terminal."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

import click


@click.command("play")
@click.argument("pack", required=False)
@click.option("--mode", metavar="MODE", help="The mode; the pack's default if left out.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A set-up option of the pack.")
@click.option("--seed", type=int, metavar="N", help="Seed of dice and decks; chosen at random if left out.")
@click.option(
    "--dice",
    type=click.Choice(["auto", "manual"]),
    help="Roll by itself, or type what real dice and cards show.",
)
@click.option(
    "--bot",
    "bots",
    multiple=True,
    metavar="SIDE=AGENT",
    help="An agent plays a side: random, greedy, rollout; greedy:16 looks less far and is quicker.",
)
@click.option("--plain", is_flag=True, help="ASCII only, without any colour.")
@click.option(
    "--file",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="PATH",
    help="The save: gone on with if it is there.",
)
@click.option(
    "--watch", is_flag=True, help="Go on under the pack's new rules whenever a file of it is saved."
)
@click.option("--new", "fresh", is_flag=True, help="A new game, even if one was left.")
def command(
    pack: str | None,
    mode: str | None,
    options: tuple[str, ...],
    seed: int | None,
    dice: str | None,
    bots: tuple[str, ...],
    plain: bool,
    file: Path | None,
    watch: bool,
    fresh: bool,
) -> None:
    """Play PACK at the terminal, or go on with a game that was left.

    Every game saves itself as it goes. Without PACK the games that were left are offered at the very decision.
    """
    from sieges.ui.table.screen import Screen
    from sieges.ui.table.start import Wish, start

    seed_of_64_bits(seed)
    line_editing(plain)
    wish = Wish(
        pack=pack,
        mode=mode,
        options=options,
        seed=seed,
        dice=dice,
        bots=bots,
        file=file,
        fresh=fresh,
        watch=watch,
    )
    code = start(wish, Screen.of_terminal(plain))
    sys.exit(code)


def seed_of_64_bits(seed: int | None) -> None:
    """See that a seed is one that a save can keep.

    Raises:
        click.BadParameter: it is not.
    """
    from sieges.play.reading import BIGGEST

    if seed is not None and abs(seed) > BIGGEST:
        raise click.BadParameter("a seed is a number of at most 64 bits", param_hint="'--seed'")


def line_editing(plain: bool) -> None:
    """Give `input` its line editing, where a person types."""
    if sys.stdin.isatty() and not plain and os.environ.get("TERM") != "dumb":
        with suppress(ImportError):
            import readline  # noqa: F401
