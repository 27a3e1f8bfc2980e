"""Games of the test packs, played by themselves."""

from __future__ import annotations

import random
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import sieges
from sieges.game.pending import Chance, End
from sieges.loading import Scenario
from sieges.play.journal import PERSON, Header, Journal
from sieges.play.records import settings
from sieges.play.session import Session

PACKS = Path(__file__).resolve().parent.parent / "packs"
FORD = PACKS / "ford"


@cache
def ford() -> Scenario:
    return sieges.load(FORD)


def copied(folder: Path, *changes: tuple[str, str], pack: str = "ford") -> Path:
    """A copy of a test pack in which texts are replaced by others."""
    target = folder / pack
    shutil.copytree(PACKS / pack, target)
    for old, new in changes:
        for path in target.glob("*.yaml"):
            text = path.read_text("utf-8")
            if old in text:
                path.write_text(text.replace(old, new), "utf-8")
                break
        else:
            raise AssertionError(f"no file of {pack} has {old!r}")
    return target


def header(scenario: Scenario, **changes: Any) -> Header:
    compiled = scenario.rules().compiled
    found: dict[str, Any] = {
        "engine": "0", "pack": compiled.pack, "title": compiled.title, "version": compiled.version,
        "path": str(scenario.name), "rules": compiled.rules_hash, "text": compiled.text_hash, "mode": compiled.mode,
        "options": settings(scenario.rules()), "seats": {"north": PERSON, "south": PERSON}, "seed": 5, "dice": "auto",
        "date": "2026-01-02T03:04:05Z",
    }  # fmt: skip
    return Header(**{**found, **changes})


def begun(path: Path | None = None, scenario: Scenario | None = None, **changes: Any) -> Session:
    """A session of the ford, with a journal where a path is given."""
    scenario = scenario or ford()
    head = header(scenario, **changes)
    journal = None if path is None else Journal.create(path, head)
    return Session.begin(scenario.rules(head.mode), head, journal)


def advance(session: Session, moves: int = 1000, seed: int = 0) -> Session:
    """Play on at random, with the luck of the seed, for so many moves or to the end."""
    rng = random.Random(seed)
    for _ in range(moves):
        pending = session.pending
        if isinstance(pending, End):
            break
        if isinstance(pending, Chance):
            session.apply(session.chance(), "seed")
        else:
            session.apply(rng.choice(pending.options).id)
    return session


def to_decision(session: Session, name: str, choices: dict[str, str] | None = None) -> Session:
    """Play on until a decision of that name is pending; other decisions take the option named, or the first."""
    while True:
        pending = session.pending
        assert not isinstance(pending, End)
        if isinstance(pending, Chance):
            session.apply(session.chance(), "seed")
        elif pending.name == name:
            return session
        else:
            session.apply((choices or {}).get(pending.name, pending.options[0].id))
