"""`sieges balance`: what is degenerate in the games of a pack."""

from __future__ import annotations

import json
from typing import Any

import click

from sieges.study.wording import counted
from sieges.ui.many_games import agents_of
from sieges.ui.usage import options_of, scenario_of

MOST_SHOWN = 12
"""Findings of one kind that are shown."""


@click.command("balance")
@click.argument("pack")
@click.option("--games", type=click.IntRange(1), default=300, show_default=True, help="How many games.")
@click.option(
    "--seed", type=int, default=1, show_default=True, help="The master seed: same seed, same games."
)
@click.option("--mode", metavar="MODE", help="The mode; the default one otherwise.")
@click.option("--option", "options", metavar="NAME=VALUE", multiple=True,
    help="A set-up option; repeatable. Others are drawn for every second game.")  # fmt: skip
@click.option(
    "--agent", "agents", metavar="SIDE=AGENT", multiple=True,
    help="Who decides for a side (random, greedy, rollout, or module:Class); AGENT alone is for every side.",
)  # fmt: skip
@click.option("--all", "everything", is_flag=True, help="Show all findings of each kind.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def command(
    pack: str,
    games: int,
    seed: int,
    mode: str | None,
    options: tuple[str, ...],
    agents: tuple[str, ...],
    everything: bool,
    as_json: bool,
) -> None:
    """Look for what is degenerate in many games: nothing to choose, stalls, loops, one best option, easy wins.

    Each finding has the seed of a game that shows it. None is a mistake by itself. See docs/coverage.md.
    """
    from sieges.game.runtime import Fault
    from sieges.study.balance import look
    from sieges.study.coverage import counting_rules
    from sieges.study.simulate import GameFailed, plan

    scenario = scenario_of(pack, mode)
    rules = scenario.rules(mode)
    what = plan(pack, rules, seed, options=options_of(options, rules), agents=agents_of(agents, rules))
    counting, _ = counting_rules(pack, rules.compiled.mode, examples=False)
    try:
        found = {
            "pack": scenario.id,
            "title": scenario.title,
            "seed": seed,
            **look(rules, counting, what, games),
        }
    except (Fault, GameFailed) as failed:
        raise click.ClickException(f"A game stopped in the middle: {failed}") from None
    click.echo(json.dumps(found, indent=2) if as_json else _shown(found, everything))


def _shown(found: dict[str, Any], everything: bool) -> str:
    from sieges.language.emission.marks import KINDS as MARKS
    from sieges.study.balance import KINDS

    agents = ", ".join(f"{side} by {agent}" for side, agent in found["agents"].items())
    lines = [
        f"{found['title']}, {found['mode']}: {counted(found['games'], 'game')} from seed {found['seed']}",
        agents,
    ]
    mover = found["first_mover"]
    if found["seats"] > 1:
        low, share, high = (100 * part for part in mover["share"])
        lines.append(f"who decides first wins {share:.1f} % of the games ({low:.1f} to {high:.1f})")
    unused = ", ".join(f"{number:,} {MARKS[kind]}" for kind, number in found["never_used"].items())
    lines.append(f"never used: {unused or 'nothing'}" + (" (`sieges coverage` lists them)" if unused else ""))
    for kind, title in KINDS.items():
        listed = [one for one in found["findings"] if one["kind"] == kind]
        if not listed:
            lines += ["", f"{kind}: none"]
            continue
        lines += ["", f"{kind}: {title}"]
        shown = listed if everything else listed[:MOST_SHOWN]
        lines += [f"  {_finding(one)}" for one in shown]
        if len(shown) < len(listed):
            lines.append(f"  and {len(listed) - len(shown)} more")
    return "\n".join(lines)


def _finding(one: dict[str, Any]) -> str:
    place = "" if one["file"] is None else f"{one['file']}:{one['line']}:{one['column']}  "
    options = "".join(f", {name}={value}" for name, value in one["game"]["options"].items())
    game = f"game {one['game']['index']} (seed {one['game']['seed']}{options})"
    return f"{place}{one['what']}: {one['seen']:,} of {one['of']:,}; {game}"
