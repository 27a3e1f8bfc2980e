"""Rules that would never come to an end: refused by `check`, or stopped at the author's line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.hostile.packs import OVER, attempt, marked, said, write

ORDERS = (
    "kinds: {order: {fields: {requires: {type: rule, default: true}, cost: {type: amount, default: 1}}}}\n"
)
CARDS = "kinds: {card: {fields: {action: {type: steps, default: []}}}}\n"
CHART = "charts: {c: {columns: [k], rows: {1-: [z], 2+: [z]}}} # here\n"

WITHOUT_CHANCE = {
    "nothing at all": "steps: [{adjust: x, by: 1}]",
    "a roll in one branch": """
      steps:
        - if: x > 0
          then: [{roll: number, die: die}]""",
    "a roll for each of none": """
      steps:
        - each: p
          in: "[p for p in land if x > 9]"
          steps: [{roll: number, die: die}]""",
    "a roll as often as nothing": """
      steps:
        - repeat: y
          steps: [{roll: number, die: die}]""",
    "a procedure that stops before it rolls": "steps: [{call: stops_first}]",
    "a procedure that may choose to stop": "steps: [{call: may_stop}]",
    "a field of steps that stops first": "steps: [{perform: wind.action}]",
    "a scope cancelled before the roll": """
      steps:
        - scope: s
          steps:
            - if: x >= 0
              then: [{cancel: s}]
            - roll: number
              die: die""",
    "a loop inside that is left at once": """
      steps:
        - repeat: 3
          steps:
            - if: x >= 0
              then: [{stop: loop}]
            - roll: number
              die: die""",
    "a draw from an empty deck": """
      steps:
        - draw: card
          from: deck
          to: seen
          if_empty: [{nothing: there is none}]""",
    "a choice that asks nobody": """
      steps:
        - choose: p
          by: us
          from: "[p for p in land if x > 9]"
          if_none: [{nothing: nobody is asked}]""",
}


@pytest.mark.parametrize("name", WITHOUT_CHANCE)
def test_a_loop_bounded_by_chance_takes_one_every_time(tmp_path: Path, name: str) -> None:
    pack = write(
        tmp_path,
        f"""\
{CARDS}cards: {{wind: {{action: [{{if: x >= 0, then: [{{stop: procedure}}]}}, {{roll: number, die: die}}]}}}}
zones: {{seen: {{}}}}
decks: {{deck: {{pools: {{all_cards: cards}}, packets: [{{all_cards: rest}}]}}}}
procedures:
  stops_first:
    steps:
      - if: x >= 0
        then: [{{stop: procedure}}]
      - roll: number
        die: die
  may_stop:
    steps:
      - choose: p
        by: us
        from: "[p for p in land if x > 9]"
        if_none: [{{stop: procedure}}]
      - roll: number
        die: die
sequence:
  - while: x <= 0
    at_most: chance # here
    {WITHOUT_CHANCE[name].strip()}
{OVER}""".replace("adjust: x, by: 1", "adjust: x, by: 0"),
    )
    assert [(line, code) for line, code, _ in said(pack)] == [(marked(pack)[0], "L015")]


def test_a_loop_that_takes_a_chance_on_every_way_is_fine(tmp_path: Path) -> None:
    pack = write(
        tmp_path,
        f"""\
procedures:
  rolls:
    steps:
      - if: x > 3
        then:
          - roll: number
            die: die
          - stop: procedure
      - together:
          - roll: number
            die: die
          - adjust: x
            by: 1
sequence:
  - while: x <= 3
    at_most: chance
    steps: [{{call: rolls}}]
{OVER}""",
    )
    assert said(pack) == []
    assert attempt(pack) == ("played", "")


@pytest.mark.parametrize(
    "bound", ["0", "-1", "x", "1.5", "true", "[]", "'3'", "99999999999999999999", "for_ever"]
)
def test_what_is_no_bound(tmp_path: Path, bound: str) -> None:
    pack = write(
        tmp_path,
        f"sequence:\n  - while: x < 3\n    at_most: {bound} # here\n    steps: [{{adjust: x, by: 1}}]\n{OVER}",
    )
    assert [line for line, *_ in said(pack)] == marked(pack)


CIRCLES = {
    "a procedure": "procedures: {p: {steps: [{call: p}]}} # here\nsequence:\n  - call: p\n",
    "two procedures": """\
procedures:
  p: {steps: [{call: q}]} # here
  q: {steps: [{call: p}]} # here
sequence:
  - call: p
""",
    "a definition": """\
define:
  p: {parameters: {k: number}, is: p(k - 1)} # here
sequence:
  - set: x
    to: p(3)
""",
    "two definitions": "define:\n  p: q + 1 # here\n  q: p + 1 # here\nsequence:\n  - set: x\n    to: p\n",
    "cards": f"""\
{CARDS}cards:
  one: {{action: [{{perform: two.action}}]}} # here
  two: {{action: [{{perform: one.action}}]}} # here
sequence:
  - perform: one.action
""",
    "a card picked in play": f"""\
{CARDS}cards:
  one:
    action:
      - choose: card # here
        by: us
        from: cards
      - perform: card.action # here
  two: {{}}
sequence:
  - perform: one.action
