"""A game at the terminal's table: what is shown, how it is answered, the ways back and out."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from sieges.play.journal import PERSON, MoveLine
from sieges.play.reading import read_save

from .conftest import FORD, Run, flat, saved

PLAY = ("play", FORD, "--seed", "4")


def after(output: str, mark: str) -> str:
    """What stands after the last place of a text."""
    assert mark in output, output
    return output.rsplit(mark, 1)[1]


# --- the first screen and the table ---------------------------------------------------------------


def test_the_first_screen_says_who_plays_what_wins_and_how_to_answer(run: Run) -> None:
    output = run(*PLAY).output
    for text in (
        "The Ford", "Two armies and a river.", "North", "South", "How long: Short", "The tower falls: North wins",
        "The north turns back: South wins", "Dusk", "number of an option", "?  help", "u  undo", "q  leave",
    ):  # fmt: skip
        assert text in output


def test_the_table_has_everything_on_it(run: Run) -> None:
    output = run(*PLAY).output
    for text in (
        "NORTH", "SOUTH", "OPEN TO ALL", "Mill       4/6  TTTT..", "Mill House 1/3  T..", "Landing    1/2  R.",
        "Resolve     6 ======--", "Crossing:  0 ---------", "Dams  1 2>1", "Weather deck: 4 cards left",
        "T troop   R raft   . free", "turn 1",
    ):  # fmt: skip
        assert text in output


def test_members_whose_state_holds_stand_in_brackets(run: Run) -> None:
    output = run(*PLAY, answers=["1", "3", "1", "1", "1", "1", "1"]).output
    assert "Second dam: built." in output
    assert "Dams  1 [2>1]" in output
    assert "[ ] built" in output


def test_options_with_charts_show_their_odds(run: Run) -> None:
    output = run(*PLAY).output
    assert "A 1/6 -1n  2/6 -  2/6 -1s" in output
    assert "1/6 -1s -1n*" in output
    assert "  Columns: A Parry; B Strike back\n  Results: -Nn N northern troops lost;" in output
    assert "not now: Muster" in output


def test_the_column_is_known_once_the_card_is_open(run: Run) -> None:
    output = run(*PLAY, answers=["as", "2", "wait"]).output
    assert "Weather deck: Arrows (#2, answer B Strike back)." in output
    assert "Chart of Assault, column B (Strike back)" in output
    assert "    1/6 -2n  2/6 -1n  2/6 -  1/6 -1s -1n*" in output
    assert "Chart of Assault, row 2-3, column B: -1n." in output


def test_what_happened_is_told_with_its_clauses(run: Run) -> None:
    output = run(*PLAY, answers=["as", "2", "wait", "1"]).output
    assert "1 troop of North is removed from Mill. [2a]" in output
    assert '2a "The owner says where a troop is lost."' in output
    assert "Resolve of North falls from 6 to 5. [2b]" in output
    assert "Crossing rises from 0 to 1." in output


def test_a_line_of_history_goes_with_a_card(run: Run) -> None:
    for seed in range(8):
        output = run("play", FORD, "--seed", str(seed), answers=["as", "2", "wait"]).output
        if "Shower" in output:
            assert "It rained all morning." in output
            return
    raise AssertionError("no shower in eight games")


def test_the_set_up_tells_what_it_did(run: Run) -> None:
    assert "Mist lies on the water." in run(*PLAY, "--option", "mist=true").output


# --- answers --------------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", ["1", "assault", "As", "ASSAULT", "ass", "01"])
def test_options_are_picked_by_number_or_beginning(run: Run, answer: str) -> None:
    assert "North: Assault (order)." in run(*PLAY, answers=[answer]).output


@pytest.mark.parametrize(
    ("answer", "what"),
    [
        ("a", "too short"), ("x", "too short"), ("none such", "none of the options"), ("9", "no option 9"),
        ("-1", "no option -1"), ("9" * 20, "none of the options"), ("\u2163", "too short"),
        ("u x", "none of the options"),
    ],
)  # fmt: skip
def test_an_answer_that_is_not_understood_is_asked_again(
    run: Run, answer: str, what: str, home: Path
) -> None:
    output = run(*PLAY, answers=[answer, "bluff"]).output
    assert what in output
    assert "North: Bluff (order)." in output
    (path,) = saved(home)
    assert [move.choice for move in read_save(path).moves][:1] == ["bluff"]


def test_a_beginning_of_several_names_is_not_guessed(run: Run) -> None:
    output = run(*PLAY, answers=["as", "2", "wait", "mi", "mill h"]).output
    assert "`mi` could be Mill (1) or Mill House (2)." in output
    assert "North: Mill House (place)." in output


def test_a_whole_name_is_taken_though_another_begins_alike(run: Run) -> None:
    assert "North: Mill (place)." in run(*PLAY, answers=["as", "2", "wait", "mill"]).output


def test_the_number_of_something_not_offered_says_why(run: Run) -> None:
    output = run(*PLAY, answers=["4", "q"]).output
    assert "Not offered now: free slots in Mill House is 2, and has to be at least 3," in output


def test_numbers_are_answered_by_themselves(run: Run) -> None:
    output = run(*PLAY, answers=["as", "3"]).output
    assert "  1, 2, 3" in output
    assert "North: 3 (sent)." in output


def test_a_choice_of_one_is_made_unasked_and_told(run: Run, home: Path) -> None:
    output = run("play", FORD, "--seed", "2", answers=["as", "2", "wait"] * 3 + ["1"] * 9).output
    assert "South: Tower (place, the only choice)." in output
    (path,) = saved(home)
    assert "only" in [move.how for move in read_save(path).moves]


# --- commands -------------------------------------------------------------------------------------


def test_help_says_why_an_option_is_not_there(run: Run) -> None:
    output = after(run(*PLAY, answers=["?"]).output, "> ?")
    assert "4  Muster: free slots in Mill House is 2, and has to be at least 3," in output
    assert "Asked by" in output
    assert '1b "North gives one order for each crossing."' in output
    for command in "?ubql":
        assert re.search(rf"^  {re.escape(command)}  \w", output, re.MULTILINE)


def test_help_about_an_option_shows_its_chart_and_rules(run: Run) -> None:
    output = after(run(*PLAY, answers=["? as"]).output, "> ? as")
    assert "die" in output
    assert re.search(r"6\+ +-2s +-1s -1n\*", output)
    assert "Odds:" in output
    assert '1a "An assault needs a troop in the mill."' in output


def test_help_quotes_a_clause(run: Run) -> None:
    assert '2b "A lost troop costs a point of resolve."' in run(*PLAY, answers=["? 2b"]).output


def test_undo_takes_back_ones_own_choice(run: Run, home: Path) -> None:
    output = run(*PLAY, answers=["as", "u", "bluff"]).output
    assert "Taken back: North: Assault (order)." in output
    (path,) = saved(home)
    assert [move.choice for move in read_save(path).moves] == ["bluff"]


@pytest.mark.parametrize(
    ("answers", "why"),
    [
        (["u"], "no choice to take back"),
        (["as", "2", "u"], "another side has decided"),
        (["as", "2", "wait", "u"], "a die was rolled"),
    ],
)
def test_undo_has_limits_and_says_them(run: Run, answers: list[str], why: str) -> None:
    output = run(*PLAY, answers=answers).output
    assert "Not possible: " in output
    assert why in output


def test_going_back_is_by_agreement_of_all_who_play(run: Run) -> None:
    output = run(*PLAY, answers=["as", "2", "wait", "b 1", "no", "b 1", "yes", "bluff"]).output
    assert "All sides (North, South) must agree." in output
    assert "Nothing has changed." in output
    assert "Gone back to before: North: Assault (order)." in output
    assert "North: Bluff (order)." in output


def test_who_plays_alone_may_type_the_last_die_again(run: Run, home: Path) -> None:
    alone = ("play", FORD, "--seed", "4", "--bot", "south=random")
    output = run(*alone, answers=["as", "2", "b d", "6"]).output
    assert "Roll the battle die. What does it show? (1 to 6)" in output
    assert "Chart of Assault, row 6+" in output
    assert ">B<" in output
    (path,) = saved(home)
    save = read_save(path)
    assert save.amended == 1
    assert [move.choice for move in save.moves if move.how == "typed"] == ["6"]


def test_the_list_of_b_shows_what_can_be_gone_back_to(run: Run) -> None:
    alone = ("play", FORD, "--seed", "4", "--bot", "south=random")
    output = run(*alone, answers=["as", "2", "b", "t1", "bluff"]).output
    assert "turn 1    1  North: Assault (order)." in output
    assert "North: Bluff (order)." in output
    output = run(*alone, answers=["as", "2", "b", "", "b", "77", "b", "t9", "b", "nonsense"]).output
    assert output.count("is no place to go back to") == 3


def test_a_result_says_that_it_was_amended(run: Run, home: Path) -> None:
    alone = ("play", FORD, "--seed", "4", "--bot", "south=random")
    output = run(*alone, answers=["bl", "1", "b 1"] + ["bl", "1"] * 3 + ["1"] * 3).output
    assert "amended once" in output
    (path,) = saved(home)
    assert json.loads(path.read_text().splitlines()[-1])["amended"] == 1


def test_the_log_tells_the_game(run: Run) -> None:
    output = after(run(*PLAY, answers=["as", "2", "wait", "l", "l all", "l 1"]).output, "> l 1")
    assert "turn 1" in output
    assert "North: Assault (order)." in output
    assert "The battle die shows" in output


def test_enter_shows_the_table_again(run: Run) -> None:
    assert run(*PLAY, answers=["", ""]).output.count("NORTH") == 3


def test_after_the_end_one_may_go_back(run: Run, home: Path) -> None:
    alone = ("play", FORD, "--seed", "4", "--bot", "south=random")
    answers = ["bl", "1"] * 3 + ["l", "?", "b t1", "as", "q"]
    output = run(*alone, answers=answers).output
    assert "The end" in output
    assert "Gone back to before: North: Bluff (order)." in output
    (path,) = saved(home)
    assert read_save(path).end is None


# --- dice and cards that people type --------------------------------------------------------------


def test_real_dice_and_cards_are_typed(run: Run, home: Path) -> None:
    output = run(
        "play", FORD, "--dice", "manual",
        answers=["as", "2", "wait", "?", "7", "arrows", "0", "?", "3", "1", "bl", "1", "wait", "arrows", "4", "5"],
    ).output  # fmt: skip
    assert "Turn up the top card of: Weather deck. Which one is it?" in output
    assert "  1  Shower" in output
    assert "1/4" in output
    assert "There is no option 7; type " in output
    assert "Weather deck: Arrows (#2" in output
    assert "Roll the battle die. What does it show? (1 to 6)" in output
    assert "There is no option 0; type " in output
    assert "The battle die shows 3." in output
    # The card lies in the open now: it cannot be drawn again, and 4 is the printed number of another.
    assert "Arrows cannot lie on top of Weather deck now." in output
    assert "Weather deck: The Captain (#4)." in output
    assert "Roll the odd die. What does it show? (2, 5)" in output
    (path,) = saved(home)
    save = read_save(path)
    assert save.header.seed is None
    assert {move.how for move in save.moves} == {"person", "typed", "only"}


def test_one_may_think_again_before_a_die_is_typed(run: Run) -> None:
    output = run("play", FORD, "--dice", "manual", answers=["as", "2", "wait", "u", "watch"]).output
    assert "Taken back: South: Wait and see (reply)." in output
    assert "South: Watch the water (reply)." in output


# --- agents ---------------------------------------------------------------------------------------


def test_a_game_of_agents_plays_itself(run: Run, home: Path) -> None:
    output = run(*PLAY, "--bot", "north=random", "--bot", "south=random").output
    assert "The end" in output
    assert "turn 3" in output
    assert ">" not in re.findall(r"^> ", output, re.MULTILINE)
    (path,) = saved(home)
    assert read_save(path).end is not None


def test_an_agent_plays_its_side(run: Run, home: Path) -> None:
    run(*PLAY, "--bot", "south=random", answers=["as", "2"])
    (path,) = saved(home)
    save = read_save(path)
    assert save.header.seats == {"north": "person", "south": "random"}
    assert {move.how for move in save.moves if move.by == "south"} <= {"agent", "only"}


# --- leaving --------------------------------------------------------------------------------------


def test_the_end_of_input_keeps_the_game(run: Run, home: Path) -> None:
    output = run(*PLAY, answers=["as", "2"]).output
    assert "The game is kept" in output
    assert len(read_save(*saved(home)).moves) == 2


def test_q_keeps_the_game(run: Run) -> None:
    assert "goes on with it, at this very decision" in run(*PLAY, answers=["as", "q", "2"]).output


def test_answers_that_never_make_sense_end(run: Run) -> None:
    output = run(*PLAY, answers=["nonsense"] * 500, code=1).output
    assert "Too many answers" in output


def test_a_fault_of_the_pack_is_located_and_the_game_is_kept(run: Run, tmp_path: Path, home: Path) -> None:
    from tests.play.games import copied

    pack = copied(
        tmp_path, ("crossing: {title: Crossing, from: 0, to: 9", "crossing: {title: Crossing, from: 0, to: 1")
    )
    output = run(
        "play", str(pack), "--seed", "4", answers=["bl", "1", "wait", "bl", "1", "wait", "1", "1"], code=1
    ).output
    assert "The pack did something impossible" in output
    # A long path may be broken anywhere.
    assert "rules.yaml:" in "".join(output.split())
    assert "The game up to here is kept" in output
    assert len(read_save(*saved(home)).moves) > 5


# --- names ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["play", "sirakuse"], "no pack"),
        (["play", FORD, "--mode", "twoo"], "'two'"),
        (["play", FORD, "--option", "lenght=long"], "length"),
        (["play", FORD, "--option", "length=lnog"], "long"),
        (["play", FORD, "--option", "length"], "NAME=VALUE"),
        (["play", FORD, "--option", "more_rafts=2"], "0 to 1"),
        (["play", FORD, "--bot", "suoth=random"], "'south'"),
        (["play", FORD, "--bot", "south=randm"], "random"),
        (["play", FORD, "--bot", "south"], "SIDE=NAME"),
        (["play", FORD, "--dice", "loaded"], "manual"),
        (["play", FORD, "--seed", "x"], "integer"),
        (["play", FORD, "--seed", "9" * 40], "64 bits"),
        (["play", "--seed", "3"], "Name a pack"),
    ],
)
def test_unknown_names_are_answered_with_those_that_exist(
    run: Run, arguments: list[str], what: str, home: Path
) -> None:
    result = run(*arguments, code=2)
    assert what in result.output + result.stderr
    assert saved(home) == []


def test_a_pack_with_mistakes_is_told_all_of_them(run: Run, tmp_path: Path) -> None:
    from tests.play.games import copied

    pack = copied(tmp_path, ("die: odd_die\n", "die: odd_dice\n"), ("to: gone\n", "to: gonne\n"))
    result = run("play", str(pack), code=1)
    assert "odd_dice" in result.stderr
    assert "gonne" in result.stderr


# --- several answers in a line --------------------------------------------------------------------

PASSES = ("play", FORD.replace("ford", "passes"), "--seed", "1")


def test_a_line_of_answers_is_done_as_often_as_it_says(run: Run, home: Path) -> None:
    """An option is known again by what it says: the next of those that are alike has another id and another number."""
    run(*PASSES, answers=["foot, the camp x2", "guard, the val > ridge", "q"])
    moves = [line for line in read_save(saved(home)[0]).lines if isinstance(line, MoveLine)]
    assert [move.choice for move in moves if move.how == PERSON] == ["foot_1", "foot_2", "guard_3", "ridge"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("3x foot, the camp", "Something else is asked now. Your line has been done 2 of 3 times."),
        (
            "cap > plain > zebra",
            "`zebra` is none of the options. Of your line, 2 of 3 answers have been given.",
        ),
        ("cap > nowhere", "`nowhere` is none of the options. Of your line, 1 of 2 answers have been given."),
        ("nobody > plain", "`nobody` is none of the options."),
        ("cap > ", "`cap >` is none of the options."),
        ("cap x0", "`cap x0` is none of the options."),
    ],
)
def test_a_line_ends_where_it_cannot_go_on(run: Run, line: str, said: str) -> None:
    assert said in flat(run(*PASSES, answers=[line, "q"]).output)
