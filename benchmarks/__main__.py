"""Measures the engine: `make bench`, or `python -m benchmarks [--quick] [--json]` from the checkout."""

from __future__ import annotations

import argparse
import json
import platform
from pathlib import Path

from benchmarks.sizes import sizes
from benchmarks.speed import PACK, agents, clone, measure, others
from benchmarks.starting import starting


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks", description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="rounds of each measurement (default 7)")
    parser.add_argument("--games", type=int, default=1500, help="random games a round (default 1500)")
    parser.add_argument("--quick", action="store_true", help="few and short rounds")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    rounds, games = (3, 300) if options.quick else (options.rounds, options.games)
    found = {
        "speed of random games": measure(rounds, games),
        "other packs": others(games),
        "clone": clone(),
        "agents": agents(10 if options.quick else 40),
        "starting": starting(PACK, min(rounds, 5)),
        "size": sizes(Path(__file__).resolve().parent.parent),
    }
    if options.json:
        print(json.dumps({"python": platform.python_version(), **found}, indent=2))
        return
    print(f"Python {platform.python_version()}, {platform.machine()}; medians of {rounds} rounds")
    for title, values in found.items():
        print(f"\n{title}")
        for name, value in values.items():
            print(f"  {name:32} {value:>12,.{0 if value >= 100 else 2}f}")


if __name__ == "__main__":
    main()
