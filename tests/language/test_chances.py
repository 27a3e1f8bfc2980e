"""Fractions and throws of many dice: exact values, exact weights, what is refused."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import prod
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sieges.game.chance import Luck, stream, words_for
from sieges.game.pending import Chance, Decision, End
from sieges.game.rules import Rules
from sieges.game.runtime import Fault
from sieges.game.throws import Throw, throw
from sieges.loading import compile_fresh
from tests.language.tiny import said, write


@given(st.lists(st.integers(-2, 12), max_size=6), st.integers(1, 10))
def test_the_weights_of_a_throw_are_those_of_its_dice_one_by_one(chances: list[int], parts: int) -> None:
    found = Throw(chances, parts)
    sure = [Fraction(min(max(chance, 0), parts), parts) for chance in chances]
    exact: Counter[int] = Counter()
    for outcome in product((0, 1), repeat=len(sure)):
        share = prod((p if hit else 1 - p for p, hit in zip(sure, outcome, strict=True)), start=Fraction(1))
        exact[sum(outcome)] += share  # type: ignore[assignment]
    assert {
        value: Fraction(weight, found.total)
        for value, weight in zip(found.values, found.weights, strict=True)
    } == {value: share for value, share in exact.items() if share}
    assert sum(number for _, number in found.dice) == len(chances)


def test_each_number_of_the_total_belongs_to_the_hits_whose_share_it_is_in() -> None:
    found = throw([3, 6, 6], 10)
    assert found is not None
    counted = Counter(found.ask(lambda total, number=number: number) for number in range(found.total))  # type: ignore[misc]
    assert counted == dict(zip(found.values, found.weights, strict=True))


def test_a_throw_that_can_come_out_in_one_way_asks_nobody() -> None:
    def never(total: int) -> int:
        raise AssertionError("luck was asked")

    assert Throw([], 10).ask(never) == 0
    assert Throw([10, 12, 0, -3], 10).ask(never) == 2


@pytest.mark.parametrize("n", [1, 6, 1 << 32, (1 << 32) + 1, 1 << 60, 10**40, 7 * 500**40])
def test_a_number_below_any_bound_takes_the_same_steps_in_both_streams(n: int) -> None:
    luck = Luck(5, [9])
    chance = stream(luck.states[0])
    numbers = [chance(n) for _ in range(50)]
    assert numbers == [luck.next(0, n) for _ in range(50)]
    assert all(0 <= number < n for number in numbers)
    assert words_for(n) * 32 >= min(n.bit_length() + 32, 64) or n <= 1 << 32


@pytest.mark.parametrize("bound", [1 << 61, 10**25, 3**200])
def test_large_numbers_are_spread_evenly(bound: int) -> None:
    chance = stream(3)
    tenths = Counter(chance(bound) * 10 // bound for _ in range(5000))
    assert all(400 < tenths[tenth] < 600 for tenth in range(10))


STEP = """
procedures:
  go:
    steps:
      - roll: scored
        of: {of}
      - adjust: x
        by: scored
sequence:
  - call: go
  - end: over
