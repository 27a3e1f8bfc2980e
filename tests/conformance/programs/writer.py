"""Whole packs at random."""

from __future__ import annotations

import json
import random

from attrs import define

from tests.conformance.programs.steps import Steps, indented
from tests.conformance.programs.table import (
    IN_WORDS,
    OWNERS,
    PLACES,
    SLOTS,
    TAGS,
    TYPES,
    WORTH,
    Definition,
    Locals,
    Procedure,
    Program,
    State,
    StopProcedure,
)


@define
class Writer(Steps):
    """Makes up one program from a seed."""

    # --- whole programs ---------------------------------------------------------------------------

    def define_some(self) -> None:
        for _ in range(self.random.randrange(1, 4)):
            types = tuple(self.random.choice(TYPES) for _ in range(self.random.randrange(0, 3)))
            type_ = self.random.choice(("number", "condition", "places"))
            name = self.name("d")
            with self.having(**{f"a{n}": t for n, t in enumerate(types)}):
                inner = self.expr(type_, 2)
            self.definitions.append(Definition(name, types, type_, inner.text, inner.value))

    def procedure(self, parameters: dict[str, str], inside: str) -> Procedure:
        """A body with room for what may be cancelled around it."""
        self.locals, self.loops, self.inside = dict(parameters), 0, inside
        self.cancels = set()
        self.scopes = self.random.choice(([], [], ["storm"], ["storm", "march"]))
        lines, inner = self.block(self.random.randrange(1, 5), 2)

        def does(state: State, v: Locals) -> None:
            try:
                inner(state, dict(v))
            except StopProcedure:
                return

        self.scopes = []
        return Procedure(inside, parameters, lines, does, frozenset(self.cancels))

    def program(self) -> Program:
        program = Program()
        self.define_some()
        kept = {
            place: self.procedure({"this": "place"}, f"{place}.deed")
            for place in self.random.sample(PLACES, 2)
        }
        for _ in range(self.random.randrange(1, 4)):
            parameters = {
                self.name("q"): self.random.choice(TYPES) for _ in range(self.random.randrange(0, 3))
            }
            self.deeds = kept if self.random.random() < 0.7 else {}
            self.procedures.append(self.procedure(parameters, self.name("go")))
        self.deeds = kept
        self.locals, self.loops, self.inside, self.scopes, self.cancels = {}, 0, "", [], set()
        lines, does = self.block(self.random.randrange(6, 14), 3)
        program.does = does
        program.endings = [
            ("spent", lambda s: s.spirit["us"] == 0),
            ("many", lambda s: s.x > 45 and s.flag),
            ("empty", lambda s: sum(s.troops["them", p] for p in PLACES) == 0),
        ]
        program.text = self.text(lines)
        return program

    def text(self, sequence: list[str]) -> str:
        lines = [HEAD.rstrip("\n"), "locations:"]
        for place, owner, slots, worth in zip(PLACES, OWNERS, SLOTS, WORTH, strict=True):
            tags = [tag for tag, places in TAGS.items() if place in places]
            own = "" if owner == "none" else f"owner: {owner}, "
            lines.append(f"  {place}:")
            lines.append(f"    {{{own}tags: [{', '.join(tags)}], slots: {slots}, worth: {worth}")
            if place in self.deeds:
                lines[-1] += "}"
                lines[-1] = lines[-1].replace("    {", "    ").rstrip("}")
                parts = lines.pop().strip()
                lines += [f"    {part}" for part in split_top(parts)]
                lines += ["    deed:", *indented(self.deeds[place].lines, 6)]
            else:
                lines[-1] += "}"
        lines.append("define:")
        for found in self.definitions:
            names = ", ".join(f"a{n}: {IN_WORDS[t]}" for n, t in enumerate(found.parameters))
            lines.append(f"  {found.name}:")
            if names:
                lines.append(f"    parameters: {{{names}}}")
            lines.append(f"    is: {json.dumps(found.text)}")
        lines.append("procedures:")
        for procedure in self.procedures:
            lines.append(f"  {procedure.name}:")
            if procedure.parameters:
                names = ", ".join(f"{name}: {IN_WORDS[t]}" for name, t in procedure.parameters.items())
                lines.append(f"    parameters: {{{names}}}")
            lines += ["    steps:", *indented(procedure.lines, 6)]
        lines += ["sequence:", *indented(sequence, 2), "  - end: over"]
        return "\n".join(lines) + "\n"


HEAD = """\
language: 1
pack: made_up
title: Made up
version: "1.0"
source: {status: original}
sides: {us: {seat: true}, them: {seat: true}}
tags: {low: {}, wet: {}, built: {}}
kinds:
  location:
    fields:
      worth: {type: number}
      strength: {type: amount, default: "this.heat + troops(us, this) + troops(them, this)"}
      safe: {type: rule, default: "troops(us, this) >= troops(them, this) and not this.seen"}
      deed: {type: steps, default: []}
    state:
      heat: {type: number, start: 1}
      seen: {type: condition, start: false}
      near: {type: a set of locations, start: "[]"}
pieces: {troop: {plural: troops}}
tracks: {spirit: {per: side, from: 0, to: 6, beyond: stop, start: {us: 3, them: 4}}}
variables:
  x: {type: number, start: 0}
  y: {type: number, start: 3}
  flag: {type: condition, start: false}
  goal: {type: a location or none, start: none}
dice: {die: {sides: 6}}
setup: {markers: {camp: {troop: 3}, gate: {troop: 2}, keep: {troop: 3}}}
charts:
  fortune:
    columns: side
    rows:
      1-: [-1u, -1t +1u]
      2:  [., -1u -1t]
      3:  [+1u, -1u]
      4+: [-2t, +1t]
results:
  "-{n}u": [{adjust: "spirit[us]", by: "-n"}]
  "+{n}u": [{adjust: "spirit[us]", by: n}]
  "-{n}t": [{adjust: "spirit[them]", by: "-n"}]
  "+{n}t": [{adjust: "spirit[them]", by: n}]
  ".": [{nothing: no effect}]
victory:
  spent: {winner: them, when: "spirit[us] == 0"}
  many:  {winner: us, when: x > 45 and flag}
  empty: {winner: none, when: troops(them) == 0}
  over:  {winner: "us if x > y else none"}
"""


def split_top(text: str) -> list[str]:
    """The entries of a flow mapping's inside, one a line."""
    parts, depth, start = [], 0, 0
    for at, sign in enumerate(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(sign, 0)
        if sign == "," and not depth:
            parts.append(text[start:at].strip())
            start = at + 1
    return [*parts, text[start:].strip()]


def made_up(seed: int) -> Program:
    """The program of a seed."""
    return Writer(random.Random(seed)).program()
