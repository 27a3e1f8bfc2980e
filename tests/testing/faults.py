"""Ten faults, each planted by hand in a copy of a pack: what is written in place of what, and what that breaks."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from attrs import Factory, frozen


@frozen
class Planted:
    """A fault: ``old`` in a file of a pack becomes ``new``; games then lack ``property``."""

    name: str
    pack: str
    file: str
    old: str
    new: str
    property: str
    message: str
    """Part of what is said of it."""
    most: int
    """Answers that the smallest game found may have."""
    options: dict[str, Any] = Factory(dict)
    """Of the games that it is looked for in, where games are long."""

    def plant(self, repository: Path, folder: Path) -> Path:
        """A copy of the pack with the fault."""
        copy = folder / Path(self.pack).name
        shutil.copytree(repository / self.pack, copy)
        path = copy / self.file
        text = path.read_text("utf-8")
        assert text.count(self.old) == 1, self.name
        path.write_text(text.replace(self.old, self.new), "utf-8")
        return copy


FAULTS = [
    Planted(
        "a track that ends too soon", "tests/packs/two_roads", "pack.yaml",
        "to: 20, beyond: stop", "to: 9, beyond: fault", "no_fault", "9", 9,
    ),
    Planted(
        "more men fetched than there are", "examples/ambracia", "pack.yaml",
        "count: min(2, vacant(post), troops(rome, camp))", "count: min(2, vacant(post))", "no_fault", "troop", 16,
    ),
    Planted(
        "one wound too many is borne", "tests/packs/passes", "pack.yaml",
        "u.wounds + 1 >= u.strength", "u.wounds >= u.strength", "invariants.apart", "`apart` does not hold", 10,
    ),
    Planted(
        "a blow that counts twice", "tests/packs/volley", "pack.yaml",
        'by: "-1"', 'by: "-2"', "never.below_nothing", "`below_nothing` must never be", 6,
    ),
    Planted(
        "more men fall than stand", "tests/packs/night_raid", "pack.yaml",
        "remove: man\n                of: watch\n                at: gate",
        "remove: man\n                of: watch\n                at: gate\n                count: force",
        "no_fault", "man", 20,
    ),
    Planted(
        "a deck that is larger by one option", "tests/packs/few_cards", "pack.yaml",
        "count(seen) <= 12", "count(seen) <= 11", "invariants.nothing_is_drawn_twice",
        "`nothing_is_drawn_twice` does not hold", 12,
    ),
    Planted(
        "morale that falls by two", "tests/packs/hill_fort", "rules.yaml",
        "adjust: morale[side]\n                by: -1", "adjust: morale[side]\n                by: -2",
        "invariants.morale_counts", "`morale_counts` does not hold", 3,
    ),
    Planted(
        "ships that are lost and not damaged", "scenarios/syracuse", "rules.yaml",
        "{move: ship, from: ship, to: damaged_ships}", "{remove: ship, at: ship}",
        "invariants.ships_stay_in_the_game", "`ships_stay_in_the_game` does not hold", 12,
    ),
    Planted(
        "fallen Greeks who lie elsewhere", "scenarios/thermopylae", "rules.yaml",
        "- set: u.at\n            to: fallen",
        "- set: u.at\n            to: fallen if u.army == persians else greek_muster",
        "invariants.lost_lie_with_the_fallen", "`lost_lie_with_the_fallen` does not hold", 60, {"bid": 20},
    ),
    Planted(
        "ladders that fall in pairs", "tests/packs/volley", "pack.yaml",
        "count: ladders_thrown_down", "count: 2 * min(1, ladders_thrown_down)",
        "no_fault", "ladder", 16,
    ),
]  # fmt: skip

SAID = {
    "tests/packs/volley": "never:\n  below_nothing: any(c.strength < 0 for c in companies)\n",
    "tests/packs/hill_fort": "invariants:\n  morale_counts: morale[villagers] >= 2 + troops(villagers)\n",
}
"""What copies of a pack say of themselves beside what the pack does."""


def planted(fault: Planted, repository: Path, folder: Path) -> Path:
    """A copy of the fault's pack, with it."""
    copy = fault.plant(repository, folder)
    if fault.pack in SAID:
        (copy / "said.yaml").write_text(SAID[fault.pack], "utf-8")
    return copy
