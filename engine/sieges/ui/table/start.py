"""Begins a game at the table, or goes on with one that was left."""

from __future__ import annotations

import datetime
import secrets
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from attrs import frozen

from sieges.game.chance import seed_of
from sieges.game.pending import Decision, End
from sieges.locate import stand_in, user_data
from sieges.play.journal import FORMAT, PERSON, Header, InUse, Journal, Save
from sieges.play.reading import NotASave, read_save
from sieges.play.replay import Diverged, replay, resume
from sieges.play.saves import good_part, new_save, now, unfinished
from sieges.play.session import Session
from sieges.play.turns import Turns
from sieges.players import asking
from sieges.study.wording import counted
from sieges.ui.table.layout import display_of
from sieges.ui.table.screen import Leave, Screen, shown_path
from sieges.ui.table.table import Table
from sieges.ui.table.watching import Watch, play_watched
from sieges.ui.usage import like, sentence

if TYPE_CHECKING:
    from sieges.game.rules import Rules
    from sieges.loading import Scenario
    from sieges.players.agents import Agent

T = TypeVar("T")

FAILED = 1
MOST_OFFERED = 9


@frozen(kw_only=True)
class Wish:
    """What was asked for on the command line."""

    pack: str | None
    mode: str | None
    options: tuple[str, ...]
    seed: int | None
    dice: str | None
    bots: tuple[str, ...]
    file: Path | None
    fresh: bool
    watch: bool = False
    """Whether the files of the pack are watched, and the game goes on under its rules as they are saved."""

    @property
    def says_how(self) -> bool:
        """Whether it says what kind of game: then it is a new one."""
        said = (self.mode, self.seed, self.dice, self.options or None, self.bots or None)
        return self.fresh or any(part is not None for part in said)


def start(wish: Wish, screen: Screen) -> int:
    """Play as wished; the exit code.

    Raises:
        click.UsageError: something that was named does not exist.
        PackError: the pack has mistakes.
    """
    try:
        if wish.file is not None and wish.file.exists() and not wish.fresh:
            if wish.says_how:
                screen.say(f"{wish.file} is a game already; it goes on as it was begun.")
            return _go_on(wish.file, screen, wish.pack, watched=wish.watch)
        if wish.pack is None:
            return _offer(wish, screen)
        if not wish.says_how and wish.file is None:
            return _ask_which(wish, screen)
        return _new(wish, screen)
    except Leave as leave:
        return 130 if leave.how == "interrupt" else 0


# --- a new game -----------------------------------------------------------------------------------


def header_of(wish: Wish, rules: Rules) -> Header:
    """The header of a new game as wished.

    Raises:
        click.UsageError: an option, side or agent does not exist.
    """
    from sieges import __version__
    from sieges.play.records import settings
    from sieges.ui.usage import options_of

    assert wish.pack is not None
    compiled = rules.compiled
    options = options_of(wish.options, rules)
    seats = _seats(rules, wish.bots)
    agents_of(seats)
    dice = wish.dice or "auto"
    seed = wish.seed
    if seed is None and dice == "auto":
        seed = secrets.randbelow(1 << 32)
    return Header(
        engine=__version__, pack=compiled.pack, title=compiled.title, version=compiled.version,
        path=_pack_path(wish.pack), rules=compiled.rules_hash, text=compiled.text_hash, mode=compiled.mode,
        options=settings(rules, options), seats=seats, seed=seed, dice=dice, date=now(),
    )  # fmt: skip


def _new(wish: Wish, screen: Screen) -> int:
    from sieges.ui.usage import scenario_of

    assert wish.pack is not None
    rules = scenario_of(wish.pack, wish.mode).rules(wish.mode)
    header = header_of(wish, rules)
    session = Session.begin(rules, header)
    reason = None if wish.file is not None else stand_in(user_data())
    if reason is not None:
        screen.say(
            f"Games cannot be kept where they should be ({reason}); this one is kept in {user_data()}."
        )
    try:
        session.journal = new_save(header) if wish.file is None else Journal.create(wish.file, header)
    except FileExistsError:
        raise click.UsageError(
            f"There is a file {wish.file} already; without --new its game goes on."
        ) from None
    return _play(session, screen, agents_of(header.seats), wish.watch)


def _play(session: Session, screen: Screen, agents: Mapping[str, Agent], watched: bool) -> int:
    watch = Watch(session.header.path, watched)
    if watched:
        screen.say("Whenever a file of the pack is saved, the game goes on under its new rules.")
    return play_watched(session, screen, watch, lambda game: _sit_down(game, screen, agents, watch))


def _sit_down(session: Session, screen: Screen, agents: Mapping[str, Agent], watch: Watch) -> int:
    try:
        start_agents(agents, session, len(session.moves))
        return Table.of(session, screen, agents, watch).run()
    finally:
        if session.journal is not None:
            session.journal.close()


