"""Help at the table: why an option is not there, what an option is, what the rules say, what happened so far."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define

from sieges.game.pending import Chance, Decision, Refusal
from sieges.ui.table.answers import COMMANDS, Answers, Key, kind_of
from sieges.ui.table.dice import share_of
from sieges.ui.table.members import TEXT, acts, words
from sieges.ui.table.screen import shown_path
from sieges.ui.table.telling import Pages


@define(eq=False)
class Help:
    """Answers to `?` and `l`."""

    pages: Pages

    def help(self, pending: Decision | Chance, answers: Answers) -> None:
        """Why options are not there, and the commands."""
        screen = self.pages.screen
        screen.line()
        if isinstance(pending, Chance):
            self._outcomes(pending, answers)
        else:
            refusals = self.pages.refusals()
            keys = self._refused_keys(kind_of(self.pages.session.rules, pending), refusals).keys
            if refusals:
                screen.say("Not offered now:", "", bold=True)
            for key, refusal in zip(keys, refusals, strict=True):
                number = f"{key.key}  " if key.key else ""
                screen.say(f"{refusal.label}: {self._reason(refusal)}", f"  {number}", "      ")
            self._asked_by(pending)
            self._legend(pending, answers)
        screen.line()
        for command, meaning in COMMANDS.items():
            screen.say(meaning, f"  {command}  ", "     ")
        if isinstance(pending, Decision):
            screen.say(
                "answers what is asked next as well; 2 > 5 x3 does it three times", "  2 > 5  ", "     "
            )
        if self.pages.session.rules.compiled.odds:
            screen.say("how likely what is; odds and a number for one option", "  odds  ", "     ")
        screen.say("? and a number, a name or a clause tells about an option, or quotes the rule.", "     ")
        if self.pages.session.journal is not None:
            screen.say(f"This game is kept in {shown_path(self.pages.session.journal.path)}", "     ")

    def _legend(self, pending: Decision, answers: Answers) -> None:
        """What the signs in the charts of the options mean."""
        kind = kind_of(self.pages.session.rules, pending)
        charts = [self.pages.charts.of(kind, key.id) for key in answers.keys]
        lines = self.pages.charts.legend([chart for chart in charts if chart is not None])
        if lines:
            self.pages.screen.line()
            self.pages.screen.line("Signs in the charts:", bold=True)
            self.pages.screen.lines(lines)

    def _refused_keys(self, kind: str, refusals: Iterable[Refusal]) -> Answers:
        """What is not offered, by the numbers printed on it."""
        data = self.pages.session.rules.compiled.kinds.get(kind)
        printed = (
            {} if data is None else dict(zip(data.members, data.numbers.get("number", ()), strict=False))
        )
        return Answers([Key(str(printed.get(r.id) or ""), r.id, r.label) for r in refusals])

    def _reason(self, refusal: Refusal) -> str:
        """Why an option is not offered: the condition that fails, as the pack has it, what it finds, and where."""
        return refusal.why + (f", {short(refusal.place)}" if refusal.place else "")

    def _asked_by(self, pending: Decision | Chance) -> None:
        """The rule that asks."""
        clauses = [c for c in pending.place.clauses if c in self.pages.session.rules.compiled.clauses]
        self.pages.screen.say(f"Asked by {pending.title}, {short(str(pending.place))}.", "  ", "      ")
        for clause in clauses:
            self.pages.quote(clause)

    def _outcomes(self, pending: Chance, answers: Answers) -> None:
        total = pending.total
        lines = []
        for key, outcome in zip(answers.keys, pending.outcomes, strict=True):
            odds = "" if pending.kind == "die" else f"  {share_of(outcome.weight, total)}"
            lines.append([f"{key.key:>3}  {key.label if key.label != key.key else ''}{odds}".rstrip()])
        self.pages.screen.lines(self.pages.screen.columns(lines))
        self._asked_by(pending)

    def about(self, pending: Decision | Chance, answers: Answers, word: str, everything: bool = True) -> None:
        """About one option (or one that is not offered), a clause, or with ``everything`` any member by its name."""
        compiled = self.pages.session.rules.compiled
        clause = next((c for c in compiled.clauses if c.lower() == word.lower()), None)
        if clause is not None:
            self.pages.quote(clause)
            return
        kind = kind_of(self.pages.session.rules, pending)
        found = answers.find(word)
        if isinstance(found, str) and isinstance(pending, Decision):
            refusals = {refusal.id: refusal for refusal in self.pages.refusals()}
            there = self._refused_keys(kind, refusals.values()).find(word)
            if isinstance(there, Key):
                refusal = refusals[there.id]
                self._member(kind, there, f"Not offered now: {self._reason(refusal)}.")
                return
        if isinstance(found, str):
            unseen = self._not_drawn(word, kind, pending)
            if unseen:
                self.pages.screen.say(unseen, "  ")
            if not (everything and self._anything(word)) and not unseen:
                self.pages.screen.say(found, "  ")
            return
        self._member(kind, found)

    def _not_drawn(self, word: str, kind: str, pending: Decision | Chance) -> str:
        """What to say about a card that cannot come up."""
        data = self.pages.session.rules.compiled.kinds.get(kind)
        if data is None or not isinstance(pending, Chance):
            return ""
        numbers = data.numbers.get("number", [0] * len(data.members))
        keys = [
            Key(str(number or ""), id_, title)
            for number, id_, title in zip(numbers, data.members, data.titles, strict=True)
        ]
        found = Answers(keys).find(word)
        return f"{found.label} cannot lie on top of {pending.title} now." if isinstance(found, Key) else ""

    def _anything(self, word: str) -> bool:
        """About a member of any kind by its name; whether there was one."""
        for kind in sorted(self.pages.session.rules.compiled.kinds.values(), key=lambda kind: not acts(kind)):
            keys = [Key("", id_, title) for id_, title in zip(kind.members, kind.titles, strict=True)]
            found = Answers(keys).find(word)
            if isinstance(found, Key):
                self._member(kind.id, found)
                return True
        return False

    def _member(self, kind: str, key: Key, refused: str = "") -> None:
        """All that a pack says about a member: chart, history, where it comes from."""
        screen, compiled = self.pages.screen, self.pages.session.rules.compiled
        data = compiled.kinds.get(kind)
        screen.say(key.label, "  ", bold=True)
        if refused:
            screen.say(refused, "  ", "    ")
        if data is None or key.id not in data.members:
            return
        at = data.members.index(key.id)
        position = self.pages.position()
        chart = self.pages.charts.of(kind, key.id)
        if chart is not None:
            column = self.pages.charts.column(chart, position)
            modifier = self.pages.charts.modifier(position)
            screen.lines(self.pages.charts.full(chart, column, modifier))
            screen.line("  Odds:")
            for line in self.pages.charts.summary(chart, screen.width - 4, column, modifier):
                screen.line("    " + line)
            screen.lines(self.pages.charts.legend([chart]))
        for line in words(compiled, data, at):
            screen.say(line, "  ", "  ")
        for field, values in data.texts.items():
            if field not in ("title", TEXT) and values[at]:
                screen.say(str(values[at]), "  ", "  ", dim=True)
        status = data.statuses[at]
        where = data.places[at]
        screen.say(f"{(status or 'source unsaid').capitalize()}; {short(str(where))}", "  ")
        for clause in data.clauses[at]:
            if clause in compiled.clauses:
                self.pages.quote(clause)

    # --- the log ----------------------------------------------------------------------------------

    def log(self, word: str = "") -> None:
        """What happened, from a turn on (the last three where none is said)."""
        screen, turns, moves = self.pages.screen, self.pages.turns, self.pages.session.moves
        starts = turns.starts
        first = 0
        if word.isascii() and word.isdigit() and len(word) < 6:
            first = starts[int(word) - 1] if 0 < int(word) <= len(starts) else 0
        elif word.lower() != "all" and len(starts) > 3:
            first = starts[-3]
        screen.line()
        if first:
            screen.line(f"  (l all shows all {len(starts)} turns, l 1 those from turn 1)")
        elif self.pages.session.opening:
            self.pages.tell(self.pages.teller.events(self.pages.session.opening), quote=False)
        cited: list[str] = []
        for at in range(first, len(moves)):
            if at in starts:
                screen.rule(f"turn {turns.of(at)}")
            told = self.pages.teller.move(moves[at], self.pages.viewer)
            self.pages.tell(told, quote=False)
            cited += [clause for sentence in told for clause in sentence.clauses if clause not in cited]
        known = [clause for clause in cited if clause in self.pages.session.rules.compiled.clauses]
        if known:
            screen.line()
        for clause in known:
            self.pages.quote(clause)
        if not moves:
            screen.say("Nothing has happened yet.", "  ")


def short(place: str) -> str:
    """A place by the end of its path."""
    parts = place.split("/")
    return "/".join(parts[-2:])
