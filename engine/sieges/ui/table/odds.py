"""Odds at the table: in brief beside the options of a choice, in full when somebody asks.

They are worked out from what whoever looks at the screen may know of the game.
"""

from __future__ import annotations

import re
import time
from random import Random

from attrs import define, evolve

from sieges.game.arguments import BadArgument
from sieges.game.game import Game
from sieges.game.pending import Chance, Decision
from sieges.language.compiled import OddsData
from sieges.play.session import Session
from sieges.study import asking
from sieges.study.odds import BRIEF, Effort, TooLarge, odds
from sieges.study.situations import Answers, NoOdds, Situation, of_option
from sieges.ui.odds import brief, table
from sieges.ui.table.answers import Answers as Keys
from sieges.ui.table.answers import Key
from sieges.ui.table.told import EVERYTHING, Viewer
from sieges.ui.usage import like, sentence

IN_FULL = Effort(ways=150_000, states=60_000, seconds=8.0, samples=2_000)
"""For somebody who asks, and sits at a table."""
LEFT_OUT = "odds: ask"
"""Beside an option of which they take too long."""


@define(eq=False)
class TableOdds:
    """The odds that one session can tell."""

    session: Session
    _known: tuple[tuple[str, Viewer], dict[str, str]] | None = None
    """What was last shown beside options, and for which position and whom."""

    def _game(self, viewer: Viewer) -> tuple[Game, frozenset[int]]:
        """The game as far as whoever looks may know it, and the cells of it that are unknown."""
        game, secrets = self.session.game, self.session.rules.secrets
        if not secrets or viewer == EVERYTHING:
            return game, frozenset()
        sides = game.rules.compiled.kinds["side"].members
        unknown = secrets.unknown_to(None if viewer is None else sides.index(viewer))
        cells = frozenset(cell.cell for cell in unknown if len(cell.possible(game.data)) > 1)
        return game.observe(viewer).resample(Random(0)), cells

    def beside(self, pending: Decision, viewer: Viewer) -> dict[str, str]:
        """What to say beside the options, by their ids: nothing of those that chance has no part in."""
        rules = self.session.rules
        if not rules.compiled.sites[pending.site].odds or (pending.secret and viewer != pending.side):
            return {}
        key = (self.session.game.digest(), viewer)
        if self._known is None or self._known[0] != key:
            self._known = (key, self._beside(pending, viewer))
        return self._known[1]

    def _beside(self, pending: Decision, viewer: Viewer) -> dict[str, str]:
        found: dict[str, str] = {}
        left, began = BRIEF.ways, time.perf_counter()
        for at, option in enumerate(pending.options):
            # What one does not need is there for those after it.
            share = left // (len(pending.options) - at)
            seconds = max(BRIEF.seconds - (time.perf_counter() - began), 0.1)
            text = ""
            try:
                situation = self._of_option(pending, option.value, viewer)
                if situation is not None:
                    told = odds(situation, evolve(BRIEF, exact=share // 4, ways=share, seconds=seconds))
                    text = brief(told, self.session.rules)
                    left -= min(told.ways, share)
            except TooLarge:
                text, left = LEFT_OUT, left - share
            except NoOdds:
                # Why there are none is said to whoever asks.
                text = ""
            if text:
                found[option.id] = f"[{text}]"
        return found

    def _of_option(
        self, pending: Decision, value: int, viewer: Viewer, answers: Answers | None = None
    ) -> Situation | None:
        """The situation that comes of an option; None of one that takes none.

        Raises:
            NoOdds: it cannot be brought about.
        """
        game, unseen = self._game(viewer)
        rules = self.session.rules
        if value < 0 and rules.compiled.sites[pending.site].kind != "":
            return None
        return of_option(rules, game, value, answers or {}, unseen)

    # --- in full ----------------------------------------------------------------------------------

    def asked(self, pending: Decision | Chance, keys: Keys, words: str, viewer: Viewer) -> list[str]:
        """The lines to be shown: of an option, of all, or of a situation.

        Args:
            pending: what is asked now.
            keys: what can be answered.
            words: what was typed: nothing, an option, or a situation; then parameters and answers to decisions, each as
                `name=value`.
            viewer: who looks.
        """
        head, *rest = re.split(r"\s+(?=\w[\w.]*=)", words.strip())
        shown = isinstance(pending, Decision) and bool(self.session.rules.compiled.sites[pending.site].odds)
        try:
            pairs = dict(self._pair(pair) for pair in rest)
            if shown and isinstance(pending, Decision):
                if not head:
                    return [line for key in keys.keys for line in self._option(pending, key, pairs, viewer)]
                key = keys.find(head)
                if isinstance(key, Key) and head not in self.session.rules.compiled.odds:
                    return self._option(pending, key, pairs, viewer)
            return self._situation(head, pairs, viewer)
        except BadArgument as error:
            return [sentence(str(error))]

    @staticmethod
    def _pair(text: str) -> tuple[str, str]:
        name, _, value = text.partition("=")
        # As on a command line, where quotes hold words together.
        quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "\"'"
        return name, value[1:-1] if quoted else value

    def _option(self, pending: Decision, key: Key, pairs: dict[str, str], viewer: Viewer) -> list[str]:
        option = pending.option(key.id)
        if option is None or (pending.secret and viewer != pending.side):
            return []
        answers = asking.answers(self.session.rules, [f"{name}={value}" for name, value in pairs.items()])
        try:
            situation = self._of_option(pending, option.value, viewer, answers)
        except NoOdds as error:
            return [key.label, *self._none(error), ""]
        return [] if situation is None else [key.label, *self._table(situation), ""]

    def _situation(self, name: str, pairs: dict[str, str], viewer: Viewer) -> list[str]:
        """The odds of a situation from the position on the table; names of no parameters are those of decisions."""
        rules = self.session.rules
        entry = rules.compiled.odds.get(name)
        if entry is None:
            usage = [self._usage(one) for one in rules.compiled.odds.values()]
            known = [like("situation", name, rules.compiled.odds)] if name and not name.isdigit() else []
            if name.isdigit():
                known = ["No odds stand beside these options; a situation has them."]
            return [*known, "Ask:", *usage]
        names = {parameter.name for parameter in entry.parameters}
        answers = asking.answers(rules, [f"{n}={value}" for n, value in pairs.items() if n not in names])
        values = asking.parameters(rules, entry, {n: value for n, value in pairs.items() if n in names})
        game, unseen = self._game(viewer)
        try:
            situation = Situation(rules, entry, values, game.data, answers, unseen)
        except NoOdds as error:
            return self._none(error)
        return [entry.title, *self._table(situation)]

    def _table(self, situation: Situation) -> list[str]:
        try:
            return table(odds(situation, IN_FULL), self.session.rules)
        except NoOdds as error:
            return self._none(error)

    @staticmethod
    def _none(error: NoOdds) -> list[str]:
        return [f"No odds: {error.message}.", *([sentence(error.help)] if error.help else [])]

    @staticmethod
    def _usage(entry: OddsData) -> str:
        given = "".join(f" {parameter.name}={parameter.words}" for parameter in entry.parameters)
        return f"  odds {entry.id}{f' {entry.example}' if entry.example else given}"
