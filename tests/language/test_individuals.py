"""Members that are several: copies, those alike offered once, the lowest of them, the ways between them."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from sieges.game.pending import Decision
from sieges.game.rules import Rules
from sieges.language.expressions.code import Environment, Tables, constant
from sieges.language.program import Program
from sieges.language.types import NUMBER, member
from sieges.loading import compile_fresh
from tests.language.tiny import BOARD, end_of, played, program_of, read, rules, said, worth

UNITS = """
kinds:
  unit:
    plural: units
    fields: {strength: {type: number, default: 1}}
    state: {at: {type: a location or none, start: none}, wounds: {type: number, start: 0}}
    members:
      chief: {strength: 5}
      guard: {copies: 3, title: Guard, strength: 2}
      scout: {copies: 2}
"""


def steps(text: str) -> str:
    """A sequence of these steps, the first in line 2."""
    lines = "".join(f"  {line}\n" for line in dedent(text).strip("\n").splitlines())
    return f"sequence:\n{lines}  - end: over\n"


# --- copies ---------------------------------------------------------------------------------------


def test_copies_are_members_of_one_title_and_a_set(tmp_path: Path) -> None:
    more = """
      - set: x
        to: 100 * count(units) + 10 * count(guard) + sum(u.strength for u in guard | scout | [chief])
      - set: guard_2.at
        to: alpha
      - adjust: y
        by: count([u for u in guard if u.at == alpha]) + count(units - guard)
    """
    kind = rules(tmp_path, UNITS + steps(more)).compiled.kinds["unit"]
    assert kind.members == ["chief", "guard_1", "guard_2", "guard_3", "scout_1", "scout_2"]
    assert kind.titles == ["Chief", "Guard", "Guard", "Guard", "Scout", "Scout"]
    assert kind.copies == {"guard": [1, 2, 3], "scout": [4, 5]}
    assert end_of(tmp_path, UNITS + steps(more)) == {643}
    assert end_of(tmp_path, UNITS + steps(more), "y") == {7}


def test_cards_have_copies_that_lie_in_decks(tmp_path: Path) -> None:
    more = """
    cards: {rain: {copies: 3}, sun: {}}
    zones: {shown: {}}
    decks: {sky: {pools: {every: "rain | [sun]"}, packets: [{every: rest}]}}
    """
    drawing = """
      - repeat: 4
        steps: [{draw: card, from: sky, to: shown, if_empty: [{stop: loop}]}]
      - set: x
        to: count([c for c in rain if c in shown])
    """
    assert end_of(tmp_path, dedent(more) + steps(drawing)) == {3}


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ("kinds: {owl: {members: {bubo: {copies: 0}}}}", "1:40 L003 there are 1 to 200 copies of a member, not 0"),
        ("kinds: {owl: {members: {bubo: {copies: 201}}}}", "1:40 L003 there are 1 to 200 copies of a member, not 201"),
        ("kinds: {owl: {members: {bubo: {copies: many}}}}", "1:40 P012"),
        ("kinds: {owl: {members: {bubo: {copies: 2, label: B}}}}", "1:50 L020 copies cannot carry one label"),
        ("orders: {raid: {copies: 2}}", "1:17 L006 an order has no field `copies`"),
        ("kinds: {owl: {members: {bubo: {copies: 2}, bubo_2: {}}}}",
         "1:44 P026 `bubo_2` is the name of two things: a copy of `bubo` and a member of the kind `owl`"),
        ("kinds: {owl: {members: {land: {copies: 2}}}}", "1:25 P026 `land` is the name of two things"),
        ("define: {bubo_1: '3'}\nkinds: {owl: {members: {bubo: {copies: 1}}}}", "2:25 P026"),
        ("kinds: {owl: {fields: {nest: {type: a location}}, members: {bubo: {copies: 9}}}}",
         "1:61 L027 `bubo` lacks the field `nest`"),
        ("kinds: {owl: {fields: {copies: {type: number}}, members: {bubo: {copies: 9}}}}",
         "1:24 L020 `copies` says how many there are of a member"),
        ("kinds: {owl: {members: {bubo: {copies: 9, beak: 3}}}}", "1:43 L006 an owl has no field `beak`"),
        (f"kinds: {{owl: {{members: {{{'b' * 59}: {{copies: 9}}}}}}}}", "1:25 L028"),
    ],
)  # fmt: skip
def test_what_is_said_of_copies(more: str, expected: str, tmp_path: Path) -> None:
    found = said(tmp_path, more + "\n")
    assert len(found) == 1, found
    assert found[0].startswith(expected)


# --- the lowest and the highest -------------------------------------------------------------------


@pytest.fixture(scope="module")
def units(tmp_path_factory: pytest.TempPathFactory) -> Program:
    return program_of(tmp_path_factory.mktemp("pack") / "tiny", UNITS)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("lowest(u.strength for u in units)", 4),
        ("highest(u.strength for u in units)", 0),
        ("lowest(u.strength for u in units if u.strength > 1)", 1),
        ("highest(-u.strength for u in units if u not in scout)", 1),
        ("highest(u.wounds for u in units)", 1),
        ("lowest(u.wounds for u in units if u.at == beta)", 3),
        ("lowest(u.wounds for u in units if u.at == gamma)", -1),
        ("lowest(0 for u in units if u.at == beta)", 2),
        ("highest(0 for u in units if u.at == beta)", 2),
        ("lowest(u.strength for u in [])", -1),
        ("highest(sum(v.wounds for v in units if v.at == u.at) for u in units - [guard_1])", 2),
        ("lowest(-u.strength for u in units if u == lowest(v.wounds for v in guard if v.at == u.at))", 1),
    ],
)
def test_the_lowest_and_the_highest(units: Program, text: str, expected: int) -> None:
    cells = list(units.world.initial)
    at, wounds = (units.world.kinds["unit"].state[name].base for name in ("at", "wounds"))
    cells[wounds : wounds + 6] = [0, 2, 2, 1, 0, 0]
    cells[at : at + 6] = [-1, -1, 1, 1, -1, -1]
    expr, found = read(units, text)
    assert list(found) == []
    assert worth(expr.emit(Environment(tables := Tables())).text, tables, cells) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("lowest(units)", "12 L008 `lowest` takes a loop: `lowest(… for x in X)`"),
        ("lowest(u for u in units)", "12 L003 this is a unit, and a number is needed"),
        (
            "highest(u.strength for u in units).strength",
            "5 L004 `highest((u.strength for u in units))` may be none here, and a unit is needed",
        ),
        ("highest(u.strength > 1 for u in units)", "13 L003 this is a condition, and a number is needed"),
    ],
)
def test_what_is_said_of_the_lowest(units: Program, text: str, expected: str) -> None:
    _, found = read(units, text)
    assert [
        f"{finding.span.column} {finding.code} {finding.message}" for finding in found if finding.span
    ] == [expected]


# --- ways -----------------------------------------------------------------------------------------

NODES = 6
LINKS = {place: {(place * 4 + 1) % NODES, (place * 2) % NODES} - {place, 5} for place in range(NODES)}
ROADS = "".join(
    f"      n{place}: {{next: [{', '.join(f'n{other}' for other in sorted(LINKS[place]))}]}}\n"
    for place in range(NODES)
)
GRAPH = f"""
kinds:
  node:
    plural: nodes
    fields: {{next: {{type: a set of nodes}}}}
    state: {{shut: {{type: condition, start: false}}}}
    members:
{ROADS}
define:
  roads: {{parameters: {{p: a node}}, is: p.next}}
  open: {{parameters: {{p: a node}}, is: "[q for q in p.next if not q.shut]"}}
  wide: {{parameters: {{least: number, p: a node}}, is: "[q for q in p.next if count(q.next) >= least]"}}
  nowhere: {{parameters: {{p: a node}}, is: "[]"}}
  size: {{parameters: {{p: a node}}, is: count(p.next)}}
  back: {{parameters: {{p: a node, s: a side}}, is: p.next}}
  sides_of: {{parameters: {{p: a node}}, is: sides}}
  city: "[alpha]"
