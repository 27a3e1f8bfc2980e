"""What is refused, at the line and column of the mistake. Lines are counted below the board of `tiny`."""

from __future__ import annotations

from pathlib import Path

import pytest

from sieges.game.pending import Decision
from sieges.game.rules import Rules
from sieges.loading import compile_fresh
from tests.language.tiny import BOARD, end_of, played, rules, said, write


def steps(text: str) -> str:
    """A sequence of these steps, the first in line 2."""
    return (
        "sequence:\n" + "".join(f"  {line}\n" for line in text.strip("\n").splitlines()) + "  - end: over\n"
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- {by: 1, adjust: x}", "2:6 L011 the verb is the first key of a step, and here `by` stands before `adjust`"),
        ("- {label: one, adjust: x, by: 1}", None),
        ("- {ajust: x, by: 1}", "2:6 P010 there is no verb `ajust`"),
        ("- {set: x + 1, to: 2}", "2:11 L003 `x + 1` cannot be changed"),
        ("- {set: 'troops(red, alpha)', to: 2}", "2:11 L003 `troops(red, alpha)` cannot be changed"),
        ("- {set: vacant(bubo.nest), to: 2}", "2:11 L003 `vacant(bubo.nest)` cannot be changed"),
        ("- {set: y, to: spot}", "2:18 L003 this is a location or none, and a number is needed"),
        ("- {stop: loop}", "2:12 L014 `stop: loop` stands in no `repeat`, `each` or `while`"),
        ("- {cancel: trial}", "2:5 L013 there is no scope `trial` to cancel"),
        ("- {repeat: 2, steps: [{scope: s, steps: [{stop: loop}]}]}", None),
        ("- {scope: s, steps: [{stop: loop}]}", "2:31 L014"),
        ("- {while: x < 3, at_most: soon, steps: []}", "2:29 L015 `at_most` is a positive number or `chance`"),
        ("- {while: x < 3, at_most: chance, steps: [{adjust: x, by: 1}]}", "2:29 L015 a turn of this loop may pass"),
        ("- {while: x < 3, at_most: chance, steps: [{roll: r, die: die}]}", None),
        ("- {choose: p, by: red, from: '[q for q in land if q in spots]'}", "2:14 L012 the choice of `p` may have"),
        ("- {choose: p, by: red, from: locations, optional: Done!}", "2:53 L011 `Done!` cannot be the id of an option"),
        ("- {choose: p, by: red, from: locations, optional: {id: alpha}}", "2:58 L032 `alpha` is a member that can be"),
        ("- {choose: p, by: red, from: locations, optional: {id: none}}", None),
        ("- {either: e, by: red, options: [{id: Go On}]}", "2:41 L011 `Go On` cannot be the id of an option"),
        ("- {either: e, by: red, options: [{id: go}, {id: go}]}", "2:46 L032 two options are called `go`"),
        ("- {either: e, by: red, options: [{id: go, when: x > 0}]}", "2:14 L012 all options of `e` may be closed"),
        ("- {place: ship, of: blue, at: alpha}", "2:23 L003 only Red has ships"),
        ("- {place: troop, at: alpha}", "2:13 L011 `place: troop` needs `of:`, the side"),
        ("- {call: nobody}", "2:12 L002 there is no procedure `nobody`"),
        ("- {say: 'Where is {nobody}?'}", "2:22 L002 nothing is called `nobody` here"),
        ("- {let: land, be: 1}", "2:11 L020 `land` already means something here: a set"),
        ("- {let: first, be: 1}", "2:11 L020 `first` cannot be a name"),
        ("- {let: number, be: none}", "2:23 L003 a name cannot stand for none"),
        ("- {let: n, be: 1}", None),
    ],
)  # fmt: skip
def test_a_step(text: str, expected: str | None, tmp_path: Path) -> None:
    owls = "kinds: {owl: {fields: {nest: {type: a location}}, members: {bubo: {nest: alpha}}}}\n"
    found = said(tmp_path, steps(text) + owls)
    if expected is None:
        assert found == []
    else:
        assert len(found) == 1, found
        assert found[0].startswith(expected)


