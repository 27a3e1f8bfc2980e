"""Expressions: what each refusal says and where; what is written out has the value that it should have."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import frozen
from hypothesis import given
from hypothesis import strategies as st

from sieges.language.expressions.code import Environment, Tables
from sieges.language.program import Program
from sieges.language.types import CONDITION, NUMBER, Type, member, set_of
from sieges.pack.sections import EXPRESSION_WORDS, RESERVED
from sieges.text.diagnostic import Diagnostics
from tests.language.tiny import program_of, read, worth

OWLS = """
kinds:
  owl:
    plural: owls
    fields: {wise: {type: condition, default: false}, nest: {type: a location or none, default: none}}
    state: {awake: {type: condition, start: false}}
    members: {bubo: {wise: true, nest: alpha}, otus: {}}
define:
  doubled: {parameters: {k: number}, is: 2 * k}
  busy: any(troops(s, alpha) > 0 for s in sides)
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Program:
    return program_of(tmp_path_factory.mktemp("pack") / "tiny", OWLS)


def column(found: Diagnostics) -> int:
    (finding,) = found
    assert finding.span is not None
    # Without `e: '`.
    return finding.span.column - 4


@pytest.mark.parametrize(
    ("text", "wanted", "code", "at", "message"),
    [
        ("x +", NUMBER, "L001", 4, "cannot be read"),
        ("(x", NUMBER, "L001", None, "a round bracket is not closed"),
        ("x && y", NUMBER, "L001", None, "cannot be read"),
        ("x = y", CONDITION, "L001", None, "cannot be read"),
        ("x, y", None, "L001", None, "square brackets"),
        ("True", CONDITION, "L001", 1, "`True` is written `true`"),
        ("x – y", NUMBER, "L001", 3, "cannot stand in an expression"),
        ("x + nobody", NUMBER, "L002", 5, "nothing is called `nobody` here"),
        ("any(p.z for p in locations)", CONDITION, "L006", 5, "location has no field `z`"),
        ("fist(land)", None, "L002", 1, "there is no function `fist`"),
        ("x > spot", CONDITION, "L003", 5, "a number is needed"),
        ("x and true", CONDITION, "L003", 1, "a condition is needed"),
        ("alpha == bubo", CONDITION, "L003", 10, "a location is needed"),
        ("troops(red)", CONDITION, "L003", None, "a condition is needed"),
        ("land", NUMBER, "L003", None, "a number is needed"),
        ("morale", NUMBER, "L003", 1, "a track per side"),
        ("x in land", CONDITION, "L003", 1, "a location is needed"),
        ("[alpha, bubo]", None, "L003", 9, "a location is needed"),
        ("alpha if x > 0 else bubo", None, "L003", 21, "a location is needed"),
        ("spot.slots", NUMBER, "L004", 1, "`spot` may be none here"),
        ("spot", member("location"), "L004", None, "may be none here"),
        ("x ** 2", NUMBER, "L005", 1, "power"),
        ("x / 2", NUMBER, "L003", None, "this is a fraction, and a number is needed"),
        ("x // y", NUMBER, "L005", 6, "a divisor is a positive number written out"),
        ("lambda: x", None, "L005", 1, "lambda"),
        ("1.5", NUMBER, "L003", None, "this is a fraction, and a number is needed"),
        ("\"a\"", None, "L005", 1, "a text cannot be computed with"),
        ("{x}", None, "L005", 1, "curly brackets"),
        ("x is y", CONDITION, "L005", 1, "`is`"),
        ("x[red]", NUMBER, "L003", 1, "`x` is one variable for the game"),
        ("land[red]", NUMBER, "L005", 1, "only tracks, variables and fields per side"),
        ("[p for p in land for q in sea]", None, "L005", 22, "one loop in a comprehension"),
        ("[p.slots for p in land]", None, "L003", 2, "this is a number, and a member of a kind is needed"),
        ("[o.nest for o in owls]", None, "L004", 2, "may be none here"),
        ("old(x)", NUMBER, "L005", 1, "`old` is for what an example expects"),
        ("land + sea", None, "L005", 1, "sets are joined with"),
        ("die", None, "L003", 1, "`die` is a die, not a value"),
        ("doubled(1, 2)", NUMBER, "L008", 1, "`doubled` takes 1 argument, not 2"),
        ("doubled(alpha)", NUMBER, "L003", 9, "argument `k` of `doubled` is a location"),
        ("min(x)", NUMBER, "L008", 1, "`min` takes 2 to 8 arguments, not 1"),
        ("any(land)", CONDITION, "L008", 5, "`any` takes a loop"),
        ("[x for x in land]", None, "L020", 8, "`x` already means something here"),
        ("[first for first in land]", None, "L020", 12, "`first` already means something here"),
        ("9" * 14, NUMBER, "L028", 1, "numbers go up to"),
        ("1 + " * 150 + "1", NUMBER, "L028", None, "characters, at most 500"),
        ("-" * 60 + "1", NUMBER, "L028", None, "nested more than"),
    ],
)  # fmt: skip
def test_a_refusal(
    text: str, wanted: Type | None, code: str, at: int | None, message: str, program: Program
) -> None:
    _, found = read(program, text, wanted)
    (finding,) = found
    assert finding.code == code
    assert message in finding.message
    if at is not None:
        assert column(found) == at


