"""*The Battle of Thermopylae*, written by hand from its rules: what the rules engine is checked against.

It knows nothing of the engine.  A driver answers every question and throws the dice, so the same answers can be put to
both; ``Game.position`` gives what is then compared.  Paragraphs (1 to 6) are those of the document.  The map and the
units are data and are read from the pack.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from ruamel.yaml import YAML

PACK = Path(__file__).resolve().parents[2] / "scenarios" / "thermopylae"

PERSIANS, GREEKS = "persians", "greeks"
FOE = {PERSIANS: GREEKS, GREEKS: PERSIANS}
ONE, TWO = "player_one", "player_two"
OTHER = {ONE: TWO, TWO: ONE}
CAMP, MUSTER, FALLEN = "persian_camp", "greek_muster", "fallen"

# Chances are in thousandths: a rating is so many in ten, and -1.66 is 166 of them.
PIP, FROM_ABOVE, FROM_BELOW = 100, 100, -166

Result = tuple[str | None, str]


@dataclass(frozen=True, slots=True)
class Place:
    """A territory (2)."""

    id: str
    height: int
    limit: int
    mountain: bool
    open: bool
    neighbours: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of unit (6)."""

    id: str
    army: str
    attack: int
    defence: int
    hit_points: int
    moves: int
    mounted: bool
    falls: int
    count: int


class Board:
    """The map and the armies.

    Args:
        places: territories, without those that only hold what is not on the map.
        kinds: of both armies, in declared order.
    """

    def __init__(self, places: Sequence[Place], kinds: Sequence[Kind]) -> None:
        self.places = {place.id: place for place in places}
        self.kinds = {kind.id: kind for kind in kinds}
        self.steps = {
            mounted: {place.id: self._steps(place, mounted) for place in places} for mounted in (False, True)
        }
        """Where one step can go, by whether it is made on horseback."""
        self.below = {
            place.id: [near for near in place.neighbours if self.places[near].height == place.height - 1]
            for place in places
        }
        """What can be struck at from there (2)."""

    def _steps(self, place: Place, mounted: bool) -> list[str]:
        """Adjacent, open, at most one elevation apart, and no cavalry in the mountains (2, 3)."""
        near = [self.places[neighbour] for neighbour in place.neighbours]
        return [
            there.id
            for there in near
            if there.open and abs(there.height - place.height) <= 1 and not (mounted and there.mountain)
        ]


def read_board(places: Mapping[str, Any], armies: Mapping[str, Any], counts: Mapping[str, int]) -> Board:
    """The board out of the pack's files as parsed; ``counts`` replaces numbers of units."""
    terrains = places["kinds"]["terrain"]["members"]
    near: dict[str, dict[str, None]] = {id_: {} for id_ in places["locations"]}
    for id_, fields in places["locations"].items():
        for neighbour in fields.get("neighbours", ()):
            near[id_][neighbour] = near[neighbour][id_] = None
    found = []
    for id_, fields in places["locations"].items():
        if (name := fields.get("terrain", "standard")) != "off_map":
            terrain = terrains[name]
            found.append(
                Place(
                    id_,
                    fields.get("height", 0),
                    terrain["limit"],
                    terrain.get("mountain", False),
                    terrain.get("open", True),
                    tuple(near[id_]),
                )
            )
    kinds = [
        Kind(
            id_,
            *(fields[field] for field in ("army", "attack", "defence", "hit_points", "moves")),
            fields.get("mounted", False),
            fields["falls"],
            counts.get(id_, fields.get("copies", 1)),
        )
        for id_, fields in armies["kinds"]["unit"]["members"].items()
    ]
    return Board(found, kinds)


@cache
def the_board() -> Board:
    """The board of the pack as it stands."""
    yaml = YAML(typ="safe")
    return read_board(yaml.load(PACK / "board.yaml"), yaml.load(PACK / "armies.yaml"), {})


@dataclass(slots=True)
class Unit:
    """A counter."""

    id: str
    kind: Kind
    number: int
    """Its place in the declared order."""
    at: str
    wounds: int = 0
    struck: bool = False
    moved: bool = False
    height: int = 0
    """Of an attacker, that from which it came into the field."""


@dataclass(frozen=True, slots=True)
class Options:
    """What is agreed on before play."""

    bid: int = 0
    opening: str = "by_coin"
    patience: int = 30
    lasting_wounds: bool = False
    high_strikes: bool = False


class Driver(Protocol):
    """Who answers: a test, a player."""

    def choose(self, side: str, label: str, options: Sequence[str]) -> str:
        """One of these; of ``archer`` and ``mover``, where they are ids of units, copies may be all the same."""
        ...

    def throw(self, label: str, dice: Sequence[int]) -> int:
        """How many of the dice hit, each by so many chances in a thousand."""
        ...

    def toss(self, label: str) -> int:
        """A coin: 1 or 2."""
        ...


