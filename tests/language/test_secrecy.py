"""Secrets: what may be done with one, and every way in which it could become known by mistake is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from sieges.loading import compile_fresh
from tests.language.tiny import cell, played, rules, said

KEPT = """\
variables:
  plan: {type: a location or none, start: none, per: side, secret: true}
  later: {type: a location or none, start: none, per: side, secret: true}
  force: {type: number, from: 0, to: 9, start: 0, per: side, secret: true}
  spy: {type: condition, start: false, secret: red}
  open: {type: a location or none, start: none, per: side}
kinds:
  owl:
    plural: owls
    fields: {hoot: {type: steps}, wise: {type: rule}, next: {type: a location}}
    members:
      bubo: {hoot: [{adjust: x, by: 1}], wise: "plan[red] == alpha", next: alpha}
      strix: {hoot: [{adjust: x, by: 2}], wise: "true", next: beta}
  perch: {plural: perches, state: {bird: {type: an owl or none, start: none}}, members: {oak: {}}}
charts:
  sky: {columns: [one, two], rows: {1-: [a, a], 2+: [a, a]}, tokens: {a: [{adjust: x, by: 1}]}}
define:
  near: {parameters: {s: a side}, is: "plan[s] == alpha"}
  alpha_planned: near(red)
procedures:
  tell: {parameters: {p: a location or none}, steps: [{adjust: x, by: "1 if p == alpha else 2"}]}
