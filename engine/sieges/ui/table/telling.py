"""Pages of the table: the first screen, the table, what is told and asked, the end."""

from __future__ import annotations

from typing import Any

from attrs import Factory, define

from sieges.game.pending import Chance, Decision, End, Refusal
from sieges.language.compiled import ChartData, ChoiceData, EndingData
from sieges.play.journal import PERSON
from sieges.play.session import Move, Session
from sieges.play.turns import Turns, set_this_turn
from sieges.study.wording import counted, times
from sieges.ui.table.answers import Answers, kind_of
from sieges.ui.table.board import Board
from sieges.ui.table.charts import Charts
from sieges.ui.table.dice import dice_of
from sieges.ui.table.layout import Display, display_of, listed
from sieges.ui.table.members import acts, mark
from sieges.ui.table.members import words as words_of
from sieges.ui.table.odds import TableOdds
from sieges.ui.table.screen import Screen, cells, padded, wrap
from sieges.ui.table.told import EVERYTHING, Teller, Told, Viewer, title_of

MOST_REFUSED = 3
MOST_QUOTED = 3
"""Of the clauses that a sentence cites, more than so many are not quoted at once: what happened would be lost."""
MOST_WORDS = 4
"""Of more options than this none has its text with it; ``?`` and a number shows it."""


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
    odds: TableOdds
    viewer: Viewer = None
    """Who looks at the screen."""
    quoted: set[str] = Factory(set)
    """Clauses that were quoted in full already."""
    explained: set[str] = Factory(set)
    """Signs of charts that were explained already."""

    @classmethod
    def of(cls, session: Session, screen: Screen) -> Pages:
        rules = session.rules
        display = display_of(rules.compiled)
        turns = Turns(session, display.turn)
        charts = Charts(rules, display, screen, lambda: set_this_turn(turns))
        return cls(
            session,
            screen,
            display,
            Board(rules, display, screen),
            charts,
            Teller(rules, display, charts),
            turns,
            TableOdds(session),
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
            screen.say(f"{option.title}: {self.setting(option)}", " ", "   ")
        screen.line()
        screen.say("How it ends", " ", bold=True)
        for ending in compiled.endings:
            screen.say(f"{ending.title}: {self._winner(ending)}.", "   - ", "     ")
            for clause in ending.place.clauses:
                if clause in compiled.clauses and clause not in self.quoted:
                    self.quoted.add(clause)
                    self.quote(clause)
        screen.line()
        screen.say("How to play", " ", bold=True)
        screen.say(
            "Answer with the number of an option, or with the first letters of its name (two or more). "
            "Enter alone shows the table again. Every answer is saved at once.", "   "
        )  # fmt: skip
        screen.line("   ?  help, and why an option is not there     u  undo     b  go back")
        screen.line("   ? and a number or name  about an option     l  log      q  leave")

    def setting(self, option: ChoiceData) -> str:
        """The value of a set-up option in words, and how another is asked for."""
        kind = self.session.rules.compiled.kinds.get(option.kind)
        value = self.session.header.options.get(option.id)
        if kind is not None:
            others = [name for name in kind.members if name != value]
            more = f" (--option {option.id}={' or '.join(others)} for another)" if others else ""
            return f"{title_of(kind, str(value))}{more}"
        return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)

    def _winner(self, ending: EndingData) -> str:
        """Who wins by an ending."""
        sides = self.session.rules.compiled.kinds["side"]
        if ending.winner is None and ending.who:
            who = listed([name or "nobody" for name in ending.who], "or")
            return f"{who} wins{'' if len(ending.who) == 1 else ', as things then stand'}"
        if ending.winner is None:
            return "who wins depends on how things stand"
        return f"{title_of(sides, ending.winner)} wins" if ending.winner else "a draw"

    # --- the table --------------------------------------------------------------------------------

    def position(self) -> dict[str, Any]:
        """The position as whoever looks at the screen may see it."""
        game = self.session.game
        return game.position() if self.viewer == EVERYTHING else game.observe(self.viewer).position()

    def refusals(self) -> list[Refusal]:
        """What is not offered, as far as whoever looks at the screen may know."""
        pending, game = self.session.pending, self.session.game
        if isinstance(pending, Decision) and pending.secret:
            return game.observe(self.viewer).refusals()
        return game.observe(None).refusals()

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
            new = [clause for clause in known if quote and clause not in self.quoted]
            self.quoted.update(new)
            for clause in new[:MOST_QUOTED]:
                self.quote(clause)
            if len(new) > MOST_QUOTED:
                self.screen.say(f"(`? {new[MOST_QUOTED]}` quotes that rule, and so on)", "      ", dim=True)

    def moved(self, move: Move) -> None:
        """A move that has just been made, and what came of it."""
        first, *rest = self.teller.move(move, self.viewer)
        self.tell([first])
        for line in self.teller.does(move):
            self.screen.say(line, "      ", "      ")
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
        prompt = pending.prompt or f"{pending.title}: which one? ({pending.name.replace('_', ' ')})"
        self.screen.say(f"{side}: {prompt}", "", "  ", bold=True)
        position = self.position()
        kind = kind_of(rules, pending)
        charts = {key.id: self.charts.of(kind, key.id) for key in answers.keys}
        odds = self.odds.beside(pending, self.viewer)
        owned = [chart for chart in charts.values() if chart is not None]
        if owned and self._room_for_charts(len(owned)):
            self._charted(answers, charts, kind, position, odds)
            self._refused()
            self._legend(owned)
            return
        self._list(answers, kind, position, odds)
        if answers.region is not None:
            self.screen.say(
                "Or any other point: `x y` in measures, or a name and how far: `north 2`.", "  ", "  "
            )
        if kind != "location":
            self._refused()
        if owned:
            self.screen.line("  ? and a number shows the chart with its odds")

    def _charted(
        self,
        answers: Answers,
        charts: dict[str, ChartData | None],
        kind: str,
        position: dict[str, Any],
        odds: dict[str, str],
    ) -> None:
        """The options with their charts, side by side; few that do more than that, each with what it does."""
        screen = self.screen
        width = max(len(key.key) for key in answers.keys)
        indent = " " * (width + 1)
        words = {key.id: self._words(kind, key.id) for key in answers.keys}
        wide = len(words) <= MOST_WORDS and any(words.values())
        room = screen.width - 1 if wide else screen.width // 2 - 1
        modifier = self.charts.modifier(position)
        blocks = []
        for key in answers.keys:
            chart = charts[key.id]
            doubt = "" if chart is None else self.charts.status(chart)
            name = screen.text(key.label + (f" ({doubt})" if doubt else self._mark(kind, key.id)))
            lines = [f"{key.key:>{width}}  {name}"]
            if wide:
                for line in words[key.id]:
                    lines += wrap(screen.text(line), room, indent)
            if chart is not None:
                column = self.charts.column(chart, position)
                lines += [
                    indent + line for line in self.charts.summary(chart, room - len(indent), column, modifier)
                ]
            if key.id in odds:
                lines += wrap(screen.text(odds[key.id]), room, indent)
            blocks.append(lines)
        if wide:
            screen.lines(f" {line}" for lines in blocks for line in lines)
        else:
            screen.lines(screen.columns(blocks, gap=1))

    def tell_odds(self, pending: Decision | Chance, answers: Answers, word: str) -> None:
        """The odds of an option, of all, or of a situation with its parameters."""
        self.screen.line()
        for line in self.odds.asked(pending, answers, word, self.viewer):
            self.screen.say(line, "  ", "  ") if cells(line) > self.screen.width - 2 else self.screen.line(
                f"  {line}"
            )

    def _mark(self, kind: str, member: str) -> str:
        """Where something that can be chosen comes from, if that is worth a word."""
        data = self.session.rules.compiled.kinds.get(kind)
        return mark(data, data.members.index(member)) if data is not None and member in data.members else ""

    def _refused(self) -> None:
        """Names what is not offered, where that is little."""
        refusals = self.refusals()
        if 0 < len(refusals) <= MOST_REFUSED:
            names = listed([refusal.label for refusal in refusals])
            self.screen.say(f"(not now: {names}; ? says why)", " ", "   ", dim=True)

    def _legend(self, charts: list[ChartData]) -> None:
        """What the signs of charts mean, the first time that they are seen."""
        for line in self.charts.legend(charts, self.explained):
            self.screen.line(line, dim=True)
        for parts in self.charts.signs(charts):
            self.explained.update(parts)

    def _room_for_charts(self, charts: int) -> bool:
        """Whether a window is high enough to show every chart with the table above it."""
        return self.screen.height is None or self.screen.height >= 20 + 3 * charts

    def _list(self, answers: Answers, kind: str, position: dict[str, Any], odds: dict[str, str]) -> None:
        """The options, one a line, or several where they are many and short."""
        screen = self.screen
        width = max(len(key.key) for key in answers.keys)
        names = max(cells(screen.text(key.label + self._mark(kind, key.id))) for key in answers.keys)
        lines = []
        for key in answers.keys:
            more = ""
            if kind == "location" and key.id in self.session.rules.compiled.kinds[kind].members:
                more = screen.text(self.board.place(position, key.id))
            more = "  ".join(part for part in (more, screen.text(odds.get(key.id, ""))) if part)
            label = screen.text(key.label + self._mark(kind, key.id))
            shown = "" if kind == "" and key.key == label else label
            lines.append(
                f"{key.key:>{width}}  {padded(shown, names) + '  ' + more if more else shown}".rstrip()
            )
        if kind == "" and not odds and all(line.strip().isdigit() for line in lines):
            screen.say(", ".join(line.strip() for line in lines), "  ")
        elif len(lines) > 8:
            screen.lines(screen.columns([[line] for line in lines]))
        else:
            for key, line in zip(answers.keys, lines, strict=True):
                screen.say(line.strip(), f" {' ' * (width - len(key.key))}", " " * (width + 3)) if cells(
                    line
                ) >= screen.width else screen.line(f" {line}")
                for words in self._words(kind, key.id) if len(lines) <= MOST_WORDS else ():
                    screen.say(words, " " * (width + 3))

    def _words(self, kind: str, member: str) -> list[str]:
        """What something that can be chosen does, and what it goes with."""
        compiled = self.session.rules.compiled
        data = compiled.kinds.get(kind)
        if data is None or member not in data.members or not acts(data):
            return []
        return words_of(compiled, data, data.members.index(member))

    def _chance(self, pending: Chance, answers: Answers) -> None:
        screen = self.screen
        if pending.kind == "die":
            self.odds_now(pending, full=True)
            values = [outcome.value for outcome in pending.outcomes]
            span = f"{values[0]} to {values[-1]}" if values == list(range(values[0], values[-1] + 1)) else (
                ", ".join(str(value) for value in values)
            )  # fmt: skip
            screen.say(f"Roll {pending.title}. What does it show? ({span})", "", "  ", bold=True)
            return
        if pending.kind == "hits":
            most = pending.outcomes[-1].value
            screen.say(
                f"{pending.title}: throw {dice_of(pending)}. How many hit? (0 to {most})", "", "  ", bold=True
            )
            return
        screen.say(f"Turn up the top card of: {pending.title}. Which one is it?", "", "  ", bold=True)
        cards = counted(len(answers.keys), "card")
        screen.say(f"{cards} may lie there; ? lists them. Type a number or a name.", "  ")

    def odds_now(self, pending: Chance, full: bool = False) -> None:
        """The chart that a die is for, with the odds of its results, where that can be seen."""
        die = self.charts.die
        if die is None or die.id != pending.name:
            return
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
        amended = f"; amended {times(self.session.amended)}" if self.session.amended else ""
        screen.say(f"After {counted(turns, 'turn')} and {counted(choices, 'choice')}{amended}.", " ")
        if end.place.clauses:
            for clause in end.place.clauses:
                if clause in compiled.clauses:
                    self.quote(clause)
