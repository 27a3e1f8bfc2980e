"""Members that are several: copies, those alike offered once, the lowest of them, the ways between them."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from tests.language.tiny import end_of, rules, said

UNITS = """
kinds:
  unit:
    plural: units
    fields: {strength: {type: number, default: 1}}
    state: {at: {type: a location or none, start: none}, wounds: {type: number, start: 0}}
    members:
      chief: {strength: 5}
      guard: {copies: 3, title: Guard, strength: 2}
      scout: {copies: 2}
"""


def steps(text: str) -> str:
    """A sequence of these steps, the first in line 2."""
    lines = "".join(f"  {line}\n" for line in dedent(text).strip("\n").splitlines())
    return f"sequence:\n{lines}  - end: over\n"


# --- copies ---------------------------------------------------------------------------------------


def test_copies_are_members_of_one_title_and_a_set(tmp_path: Path) -> None:
    more = """
      - set: x
        to: 100 * count(units) + 10 * count(guard) + sum(u.strength for u in guard | scout | [chief])
      - set: guard_2.at
        to: alpha
      - adjust: y
        by: count([u for u in guard if u.at == alpha]) + count(units - guard)
    """
    kind = rules(tmp_path, UNITS + steps(more)).compiled.kinds["unit"]
    assert kind.members == ["chief", "guard_1", "guard_2", "guard_3", "scout_1", "scout_2"]
    assert kind.titles == ["Chief", "Guard", "Guard", "Guard", "Scout", "Scout"]
    assert kind.copies == {"guard": [1, 2, 3], "scout": [4, 5]}
    assert end_of(tmp_path, UNITS + steps(more)) == {643}
    assert end_of(tmp_path, UNITS + steps(more), "y") == {7}


def test_cards_have_copies_that_lie_in_decks(tmp_path: Path) -> None:
    more = """
    cards: {rain: {copies: 3}, sun: {}}
    zones: {shown: {}}
    decks: {sky: {pools: {every: "rain | [sun]"}, packets: [{every: rest}]}}
    """
    drawing = """
      - repeat: 4
        steps: [{draw: card, from: sky, to: shown, if_empty: [{stop: loop}]}]
      - set: x
        to: count([c for c in rain if c in shown])
    """
    assert end_of(tmp_path, dedent(more) + steps(drawing)) == {3}


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ("kinds: {owl: {members: {bubo: {copies: 0}}}}", "1:40 L003 there are 1 to 200 copies of a member, not 0"),
        ("kinds: {owl: {members: {bubo: {copies: 201}}}}", "1:40 L003 there are 1 to 200 copies of a member, not 201"),
        ("kinds: {owl: {members: {bubo: {copies: many}}}}", "1:40 P012"),
        ("kinds: {owl: {members: {bubo: {copies: 2, label: B}}}}", "1:50 L020 copies cannot carry one label"),
        ("orders: {raid: {copies: 2}}", "1:17 L006 an order has no field `copies`"),
        ("kinds: {owl: {members: {bubo: {copies: 2}, bubo_2: {}}}}",
         "1:44 P026 `bubo_2` is the name of two things: a copy of `bubo` and a member of the kind `owl`"),
        ("kinds: {owl: {members: {land: {copies: 2}}}}", "1:25 P026 `land` is the name of two things"),
        ("define: {bubo_1: '3'}\nkinds: {owl: {members: {bubo: {copies: 1}}}}", "2:25 P026"),
        ("kinds: {owl: {fields: {nest: {type: a location}}, members: {bubo: {copies: 9}}}}",
         "1:61 L027 `bubo` lacks the field `nest`"),
        ("kinds: {owl: {fields: {copies: {type: number}}, members: {bubo: {copies: 9}}}}",
         "1:24 L020 `copies` says how many there are of a member"),
        ("kinds: {owl: {members: {bubo: {copies: 9, beak: 3}}}}", "1:43 L006 an owl has no field `beak`"),
        (f"kinds: {{owl: {{members: {{{'b' * 59}: {{copies: 9}}}}}}}}", "1:25 L028"),
    ],
)  # fmt: skip
def test_what_is_said_of_copies(more: str, expected: str, tmp_path: Path) -> None:
    found = said(tmp_path, more + "\n")
    assert len(found) == 1, found
    assert found[0].startswith(expected)
