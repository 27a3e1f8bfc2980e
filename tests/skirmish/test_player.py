"""Between attentive players a scenario is decided by what it asks for, not by the last turn."""

from __future__ import annotations

from sieges.game.pending import Decision, End
from tests.conformance.playable import scenario
from tests.skirmish.player import Keen


def test_attentive_players_get_through_or_are_beaten_before_time_is_up() -> None:
    rules = scenario("scenarios/skirmish").rules()
    sides = rules.compiled.kinds["side"].members
    lengths = []
    for seed in range(3):
        game, players = rules.new({"errand": "penetrate"}, seed=seed), {side: Keen() for side in sides}
        for side, player in players.items():
            player.start(rules, side, seed)
        turns, last = 0, ""
        while not isinstance(pending := game.legal(), End):
            assert isinstance(pending, Decision)
            if pending.name == "doer" and pending.side != last:
                turns, last = turns + 1, pending.side
            game.apply(players[pending.side].choose(game.observe(pending.side)))
        assert pending.winner is not None
        lengths.append(turns)
    assert sorted(lengths)[1] < 30, lengths
