"""What a game waits for: a decision, a chance, or nothing any more."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from attrs import field, frozen

from sieges.language.compiled import Place


@frozen
class Option:
    """One thing that can be chosen: a stable id, words for people, what it touches (``kind:id``)."""

    id: str
    label: str
    value: int
    touches: tuple[str, ...] = ()


@frozen
class Refusal:
    """An option that is not offered: the condition that failed, as written, and where."""

    id: str
    label: str
    condition: str
    place: str
    values: tuple[tuple[str, int], ...] = ()
    """What the two sides of a comparison are now, as far as they are not written out in it."""
    words: str = ""
    """The condition and what it finds, for people; "" where there are no words for it."""

    @property
    def why(self) -> str:
        """Why it is not offered, in words."""
        if self.words:
            return self.words
        if not self.condition:
            return "the rules do not allow it now"
        now = " and ".join(f"{name} is {value}" for name, value in self.values)
        return f"needs {self.condition}{f' ({now})' if now else ''}"


@frozen
class Decision:
    """A side chooses one of ``options``."""

    id: str
    """Stable: the procedure and the name of the choice."""
    name: str
    side: str
    prompt: str
    title: str
    """Of the procedure, order or card that asks."""
    options: tuple[Option, ...]
    place: Place
    site: int
    secret: bool = False
    """Whether only ``side`` sees the options, and what it answers."""
    region: Callable[[str], Option | None] | None = field(default=None, eq=False, repr=False)
    """Where any point of a region can be chosen: the option that an id, or words for a point, mean."""

    def option(self, id_: str) -> Option | None:
        """The option of an id: one of those listed, or any other point of a region."""
        found = next((option for option in self.options if option.id == id_), None)
        return self.region(id_) if found is None and self.region is not None else found


@frozen
class Outcome:
    """One way that a chance can come out, with its exact weight."""

    id: str
    label: str
    value: int
    weight: int


@frozen
class Chance:
    """A die is rolled or a card drawn."""

    id: str
    name: str
    """The die or deck."""
    source: int
    kind: str
    """`die`, `card` or `hits`, which is how many of many dice hit."""
    title: str
    outcomes: tuple[Outcome, ...]
    place: Place
    site: int
    dice: tuple[tuple[Fraction, int], ...] = ()
    """Of `hits`, the dice that are thrown: a chance to hit, and how many have it."""

    def option(self, id_: str) -> Outcome | None:
        """The outcome of an id."""
        return next((outcome for outcome in self.outcomes if outcome.id == id_), None)

    @property
    def total(self) -> int:
        return sum(outcome.weight for outcome in self.outcomes)

    def at(self, number: int) -> Outcome:
        """The outcome in whose share ``number`` (0 to ``total`` - 1) falls."""
        for outcome in self.outcomes:
            number -= outcome.weight
            if number < 0:
                return outcome
        raise ValueError("the number lies outside the weights")


@frozen
class End:
    """The game is over. ``winner`` is a side, or None for a draw."""

    id: str
    title: str
    winner: str | None
    place: Place


Pending = Decision | Chance | End