@pytest.mark.parametrize(
    ("before", "needs", "fine"),
    [
        ("if: spot != none", "then", True),
        ("if: spot == none", "then", False),
        ("if: spot == none", "else", True),
        ("if: spot == alpha", "then", True),
        ("if: spot in land", "then", True),
        ("if: spot != none and x > 0", "then", True),
        ("if: spot != none or x > 0", "then", False),
        ("if: not spot == none", "then", True),
    ],
)
def test_a_value_is_used_where_it_is_surely_there(
    before: str, needs: str, fine: bool, tmp_path: Path
) -> None:
    text = steps(f"""
- {before}
  {needs}:
    - set: x
      to: spot.slots
""")
    assert said(tmp_path, text) == (
        [] if fine else ["5:13 L004 `spot` may be none here, and a location is needed"]
    )


DECK = """
cards: {one: {}, two: {}, three: {}}
zones: {hand: {}}
decks: {pile: {pools: {p: '[one, two, three]'}, packets: [{p: rest}]}}
procedures: {take: {steps: [{draw: c, from: pile, if_empty: [{stop: procedure}]}]}}
"""


@pytest.mark.parametrize(
    ("text", "fine"),
    [
        ("- {while: left(pile) > 0, at_most: chance, steps: [{draw: c, from: pile, to: hand}]}", True),
        ("- {while: 0 < left(pile) and x < 9, at_most: 9, steps: [{draw: c, from: pile}, {put: c, to: hand}]}", True),
        ("- {while: left(pile) >= 1, at_most: 9, steps: [{roll: r, die: die}, {draw: c, from: pile}]}", True),
        ("- {if: left(pile) != 0, then: [{draw: c, from: pile}, {put: c, to: hand}]}", True),
        ("- {if: left(pile) == 0, then: [{end: over}], else: [{draw: c, from: pile}]}", True),
        ("- {if: left(pile) <= 0, then: [{end: over}]}\n- {draw: c, from: pile}", True),
        ("- {if: left(pile) >= 0, then: [{draw: c, from: pile}]}", False),
        ("- {if: left(pile) < 3, then: [{draw: c, from: pile}]}", False),
        ("- {if: left(pile) > 0 or x > 0, then: [{draw: c, from: pile}]}", False),
        ("- {if: left(pile) > 0, then: [{call: take}, {draw: c, from: pile}]}", False),
        ("- {if: left(pile) > 0, then: [{draw: b, from: pile}, {draw: c, from: pile}]}", False),
        ("- {if: left(pile) > 0, then: [{repeat: 2, steps: [{draw: c, from: pile}]}]}", False),
        ("- {if: left(pile) > 0, then: [{if: x > 0, then: [{call: take}]}, {draw: c, from: pile}]}", False),
    ],
)  # fmt: skip
def test_a_draw_that_surely_finds_a_card(text: str, fine: bool, tmp_path: Path) -> None:
    found = said(tmp_path, DECK + steps(text))
    if fine:
        assert found == []
        played(tmp_path / "played", DECK + steps(text))
    else:
        assert len(found) == 1, found
        assert "L012 `pile` may be empty here" in found[0]


def test_all_cards_are_drawn_while_there_are_any(tmp_path: Path) -> None:
    text = "- {while: left(pile) > 0, at_most: chance, steps: [{draw: c, from: pile}, {adjust: x, by: 1}]}"
    assert end_of(tmp_path, DECK + steps(text)) == {3}


def test_an_amendment_counts_for_what_is_sure_in_a_loop(tmp_path: Path) -> None:
    """The step is drawn in the second turn of the loop as well, though it does not stand in the loop as written."""
    (tmp_path / "base").mkdir()
    loop = "[{repeat: 2, steps: [{nothing: n, label: a}]}]"
    base = BOARD.replace("pack: tiny", "pack: base") + DECK.replace(
        "procedures: {", f"procedures: {{look: {{steps: [{{if: left(pile) > 0, then: {loop}}}]}}, "
    )
    (tmp_path / "base" / "pack.yaml").write_text(base)
    head = "language: 1\npack: tiny\ntitle: Tiny\nversion: '1'\nextends: ../base\n"
    amend = "amend: {look.a: {after: [{draw: c, from: pile}]}}\nsequence: [{call: look}, {end: over}]\n"
    (tmp_path / "tiny").mkdir()
    (tmp_path / "tiny" / "pack.yaml").write_text(head + amend)
    _, found, _ = compile_fresh(tmp_path / "tiny")
    assert [finding.code for finding in found if finding.severity == "error"] == ["L012"]


