"""Planes as an author says them: what is refused where, what is offered, what any point of a region does."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from sieges.game.game import Game, IllegalChoice
from sieges.game.pending import Decision
from sieges.game.runtime import Fault
from sieges.language.points import point, read, written
from sieges.loading import load
from sieges.play.reading import read_save
from sieges.play.replay import replay
from sieges.study.checking import check
from tests.language.tiny import played, rules, said, write
from tests.play.games import begun as saved

TABLE = """
planes: {field: {width: 20, height: 10.5, measures: inches}}
kinds:
  crab:
    plural: crabs
    stands: {on: field, base: 1, faces: true}
    state: {steps: {type: number, start: 4}}
    members: {ada: {}, bert: {}, cleo: {}}
  ball: {plural: balls, stands: {on: field, base: 0.5}, members: {red_ball: {}}}
  rock:
    plural: rocks
    lies: field
    members:
      slab: {title: The slab, outline: [[8, 0], [9, 0], [9, 4], [8, 4]], toll: 2}
      mud:  {outline: [[8, 6], [12, 6], [12, 10], [8, 10]], pace: 2}
      line: {outline: [[0, 0], [0, 10]]}
define:
  here: "[c for c in crabs if c.spot != none]"
"""
PLACES = """
procedures:
  settle:
    steps:
      - set: ada.spot
        to: point(2, 5)
      - set: bert.spot
        to: point(6.25, 5)
      - set: cleo.spot
        to: point(2, 8)
"""
NINE = "planes: {p: {width: 9, height: 9}}\n"
WALK = """
sequence:
  - spot: goal
    by: red
    for: ada
    reach: ada.steps
    among: here
    over: rocks
    towards: [crabs, rocks]
  - go: ada
    to: goal
  - end: over
