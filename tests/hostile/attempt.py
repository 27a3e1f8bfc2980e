"""Loads a pack and plays it, with little memory and few seconds; prints how that went.

python -m tests.hostile.attempt PACK
"""

from __future__ import annotations

import json
import random
import resource
import sys
from pathlib import Path

from sieges.game.game import Game
from sieges.game.pending import Chance, Decision
from sieges.game.runtime import Fault
from sieges.loading import Scenario, compile_fresh
from tests.hostile.packs import MEMORY, SECONDS

MOST_ANSWERS = 1000


def attempt(pack: Path) -> tuple[str, str]:
    """`refused` with file and line, `fault` with file and line, `played`, or `unfinished`."""
    compiled, found, _ = compile_fresh(pack)
    if compiled is None:
        first = next(finding for finding in found if finding.severity == "error")
        assert first.span is not None
        return "refused", f"{Path(first.span.file).name}:{first.span.line}"
    try:
        game = Scenario(pack, compiled).new()
        play(game)
    except Fault as fault:
        return "fault", f"{Path(fault.place.file).name}:{fault.place.line}"
    return ("played" if game.ended else "unfinished"), ""


def play(game: Game) -> None:
    luck = random.Random(1)
    for _ in range(MOST_ANSWERS):
        game.digest()
        pending = game.legal()
        if isinstance(pending, Decision):
            game.apply(luck.choice(pending.options).id)
        elif isinstance(pending, Chance):
            game.apply(luck.choice(pending.outcomes).id)
        else:
            return


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
    print(json.dumps(attempt(Path(sys.argv[1]))))
