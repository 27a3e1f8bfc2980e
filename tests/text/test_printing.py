"""How findings are shown."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sieges.text import FORMATS, Diagnostic, SourceFile, Span, read_text, render

SOURCE = SourceFile("pack/a.yaml", "a: 1\nb: [x, yes]\n\n\n\n\n\n\n\na: 2\n")
TWICE = Diagnostic(
    "T024",
    "error",
    "the key `a` stands twice",
    Span("pack/a.yaml", 10, 1, 10, 2),
    ((Span("pack/a.yaml", 1, 1, 1, 2), "first given here"),),
    fix="rename one",
)
SPELT = Diagnostic("T030", "warning", "`yes`", Span("pack/a.yaml", 2, 8, 2, 11), help="why")
NOWHERE = Diagnostic("T001", "todo", "nothing here")


def show(*diagnostics: Diagnostic, text: str | None = None, **options: object) -> str:
    sources = [SOURCE if text is None else SourceFile("a", text)]
    return render(diagnostics, "text", sources, **options)  # type: ignore[arg-type]


def test_a_frame() -> None:
    assert show(TWICE, SPELT) == (
        """\
warning[T030]: `yes`
 --> pack/a.yaml:2:8
  |
2 | b: [x, yes]
  |        ^^^
help: why

error[T024]: the key `a` stands twice
  --> pack/a.yaml:10:1
   |
10 | a: 2
   | ^
  ::: pack/a.yaml:1:1
   |
 1 | a: 1
   | - first given here
fix: rename one

