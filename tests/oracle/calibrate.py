"""How often Athens wins, by skill level and agent: the measurements that guided the reconstructed data.

``python -m tests.oracle.calibrate AGENT`` prints the table.  Agents: *random*; *greedy*, which weighs what each
order does on average against the cards still unseen, and *attacker*, the same with weights that go for surrender;
*rollout*, which plays the game out from the best orders of these two.
"""

from __future__ import annotations

import argparse
import math
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor

from .syracuse import Game, GameOver, RandomDriver, Result
from .tables import ATHENS, BUILDS, CARDS, CHARTS, COUNTER_WALLS, LEADER_CHARTS, SYRACUSE, Cell

SKILLS = ("weak", "good", "strong")
Values = dict[str, float]


def _mean(cells: Sequence[Cell]) -> Values:
    """How much of each result a column of cells gives on average."""
    mean: Values = {}
    for cell in cells:
        for kind, amount in cell:
            mean[kind] = mean.get(kind, 0.0) + amount / len(cells)
    return mean


def _shifted(cells: Sequence[Cell], drm: int) -> Values:
    return _mean([cells[min(max(die + drm, 0), 5)] for die in range(6)])


MEANS = {
    (order, letter, drm): list(_shifted(column, drm).items())
    for order, columns in CHARTS.items()
    for letter, column in columns.items()
    for drm in range(-4, 5)
}
LEADER_MEANS = {leader: list(_mean(cells).items()) for leader, cells in LEADER_CHARTS.items()}
LEADER_DRM = {"lamachus": 1, "menander": 2, "eurymedon": 1}
LOSS_ORDER = ("achradina", "olympieum", "euryelus", "temenites", "neapolis", "ortygia")

# Weights of the hand evaluation, found by hill climbing from two starts: for the wall, and for surrender.
WEIGHTS: Values = {
    "wall": 2.5, "wall_late": 0.3, "pace": 0.428, "syracuse": 2.57, "syracuse_low": 2.898,
    "athens": 0.215, "athens_low": 0.894, "unblock": 5.06, "undo": 0.234, "block": 1.478,
    "begin": 0.0, "ships": 0.0, "ships_wall": 0.074, "troops": 0.217, "troops_wall": 3.1,
    "leader": 0.661,
}  # fmt: skip
ATTACK: Values = {
    "wall": 0.25, "wall_late": 0.183, "pace": 0.749, "syracuse": 6.424, "syracuse_low": 0.62,
    "athens": 1.415, "athens_low": 0.194, "unblock": 0.288, "undo": 0.0, "block": 0.36,
    "begin": 0.18, "ships": 0.0, "ships_wall": 0.3, "troops": 0.16, "troops_wall": 0,
    "leader": 0.26,
}  # fmt: skip


