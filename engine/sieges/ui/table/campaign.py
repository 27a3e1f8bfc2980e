"""A campaign at the table: its parts one after the other, and what is asked between them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click
from attrs import define

from sieges.game.pending import End
from sieges.game.runtime import Fault
from sieges.play.campaign import AFTER, BEGINS, GAME, Campaign, replay_campaign, resume_campaign
from sieges.play.journal import CAMPAIGN_FORMAT, PERSON, Journal, PartLine, Setting
from sieges.play.reading import NotASave, read_save
from sieges.study.wording import counted
from sieges.ui.table.roster import standing
from sieges.ui.table.screen import Leave, Screen, shown_path
from sieges.ui.table.start import FAILED, Wish, agents_of, header_of, load_for, start_agents, taken_up
from sieges.ui.table.table import Table
from sieges.ui.table.told import title_of
from sieges.ui.usage import options_of

if TYPE_CHECKING:
    from sieges.game.rules import Rules
    from sieges.players.agents import Agent

MOST_GAMES = 10_000
"""A campaign that agents alone play, and that has not ended after so many games, never does."""


@define(eq=False)
class PartTable(Table):
    """One sitting at one part of a campaign."""

    campaign: Campaign | None = None
    wishes: dict[str, Setting] | None = None
    """Options that are set for the games to come."""
    gone: bool = False
    """Whether somebody has left."""

    def _open(self) -> None:
        campaign = self.campaign
        assert campaign is not None
        if campaign.kind == BEGINS:
            super()._open()
        self.screen.line()
        words = campaign.words
        self.screen.rule(words[:1].upper() + words[1:])
        for option in self.session.rules.compiled.options if campaign.kind == GAME else ():
            if self.session.header.options.get(option.id) != campaign.header.options.get(option.id):
                self.screen.say(f"{option.title}: {self.pages.setting(option)}", " ", "   ")

    def _ended(self, pending: End) -> bool:
        assert self.campaign is not None
        if self.campaign.kind == GAME:
            self.pages.finish(pending)
        asked = any(move.asked and move.how == PERSON for move in self.session.moves)
        return asked and self._between()

    def _between(self) -> bool:
        """Asks whether the campaign goes on; whether somebody went back instead.

        Raises:
            Leave: somebody leaves here.
        """
        while True:
            self.screen.line()
            self.screen.say(
                "Enter goes on with the campaign; NAME=VALUE sets an option of the games to come; "
                "l shows the log, u and b go back, q leaves."
            )
            answer = self.screen.ask()
            if not answer:
                self.screen.understood()
                return False
            if "=" in answer:
                self._wish(answer)
            elif (done := self.command(answer)) is not None:
                if done:
                    return True
            else:
                self.screen.say("Nothing has changed.", "  ")

    def _wish(self, answer: str) -> None:
        assert self.campaign is not None
        assert self.wishes is not None
        try:
            self.wishes.update(_settings(self.session.rules, self.campaign, (answer.replace(" ", ""),)))
        except click.UsageError as error:
            self.screen.say(error.message, "  ")
            return
        self.screen.understood()
        self.screen.say(f"From the next game on: {answer}.", "  ")

    def _leave(self, how: str) -> int:
        self.gone = True
        assert self.campaign is not None
        now = self.campaign.part.header.options
        lost = {name: value for name, value in (self.wishes or {}).items() if now.get(name) != value}
        if lost:
            # Only what a game has begun with stands in the file.
            again = " ".join(
                f"--option {name}={json.dumps(value).strip(chr(34))}" for name, value in lost.items()
            )
            self.screen.say(
                f"What you set for the next game is not kept without it: go on with {again}.", "", "  "
            )
        return super()._leave(how)


def _settings(rules: Rules, campaign: Campaign, pairs: tuple[str, ...]) -> dict[str, Setting]:
    """Options given as ``NAME=VALUE``, with their values as they are kept.

    Raises:
        click.UsageError: an option or value does not exist.
    """
    from sieges.play.records import settings

    given = options_of(pairs, rules)
    found = settings(rules, {**campaign.header.options, **given})
    return {name: found[name] for name in given}


def start(wish: Wish, screen: Screen) -> int:
    """Begin the campaign of a file, or go on with it; the exit code.

    Raises:
        click.UsageError: something that was named does not exist.
        PackError: the pack has mistakes.
    """
    assert wish.file is not None
    try:
        return _go_on(wish, wish.file, screen) if wish.file.exists() else _new(wish, wish.file, screen)
    except Leave as leave:
        return 130 if leave.how == "interrupt" else 0


def _new(wish: Wish, path: Path, screen: Screen) -> int:
    from sieges.ui.usage import scenario_of

    assert wish.pack is not None
    scenario = scenario_of(wish.pack, wish.mode)
    rules = scenario.rules(wish.mode)
    if rules.compiled.campaign is None:
        mode = f" in the mode '{rules.compiled.mode}'" if len(scenario.modes) > 1 else ""
        raise click.UsageError(f"The pack '{scenario.id}' has no campaign{mode}.")
    header = header_of(wish, rules)
    journal = Journal.create(path, header, CAMPAIGN_FORMAT)
    try:
        campaign = Campaign.begin(rules, header, journal)
        return _play(campaign, screen, agents_of(header.seats), {})
    finally:
        journal.close()


def _go_on(wish: Wish, path: Path, screen: Screen) -> int:
    found = taken_up(path, screen, wish.pack, CAMPAIGN_FORMAT, resume_campaign)
    if isinstance(found, int):
        return found
    if isinstance(found, Path):
        return _go_on(wish, found, screen)
    save, campaign = found
    journal = campaign.part.journal
    assert journal is not None
    try:
        if any(part is not None for part in (wish.mode, wish.seed, wish.dice, wish.bots or None)):
            screen.say("The campaign goes on as it was begun; only options can be set for the games to come.")
        # What was set for the games to come holds on: it stands where the last of them began.
        games = [line.options for line in save.lines if isinstance(line, PartLine) and line.part == GAME]
        wishes = {**(games[-1] if games else {}), **_settings(campaign.rules, campaign, wish.options)}
        if campaign.end is not None:
            _tell_end(campaign, screen)
            return 0
        moves = counted(len(campaign.part.moves), "move")
        screen.say(f"{save.header.title}, {campaign.words}: going on after {moves}.")
        return _play(campaign, screen, agents_of(save.header.seats, saved=True), wishes)
    finally:
        journal.close()


def _play(campaign: Campaign, screen: Screen, agents: Mapping[str, Agent], wishes: dict[str, Setting]) -> int:
    """Play part after part until the campaign ends or somebody leaves; the exit code."""
    journal = campaign.part.journal
    assert journal is not None
    start_agents(agents, campaign.part, journal.next)
    while campaign.game <= MOST_GAMES:
        table = PartTable.of(campaign.part, screen, agents)
        table.campaign, table.wishes, table.goes_on = campaign, wishes, "sieges campaign"
        code = table.run()
        if code or table.gone:
            return code
        try:
            campaign.go_on(wishes)
        except Fault as fault:
            screen.say(f"The pack did something impossible: {fault.message}", "", "  ", bold=True)
            screen.say(f"at {fault.place}", "  ")
            return FAILED
        if campaign.end is not None:
            _tell_end(campaign, screen)
            return 0
        if campaign.kind == AFTER:
            screen.line()
    screen.say(f"After {MOST_GAMES} games the campaign has not ended: that is a mistake of the pack.")
    return FAILED


def _tell_end(campaign: Campaign, screen: Screen) -> None:
    """How a campaign ended, and who had what then."""
    end = campaign.end
    assert end is not None
    sides = campaign.rules.compiled.kinds["side"]
    who = "A draw." if end.winner is None else f"{title_of(sides, end.winner)} wins."
    screen.line()
    screen.rule("The end of the campaign")
    screen.say(f"{end.title}. {who}", " ", bold=True)
    screen.say(f"After {counted(campaign.game, 'game')}.", " ")
    screen.lines(standing(campaign, screen))


def show_standing(path: Path, screen: Screen, pack: str | None = None) -> int:
    """Show how the campaign of a file stands; the exit code."""
    try:
        save = read_save(path, CAMPAIGN_FORMAT)
    except NotASave as error:
        screen.say(f"{shown_path(path)} cannot be shown: {error}.")
        return FAILED
    scenario = load_for(save, pack)
    found = replay_campaign(save, scenario)
    campaign = found.campaign
    if campaign is not None:
        if campaign.end is not None:
            _tell_end(campaign, screen)
        else:
            screen.say(f"{save.header.title}, {campaign.words}.", bold=True)
            screen.lines(standing(campaign, screen))
    if save.damage is not None:
        screen.say(f"{save.damage}.")
    if found.divergence is not None:
        screen.say(str(found.divergence), "", "  ")
    return FAILED if save.damage is not None or found.divergence is not None or campaign is None else 0
