"""The shape of files: each mistake at the right place, in words, once."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import frozen

from sieges.pack.declarations import Expression, Source, Steps, key
from sieges.pack.node import Node
from sieges.pack.schema import verbs_schema
from sieges.pack.validate import validate, validate_part
from sieges.text import read_text
from sieges.text.diagnostic import Diagnostic
from tests.pack.packs import manifest


@frozen(kw_only=True)
class _Any:
    label: str | None = key("A name", None)
    source: Source | None = key("Clauses", None)


@frozen(kw_only=True)
class _Choose(_Any):
    """Asks."""

    choose: str = key("The name")
    by: Expression = key("Who")
    from_: Expression = key("What from")
    if_none: Steps | None = key("What else", None)


@frozen(kw_only=True)
class _Roll(_Any):
    """Rolls."""

    roll: str = key("The name")
    die: str = key("The die")


@frozen(kw_only=True)
class _Together(_Any):
    """Looks at victory later."""

    together: Steps = key("The steps")


STEP = verbs_schema({"choose": _Choose, "roll": _Roll, "together": _Together})


def shape(text: str, kind: str = "rules", step: dict[str, Any] | None = None) -> list[Diagnostic]:
    document = read_text(text, "f.yaml")
    assert not document.diagnostics
    return sorted(validate(document, kind, step), key=lambda finding: finding.sort_key)


def lines(findings: list[Diagnostic]) -> list[str]:
    result = []
    for finding in findings:
        assert finding.span is not None
        result.append(f"{finding.span.line}:{finding.span.column} {finding.code} {finding.message}")
        if finding.fix:
            result[-1] += f" -> {finding.fix}"
    return result


# One mistake a row: the text, then the one line that is said about it.
ONE_MISTAKE = [
    # Keys.
    ("trakcs: {}", "1:1 P010 `trakcs` is no key of a file of a pack -> write `tracks`"),
    ("tracks: {t: {to: 1, start: 0, titel: T}}", "1:31 P010 `titel` is no key of a track -> write `title`"),
    ("tracks: {t: {to: 1, strat: 0}}", "1:21 P010 `strat` is no key of a track -> write `start`"),
    ("tracks: {t: {too: 1, start: 0}}", "1:14 P010 `too` is no key of a track -> write `to`"),
    ("tracks: {t: {start: 0}}", "1:10 P011 `to` is missing from the track `t`"),
    ("tracks: {t: {}}", "1:10 P011 `to` and `start` are missing from the track `t`"),
    ("tracks: {t: {to: 1, start: 0, Title: T}}", "1:31 P010 `Title` is no key of a track -> write `title`"),
    ("tracks: {t: {to: 1, start: 0, banana: T}}", "1:31 P010 `banana` is no key of a track"),
    ("tracks: {t: {to: 1, start: 0, start_: 1}}", "1:31 P010 `start_` is no key of a track -> write `start`"),
    ("victory: {a: {win: none}}", "1:15 P010 `win` is no key of an ending -> write `winner`"),
    ("options: {o: {}}", "1:11 P011 `default` is missing from the option `o`"),
    ("setup: {marker: {}}", "1:9 P010 `marker` is no key of `setup` -> write `markers`"),
    ("examples: {e: {given: {stepz: []}}}", "1:24 P010 `stepz` is no key of `given` -> write `steps`"),
    ("sides: {a: {source: {stauts: original}}}", "1:22 P010 `stauts` is no key of a source -> write `status`"),
    ("kinds: {k: {state: {s: {type: number}}}}", "1:21 P011 `start` is missing from the state field `s`"),
    ("define: {d: {parameters: {}}}", "1:10 P011 `is` is missing from the definition `d`"),
    ("rulebook: {title: T, clauses: {1a: {}}}", "1:32 P011 `rule` is missing from the clause `1a`"),
    ("modes: {m: {trakcs: {}}}", "1:13 P010 `trakcs` is no key of a mode -> write `tracks`"),
    ("modes: {m: {modes: {}}}", "1:13 P010 `modes` is no key of a mode"),
    ("replace: {tags: {a: {titel: red}}}", "1:22 P010 `titel` is no key of a tag -> write `title`"),
    ("replace: {display: {}}", "1:11 P010 `display` is no key of `replace`"),
    ("remove: {sequence: []}", "1:10 P010 `sequence` is no key of `remove`"),
    ("amend: {p.l: {befor: []}}", "1:15 P010 `befor` is no key of an amendment -> write `before`"),
    ("tags: {a: {title: The Greeks, and some more}}",
     "1:31 P010 `and some more` stands alone: the comma before it has ended the value "
     "-> put the value with the comma in quotes"),
    # Values.
    ('tracks: {t: {to: "7", start: 0}}', '1:18 P012 `to` must be a whole number, not the text "7" '
     "-> write 7 without quotes"),
    ("tracks: {t: {to: 1.5, start: 0}}", "1:18 P012 `to` must be a whole number, not the decimal 1.5"),
    ("tracks: {t: {to: true, start: 0}}", "1:18 P012 `to` must be a whole number, not true"),
    ("tracks: {t: {to: 1, start: []}}", "1:28 P012 `start` must be a mapping or a whole number, not a list"),
    ("tracks: {t: {to: 1, start: {a: x}}}", '1:32 P012 `a` must be a whole number, not the text "x"'),
    ("tracks: {t: {to: 1, start: 0, title: 1759}}",
     '1:38 P012 `title` must be text, not the number 1759 -> put it in quotes: "1759"'),
    ('sides: {a: {seat: "true"}}',
     '1:19 P012 `seat` must be true or false, not the text "true" -> write true without quotes'),
    ("sides: {a: {source: 9.0}}", "1:21 P012 `source` must be text, a list or a mapping, not the decimal 9.0 "
     '-> put it in quotes: "9.0"'),
    ("sides: {a: {source: [1a, 9.0]}}", '1:26 P012 item 2 of `source` must be text, not the decimal 9.0 '
     '-> put it in quotes: "9.0"'),
    ("tags: [land, sea]", "1:7 P012 `tags` must be a mapping, not a list"),
    ("tags:", "1:6 P012 `tags` has no value; it must be a mapping -> write `{}` where there is nothing to say"),
    ("tags: {land: }", "1:13 P012 `land` has no value; it must be a mapping -> write `{}` where there is nothing "
     "to say"),
    ("locations: {p: {tags: land}}", '1:23 P012 `tags` must be a list, not the text "land" -> write `[land]`'),
    ("locations: {p: {slots: few}}", '1:24 P012 `slots` must be a whole number, not the text "few"'),
    ("locations: {p: {size: }}", "1:22 P012 `size` has no value"),
    ("orders: {o: {chart: {columns: k}}}", "1:14 P011 `rows` is missing from the chart `chart`"),
    ("orders: {o: {chart: {columns: [a], rows: {1: [[a]]}}}}",
     "1:47 P012 item 1 of `1` must be text or a whole number, not a list"),
    ("define: {d: [a, b]}", "1:13 P012 `d` must be an expression, not a list"),
    ("sequence: {nothing: x}", "1:11 P012 `sequence` must be a list, not a mapping -> begin it with `- `: this is a "
     "list"),
    ("procedures: {p: {steps: }}", "1:24 P012 `steps` has no value; it must be a list -> write `[]` for an empty list"),
    ("procedures: {p: {steps: [{}]}}", "1:26 P013 item 1 of `steps` is empty"),
    ("tracks: {t: {to: 1, start: 0, beyond: stpo}}", "1:39 P013 `beyond` must be `stop` or `fault`, not `stpo` "
     "-> write `stop`"),
    ("tracks: {t: {to: 1, start: 0, per: location}}", "1:36 P013 `per` must be `side`, not `location`"),
    ("sides: {a: {source: {status: prinetd}}}", "1:30 P013 `status` must be `printed`, `inferred`, `reconstructed` "
     "or `original`, not `prinetd` -> write `printed`"),
    ("amend: {p.l: {}}", "1:14 P013 `p.l` is empty"),
    ("decks: {d: {pools: {}, packets: []}}", "1:33 P013 `packets` is empty"),
    # Ids.
    ("tags: {Low-Lands: {}}", "1:8 P014 `Low-Lands` is no id -> write `low_lands`"),
    ("tags: {9: {}}", "1:8 P014 `9` is no id -> write `n9`"),
    ("tags: {class: {}}", "1:8 P014 `class` is no id: it is a word of Python, which rules become -> write `class_`"),
    ("tags: {left: {}}", "1:8 P014 `left` is no id: it is a word of the expression language -> write `left_`"),
    ("tags: {none: {}}", "1:8 P014 `none` is no id: it is a word of the expression language -> write `none_`"),
    ("tags: {λ: {}}", "1:8 P014 `λ` is no id"),
    (f"tags: {{{'x' * 61}: {{}}}}",
     f"1:8 P014 the id `{'x' * 24}…` has 61 characters; at most 60 are allowed -> write `{'x' * 60}`"),
    ("members: {segment: {W1: {}}}", "1:21 P014 `W1` is no id -> write `w1`"),
    ("kinds: {k: {fields: {Skill: {type: number}}}}", "1:22 P014 `Skill` is no id -> write `skill`"),
    ("kinds: {k: {plural: Ks}}", "1:21 P014 `Ks` is no id -> write `ks`"),
    ("procedures: {p: {parameters: {from: a side}, steps: []}}",
     "1:31 P014 `from` is no id: it is a word of Python, which rules become -> write `from_`"),
    ("modes: {Two Players: {}}", "1:9 P014 `Two Players` is no id -> write `two_players`"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line"), ONE_MISTAKE, ids=[text for text, _ in ONE_MISTAKE])
def test_one_mistake_is_one_message(text: str, line: str) -> None:
    assert lines(shape(text)) == [line]


STEPS = [
    ("choose: x\nby: a\nfrom: b", []),
    ("rol: x\ndie: d", ["2:3 P010 there is no verb `rol` -> write `roll`"]),
    ("jump: x", ["2:3 P010 there is no verb `jump`"]),
    ("{}", ["2:3 P011 a step is empty: it begins with `choose`, `roll` or `together`"]),
    ("choose: x\nby: a\nfrm: b", ["4:3 P010 `frm` is no key of `choose` -> write `from`"]),
    ("choose: x\nby: a", ["2:3 P011 `from` is missing from `choose`"]),
    ("choose: x\nby: a\nfrom: b\ndie: c", ["5:3 P010 `die` is no key of `choose`"]),
    ("roll: x\ndie: d\nchoose: y\nby: a\nfrom: b",
     ["4:3 P010 `choose` cannot stand beside `roll`: each begins a step of its own -> begin a new step with `- `"]),
    ("together:\n  - roll: x\n    dei: y", ["4:7 P010 `dei` is no key of `roll` -> write `die`"]),
    ("roll: [x]\ndie: d", ["2:9 P012 `roll` must be text, not a list"]),
    ("choose: x\nby: {a: b}\nfrom: b", ["3:7 P012 `by` must be an expression, not a mapping"]),
    ("together: {roll: x}", ["2:13 P012 `together` must be a list, not a mapping -> begin it with `- `: this is a "
                             "list"]),
    ("nothing", ['2:3 P012 item 1 of `sequence` must be a mapping, not the text "nothing"']),
]  # fmt: skip


@pytest.mark.parametrize(("step", "wanted"), STEPS, ids=[step for step, _ in STEPS])
def test_steps_are_held_against_the_schema_handed_in(step: str, wanted: list[str]) -> None:
    indented = step.replace("\n", "\n  ")
    assert lines(shape(f"sequence:\n- {indented}", step=STEP)) == wanted


def test_a_manifest_of_nothing_but_mistakes() -> None:
    text = (
        "language: 1\npack: Hill-Fort\ntitel: T\nversion: 1.0\nextends: [a]\nrequires: {trakcs: []}\nfoo: 1\n"
    )
    assert lines(shape(text, "pack")) == [
        "2:7 P014 `Hill-Fort` is no id -> write `hill_fort`",
        "3:1 P010 `titel` is no key of the manifest -> write `title`",
        '4:10 P012 `version` must be text, not the decimal 1.0 -> put it in quotes: "1.0"',
        "5:10 P012 `extends` must be text, not a list",
        "6:12 P010 `trakcs` is no key of `requires` -> write `tracks`",
        "7:1 P010 `foo` is no key of the manifest",
    ]
    assert lines(shape("pack: a\n", "pack")) == [
        "1:1 P011 `language`, `title` and `version` are missing from the manifest"
    ]
    assert lines(shape(manifest("a"), "pack")) == []


def test_keys_that_would_be_right_are_listed_where_none_is_near() -> None:
    (finding,) = shape("dice: {d: {banana: 1}}")
    assert finding.help == "its keys are `title`, `sides`, `faces`, `source`"
    (finding,) = shape("dice:\n  d: {sides: 6}\n  zones: {}\n  e:\n    decks: {}\n")
    assert finding.help == "`decks` is a section: it stands at the left margin"


def test_bodies_are_open_for_the_fields_of_a_pack() -> None:
    assert shape("locations: {p: {anything: {of: [any, 1, true]}}}") == []
    assert (
        shape("kinds: {k: {members: {a: {strength: 3}}}}\nmembers: {k: {b: {strength: {per: side}}}}") == []
    )
    assert lines(shape("kinds: {k: {members: {a: {label: 1}}}}")) == [
        '1:34 P012 `label` must be text, not the number 1 -> put it in quotes: "1"'
    ]


def test_results_and_clauses_are_called_as_they_are_printed() -> None:
    assert (
        shape('results: {"-{n}r": [], "-": [], C: []}\nrulebook: {title: T, clauses: {"3.0a": {rule: x}}}')
        == []
    )


def test_what_the_reader_doubts_is_not_doubted_again() -> None:
    document = read_text("tracks: {t: {to: 007, start: 0}}", "f.yaml")
    assert len(document.diagnostics) == 1
    assert validate(document, "rules") == []


def test_a_part_by_itself() -> None:
    document = read_text("cards: {rain: {action: [{rol: x}], chart: {colums: k, rows: {}}}}", "f.yaml")
    body = Node(document, (), document.data)["cards"]["rain"]
    assert lines(validate_part(body["action"], "steps", STEP)) == [
        "1:26 P010 there is no verb `rol` -> write `roll`"
    ]
    assert lines(validate_part(body["chart"], "Chart")) == [
        "1:44 P010 `colums` is no key of a chart -> write `columns`"
    ]


def test_many_mistakes_are_cut_short() -> None:
    found = shape("tags: {" + ", ".join(f"A{number}: {{}}" for number in range(1000)) + "}")
    assert 100 <= len(found) <= 200


def test_a_modifier_may_not_be_called_like_a_verb() -> None:
    with pytest.raises(ValueError, match="`die`, a modifier of `roll`, is a verb"):
        verbs_schema({"roll": _Roll, "die": _Choose})
