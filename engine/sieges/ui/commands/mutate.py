"""`sieges mutate`: whether the examples and invariants of a pack notice that a rule is another one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from sieges.study.wording import counted
from sieges.ui.progress import Progress
from sieges.ui.usage import options_of, scenario_of

if TYPE_CHECKING:
    from sieges.study.mutation import Verdict

EVERY = 30.0
"""Seconds between two lines of progress where there is no terminal."""


@click.command("mutate")
@click.argument("pack")
@click.option(
    "--sample", type=click.IntRange(1), default=100, show_default=True, help="How many mutants are tried."
)
@click.option("--all", "everything", is_flag=True, help="Try all there are; it takes long.")
@click.option("--seed", type=int, default=1, show_default=True, help="Same seed, same mutants and games.")
@click.option("--games", type=click.IntRange(1), default=40, show_default=True,
    help="How many random games say whether a mutant plays differently.")  # fmt: skip
@click.option("--mode", metavar="MODE", help="The mode; the default one otherwise.")
@click.option("--option", "options", metavar="NAME=VALUE", multiple=True,
    help="A set-up option; repeatable. Others are drawn for every second game.")  # fmt: skip
@click.option("--jobs", type=click.IntRange(1), help="How many processes; one for each core otherwise.")
@click.option(
    "--threshold", type=click.IntRange(0, 100), help="Fail if less than so many per cent are noticed."
)
@click.option("--same", is_flag=True, help="Also list mutants that played every game as before.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def command(
    pack: str,
    sample: int,
    everything: bool,
    seed: int,
    games: int,
    mode: str | None,
    options: tuple[str, ...],
    jobs: int | None,
    threshold: int | None,
    same: bool,
    as_json: bool,
) -> None:
    """Change one number, comparison, condition, cell or target of the rules at a time, and see what notices.

    A mutant counts if it compiles and some random game is another one by it. It is noticed if an example no longer
    comes out, or if in such a game an invariant breaks or the pack does something impossible. The others are listed:
    each is a rule that could be wrong without anything saying so. Exit code 1: less than --threshold is noticed. See
    docs/mutation.md.
    """
    from sieges.game.runtime import Fault
    from sieges.study.mutation import BadExamples, bench, judge_sample, report
    from sieges.study.simulate import cores

    scenario = scenario_of(pack, mode)
    rules = scenario.rules(mode)
    try:
        on = bench(pack, rules.compiled.mode, seed=seed, games=games, options=options_of(options, rules))
    except BadExamples as error:
        named = ", ".join(error.ids[:5])
        raise click.ClickException(
            f"As the pack is, these examples fail: {named}. See `sieges check {pack}`."
        ) from None
    except Fault as fault:
        raise click.ClickException(f"A game of the pack as it is stopped in the middle: {fault}") from None
    progress, wanted = Progress(EVERY), len(on.mutants) if everything else sample
    done = 0

    def told(verdict: Verdict) -> None:
        nonlocal done
        done += 1
        progress.show(lambda: f"{counted(done, 'mutant')} looked at, {wanted:,} wanted")

    verdicts = judge_sample(on, seed, None if everything else sample, jobs=jobs or cores(), told=told)
    progress.done()
    found = {"pack": scenario.id, "title": scenario.title, "seed": seed, **report(on, verdicts)}
    click.echo(json.dumps(found, indent=2) if as_json else _shown(found, same))
    judged = found["noticed"] + found["unnoticed"]
    if threshold is not None and 100 * found["noticed"] < threshold * judged:
        if not as_json:
            click.echo(f"That is less than {threshold} %.")
        raise SystemExit(1)


def _shown(found: dict[str, Any], same: bool) -> str:
    judged = found["noticed"] + found["unnoticed"]
    by = ", ".join(f"{number:,} by {_plural(what)}" for what, number in sorted(found["noticed_by"].items()))
    lines = [
        f"{found['title']}, {found['mode']}: {counted(found['mutants'], 'mutant')}, seed {found['seed']}",
        f"{found['noticed']:,} of {judged:,} noticed, {found['percent']} %" + (f" ({by})" if by else ""),
        f"{found['same']:,} played all {counted(found['games'], 'game')} as before, "
        f"{found['refused']:,} did not compile",
    ]
    for outcome, title in (("unnoticed", "not noticed:"), ("same", "the same as far as seen:")):
        listed = [one for one in found["all"] if one["outcome"] == outcome]
        if listed and (same or outcome == "unnoticed"):
            lines += ["", title, *(f"  {_change(one)}" for one in listed)]
    return "\n".join(lines)


def _plural(what: str) -> str:
    return {"an": "examples that no longer fit"}.get(what, f"{what}s")


def _change(one: dict[str, Any]) -> str:
    place = f"{one['file']}:{one['line']}:{one['column']}"
    seed = "" if one["game"] is None else f"  (game of seed {one['game']['seed']})"
    return f"{place}  {one['kind']}  {one['before']} → {one['after'] or '(nothing)'}{seed}"