@pytest.mark.parametrize(
    ("test", "fine"),
    [
        ("spot == none", True),
        ("none != spot", True),
        ("alpha == none", False),
        ("alpha.owner != none", True),
        ("any(p != none for p in land)", True),
        ("spot != none and spot != none", True),
        ("spot == alpha", True),
    ],
)
def test_what_can_never_be_none_is_not_compared_with_it(test: str, fine: bool, tmp_path: Path) -> None:
    found = said(tmp_path, steps(f"- {{if: '{test}', then: [{{set: x, to: 1}}]}}"))
    assert (
        found == [] if fine else len(found) == 1 and found[0].endswith("a location, which is never none")
    ), found


@pytest.mark.parametrize(
    "step",
    ["- {choose: p, from: land}", "- {either: e, options: [{id: go}, {id: stay, steps: [{set: x, to: 1}]}]}"],
)
def test_the_one_side_that_has_a_seat_decides(step: str, tmp_path: Path) -> None:
    (found,) = said(tmp_path, steps(step))
    assert found.startswith("2:")
    assert found.endswith("L011 who decides? `red` and `blue` have seats")
    pack = write(tmp_path / "one", steps(step))
    text = (pack / "pack.yaml").read_text().replace("blue: {title: Blue, seat: true}", "blue: {title: Blue}")
    (pack / "pack.yaml").write_text(text)
    compiled, mistakes, _ = compile_fresh(pack)
    assert compiled is not None, list(mistakes)
    pending = Rules(compiled).new().legal()
    assert isinstance(pending, Decision)
    assert pending.side == "red"


def test_a_test_that_leaves_holds_for_what_follows(tmp_path: Path) -> None:
    text = """
        procedures:
          look:
            steps:
              - if: spot == none
                then: [{stop: procedure}]
              - set: x
                to: spot.slots
        sequence: [{call: look}, {end: over}]
        """
    assert said(tmp_path, text) == []
    assert said(tmp_path, text.replace("[{stop: procedure}]", "[{nothing: go on}]")) != []


@pytest.mark.parametrize(
    ("between", "fine"),
    [
        ("- {adjust: x, by: 1}", True),
        ("- {set: y, to: 2}", True),
        ("- {set: spot, to: none}", False),
        ("- {call: forget}", False),
        ("- {if: x > 0, then: [{set: spot, to: none}]}", False),
        ("- {repeat: 2, steps: [{if: x > 0, then: [{call: forget}]}]}", False),
        ("- {if: spot == none, then: [{call: forget}, {stop: procedure}]}", True),
    ],
)
def test_a_variable_is_sure_until_something_may_have_changed_it(
    between: str, fine: bool, tmp_path: Path
) -> None:
    text = f"""
procedures:
  forget: {{steps: [{{set: spot, to: none}}]}}
  look:
    steps:
      - if: spot == none
        then: [{{stop: procedure}}]
      {between}
      - {{set: x, to: spot.slots}}
sequence: [{{call: look}}, {{end: over}}]
"""
    found = said(tmp_path, text)
    assert (found == []) == fine, found
    assert all("L004 `spot` may be none here" in line for line in found)


def test_a_definition_is_sure_within_one_expression_only(tmp_path: Path) -> None:
    text = """
define: {spot_of_red: "first([p for p in land if troops(red, p) > 5])"}
sequence:
  - set: x
    to: spot_of_red.slots if spot_of_red != none else 0
  - if: spot_of_red != none and spot_of_red.slots > 2
    then: [{set: y, to: spot_of_red.slots}]
  - end: over
"""
    assert said(tmp_path, text) == ["6:25 L004 `spot_of_red` may be none here, and a location is needed"]


def test_what_is_sure_before_a_loop_may_be_untrue_in_its_second_turn(tmp_path: Path) -> None:
    text = """
procedures:
  look:
    steps:
      - if: spot == none
        then: [{stop: procedure}]
      - repeat: 2
        steps:
          - set: x
            to: spot.slots
          - set: spot
            to: none
sequence: [{call: look}, {end: over}]
"""
    assert said(tmp_path, text) == ["9:17 L004 `spot` may be none here, and a location is needed"]


