"""Finds all that can happen by the rules of a program, before it is written out: see `emission.marks`."""

from __future__ import annotations

from sieges.language import compiled as k
from sieges.language import describing
from sieges.language.emission.marks import Mark, Marks
from sieges.language.program import SETUP, Program


def find_marks(program: Program) -> Marks:
    """What the steps, cards, endings and set-up options of a program can come to.

    Options of a `choose` are added while its set is written out: which members it can have hangs on its arguments.
    """
    marks = Marks()
    for body in program.bodies.values():
        if body.what == "setup" and body.id != SETUP:
            continue  # what is given for a situation of `odds`
        for step in body.walk():
            for kind, span, what in step.marks():
                marks.add(kind, span, what, body.id)
    cards = program.world.kinds["card"]
    for deck in program.world.decks.values():
        for card in sorted(deck.cards):
            marks.add("card", cards.nodes[card].key_span, cards.written(card), deck.id)
    for ending in program.endings:
        marks.add("ending", program.merged.victory[ending.id].key_span, ending.id, "victory")
    for option in describing.options_data(program.world):
        values = program.world.kinds.get(option.kind)
        span = program.merged.options[option.id].key_span
        for value in option.values():
            marks.add("value", span, option.word(value, () if values is None else values.members), option.id)
    return marks


def mark_data(mark: Mark) -> k.MarkData:
    """A mark as plain data."""
    span = mark.span
    return k.MarkData(
        mark.kind, span.file, span.line, span.column, span.end_line, span.end_column, mark.what, mark.rule
    )
