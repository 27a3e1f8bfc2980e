"""Single seeded games, played inline; each is known by its seed and options, and by what was picked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from sieges.game.chance import mix, salt_of
from sieges.game.game import Choose
from sieges.players.uniform import SALT
from sieges.study.games import game_seed, games_of_agents, record_line
from sieges.study.simulate import Plan, Tally

if TYPE_CHECKING:
    from sieges.game.rules import Rules
    from sieges.language.compiled import ChoiceData

_OPTIONS = salt_of("set-up options")


@frozen
class Playout:
    """A game to be played. ``picks``: the index at each decision, where agents have played it already."""

    index: int
    seed: int
    options: Mapping[str, Any]
    picks: Sequence[int] | None = None

    def choose(self, picks: list[int]) -> Choose:
        """What answers its decisions; ``picks`` gains the index taken at each."""
        random = Random(mix(self.seed, SALT)).random
        known = None if self.picks is None else iter(self.picks)

        def choose(site: int, values: Sequence[int]) -> int:
            if known is not None:
                pick = next(known)
            else:
                pick = int(random() * len(values)) if len(values) > 1 else 0
            picks.append(pick)
            return pick

        return choose

    def play(self, rules: Rules, picks: list[int]) -> list[int]:
        """Play it by some rules; the cells at its end. ``picks`` gains the index taken at each decision.

        Raises:
            Fault: the pack does something impossible.
        """
        return rules.play(self.options, self.choose(picks), rules.streams(self.seed))


def playouts(rules: Rules, what: Plan, games: int) -> Iterator[Playout]:
    """The games of a plan, one after the other; those of agents that think are played by ``rules`` first.

    Set-up options that the plan leaves open are drawn anew for every second game; the others have the defaults, and
    are the games that `simulate` plays.

    Raises:
        GameFailed: a game of agents stopped in the middle.
    """
    for index in range(games):
        seed = game_seed(what.seed, index)
        options = {**(_drawn(rules, seed) if index % 2 else {}), **what.options}
        if what.is_random:
            yield Playout(index, seed, options)
        else:
            one = evolve(what, options=options)
            for _, picks in games_of_agents(rules, one, index, index + 1, Tally()):
                yield Playout(index, seed, options, tuple(picks))


def _drawn(rules: Rules, seed: int) -> dict[str, str]:
    random = Random(mix(seed, _OPTIONS))
    options = rules.compiled.options
    return {option.id: option_word(rules, option, random.choice(option.values())) for option in options}


def option_word(rules: Rules, option: ChoiceData, value: int) -> str:
    """A value of a set-up option, as its cell keeps it, as one gives it."""
    kind = rules.compiled.kinds.get(option.kind)
    return option.word(value, () if kind is None else kind.members)


def record_of_playout(rules: Rules, what: Plan, game: Playout, picks: list[int]) -> str:
    """A playout that was played, as a line of a file of records."""
    return record_line(rules, evolve(what, options=dict(game.options)), game.seed, picks)