def test_a_name_that_an_inner_list_binds_to_none_may_be_none_after_it(tmp_path: Path) -> None:
    text = """
- let: place
  be: alpha
- repeat: 2
  steps:
    - let: place
      be: first([p for p in land if troops(red, p) > 5])
- set: x
  to: place.slots
"""
    assert said(tmp_path, steps(text)) == ["9:9 L004 `place` may be none here, and a location is needed"]


def chart(rows: str, more: str = "") -> str:
    return f"""
        charts:
          table:
            columns: [one, two]
            rows: {{{rows}}}
{more}
        results: {{"-{{n}}": [{{adjust: x, by: "-n"}}], ".": [{{nothing: x}}]}}
        sequence: [{{roll: r, die: die}}, {{consult: table, die: r, column: 1}}, {{end: over}}]
        """


def test_a_chart_that_clamps_is_open_at_both_ends(tmp_path: Path) -> None:
    text = chart("'1': [., .], '2': [-1, .], '3': [-2, .]", "            clamp: true")
    assert said(tmp_path, text) == []
    assert said(tmp_path, text.replace("'2'", "'4'")) == ["4:25 L017 row 2-3 is missing before `4`"]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("1-: [., -1], 2: [-2, .], 3-4: [., .], 5+: [., .]", None),
        ("1-: [., .], 3+: [., .]", "4:24 L017 row 2 is missing before `3+`"),
        ("1-: [., .], 1+: [., .]", "4:24 L017 `1+` and the row `1-` before it overlap"),
        ("'1': [., .], 2+: [., .]", "4:12 L017 what is below 1?"),
        ("1-: [., .], '2': [., .]", "4:24 L017 what is above 2?"),
        ("1-: [., .], 2-: [., .], 3+: [., .]", "4:24 L017 only the first row is open downwards"),
        ("1-: [., .], 2+: [., .], 3+: [., .]", "4:24 L017 only the last row is open upwards"),
        ("1-: [., .], few: [., .], 3+: [., .]", "4:24 L017 `few` is no row label"),
        ("1-: [., .], 2+: [.]", "4:28 L018 row `2+` has 1 cell for 2 columns"),
        ("1-: [., .], 2+: [., ship]", "4:32 L019 nothing says what `ship` does"),
    ],
)
def test_the_rows_of_a_chart(rows: str, expected: str | None, tmp_path: Path) -> None:
    found = said(tmp_path, chart(rows))
    assert found == [] if expected is None else len(found) == 1 and found[0].startswith(expected), found


@pytest.mark.parametrize(
    ("token", "why"),
    [
        ("-{1x}", "a name is small letters, digits and `_`, and no word of the expression language"),
        ("-{first}", "a name is small letters, digits and `_`, and no word of the expression language"),
        ("-{land}", "it is a set already"),
        ("-{n}{n}", "it stands there twice"),
    ],
)
def test_the_numbers_of_a_token_have_names(token: str, why: str, tmp_path: Path) -> None:
    (found,) = said(tmp_path, f'results: {{"{token}": [{{nothing: x}}]}}\n')
    assert found.startswith("1:11 L020 ")
    assert found.endswith(why)


@pytest.mark.parametrize(
    ("deck", "expected"),
    [
        ("pools: {p: '[one, two]'}, packets: [{p: 1, with: [three]}, {p: rest}]", None),
        ("pools: {p: '[one, two]'}, packets: [{q: 1}]", "L002 deck `pile` has no pool `q`"),
        ("pools: {p: '[one, two]'}, packets: [{p: 1, with: [two]}]", "L025 card `two` lies in pool `p` already"),
        ("pools: {p: '[one]', q: '[one]'}, packets: [{p: 1}]", "L025 card `one` lies in pool `p` already"),
        ("pools: {p: '[one]'}, set_aside: {p: 1}, packets: [{p: rest}]", "L025 `set_aside` needs `into:`"),
        ("pools: {p: '[one]'}, set_aside: {into: Rest!, p: 1}, packets: [{p: rest}]", "L025 `Rest!` cannot be the"),
        ("pools: {p: '[one]'}, set_aside: {into: land, p: 1}, packets: [{p: rest}]", "L020 `land` is declared twice"),
        ("pools: {top: '[one]'}, packets: [{with: [two]}]", "L025 a pool cannot be called `top`"),
        ("pools: {p: '[one]'}, packets: [{with: two}]", "L003 `with` is a list"),
        ("pools: {p: '[one]'}, packets: [{p: spot}]", "L003 this is a location or none, and a number is needed"),
    ],
)  # fmt: skip
def test_the_plan_of_a_deck(deck: str, expected: str | None, tmp_path: Path) -> None:
    found = said(tmp_path, f"cards: {{one: {{}}, two: {{}}, three: {{}}}}\ndecks: {{pile: {{{deck}}}}}\n")
    assert found == [] if expected is None else len(found) == 1 and expected in found[0], found


