"""How often each side wins the game for two between equal agents: the measurements behind the reconstructed data.

``python -m tests.oracle.two_calibrate AGENT`` prints a line.  Agents: *random*; *greedy*, where each side weighs what
an order does on average against each counter order, by its own weights, and mixes as the matrix of these values bids;
*lookahead*, which plays samples of what is hidden some turns on and mixes as the values found then bid.
Nobody reads what lies face down on the other side or in the deck.
"""

from __future__ import annotations

import argparse
import math
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from operator import add, mul
from typing import NamedTuple

from .calibrate import Values, _shifted, wilson
from .syracuse import GameOver
from .tables import ATHENS, COUNTER_WALLS, LAND, SHIPS_IN_PLAY, SYRACUSE
from .two_players import TwoPlayerGame, TwoRandomDriver, TwoResult
from .two_tables import (
    COUNTER_ORDERS,
    FOE,
    GROUNDS,
    GUARDS,
    LETTERS,
    ORDER_GROUND,
    SIDES,
    SIGN,
    TARGETS,
    TWO_CHARTS,
)

MEANS = {
    (order, letter, drm): list(_shifted(column, drm).items())
    for order, columns in TWO_CHARTS.items()
    for letter, column in columns.items()
    for drm in range(-5, 6)
}
# What a side holds on to: it loses troops where the first of these stand.
LOSE_FIRST = {
    ATHENS: ("lysimeleia_camp", "syka", "labdalum", "plemmyrium", "epipolae"),
    SYRACUSE: ("neapolis", "ortygia", "olympieum", "temenites", "euryelus", "achradina"),
}



class Outlook:
    """What a position comes to, in the numbers that the evaluation reads; ``left`` is in turns."""

    __slots__ = (
        "a", "achradina", "athens", "b", "blockade", "c", "damaged", "epipolae", "harbor", "left", "lowlands",
        "plateau", "syracuse", "vacant_athens", "vacant_syracuse",
    )  # fmt: skip

    def __init__(self, game: TwoPlayerGame) -> None:
        self.left = game.deck.left
        self.athens, self.syracuse = game.morale[ATHENS], game.morale[SYRACUSE]
        self.lowlands, self.plateau = game.walls["lowlands"], game.walls["plateau"]
        self.a, self.b, self.c = (game.counter_walls[wall] for wall in "abc")
        self.harbor, self.blockade = game.ships["great_harbor"], game.ships["blockade"]
        self.damaged = game.ships["damaged_ships"]
        self.vacant_athens, self.vacant_syracuse = game.vacant_areas(ATHENS), game.vacant_areas(SYRACUSE)
        self.epipolae, self.achradina = game.troops["epipolae"] > 0, game.troops["achradina"] > 0

    def features(self) -> list[float]:
        """Good for Athens is not always up; the fit finds the signs."""
        lowlands, plateau, left = self.lowlands, self.plateau, self.left
        blocked_low = (lowlands == 1 and self.a == 2) or (lowlands == 3 and self.b == 2)
        blocked_high = plateau == 3 and self.c == 4
        nearing = (self.a if lowlands < 2 else self.b if lowlands < 4 else 0) / 2
        at_sea = 0 if self.blockade else 1 if self.harbor else 2
        difference = max(-3, min(3, self.athens - self.syracuse))
        steps = 8 - lowlands - plateau + at_sea
        objectives = (lowlands == 4) + (plateau == 4) + (not at_sea)
        finished = ((self.a == 2 and lowlands < 2) or (self.b == 2 and lowlands < 4)) + (self.c == 4)
        plain = [
            1.0, math.log(self.athens + 0.5), math.log(self.syracuse + 0.5), lowlands / 4, plateau / 4,
            blocked_low + blocked_high, at_sea / 2, nearing, self.c / 4 if plateau < 4 else 0.0, self.vacant_athens,
            self.vacant_syracuse, plateau < 4 and self.epipolae, plateau < 4 and self.achradina, difference,
            objectives >= 2, min(2.0, steps / max(left, 1)), finished, ((10 - steps) / 10) ** 2,
        ]  # fmt: skip
        late = math.exp(-left / 6)
        return plain + [late * feature for feature in plain]

    def worth(self, weights: Sequence[float]) -> float:
        """Log odds that Athens wins."""
        if self.athens <= 0:
            return -SURE
        if self.syracuse <= 0 or (self.lowlands + self.plateau == 8 and self.blockade):
            return SURE
        return sum(map(mul, weights, self.features()))

    def after(self, **changes: int) -> Outlook:
        twin = Outlook.__new__(Outlook)
        for name in Outlook.__slots__:
            setattr(twin, name, getattr(self, name))
        for name, change in changes.items():
            setattr(twin, name, getattr(self, name) + change)
        twin.athens, twin.syracuse = min(10, twin.athens), min(10, twin.syracuse)
        return twin


