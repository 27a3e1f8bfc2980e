"""The packs that enter the conformance suite by themselves, and games of them at random.

Whatever lies in scenarios/ or examples/ and does not ask for roles enters; a base pack that asks for some is played
through the packs that extend it. A pack in tests/packs/ enters if the first line of its pack.yaml is `# playable`.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from attrs import frozen
from ruamel.yaml import YAML

import sieges
from sieges.game.game import Event, Game
from sieges.game.pending import Chance, Decision, End, Option, Outcome, Pending
from sieges.game.rules import Rules
from sieges.loading import Scenario

REPOSITORY = Path(__file__).resolve().parents[2]
MARK = "# playable"
MOST_SETUPS = 8
MOST_PAUSES = 20_000
ROUNDS = 12
ENOUGH_PAUSES = 6_000
"""Of a pack of long games fewer are played: no further round of games begins when there are so many pauses, ..."""
ENOUGH_CELLS = 6_000_000
"""... or so many cells in their positions: what large ones take goes by these."""
THINNING = 25
"""The later in a long game, the fewer of its pauses are looked at: of those around the nth every n / `THINNING`th."""


def manifests(*folders: str) -> dict[str, dict[str, Any]]:
    """The manifest of each pack in these folders, by its path from the repository."""
    found = {}
    for folder in folders:
        for path in sorted((REPOSITORY / folder).glob("*/pack.yaml")):
            text = path.read_text("utf-8")
            if folder != "tests/packs" or text.startswith(f"{MARK}\n"):
                found[f"{folder}/{path.parent.name}"] = YAML(typ="safe", pure=True).load(text)
    return found


def is_base(manifest: dict[str, Any]) -> bool:
    """Whether a pack can only be played through one that extends it."""
    return bool(manifest.get("requires", {}).get("roles"))


ALL = manifests("scenarios", "examples", "tests/packs")
PLAYABLE = [path for path, manifest in ALL.items() if not is_base(manifest)]


@cache
def scenario(path: str) -> Scenario:
    return sieges.load(REPOSITORY / path)


@frozen
class Setup:
    """A pack in a mode with some options."""

    rules: Rules
    mode: str
    options: dict[str, Any]

    def new(self, seed: int | None = None) -> Game:
        return self.rules.new(self.options, seed)

    def __str__(self) -> str:
        return f"{self.rules.compiled.pack}, {self.mode}, {self.options}"


def setups(path: str) -> list[Setup]:
    """Every mode of a pack with a spread of its options: each value of each once at least."""
    loaded = scenario(path)
    return [
        Setup(loaded.rules(mode), mode, options)
        for mode in loaded.modes
        for options in spread(loaded.rules(mode))
    ]


def spread(rules: Rules) -> list[dict[str, Any]]:
    """The defaults, then sets of options that between them take every value, then more up to `MOST_SETUPS`."""
    values: dict[str, list[Any]] = {}
    for option in rules.compiled.options:
        if option.kind == "condition":
            values[option.id] = [False, True]
        elif option.kind:
            values[option.id] = list(rules.compiled.kinds[option.kind].members)
        else:
            values[option.id] = sorted({option.low, option.default, option.high})
    longest = max(map(len, values.values()), default=0)
    found: list[dict[str, Any]] = [{}]
    for place in range(longest):
        found.append({name: known[place % len(known)] for name, known in values.items()})
    products = (
        dict(zip(values, product, strict=True)) for product in itertools.product(*values.values()) if values
    )
    for options in products:
        if len(found) >= MOST_SETUPS:
            break
        if options not in found:
            found.append(options)
    return found


# --- games at random ------------------------------------------------------------------------------


def choices(pending: Pending) -> tuple[Option, ...] | tuple[Outcome, ...]:
    """What can be answered to whatever is pending."""
    match pending:
        case Decision():
            return pending.options
        case Chance():
            return pending.outcomes
    return ()


def pick(pending: Decision | Chance, luck: random.Random) -> Option | Outcome:
    """An option at random, or an outcome by its weight."""
    if isinstance(pending, Chance):
        (found,) = luck.choices(pending.outcomes, [outcome.weight for outcome in pending.outcomes])
        return found
    return luck.choice(pending.options)


def walk(game: Game, luck: random.Random) -> Iterator[Pending]:
    """Play on at random to the end; what is pending before each answer, and at last the end."""
    for _ in range(MOST_PAUSES):
        pending = game.legal()
        yield pending
        if isinstance(pending, End):
            return
        game.apply(pick(pending, luck).id)
    raise AssertionError(f"still going on after {MOST_PAUSES} answers")


@frozen
class Pause:
    """A pause of a game that was played, and how it went on."""

    where: str
    game: Game
    """The game as it was then; whoever plays on with it takes a copy."""
    pending: Pending
    events: list[Event]
    """What was told on the way to it."""
    chosen: Option | Outcome | None


@frozen
class Played:
    """A game that was played at random to its end, every chance left open."""

    setup: Setup
    seed: int
    pauses: list[Pause]

    def __str__(self) -> str:
        return f"{self.setup}, seed {self.seed}"

    @property
    def end(self) -> Game:
        return self.pauses[-1].game


def _played(setup: Setup, seed: int) -> Played:
    game, luck = setup.new(), random.Random(f"{setup} {seed}")
    played = Played(setup, seed, [])
    for number in range(MOST_PAUSES):
        pending, before = game.legal(), game.clone()
        chosen = None if isinstance(pending, End) else pick(pending, luck)
        played.pauses.append(Pause(f"{played}, pause {number}", before, pending, game.events, chosen))
        if chosen is None:
            return played
        game.apply(chosen.id)
    raise AssertionError(f"{played}: still going on after {MOST_PAUSES} answers")


@lru_cache(maxsize=1)
def games(path: str) -> list[Played]:
    """Games of every set-up of a pack: a round of one game each, and up to `ROUNDS` rounds.

    They are played once for all the tests of a pack, which come one after the other.
    """
    found: list[Played] = []
    for seed in range(ROUNDS):
        paused = sum(len(played.pauses) for played in found)
        if paused >= ENOUGH_PAUSES or (found and paused * len(found[0].end.data) >= ENOUGH_CELLS):
            break
        found.extend(_played(setup, seed) for setup in setups(path))
    return found


def rounds(path: str, most: int) -> int:
    """How many rounds of games of a pack a test plays that plays its own: as many as `games`, but ``most`` at most."""
    return min(most, 1 + games(path)[-1].seed)


def pauses(path: str, rounds: int = ROUNDS, every: int = 1) -> Iterator[Pause]:
    """Every so manieth pause of the games of a pack, fewer of the later ones where every is not 1, and the last one."""
    for played in games(path):
        if played.seed < rounds:
            next_one = 0
            for number, pause in enumerate(played.pauses):
                if number >= next_one or pause.chosen is None:
                    next_one = number + (max(every, number // THINNING) if every > 1 else 1)
                    yield pause
