"""Findings, their codes, their collector, and what an author probably meant."""

import pytest

from sieges.text import Diagnostic, Diagnostics, SourceFile, Span, nearest, register, registered


def finding(
    message: str = "m",
    line: int = 1,
    column: int = 1,
    file: str = "a",
    code: str = "T010",
    severity: str = "error",
) -> Diagnostic:
    return Diagnostic(code, severity, message, Span(file, line, column, line, column + 1))  # type: ignore[arg-type]


def test_codes_are_registered_once_with_a_meaning() -> None:
    assert register("X901", "a test") == "X901"
    assert register("X901", "a test") == "X901"
    assert registered("X9") == {"X901": "a test"}
    for code, meaning in [
        ("X901", "another test"),
        ("X1", "m"),
        ("x123", "m"),
        ("X902", ""),
        ("X902", "a\nb"),
    ]:
        with pytest.raises(ValueError, match=r"."):
            register(code, meaning)
    assert list(registered("T")) == sorted(registered("T"))


def test_a_finding_has_a_known_code_and_severity() -> None:
    with pytest.raises(ValueError, match="X999"):
        finding(code="X999")
    with pytest.raises(ValueError, match="severity"):
        finding(severity="fatal")


def test_findings_are_kept_once_in_the_order_of_the_files() -> None:
    collector = Diagnostics()
    assert not collector
    for file, line, column in [("b", 1, 1), ("a", 10, 1), ("a", 2, 5), ("a", 2, 1), ("a", 2, 5)]:
        collector.add(finding("m", line, column, file))
    collector.add(Diagnostic("T010", "warning", "no place"))
    assert [str(found.span) for found in collector] == ["None", "a:2:1", "a:2:5", "a:10:1", "b:1:1"]
    assert len(collector) == 5
    assert collector.left_out == 0
    assert (collector.count("error"), collector.count("warning"), collector.count("todo")) == (4, 1, 0)


def test_errors_are_known() -> None:
    collector = Diagnostics([finding(severity="warning"), finding(severity="todo")])
    assert not collector.has_errors
    collector.add(finding())
    assert collector.has_errors


def test_a_collector_keeps_so_many() -> None:
    collector = Diagnostics(most=2)
    for line in (1, 2, 3, 4, 4, 3, 1):
        collector.add(finding(line=line))
    assert (len(collector), collector.left_out) == (2, 2)
    other = Diagnostics(collector)
    assert (len(other), other.left_out, other.has_errors) == (2, 2, True)
    full = Diagnostics([finding(line=1)], most=1)
    full.add(finding("x", line=2))
    assert full.has_errors


NAMES = [
    "athletes",
    "labour",
    "great_harbour",
    "upper_left",
    "gate",
    "gates_of_iron",
    "b1",
    "b2",
    "is_open",
    "Tower",
]


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("athlets", "athletes"),
        ("atheltes", "athletes"),
        ("labor", "labour"),
        ("great_harbor", "great_harbour"),
        ("great-harbour", "great_harbour"),
        ("Great Harbour", "great_harbour"),
        ("harbour", "great_harbour"),
        ("gaet", "gate"),
        ("gatte", "gate"),
        ("left_upper", "upper_left"),
        ("gates_of", "gates_of_iron"),
        ("b3", "b1"),
        ("isopen", "is_open"),
        ("tower", "Tower"),
        ("zebra", None),
        ("x", None),
        ("", None),
        ("gate" * 50, None),
    ],
)
def test_the_nearest_name(word: str, name: str | None) -> None:
    assert nearest(word, NAMES) == name
    assert nearest(word, reversed(NAMES)) == name


def test_never_the_word_itself() -> None:
    assert nearest("gate", ["gate"]) is None
    assert nearest("gate", []) is None


def test_the_number_of_wrong_letters_can_be_set() -> None:
    assert nearest("abcdefgh", ["abxyefgh"]) == "abxyefgh"
    assert nearest("abcdefgh", ["abxyefgh"], most=1) is None


def test_lines_of_a_file() -> None:
    source = SourceFile("a", "\ufeffone\r\ntwo\rthree\n\nfive")
    assert [source.line(n) for n in range(8)] == ["", "one", "two", "three", "", "five", "", ""]
    assert source.line_count == 5
    assert SourceFile("a", "x\n").line_count == 1
    assert SourceFile("a", "").line_count == 1


def test_positions_and_offsets() -> None:
    source = SourceFile("a", "one\r\ntwo\n")
    for offset in range(len(source.text) + 1):
        assert source.offset(*source.position(offset)) == offset
    assert source.position(-5) == (1, 1)
    assert source.position(999) == (3, 1)
    assert source.offset(0, 1) == 0
    assert source.offset(9, 9) == len(source.text)
    assert str(source.span(5, 8)) == "a:2:1"
    assert source.span(1, 2).to(source.span(5, 8)) == Span("a", 1, 2, 2, 4)
    assert source.span(5, 8).start == Span("a", 2, 1, 2, 1)
