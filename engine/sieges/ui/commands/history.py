"""`sieges history`: the games played here, and how they ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sieges.study.wording import counted

if TYPE_CHECKING:
    from sieges.play.journal import Save
    from sieges.ui.table.screen import Screen


@click.command("history")
@click.argument("pack", required=False)
@click.option("--plain", is_flag=True, help="ASCII only, without any colour.")
def command(pack: str | None, plain: bool) -> None:
    """List the games played here (of PACK, where one is named) with their results, and who won by set-up option."""
    from sieges.play.saves import games_folder, saves, unreadable
    from sieges.ui.table.screen import Screen, shown_path

    screen = Screen.of_terminal(plain)
    found = saves()
    if pack is not None:
        wanted = _id_of(pack)
        known = sorted({save.header.pack for save in found})
        if found and wanted not in known and not _is_pack(pack):
            from sieges.ui.usage import like

            raise click.UsageError(like("pack with games here", pack, known))
        found = [save for save in found if save.header.pack == wanted]
    broken = unreadable() if pack is None else []
    for path, why in broken:
        screen.say(f"{shown_path(path)} cannot be read: {why}.", "", "  ")
    if not found:
        screen.say(f"No games yet. `sieges play` begins one; they are kept in {games_folder()}.")
        return
    by_pack: dict[str, list[Save]] = {}
    for save in found:
        by_pack.setdefault(save.header.pack, []).append(save)
    for games in by_pack.values():
        screen.line()
        screen.rule(games[0].header.title, counted(len(games), "game"))
        for save in games:
            _game(save, screen)
        _shares(games, screen)


def _is_pack(pack: str) -> bool:
    from sieges.pack.finder import list_packs

    return any(name == pack for name, _, _ in list_packs())


def _id_of(pack: str) -> str:
    """The id of a pack that is given by its path or name."""
    from sieges.loading import PackError, load

    try:
        return load(pack).id
    except PackError:
        return pack


def _game(save: Save, screen: Screen) -> None:
    header = save.header
    date = header.date[:16].replace("T", " ")
    if save.end is not None:
        result = f"{save.end.winner or 'nobody'} won: {save.end.ending.replace('_', ' ')}"
    else:
        result = f"unfinished, {counted(len(save.moves), 'move')}"
    if save.damage is not None:
        result += "; damaged"
    if save.amended:
        result += "; amended"
    options = ", ".join(f"{name} {_word(value)}" for name, value in header.options.items())
    seats = ", ".join(f"{side}: {who}" for side, who in header.seats.items())
    screen.say(f"{date}  {result}", " ", "   ")
    screen.say(
        "; ".join(part for part in (header.mode, options, seats) if part), " " * 19, " " * 19, dim=True
    )


def _word(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value).replace("_", " ")


def _shares(games: list[Save], screen: Screen) -> None:
    """How often each side has won, for each value of each option that was not always the same, or all games."""
    ended = [save for save in games if save.end is not None]
    if not ended:
        return
    screen.line()
    names = list(dict.fromkeys(name for save in ended for name in save.header.options))
    groups: dict[str, list[Save]] = {}
    for name in names:
        values = dict.fromkeys(save.header.options.get(name) for save in ended)
        for value in values:
            inside = [save for save in ended if save.header.options.get(name) == value]
            groups[f"{name.replace('_', ' ')} {_word(value)}"] = inside
    if len(ended) > 1 or not groups:
        groups = {"all games": ended, **groups}
    for title, inside in groups.items():
        wins: dict[str, int] = {}
        for save in inside:
            assert save.end is not None
            winner = save.end.winner or "nobody"
            wins[winner] = wins.get(winner, 0) + 1
        shares = ", ".join(
            f"{winner} won {count} of {len(inside)} ({100 * count // len(inside)} %)"
            for winner, count in sorted(wins.items(), key=lambda pair: (-pair[1], pair[0]))
        )
        screen.say(f"{title}: {shares}", " ", "   ")
