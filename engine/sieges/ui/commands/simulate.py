"""`sieges simulate`: many games, and who wins."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sieges.study.wording import counted
from sieges.ui.many_games import agents_of, file_of, may_write
from sieges.ui.progress import Progress
from sieges.ui.usage import options_of, rules_of

if TYPE_CHECKING:
    from sieges.game.rules import Rules

INTERRUPTED = 130

EVERY = 10.0
"""Seconds between two lines of progress where there is no terminal."""


@click.command("simulate")
@click.argument("pack")
@click.option("--games", type=click.IntRange(1), default=1000, show_default=True, help="How many games.")
@click.option(
    "--seed", type=int, default=1, show_default=True, help="The master seed: same seed, same games."
)
@click.option("--mode", metavar="MODE", help="The mode; the default one otherwise.")
@click.option("--option", "options", metavar="NAME=VALUE", multiple=True, help="A set-up option; repeatable.")
@click.option(
    "--agent",
    "agents",
    metavar="SIDE=AGENT",
    multiple=True,
    help="Who decides for a side (random, greedy, rollout, or module:Class); AGENT alone is for every side. "
    "The default is random.",
)
@click.option("--workers", type=click.IntRange(1), help="How many processes; one for each core otherwise.")
@click.option(
    "--records",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write every game to a file that `sieges replay` opens.",
)
@click.option("--overwrite", is_flag=True, help="The file of records may be there already.")
@click.option(
    "--skip-invariants", is_flag=True, help="Play on though an invariant of the pack does not hold; quicker."
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def command(
    pack: str,
    games: int,
    seed: int,
    mode: str | None,
    options: tuple[str, ...],
    agents: tuple[str, ...],
    workers: int | None,
    records: Path | None,
    overwrite: bool,
    skip_invariants: bool,
    as_json: bool,
) -> None:
    """Play many games and count who wins.

    The result is the same for any number of workers. What happened goes to the standard output, progress to the
    standard error. A game in which an invariant of the pack does not hold, or the pack does something impossible,
    stops it all; it is kept up to there, for `sieges replay`.
    """
    from sieges.study.simulate import GameFailed, Interrupted, cores, plan, simulate

    rules = rules_of(pack, mode)
    what = plan(
        pack, rules, seed, options=options_of(options, rules), agents=agents_of(agents, rules),
        record=records is not None, invariants=not skip_invariants,
    )  # fmt: skip
    if records is not None:
        may_write(records, overwrite)
    progress = Progress(EVERY)

    def say(played: int, seconds: float) -> None:
        rate = f", {played / seconds:,.0f} a second" if seconds else ""
        if played < games:
            progress.show(lambda: f"{played:,} of {counted(games, 'game')}{rate}")

    code = 0
    try:
        with file_of(records) as file:
            found = simulate(rules, what, games, workers=workers or cores(), records=file, progress=say)
    except GameFailed as failed:
        progress.done()
        kept = _kept(failed.record, records, rules)
        raise click.ClickException(f"A game stopped in the middle: {failed}{kept}") from None
    except Interrupted as interrupted:
        found, code = interrupted.found, INTERRUPTED
        progress.done()
        click.echo(f"Stopped after {found['games']:,} of {counted(games, 'game')}.", err=True)
    progress.done()
    click.echo(json.dumps(found, indent=2) if as_json else table(found, rules))
    if code:
        sys.exit(code)


def _kept(record: str, records: Path | None, rules: Rules) -> str:
    """Where the game that failed is to be found, in words."""
    from sieges.play.records import read_records
    from sieges.play.saves import keep_record

    if not record:
        return ""
    if records is None:
        path = keep_record(record, rules.compiled.pack)
        return f"\nIt is kept up to there: sieges replay {path}"
    line = sum(1 for _ in read_records(records))
    return f"\nIt is line {line} of {records}, up to there; `sieges replay` opens it."


def table(found: dict[str, Any], rules: Rules) -> str:
    """The result for people."""
    compiled = rules.compiled
    sides = compiled.kinds["side"]
    titles = dict(zip(sides.members, sides.titles, strict=True))
    games, seconds = found["games"], found["seconds"]
    if not games:
        return "No game came to its end."
    options = "".join(f", {name} {_word(value)}" for name, value in found["options"].items())
    agents = ", ".join(f"{titles[side]} by {name}" for side, name in found["agents"].items())
    rate = f" ({games / seconds:,.0f} games a second)" if seconds else ""
    lines = [
        f"{compiled.title}{f', {compiled.mode_title}' if len(compiled.modes) > 1 else ''}{options}",
        f"{counted(games, 'game')} from seed {found['seed']}; {agents}",
        f"{counted(found['decisions'], 'decision')} in {seconds:.1f} s{rate}",
        "",
    ]
    rows = [("won by", "games", "share", "95 %")]
    for side, won in found["winners"].items():
        if side == "draw":
            if won:
                rows.append(("nobody", f"{won:,}", _percent(won / games), ""))
            continue
        low, share, high = found["shares"][side]
        rows.append((titles[side], f"{won:,}", _percent(share), f"{100 * low:.1f} to {100 * high:.1f}"))
    rows.append(("", "", "", ""))
    rows.append(("ending", "games", "share", ""))
    for ending in compiled.endings:
        number = found["endings"][ending.id]
        rows.append((ending.title, f"{number:,}", _percent(number / games), ""))
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    for first, *rest in rows:
        cells = [f"{cell:>{size}}" for cell, size in zip(rest, widths[1:], strict=True)]
        lines.append("  ".join([f"{first:{widths[0]}}", *cells]).rstrip())
    length = found["length"]
    lines += [
        "",
        f"decisions in a game: {length['min']} to {length['max']}, half of the games up to {length['median']}",
    ]
    return "\n".join(lines)


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
