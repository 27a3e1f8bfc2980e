"""Golden playthroughs: one whole game of every mode of every pack that can be played, as text in tests/golden/.

A change of the engine or of a pack that changes a game shows there, line by line. Where the change is meant, write the
files anew and read the difference before you commit it:

    python -m tests.golden
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sieges.game.chance import Luck
from sieges.game.game import Event, Game
from sieges.game.pending import Chance, Decision, End
from sieges.game.rules import Rules
from sieges.language.compiled import EventData
from tests.conformance.playable import PLAYABLE, scenario

FOLDER = Path(__file__).resolve().parent / "golden"
SEED = 414
WIDTH = 110
CONTEXT = 3


SHIPPED = [path for path in PLAYABLE if not path.startswith("tests/")]


def golden_files(path: str) -> list[tuple[Path, str]]:
    """The golden file of each mode of a pack."""
    return [(FOLDER / f"{Path(path).name}.{mode}.txt", mode) for mode in scenario(path).modes]


def playthrough(path: str, mode: str) -> str:
    """A game of a pack in a mode, told whole."""
    rules = scenario(path).rules(mode)
    return "\n".join(_told(rules)) + "\n"


def _told(rules: Rules) -> Iterator[str]:
    """Every question with its options, what was answered, and what came of it."""
    compiled, luck = rules.compiled, Luck(SEED, rules.salts)
    words = Words(rules)
    game = rules.new()
    yield f"# {compiled.title}, mode {compiled.mode}: a game on seed {SEED} with every option at its default."
    yield "# The first decision takes the first option, the second the second, and so on, round and round."
    yield "# Written by `python -m tests.golden`."
    yield from words.happened(game.events)
    decisions = 0
    while not isinstance(pending := game.legal(), End):
        yield ""
        if isinstance(pending, Chance):
            chosen = pending.at(luck.next(pending.source, pending.total)).id
            yield f"{pending.name}: {chosen}"
            if pending.kind == "card":
                yield from wrapped(odds(pending))
        else:
            chosen = pending.options[decisions % len(pending.options)].id
            decisions += 1
            yield f"{decisions}. {pending.side}, {pending.id}: {pending.prompt or '(no words)'}"
            yield from wrapped([f"[{o.id}]" if o.id == chosen else o.id for o in pending.options])
            yield from refused(game, pending)
        events = game.apply(chosen)
        yield from words.happened(events)
    yield ""
    yield f"The end: {pending.title} ({pending.id}); won by {pending.winner or 'nobody'}."
    yield ""
    yield from laid_out(game.position(), "")


def odds(pending: Chance) -> list[str]:
    """What could have come, those that weigh the same together."""
    weights = sorted({outcome.weight for outcome in pending.outcomes})
    if len(weights) == 1:
        return [f"one of {len(pending.outcomes)}:", *(outcome.id for outcome in pending.outcomes)]
    return [f"of {pending.total}:", *(f"{outcome.weight} {outcome.id}" for outcome in pending.outcomes)]


def refused(game: Game, pending: Decision) -> Iterator[str]:
    """What is not offered, and the condition that it fails."""
    for refusal in game.rules.refusals(game):
        yield f"    not {refusal.id}: {' '.join(refusal.condition.split()) or 'no reason given'}"


def wrapped(words: list[str]) -> Iterator[str]:
    line = "   "
    for word in words:
        if len(line) + len(word) + 2 > WIDTH:
            yield line
            line = "   "
        line += f" {word}" if word == words[-1] or word.endswith(":") else f" {word},"
    yield line


def laid_out(value: dict[str, Any], indent: str) -> Iterator[str]:
    """A position as lines; what is zero, empty or none is left out."""
    for key, inner in value.items():
        if isinstance(inner, dict) and any(isinstance(below, dict | list) for below in inner.values()):
            yield f"{indent}{key}:"
            yield from laid_out(inner, f"{indent}  ")
        elif isinstance(inner, dict):
            there = [f"{name} {below}" for name, below in inner.items() if below not in (0, None, False)]
            yield f"{indent}{key}: {', '.join(there) or 'nothing'}"
        elif isinstance(inner, list):
            yield f"{indent}{key}: {', '.join(inner) or 'nothing'}"
        elif inner not in (0, None, False):
            yield f"{indent}{key}: {inner}"


# --- events in words ------------------------------------------------------------------------------


class Words:
    """Events of a pack in short words, by its ids; a change of wording elsewhere changes no golden file."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        compiled = rules.compiled
        self.kinds = {id_: kind.members for id_, kind in compiled.kinds.items()}
        self.cells: dict[int, tuple[str, str, str]] = {}
        """Cell of a track, variable or state field -> its name, the kind whose members pick one, its type."""
        for track in compiled.tracks:
            self.cells[track.base] = (track.id, "side" if track.per_side else "", "")
        for variable in compiled.variables:
            type_ = "" if variable.type == "number" else variable.type
            self.cells[variable.base] = (variable.id, "", type_)
        for kind in compiled.kinds.values():
            for field, (base, type_) in kind.state.items():
                self.cells[base] = (field, kind.id, type_)

    def happened(self, events: list[Event]) -> Iterator[str]:
        for number, *values in events:
            data = self.rules.compiled.events[number]
            yield f"    - {self.event(data, values)}"

    def event(self, data: EventData, values: list[int]) -> str:
        match data.kind:
            case "say" | "nothing":
                text = self.rules.names.text(data.text, values) if data.text is not None else ""
                return f"{data.kind}: {text}"
            case "set" | "adjust":
                return self.changed(*values)
            case "place" | "remove" | "move":
                return self.marker(data.kind, *values)
            case "put":
                zone = next(zone.id for zone in self.rules.compiled.zones if zone.number == values[1])
                return f"put {self.kinds['card'][values[0]]} to {zone}"
            case "extend":
                return f"extend {self.rules.compiled.decks[values[0]].id} by {values[1]}"
            case "cell":
                chart = self.rules.compiled.charts[data.about]
                return f"chart {chart.id}: {values[0]}, {chart.columns[values[1]]}"
        return f"{data.kind} {values}"

    def changed(self, base: int, index: int, before: int, after: int) -> str:
        name, kind, type_ = self.cells[base]
        of = f"[{self.kinds[kind][index]}]" if kind else ""
        return f"{name}{of}: {self.value(before, type_)} -> {self.value(after, type_)}"

    def marker(self, verb: str, piece: int, side: int, count: int, source: int, target: int) -> str:
        places = self.kinds["location"]
        way = " ".join(
            [
                *([f"from {places[source]}"] if source >= 0 else []),
                *([f"to {places[target]}"] if target >= 0 else []),
            ]
        )
        data = self.rules.compiled.pieces[piece]
        word = data.id if count == 1 else data.plural
        return f"{verb} {count} {word} of {self.kinds['side'][side]} {way}"

    def value(self, value: int, type_: str) -> str:
        if type_ in ("", "condition"):
            return str(value) if type_ == "" else str(bool(value)).lower()
        if type_.startswith("set "):
            members = [name for at, name in enumerate(self.kinds[type_[4:]]) if value >> at & 1]
            return f"[{', '.join(members)}]"
        return "none" if value < 0 else self.kinds[type_][value]