"""


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Program:
    return program_of(tmp_path_factory.mktemp("pack") / "tiny", GRAPH)


def steps_to(start: int, shut: int, least: int) -> dict[int, int]:
    """Each member that can be come to, and in how many steps at least."""
    found = {start: 0}
    for step in range(1, NODES + 1):
        edge = [at for at, steps in found.items() if steps == step - 1]
        fitting = {to for at in edge for to in LINKS[at] if not shut >> to & 1 and len(LINKS[to]) >= least}
        found |= dict.fromkeys(fitting - found.keys(), step)
    return found


@pytest.mark.parametrize(
    ("ways", "shut", "least"), [("roads", 0, 0), ("open", 1, 0), ("wide(2)", 0, 2), ("wide(y - 1)", 0, 2)]
)
@pytest.mark.parametrize("closed", [0, 0b1010])
def test_reach_and_distance_are_those_of_a_search(
    graph: Program, ways: str, shut: int, least: int, closed: int
) -> None:
    """Whatever is known before play: the ways, the start, the steps; and where nothing is."""
    cells = list(graph.world.initial)
    base = graph.world.kinds["node"].state["shut"].base
    for place in range(NODES):
        cells[base + place] = closed >> place & 1

    def value(text: str, **known: int) -> int:
        expr, found = read(graph, text, p=member("node"), q=member("node"), n=NUMBER)
        assert list(found) == []
        given = {name: constant(number) for name, number in known.items()}
        code = expr.emit(Environment(tables := Tables(), given))
        names = {f"v_{name}": number for name, number in play.items()}
        return int(worth(code.text, tables, cells, **names))

    for start in range(NODES):
        far = steps_to(start, shut and closed, least)
        for most in (0, 1, 2, NODES):
            mask = sum(1 << at for at, steps in far.items() if steps <= most)
            play = {"p": start, "n": most}
            for known in ({}, {"p": start}, {"n": most}, play):
                assert value(f"reach(p, n, {ways})", **known) == mask
                assert value(f"reach([p], n, {ways})", **known) == mask
        for goal in range(NODES):
            play = {"p": start, "q": goal, "n": 0}
            for known in ({}, {"p": start}, {"q": goal}, {"p": start, "q": goal}):
                assert value(f"distance(p, q, {ways})", **known) == far.get(goal, NODES)
            both = sum(1 << at for at in far | steps_to(goal, shut and closed, least))
            assert value(f"connected([p, q], {ways})") == both
        assert value(f"connected(p, {ways})") == sum(1 << at for at in far)
        assert value("reach(p, 3, nowhere)") == 1 << start
        assert value(f"reach(p, -n, {ways})") == 1 << start


def test_ways_that_never_change_read_nothing(graph: Program) -> None:
    """What a victory is looked at for: the cells that the ways, the start and the steps hang on, and no others."""
    y = graph.world.variables["y"].base
    shut = graph.world.kinds["node"].state["shut"].base
    for text, cells in [
        ("reach(n1, 2, roads)", set()),
        ("connected(n1, roads)", set()),
        ("distance(n1, n2, wide(2))", set()),
        ("reach(n1, y, roads)", {y}),
        ("reach(n1, y, wide(y))", {y}),
        ("distance(n1, n2, open)", {*range(shut, shut + NODES)}),
        ("reach([p for p in nodes if p.shut], 1, wide(3))", {*range(shut, shut + NODES)}),
    ]:
        expr, found = read(graph, text)
        assert list(found) == []
        assert expr.reads(Environment(Tables())) == cells, text
    assert read(graph, "distance(n1, n2, roads)")[0].emit(Environment(Tables())).value is not None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("reach(n1, roads)", "5 L008 `reach` takes 3 arguments, not 2"),
        ("connected(n1, 2, roads)", "5 L008 `connected` takes 2 arguments, not 3"),
        ("reach(n1, 2, n1.next)", "18 L003 the ways are named here"),
        ("reach(n1, 2, nodes)", "18 L003 `nodes` is a set, not a definition that gives ways"),
        ("reach(n1, 2, raods)", "18 L002 there is no definition `raods`"),
        ("reach(n1, 2, p)", "18 L003 `p` is a local, not a definition that gives ways"),
        ("reach(n1, 2, city)", "18 L003 `city` gives no ways: its last parameter is no member of a kind"),
        ("reach(n1, 2, wide)", "18 L008 `wide` takes 1 argument here, not 0"),
        ("reach(n1, 2, roads(n1))", "18 L008 `roads` takes 0 arguments here, not 1"),
        ("reach(n1, 2, wide(n1))", "23 L003 argument `least` of `wide` is a node, and a number is needed"),
        ("reach(n1, 2, size)", "18 L003 `size` gives a number, and ways give a set of members of `node`"),
        (
            "reach(n1, 2, back(n1))",
            "18 L003 `back` gives a set of members of `node`, and ways give a set of members of `side`",
        ),
        (
            "reach(n1, 2, sides_of)",
            "18 L003 `sides_of` gives a set of members of `side`, and ways give a set of members of `node`",
        ),
        (
            "reach(alpha, 2, roads)",
            "11 L003 the start is a location, and a node or a set of such members is needed",
        ),
        (
            "reach(land, 2, roads)",
            "11 L003 the start is a set of members of `location`, and a node or a set of such members is needed",
        ),
        ("reach(m, 2, roads)", "11 L004 the start may be none here, and a node is needed"),
        ("distance(n1, m, roads)", "18 L004 the goal may be none here, and a node is needed"),
        (
            "distance([n1], n2, roads)",
            "14 L003 the start is a set of members of `node`, and a node is needed",
        ),
        ("reach(n1, n2, roads)", "15 L003 the number of steps is a node, and a number is needed"),
        ("reach(n1, -1, roads)", "15 L003 this is -1, and what is counted is 0 or more"),
        ("reach(n1, 2, roads) > 2", "5 L003 this is a set of members of `node`, and a number is needed"),
    ],
)
def test_what_is_said_of_ways(graph: Program, text: str, expected: str) -> None:
    _, found = read(graph, text, p=member("node"), m=member("node", optional=True))
    assert [
        f"{finding.span.column} {finding.code} {finding.message}" for finding in found if finding.span
    ] == [expected]


# --- those alike are offered once -----------------------------------------------------------------

MUSTER = (
    UNITS
    + """