"""


def steps(text: str) -> str:
    """A sequence of these steps, the first in line 2."""
    body = "".join(f"  {line}\n" for line in text.strip("\n").splitlines())
    return f"sequence:\n{body}  - end: over\n"


def found(folder: Path, text: str) -> list[str]:
    folder.mkdir(exist_ok=True)
    (folder / "secrets.yaml").write_text(KEPT, "utf-8")
    return said(folder, text)


SECRET_PLAN = "L034 the secret `plan`"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # The five ways that people fall into: a cancel, one pause more, the set of options, a derived value, the log.
        ("- {scope: s, steps: [{if: 'plan[red] == alpha', then: [{cancel: s}]}]}", "L034 this step tells of"),
        ("- {if: 'plan[red] == alpha', then: [{roll: r, die: die}]}", "L034 this step tells of the secret `plan`"),
        ("- {choose: p, by: blue, from: '[q for q in locations if q != plan[red]]', if_none: []}", SECRET_PLAN),
        ("- {let: p, be: 'plan[red] == alpha'}", SECRET_PLAN),
        ("- {say: 'Red goes to {plan[red]}.'}", SECRET_PLAN),
        # Every other place in which a value can stand.
        ("- {set: x, to: '1 if plan[red] == alpha else 2'}", "L034 the secret `plan` would be in `x`, which all see"),
        ("- {adjust: x, by: '1 if near(red) else 2'}", "L034 the secret `plan` would be in `x`, which all see"),
        ("- {adjust: x, by: '1 if alpha_planned else 2'}", "L034 the secret `plan` would be in `x`, which all see"),
        ("- {adjust: x, by: '1 if bubo.wise else 2'}", "L034 the secret `plan` would be in `x`, which all see"),
        ("- {adjust: 'morale[red]', by: 'force[red]'}", "L034 the secret `force` would be in `morale[red]`"),
        ("- {set: oak.bird, to: 'bubo if spy else none'}", "L034 the secret `spy` would be in `oak.bird`"),
        ("- {set: 'open[red]', to: 'plan[red]'}", "L034 the secret `plan` would be in `open[red]`, which all see"),
        ("- {set: 'plan[blue]', to: 'plan[red]'}", "L034 the secret `plan` would be in `plan[blue]`, which another"),
        ("- {set: spy, to: 'near(blue)'}", "L034 the secret `plan` would be in `spy`, which another side knows"),
        ("- {if: near(red), then: [{set: 'force[blue]', to: 1}]}", "L034 the secret `plan` would be in `force[blue]`"),
        ("- {if: near(red), then: [{adjust: x, by: 1}]}", "L034 the secret `plan` would be in `x`"),
        ("- {if: near(red), then: [{nothing: they wait}]}", "L034 this step tells of the secret `plan`"),
        ("- {if: near(red), then: [], else: [{end: over}]}", "L034 this step tells of the secret `plan`"),
        ("- {if: near(red), then: [{call: tell, with: {p: alpha}}]}", "L034 this step tells of the secret `plan`"),
        ("- {repeat: 2, steps: [{if: near(red), then: [{stop: loop}]}]}", "L034 this step tells of the secret `plan`"),
        ("- {if: x > 0, then: [{if: near(red), then: [{say: Ha}]}]}", "L034 this step tells of the secret `plan`"),
        ("- {repeat: 'force[red]', steps: [{adjust: x, by: 1}]}", "L034 the secret `force` is looked at here"),
        ("- {while: 'force[red] > x', at_most: 9, steps: [{adjust: x, by: 1}]}", "L034 the secret `force`"),
        ("- {each: p, in: '[q for q in locations if q == plan[red]]', steps: [{adjust: x, by: 1}]}", SECRET_PLAN),
        ("- {call: tell, with: {p: 'plan[red]'}}", SECRET_PLAN),
        ("- {perform: \"(bubo if spy else strix).hoot\"}", "L034 the secret `spy`"),
        ("- {consult: sky, die: 'force[red]', column: 1}", "L034 the secret `force`"),
        ("- {consult: sky, die: 1, column: '1 if spy else 2'}", "L034 the secret `spy`"),
        ("- {place: troop, of: red, at: alpha, count: 'force[red]'}", "L034 the secret `force`"),
        ("- {place: troop, of: 'red if spy else blue', at: alpha}", "L034 the secret `spy`"),
        ("- {move: troop, of: red, from: alpha, to: 'beta if spy else gamma'}", "L034 the secret `spy`"),
        ("- {either: e, by: red, options: [{id: a, when: spy}, {id: b}]}", "L034 the secret `spy`"),
        ("- {either: e, by: 'red if spy else blue', options: [{id: a}, {id: b}]}", "L034 the secret `spy`"),
        ("- {either: e, by: red, options: [{id: a, label: 'To {plan[red]}'}, {id: b}]}", SECRET_PLAN),
        ("- {choose: p, by: red, from: locations, prompt: 'You go to {plan[red]}'}", SECRET_PLAN),
        ("- {choose: p, by: red, from: 'numbers(0, force[red])', if_none: [{end: over}]}", "L034 the secret `force`"),
        ("- {choose: p, by: red, from: spots, otherwise: '[plan[red]]', if_none: []}", None),
        # A secret choice: from what all know, or from one's own, and then it is asked in any case.
        ("- {choose: p, by: red, from: locations, secret: 'plan[red]'}", ""),
        ("- {choose: p, by: red, from: '[q for q in land if q != plan[red]]', optional: nowhere, "
         "secret: 'later[red]'}", ""),
        ("- {choose: p, by: red, from: '[q for q in land if q != plan[red]]', if_none: [], "
         "secret: 'later[red]'}",
         "L034 whether this is asked would tell of the secret `plan`"),
        ("- {choose: p, by: red, from: '[q for q in land if q != plan[blue]]', optional: nowhere, "
         "secret: 'later[red]'}", SECRET_PLAN),
        ("- {choose: p, by: red, from: locations, secret: 'plan[blue]'}", "L035 who decides here does not know"),
        ("- {choose: p, by: blue, from: '[bubo, strix]', secret: 'plan[blue]'}", "L003 what is chosen here is an owl"),
        ("- {choose: p, by: blue, from: locations, secret: 'open[blue]'}", "L035 `open[blue]` is not secret"),
        ("- {choose: p, by: blue, from: locations, secret: x + 1}", "L003 `x + 1` cannot be changed"),
        ("- each: s\n  in: sides\n  steps:\n    - {choose: p, by: s, from: locations, secret: 'plan[s]'}", ""),
        ("- each: s\n  in: sides\n  steps:\n    - {choose: p, by: red, from: locations, secret: 'plan[s]'}",
         "L035 who decides here does not know"),
        ("- {choose: p, by: rde, from: locations, secret: 'plan[red]'}", "L002 nothing is called `rde` here"),
        ("- {choose: p, by: red, from: '[q for q in land if q != plan[red]]', secret: 'later[red]'}",
         "L034 whether this is asked would tell of the secret `plan`"),
        ("- {choose: p, by: red, from: locations, secret: true}", "L003 `true` cannot be changed"),
        # Setting secrets under a secret condition of the same side.
        ("- {if: near(red), then: [{set: 'force[red]', to: 1}], else: [{set: spy, to: true}]}", ""),
        ("- {if: near(red), then: [{if: spy, then: [{set: 'force[red]', to: 1}]}]}", ""),
        ("- {set: 'later[red]', to: 'plan[red]'}", ""),
        ("- {adjust: 'force[red]', by: 1}", ""),
        # Reveals.
        ("- {reveal: p, of: 'plan[red]'}\n- {call: tell, with: {p: p}}", ""),
        ("- {reveal: p, of: near(red)}\n- {if: p, then: [{adjust: x, by: 1}]}", ""),
        ("- {reveal: p, of: x}", "L035 there is no secret in what is revealed here"),
        ("- {reveal: p, of: 'plan[red] == plan[blue]'}", "L035 the secret `plan` of several sides is revealed as one"),
        ("- {reveal: p, of: 'plan[red] == alpha and force[red] > 2'}", "L035 the secret `force` and the secret `plan`"),
        ("- {reveal: p, of: 'any(near(s) for s in sides)'}", "L035 the secret `plan` of several sides is revealed"),
        ("- {reveal: p, of: none}", "L003 a name cannot stand for none"),
        ("- {reveal: x, of: 'plan[red]'}", "L020 `x` already means something here: a variable"),
        ("- {if: near(red), then: [{reveal: p, of: 'plan[red]'}]}", "L034 this step tells of the secret `plan`"),
        # Variables per side.
        ("- {set: open, to: alpha}", "L003 `open` is a variable per side"),
        ("- {set: 'x[red]', to: 1}", "L003 `x` is one variable for the game"),
        ("- {set: 'open[alpha]', to: alpha}", "L003 this is a location, and a side is needed"),
        ("- {if: 'open[red] != none', then: [{place: troop, of: red, at: 'open[red]'}]}", ""),
        ("- {if: 'open[red] != none', then: [{place: troop, of: red, at: 'open[blue]'}]}", "L004"),
        ("- if: open[red] != none\n  then:\n    - {set: 'open[red]', to: none}\n"
         "    - {place: troop, of: red, at: 'open[red]'}", "L004"),
        ("- if: oak.bird != none\n  then:\n    - {place: troop, of: red, at: oak.bird.next}", ""),
        ("- if: oak.bird != none\n  then:\n    - {set: oak.bird, to: none}\n"
         "    - {place: troop, of: red, at: oak.bird.next}", "L004"),
        ("- each: s\n  in: sides\n  steps:\n    - if: open[s] != none\n      then:\n"
         "        - {place: troop, of: s, at: 'open[s]'}", ""),
    ],
)  # fmt: skip
def test_a_step(text: str, expected: str | None, tmp_path: Path) -> None:
    """``""`` for nothing said, None for one message of whatever sort."""
    lines = found(tmp_path, steps(text))
    if expected == "":
        assert lines == []
    else:
        assert len(lines) == 1, lines
        assert (expected or "L") in lines[0]
        assert lines[0].split(":")[0] != "1", "it does not point into the step"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("victory: {seen: {winner: red, when: 'plan[red] == alpha'}}", "L034 the ending `seen` looks at the secret"),
        ("victory: {seen: {winner: 'red if spy else blue'}}", "L034 the ending `seen` looks at the secret `spy`"),
        ("evaluation: {blue: '1 if plan[red] == alpha else 2'}", "L034 the evaluation of `blue` looks at the secret"),
        ("evaluation: {red: '1 if plan[red] == alpha else 2'}", ""),
        ("invariants: {few: 'force[red] < 10'}", ""),
        ("variables: {z: {type: number, start: 0, secret: red}}", "L003 a secret has at most 62 values"),
        ("variables: {z: {type: number, from: 0, to: 62, start: 0, secret: red}}", "L003 a secret has at most 62"),
        ("variables: {z: {type: a set of locations, start: [], secret: red}}", "L003 a secret has at most 62 values"),
        ("variables: {z: {type: condition, start: true, secret: true}}", "L003 whose secret is this?"),
        ("variables: {z: {type: condition, start: true, secret: rde}}", "L003 there is no side `rde`"),
        ("variables: {z: {type: condition, start: true, per: side, secret: red}}", "L003 with `per: side` each side"),
        ("variables: {z: {type: condition, start: {red: true, blue: false}, per: side}}", ""),
    ],
)  # fmt: skip
def test_a_declaration(text: str, expected: str, tmp_path: Path) -> None:
    tmp_path.joinpath("more.yaml").write_text(text + "\n", "utf-8")
    lines = [line for line in found(tmp_path, "") if "ending" not in line or "L023" not in line]
    if expected:
        assert len(lines) == 1, lines
        assert expected in lines[0]
    else:
        assert lines == []


USED = """
sequence:
  - {choose: p, by: red, from: locations, secret: "z[red]"}
  - {reveal: q, of: "z[red]"}
  - {if: q == alpha, then: [{adjust: x, by: 1}]}
  - {end: over}
