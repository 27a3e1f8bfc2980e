"""The sections of the language and the shape of each: section 1 of docs/language.md in one table."""

from __future__ import annotations

import keyword
import re
from enum import Enum
from typing import Any

from attrs import frozen

from sieges.pack import declarations as d


class Shape(Enum):
    """How a section is built."""

    ENTRIES = "a mapping of ids to declarations"
    BODIES = "a mapping of ids to bodies with fields that packs declare"
    MEMBERS = "a mapping of kinds to such mappings"
    SINGLE = "one declaration"
    STEPS = "a list of steps"
    MODES = "a mapping of ids to overlays"
    REPLACE = "a mapping of sections to what replaces their entries"
    CHANGE = "a mapping of sections to keys of their entries that get another value"
    REMOVE = "a mapping of sections to lists of ids"
    AMEND = "a mapping of labelled steps to what is done before, after or instead"


@frozen
class Section:
    """One section: its name, its shape, and what one of its entries is."""

    name: str
    shape: Shape
    spec: Any
    """The class an entry is structured into; for bodies, the class of the keys that all have."""
    one: str
    """What messages call an entry."""
    about: str
    """What it declares; goes into the schemas."""
    ids: bool = True
    """Whether the keys are ids (the tokens of `results` are not)."""


def _table(*sections: Section) -> dict[str, Section]:
    return {section.name: section for section in sections}


_E = Shape.ENTRIES

SECTIONS: dict[str, Section] = _table(
    Section("sides", _E, d.Side, "side", "Who is at war"),
    Section(
        "kinds", _E, d.Kind, "kind", "Fields of the built-in kinds, and kinds of one's own with their members"
    ),
    Section("members", Shape.MEMBERS, d.Member, "member", "Further members of kinds declared elsewhere"),
    Section("tags", _E, d.Tag, "tag", "Words that locations carry"),
    Section("locations", Shape.BODIES, d.Location, "location", "The areas of the board"),
    Section("planes", _E, d.Plane, "plane", "Tables that are measured, where any point is a place"),
    Section("pieces", _E, d.Piece, "piece", "Kinds of interchangeable markers"),
    Section("tracks", _E, d.Track, "track", "Numbers on the board with bounds, for the game or per side"),
    Section("variables", _E, d.Variable, "variable", "What else the rules remember"),
    Section("dice", _E, d.Die, "die", "What is rolled"),
    Section("orders", Shape.BODIES, d.Order, "order", "What a side may be told to do"),
    Section("cards", Shape.BODIES, d.Card, "card", "What is drawn"),
    Section("zones", _E, d.Zone, "zone", "Where cards lie face up"),
    Section("decks", _E, d.Deck, "deck", "What cards are drawn from"),
    Section("results", _E, d.Steps, "result", "What the tokens of charts do", ids=False),
    Section("charts", _E, d.Chart, "chart", "Charts that belong to no order or card"),
    Section("define", _E, d.Definition, "definition", "Named expressions"),
    Section("procedures", _E, d.Procedure, "procedure", "Named lists of steps"),
    Section("setup", Shape.SINGLE, d.Setup, "`setup`", "How the game begins"),
    Section("sequence", Shape.STEPS, d.Steps, "`sequence`", "The steps of the game itself"),
    Section("victory", _E, d.Ending, "ending", "How the game ends"),
    Section(
        "campaign", Shape.SINGLE, d.Campaign, "`campaign`", "Games in a row, and what is kept between them"
    ),
    Section("options", _E, d.Option, "option", "Choices made before the game begins"),
    Section("modes", Shape.MODES, None, "mode", "Named overlays: ways to play the same game"),
    Section(
        "replace", Shape.REPLACE, None, "replacement", "What takes the place of entries of the pack extended"
    ),
    Section(
        "change", Shape.CHANGE, None, "change", "Which keys of entries get another value; the rest stays"
    ),
    Section("remove", Shape.REMOVE, None, "removal", "Which entries of the pack extended are left out"),
    Section(
        "amend", Shape.AMEND, None, "amendment", "What is done before, after or instead of labelled steps"
    ),
    Section("invariants", _E, d.Expression, "invariant", "Conditions that always hold between two decisions"),
    Section(
        "never",
        _E,
        d.Expression,
        "`never`",
        "Conditions that never hold between two decisions, nor at the end",
    ),
    Section(
        "eventually",
        _E,
        d.Expression,
        "`eventually`",
        "Conditions that games can come to, endings among them",
    ),
    Section("evaluation", _E, d.Expression, "evaluation", "What a position is worth to a side"),
    Section("rulebook", Shape.SINGLE, d.Rulebook, "`rulebook`", "The clauses of the document"),
    Section("examples", _E, d.Example, "example", "Tests in the words of the document"),
    Section("odds", _E, d.Odds, "situation", "Situations that end by chance, of which odds can be asked"),
    Section(
        "display", Shape.SINGLE, d.Display, "`display`", "What people see: words, and which lines to draw"
    ),
)

OVERLAYS = (Shape.MODES, Shape.REPLACE, Shape.CHANGE, Shape.REMOVE, Shape.AMEND)
"""Sections that change others; only `modes` may not stand in a mode."""

ENTRY_SECTIONS = tuple(name for name, section in SECTIONS.items() if section.shape in (_E, Shape.BODIES))
"""Sections that map ids to entries: those that `remove` can name, beside `members`."""

REPLACEABLE = (*ENTRY_SECTIONS, "members", "setup", "sequence", "campaign", "rulebook")

CHANGEABLE = (
    *(
        name
        for name in ENTRY_SECTIONS
        if name not in ("kinds", "results", "define", "invariants", "never", "eventually", "evaluation")
    ),
    "members",
)
"""Sections whose entries have keys that `change` can give another value."""

BUILT_IN_KINDS = {
    "side": "sides",
    "location": "locations",
    "piece": "pieces",
    "order": "orders",
    "card": "cards",
}
"""The kinds that every pack has, each with the section that holds its members."""

MANIFEST = "pack.yaml"
LANGUAGE = 1
"""The version of the language that this engine reads."""

MOST_ID = 60
ID = re.compile(r"[a-z][a-z0-9_]*")
_WORDS = "and or not in if else for true false none any all sum count min max first last left vacant numbers old this"
_FUNCTIONS = "ended winner abs hits lowest highest reach connected distance"
EXPRESSION_WORDS = frozenset((*_WORDS.split(), *_FUNCTIONS.split()))
RESERVED = EXPRESSION_WORDS | frozenset(keyword.kwlist)
"""Words that are no ids: an expression could not name what they stand for."""


def plain_id(text: str) -> str | None:
    """An id that `text` may have been meant to be, or None where nothing is left of it."""
    found = re.sub(r"[^a-z0-9]+", "_", text.strip().lower()).strip("_")[:MOST_ID].rstrip("_")
    if found and not found[0].isalpha():
        found = f"n{found}"[:MOST_ID]
    if found in RESERVED:
        found += "_"
    return found or None


def is_id(text: object) -> bool:
    """Whether `text` is written as ids are, and is no reserved word (section 2)."""
    return (
        isinstance(text, str) and len(text) <= MOST_ID and bool(ID.fullmatch(text)) and text not in RESERVED
    )