SURE = 5.0
# Fitted to games of this agent against itself; first plain, then times lateness.
WEIGHTS: tuple[float, ...] = (0.0,) * 36




class Style(NamedTuple):
    """What a side adds to or makes of the fitted values, in the direction of its plan."""

    wall: float = 0.0  # a segment
    sail: float = 0.0  # a move of ships on the way to the Blockade
    march: float = 0.0  # a move of troops that occupies a place
    raze: float = 0.0  # a piece destroyed
    piece: float = 0.0  # a piece placed
    rest: float = 1.0  # morale gained
    own: float = 1.0  # own losses
    foe: float = 1.0  # the other side's losses


STYLES = dict.fromkeys(SIDES, Style())
Plan = dict[tuple[str, str], dict[str, float]]


def equilibrium(matrix: Sequence[Sequence[float]], rounds: int = 80) -> tuple[list[float], list[float]]:
    """Mixtures of rows (who maximize) and columns by fictitious play, good enough to play by."""
    columns = list(zip(*matrix, strict=True))
    height, width = len(matrix), len(columns)
    row_worth = [sum(line) / width for line in matrix]
    column_worth = [sum(line) / height for line in columns]
    rows, played = [0.0] * height, [0.0] * width
    for _ in range(rounds):
        row = row_worth.index(max(row_worth))
        column = column_worth.index(min(column_worth))
        rows[row] += 1.0 / rounds
        played[column] += 1.0 / rounds
        row_worth = list(map(add, row_worth, columns[column]))
        column_worth = list(map(add, column_worth, matrix[row]))
    return rows, played


