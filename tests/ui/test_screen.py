"""Text on terminals of all sorts, and charts and answers by themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

from sieges.play.turns import Turns
from sieges.ui.table.answers import Answers, Key
from sieges.ui.table.charts import Charts, row_of, wrap_parts
from sieges.ui.table.layout import display_of, label_of, listed
from sieges.ui.table.screen import Screen, cells, cut, padded, speaks_utf8, wrap
from tests.play.games import begun, ford

from .conftest import FORD, Run

# --- text -----------------------------------------------------------------------------------------


def test_wrapping_keeps_the_width() -> None:
    text = "some words and one_that_is_much_longer_than_a_line_can_be and the rest"
    for width in range(8, 40):
        lines = wrap(text, width, "- ", "  ")
        assert all(len(line) <= width for line in lines)
        assert "".join(line[2:].replace(" ", "") for line in lines) == text.replace(" ", "")
    assert wrap("", 20) == [""]


def test_wide_characters_take_two_columns() -> None:
    assert cells("\u57ce") == 2
    assert cells("e\u0301") == 1
    assert cells(cut("\u57ce" * 10, 9)) <= 9
    assert padded("\u57ce", 4) == "\u57ce  "


def test_parts_are_not_broken() -> None:
    lines = wrap_parts(["one two", "three four", "five"], 20, "  ", joint=";  ")
    assert lines == ["  one two;", "  three four;  five"]
    lines = wrap_parts(["one two", "three four", "five"], 20, "Some: ", " ", joint="; ")
    assert lines == ["Some: one two;", " three four; five"]


def test_plain_text_where_there_is_no_utf8() -> None:
    screen = Screen(plain=True)
    assert screen.text("Crémieux \u2014 \u201cno\u201d \u57ce\x1b[31m") == 'Cremieux - "no" ?\\x1b[31m'
    assert Screen(utf8=True).text("Crémieux") == "Crémieux"
    assert "\x1b" not in Screen(utf8=True).text("\x1b[2J")


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"LANG": "de_DE.UTF-8"}, True), ({"LC_ALL": "C.utf8"}, True), ({"LANG": "C"}, False), ({}, False),
        ({"LC_ALL": "C", "LANG": "de_DE.UTF-8"}, False), ({"LC_CTYPE": "de_DE.UTF-8"}, True),
        # Python sets this one by itself where the locale is the plain one.
        ({"LC_CTYPE": "C.UTF-8"}, False), ({"LC_CTYPE": "C.UTF-8", "LANG": "C.UTF-8"}, True),
    ],
)  # fmt: skip
def test_utf8_is_taken_from_the_locale(
    variables: dict[str, str],
    expected: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in ("LC_ALL", "LC_CTYPE", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert speaks_utf8() is expected


def test_bars_where_there_is_utf8(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from click.testing import CliRunner

    from sieges.ui.main import main

    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    assert "\u2588" in CliRunner().invoke(main, ["play", FORD, "--seed", "4"]).stdout
    assert CliRunner().invoke(main, ["play", FORD, "--seed", "4", "--plain"]).stdout.isascii()


def test_colour_only_on_a_terminal_and_never_with_plain(home: Path) -> None:
    from click.testing import CliRunner

    from sieges.ui.main import main

    def shown(*more: str) -> str:
        return CliRunner().invoke(main, ["play", FORD, "--seed", "4", *more], color=True).stdout

    assert "\x1b[1m" in shown()
    assert "\x1b" not in shown("--plain")
    for name, value in (("TERM", "dumb"), ("NO_COLOR", "1")):
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv(name, value)
            assert "\x1b" not in shown()


@pytest.mark.parametrize("columns", [40, 52, 60, 200])
def test_other_widths(run: Run, monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    output = run(
        "play", FORD, "--seed", "4", answers=["?", "? 1", "as", "2", "wait", "b", "", "l", "q"]
    ).stdout
    assert max(len(line) for line in output.splitlines()) <= min(columns, 80)
    for text in ("Mill House 1/3  T..", "OPEN TO ALL", "1/6 -1s -1n*"):
        assert text in output


def test_a_low_window_lists_the_options_without_their_charts(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Screen, "of_terminal", classmethod(lambda cls, plain=False: cls(plain, 80, 20)))
    output = run("play", FORD, "--seed", "4").output
    assert "shows the chart with its odds" in output
    assert "1/6 -1n" not in output


# --- charts and displays --------------------------------------------------------------------------


def charts() -> Charts:
    rules = ford().rules()
    return Charts(rules, display_of(rules.compiled), Screen())


def test_odds_are_exact_and_add_up() -> None:
    found = charts()
    for chart in found.rules.compiled.charts.values():
        for column in range(len(chart.columns)):
            for modifier in range(-8, 9):
                odds = found.odds(chart, column, modifier)
                assert sum(count for _, count, _ in odds) == 6
                assert {total for _, _, total in odds} == {6}


def test_a_modifier_moves_the_odds() -> None:
    found = charts()
    chart = found.of("order", "assault")
    assert chart is not None
    assert found.odds(chart, 0) == [("-1n", 1, 6), ("-", 2, 6), ("-1s", 2, 6), ("-2s", 1, 6)]
    assert found.odds(chart, 0, 9) == [("-2s", 6, 6)]
    assert found.odds(chart, 1, 5) == [("-1s -1n*", 6, 6)]
    assert [row_of(chart, number) for number in (-9, 1, 2, 3, 4, 5, 6, 99)] == [0, 0, 1, 1, 2, 2, 3, 3]


def test_where_a_chart_and_its_cells_come_from() -> None:
    found = charts()
    chart = found.of("order", "assault")
    assert chart is not None
    assert found.status(chart) == ""
    assert found.status(chart, 3, 1) == "reconstructed"
    assert found.status(chart, 3, 0) == ""
    assert found.status(found.rules.compiled.charts["bluffing"]) == "reconstructed"
    assert found.of("order", "muster") is None
    assert found.of("nothing", "assault") is None


def test_a_display_that_makes_no_sense_is_left_out() -> None:
    compiled = ford().rules().compiled
    from attrs import evolve

    nonsense: list[object] = [
        3, None, "text", {"charts": 3, "tokens": [], "quiet": "all", "terminal": 5, "turn": [], "intro": {}},
        {"terminal": {"lines": [3, {}, {"show": "nothing.built"}, {"show": 4}], "order": ["x"]}},
    ]  # fmt: skip
    found = display_of(evolve(compiled, display=nonsense))
    assert found.lines == []
    assert found.intro == ""


def test_lines_of_a_display() -> None:
    from attrs import evolve

    compiled = ford().rules().compiled

    def lines(*written: dict[str, object]) -> list[tuple[str, list[int], str]]:
        found = display_of(evolve(compiled, display=[{"terminal": {"lines": list(written)}}]))
        return [(line.title, line.members, line.to) for line in found.lines]

    assert lines({"show": "dam.built"}) == [("Dams", [0, 1], "")]
    assert lines({"show": "dam.built", "members": ["dam_2", "none_such"]}) == [("Dams", [1], "")]
    assert lines({"show": "dam.built", "members": {"stops": "dam_1"}}) == [("Dams", [1], "")]
    assert lines({"show": "dam.built", "title": "D", "by": "stops", "to": "stops"}) == [
        ("D", [0], "stops"),
        ("First dam", [1], "stops"),
    ]
    # Without a display every state field is a line.
    default = display_of(evolve(compiled, display=[]))
    assert [(line.title, line.field) for line in default.lines] == [
        ("Dam, built", "built"),
        ("Dam, owner troops", "owner_troops"),
    ]
    assert label_of(compiled, "dam", 0) == "1"


def test_lists_of_words() -> None:
    assert [listed(words) for words in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]


def test_two_options_of_the_same_name_are_told_apart_by_number() -> None:
    answers = Answers(
        [Key("1", "gate_1", "Gate"), Key("2", "gate_2", "Gate"), Key("3", "gate_house", "Gate House")]
    )
    assert isinstance(answers.find("gate"), str)
    assert answers.find("2") == answers.keys[1]
    assert answers.find("gate_1") == answers.keys[0]
    assert answers.find("gate ho") == answers.keys[2]
    assert isinstance(answers.find(""), str)


def test_the_turns_of_the_table_are_those_of_the_display() -> None:
    assert Turns(begun(), display_of(ford().rules().compiled).turn).now == 1
