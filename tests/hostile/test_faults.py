"""What a pack does wrong in play stops at the author's line, and leaves the game as it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from sieges.game.game import Game
from sieges.game.pending import Chance, Decision
from sieges.game.rules import Rules
from sieges.game.runtime import Fault
from sieges.loading import Scenario, compile_fresh
from tests.hostile.packs import OVER, TABLE, marked, write

MORE = """\
kinds:
  location: {state: {heat: {type: number, start: 0}}}
tracks:
  gate_height: {from: 0, to: 3, start: 3, beyond: fault}
  spirit: {per: side, from: -2, to: 2, start: 0, beyond: fault}
cards: {ace: {}, king: {}}
zones: {aces: {holds: "[ace]"}}
decks: {deck: {pools: {all_cards: "[king]"}, packets: [{all_cards: rest}]}}
"""
TABLE_OF_FAULTS = (
    TABLE.replace(
        "{troop: {plural: troops}}", "\n  troop: {plural: troops, supply: 6}\n  ram: {plural: rams}\n"
    )
    .replace("x: {type: number, start: 0}", "x: {type: number, start: 0, from: 0, to: 5}")
    .replace("slots: 3}\n  gate", "slots: 3, holds: [troop]}\n  gate")
    + MORE
)

FAULTS = {
    "a marker taken where none stands": "- remove: troop # here\n    of: them\n    at: camp",
    "more markers taken than stand there": "- remove: troop # here\n    of: us\n    at: camp\n    count: 3",
    "a marker moved that is not there": "- move: troop # here\n    of: us\n    from: ditch\n    to: camp",
    "a full location": "- place: troop # here\n    of: us\n    at: gate",
    "a location that is too full": "- place: troop # here\n    of: us\n    at: camp\n    count: 2",
    "a move into a full location": "- move: troop # here\n    of: us\n    from: camp\n    to: gate",
    "a box that is empty": "- place: troop # here\n    of: us\n    at: ditch\n    count: 3\n  - place: troop # or\n"
    "    of: us\n    at: ditch\n    count: 3",
    "a marker that may not stand there": "- place: ram # here\n    of: us\n    at: ditch",
    "fewer than no markers": "- place: troop # here\n    of: us\n    at: ditch\n    count: x - 1",
    "a track below its bounds": "- adjust: gate_height # here\n    by: -4",
    "a track above its bounds": "- adjust: gate_height # here\n    by: 1",
    "a track set out of bounds": "- set: gate_height # here\n    to: x + 7",
    "a side's track below its bounds": "- adjust: spirit[them] # here\n    by: -3",
    "a variable above its bounds": "- adjust: x # here\n    by: 6",
    "a variable set below its bounds": "- set: x # here\n    to: y - 2",
    "a while that goes on": "- while: y >= 0 # here\n    at_most: 5\n    steps: [{adjust: y, by: 1}]",
    "a card in the wrong zone": "- draw: card\n    from: deck\n    if_empty: [{stop: procedure}]\n"
    "  - put: card # here\n    to: aces",
    "a number without bounds that grows": "- repeat: 40\n    steps:\n      - adjust: y # here\n"
    "        by: 1000000000000 + y",
}

PACK = """\
procedures:
  deep:
    parameters: {{chosen: a location}}
    steps:
      - adjust: y
        by: 1
      - set: goal
        to: chosen
      - if: chosen == gate
        then: [{{call: wrong}}]
  wrong:
    steps:
      - set: camp.heat
        to: 7
{steps}
sequence:
  - roll: number
    die: die
  - choose: place
    by: us
    from: "[ditch, gate]"
  - scope: s
    steps:
      - call: deep
        with: {{chosen: place}}
      - if: number > 90
        then: [{{cancel: s}}]
  - choose: place
    by: us
    from: "[ditch, camp]"
{over}"""


def rules_of(folder: Path, name: str) -> tuple[Path, Rules]:
    steps = "\n".join(f"    {line}" for line in f"  {FAULTS[name]}".split("\n"))
    pack = write(folder, PACK.format(steps=steps, over=OVER), TABLE_OF_FAULTS)
    compiled, found, _ = compile_fresh(pack)
    assert compiled is not None, [str(finding.message) for finding in found]
    return pack, Scenario(pack, compiled).rules()


def at_the_choice(rules: Rules, seed: int | None) -> Game:
    """A game at its first choice, after its first roll."""
    game = rules.new(seed=seed)
    if isinstance(game.legal(), Chance):
        game.apply("4")
    assert isinstance(game.legal(), Decision)
    return game


def before_the_fault(rules: Rules, seed: int | None) -> tuple[Game, str]:
    """A game, and the answer that leads to the fault at once."""
    game = at_the_choice(rules, seed)
    twin = game.clone()
    try:
        twin.apply("gate")
    except Fault:
        return game, "gate"
    # A card is drawn on the way; there is one only.
    assert isinstance(twin.legal(), Chance)
    return twin, "king"


SEEDS = pytest.mark.parametrize("seed", [None, 1], ids=["by hand", "seeded"])
NAMES = pytest.mark.parametrize("name", FAULTS)


@SEEDS
@NAMES
def test_a_fault_stops_at_the_authors_line(tmp_path: Path, name: str, seed: int | None) -> None:
    pack, rules = rules_of(tmp_path, name)
    game, answer = before_the_fault(rules, seed)
    with pytest.raises(Fault) as caught:
        game.apply(answer)
    fault = caught.value
    assert Path(fault.place.file).name == "pack.yaml"
    text = (pack / "pack.yaml").read_text().split("\n")
    assert fault.place.line in marked(pack) or "# or" in text[fault.place.line - 1]
    assert fault.place.column > 0
    assert fault.message
    assert str(fault).startswith(f"{fault.place.file}:{fault.place.line}:")


@SEEDS
@NAMES
def test_a_fault_leaves_the_game_as_it_was(tmp_path: Path, name: str, seed: int | None) -> None:
    """Position, continuation, luck, what is pending; and it can be played on in another way."""
    _, rules = rules_of(tmp_path, name)
    game, answer = before_the_fault(rules, seed)
    other = game.clone()
    before, pending, luck = game.to_json(), game.legal(), None if game.luck is None else game.luck.states[:]
    for _ in range(2):
        with pytest.raises(Fault):
            game.apply(answer)
        assert game.to_json() == before
        assert game.legal() == pending
        assert (None if game.luck is None else game.luck.states) == luck
    if answer == "gate":
        for choice in ("ditch", "camp"):
            game.apply(choice)
            other.apply(choice)
            assert game.to_json() == other.to_json()
        assert game.ended
        assert game.digest() == other.digest()


@NAMES
def test_the_inline_form_stops_at_the_same_line(tmp_path: Path, name: str) -> None:
    _, rules = rules_of(tmp_path, name)
    with pytest.raises(Fault) as inline:
        rules.play(None, lambda _, values: len(values) - 1, rules.streams(1))
    game, answer = before_the_fault(rules, 1)
    with pytest.raises(Fault) as paused:
        game.apply(answer)
    assert inline.value.place == paused.value.place
    assert inline.value.message == paused.value.message


def test_set_up_may_fault_as_well(tmp_path: Path) -> None:
    """At once and at the author's line, when the game is begun."""
    table = TABLE.replace("gate: {troop: 3}}}", "gate: {troop: 3}}, steps: [{adjust: x, by: y - 9}]} # here")
    pack = write(
        tmp_path, f"sequence:\n{OVER}", table.replace("x: {type: number", "x: {from: 0, type: number")
    )
    compiled, *_ = compile_fresh(pack)
    assert compiled is not None
    with pytest.raises(Fault) as caught:
        Scenario(pack, compiled).new()
    assert caught.value.place.line == marked(pack)[0]


def test_a_deck_that_cannot_be_built(tmp_path: Path) -> None:
    """The options ask for more cards than there are: refused, or a fault at the deck's own line."""
    pack = write(
        tmp_path,
        f"""\
cards: {{ace: {{}}, king: {{}}}}
options: {{most: {{type: number, from: 0, to: 9, default: 1}}}}
decks:
  deck:
    pools: {{all_cards: cards}}
    set_aside: {{into: unused, all_cards: most}} # here
    packets: [{{all_cards: rest}}]
sequence:
  - set: x
    to: left(deck)
{OVER}""",
    )
    compiled, found, _ = compile_fresh(pack)
    if compiled is None:
        assert [finding.span.line for finding in found if finding.span] == marked(pack)
        return
    scenario = Scenario(pack, compiled)
    for number in range(10):
        if number <= 2:
            assert scenario.new(options={"most": number}).ended
        else:
            with pytest.raises(Fault) as caught:
                scenario.new(options={"most": number})
            assert caught.value.place.line == marked(pack)[0]
