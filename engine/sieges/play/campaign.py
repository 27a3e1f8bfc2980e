"""A campaign in progress: one part after the other, each a session of its own, all in one journal.

The journal is as that of a game (docs/saves.md), with a line wherever a part begins. Nothing that is carried stands in
it: what a game leaves behind is worked out again from what was decided and how the dice fell.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from attrs import define, evolve

from sieges.game.campaigns import carried, end_of, following, next_game, opening
from sieges.game.game import Game, NotRunning
from sieges.game.pending import Chance, End
from sieges.game.rules import Rules
from sieges.play.journal import (
    BackLine,
    EndLine,
    Header,
    Journal,
    MoveLine,
    PartLine,
    Save,
    Setting,
)
from sieges.play.replay import Diverged, Divergence, again, begun, broken_at, lost_settings, rules_for
from sieges.play.session import Session, luck_of

if TYPE_CHECKING:
    from sieges.loading import Scenario

BEGINS, GAME, AFTER = "begins", "game", "after"


@define(eq=False)
class Campaign:
    """A campaign of one pack and mode. ``part`` is what is being played of it, or what came last."""

    rules: Rules
    header: Header
    part: Session
    kind: str = BEGINS
    """One of `sieges.play.journal.PARTS`."""
    game: int = 0
    """The number of the game that is played or was played last, from 1; 0 before the first."""
    kept: list[int] | None = None
    """What was carried into that game; None before the first."""
    end: End | None = None
    """How the campaign has ended."""
    amended: int = 0
    """How often the parts before this one were amended."""

    @classmethod
    def begin(cls, rules: Rules, header: Header, journal: Journal | None = None) -> Campaign:
        """A new campaign as its header says, at what is done before the first game.

        Raises:
            BadArgument: the pack has no campaign, or an option or value does not exist.
            Fault: the pack did something impossible at once.
            OSError: it could not be written.
        """
        game = opening(rules, header.options)
        if journal is not None:
            journal.part(BEGINS, 0, {})
        part = Session(
            rules, header, game, luck_of(rules, header), journal, opening=list(game.events), ends=False
        )
        return cls(rules, header, part)

    @property
    def waits(self) -> bool:
        """Whether this part has ended, and `go_on` leads to the next."""
        return self.end is None and isinstance(self.part.pending, End)

    @property
    def words(self) -> str:
        """What is being played, in words."""
        if self.kind == BEGINS:
            return "before the first game"
        return f"game {self.game}" if self.kind == GAME else f"after game {self.game}"

    def go_on(self, options: Mapping[str, Setting] | None = None) -> None:
        """Go on from a part that has ended: to the next one, or to the end of the campaign.

        Args:
            options: set-up options of the next game, where it is one, that are not as at the beginning.

        Raises:
            NotRunning: the part has not ended, or the whole campaign has.
            BadOption: an option or value does not exist; nothing has changed.
            Fault: the pack did something impossible; nothing has changed.
            OSError: it could not be written; nothing has changed.
        """
        if not self.waits:
            raise NotRunning("this part of the campaign has not ended")
        last = self.part.game
        if self.kind == GAME:
            self._enter(AFTER, self.game, following(last), {})
            return
        end = end_of(self.rules, last.data)
        if end is not None:
            if self.part.journal is not None:
                self.part.journal.end(end.id, end.winner, self.amended + self.part.amended)
            self.end = end
            return
        kept = carried(self.rules, last.data)
        others = {
            name: value for name, value in (options or {}).items() if self.header.options.get(name) != value
        }
        game = next_game(self.rules, kept, {**self.header.options, **others})
        self._enter(GAME, self.game + 1, game, others)
        self.kept = kept

    def _enter(self, kind: str, number: int, game: Game, options: dict[str, Setting]) -> None:
        before = self.part
        if before.journal is not None:
            before.journal.part(kind, number, options)
        # What follows a game stands under the options of that game.
        base = before.header if kind == AFTER else self.header
        header = evolve(self.header, options={**base.options, **options})
        self.part = Session(
            self.rules,
            header,
            game,
            before.luck,
            before.journal,
            opening=list(game.events),
            ends=kind == GAME,
        )
        self.kind, self.game = kind, number
        self.amended += before.amended
        self.part.note_end()


@define(eq=False)
class CampaignReplay:
    """A campaign, played again. ``campaign`` stands where it ended, or just before it diverged."""

    save: Save
    campaign: Campaign | None = None
    divergence: Divergence | None = None
    same_rules: bool = True
    """Whether the pack's rules are to the letter those of the file."""
    broken: Divergence | None = None
    """The first place at which an invariant of the pack does not hold, where they were looked at."""
    moves: int = 0
    """How many moves were made, in all parts."""