"""


def rules_of(folder: Path, more: str) -> Rules:
    compiled, found, _ = compile_fresh(write(folder, more))
    assert compiled is not None, [finding.message for finding in found]
    return Rules(compiled)


@pytest.mark.parametrize(
    ("of", "dice"),
    [
        ("hits(1 / 6, 3)", [(Fraction(1, 6), 3)]),
        ("hits(0.25)", [(Fraction(1, 4), 1)]),
        ("hits((4 - 1.66) / 10, y)", [(Fraction(117, 500), 3)]),
        ("hits(troops(red, p) / 4 for p in land)", [(Fraction(0), 1), (Fraction(1, 2), 1)]),
        ("hits(1.5 * 0.2 + 1 / 3 for p in land if p.slots > 0)", [(Fraction(19, 30), 2)]),
        ("hits(min(0.5, 1 / 3) if x == 0 else 1, 2)", [(Fraction(1, 3), 2)]),
        ("hits(abs(-0.125), 2)", [(Fraction(1, 8), 2)]),
        ("hits(sum(y / 100 for p in land))", [(Fraction(6, 100), 1)]),
    ],
)
def test_dice_have_exact_chances(of: str, dice: list[tuple[Fraction, int]], tmp_path: Path) -> None:
    pending = rules_of(tmp_path / "t", STEP.replace("{of}", of)).new().legal()
    assert isinstance(pending, Chance)
    assert (pending.kind, pending.name, pending.title) == ("hits", "scored", "Scored")
    assert sorted(pending.dice) == sorted(dice)
    assert [outcome.id for outcome in pending.outcomes] == [
        str(hits) for hits in range(len(pending.outcomes))
    ]


def test_a_throw_without_dice_is_no_pause(tmp_path: Path) -> None:
    for of in ("hits(1 / 6, 0)", "hits(1)", "hits(0 for p in land)", "hits(1 / 6, x)"):
        game = rules_of(tmp_path / "t", STEP.replace("{of}", of)).new()
        assert isinstance(game.legal(), End)
        assert game.position()["variables"]["x"] == (1 if of == "hits(1)" else 0)


@pytest.mark.parametrize("number", ["-1", "1001"])
def test_so_many_dice_cannot_be_thrown(number: str, tmp_path: Path) -> None:
    lines = said(tmp_path / "t", STEP.replace("{of}", f"hits(1 / 6, {number})"))
    assert lines == [f"5:13 L003 this is {number}, and 0 to 1000 dice are thrown at once"]
    set_first = f"    steps:\n      - {{set: x, to: {number!r}}}\n"
    more = STEP.replace("{of}", "hits(1 / 6, x)").replace("    steps:\n", set_first, 1)
    by_name = more.replace("of: hits(1 / 6, x)", "of: barrage") + 'define: {barrage: "hits(1 / 6, x)"}\n'
    for text in (more, by_name):
        rules = rules_of(tmp_path / "t", text)
        with pytest.raises(Fault, match="0 to 1000 dice are thrown at once"):
            rules.new()
        with pytest.raises(Fault, match="0 to 1000 dice are thrown at once"):
            rules.play(None, lambda site, options: 0, rules.streams(1))


@pytest.mark.parametrize(
    ("of", "message"),
    [
        ("3", "5:13 L003 this is a number, and how many dice hit is needed"),
        ("1 / 6", "5:13 L003 this is a fraction, and how many dice hit is needed"),
        ("hits(red)", "5:18 L003 this is a side, and a number is needed"),
        ("hits(1 / 6, 1.5)", "5:25 L003 this is a fraction, and a number is needed"),
        ("hits(1 / x)", "5:22 L005 a divisor is a positive number written out"),
        ("hits(1 / 0.5)", "5:22 L005 a divisor is a positive number written out"),
        ("hits(1.23456789)", "5:18 L028 a decimal has six places at most"),
        ("hits(1 / 7 / 11 / 13 / 17 / 19 / 23 / 29 / 31 / 37)",
         "5:18 L028 a fraction has a denominator of at most 1000000000"),
        ("hits(0.5 // 2)", "5:18 L003 this is a fraction, and a number is needed"),
        ("hits()", "5:13 L008 `hits` takes 1 to 2 arguments, not 0"),
    ],
)  # fmt: skip
def test_what_is_no_throw(of: str, message: str, tmp_path: Path) -> None:
    (line,) = said(tmp_path / "t", STEP.replace("{of}", of))
    assert line == message


@pytest.mark.parametrize(
    "step",
    [
        "- {set: x, to: 'hits(1, 2)'}",
        "- {set: x, to: '0.5'}",
        "- {set: x, to: 'y / 2'}",
        "- {repeat: '1.5', steps: [{nothing: it}]}",
        "- {let: half, be: '0.5'}",
        "- {let: throw, be: 'hits(0.5)'}",
        "- {say: 'so {y / 2}'}",
    ],
)
def test_a_fraction_or_a_throw_is_never_kept(step: str, tmp_path: Path) -> None:
    (line,) = said(tmp_path / "t", f"sequence:\n  {step}\n  - end: over\n")
    assert "L003" in line
    assert any(words in line for words in ("a fraction", "a throw of many dice"))


def test_fractions_compare_exactly(tmp_path: Path) -> None:
    for test, holds in [
        ("1 / 3 + 1 / 6 == 0.5", True),
        ("0.1 + 0.2 == 0.3", True),
        ("y / 7 < 0.428571", False),
        ("0.428572 > y / 7", True),
        ("1.0 == 1", True),
        ("-1.66 >= -1.66", True),
        ("y * 0.5 != 1.5", False),
    ]:
        step = f"{{if: '{test}', then: [{{set: x, to: 1}}]}}"
        game = rules_of(tmp_path / "t", f"sequence:\n  - {step}\n  - end: over\n").new()
        assert game.position()["variables"]["x"] == int(holds), test


def test_a_roll_is_of_a_die_or_of_many(tmp_path: Path) -> None:
    for step in ("{roll: r, die: die, of: 'hits(1, 2)'}", "{roll: r}"):
        (line,) = said(tmp_path / "t", f"sequence:\n  - {step}\n  - end: over\n")
        assert "takes either a `die:` or what is thrown, `of:`" in line


def test_paused_and_at_once_come_out_alike_and_take_the_same_luck(repository: Path) -> None:
    compiled, _, _ = compile_fresh(repository / "tests" / "packs" / "volley")
    assert compiled is not None
    rules = Rules(compiled)
    for seed in range(40):
        game = rules.new(seed=seed)
        while not isinstance(pending := game.legal(), End):
            assert isinstance(pending, Decision)
            game.apply(pending.options[-1].id)
        at_once = rules.play(None, lambda site, options: len(options) - 1, rules.streams(seed))
        assert at_once == game.data
