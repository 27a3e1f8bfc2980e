"""`sieges replay`: plays a saved game again, and says whether it is the same."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sieges.study.wording import counted, times

if TYPE_CHECKING:
    from sieges.play.journal import Save
    from sieges.play.replay import Divergence
    from sieges.play.session import Session
    from sieges.ui.table.screen import Screen
    from sieges.ui.table.told import Viewer

DIFFERENT = 1
MOST_SHOWN = 20


@click.command("replay")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--to", "upto", type=click.IntRange(min=0), metavar="N", help="Only up to line N of a save.")
@click.option("--show", is_flag=True, help="Tell the game as it goes, and show the table at its end.")
@click.option(
    "--view", metavar="SIDE", help="Show what that side knew; `all` for everything (when the game has ended)."
)
@click.option("--pack", metavar="PACK", help="The pack to play it with, where the save does not find it.")
@click.option("--plain", is_flag=True, help="ASCII only, without any colour.")
def command(
    file: Path, upto: int | None, show: bool, view: str | None, pack: str | None, plain: bool
) -> None:
    """Play FILE, a save or the records of a simulation, again with the pack as it is now.

    Says EXACT (exit 0), or at which decision the game diverged and by which rule (exit 1). The pack's invariants
    have to hold at every decision as well.
    """
    from sieges.play.reading import NotASave, what_is
    from sieges.ui.table.screen import Screen

    screen = Screen.of_terminal(plain)
    if not file.is_file():
        raise click.UsageError(f"{file} is no file that can be read again.")
    try:
        what = what_is(file)
        if what == "record":
            if show or view is not None or upto is not None:
                raise click.UsageError(
                    "--show, --view and --to are for a save, and this is a file of records."
                )
            code = _records(file, screen, pack)
        elif what == "campaign":
            if show or view is not None:
                raise click.UsageError(
                    "--show and --view are for a single game; `sieges campaign --standing` shows a campaign."
                )
            code = _campaign(file, screen, upto, pack)
        else:
            code = _save(file, screen, upto, show or view is not None, view, pack)
    except NotASave as error:
        screen.say(f"{file} cannot be replayed: {error}.")
        code = DIFFERENT
    sys.exit(code)


def _save(
    file: Path, screen: Screen, upto: int | None, show: bool, view: str | None, pack: str | None
) -> int:
    from sieges.game.pending import End
    from sieges.play.reading import read_save
    from sieges.play.replay import replay
    from sieges.ui.table.help import Help
    from sieges.ui.table.start import load_for
    from sieges.ui.table.telling import Pages

    save = read_save(file)
    if upto is not None and upto > len(save.lines):
        screen.say(f"The save has {counted(len(save.lines), 'line')}; --to {upto} is all of it.")
    found = replay(save, load_for(save, pack), upto, invariants=True)
    if show and found.session is not None:
        pages = Pages.of(found.session, screen)
        pages.viewer = _viewer(found.session, view)
        Help(pages).log("all")
        pages.table()
        screen.line()
    _damage(save, screen)
    header = save.header
    is_part = upto is not None and upto < len(save.lines)
    moves = 0 if found.session is None else len(found.session.moves)
    if found.divergence is not None:
        _diverged(found.divergence, screen)
        return DIFFERENT
    often = 0 if found.session is None else found.session.amended
    end = None if found.session is None else found.session.pending
    if isinstance(end, End):
        how = f"ended by `{end.id}`, won by {end.winner or 'nobody'}"
    else:
        how = f"up to line {upto} of {len(save.lines)}" if is_part else "not ended"
    screen.say(f"EXACT: {header.title}, {counted(moves, 'move')}, {how}.{_since(found.same_rules, often)}")
    return _broken(save, found.broken, screen)


def _campaign(file: Path, screen: Screen, upto: int | None, pack: str | None) -> int:
    from sieges.play.campaign import replay_campaign
    from sieges.play.journal import CAMPAIGN_FORMAT
    from sieges.play.reading import read_save
    from sieges.ui.table.start import load_for

    save = read_save(file, CAMPAIGN_FORMAT)
    found = replay_campaign(save, load_for(save, pack), upto, invariants=True)
    _damage(save, screen)
    if found.divergence is not None:
        _diverged(found.divergence, screen)
        return DIFFERENT
    campaign = found.campaign
    how = "not begun" if campaign is None else campaign.words
    if campaign is not None and campaign.end is not None:
        how = f"ended by `{campaign.end.id}`, won by {campaign.end.winner or 'nobody'}"
    games = counted(0 if campaign is None else campaign.game, "game")
    often = 0 if campaign is None else campaign.amended + campaign.part.amended
    said = f"EXACT: {save.header.title}, {games}, {counted(found.moves, 'move')}, {how}."
    screen.say(said + _since(found.same_rules, often))
    return _broken(save, found.broken, screen)


def _damage(save: Save, screen: Screen) -> None:
    if save.torn:
        screen.say("The last line is not whole (the program was killed) and is left out.")
    if save.damage is not None:
        screen.say(f"{save.damage}.")


def _since(same_rules: bool, amended: int) -> str:
    """What else there is to say of an exact replay."""
    same = "" if same_rules else " The pack has changed since, but not for this game."
    return same + (f" It was amended {times(amended)}." if amended else "")


def _broken(save: Save, broken: Divergence | None, screen: Screen) -> int:
    """Tell of an invariant that does not hold; the exit code."""
    if broken is not None:
        _diverged(broken, screen)
    return DIFFERENT if save.damage is not None or broken is not None else 0


def _viewer(session: Session, view: str | None) -> Viewer:
    """Who looks at a replay: where no side is said, all is shown of a game that has ended, else what all sides know."""
    from sieges.ui.table.told import EVERYTHING

    sides = session.rules.compiled.kinds["side"].members
    if view is None:
        return EVERYTHING if session.game.ended else None
    if view in sides:
        return view
    if view == "all":
        if session.rules.secrets and not session.game.ended:
            raise click.UsageError(
                "The game has not ended: before that nobody may see everything. Name a side."
            )
        return EVERYTHING
    from sieges.text.diagnostic import nearest

    guess = nearest(view, [*sides, "all"])
    hint = f"; did you mean `{guess}`?" if guess else ""
    raise click.BadParameter(
        f"there is no side `{view}`{hint} (sides: {', '.join(sides)}, or all)", param_hint="--view"
    )


def _diverged(divergence: Divergence, screen: Screen) -> None:
    screen.say(str(divergence), "", "  ")
    if divergence.expected:
        screen.say(f"saved: {divergence.expected}", "  ", "    ")
    if divergence.offered:
        offered = ", ".join(divergence.offered[:MOST_SHOWN])
        screen.say(f"now: {offered}{', ...' if len(divergence.offered) > MOST_SHOWN else ''}", "  ", "    ")
    for place in divergence.rules:
        screen.say(f"rule: {place}", "  ", "    ")


def _records(file: Path, screen: Screen, pack: str | None) -> int:
    from sieges.loading import Scenario, load
    from sieges.play.records import Record, read_records, replay_record

    scenarios: dict[str, Scenario] = {}
    exact, wrong, shown = 0, 0, 0
    for record in read_records(file):
        if isinstance(record, Record):
            name = pack or record.path
            if name not in scenarios:
                scenarios[name] = load(name)
            divergence = replay_record(record, scenarios[name], invariants=True)
            if divergence is None:
                exact += 1
                continue
            wrong += 1
            if shown < MOST_SHOWN:
                screen.say(f"Game {record.number}, seed {record.seed}:")
                _diverged(divergence, screen)
        else:
            number, message = record
            wrong += 1
            if shown < MOST_SHOWN:
                screen.say(f"Line {number} is no record: {message}.")
        shown += 1
    games = exact + wrong
    if not wrong:
        screen.say(f"EXACT: {counted(games, 'game')}.")
        return 0
    are = "is" if exact == 1 else "are"
    screen.say(
        f"{exact} of {counted(games, 'game')} {are} EXACT; {wrong} diverged, broken or not to be read."
    )
    return DIFFERENT