class Greedy(TwoRandomDriver):
    """A hand evaluation of every result, and the mixtures that it bids."""

    game: TwoPlayerGame

    def __init__(
        self, seed: int | None = None, weights: Sequence[float] = WEIGHTS, styles: Mapping[str, Style] = STYLES
    ) -> None:
        super().__init__(seed)
        self.weights = weights
        self.styles = styles
        self.rounds = 80
        self.kept: dict[str, tuple[int, Plan]] = {}

    def choose(self, side: str, label: str, options: Sequence[str]) -> str:
        if len(options) == 1:
            return options[0]
        return getattr(self, label)(side, options)

    # --- what things are worth, to Athens ------------------------------------------------------------

    def values(self, side: str) -> Values:
        """What one of each result is worth now, by this side's weights."""
        game, weights, style = self.game, self.weights, self.styles[side]
        now = Outlook(game)
        base = now.worth(weights)

        def by(**changes: int) -> float:
            return now.after(**changes).worth(weights) - base

        factors = {side: style.own, FOE[side]: style.foe}
        wounded, hurt = by(athens=-1) * factors[ATHENS], by(syracuse=-1) * factors[SYRACUSE]
        lifted = by(athens=1) * style.rest
        ships = game.ships
        values: Values = {
            "lose_athens": wounded, "lose_syracuse": hurt,
            "morale_athens": lifted, "morale_syracuse": by(syracuse=1) * style.rest,
            "repair": lifted if ships["damaged_ships"] and ships["lysimeleia"] < 3 else 0.0,
            "ship": 0.0,
        }  # fmt: skip
        if ships["great_harbor"] or ships["blockade"] or ships["lysimeleia"]:
            values["ship"] = wounded
        for ground in GROUNDS:
            values["W", ground] = values["D", ground] = values["C", ground] = 0.0
            built = game.walls[ground]
            if game.can_build_on(ground):
                values["W", ground] = max(0.0, by(**{ground: 1, "athens": built == 3})) + style.wall
            standing = game.last_piece(ground)
            if standing:
                values["D", ground] = max(0.0, by(**{standing: -1})) + style.raze
            wall = game.next_piece(ground)
            if wall and game.garrison(*GUARDS[ground]):
                values["C", ground] = min(0.0, by(**{wall: 1})) - style.piece
        values["wall"] = max(values["W", g] for g in GROUNDS)
        values["destroy"] = max(values["D", g] for g in GROUNDS)
        values["counter_wall"] = min(values["C", g] for g in GROUNDS)
        values["move_ships"] = 0.0
        if not ships["blockade"]:
            values["move_ships"] = style.sail + (by(blockade=1) if ships["great_harbor"] else by(harbor=1))
        for name, mover in (("move_troops", ATHENS), ("march_troops", SYRACUSE)):
            places = self.game.destinations_of(mover) if self.game.orders_of(mover) else []
            worth = max([self.place_worth(mover, p, now, base) for p in places], default=0.0)
            values[name] = SIGN[mover] * (worth + style.march if worth > 0 else 0.0)
        values["sortie"] = 0.0
        return values

    def place_worth(self, side: str, place: str, now: Outlook, base: float) -> float:
        """What it is worth to its side to have men in a place where there are none."""
        if self.game.troops[place]:
            return 0.0
        changes = {f"vacant_{side}": -1}
        if place in ("epipolae", "achradina"):
            changes[place] = 1
        return SIGN[side] * (now.after(**changes).worth(self.weights) - base)

    def worth(self, order: str, letter: str, drm: int, values: Values) -> float:
        ground = ORDER_GROUND.get(order)
        total = 0.0
        for kind, mean in MEANS[order, letter, drm]:
            if kind == "move":
                total += mean * values[order]
            elif kind == "wall" and ground:
                total += mean * values["W", ground]
            elif kind == "counter_wall" and (ground or order == "attack_lowlands"):
                total += mean * values["C", ground or "lowlands"]
            else:
                total += mean * values[kind]
        return total

    def drm_of(self, side: str, order: str) -> int:
        """The modifier for an attack that finds an empty place."""
        return SIGN[side] if any([not self.game.troops[p] for p in TARGETS.get(order, ())]) else 0

    def matrix(self, side: str, orders: Sequence[str], values: Values) -> list[list[float]]:
        """What each order is worth to its side against each counter order."""
        sign = SIGN[side]
        lines = []
        for order in orders:
            drm = self.drm_of(side, order)
            lines.append([sign * self.worth(order, letter, drm, values) for letter in LETTERS])
        return lines

    def plan(self, side: str) -> Plan:
        """How orders and counter orders are mixed, as this side sees it, once a turn."""
        left, plan = self.kept.get(side, (0, {}))
        if left != self.game.deck.left:
            values = self.values(side)
            plan = {}
            for mover in SIDES:
                orders = self.game.orders_of(mover)
                self.mix(plan, mover, orders, self.matrix(mover, orders, values))
            self.kept[side] = self.game.deck.left, plan
        return plan

    def mix(self, plan: Plan, mover: str, orders: Sequence[str], matrix: Sequence[Sequence[float]]) -> None:
        foe = FOE[mover]
        rows, columns = equilibrium(matrix, self.rounds)
        plan[mover, "order"] = dict(zip(orders, rows, strict=True))
        plan[foe, "counter_order"] = dict(zip(COUNTER_ORDERS[foe], columns, strict=True))

    def pick(self, mixture: Mapping[str, float]) -> str:
        """One of a mixture, without its faint parts."""
        floor = 0.04
        at = self.random() * sum([share for share in mixture.values() if share > floor])
        for option, share in mixture.items():
            if share > floor:
                at -= share
                if at <= 0:
                    return option
        return max(mixture, key=mixture.__getitem__)

    # --- the answers ---------------------------------------------------------------------------------

    def order(self, side: str, options: Sequence[str]) -> str:
        return self.pick(self.plan(side)[side, "order"])

    def counter_order(self, side: str, options: Sequence[str]) -> str:
        return self.pick(self.plan(side)[side, "counter_order"])

    def expected(self, side: str, values: Values, drm: int) -> float:
        """What the side's own order promises it against what it thinks of the other side."""
        game = self.game
        order = game.orders[side]
        assert order is not None
        mixture = self.foreseen(side)
        drm = max(-5, min(5, game.drm + drm * SIGN[side] + self.drm_of(side, order)))
        return SIGN[side] * sum(
            [share * self.worth(order, letter, drm, values) for letter, share in zip(LETTERS, mixture, strict=True)]
        )

    def foreseen(self, side: str) -> list[float]:
        """How likely each answer to a side's order seemed when it was chosen."""
        _, plan = self.kept.get(side, (0, {}))
        return list(plan.get((FOE[side], "counter_order"), dict.fromkeys(LETTERS, 0.25)).values())

    def stand(self, side: str, options: Sequence[str]) -> str:
        values = self.values(side)
        sign = SIGN[side]
        morale = sign * values["morale_athens" if side == ATHENS else "morale_syracuse"] * sign
        morale = abs(morale)
        card = self.game.card
        go = self.expected(side, values, -1 if card == "command_conflict" else 0)
        if card == "fever_in_the_marshes":
            go -= morale
        if card == "thunder_in_autumn":
            go -= morale / 2
        stop = 0.0
        if card == "truce_for_the_dead":
            stop = morale if self.game.morale[side] < 10 else 0.0
        if card == "council_of_war":
            stop = abs(values["move_troops" if side == ATHENS else "march_troops"])
        return "cancel" if stop > go else "proceed"

    def decision(self, side: str, options: Sequence[str]) -> str:
        values = self.values(side)
        game = self.game
        plain = self.expected(side, values, 0)
        own = abs(values["lose_athens" if side == ATHENS else "lose_syracuse"])
        foe = abs(values["lose_syracuse" if side == ATHENS else "lose_athens"])
        gained = own if game.morale[side] < 10 else 0.0
        moved = abs(values["move_troops" if side == ATHENS else "march_troops"])

        def favour(amount: int) -> float:
            return self.expected(side, values, amount) - plain

        worth = {
            "drive": lambda: favour(2) - own, "hold": lambda: favour(1),
            "raid": lambda: values["destroy"] if side == ATHENS else foe, "ride": lambda: favour(1), "escort": lambda: moved,
            "whisper": lambda: foe, "listen": lambda: favour(1),
            "by_night": lambda: (favour(-1) + favour(2)) / 2, "feast": lambda: gained, "carry": lambda: moved,
            "muster": lambda: 0.15, "guides": lambda: favour(1),
            "dig": lambda: abs(values["wall" if side == ATHENS else "counter_wall"]) - own,
            "charge": lambda: favour(2) - own, "man": lambda: favour(1),
        }  # fmt: skip
        if game.card == "shipwrights_at_work":
            out = game.ships["great_harbor"] + game.ships["blockade"]
            worth["work"] = lambda: values["repair"] if side == ATHENS else -values["ship"] * (out > 0)
        return max(options, key=lambda option: worth[option]() if option in worth else 0.0)

    def either(self, side: str, options: Sequence[str]) -> str:
        return "stay" if self.game.morale[ATHENS] >= self.game.morale[SYRACUSE] - 1 > 0 else "hurry"

    def target(self, side: str, options: Sequence[str]) -> str:
        game = self.game
        if game.order == "sortie":
            return options[-1]
        return min(options, key=lambda place: game.troops[place] > 0)

    def ground(self, side: str, options: Sequence[str]) -> str:
        values = self.values(side)
        if side == SYRACUSE:
            return min(options, key=lambda ground: values["C", ground])
        # W and D: only one of them is possible where the other is not (a ground that is blocked).
        game = self.game
        kind = "W" if all(game.can_build_on(ground) for ground in options) else "D"
        return max(options, key=lambda ground: values[kind, ground])

    def loss(self, side: str, options: Sequence[str]) -> str:
        troops = self.game.troops
        spare = [place for place in options if troops[place] > 1]
        return min(spare or options, key=LOSE_FIRST[side].index)

    def ship(self, side: str, options: Sequence[str]) -> str:
        return options[0]

    def route(self, side: str, options: Sequence[str]) -> str:
        routes = [option for option in options if option != "stay"] or options
        return routes[-1] if not self.game.ships["blockade"] else routes[0]

    def ships(self, side: str, options: Sequence[str]) -> str:
        return options[-1]

    def destination(self, side: str, options: Sequence[str]) -> str:
        now = Outlook(self.game)
        base = now.worth(self.weights)
        places = [place for place in options if place != "stay"]
        return max(places, key=lambda p: (self.place_worth(side, p, now, base), -self.game.troops[p]))

    def source(self, side: str, options: Sequence[str]) -> str:
        troops = self.game.troops
        places = [place for place in options if place != "done"]
        most = max(places, key=troops.__getitem__)
        return most if "done" not in options or troops[most] > 2 else "done"