def test_the_nearest_name_is_proposed(program: Program) -> None:
    for text, guess in [
        ("moral[red]", "morale"),
        ("alpa", "alpha"),
        ("cuont(land)", "count"),
        ("bubo.wize", "wise"),
    ]:
        _, found = read(program, text)
        assert [finding.fix for finding in found] == [f"did you mean `{guess}`?"]


def test_a_choice_between_none_and_what_may_be_none(program: Program) -> None:
    expr, found = read(program, "none if x > 0 else spot")
    assert (expr.type, list(found)) == (member("location", optional=True), [])


def test_words_of_the_language_are_reserved(program: Program, repository: Path) -> None:
    for word in EXPRESSION_WORDS - {"this"}:
        assert word not in program.world.symbols
    assert "n" not in RESERVED
    page = (repository / "docs" / "language.md").read_text("utf-8")
    (words,) = [line for line in page.split("\n\n") if line.startswith("Words of the expression language")]
    assert set(words.partition(": ")[2].partition(".")[0].replace("`", "").split()) == EXPRESSION_WORDS


# --- values ---------------------------------------------------------------------------------------


@frozen
class Sample:
    """An expression as text, and what it should be worth in a state."""

    text: str
    value: Callable[[dict[str, Any]], Any]


PLACES = ["alpha", "beta", "gamma"]
SETS = {"land": {0, 1}, "sea": {1, 2}, "locations": {0, 1, 2}, "[]": set()}


def numbers(names: tuple[str, ...] = ()) -> st.SearchStrategy[Sample]:
    leaves = [
        st.integers(0, 9).map(lambda k: Sample(str(k), lambda _, k=k: k)),
        st.sampled_from(["x", "y"]).map(lambda v: Sample(v, lambda s, v=v: s[v])),
        st.sampled_from(["red", "blue"]).map(lambda v: Sample(f"morale[{v}]", lambda s, v=v: s[v])),
    ]
    if names:
        rooms = st.sampled_from(names)
        leaves.append(rooms.map(lambda v: Sample(f"vacant({v})", lambda s, v=v: s["room"][s[v]])))
    return st.one_of(*leaves)


def joined(
    word: str, compute: Callable[[Any, Any], Any], inner: st.SearchStrategy[Sample]
) -> st.SearchStrategy[Sample]:
    def join(pair: tuple[Sample, Sample]) -> Sample:
        one, other = pair
        return Sample(f"({one.text}) {word} ({other.text})", lambda s: compute(one.value(s), other.value(s)))

    return st.tuples(inner, inner).map(join)


