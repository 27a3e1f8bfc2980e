"""A game: rules and a position. Three calls drive it, whoever plays: `legal`, `apply`, `observe`."""

from __future__ import annotations

import hashlib
import sys
from array import array
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from sieges.game.arguments import BadArgument, one_of, shown, text
from sieges.game.chance import Luck
from sieges.game.decks import pick
from sieges.game.pending import Chance, Decision, End, Pending
from sieges.game.runtime import Cancelled, Ended, Fault
from sieges.language.frames import CALL, HEAD

if TYPE_CHECKING:
    from sieges.game.rules import Rules
    from sieges.game.view import View

Event = tuple[int, ...]
"""What happened: the number of an event of the rules, and its values."""

Choose = Callable[[int, Sequence[int]], int]
"""An inline resolver of decisions: site and options' values -> index of the one chosen."""
Roll = Callable[[int], int]
"""A stream of chance: n -> one of 0 to n - 1."""


MOST_RUNS = 1_000_000
"""Pieces of rules run between two pauses, beyond which they have surely run away."""


class IllegalChoice(BadArgument):
    """What was chosen is not offered."""


class NotRunning(RuntimeError):
    """The game has ended, or what is pending is of another sort."""


class Game:
    """A game in progress. ``data`` and ``frames`` are the whole of it: flat lists of integers.

    With ``luck`` every chance is resolved at once from seeded streams; without, chances are pending like decisions.
    """

    __slots__ = ("_pending", "_site", "data", "events", "frames", "luck", "rules")

    def __init__(self, rules: Rules, data: list[int], frames: list[int], luck: Luck | None = None) -> None:
        self.rules = rules
        self.data = data
        self.frames = frames
        self.luck = luck
        self.events: list[Event] = []
        self._pending: Pending | None = None
        self._site = -1

    # --- the three calls --------------------------------------------------------------------------

    def legal(self) -> Pending:
        """What the game waits for, with everything that can be chosen."""
        if self._pending is None:
            self._pending = self.rules.pending(self)
        return self._pending

    def apply(self, choice: str) -> list[Event]:
        """Make a choice (or let a chance come out so) by its id; the game goes on to its next pause.

        Returns:
            What happened, in order.

        Raises:
            IllegalChoice: the id is not offered.
            NotRunning: the game has ended.
            Fault: the pack did something impossible; the game stays as it was.
        """
        pending = self.legal()
        if isinstance(pending, End):
            raise NotRunning("the game has ended")
        try:
            text(choice, "a choice is made by the id of an option")
        except BadArgument as error:
            raise IllegalChoice(str(error)) from None
        option = pending.option(choice)
        if option is not None:
            return self.answer(option.value)
        found = pending.outcomes if isinstance(pending, Chance) else pending.options
        names = ", ".join(option.id for option in found)
        raise IllegalChoice(f"{shown(choice)} is not offered for {pending.id}: {names}")

    def observe(self, side: str | None) -> View:
        """What a side (or, for None, a spectator) may see. The only way out of a game for whoever plays.

        Raises:
            BadArgument: there is no such side.
        """
        from sieges.game.view import View

        if side is not None:
            one_of(side, self.rules.compiled.kinds["side"].members, "side")
        return View(self, side)

    # --- beneath them -----------------------------------------------------------------------------

    @property
    def site(self) -> int:
        """The number of the pending site; -1 when the game has ended."""
        return self._site

    @property
    def ended(self) -> bool:
        return self.data[0] != 0

    def answer(self, value: int) -> list[Event]:
        """Give the pending site its answer (unchecked) and go on to the next pause; what happened."""
        kept = (self.data[:], self.frames[:], self._site, None if self.luck is None else self.luck.clone())
        self.events = []
        try:
            self._put(value)
            self._go()
        except BaseException:
            self.data, self.frames, self._site, self.luck = kept
            raise
        return self.events

    def resume(self) -> list[Event]:
        """Go on to the next pause with what was pushed on the frames (see `Rules.push`); what happened."""
        self.events = []
        self._pending = None
        self._go()
        return self.events

    def _put(self, value: int) -> None:
        self._pending = None
        cell = self.rules.answers[self._site]
        if cell >= 0:
            self.frames[self.frames[0] + HEAD + cell] = value

    def _go(self) -> None:
        """Run to the next pause; with luck, through every chance."""
        while True:
            self._advance(self.events)
            if self.luck is None or self._site < 0 or not self.rules.is_chance[self._site]:
                return
            self._put(self._chance(self.luck))

    def _chance(self, luck: Luck) -> int:
        values, weights = self.rules.outcomes(self, self._site)
        source = self.rules.compiled.sites[self._site].source
        return pick(values, weights, luck.next(source, sum(weights)))

    def _advance(self, events: list[Event]) -> None:
        """Run the pausing form until a site is pending or the game has ended."""
        data, frames = self.data, self.frames
        pausing = self.rules.runtime.pausing
        self.rules.runtime.turns[0] = 0
        for _ in range(MOST_RUNS):
            b = frames[0]
            if b == 0:
                self._site = -1
                return
            try:
                site = pausing(frames[b])(data, frames, b, events)
            except Ended:
                frames[:] = [0]
                self._site = -1
                return
            except Cancelled as cancelled:
                self._unwind(cancelled)
                continue
            if site >= 0:
                self._site = site
                return
        # Loops within one procedure are counted there; this is for those that call others in every turn.
        place = self.rules.compiled.instances[frames[frames[0]]].place
        raise Fault("the rules went on and on without a decision or chance", place)

    def _unwind(self, cancelled: Cancelled) -> None:
        """Drop frames down to the one that surrounds what was cancelled, and go on with its handler.

        Raises:
            Cancelled: no frame does. `check` has found that no game comes to this; a procedure run by itself can.
        """
        frames = self.frames
        handlers = self.rules.compiled.handlers
        while frames[0]:
            b = frames[0]
            handler = handlers.get((frames[b], frames[b + 1]), {}).get(cancelled.scope)
            if handler is not None:
                frames[b + 1] = handler
                return
            frames[0] = frames[b + 2]
            del frames[b:]
        raise cancelled

    def finish(self, choose: Choose, rolls: Sequence[Roll]) -> None:
        """Play on to the end, every decision and chance answered at once: the fast form of the three calls.

        Procedures that are entered from now on run as native code; only those already entered go step by step.
        """
        data, frames = self.data, self.frames
        rules = self.rules
        self._pending = None
        events: list[Event] = []
        while self._site >= 0:
            site = self._site
            if rules.is_chance[site]:
                values, weights = rules.outcomes(self, site)
                roll = rolls[rules.compiled.sites[site].source]
                value = pick(values, weights, roll(sum(weights)))
            else:
                options = rules.options(self, site)
                value = options[choose(site, options)]
            self._put(value)
            rules.runtime.turns[0] = 0
            while True:
                b = frames[0]
                if b == 0:
                    self._site = -1
                    return
                try:
                    found = rules.runtime.pausing(frames[b])(data, frames, b, events)
                    if found == CALL:
                        top = frames[0]
                        arguments = frames[top + HEAD : top + HEAD + rules.arguments[frames[top]]]
                        native = rules.native(frames[top])
                        if native is not None:
                            frames[0] = frames[top + 2]
                            del frames[top:]
                            native(data, choose, rolls, *arguments)
                        continue
                except Ended:
                    frames[:] = [0]
                    self._site = -1
                    return
                except Cancelled as cancelled:
                    self._unwind(cancelled)
                    continue
                if found >= 0:
                    self._site = found
                    break

    def clone(self) -> Game:
        """An independent copy (its luck goes on alike)."""
        copy = Game.__new__(Game)
        copy.rules = self.rules
        copy.data = self.data[:]
        copy.frames = self.frames[:]
        copy.luck = self.luck if self.luck is None else self.luck.clone()
        copy.events = []
        copy._pending = None
        copy._site = self._site
        return copy

    # --- as data ----------------------------------------------------------------------------------

    def digest(self) -> str:
        """A hash of position and continuation: equal situations, equal hashes, on every machine."""
        hasher = hashlib.blake2b(digest_size=12)
        for cells in (self.data, self.frames):
            hasher.update(len(cells).to_bytes(4, "little"))
            hasher.update(_as_bytes(cells))
        return hasher.hexdigest()

    def to_json(self) -> dict[str, Any]:
        """The whole state as plain data."""
        return {
            "rules": self.rules.compiled.rules_hash,
            "data": self.data[:],
            "frames": self.frames[:],
            "site": self._site,
            "digest": self.digest(),
        }

    def position(self) -> dict[str, Any]:
        """The position by names, for people and tests."""
        from sieges.game.naming import position

        return position(self.rules.compiled, self.rules.runtime.decks, self.data)

    def __repr__(self) -> str:
        pending = self.legal()
        return f"<Game of {self.rules.compiled.title}: {pending.id}>"


def _as_bytes(cells: list[int]) -> bytes:
    """Cells for a hash. Sets of more members than 64 bits hold are kept by frames alone."""
    try:
        packed = array("q", cells)
    except OverflowError:
        return repr(cells).encode()
    if packed.itemsize != 8:  # pragma: no cover
        raise AssertionError("64-bit integers")
    if sys.byteorder != "little":  # pragma: no cover
        packed.byteswap()
    return packed.tobytes()


__all__ = ["Chance", "Decision", "End", "Game", "IllegalChoice", "NotRunning", "Pending"]
