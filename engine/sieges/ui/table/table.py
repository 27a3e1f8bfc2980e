"""A game at the table: asks who has to decide, lets chance come out, tells what happened, and finds every way out."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from typing import Self

from attrs import Factory, define

from sieges.game.invariants import broken
from sieges.game.pending import Chance, Decision, End, Pending
from sieges.game.runtime import Fault
from sieges.play.journal import PERSON
from sieges.play.session import CannotGoBack, Move, Session
from sieges.players import asking
from sieges.players.agents import Agent
from sieges.ui.table import drafts
from sieges.ui.table.answers import Answers, Key, answers_of
from sieges.ui.table.help import Help
from sieges.ui.table.lines import Line
from sieges.ui.table.screen import Leave, Screen, shown_path
from sieges.ui.table.telling import Pages
from sieges.ui.table.told import title_of
from sieges.ui.table.watching import Changed, Watch
from sieges.ui.usage import sentence

INTERRUPTED, FAILED = 130, 1

_COMMAND = re.compile(r"[uq]|l(?: +(?:\d+|all))?|b(?: *(?: d|t? ?\d+))?", re.IGNORECASE)
"""A command with what may follow it; anything longer is the name of an option."""
_ODDS = re.compile(r"odds(?: +(.*))?", re.IGNORECASE)
"""Asks how likely what is; only where the pack has situations."""


@define(eq=False)
class Table:
    """One sitting at one game."""

    session: Session
    screen: Screen
    agents: Mapping[str, Agent]
    pages: Pages
    help: Help
    shown: tuple[int, int] = (-1, -1)
    """The turn and the number of moves at which the table was last drawn."""
    headed: int = -1
    """The turn that has its headline."""
    untold: int = 0
    """How many moves had been made when one side alone began to look: of the others all are told afterwards."""
    line: Line | None = None
    """What has been answered in advance."""
    retype: bool = False
    """Whether the next chance is typed, whatever the dice are."""
    watch: Watch | None = None
    """The files of the pack, where they are watched."""
    broken: set[str] = Factory(set)
    """Invariants that were said to be broken."""
    goes_on: str = "sieges play"
    """The command that goes on with what is left."""

    @classmethod
    def of(
        cls, session: Session, screen: Screen, agents: Mapping[str, Agent], watch: Watch | None = None
    ) -> Self:
        pages = Pages.of(session, screen)
        return cls(session, screen, agents, pages, Help(pages), watch=watch)

    # --- the game ---------------------------------------------------------------------------------

    def run(self) -> int:
        """Play until the game ends or somebody leaves; the exit code."""
        try:
            self._play()
        except Leave as leave:
            return self._leave(leave.how)
        except KeyboardInterrupt:
            self.screen.line()
            return self._leave("interrupt")
        except Fault as fault:
            self.screen.line()
            self.screen.say(f"The pack did something impossible: {fault.message}", "", "  ", bold=True)
            self.screen.say(f"at {fault.place}", "  ")
            self._kept("The game up to here is kept")
            return FAILED
        except asking.AgentFailed as failed:
            self.screen.line()
            self.screen.say(sentence(str(failed)), "", "  ", bold=True)
            self._kept("The game up to here is kept")
            return FAILED
        except BrokenPipeError:
            # Whoever read what is printed has gone; there is nobody to tell.
            raise
        except OSError as error:
            self.screen.line()
            journal = self.session.journal
            if journal is None or error.filename != str(journal.path):
                raise
            where = shown_path(journal.path)
            self.screen.say(
                f"The game cannot be saved any more in {where}: {error.strerror or error}", "", "  "
            )
            self._kept("What was acknowledged before is kept")
            return FAILED
        return 0

    @property
    def watched(self) -> bool:
        """Whether a person plays."""
        return any(who == PERSON for who in self.session.header.seats.values())

    def _play(self) -> None:
        session = self.session
        if not session.moves:
            self._open()
            self.pages.tell(self.pages.teller.events(session.opening))
        while True:
            pending = session.pending
            self._look(pending)
            again = None if self.watch is None else self.watch.taken(pending)
            if again is not None:
                self._done(self._apply(*again))
            elif isinstance(pending, End):
                if not self._ended(pending):
                    return
            elif isinstance(pending, Chance):
                self._chance(pending)
            else:
                self._decision(pending)

    def _open(self) -> None:
        """What is shown before anything has happened."""
        self.pages.opening()

    def _ended(self, pending: End) -> bool:
        """What is shown and asked at the end; whether somebody went back, and the game goes on after all."""
        self.pages.finish(pending)
        return self.watched and self._reopen()

    def _decision(self, pending: Decision) -> None:
        session = self.session
        self._turn(pending)
        if len(pending.options) == 1 and not pending.secret:
            if self.line is not None and not self.line.is_over:
                # It may have been answered all the same.
                self.line.answer(pending, answers_of(session.rules, pending))
            self._done(self._apply(pending.options[0].id, "only"))
            return
        agent = self.agents.get(session.seat(pending.side))
        if agent is not None:
            name = session.header.seats[session.seat(pending.side)]
            chosen = asking.choose(agent, name, session.game.observe(pending.side))
            self._done(self._apply(chosen, "agent"))
            return
        if self.shown[0] != self.pages.turns.now:
            self._table()
        if not self._answered_before(pending):
            self._ask(pending)

    # --- who looks --------------------------------------------------------------------------------

    @property
    def shared(self) -> bool:
        """Whether several people share the screen, and one may not see what another does."""
        return bool(self.session.rules.secrets) and not self.session.alone

    def _look(self, pending: Pending) -> None:
        """Before anything is shown: to whom it is shown, and that nobody else looks."""
        session, pages = self.session, self.pages
        if not self.shared:
            people = [side for side, who in session.header.seats.items() if who == PERSON]
            if session.rules.secrets:
                pages.viewer = people[0] if people else None
            return
        secret = isinstance(pending, Decision) and pending.secret
        side = pending.side if isinstance(pending, Decision) and secret else None
        if side is not None and session.seat(side) in self.agents:
            side = None
        if pages.viewer == side:
            return
        if pages.viewer is not None:
            self._veil()
        if side is not None:
            self._hand_over(side)

    def _veil(self) -> None:
        """Take away what only one side may see, and tell all what they may know of it."""
        self.screen.clear()
        self.pages.viewer = None
        for move in self.session.moves[self.untold :]:
            self.pages.moved(move)
        self.shown = (-1, -1)

    def _hand_over(self, side: str) -> None:
        """Wait until nobody but a side looks."""
        title = title_of(self.session.rules.compiled.kinds["side"], side)
        self.screen.line()
        self.screen.say(f"In secret now: {title}. Enter when nobody else looks.", "", bold=True)
        while answer := self.screen.ask(""):
            if answer.lower() == "q":
                raise Leave("quit")
            self.screen.say("Enter alone goes on; q leaves, and the game is kept.", "  ")
        self.screen.understood()
        self.pages.viewer, self.untold = side, len(self.session.moves)
        self._table()

    def _turn(self, pending: Decision) -> None:
        """Where nobody is asked, and no table drawn, a turn still has its headline."""
        turn = self.pages.turns.now
        only = len(pending.options) == 1 and not pending.secret
        unasked = only or self.session.seat(pending.side) in self.agents
        if unasked and self.pages.turns.begins and turn not in (self.shown[0], self.headed):
            self.screen.rule("", f"turn {turn}")
            self.headed = turn

    def _table(self) -> None:
        self.pages.table()
        self.shown = (self.pages.turns.now, len(self.session.moves))

    def _chance(self, pending: Chance) -> None:
        session = self.session
        if session.luck is not None and session.header.dice == "auto" and not self.retype:
            if pending.kind == "die":
                self.pages.odds_now(pending)
            self._done(self._apply(session.chance(), "seed"))
            return
        self._ask(pending)

    def _apply(self, choice: str, how: str) -> Move:
        """Make a move.

        Raises:
            Changed: it came upon a cell that is still to do, and what stands there is in the pack now.
        """
        try:
            return self.session.apply(choice, how)
        except Fault as fault:
            if not drafts.is_unknown(fault) or not self.watched or self.watch is None:
                raise
            if not drafts.learn(fault, self.watch.pack, self.session.rules, self.screen):
                raise
            self.watch.learnt(self.session.pending.id, choice, how)
            raise Changed from None

    def _done(self, move: Move) -> None:
        """Tell a move that has been made, and saved."""
        self.retype = False
        self.pages.moved(move)
        self._invariants()

    def _invariants(self) -> None:
        """Say, once each, which of the pack's invariants does not hold now: that is a mistake of the pack."""
        game = self.session.game
        if isinstance(self.session.pending, Chance) or game.rules.secrets:
            # Whether one holds may tell a secret; a replay says it afterwards.
            return
        for found in broken(game.rules, game.data):
            if found.id not in self.broken:
                self.broken.add(found.id)
                self.screen.say(f"A mistake of the pack: {found.message} ({found.place}).", "  ", "    ")

    # --- asking -----------------------------------------------------------------------------------

    def _ask(self, pending: Decision | Chance) -> None:
        """Ask until something has happened."""
        answers = answers_of(self.session.rules, pending)
        self.pages.question(pending, answers)
        while True:
            answer = self._answer()
            if not answer:
                self._table()
                self.pages.question(pending, answers)
            elif answer.startswith("?"):
                self._help(pending, answers, answer[1:].strip())
            elif (asked := _ODDS.fullmatch(answer)) is not None and self.session.rules.compiled.odds:
                self.screen.understood()
                self.pages.tell_odds(pending, answers, asked[1] or "")
            elif (moved := self.command(answer)) is not None:
                if moved:
                    return
            else:
                found = self._meant(answer, pending, answers)
                if isinstance(found, str):
                    self._not_found(found, pending, answers, answer)
                    continue
                self.screen.understood()
                how = PERSON if isinstance(pending, Decision) else "typed"
                self._done(self._apply(found.id, how))
                return

    def _meant(self, answer: str, pending: Decision | Chance, answers: Answers) -> Key | str:
        """The option that is meant, or why there is none; what else stands in the line is kept for what comes next."""
        found = answers.find(answer)
        if isinstance(found, Key) or not isinstance(pending, Decision):
            return found
        line = Line.read(answer, pending.side)
        if line is not None:
            found = line.answer(pending, answers)
            self.line = line if isinstance(found, Key) else None
        return found

    def _answered_before(self, pending: Decision) -> bool:
        """Do what a line said in advance; whether it said anything."""
        line = self.line
        if line is None or line.is_over:
            return False
        found = line.answer(pending, answers_of(self.session.rules, pending))
        if isinstance(found, str):
            self.line = None
            self.screen.say(f"{found} {line.progress}", "  ")
            return False
        self._done(self._apply(found.id, PERSON))
        return True

    def _answer(self) -> str:
        """What somebody types.

        Raises:
            Changed: meanwhile a file of the pack has been saved.
        """
        if self.watch is None:
            return self.screen.ask()
        with self.watch.waiting():
            return self.screen.ask()

    def _not_found(self, why: str, pending: Decision | Chance, answers: Answers, answer: str) -> None:
        if answer.lstrip("+-").isdigit() or isinstance(pending, Chance):
            self.help.about(pending, answers, answer, everything=False)
        else:
            self.screen.say(why, "  ")
        self.screen.say("Nothing has changed; answer again, or ? for help.", "  ")

    def _help(self, pending: Decision | Chance, answers: Answers, word: str) -> None:
        if word:
            self.help.about(pending, answers, word)
        else:
            self.help.help(pending, answers)

    def command(self, answer: str) -> bool | None:
        """Do what an answer says, if it is a command: whether the game stands elsewhere now; None if it is none."""
        if not _COMMAND.fullmatch(answer):
            return None
        self.screen.understood()
        return self._command(answer[0].lower(), answer[1:].strip())

    def _command(self, command: str, rest: str) -> bool:
        """Do what a command says; whether the game stands elsewhere now."""
        if command == "q":
            raise Leave("quit")
        if command == "l":
            self.help.log(rest)
            return False
        self.line = None
        try:
            if command == "u":
                move = self.session.undo()
                self.screen.say(f"Taken back: {self.pages.teller.chosen(move, self.pages.viewer)}", "  ")
            elif not self._back(rest):
                return False
        except CannotGoBack as error:
            self.screen.say(f"Not possible: {error}.", "  ")
            if command == "u" and self.session.moves:
                self.screen.say("b goes back further; the result then says so.", "  ")
            return False
        self.retype = self.retype and isinstance(self.session.pending, Chance)
        self.shown = (-1, -1)
        return True

    # --- back -------------------------------------------------------------------------------------

    def _back(self, word: str) -> bool:
        """Go back to the last die or card, to a turn or to a line of the list; whether it was done."""
        session, screen, turns = self.session, self.screen, self.pages.turns
        if not session.moves:
            raise CannotGoBack("nothing has happened yet")
        last = session.last_chance()
        if not word:
            first = max(0, len(session.moves) - 12)
            screen.line()
            for at in range(first, len(session.moves)):
                turn = f"turn {turns.of(at)}" if at in turns.starts else ""
                screen.say(
                    self.pages.teller.chosen(session.moves[at], self.pages.viewer),
                    f"  {turn:>8} {at + 1:>4}  ",
                    " " * 17,
                )
            die = "" if last is None else "d to type the last die or card again; "
            screen.say(f"Go back: {die}a number from the list; t and a number for a turn; Enter to stay.")
            word = screen.ask("back> ")
            if not word:
                return False
        place, retype = self._where(word.replace(" ", "").lower(), last)
        if place is None:
            screen.say(f"`{word}` is no place to go back to. Nothing has changed.", "  ")
            return False
        if not session.alone and not self._agreed():
            return False
        move = session.amend(place)
        self.retype = retype
        chosen = self.pages.teller.chosen(move, self.pages.viewer)
        screen.say(f"Gone back to before: {chosen} The result will say so.", "  ")
        return True

    def _where(self, word: str, last: int | None) -> tuple[int | None, bool]:
        """The index of the move to go back to, and whether the chance there is typed now."""
        if word == "d":
            return last, True
        number = word.removeprefix("t") if word[:1] == "t" else word
        if not number.isascii() or not number.isdigit() or len(number) > 7:
            return None, False
        if word[:1] == "t":
            starts = self.pages.turns.starts
            return (starts[int(number) - 1] if 0 < int(number) <= len(starts) else None), False
        return (int(number) - 1 if 0 < int(number) <= len(self.session.moves) else None), False

    def _agreed(self) -> bool:
        """Whether all who play agree."""
        sides = self.session.rules.compiled.kinds["side"]
        people = [title_of(sides, side) for side, who in self.session.header.seats.items() if who == PERSON]
        self.screen.say(f"All sides ({', '.join(people)}) must agree. Do they? (yes or no)", "  ")
        if self.screen.ask("agreed> ").lower() in ("y", "yes"):
            return True
        self.screen.say("Nothing has changed.", "  ")
        return False

    # --- leaving ----------------------------------------------------------------------------------

    def _reopen(self) -> bool:
        """After the end, a last chance to go back; whether it was taken."""
        self._kept("It is kept", go_on=False)
        while True:
            self.screen.line()
            self.screen.line("Enter or q leaves; l shows the log, u and b go back.")
            try:
                answer = self._answer()
            except Leave as leave:
                if leave.how == "interrupt":
                    raise
                return False
            if answer.lower() in ("", "q"):
                return False
            if self.command(answer):
                return True

    def _leave(self, how: str) -> int:
        if self.shared and self.pages.viewer is not None:
            self.screen.clear()
        if how == "lost":
            self.screen.say("Too many answers in a row were not understood.")
        self._kept("The game is kept")
        return INTERRUPTED if how == "interrupt" else FAILED if how == "lost" else 0

    def _kept(self, words: str, go_on: bool = True) -> None:
        journal = self.session.journal
        if journal is None:
            return
        self.screen.say(f"{words}: {shown_path(journal.path)}", "", "  ")
        if go_on:
            self.screen.say(f"`{self.goes_on}` goes on with it, at this very decision.")
        sys.stdout.flush()
