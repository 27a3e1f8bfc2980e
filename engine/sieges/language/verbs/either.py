"""The verb that asks a side which of several lists of steps is done."""

from __future__ import annotations

from attrs import define, frozen

from sieges.language import codes
from sieges.language.emission.lowering import Lowering
from sieges.language.emission.marks import Key
from sieges.language.emission.output import Output
from sieges.language.emission.steps import DecisionStep, Step, leaves
from sieges.language.expressions import code as c
from sieges.language.expressions.code import Code
from sieges.language.expressions.nodes import Expr
from sieges.language.expressions.text import Text
from sieges.language.reporting import near, title_of
from sieges.language.types import CONDITION
from sieges.language.verbs.base import Binder, Verb, verb
from sieges.pack.node import Node
from sieges.pack.shapes import Anything, Expression, Steps, key


@define(eq=False)
class EitherOption:
    """One option: its steps, and when it is open (None for always)."""

    id: str
    label: Text
    when: Expr | None
    steps: list[Step]
    node: Node


@define(eq=False, kw_only=True)
class EitherStep(DecisionStep):
    """Asks a side which of several lists of steps is done."""

    options: list[EitherOption]
    if_none: list[Step]
    variable: str
    """The local that takes the answer; no author can name it."""

    def inner(self) -> tuple[list[Step], ...]:
        return (*(option.steps for option in self.options), self.if_none)

    @property
    def answer(self) -> str:
        return f"v_{self.variable}"

    @property
    def leaves(self) -> bool:
        return all(leaves(option.steps) for option in self.options) and (self._always or leaves(self.if_none))

    @property
    def _always(self) -> bool:
        return any(option.when is None for option in self.options)

    @property
    def locals(self) -> frozenset[str]:
        exprs = [self.by, *(self.prompt.exprs if self.prompt else ())]
        for option in self.options:
            exprs += option.label.exprs
            if option.when is not None:
                exprs.append(option.when)
        return frozenset().union(*(expr.names() for expr in exprs))

    def write_options(self, out: Output, name: str) -> None:
        tests = [(i, c.TRUE if o.when is None else o.when.emit(out.env)) for i, o in enumerate(self.options)]
        self._count_open(out, tests)
        tests = [(index, test) for index, test in tests if not test.is_false]
        if all(test.is_true for _, test in tests):
            out.line(f"{name} = ({', '.join(str(index) for index, _ in tests)}{',' if tests else ''})")
            return
        out.line(f"{name} = []")
        for index, test in tests:
            out.line(f"{name}.append({index})" if test.is_true else f"if {test.text}: {name}.append({index})")

    def marks(self) -> list[Key]:
        sides = [self._open(option, side) for option in self.options if option.when for side in (True, False)]
        return [*Step.marks(self), *map(self._taken, self.options), *sides]

    @staticmethod
    def _taken(option: EitherOption) -> Key:
        return ("option", option.node.span, option.id)

    @staticmethod
    def _open(option: EitherOption, is_open: bool) -> Key:
        return ("side", option.node.span, f"`{option.id}` {'open' if is_open else 'closed'}")

    def _count_open(self, out: Output, tests: list[tuple[int, Code]]) -> None:
        for index, test in tests if out.counting else ():
            option = self.options[index]
            if option.when is not None:
                with out.block(f"if {test.text}:"):
                    out.mark(*self._open(option, True))
                with out.block("else:"):
                    out.mark(*self._open(option, False))

    def _branches(self, out: Output, variable: str) -> None:
        for index, option in enumerate(self.options):
            with out.block(f"{'el' if index else ''}if {variable} == {index}:"):
                out.mark(*self._taken(option))
                out.steps(option.steps)

    def write(self, out: Output) -> None:
        site = out.assembly.decision(out, self)
        options = f"c{site}"
        self.write_options(out, options)
        if self._always:
            out.line(f"x{site} = {options}[C({site}, {options})]")
            self._branches(out, f"x{site}")
            return
        with out.block(f"if {options}:"):
            out.line(f"x{site} = {options}[C({site}, {options})]")
            self._branches(out, f"x{site}")
        with out.block("else:"):
            out.steps(self.if_none)

    def lower(self, low: Lowering) -> None:
        site = low.out.assembly.decision(low.out, self)
        needs = low.out.assembly.site_locals(site)
        after, end, empty = low.new(), low.new(), low.new()
        variable = f"v_{self.variable}"
        low.go_if(Code(f"not k{site}({', '.join(['S', *needs])})", c.NOT), empty)
        low.pause(str(site), after, needs)
        low.start(empty)
        low.steps(self.if_none)
        low.go(end)
        low.start(after)
        branches = [low.new() for _ in self.options]
        for index, branch in enumerate(branches):
            low.go_if(Code(f"{variable} == {index}", c.COMPARE), branch)
        low.go(end)
        for option, branch in zip(self.options, branches, strict=True):
            low.start(branch)
            low.out.mark(*self._taken(option))
            low.steps(option.steps)
            low.go(end)
        low.start(end)


