"""*414 BC: Siege of Syracuse*, the solitaire game, written by hand: what the rules engine is checked against.

It knows nothing of the engine.  A driver answers every question and every chance, so the same answers
can be put to both; ``Game.position`` gives what is then compared.  Section numbers are the rulebook's.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from .cards import ACTIONS, LEADER_ACTIONS, LENDS, rolls
from .deck import Deck
from .tables import (
    ATHENS,
    ATTACKS,
    CARDS,
    CHARTS,
    COUNTER_WALLS,
    LAND,
    LOSSES,
    LOWLAND_SEGMENTS,
    MORALE_CAP,
    MORALE_SEGMENTS,
    ROUTES,
    SEA,
    SEGMENTS,
    SHIPS_IN_PLAY,
    SLOTS,
    START,
    START_MORALE,
    START_SHIPS,
    SYRACUSE,
    Card,
    Cell,
)

Result = tuple[str, str]

# Result C of the printed orders: the walls that it reaches, and those that need somebody to guard the work (5.0).
PRINTED_C = {"attack_lowlands": ("ab", "ab"), "attack_plateau": ("abc", "c")}


class Driver(Protocol):
    """Who answers: a person, a test, a generator."""

    def choose(self, label: str, options: Sequence[str]) -> str: ...

    def roll(self, label: str) -> int: ...

    def draw(self, label: str, game: Game) -> str:
        """The card on top; what it may be, and how likely, is ``game.draw_weights()``."""
        ...


class GameOver(Exception):
    """Somebody has won (13.1)."""

    def __init__(self, winner: str, reason: str) -> None:
        super().__init__(winner, reason)
        self.result: Result = (winner, reason)


class Game:
    """One solitaire game; ``play`` runs it to its end."""

    def __init__(self, skill: str, driver: Driver) -> None:
        self.driver = driver
        self.choose = driver.choose
        self.roll = driver.roll
        self.troops = dict.fromkeys((*LAND[ATHENS], *LAND[SYRACUSE]), 0) | START
        self.ships = dict.fromkeys(SEA, 0) | START_SHIPS
        self.morale = START_MORALE.copy()
        self.wall = 0
        self.counter_walls = dict.fromkeys(COUNTER_WALLS, 0)
        self.deck = Deck(skill)
        self.hand: list[str] = []
        self.discarded = 0
        self.order: str | None = None
        self.leader: str | None = None
        self.card: str | None = None
        self.drm = 0
        self.white_die = self.black_die = 0
        self.cancelled = False

    def copy(self, driver: Driver) -> Game:
        """The same position before another driver."""
        twin = Game.__new__(Game)
        twin.__dict__.update(self.__dict__)
        twin.driver, twin.choose, twin.roll = driver, driver.choose, driver.roll
        twin.troops = self.troops.copy()
        twin.ships = self.ships.copy()
        twin.morale = self.morale.copy()
        twin.counter_walls = self.counter_walls.copy()
        twin.deck = self.deck.copy()
        twin.hand = self.hand[:]
        return twin

    def position(self) -> dict[str, object]:
        """Everything that the rules know, as plain data."""
        return {
            "troops": dict(self.troops),
            "ships": dict(self.ships),
            "morale": dict(self.morale),
            "wall": list(range(1, self.wall + 1)),
            "counter_walls": [f"{w}{n + 1}" for w, built in self.counter_walls.items() for n in range(built)],
            "hand": list(self.hand),
            "discarded": self.discarded,
            "deck": self.deck.left,
            "unused": dict(self.deck.unused),
            "order": self.order,
            "leader": self.leader,
            "card": self.card,
            "drm": self.drm,
            "dice": (self.white_die, self.black_die),
        }

    def ask(self, side: str, label: str, options: Sequence[str]) -> str:
        """A question for this side; alone, one player answers for both."""
        return self.choose(label, options)

    def draw_weights(self) -> dict[str, int]:
        return self.deck.weights()

    # --- the turn (8.0) ------------------------------------------------------------------------------

    def play(self) -> Result:
        try:
            while self.deck.left:
                self.turn()
        except GameOver as over:
            return over.result
        return SYRACUSE, "campaign_over"

    def turn(self) -> None:
        self.choose_order()
        self.choose_leader()
        self.answer()

    def answer(self) -> None:
        """The turn from the drawing of the card on."""
        card = self.reveal()
        self.card = card.id
        ACTIONS[card.id](self)
        if self.cancelled:
            self.discard_leader()
        else:
            self.execute(card.counter_order)
            self.discard_leader()
        self.discarded += 1
        self.order = self.card = None
        self.drm = 0
        self.white_die = self.black_die = 0
        self.cancelled = False

    def choose_order(self) -> None:
        self.order = self.choose("order", self.allowed_orders())

    def choose_leader(self) -> None:
        playable = [leader for leader in self.hand if self.order in CARDS[leader].leads]
        if playable:
            choice = self.choose("leader", [*playable, "none"])
            if choice != "none":
                self.hand.remove(choice)
                self.leader = choice

    def reveal(self) -> Card:
        """Draw until the card is no leader; each leader lets the order be changed and himself be used (6.1)."""
        while self.deck.left:
            drawn = self.driver.draw("card", self)
            self.deck.take(drawn)
            card = CARDS[drawn]
            if not card.leads:
                return card
            self.to_hand(drawn)
            if self.choose("change", ["keep", "change"]) == "change":
                self.choose_order()
                if self.leader and self.order not in CARDS[self.leader].leads:
                    self.to_hand(self.leader)
                    self.leader = None
            if self.leader is None:
                self.choose_leader()
        raise GameOver(SYRACUSE, "campaign_over")

    def execute(self, counter_order: str) -> None:
        """Both dice at once (9.0); leader, then order (8.0), but an attack before its leader (11.0)."""
        leader, attack = self.leader, self.order in ATTACKS
        if leader in LENDS:
            LENDS[leader](self)
        if self.allowed(self.order):
            self.white_die = self.roll("order_die")
        if rolls(self):
            self.black_die = self.roll("leader_die")
        if leader in LEADER_ACTIONS and not attack:
            LEADER_ACTIONS[leader](self)
        if self.white_die and self.allowed(self.order):
            die = min(max(self.white_die + self.drm, 1), 6)
            self.apply(CHARTS[self.order][counter_order][die - 1])
        if leader in LEADER_ACTIONS and attack:
            LEADER_ACTIONS[leader](self)

    def to_hand(self, leader: str) -> None:
        self.hand.append(leader)
        self.hand.sort(key=lambda held: CARDS[held].number)

    def discard_leader(self) -> None:
        if self.leader:
            self.leader = None
            self.discarded += 1

    # --- orders (5.0) --------------------------------------------------------------------------------

    def allowed(self, order: str) -> bool:
        """Whether the order's restriction holds."""
        return RESTRICTIONS[order](self)

    def allowed_orders(self) -> list[str]:
        return [order for order, holds in RESTRICTIONS.items() if holds(self)]

    def losses(self, side: str) -> tuple[str, ...]:
        return LOSSES[self.order][side]

    def apply(self, cell: Cell) -> None:
        """The results of a chart's cell, one after the other."""
        for kind, amount in cell:
            if kind == "lose_athens":
                self.lose(ATHENS, amount, self.losses(ATHENS))
            elif kind == "lose_syracuse":
                self.lose(SYRACUSE, amount, self.losses(SYRACUSE))
            elif kind == "wall":
                self.build()
            elif kind == "counter_wall":
                self.place_counter_wall(*PRINTED_C.get(self.order, ()))
            elif kind == "destroy":
                self.destroy_counter_wall()
            elif kind == "move":
                self.move()
            elif kind == "morale_athens":
                self.change_morale(ATHENS, amount)
            elif kind == "morale_syracuse":
                self.change_morale(SYRACUSE, amount)
            elif kind == "ship":
                self.damage_ship(SHIPS_IN_PLAY)
            else:
                self.repair()

    # --- morale and losses (9.0, 12.0) ---------------------------------------------------------------

    def change_morale(self, side: str, change: int) -> None:
        morale = self.morale[side] = max(0, min(MORALE_CAP, self.morale[side] + change))
        if not morale and side == ATHENS:
            raise GameOver(SYRACUSE, "athens_breaks")
        if not morale:
            raise GameOver(ATHENS, "syracuse_surrenders")

    def lose(self, side: str, amount: int, places: Iterable[str]) -> None:
        """Troops lost one by one, where listed, else anywhere; each costs a morale."""
        troops = self.troops
        for _ in range(amount):
            options = [p for p in places if troops[p]] or [p for p in LAND[side] if troops[p]]
            if not options:
                return
            troops[self.ask(side, "loss", options)] -= 1
            self.change_morale(side, -1)

    def garrison(self, *places: str) -> int:
        """How many troops stand in these places."""
        return sum([self.troops[place] for place in places])

    def vacancies(self, place: str) -> int:
        return SLOTS[place] - self.troops[place]

    # --- troops and ships (10.0) ---------------------------------------------------------------------

    def destinations(self, side: str) -> list[str]:
        """Areas of the side with a vacancy that troops elsewhere could fill."""
        troops = self.troops
        total = sum([troops[place] for place in LAND[side]])
        return [p for p in LAND[side] if troops[p] < SLOTS[p] and total > troops[p]]

    def routes(self) -> list[str]:
        ships = self.ships
        return [route for route, (start, end) in ROUTES.items() if ships[start] and ships[end] < SLOTS[end]]

    def move(self) -> None:
        if self.order == "move_troops":
            self.redeploy(ATHENS, 3)
        else:
            self.move_ships()

    def move_troop(self, source: str, destination: str) -> None:
        self.troops[source] -= 1
        self.troops[destination] += 1

    def redeploy(self, side: str, most: int) -> None:
        """Up to so many troops to one area; none may be meant."""
        destinations = self.destinations(side)
        if not destinations:
            return
        destination = self.ask(side, "destination", [*destinations, "stay"])
        if destination == "stay":
            return
        for moved in range(most):
            sources = [p for p in LAND[side] if p != destination and self.troops[p]]
            if not sources or not self.vacancies(destination):
                return
            source = self.ask(side, "source", [*sources, "done"] if moved else sources)
            if source == "done":
                return
            self.move_troop(source, destination)

    def move_ships(self) -> None:
        """Up to two ships along one of the two routes; none may be meant."""
        route = self.choose("route", [*self.routes(), "stay"])
        if route == "stay":
            return
        start, end = ROUTES[route]
        most = min(2, self.ships[start], SLOTS[end] - self.ships[end])
        count = int(self.choose("ships", ["1", "2"][:most]))
        self.ships[start] -= count
        self.ships[end] += count
        self.check_blockade()

    def damage_ship(self, places: Iterable[str]) -> None:
        options = [place for place in places if self.ships[place]]
        if options:
            self.ships[self.choose("ship", options)] -= 1
            self.ships["damaged_ships"] += 1
            self.change_morale(ATHENS, -1)

    def repair(self) -> None:
        if self.ships["damaged_ships"] and self.ships["lysimeleia"] < SLOTS["lysimeleia"]:
            self.ships["damaged_ships"] -= 1
            self.ships["lysimeleia"] += 1
            self.change_morale(ATHENS, 1)

    def new_ship(self) -> None:
        if self.ships["lysimeleia"] < SLOTS["lysimeleia"]:
            self.ships["lysimeleia"] += 1

    def shift(self, count: int, targets: Sequence[str], sources: Sequence[str]) -> None:
        """A card moves troops by rule: the first target with room, the first other source with one to spare."""
        for _ in range(count):
            for target in targets:
                if self.vacancies(target):
                    break
            else:
                return
            for source in sources:
                if self.troops[source] > 1 and source != target:
                    self.move_troop(source, target)
                    break
            else:
                return

    def reinforce(self, count: int, places: Sequence[str]) -> None:
        """New troops fill the vacant slots of these places in turn."""
        for place in places:
            arriving = min(count, self.vacancies(place))
            self.troops[place] += arriving
            count -= arriving

    # --- walls (11.0) --------------------------------------------------------------------------------

    def blocked(self) -> bool:
        """Whether a finished counter wall stands where the next segment would go."""
        counter_walls = self.counter_walls
        for wall, (pieces, segment) in COUNTER_WALLS.items():
            if self.wall + 1 == segment:
                return counter_walls[wall] == pieces
        return False

    def build(self) -> None:
        if self.wall < SEGMENTS and not self.blocked():
            self.wall += 1
            self.check_blockade()
            if self.wall in MORALE_SEGMENTS:
                self.change_morale(ATHENS, 1)

    def place_counter_wall(self, reach: str = "abc", guarded: str = "abc") -> None:
        """The first empty piece of the viable walls, if it is of these walls and has the troops that it needs.

        A card and the charts of Orders 3-7 need a troop in Neapolis or Temenites for a piece of A or B and one
        in Achradina for a piece of C; Orders 1 and 2 print their own conditions (5.0).
        """
        for wall, (pieces, segment) in COUNTER_WALLS.items():
            if self.wall < segment and self.counter_walls[wall] < pieces:
                if wall not in guarded:
                    ready = True
                elif wall == "c":
                    ready = self.garrison("achradina") > 0
                else:
                    ready = self.garrison("neapolis", "temenites") > 0
                if ready and wall in reach:
                    self.counter_walls[wall] += 1
                return

    def destroy_counter_wall(self) -> None:
        """The last standing piece of the viable walls."""
        for wall in "cba":
            if self.counter_walls[wall] and self.wall < COUNTER_WALLS[wall][1]:
                self.counter_walls[wall] -= 1
                return

    def check_blockade(self) -> None:
        if self.wall == SEGMENTS and self.ships["blockade"]:
            raise GameOver(ATHENS, "wall_and_blockade")


RESTRICTIONS: dict[str, Callable[[Game], bool]] = {
    "attack_lowlands": lambda game: game.garrison("neapolis", "temenites") > 0,
    "attack_plateau": lambda game: game.garrison("syka", "epipolae", "labdalum") > 0,
    "build_lowlands": lambda game: (
        game.wall < LOWLAND_SEGMENTS and game.garrison("lysimeleia_camp", "syka") > 0
    ),
    "build_plateau": lambda game: LOWLAND_SEGMENTS <= game.wall < SEGMENTS and game.garrison("epipolae") > 0,
    "move_troops": lambda game: bool(game.destinations(ATHENS)),
    "move_ships": lambda game: bool(game.routes()),
    "rest_and_refit": lambda game: True,
}


class RandomDriver:
    """Everything by chance, from one seed."""

    def __init__(self, seed: int | None = None) -> None:
        self.random = random.Random(seed).random

    def choose(self, label: str, options: Sequence[str]) -> str:
        return options[int(self.random() * len(options))]

    def roll(self, label: str) -> int:
        return int(self.random() * 6) + 1

    def below(self, count: int) -> int:
        return int(self.random() * count)

    def draw(self, label: str, game: Game) -> str:
        return game.deck.pick(self.below)
