"""Verbs that only say something."""

from __future__ import annotations

from attrs import define, frozen

from sieges.language import codes
from sieges.language.emission.output import Output
from sieges.language.emission.steps import Step
from sieges.language.expressions.text import Text
from sieges.language.verbs.base import Binder, Verb, verb
from sieges.pack.node import Node
from sieges.pack.shapes import key


@define(eq=False, kw_only=True)
class SayStep(Step):
    """Tells a line of the log."""

    text: Text

    def write(self, out: Output) -> None:
        if out.telling:
            event = out.assembly.event("say", self, self.text)
            out.tell(event, *(part.emit(out.env) for part in self.text.exprs))


@verb("say")
@frozen(eq=False, kw_only=True)
class Say(Verb):
    """A line of the log."""

    say: str = key("The words; `{name}` puts in a value", example="{side} mourns.")

    def bind(self, binder: Binder, node: Node) -> Step:
        text = binder.text(node["say"])
        assert text is not None
        return SayStep(span=node.span, text=text)


@verb("todo")
@frozen(eq=False, kw_only=True)
class Todo(Verb):
    """Tells what is not written yet; a draft plays on, a release does not have it."""

    todo: str = key("What is still to do here", example="the tower burns")

    def bind(self, binder: Binder, node: Node) -> Step:
        text = binder.text(node["todo"])
        assert text is not None
        binder.report(codes.TODO, f"still to do: {node['todo'].value}", node["todo"].span, severity="todo")
        return SayStep(span=node.span, text=text)


@define(eq=False, kw_only=True)
class NothingStep(Step):
    """Tells why nothing is done."""

    why: Text

    def write(self, out: Output) -> None:
        if out.telling:
            out.tell(
                out.assembly.event("nothing", self, self.why),
                *(part.emit(out.env) for part in self.why.exprs),
            )


@verb("nothing")
@frozen(eq=False, kw_only=True)
class Nothing(Verb):
    """Does nothing, and says why it is written."""

    nothing: str = key("Why nothing happens", example="the ladders are thrown down")

    def bind(self, binder: Binder, node: Node) -> Step:
        why = binder.text(node["nothing"])
        assert why is not None
        return NothingStep(span=node.span, why=why)