define:
  fresh: {parameters: {u: a unit}, is: u.wounds == 0}
procedures:
  march:
    parameters: {from_there: a location}
    steps:
      - choose: u
        by: red
        from: "[u for u in units if fresh(u) or u.at == from_there]"
        if_none: [{stop: procedure}]
        alike: once
        shown_as: "{u}, {u.at}: {u.wounds + y}"
        optional: enough
      - if: u != none
        then:
          - set: u.at
            to: beta if u.at == alpha else alpha
          - adjust: x
            by: 1 if u in guard else 10 if u in scout else 100
          - if: u.at == beta
            then: [{adjust: u.wounds, by: 1}]
"""
)
MARCHES = "- repeat: 9\n  steps: [{call: march, with: {from_there: alpha}}]"


def test_those_alike_are_offered_once_and_worded(tmp_path: Path) -> None:
    """The first of them, as long as they are alike in every state field; the refused ones likewise."""
    game = rules(tmp_path, MUSTER + steps(MARCHES)).new()

    def offered() -> list[tuple[str, str]]:
        pending = game.legal()
        assert isinstance(pending, Decision)
        return [(option.id, option.label) for option in pending.options]

    def refused() -> list[tuple[str, str]]:
        return [(refusal.id, refusal.label) for refusal in game.observe("red").refusals()]

    last = ("enough", "Enough")
    chief, guard, scout = (
        ("chief", "Chief, none: 3"),
        ("guard_1", "Guard, none: 3"),
        ("scout_1", "Scout, none: 3"),
    )
    assert offered() == [chief, guard, scout, last]
    assert refused() == []
    game.apply("guard_1")
    there = ("guard_1", "Guard, Alpha: 3")
    assert offered() == [chief, there, ("guard_2", "Guard, none: 3"), scout, last]
    game.apply("guard_2")
    assert offered() == [chief, there, ("guard_3", "Guard, none: 3"), scout, last]
    game.apply("guard_1")
    # Wounded and elsewhere: not offered, and not spoken of with those that are.
    assert offered() == [chief, ("guard_2", "Guard, Alpha: 3"), ("guard_3", "Guard, none: 3"), scout, last]
    assert refused() == [("guard_1", "Guard, Beta: 4")]
    game.apply("guard_2")
    assert refused() == [("guard_1", "Guard, Beta: 4")]
    assert offered() == [chief, ("guard_3", "Guard, none: 3"), scout, last]


def test_choosing_among_those_alike_is_the_same_in_every_form(tmp_path: Path) -> None:
    played(tmp_path, MUSTER + steps(MARCHES))


def test_a_secret_choice_of_those_alike(tmp_path: Path) -> None:
    more = """
    variables:
      x: {type: number, start: 0}
      y: {type: number, start: 0}
      plan: {type: a unit or none, start: none, secret: red}
    """
    board = BOARD.replace(BOARD[BOARD.index("variables:") : BOARD.index("dice:")], dedent(more).lstrip("\n"))
    asking = "- {choose: u, by: red, from: units, secret: plan, alike: once, shown_as: '{u} ({u.strength})'}"
    (tmp_path / "pack.yaml").write_text(board + UNITS + steps(asking), "utf-8")
    compiled, found, _ = compile_fresh(tmp_path)
    assert compiled is not None, list(found)
    game = Rules(compiled).new()
    red, blue = game.observe("red").legal(), game.observe("blue").legal()
    assert isinstance(red, Decision)
    assert isinstance(blue, Decision)
    assert [option.label for option in red.options] == ["Chief (5)", "Guard (2)", "Scout (1)"]
    assert blue.options == ()
    game.apply("guard_1")
    assert game.ended


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        ("{choose: u, by: red, from: units, alike: twice}", "P013"),
        ("{choose: p, by: red, from: locations, alike: once}", "2:43 L011 nothing is alike here: no location has"),
        ("{choose: k, by: red, from: 'numbers(1, 3)', alike: once}", "2:49 L011 nothing is alike here: no number has"),
        ("{choose: k, by: red, from: 'numbers(1, 3)', shown_as: '{k} of {y}'}", None),
        ("{choose: u, by: red, from: units, shown_as: Unit}", "2:49 L011 every option would read the same: `u` is"),
        ("{choose: u, by: red, from: units, shown_as: '{y}'}", "2:49 L011 every option would read the same: `u` is"),
        ("{choose: u, by: red, from: units, shown_as: '{v}'}", "2:51 L002 nothing is called `v` here"),
        ("{choose: u, by: red, from: units, shown_as: '{u.beak}'}", "2:51 L006 unit has no field `beak`"),
        ("{choose: u, by: red, from: units, optional: no_one, shown_as: '{u.at}'}", None),
    ],
)  # fmt: skip
def test_what_is_said_of_choices(step: str, expected: str | None, tmp_path: Path) -> None:
    found = said(tmp_path, UNITS + steps(f"- {step}"))
    assert len(found) == (expected is not None), found
    if expected is not None:
        lines = UNITS.count("\n")
        place, _, rest = found[0].partition(" ")
        line, column = place.split(":")
        assert expected in f"{int(line) - lines + 1}:{column} {rest}"


# --- neighbours -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("alpha", "beta", "gamma", "warned"),
    [
        ("[beta, gamma]", "[alpha]", "[alpha]", []),
        ("[beta, gamma]", "[alpha]", "[]", ["alpha: gamma"]),
        ("[beta, gamma]", "[]", "[]", []),
        ("[beta, alpha]", "[alpha, gamma]", "[alpha]", ["beta: gamma", "gamma: alpha"]),
    ],
)
def test_neighbours_name_one_another(
    alpha: str, beta: str, gamma: str, warned: list[str], tmp_path: Path
) -> None:
    """Where no two do, the ways may well go one way."""
    board = BOARD
    for place, others in (("alpha", alpha), ("beta", beta), ("gamma", gamma)):
        board = board.replace(f"  {place}: {{", f"  {place}: {{neighbours: {others}, ")
    (tmp_path / "pack.yaml").write_text(board + "sequence: [{end: over}]\n", "utf-8")
    _, found, _ = compile_fresh(tmp_path)
    text = board.splitlines()
    lines = []
    for finding in found:
        if finding.code == "L036":
            assert finding.severity == "warning"
            assert finding.span is not None
            line = text[finding.span.line - 1]
            there = finding.message.split("`")[1]
            lines.append(f"{line.split(':')[0].strip()}: {there}")
            assert line[finding.span.column - 1 :].startswith(there)
    assert lines == warned
