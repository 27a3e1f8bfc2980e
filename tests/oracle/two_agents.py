"""Who plays *414 BC: Siege of Syracuse* for two: agents that see nothing of what is hidden from their side.

*Greedy* weighs what each order does on average against each counter order, by a fitted evaluation, and mixes orders and
counter orders as the matrix of these values bids; a level makes it a *level-k* player, who takes the other side for
one of the level below and mixes nothing.  *Lookahead* plays samples of what is hidden a turn or more on and
mixes as the values found then bid.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from operator import mul

from .calibrate import Values, _shifted
from .syracuse import GameOver
from .tables import ATHENS, SYRACUSE
from .two_players import TwoPlayerGame, TwoRandomDriver
from .two_tables import (
    COUNTER_ORDERS,
    FOE,
    GROUNDS,
    GUARDS,
    LETTER,
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
        "a", "achradina", "athens", "b", "blockade", "c", "epipolae", "harbor", "left", "lowlands",
        "plateau", "syracuse", "vacant_athens", "vacant_syracuse",
    )  # fmt: skip

    def __init__(self, game: TwoPlayerGame) -> None:
        self.left = game.deck.left
        self.athens, self.syracuse = game.morale[ATHENS], game.morale[SYRACUSE]
        self.lowlands, self.plateau = game.walls["lowlands"], game.walls["plateau"]
        self.a, self.b, self.c = (game.counter_walls[wall] for wall in "abc")
        self.harbor, self.blockade = game.ships["great_harbor"], game.ships["blockade"]
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
        points = (objectives >= 2) + self.vacant_syracuse - self.vacant_athens
        points -= (self.a == 2 or self.b == 2) + (self.c == 4)
        points += (difference > 0) - (difference < 0)
        points = max(-4.0, min(4.0, points))
        plain = [
            1.0, math.log(self.athens + 0.5), math.log(self.syracuse + 0.5), lowlands / 4, plateau / 4,
            blocked_low + blocked_high, at_sea / 2, nearing, self.c / 4 if plateau < 4 else 0.0,
            plateau < 4 and self.epipolae, plateau < 4 and self.achradina, difference,
            min(2.0, steps / max(left, 1)), ((10 - steps) / 10) ** 2, points,
        ]  # fmt: skip
        late = math.exp(-left / 6)
        return [*plain, *[late * feature for feature in plain], points * math.exp(-left / 2)]

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
# Fitted to games of this agent with many leanings against itself; first plain, then times lateness.
WEIGHTS: tuple[float, ...] = (
    -0.61, 1.67, -1.60, 0.60, 0.35, -0.22, -0.23, -0.34,
    -0.80, 0.14, 0.23, 0.02, -0.10, 1.96, -0.03,
    2.81, -0.19, -0.62, -1.05, -0.30, 0.26, 0.29, -1.01,
    -0.89, -0.13, -0.36, -0.28, 0.06, -0.82, 0.49,
    1.56,
)  # fmt: skip

# An answer that is better by this much, in log odds of the game, is e times as likely.
HEAT = 0.15
# What each order and counter order is worth beyond this turn, found by playing with leanings drawn at random.
LEANINGS: dict[str, float] = {
    "attack_lowlands": -0.1, "attack_plateau": -0.05, "build_lowlands": 0.1, "build_plateau": 0.15,
    "move_troops": -0.1, "move_ships": 0.0, "rest_and_refit": 0.05,
    "guard_lowlands": -0.05, "guard_plateau": -0.1, "guard_outposts": 0.0, "build_walls": 0.15,
    "storm_lowlands": 0.15, "storm_plateau": 0.1, "counter_lowlands": 0.1, "counter_plateau": 0.2,
    "march_troops": -0.2, "sortie": -0.3, "rest_and_drill": -0.05,
    "defend_lowlands": -0.15, "defend_plateau": 0.1, "defend_city": -0.05, "counter_walls": 0.1,
}  # fmt: skip

Plan = dict[tuple[str, str], dict[str, float]]


def softly(worths: Iterable[float], heat: float) -> list[float]:
    """The better, the likelier, as surely as it is better in units of heat."""
    worths = list(worths)
    most = max(worths)
    shares = [math.exp((worth - most) / heat) for worth in worths]
    total = sum(shares)
    return [share / total for share in shares]


def mixtures(
    matrix: Sequence[Sequence[float]], heat: float, level: int | None
) -> tuple[list[float], list[float]]:
    """Shares of rows (who maximize) and columns, each a soft answer to the other.

    On a level each answers the other of the level below, on level 0 anything is as likely; without a level, the two
    shares answer each other (a quantal equilibrium, by damped iteration).
    """
    columns = list(zip(*matrix, strict=True))
    rows_share, columns_share = [1 / len(matrix)] * len(matrix), [1 / len(columns)] * len(columns)
    for _ in range(16 if level is None else level):
        rows = softly([sum(map(mul, line, columns_share)) for line in matrix], heat)
        answers = softly([-sum(map(mul, line, rows_share)) for line in columns], heat)
        if level is None:
            rows = [0.6 * old + 0.4 * new for old, new in zip(rows_share, rows, strict=True)]
            answers = [0.6 * old + 0.4 * new for old, new in zip(columns_share, answers, strict=True)]
        rows_share, columns_share = rows, answers
    return rows_share, columns_share


class Greedy(TwoRandomDriver):
    """A hand evaluation of every result, and the mixtures that it bids."""

    game: TwoPlayerGame

    def __init__(
        self,
        seed: int | None = None,
        weights: Sequence[float] = WEIGHTS,
        level: int | None = None,
        heat: float = HEAT,
    ) -> None:
        super().__init__(seed)
        self.weights = weights
        self.leanings: Mapping[str, float] = LEANINGS
        self.level = level
        self.heat = heat
        self.kept: tuple[int, Plan] = (0, {})

    def choose(self, side: str, label: str, options: Sequence[str]) -> str:
        if len(options) == 1:
            return options[0]
        return getattr(self, label)(side, options)

    # --- what things are worth, to Athens ------------------------------------------------------------

    def values(self) -> Values:
        """What one of each result is worth now."""
        game, weights = self.game, self.weights
        now = Outlook(game)
        base = now.worth(weights)

        def by(**changes: int) -> float:
            return now.after(**changes).worth(weights) - base

        wounded, hurt = by(athens=-1), by(syracuse=-1)
        lifted = by(athens=1)
        ships = game.ships
        values: Values = {
            "lose_athens": wounded, "lose_syracuse": hurt,
            "morale_athens": lifted, "morale_syracuse": by(syracuse=1),
            "repair": lifted if ships["damaged_ships"] and ships["lysimeleia"] < 3 else 0.0,
            "ship": 0.0,
        }  # fmt: skip
        if ships["great_harbor"] or ships["blockade"] or ships["lysimeleia"]:
            values["ship"] = wounded
        for ground in GROUNDS:
            values["W", ground] = values["D", ground] = values["C", ground] = 0.0
            built = game.walls[ground]
            if game.can_build_on(ground):
                values["W", ground] = max(0.0, by(**{ground: 1, "athens": built == 3}))
            standing = game.last_piece(ground)
            if standing:
                values["D", ground] = max(0.0, by(**{standing: -1}))
            wall = game.next_piece(ground)
            if wall and game.garrison(*GUARDS[ground]):
                values["C", ground] = min(0.0, by(**{wall: 1}))
        values["wall"] = max(values["W", g] for g in GROUNDS)
        values["destroy"] = max(values["D", g] for g in GROUNDS)
        values["counter_wall"] = min(values["C", g] for g in GROUNDS)
        values["move_ships"] = 0.0
        if not ships["blockade"]:
            values["move_ships"] = by(blockade=1) if ships["great_harbor"] else by(harbor=1)
        for name, mover in (("move_troops", ATHENS), ("march_troops", SYRACUSE)):
            places = self.game.destinations(mover) if self.game.orders_of(mover) else []
            worth = max([self.place_worth(mover, p, now, base) for p in places], default=0.0)
            values[name] = SIGN[mover] * max(0.0, worth)
        values["sortie"] = values["ship"]
        for place, changes in (("great_harbor", {"harbor": -1}), ("blockade", {"blockade": -1})):
            if ships[place]:
                values["sortie"] = min(values["sortie"], by(athens=-1, **changes))
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
            if kind == "move" or (kind == "ship" and order == "sortie"):
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
        return SIGN[side] if any(not self.game.troops[p] for p in TARGETS.get(order, ())) else 0

    def matrix(self, side: str, orders: Sequence[str], values: Values) -> list[list[float]]:
        """What each order is worth to its side against each counter order, the leanings included."""
        sign, counters = SIGN[side], COUNTER_ORDERS[FOE[side]]
        leanings = self.leanings
        lines = []
        for order in orders:
            drm = self.drm_of(side, order)
            lean = leanings.get(order, 0.0)
            lines.append(
                [
                    sign * self.worth(order, LETTER[counter], drm, values) + lean - leanings.get(counter, 0.0)
                    for counter in counters
                ]
            )
        return lines

    def plan(self) -> Plan:
        """How orders and counter orders of both sides are mixed, from what both see, once a turn."""
        left, plan = self.kept
        if left != self.game.deck.left:
            values = self.values()
            plan = {}
            for mover in SIDES:
                orders = self.game.orders_of(mover)
                self.mix(plan, mover, orders, self.matrix(mover, orders, values))
            self.kept = self.game.deck.left, plan
        return plan

    def mix(self, plan: Plan, mover: str, orders: Sequence[str], matrix: Sequence[Sequence[float]]) -> None:
        foe = FOE[mover]
        rows, columns = mixtures(matrix, self.heat, self.level)
        plan[mover, "order"] = dict(zip(orders, rows, strict=True))
        plan[foe, "counter_order"] = dict(zip(COUNTER_ORDERS[foe], columns, strict=True))

    def pick(self, mixture: Mapping[str, float]) -> str:
        at = self.random()
        for option, share in mixture.items():
            at -= share
            if at <= 0:
                return option
        return max(mixture, key=mixture.__getitem__)

    # --- the answers ---------------------------------------------------------------------------------

    def order(self, side: str, options: Sequence[str]) -> str:
        return self.pick(self.plan()[side, "order"])

    def counter_order(self, side: str, options: Sequence[str]) -> str:
        return self.pick(self.plan()[side, "counter_order"])

    def expected(self, side: str, values: Values, drm: int) -> float:
        """What the side's own order promises it against what it thinks of the other side."""
        game = self.game
        order = game.order or game.orders[side]
        assert order is not None
        mixture = self.foreseen(side)
        drm = max(-5, min(5, (game.drm if game.order else self.drm_of(side, order)) + drm * SIGN[side]))
        return SIGN[side] * sum(
            [
                share * self.worth(order, letter, drm, values)
                for letter, share in zip(LETTERS, mixture, strict=True)
            ]
        )

    def foreseen(self, side: str) -> list[float]:
        """How likely each answer to a side's order seemed when it was chosen."""
        return list(self.kept[1].get((FOE[side], "counter_order"), dict.fromkeys(LETTERS, 0.25)).values())

    def call_off(self, side: str, options: Sequence[str]) -> str:
        values = self.values()
        morale = abs(values["morale_athens" if side == ATHENS else "morale_syracuse"])
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
        values = self.values()
        game = self.game
        plain = self.expected(side, values, 0)
        own = abs(values["lose_athens" if side == ATHENS else "lose_syracuse"])
        foe = abs(values["lose_syracuse" if side == ATHENS else "lose_athens"])
        gained = own if game.morale[side] < 10 else 0.0
        moved = abs(values["move_troops" if side == ATHENS else "march_troops"])

        rammed = -values["sortie"] if game.ships["great_harbor"] + game.ships["blockade"] else 0.0

        def favour(amount: int) -> float:
            return self.expected(side, values, amount) - plain

        worth = {
            "drive": lambda: favour(2) - own, "hold": lambda: favour(2),
            "raid": lambda: foe, "ride": lambda: favour(1),
            "escort": lambda: moved, "whisper": lambda: foe, "listen": lambda: favour(2),
            "by_night": lambda: (favour(-2) + favour(2)) / 2, "feast": lambda: gained, "carry": lambda: moved,
            "muster": lambda: 0.15, "guides": lambda: favour(1),
            "dig": lambda: abs(values["wall" if side == ATHENS else "counter_wall"]) - own,
            "charge": lambda: favour(2) - own, "ashore": lambda: favour(1),
            "put_out": lambda: values["move_ships"] if side == ATHENS else rammed,
        }  # fmt: skip
        return max(options, key=lambda option: worth[option]() if option in worth else 0.0)

    def either(self, side: str, options: Sequence[str]) -> str:
        return "stay" if self.game.morale[ATHENS] >= self.game.morale[SYRACUSE] - 1 > 0 else "hurry"

    def target(self, side: str, options: Sequence[str]) -> str:
        game = self.game
        if game.order == "sortie":
            return options[-1]  # the farthest out
        return min(options, key=lambda place: game.troops[place] > 0)

    def ground(self, side: str, options: Sequence[str]) -> str:
        values = self.values()
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
        samples: int = 60,
        turns: int = 1,
        trust: float = 10.0,
    ) -> None:
        super().__init__(seed, weights)
        self.samples = samples
        self.turns = turns
        self.trust = trust
        self.playing = Greedy(None if seed is None else seed + 1_000_003, weights)
        self.planned: dict[str, Plan] = {}

    def order(self, side: str, options: Sequence[str]) -> str:
        plan = self.planned[side] = self.look(side, options)
        return self.pick(plan[side, "order"])

    def counter_order(self, side: str, options: Sequence[str]) -> str:
        return self.pick(self.planned[side][side, "counter_order"])

    def look(self, side: str, options: Sequence[str]) -> Plan:
        foe, sign = FOE[side], SIGN[side]
        prior = self.plan()
        sure = math.tanh(Outlook(self.game).worth(self.weights) / 2)
        scale = 0.5 * max(0.1, 1 - sure * sure)  # of log odds to the share of wins, from -1 to 1
        values = self.values()
        foe_orders = self.game.orders_of(foe)
        matrices = {side: self.matrix(side, options, values), foe: self.matrix(foe, foe_orders, values)}
        counters, foe_counters = COUNTER_ORDERS[side], COUNTER_ORDERS[foe]
        worth: dict[str, list[float]] = {name: [] for name in (*options, *counters)}
        for _ in range(self.samples):
            own, foe_order = self.explore(prior[side, "order"]), self.explore(prior[foe, "order"])
            answer, counter = (
                self.explore(prior[foe, "counter_order"]),
                self.explore(prior[side, "counter_order"]),
            )
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
        playing.kept = (0, {})
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
