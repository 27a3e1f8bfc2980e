"""*414 BC: Siege of Syracuse* for two players (14.0), written by hand: the solitaire game with its exceptions.

A driver answers for both sides; what a side may know of the other's face-down cards is the driver's affair:
``orders`` and ``counter_orders`` hold what lies face down, ``order`` and ``counter_order`` what is revealed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from .deck import Deck
from .syracuse import RESTRICTIONS, Game, GameOver, RandomDriver
from .tables import ATHENS, BOTTOM, COUNTER_WALLS, LAND, MORALE_SEGMENTS, PACKET, SHIPS_IN_PLAY, SYRACUSE, Cell
from .two_cards import ACTIONS, DECISIONS, STANDS
from .two_tables import (
    COUNTER_ORDERS,
    DECK_SIZE,
    FIRST_SEGMENT,
    FOE,
    GROUND_SEGMENTS,
    GROUNDS,
    GUARDS,
    LETTER,
    ORDER_GROUND,
    SIDE_ORDERS,
    SIDES,
    SIGN,
    TARGETS,
    TWO_CHARTS,
    TWO_EXPEDITIONS,
    TWO_LOSSES,
    TWO_POOL,
    WALLS_ON,
)

TwoResult = tuple[str | None, str]  # nobody wins a draw


class TwoPlayerDriver(Protocol):
    """Who answers for both sides."""

    def choose(self, side: str, label: str, options: Sequence[str]) -> str: ...

    def roll(self, label: str) -> int: ...

    def draw(self, label: str, game: Game) -> str: ...


class Athenian:
    """The questions that the solitaire rules put, which are all for Athens."""

    def __init__(self, driver: TwoPlayerDriver) -> None:
        self.driver = driver
        self.roll = driver.roll
        self.draw = driver.draw

    def choose(self, label: str, options: Sequence[str]) -> str:
        return self.driver.choose(ATHENS, label, options)


class CommandDeck(Deck):
    """The Command Decision deck (14.0 A-G): one pool, the handicap in the packet on top."""

    def __init__(self, cards: int = DECK_SIZE) -> None:
        spartan, athenian = TWO_EXPEDITIONS
        top = cards - BOTTOM - (PACKET + 1) - BOTTOM - (PACKET + 1)
        self.pools = {1: [], 2: list(TWO_POOL)}
        self.unused = {1: 0, 2: len(TWO_POOL) + len(TWO_EXPEDITIONS) - cards}
        self.packets = [
            (2, top, None),
            (2, PACKET, spartan),
            (2, BOTTOM, None),
            (2, PACKET, athenian),
            (2, BOTTOM, None),
        ]
        self.left = cards

    def copy(self) -> CommandDeck:
        twin = CommandDeck.__new__(CommandDeck)
        twin.pools = {1: [], 2: self.pools[2][:]}
        twin.unused = self.unused.copy()
        twin.packets = self.packets[:]
        twin.left = self.left
        return twin


class TwoPlayerGame(Game):
    """One game for two; ``play_out`` runs it to its end.  ``wall`` is how many segments stand on both grounds."""

    def __init__(self, driver: TwoPlayerDriver, cards: int = DECK_SIZE) -> None:
        super().__init__("good", Athenian(driver))
        self.ask = driver.choose
        self.deck = CommandDeck(cards)
        self.walls = dict.fromkeys(GROUNDS, 0)
        self.orders: dict[str, str | None] = dict.fromkeys(SIDES)
        self.counter_orders: dict[str, str | None] = dict.fromkeys(SIDES)
        self.acting = ATHENS
        self.counter_order: str | None = None
        self.target: str | None = None
        self.target_empty = False

    def twin(self, driver: TwoPlayerDriver) -> TwoPlayerGame:
        """The same position before another driver."""
        twin = TwoPlayerGame.__new__(TwoPlayerGame)
        twin.__dict__.update(self.__dict__)
        athenian = Athenian(driver)
        twin.driver, twin.choose, twin.roll, twin.ask = athenian, athenian.choose, driver.roll, driver.choose
        for name in ("troops", "ships", "morale", "counter_walls", "walls", "orders", "counter_orders", "deck"):
            setattr(twin, name, getattr(self, name).copy())
        return twin

    def position(self) -> dict[str, object]:
        segments = [FIRST_SEGMENT[g] + n for g in GROUNDS for n in range(self.walls[g])]
        return super().position() | {
            "wall": segments,
            "face_down": {"orders": dict(self.orders), "counter_orders": dict(self.counter_orders)},
            "acting": self.acting,
            "counter_order": self.counter_order,
            "target": self.target,
        }

    # --- the turn (14.1) -----------------------------------------------------------------------------

    def play_out(self) -> TwoResult:
        try:
            while self.deck.left:
                self.turn()
        except GameOver as over:
            return over.result
        athens, syracuse = self.points()
        if athens == syracuse:
            return None, "draw"
        return ATHENS if athens > syracuse else SYRACUSE, "points"

    def turn(self) -> None:
        for side in SIDES:
            self.orders[side] = self.ask(side, "order", self.orders_of(side))
        for side in SIDES:
            self.counter_orders[side] = self.ask(side, "counter_order", COUNTER_ORDERS[side])
        self.resolve()

    def resolve(self) -> None:
        """The turn from the drawing of the card on."""
        card = self.driver.draw("card", self)
        self.deck.take(card)
        self.card = card
        if card in ACTIONS:
            ACTIONS[card](self)
        for side in SIDES:
            self.acting = side
            self.carry_out()
            self.order = self.counter_order = self.target = None
            self.orders[side] = self.counter_orders[FOE[side]] = None
            self.drm = 0
            self.cancelled = self.target_empty = False
        self.acting = ATHENS
        self.discarded += 1
        self.card = None

    def carry_out(self) -> None:
        """The acting side's order: cancelled unseen, or revealed with its target and the card's choice, and answered."""
        side, card = self.acting, self.card
        if card in STANDS:
            STANDS[card](self)
            if self.cancelled:
                return
        order = self.order = self.orders[side]
        self.name_target()
        if card in DECISIONS:
            DECISIONS[card](self)
            if self.cancelled:
                return
        self.counter_order = self.counter_orders[FOE[side]]
        if not self.allowed(order):
            return
        if self.target in LAND[FOE[side]] and not self.troops[self.target]:
            self.target_empty = True
            self.favour(1)
        die = min(max(self.roll("order_die") + self.drm, 1), 6)
        self.apply(TWO_CHARTS[order][LETTER[self.counter_order]][die - 1])

    def name_target(self) -> None:
        """An attack names one of the listed locations, a sortie one where ships lie (14.1)."""
        if self.order == "sortie":
            targets = [place for place in SHIPS_IN_PLAY if self.ships[place]]
        else:
            targets = TARGETS.get(self.order, ())
        if targets:
            self.target = self.ask(self.acting, "target", targets)

    def offer_cancel(self) -> bool:
        """Whether the acting side takes its order back unseen."""
        self.cancelled = self.ask(self.acting, "stand", ["cancel", "proceed"]) == "cancel"
        return self.cancelled

    def decide(self, *options: str) -> str:
        """What the acting side announces about the card."""
        return self.ask(self.acting, "decision", options)

    def favour(self, amount: int) -> None:
        """Modify the die for the acting side (14.1: +1 helps Athens, -1 Syracuse)."""
        self.drm += amount * SIGN[self.acting]

    # --- orders --------------------------------------------------------------------------------------

    def allowed(self, order: str) -> bool:
        return TWO_RESTRICTIONS[order](self)

    def orders_of(self, side: str) -> list[str]:
        return [order for order in SIDE_ORDERS[side] if TWO_RESTRICTIONS[order](self)]

    def losses(self, side: str) -> tuple[str, ...]:
        """An attack on an empty place is paid wherever the owner likes (14.1)."""
        if self.target_empty and side != self.acting:
            return LAND[side]
        return TWO_LOSSES[self.order][side]

    def apply(self, cell: Cell) -> None:
        for result in cell:
            if result[0] == "ship" and self.order == "sortie":
                self.damage_ship((self.target,))
            else:
                super().apply((result,))

    def lose(self, side: str, amount: int, places: Iterable[str]) -> None:
        """As in 9.0, but the owner decides."""
        troops = self.troops
        for _ in range(amount):
            options = [p for p in places if troops[p]] or [p for p in LAND[side] if troops[p]]
            if not options:
                return
            troops[self.ask(side, "loss", options)] -= 1
            self.change_morale(side, -1)

    def move(self) -> None:
        if self.order == "move_ships":
            self.move_ships()
        else:
            self.redeploy(self.acting, 3)

    def destinations_of(self, side: str) -> list[str]:
        """Areas with a vacancy that troops elsewhere could fill."""
        troops = self.troops
        total = sum([troops[place] for place in LAND[side]])
        return [p for p in LAND[side] if self.vacancies(p) and total > troops[p]]

    def redeploy(self, side: str, most: int) -> None:
        """Up to so many troops to one area (10.0); none may be meant."""
        destinations = self.destinations_of(side)
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

    # --- walls on two grounds (11.0, 14.0) -----------------------------------------------------------

    def own_grounds(self) -> Sequence[str]:
        """The ground of a build order; the others leave it to the builder."""
        ground = ORDER_GROUND.get(self.order)
        return (ground,) if ground else GROUNDS

    def viable(self, wall: str) -> bool:
        """While the segment that it would block is unbuilt."""
        segment = COUNTER_WALLS[wall][1]
        ground = "plateau" if wall == "c" else "lowlands"
        return FIRST_SEGMENT[ground] + self.walls[ground] <= segment

    def blocked_on(self, ground: str) -> bool:
        segment = FIRST_SEGMENT[ground] + self.walls[ground]
        return any(
            self.counter_walls[wall] == COUNTER_WALLS[wall][0] and COUNTER_WALLS[wall][1] == segment
            for wall in WALLS_ON[ground]
        )

    def can_build_on(self, ground: str) -> bool:
        return self.walls[ground] < GROUND_SEGMENTS and not self.blocked_on(ground)

    def build(self) -> None:
        """W: the next segment of the ground that Athens picks."""
        options = [ground for ground in self.own_grounds() if self.can_build_on(ground)]
        if not options:
            return
        ground = self.ask(ATHENS, "ground", options)
        self.walls[ground] += 1
        self.wall += 1
        self.check_blockade()
        if FIRST_SEGMENT[ground] + self.walls[ground] - 1 in MORALE_SEGMENTS:
            self.change_morale(ATHENS, 1)

    def next_piece(self, ground: str) -> str | None:
        """The wall of the next piece there: A before B, viable and unfinished."""
        for wall in WALLS_ON[ground]:
            if self.viable(wall) and self.counter_walls[wall] < COUNTER_WALLS[wall][0]:
                return wall
        return None

    def place_counter_wall(self, reach: str = "abc", guarded: str = "abc") -> None:
        """C: the next piece of the ground that Syracuse picks, where its guard stands."""
        options = []
        for ground in self.own_grounds():
            wall = self.next_piece(ground)
            if wall and wall in reach and (wall not in guarded or self.garrison(*GUARDS[ground])):
                options.append(ground)
        if options:
            wall = self.next_piece(self.ask(SYRACUSE, "ground", options))
            self.counter_walls[wall] += 1

    def last_piece(self, ground: str) -> str | None:
        """The wall of the last standing piece there that is viable."""
        for wall in reversed(WALLS_ON[ground]):
            if self.counter_walls[wall] and self.viable(wall):
                return wall
        return None

    def destroy_counter_wall(self) -> None:
        """D: the last viable piece of the ground that Athens picks."""
        options = [ground for ground in GROUNDS if self.last_piece(ground)]
        if options:
            wall = self.last_piece(self.ask(ATHENS, "ground", options))
            self.counter_walls[wall] -= 1

    # --- victory points (14.2) -----------------------------------------------------------------------

    def vacant_areas(self, side: str) -> int:
        return sum([not self.troops[place] for place in LAND[side]])

    def completed(self, *walls: str) -> bool:
        return any(self.counter_walls[wall] == COUNTER_WALLS[wall][0] for wall in walls)

    def points(self) -> tuple[int, int]:
        """Athens' and Syracuse's."""
        objectives = sum([n == GROUND_SEGMENTS for n in self.walls.values()]) + (self.ships["blockade"] > 0)
        athens = (objectives >= 2) + self.vacant_areas(SYRACUSE)
        syracuse = self.completed("a", "b") + self.completed("c") + self.vacant_areas(ATHENS)
        difference = self.morale[ATHENS] - self.morale[SYRACUSE]
        return athens + (difference > 0), syracuse + (difference < 0)


TWO_RESTRICTIONS: dict[str, Callable[[TwoPlayerGame], bool]] = {
    **RESTRICTIONS,
    "build_lowlands": lambda game: (
        game.walls["lowlands"] < GROUND_SEGMENTS and game.garrison("lysimeleia_camp", "syka") > 0
    ),
    "build_plateau": lambda game: (
        game.walls["plateau"] < GROUND_SEGMENTS and game.garrison("epipolae") > 0
    ),
    "storm_lowlands": lambda game: game.garrison("olympieum", "neapolis", "temenites") > 0,
    "storm_plateau": lambda game: game.garrison("euryelus", "achradina", "temenites") > 0,
    "counter_lowlands": lambda game: (
        game.next_piece("lowlands") is not None and game.garrison(*GUARDS["lowlands"]) > 0
    ),
    "counter_plateau": lambda game: (
        game.next_piece("plateau") is not None and game.garrison(*GUARDS["plateau"]) > 0
    ),
    "march_troops": lambda game: bool(game.destinations_of(SYRACUSE)),
    "sortie": lambda game: (
        game.garrison("ortygia", "neapolis") > 0 and any(game.ships[place] for place in SHIPS_IN_PLAY)
    ),
    "rest_and_drill": lambda game: True,
}


class TwoRandomDriver(RandomDriver):
    """Everything by chance, from one seed."""

    def choose(self, side: str, label: str, options: Sequence[str]) -> str:  # type: ignore[override]
        return options[int(self.random() * len(options))]