def test_a_cancel_has_its_scope_on_every_way(tmp_path: Path) -> None:
    text = """
        procedures:
          deep: {steps: [{cancel: trial}]}
          between: {steps: [{call: deep}]}
        sequence:
          - scope: trial
            steps: [{call: between}]
          - end: over
        """
    assert said(tmp_path, text) == []
    other = text.replace("  - end: over", "  - call: deep\n          - end: over")
    assert said(tmp_path, other) == ["2:18 L013 `cancel: trial` outside its scope"]


def test_circles(tmp_path: Path) -> None:
    text = "procedures:\n  one: {steps: [{call: two}]}\n  two: {steps: [{call: one}]}\n"
    (found,) = said(tmp_path, text)
    assert "L009 a circle of calls: one -> two -> one" in found
    (found,) = said(tmp_path, "define:\n  one: two + 1\n  two: one + 1\n")
    assert "L009 definition `" in found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "kinds: {owl: {state: {z: {type: number per side, start: 0}}}}",
            "1:33 L016 a state field cannot be",
        ),
        ("kinds: {owl: {state: {z: {type: steps, start: 0}}}}", "1:33 L016 a state field cannot be steps"),
        (
            "kinds: {owl: {fields: {z: {type: a list of sides, default: none}}}}",
            "1:34 L016 a field cannot be",
        ),
        ("define: {z: {is: x, parameters: {s: steps}}}", "1:37 L016 a parameter cannot be steps"),
        ("define: {z: {is: x, parameters: {land: number}}}", "1:34 L020 `land` already means something"),
    ],
)
def test_a_type(text: str, expected: str, tmp_path: Path) -> None:
    found = said(tmp_path, f"{text}\n")
    assert found
    assert found[0].startswith(expected), found


def test_the_arguments_and_the_mode_of_an_example(tmp_path: Path) -> None:
    text = """
        procedures:
          walk: {parameters: {p: a location}, steps: [{set: spot, to: p}]}
        examples:
          one: {run: walk, with: {p: alpha}, expect: [spot == alpha]}
          two: {run: walk, with: {p: alpha, q: beta}}
          three: {run: walk}
          four: {given: {mode: night}}
          five: {given: {steps: [{roll: r, die: die}]}}
        """
    assert [line.split(" ", 1)[1] for line in said(tmp_path, text)] == [
        "L008 `walk` has no parameter `q`",
        "L008 `walk` needs `p`",
        "L029 there is no mode `night`",
        "L029 what is given asks and rolls nothing",
    ]


def test_the_options_of_an_example_are_those_that_there_are(tmp_path: Path) -> None:
    """At the example, as what is worked out by then says; of listed values and conditions the types say it."""
    text = """
        options:
          most: {type: number, from: 0, to: count(land), default: 0}
          calm: {type: condition, default: true}
        sequence:
          - while: x < most
            at_most: count(land)
            steps: [{adjust: x, by: 1}]
          - if: calm
            then: [{end: over}]
          - end: over
        examples:
          one: {given: {options: {most: 2}}, expect: [ended(over) and winner == none]}
          two:
            given:
              options:
                most: 3
            expect: [x == 3]
          three:
            given:
              options: {most: -1, calm: 2}
            expect: [x == 0]
        """
    assert [line.split(" ", 1)[1] for line in said(tmp_path, text)] == [
        "L003 the option `most` is 0 to 2, not 3",
        "L003 the option `most` is 0 to 2, not -1",
        "L003 this is a number, and a condition is needed",
    ]