def start_agents(agents: Mapping[str, Agent], session: Session, moves: int) -> None:
    """Tell agents what they are going to play; ``moves`` have been made.

    Raises:
        click.ClickException: one of them fails.
    """
    try:
        for side, agent in agents.items():
            # Of its own luck, not the game's; another at every sitting, but the same again for the same game.
            luck = seed_of("agent", side, session.header.seed or 0, moves)
            asking.start(agent, session.header.seats[side], session.rules, side, luck)
    except asking.AgentFailed as failed:
        raise click.ClickException(sentence(str(failed))) from None


def _pack_path(pack: str) -> str:
    """What finds the pack again from anywhere: the name it ships under, or a full path."""
    from sieges.pack.finder import list_packs

    return pack if any(name == pack for name, _, _ in list_packs()) else str(Path(pack).absolute())


def _seats(rules: Rules, bots: tuple[str, ...]) -> dict[str, str]:
    """Who plays each side that decides."""
    sides = rules.compiled.kinds["side"].members
    seats = {sides[at]: PERSON for at in rules.compiled.seats}
    for bot in bots:
        side, equals, name = bot.partition("=")
        if not equals:
            raise click.UsageError(f"An agent is given as SIDE=NAME, not '{bot}'.")
        if side not in seats:
            what = "side that decides" if side in sides else "side"
            raise click.UsageError(like(what, side, seats))
        if seats[side] != PERSON:
            raise click.UsageError(f"Two agents are given for {side}: {seats[side]} and {name}.")
        seats[side] = name
    return seats


def agents_of(seats: Mapping[str, str], *, saved: bool = False) -> dict[str, Agent]:
    """The agents of the seats that no person has.

    Args:
        saved: whether a save names them. A save comes from anywhere, so it names no code: only agents that come with
            the engine.

    Raises:
        click.UsageError: there is no such agent.
    """
    found: dict[str, Agent] = {}
    for side, name in seats.items():
        if name == PERSON:
            continue
        from sieges.players.agents import AGENTS, UnknownAgent, agent

        if saved and name.partition(":")[0] not in AGENTS:
            message = (
                f"This save lets the agent '{name}' play {side}; if you trust it, say --bot {side}={name}."
            )
            raise click.UsageError(message)
        try:
            found[side] = agent(name)
        except UnknownAgent as error:
            raise click.UsageError(sentence(str(error))) from None
    return found


# --- going on -------------------------------------------------------------------------------------


def load_for(save: Save, pack: str | None = None) -> Scenario:
    """The pack of a save, found by what it was loaded by.

    Raises:
        PackError: it has mistakes, or is not there any more.
    """
    from sieges.loading import load

    return load(pack or save.header.path or save.header.pack)


def _go_on(path: Path, screen: Screen, pack: str | None = None, *, watched: bool = False) -> int:
    found = taken_up(path, screen, pack, FORMAT, resume)
    if isinstance(found, int):
        return found
    if isinstance(found, Path):
        return _go_on(found, screen, watched=watched)
    save, session = found
    turns = Turns(session, display_of(session.rules.compiled).turn)
    where = f", turn {turns.now}" if turns.now else ""
    screen.say(f"{save.header.title}{where}: going on after {counted(len(session.moves), 'move')}.")
    return _play(session, screen, agents_of(save.header.seats, saved=True), watched)


def taken_up(
    path: Path, screen: Screen, pack: str | None, form: str, resume: Callable[[Save, Scenario], T]
) -> tuple[Save, T] | Path | int:
    """What was left in a file (of the format ``form``), to go on with.

    Returns:
        The file as read and what ``resume`` makes of it; or the path of the good part of a damaged file; or, where it
        cannot be gone on with, which has been said then, the exit code.
    """
    try:
        save = read_save(path, form)
    except NotASave as error:
        screen.say(f"{shown_path(path)} cannot be gone on with: {error}.")
        return FAILED
    if save.damage is not None:
        return _damaged(save, screen) or FAILED
    scenario = load_for(save, pack)
    what = form.removeprefix("sieges-").split()[0].replace("save", "game")
    if scenario.id != save.header.pack:
        message = f"{path} is a {what} of the pack '{save.header.pack}', not of '{scenario.id}'."
        raise click.UsageError(message)
    try:
        found = resume(save, scenario)
    except InUse as error:
        screen.say(f"{error}.")
        return FAILED
    except Diverged as diverged:
        screen.say(f"{shown_path(path)} cannot be gone on with, since the pack has changed:")
        screen.say(str(diverged), "  ")
        return FAILED
    if save.torn:
        screen.say("The last line of the save was cut off and is left out; nothing acknowledged is lost.")
    if scenario.rules(save.header.mode).compiled.rules_hash != save.header.rules:
        screen.say(f"The pack has changed since; the {what} was played again with it, and is EXACT.")
    return save, found