class GameOver(Exception):
    """Somebody has won, or nobody will."""

    def __init__(self, winner: str | None, reason: str) -> None:
        super().__init__(winner, reason)
        self.result: Result = (winner, reason)


class Game:
    """One game; ``play`` runs it to its end."""

    def __init__(self, driver: Driver, options: Options = Options(), board: Board | None = None) -> None:
        self.driver = driver
        self.options = options
        self.board = board or the_board()
        self.units: dict[str, Unit] = {}
        self.held: dict[str, dict[str, list[Unit]]] = {
            army: {place: [] for place in self.board.places} for army in FOE
        }
        """Who stands where, in no order."""
        self.left = dict.fromkeys(FOE, 0)
        self.lost = dict.fromkeys(FOE, 0)
        self.leader = {PERSIANS: TWO, GREEKS: ONE}
        self.bid = options.bid
        self.army: str | None = None
        """Whose turn it is."""
        self.quiet = 0
        self.turns = 0
        for kind in self.board.kinds.values():
            for copy in range(1, kind.count + 1):
                id_ = kind.id if kind.count == 1 else f"{kind.id}_{copy}"
                unit = Unit(id_, kind, len(self.units), MUSTER)
                self.units[id_] = unit
                self.left[kind.army] += 1
                if kind.army == PERSIANS:
                    self.put(unit, CAMP)

    def position(self) -> dict[str, object]:
        """Everything that the rules know, as plain data."""
        return {
            "bid": self.bid,
            "lost": dict(self.lost),
            "quiet": self.quiet,
            "units": {
                unit.id: (unit.at, unit.wounds) if unit.at != FALLEN else (FALLEN, None)
                for unit in self.units.values()
            },
            "struck": [unit.id for unit in self.own(self.army) if unit.struck],
            "moved": [unit.id for unit in self.own(self.army) if unit.moved],
        }

    def ask(self, army: str, label: str, options: Sequence[str]) -> str:
        return self.driver.choose(self.leader[army], label, options)

    def put(self, unit: Unit, place: str) -> None:
        if unit.at in self.board.places:
            self.held[unit.kind.army][unit.at].remove(unit)
        unit.at = place
        if place in self.board.places:
            self.held[unit.kind.army][place].append(unit)

    def own(self, army: str | None) -> list[Unit]:
        """Units on the map of an army; of none there are none."""
        return [
            unit for unit in self.units.values() if unit.kind.army == army and unit.at not in (MUSTER, FALLEN)
        ]

    # --- to its end (4) ------------------------------------------------------------------------------

    def play(self) -> Result:
        try:
            if not self.bid:
                self.bidding()
            self.deploy()
            while True:
                for army in (PERSIANS, GREEKS):
                    self.turn(army)
        except GameOver as over:
            return over.result

    def look_at_bid(self) -> None:
        """The Greeks win as soon as so many Persians are gone (1)."""
        if self.lost[PERSIANS] >= self.bid:
            raise GameOver(self.leader[GREEKS], "bid_reached")

    def look_at_greeks(self) -> None:
        """The Persians win when there is no Greek left (4)."""
        if not self.left[GREEKS]:
            raise GameOver(self.leader[PERSIANS], "greeks_gone")

    # --- before the first turn (1, 3) ----------------------------------------------------------------

    def bidding(self) -> None:
        """Each raises in turn until one does not; who bid highest leads the Greeks (1)."""
        opening = self.options.opening
        if opening == "by_coin":
            opening = {1: "player_one_opens", 2: "player_two_opens"}[self.driver.toss("toss")]
        bidder = {"player_one_opens": ONE, "player_two_opens": TWO}[opening]
        most = self.left[PERSIANS]
        self.bid = self._amount(bidder, 1, most)
        while self.bid < most:
            bidder = OTHER[bidder]
            if self.driver.choose(bidder, "answer", ["raise", "leave_it"]) == "leave_it":
                bidder = OTHER[bidder]
                break
            self.bid = self._amount(bidder, self.bid + 1, most)
        self.leader = {GREEKS: bidder, PERSIANS: OTHER[bidder]}

    def _amount(self, bidder: str, least: int, most: int) -> int:
        return int(self.driver.choose(bidder, "amount", [str(n) for n in range(least, most + 1)]))

    def deploy(self) -> None:
        """The Greeks stand anywhere but in the camp, within the limits (3)."""
        for unit in self.units.values():
            if unit.kind.army == GREEKS:
                free = [
                    place.id
                    for place in self.board.places.values()
                    if place.open and place.id != CAMP and len(self.held[GREEKS][place.id]) < place.limit
                ]
                self.put(unit, self.ask(GREEKS, "stand", free))

    # --- a turn (4) ----------------------------------------------------------------------------------

    def turn(self, army: str) -> None:
        self.army = army
        for unit in self.own(army):
            unit.struck = unit.moved = False
        before = dict(self.lost)
        self.strikes(army)
        # A strike that fells somebody is a battle; one that does not could be thrown for ever.
        fought = self.lost != before
        self.movement(army)
        while fields := [place for place in self.board.places if self.contested(place)]:
            fought = True
            self.battle(army, self.ask(army, "field", fields))
        if not self.options.lasting_wounds:
            for unit in self.units.values():
                unit.wounds = 0
        self.turns += 1
        self.quiet = 0 if fought else self.quiet + 1
        if self.quiet >= self.options.patience:
            raise GameOver(None, "stalemate")

    def contested(self, place: str) -> bool:
        return bool(self.held[PERSIANS][place] and self.held[GREEKS][place])

    def strikes(self, army: str) -> None:
        """From higher to adjacent lower ground, once a unit, and nobody strikes back (2, 5)."""
        while archers := [unit.id for unit in self.own(army) if not unit.struck and self.targets(unit)]:
            chosen = self.ask(army, "archer", [*archers, "enough"])
            if chosen == "enough":
                return
            archer = self.units[chosen]
            target = self.ask(army, "target", self.targets(archer))
            archer.struck = True
            bonus = FROM_ABOVE * (2 if self.options.high_strikes else 1)
            hits = self.driver.throw("strike", [archer.kind.attack * PIP + bonus])
            self.hit(FOE[army], target, hits)
            self.look_at_bid()
            self.look_at_greeks()

    def targets(self, unit: Unit) -> list[str]:
        enemies = self.held[FOE[unit.kind.army]]
        return [place for place in self.board.below[unit.at] if enemies[place]]

    def movement(self, army: str) -> None:
        while movers := [unit.id for unit in self.own(army) if not unit.moved]:
            chosen = self.ask(army, "mover", [*movers, "confirm"])
            if chosen == "confirm":
                return
            unit = self.units[chosen]
            unit.moved = True
            if goals := self.goals(unit):
                goal = self.ask(army, "goal", [*goals, "stay"])
                if goal != "stay":
                    unit.height = goals[goal]
                    self.put(unit, goal)

    def goals(self, unit: Unit) -> dict[str, int]:
        """Where a unit can go, with the height that it comes from: the highest last step that there is.

        Step by step, not through enemies; through a full territory, but not to stay there (3, 4, 6).  Any number may go
        in where an enemy is: the limit is for those who survive (5).
        """
        army = unit.kind.army
        mine, enemies = self.held[army], self.held[FOE[army]]
        steps, places = self.board.steps[unit.kind.mounted], self.board.places
        found: dict[str, int] = {}
        seen = {unit.at}
        edge = [unit.at]
        for _ in range(unit.kind.moves):
            beyond = []
            for here in edge:
                height = places[here].height
                for there in steps[here]:
                    if enemies[there]:
                        found[there] = max(found.get(there, height), height)
                    elif there not in seen:
                        seen.add(there)
                        beyond.append(there)
                        if len(mine[there]) < places[there].limit:
                            found[there] = height
            edge = beyond
        return found

    # --- combat (5) ----------------------------------------------------------------------------------

    def battle(self, army: str, field: str) -> None:
        """Round after round until one side is left; then what is left beyond the limit goes."""
        foe = FOE[army]
        attackers, defenders = self.held[army][field], self.held[foe][field]
        while attackers and defenders:
            attack = self.driver.throw("attack_hits", [self.attack(unit) for unit in attackers])
            defence = self.driver.throw("defence_hits", [unit.kind.defence * PIP for unit in defenders])
            self.hit(foe, field, attack)
            self.hit(army, field, defence)
            self.look_at_bid()
        for side in (army, foe):
            while len(self.held[side][field]) > self.board.places[field].limit:
                self.remove(self.first_to_fall(side, field))
                self.look_at_bid()
        self.look_at_greeks()
        if not self.options.lasting_wounds:
            for unit in (*attackers, *defenders):
                unit.wounds = 0

    def attack(self, unit: Unit) -> int:
        """Height counts for who attacks, by where each came from; never for who defends (2)."""
        up = unit.height - self.board.places[unit.at].height
        return unit.kind.attack * PIP + (FROM_ABOVE if up > 0 else FROM_BELOW if up < 0 else 0)

    def hit(self, army: str, place: str, hits: int) -> None:
        """Each hit goes to the first in the order of loss that is still there."""
        for _ in range(hits):
            if not self.held[army][place]:
                return
            unit = self.first_to_fall(army, place)
            unit.wounds += 1
            if unit.wounds >= unit.kind.hit_points:
                self.remove(unit)

    def first_to_fall(self, army: str, place: str) -> Unit:
        """By kind; of one kind the one that is wounded already, then the first that was declared."""
        return min(self.held[army][place], key=lambda unit: (unit.kind.falls, -unit.wounds, unit.number))

    def remove(self, unit: Unit) -> None:
        self.put(unit, FALLEN)
        self.left[unit.kind.army] -= 1
        self.lost[unit.kind.army] += 1
