"""Corners of the language where a compiler goes wrong: small packs, and what must come of them in every form."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from sieges.game.game import Game
from sieges.game.pending import Chance, Decision
from sieges.game.runtime import Fault
from sieges.loading import Scenario, compile_fresh
from tests.conformance.test_programs import Given
from tests.hostile.packs import OVER, TABLE, marked, said, write


def rules_of(folder: Path, text: str, table: str = TABLE) -> Scenario:
    pack = write(folder, text, table)
    compiled, found, _ = compile_fresh(pack)
    assert compiled is not None, [finding.message for finding in found]
    return Scenario(pack, compiled)


def played(scenario: Scenario, answers: Sequence[str]) -> dict[str, object]:
    """The variables at the end of a game with these answers, which is the same in every form.

    Paused; paused and written down at every pause; inline; finished from every pause.
    """
    rules = scenario.rules()
    game = rules.new()
    middles: list[Game] = []
    values: list[int] = []
    for answer in answers:
        pending = game.legal()
        assert isinstance(pending, Decision | Chance), f"before {answer}: {pending}"
        options = pending.options if isinstance(pending, Decision) else pending.outcomes
        middles.append(game.clone())
        values.append(next(option.value for option in options if option.id == answer))
        game = rules.from_json(json.loads(json.dumps(game.to_json())))
        game.apply(answer)
    assert game.ended, game.legal()
    given = Given(values)
    assert rules.play(None, given.choose, given.rolls) == game.data, "the inline form"
    for at, middle in enumerate(middles):
        given = Given(values[at:])
        middle.finish(given.choose, given.rolls)
        assert middle.data == game.data, f"finished from answer {at}"
    variables: dict[str, object] = game.position()["variables"]
    return variables


# --- names ----------------------------------------------------------------------------------------


def test_a_definition_does_not_catch_the_loop_of_its_caller(tmp_path: Path) -> None:
    """Both call their loop's member `q`; what is given to the definition is the caller's."""
    scenario = rules_of(
        tmp_path,
        f"""\
define:
  beside: {{parameters: {{p: a location, some: a set of locations}}, is: any(q == p for q in some)}}
procedures:
  count_up:
    parameters: {{one: a set of locations, two: a set of locations}}
    steps:
      - set: x
        to: "count([q for q in one if beside(q, two)])"
sequence:
  - let: one
    be: "[p for p in land if troops(us, p) > 0]"
  - let: two
    be: "[p for p in land if troops(them, p) > 0]"
  - call: count_up
    with: {{one: one, two: two}}
{OVER}""",
    )
    assert played(scenario, [])["x"] == 0


def test_a_loop_does_not_change_a_name_outside(tmp_path: Path) -> None:
    """A name that means something already is refused, or means the same again after the loop."""
    pack = write(
        tmp_path,
        f"""\
sequence:
  - choose: p
    by: us
    from: "[camp, gate]"
  - each: p # here
    in: "[camp, ditch]"
    steps: [{{adjust: x, by: 1}}]
  - set: goal
    to: p
{OVER}""",
    )
    if found := said(pack):
        assert [line for line, *_ in found] == marked(pack)
        return
    compiled, *_ = compile_fresh(pack)
    assert compiled is not None
    assert played(Scenario(pack, compiled), ["gate"])["goal"] == "gate"


@pytest.mark.parametrize("low", [1, -2])
@pytest.mark.parametrize("more", ["optional: done # here", "if_none: [{nothing: nobody is asked}] # here"])
def test_a_number_is_never_none(tmp_path: Path, low: int, more: str) -> None:
    """There is no number that stands for none, so a choice of numbers cannot leave one."""
    pack = write(
        tmp_path,
        f"""\
sequence:
  - choose: amount
    by: us
    from: numbers({low}, troops(us))
    {more}
  - set: x
    to: amount
{OVER}""",
    )
    found = said(pack)
    assert (marked(pack)[0], "L004") in [(line, code) for line, code, _ in found]


# --- what is kept at a pause ----------------------------------------------------------------------


def test_conditions_given_to_a_procedure_are_kept_as_numbers(tmp_path: Path) -> None:
    scenario = rules_of(
        tmp_path,
        f"""\
procedures:
  wait:
    parameters: {{one: condition, two: condition, three: condition}}
    steps:
      - roll: number
        die: die
      - if: one
        then: [{{adjust: x, by: number}}]
      - if: two
        then: [{{adjust: x, by: 10}}]
      - if: three
        then: [{{adjust: x, by: 100}}]
sequence:
  - call: wait
    with:
      one: troops(us, camp) > 0 and troops(them, gate) > 1
      two: camp in [p for p in land if troops(us, p) > 1]
      three: goal == none
{OVER}""",
    )
    frames = scenario.new().frames
    assert {type(cell) for cell in frames} == {int}, frames
    assert all(cell in (0, 1) for cell in frames[-3:]), (
        "a condition is 0 or 1, so that equal situations are equal"
    )
    assert played(scenario, ["4"])["x"] == 114


def test_dead_names_leave_nothing_behind(tmp_path: Path) -> None:
    """Two ways to the same situation are the same state."""
    scenario = rules_of(
        tmp_path,
        f"""\
sequence:
  - choose: first_place
    by: us
    from: "[camp, ditch]"
  - roll: first_number
    die: die
  - let: sum_of_both
    be: first_number + (1 if first_place == camp else 2)
  - roll: second_number
    die: die
  - set: x
    to: second_number
  - repeat: 2
    steps:
      - roll: third_number
        die: die
      - adjust: x
        by: third_number
{OVER}""",
    )
    digests = set()
    for way in (("camp", "1"), ("ditch", "6"), ("camp", "6")):
        game = scenario.new()
        for answer in (*way, "3", "2"):
            game.apply(answer)
        digests.add(game.digest())
    assert len(digests) == 1


@pytest.mark.parametrize("number", [2, 5])
def test_a_cancelled_scope_keeps_what_names_stand_for(tmp_path: Path, number: int) -> None:
    """Nothing is rolled back: neither names bound before the scope nor those changed in it."""
    scenario = rules_of(
        tmp_path,
        f"""\
