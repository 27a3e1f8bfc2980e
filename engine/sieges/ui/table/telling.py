"""Pages of the table: the first screen, what is asked, help, the log, the end."""

from __future__ import annotations

import re
from typing import Any

from attrs import Factory, define

from sieges.game.pending import Chance, Decision, End
from sieges.play.journal import PERSON
from sieges.play.session import Move, Session
from sieges.play.turns import Turns
from sieges.ui.table.answers import COMMANDS, Answers, Key, answers_of, kind_of
from sieges.ui.table.board import Board
from sieges.ui.table.charts import Charts
from sieges.ui.table.layout import Display, display_of, listed
from sieges.ui.table.screen import Screen, cells, padded
from sieges.ui.table.told import Teller, Told, title_of


@define(eq=False)
class Pages:
    """Everything that is printed about one session."""

    session: Session
    screen: Screen
    display: Display
    board: Board
    charts: Charts
    teller: Teller
    turns: Turns
    quoted: set[str] = Factory(set)
    """Clauses that were quoted in full already."""

    @classmethod
    def of(cls, session: Session, screen: Screen) -> Pages:
        rules = session.rules
        display = display_of(rules.compiled)
        charts = Charts(rules, display, screen)
        turns = Turns(session, display.turn)
        return cls(
            session,
            screen,
            display,
            Board(rules, display, screen),
            charts,
            Teller(rules, display, charts),
            turns,
        )

    # --- the first screen -------------------------------------------------------------------------

    def opening(self) -> None:
        """Who plays, what wins, how to answer."""
        screen, compiled = self.screen, self.session.rules.compiled
        header = self.session.header
        screen.line()
        screen.rule(compiled.title, "" if len(compiled.modes) < 2 else compiled.mode_title)
        if self.display.intro:
            screen.say(self.display.intro, " ")
        screen.line()
        sides = compiled.kinds["side"]
        width = max(cells(screen.text(title)) for title in sides.titles)
        for at, name in enumerate(sides.members):
            who = header.seats.get(name)
            words = (
                "the rules play it"
                if who is None
                else "you"
                if who == PERSON
                else f"played by the agent `{who}`"
            )
            if who == PERSON and not self.session.alone:
                words = "a person here"
            screen.say(words, f" {padded(screen.text(sides.titles[at]), width)}   ", " " * (width + 4))
        for option in compiled.options:
            kind = compiled.kinds.get(option.kind)
            value = header.options.get(option.id)
            if kind is not None and value in kind.members:
                screen.say(f"{option.title}: {title_of(kind, str(value))}", " ", "   ")
            elif value is not None:
                shown = {True: "yes", False: "no"}.get(value, value) if isinstance(value, bool) else value
                screen.say(f"{option.title}: {shown}", " ", "   ")
        screen.line()
        screen.say("How it ends", " ", bold=True)
        for number, ending in enumerate(compiled.endings):
            screen.say(f"{ending.title}{self._winner(number)}", "   - ", "     ")
        screen.line()
        screen.say("How to play", " ", bold=True)
        screen.say(
            "Answer with the number of an option, or with the first letters of its name (two or more). "
            "Enter alone shows the table again. Every answer is saved at once.", "   "
        )  # fmt: skip
        screen.line("   ?  help, and why an option is not there     u  undo     b  go back")
        screen.line("   ? and a number or name  about an option     l  log      q  leave")

    def _winner(self, number: int) -> str:
        """Who an ending is won by, where it is the same side in every position."""
        compiled = self.session.rules.compiled
        found = re.search(rf"def end{number}\(S\):\s*S\[1\] = (-?\d+)\n", compiled.text)
        if found is None:
            return ""
        winner = int(found[1])
        return ": a draw" if winner < 0 else f": {compiled.kinds['side'].titles[winner]} wins"

    # --- the table --------------------------------------------------------------------------------

    def position(self) -> dict[str, Any]:
        """The position as whoever is asked may see it."""
        pending = self.session.pending
        side = pending.side if isinstance(pending, Decision) else None
        return self.session.game.observe(side).position()

    def table(self) -> None:
        """The table as it lies."""
        turn = self.turns.now
        self.screen.line()
        self.screen.rule(self.session.rules.compiled.title, f"turn {turn}" if turn else "")
        self.screen.lines(self.board.draw(self.position()))

    def tell(self, told: list[Told], quote: bool = True) -> None:
        """Sentences about what happened, the clauses that they carry out with them."""
        clauses = self.session.rules.compiled.clauses
        for sentence in told:
            known = [clause for clause in sentence.clauses if clause in clauses]
            cited = f" [{', '.join(known)}]" if known else ""
            self.screen.say(sentence.text + cited, "  ", "    ")
            for clause in known:
                if quote and clause not in self.quoted:
                    self.quoted.add(clause)
                    self.quote(clause)

    def moved(self, move: Move) -> None:
        """A move that has just been made, and what came of it."""
        first, *rest = self.teller.move(move)
        self.tell([first])
        history = self.teller.history(move)
        if history:
            self.screen.say(history, "      ", "      ", dim=True)
        self.tell(rest)

    def quote(self, clause: str) -> None:
        """A clause in full."""
        rule, at = self.session.rules.compiled.clauses[clause]
        section = f" ({at})" if at and not clause.startswith(at) else ""
        self.screen.say(f'{clause}{section} "{rule}"', "      ", "        ", dim=True)

    # --- questions --------------------------------------------------------------------------------

    def question(self, pending: Decision | Chance, answers: Answers) -> None:
        """What is asked, with everything that can be answered."""
        self.screen.line()
        if isinstance(pending, Chance):
            self._chance(pending, answers)
            return
        rules = self.session.rules
        side = title_of(rules.compiled.kinds["side"], pending.side)
        prompt = pending.prompt or f"Choose: {pending.name.replace('_', ' ')}."
        self.screen.say(f"{side}: {prompt}", "", "  ", bold=True)
        position = self.position()
        kind = kind_of(rules, pending)
        charts = {key.id: self.charts.of(kind, key.id) for key in answers.keys}
        owned = [chart for chart in charts.values() if chart is not None]
        width = max(len(key.key) for key in answers.keys)
        if owned and self._room_for_charts(len(owned)):
            blocks = []
            modifier = self.charts.modifier(position)
            for key in answers.keys:
                chart = charts[key.id]
                lines = [f"{key.key:>{width}}  {self.screen.text(key.label)}"]
                if chart is not None:
                    doubt = self.charts.status(chart)
                    if doubt:
                        lines[0] += f" ({doubt})"
                    column = self.charts.column(chart, position)
                    room = (self.screen.width - 3) // 2 - width - 2
                    lines += [
                        " " * (width + 2) + line
                        for line in self.charts.summary(chart, room, column, modifier)
                    ]
                blocks.append([*lines, ""])
            self.screen.lines(self.screen.columns(blocks))
            for line in self.charts.legend(owned):
                self.screen.line(line, dim=True)
            return
        self._list(answers, kind, position)
        if owned:
            self.screen.line("  ? and a number shows the chart with its odds")

    def _room_for_charts(self, charts: int) -> bool:
        """Whether a window is high enough to show every chart with the table above it."""
        return self.screen.height is None or self.screen.height >= 20 + 3 * charts

    def _list(self, answers: Answers, kind: str, position: dict[str, Any]) -> None:
        """The options, one a line, or several where they are many and short."""
        screen = self.screen
        width = max(len(key.key) for key in answers.keys)
        names = max(cells(screen.text(key.label)) for key in answers.keys)
        lines = []
        for key in answers.keys:
            more = ""
            if kind == "location":
                more = screen.text(self.board.place(position, key.id))
            label = screen.text(key.label)
            shown = "" if kind == "" and key.key == label else label
            lines.append(
                f"{key.key:>{width}}  {padded(shown, names) + '  ' + more if more else shown}".rstrip()
            )
        if kind == "" and all(line.strip().isdigit() for line in lines):
            screen.say(", ".join(line.strip() for line in lines), "  ")
        elif len(lines) > 8:
            screen.lines(screen.columns([[line] for line in lines]))
        else:
            for key, line in zip(answers.keys, lines, strict=True):
                screen.say(line.strip(), f" {' ' * (width - len(key.key))}", " " * (width + 3)) if cells(
                    line
                ) >= screen.width else screen.line(f" {line}")

    def _chance(self, pending: Chance, answers: Answers) -> None:
        screen = self.screen
        if pending.kind == "die":
            self.odds_now(full=True)
            values = [outcome.value for outcome in pending.outcomes]
            span = f"{values[0]} to {values[-1]}" if values == list(range(values[0], values[-1] + 1)) else (
                ", ".join(str(value) for value in values)
            )  # fmt: skip
            screen.say(f"Roll {pending.title}. What does it show? ({span})", "", "  ", bold=True)
            return
        screen.say(f"Turn up the top card of: {pending.title}. Which one is it?", "", "  ", bold=True)
        screen.say(f"{len(answers.keys)} cards may lie there; ? lists them. Type a number or a name.", "  ")

    def odds_now(self, full: bool = False) -> None:
        """The chart that the next die is for, with the odds of its results, where that can be seen."""
        position = self.position()
        chart = self.charts.in_use(position)
        if chart is None:
            return
        column = self.charts.column(chart, position)
        modifier = self.charts.modifier(position)
        doubt = self.charts.status(chart)
        note = f" ({doubt})" if doubt else ""
        where = ""
        if column is not None and len(chart.columns) > 1:
            where = f", column {self.charts.column_name(chart, column, long=True)}"
        bonus = f", die {modifier:+d}" if modifier else ""
        self.screen.say(f"Chart of {chart.title}{note}{where}{bonus}", "  ", "    ")
        if full:
            self.screen.lines(self.charts.full(chart, column, modifier))
        indent = "    "
        for line in self.charts.summary(chart, self.screen.width - len(indent), column, modifier):
            self.screen.line(indent + line)

    # --- help -------------------------------------------------------------------------------------

    def help(self, pending: Decision | Chance, answers: Answers) -> None:
        """Why options are not there, and the commands."""
        screen = self.screen
        screen.line()
        if isinstance(pending, Chance):
            self._outcomes(pending, answers)
        else:
            refusals = self.session.rules.refusals(self.session.game)
            if refusals:
                screen.say("Not offered now:", "", bold=True)
            for refusal in refusals:
                screen.say(
                    f"{refusal.label}: {self._reason(refusal.condition, refusal.place)}", "  ", "      "
                )
            self._asked_by(pending)
        screen.line()
        for command, words in COMMANDS.items():
            screen.say(words, f"  {command}  ", "     ")
        screen.say("? and a number, a name or a clause tells about an option, or quotes the rule.", "     ")
        if self.session.journal is not None:
            screen.say(f"This game is kept in {self.session.journal.path}", "     ")

    def _reason(self, condition: str, place: str) -> str:
        where = f" ({_short(place)})" if place else ""
        return f"needs {condition}{where}" if condition else f"the rules do not allow it now{where}"

    def _asked_by(self, pending: Decision | Chance) -> None:
        """The rule that asks."""
        clauses = [c for c in pending.place.clauses if c in self.session.rules.compiled.clauses]
        self.screen.say(f"Asked by {pending.title}, {_short(str(pending.place))}.", "  ", "      ")
        for clause in clauses:
            self.quote(clause)

    def _outcomes(self, pending: Chance, answers: Answers) -> None:
        total = pending.total
        lines = []
        for key, outcome in zip(answers.keys, pending.outcomes, strict=True):
            odds = "" if pending.kind == "die" else f"  {outcome.weight}/{total}"
            lines.append([f"{key.key:>3}  {key.label if key.label != key.key else ''}{odds}".rstrip()])
        self.screen.lines(self.screen.columns(lines))
        self._asked_by(pending)

    def about(self, pending: Decision | Chance, answers: Answers, word: str) -> None:
        """About one option (or one that is not offered), or a clause."""
        compiled = self.session.rules.compiled
        clause = next((c for c in compiled.clauses if c.lower() == word.lower()), None)
        if clause is not None:
            self.quote(clause)
            return
        kind = kind_of(self.session.rules, pending)
        found = answers.find(word)
        refused = [] if isinstance(pending, Chance) else self.session.rules.refusals(self.session.game)
        if isinstance(found, str) and refused:
            numbers = compiled.kinds[kind].numbers.get("number", []) if kind in compiled.kinds else []
            members = compiled.kinds[kind].members if kind in compiled.kinds else []
            others = Answers(
                [
                    Key(
                        str(numbers[members.index(r.id)]) if r.id in members and numbers else "",
                        r.id,
                        r.label,
                    )
                    for r in refused
                ]
            )
            there = others.find(word)
            if isinstance(there, Key):
                refusal = next(r for r in refused if r.id == there.id)
                self.screen.say(
                    f"{refusal.label}: {self._reason(refusal.condition, refusal.place)}", "  ", "      "
                )
                found = there
        if isinstance(found, str):
            self.screen.say(found, "  ")
            return
        self._member(kind, found)

    def _member(self, kind: str, key: Key) -> None:
        """All that a pack says about a member: chart, history, where it comes from."""
        screen, compiled = self.screen, self.session.rules.compiled
        data = compiled.kinds.get(kind)
        screen.say(key.label, "  ", bold=True)
        if data is None or key.id not in data.members:
            return
        at = data.members.index(key.id)
        position = self.position()
        chart = self.charts.of(kind, key.id)
        if chart is not None:
            column = self.charts.column(chart, position)
            modifier = self.charts.modifier(position)
            screen.lines(self.charts.full(chart, column, modifier))
            screen.line("  Odds:")
            for line in self.charts.summary(chart, screen.width - 4, column, modifier):
                screen.line("    " + line)
            screen.lines(self.charts.legend([chart]))
        for field, values in data.texts.items():
            if field != "title" and values[at]:
                screen.say(str(values[at]), "  ", "  ")
        status = data.statuses[at]
        where = data.places[at]
        screen.say(f"{(status or 'source unsaid').capitalize()}; {_short(str(where))}", "  ")
        for clause in data.clauses[at]:
            if clause in compiled.clauses:
                self.quote(clause)

    # --- the log ----------------------------------------------------------------------------------

    def log(self, word: str = "") -> None:
        """What happened, from a turn on (the last three where none is said)."""
        screen, turns, moves = self.screen, self.turns, self.session.moves
        starts = turns.starts
        first = 0
        if word.isascii() and word.isdigit() and len(word) < 6:
            first = starts[int(word) - 1] if 0 < int(word) <= len(starts) else 0
        elif word.lower() != "all" and len(starts) > 3:
            first = starts[-3]
        screen.line()
        if first:
            screen.line(f"  (l all shows all {len(starts)} turns, l 1 those from turn 1)")
        elif self.session.opening:
            self.tell(self.teller.events(self.session.opening), quote=False)
        cited: list[str] = []
        for at in range(first, len(moves)):
            if at in starts:
                screen.rule(f"turn {turns.of(at)}")
            told = self.teller.move(moves[at])
            self.tell(told, quote=False)
            cited += [clause for sentence in told for clause in sentence.clauses if clause not in cited]
        known = [clause for clause in cited if clause in self.session.rules.compiled.clauses]
        if known:
            screen.line()
        for clause in known:
            self.quote(clause)
        if not moves:
            screen.say("Nothing has happened yet.", "  ")

    # --- the end ----------------------------------------------------------------------------------

    def finish(self, end: End) -> None:
        """How the game ended."""
        screen, compiled = self.screen, self.session.rules.compiled
        self.table()
        screen.line()
        screen.rule("The end")
        who = "A draw." if end.winner is None else f"{title_of(compiled.kinds['side'], end.winner)} wins."
        screen.say(f"{end.title}. {who}", " ", bold=True)
        turns = len(self.turns.starts)
        choices = sum(move.asked for move in self.session.moves)
        parts = [f"{turns} turn{'' if turns == 1 else 's'}", f"{choices} choice{'' if choices == 1 else 's'}"]
        if self.session.amended:
            times = "once" if self.session.amended == 1 else f"{self.session.amended} times"
            parts.append(f"amended {times}")
        screen.say(f"After {listed(parts)}.", " ")
        if end.place.clauses:
            for clause in end.place.clauses:
                if clause in compiled.clauses:
                    self.quote(clause)


def _short(place: str) -> str:
    """A place by the end of its path."""
    parts = place.split("/")
    return "/".join(parts[-2:])


__all__ = ["Pages", "answers_of"]