# --- comparing ------------------------------------------------------------------------------------


def first_difference(before: str, after: str) -> str:
    """Where two texts part, with a few lines around; nothing where they are the same."""
    old, new = before.splitlines(), after.splitlines()
    if old == new:
        return ""
    at = next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    return "\n".join(
        [
            f"line {at + 1}:",
            *(f"    {line}" for line in old[max(0, at - CONTEXT) : at]),
            *(f"  - {line}" for line in old[at : at + CONTEXT]),
            *(f"  + {line}" for line in new[at : at + CONTEXT]),
        ]
    )


def main() -> int:
    """Write every golden file anew; how many have changed."""
    FOLDER.mkdir(exist_ok=True)
    changed = 0
    wanted = [(file, path, mode) for path in SHIPPED for file, mode in golden_files(path)]
    for file, path, mode in wanted:
        after = playthrough(path, mode)
        before = file.read_text("utf-8") if file.exists() else ""
        if difference := first_difference(before, after):
            changed += 1
            print(f"{file.name}, {difference}")
            file.write_text(after, "utf-8")
    for file in sorted(FOLDER.glob("*.txt")):
        if all(file != other for other, *_ in wanted):
            changed += 1
            print(f"{file.name}: there is no such pack or mode any more")
            file.unlink()
    print(f"{len(wanted)} golden playthroughs, {changed} changed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