""",
    "a chart": f"{CHART}results: {{z: [{{consult: c, die: x, column: 1}}]}} # here\nsequence:\n  - consult: c\n"
    "    die: x\n    column: 1\n",
    "restrictions": f"""\
{ORDERS}orders:
  one: {{requires: "any(o.requires for o in orders)"}} # here
  two: {{}}
sequence:
  - if: one.requires
    then: [{{adjust: x, by: 1}}]
""",
    "two restrictions": f"""\
{ORDERS}orders:
  one: {{requires: two.requires}} # here
  two: {{requires: not one.requires}} # here
sequence:
  - if: one.requires
    then: [{{adjust: x, by: 1}}]
""",
    "amounts": f"""\
{ORDERS}orders:
  one: {{cost: two.cost + 1}} # here
  two: {{cost: one.cost + 1}} # here
sequence:
  - set: x
    to: one.cost
""",
    "a restriction and a definition": f"""\
{ORDERS}define: {{some: any(o.requires for o in orders)}} # here
orders:
  one: {{requires: some}} # here
sequence:
  - if: some
    then: [{{adjust: x, by: 1}}]
""",
}


@pytest.mark.parametrize("name", CIRCLES)
def test_circles(tmp_path: Path, name: str) -> None:
    """Said once, on one of the lines that make the circle, with the names that are in it."""
    pack = write(tmp_path, CIRCLES[name] + OVER)
    found = said(pack)
    assert [code for _, code, _ in found] == ["L009"], found
    line, _, message = found[0]
    assert line in marked(pack), found
    assert not message.rstrip().endswith(":"), message


def test_a_card_may_do_what_another_says(tmp_path: Path) -> None:
    """No circle: the other one does not lead back."""
    pack = write(
        tmp_path,
        f"""\
{CARDS}cards:
  one: {{action: [{{perform: two.action}}]}}
  two: {{action: [{{adjust: x, by: 1}}]}}
sequence:
  - perform: one.action
{OVER}""",
    )
    assert said(pack) == []


RUNAWAYS = {
    "repeat": "  - repeat: 1000000000000 # here\n    steps: [{adjust: x, by: 1}, {adjust: x, by: -1}]\n",
    "while": "  - while: x == 0\n    at_most: 100000000000 # here\n    steps: [{set: x, to: 0}] # here\n",
    "nested repeats": """\
  - repeat: 100000 # here
    steps:
      - repeat: 100000 # here
        steps:
          - repeat: 100000 # here
            steps: [{adjust: x, by: 1}, {adjust: x, by: -1}] # here
""",
    "a number that grows": """\
  - let: big
    be: x + 3
  - repeat: 60 # here
    steps:
      - let: big
        be: big * big # here
  - if: big > 5
    then: [{adjust: x, by: 1}]
""",
    "a number of the state that grows": """\
  - set: x
    to: 3
  - repeat: 60
    steps:
      - set: x # here
        to: x * x # here
""",
    "a field of the state that grows": """\
  - set: camp.heat
    to: 3
  - repeat: 60
    steps:
      - set: camp.heat # here
        to: camp.heat * camp.heat # here
""",
    "a large constant": "  - set: x # here\n    to: 1000000000000 * 1000000000000 * 1000000000000 # here\n",
    "many numbers to choose from": """\
  - choose: number # here
    by: us
    from: numbers(1, 1000000000) # here
  - set: x
    to: number
""",
    "a long game": """\
  - while: x < 1000000000000
    at_most: chance # here
    steps:
      - roll: number
        die: die
      - set: x
        to: 0
""",
}


@pytest.mark.parametrize("name", RUNAWAYS)
def test_runaways_are_stopped(tmp_path: Path, name: str) -> None:
    """Refused, or stopped by a fault at the author's line, in a few seconds and without much memory."""
    pack = write(
        tmp_path,
        f"kinds: {{location: {{state: {{heat: {{type: number, start: 0}}}}}}}}\nsequence:\n{RUNAWAYS[name]}{OVER}",
    )
    how, where = attempt(pack)
    if name == "a long game":
        assert how == "unfinished"
        return
    assert how in ("refused", "fault")
    assert where in [f"pack.yaml:{line}" for line in marked(pack)]


ENDLESS = {
    "no ending": "sequence:\n  - set: x # here\n    to: 1\n",
    "an ending in one branch": "sequence:\n  - if: x > 0 # here\n    then: [{end: over}]\n",
    "an ending in a loop": "sequence:\n  - repeat: x # here\n    steps: [{end: over}]\n",
    "an ending that a cancel passes by": """\
sequence:
  - scope: s # here
    steps:
      - if: x >= 0
        then: [{cancel: s}]
      - end: over
""",
    "a stop before the ending": "sequence:\n  - if: x >= 0\n    then: [{stop: procedure}] # here\n  - end: over\n",
    "a stop instead of the ending": "sequence:\n  - stop: procedure # here\n  - end: over\n",
}


@pytest.mark.parametrize("name", ENDLESS)
def test_a_sequence_that_can_run_out(tmp_path: Path, name: str) -> None:
    pack = write(tmp_path, ENDLESS[name])
    found = [(line, code) for line, code, message in said(pack) if "nothing reaches" not in message]
    assert found == [(marked(pack)[0], "L023")]