@st.composite
def number(draw: st.DrawFn, depth: int, names: tuple[str, ...] = ()) -> Sample:
    if depth == 0:
        return draw(numbers(names))
    inner = number(depth - 1, names)
    which = draw(st.integers(0, 8))
    if which <= 2:
        word, compute = [("+", lambda a, b: a + b), ("-", lambda a, b: a - b), ("*", lambda a, b: a * b)][
            which
        ]
        return draw(joined(word, compute, inner))
    if which == 3:
        part, by = draw(inner), draw(st.integers(1, 5))
        word = draw(st.sampled_from(["//", "%"]))
        return Sample(
            f"({part.text}) {word} {by}",
            lambda s: part.value(s) // by if word == "//" else part.value(s) % by,
        )
    if which == 4:
        part = draw(inner)
        word, compute = draw(st.sampled_from([("-", lambda a: -a), ("abs", abs)]))
        return Sample(f"{word}({part.text})", lambda s: compute(part.value(s)))
    if which == 5:
        test, one, other = draw(condition(depth - 1, names)), draw(inner), draw(inner)
        text = f"({one.text}) if ({test.text}) else ({other.text})"
        return Sample(text, lambda s: one.value(s) if test.value(s) else other.value(s))
    if which == 6:
        one, other = draw(inner), draw(inner)
        word, compute = draw(st.sampled_from([("min", min), ("max", max)]))
        return Sample(f"{word}({one.text}, {other.text})", lambda s: compute(one.value(s), other.value(s)))
    group = draw(group_of(depth - 1, names))
    if which == 7:
        return Sample(f"count({group.text})", lambda s: len(group.value(s)))
    name = f"p{len(names)}"
    part = draw(number(depth - 1, (*names, name)))
    return Sample(
        f"sum(({part.text}) for {name} in {group.text})",
        lambda s: sum(part.value({**s, name: q}) for q in sorted(group.value(s))),
    )


@st.composite
def condition(draw: st.DrawFn, depth: int, names: tuple[str, ...] = ()) -> Sample:
    which = draw(st.integers(0, 6 if depth else 1))
    below = max(0, depth - 1)
    if which == 0:
        words = [("==", lambda a, b: a == b), ("<", lambda a, b: a < b), (">=", lambda a, b: a >= b)]
        word, compute = draw(st.sampled_from(words))
        return draw(joined(word, compute, number(below, names)))
    if which == 1:
        one, other = draw(place(names)), draw(place(names))
        word = draw(st.sampled_from(["==", "!="]))
        return Sample(
            f"{one.text} {word} {other.text}", lambda s: (one.value(s) == other.value(s)) == (word == "==")
        )
    if which == 2:
        part = draw(condition(below, names))
        return Sample(f"not ({part.text})", lambda s: not part.value(s))
    if which in (3, 4):
        word, compute = [("and", lambda a, b: a and b), ("or", lambda a, b: a or b)][which - 3]
        return draw(joined(word, compute, condition(below, names)))
    group = draw(group_of(below, names))
    if which == 5:
        item = draw(place(names))
        return Sample(f"{item.text} in ({group.text})", lambda s: item.value(s) in group.value(s))
    name = f"p{len(names)}"
    part = draw(condition(below, (*names, name)))
    word, compute = draw(st.sampled_from([("any", any), ("all", all)]))
    return Sample(
        f"{word}(({part.text}) for {name} in {group.text})",
        lambda s: compute(part.value({**s, name: q}) for q in sorted(group.value(s))),
    )


def place(names: tuple[str, ...]) -> st.SearchStrategy[Sample]:
    known = st.sampled_from(PLACES).map(lambda v: Sample(v, lambda _, v=v: PLACES.index(v)))
    named = [st.sampled_from(names).map(lambda v: Sample(v, lambda s, v=v: s[v]))] if names else []
    return st.one_of(known, st.just(Sample("spot", lambda s: s["spot"])), *named)