"""


def begun(folder: Path, sequence: str = WALK, *, places: str = PLACES) -> Game:
    return rules(folder, settled(sequence) if places else TABLE + dedent(sequence)).new()


def settled(sequence: str) -> str:
    """The table with everybody in their places when the sequence begins."""
    return TABLE + PLACES + dedent(sequence).replace("sequence:\n", "sequence:\n  - call: settle\n", 1)


def spot(game: Game, who: str) -> str | None:
    found: str | None = game.position()["state"]["crab"]["spot"][who]
    return found


def steps(text: str) -> str:
    return (
        "sequence:\n" + "".join(f"  {line}\n" for line in text.strip("\n").splitlines()) + "  - end: over\n"
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- {spot: p, by: red, for: ada, reach: 3}", None),
        ("- {spot: p, by: red, for: alpha, reach: 3}", "L003 this is a location, and somebody who stands on a plane"),
        ("- {spot: p, by: red, for: slab, reach: 3}", "L003 this is a rock, and somebody who stands on a plane"),
        ("- {spot: p, by: red, for: 'first(crabs)', reach: 3}", "L003 this is a crab or none"),
        ("- {spot: p, by: red, for: ada}", "L011 `spot` needs `reach:`, or `within:` and `of:`"),
        ("- {spot: p, by: red, for: ada, reach: 3, within: 2, of: bert}", "L011 `spot` needs `reach:`"),
        ("- {spot: p, by: red, for: ada, within: 3, of: bert}", "L012 there may be no room for `p`"),
        ("- {spot: p, by: red, for: ada, reach: 3, among: locations}", "L003 this is a set of members of `location`"),
        ("- {spot: p, by: red, for: ada, reach: 3, over: [rocks, 3]}", "L003 this is a number, and a set"),
        ("- {spot: p, by: red, for: ada, reach: 3, only_towards: bert}", None),
        ("- {spot: p, by: red, for: ada, reach: 3, only_towards: slab}", None),
        ("- {spot: p, by: red, for: ada, reach: 3, only_towards: 'point(1, 1)'}", "L003 this is a point"),
        ("- {spot: p, by: red, for: ada, reach: 3, only_towards: crabs}", "L003 this is a set of members"),
        ("- {spot: p, by: red, for: ada, reach: 3, only_towards: bert, towards: crabs}", "L011 `only_towards:` needs"),
        ("- {spot: p, by: red, for: ada, only_towards: bert, within: 2, of: bert}", "L011 `only_towards:` needs"),
        ("- {spot: p, for: ada, reach: 3}", "L011 who decides? `red` and `blue` have seats"),
        ("- {go: ada, to: 'point(3, 4)'}", None),
        ("- {go: ada, to: bert}", "L003 this is a crab, and a point is needed"),
        ("- {go: ada, to: bert.spot}", "L004 this may be none here, and a point is needed"),
        ("- {set: ada.spot, to: none}", None),
        ("- {set: ada.spot, to: 3}", "L003 this is a number, and a point or none is needed"),
        ("- {slide: ada, towards: bert, distance: 3}", None),
        ("- {slide: ada, distance: 3}", "L011 `slide` needs `towards:` or `away_from:`"),
        ("- {slide: ada, towards: bert, away_from: cleo, distance: 3}", "L011 `slide` needs"),
        ("- {slide: ada, towards: slab, distance: 3}", "L003 an outline has no one direction"),
        ("- {slide: ada, away_from: 'point(1, 1)', distance: 3, met: who}", "L011 there is nobody who could be met"),
        ("- {slide: ada, away_from: bert, distance: 3, met: ada}", "L020 `ada` already means something here"),
        ("- {face: red_ball, towards: ada}", "L003 a ball does not face a way"),
        ("- {face: ada}", "L011 `face` needs `towards:` or `away_from:`"),
        ("- {adjust: x, by: 'apart(ada, slab)'}", None),
        ("- {adjust: x, by: 'apart(line, slab)'}", None),
        ("- {adjust: x, by: 'apart(ada, alpha)'}", "L003 this is a location, and a member that stands or lies"),
        ("- {adjust: x, by: 'apart(ada)'}", "`apart` takes 2 arguments, not 1"),
        ("- {if: 'behind(ada, red_ball)', then: []}", "L003 a ball does not face a way"),
        ("- {if: 'behind(slab, ada)', then: []}", "L003 an outline is behind nobody"),
        ("- {if: 'on(slab, ada)', then: []}", "L003 `on` takes somebody who stands, or a point"),
        ("- {if: 'sees(ada, bert)', then: []}", "`sees` takes 3 to 6 arguments, not 2"),
        ("- {if: 'sees(ada, bert, locations)', then: []}", "L003 this is a set of members of `location`"),
        ("- {if: 'sees(ada, bert, [], here, rocks, balls)', then: []}", None),
        ("- {if: 'sees(ada, slab, here)', then: [{set: x, to: 1}]}", None),
        ("- {set: ada.spot, to: 'point(1, 99999)'}", "this lies on no plane"),
        ("- {let: p, be: 'point(x, 2)'}", None),
    ],
)  # fmt: skip
def test_a_step(text: str, expected: str | None, tmp_path: Path) -> None:
    found = said(tmp_path, settled(steps(text)))
    assert found == [] if expected is None else any(expected in line for line in found), found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("planes: {p: {width: 0, height: 3}}", "1:21 L003 a length is a number of measures"),
        ("planes: {p: {width: wide, height: 3}}", "1:21 L003 a length is a number of measures"),
        ("planes: {p: {width: 20, height: 1.2345}}", "1:33 L003 a length is a number of measures"),
        ("kinds: {crab: {stands: {on: field, base: 1}}}", "1:24 L002 this pack has no plane"),
        (NINE + "kinds: {crab: {stands: {on: q, base: 1}}}", "2:29 L002 there is no plane `q`"),
        (NINE + "kinds: {point: {}}", "the kind `point` already"),
        (NINE + "kinds: {rock: {lies: p, members: {slab: {}}}}", "lacks an `outline`"),
        (
            NINE + "kinds: {rock: {lies: p, stands: {on: p, base: 1}, members: {slab: {outline: [[1, 1]]}}}}",
            "a kind stands on a plane or lies on it; `rock` does both",
        ),
        (
            NINE + "kinds: {rock: {lies: p, members: {slab: {outline: [[10, 1]]}}}}",
            "this corner lies outside of `p`",
        ),
        (
            NINE + "kinds: {rock: {lies: p, members: {slab: {outline: [[1, 1], [1, 1]]}}}}",
            "an outline comes to each of its corners once",
        ),
        (
            NINE + "kinds: {rock: {lies: p, members: {slab: {outline: [[1], [1, 1]]}}}}",
            "a corner is `[x, y]`",
        ),
        (
            NINE + "kinds: {rock: {lies: p, members: {slab: {outline: [[1, 1]], toll: -1}}}}",
            "what an area costs is 0 or more",
        ),
        (
            NINE + "kinds: {crab: {stands: {on: p, base: 1}, state: {spot: {type: number, start: 0}}}}",
            "those who stand on a plane have a `spot` already",
        ),
    ],
)  # fmt: skip
def test_a_declaration(text: str, expected: str, tmp_path: Path) -> None:
    found = said(tmp_path, text + "\n")
    assert any(expected in line for line in found), found


def test_what_is_listed_has_names_and_any_other_point_of_the_region_is_answered_too(tmp_path: Path) -> None:
    game = begun(tmp_path)
    pending = game.legal()
    assert isinstance(pending, Decision)
    labels = {option.id: option.label for option in pending.options}
    assert labels["2,5"] == "stay here"
    assert labels["5.25,5"] == "towards Bert, into contact (3.3 inches)"
    assert labels["2,7"] == "towards Cleo, into contact (2.0 inches)"
    assert "north, as far as Cleo (2.0 inches)" not in labels.values()
    assert "south (4.0 inches)" in labels.values()
    assert "0.5,5" in labels
    assert len(set(labels)) == len(pending.options)
    for text, there in {
        "4.5,3.25": "4.5,3.25",
        "4.5 3.25": "4.5,3.25",
        "bert": "5.25,5",
        "Bert 2": "4,5",
        "the slab 1.5": "3.479,4.754",
        "slab 1.5": "3.479,4.754",
        "SLAB 1.5": "3.479,4.754",
        "south 1": "2,4",
        "south 5": None,
        "bert 5": None,
        "6.25,5": None,
        "2,9": None,
        "nobody": None,
        "0.4,5": None,
    }.items():
        found = pending.option(text)
        assert (None if found is None else found.id) == there, text
    game.apply("4.5 3.25")
    assert spot(game, "ada") == "4.5,3.25"


@pytest.mark.parametrize(
    ("goal", "labels", "answers"),
    [
        (
            "bert",
            {
                "2,5": "stay here",
                "5.25,5": "towards Bert, into contact (3.3 inches)",
                "3,5": "towards Bert (1.0 inches)",
                "4,5": "towards Bert (2.0 inches)",
                "5,5": "towards Bert (3.0 inches)",
            },
            {"3.141,5": "3.141,5", "bert 0.001": "2.001,5", "3,5.001": None, "1,5": None, "5.251,5": None},
        ),
        (
            "line",
            {"2,5": "stay here", "0.5,5": "towards Line, to the edge (1.5 inches)", "1,5": "towards Line (1.0 inches)"},
            {"line 1.25": "0.75,5", "0.499,5": None, "1,5.5": None, "north 1": None, "bert 1": None},
        ),
        (
            "cleo",
            {"2,5": "stay here", "2,7": "towards Cleo, into contact (2.0 inches)", "2,6": "towards Cleo (1.0 inches)"},
            {"2 6.999": "2,6.999", "2.001,6": None, "": None},
        ),
    ],
)  # fmt: skip
def test_a_way_that_leads_to_one_alone_may_end_anywhere_on_it(
    goal: str, labels: dict[str, str], answers: dict[str, str | None], tmp_path: Path
) -> None:
    game = begun(tmp_path, WALK.replace("towards: [crabs, rocks]", f"only_towards: {goal}"))
    pending = game.legal()
    assert isinstance(pending, Decision)
    assert {option.id: option.label for option in pending.options} == labels
    for text, there in answers.items():
        found = pending.option(text)
        assert (None if found is None else found.id) == there, text


def test_a_point_outside_of_the_region_is_refused(tmp_path: Path) -> None:
    game = begun(tmp_path)
    before = game.digest()
    for choice in ("19,5", "2,7.5", "x", "", "6.25,5"):
        with pytest.raises(IllegalChoice):
            game.apply(choice)
    assert game.digest() == before


def test_a_stale_question_still_answers_for_the_position_that_it_was_asked_in(tmp_path: Path) -> None:
    game = begun(tmp_path)
    pending = game.legal()
    game.apply("2,1")
    assert isinstance(pending, Decision)
    assert pending.option("2,1") is not None
    assert pending.option("bert 1") is not None


def test_a_saved_game_keeps_a_point_and_replays_exactly(tmp_path: Path) -> None:
    scenario = load(write(tmp_path / "pack", settled(WALK)))
    path = tmp_path / "game.json"
    session = saved(path, scenario, seats={"red": "person", "blue": "person"})
    session.apply("bert 1.5")
    assert '"choice":"3.5,5"' in path.read_text().replace(" ", "")
    assert replay(read_save(path), scenario).exact


def test_who_goes_faces_that_way_and_others_are_behind_or_not(tmp_path: Path) -> None:
    sequence = """
        sequence:
          - go: ada
            to: point(4, 5)
          - set: x
            to: (1 if behind(cleo, ada) else 0) + (10 if behind(bert, ada) else 0)
          - face: ada
            away_from: bert
          - adjust: x
            by: 100 if behind(bert, ada) else 0
          - end: over
        """
    # Cleo, at 2,8, is two inches behind a figure at 4,5 that faces east: wholly so with a base of one inch.
    assert {tuple(cells)[2:3] for cells in played(tmp_path, settled(sequence))}
    of = rules(tmp_path, settled(sequence))
    assert of.new().position()["variables"]["x"] == 101


@pytest.mark.parametrize(
    ("step", "there", "met", "edge"),
    [
        ("slide: ada\n    towards: bert\n    distance: 6", "5.25,5", "bert", False),
        ("slide: ada\n    towards: bert\n    distance: 2", "4,5", None, False),
        ("slide: ada\n    away_from: bert\n    distance: 1", "1,5", None, False),
        ("slide: ada\n    away_from: bert\n    distance: 6", "0.5,5", None, True),
        ("slide: ada\n    away_from: point(2, 1)\n    distance: 6", "2,7", "cleo", False),
        ("slide: ada\n    towards: point(4, 5)\n    distance: 6", "4,5", None, False),
        ("slide: ada\n    away_from: ada\n    distance: 6", "2,5", None, False),
        ("slide: ada\n    away_from: bert\n    distance: -2", "2,5", None, False),
    ],
)  # fmt: skip
def test_a_slide_ends_where_something_is_met(
    step: str, there: str, met: str | None, edge: bool, tmp_path: Path
) -> None:
    sequence = f"""
