"""Rules at random mean to the engine what they mean on paper: question by question, in every form.

A program that fails is shown by `python -m tests.conformance.test_programs SEED`; with two seeds, all from the one to
the other are tried.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from sieges.game.game import Game
from sieges.game.pending import Chance, Decision, End
from sieges.game.rules import Rules
from sieges.game.runtime import Fault
from sieges.loading import Scenario, compile_fresh
from sieges.text.printing import render
from tests.conformance.programs.table import Answers, Program, State
from tests.conformance.programs.writer import made_up

PARTS, PROGRAMS, PLAYS = 6, 12, 3


class OutOfStep(AssertionError):
    """The engine and the reading differ."""


class Step(Answers):
    """Answers for the reading out of a game of the engine, comparing the two at every question."""

    def __init__(self, rules: Rules, program: Program, seed: int) -> None:
        self.random = random.Random(seed)
        self.answers: list[int] = []
        self.fault: Fault | None = None
        self.state = State(self, program)
        try:
            self.game: Game = rules.new()
        except Fault as fault:
            self.fault = fault

    def choose(self, name: str, options: Sequence[str]) -> str:
        pending = self.look()
        if not isinstance(pending, Decision) or pending.name != name:
            raise OutOfStep(f"the reading asks `{name}`, the engine: {pending}")
        ids = [option.id for option in pending.options]
        if ids != list(options):
            raise OutOfStep(f"`{name}`: the reading offers {options}, the engine {ids}")
        picked = self.random.choice(pending.options)
        return self.answer(picked.id, picked.value)

    def roll(self) -> int:
        pending = self.look()
        if not isinstance(pending, Chance):
            raise OutOfStep(f"the reading rolls, the engine: {pending}")
        return int(self.answer(str(number := self.random.randrange(1, 7)), number))

    def look(self) -> Decision | Chance | End:
        if self.fault is not None:
            raise OutOfStep(f"the engine stopped at {self.fault}, the reading goes on")
        self.compare()
        return self.game.legal()

    def answer(self, id_: str, value: int) -> str:
        self.answers.append(value)
        try:
            self.game.apply(id_)
        except Fault as fault:
            self.fault = fault
        return id_

    def compare(self) -> None:
        ours, theirs = seen(self.game), self.state.position()
        differ = {key: (ours[key], theirs[key]) for key in ours if ours[key] != theirs[key]}
        if differ:
            raise OutOfStep(f"the engine's and the reading's position after {self.answers}: {differ}")

    def end(self, ending: str) -> None:
        if ending == "fault" or self.fault is not None:
            if ending != "fault" or self.fault is None:
                raise OutOfStep(f"the reading: {ending}; the engine: {self.fault or self.game.legal()}")
            return
        pending = self.game.legal()
        if not isinstance(pending, End) or pending.id != ending:
            raise OutOfStep(f"the reading ends by {ending}, the engine: {pending}")
        self.compare()


def seen(game: Game) -> dict[str, Any]:
    position = game.position()
    return {
        **position["variables"],
        **position["state"]["location"],
        "spirit": position["tracks"]["spirit"],
        "troops": {
            f"{side} {place}": count
            for side, places in position["pieces"]["troop"].items()
            for place, count in places.items()
        },
    }


class Given:
    """Gives the recorded answers again, to the forms that are answered at once."""

    def __init__(self, answers: Sequence[int]) -> None:
        self.rest = iter(answers)
        self.rolls = [lambda sides: next(self.rest) - 1]

    def choose(self, site: int, values: Sequence[int]) -> int:
        return list(values).index(next(self.rest))


def compared(seed: int, folder: Path) -> int:
    """Play the program of a seed in every form and on paper; how many questions it asked.

    Raises:
        OutOfStep: they differ.
    """
    program = made_up(seed)
    pack = folder / "made_up"
    pack.mkdir()
    (pack / "pack.yaml").write_text(program.text, "utf-8")
    compiled, found, sources = compile_fresh(pack)
    if compiled is None:
        raise OutOfStep(f"refused:\n{render(found, 'text', sources)}")
    rules = Scenario(pack, compiled).rules()
    asked = 0
    for luck in range(PLAYS):
        step = Step(rules, program, luck)
        ending = program.play(step.state)
        if step.state.budget < 0:
            continue
        step.end(ending)
        asked += len(step.answers)
        if step.fault is None:
            other_forms(rules, step)
    return asked


def other_forms(rules: Rules, step: Step) -> None:
    given = Given(step.answers)
    if rules.play(None, given.choose, given.rolls) != step.game.data:
        raise OutOfStep(f"the inline form ends elsewhere after {step.answers}")
    for at in range(0, len(step.answers), max(1, len(step.answers) // 4)):
        middle = rules.new()
        for answer in step.answers[:at]:
            middle.answer(answer)
            middle = rules.from_json(json.loads(json.dumps(middle.to_json())))
        given = Given(step.answers[at:])
        middle.finish(given.choose, given.rolls)
        if middle.data != step.game.data:
            raise OutOfStep(f"finished from answer {at} it ends elsewhere after {step.answers}")


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_programs_mean_what_they_say(tmp_path: Path, part: int) -> None:
    asked = 0
    for seed in range(part * PROGRAMS, (part + 1) * PROGRAMS):
        folder = tmp_path / str(seed)
        folder.mkdir()
        try:
            asked += compared(seed, folder)
        except OutOfStep as error:
            pytest.fail(f"program {seed}: {error}")
    assert asked > PROGRAMS, "these programs ask nothing"


def main() -> int:
    first, *last = map(int, sys.argv[1:])
    if not last:
        print(made_up(first).text)
    for seed in range(first, (last or [first])[0] + 1):
        with tempfile.TemporaryDirectory() as folder:
            try:
                compared(seed, Path(folder))
            except OutOfStep as error:
                print(f"program {seed}: {error}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
