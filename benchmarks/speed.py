"""Random games a second, of the engine and of the game written by hand, in turns; and what a clone costs."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from statistics import median
from timeit import repeat

import sieges
from sieges.game.rules import Rules
from sieges.players.agents import seats
from sieges.study.games import play_games
from sieges.study.simulate import plan
from tests.oracle.syracuse import Game, RandomDriver

PACK, SKILL = "syracuse", "good"


class CountingDriver(RandomDriver):
    """Counts the decisions that have two options or more."""

    decisions = 0

    def choose(self, label: str, options: Sequence[str]) -> str:
        self.decisions += len(options) > 1
        return super().choose(label, options)


def measure(rounds: int, games: int) -> dict[str, float]:
    """Both, alternating; medians over the rounds."""
    rules = sieges.load(PACK).rules()
    what = plan(PACK, rules, 1, options={"skill": SKILL})
    decisions = 0

    def engine(first: int) -> None:
        nonlocal decisions
        decisions += play_games(rules, what, first, first + games).decisions

    def by_hand(first: int) -> None:
        for seed in range(first, first + games):
            Game(SKILL, RandomDriver(seed)).play()

    engine(0)
    by_hand(0)
    decisions = 0
    ours, theirs = [], []
    for number in range(1, rounds + 1):
        ours.append(games / _seconds(engine, number * games))
        theirs.append(games / _seconds(by_hand, number * games))
    length = decisions / (rounds * games)
    counter = CountingDriver(7)
    for _ in range(300):
        Game(SKILL, counter).play()
    return {
        "engine games a second": median(ours),
        "engine decisions a second": median(ours) * length,
        "by hand games a second": median(theirs),
        "by hand decisions a second": median(theirs) * counter.decisions / 300,
        "ratio": median(mine / hand for mine, hand in zip(ours, theirs, strict=True)),
    }


def others(games: int) -> dict[str, float]:
    """Random games a second of the packs that nobody wrote by hand for speed."""
    found = {}
    for pack in ("thermopylae", "skirmish"):
        rules = sieges.load(pack).rules()
        what = plan(pack, rules, 1)
        play_games(rules, what, 0, 5)
        played = 0
        start = time.perf_counter()
        while time.perf_counter() - start < games / 100:
            play_games(rules, what, played, played + 5)
            played += 5
        found[f"{pack}, games a second"] = played / (time.perf_counter() - start)
    return found


def clone() -> dict[str, float]:
    """Microseconds for a clone of a game in its middle, without luck and with it."""
    rules = sieges.load(PACK).rules()
    found = {}
    for name, seed in (("clone", 3), ("clone without luck", None)):
        game = _in_the_middle(rules)
        if seed is None:
            game.luck = None
        number = 20_000
        found[f"{name}, microseconds"] = min(repeat(game.clone, number=number, repeat=5)) / number * 1e6
    return found


def _in_the_middle(rules: Rules) -> sieges.game.game.Game:
    game = rules.new(seed=3)
    for _ in range(30):
        game.answer(rules.options(game, game.site)[0])
    return game


def agents(games: int) -> dict[str, float]:
    """Games a second of the agents that look ahead."""
    rules = sieges.load(PACK).rules()
    found = {}
    for name, count in (("greedy", games), ("rollout", max(1, games // 10))):
        what = plan(PACK, rules, 1, agents=dict.fromkeys(seats(rules), name))
        seconds = _seconds(lambda first, what=what, count=count: play_games(rules, what, 0, count), 0)
        found[f"{name}, games a second"] = count / seconds
    return found


def _seconds(play: Callable[[int], object], first: int) -> float:
    began = time.perf_counter()
    play(first)
    return time.perf_counter() - began
