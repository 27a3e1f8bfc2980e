"""The verb that turns up a secret."""

from __future__ import annotations

from attrs import define, frozen

from sieges.language.emission.output import Output, truth
from sieges.language.emission.steps import Step
from sieges.language.expressions import code as c
from sieges.language.expressions.code import Code
from sieges.language.expressions.nodes import OWN, Cell, Expr
from sieges.language.expressions.text import Text
from sieges.language.types import CONDITION
from sieges.language.verbs.base import Binder, Verb, verb
from sieges.language.verbs.values import possible, read_nameable
from sieges.pack.node import Node
from sieges.pack.shapes import Expression, key


@define(eq=False, kw_only=True)
class RevealStep(Step):
    """Binds a local that all see to what comes from a secret."""

    name: str
    value: Expr

    def write(self, out: Output) -> None:
        value = self.value.emit(out.env)
        value = truth(value) if self.value.type == CONDITION else value
        found = next(iter(self.value.secrets(out.env)), None)
        if found is None:
            out.line(f"v_{self.name} = {value.text}")
            return
        hidden = out.assembly.program.world.secret(found.base).hidden
        assert hidden is not None
        at = c.constant(0) if hidden.owner != OWN else self._owner(found.owner)
        cell = f"S[{c.addition([at, c.constant(found.base)]).text}]"
        mask = f"S[{c.addition([at, c.constant(hidden.masks)]).text}]"
        out.line(f"v_{self.name} = {value.text}")
        if isinstance(self.value, Cell):
            out.line(f"{mask} = {possible(Code(f'v_{self.name}'), hidden)}")
        else:
            # All who see this can tell which values give it: those stay possible.
            kept, known = out.temporary(cell), out.temporary("0")
            with out.block(f"for x in range({hidden.count}):"), out.block(f"if {mask} >> x & 1:"):
                out.line(f"{cell} = x" if hidden.low == 0 else f"{cell} = x + {hidden.low}")
                with out.block(f"if {value.at(c.BIT_OR)} == v_{self.name}:"):
                    out.line(f"{known.text} |= 1 << x")
            out.line(f"{cell} = {kept.text}")
            out.line(f"{mask} = {known.text}")
        if out.telling:
            owner = c.constant(hidden.owner) if hidden.owner != OWN else at
            event = out.assembly.event("reveal", self, Text([self.value]), self.name)
            out.tell(event, owner, f"v_{self.name}")

    @staticmethod
    def _owner(text: str) -> Code:
        return c.constant(int(text)) if text.isdigit() else Code(f"({text})")


@verb("reveal")
@frozen(eq=False, kw_only=True)
class Reveal(Verb):
    """Shows all sides what comes from a secret, and gives it a name."""

    reveal: str = key("The name that it gets", example="order")
    of: Expression = key("What is shown: a secret, or what can be told from it", example="plan[side]")

    def bind(self, binder: Binder, node: Node) -> Step:
        value = read_nameable(binder, node["of"])
        return RevealStep(span=node.span, name=binder.new_name(node["reveal"], value.type), value=value)
