"""Lines of Python being written, each with the place in the YAML that it comes from.

Steps are written in three forms from the same tree:

- *inline*: native control flow; decisions and chance are answered by the callables ``C`` and ``R`` at once;
- *told*: the same for steps without a pause, telling what happens to the list ``L``;
- *pausing*: see `lowering`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from attrs import Factory, define

from sieges.language import codes
from sieges.language.emission.marks import NOTHING
from sieges.language.expressions import code as c
from sieges.language.expressions.code import TOO_LONG, WHY_TOO_LONG, Code, Environment, TooLong
from sieges.language.reporting import report
from sieges.text.spans import Span

if TYPE_CHECKING:
    from sieges.language.emission.assembly import Assembly
    from sieges.language.emission.steps import Step


MOST_TURNS = 3_000_000
"""Turns of loops, all together, between two pauses (or in a game that is answered inline)."""


@define
class Line:
    """A line at a depth of indentation, with the place in the pack that it comes from."""

    depth: int
    text: str
    span: Span | None


@define(eq=False)
class Output:
    """One function while it is written."""

    assembly: Assembly
    env: Environment
    form: str
    """inline, told or pausing."""
    deferred: bool = False
    """Whether victory is looked at by whoever asked for these steps, at the end."""
    lines: list[Line] = Factory(list)
    depth: int = 1
    span: Span | None = None
    break_text: str = "break"
    return_text: str = "return"
    temporaries: int = 0
    hushed: bool = False
    """Whether only those who know a secret know that this is done at all."""

    @property
    def telling(self) -> bool:
        return self.form != "inline"

    def line(self, text: str) -> None:
        self.lines.append(Line(self.depth, text, self.span))

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Lines under ``head:``; an empty block gets a ``pass``."""
        self.line(head)
        self.depth += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.line("pass")
        self.depth -= 1

    @contextmanager
    def at(self, span: Span | None) -> Iterator[None]:
        kept, self.span = self.span, span or self.span
        yield
        self.span = kept

    def steps(self, steps: list[Step]) -> None:
        """Write steps as native control flow."""
        for step in steps:
            with self.at(step.span):
                self.mark_step(step)
                try:
                    step.write(self)
                except TooLong:
                    found = self.assembly.program.found
                    report(found, codes.TOO_LARGE, TOO_LONG, step.span, help=WHY_TOO_LONG)

    # --- what happened, counted --------------------------------------------------------------------

    @property
    def counting(self) -> bool:
        """Whether what happens is counted."""
        return self.assembly.marks is not None

    def mark(self, kind: str, span: Span, what: str = "") -> None:
        """Count something that has just happened, where that is asked for."""
        number = None if self.assembly.marks is None else self.assembly.marks.find(kind, span, what)
        if number is not None:
            self.line(f"N[{number}] += 1")

    def mark_step(self, step: Step) -> None:
        if step.own:
            self.mark("step", step.span)

    def mark_one(self, numbers: Sequence[int | None], index: Code) -> None:
        """Count one of several things, picked by an index; ``numbers`` are those of the marks that they have."""
        cells = (str(NOTHING if number is None else number) for number in numbers)
        table = self.env.tables.constant(f"({', '.join(cells)},)")
        self.line(f"N[{table}[{index.text}]] += 1")

    def temporary(self, value: Code | str) -> Code:
        """A fresh local that holds ``value``."""
        self.temporaries += 1
        # Not `t…`: those are the functions of the told form.
        name = f"h{self.temporaries}"
        self.line(f"{name} = {value.text if isinstance(value, Code) else value}")
        return Code(name)

    def plain(self, value: Code) -> Code:
        """``value``, put into a local when writing it twice would cost."""
        return value if value.simple else self.temporary(value)

    def tell(self, event: int, *values: Code | str) -> None:
        """Tell what happened (not in the inline form)."""
        if self.telling:
            texts = [value.text if isinstance(value, Code) else value for value in values]
            self.line(f"L.append(({', '.join([str(event), *texts])},))")

    def fault(self, condition: Code | str, message: str) -> None:
        """Stop the game at the author's line when ``condition`` holds."""
        if isinstance(condition, Code):
            if condition.is_false:
                return
            condition = condition.text
        number = self.assembly.fault(self.span, message)
        self.line(f"if {condition}:")
        self.lines.append(Line(self.depth + 1, f"fault({number})", self.span))

    @contextmanager
    def hush(self, writes: frozenset[int]) -> Iterator[None]:
        """Lines that stand under a secret condition and write so many cells: for all others those may be anything."""
        kept = self.hushed
        for variable in () if kept else self.assembly.program.world.variables.values():
            hidden = variable.hidden
            if hidden is not None:
                for at in range(hidden.masks - variable.base):
                    if variable.base + at in writes:
                        self.line(f"S[{hidden.masks + at}] = {hidden.all}")
        self.hushed = True
        yield
        self.hushed = kept

    def turn(self) -> None:
        """Count a turn of a loop; far more of them than any rule means stop the game here."""
        self.line("B[0] += 1")
        self.fault(f"B[0] > {MOST_TURNS}", f"the loops here went round {MOST_TURNS} times without a pause")

    def victory(self, writes: frozenset[int]) -> None:
        """Look at the endings whose condition reads what has just been written, in listed order."""
        if self.deferred or not writes:
            return
        for number, ending in enumerate(self.assembly.endings):
            if ending.when is None or not (ending.reads & writes):
                continue
            test = ending.when.emit(self.env.fresh({}))
            if test.is_false:
                continue
            self.line(f"if {test.text}:")
            self.lines.append(Line(self.depth + 1, f"end{number}(S)", self.span))


def truth(code: Code) -> Code:
    """A condition as 0 or 1, for the state."""
    if code.value is not None:
        return c.constant(bool(code.value))
    return c.choice(code, c.constant(1), c.FALSE)