def replay_campaign(
    save: Save, scenario: Scenario, upto: int | None = None, *, invariants: bool = False
) -> CampaignReplay:
    """Play a campaign again; arguments as those of `sieges.play.replay.replay`."""
    found = CampaignReplay(save)
    try:
        rules = rules_for(save.header, scenario)
        found.same_rules = rules.compiled.rules_hash == save.header.rules
        lost_settings(rules, save.header)
        for line in save.lines:
            if upto is not None and line.n > upto:
                break
            if isinstance(line, PartLine):
                _part_again(found, rules, line)
            elif found.campaign is not None:
                _line_again(found.campaign, line)
                found.moves += isinstance(line, MoveLine)
            if invariants and found.campaign is not None and found.broken is None:
                part = found.campaign.part
                id_ = line.id if isinstance(line, MoveLine) else ""
                found.broken = _within(broken_at(part.game, len(part.moves), line.n, id_), found.campaign)
    except Diverged as diverged:
        found.divergence = _within(diverged.divergence, found.campaign)
    return found


def _within(divergence: Divergence | None, campaign: Campaign | None) -> Divergence | None:
    """A divergence that says which part of a campaign it is in."""
    if divergence is None or campaign is None:
        return divergence
    return evolve(divergence, part=f"in {campaign.words}" if campaign.kind == GAME else campaign.words)


def _part_again(found: CampaignReplay, rules: Rules, line: PartLine) -> None:
    """Begin a part as a line says.

    Raises:
        Diverged: the part before it has not ended, the whole campaign has, or it cannot begin.
    """
    campaign = found.campaign
    if campaign is None:
        found.campaign = begun(lambda: Campaign.begin(rules, found.save.header))
        return
    pending = campaign.part.pending
    if not isinstance(pending, End):
        message = f"it had ended here, and now `{pending.id}` is asked"
        offered = pending.outcomes if isinstance(pending, Chance) else pending.options
        options = tuple(option.id for option in offered)
        decision = len(campaign.part.moves)
        raise Diverged(
            Divergence(decision, line.n, pending.id, message, "the end", options, (pending.place,))
        )
    begun(lambda: campaign.go_on(line.options))
    if campaign.end is not None:
        end = campaign.end
        message = "the campaign had gone on, and now it has ended"
        raise Diverged(Divergence(0, line.n, end.id, message, f"game {line.game}", (end.id,), (end.place,)))


def _line_again(campaign: Campaign, line: MoveLine | BackLine | EndLine) -> None:
    """Do what a line within a part says.

    Raises:
        Diverged: it cannot be done, or leads elsewhere.
    """
    if not isinstance(line, EndLine) or campaign.kind == GAME:
        again(campaign.part, line)
        return
    if campaign.waits:
        begun(campaign.go_on)
    if campaign.end is None or (campaign.end.id, campaign.end.winner) != (line.ending, line.winner):
        saved = f"`{line.ending}`, won by {line.winner or 'nobody'}"
        now = "going on"
        if campaign.end is not None:
            now = f"`{campaign.end.id}`, won by {campaign.end.winner or 'nobody'}"
        message = f"the campaign had ended by {saved}; now it is {now}"
        place = campaign.part.pending.place if campaign.end is None else campaign.end.place
        raise Diverged(Divergence(0, line.n, line.ending, message, saved, (now,), (place,)))


def resume_campaign(save: Save, scenario: Scenario) -> Campaign:
    """The campaign of a file, at the very decision, with its journal open to go on.

    Raises:
        Diverged: the pack no longer gives that campaign.
        ValueError: the file is damaged.
        InUse: it is being played elsewhere.
        OSError: it cannot be written.
    """
    if save.damage is not None:
        raise ValueError(str(save.damage))
    found = replay_campaign(save, scenario)
    if found.divergence is not None:
        raise Diverged(found.divergence)
    journal = Journal.reopen(save.path, len(save.lines), save.mend)
    if found.campaign is None:
        # The process was killed before anything but the header was written.
        return Campaign.begin(rules_for(save.header, scenario), save.header, journal)
    found.campaign.part.journal = journal
    if save.end is None:
        # The process was killed between the last move and the line that says how the game ended.
        found.campaign.part.note_end()
    return found.campaign
