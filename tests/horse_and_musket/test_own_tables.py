"""Who owns other rules of the kind puts his own tables in with an overlay, and touches nothing else."""

from __future__ import annotations

import random

import sieges
from sieges.game.game import Game
from sieges.game.pending import Decision, End
from tests.conformance.playable import REPOSITORY, scenario

OWN = REPOSITORY / "tests" / "packs" / "own_tables"


def losses(game: Game) -> list[int]:
    """Strengths as a battle goes on at random, always by the same answers."""
    luck, found = random.Random(3), []
    while not isinstance(pending := game.legal(), End):
        assert isinstance(pending, Decision)
        # By place in the list, so that both games are answered alike as long as they are alike.
        game.apply(pending.options[luck.randrange(len(pending.options))].id)
        found.append(sum(game.position()["state"]["unit"]["strength"].values()))
    return found


def test_the_overlay_is_clean_and_plays_with_its_own_tables() -> None:
    own, host = sieges.load(OWN).rules(), scenario("scenarios/horse_and_musket").rules()
    assert losses(own.new(seed=5)) != losses(host.new(seed=5))
    weapons = own.compiled.kinds["weapon"]
    musket = weapons.members.index("regular_muskets")
    assert (weapons.numbers["at_short"][musket], weapons.numbers["short_to"][musket]) == (4, 200)
    # What it does not name is the host's.
    cannon = weapons.members.index("medium_cannon")
    assert (weapons.numbers["long_to"][cannon], weapons.numbers["at_long"][cannon]) == (1200, 2)
    assert own.compiled.endings == host.compiled.endings