sequence:
  - {step}
    among: crabs
    met: other
    edge: fell
  - if: other != none
    then:
      - adjust: other.steps
        by: 10
  - set: x
    to: 1 if fell else 0
  - end: over
"""
    game = begun(tmp_path, sequence)
    assert spot(game, "ada") == there
    position = game.position()
    bumped = [name for name, number in position["state"]["crab"]["steps"].items() if number > 10]
    assert bumped == ([] if met is None else [met])
    assert position["variables"]["x"] == edge


def test_who_is_nowhere_is_far_away_and_cannot_be_asked_where_to_go(tmp_path: Path) -> None:
    sequence = """
        sequence:
          - set: x
            to: 1 if apart(ada, bert) > 100 and not touching(ada, bert) and not sees(ada, bert, []) else 0
          - set: y
            to: 1 if on(ada, slab) or on(ada, bert) or behind(ada, bert) else 0
          - end: over
        """
    position = begun(tmp_path, sequence, places="").position()
    assert (position["variables"]["x"], position["variables"]["y"]) == (1, 0)
    with pytest.raises(Fault, match="stands nowhere it could go from"):
        begun(tmp_path, places="")
    with pytest.raises(Fault, match="could go towards is nowhere"):
        begun(
            tmp_path,
            WALK.replace("towards: [crabs, rocks]", "only_towards: bert").replace(
                "sequence:\n", "sequence:\n  - {set: ada.spot, to: 'point(2, 2)'}\n"
            ),
            places="",
        )
    with pytest.raises(Fault, match="nowhere to go from or to"):
        begun(tmp_path, steps("- {slide: ada, towards: bert, distance: 3}"), places="")


MEASURES = {
    "apart(ada, bert)": 4,
    "apart(ada, cleo)": 2,
    "apart(ada, line)": 2,
    "apart(bert, slab)": 2,
    "apart(point(1, 1), point(4, 5))": 5,
    "apart(point(1, 1), point(4, 5.001))": 6,
    "1 if sees(ada, bert, here) else 0": 1,
    "1 if sees(ada, point(10, 5), here) else 0": 0,
    "1 if sees(ada, point(10, 5), [cleo]) else 0": 1,
    "1 if sees(ada, point(16, 1), [], rocks) else 0": 0,
    "1 if sees(ada, point(16, 5), rocks) else 0": 1,
    "1 if touching(ada, bert) else 0": 0,
    "1 if on(point(8.5, 1), slab) else 0": 1,
    "1 if on(point(9, 5.5), mud) else 0": 0,
}


@pytest.mark.parametrize("expression", MEASURES)
def test_what_is_measured(expression: str, tmp_path: Path) -> None:
    sequence = f"sequence:\n  - set: x\n    to: {expression}\n  - end: over\n"
    game = begun(tmp_path, sequence)
    assert game.position()["variables"]["x"] == MEASURES[expression]


def test_all_forms_and_an_ending_that_looks_at_where_somebody_stands(tmp_path: Path) -> None:
    text = """
