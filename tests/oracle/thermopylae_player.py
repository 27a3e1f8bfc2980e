"""A greedy player for both sides of Thermopylae: attacks where the exchange is good, and closes in otherwise."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from .thermopylae import FOE, FROM_ABOVE, FROM_BELOW, GREEKS, PERSIANS, PIP, Game, Unit
from .thermopylae_odds import Group, outlook

Plan = list[tuple[str, str]]
"""Units and where they go, in the order in which they set out."""


@dataclass(frozen=True)
class Habits:
    """What a player goes by; found by trying."""

    worth: dict[str, float] = field(
        default_factory=lambda: {
            "greek_infantry": 1.5,
            "spartan_infantry": 3.0,
            "athenian_general": 3.0,
            "spartan_general": 4.5,
            "leonidas": 6.0,
        }
    )
    """Of the Greeks, in Persian units: what the Persians pay for one, and what he is expected to take with him."""
    spared: dict[str, float] = field(
        default_factory=lambda: {
            "persian_infantry": 0.7,
            "persian_cavalry": 0.4,
            "immortals": 1.4,
            "persian_general": 3.0,
            "xerxes": 4.0,
        }
    )
    """Of the Persians the same: those who can fight uphill will be wanted."""
    persian_gain: float = 0.0
    """How good an attack must look."""
    persian_haste: float = 0.5
    """By how much less, for each quiet turn."""
    greek_gain: float = 1.5
    most: int = 14
    """How many go into one attack at most."""
    exposed: float = 0.0
    """Steps that standing under a Greek who can strike is worth."""
    crowd: float = 0.1
    """Steps that each companion is worth."""
    fair_bid: int = 25
    posts: tuple[str, ...] = ()
    """Where the Greeks stand at first, in declared order."""


class Player:
    """Answers for both sides.

    Args:
        rng: of the dice and of ties.
        habits: by army.
    """

    game: Game

    def __init__(self, rng: random.Random, persian: Habits = Habits(), greek: Habits = Habits()) -> None:
        self.random = rng
        self.habits = {PERSIANS: persian, GREEKS: greek}
        self.plan: Plan = []
        self.planned: tuple[int, str | None] = (-1, None)
        self.goal = "stay"
        self.near: dict[tuple[bool, int, tuple[str, ...]], dict[str, int]] = {}

    # --- luck ----------------------------------------------------------------------------------------

    def throw(self, label: str, dice: Sequence[int]) -> int:
        return sum(self.random.random() * 1000 < chance for chance in dice)

    def toss(self, label: str) -> int:
        return self.random.randint(1, 2)

    # --- the answers ---------------------------------------------------------------------------------

    def choose(self, side: str, label: str, options: Sequence[str]) -> str:
        answer: Callable[[Sequence[str]], str] = getattr(self, f"answer_{label}")
        return answer(options)

    def answer_amount(self, options: Sequence[str]) -> str:
        return options[0]

    def answer_answer(self, options: Sequence[str]) -> str:
        return "raise" if self.game.bid + 1 < self.habits[GREEKS].fair_bid else "leave_it"

    def answer_stand(self, options: Sequence[str]) -> str:
        posts = self.habits[GREEKS].posts or POSTS
        standing = len(self.game.own(GREEKS))
        post = posts[standing] if standing < len(posts) else ""
        return post if post in options else self.random.choice(options)

    def answer_archer(self, options: Sequence[str]) -> str:
        return options[0]

    def answer_target(self, options: Sequence[str]) -> str:
        """Where one hit kills, and then where most stand."""
        foes = self.game.held[FOE[self.army()]]

        def good(place: str) -> tuple[bool, int]:
            first = self.game.first_to_fall(FOE[self.army()], place)
            return first.wounds + 1 >= first.kind.hit_points, len(foes[place])

        return max(options, key=good)

    def answer_mover(self, options: Sequence[str]) -> str:
        now = (self.game.turns, self.game.army)
        if self.planned != now:
            self.planned = now
            self.plan = self.make_plan()
        while self.plan:
            unit, self.goal = self.plan.pop(0)
            if unit in options:
                return unit
        return "confirm"

    def answer_goal(self, options: Sequence[str]) -> str:
        return self.goal if self.goal in options else "stay"

    def answer_field(self, options: Sequence[str]) -> str:
        return options[0]

    def army(self) -> str:
        assert self.game.army is not None
        return self.game.army

    # --- attacks -------------------------------------------------------------------------------------

    def make_plan(self) -> Plan:
        army = self.army()
        units = self.game.own(army)
        goals = {unit.id: self.game.goals(unit) for unit in units}
        plan: Plan = []
        free = {unit.id: unit for unit in units}
        foes = self.game.held[FOE[army]]
        fields = [place for place in self.game.board.places if foes[place]]
        while True:
            found = [self.best_attack(army, target, free.values(), goals) for target in fields]
            worthy = [attack for attack in found if attack[1] and attack[0] > self.threshold(army)]
            if not worthy:
                break
            _, attackers, target = max(worthy, key=lambda attack: attack[0])
            plan += [(unit.id, target) for unit in attackers]
            for unit in attackers:
                del free[unit.id]
            fields.remove(target)
        return plan + self.advance(army, list(free.values()), plan)

    def threshold(self, army: str) -> float:
        habits = self.habits[army]
        if army == GREEKS:
            return habits.greek_gain
        return habits.persian_gain - habits.persian_haste * self.game.quiet

    def best_attack(
        self, army: str, target: str, free: Iterable[Unit], goals: dict[str, dict[str, int]]
    ) -> tuple[float, list[Unit], str]:
        """What an attack promises, who takes part and where; grown by whoever helps most."""
        place = self.game.board.places[target]
        defenders = sorted(
            self.game.held[FOE[army]][target], key=lambda unit: (unit.kind.falls, -unit.wounds)
        )
        groups: dict[Group, list[Unit]] = {}
        for unit in free:
            if (height := goals[unit.id].get(target)) is not None:
                up = height - place.height
                chance = unit.kind.attack * PIP + (FROM_ABOVE if up > 0 else FROM_BELOW if up < 0 else 0)
                groups.setdefault(group(unit, chance), []).append(unit)
        theirs = tuple(group(unit, unit.kind.defence * PIP) for unit in defenders)
        chosen: tuple[Group, ...] = ()
        best, best_chosen = -math.inf, chosen
        for _ in range(self.habits[army].most):
            grown = []
            for one, members in groups.items():
                if chosen.count(one) < len(members):
                    more = tuple(sorted((*chosen, one), key=lambda entry: entry[3]))
                    grown.append((self.promise(army, more, theirs, place.limit), more))
            if not grown:
                break
            value, chosen = max(grown)
            if value > best:
                best, best_chosen = value, chosen
        taken = [members[n] for one, members in groups.items() for n in range(best_chosen.count(one))]
        return best, taken, target

    def promise(self, army: str, ours: tuple[Group, ...], theirs: tuple[Group, ...], limit: int) -> float:
        """Gain less loss, in Persian units."""
        expected = outlook(ours, theirs, limit)
        lost = sum(chance * self.worth(unit[0]) for chance, unit in zip(expected.lost, ours, strict=True))
        killed = sum(
            chance * self.worth(unit[0]) for chance, unit in zip(expected.killed, theirs, strict=True)
        )
        return killed - lost

    def worth(self, kind: str) -> float:
        habits = self.habits[self.army()]
        if kind in habits.spared:
            return habits.spared[kind]
        worth = habits.worth[kind]
        return min(worth, float(self.game.bid - self.game.lost[PERSIANS]))

    # --- going nearer --------------------------------------------------------------------------------

    def advance(self, army: str, units: list[Unit], attacks: Plan) -> Plan:
        """The Persians close in; the Greeks hold their ground."""
        if army == GREEKS:
            return []
        game, habits = self.game, self.habits[army]
        room = {
            place.id: place.limit - len(game.held[army][place.id]) for place in game.board.places.values()
        }
        for unit_id, _ in attacks:
            room[game.units[unit_id].at] += 1
        goals_taken = {target for _, target in attacks}
        fields = tuple(
            place for place in game.board.places if game.held[GREEKS][place] and place not in goals_taken
        ) or tuple(goals_taken)
        watched = {below for place in fields for below in game.board.below[place]}
        plan: Plan = []

        def score(unit: Unit, place: str) -> float:
            distance = self.distances(unit.kind.mounted, unit.kind.moves, fields).get(place, 99)
            score = -float(distance)
            score -= habits.exposed * (place in watched)
            score += 0.2 * game.board.places[place].height
            return score

        # Whoever is in front goes first and makes room.
        order = sorted(units, key=lambda unit: (-score(unit, unit.at), unit.kind.falls, self.random.random()))
        for unit in order:
            here = score(unit, unit.at)
            best, where = here + 0.05, unit.at
            for goal in game.goals(unit) | dict.fromkeys(self.beyond(unit), 0):
                if goal in fields or goal in goals_taken or room[goal] <= 0 or game.held[GREEKS][goal]:
                    continue
                value = score(unit, goal) + self.random.random() * 0.05
                if value > best:
                    best, where = value, goal
            if where != unit.at:
                room[unit.at] += 1
                room[where] -= 1
                plan.append((unit.id, where))
        return plan

    def beyond(self, unit: Unit) -> list[str]:
        """Adjacent places that are full now and may be free by then."""
        return self.game.board.steps[unit.kind.mounted][unit.at]

    def distances(self, mounted: bool, moves: int, fields: tuple[str, ...]) -> dict[str, int]:
        """Turns from everywhere to the nearest of the fields, for such a unit."""
        key = (mounted, moves, fields)
        if key not in self.near:
            steps = self.game.board.steps[mounted]
            places = self.game.board.places
            found = {place: 0 for place in fields if not (mounted and places[place].mountain)}
            edge, distance = set(found), 0
            while edge:
                distance += 1
                edge = {near for near in steps if near not in found and not edge.isdisjoint(steps[near])}
                found |= dict.fromkeys(edge, distance)
            self.near[key] = {place: -(-steps_away // moves) for place, steps_away in found.items()}
        return self.near[key]


def group(unit: Unit, chance: int) -> Group:
    return unit.kind.id, chance, unit.kind.hit_points - unit.wounds, unit.kind.falls


POSTS = (
    "wall_heights", "kolonos", "alpeni_slope", "locrian_road", "west_spur",
    "asopus_gorge", "anopaia_east", "high_shelf", "oak_wood",
    "alpeni", "callidromus_saddle", "phocian_post",
)  # fmt: skip
