"""What every typed step can do, and bodies: named lists of steps that are called."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from attrs import Factory, define, field

from sieges.language.emission.marks import Key
from sieges.language.expressions.code import Environment
from sieges.language.expressions.nodes import Expr
from sieges.language.expressions.text import Text
from sieges.language.types import Type
from sieges.text.spans import Span

if TYPE_CHECKING:
    from sieges.language.emission.assembly import Assembly
    from sieges.language.emission.lowering import Lowering
    from sieges.language.emission.output import Output


@define(eq=False, kw_only=True)
class Step:
    """One typed step. ``clauses`` are the ids of the rulebook's clauses that it cites."""

    span: Span
    clauses: tuple[str, ...] = ()
    own: bool = True
    """Whether an author wrote it as a step; others are made of what stands there, such as the tokens of a cell."""

    def marks(self) -> list[Key]:
        """What can come of the step, to be counted where somebody asks what of the rules has happened."""
        return [("step", self.span, "")] if self.own else []

    def inner(self) -> tuple[list[Step], ...]:
        """The lists of steps inside this one."""
        return ()

    def bodies(self) -> tuple[str, ...]:
        """Ids of the bodies that this step may run."""
        return ()

    @property
    def takes_pause(self) -> bool:
        """Whether this step itself asks or rolls."""
        return False

    @property
    def takes_chance(self) -> bool:
        """Whether this step itself rolls or draws."""
        return False

    @property
    def plain(self) -> bool:
        """Whether it may be written in the body that calls: it binds nothing, and leaves nothing."""
        return False

    @property
    def passes_on(self) -> bool:
        """Whether it only hands its arguments on, so that an argument is not worked out twice."""
        return False

    @property
    def leaves(self) -> bool:
        """Whether nothing after this step, in the same list, is ever reached."""
        return False

    def write(self, out: Output) -> None:
        """Write the step as native control flow."""
        raise NotImplementedError

    def lower(self, low: Lowering) -> None:
        """Write the step in the pausing form; asked only of steps that may pause."""
        self.write(low.out)

    def writes(self, env: Environment, assembly: Assembly) -> frozenset[int]:
        """The addresses of the state that the step may change."""
        found: frozenset[int] = frozenset()
        for steps in self.inner():
            for step in steps:
                found |= step.writes(env, assembly)
        return found

    def walk(self) -> Iterator[Step]:
        yield self
        for steps in self.inner():
            for step in steps:
                yield from step.walk()


@define(eq=False, kw_only=True)
class PausingStep(Step):
    """A step at which the game can pause. ``name`` is what examples call it by."""

    name: str

    @property
    def takes_pause(self) -> bool:
        return True

    @property
    def answer(self) -> str:
        """The local that takes the answer."""
        return f"v_{self.name}"

    @property
    def locals(self) -> frozenset[str]:
        """Locals that the question looks at."""
        return frozenset()

    @property
    def source(self) -> str | None:
        """The die or deck that answers; None for a decision."""
        return None


@define(eq=False, kw_only=True)
class DecisionStep(PausingStep):
    """A step at which a side (``by``) decides."""

    by: Expr
    asked: Span
    """Where it says which side decides."""
    prompt: Text | None

    def write_options(self, out: Output, name: str) -> None:
        """Write lines that put the values of all options into the Python list ``name``."""
        raise NotImplementedError


@define(eq=False)
class Body:
    """A named list of steps: a procedure, a field of steps, a chart or a cell of one."""

    id: str
    title: str
    parameters: dict[str, Type]
    span: Span
    steps: list[Step] = Factory(list)
    fixed: dict[str, int] = Factory(dict)
    """Locals known from the start (`this`, a token's `n`)."""
    clauses: tuple[str, ...] = ()
    what: str = "procedure"
    pauses: bool | None = field(default=None, init=False)

    def walk(self) -> Iterator[Step]:
        for step in self.steps:
            yield from step.walk()


def leaves(steps: list[Step]) -> bool:
    """Whether what follows these steps is never reached."""
    return any(step.leaves for step in steps)
