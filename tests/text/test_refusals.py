"""What is refused: each mistake once, at the right place, with its cause and its fix."""

import pytest

from sieges.text import Diagnostic, Limits, read_text, registered


def found(text: str, limits: Limits | None = None) -> list[Diagnostic]:
    return list((read_text(text, "a.yaml", limits) if limits else read_text(text, "a.yaml")).diagnostics)


def place(diagnostic: Diagnostic) -> str:
    assert diagnostic.span is not None
    return f"{diagnostic.code} {diagnostic.span.line}:{diagnostic.span.column}"


# Each text has one mistake; its code and place; a part of what is said about it.
MISTAKES = [
    # Parts of YAML that packs do without.
    ("a: &x 1", "T020 1:4", "&x"),
    ("a: &x\n  b: 1", "T020 1:4", "&x"),
    ("a: *x", "T021 1:4", "*x"),
    ("if: *x > 3", "T021 1:5", "*x"),
    ("a: !t q", "T022 1:4", "!t"),
    ("a: !!python/object:os.system x", "T022 1:4", "tag"),
    ("if: !blocked(a, b)", "T022 1:5", "`not`"),
    ("a:\n  <<: {b: 1}", "T023 2:3", "extends"),
    ("a: 1\nb: 2\na: 3", "T024 3:1", "`a` stands twice"),
    ("{a: 1, 'a': 2}", "T024 1:8", "`a` stands twice"),
    ("1: a\n1: b", "T024 2:1", "`1` stands twice"),
    ("a: 1\n---\nb: 2", "T025 2:1", "second document"),
    ("? a\n: b", "T026 1:1", "`?`"),
    ("? [a, b]\n: b", "T026 1:1", "`?`"),
    ("a: {[x]: 1}", "T026 1:5", "list"),
    ("label: {{side}}", "T026 1:9", "quote the text"),
    ("%YAML 1.1\n---\na: yes?", "T027 1:1", "%YAML 1.1"),
    (": x", "T028 1:1", "missing"),
    ("a: {: x}", "T028 1:5", "missing"),
    # Scalars.
    ("a: yes", "T030 1:4", "`true`"),
    ("a: [Off]", "T030 1:5", "`false`"),
    ("a: TRUE", "T030 1:4", "write true or false, or quote it"),
    ("a: Null", "T030 1:4", "null"),
    ("a: 0101", "T031 1:4", "`101`"),
    ("a: 1_000", "T031 1:4", "`1000`"),
    ("a: 0x1f", "T031 1:4", "`31`"),
    ("a: 0o17", "T031 1:4", "`15`"),
    ("a: 1e3", "T031 1:4", "`1000`"),
    ("a: .5", "T031 1:4", "`0.5`"),
    ("a: 5.", "T031 1:4", "`5`"),
    ("a: +3", "T031 1:4", "`3`"),
    ("a: 01.5", "T031 1:4", "`1.5`"),
    ("a: .inf", "T031 1:4", "quote"),
    ("a: 1e999999999", "T031 1:4", "quote"),
    ("a: 1234567890123456789", "T032 1:4", "19 digits"),
    ("a: -0.1234567890123456789", "T032 1:4", "20 digits"),
    ('a: "\\ud800"', "T017 1:5", "half of a character"),
    ('a: "x\\0y"', "T017 1:6", "NUL"),
    ('"\\e": x', "T017 1:2", "escape character"),
    ("a: Order #2", "T018 1:10", "comment"),
    # Spaces.
    ("\ta: b", "T007 1:1", "indented with a tab"),
    ("a:\n \t b: c\n\td: e", "T007 2:2", "line 3"),
    ("a:\tb", "T007 1:3", "spaces"),
    ("a: b\t", "T007 1:5", "spaces"),
    ("b:2", "T014 1:2", "`b:`"),
    ("b:2\nc: 3", "T014 1:2", "`b:`"),
    ("a: 1\nb:2\nc: 3", "T014 2:2", "`b:`"),
    ("a:\n  b:2\n", "T014 2:4", "`b:`"),
    ("a:\n  b: 1\n  c:2\n", "T014 3:4", "`c:`"),
    ("a: x\n  b:2\n", "T014 2:4", "`b:`"),
    ("a: {b:1, c: 2}", "T014 1:6", "`b:`"),
    ("a: {b:[1], c: 2}", "T014 1:6", "`b:`"),
    ("a: [b\t c]", "T007 1:6", "spaces"),
    ("a: ['b'\t'c']", "T007 1:8", "spaces"),
    ("a:\n  -x\n  -y", "T014 2:3", "dash"),
    ("a: 1\n-x\n", "T014 2:1", "dash"),
    ("a: 1\njust words\nb: 2", "T014 2:1", "key: value"),
    ("a: 1\n  b: 2", "T013 2:3", "indented further"),
    ("a:\n  - x\n - y", "T013 3:2", "fits nothing above"),
    ("a:\n   b: 1\n  c: 2", "T013 3:3", "fits nothing above"),
    ("a:\n- x\nb: 1\n- y", "T013 4:1", "`key: value` is expected"),
    ("- a\nb: 1", "T013 2:1", "a list item"),
    ("a: - b", "T013 1:4", "next line"),
    # Quotes and brackets.
    ("a: 'b", "T011 1:4", "close it with '"),
    ('a: "b\nc: "d"\n', "T011 1:4", 'close it with "'),
    ('a: "b\nc: 1\n', "T011 1:4", 'close it with "'),
    ("a: 'It's a trap'", "T015 1:8", "''"),
    ('a: "x" == y', "T015 1:8", "'...'"),
    ("a: [1, 2\nb: 3", "T012 1:4", "close it with ]"),
    ("a: {x: 1, y: 2\nb: [3]", "T012 1:4", "close it with }"),
    ("a: [1, 2", "T012 1:4", "close it with ]"),
    ("a: [x, 'y'\n", "T012 1:4", "close it with ]"),
    ("a: [1, 2}", "T012 1:9", "does not close"),
    ("a: ]", "T012 1:4", "closes nothing"),
    ("a: [1]]", "T012 1:7", "closes nothing"),
    ("a: [1,, 2]", "T010 1:7", "before this comma"),
    ("a: ['x' 'y']", "T015 1:9", "closing quote"),
    ("a: [{x: 1} {y: 2}]", "T010 1:12", "a comma or `]` is missing"),
    ("a: [- x]", "T010 1:5", "dashes"),
    # Values to be quoted.
    ("a: b: c", "T015 1:5", "cannot contain `: `"),
    ("- a: 1\n  b: c: d", "T015 2:7", "cannot contain `: `"),
    ("a: {x: y: z}", "T015 1:9", "cannot contain `: `"),
    ("a: %x", "T015 1:4", "`%`"),
    ("a: @x", "T015 1:4", "`@`"),
    ("a: `x`", "T015 1:4", "backquote"),
    ("a: [@x]", "T015 1:5", "`@`"),
    ("a: , b", "T015 1:4", "comma"),
    ("a: > 3", "T015 1:4", "`>`"),
    ("if: >= 3", "T015 1:5", "`>`"),
    ("a: | b", "T015 1:4", "`|`"),
    ("a: {side} loses", "T015 1:11", "quote the whole value"),
    ("from: [p for p in X] + [q]", "T015 1:22", "expression"),
    ('a: "\\d"', "T017 1:5", "single quotes"),
    ('a: "\\xz"', "T017 1:5", "2 hexadecimal digits"),
    ('a: "\\U99999999"', "T017 1:5", "8 hexadecimal digits"),
    # Expressions that YAML cuts.
    ("{if: troops(a, b) > 0}", "T016 1:6", '"troops(a, b) > 0"'),
    ("a: {if: f(a, b, b), then: x}", "T016 1:9", '"f(a, b, b)"'),
    ("a: [f(a, 0101)]", "T016 1:5", '"f(a, 0101)"'),
    ("a: {if: f(a, {b: 1})}", "T016 1:9", '"f(a, {b: 1})"'),
    ("a: {if: troops[a] > 0, b: c}", "T016 1:9", '"troops[a] > 0"'),
    ("a: {if: f(x)[a] > 0}", "T016 1:9", '"f(x)[a] > 0"'),
    ('a: {if: f("a", "b") > 0}', "T016 1:9", '\'f("a", "b") > 0\''),
    ("a: {if: !f(a, b)}", "T022 1:9", "`not`"),
    ("a: {if: troops(a, b > 0}", "T016 1:9", "whole expression"),
    ("from: [p for p in X if f(p, 1) > 0]", "T016 1:7", '"[p for p in X if f(p, 1) > 0]"'),
    ("a: {x: [p for p in X if f(p, 1)], y: [1]}", "T016 1:8", '"[p for p in X if f(p, 1)]"'),
    ("a: {if: f(a, b: c) > 0}", "T016 1:9", "f(a, b: c) > 0"),
    # Characters.
    ("a: x\0y", "T003 1:5", "NUL"),
    ("a: x\x1by\x1b", "T003 1:5", "and 1 more"),
    ("a: x\u202ey", "T003 1:5", "U+202E"),
    ("a: x\ud800y", "T003 1:5", "surrogate"),
    ("a: x\u2028y", "T003 1:5", "line separator"),
    ("a: x\ufeffy", "T003 1:5", "byte order mark"),
]


