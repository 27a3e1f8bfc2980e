"""Agents: their names, that they see views only, that they are functions of their seed, and how well they play."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

import sieges
from sieges.game.game import Game
from sieges.game.pending import Decision, End
from sieges.game.rules import Rules
from sieges.players.agents import AGENTS, Agent, UnknownAgent, agent, seat_of, seats
from sieges.players.lookahead import WON, turns_of, worth
from sieges.players.uniform import Uniform, uniform
from sieges.study.games import play_games
from sieges.study.simulate import plan
from tests.language import tiny


@pytest.fixture(scope="module")
def roads(repository: Path) -> Rules:
    return sieges.load(repository / "tests/packs/two_roads").rules()


@pytest.fixture(scope="module")
def ford(repository: Path) -> Rules:
    return sieges.load(repository / "tests/packs/ford").rules()


class Sealed:
    """A view with nothing behind it that could be reached but by what a view has."""

    def __init__(self, game: Game, side: str) -> None:
        view = game.observe(side)
        for name in ("side", "rules", "position", "legal", "resample", "digest"):
            setattr(self, name, getattr(view, name))


def play(rules: Rules, player: Agent, seed: int) -> tuple[list[str], End]:
    """A game in which one agent has every seat; what it chose."""
    game = rules.new(seed=seed)
    player.start(rules, seats(rules)[0], seed)
    chosen: list[str] = []
    while not isinstance(pending := game.legal(), End):
        assert isinstance(pending, Decision)
        before = game.digest()
        view: Any = Sealed(game, pending.side)
        chosen.append(player.choose(view))
        assert game.digest() == before
        assert pending.option(chosen[-1]) is not None
        game.apply(chosen[-1])
    return chosen, pending


# ---------------------------------------------------------------- names


@pytest.mark.parametrize("name", [*AGENTS, "greedy:3", "rollout:2"])
def test_agents_by_name(name: str) -> None:
    made = agent(name)
    assert callable(made.choose)
    assert agent(name) is not made


def test_an_agent_of_a_module() -> None:
    assert isinstance(agent("sieges.players.uniform:Uniform"), Uniform)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (
            "gredy",
            "there is no agent `gredy`; did you mean `greedy`? (agents: random, greedy, rollout, or module:Class)",
        ),
        ("", "there is no agent ``"),
        ("greedy:", "there is no agent `greedy:`"),
        ("greedy:0", "looks ahead are a number from 1 to 1000000"),
        ("random:3", "`random` looks at nothing ahead"),
        ("nowhere:Agent", "cannot be made: ModuleNotFoundError"),
        ("sieges.players.uniform:Unifrom", "cannot be made: AttributeError"),
        ("sieges.players.lookahead:Horizon", "is no agent: it needs the methods `start` and `choose`"),
    ],
)
def test_no_such_agent(name: str, said: str) -> None:
    with pytest.raises(UnknownAgent) as caught:
        agent(name)
    assert said in str(caught.value)


def test_seats(roads: Rules, ford: Rules) -> None:
    assert seats(roads) == ["walker"]
    assert (seat_of(roads, "walker"), seat_of(roads, "marsh")) == ("walker", "walker")
    assert (seats(ford), seat_of(ford, "south")) == (["north", "south"], "south")


# ---------------------------------------------------------------- what they go by


@pytest.mark.parametrize("name", AGENTS)
def test_an_agent_is_a_function_of_view_and_seed(ford: Rules, roads: Rules, name: str) -> None:
    for rules, seeds in ((ford, range(2)), (roads, range(4))):
        player = agent(name if name == "random" else f"{name}:2")
        first = [play(rules, player, seed) for seed in seeds]
        # The same agent once more, and another one of that name.
        assert [play(rules, player, seed) for seed in seeds] == first
        assert [
            play(rules, agent(name if name == "random" else f"{name}:2"), seed) for seed in seeds
        ] == first


@pytest.mark.parametrize("name", AGENTS)
def test_an_agent_cannot_know_the_luck_to_come(ford: Rules, roads: Rules, name: str) -> None:
    """Games that look the same, whose dice will fall differently, are played the same."""
    for rules in (ford, roads):
        games = [rules.new(seed=seed) for seed in range(8)]
        same = [game for game in games if game.digest() == games[0].digest()]
        assert len(same) > 1
        chosen = set()
        for game in same:
            pending = game.legal()
            assert isinstance(pending, Decision)
            player = agent(name if name == "random" else f"{name}:9")
            player.start(rules, seat_of(rules, pending.side), 3)
            chosen.add(player.choose(game.observe(pending.side)))
        assert len(chosen) == 1


def test_the_random_agent_takes_every_option(roads: Rules) -> None:
    player = Uniform()
    player.start(roads, "walker", 7)
    view = roads.new(seed=1).observe("walker")
    counts = Counter(player.choose(view) for _ in range(3000))
    assert set(counts) == {"short_cut", "road", "rest"}
    assert all(900 < count < 1100 for count in counts.values())


def test_the_inline_form_takes_the_same(roads: Rules) -> None:
    player, resolver = Uniform(), uniform(Random(5))
    player.start(roads, "walker", 5)
    view = roads.new(seed=1).observe("walker")
    ids = ["short_cut", "road", "rest"]
    assert [ids[resolver(0, [0, 1, 2])] for _ in range(50)] == [player.choose(view) for _ in range(50)]
    assert resolver(0, [4]) == 0


def test_where_turns_open(roads: Rules, ford: Rules) -> None:
    sites = roads.compiled.sites
    assert {sites[site].id for site in turns_of(roads).sites} == {"stage.order"}
    assert turns_of(roads) is turns_of(roads)
    assert len({ford.compiled.sites[site].id for site in turns_of(ford).sites}) == 1


def test_turns_that_the_pack_counts(repository: Path) -> None:
    rules = sieges.load(repository / "tests" / "packs" / "volley").rules()
    turns, game = turns_of(rules), rules.new(seed=3)
    turn = turns.now(game)
    assert turn == 1
    while turns.now(game) == turn:
        assert not turns.opens(game.site, game, turn)
        game.answer(rules.options(game, game.site)[0])
    assert turns.opens(game.site, game, turn)


def test_what_positions_are_worth(roads: Rules) -> None:
    to_walker, to_marsh = worth(roads, "walker"), worth(roads, "marsh")
    cells = roads.start()
    miles = next(track.base for track in roads.compiled.tracks if track.id == "miles")
    cells[miles] = 5
    assert WON // 2 < to_walker(cells) < WON
    assert to_walker(cells) + to_marsh(cells) == WON
    cells[:2] = [1, 0]
    assert (to_walker(cells), to_marsh(cells)) == (WON, 0)
    cells[1] = -1
    assert (to_walker(cells), to_marsh(cells)) == (WON // 2, WON // 2)


# ---------------------------------------------------------------- how they play


def shares(rules: Rules, name: str, games: int) -> float:
    """How many of its games an agent wins in the place of the walker."""
    found = play_games(rules, plan("two_roads", rules, 1, agents={"walker": name}), 0, games)
    return found.winners[0] / games


def test_greedy_sees_one_turn_and_rollout_the_whole_game(roads: Rules) -> None:
    assert shares(roads, "random", 1000) < 0.1
    assert shares(roads, "greedy", 60) < 0.25
    assert shares(roads, "rollout", 20) > 0.6


def test_looking_ahead_beats_chance_at_a_siege() -> None:
    """Few games, so with wide margins: both that look ahead win many times as often as chance."""
    rules = sieges.load("syracuse").rules()

    def won(name: str, games: int) -> int:
        what = plan("syracuse", rules, 4, options={"skill": "weak"}, agents={"athens": name})
        return play_games(rules, what, 0, games).winners[0]

    assert won("random", 200) <= 10
    assert won("greedy", 12) >= 2
    assert won("rollout:64", 6) >= 1


APART = """
variables:
  plan: {type: a location or none, start: none, per: side, secret: true}
  feint: {type: a location or none, start: none, per: side, secret: true}
  closed: {type: number, from: 0, to: 1, start: 0}