class Lookahead(Greedy):
    """Corrects what the greedy agent thinks of each order and counter order by playing samples some turns on.

    A sample makes up what is hidden: the other side's cards by its mixture, the deck by what is unseen.
    """

    def __init__(
        self,
        seed: int | None = None,
        weights: Sequence[float] = WEIGHTS,
        styles: Mapping[str, Style] = STYLES,
        samples: int = 160,
        turns: int = 3,
        trust: float = 10.0,
    ) -> None:
        super().__init__(seed, weights, styles)
        self.samples = samples
        self.turns = turns
        self.trust = trust
        self.playing = Greedy(None if seed is None else seed + 1_000_003, weights, styles)
        self.playing.rounds = 30
        self.planned: dict[str, Plan] = {}

    def order(self, side: str, options: Sequence[str]) -> str:
        plan = self.planned[side] = self.look(side, options)
        return self.pick(plan[side, "order"])

    def counter_order(self, side: str, options: Sequence[str]) -> str:
        return self.pick(self.planned[side][side, "counter_order"])

    def look(self, side: str, options: Sequence[str]) -> Plan:
        foe, sign = FOE[side], SIGN[side]
        prior = self.plan(side)
        sure = math.tanh(Outlook(self.game).worth(self.weights) / 2)
        scale = 0.5 * max(0.1, 1 - sure * sure)  # of log odds to the share of wins, from -1 to 1
        values = self.values(side)
        foe_orders = self.game.orders_of(foe)
        matrices = {side: self.matrix(side, options, values), foe: self.matrix(foe, foe_orders, values)}
        counters, foe_counters = COUNTER_ORDERS[side], COUNTER_ORDERS[foe]
        worth: dict[str, list[float]] = {name: [] for name in (*options, *counters)}
        for _ in range(self.samples):
            own, foe_order = self.explore(prior[side, "order"]), self.explore(prior[foe, "order"])
            answer, counter = self.explore(prior[foe, "counter_order"]), self.explore(prior[side, "counter_order"])
            won = self.playout({side: own, foe: foe_order}, {side: counter, foe: answer}) * sign
            won -= scale * matrices[side][options.index(own)][foe_counters.index(answer)]
            won += scale * matrices[foe][foe_orders.index(foe_order)][counters.index(counter)]
            worth[own].append(won)
            worth[counter].append(won)
        mean = sum([sum(worth[name]) for name in options]) / self.samples

        def gain(name: str) -> float:
            found = worth[name]
            return (sum(found) - mean * len(found)) / (len(found) + self.trust) / scale

        plan: Plan = {}
        own_matrix = [[v + gain(o) for v in row] for o, row in zip(options, matrices[side], strict=True)]
        self.mix(plan, side, options, own_matrix)
        shift = [gain(counter) for counter in counters]
        foe_matrix = [[v - g for v, g in zip(row, shift, strict=True)] for row in matrices[foe]]
        mixed: Plan = {}
        self.mix(mixed, foe, foe_orders, foe_matrix)
        plan[side, "counter_order"] = mixed[side, "counter_order"]
        return plan

    def explore(self, mixture: Mapping[str, float]) -> str:
        names = list(mixture)
        return names[self.below(len(names))] if self.random() < 0.35 else self.pick(mixture)

    def playout(self, orders: dict[str, str | None], counter_orders: dict[str, str | None]) -> float:
        """From 1 if Athens wins to -1 if Syracuse does."""
        playing = self.playing
        game = playing.game = self.game.twin(playing)
        playing.kept.clear()
        game.orders, game.counter_orders = orders, counter_orders
        try:
            game.resolve()
            for _ in range(self.turns - 1):
                if not game.deck.left:
                    break
                game.turn()
            if game.deck.left:
                return math.tanh(Outlook(game).worth(self.weights) / 2)
            winner = game.play_out()[0]
        except GameOver as over:
            winner = over.result[0]
        return SIGN.get(winner, 0)