@pytest.mark.parametrize(("text", "where", "said"), MISTAKES, ids=[repr(text) for text, _, _ in MISTAKES])
def test_each_mistake_is_said_once_where_it_is(text: str, where: str, said: str) -> None:
    (diagnostic,) = found(text)
    assert place(diagnostic) == where
    assert said in "\n".join(filter(None, [diagnostic.message, diagnostic.help, diagnostic.fix]))
    assert diagnostic.help or diagnostic.fix


def test_codes_are_told() -> None:
    used = {where.split()[0] for _, where, _ in MISTAKES}
    elsewhere = {"T001", "T002", "T004", "T005", "T006", "T009"}
    assert used | elsewhere == set(registered("T"))


@pytest.mark.parametrize(
    "text",
    [
        "a: {label: sad :(}",
        "a: [a) first, b) second]",
        "a: [f(x), g(y)]",
        "if: troops(a, b) > 0 and c[d]",
        'a: {if: "troops(a, b) > 0"}',
        "a: f(x, y",
        "a: [x-y, a+b, 1-, 6+]",
        "a: http://example.org/x:y",
        "a:\n  http://example.org",
        "a: b:c",
        "- 10:30",
        "a: 1 # comment",
        "a: 1 #",
        "a: x#y",
        "a: x\n  - y",
        "[a: 1, b]",
        "a: {b, c}",
    ],
)
def test_what_is_no_mistake(text: str) -> None:
    assert [place(diagnostic) for diagnostic in found(text)] == []


