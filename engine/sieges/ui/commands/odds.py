"""`sieges odds`: how likely each way is in which something ends that chance alone decides."""

from __future__ import annotations

import json
import textwrap
from typing import TYPE_CHECKING, Any

import click

from sieges.ui.usage import like, options_of, rules_of, sentence, width

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sieges.game.rules import Rules
    from sieges.language.compiled import ChartData, OddsData


@click.command("odds")
@click.argument("pack")
@click.argument("situation", required=False)
@click.argument("values", nargs=-1, metavar="[NAME=VALUE]...")
@click.option("--mode", metavar="MODE", help="The mode; the default one otherwise.")
@click.option("--option", "options", metavar="NAME=VALUE", multiple=True, help="A set-up option; repeatable.")
@click.option(
    "--answer",
    "answers",
    metavar="NAME=OPTION",
    multiple=True,
    help="What a decision is answered with; several with commas between: the first that is offered. Repeatable.",
)
@click.option(
    "--seed",
    type=int,
    default=1,
    show_default=True,
    help="Of the sample, where there is too much to look at.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def command(
    pack: str,
    situation: str | None,
    values: tuple[str, ...],
    mode: str | None,
    options: tuple[str, ...],
    answers: tuple[str, ...],
    seed: int,
    as_json: bool,
) -> None:
    """Tell the exact odds of what ends by chance alone.

    SITUATION is one that the pack describes, or a chart; without it, all are listed. NAME=VALUE gives its parameters:
    numbers, members, `none`; sets as members and groups with commas between, a group as its name or a number and its
    name ("3 guards, captain"). A chart takes column, modifier and die.
    """
    from sieges.game.arguments import BadArgument
    from sieges.study import asking
    from sieges.study.odds import Effort, Undecided, odds
    from sieges.study.situations import NoOdds, Situation, from_the_start
    from sieges.ui.odds import plain, table
    from sieges.ui.progress import Progress

    rules = rules_of(pack, mode)
    chosen = options_of(options, rules)
    if situation is None:
        click.echo("\n".join(_listing(rules, pack)))
        return
    given = pairs(values)
    chart = rules.compiled.charts.get(situation)
    if chart is not None and situation not in rules.compiled.odds:
        _chart(rules, chart, given, as_json)
        return
    entry = entry_of(rules, situation)
    effort, progress = Effort(), Progress()

    def say(gone: float) -> None:
        progress.show(
            lambda: f"looking at what can happen: {gone:.0f} of at most {effort.seconds:.0f} seconds"
        )

    try:
        told = asking.answers(rules, answers)
        asked = Situation(
            rules, entry, asking.parameters(rules, entry, given), from_the_start(rules, chosen), told
        )
        found = odds(asked, effort, seed, say)
    except BadArgument as error:
        raise click.UsageError(sentence(str(error))) from None
    except NoOdds as error:
        answer = " Answer with --answer NAME=OPTION." if isinstance(error, Undecided) else ""
        help = f"\n{sentence(error.help)}{answer}" if error.help else ""
        raise click.ClickException(sentence(error.message) + help) from None
    finally:
        progress.done()
    if as_json:
        about = {"pack": rules.compiled.pack, "mode": rules.compiled.mode, "parameters": given}
        click.echo(json.dumps({**about, **plain(found, rules)}, indent=2))
        return
    click.echo("\n".join([entry.title, "", *table(found, rules)]))


def pairs(values: Sequence[str]) -> dict[str, str]:
    """Parameters given as ``NAME=VALUE``.

    Raises:
        click.UsageError: one is not, or is given twice.
    """
    found: dict[str, str] = {}
    for pair in values:
        name, equals, value = pair.partition("=")
        if not equals:
            raise click.UsageError(f"A parameter is given as NAME=VALUE, not '{pair}'.")
        if name.strip() in found:
            raise click.UsageError(f"The parameter '{name.strip()}' is given twice.")
        found[name.strip()] = value
    return found


def entry_of(rules: Rules, name: str) -> OddsData:
    """A situation of a pack.

    Raises:
        click.UsageError: there is none of that name.
    """
    entry = rules.compiled.odds.get(name)
    if entry is None:
        known = [*rules.compiled.odds, *rules.compiled.charts]
        raise click.UsageError(like("situation or chart", name, known))
    return entry