# --- measuring ---------------------------------------------------------------------------------------

AGENTS = {"random": TwoRandomDriver, "greedy": Greedy, "lookahead": Lookahead}


def play_one(driver: TwoRandomDriver, cards: int = 24) -> tuple[TwoResult, TwoPlayerGame]:
    game = TwoPlayerGame(driver, cards)
    driver.game = game  # type: ignore[attr-defined]
    return game.play_out(), game


def play_many(task: tuple[str, int, int, int]) -> Counter[TwoResult]:
    agent, cards, seed, games = task
    return Counter(play_one(AGENTS[agent](seed + number), cards)[0] for number in range(games))


def measure(agent: str, games: int, cards: int = 24, workers: int = 1, seed: int = 1) -> Counter[TwoResult]:
    size = max(1, games // (workers * 8))
    tasks = [(agent, cards, seed + start, min(size, games - start)) for start in range(0, games, size)]
    total: Counter[TwoResult] = Counter()
    with ProcessPoolExecutor(workers) as pool:
        for part in pool.map(play_many, tasks):
            total += part
    return total


def line(agent: str, cards: int, results: Counter[TwoResult], seconds: float) -> str:
    games = results.total()
    wins = sum(n for (winner, _), n in results.items() if winner == ATHENS)
    draws = results[None, "draw"]
    decided = games - draws
    low, high = wilson(wins, decided)
    kinds = " ".join(
        f"{(winner or '-')[:1]}:{reason} {100 * n / games:.1f}" for (winner, reason), n in sorted(results.items(), key=str)
    )
    share = f"{100 * wins / decided:5.1f} [{100 * low:.1f}, {100 * high:.1f}]"
    return f"{agent:9} {cards:3} {games:6} Athens {share} of decided  {kinds}  {games / seconds:.0f}/s"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("agent", choices=AGENTS)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--cards", type=int, default=24)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    start = time.perf_counter()
    results = measure(options.agent, options.games, options.cards, options.workers, options.seed)
    print(line(options.agent, options.cards, results, time.perf_counter() - start), flush=True)


if __name__ == "__main__":
    main()
