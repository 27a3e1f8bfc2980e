"""Loads packs and plays them, each in a process with little memory and few seconds; prints how that went.

Reads the paths of packs, a line each. For each a line is printed: an exit code, and what was printed. The processes are
forked from this one, which has everything loaded: to start an interpreter takes far longer than most packs do.

echo PACK | python -m tests.hostile.attempt
"""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import sys
import tempfile
import traceback
from pathlib import Path

from sieges.game.game import Game
from sieges.game.pending import Chance, Decision
from sieges.game.runtime import Fault
from sieges.loading import Scenario, compile_fresh
from tests.hostile.packs import MEMORY, OVER, SECONDS, write

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


def in_a_process(pack: Path) -> tuple[int, str]:
    """The exit code of an attempt (below 0 for the signal that ended it), and what it said, as JSON or a traceback."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
            signal.alarm(20 * SECONDS)
            said = json.dumps(attempt(pack))
            code = 0
        except BaseException:
            said = traceback.format_exc()
        try:
            os.write(writing, said[-4000:].encode())
        finally:
            os._exit(code)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        said = pipe.read()
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), said


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        # What is loaded at the first pack alone is loaded now.
        attempt(write(Path(folder), f"sequence:\n{OVER}"))
    for line in sys.stdin:
        print(json.dumps(in_a_process(Path(line.rstrip("\n")))), flush=True)


if __name__ == "__main__":
    main()