def _listing(rules: Rules, pack: str) -> list[str]:
    """All that can be asked, each with its parameters and how it is asked."""
    lines: list[str] = []
    for entry in rules.compiled.odds.values():
        lines.append(f"{entry.id}: {entry.title}")
        for parameter in entry.parameters:
            left_out = "" if parameter.default is None else " (may be left out)"
            lines.append(f"    {parameter.name}: {parameter.words}{left_out}")
        told = ", ".join(told.title for told in entry.tell)
        lines += textwrap.wrap(f"tells: {told}", width(), initial_indent="    ", subsequent_indent="        ")
        lines.append(f"    sieges odds {pack} {entry.id}{_example(rules, entry)}")
    charts = list(rules.compiled.charts.values())
    if charts:
        chart = next((chart for chart in charts if len(chart.columns) > 1), charts[0])
        column = f" column={chart.labels[0]}" if len(chart.columns) > 1 else ""
        names = f"Charts: {', '.join(chart.id for chart in charts)}"
        lines += [*([""] if lines else []), *textwrap.wrap(names, width(), subsequent_indent="    ")]
        lines.append(f"    sieges odds {pack} {chart.id}{column} modifier=-1")
    return lines or ["This pack describes no situations under `odds:`, and has no charts."]


def _example(rules: Rules, entry: OddsData) -> str:
    """What the pack gives for its parameters, or some value for each that has to be given."""
    if entry.example:
        return f" {entry.example}"
    words, taken = [], dict[str, int]()
    for parameter in entry.parameters:
        if parameter.default is None:
            word = {"": "1", "condition": "true"}.get(parameter.kind)
            if word is None:
                kind = rules.compiled.kinds[parameter.kind.removeprefix("set ")]
                at = taken[kind.id] = taken.get(kind.id, -1) + 1
                word = kind.members[at % len(kind.members)] if kind.members else "none"
            words.append(f" {parameter.name}={word}")
    return "".join(words)


# --- charts ---------------------------------------------------------------------------------------

CHART_KEYS = ("column", "modifier", "die")


def _chart(rules: Rules, chart: ChartData, given: Mapping[str, str], as_json: bool) -> None:
    """The odds of the cells of a chart.

    Raises:
        click.UsageError: there is no such column or die, or what is added is no number.
    """
    from fractions import Fraction

    from attrs import evolve

    from sieges.ui.odds import percent
    from sieges.ui.table.charts import Charts
    from sieges.ui.table.layout import display_of
    from sieges.ui.table.screen import Screen

    for name in given:
        if name not in CHART_KEYS:
            raise click.UsageError(like("key of a chart", name, CHART_KEYS))
    display = display_of(rules.compiled)
    dice = [source.id for source in rules.compiled.sources if source.faces]
    if (die := given.get("die")) is not None:
        if die not in dice:
            raise click.UsageError(like("die", die, dice))
        display = evolve(display, die=die)
    if not dice:
        raise click.UsageError("This pack has no dice.")
    charts = Charts(rules, display, Screen(plain=True))
    modifier = given.get("modifier", "0").strip()
    if not modifier.lstrip("+-").isdecimal():
        raise click.UsageError(f"What is added to the die is a whole number, not '{modifier}'.")
    columns = _columns(chart, given.get("column"))
    odds = {at: charts.odds(chart, at, int(modifier)) for at in columns}
    assert charts.die is not None
    if as_json:
        result: dict[str, Any] = {
            "pack": rules.compiled.pack,
            "chart": chart.id,
            "die": charts.die.id,
            "modifier": int(modifier),
            "columns": {
                chart.columns[at]: [
                    {"result": text, "fraction": str(Fraction(count, total)), "chance": count / total}
                    for text, count, total in odds[at]
                ]
                for at in columns
            },
        }
        click.echo(json.dumps(result, indent=2))
        return
    added = f", {int(modifier):+d}" if int(modifier) else ""
    click.echo(f"{chart.title}: {charts.die.title}{added}")
    for at in columns:
        name = charts.column_name(chart, at, long=True)
        click.echo(f"\n{name}" if len(chart.columns) > 1 else "")
        wide = max(len(text) for text, _, _ in odds[at])
        for text, count, total in odds[at]:
            share = Fraction(count, total)
            click.echo(f"  {text:{wide}}  {share!s:>7}  {percent(share, share):>11}")
    for line in charts.legend([chart]):
        click.echo(line)


def _columns(chart: ChartData, word: str | None) -> list[int]:
    """The columns that are meant: all where nobody says which."""
    if word is None:
        return list(range(len(chart.columns)))
    for names in (chart.labels, chart.columns, chart.titles):
        for at, name in enumerate(names):
            if name.casefold() == word.strip().casefold():
                return [at]
    raise click.UsageError(like("column", word, chart.labels))