@verb("either")
@frozen(eq=False, kw_only=True)
class Either(Verb):
    """A side picks one of several lists of steps."""

    either: str = key("The name of the decision", example="answer")
    by: Expression | None = key("The side that decides; left out where one side alone has a seat", None)
    options: list[Anything] = key("Options: `id`, `label`, `when`, `steps`")
    if_none: Steps | None = key("What is done when no option is open", None)
    prompt: str | None = key("The question", None)

    KEYS = ("id", "label", "when", "steps", "source")

    def bind(self, binder: Binder, node: Node) -> Step:
        by, asked = binder.seat(self.by, node)
        prompt = binder.text(node.get("prompt"))
        options: list[EitherOption] = []
        seen: dict[str, Node] = {}
        labels: dict[str, Node] = {}
        for written in self.options:
            option = self._option(binder, written.node)
            if option.id in seen:
                raise binder.refuse(
                    codes.EITHER_ONE,
                    f"two options are called `{option.id}`",
                    written.node.span,
                    related=((seen[option.id].span, "the first one"),),
                )
            if (words := option.label.plain) is not None and words in labels:
                binder.report(
                    codes.EITHER_ONE,
                    f"two options have the label `{words}`",
                    (written.node.get("label") or written.node["id"]).span,
                    related=((labels[words].span, "the first one"),),
                    help="people could not tell them apart",
                )
            elif words is not None:
                labels[words] = written.node
            seen[option.id] = written.node
            options.append(option)
        if not options:
            raise binder.refuse(codes.STEP_SHAPE, "`either` needs options", node["options"].span)
        if self.if_none is None and all(option.when is not None for option in options):
            binder.report(
                codes.MAY_BE_EMPTY,
                f"all options of `{self.either}` may be closed",
                node["either"].span,
                fix="if_none: [{nothing: …}], or leave one option without `when`",
            )
        if_none = binder.steps(self.if_none)
        name = self.either
        number = binder.program.unique()
        step = EitherStep(
            span=node.span,
            name=name,
            by=by,
            asked=asked,
            options=options,
            if_none=if_none,
            prompt=prompt,
            variable=f"{name}_E{number}",
        )
        binder.program.note_pause(binder.body, step)
        return step

    def _option(self, binder: Binder, node: Node) -> EitherOption:
        if (id_node := node.get("id")) is None:
            raise binder.refuse(codes.STEP_SHAPE, "an option needs an `id`", node.span)
        id_ = binder.option_id(id_node)
        for name in node.keys():  # noqa: SIM118
            if name not in self.KEYS:
                binder.report(
                    codes.STEP_SHAPE,
                    f"an option has no `{name}`",
                    node[name].key_span,
                    fix=near(name, self.KEYS),
                )
        label = binder.text(node.get("label")) or Text([title_of(id_)])
        when_node, steps_node = node.get("when"), node.get("steps")
        when = None if when_node is None else binder.expression(Expression(when_node), CONDITION)
        steps = binder.steps(None if steps_node is None else Steps(steps_node))
        return EitherOption(id_, label, when, steps, node)
