"""The types of the rule language, and how they are written in words (docs/language.md, section 2)."""

from __future__ import annotations

import re
from collections.abc import Mapping

from attrs import frozen

from sieges.pack.wording import with_article

MOST_IN_A_CELL = 62
"""How many members a set may have that one cell of the position keeps as bits; a frame keeps any set."""


@frozen
class Type:
    """A type without parts; ``name`` is what people are told."""

    name: str

    def __str__(self) -> str:
        return self.name


@frozen
class Member(Type):
    """One member of a kind; an ``optional`` one may be none."""

    kind: str
    optional: bool

    def required(self) -> Member:
        return member(self.kind)


@frozen
class SetOf(Type):
    """Some members of a kind."""

    kind: str


@frozen
class ListOf(Type):
    """Members of a kind in a written order; known before play."""

    kind: str


@frozen
class PerSide(Type):
    """One value a side."""

    of: Type


@frozen
class Fractional(Type):
    """A number with a fraction, kept as a whole number of parts: ``denominator`` of them make one."""

    denominator: int


NUMBER = Type("a number")
CONDITION = Type("a condition")
TEXT = Type("text")
RULE = Type("a rule")
AMOUNT = Type("an amount")
STEPS = Type("steps")
CHART = Type("a chart")
NUMBERS = Type("a set of numbers")
HITS = Type("a throw of many dice")
"""What `hits(…)` is: only a roll takes it."""
NONE = Type("none")
EMPTY = Type("an empty set")
DIRECTION = Type("a direction")
UNKNOWN = Type("unknown")
"""The type of what has been complained about already: it agrees with everything."""

WORDS = {
    "number": NUMBER,
    "condition": CONDITION,
    "text": TEXT,
    "rule": RULE,
    "amount": AMOUNT,
    "steps": STEPS,
    "chart": CHART,
}


def fraction(denominator: int) -> Fractional:
    """The type of a number with a fraction."""
    return Fractional("a fraction", denominator)


def member(kind: str, *, optional: bool = False) -> Member:
    """The type of one member of a kind."""
    shown = with_article(kind.replace("_", " "))
    return Member(f"{shown} or none" if optional else shown, kind, optional)


ENDING = "_ending"
"""The local that says by which ending a game has ended, from 1, in what a campaign does after it."""
POINT = "point"
"""The kind that points of planes are of: it has no members that could be listed."""


def set_of(kind: str) -> SetOf:
    """The type of some members of a kind."""
    return SetOf(f"a set of members of `{kind}`", kind)


def list_of(kind: str) -> ListOf:
    """The type of members of a kind in a written order."""
    return ListOf(f"a written list of members of `{kind}`", kind)


def per_side(of: Type) -> PerSide:
    """The type of one value a side."""
    return PerSide(f"{of.name} per side", of)


_MEMBER = re.compile(r"(?:an? )?(\w+)( or none)?")
_SET = re.compile(r"a (set|list) of (\w+)")


def parse_type(words: str, plurals: Mapping[str, str], kinds: Mapping[str, object]) -> Type | None:
    """The type that ``words`` name, or None.

    Args:
        words: for example ``a set of locations per side``.
        plurals: plural of each kind -> kind.
        kinds: the kinds that exist.
    """
    words = " ".join(words.split())
    if words.endswith(" per side"):
        of = parse_type(words.removesuffix(" per side"), plurals, kinds)
        alone = of in (STEPS, CHART, RULE) or isinstance(of, PerSide)
        return None if alone or of is None else per_side(of)
    bare = words.removeprefix("a ").removeprefix("an ")
    if bare in WORDS:
        return WORDS[bare]
    if found := _SET.fullmatch(words):
        kind = plurals.get(found[2])
        if kind is None:
            return None
        return set_of(kind) if found[1] == "set" else list_of(kind)
    if (found := _MEMBER.fullmatch(words)) and found[1] in kinds:
        return member(found[1], optional=bool(found[2]))
    return None


def agrees(given: Type, wanted: Type) -> bool:
    """Whether a value of type ``given`` may stand where ``wanted`` is asked for."""
    if given == wanted or UNKNOWN in (given, wanted):
        return True
    if given == NONE:
        return isinstance(wanted, Member) and wanted.optional
    if given == EMPTY:
        return isinstance(wanted, SetOf)
    if isinstance(given, Member) and isinstance(wanted, Member):
        return given.kind == wanted.kind and (wanted.optional or not given.optional)
    return False


def is_passing(type_: Type) -> bool:
    """Whether a value is for working out alone: it cannot be kept under a name, nor shown."""
    return type_ == HITS or isinstance(type_, Fractional)


def kind_name(type_: Type) -> str:
    """The kind of a value for display: a kind's id, "" for numbers, `condition`, `set KIND`."""
    if isinstance(type_, Member):
        return type_.kind
    if isinstance(type_, SetOf):
        return f"set {type_.kind}"
    if type_ == DIRECTION:
        return "direction"
    return "condition" if type_ == CONDITION else ""
