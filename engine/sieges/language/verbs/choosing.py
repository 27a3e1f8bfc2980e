"""Verbs that ask a side: for a member of a set, or which of several lists of steps."""

from __future__ import annotations

from attrs import define, frozen

from sieges.language import codes
from sieges.language.emission.lowering import Lowering
from sieges.language.emission.output import Output
from sieges.language.emission.steps import DecisionStep, Step, leaves
from sieges.language.expressions import code as c
from sieges.language.expressions.code import Code, Environment
from sieges.language.expressions.nodes import Cell, Expr
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
    agrees,
    member,
)
from sieges.language.verbs.base import Binder, Refused, Verb, verb
from sieges.language.verbs.values import read_target
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
    """``groups``: the sets tried in turn. ``optional``: the id and label of the option to take none.

    ``secret`` is the cell that keeps the answer, where only who decides sees it.
    """

    groups: list[Expr]
    optional: tuple[str, str] | None
    if_none: list[Step]
    kind: str | None
    secret: Cell | None = None
    variable: str = ""
    """The local that takes the answer to be kept secret; no author can name it."""

    @property
    def answer(self) -> str:
        return f"v_{self.variable or self.name}"

    def inner(self) -> tuple[list[Step], ...]:
        return (self.if_none,)

    @property
    def locals(self) -> frozenset[str]:
        exprs = [self.by, *self.groups, *(self.prompt.exprs if self.prompt else ())]
        return frozenset().union(*(expr.names() for expr in exprs))

    def asked_always(self, env: Environment) -> bool:
        """Whether it is asked even if its set is empty: that it is may be known to the side alone that is asked."""
        return self.optional is not None and _from_secrets(self.groups, env)

    def write_groups(self, out: Output, name: str) -> None:
        write_listing(out, name, self.groups[0])
        for group in self.groups[1:]:
            with out.block(f"if not {name}:"):
                write_listing(out, name, group)

    def write_options(self, out: Output, name: str) -> None:
        self.write_groups(out, name)
        if self.optional is not None:
            test = "" if self.asked_always(out.env) else f"if {name}: "
            out.line(f"{test}{name} = [*{name}, -1]")

    def _never_empty(self, out: Output) -> bool:
        known = self.groups[0].domain(out.env)
        return known is not None and any(test.is_true for _, test in known)

    def write(self, out: Output) -> None:
        site = out.assembly.decision(out, self)
        options = f"c{site}"
        self.write_groups(out, options)
        if self._never_empty(out) or self.asked_always(out.env):
            self._write_answer(out, site, options)
            return
        with out.block(f"if {options}:"):
            self._write_answer(out, site, options)
        with out.block("else:"):
            self._write_none(out)
            out.steps(self.if_none)

    def _write_answer(self, out: Output, site: int, options: str) -> None:
        if self.optional is not None:
            out.line(f"{options} = [*{options}, -1]")
        out.line(f"{self.answer} = {options}[C({site}, {options})]")
        self._keep(out, options)

    def _write_none(self, out: Output) -> None:
        if self.secret is None:
            out.line(f"{self.answer} = -1")

    def _keep(self, out: Output, options: str) -> None:
        """Keep the answer where it is secret, and what all can tell of it."""
        if self.secret is None or self.secret.hidden is None:
            return
        hidden = self.secret.hidden
        values = options if hidden.low == 0 else f"[x - {hidden.low} for x in {options}]"
        if self.kind is None:
            keeper = out.assembly.program.world.secret(self.secret.base).id
            message = f"what is chosen here lies outside the bounds of `{keeper}`"
            out.fault(f"not {hidden.low} <= {self.answer} < {hidden.low + hidden.count}", message)
        known = hidden.all if _from_secrets(self.groups, out.env) else f"U({values})"
        out.line(f"{self.secret.mask(out.env).text} = {known}")
        out.line(f"{self.secret.emit(out.env).text} = {self.answer}")

    def lower(self, low: Lowering) -> None:
        site = low.out.assembly.decision(low.out, self)
        needs = low.out.assembly.site_locals(site)
        options = f"k{site}({', '.join(['S', *needs])})"
        after, empty = low.new(), low.new()
        if not self.asked_always(low.out.env):
            low.go_if(Code(f"not {options}", c.NOT), empty)
        if self.secret is None:
            low.pause(str(site), after, needs)
        else:
            answered = low.new()
            low.pause(str(site), answered, needs)
            low.start(answered)
            self._keep(low.out, options)
            low.go(after)
        low.start(empty)
        self._write_none(low.out)
        low.steps(self.if_none)
        low.go(after)
        low.start(after)


