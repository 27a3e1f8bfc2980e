"""`sieges coverage`: which rules of a pack have ever happened."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sieges.study.wording import counted
from sieges.ui.many_games import agents_of, file_of, may_write
from sieges.ui.usage import options_of, scenario_of, width

if TYPE_CHECKING:
    from sieges.study.coverage import Coverage

MOST_STOPPED = 5
LEAST_ROOM = 30
"""Characters of an author's line that are shown however long its path is."""


@click.command("coverage")
@click.argument("pack")
@click.option(
    "--games", type=click.IntRange(0), default=500, show_default=True, help="How many games in each mode."
)
@click.option(
    "--seed", type=int, default=1, show_default=True, help="The master seed: same seed, same games."
)
@click.option("--skip-examples", is_flag=True, help="Count games alone, not the pack's examples.")
@click.option("--mode", metavar="MODE", help="Look at this mode only; all modes otherwise.")
@click.option(
    "--option", "options", metavar="NAME=VALUE", multiple=True,
    help="A set-up option; repeatable. Others are drawn for every second game.",
)  # fmt: skip
@click.option(
    "--agent", "agents", metavar="SIDE=AGENT", multiple=True,
    help="Who decides for a side (random, greedy, rollout, or module:Class); AGENT alone is for every side.",
)  # fmt: skip
@click.option(
    "--threshold", type=click.IntRange(0, 100), help="Fail if less than so many per cent are reached."
)
@click.option("--first", is_flag=True, help="Also list every rule that happened, with what showed it first.")
@click.option("--html", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
    help="Write the pack's text with what happened beside each line.")  # fmt: skip
@click.option("--records", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
    help="Write the games that showed something first to a file that `sieges replay` opens.")  # fmt: skip
@click.option("--overwrite", is_flag=True, help="The files may be there already.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def command(
    pack: str,
    games: int,
    seed: int,
    skip_examples: bool,
    mode: str | None,
    options: tuple[str, ...],
    agents: tuple[str, ...],
    threshold: int | None,
    first: bool,
    html: Path | None,
    records: Path | None,
    overwrite: bool,
    as_json: bool,
) -> None:
    """Count which rules of a pack have ever happened, in random games and in its examples.

    Steps, both sides of conditions, cells of charts, cards, options, values of set-up options and endings are told
    apart by the author's lines. Exit code 1: less than --threshold is reached. See docs/coverage.md.
    """
    from sieges.study.coverage import Counter, Coverage, counting_rules, cover_examples, cover_games, report
    from sieges.study.simulate import GameFailed, plan

    scenario = scenario_of(pack, mode)
    if records is not None:
        may_write(records, overwrite)
    if html is not None and html.exists() and not overwrite:
        raise click.UsageError(f"{html} is there already: name another, or say --overwrite.")
    found = Coverage()
    with file_of(records) as file:
        for id_ in [mode] if mode is not None else scenario.modes:
            plain = scenario.rules(id_)
            what = plan(
                pack, plain, seed, options=options_of(options, plain), agents=agents_of(agents, plain)
            )
            rules, sources = counting_rules(pack, id_, examples=not skip_examples)
            found.sources.update(sources)
            found.modes.append(id_)
            counter = Counter(rules)
            try:
                cover_games(found, counter, plain, what, games, file)
            except GameFailed as failed:
                raise click.ClickException(f"A game stopped in the middle: {failed}") from None
            if not skip_examples:
                cover_examples(found, counter)
            found.add(counter.reached())
    told = {"pack": scenario.id, "title": scenario.title, "seed": seed, **report(found)}
    if html is not None:
        from sieges.ui.coverage_page import page

        html.write_text(page(told, found), encoding="utf-8")
    click.echo(json.dumps(told, indent=2) if as_json else _shown(told, found, first))
    total = told["total"]
    if threshold is not None and 100 * total["reached"] < threshold * total["rules"]:
        if not as_json:
            click.echo(f"That is less than {threshold} %.")
        raise SystemExit(1)


def _shown(told: dict[str, Any], found: Coverage, first: bool) -> str:
    from sieges.language.emission.marks import KINDS
    from sieges.study.coverage import never

    examples = f", {counted(told['examples'], 'example')}" if told["examples"] else ""
    lines = [f"{told['title']}: {counted(told['games'], 'game')} from seed {told['seed']}{examples}", ""]
    rows: list[tuple[str, ...]] = [("file", "section", "rules", "reached", "games", "examples", "share")]
    rows += [(row["file"], row["section"], *_numbers(row)) for row in told["sections"]]
    rows.append(("", "", "", "", "", "", ""))
    rows += [(KINDS[row["kind"]], "", *_numbers(row)) for row in told["kinds"]]
    rows.append(("in all", "", *_numbers(told["total"])))
    lines += _table(rows)
    if missing := never(told):
        lines += ["", "never:"]
        lines += [f"  {_place(one)}  {_what(one)}{_written(one, found)}" for one in missing]
    if first:
        lines += ["", "first shown by:"]
        lines += [
            f"  {_place(one)}  {_what(one)}: {witness(one['first'])}" for one in told["rules"] if one["first"]
        ]
    if told["stopped"]:
        lines += ["", *(f"stopped: {text}" for text in told["stopped"][:MOST_STOPPED])]
        if (more := len(told["stopped"]) - MOST_STOPPED) > 0:
            lines.append(f"and {more} more")
    return "\n".join(lines)


def _numbers(row: dict[str, int]) -> tuple[str, ...]:
    names = ("rules", "reached", "by_games", "by_examples")
    return (*(f"{row[name]:,}" for name in names), f"{row['percent']} %")


def _table(rows: list[tuple[str, ...]]) -> list[str]:
    """Rows in columns: the first two to the left, the numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            f"{cell:{size}}" if at < 2 else f"{cell:>{size}}"
            for at, (cell, size) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def _place(one: dict[str, Any]) -> str:
    return f"{one['file']}:{one['line']}:{one['column']}"


def _what(one: dict[str, Any]) -> str:
    whats = one["what"] if isinstance(one["what"], list) else [one["what"]]
    return f"{one['kind']} {', '.join(whats)}".rstrip()


def _written(one: dict[str, Any], found: Coverage) -> str:
    """What the author wrote there, as far as it fits."""
    source = found.sources.get(one["file"])
    text = "" if source is None else source.line(one["line"])[one["column"] - 1 :].strip()
    room = max(width() - len(_place(one)) - len(_what(one)) - 6, LEAST_ROOM)
    if not text or one["kind"] in ("card", "ending"):
        return ""
    return f"  {text}" if len(text) <= room else f"  {text[: room - 1]}…"


def witness(first: dict[str, Any]) -> str:
    """What showed something first, in words."""
    if "example" in first:
        return f"example `{first['example']}` ({first['mode']})"
    options = "".join(f", {name}={value}" for name, value in first["options"].items())
    return f"game {first['game']} (seed {first['seed']}, {first['mode']}{options})"
