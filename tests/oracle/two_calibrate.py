"""How often each side wins the game for two between equal agents: the measurements behind the reconstructed data.

``python -m tests.oracle.two_calibrate AGENT`` prints who wins and how, with ``--shares`` also what is chosen and
how often each card does something.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable, Container, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from .calibrate import wilson
from .syracuse import Game
from .tables import ATHENS
from .two_agents import Greedy, Lookahead
from .two_cards import ACTIONS, DECISIONS
from .two_players import TwoPlayerGame, TwoRandomDriver
from .two_tables import FOE


class Spy(Greedy):
    """Knows the order that it lays its counter order against: what a guess that is always right would be worth."""

    def counter_order(self, side: str, options: Sequence[str]) -> str:
        order = self.game.orders[FOE[side]]
        assert order is not None
        (line,) = self.matrix(FOE[side], [order], self.values())
        return options[line.index(min(line))]


AGENTS: dict[str, Callable[[int], TwoRandomDriver]] = {
    "random": TwoRandomDriver,
    "level1": partial(Greedy, level=1),
    "level2": partial(Greedy, level=2),
    "level3": partial(Greedy, level=3),
    "greedy": Greedy,
    "lookahead": Lookahead,
    "spy": Spy,
}


class Record:
    """What a driver answers, counted: (side, question, answer), on a card's question with the card."""

    def __init__(self, drivers: dict[str, TwoRandomDriver], counts: Counter[tuple[str, ...]]) -> None:
        self.drivers = drivers
        self.counts = counts
        self.roll = drivers[ATHENS].roll
        self.game: TwoPlayerGame

    def choose(self, side: str, label: str, options: Sequence[str]) -> str:
        answer = self.drivers[side].choose(side, label, options)
        if label in ("order", "counter_order"):
            self.counts[side, label, answer] += 1
        if label in ("decision", "call_off", "either"):
            assert self.game.card is not None
            self.counts[side, self.game.card, answer] += 1
        return answer

    def draw(self, label: str, game: Game) -> str:
        return self.drivers[ATHENS].draw(label, game)


class Watched(TwoPlayerGame):
    """A game that notes whether a card's part has changed the position."""

    counts: Counter[tuple[str, ...]]

    def event(self) -> None:
        self.watch(super().event, ACTIONS)

    def decision(self) -> None:
        self.watch(super().decision, DECISIONS)

    def watch(self, part: Callable[[], None], cards: Container[str]) -> None:
        if self.card not in cards:
            return
        before = self.position()
        part()
        self.counts["card", self.card, "works" if self.position() != before else "idle"] += 1


def play_one(agents: Sequence[str], seed: int, cards: int = 24) -> Counter[tuple[str, ...]]:
    """One game of one agent with itself, or of two (Athens, Syracuse): what happened in it."""
    athens, syracuse = agents[0], agents[-1]
    counts: Counter[tuple[str, ...]] = Counter()
    driver = AGENTS[athens](seed)
    other = driver if athens == syracuse else AGENTS[syracuse](seed + 500_000)
    record = Record({ATHENS: driver, "syracuse": other}, counts)
    game = Watched(record, cards)
    game.counts = counts
    for agent in (record, driver, other):
        agent.game = game  # type: ignore[attr-defined]
    winner, reason = game.play_out()
    counts["result", winner or "nobody", reason] += 1
    counts["turns"] = game.discarded
    return counts


def play_many(task: tuple[Sequence[str], int, int, int]) -> Counter[tuple[str, ...]]:
    agents, cards, seed, games = task
    total: Counter[tuple[str, ...]] = Counter()
    for number in range(games):
        total += play_one(agents, seed + number, cards)
    return total


def measure(
    agents: Sequence[str], games: int, cards: int = 24, workers: int = 1, seed: int = 1
) -> Counter[tuple[str, ...]]:
    size = max(1, games // (workers * 8))
    tasks = [(agents, cards, seed + start, min(size, games - start)) for start in range(0, games, size)]
    total: Counter[tuple[str, ...]] = Counter()
    with ProcessPoolExecutor(workers) as pool:
        for part in pool.map(play_many, tasks):
            total += part
    return total


def line(agents: Sequence[str], cards: int, counts: Counter[tuple[str, ...]]) -> str:
    """Shares in per cent: Athens of the decided games with its Wilson interval, then every ending of all games."""
    results = {key[1:]: n for key, n in counts.items() if key[0] == "result"}
    games = sum(results.values())
    wins = sum(n for (winner, _), n in results.items() if winner == ATHENS)
    decided = games - results.get(("nobody", "draw"), 0)
    low, high = wilson(wins, decided)
    kinds = " ".join(
        f"{winner[:1]}:{reason} {100 * n / games:.1f}" for (winner, reason), n in sorted(results.items())
    )
    share = f"{100 * wins / decided:5.1f} [{100 * low:.1f}, {100 * high:.1f}]"
    return f"{'-'.join(agents):15} {cards:3} {games:6} Athens {share} of decided  {kinds}"


def shares(counts: Counter[tuple[str, ...]]) -> str:
    """Of each question the answers, of each card how often it works; in per cent."""
    groups: dict[tuple[str, ...], dict[str, int]] = {}
    for key, n in counts.items():
        if len(key) == 3 and key[0] != "result":
            groups.setdefault(key[:2], {})[key[2]] = n
    lines = []
    for group, answers in sorted(groups.items()):
        total = sum(answers.values())
        told = ", ".join(
            f"{a} {100 * n / total:.0f}" for a, n in sorted(answers.items(), key=lambda item: -item[1])
        )
        lines.append(f"{' '.join(group)} ({total}): {told}")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "agents", choices=AGENTS, nargs="+", help="one for both sides, or Athens' and Syracuse's"
    )
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--cards", type=int, default=24)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shares", action="store_true")
    options = parser.parse_args()
    start = time.perf_counter()
    counts = measure(options.agents, options.games, options.cards, options.workers, options.seed)
    seconds = time.perf_counter() - start
    print(line(options.agents, options.cards, counts), f" {options.games / seconds:.0f}/s", flush=True)
    if options.shares:
        print(shares(counts), flush=True)


if __name__ == "__main__":
    main()
