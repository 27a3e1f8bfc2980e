"""Games of Skirmish at random, on the table and on mirrored ones: nobody overlaps, nobody goes too far."""

from __future__ import annotations

import random
import re
import shutil
from typing import Any

import pytest

import sieges
from sieges.game.game import Game
from sieges.game.pending import Chance, Decision, End, Pending
from sieges.game.rules import Rules
from sieges.language import points
from tests.conformance.playable import REPOSITORY, scenario

SHIPPED = REPOSITORY / "scenarios" / "skirmish"
SIDE = 48_000
ACROSS = 1000
"""The base of a warrior."""
Spot = tuple[int, int]
GAMES: list[dict[str, Any]] = [
    {"errand": "brawl", "strength": "handful", "rounds": 12},
    {"errand": "raid", "strength": "champions", "rounds": 8, "rear_arc": True, "terrain": True, "riposte": True},
    {"errand": "penetrate", "strength": "handful", "rounds": 8, "terrain": True, "armour": True, "allies": True,
     "spear_pool": True, "picked_up": True},
]  # fmt: skip
LIKED = ("enough", "abuse", "advance_on")
PLACE = re.compile(r"point\(([\d.]+), ([\d.]+)\)|\[([\d.]+), ([\d.]+)\]")


def plain() -> Rules:
    return scenario("scenarios/skirmish").rules()


def opposite(x: int, y: int) -> Spot:
    """The place across the other diagonal: both axes change places, and both their ways."""
    return SIDE - y, SIDE - x