def _from_secrets(groups: list[Expr], env: Environment) -> bool:
    """Whether what is offered comes from a secret."""
    return any(group.secrets(env) for group in groups)


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
    if label is not None and (text := binder.text(label)) is not None and text.exprs:
        message = "the label of the option to take none has no values in it"
        raise binder.refuse(codes.STEP_SHAPE, message, label.span, fix="plain words")
    return id_, str(label.value) if label is not None else title_of(id_)


@verb("choose")
@frozen(eq=False, kw_only=True)
class Choose(Verb):
    """A side picks one member of a set."""

    choose: str = key("The name that the member gets", example="place")
    by: Expression | None = key(
        "The side that decides; left out where one side alone has a seat", None, example="side"
    )
    from_: Expression = key("What is offered")
    otherwise: Expression | None = key("What is offered when that is empty", None)
    optional: Anything | None = key("The id (and label) of an option to take none", None)
    if_none: Steps | None = key("What is done when nothing can be offered", None)
    secret: Expression | None = key(
        "The secret variable that keeps the answer, for the side that decides alone",
        None,
        example="plan[side]",
    )
    prompt: str | None = key("The question", None, example="Where does {side} lose a marker?")

    def bind(self, binder: Binder, node: Node) -> Step:
        by, asked = binder.seat(self.by, node)
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
        always = any(_sure(group, binder) for group in groups) or (
            optional is not None and _from_secrets(groups, binder.program.environment)
        )
        if self.if_none is None and not always and not _from_secrets(groups, binder.program.environment):
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
        # Without `if_none` that has been reported; then what follows from it is not said as well.
        surely = always or self.if_none is None or leaves(if_none)
        none_after = optional is not None or not surely
        type_: Type = NUMBER if kind is None else member(kind, optional=none_after)
        if all(group.type == UNKNOWN for group in groups):
            type_ = UNKNOWN
        secret, variable = None, ""
        if self.secret is None:
            name = binder.new_name(node["choose"], type_)
        else:
            name, variable = self.choose, f"{self.choose}_E{binder.program.unique()}"
            secret = self._secret(binder, node, type_)
        step = ChooseStep(
            span=node.span,
            name=name,
            by=by,
            asked=asked,
            groups=groups,
            optional=optional,
            if_none=if_none,
            prompt=prompt,
            kind=kind,
            secret=secret,
            variable=variable,
        )
        binder.program.note_pause(binder.body, step)
        return step

    def _secret(self, binder: Binder, node: Node, type_: Type) -> Cell:
        """The cell that keeps the answer.

        Raises:
            Refused: it is no secret variable, or of another type; this has been reported.
        """
        where = node["secret"]
        cell, _ = read_target(binder, where)
        if cell.hidden is None and binder.program.world.secrets_unsure:
            raise Refused
        if cell.hidden is None:
            raise binder.refuse(
                codes.SECRET,
                f"`{where.value}` is not secret",
                where.span,
                help="what only one side sees is kept in a variable with `secret:`",
            )
        if not agrees(type_, cell.type):
            message = f"what is chosen here is {type_}, and `{where.value}` keeps {cell.type}"
            raise binder.refuse(codes.WRONG_TYPE, message, where.span)
        return cell


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