class Greedy(RandomDriver):
    """One turn of lookahead with a hand evaluation."""

    game: Game

    def __init__(self, seed: int | None = None, weights: Values = WEIGHTS) -> None:
        super().__init__(seed)
        self.weights = weights
        self.plan: str = "none"

    def choose(self, label: str, options: Sequence[str]) -> str:
        if len(options) == 1:
            return options[0]
        return getattr(self, label)(options)

    # --- what things are worth -----------------------------------------------------------------------

    def values(self) -> Values:
        """What one of each result is worth now."""
        game, weights = self.game, self.weights
        wall, ships = game.wall, game.ships
        at_sea = 0 if ships["blockade"] else 1 if ships["great_harbor"] else 2
        to_build = 8 - wall
        blocked = game.blocked()
        late = game.deck.left < weights["pace"] * (to_build + at_sea)
        segment = weights["wall_late"] if late else weights["wall"]
        athens = weights["athens"] / (game.morale[ATHENS] + weights["athens_low"])
        syracuse = weights["syracuse"] / (game.morale[SYRACUSE] + weights["syracuse_low"])
        values = {
            "wall": 0.0 if blocked or not to_build else segment,
            "lose_syracuse": syracuse,
            "lose_athens": -athens,
            "morale_syracuse": -syracuse if game.morale[SYRACUSE] < 10 else 0.0,
            "morale_athens": athens if game.morale[ATHENS] < 10 else athens / 10,
            "repair": athens + 0.1 if ships["damaged_ships"] else 0.0,
            "ship": -athens - 0.1,
            "destroy": 0.0,
            "counter_wall": 0.0,
        }
        if blocked:
            values["destroy"] = weights["unblock"] * segment
        elif any(game.counter_walls[w] and wall < last for w, (_, last) in COUNTER_WALLS.items()):
            values["destroy"] = weights["undo"]
        for name, (pieces, last) in COUNTER_WALLS.items():
            if wall < last and game.counter_walls[name] < pieces:
                completes = game.counter_walls[name] == pieces - 1
                values["counter_wall"] = -weights["block"] if completes else -weights["begin"]
                break
        values["move_ships"] = weights["ships"] + weights["ships_wall"] * wall if at_sea else 0.0
        stuck = wall >= 4 and not game.troops["epipolae"]
        values["move_troops"] = (
            weights["troops_wall"] if stuck else 0.0 if game.troops["epipolae"] else weights["troops"]
        )
        return values

    def worth(self, order: str, letter: str, drm: int, values: Values) -> float:
        move = values.get(order, 0.0)
        return sum(
            [mean * (move if kind == "move" else values[kind]) for kind, mean in MEANS[order, letter, drm]]
        )

    def odds(self) -> dict[str, float]:
        """How likely each counter order is, from the cards unseen."""
        counts: dict[str, float] = {}
        for card, weight in self.game.deck.weights().items():
            letter = CARDS[card].counter_order
            if letter:
                counts[letter] = counts.get(letter, 0.0) + weight
        if not counts:
            return dict.fromkeys("ABCD", 0.25)
        total = sum(counts.values())
        return {letter: count / total for letter, count in counts.items()}

    def ranked(self, orders: Sequence[str]) -> list[tuple[str, str]]:
        """The orders, each with the leader to send with it, best first."""
        game, values, odds = self.game, self.values(), self.odds()
        price = self.weights["leader"] * min(1.0, game.deck.left / 10)
        found = []
        for order in orders:
            plain = sum([chance * self.worth(order, letter, 0, values) for letter, chance in odds.items()])
            worth, leader = plain, "none"
            for held in game.hand:
                if order in CARDS[held].leads:
                    led = self.led(held, order, plain, values, odds) - price
                    if led > worth:
                        worth, leader = led, held
            found.append((worth, order, leader))
        found.sort(key=lambda entry: -entry[0])
        return [(order, leader) for _, order, leader in found]

    def led(self, leader: str, order: str, plain: float, values: Values, odds: Values) -> float:
        """What the order is worth with this leader."""
        if leader in LEADER_DRM:
            drm = LEADER_DRM[leader]
            plain = sum([chance * self.worth(order, letter, drm, values) for letter, chance in odds.items()])
        if leader == "euthydemus" and order not in BUILDS:
            return plain + values[order]
        if leader in LEADER_MEANS:
            plain += sum([mean * values[kind] for kind, mean in LEADER_MEANS[leader]])
        return plain

    # --- the answers ---------------------------------------------------------------------------------

    def order(self, options: Sequence[str]) -> str:
        order, self.plan = self.ranked(options)[0]
        return order

    def leader(self, options: Sequence[str]) -> str:
        return self.plan if self.plan in options else "none"

    def change(self, options: Sequence[str]) -> str:
        return "change"

    def either(self, options: Sequence[str]) -> str:
        game = self.game
        values = self.values()
        if "stay" in options:
            return "stay" if game.morale[ATHENS] > 2 else "hurry"
        card = CARDS[game.card]
        worth = self.worth(game.order, card.counter_order, -1 if card.id == "command_conflict" else 0, values)
        cost = 0.0 if card.id == "command_conflict" else values["lose_athens"]
        return "cancel" if worth + cost < 0 else "proceed"

    def loss(self, options: Sequence[str]) -> str:
        if options[0] in LOSS_ORDER:
            return min(options, key=LOSS_ORDER.index)
        troops = self.game.troops
        return max(options, key=lambda place: troops[place] - (2 if place == "epipolae" else 0))

    def ship(self, options: Sequence[str]) -> str:
        return options[0]

    def route(self, options: Sequence[str]) -> str:
        routes = [option for option in options if option != "stay"] or options
        return routes[-1] if not self.game.ships["blockade"] else routes[0]

    def ships(self, options: Sequence[str]) -> str:
        return options[-1]

    def destination(self, options: Sequence[str]) -> str:
        options = [option for option in options if option != "stay"]
        if self.game.order != "move_troops" or self.game.card == "sicanus_redeploys_troops":
            return options[-1]
        for place in ("epipolae", "plemmyrium", "syka"):
            if place in options and self.game.troops[place] < 2:
                return place
        return options[0]

    def source(self, options: Sequence[str]) -> str:
        troops = self.game.troops
        if "done" not in options:
            return max(options, key=troops.__getitem__)
        most = max(options[:-1], key=troops.__getitem__)
        return most if troops[most] > 2 else "done"


