"""The odds that are shown beside the options of a choice (docs/language.md, section 10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from sieges.language import codes
from sieges.language.emission.output import truth
from sieges.language.expressions.code import Code, Environment
from sieges.language.expressions.nodes import Expr
from sieges.language.expressions.reading import read_expression
from sieges.language.reporting import near
from sieges.language.types import CONDITION, Type
from sieges.language.verbs.base import Binder
from sieges.pack.declarations import ShownOdds
from sieges.pack.node import Node

if TYPE_CHECKING:
    from sieges.language.world import OddsInfo


@frozen(eq=False)
class OptionOdds:
    """A situation that is asked of each option, and its parameters as far as they do not have their defaults."""

    of: OddsInfo
    arguments: dict[str, Expr]

    def names(self) -> frozenset[str]:
        """The locals that occur."""
        return frozenset().union(*(value.names() for value in self.arguments.values()))

    def codes(self, env: Environment) -> list[str]:
        """All parameters, in order."""
        found = []
        for name in self.of.parameters:
            value = self.arguments.get(name)
            found.append(str(self.of.defaults.get(name, 0)) if value is None else as_number(value, env).text)
        return found


def as_number(value: Expr, env: Environment) -> Code:
    """What a frame, which keeps numbers, keeps of a value: of a condition 0 or 1."""
    code = value.emit(env)
    return truth(code) if value.type == CONDITION else code


def bind_odds(
    binder: Binder, written: ShownOdds | None, node: Node, locals_: dict[str, Type]
) -> OptionOdds | None:
    """The odds that a choice shows; None where it shows none, or after a reported mistake.

    Args:
        binder: of the choice.
        written: its `odds`.
        node: the whole step.
        locals_: what is known of an option: the name that is chosen.
    """
    if written is None:
        return None
    known, where = binder.program.world.odds, node["odds"]
    info = known.get(written.of)
    if info is None:
        binder.report(
            codes.UNKNOWN_NAME,
            f"there is no situation `{written.of}`",
            where["of"].span,
            fix=near(written.of, known),
            help="situations are declared under `odds:`",
        )
        return None
    before = len(binder.scope.found)
    check_given(binder, info, written, where)
    scope = binder.scope.child(locals_)
    values = {
        name: read_expression(value.node, scope, info.parameters[name])
        for name, value in written.with_.items()
        if name in info.parameters
    }
    return OptionOdds(info, values) if len(binder.scope.found) == before else None


def check_given(binder: Binder, info: OddsInfo, written: ShownOdds, where: Node) -> None:
    """Report parameters that a situation does not have, and those that it lacks."""
    for name in written.with_:
        if name not in info.parameters:
            binder.report(
                codes.ARGUMENTS,
                f"`{info.id}` has no parameter `{name}`",
                where["with"][name].key_span,
                fix=near(name, info.parameters),
                help=f"its parameters: {', '.join(info.parameters) or 'none'}",
            )
    lacking = [
        name for name in info.parameters if name not in written.with_ and name not in info.spec.defaults
    ]
    if lacking:
        binder.report(
            codes.ARGUMENTS,
            f"`{info.id}` needs {', '.join(f'`{name}`' for name in lacking)}",
            where["of"].span,
            fix=f"with: {{{', '.join(f'{name}: …' for name in lacking)}}}",
        )
