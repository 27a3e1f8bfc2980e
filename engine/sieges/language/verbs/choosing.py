"""Verbs that ask a side: for a member of a set, or which of several lists of steps."""

from __future__ import annotations

from attrs import define, frozen

from sieges.language import codes
from sieges.language.emission.lowering import Lowering
from sieges.language.emission.output import Output
from sieges.language.emission.steps import DecisionStep, Step, leaves
from sieges.language.expressions import code as c
from sieges.language.expressions.code import Code
from sieges.language.expressions.nodes import Expr
from sieges.language.expressions.sets import Loop, Numbers
from sieges.language.expressions.text import Text
from sieges.language.reporting import near, title_of
from sieges.language.types import (
    CONDITION,
    NUMBER,
    NUMBERS,
    UNKNOWN,
    SetOf,
    Type,
    member,
)
from sieges.language.verbs.base import Binder, Verb, verb
from sieges.pack.node import Node
from sieges.pack.shapes import Anything, Expression, Steps, key

MOST_NUMBERS = 1000
"""How many numbers a choice may offer."""


def write_listing(out: Output, name: str, group: Expr) -> None:
    """Write lines that put the members of ``group``, in order, into the Python list ``name``."""
    if isinstance(group, Numbers):
        out.line(f"{name} = {group.emit(out.env).text}")
        out.fault(f"len({name}) > {MOST_NUMBERS}", f"more than {MOST_NUMBERS} numbers to choose from")
        return
    known = group.domain(out.env)
    if known is not None:
        sure: list[str] = []
        while known and known[0][1].is_true:
            sure.append(str(known.pop(0)[0]))
        if not known:
            out.line(f"{name} = ({', '.join(sure)},)" if sure else f"{name} = ()")
            return
        out.line(f"{name} = [{', '.join(sure)}]")
        for index, test in known:
            if test.is_true:
                out.line(f"{name}.append({index})")
            else:
                out.line(f"if {test.text}: {name}.append({index})")
    elif isinstance(group, Loop):
        out.line(f"{name} = {group.listing(out.env)}")
    else:
        out.line(f"{name} = M({group.emit(out.env).text})")


@define(eq=False, kw_only=True)
class ChooseStep(DecisionStep):
    """``groups``: the sets tried in turn. ``optional``: the id and label of the option to take none."""

    groups: list[Expr]
    optional: tuple[str, str] | None
    if_none: list[Step]
    kind: str | None

    def inner(self) -> tuple[list[Step], ...]:
        return (self.if_none,)

    @property
    def locals(self) -> frozenset[str]:
        exprs = [self.by, *self.groups, *(self.prompt.exprs if self.prompt else ())]
        return frozenset().union(*(expr.names() for expr in exprs))

    def write_groups(self, out: Output, name: str) -> None:
        write_listing(out, name, self.groups[0])
        for group in self.groups[1:]:
            with out.block(f"if not {name}:"):
                write_listing(out, name, group)

    def write_options(self, out: Output, name: str) -> None:
        self.write_groups(out, name)
        if self.optional is not None:
            out.line(f"if {name}: {name} = [*{name}, -1]")

    def _never_empty(self, out: Output) -> bool:
        known = self.groups[0].domain(out.env)
        return known is not None and any(test.is_true for _, test in known)

    def write(self, out: Output) -> None:
        site = out.assembly.decision(out, self)
        options = f"c{site}"
        self.write_groups(out, options)
        chosen = f"v_{self.name} = {options}[C({site}, {options})]"
        if self.optional is not None:
            chosen = f"{options} = [*{options}, -1]\n{chosen}"
        if self._never_empty(out):
            for line in chosen.split("\n"):
                out.line(line)
            return
        with out.block(f"if {options}:"):
            for line in chosen.split("\n"):
                out.line(line)
        with out.block("else:"):
            out.line(f"v_{self.name} = -1")
            out.steps(self.if_none)

    def lower(self, low: Lowering) -> None:
        site = low.out.assembly.decision(low.out, self)
        needs = low.out.assembly.site_locals(site)
        after, empty = low.new(), low.new()
        low.go_if(Code(f"not k{site}({', '.join(['S', *needs])})", c.NOT), empty)
        low.pause(str(site), after, needs)
        low.start(empty)
        low.out.line(f"v_{self.name} = -1")
        low.steps(self.if_none)
        low.go(after)
        low.start(after)


def read_optional(binder: Binder, written: Anything | None, kind: str | None) -> tuple[str, str] | None:
    """The id and label of the option to take none.

    Raises:
        Refused: it is written in another way, or cannot be told from a member of ``kind``; this has been reported.
    """
    if written is None:
        return None
    id_node, label = written.node, None
    if written.node.is_mapping:
        found, label = written.node.get("id"), written.node.get("label")
        if found is None:
            fix = "optional: {id: done, label: Enough}"
            raise binder.refuse(codes.STEP_SHAPE, "`optional` needs an `id`", written.node.span, fix=fix)
        id_node = found
    elif not isinstance(id_node.value, str):
        message = "`optional` is an id, or an id and a label"
        raise binder.refuse(codes.STEP_SHAPE, message, id_node.span, fix="optional: done")
    id_ = binder.option_id(id_node)
    if kind is not None and id_ in binder.program.world.kinds[kind].index:
        message = f"`{id_}` is a member that can be chosen, too"
        raise binder.refuse(codes.EITHER_ONE, message, id_node.span, fix="give this option another id")
    return id_, str(label.value) if label is not None else title_of(id_)


