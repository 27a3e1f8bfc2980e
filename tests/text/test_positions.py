"""Where things stand: what is cut out of the file at a value's span is that value again."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from ruamel.yaml import YAML
from ruamel.yaml.reader import Reader
from ruamel.yaml.scanner import Scanner

from sieges.text import Document, Path, read_text
from sieges.text.scanning import PackScanner, QuickReader


def span(text: str, *path: str | int) -> str:
    found = read_text(text, "a.yaml").span(path)
    return f"{found.line}:{found.column}-{found.end_line}:{found.end_column}"


def test_spans_of_values_and_keys() -> None:
    document = read_text("a: 1\nlong key:\n  - xy\n  - {b: 'c d', e: }\n", "dir/a.yaml")
    where = {
        (): "1:1-4:20",
        ("a",): "1:4-1:5",
        ("long key",): "3:3-4:20",
        ("long key", 0): "3:5-3:7",
        ("long key", 1): "4:5-4:20",
        ("long key", 1, "b"): "4:9-4:14",
        ("long key", 1, "e"): "4:18-4:18",
    }
    for path, expected in where.items():
        found = document.span(path)
        assert f"{found.line}:{found.column}-{found.end_line}:{found.end_column}" == expected
        assert found.file == "dir/a.yaml"
    keys = {("a",): "1:1", ("long key",): "2:1", ("long key", 1, "e"): "4:16", ("long key", 0): "3:5"}
    for path, expected in keys.items():
        found = document.key_span(path)
        assert f"{found.line}:{found.column}" == expected
    assert document.raw(("long key", 1)) == "{b: 'c d', e: }"
    assert [document.style(path) for path in where] == [
        "block",
        "plain",
        "block",
        "plain",
        "flow",
        "single",
        "plain",
    ]


def test_a_block_ends_with_its_last_value() -> None:
    text = "a:\n  b: 1\n\n# about c\nc: |\n  x\n\n\nd: 2\n"
    assert span(text, "a") == "2:3-2:7"
    assert span(text, "c") == "5:4-6:4"


def test_columns_are_characters() -> None:
    assert span("\u00e9\U0001f3f0: [\U0001f3f0, x]", "\u00e9\U0001f3f0", 1) == "1:9-1:10"


def test_paths_that_are_not_there_give_the_nearest_that_is() -> None:
    document = read_text("a:\n  b: [1]\n", "a.yaml")
    assert not document.has(("a", "x"))
    assert document.span(("a", "x", "y")) == document.span(("a",))
    assert document.span(("a", "b", 7)) == document.span(("a", "b", -1)) == document.span(("a", "b"))
    assert document.span(("a", 0)) == document.span(("a",))
    assert document.raw(("a", "b", "x")) == "[1]"
    assert document.position(("zz",), 5) == (1, 1)


# Each text holds `f(x) + yy` at path ("k",) or in it; `^` marks nothing: the place of each character is checked.
EXPRESSIONS = [
    "k: f(x) + yy",
    "k: 'f(x) + yy'",
    'k: "f(x) + yy"',
    'k: "f(x)\\x20+ yy"',
    'k: "\\u0066(x) + yy"',
    "k: f(x)\n  + yy",
    "k: 'f(x)\n\n  + yy'",
    'k: "f(x) \\\n  + yy"',
    'k: "f(x)\n  \\  + yy"',
    "k: >\n  f(x)\n  + yy\n",
    "k: >-\n\n  f(x)\n\n  + yy\n",
    "k: |\n  f(x)\n  + yy\n",
    "k: |2\n    f(x)\n  + yy\n",
    "k: >\n  f(x)\n    + yy\n  z\n",
    "k: |+\n      f(x)\n       + yy\n\n",
    "k: 'it''s f(x) + yy'",
    "{j: x, k: f(x) + yy}",
    "k:\r\n  f(x)\r\n  + yy\r\n",
]


@pytest.mark.parametrize("text", EXPRESSIONS, ids=repr)
def test_positions_inside_a_scalar(text: str) -> None:
    document = read_text(text, "a.yaml")
    assert document.ok
    value = document.data["k"]  # type: ignore[index, call-overload]
    assert isinstance(value, str)
    for part in ("(", "x", ")", "+", "yy"):
        line, column = document.position(("k",), value.index(part))
        assert document.source.line(line)[column - 1 :].startswith(part)
        found = document.part(("k",), value.index(part), value.index(part) + len(part))
        assert (found.line, found.column, found.end_column) == (line, column, column + len(part))
    start = document.source.text.index("f(") if "f(" in text else document.source.text.index("\\u0066")
    assert document.position(("k",), value.index("f(")) == document.source.position(start)


def test_positions_outside_a_scalar() -> None:
    document = read_text("a: 'xy'\nb: [1, 2]\nc: 12\nd:\n", "a.yaml")
    assert document.position(("a",), 2) == (1, 7)
    assert document.position(("a",), 99) == (1, 7)
    assert document.position(("a",), -1) == (1, 4)
    assert document.position(("b",), 3) == (2, 4)
    assert document.position(("c",), 1) == (3, 5)
    assert document.position(("d",), 0) == (4, 3)


# ---------------------------------------------------------------- anything that YAML can hold

TEXTS = st.text(
    st.sampled_from("ab (),:'\"#[]{}-?\\\u00e9\U0001f3f0\n|>&*!%@"), max_size=12
) | st.sampled_from(
    ["yes", "0101", "1e3", "null", "a: b", "x #y", "", " a ", "a\n b\n\nc\n", "- a", "\n\n", "it's", 'a "b"']
)
VALUES = st.none() | st.booleans() | st.integers(-(10**17), 10**17) | TEXTS
TREES = st.recursive(
    VALUES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)


class Writer:
    """Writes data as YAML, in a style chosen anew for each value."""

    def __init__(self, draw: Any) -> None:
        self.draw = draw

    def choose(self, *options: str) -> str:
        return str(self.draw(st.sampled_from(options)))

    def document(self, value: object) -> str:
        if isinstance(value, dict | list) and value and self.choose("block", "flow") == "block":
            return "".join(self.block(value, 0))
        return self.flow(value) + "\n"

    def flow(self, value: object) -> str:
        space = self.choose("", " ", "\n  ", " # c\n ")
        if isinstance(value, dict):
            inner = ", ".join(f"{self.quoted(key)}: {self.flow(item)}" for key, item in value.items())
            return f"{{{space}{inner}{space}}}"
        if isinstance(value, list):
            return f"[{space}{', '.join(self.flow(item) for item in value)}{space}]"
        return self.quoted(value)

    def quoted(self, value: object) -> str:
        if not isinstance(value, str):
            return json.dumps(value)
        if "\n" not in value and self.choose("single", "double") == "single":
            return "'" + value.replace("'", "''") + "'"
        return json.dumps(value, ensure_ascii=False)

    def block(self, value: dict[str, object] | list[object], indent: int) -> Iterator[str]:
        pad = " " * indent
        pairs = value.items() if isinstance(value, dict) else ((None, item) for item in value)
        for key, item in pairs:
            yield self.choose("", "", "\n", f"{pad}# comment\n")
            yield f"{pad}{self.quoted(key)}:" if key is not None else f"{pad}-"
            if isinstance(item, dict | list) and item and self.choose("block", "flow") == "block":
                yield "\n"
                yield from self.block(item, indent + self.draw(st.integers(1, 3)))
            else:
                yield " " + self.scalar(item, indent) + "\n"

    def scalar(self, value: object, indent: int) -> str:
        first = value.lstrip("\n")[:1] if isinstance(value, str) else ""
        if (
            isinstance(value, str)
            and first not in ("", " ")
            and self.choose("quoted", "literal") == "literal"
        ):
            keep = "-" if not value.endswith("\n") else "+" if value.endswith("\n\n") else ""
            pad = " " * (indent + self.draw(st.integers(1, 3)))
            return f"|{keep}\n" + "\n".join(
                pad + line if line else "" for line in value.removesuffix("\n").split("\n")
            )
        return self.flow(value)


@st.composite
def written(draw: Any) -> tuple[str, object]:
    value = draw(TREES)
    return Writer(draw).document(value), value


def paths(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    yield path
    steps: Any = (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    )
    for step, item in steps:
        yield from paths(item, (*path, step))


def at(value: Any, path: Path) -> Any:
    for step in path:
        value = value[step]
    return value


def cut_out(document: Document, path: Path) -> str:
    """The source text of a value, moved so that its first line is indented as in the file, with a line break."""
    raw = document.raw(path)
    return " " * (document.span(path).column - 1) + raw + ("" if raw.endswith("\n") else "\n")


@given(written())
def test_a_span_cut_out_is_the_value(case: tuple[str, object]) -> None:
    text, value = case
    document = read_text(text, "a.yaml")
    assert document.ok, [str(found) for found in document.diagnostics]
    assert document.data == value
    for path in paths(value):
        assert document.has(path)
        again = read_text(cut_out(document, path), "cut.yaml")
        assert again.ok
        assert again.data == at(value, path)
        if path and isinstance(path[-1], str):
            found = document.key_span(path)
            start = document.source.offset(found.line, found.column)
            end = document.source.offset(found.end_line, found.end_column)
            assert list(read_text(document.source.text[start:end] + ": 1", "key.yaml").data or ()) == [
                path[-1]
            ]


LINES = st.lists(st.text(st.sampled_from("ab'\"\\ \u00e9"), max_size=6), max_size=5)


@given(LINES, st.sampled_from([">", "|", ">-", "|+", ">+", ">2", "|1-"]), st.integers(1, 4))
def test_every_character_of_a_block_scalar_is_found(lines: list[str], header: str, indent: int) -> None:
    text = f"k: {header}\n" + "".join(" " * indent + line + "\n" for line in lines) + "z: 1\n"
    check_characters(text)


@given(st.text(st.sampled_from("ab \n'\"\\e\u00e9x"), max_size=14), st.sampled_from(["'", '"', ""]))
def test_every_character_of_a_quoted_scalar_is_found(inner: str, quote: str) -> None:
    check_characters(f"k: {quote}{inner.replace(chr(10), chr(10) + ' ')}{quote}\n")


def check_characters(text: str) -> None:
    document = read_text(text, "a.yaml")
    assume(document.ok and isinstance(document.data, dict))
    value = at(document.data, ("k",))
    assume(isinstance(value, str))
    before = (1, 1)
    for offset, character in enumerate(value):
        line, column = position = document.position(("k",), offset)
        shown = document.source.line(line)[column - 1 :]
        if character == "\n" or (character == " " and shown[:1] != " "):
            assert shown[:1] in ("", " ", "\\")
        else:
            assert shown.startswith((character, "\\")), (offset, character, shown)
        assert position >= before
        before = position


@given(written())
def test_the_quick_scanner_reads_what_the_original_reads(case: tuple[str, object]) -> None:
    assert events(case[0], QuickReader, PackScanner) == events(case[0], Reader, Scanner)


@given(st.text(st.sampled_from("ab:,[]{}-?'\"|>#\n \t\r"), max_size=25))
def test_the_quick_scanner_fails_where_the_original_fails(text: str) -> None:
    assert events(text, QuickReader, PackScanner) == events(text, Reader, Scanner)


def events(text: str, reader: type[Reader], scanner: type[Scanner]) -> list[tuple[Any, ...]]:
    yaml = YAML(typ="safe", pure=True)
    yaml.Reader = reader
    yaml.Scanner = scanner
    if scanner is PackScanner:
        yaml.scanner.note = lambda code, start, end: None
        yaml.scanner.deepest = 100
    found: list[tuple[Any, ...]] = []
    try:
        for event in yaml.parse(text):
            start, end = event.start_mark, event.end_mark
            place = (start.index, start.line, start.column, end.index, end.line, end.column)
            found.append((type(event).__name__, getattr(event, "value", None), place))
    except Exception as error:
        mark = getattr(error, "problem_mark", None)
        found.append((type(error).__name__, mark and mark.index))
    return found