def _damaged(save: Save, screen: Screen) -> Path | None:
    """A damaged file stays as it is; its good part can be gone on with in a file of its own: where that is."""
    screen.say(f"{shown_path(save.path)}: {save.damage}. The file is left as it is.")
    assert save.damage is not None
    if not save.damage.good:
        return None
    screen.say("Go on with the good part, in a new file? (yes or no)")
    if screen.ask().lower() not in ("y", "yes"):
        return None
    for number in range(1, 100):
        copy = save.path.with_name(f"{save.path.stem}-good{'' if number == 1 else number}{save.path.suffix}")
        try:
            good_part(save, copy)
        except FileExistsError:
            continue
        return copy
    return None


def where(save: Save) -> str:
    """Where an unfinished game stands, in a few words."""
    from sieges.loading import PackError

    try:
        found = replay(save, load_for(save))
    except PackError:
        return "its pack cannot be loaded"
    if found.divergence is not None or found.session is None:
        return "the pack has changed; `sieges replay` says where it differs"
    session = found.session
    turn = Turns(session, display_of(session.rules.compiled).turn).now
    pending = session.pending
    if isinstance(pending, End):
        return f"ended: {pending.title}"
    what = pending.name.replace("_", " ")
    if isinstance(pending, Decision):
        sides = session.rules.compiled.kinds["side"]
        what = f"{sides.titles[sides.members.index(pending.side)]}, {what}"
    return f"turn {turn}, {what}" if turn else what


def ago(date: float) -> str:
    """How long ago, in words."""
    minutes = int(datetime.datetime.now(datetime.UTC).timestamp() - date) // 60
    if minutes < 2:
        return "just now"
    if minutes < 120:
        return f"{minutes} minutes ago"
    hours = minutes // 60
    return f"{hours} hours ago" if hours < 48 else f"{hours // 24} days ago"


def _lines(found: list[Save], screen: Screen, first: int = 1) -> None:
    for number, save in enumerate(found, first):
        when = ago(save.path.stat().st_mtime)
        screen.say(f"{save.header.title}: {where(save)} ({when})", f" {number:>2}  ", "     ")


def _ask_which(wish: Wish, screen: Screen) -> int:
    """A pack was named and nothing else: if a game of it was left, go on or begin anew."""
    from sieges.ui.usage import scenario_of

    assert wish.pack is not None
    left = unfinished(pack=scenario_of(wish.pack).id)[:MOST_OFFERED]
    if not left:
        return _new(wish, screen)
    screen.say("Games that were left:", bold=True)
    _lines(left, screen)
    screen.line(" n   a new game")
    number = _number(screen, len(left))
    return _new(wish, screen) if number is None else _go_on(left[number - 1].path, screen, watched=wish.watch)


def _offer(wish: Wish, screen: Screen) -> int:
    """Nothing was named: the games that were left, then new ones."""
    if wish.says_how or wish.file is not None:
        raise click.UsageError("Name a pack to begin a game: `sieges play PACK`; `sieges list` lists them.")
    left = unfinished()[:MOST_OFFERED]
    packs = playable()
    if left:
        screen.say("Games that were left:", bold=True)
        _lines(left, screen)
    if packs:
        screen.say("New games:", bold=True)
    for number, (_, title) in enumerate(packs, len(left) + 1):
        screen.say(title, f" {number:>2}  ", "     ")
    if not left and not packs:
        screen.say("There is no game to play: give the path of a pack.")
        return 0
    picked = _number(screen, len(left) + len(packs), new=False)
    number = 0 if picked is None else picked
    if number <= len(left):
        return _go_on(left[number - 1].path, screen, watched=wish.watch)
    from attrs import evolve

    return _new(evolve(wish, pack=packs[number - len(left) - 1][0]), screen)


def playable() -> list[tuple[str, str]]:
    """The packs that came with the engine and can be played as they are: name and title."""
    from sieges.pack.finder import list_packs
    from sieges.text.reader import read_file

    found: list[tuple[str, str]] = []
    for name, title, folder in list_packs():
        data: Any = read_file(folder / "pack.yaml", name).data
        if isinstance(data, dict) and "requires" not in data:
            found.append((name, title))
    return found


def _number(screen: Screen, most: int, new: bool = True) -> int | None:
    """One of so many; None for a new game."""
    while True:
        answer = screen.ask("Which? ").lower()
        if answer in ("q", "quit"):
            raise Leave("quit")
        if new and answer in ("n", "new"):
            return None
        if answer.isascii() and answer.isdigit() and len(answer) < 6 and 1 <= int(answer) <= most:
            screen.understood()
            return int(answer)
        screen.say(f"Type a number from 1 to {most}{', n for a new game' if new else ''}, or q to leave.")
        sys.stdout.flush()
