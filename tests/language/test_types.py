"""Types in words, and which values may stand where."""

from __future__ import annotations

import pytest

from sieges.language import types as t

PLURALS = {"locations": "location", "sides": "side", "owls": "owl"}
KINDS = {"location": None, "side": None, "owl": None}


@pytest.mark.parametrize(
    ("words", "type_"),
    [
        ("number", t.NUMBER),
        ("condition", t.CONDITION),
        ("a rule", t.RULE),
        ("steps", t.STEPS),
        ("a location", t.member("location")),
        ("an  owl", t.member("owl")),
        ("owl or none", t.member("owl", optional=True)),
        ("a set of owls", t.set_of("owl")),
        ("a list of locations", t.list_of("location")),
        ("number per side", t.per_side(t.NUMBER)),
        ("a set of locations per side", t.per_side(t.set_of("location"))),
    ],
)
def test_words_name_types(words: str, type_: t.Type) -> None:
    assert t.parse_type(words, PLURALS, KINDS) == type_


@pytest.mark.parametrize(
    "words",
    [
        "",
        "a",
        "owls",
        "a set of owl",
        "none",
        "steps per side",
        "number per side per side",
        "a fox",
        "an owl or",
    ],
)
def test_other_words_name_none(words: str) -> None:
    assert t.parse_type(words, PLURALS, KINDS) is None


def test_what_may_stand_where() -> None:
    owl, maybe = t.member("owl"), t.member("owl", optional=True)
    assert t.agrees(owl, maybe)
    assert not t.agrees(maybe, owl)
    assert not t.agrees(owl, t.member("side"))
    assert t.agrees(t.NONE, maybe)
    assert not t.agrees(t.NONE, owl)
    assert t.agrees(t.EMPTY, t.set_of("owl"))
    assert not t.agrees(t.EMPTY, t.NUMBER)
    assert t.agrees(t.UNKNOWN, t.NUMBER)
    assert not t.agrees(t.NUMBER, t.CONDITION)
    assert maybe.required() == owl
    assert str(maybe) == "an owl or none"
