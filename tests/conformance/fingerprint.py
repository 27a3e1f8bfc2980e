"""Prints what some games of a pack come to, for comparison with another process.

python -m tests.conformance.fingerprint PACK
"""

from __future__ import annotations

import json
import random
import sys

from tests.conformance.playable import setups, walk


def fingerprint(path: str) -> dict[str, object]:
    """The rules' hashes and program, and the digests on the way of a few games."""
    found: dict[str, object] = {}
    for setup in setups(path):
        compiled = setup.rules.compiled
        found[f"{setup.mode}: rules"] = compiled.rules_hash
        found[f"{setup.mode}: program"] = compiled.text
        game = setup.new(seed=4)
        digests = [f"{pending.id} {game.digest()}" for pending in walk(game, random.Random(4))]
        found[str(setup)] = [*digests, game.position()]
    return found


if __name__ == "__main__":
    json.dump(fingerprint(sys.argv[1]), sys.stdout)
