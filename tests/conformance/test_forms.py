"""The forms of the rules (docs/engine.md) give the same games from the same luck and the same choices."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from attrs import define, field

from sieges.game.game import Game
from sieges.game.pending import Chance, Decision, End
from sieges.game.rules import Rules
from tests.conformance.playable import Played, choices, games, pick, rounds, setups

MIDDLES = 12
"""From how many pauses of a game it is finished at once."""


@define
class Answer:
    """What was asked in the paused form, what was offered, and what was answered."""

    site: str
    source: int
    values: list[int]
    weights: list[int]
    place: int


@define
class Record:
    """The answers of a game, in order; gives them again to a form that is answered at once."""

    rules: Rules
    answers: list[Answer] = field(factory=list)
    used: int = 0

    @classmethod
    def of(cls, played: Played) -> Record:
        """The answers of a game that was played in the paused form."""
        record = cls(played.setup.rules)
        for pause in played.pauses[:-1]:
            assert not isinstance(pause.pending, End)
            assert pause.chosen is not None
            record.note(pause.pending, pause.chosen.value)
        return record

    def play(self, game: Game, luck: random.Random) -> None:
        """Play a game at random in the paused form, noting every answer."""
        while not game.ended:
            pending = game.legal()
            assert not isinstance(pending, End)
            chosen = pick(pending, luck)
            self.note(pending, chosen.value)
            game.apply(chosen.id)

    def note(self, pending: Decision | Chance, value: int) -> None:
        values = [choice.value for choice in choices(pending)]
        weights = [outcome.weight for outcome in pending.outcomes] if isinstance(pending, Chance) else []
        source = pending.source if isinstance(pending, Chance) else -1
        self.answers.append(Answer(pending.id, source, values, weights, values.index(value)))

    # --- the resolver -----------------------------------------------------------------------------

    def choose(self, site: int, values: Sequence[int]) -> int:
        answer = self._next()
        asked = self.rules.compiled.sites[site].id
        assert (asked, list(values)) == (answer.site, answer.values), f"answer {self.used}"
        return answer.place

    def rolls(self) -> list[Callable[[int], int]]:
        def of(source: int) -> Callable[[int], int]:
            def roll(number: int) -> int:
                answer = self._next()
                assert answer.source == source, f"answer {self.used}: {answer.site}"
                assert number % sum(answer.weights) == 0, f"answer {self.used}: {answer.site}"
                return sum(answer.weights[: answer.place]) * (number // sum(answer.weights))

            return roll

        return [of(source) for source in range(len(self.rules.compiled.sources))]

    def _next(self) -> Answer:
        assert self.used < len(self.answers), "more is asked than in the paused form"
        self.used += 1
        return self.answers[self.used - 1]


def test_inline_games_are_the_paused_ones(pack: str) -> None:
    """The same choices and outcomes, one by one: asked in the same order, offered alike, and the same at the end."""
    for played in games(pack):
        rules, end, record = played.setup.rules, played.end.data, Record.of(played)
        data = rules.play(played.setup.options, record.choose, record.rolls())
        assert record.used == len(record.answers), f"{played}: not all was asked"
        assert data == end, f"{played}: {differences(rules, data, end)}"


def test_inline_games_are_the_paused_ones_on_the_same_streams(pack: str) -> None:
    """The same seed: what the inline form rolls and draws is what the paused form does."""
    for setup in setups(pack):
        for seed in range(rounds(pack, 8)):
            game, record = setup.new(seed), Record(setup.rules)
            record.play(game, random.Random(f"{setup} {seed}"))
            data = setup.rules.play(setup.options, record.choose, setup.rules.streams(seed))
            assert record.used == len(record.answers), f"{setup}, seed {seed}: not all was asked"
            assert data == game.data, f"{setup}, seed {seed}: {differences(setup.rules, data, game.data)}"


def test_a_game_finished_at_once_is_the_one_played_on(pack: str) -> None:
    """`finish` from pauses in the middle, against the same answers given one by one."""
    for played in games(pack):
        if played.seed >= 3:
            break
        rules, end, answers = played.setup.rules, played.end, Record.of(played).answers
        luck = random.Random(str(played))
        for at in luck.sample(range(len(answers)), min(MIDDLES, len(answers))):
            rest, middle = Record(rules, answers[at:]), played.pauses[at].game.clone()
            where = f"{played}, from answer {at} ({answers[at].site})"
            middle.finish(rest.choose, rest.rolls())
            assert middle.ended, where
            assert rest.used == len(rest.answers), f"{where}: not all was asked"
            assert middle.data == end.data, f"{where}: {differences(rules, middle.data, end.data)}"
            assert middle.digest() == end.digest(), where
            assert middle.legal() == end.legal(), where


def differences(rules: Rules, one: list[int], other: list[int]) -> str:
    """Which cells differ, for the message of a failure."""
    cells = [number for number, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
    return ", ".join(f"cell {cell} is {one[cell]}, not {other[cell]}" for cell in cells[:8])
