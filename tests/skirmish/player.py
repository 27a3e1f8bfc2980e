"""A player of Skirmish written by hand: an agent, `sieges simulate skirmish --agent tests.skirmish.player:Keen`.

He weighs each action by what it is likely to do to those whom it meets, goes for what the scenario counts, keeps the
best men for the end of a turn, and dares exploits while the die is with him.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from sieges.game.pending import Decision
from sieges.game.rules import Rules
from sieges.game.view import View

Spot = tuple[float, float]
TABLE, BASE = 48.0, 1.0
DIE = range(1, 7)
WOUNDS, CONFUSION = {2: 1, 3: 1, 4: 1, 5: 2, 6: 3}, {2: 1, 3: 1, 4: 1}
PIERCED = {5: 1, 6: 2}
"""What a throw does: the sword's wounds, the spear's confusion, the spear's wounds."""


def spot(text: str) -> Spot:
    x, y = text.split(",")
    return float(x), float(y)


class Keen:
    """Whoever is attacked is worth his skill; a wound a good part of that, a confusion less."""

    def start(self, rules: Rules, side: str, seed: int) -> None:
        self.side, self.who, self.quarry, self.close = side, "", "", False

    def choose(self, view: View) -> str:
        pending = view.legal()
        assert isinstance(pending, Decision)
        position = view.position()
        self.men: dict[str, dict[str, Any]] = {}
        for field, values in position["state"]["warrior"].items():
            for who, value in values.items():
                self.men.setdefault(who, {})[field] = value
        self.bands = position["state"]["band"]["for_side"]
        self.aim = position["variables"]["at_hand"]
        self.chattels = [spot(at) for at in position["state"]["chattel"]["spot"].values() if at]
        members = view.rules.compiled.kinds["warrior"].numbers["band"]
        names = view.rules.compiled.kinds["band"].members
        for who, band in zip(self.men, members, strict=True):
            self.men[who]["side"] = self.bands[names[band]]
        ids = [option.id for option in pending.options]
        found = getattr(self, pending.name)(ids)
        assert found in ids, (pending.id, found, ids)
        return str(found)

    # --- what is measured --------------------------------------------------------------------------------------

    def skill(self, who: str) -> int:
        man = self.men[who]
        return int(man["skill"] - man["wounds"] - man["confusion"])

    def paces(self, who: str) -> int:
        man = self.men[who]
        return max(0, 6 - int(man["wounds"] + man["confusion"]))

    def at(self, who: str) -> Spot:
        return spot(self.men[who]["spot"])

    def gap(self, a: str, b: str) -> float:
        return math.dist(self.at(a), self.at(b)) - BASE

    def foes(self) -> list[str]:
        return [who for who, man in self.men.items() if man["spot"] and man["side"] != self.side]

    def home(self, at: Spot) -> float:
        """How far a place is from one's own edge."""
        return at[1] if self.side == "argives" else TABLE - at[1]

    # --- what things are worth ---------------------------------------------------------------------------------

    def attack(self, who: str, foe: str, sword: bool, skill: int | None = None) -> float:
        """What an attack brings on average."""
        shield = 3 if self.skill(foe) > 0 else 0
        man, worth = self.men[foe], 0.0
        for throw in DIE:
            wounds = (WOUNDS if sword else PIERCED).get(throw - shield, 0)
            confusion = 0 if sword else CONFUSION.get(throw - shield, 0)
            killed = man["wounds"] + wounds >= man["skill"]
            worth += man["skill"] + 2 if killed else 1.4 * wounds + 0.7 * confusion
        return max(0, min(4, self.skill(who) if skill is None else skill)) / 6 * worth / 6

    def driven(self, by: str, foe: str) -> float:
        """What a flight of a foe is worth: much near the edge."""
        (x, y), (from_x, from_y) = self.at(foe), self.at(by)
        length = math.hypot(x - from_x, y - from_y) or 1
        ways = []
        for along, place in (((x - from_x) / length, x), ((y - from_y) / length, y)):
            if along > 1e-9:
                ways.append((TABLE - BASE / 2 - place) / along)
            elif along < -1e-9:
                ways.append((place - BASE / 2) / -along)
        off = sum(inches > min(ways) for inches in DIE) / 6
        return off * (self.men[foe]["skill"] + 1) + (1 - off) * 0.5

    def abused(self, who: str) -> tuple[float, str]:
        found = [
            ((mine - his) / 6 * self.driven(who, foe), foe)
            for foe in self.foes()
            if (mine := self.men[who]["skill"]) > (his := self.men[foe]["skill"]) and self.gap(who, foe) <= 20
        ]
        return max(found, default=(0.0, ""))

    def approach(self, who: str, foe: str) -> tuple[float, bool]:
        """What going at a foe is worth, and whether into contact."""
        gap, paces = self.gap(who, foe), self.paces(who)
        found = [(0.25 - gap / 200, True)]
        if gap - paces <= 10 and self.men[who]["spears"] > 0:
            found.append((self.attack(who, foe, False), False))
        if gap <= paces:
            worth = self.attack(who, foe, True)
            if self.skill(foe) > self.skill(who):
                lost = (6 - self.men[who]["skill"]) / 6
                worth = (1 - lost) * worth - lost
            found.append((worth, True))
        return max(found)

    def weigh(self, who: str) -> tuple[float, str]:
        """The best action of a man, and what it is worth."""
        man, foes = self.men[who], self.foes()
        near = [foe for foe in foes if self.gap(who, foe) <= 0.01]
        found = [(0.0, "wait"), (0.2 + 0.5 * (self.skill(who) <= 1), "rest")]
        found.append((self.abused(who)[0], "abuse"))
        if near:
            found.append((max(self.attack(who, foe, True) for foe in near), "stand"))
        elif man["spears"] > 0:
            found += [(self.attack(who, foe, False), "stand") for foe in foes if self.gap(who, foe) <= 10]
        if not near:
            found += [(self.approach(who, foe)[0], "advance_on") for foe in foes]
            found.append((self.errand(who), "go_anywhere"))
        if any(math.dist(self.at(who), at) - BASE <= 0.01 for at in self.chattels):
            found.append((1.2, "carry_off"))
        return max(found)

    def errand(self, who: str) -> float:
        if self.aim == "raiding" and self.chattels:
            return 0.6 - min(math.dist(self.at(who), at) for at in self.chattels) / 100
        through = TABLE - 12 - BASE / 2 - self.home(self.at(who))
        return 0.7 - max(0.0, through) / 100 if self.aim == "penetrating" and through > 0 else 0.0

    # --- the answers -------------------------------------------------------------------------------------------

    def lead(self, ids: list[str]) -> str:
        return "first"

    def place(self, ids: list[str]) -> str:
        """In front, with room for one in between."""
        own = [self.at(who) for who, man in self.men.items() if man["spot"] and man["side"] == self.side]
        return max(ids, key=lambda id_: self.home(spot(id_)) + 4 * min([2.5, *self.gaps(spot(id_), own)]))

    def gaps(self, at: Spot, others: Iterable[Spot]) -> list[float]:
        return [math.dist(at, other) for other in others]

    def doer(self, ids: list[str]) -> str:
        """The best men last: nobody loses his turn by what they dare."""
        self.who = min((id_ for id_ in ids if id_ != "done"), key=lambda who: self.men[who]["skill"])
        return self.who

    def action(self, ids: list[str]) -> str:
        best, self.quarry = self.weigh(self.who)[1], ""
        return best if best in ids else next(id_ for id_ in ("advance_on", "stand", "wait") if id_ in ids)

    def exploit(self, ids: list[str]) -> str:
        """Who is last dares nearly always; who is not, when it is worth the turn of the others."""
        others = sum(
            max(0.0, self.weigh(who)[0])
            for who, man in self.men.items()
            if man["spot"] and man["side"] == self.side and not man["acted"]
        )
        skill = self.skill(self.who)
        gain, loss = skill / 6 * self.weigh(self.who)[0], (6 - skill) / 6 * (0.35 + others)
        return "dare" if "dare" in ids and gain > loss else "enough"

    def target(self, ids: list[str]) -> str:
        (_, self.close), self.quarry = max((self.approach(self.who, foe), foe) for foe in ids)
        return self.quarry

    def goal(self, ids: list[str]) -> str:
        """Into contact, or no nearer than the spear needs; without a quarry, where the scenario calls."""
        spots = [(spot(id_), id_) for id_ in ids]
        if self.quarry:
            quarry, self.quarry = self.at(self.quarry), ""
            ways = [(math.dist(at, quarry) - BASE, id_) for at, id_ in spots]
            far = [way for way in ways if 3 < way[0] <= 10]
            return min(ways)[1] if self.close or not far else max(far)[1]
        if self.aim == "raiding":
            loaded = any(math.dist(self.at(self.who), at) - BASE <= 0.01 for at in self.chattels)
            if not loaded:
                return min((min(self.gaps(at, self.chattels)), id_) for at, id_ in spots)[1]
            return min((self.home(at), id_) for at, id_ in spots)[1]
        return max((self.home(at), id_) for at, id_ in spots)[1]

    def victim(self, ids: list[str]) -> str:
        foes = [id_ for id_ in ids if id_ != "hold"]
        return max(foes, key=lambda foe: self.attack(self.who, foe, self.gap(self.who, foe) <= 0.01))

    def inferior(self, ids: list[str]) -> str:
        best = self.abused(self.who)[1]
        return best if best in ids else ids[0]

    def load(self, ids: list[str]) -> str:
        return ids[0]

    def watched(self, ids: list[str]) -> str:
        return min(self.foes(), key=lambda foe: self.gap(self.who, foe)) if self.foes() else ids[0]
