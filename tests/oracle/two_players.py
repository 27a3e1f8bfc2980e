"""*414 BC: Siege of Syracuse* for two players (14.0), written by hand: the solitaire game with its exceptions.

A driver answers for both sides; what a side may know of the other's face-down cards is the driver's affair:
``orders`` and ``counter_orders`` hold what lies face down, ``order`` and ``counter_order`` what is revealed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from .deck import Deck
from .syracuse import RESTRICTIONS, Game, GameOver, RandomDriver
from .tables import (
    ATHENS,
    BOTTOM,
    COUNTER_WALLS,
    LAND,
    MORALE_SEGMENTS,
    PACKET,
    SHIPS_IN_PLAY,
    SYRACUSE,
    Cell,
)
from .two_cards import ACTIONS, CALLED_OFF, DECISIONS, FORBIDDEN
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
    """The solitaire rules' questions without a side, which are all for Athens."""

    def __init__(self, driver: TwoPlayerDriver) -> None:
        self.seats = driver
        self.roll = driver.roll
        self.draw = driver.draw

    def choose(self, label: str, options: Sequence[str]) -> str:
        return self.seats.choose(ATHENS, label, options)


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
        self.seats = driver
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
        twin.__dict__.update(self.copy(Athenian(driver)).__dict__)
        twin.seats = driver
        for name in ("walls", "orders", "counter_orders"):
            setattr(twin, name, getattr(self, name).copy())
        return twin

    def ask(self, side: str, label: str, options: Sequence[str]) -> str:
        return self.seats.choose(side, label, options)

    def position(self) -> dict[str, object]:
        """Everything that the rules know, what lies face down included, as plain data."""
        return {
            "troops": dict(self.troops),
            "ships": dict(self.ships),
            "morale": dict(self.morale),
            "wall": [FIRST_SEGMENT[g] + n for g in GROUNDS for n in range(self.walls[g])],
            "counter_walls": [f"{w}{n + 1}" for w, built in self.counter_walls.items() for n in range(built)],
            "discarded": self.discarded,
            "deck": self.deck.left,
            "unused": self.deck.unused[2],
            "card": self.card,
            "acting": self.acting,
            "order": self.order,
            "counter_order": self.counter_order,
            "target": self.target,
            "drm": self.drm,
            "die": self.white_die,
            "face_down": {"orders": dict(self.orders), "counter_orders": dict(self.counter_orders)},
        }

    def view(self, side: str) -> dict[str, object]:
        """The position as this side sees it: of what the other side has laid down, only that it lies there."""
        foe = FOE[side]
        hidden = {
            kind: cards | {foe: cards[foe] and "face_down"}
            for kind, cards in (("orders", self.orders), ("counter_orders", self.counter_orders))
        }
        return self.position() | {"face_down": hidden}

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
        self.card = self.driver.draw("card", self)
        self.deck.take(self.card)
        self.event()
        for side in SIDES:
            self.acting = side
            self.carry_out()
            self.order = self.counter_order = self.target = None
            self.orders[side] = self.counter_orders[FOE[side]] = None
            self.drm = self.white_die = 0
            self.target_empty = False
        self.acting = ATHENS
        self.discarded += 1
        self.card = None

    def event(self) -> None:
        """What the card does at once."""
        if self.card in ACTIONS:
            ACTIONS[self.card](self)

    def carry_out(self) -> None:
        """The acting side's order: called off unseen; or revealed, target and choice told, answered."""
        side, card = self.acting, self.card
        assert card is not None
        if card in CALLED_OFF and self.ask(side, "call_off", ["cancel", "proceed"]) == "cancel":
            CALLED_OFF[card](self)
            return
        order = self.order = self.orders[side]
        assert order is not None
        self.orders[side] = None
        if order in FORBIDDEN.get(card, ()):
            return
        self.name_target()
        self.decision()
        counter_order = self.counter_order = self.counter_orders[FOE[side]]
        assert counter_order is not None
        self.counter_orders[FOE[side]] = None
        if self.allowed(order):
            self.white_die = self.roll("order_die")
            die = min(max(self.white_die + self.drm, 1), 6)
            self.apply(TWO_CHARTS[order][LETTER[counter_order]][die - 1])

    def decision(self) -> None:
        """What the card does to the order that lies open."""
        if self.card in DECISIONS:
            DECISIONS[self.card](self)

    def name_target(self) -> None:
        """An attack names one of the listed locations, a sortie one where ships lie; an empty one is easier (14.1)."""
        if self.order == "sortie":
            targets = tuple(place for place in SHIPS_IN_PLAY if self.ships[place])
        else:
            targets = TARGETS.get(self.order, ())
        if targets:
            target = self.target = self.ask(self.acting, "target", targets)
            self.target_empty = target in LAND[FOE[self.acting]] and not self.troops[target]
            if self.target_empty:
                self.favour(1)

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

    def move(self) -> None:
        if self.order == "move_ships":
            self.move_ships()
        else:
            self.redeploy(self.acting, 3)

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
    "build_plateau": lambda game: game.walls["plateau"] < GROUND_SEGMENTS and game.garrison("epipolae") > 0,
    "storm_lowlands": lambda game: game.garrison("olympieum", "neapolis", "temenites") > 0,
    "storm_plateau": lambda game: game.garrison("euryelus", "achradina", "temenites") > 0,
    "counter_lowlands": lambda game: (
        game.next_piece("lowlands") is not None and game.garrison(*GUARDS["lowlands"]) > 0
    ),
    "counter_plateau": lambda game: (
        game.next_piece("plateau") is not None and game.garrison(*GUARDS["plateau"]) > 0
    ),
    "march_troops": lambda game: bool(game.destinations(SYRACUSE)),
    "sortie": lambda game: (
        game.garrison("ortygia", "neapolis") > 0 and any(game.ships[place] for place in SHIPS_IN_PLAY)
    ),
    "rest_and_drill": lambda game: True,
}


class TwoRandomDriver(RandomDriver):
    """Everything by chance, from one seed."""

    def choose(self, side: str, label: str, options: Sequence[str]) -> str:  # type: ignore[override]
        return options[int(self.random() * len(options))]