def test_a_duplicate_points_at_the_first_too() -> None:
    document = read_text("a: 1\nb: 2\na: 3\n", "a.yaml")
    ((first, what),) = document.diagnostics[0].related
    assert (first.line, first.column, first.end_column, what) == (1, 1, 2, "first given here")
    assert document.data == {"a": 1, "b": 2}


def test_independent_mistakes_are_all_found() -> None:
    text = "a: yes\nb: 0101\nc: [x, +3]\nc: 1\nd: {if: f(a, b)}\n"
    assert [place(found_) for found_ in found(text)] == [
        "T030 1:4",
        "T031 2:4",
        "T031 3:8",
        "T024 4:1",
        "T016 5:9",
    ]


def test_after_a_syntax_error_nothing_else() -> None:
    assert [place(found_) for found_ in found("a: yes\nb: 0101\nc: 'x\n")] == ["T011 3:4"]
    assert [place(found_) for found_ in found("a: yes\nb: &x 1\n\nc: 'x\n")] == ["T011 4:4"]


def test_what_was_found_is_damaged_and_nothing_else() -> None:
    document = read_text("a: yes\nb: [x, 0101]\nc: {if: f(a, b), d: {e: 1}}\n", "a.yaml")
    damaged = [("a",), ("b", 1), ("c",), ("c", "if"), ("c", "d", "e"), ("c", "unknown")]
    assert [path for path in damaged if not document.damaged(path)] == []
    sound: list[tuple[str | int, ...]] = [(), ("b",), ("b", 0), ("z",)]
    assert [path for path in sound if document.damaged(path)] == []
    assert read_text("a: [", "a.yaml").damaged(())


def test_the_value_that_was_meant_stands_in() -> None:
    document = read_text("[yes, Off, NULL, 0101, 1_000, 0x1f, 1e3, .5, +3, 1.5e1]", "a.yaml")
    assert [str(value) for value in document.data or ()] == [
        "True",
        "False",
        "None",
        "101",
        "1000",
        "31",
        "1000",
        "0.5",
        "3",
        "15",
    ]


def test_a_key_that_is_too_long() -> None:
    for before in ("", "k: 1\n"):
        (diagnostic,) = found(before + "a" * 1100 + ": x\nb: 2\n")
        assert (diagnostic.code, "1024" in diagnostic.message) == ("T014", True)


def test_warnings_alone_are_no_error() -> None:
    document = read_text("- a #b\n" * 2000, "a.yaml", Limits(diagnostics=10))
    assert document.ok
    assert document.data == ["a"] * 2000
    assert [diagnostic.code for diagnostic in document.diagnostics] == ["T018"] * 10 + ["T009"]


def test_no_list_of_findings_is_endless() -> None:
    diagnostics = found("[" + "yes, " * 50 + "no]", Limits(diagnostics=10))
    assert [diagnostic.code for diagnostic in diagnostics] == ["T030"] * 10 + ["T009"]
    assert "41 more" in diagnostics[-1].message
    document = read_text("[" + "yes, " * 500 + "no]", "a.yaml", Limits(diagnostics=10))
    assert "91 more" in document.diagnostics[-1].message
    assert not document.readable
