"""`sieges test`: everything that a pack says of itself, and every property of its games, as its CI runs it."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sieges.ui.usage import Seconds

if TYPE_CHECKING:
    from sieges.study.checking import Checked


@click.command("test")
@click.argument("pack")
@click.option(
    "--games", type=click.IntRange(1), default=100, show_default=True, help="How many cases; of each mode."
)
@click.option(
    "--seconds",
    type=Seconds(1),
    default=60.0,
    show_default=True,
    help="After so many seconds no more games are begun; of each mode.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Same seed, same cases.")
@click.option("--mode", metavar="MODE", help="Only this mode; all modes otherwise.")
@click.option("--option", "options", metavar="NAME=VALUE", multiple=True, help="A set-up option; repeatable.")
@click.option(
    "--shrink",
    type=click.FloatRange(0),
    default=10.0,
    show_default=True,
    metavar="SECONDS",
    help="How long at most one finding is made smaller once more.",
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
    games: int,
    seconds: float,
    seed: int,
    mode: str | None,
    options: tuple[str, ...],
    shrink: float,
    strict: bool,
    as_json: bool,
    junit: Path | None,
) -> None:
    """Check a pack and its examples, then let Hypothesis look for games that go wrong.

    Set-up options that are not given take all their values. Each cause is told once, with the shortest and dullest
    game found for it. Exit code 0: nothing was found. 1: something was. 2: there is no such pack, mode or option.
    """
    if find_spec("hypothesis") is None:
        raise click.UsageError(
            "This needs Hypothesis: pip install 'sieges[test]'. `sieges fuzz` does without."
        )
    from sieges.testing.cases import run
    from sieges.testing.report import Tested
    from sieges.ui.testing import finish, sessions_of

    sessions = sessions_of(pack, mode, options, seed, shrink)
    tested = Tested(pack, _checked(pack, mode, as_json), is_strict=strict)
    if not tested.mistakes:
        for session in sessions:
            tested.sessions.append(session)
            run(session, games, seconds)
            if session.stopped:
                break
    finish(tested, as_json, junit)


def _checked(pack: str, mode: str | None, as_json: bool) -> Checked:
    from sieges.study.checking import check, files_of
    from sieges.text.diagnostic import Diagnostics
    from sieges.text.printing import render

    checked = check(pack, mode=mode)
    errors = Diagnostics()
    for finding in checked.found:
        if finding.severity == "error":
            errors.add(finding)
    if errors and not as_json:
        click.echo(render(errors, "text", files_of([checked])), nl=False)
    return checked
