"""A situation of a pack brought about: the position, what is run in it, the decisions that are answered beforehand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex

from attrs import Factory, define, field

from sieges.game.game import Game
from sieges.game.pending import Decision
from sieges.game.runtime import Cancelled, Ended, Fault
from sieges.language.frames import HEAD

if TYPE_CHECKING:
    from sieges.game.rules import Rules
    from sieges.language.compiled import OddsData

Answers = Mapping[str, Sequence[str]]
"""Decision -> the options that it is answered with: the first of them that is offered."""
FIRST, LAST = "first", "last"
"""Answers to every decision: the first or the last option that is offered."""
MOST_FORCED = 10_000
"""Answers in a row that leave no choice, beyond which the rules have surely run away."""


class NoOdds(Exception):
    """No odds can be told; the message is a sentence without its stop, ``help`` says what can be done."""

    def __init__(self, message: str, help: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.help = help


class _SecretSeen(Exception):
    """The rules looked at a cell that nobody who asks may know."""


class _Cells(list[int]):
    """The cells of a state of which some may not be looked at."""

    unseen: frozenset[int] = frozenset()

    def __getitem__(self, at: Any) -> Any:
        if not isinstance(at, slice) and at in self.unseen:
            raise _SecretSeen
        return super().__getitem__(at)

    def pop(self, at: SupportsIndex = -1) -> int:  # pragma: no cover
        raise AssertionError("a state never changes its length")


def _guarded(data: Iterable[int], unseen: frozenset[int]) -> list[int]:
    """A copy of cells of which some may not be looked at."""
    if not unseen:
        return list(data)
    cells = _Cells(data)
    cells.unseen = unseen
    return cells


@define(eq=False)
class Situation:
    """What is asked about: a pack's rules, the situation that it describes, its parameters and a position."""

    rules: Rules
    entry: OddsData
    arguments: Sequence[int]
    """Its parameters, as they stand in frames: members by index, none as -1, sets as bits."""
    data: list[int]
    """The cells of the position, without what is given in the situation."""
    answers: Answers = Factory(dict)
    unseen: frozenset[int] = frozenset()
    """Cells that whoever asks may not know: odds that hang on one of them are refused."""
    olds: Any = field(default=(), init=False)
    given: list[int] = field(factory=list, init=False)
    """The cells after what is given."""
    run: tuple[int, ...] = field(default=(), init=False)
    """The arguments of what is run."""
    _words: dict[tuple[int, int], frozenset[str]] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        self.answers = {**self.entry.answers, **self.answers}
        self.given = self._cells(self.data)
        function = self.rules.runtime.function
        with self._careful("what is needed"):
            wrong = [
                need for need, holds in self.entry.needs if not function(holds)(self.given, *self.arguments)
            ]
        if wrong:
            raise NoOdds(f"`{self.entry.id}` needs {' and '.join(wrong)}")
        with self._careful("what is given"):
            try:
                if self.entry.given:
                    function(self.entry.given)(self.given, [], *self.arguments)
            except Ended:
                raise NoOdds("the game has ended with what is given") from None
            self.olds = function(self.entry.olds)(self.given, *self.arguments)
            self.run = tuple(function(self.entry.arguments)(self.given, *self.arguments))

    def _cells(self, data: Iterable[int]) -> list[int]:
        return _guarded(data, self.unseen)

    def _careful(self, what: str) -> _Careful:
        return _Careful(self.rules, what)

    # --- the run ----------------------------------------------------------------------------------

    def start(self) -> Game:
        """The game at the first pause of the run that is not answered beforehand.

        Raises:
            NoOdds: the rules do something impossible before it, or look at a secret.
        """
        game = Game(self.rules, self._cells(self.given), [0])
        self.rules.push(game, self.entry.instance, self.run)
        with self._careful("the run"):
            game.resume()
            self.settle(game)
        return game

    def after(self, game: Game, value: int) -> Game | Fault:
        """The game at the next such pause, once the pending one has come out so; a fault of the rules on the way.

        Raises:
            NoOdds: the run leaves what surrounds it, or the rules look at a secret.
        """
        copy = game.clone()
        if self.unseen:
            copy.data = self._cells(copy.data)
        try:
            with _Careful(self.rules, "the run", keep_faults=True):
                copy.answer(value)
                self.settle(copy)
        except Fault as fault:
            return fault
        return copy

    def settle(self, game: Game) -> None:
        """Answer what leaves no choice, and what is answered beforehand; forget the last answer to what is pending.

        That answer stands where the next one will, so that states which differ in nothing else are the same.
        """
        self._settle(game)
        if game.site >= 0:
            site = self.rules.compiled.sites[game.site]
            if site.answer >= 0 and site.answer not in site.needs:
                game.frames[game.frames[0] + HEAD + site.answer] = 0

    def _settle(self, game: Game) -> None:
        for _ in range(MOST_FORCED):
            if game.site < 0 or self.rules.is_chance[game.site]:
                return
            options = self.rules.options(game, game.site)
            found = options[0] if len(options) == 1 else self.answered(game, options)
            if found is None:
                return
            game.answer(found)
        place = self.rules.compiled.sites[game.site].place
        raise Fault("the rules went on and on without a choice or chance", place)

    def answered(self, game: Game, options: Sequence[int]) -> int | None:
        """What a decision is answered with beforehand; None where nobody says."""
        if not self.answers:
            return None
        site = self.rules.compiled.sites[game.site]
        wanted = self.answers.get(site.id) or self.answers.get(site.name)
        if wanted is None:
            if not any("." in name for name in self.answers):
                return None
            wanted = self.answers.get(f"{self.decision(game).side}.{site.name}", ())
        for word in wanted:
            for value in options:
                if word in self.words(game.site, value):
                    return value
            if word in (FIRST, LAST):
                return options[0 if word == FIRST else -1]
        return None

    def words(self, site: int, value: int) -> frozenset[str]:
        """What an option is called in an answer: its id, the label printed on it."""
        key = (site, value)
        if key not in self._words:
            data = self.rules.compiled.sites[site]
            if data.kind == "either":
                found = {data.options[value].id}
            elif value < 0 and data.optional is not None:
                found = {data.optional[0]}
            elif not data.kind:
                found = {str(value)}
            else:
                kind = self.rules.compiled.kinds[data.kind]
                id_ = kind.members[value]
                found = {id_, *(label for label, labelled in kind.labels.items() if labelled == id_)}
            self._words[key] = frozenset(found)
        return self._words[key]

    def refused(self, decision: Decision) -> list[str]:
        """What a decision was to be answered with beforehand, where nothing of that is offered."""
        names = (
            self.rules.compiled.sites[decision.site].id,
            decision.name,
            f"{decision.side}.{decision.name}",
        )
        return [word for name in names for word in self.answers.get(name, ())]

    def decision(self, game: Game) -> Decision:
        """The pending decision in full."""
        pending = game.legal()
        assert isinstance(pending, Decision)
        return pending

    # --- what is told -----------------------------------------------------------------------------

    def tell(self, data: list[int]) -> tuple[int, ...]:
        """What is told of a position after the run.

        Raises:
            NoOdds: it would tell a secret.
        """
        function = self.rules.runtime.function
        with self._careful("what is told"):
            return tuple(
                int(function(told.function)(data, self.olds, *self.arguments)) for told in self.entry.tell
            )


