"""Finds the ways in which a secret could become known without a `reveal` (docs/language.md, section 5).

Secrets live in variables alone, never in a local, so that a single step is enough to see what one flows into: what a
step looks at must be open to all, but for those below that keep a secret or show it. Under a condition that comes from
a secret there is nothing but setting secrets of the same side: whatever else was done, asked or left would tell of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs
from attrs import define

from sieges.language import codes
from sieges.language.emission.steps import Body, Step
from sieges.language.expressions import code as c
from sieges.language.expressions.code import Environment
from sieges.language.expressions.nodes import NOBODY, Cell, Expr, Secret
from sieges.language.expressions.text import Text
from sieges.language.program import Program
from sieges.language.reporting import report
from sieges.language.verbs.choosing import ChooseStep
from sieges.language.verbs.either import EitherOption
from sieges.language.verbs.loops import IfStep
from sieges.language.verbs.secrets import RevealStep
from sieges.language.verbs.sites import Who
from sieges.language.verbs.values import AssignStep
from sieges.text.spans import Span

_UNPLAIN = re.compile(r"[?]|\bw\d+_")
"""In an owner: that it is not known, or is the variable of a loop within an expression."""
REVEAL = "show it first: `reveal: name`, `of: …`; then `name` is known to all"


def check_secrets(program: Program) -> None:
    """Report every step, ending and evaluation that would tell of a secret."""
    world = program.world
    if world.secrets_unsure or all(variable.hidden is None for variable in world.variables.values()):
        return
    for body in program.bodies.values():
        _Body(program, body, _environment(program, body)).steps(body.steps, frozenset())
    for ending in program.endings:
        for expr in (ending.when, ending.winner):
            secrets = frozenset[Secret]() if expr is None else expr.secrets(program.environment)
            if secrets and expr is not None:
                message = f"the ending `{ending.id}` looks at {_named(program, secrets)}"
                _report(program, _span(program, expr, ending.span), message, REVEAL)
    for side, expr in program.evaluation.items():
        others = {secret for secret in expr.secrets(program.environment) if secret.owner != str(side)}
        if others:
            name = program.world.sides.members[side]
            message = f"the evaluation of `{name}` looks at {_named(program, others)}, which it does not know"
            _report(program, _span(program, expr, program.bodies["sequence"].span), message, None)


def _environment(program: Program, body: Body) -> Environment:
    return program.environment.fresh({name: c.constant(value) for name, value in body.fixed.items()})


def _named(program: Program, secrets: frozenset[Secret] | set[Secret]) -> str:
    names = sorted({program.world.secret(secret.base).id for secret in secrets})
    return " and ".join(f"the secret `{name}`" for name in names)


def _span(program: Program, expr: Expr, otherwise: Span) -> Span:
    known = program.world.places.get(id(expr))
    return otherwise if known is None else known[1]


def _report(program: Program, span: Span, message: str, help: str | None) -> None:
    report(program.found, codes.LEAK, message, span, help=help)


@define(eq=False)
class _Body:
    """One body while it is looked through."""

    program: Program
    body: Body
    env: Environment

    def steps(self, steps: list[Step], under: frozenset[Secret]) -> None:
        """Look through steps that are done under a condition that comes from the secrets ``under``."""
        for step in steps:
            if under and not isinstance(step, (IfStep, AssignStep)):
                message = f"this step tells of {self._named(under)}: it is done under a condition that comes from it"
                help_ = (
                    "under such a condition there is nothing but `set` and `adjust` of secrets of the same side; or "
                    + REVEAL
                )
                self._leak(step.span, message, help_)
                continue
            if isinstance(step, IfStep):
                secrets = step.condition.secrets(self.env)
                self.steps(step.then, under | secrets)
                self.steps(step.otherwise, under | secrets)
                continue
            if isinstance(step, AssignStep):
                self._assign(step, under)
            elif isinstance(step, ChooseStep) and step.secret is not None:
                self._choose(step, step.secret)
            elif isinstance(step, RevealStep):
                self._reveal(step)
            else:
                self._open(step, _looks(step))
            for inner in step.inner():
                self.steps(inner, under)

    def _open(self, step: Step, exprs: Iterator[Expr]) -> None:
        for expr in exprs:
            secrets = expr.secrets(self.env)
            if secrets:
                message = f"{self._named(secrets)} is looked at here, where all can tell what it is"
                self._leak(_span(self.program, expr, step.span), message, REVEAL)

    def _assign(self, step: AssignStep, under: frozenset[Secret]) -> None:
        index = step.cell.index
        if index is not None and index.secrets(self.env):
            self._open(step, iter((index,)))
            return
        secrets = step.value.secrets(self.env) | under
        owner = step.cell.owner(self.env)
        others = {secret for secret in secrets if secret.owner != owner or owner == NOBODY}
        if not others:
            return
        span = _span(self.program, step.value, step.span)
        if owner is None:
            message = f"{self._named(frozenset(others))} would be in {step.shown}, which all see"
            self._leak(span, message, REVEAL)
        else:
            message = f"{self._named(frozenset(others))} would be in {step.shown}, which another side knows"
            self._leak(span, message, REVEAL)

    def _choose(self, step: ChooseStep, kept: Cell) -> None:
        known = step.by.emit(self.env).value
        by = step.by.emit(self.env).text
        if known is not None and known not in self.program.world.seats:
            name = self.program.world.sides.titles[known]
            report(
                self.program.found,
                codes.SECRET,
                f"{name} has no seat in this mode, so another side answers and would know its secret",
                _span(self.program, step.by, step.span),
                fix="seat: true",
            )
        if kept.owner(self.env) != by:
            report(
                self.program.found,
                codes.SECRET,
                "who decides here does not know the secret that keeps the answer",
                _span(self.program, step.by, step.span),
                help="the side after `by:` is the one whose secret it is",
            )
        texts = [expr for text in (step.prompt, step.shown_as) if text is not None for expr in text.exprs]
        self._open(step, iter((step.by, *texts)))
        secrets = frozenset[Secret]().union(*(group.secrets(self.env) for group in step.groups))
        if not secrets:
            return
        if any(secret.owner != by for secret in secrets):
            self._open(step, iter(step.groups))
        elif step.optional is None or step.if_none:
            message = f"whether this is asked would tell of {self._named(secrets)}: its set may be empty"
            help_ = "with `optional:` and without `if_none:` it is asked in any case"
            self._leak(_span(self.program, step.groups[0], step.span), message, help_)

    def _reveal(self, step: RevealStep) -> None:
        secrets = step.value.secrets(self.env)
        span = _span(self.program, step.value, step.span)
        if not secrets:
            message, help_ = (
                "there is no secret in what is revealed here",
                "`let:` gives a name to what all know",
            )
        elif len(secrets) > 1:
            message = f"{self._named(secrets)} are revealed as one"
            if len({secret.base for secret in secrets}) == 1:
                message = f"{self._named(secrets)} of several sides is revealed as one"
            help_ = "reveal one secret after the other"
        elif not _UNPLAIN.search(next(iter(secrets)).owner):
            return
        else:
            message = "whose secret is revealed here is not plain"
            help_ = "name the side: `plan[side]`"
        report(self.program.found, codes.SECRET, message, span, help=help_)

    def _named(self, secrets: frozenset[Secret]) -> str:
        return _named(self.program, secrets)

    def _leak(self, span: Span, message: str, help: str | None) -> None:
        _report(self.program, span, message, help)


def _looks(step: Step) -> Iterator[Expr]:
    """All expressions that a step itself looks at, whatever its verb."""
    for field in attrs.fields(type(step)):
        yield from _within(getattr(step, field.name))


def _within(value: object) -> Iterator[Expr]:
    if isinstance(value, Expr):
        yield value
    elif isinstance(value, Who):
        yield value.subject
    elif isinstance(value, Text):
        yield from value.exprs
    elif isinstance(value, EitherOption):
        yield from _within([value.label, value.when])
    elif isinstance(value, dict):
        yield from _within(list(value.values()))
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from _within(part)
