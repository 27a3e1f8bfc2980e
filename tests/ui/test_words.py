"""What the table says of members and events: what a card does, what goes with what, what came to nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from sieges.play.session import Session
from sieges.ui.table.charts import Charts
from sieges.ui.table.layout import Display, display_of
from sieges.ui.table.performed import idle
from sieges.ui.table.screen import Screen
from tests.play.games import begun, copied, ford

from .conftest import FORD, Run, flat

CHANGES = (
    (
        "      action: {type: steps, default: []}\n",
        "      action: {type: steps, default: []}\n"
        '      text: {type: text, default: ""}\n'
        "      suits: {type: a set of orders, default: [], title: orders that it suits}\n"
        "      foil: {type: an answer or none, default: none, title: foiled by}\n",
    ),
    (
        "title: Arrows, number: 2, answer: strike}",
        "title: Arrows, number: 2, answer: strike, text: They fall short or not., source: {status: reconstructed},"
        " action: [{roll: flight, die: odd_die}, {if: flight == 2, then: [{cancel: raid}]}]}",
    ),
    (
        "action: [{adjust: bonus, by: -1}]}",
        "action: [{if: issued == muster, then: [{adjust: bonus, by: -1}]}], source: {status: inferred}}",
    ),
    (
        "captain: {title: The Captain, number: 4}",
        "captain: {title: The Captain, number: 4, text: He leads them himself., suits: [assault, bluff],"
        " foil: strike, source: {status: reconstructed}}",
    ),
    ("          - perform: card.action\n", "          - scope: raid\n            steps: [{perform: card.action}]\n"),
    (
        "      - set: issued\n        to: order\n",
        "      - set: issued\n        to: order\n"
        "      - choose: helper\n        by: north\n"
        '        from: "[c for c in cards if issued in c.suits]"\n'
        "        optional: {id: nobody, label: Nobody}\n        if_none: []\n        prompt: Who goes with it?\n",
    ),
)  # fmt: skip

HANDED = ["as", "nobody", "2", "wait"]
"""The answers up to the card."""


@pytest.fixture
def raid(tmp_path: Path) -> str:
    """The ford with texts, a member that goes with orders, a scope to cancel, and an action that may be idle."""
    return str(copied(tmp_path, *CHANGES))


# --- what members do ------------------------------------------------------------------------------


def test_a_card_turned_up_says_what_it_does_and_where_it_comes_from(run: Run, raid: str) -> None:
    output = run("play", raid, "--dice", "manual", answers=[*HANDED, "arrows"]).output
    assert "Weather deck: Arrows (#2, answer B Strike back; reconstructed)." in flat(output)
    assert "      They fall short or not." in output
    output = run("play", raid, "--new", "--dice", "manual", answers=[*HANDED, "captain"]).output
    # Every field whose values are columns of charts is said, whatever it is called.
    assert "Weather deck: The Captain (#4, foiled by B Strike back; reconstructed)." in flat(output)
    assert "      He leads them himself." in output
    assert "      Orders that it suits: Assault and Bluff." in output


def test_whoever_is_offered_says_what_he_does(run: Run, raid: str) -> None:
    output = run("play", raid, "--dice", "manual", answers=["as"]).output.split("Who goes with it?")[1]
    assert (
        " 4  The Captain (reconstructed)\n    He leads them himself.\n    Orders that it suits: Assault"
        in output
    )
    assert " 0  Nobody\n" in output


@pytest.mark.parametrize("word", ["captain", "the cap", "4"])
def test_help_tells_it_of_an_option(run: Run, raid: str, word: str) -> None:
    output = run("play", raid, "--dice", "manual", answers=["as", f"? {word}"]).output.split(f"> ? {word}\n")[
        1
    ]
    assert "He leads them himself." in output
    assert "Orders that it suits: Assault and Bluff." in output
    assert "Reconstructed; ford/rules.yaml:" in output


def test_help_knows_every_member_by_its_name(run: Run, raid: str) -> None:
    output = run("play", raid, "--dice", "manual", answers=["? arrows", "? second dam", "? zzz"]).output
    assert "They fall short or not." in output
    assert "  Second dam\n" in output
    assert "`zzz` is none of the options." in output
    # What is typed without `?` is an answer, and asks about nothing else.
    output = run("play", raid, "--new", "--dice", "manual", answers=["arrows"]).output
    assert "`arrows` is none of the options." in output
    assert "fall short" not in output


# --- what came to nothing -------------------------------------------------------------------------


def test_an_action_that_changes_nothing_is_told(run: Run, raid: str) -> None:
    output = run("play", raid, "--dice", "manual", answers=[*HANDED, "thunder", "3", "l"]).output
    assert output.count("  (Thunder changes nothing now.)\n") == 2
    # This one rolls a die; that one has no action at all.
    for card in ("arrows", "shower", "captain"):
        output = run("play", raid, "--new", "--dice", "manual", answers=[*HANDED, card, "5", "3"]).output
        assert "changes nothing now" not in output


def test_what_is_idle_is_found_by_playing_the_move_again(raid: str) -> None:
    import sieges

    session = begun(scenario=sieges.load(raid), seed=None)
    for choice in ("assault", "nobody", "2", "wait", "thunder"):
        move = session.apply(choice)
    before = move.before.digest()
    # After the event that opens the card, and the one that puts it down.
    assert idle(move) == [(2, "Thunder")]
    assert move.before.digest() == before
    assert [idle(move) for move in session.moves[:-1]] == [[], [], [], []]


def test_what_is_cancelled_is_told(run: Run, raid: str) -> None:
    output = run("play", raid, "--dice", "manual", answers=[*HANDED, "arrows", "2"]).output
    assert "  Raid: cancelled.\n" in output


def test_a_pack_tells_of_it_in_its_own_words(run: Run, tmp_path: Path) -> None:
    steps = "            steps: [{perform: card.action}]\n"
    said = (steps, f"{steps}            if_cancelled: [{{say: They turn back}}]\n")
    pack = copied(tmp_path, *CHANGES, said)
    output = run("play", str(pack), "--dice", "manual", answers=[*HANDED, "arrows", "2"]).output
    assert "  They turn back.\n" in output
    assert "cancelled" not in output


# --- the first screen and help --------------------------------------------------------------------


def test_endings_are_told_in_words_alone(run: Run, tmp_path: Path) -> None:
    """Titles, else ids in words; the clauses that an ending cites say when it comes. No expression is shown."""
    from tests.play.games import copied

    pack = copied(
        tmp_path,
        (", title: The river floods}", "}"),
        ("title: The north turns back}", 'title: The north turns back, source: "2b"}'),
    )
    output = flat(run("play", str(pack), "--seed", "4").output)
    assert (
        "- The tower falls: North wins. - The north turns back: South wins. "
        '2b "A lost troop costs a point of resolve." '
        "- Flood: a draw. - Dusk: South or nobody wins, as things then stand. How to play" in output
    )


def test_a_refusal_says_what_the_condition_finds(run: Run) -> None:
    output = flat(run("play", FORD, "--seed", "4", answers=["?", "? muster"]).output)
    assert "4 Muster: free slots in Mill House is 2, and has to be at least 3, ford/rules.yaml" in output
    assert "Not offered now: free slots in Mill House is 2, and has to be at least 3, ford" in output


# --- charts ---------------------------------------------------------------------------------------


def charts(**display: object) -> Charts:
    rules = ford().rules()
    return Charts(rules, evolve(display_of(rules.compiled), **display), Screen())


def test_a_sign_that_is_a_column_and_a_result_is_said_to_be_both() -> None:
    found = charts(tokens={"B": "a bridge burnt"})
    chart = evolve(found.rules.compiled.charts["assault.chart"], cells=[["B", "."]] * 4, statuses={})
    assert found.legend([chart]) == [
        "  Columns: A Parry; B Strike back",
        "  Results: B a bridge burnt",
    ]
    assert found.legend([chart], {"A Parry", "B Strike back"}) == ["  Results: B a bridge burnt"]


def test_columns_of_one_chart_have_its_own_titles() -> None:
    found = charts()
    chart = evolve(found.rules.compiled.charts["assault.chart"], titles=["Stand", "Charge"], statuses={})
    assert found.legend([chart])[0] == "  Columns: A Stand; B Charge"
    assert found.legend([chart, chart])[0] == "  Columns: A Parry; B Strike back"


def test_only_reconstructed_cells_have_a_star() -> None:
    found = charts()
    chart = found.rules.compiled.charts["assault.chart"]
    inferred = evolve(chart, statuses={"": "printed", "6B": "inferred", "6A": "reconstructed"})
    assert found.odds_text(inferred, 0) == "1/6 -1n  2/6 -  2/6 -1s  1/6 -2s*"
    assert found.odds_text(inferred, 1) == "1/6 -2n  2/6 -1n  2/6 -  1/6 -1s -1n"
    drawn = "\n".join(found.full(inferred))
    assert "-2s*" in drawn
    assert "-1s -1n~" in drawn
    assert "* a reconstructed cell: no document has it" in drawn
    assert "~ an inferred cell: it follows from the documents" in drawn
    assert "reconstructed cell" not in "\n".join(found.full(evolve(chart, statuses={"6B": "inferred"})))


def test_columns_with_the_same_odds_are_one_line() -> None:
    found = charts()
    chart = found.rules.compiled.charts["assault.chart"]
    # The same results in another order are the same odds.
    alike = evolve(chart, cells=[["-1n", "-1s"], [".", "."], [".", "."], ["-1s", "-1n"]], statuses={})
    assert found.summary(alike, 60) == ["1/6 -1n  4/6 -  1/6 -1s"]
    three = evolve(
        chart, columns=["a", "b", "c"], labels=["A", "B", "C"], titles=["A", "B", "C"], statuses={},
        cells=[["-1n", "-1n", "-1s"], *[[".", ".", "."]] * 3],
    )  # fmt: skip
    assert found.summary(three, 60) == ["AB 1/6 -1n  5/6 -", "C  1/6 -1s  5/6 -"]


def test_the_column_is_known_by_the_kind_of_a_field() -> None:
    found = charts(column="")
    compiled = found.rules.compiled
    session: Session = begun()
    position = session.game.position()
    position["variables"]["open_card"] = "arrows"
    assert found.column(compiled.charts["assault.chart"], position) == 1
    assert Charts(found.rules, Display(), Screen()).column(compiled.charts["assault.chart"], position) == 1


# --- how much it is -------------------------------------------------------------------------------


def test_the_screen_of_a_game_with_many_charts_fits(run: Run) -> None:
    output = run("play", "syracuse", "--seed", "3", "--plain", answers=["", "?"]).output
    first, second = (part.split("\n> ")[0].splitlines() for part in output.split(" turn 1 --\n")[1:3])
    assert len(first) <= 46
    assert len(second) <= 40
    assert sum("Columns: " in line for line in first) == 1
    assert not any("Columns: " in line for line in second)
    # It is said again on request.
    assert output.count("Signs in the charts:") == 1
    assert output.count("  Columns: ") == 2


def test_no_column_is_guessed_from_a_card_of_the_turn_before(run: Run, tmp_path: Path) -> None:
    """A pack without `display`, whose variables keep what the last turn left in them."""
    pack = copied(
        tmp_path,
        ("      - set: open_card\n        to: none\n", "      - nothing: it stays\n"),
        ("      - set: issued\n        to: none\n", "      - nothing: it stays\n"),
    )
    rules = pack / "rules.yaml"
    text = rules.read_text("utf-8")
    rules.write_text(text[: text.index("\ndisplay:")] + "\n", "utf-8")
    output = run(
        "play", str(pack), "--seed", "4", "--plain", answers=["as", "1", "1", "1", "as", "1", "1"]
    ).output
    first, second, third = output.split("North: Which order?\n")[1:4]
    for question in (first, second):
        # Both columns, with the odds of each.
        assert "   A 1/6 -1n  2/6 -  2/6 -1s  1/6 -2s\n" in question.split("\n> ")[0]
        assert "   B 1/6 -2n  2/6 -1n  2/6 -\n" in question.split("\n> ")[0]
        # Once the card lies open, its column alone.
        assert "Chart of Assault, column " in question
    assert third


def test_of_many_rules_that_a_step_cites_few_are_quoted_at_once(run: Run) -> None:
    for seed in range(60):
        output = run("play", "syracuse", "--seed", str(seed), "--plain", answers=["2", "1", "1"]).output
        # A first loss before which none of its rules was quoted, and another one.
        first = output.split("is removed from Labdalum. [")
        if len(first) > 2 and "quotes that rule" in first[1]:
            break
    (lost,) = (part.split("\nAthens: ")[0] for part in output.split("is removed from Labdalum. [")[1:2])
    cited = lost.split("]")[0].split(", ")
    assert len(cited) > 3
    assert lost.count("      9.0") == 3
    assert f"(`? {cited[3].split()[-1]}` quotes that rule, and so on)" in lost
    (again,) = (part.split("\n\n")[0] for part in output.split("is removed from Labdalum. [")[2:3])
    assert "quotes that rule" not in again
