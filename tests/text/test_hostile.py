"""Files that are made to do harm: refused at once, and never with an exception."""

import itertools
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sieges.text import Document, Limits, read_text, render
from sieges.text.scanning import PackScanner


def codes(document: Document) -> list[str]:
    return [diagnostic.code for diagnostic in document.diagnostics]


@pytest.fixture
def tokens(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Counts how often the scanner goes for another token."""
    count = [0]
    original = PackScanner.fetch_more_tokens

    def counted(self: Any) -> Any:
        count[0] += 1
        return original(self)

    monkeypatch.setattr(PackScanner, "fetch_more_tokens", counted)
    return count


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        "{" * 100_000,
        "[{" * 50_000,
        "[a, " * 100_000,
        "{a: " * 100_000,
        "- " * 100_000,
        "x: [" + "[" * 100_000,
        "".join(f"{' ' * depth}a:\n" for depth in range(1000)),
    ],
    ids=lambda text: repr(text[:8]),
)
def test_depth_costs_nothing(text: str, tokens: list[int]) -> None:
    document = read_text(text, "a.yaml")
    assert codes(document) == ["T005"]
    assert tokens[0] < 200
    assert document.data is None


def test_the_depth_that_is_allowed() -> None:
    for opener, closer in (("[", "]"), ("{a: ", "}")):
        assert read_text(opener * 40 + closer * 40, "a.yaml").ok
        assert codes(read_text(opener * 41 + closer * 41, "a.yaml")) == ["T005"]
    assert read_text("- " * 40 + "a", "a.yaml").ok
    assert codes(read_text("- " * 41 + "a", "a.yaml")) == ["T005"]


def test_brackets_in_text_are_no_depth() -> None:
    assert read_text(f"a: '{'[' * 1000}'\n# {'[' * 1000}\nb: |\n  {'[' * 1000}\n", "a.yaml").ok


def test_work_grows_with_the_text_and_not_faster(tokens: list[int]) -> None:
    counts = []
    for size in (500, 1000, 2000):
        tokens[0] = 0
        text = "".join(f"k{n}:\n  - {{a: [x, 'y'], b: z}}\n  - text of words\n" for n in range(size))
        assert read_text(text, "a.yaml").ok
        counts.append(tokens[0])
    assert counts[1] < counts[0] * 2.1
    assert counts[2] < counts[1] * 2.1


def test_number_of_values() -> None:
    limits = Limits(nodes=10)
    assert read_text("[1, 2, 3, 4, 5, 6, 7, 8, 9]", "a.yaml", limits).ok
    assert codes(read_text("[1, 2, 3, 4, 5, 6, 7, 8, 9, 0]", "a.yaml", limits)) == ["T006"]
    assert codes(read_text("[" + "a," * 300_000 + "]", "a.yaml")) == ["T006"]


def test_aliases_cannot_multiply() -> None:
    bomb = "a: &a [x, x, x]\n" + "".join(
        f"{name}: &{name} [*{before}, *{before}, *{before}]\n"
        for before, name in itertools.pairwise("abcdefghi")
    )
    document = read_text(bomb, "a.yaml")
    assert set(codes(document)) == {"T020", "T021"}
    assert len(str(document.data)) < 1000


@pytest.mark.parametrize("digits", [19, 10_000, 1_000_000])
def test_long_numbers(digits: int) -> None:
    for text in ("7" * digits, "-" + "7" * digits, "0." + "7" * digits):
        document = read_text(f"a: {text}", "a.yaml")
        assert codes(document) == ["T032"]
        assert len(render(document.diagnostics, "text", [document.source])) < 2000


def test_a_very_long_line() -> None:
    document = read_text("a: " + "word " * 200_000, "a.yaml")
    assert document.ok
    document = read_text("a: " + "word " * 100_000 + ": x", "a.yaml")
    assert codes(document) == ["T015"]
    assert (
        max(map(len, render(document.diagnostics, "text", [document.source], width=80).splitlines())) <= 100
    )


@pytest.mark.parametrize(
    "text",
    ["\0", "a: \0", "\ud800", "a: \udfff", "\ufeff\ufeff", "\x85", "\ufffe"],
    ids=ascii,
)
def test_characters_that_are_none(text: str) -> None:
    document = read_text(text, "a.yaml")
    assert codes(document) == ["T003"]
    render(document.diagnostics, "text", [document.source]).encode()


def test_many_blank_lines_in_a_text() -> None:
    assert read_text("a: |\n  x\n" + "\n" * 500_000 + "  y\n" + "\n" * 400_000, "a.yaml").ok


def test_many_mistakes() -> None:
    assert len(read_text("- yes\n" * 60_000, "a.yaml").diagnostics) == 101


PIECES = st.sampled_from(
    [
        *"[]{}(),:'\"|>-?&*!%@`#~.\\ \n\t\r0a",
        *(
            "\n  ",
            "\n- ",
            ": ",
            " #",
            "a: ",
            "- ",
            "---\n",
            "...\n",
            "<<: ",
            "\\x",
            "|+\n",
            ">2-\n ",
            "yes",
            "0x",
        ),
        *("\\ud800", "''", "\u00e9", "\U0001f3f0", "f(a, b)", "%YAML 1.1\n", "!!str "),
    ]
)


@given(st.lists(PIECES, max_size=30).map("".join) | st.text(max_size=40))
@example("\ud800")
@example('"\\U99999999"')
@example("? [a\n: b")
@example("a: !<")
@example("[\n")
def test_no_text_raises_or_is_refused_without_a_place(text: str) -> None:
    document = read_text(text, "a.yaml")
    assert document.ok or not document.readable or document.diagnostics
    for diagnostic in document.diagnostics:
        assert diagnostic.span is not None
        assert 1 <= diagnostic.span.line <= document.source.line_count + 1
        assert diagnostic.help or diagnostic.fix or diagnostic.related or diagnostic.code in ("T005", "T009")
    for format in ("text", "concise", "json", "github"):
        render(document.diagnostics, format, [document.source], width=50).encode()
