"""The properties that games of a pack are tested for, and what a game that lacks one is known by."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from attrs import define, frozen

from sieges.game.invariants import Broken, kept, promised
from sieges.game.runtime import Cancelled, Ended, Fault
from sieges.language.compiled import Place

if TYPE_CHECKING:
    from sieges.game.rules import Rules

FAULT, ANSWERED, ENDLESS = "no_fault", "always_an_answer", "no_endless_turn"
SECRETS, UNDO, REPLAY = "secrets_are_kept", "undo_is_honest", "replay_is_exact"
BUILT_IN = {
    FAULT: "nothing impossible happens",
    ANSWERED: "whoever is asked has an answer",
    ENDLESS: "no side can go round for ever by choices of its own",
    SECRETS: "what is hidden makes no difference to others",
    UNDO: "what is taken back is as if it had not been",
    REPLAY: "the same choices are the same game, in every form",
}
"""Properties that no pack has to ask for, each in words."""


@frozen
class Cause:
    """Why a game fails: games that fail for one cause are one finding."""

    about: str
    """The property: one of `BUILT_IN`, or a section and an id: ``invariants.nobody_overlaps``."""
    file: str
    line: int
    column: int
    message: str

    @property
    def where(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"

    def __str__(self) -> str:
        return f"{self.where}: {self.message} ({self.about})"


class Found(AssertionError):
    """A game of the pack lacks a property."""

    def __init__(self, cause: Cause) -> None:
        super().__init__(cause)
        self.cause = cause

    def __str__(self) -> str:
        return str(self.cause)


def found(property_: str, place: Place, message: str) -> Found:
    """What is raised where a property is found to be lacking."""
    return Found(Cause(property_, place.file, place.line, place.column, message))


@contextmanager
def blamed(rules: Rules) -> Iterator[None]:
    """Whatever goes wrong with the rules is raised as `Found`.

    Raises:
        Found: a fault of the pack, an invariant that does not hold, or a failure of the engine in the pack's code.
    """
    try:
        yield
    except (Found, Ended, Cancelled):
        raise
    except Fault as fault:
        raise found(FAULT, fault.place, fault.message) from None
    except Broken as broken:
        raise found(f"{broken.section}.{broken.id}", broken.place, broken.message) from None
    except (ArithmeticError, LookupError, TypeError, ValueError, RecursionError) as error:
        raise found(
            FAULT, _last_rule(rules, error), f"the engine fails: {type(error).__name__}: {error}"
        ) from error


def _last_rule(rules: Rules, error: Exception) -> Place:
    """The last line of the pack that was at work: written code has the pack's own files and lines."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.filename.endswith((".yaml", ".yml")):
            return Place(frame.filename, frame.lineno or 1, 1)
    instances = rules.compiled.instances
    return instances[rules.compiled.main].place


@define
class Property:
    """A property of a pack in one mode: its name, what it says, and where that is written."""

    id: str
    about: str
    place: Place | None = None


def properties(rules: Rules) -> list[Property]:
    """What games of a mode are tested for; what only some game has to come to is not among it."""
    known = [Property(id_, about) for id_, about in BUILT_IN.items() if id_ != SECRETS or rules.secrets]
    for said in kept(rules):
        words = f"{'never' if said.section == 'never' else 'always'}: {said.id.replace('_', ' ')}"
        known.append(Property(f"{said.section}.{said.id}", words, said.place))
    return known


def promises(rules: Rules) -> list[Property]:
    """What some game of a mode has to come to."""
    return [
        Property(f"{said.section}.{said.id}", f"some game: {said.id.replace('_', ' ')}", said.place)
        for said in promised(rules)
    ]