sequence:
  - {choose: p, by: red, from: locations, secret: "plan[red]"}
  - {choose: q, by: red, from: "[r for r in locations if r != plan[red]]", optional: nowhere, secret: "feint[red]"}
  - {either: e, by: blue, options: [{id: a, steps: [{adjust: x, by: 1}]}, {id: b, steps: [{adjust: y, by: 1}]}]}
  - {reveal: way, of: "plan[red]"}
  - {reveal: other, of: "feint[red]"}
  - {if: way == other and way != none, then: [{adjust: closed, by: 2}]}
  - {either: f, by: blue, options: [{id: c, steps: [{end: lost}]}, {id: d, steps: [{end: over}]}]}
  - {end: over}
"""


@pytest.mark.parametrize("name", ["greedy:16", "rollout:16"])
def test_a_world_that_cannot_be_is_no_world(name: str, tmp_path: Path) -> None:
    """Secrets dealt anew one by one may not go together; what the rules say to that is not the agent's fault."""
    (tmp_path / "more.yaml").write_text(
        "variables:" + APART.split("variables:")[1].split("sequence:")[0], "utf-8"
    )
    of = tiny.rules(tmp_path, "sequence:" + APART.split("sequence:")[1])
    for seed in range(6):
        game = of.new(seed=seed)
        luck = Random(seed)
        while not isinstance(pending := game.legal(), End):
            assert isinstance(pending, Decision)
            if pending.side == "blue":
                player = agent(name)
                player.start(of, "blue", seed)
                game.apply(player.choose(game.observe("blue")))
            else:
                game.apply(luck.choice(pending.options).id)


def test_greedy_takes_a_win_that_is_there(roads: Rules) -> None:
    """Two miles short of the end, the short cut arrives; a mile short, the road does as well."""
    player = agent("greedy")
    player.start(roads, "walker", 1)
    game = roads.new(seed=1)
    miles = next(track.base for track in roads.compiled.tracks if track.id == "miles")
    game.data[miles] = 5
    assert player.choose(game.observe("walker")) == "short_cut"
