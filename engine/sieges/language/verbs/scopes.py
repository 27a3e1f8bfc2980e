"""Verbs that leave what is being done, and those that say what is left: loops, procedures, scopes, the game."""

from __future__ import annotations

from attrs import define, frozen

from sieges.language import codes
from sieges.language.emission.lowering import Lowering
from sieges.language.emission.output import Output
from sieges.language.emission.steps import Step, leaves
from sieges.language.verbs.base import Binder, Verb, verb
from sieges.pack.node import Node
from sieges.pack.shapes import Steps, key


@define(eq=False, kw_only=True)
class StopStep(Step):
    """Leaves the innermost loop, or the body."""

    what: str

    @property
    def leaves(self) -> bool:
        return True

    def write(self, out: Output) -> None:
        text = out.break_text if self.what == "loop" else out.return_text
        for line in text.split("\n"):
            out.line(line)


@verb("stop")
@frozen(eq=False, kw_only=True)
class Stop(Verb):
    """Leaves the innermost loop, or the procedure."""

    stop: str = key("`loop` or `procedure`", example="loop")

    def bind(self, binder: Binder, node: Node) -> Step:
        what = {"repeat": "loop", "each": "loop", "while": "loop"}.get(self.stop, self.stop)
        if what not in ("loop", "procedure"):
            raise binder.refuse(
                codes.STEP_SHAPE,
                f"`stop: {self.stop}` is not known",
                node["stop"].span,
                fix="`stop: loop` or `stop: procedure`",
            )
        if what == "loop" and not binder.loops:
            raise binder.refuse(
                codes.STOP_OUTSIDE,
                "`stop: loop` stands in no `repeat`, `each` or `while`",
                node["stop"].span,
                fix="stop: procedure",
            )
        return StopStep(span=node.span, what=what)


@define(eq=False, kw_only=True)
class ScopeStep(Step):
    """Steps that can be abandoned, and what is then done."""

    name: str
    steps: list[Step]
    if_cancelled: list[Step]

    def inner(self) -> tuple[list[Step], ...]:
        return (self.steps, self.if_cancelled)

    def write(self, out: Output) -> None:
        with out.block("try:"):
            out.steps(self.steps)
        with out.block(f"except X{out.assembly.scope(self.name)}:"):
            out.steps(self.if_cancelled)

    def lower(self, low: Lowering) -> None:
        handler, after = low.new(), low.new()
        kept = dict(low.scopes)
        low.scopes[self.name] = handler
        inside = low.new()
        low.go(inside)
        low.start(inside)
        low.steps(self.steps)
        low.go(after)
        low.scopes = kept
        low.start(handler)
        low.steps(self.if_cancelled)
        low.go(after)
        low.start(after)


@verb("scope")
@frozen(eq=False, kw_only=True)
class Scope(Verb):
    """Steps that a `cancel` of the same name, however deep, abandons."""

    scope: str = key("The name of the scope", example="order")
    steps: Steps = key("What may be cancelled")
    if_cancelled: Steps | None = key("What is done when it is", None)

    def bind(self, binder: Binder, node: Node) -> Step:
        steps = binder.steps(self.steps)
        handler = binder.steps(self.if_cancelled)
        return ScopeStep(span=node.span, name=self.scope, steps=steps, if_cancelled=handler)


@define(eq=False, kw_only=True)
class CancelStep(Step):
    """Abandons a scope."""

    name: str

    @property
    def leaves(self) -> bool:
        return True

    def write(self, out: Output) -> None:
        number = out.assembly.scope(self.name)
        if out.telling:
            out.tell(out.assembly.event("cancel", self, None, self.name))
        out.line(f"raise X{number}")


@verb("cancel")
@frozen(eq=False, kw_only=True)
class Cancel(Verb):
    """Abandons a scope; its `if_cancelled` does what goes with it."""

    cancel: str = key("The name of the scope", example="order")

    def bind(self, binder: Binder, node: Node) -> Step:
        return CancelStep(span=node.span, name=self.cancel)


@define(eq=False, kw_only=True)
class TogetherStep(Step):
    """Steps after the last of which alone victory is looked at."""

    steps: list[Step]

    def inner(self) -> tuple[list[Step], ...]:
        return (self.steps,)

    @property
    def leaves(self) -> bool:
        return leaves(self.steps)

    def write(self, out: Output) -> None:
        kept, out.deferred = out.deferred, True
        out.steps(self.steps)
        out.deferred = kept
        out.victory(self.writes(out.env, out.assembly))

    def lower(self, low: Lowering) -> None:
        kept, low.out.deferred = low.out.deferred, True
        low.steps(self.steps)
        low.out.deferred = kept
        low.out.victory(self.writes(low.out.env, low.out.assembly))


@verb("together")
@frozen(eq=False, kw_only=True)
class Together(Verb):
    """Steps that count as one: victory is looked at after the last."""

    together: Steps = key("What is done together")

    def bind(self, binder: Binder, node: Node) -> Step:
        return TogetherStep(span=node.span, steps=binder.steps(self.together))


@define(eq=False, kw_only=True)
class EndStep(Step):
    """Ends the game by an ending (its number, from 0)."""

    number: int

    @property
    def leaves(self) -> bool:
        return True

    def write(self, out: Output) -> None:
        out.line(f"end{self.number}(S)")


@verb("end")
@frozen(eq=False, kw_only=True)
class End(Verb):
    """Ends the game."""

    end: str = key("An ending of `victory`", example="deck_runs_out")

    def bind(self, binder: Binder, node: Node) -> Step:
        endings = binder.program.world.endings
        binder.program.named(binder, node["end"], endings, "ending")
        return EndStep(span=node.span, number=list(endings).index(self.end))