"""
    )


def test_without_a_place_or_a_file() -> None:
    assert show(NOWHERE) == "todo[T001]: nothing here\n\n"
    assert render([SPELT], "text") == "warning[T030]: `yes`\n --> pack/a.yaml:2:8\nhelp: why\n\n"
    beyond = Diagnostic("T010", "error", "m", Span("a", 99, 1, 99, 2))
    assert show(beyond, text="x") == "error[T010]: m\n  --> a:99:1\n\n"
    assert render([], "text") == ""


def test_a_span_of_several_lines_and_an_empty_one() -> None:
    several = Diagnostic("T010", "error", "m", Span("a", 1, 3, 2, 2))
    assert show(several, text="ab cd\nef").splitlines()[3:5] == ["1 | ab cd", "  |   ^^^"]
    empty = Diagnostic("T010", "error", "m", Span("a", 1, 6, 1, 6))
    assert show(empty, text="ab cd\nef").splitlines()[3:5] == ["1 | ab cd", "  |      ^"]


def test_wide_lines_are_clipped_around_the_mark() -> None:
    line = "".join(str(n % 10) for n in range(300))
    for start in (0, 5, 50, 150, 290, 299):
        shown = show(
            Diagnostic("T010", "error", "m", Span("a", 1, start + 1, 1, start + 6)), text=line, width=60
        )
        code, marks = shown.splitlines()[3:5]
        assert len(code) <= 60
        assert len(marks) <= 60
        marked = code[marks.index("^") : marks.rindex("^") + 1]
        assert marked == line[start : start + 5]
        assert code.startswith("1 | ..." if start > 20 else "1 | 0")
    whole = show(Diagnostic("T010", "error", "m", Span("a", 1, 1, 1, 301)), text=line, width=60)
    assert max(map(len, whole.splitlines())) <= 60


def test_tabs_control_characters_and_wide_letters() -> None:
    text = "\t\x1b[31m\u57ce e\u0301 x"
    code, marks = show(Diagnostic("T010", "error", "m", Span("a", 1, 12, 1, 13)), text=text).splitlines()[3:5]
    assert code == "1 |  ?[31m\u57ce e\u0301 x"
    assert text[11] == "x"
    assert marks.index("^") == len("1 |  ?[31m") + 2 + len(" e ")
    shown = show(Diagnostic("T010", "error", "a\x1b[0m\nb\ud800", Span("a\x07", 1, 1, 1, 2)), text="x")
    assert shown.splitlines()[:2] == ["error[T010]: a\\x1b[0m b\\ud800", " --> a\\x07:1:1"]


def test_colour_is_off_unless_asked_for() -> None:
    assert "\x1b" not in show(TWICE)
    coloured = show(TWICE, colour=True)
    assert "\x1b[31m" in coloured
    assert re.sub(r"\x1b\[[0-9]*m", "", coloured) == show(TWICE)


def test_concise() -> None:
    assert render([TWICE, SPELT, NOWHERE], "concise").splitlines() == [
        "todo[T001] nothing here",
        "pack/a.yaml:2:8: warning[T030] `yes`",
        "pack/a.yaml:10:1: error[T024] the key `a` stands twice",
    ]


def test_json() -> None:
    found = json.loads(render([TWICE, NOWHERE], "json"))
    place = {"file": "pack/a.yaml", "line": 10, "column": 1, "end_line": 10, "end_column": 2}
    assert found[1] == {
        "code": "T024",
        "severity": "error",
        "message": "the key `a` stands twice",
        **place,
        "related": [{"message": "first given here", **place, "line": 1, "end_line": 1}],
        "help": None,
        "fix": "rename one",
    }
    assert list(found[0]) == list(found[1])
    assert found[0]["line"] is None
    assert json.loads(render([], "json")) == []


def test_github_has_the_worst_first_and_escapes() -> None:
    odd = Diagnostic("T010", "error", "100%\r\na: b, c", Span("a,b:c%.yaml", 2, 3, 2, 5))
    long = Diagnostic("T010", "todo", "m", Span("a", 1, 3, 2, 5))
    assert render([SPELT, long, odd, TWICE], "github").splitlines() == [
        "::error file=a%2Cb%3Ac%25.yaml,line=2,col=3,endColumn=5,title=T010::100%25%0D%0Aa: b, c",
        "::error file=pack/a.yaml,line=10,col=1,endColumn=2,title=T024::"
        "the key `a` stands twice%0Apack/a.yaml:1:1: first given here%0Afix: rename one",
        "::warning file=pack/a.yaml,line=2,col=8,endColumn=11,title=T030::`yes`%0Ahelp: why",
        "::notice file=a,line=1,endLine=2,title=T010::m",
    ]


def test_a_number_that_is_shown() -> None:
    several = [Diagnostic("T010", "error", "m", Span("a", n, 1, n, 2)) for n in range(1, 6)]
    assert render(several, "concise", most=2).splitlines()[1:] == ["a:2:1: error[T010] m", "... and 3 more"]
    assert render(several, "text", most=2).endswith("\n\n... and 3 more\n")
    assert len(json.loads(render(several, "json", most=2))) == 2
    assert render(several, "github", most=2).count("\n") == 2
    assert "more" not in render(several, "concise", most=5)


def test_no_such_format() -> None:
    with pytest.raises(ValueError, match="concise"):
        render([], "xml")  # type: ignore[arg-type]


ANY = st.text(max_size=30) | st.text(st.characters(), max_size=8)


@given(
    ANY,
    ANY,
    st.integers(1, 4),
    st.integers(1, 40),
    st.integers(0, 3),
    st.integers(1, 40),
    st.integers(0, 120),
)
def test_anything_can_be_shown(
    text: str, message: str, line: int, column: int, lines: int, end: int, width: int
) -> None:
    span = Span("a", line, column, line + lines, end if lines else max(column, end))
    diagnostic = Diagnostic("T010", "error", message, span, ((span, message),), message, message)
    for format in FORMATS:
        shown = render([diagnostic], format, [SourceFile("a", text)], width=width)
        shown.encode()
        assert all(character.isprintable() or character == "\n" for character in shown)


def test_what_the_reader_finds_can_be_shown() -> None:
    document = read_text("a: {if: troops(a, b) > 0}\n", "a.yaml")
    assert render(document.diagnostics, "text", {"a.yaml": document.source}).splitlines()[3:] == [
        "1 | a: {if: troops(a, b) > 0}",
        "  |         ^^^^^^^^^^^^^^^^",
        "help: inside `{...}` and `[...]` a comma, a colon or a bracket ends an unquoted value",
        'fix: "troops(a, b) > 0"',
        "",
    ]
