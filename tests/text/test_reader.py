"""What is read: plain data, exactly as the author wrote it."""

import os
import subprocess
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from sieges.text import Limits, read_file, read_text


def data(text: str) -> Any:
    document = read_text(text, "a.yaml")
    assert [str(found) for found in document.diagnostics] == []
    return document.data


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("12", 12),
        ("-3", -3),
        ("0", 0),
        ("123456789012345678", 123456789012345678),
        ("1.50", Decimal("1.50")),
        ("-0.25", Decimal("-0.25")),
        ("true", True),
        ("false", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("2024-01-31", "2024-01-31"),
        ("1-", "1-"),
        ("6+", "6+"),
        ("-1s D", "-1s D"),
        ("4d6", "4d6"),
        ("1.2.3", "1.2.3"),
        ("12:30", "12:30"),
        ("y", "y"),
        ("N", "N"),
        ("noon", "noon"),
        ("www.a.b", "www.a.b"),
        ("'12'", "12"),
        ('"true"', "true"),
        ('"a\\tb\\u00e9"', "a\tb\u00e9"),
        ("'it''s'", "it's"),
        ("1 2", "1 2"),
    ],
)
def test_scalars(text: str, value: object) -> None:
    for found in (data(f"a: {text}\n")["a"], data(f"- {text}\n")[0], data(f"[x, {text or 'null'}]")[1]):
        assert found == value
        assert type(found) is type(value)


def test_decimals_keep_their_digits() -> None:
    assert str(data("a: 5.0")["a"]) == "5.0"


def test_keys_are_text_as_written() -> None:
    text = "1: a\n1-: b\n6+: c\nyes: d\nnull: e\n0101: f\n'q': g\n2.50: h\n"
    assert list(data(text)) == ["1", "1-", "6+", "yes", "null", "0101", "q", "2.50"]


def test_order_of_keys_is_kept() -> None:
    assert list(data("b: 1\na: 2\nc: 3")) == ["b", "a", "c"]


def test_the_styles_of_collections() -> None:
    assert data("a:\n- 1\n- [2, {b: 3}]\nc: {}\nd: []\n") == {"a": [1, [2, {"b": 3}]], "c": {}, "d": []}


def test_a_value_left_out() -> None:
    assert data("a:\nb: [x]\nc:\n  d:\n") == {"a": None, "b": ["x"], "c": {"d": None}}
    assert data("- \n- a\n") == [None, "a"]


def test_text_of_several_lines() -> None:
    assert data("a: |\n  x\n   y\n\nb: >\n  x\n  y\n\n  z\nc: x\n  y\n") == {
        "a": "x\n y\n",
        "b": "x y\nz\n",
        "c": "x y",
    }


def test_comments_and_one_document_mark_are_nothing() -> None:
    assert data("# c\n---\na: 1 # d\n# e\n") == {"a": 1}


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n", "---\n"])
def test_a_file_that_says_nothing(text: str) -> None:
    document = read_text(text, "a.yaml")
    assert document.ok
    assert document.data is None
    assert document.span(("x",)).line >= 1


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_line_endings(ending: str) -> None:
    document = read_text(ending.join(["a: 1", "b: |", "  x", "  y", "c: 2", ""]), "a.yaml")
    assert document.data == {"a": 1, "b": "x\ny\n", "c": 2}
    assert document.span(("c",)).line == 5


def test_a_byte_order_mark_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: 1\n")
    document = read_file(path, "a.yaml")
    assert document.ok
    assert document.data == {"a": 1}
    assert document.key_span(("a",)).column == 1


def test_not_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes("a: 1\nb: caf\u00e9 au lait\n".encode("latin-1"))
    document = read_file(path, "shown/a.yaml")
    (found,) = document.diagnostics
    assert (found.code, str(found.span)) == ("T002", "shown/a.yaml:2:7")
    assert "0xE9" in found.message
    assert document.data is None
    path.write_bytes("a: 1\n".encode("utf-16"))
    (found,) = read_file(path, "a.yaml").diagnostics
    assert (found.code, "UTF-16" in found.message) == ("T002", True)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path / "none.yaml", tmp_path, tmp_path / "a\0b"):
        document = read_file(path, "none.yaml")
        assert [found.code for found in document.diagnostics] == ["T001"]
        assert not document.readable


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    assert [found.code for found in read_file(tmp_path / "pipe.yaml", "pipe.yaml").diagnostics] == ["T001"]


def test_a_large_file_is_not_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("a: 1\n" * 20, encoding="utf-8")
    assert read_file(path, "a.yaml", Limits(size=100)).diagnostics[0].code == "T024"
    assert [found.code for found in read_file(path, "a.yaml", Limits(size=99)).diagnostics] == ["T004"]
    assert [found.code for found in read_text("\u00e9" * 50, "a.yaml", Limits(size=99)).diagnostics] == [
        "T004"
    ]
    assert read_text("\u00e9" * 49, "a.yaml", Limits(size=99)).ok


def test_only_this_layer_is_imported(repository: Path) -> None:
    code = "import sys, sieges.text; print(*sorted(m for m in sys.modules if m.startswith('sieges.')))"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert [name for name in result.stdout.split() if not name.startswith("sieges.text")] == []
