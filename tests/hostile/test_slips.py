"""Slips of an author that could pass unseen: each is said once, on its line, and nothing that follows from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from sieges.loading import compile_fresh
from sieges.study.checking import check
from tests.hostile.packs import HEAD, OVER, TABLE, marked, said, write

END = f"sequence:\n{OVER}"
CHART = """\
  c:
    columns: [day, night]
    rows:
"""
CONSULT = f"sequence:\n  - consult: c\n    die: x\n    column: 1\n{OVER}"
DOT = "results: {.: [{nothing: n}]}\n"
CARDS = "cards: {ace: {}, duke: {}, earl: {}}\nzones: {hand: {}}\n"
DECK = CARDS + "decks: {pack_of_cards: {pools: {p: '[ace, duke]'}, packets: [{p: rest}]}}\n"
BOARD = "display:\n  board: {size: [9, 9]}\n  locations:\n"


def steps(*lines: str) -> str:
    return "sequence:\n" + "".join(f"  {line}\n" for line in lines) + OVER


ERRORS = {
    # names in a display
    "a hidden place": f"display:\n  terminal: {{hide: [gaol]}} # here\n{END}",
    "a quiet piece": f"display:\n  quiet:\n    - x\n    - tropo # here\n{END}",
    "a die for charts": f"display: {{charts: {{die: dye}}}} # here\n{END}",
    "a decision of turns": f"display: {{turn: sequence.order}} # here\n{END}",
    "a block of the table": f"display: {{terminal: {{order: [trakcs]}}}} # here\n{END}",
    "a line of nothing": f"display: {{terminal: {{lines: [{{show: gate.open}}]}}}} # here\n{END}",
    "a place of no location": f"{BOARD}    gaol: {{at: [1, 1]}} # here\n{END}",
    "a place outside the board": f"{BOARD}    camp: {{at: [1, 10]}} # here\n{END}",
    "a place of one number": f"{BOARD}    camp: {{at: [1]}} # here\n{END}",
    "two at one place": f"{BOARD}    camp: {{at: [1, 1]}}\n    ditch: {{at: [1, 1]}} # here\n{END}",
    "places on no board": f"display:\n  locations: # here\n    camp: {{at: [1, 1]}}\n{END}",
    "a board of one number": f"display:\n  board: {{size: [9]}} # here\n{END}",
    "a board of no height": f"display:\n  board: {{size: [9, 0]}} # here\n{END}",
    "a long short name": f"{BOARD}    camp: {{at: [1, 1], short: The Camp of All}} # here\n{END}",
    "a sign of no chart": f"display:\n  tokens:\n    Z: a zebra # here\n{END}",
    "a key of a display": f"display:\n  teminal: {{}} # here\n{END}",
    # what is there twice, or not at all
    "equal labels": steps("- set: x", "  to: 1", "  label: a", "- set: x", "  to: 2", "  label: a # here"),
    "equal words": steps("- either: e", "  by: us", "  options: [{id: p, label: Go}, {id: q, label: Go}] # here"),
    "words by default": steps("- either: e", "  by: us", "  options: [{id: go_on}, {id: q, label: Go on}] # here"),
    "equal columns": DOT
    + "charts:\n  c:\n    columns: [day, day] # here\n    rows: {1-: [., .], 2+: [., .]}\n"
    + CONSULT,
    "no columns": DOT + "charts:\n  c:\n    columns: [] # here\n    rows: {1-: [], 2+: []}\n" + CONSULT,
    "equal patterns": f"results:\n  '-{{n}}r': [{{nothing: a}}]\n  '-{{m}}r': [{{nothing: b}}] # here\n{END}",
    "a pattern without an end": f"results:\n  '{{a}}{{b}}': [{{nothing: a}}] # here\n{END}",
    "two patterns for a token": "results:\n  'a{n}b': [{nothing: a}]\n  'a1{n}b': [{nothing: b}] # here\ncharts:\n"
    + CHART
    + "      1-: [a12b, a13b]\n      2+: [a2b, a12b]\n"
    + CONSULT,
    "a side without a start": f"tracks: {{t: {{per: side, to: 9, start: {{us: 5}}}}}} # here\n{END}",
    # what is less than nothing
    "a count": steps("- place: troop", "  of: us", "  at: camp", "  count: -1 # here"),
    "a count of a definition": "define: {few: 1 - 3}\n" + steps("- repeat: few # here", "  steps: [{set: x, to: 1}]"),
    "a packet": CARDS
    + "decks:\n  k:\n    pools: {p: '[ace, duke]'}\n    packets: [{p: -1}, {p: rest}] # here\n"
    + END,
    "a condition": "kinds: {order: {fields: {requires: {type: rule}}}}\n"
    f"orders: {{o: {{requires: {{troops: -1, of: us}}}}}} # here\n{END}",
    "bounds of a track": f"tracks: {{t: {{from: 5, to: 2, start: 3}}}} # here\n{END}",
    "bounds of an option": f"options: {{o: {{type: number, from: 5, to: 2, default: 3}}}} # here\n{END}",
    # what leads nowhere
    "a move on the spot": steps("- move: troop", "  of: us", "  from: camp", "  to: camp # here"),
    "a column beyond": DOT
    + "charts:\n"
    + CHART
    + "      1-: [., .]\n      2+: [., .]\n"
    + CONSULT.replace("column: 1", "column: 3 # here"),
    "the end of a game before it": steps("- if: ended(over) # here", "  then: [{set: x, to: 1}]"),
    # texts and numbers
    "an open brace": steps("- say: 'a {x b' # here"),
    "a brace that closes": steps("- say: 'a x} b' # here"),
    "an empty hole": steps("- say: 'a {} b' # here"),
    "hexadecimal": steps("- set: x", "  to: '0x10' # here"),
    "an underline": steps("- set: x", "  to: '1_000' # here"),
    "an exponent": steps("- set: x", "  to: y + 1e3 # here"),
    "a leading zero": steps("- set: x", "  to: y + 007 # here"),
    "a word on a number": steps("- if: y == 3or y == 4 # here", "  then: [{set: x, to: 1}]"),
    "a comment": steps("- set: x", "  to: 'y # note' # here"),
    "nothing": steps("- set: x", "  to: ' ' # here"),
    "an odd space": steps("- set: x", "  to: y\u00a0+ 1 # here"),
    "an odd space before a key": steps("- set: x", "\u00a0 to: y # here"),
    "an odd space after a colon": steps("- set:\u00a0x # here", "  to: y"),
    # one mistake, one message
    "a deck that is not there": DECK
    + steps(
        "- draw: card",
        "  from: pack # here",
        "  if_empty: [{end: over}]",
        "- put: card",
        "  to: hand",
        "- set: x",
        "  to: card.number",
    ),
    "a draw without its end": DECK
    + steps("- draw: card", "  from: pack_of_cards", "- put: card", "  to: hand").replace(
        "draw: card", "draw: card # here"
    ),
    "a choice without its end": steps(
        "- choose: w # here", "  by: us", "  from: '[p for p in land if vacant(p) > x]'", "- set: x", "  to: w.slots"
    ),
    "a value that is none": steps("- let: a", "  be: zz + 1 # here", "- set: x", "  to: a + 1", "- say: '{a}'"),
    "a name that is none": steps("- let: Bad # here", "  be: 1", "- set: x", "  to: Bad + 1"),
    "a name that is a word": steps("- choose: if # here", "  by: us", "  from: locations", "- set: goal", "  to: if"),
    "a name of something else": steps("- roll: goal # here", "  die: die", "- set: x", "  to: goal + 1"),
    "an ending that is not there": "sequence:\n  - end: ovr # here\n",
    "a set that is none": steps("- each: p", "  in: zz # here", "  steps: [{set: x, to: p.slots}]"),
    "a token that is not there": DOT
    + "charts:\n"
    + CHART
    + "      1-: [ship, .] # here\n      2: [., ship ship]\n      3+: [ship, .]\n"
    + CONSULT,
    "a token of another chart": "results: {A: [{set: zz, to: 1}]} # here\ncharts:\n"
    + CHART
    + "      1-: [A, A]\n      2+: [A A, A]\n"
    + CONSULT,
    "a last row": "kinds: {wind: {plural: winds, members: {north: {}, south: {}}}}\n"
    + DOT
    + "charts:\n"
    + CHART.replace("[day, night]", "wind")
    + "      1-: [., .]\n      2: [., .] # here\n"
    + CONSULT.replace("column: 1", "column: north"),
    "rows that overlap": DOT
    + "charts:\n"
    + CHART
    + "      1-: [., .]\n      1-3: [., .] # here\n      4+: [., .]\n"
    + CONSULT,
    "an empty cell": DOT + "charts:\n" + CHART + "      1-: ['', .] # here\n      2+: [., .]\n" + CONSULT,
    "cards in a circle": "kinds: {card: {fields: {act: {type: steps, default: []}}}}\ncards:\n"
    "  ace: {act: [{perform: duke.act}]} # here\n  duke: {act: [{perform: earl.act}]}\n"
    "  earl: {act: [{each: k, in: cards, steps: [{perform: k.act}]}]}\n" + END,
    "a neighbour that is not there": END,
}  # fmt: skip
TABLES = {
    "a neighbour that is not there": TABLE.replace(
        "camp:  {", "ridge: {neighbours: [cmap]} # here\n  camp:  {"
    ),
}


@pytest.mark.parametrize("name", ERRORS)
def test_a_slip_is_said_once_where_it_is(tmp_path: Path, name: str) -> None:
    pack = write(tmp_path, ERRORS[name], TABLES.get(name, TABLE))
    found = said(pack)
    assert [line for line, *_ in found] == marked(pack), found


WARNINGS = {
    "a token of a chart": DOT
    + "charts:\n  c:\n    columns: [day]\n    tokens:\n      Z: [{nothing: n}] # here\n    rows: {1-: [.], 2+: [.]}\n"
    + CONSULT,
    "a pool": CARDS
    + "decks:\n  k:\n    pools:\n      p: '[ace, duke]'\n      q: '[earl]' # here\n    packets: [{p: rest}]\n"
    + steps("- if: left(k) > 0", "  then: [{set: x, to: 1}]"),
    "a card": CARDS
    + "decks:\n  k:\n    pools:\n      p: '[ace, duke, earl]' # here\n    set_aside: {into: un, p: 1}\n"
    + "    packets: [{p: 1}]\n"
    + steps("- if: left(k) > 0", "  then: [{set: x, to: 1}]"),
    "a deck": CARDS + "decks:\n  k: # here\n    pools: {p: cards}\n    packets: [{p: rest}]\n" + END,
    "a card that no deck has": "cards:\n  ace: {}\n  jack: {} # here\n"
    + "decks:\n  k:\n    pools: {p: '[c for c in cards if c != jack]'}\n    packets: [{p: rest}]\n"
    + steps("- while: left(k) > 0", "  at_most: chance", "  steps: [{draw: c, from: k}]"),
    "an example": END + "examples:\n  e: {play: []} # here\n",
}


@pytest.mark.parametrize("name", WARNINGS)
def test_what_an_author_may_mean_is_a_warning(tmp_path: Path, name: str) -> None:
    pack = write(tmp_path, WARNINGS[name])
    compiled, found, _ = compile_fresh(pack)
    assert compiled is not None, list(found)
    lines = [
        finding.span.line
        for finding in found
        if finding.span is not None and not finding.message.startswith("nothing uses the variable")
    ]
    assert lines == marked(pack), list(found)


def test_an_example_that_refuses_expects_enough(tmp_path: Path) -> None:
    text = steps("- choose: p", "  by: us", "  from: land")
    pack = write(tmp_path, text + "examples:\n  e: {play: [{refused: {p: nowhere}}, {p: camp}]}\n")
    assert not [finding for finding in check(pack).found if finding.code in ("L029", "X001")]


def test_a_side_without_a_seat_among_several(tmp_path: Path) -> None:
    text = steps("- choose: p", "  by: they # here", "  from: land")
    pack = write(tmp_path, text)
    head = HEAD.replace("them: {}", "them: {seat: true}, they: {}")
    (pack / "pack.yaml").write_text(head + TABLE + text, "utf-8")
    _, found, _ = compile_fresh(pack)
    assert [(f.severity, f.span.line) for f in found if f.code == "L031" and f.span] == [
        ("warning", *marked(pack))
    ]


def extending(tmp_path: Path, base: str, more: str) -> Path:
    """A pack that extends another, which lies beside it."""
    pack = write(tmp_path, f"extends: ../base\n{more}")
    (tmp_path / "base").mkdir()
    text = f"language: 1\npack: base\ntitle: Base\nversion: '1'\nsource: {{status: original}}\n{base}"
    (tmp_path / "base" / "pack.yaml").write_text(text)
    return pack


@pytest.mark.parametrize(
    ("section", "entry", "use"),
    [
        ("variables", "v: {type: number, start: 0}", "procedures: {p: {steps: [{set: v, to: 2}]}}"),
        ("define", "v: x + 1", "procedures: {p: {steps: [{set: x, to: v}]}}"),
        ("procedures", "v: {steps: [{nothing: n}]}\n  p: {steps: [{call: v}]}", ""),
        ("dice", "v: {sides: 6}", "procedures: {p: {steps: [{roll: r, die: v}]}}"),
        ("victory", "v: {winner: none, when: x > 9}", "procedures: {p: {steps: [{end: v}]}}"),
        ("tags", "v: {}", "locations: {l: {tags: [v]}}"),
        ("locations", "v: {slots: 1}\n  other: {neighbours: [v]}", ""),
    ],
)  # fmt: skip
def test_what_was_removed_is_said_to_be(tmp_path: Path, section: str, entry: str, use: str) -> None:
    """The message stands where the name is used, in the pack extended, and points at the `remove` as well."""
    pack = extending(tmp_path, f"{section}:\n  {entry}\n{use}\n", f"remove: {{{section}: [v]}} # here\n{END}")
    _, found, _ = compile_fresh(pack)
    errors = [finding for finding in found if finding.severity == "error"]
    assert len(errors) == 1, errors
    ((place, words),) = errors[0].related
    assert (place.line, words) == (marked(pack)[0], "removed here")


def test_two_roles_of_one_side(tmp_path: Path) -> None:
    asks = "requires: {roles: {attacker: a side, defender: a side}}\n"
    text = f"roles: {{attacker: us, defender: us}} # here\n{END}"
    pack = extending(tmp_path, asks, text)
    assert [line for line, *_ in said(pack)] == marked(pack)


@pytest.mark.parametrize(
    "play",
    [
        "[{p: camp}, {q: nowhere}]",
        "[{p: camp}, {q: camp}, {r: gate}]",
        "[{p: camp}, {refused: {q: camp}}, {q: camp}]",
        "[{p: camp}, tent]",
        "[{p: camp}]",
    ],
)
def test_an_example_fails_at_the_answer_that_does(tmp_path: Path, play: str) -> None:
    items = play.strip("[]").split(", ")
    at = 0 if len(items) == 1 else 2 if "{r: gate}" in play else 1
    lines = [f"      - {item}{' # here' if place == at else ''}" for place, item in enumerate(items)]
    text = steps("- choose: p", "  by: us", "  from: land", "- choose: q", "  by: us", "  from: land")
    more = "\n".join(["examples:", "  e:", "    expect: [x == 0]", "    play:", *lines, ""])
    pack = write(tmp_path, text + more)
    places = [f.span.line for f in check(pack).found if f.code == "X001" and f.span is not None]
    assert places == marked(pack)


def test_titles_in_texts(tmp_path: Path) -> None:
    """A member is shown by its title; to ask for the title says the same."""
    text = steps("- each: place", "  in: land", "  steps: [{say: '{place.title} of {us.title}, {place}'}]")
    assert said(write(tmp_path, text)) == []
    text = steps("- say: 'x marks {x.title}' # here")
    pack = write(tmp_path / "more", text)
    assert [line for line, *_ in said(pack)] == marked(pack)
