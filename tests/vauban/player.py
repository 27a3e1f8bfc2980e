"""A besieger and a governor who go by plain rules: what the pack's figures are measured with.

They answer from the position by names and the ids of what is offered; nothing of the rules is worked out again.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from attrs import define, field

from sieges.game.game import Game
from sieges.game.pending import Decision, End
from sieges.game.rules import Rules

RIVALS = {"besieger": "defender", "defender": "besieger"}


@define
class Habits:
    """How the two play."""

    sorties: bool = True
    """Whether the governor sends his foot out."""
    batteries: int = 4
    """How many batteries the besieger builds."""
    stormers: int = 3
    """How many units of foot he wants at hand before he storms."""
    mines: bool = True
    """Whether he mines."""
    posts: tuple[str, ...] = ("bastion_1", "bastion_2", "bastion_3", "curtain_1", "town")
    """Where the governor puts his units."""
    counter_battery: bool = False
    """Whether his guns fire at batteries rather than at whoever digs."""


@define
class Played:
    """A game as it went."""

    ending: str
    days: int
    prompts: Counter[str]
    """Decisions with more than one option, by side, outside of engagements."""
    fought: Counter[str]
    """The same within engagements."""
    a_bound: list[int]
    """How many a side had each day, outside of engagements."""
    faults: list[str] = field(factory=list)


class Players:
    """Answers for both sides."""

    def __init__(self, rng: random.Random, habits: Habits | None = None) -> None:
        self.random, self.habits = rng, habits or Habits()
        self.orders: list[tuple[str, str]] = []
        """What the besieger still means to order today: the order, and where."""
        self.order = ""
        self.massed = 0

    def look(self, game: Game) -> None:
        position = game.position()
        self.now: dict[str, Any] = position["variables"]
        self.units: dict[str, dict[str, Any]] = position["state"]["unit"]
        self.sites: dict[str, dict[str, Any]] = position["state"]["location"]

    def answer(self, game: Game, pending: Decision) -> str:
        self.look(game)
        options = [option.id for option in pending.options]
        name = pending.id.rpartition(".")[2]
        found: Callable[[str, Sequence[str]], str] | None = getattr(self, f"answer_{name}", None)
        answer = "" if found is None else found(str(pending.side), options)
        return answer if answer in options else options[0]

    # --- where things are -----------------------------------------------------------------------------

    def at(self, prefix: str) -> list[str]:
        return [place for unit, place in self.units["at"].items() if unit.startswith(prefix) and place]

    def dug(self, side: str) -> list[str]:
        return [place for place, digger in self.sites["digger"].items() if digger == side]

    def row(self, place: str) -> int:
        return (
            int(place.split("_")[2]) if place.startswith("plot_") else 0 if place.startswith("way_") else -1
        )

    def column(self, place: str) -> int:
        return int(place.split("_")[1]) if place.startswith("plot_") else 8

    def head(self) -> int:
        """The foremost row that is dug or laid out."""
        rows = [self.row(p) for p, d in self.sites["digger"].items() if d == "besieger"]
        rows += [self.row(p) for p, n in self.sites["laid"].items() if n and p.startswith("plot_")]
        return min(rows, default=99)

    def pits(self) -> list[str]:
        return [p for p in self.sites["battery"] if self.sites["battery"][p] or self.sites["gun_pit"][p]]

    def breaches(self) -> list[str]:
        return [p for p, s in self.sites["strength"].items() if s == 0]

    def is_open(self) -> bool:
        """Whether a bastion is breached."""
        return any(s == 0 for p, s in self.sites["strength"].items() if p.startswith("bastion"))

    # --- before the siege -----------------------------------------------------------------------------

    def answer_post(self, side: str, options: Sequence[str]) -> str:
        for work in self.habits.posts:
            if work in options:
                return work
        return self.random.choice(options)

    # --- orders of the besieger ------------------------------------------------------------------------

    def answer_work(self, side: str, options: Sequence[str]) -> str:
        batteries = self.pits()
        head = self.head()
        if side == "defender":
            return "done"
        if "mend" in options:
            return "mend"
        if "guns" in options and any(p in ("lines",) for p in self.at("siege")):
            return "guns"
        if "battery" in options and len(batteries) < self.habits.batteries and head <= 7:
            self.order = "battery"
            return "battery"
        self.order = "line"
        # Trenches before his batteries would stand in their own way.
        if (
            "sap" in options
            and head > (1 if self.is_open() else 4)
            and not (head <= 7 and len(batteries) < 2 and "battery" in options)
        ):
            return "sap"
        across = [p for p in self.dug("besieger") if self.row(p) == 1]
        if "parallel" in options and head == 1 and len(across) < 4:
            return "parallel"
        ready = sum(1 for p in self.at("besieging_foot") if self.row(p) <= 2)
        short = head == 1 and bool(self.breaches()) and ready < self.habits.stormers + 1
        if "mass" in options and short and self.massed != self.now["day"]:
            self.massed = self.now["day"]
            return "mass"
        return "done"

    def answer_goal(self, side: str, options: Sequence[str]) -> str:
        """Where a sap, a parallel, a battery or a march goes."""
        if self.now["in_battle"]:
            return self.march(side, options)
        plots = [p for p in options if p.startswith("plot_")]
        if not plots:
            return self.random.choice(options)
        if side == "defender":
            return min(plots, key=self.row)
        if self.order == "battery":
            return min(
                plots,
                key=lambda p: (self.column(p) == 8, self.row(p) < 4, self.row(p), abs(self.column(p) - 8)),
            )
        deep = [p for p in plots if self.row(p) >= max(1, self.head() - 3)] or plots
        return min(deep, key=lambda p: (self.row(p), abs(self.column(p) - 8)))

    def answer_number(self, side: str, options: Sequence[str]) -> str:
        return options[min(len(options), self.habits.stormers + 1) - 1]

    def answer_gun(self, side: str, options: Sequence[str]) -> str:
        for kind in ("siege_gun", "siege_mortar", "field_gun"):
            for option in options:
                if option.startswith(kind) and self.units["at"][option] == "lines":
                    return option
        return options[0]

    def answer_site(self, side: str, options: Sequence[str]) -> str:
        wanted = [p for p in options if p.endswith("face") and p.startswith("bastion")]
        if wanted and self.habits.mines:
            return wanted[0]
        return "no_mine" if "no_mine" in options else options[0]

    # --- fire -------------------------------------------------------------------------------------------

    def answer_target(self, side: str, options: Sequence[str]) -> str:
        if side == "besieger":
            walls = [p for p in options if p.startswith("bastion") and p.endswith(("face", "flank"))]
            begun = sorted(walls, key=lambda p: self.sites["strength"][p])
            if begun and not self.breaches():
                return begun[0]
            works = [p for p in options if p.startswith("bastion") and p not in walls]
            return (works or begun or list(options))[0]
        bare = [p for p in options if p != "cease_fire" and not self.sites["digger"].get(p)]
        guns = [p for p in options if self.sites["battery"].get(p)]
        wanted = guns or bare if self.habits.counter_battery else bare or guns
        return (wanted or list(options))[0]

    # --- attacks ----------------------------------------------------------------------------------------

    def answer_tonight(self, side: str, options: Sequence[str]) -> str:
        if side == "defender":
            weak = min(self.row(p) for p in self.dug("besieger")) if self.dug("besieger") else 9
            return "storm" if self.habits.sorties and weak <= 2 and self.random.random() < 0.3 else "quiet"
        ready = [
            u
            for u, p in self.units["at"].items()
            if u.startswith("besieging_foot") and p and self.row(p) <= 2 and not self.units["shaken"][u]
        ]
        open_works = {w.rpartition("_")[0].rpartition("_")[0] for w in self.breaches()}
        return (
            "storm"
            if open_works & {"bastion_1", "bastion_2", "bastion_3"} and len(ready) >= self.habits.stormers
            else "quiet"
        )

    def answer_enough(self, side: str, options: Sequence[str]) -> str:
        if side == "defender":
            return "halt"
        ready = [
            p
            for u, p in self.units["at"].items()
            if u.startswith("besieging_foot") and p and self.row(p) <= 2 and not self.units["shaken"][u]
        ]
        return "press_on" if len(ready) >= 2 else "halt"

    def answer_counter(self, side: str, options: Sequence[str]) -> str:
        return "let_go"

    def answer_mover(self, side: str, options: Sequence[str]) -> str:
        if side == "defender" and self.now["aggressor"] == "besieger":
            return "no_more"
        moving = [u for u in options if u != "no_more"]
        if side == "besieger" and self.now["aggressor"] == "besieger":
            moving = [u for u in moving if self.row(self.units["at"][u]) <= 2]
        return min(moving, key=lambda u: self.row(self.units["at"][u])) if moving else "no_more"

    def march(self, side: str, options: Sequence[str]) -> str:
        foes = {p for u, p in self.units["at"].items() if p}
        if side == "besieger" and self.now["aggressor"] == "besieger":

            def depth(p: str) -> int:
                order = ("bastion_1", "ditch_bastion_1", "way_bastion_1", "plot_8_1", "plot_7_1", "plot_9_1")
                return next((i for i, word in enumerate(order) if p.startswith(word)), 9)

            return min(options, key=depth)
        hit = [p for p in options if p in foes]
        return hit[0] if hit else max(options, key=self.row)


def play(rules: Rules, seed: int, players: Players, options: dict[str, Any] | None = None) -> Played:
    """A whole game."""
    game = rules.new(options=options or {}, seed=seed)
    told = Played("", 0, Counter(), Counter(), [])
    today: Counter[tuple[int, str]] = Counter()
    while not isinstance(pending := game.legal(), End):
        assert isinstance(pending, Decision)
        choice = players.answer(game, pending)
        if len(pending.options) > 1:
            side, battle = str(pending.side), players.now["in_battle"]
            (told.fought if battle else told.prompts)[side] += 1
            if not battle:
                today[players.now["day"], side] += 1
        game.apply(choice)
    players.look(game)
    told.ending, told.days = pending.id, players.now["day"]
    told.a_bound = [today[day, side] for day in range(1, told.days + 1) for side in RIVALS]
    return told