@pytest.mark.parametrize(
    ("bounds", "expected"),
    [
        ("from: 1, to: count(land)", None),
        ("from: 1, to: x", "L007 this must be known before play, and depends on the position"),
        ("from: 1, to: many", "L002 nothing is called `many` here"),
        ("from: 3, to: count(land)", "L003 `to` is below `from`, which is 3"),
        ("from: 1, to: count(sides) - 1, default: 2", "L003 the default of this option is 1 to 1"),
        ("from: alpha, to: 9", "L003 this is a location, and a number is needed"),
    ],
)
def test_bounds_are_known_before_play(bounds: str, expected: str | None, tmp_path: Path) -> None:
    default = "" if "default" in bounds else ", default: 1"
    text = f"options: {{most: {{type: number, {bounds}{default}}}}}\nsequence: [{{set: y, to: most}}, {{end: over}}]"
    assert [line.split(" ", 1)[1] for line in said(tmp_path, text)] == (
        [] if expected is None else [expected]
    )


def test_what_a_rule_decides_is_hashed_and_no_line_or_word(tmp_path: Path) -> None:
    text = """
        sequence:
          - choose: p
            by: red
            from: "[q for q in locations if troops(red, q) > 0]"
            if_none: [{end: over}]
            prompt: Where?
          - either: e
            by: red
            options:
              - {id: go}
              - {id: stay, when: x > 0}
          - end: over
        """
    first = rules(tmp_path, text).compiled.rules_hash
    assert (
        rules(
            tmp_path, text.replace("sequence:", "# a line more\n        sequence:").replace("Where?", "Here?")
        ).compiled.rules_hash
        == first
    )
    assert rules(tmp_path, text.replace("x > 0", "x > 1")).compiled.rules_hash != first


TOWN = """
locations: {amount: {tags: [land]}}
sequence: [{call: look, with: {amount: 2}}, {end: over}]
"""


@pytest.mark.parametrize("declared", ["amount", "here", "p"])
def test_names_of_a_base_s_own_are_not_taken_by_what_extends_it(declared: str, tmp_path: Path) -> None:
    """A parameter, a local, the name in a comprehension: whoever extends a pack cannot know them all."""
    (tmp_path / "base").mkdir()
    look = (
        "look: {parameters: {amount: number}, steps: [{let: here, be: 'count([p for p in land])'}, "
        "{adjust: x, by: amount + here}]}"
    )
    base = BOARD.replace("pack: tiny", "pack: base") + "\nprocedures: {" + look + "}\n"
    (tmp_path / "base" / "pack.yaml").write_text(base)
    head = "language: 1\npack: tiny\ntitle: Tiny\nversion: '1'\nextends: ../base\n"
    (tmp_path / "tiny").mkdir()
    (tmp_path / "tiny" / "pack.yaml").write_text(
        head + TOWN.replace("{amount: {tags", f"{{{declared}: {{tags")
    )
    _, found, _ = compile_fresh(tmp_path / "tiny")
    assert [str(finding.message) for finding in found if finding.severity == "error"] == []
    own = (
        head
        + TOWN.replace("{amount: {tags", f"{{{declared}: {{tags")
        + "procedures: {"
        + look.replace("look:", "own:")
        + "}\n"
    )
    (tmp_path / "tiny" / "pack.yaml").write_text(own)
    _, found, _ = compile_fresh(tmp_path / "tiny")
    assert [finding.code for finding in found if finding.severity == "error"] == ["L020"]


def test_a_side_has_the_fields_that_the_pack_gives_it(tmp_path: Path) -> None:
    text = "kinds: {side: {fields: {foe: {type: a side}}}}\n"
    folder = write(tmp_path / "tiny", text)
    board = (folder / "pack.yaml").read_text()
    for new, expected in (
        ("{foe: blue, title: Red", "lacks the field `foe`"),
        ("{fo: blue, title: Red", "a side has no field `fo`"),
    ):
        (folder / "pack.yaml").write_text(board.replace("{title: Red", new))
        _, found, _ = compile_fresh(folder)
        assert any(expected in f"{line.code} {line.message}" for line in found), [
            f"{line.code} {line.message}" for line in found
        ]
