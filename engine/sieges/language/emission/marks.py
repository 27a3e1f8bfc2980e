"""What of the rules can happen, told apart by the author's own places, each with a number to count it by."""

from __future__ import annotations

from attrs import define, field, frozen

from sieges.text.spans import Span

NOTHING = -1
"""What is counted of things that have no mark: one more cell, after those of all marks."""
Key = tuple[str, Span, str]
"""What kind of thing it is, where the author wrote it, and which of the things that stand there."""

KINDS = {
    "step": "steps",
    "side": "sides of conditions",
    "option": "options of decisions",
    "value": "values of set-up options",
    "cell": "cells of charts",
    "card": "cards",
    "ending": "endings",
}
"""The kinds of marks, with what many of them are called."""


@frozen
class Mark:
    """Something that can happen. ``rule`` is the body of steps, or the thing, that it belongs to."""

    kind: str
    span: Span
    what: str
    rule: str


@define(eq=False)
class Marks:
    """All marks of a program, in the order in which they were found."""

    all: list[Mark] = field(factory=list, init=False)
    _numbers: dict[Key, int] = field(factory=dict, init=False)

    def add(self, kind: str, span: Span, what: str, rule: str) -> int:
        """The number of a mark; a new one where there is none yet."""
        number = self._numbers.setdefault((kind, span, what), len(self.all))
        if number == len(self.all):
            self.all.append(Mark(kind, span, what, rule))
        return number

    def add_beside(self, span: Span, kind: str, what: str) -> int | None:
        """The number of a mark that a step comes to have while it is written; None where the step has none itself."""
        step = self.find("step", span, "")
        return None if step is None else self.add(kind, span, what, self.all[step].rule)

    def find(self, kind: str, span: Span, what: str) -> int | None:
        """The number of a mark that was added; None for what is no rule of a game (an example's own steps)."""
        return self._numbers.get((kind, span, what))
