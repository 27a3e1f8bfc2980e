"""The pack's game for two and the hand-written one of tests/oracle, question by question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import define

from sieges.game.pending import Decision
from sieges.loading import Scenario
from tests.conformance.lockstep import Lockstep, Position
from tests.oracle.tables import LAND, SEA
from tests.oracle.two_players import TwoPlayerGame, TwoResult
from tests.oracle.two_tables import COUNTER_ORDERS, FIRST_SEGMENT, LETTER, SIDES
from tests.syracuse.in_step import NAMES

TWO_NAMES = NAMES | {"target": "location", "ground": "segment"}

LETTERS = {
    "defend_lowlands": "A", "defend_plateau": "B", "defend_city": "C", "counter_walls": "D",
}  # fmt: skip
"""The pack has one set of counter orders for both sides; the oracle has names of their own for those of Athens."""


class TwoDriver:
    """Puts the oracle's questions to the pack."""

    game: TwoPlayerGame

    def __init__(self, step: Lockstep) -> None:
        self.step = step
        self.cards: set[str] = set()
        self.cells: set[tuple[str, int, str]] = set()
        self.picked: set[tuple[str, str, str]] = set()
        """Side, question and answer."""

    def choose(self, side: str, label: str, options: Sequence[str]) -> str:
        pending = self.step.game.legal()
        if isinstance(pending, Decision) and pending.side != side:
            self.step.fail(f"the oracle asks {side} for `{label}`", f"the engine asks {pending.side}")
        theirs = self._names(label, options)
        chosen = self.step.choose(label, list(theirs), self.position())
        self.picked.add((side, f"{self.game.card}.{label}" if label == "decision" else label, theirs[chosen]))
        return theirs[chosen]

    def _names(self, label: str, options: Sequence[str]) -> dict[str, str]:
        """The pack's name of each option, with the oracle's."""
        if label == "counter_order":
            ids = {letter: id_ for id_, letter in LETTERS.items()}
            return {ids[LETTER[option]]: option for option in options}
        if label == "ground":
            pending = self.step.game.legal()
            assert isinstance(pending, Decision)
            return {
                option.id: _ground(option.id) for option in pending.options if _ground(option.id) in options
            }
        return {option: option for option in options}

    def position(self) -> dict[str, object]:
        return self.game.position()

    def roll(self, label: str) -> int:
        die = int(self.step.chance(label, {str(n): 1 for n in range(1, 7)}, self.position()))
        if label == "order_die":
            assert self.game.order is not None
            assert self.game.counter_order is not None
            letter = LETTER[self.game.counter_order]
            self.cells.add((self.game.order, min(max(die + self.game.drm, 1), 6), letter))
        return die

    def draw(self, label: str, game: TwoPlayerGame) -> str:  # type: ignore[override]
        card = self.step.chance(label, game.draw_weights(), self.position())
        self.cards.add(card)
        return card


def _ground(segment: str) -> str:
    number = segment.removeprefix("wall_")
    if number.isdigit():
        return "plateau" if int(number) >= FIRST_SEGMENT["plateau"] else "lowlands"
    return "plateau" if segment.startswith("c") else "lowlands"


@define
class TwoPlayed:
    """What a game that was played in step has seen."""

    result: TwoResult
    asked: int
    cards: set[str]
    cells: set[tuple[str, int, str]]
    picked: set[tuple[str, str, str]]


def play_two(
    scenario: Scenario, cards: int, seed: int, tastes: Mapping[str, float] | None = None
) -> TwoPlayed:
    """One game of both.

    Raises:
        OutOfStep: they differ.
    """
    game = scenario.new("two_player", {"deck_size": cards})
    step = Lockstep(game, seed, TWO_NAMES, two_seen, tastes)
    driver = TwoDriver(step)
    driver.game = TwoPlayerGame(driver, cards)
    winner, reason = driver.game.play_out()
    step.end(winner, "campaign_over" if reason in ("points", "draw") else reason, driver.position())
    return TwoPlayed((winner, reason), step.asked, driver.cards, driver.cells, driver.picked)


def two_seen(position: dict[str, Any]) -> Position:
    """The pack's position in the oracle's words."""
    pieces, variables, zones = position["pieces"], position["variables"], position["zones"]
    built = [segment for segment, stands in position["state"]["segment"]["built"].items() if stands]
    deck = position["decks"]["draw_deck"]
    nowhere = dict.fromkeys([*LAND["athens"], *LAND["syracuse"]], 0)
    acting, issued, countered = variables["acting"], variables["issued"], variables["countered"]
    foe = next(side for side in SIDES if side != acting)
    names = {side: dict(zip(LETTERS, COUNTER_ORDERS[side], strict=True)) | {None: None} for side in SIDES}
    # What has been revealed lies no longer face down.
    orders = {side: None if side == acting and issued else variables["order_laid"][side] for side in SIDES}
    counter_orders = {
        side: None if side == foe and countered else names[side][variables["counter_laid"][side]]
        for side in SIDES
    }
    return {
        "troops": nowhere | pieces["troop"]["athens"] | pieces["troop"]["syracuse"],
        "ships": dict.fromkeys(SEA, 0) | pieces["ship"]["athens"],
        "morale": position["tracks"]["morale"],
        "wall": [int(segment.removeprefix("wall_")) for segment in built if segment.startswith("wall_")],
        "counter_walls": [segment for segment in built if not segment.startswith("wall_")],
        "discarded": len(zones["discard"]),
        "deck": deck["left"],
        "unused": deck["piles"]["unused"]["command_decisions"],
        "card": variables["open_card"],
        "acting": acting,
        "order": issued,
        "counter_order": names[foe][countered],
        "target": variables["target"],
        "drm": variables["drm"],
        "die": variables["white_die"],
        "face_down": {"orders": orders, "counter_orders": counter_orders},
    }