class Rollout(Greedy):
    """Plays the best orders of two plans, wall and attack, to the end of the game by the greedy agent of that plan.

    What the plan in hand would do is given up only for what is better by more than the noise of the playouts.
    """

    def __init__(
        self, seed: int | None = None, playouts: int = 40, rounds: int = 4, margin: float = 1.5
    ) -> None:
        super().__init__(seed)
        self.playouts = playouts
        self.rounds = rounds
        self.margin = margin
        base = 0 if seed is None else seed
        self.planners = [
            Greedy(base + 1_000_003 * n, weights) for n, weights in enumerate((WEIGHTS, ATTACK), 1)
        ]

    def order(self, options: Sequence[str]) -> str:
        candidates = []
        for planner in self.planners:
            planner.game = self.game
            width = 2 if planner is self.planners[0] else 1
            candidates += [(planner, order, leader) for order, leader in planner.ranked(options)[:width]]
        incumbent, *challengers = candidates
        scores = dict.fromkeys(candidates, 0.0)
        played = 0
        for _ in range(self.rounds):
            played += self.playouts
            for candidate in (incumbent, *challengers):
                scores[candidate] += sum([self.playout(*candidate) for _ in range(self.playouts)])
            noise = math.sqrt(0.5 * played)
            base = scores[incumbent]
            challengers = [c for c in challengers if scores[c] > base - 0.5 * noise]
            if not challengers:
                break
            best = max(challengers, key=scores.__getitem__)
            if scores[best] > base + self.margin * noise:
                break
        if challengers:
            best = max(challengers, key=scores.__getitem__)
            if scores[best] > scores[incumbent] + self.margin * 0.5 * noise:
                incumbent = best
        planner, order, self.plan = incumbent
        self.planners.sort(key=lambda other: other is not planner)
        self.weights = planner.weights
        return order

    def playout(self, planner: Greedy, order: str, leader: str) -> float:
        game = planner.game = self.game.copy(planner)
        game.order = order
        if game.leader and order not in CARDS[game.leader].leads:
            game.to_hand(game.leader)
            game.leader = None
        if leader != "none" and game.leader is None:
            game.hand.remove(leader)
            game.leader = leader
        try:
            game.answer()
            while game.deck.left:
                game.turn()
        except GameOver as over:
            return 1.0 if over.result[0] == ATHENS else 0.0
        return 0.0


# --- measuring ---------------------------------------------------------------------------------------


def wilson(wins: int, games: int, z: float = 1.96) -> tuple[float, float]:
    share = wins / games
    centre = share + z * z / (2 * games)
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return (centre - spread) / (1 + z * z / games), (centre + spread) / (1 + z * z / games)


def attacker(seed: int) -> Greedy:
    return Greedy(seed, ATTACK)


AGENTS = {"random": RandomDriver, "greedy": Greedy, "attacker": attacker, "rollout": Rollout}


def play_one(skill: str, driver: RandomDriver) -> tuple[Result, Game]:
    game = Game(skill, driver)
    driver.game = game  # type: ignore[attr-defined]
    return game.play(), game


def play_many(task: tuple[str, str, int, int]) -> Counter[Result]:
    agent, skill, seed, games = task
    return Counter(play_one(skill, AGENTS[agent](seed + number))[0] for number in range(games))


def measure(agent: str, skill: str, games: int, workers: int = 1, seed: int = 1) -> Counter[Result]:
    size = max(1, games // (workers * 8))
    tasks = [(agent, skill, seed + start, min(size, games - start)) for start in range(0, games, size)]
    total: Counter[Result] = Counter()
    with ProcessPoolExecutor(workers) as pool:
        for part in pool.map(play_many, tasks):
            total += part
    return total


def line(agent: str, skill: str, results: Counter[Result], seconds: float) -> str:
    games = results.total()
    wins = sum(n for (winner, _), n in results.items() if winner == ATHENS)
    low, high = wilson(wins, games)
    kinds = " ".join(f"{reason} {100 * n / games:.1f}" for (_, reason), n in sorted(results.items()))
    rate = games / seconds
    share = f"{100 * wins / games:5.1f} [{100 * low:.1f}, {100 * high:.1f}]"
    return f"{agent:8} {skill:7} {games:6} {share}  {kinds}  {rate:.0f}/s"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("agent", choices=AGENTS)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for skill in SKILLS:
        start = time.perf_counter()
        results = measure(options.agent, skill, options.games, options.workers, options.seed)
        print(line(options.agent, skill, results, time.perf_counter() - start), flush=True)


if __name__ == "__main__":
    main()
