"""*The Tunnel at Ambracia* (examples/ambracia) written by hand: what the pack is checked against.

It knows nothing of the engine; a driver answers every question and every chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

ROME, AMBRACIA = "rome", "ambracia"
LAND = {ROME: ("camp", "lines", "shaft"), AMBRACIA: ("wall", "gate", "citadel")}
SLOTS = {"camp": 6, "lines": 4, "shaft": 2, "wall": 4, "gate": 2, "citadel": 4}
START = {"camp": 3, "lines": 2, "shaft": 1, "wall": 3, "gate": 2, "citadel": 2}
COMMON = {
    "quiet_week": "on_the_wall", "grapnels": "on_the_wall", "hunger": "on_the_wall", "sally": "on_the_wall",
    "ringing_bronze": "underground", "inner_trench": "underground", "counter_tunnel": "underground",
    "burning_feathers": "underground", "cold_rain": "underground",
}  # fmt: skip
GUARDS = {**COMMON, "nicander": "on_the_wall", "envoys": "on_the_wall"}
SET_ASIDE = 2

# Troops lost by Rome and by Ambracia, on a modified die of 1 to 6.
STORM = {
    "on_the_wall": [(2, 0), (1, 0), (1, 0), (1, 1), (0, 1), (0, 1)],
    "underground": [(1, 0), (1, 0), (0, 0), (0, 1), (0, 1), (0, 2)],
}
# The lowest die on which the tunnel goes on, and the highest on which a man is lost.
DIG = {"on_the_wall": (2, 0), "underground": (6, 3)}


class Driver(Protocol):
    """Who answers."""

    def choose(self, label: str, options: Sequence[str]) -> str: ...

    def roll(self, label: str) -> int: ...

    def draw(self, label: str, weights: dict[str, int]) -> str: ...


class Over(Exception):
    def __init__(self, winner: str, reason: str) -> None:
        super().__init__(winner, reason)
        self.result = winner, reason


class Ambracia:
    """One game; ``play`` runs it to its end."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self.troops = dict(START)
        self.spirit = {ROME: 5, AMBRACIA: 5}
        self.tunnel = 0
        self.issued, self.modifier = "bring_up_men", 0
        self.pool = list(COMMON)
        # Packets from the top down: so many of the common cards, and the one known to be among them.
        self.packets: list[tuple[int, str | None]] = [
            (len(COMMON) - SET_ASIDE - 4, None),
            (2, "nicander"),
            (2, "envoys"),
        ]
        self.past: list[str] = []

    def position(self) -> dict[str, object]:
        return {
            "troops": dict(self.troops),
            "spirit": dict(self.spirit),
            "tunnel": self.tunnel,
            "issued": self.issued,
            "die_modifier": self.modifier,
            "past": sorted(self.past),
            "left": self.left,
        }

    @property
    def left(self) -> int:
        return sum(count + (known is not None) for count, known in self.packets)

    def play(self) -> tuple[str, str]:
        try:
            while self.left:
                self.week()
        except Over as over:
            return over.result
        return AMBRACIA, "peace"

    # --- a week -----------------------------------------------------------------------------------

    def week(self) -> None:
        orders = ["bring_up_men"]
        if self.troops["shaft"]:
            orders.insert(0, "dig")
        if self.troops["lines"]:
            orders.insert(0, "storm_the_wall")
        order = self.driver.choose("order", orders)
        card = self.draw()
        self.issued, self.modifier = order, 0
        if self.event(card):
            die = min(max(self.driver.roll("week_die") + self.modifier, 1), 6)
            getattr(self, order)(die, GUARDS[card])

    def draw(self) -> str:
        count, known = self.packets[0]
        weights = dict.fromkeys(self.pool, count) if count else {}
        if known is not None:
            weights[known] = len(self.pool) if count else 1
        card = self.driver.draw("weeks", weights)
        if card == known:
            known = None
        else:
            self.pool.remove(card)
            count -= 1
        self.packets[:1] = [(count, known)] if count or known is not None else []
        self.past.append(card)
        return card

    def event(self, card: str) -> bool:
        """What the city does; whether the order stands."""
        if card == "grapnels":
            self.modifier -= 1
        elif card == "hunger":
            self.lift(AMBRACIA, -1)
        elif card == "sally":
            self.lose(ROME, 1, ("shaft", "lines"))
        elif card == "counter_tunnel":
            self.tunnel = max(0, self.tunnel - 1)
        elif card == "burning_feathers":
            return self.issued != "dig"
        elif card == "cold_rain":
            if self.driver.choose("answer", ["wait", "go_on"]) == "wait":
                return False
            self.lift(ROME, -1)
        elif card == "nicander":
            self.troops["citadel"] += min(2, SLOTS["citadel"] - self.troops["citadel"])
            self.lift(AMBRACIA, 1)
        elif card == "envoys":
            self.lift(ROME, -1)
        return True

    # --- orders -----------------------------------------------------------------------------------

    def storm_the_wall(self, die: int, guard: str) -> None:
        rome, ambracia = STORM[guard][die - 1]
        self.lose(ROME, rome, ("lines",))
        self.lose(AMBRACIA, ambracia, ("wall", "gate"))

    def dig(self, die: int, guard: str) -> None:
        goes_on, lost = DIG[guard]
        if die <= lost:
            self.lose(ROME, 1, ("shaft",))
        if die >= goes_on:
            self.tunnel = min(6, self.tunnel + self.troops["shaft"])
            if self.tunnel == 6:
                raise Over(ROME, "breach")

    def bring_up_men(self, die: int, guard: str) -> None:
        posts = [post for post in ("lines", "shaft") if self.troops[post] < SLOTS[post]]
        if posts and self.troops["camp"]:
            post = self.driver.choose("post", posts)
            count = min(2, SLOTS[post] - self.troops[post], self.troops["camp"])
            self.troops["camp"] -= count
            self.troops[post] += count
        if die >= 3:
            self.lift(ROME, 1)

    # --- what changes -----------------------------------------------------------------------------

    def lift(self, side: str, change: int) -> None:
        self.spirit[side] = max(0, min(7, self.spirit[side] + change))
        if not self.spirit[AMBRACIA]:
            raise Over(ROME, "surrender")
        if not self.spirit[ROME]:
            raise Over(AMBRACIA, "retreat")

    def lose(self, side: str, amount: int, places: Sequence[str]) -> None:
        for _ in range(amount):
            options = [p for p in places if self.troops[p]] or [p for p in LAND[side] if self.troops[p]]
            if not options:
                return
            self.troops[self.driver.choose("loss", options)] -= 1
            self.lift(side, -1)