class _Careful:
    """Turns what goes wrong in the rules into what can be told to people."""

    def __init__(self, rules: Rules, what: str, keep_faults: bool = False) -> None:
        self.rules = rules
        self.what = what
        self.keep_faults = keep_faults

    def __enter__(self) -> None:
        return

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, _SecretSeen):
            raise NoOdds("these odds hang on what another side keeps secret") from None
        if isinstance(error, Cancelled):
            name = self.rules.compiled.scopes[error.scope]
            raise NoOdds(
                f"the run cancels `{name}`, and the scope of that name lies outside of it",
                "`run` the procedure that has the scope",
            ) from None
        if isinstance(error, Fault) and not self.keep_faults:
            raise NoOdds(f"in {self.what} the pack does something impossible: {error}") from None


def of_option(
    rules: Rules, game: Game, value: int, answers: Answers, unseen: frozenset[int] = frozenset()
) -> Situation | None:
    """The situation whose odds are shown beside an option of the pending decision; None where there is none.

    Raises:
        NoOdds: it cannot be brought about, or hangs on a cell that is not to be seen.
    """
    guarded = game.clone()
    guarded.data = _guarded(game.data, unseen)
    with _Careful(rules, "what is asked"):
        found = rules.odds(guarded, value)
    return None if found is None else Situation(rules, *found, game.data, answers, unseen)


def from_the_start(rules: Rules, options: Mapping[str, Any] | None = None) -> list[int]:
    """The cells of a new game after its set-up; set-up steps that ask or roll are left out altogether.

    Raises:
        BadOption: an option or value does not exist.
        NoOdds: the set-up does something impossible, or ends the game.
    """
    data = rules.start(options)
    game = Game(rules, data[:], [0])
    rules.push(game, rules.compiled.setup)
    with _Careful(rules, "the set-up"):
        game.resume()
    if game.ended:
        raise NoOdds("the game has ended with its set-up")
    return data if game.site >= 0 else game.data