@pytest.fixture(scope="module")
def mirror(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    """The pack with every place in it mirrored."""

    def across(found: re.Match[str]) -> str:
        x, y = (points.grains(part) or 0 for part in found.groups() if part is not None)
        text = points.written(points.point(*opposite(x, y))).replace(",", ", ")
        return f"point({text})" if found[0].startswith("point") else f"[{text}]"

    folder = tmp_path_factory.mktemp("mirrored") / "skirmish"
    shutil.copytree(SHIPPED, folder, ignore=shutil.ignore_patterns("examples*", "odds*"))
    rules = folder / "rules.yaml"
    # The odds beside options are of no account here, and describe situations at places of their own.
    rules.write_text(re.sub(r"\n +odds: \{.*", "", rules.read_text()))
    for name in ("board.yaml", "turns.yaml"):
        (folder / name).write_text(PLACE.sub(across, (folder / name).read_text()))
    return sieges.load(folder).rules()


def cells(rules: Rules, kind: str, name: str) -> range:
    """Where the state has a field of a kind, of one member after the other."""
    data = rules.compiled.kinds[kind]
    base = data.state[name][0]
    return range(base, base + len(data.members))


def spots(game: Game) -> dict[str, Spot | None]:
    """Where each warrior stands, in thousandths of an inch."""
    values = (game.data[cell] for cell in cells(game.rules, "warrior", "spot"))
    members = game.rules.compiled.kinds["warrior"].members
    return {who: points.place(at) if at >= 0 else None for who, at in zip(members, values, strict=True)}


def mirrored(game: Game) -> list[int]:
    """All of the state, with places mirrored; which way somebody faces is left out."""
    found = game.data[:]
    for kind in ("warrior", "chattel"):
        for cell in cells(game.rules, kind, "spot"):
            if found[cell] >= 0:
                found[cell] = points.point(*opposite(*points.place(found[cell])))
    return faceless(found, game.rules)


def faceless(data: list[int], rules: Rules) -> list[int]:
    found = data[:]
    for cell in cells(rules, "warrior", "facing"):
        found[cell] = 0
    return found


def square(a: Spot, b: Spot) -> int:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def answer(pending: Pending, luck: random.Random) -> str:
    """One of what is offered, often a point of the region that is not listed, or of its surroundings."""
    if isinstance(pending, Chance):
        return pending.at(luck.randrange(pending.total)).id
    assert isinstance(pending, Decision)
    ids = [option.id for option in pending.options]
    start = points.read(ids[0])
    if start is None:
        # Not so many exploits, of which the first that fails ends the turn, and much that brings people together.
        for word in LIKED:
            if word in ids and luck.random() < 0.6:
                return word
        return luck.choice([id_ for id_ in ids if id_ not in ("done", "wait", "hold")] or ids)
    if luck.random() < 0.5:
        return luck.choice([*ids, *ids[1:2] * len(ids)])
    x, y = points.place(start)
    return f"{(x + luck.randint(-6500, 6500)) / 1000:.3f},{(y + luck.randint(-6500, 6500)) / 1000:.3f}"


def furthest(pending: Pending) -> str:
    """What is offered instead of a point that was refused: mostly as far as it goes."""
    assert isinstance(pending, Decision)
    return pending.options[:2][-1].id


def on_the_other_side(choice: str) -> str:
    point = points.read(choice)
    return choice if point is None else points.written(points.point(*opposite(*points.place(point))))


def accepted(pending: Pending, choice: str) -> bool:
    return not isinstance(pending, Decision) or pending.option(choice) is not None


@pytest.mark.parametrize("options", GAMES, ids=lambda options: options["errand"])
def test_a_game_on_the_mirrored_table_is_the_mirrored_game(options: dict[str, Any], mirror: Rules) -> None:
    game, across = plain().new(options), mirror.new(options)
    luck = random.Random(str(options))
    asked = 0
    while not isinstance(pending := game.legal(), End):
        choice = answer(pending, luck)
        other = across.legal()
        assert other.id == pending.id
        if accepted(pending, choice) != accepted(other, on_the_other_side(choice)):
            pytest.fail(f"at {pending.id} {choice} and what is opposite are not treated alike")
        if not accepted(pending, choice):
            choice = furthest(pending)
        game.apply(choice)
        across.apply(on_the_other_side(choice))
        assert mirrored(game) == faceless(across.data, across.rules), (pending.id, choice)
        asked += 1
    end = across.legal()
    assert isinstance(end, End)
    assert (end.id, end.winner) == (pending.id, pending.winner)
    assert asked > 100


def allowance(game: Game, who: str, options: dict[str, Any]) -> int:
    """How far somebody may go, as the document says it."""
    at = game.rules.compiled.kinds["warrior"].members.index(who)
    wounds, confusion = (
        game.data[cells(game.rules, "warrior", name)[at]] for name in ("wounds", "confusion")
    )
    return max(0, 6 - wounds - confusion - (2 if options.get("armour") else 0)) * 1000


@pytest.mark.parametrize("options", GAMES, ids=lambda options: options["errand"])
def test_nobody_overlaps_and_nobody_leaves_his_reach(options: dict[str, Any]) -> None:
    assert sum(flights_of(options, seed) for seed in range(2)), "nobody has run"


def flights_of(options: dict[str, Any], seed: int) -> int:
    """Play a game and look at everybody at every pause; how many have run in it."""
    game, luck = plain().new(options), random.Random(f"{options} {seed}")
    doer, flights = "", 0
    start: Spot | None = None
    while not isinstance(pending := game.legal(), End):
        choice = answer(pending, luck)
        if not accepted(pending, choice):
            choice = furthest(pending)
        before, most = spots(game), 0 if pending.name != "goal" else allowance(game, doer, options)
        if pending.name == "doer":
            doer = choice
        if pending.name == "goal":
            start = before[doer]
        game.apply(choice)
        after = spots(game)
        standing = sorted((who, at) for who, at in after.items() if at is not None)
        for index, (who, at) in enumerate(standing):
            assert ACROSS // 2 <= min(at) <= max(at) <= SIDE - ACROSS // 2, who
            for other, there in standing[index + 1 :]:
                assert square(at, there) >= ACROSS**2, (
                    f"{who} and {other} overlap after {pending.id} {choice}"
                )
        for who, at in after.items():
            was = before[who]
            if at is None or at == was or pending.name == "place":
                continue
            assert was is not None, f"{who} comes back"
            if pending.name == "goal":
                assert who == doer
                assert square(was, at) <= most**2, f"{who} goes too far with {choice}"
            elif pending.name == "nerve_die":
                assert (who, at) == (doer, start)
            else:
                assert pending.name == "flight_die", f"{who} moves at {pending.id}"
                assert square(was, at) <= (int(choice) * 1000) ** 2, f"{who} runs too far"
                flights += 1
    return flights