sequence:
  - repeat: 3
    steps:
      - each: c
        in: crabs
        steps:
          - if: c.spot != none
            then:
              - spot: goal
                by: red if c == ada else blue
                for: c
                reach: c.steps
                among: here
                over: rocks
                towards: crabs
              - go: c
                to: goal
              - roll: r
                die: die
              - slide: bert
                away_from: c
                distance: r
                among: [here, rocks]
                over: rocks
                met: other
              - if: other != none
                then:
                  - adjust: other.steps
                    by: -1
  - end: over
"""
    ending = "victory: {crossed: {winner: red, when: 'apart(ada, point(19, 5)) <= 13'}}\n"
    write(tmp_path, "")
    (tmp_path / "victory.yaml").write_text(ending)
    ends = played(tmp_path, settled(text))
    assert {cells[0] for cells in ends} > {1}


def test_examples_answer_with_points_and_names(tmp_path: Path) -> None:
    text = """
examples:
  contact:
    run: sequence
    play: [{goal: bert}]
    expect:
      - touching(ada, bert)
      - apart(ada, bert) <= 1
  free:
    run: sequence
    play:
      - refused: {goal: "9,9"}
      - goal: "3,4"
    expect: ["apart(ada, point(3, 4)) <= 0", "ada.spot == point(3, 4)"]
"""
    write(tmp_path, settled(WALK) + text)
    found: Any = check(str(tmp_path))
    assert [finding for finding in found.found if finding.severity == "error"] == []
    assert found.examples == 2


def test_points_survive_their_writing() -> None:
    assert written(point(1, 2)) == "0.001,0.002"
    assert read("0.001,0.002") == point(1, 2)
