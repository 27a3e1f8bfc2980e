"""`sieges fuzz`: many games at the speed of the engine, to find rules that go wrong."""

from __future__ import annotations

from pathlib import Path

import click

from sieges.ui.usage import Seconds


@click.command("fuzz")
@click.argument("pack")
@click.option(
    "--seconds", type=Seconds(0.1), default=10.0, show_default=True, help="How long; for each mode."
)
@click.option("--first", is_flag=True, help="The first finding of a mode is enough.")
@click.option(
    "--seed", type=int, default=1, show_default=True, help="Same seed, same games in the same order."
)
@click.option("--mode", metavar="MODE", help="Only this mode; all modes otherwise.")
@click.option("--option", "options", metavar="NAME=VALUE", multiple=True, help="A set-up option; repeatable.")
@click.option(
    "--shrink",
    type=click.FloatRange(0),
    default=10.0,
    show_default=True,
    metavar="SECONDS",
    help="How long at most one finding is made smaller.",
)
@click.option("--strict", is_flag=True, help="What `eventually` promises has to be shown by some game.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@click.option(
    "--junit",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write JUnit's XML as well.",
)
def command(
    pack: str,
    seconds: float,
    first: bool,
    seed: int,
    mode: str | None,
    options: tuple[str, ...],
    shrink: float,
    strict: bool,
    as_json: bool,
    junit: Path | None,
) -> None:
    """Play games at random as fast as they go, and look for those that go wrong.

    Set-up options that are not given take all their values. Each cause is told once, with the shortest and dullest
    game found for it. Exit code 0: nothing was found. 1: something was. 2: there is no such pack, mode or option.
    """
    from sieges.testing.report import Tested
    from sieges.ui.testing import Progress, finish, sessions_of

    tested = Tested(pack, sessions=sessions_of(pack, mode, options, seed, shrink), is_strict=strict)
    for session in tested.sessions:
        progress = Progress()
        session.fuzz(seconds, progress.show, first=first)
        progress.done()
        if session.stopped:
            break
    finish(tested, as_json, junit)