procedures:
  away:
    steps:
      - roll: second
        die: die
      - if: second > 3
        then: [{{cancel: march}}]
sequence:
  - let: kept
    be: 1
  - roll: first_number
    die: die
  - scope: march
    steps:
      - let: kept
        be: kept + first_number
      - if: first_number > 3
        then: [{{cancel: march}}]
      - call: away
      - let: kept
        be: 50
    if_cancelled: [{{adjust: x, by: kept * 100}}]
  - adjust: x
    by: kept
{OVER}""",
    )
    if number > 3:
        assert played(scenario, [str(number)])["x"] == (1 + number) * 101
    else:
        assert played(scenario, [str(number), "4"])["x"] == (1 + number) * 101
        assert played(scenario, [str(number), "1"])["x"] == 50


def test_a_cancelled_scope_keeps_the_turns_of_loops(tmp_path: Path) -> None:
    """A loop goes round as often as it says, whatever is cancelled in it."""
    scenario = rules_of(
        tmp_path,
        f"""\
sequence:
  - let: turns_done
    be: 0
  - while: turns_done < 2
    at_most: 2
    steps:
      - let: turns_done
        be: turns_done + 1
      - repeat: 2
        steps:
          - each: place
            in: "[p for p in land if p != ditch]"
            steps:
              - scope: march
                steps:
                  - adjust: x
                    by: 1
                  - if: x > 0
                    then: [{{cancel: march}}]
                  - roll: never
                    die: die
                if_cancelled:
                  - adjust: y
                    by: 10
              - roll: number
                die: die
{OVER}""",
    )
    assert played(scenario, ["2"] * 8) == {"x": 8, "y": 80, "goal": None}


def test_a_cancel_in_a_cancel(tmp_path: Path) -> None:
    """What goes with a cancelled scope may cancel the one around it, also of the same name."""
    scenario = rules_of(
        tmp_path,
        f"""\
procedures:
  away: {{steps: [{{cancel: march}}]}}
sequence:
  - scope: march
    steps:
      - roll: number
        die: die
      - scope: march
        steps:
          - call: away
        if_cancelled:
          - adjust: x
            by: 10
          - call: away
    if_cancelled: [{{adjust: x, by: 100}}]
  - adjust: x
    by: 1
{OVER}""",
    )
    assert played(scenario, ["1"])["x"] == 111


# --- nothing there --------------------------------------------------------------------------------


def test_a_choice_known_to_be_empty(tmp_path: Path) -> None:
    scenario = rules_of(
        tmp_path,
        f"""\
sequence:
  - choose: p
    by: us
    from: "[p for p in [q for q in land if false] if troops(us, p) > 0]"
    if_none: [{{adjust: x, by: 1}}]
{OVER}""",
    )
    assert played(scenario, [])["x"] == 1


def test_a_kind_without_members(tmp_path: Path) -> None:
    """A base pack's rules may speak of orders where a scenario has none."""
    scenario = rules_of(
        tmp_path,
        f"""\
kinds:
  order:
    fields:
      cost: {{type: number, default: 1}}
      toll: {{type: amount, default: 2}}
      requires: {{type: rule, default: true}}
      action: {{type: steps, default: []}}
sequence:
  - choose: order
    by: us
    from: "[o for o in orders if o.requires]"
    if_none: [{{adjust: x, by: 1}}]
  - if: order != none
    then:
      - perform: order.action
      - adjust: x
        by: order.cost + order.toll
{OVER}""",
    )
    assert played(scenario, [])["x"] == 1


# --- beyond the edge ------------------------------------------------------------------------------


@pytest.mark.parametrize("number", ["1", "2", "3", "4"])
def test_a_column_that_is_not_there(tmp_path: Path, number: str) -> None:
    """A fault at the author's line; never another cell, never an exception of Python's."""
    scenario = rules_of(
        tmp_path,
        f"""\
charts:
  weather:
    columns: [calm, stormy]
    rows: {{1-: [a, b], 2: [a, b], 3+: [a, b]}}
results: {{a: [{{adjust: x, by: 1}}], b: [{{adjust: x, by: 2}}]}}
sequence:
  - roll: number
    die: die
  - consult: weather # here
    die: 2
    column: number - 1
{OVER}""",
    )
    game = scenario.new()
    if number in ("2", "3"):
        assert played(scenario, [number])["x"] == int(number) - 1
        return
    with pytest.raises(Fault) as caught:
        game.apply(number)
    assert caught.value.place.line == marked(Path(scenario.name))[0]


def test_a_name_tested_is_tested_until_it_changes(tmp_path: Path) -> None:
    """What was known not to be none may be none once it has been set, here or in what is called."""
    pack = write(
        tmp_path,
        f"""\
procedures:
  forget: {{steps: [{{set: goal, to: none}}]}}
sequence:
  - set: goal
    to: camp
  - if: goal != none
    then:
      - adjust: x
        by: vacant(goal)
      - set: goal
        to: none
      - adjust: x
        by: vacant(goal) # here
  - if: goal != none
    then:
      - call: forget
      - adjust: x
        by: vacant(goal) # here
  - if: goal != none
    then:
      - repeat: 2
        steps:
          - adjust: x
            by: vacant(goal) # here
          - set: goal
            to: none
{OVER}""",
    )
    assert [line for line, *_ in said(pack)] == marked(pack), said(pack)
