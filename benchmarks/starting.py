"""How long a person waits: for `--help`, and for a pack, compiled anew or kept from last time."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from statistics import median

LOAD = """
import time
began = time.perf_counter()
import sieges
rules = sieges.load({pack!r}).rules()
print(time.perf_counter() - began)
"""


def starting(pack: str, rounds: int) -> dict[str, float]:
    """Milliseconds, medians over the rounds. Loading is measured inside its process, the commands from outside."""
    found = {"--help, ms": _wall(["--help"], rounds)}
    cold, warm = [], []
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as cache:
            cold.append(_load(pack, cache))
            warm += [_load(pack, cache) for _ in range(2)]
    found["load and compile, cold, ms"] = median(cold)
    found["load from the cache, ms"] = median(warm)
    found["check with all examples, ms"] = _wall(["check", pack], rounds)
    return found


def _wall(arguments: list[str], rounds: int) -> float:
    times = []
    for _ in range(rounds):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-m", "sieges", *arguments], check=True, capture_output=True)
        times.append(1000 * (time.perf_counter() - began))
    return median(times)


def _load(pack: str, cache: str) -> float:
    run = subprocess.run(
        [sys.executable, "-c", LOAD.format(pack=pack)],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "SIEGES_CACHE": cache},
    )
    return 1000 * float(run.stdout)