@verb("choose")
@frozen(eq=False, kw_only=True)
class Choose(Verb):
    """A side picks one member of a set."""

    choose: str = key("The name that the member gets", example="place")
    by: Expression = key("The side that decides", example="side")
    from_: Expression = key("What is offered")
    otherwise: Expression | None = key("What is offered when that is empty", None)
    optional: Anything | None = key("The id (and label) of an option to take none", None)
    if_none: Steps | None = key("What is done when nothing can be offered", None)
    prompt: str | None = key("The question", None, example="Where does {side} lose a marker?")

    def bind(self, binder: Binder, node: Node) -> Step:
        by = binder.expression(self.by, member("side"))
        groups = [binder.expression(self.from_)]
        if self.otherwise is not None:
            groups.append(binder.expression(self.otherwise))
        kind: str | None = None
        for group, where in zip(groups, (node["from"], node.get("otherwise")), strict=False):
            if group.type == UNKNOWN:
                continue
            if not isinstance(group.type, SetOf) and group.type != NUMBERS:
                assert where is not None
                raise binder.refuse(
                    codes.WRONG_TYPE,
                    f"`choose` offers the members of a set, and this is {group.type}",
                    where.span,
                )
            kind = group.type.kind if isinstance(group.type, SetOf) else None
        prompt = binder.text(node.get("prompt"))
        optional = read_optional(binder, self.optional, kind)
        if_none = binder.steps(self.if_none)
        always = any(_sure(group, binder) for group in groups)
        if self.if_none is None and not always:
            binder.report(
                codes.MAY_BE_EMPTY,
                f"the choice of `{self.choose}` may have nothing to offer",
                node["choose"].span,
                help="a choice says what happens then, unless its set cannot be empty",
                fix="if_none: [{stop: loop}]" if binder.loops else "if_none: [{nothing: …}]",
            )
        if kind is None and any(group.type == NUMBERS for group in groups):
            told = node.get("optional") or node.get("if_none")
            if told is not None and (optional is not None or not (always or leaves(if_none))):
                binder.report(
                    codes.MAYBE_NONE,
                    "a number cannot be none",
                    told.key_span,
                    help="leave in `if_none` (`stop`, `end`, `cancel`), or ask by `either` first whether to choose",
                )
        none_after = optional is not None or not (always or leaves(if_none))
        type_: Type = NUMBER if kind is None else member(kind, optional=none_after)
        if all(group.type == UNKNOWN for group in groups):
            type_ = UNKNOWN
        name = binder.new_name(node["choose"], type_)
        step = ChooseStep(
            span=node.span,
            name=name,
            by=by,
            groups=groups,
            optional=optional,
            if_none=if_none,
            prompt=prompt,
            kind=kind,
        )
        binder.program.note_pause(binder.body, step)
        return step


def _sure(group: Expr, binder: Binder) -> bool:
    """Whether a set surely has a member."""
    if isinstance(group, Numbers):
        env = binder.program.environment
        low, high = group.low.emit(env).value, group.high.emit(env).value
        return low is not None and high is not None and low <= high
    known = group.domain(binder.program.environment) if not group.names() else None
    return known is not None and any(test.is_true for _, test in known)


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
        tests = [(index, test) for index, test in tests if not test.is_false]
        if all(test.is_true for _, test in tests):
            out.line(f"{name} = ({', '.join(str(index) for index, _ in tests)}{',' if tests else ''})")
            return
        out.line(f"{name} = []")
        for index, test in tests:
            out.line(f"{name}.append({index})" if test.is_true else f"if {test.text}: {name}.append({index})")

    def _branches(self, out: Output, variable: str) -> None:
        for index, option in enumerate(self.options):
            with out.block(f"{'el' if index else ''}if {variable} == {index}:"):
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
            low.steps(option.steps)
            low.go(end)
        low.start(end)


@verb("either")
@frozen(eq=False, kw_only=True)
class Either(Verb):
    """A side picks one of several lists of steps."""

    either: str = key("The name of the decision", example="answer")
    by: Expression = key("The side that decides")
    options: list[Anything] = key("Options: `id`, `label`, `when`, `steps`")
    if_none: Steps | None = key("What is done when no option is open", None)
    prompt: str | None = key("The question", None)

    KEYS = ("id", "label", "when", "steps", "source")

    def bind(self, binder: Binder, node: Node) -> Step:
        by = binder.expression(self.by, member("side"))
        prompt = binder.text(node.get("prompt"))
        options: list[EitherOption] = []
        seen: dict[str, Node] = {}
        for written in self.options:
            option = self._option(binder, written.node)
            if option.id in seen:
                raise binder.refuse(
                    codes.EITHER_ONE,
                    f"two options are called `{option.id}`",
                    written.node.span,
                    related=((seen[option.id].span, "the first one"),),
                )
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