"""


@pytest.mark.parametrize(
    "secret",
    [
        "per: side, secret: red",
        "per: side, secret: 'true'",
        "per: side, secret: everyone",
        "per: side, secret: [red]",
    ],
)
def test_a_secret_that_is_declared_wrongly_is_told_once(secret: str, tmp_path: Path) -> None:
    more = f"variables: {{z: {{type: a location or none, start: none, {secret}}}}}"
    tmp_path.joinpath("more.yaml").write_text(more + "\n", "utf-8")
    lines = found(tmp_path, USED)
    assert len(lines) == 1, lines
    assert "L003" in lines[0]


def test_a_side_without_a_seat_keeps_no_secret(tmp_path: Path) -> None:
    tmp_path.joinpath("secrets.yaml").write_text(KEPT, "utf-8")
    text = steps("- {choose: p, by: blue, from: locations, secret: 'plan[blue]'}")
    assert found(tmp_path, text) == []
    board = tmp_path / "pack.yaml"
    assert "blue: {title: Blue, seat: true}" in board.read_text("utf-8")
    board.write_text(
        board.read_text("utf-8").replace("blue: {title: Blue, seat: true}", "blue: {title: Blue}"), "utf-8"
    )
    _, said_of_it, _ = compile_fresh(tmp_path)
    assert [finding.code for finding in said_of_it if finding.severity == "error"] == ["L035"]


FINAL = """\
sequence:
  - {choose: p, by: red, from: locations, secret: 'plan[red]'}
  - {choose: n, by: red, from: 'numbers(0, 9)', secret: 'force[red]'}
  - {choose: m, by: red, from: '[q for q in locations if q != plan[red]]', optional: nowhere, secret: 'later[red]'}
  - if: plan[red] == later[red]
    then: [{set: spy, to: true}]
  - {set: 'force[blue]', to: 4}
  - {set: 'later[blue]', to: 'plan[blue]'}
  - {reveal: high, of: 'force[red] > 6'}
  - {if: high, then: [{adjust: x, by: 1}]}
  - {reveal: q, of: 'plan[red]'}
  - {if: q == alpha, then: [{adjust: x, by: 2}]}
  - {end: over}
"""


def test_what_is_left_possible(tmp_path: Path) -> None:
    """After every sort of step on a secret: the truth is possible, and no more is than others must think of."""
    tmp_path.joinpath("secrets.yaml").write_text(KEPT, "utf-8")
    of = rules(tmp_path, FINAL)
    cells = {cell.cell: cell for cell in of.secrets.cells}
    seen = set()
    for data in played(tmp_path, FINAL, 40):
        assert all(data[at] in secret.possible(data) for at, secret in cells.items())
        force, plan, later = (cells[cell(of, name)].possible(data) for name in ("force", "plan", "later"))
        high = bool(data[cell(of, "x")] & 1)
        assert force == (list(range(7, 10)) if high else list(range(7)))
        assert plan == [data[cell(of, "plan")]]
        assert later == [-1, 0, 1, 2]
        assert cells[cell(of, "spy")].possible(data) == [0, 1]
        assert cells[cell(of, "force") + 1].possible(data) == [4]
        assert cells[cell(of, "later") + 1].possible(data) == [-1]
        seen.add((high, plan[0]))
    assert len(seen) == 6