@st.composite
def group_of(draw: st.DrawFn, depth: int, names: tuple[str, ...] = ()) -> Sample:
    if depth == 0:
        return draw(
            st.one_of(
                st.sampled_from(["land", "sea", "locations"]).map(
                    lambda v: Sample(v, lambda _, v=v: SETS[v])
                ),
                st.just(Sample("spots", lambda s: s["spots"])),
                st.sampled_from(PLACES).map(lambda v: Sample(f"[{v}]", lambda _, v=v: {PLACES.index(v)})),
            )
        )
    if draw(st.booleans()):
        words = [("|", lambda a, b: a | b), ("&", lambda a, b: a & b), ("-", lambda a, b: a - b)]
        word, compute = draw(st.sampled_from(words))
        found = draw(joined(word, compute, group_of(depth - 1, names)))
        return Sample(f"({found.text})", found.value)
    group = draw(group_of(depth - 1, names))
    name = f"p{len(names)}"
    test = draw(condition(depth - 1, (*names, name)))
    if draw(st.booleans()):
        return Sample(
            f"[{name} if {test.text} else beta for {name} in {group.text}]",
            lambda s: {q if test.value({**s, name: q}) else 1 for q in group.value(s)},
        )
    return Sample(
        f"[{name} for {name} in {group.text} if {test.text}]",
        lambda s: {q for q in group.value(s) if test.value({**s, name: q})},
    )


SAMPLES = st.one_of(
    number(3).map(lambda e: (e, NUMBER)),
    condition(3).map(lambda e: (e, CONDITION)),
    group_of(2).map(lambda e: (e, set_of("location"))),
)


@given(sample=SAMPLES, seed=st.integers(0, 10**6))
def test_what_is_written_out_has_the_value_it_should(
    sample: tuple[Sample, Type], seed: int, program: Program
) -> None:
    expected, wanted = sample
    if len(expected.text) > 500:
        return
    expr, found = read(program, expected.text, wanted)
    if any(finding.code == "L028" for finding in found):
        return
    assert list(found) == [], expected.text
    state, cells = positions(program, Random(seed))
    value = worth(expr.emit(Environment(tables := Tables())).text, tables, cells)
    right = expected.value(state)
    if wanted == set_of("location"):
        right = sum(1 << index for index in right)
    assert (bool(value) if wanted == CONDITION else value) == right, expected.text


def positions(program: Program, random: Random) -> tuple[dict[str, Any], list[int]]:
    """A position by names, and as cells."""
    world = program.world
    cells = list(world.initial)
    state: dict[str, Any] = {}
    for name in ("x", "y"):
        state[name] = cells[world.variables[name].base] = random.randint(-3, 9)
    state["spot"] = cells[world.variables["spot"].base] = random.randint(-1, 2)
    mask = cells[world.variables["spots"].base] = random.randint(0, 7)
    state["spots"] = {index for index in range(3) if mask >> index & 1}
    for index, side in enumerate(("red", "blue")):
        state[side] = cells[world.tracks["morale"].base + index] = random.randint(0, 9)
    state["room"] = [random.randint(0, 9) for _ in PLACES]
    cells[world.room_base : world.room_base + 3] = state["room"]
    return state, cells


def test_definitions_rules_and_fields_are_written_out(program: Program) -> None:
    _, cells = positions(program, Random(1))
    for text, value in [
        ("doubled(x + 1)", 2 * (cells[program.world.variables["x"].base] + 1)),
        ("busy", True),
        ("count([o for o in owls if o.wise])", 1),
        ("any(o.nest == alpha for o in owls)", True),
        ("[o.nest for o in owls if o.nest != none] == [alpha]", True),
        ("troops(red, alpha) + troops(blue) + troops(red, land) + ships()", 2 + 3 + 2),
        ("sum(a.slots for a in locations)", 27),
        ("last(land) == beta and first(sea) == beta", True),
    ]:
        expr, found = read(program, text)
        assert list(found) == []
        assert worth(expr.emit(Environment(tables := Tables())).text, tables, cells) == value
