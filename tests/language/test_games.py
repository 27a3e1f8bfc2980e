"""Steps do the same whether decisions pause the game or are answered at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from sieges.game.invariants import broken, kept
from sieges.game.pending import Decision
from sieges.game.runtime import Fault
from tests.language.tiny import cell, end_of, inline, paused, played, rules

ASK = "{choose: p, by: red, from: locations}"


def test_a_loop_is_left_by_stop(tmp_path: Path) -> None:
    for pause in ("{nothing: to ask}", ASK):
        text = f"""
            sequence:
              - each: q
                in: locations
                steps:
                  - repeat: 5
                    steps:
                      - {pause}
                      - adjust: x
                        by: 1
                      - if: x % 3 == 2
                        then: [{{stop: loop}}]
                  - if: q == beta
                    then: [{{stop: loop}}]
                  - adjust: x
                    by: 10
              - end: over
            """
        # alpha: 1, 2, out, 12; beta: 13, 14, out, out.
        assert end_of(tmp_path, text) == {14}


def test_a_procedure_is_left_by_stop_from_within_loops(tmp_path: Path) -> None:
    for pause in ("{nothing: to ask}", ASK):
        text = f"""
            procedures:
              inner:
                parameters: {{n: number}}
                steps:
                  - while: x < 100
                    at_most: 200
                    steps:
                      - {pause}
                      - adjust: x
                        by: n
                      - if: x > 20
                        then: [{{stop: procedure}}]
                  - set: x
                    to: 0
            sequence:
              - call: inner
                with: {{n: 7}}
              - adjust: x
                by: 1000
              - end: over
            """
        assert end_of(tmp_path, text) == {1021}


def test_a_while_that_goes_on_too_long_is_a_fault(tmp_path: Path) -> None:
    for pause in ("{nothing: to ask}", ASK):
        text = """
            sequence:
              - while: x < %d
                at_most: 4
                steps:
                  - %s
                  - adjust: x
                    by: 1
              - end: over
            """
        assert end_of(tmp_path, text % (4, pause)) == {4}
        of = rules(tmp_path, text % (5, pause))
        for form in (inline, paused):
            with pytest.raises(Fault, match="went round 4 times") as caught:
                form(of, 0)
            assert caught.value.place.line > 0


def test_a_loop_that_runs_away_is_a_fault_in_both_forms(tmp_path: Path) -> None:
    of = rules(
        tmp_path,
        """
        sequence:
          - repeat: 2000
            steps:
              - repeat: 2000
                steps: [{set: x, to: 1}]
          - end: over
        """,
    )
    for form in (inline, paused):
        with pytest.raises(Fault, match="went round"):
            form(of, 0)


def test_a_loop_goes_over_the_set_as_it_was(tmp_path: Path) -> None:
    for pause in ("{nothing: to ask}", ASK):
        text = f"""
            sequence:
              - set: spots
                to: "[alpha, beta]"
              - each: q
                in: spots
                steps:
                  - {pause}
                  - set: spots
                    to: "spots | [gamma]"
                  - adjust: x
                    by: 1
              - end: over
            """
        assert end_of(tmp_path, text) == {2}


def test_lists_are_gone_through_in_their_order(tmp_path: Path) -> None:
    for pause in ("{nothing: to ask}", ASK):
        text = f"""
            procedures:
              visit:
                parameters: {{places: a list of locations}}
                steps:
                  - each: q
                    in: places
                    steps:
                      - {pause}
                      - set: x
                        to: 10 * x + (1 if q == alpha else 2 if q == beta else 3)
                  - set: spot
                    to: first(places)
              twice:
                parameters: {{places: a list of locations}}
                steps: [{{call: visit, with: {{places: places}}}}]
            sequence:
              - call: twice
                with: {{places: "[gamma, alpha, beta]"}}
              - end: over
            """
        assert end_of(tmp_path, text) == {312}
        assert end_of(tmp_path, text, "spot") == {2}


def test_a_name_is_bound_anew(tmp_path: Path) -> None:
    for pause in ("{nothing: to ask}", ASK):
        text = f"""
            sequence:
              - let: some
                be: 1
              - repeat: 3
                steps:
                  - {pause}
                  - let: some
                    be: some * 2
              - set: x
                to: some
              - end: over
            """
        assert end_of(tmp_path, text) == {8}


def test_a_scope_is_abandoned_and_its_handler_runs(tmp_path: Path) -> None:
    for pause in ("{nothing: to ask}", ASK):
        text = f"""
            procedures:
              deep:
                steps:
                  - repeat: 3
                    steps:
                      - {pause}
                      - adjust: x
                        by: 1
                      - if: x == 2
                        then: [{{cancel: trial}}]
            sequence:
              - scope: trial
                steps:
                  - call: deep
                  - adjust: x
                    by: 100
                if_cancelled:
                  - adjust: x
                    by: 1000
              - end: over
            """
        assert end_of(tmp_path, text) == {1002}


def test_victory_is_looked_at_after_each_step_but_together(tmp_path: Path) -> None:
    both = """
        - adjust: morale[blue]
          by: -9
        - adjust: morale[red]
          by: -9
        """
    text = "sequence:" + both.replace("\n        ", "\n  ") + "\n  - end: over\n"
    assert {data[0] for data in played(tmp_path, text)} == {3}, "`won` is reached before red loses heart"
    text = "sequence:\n  - together:" + both.replace("\n        ", "\n      ") + "\n  - end: over\n"
    assert {data[0] for data in played(tmp_path, text)} == {2}, "both hold, and `lost` is listed first"


def test_dice_and_options_are_the_same_in_both_forms(tmp_path: Path) -> None:
    text = """
        procedures:
          round:
            parameters: {side: a side}
            steps:
              - roll: r
                die: odd
              - roll: s
                die: die
              - choose: p
                by: side
                from: "[q for q in locations if troops(side, q) > 0]"
                optional: done
                if_none: [{end: over}]
              - if: p != none
                then:
                  - remove: troop
                    of: side
                    at: p
                  - set: spot
                    to: p
              - either: then
                by: side
                options:
                  - {id: rest, steps: [{adjust: x, by: r}]}
                  - {id: push, when: s > 3, steps: [{adjust: "morale[side]", by: -1}]}
        sequence:
          - while: true
            at_most: chance
            steps:
              - call: round
                with: {side: red}
              - call: round
                with: {side: blue}
          - end: over
        """
    found = played(tmp_path, text, games=60)
    assert len({tuple(data) for data in found}) > 20
    assert {data[0] for data in found} >= {1, 3}


def test_equal_situations_are_equal_states(tmp_path: Path) -> None:
    """What was chosen before, and is not looked at any more, is no part of a state."""
    text = """
        sequence:
          - choose: p
            by: red
            from: locations
          - let: half
            be: 2 if p == alpha else 3
          - roll: r
            die: die
          - choose: q
            by: blue
            from: locations
          - set: x
            to: r
          - end: over
        """
    of = rules(tmp_path, text)
    digests = set()
    for choice in ("alpha", "gamma"):
        game = of.new()
        game.apply(choice)
        digests.add(game.digest())
        game.apply("4")
        digests.add(game.digest())
    assert len(digests) == 2
    game.apply("beta")
    assert game.data[cell(of, "x")] == 4


def test_a_list_as_argument_of_an_example(tmp_path: Path) -> None:
    text = """
        procedures:
          visit:
            parameters: {places: a list of locations, other: a list of locations}
            steps:
              - set: spot
                to: first(places)
              - choose: p
                by: red
                from: "[q for q in other if q != spot]"
                if_none: [{stop: procedure}]
        examples:
          a_visit:
            run: visit
            with: {places: "[gamma, alpha]", other: "[beta]"}
            play: [{p: beta}]
            expect: [spot == gamma]
        """
    of = rules(tmp_path, text)
    example = of.compiled.examples[0]
    game = of.new()
    del game.frames[1:]
    game.frames[0] = 0
    of.push(game, example.instance)
    game._go()
    pending = game.legal()
    assert isinstance(pending, Decision)
    assert [option.id for option in pending.options] == ["beta"]
    assert game.data[cell(of, "spot")] == 2


def test_the_markers_of_a_side_are_counted_wherever_they_go(tmp_path: Path) -> None:
    text = """
        invariants:
          red: troops(red) == sum(troops(red, p) for p in locations)
          blue: troops(blue) == sum(troops(blue, p) for p in locations)
        sequence:
          - {place: troop, of: red, at: gamma, count: 3}
          - {move: troop, of: red, from: gamma, to: beta, count: 2}
          - {remove: troop, of: red, at: alpha}
          - {remove: troop, of: blue, at: beta, count: 3}
          - set: x
            to: 10 * troops(red) + troops(blue)
          - end: over
        """
    assert end_of(tmp_path, text) == {40}
    of = rules(tmp_path, text)
    data = inline(of, 0)
    assert len(kept(of)) == 2
    assert broken(of, data) == []


def test_an_option_that_is_not_offered_says_why_with_its_values(tmp_path: Path) -> None:
    text = """
        define:
          strong: {parameters: {p: a location}, is: "troops(red, p) + x > y and vacant(p) > 0"}
        sequence:
          - choose: place
            by: red
            from: "[p for p in land if strong(p) or p == alpha]"
          - end: over
        """
    of = rules(tmp_path, text)
    (refusal,) = of.refusals(of.new())
    assert refusal.id == "beta"
    text = text.replace(" or p == alpha", "").replace(
        "by: red", "by: red\n            if_none: [{end: over}]"
    )
    of = rules(tmp_path, text.replace("x > y", "x > y - 2"))
    (refusal,) = of.refusals(of.new())
    assert refusal.condition == "troops(red, p) + x > y - 2"
    assert refusal.values == (("troops(red, p) + x", 0), ("y - 2", 1))
    assert "pack.yaml:" in refusal.place
