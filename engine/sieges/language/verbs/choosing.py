"""The verb that asks a side for a member of a set."""

from __future__ import annotations

from attrs import define, frozen

from sieges.language import codes
from sieges.language.emission.lowering import Lowering
from sieges.language.emission.marks import Key
from sieges.language.emission.output import Output
from sieges.language.emission.steps import DecisionStep, Step, leaves
from sieges.language.expressions import code as c
from sieges.language.expressions.code import Code, Environment
from sieges.language.expressions.nodes import Cell, Expr
from sieges.language.expressions.scope import without
from sieges.language.expressions.sets import Loop, Numbers
from sieges.language.expressions.text import Text
from sieges.language.reporting import title_of
from sieges.language.types import (
    NUMBER,
    NUMBERS,
    UNKNOWN,
    Member,
    SetOf,
    Type,
    agrees,
    member,
)
from sieges.language.verbs.base import Binder, Refused, Verb, verb
from sieges.language.verbs.odds import OptionOdds, bind_odds
from sieges.language.verbs.values import read_target
from sieges.pack.declarations import ShownOdds
from sieges.pack.node import Node
from sieges.pack.shapes import Anything, Expression, Steps, key

MOST_NUMBERS = 1000
"""How many numbers a choice may offer."""
OTHERWISE = "`otherwise` is tried"


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


@frozen
class Alike:
    """What copies of one another have in common that are alike: ``first`` of each, and the cells of their state."""

    first: tuple[int, ...]
    bases: tuple[int, ...]

    def key(self, env: Environment) -> str:
        """What is the same for members that are alike, as source text: ``x`` is the member."""
        table = env.tables.constant(f"({', '.join(map(str, self.first))},)")
        return f"({', '.join([f'{table}[x]', *(f'S[{base} + x]' for base in self.bases)])},)"


@define(eq=False, kw_only=True)
class ChooseStep(DecisionStep):
    """``groups``: the sets tried in turn. ``optional``: the id and label of the option to take none.

    ``secret`` is the cell that keeps the answer, where only who decides sees it; ``alike`` says which members are
    offered once; ``shown_as`` words an option, by the name that it will have.
    """

    groups: list[Expr]
    optional: tuple[str, str] | None
    if_none: list[Step]
    kind: str | None
    secret: Cell | None = None
    alike: Alike | None = None
    shown_as: Text | None = None
    variable: str = ""
    """The local that takes the answer to be kept secret; no author can name it."""
    odds: OptionOdds | None = None

    def marks(self) -> list[Key]:
        otherwise = [("side", self.span, OTHERWISE)] if len(self.groups) > 1 else []
        return [*Step.marks(self), *otherwise]

    @property
    def answer(self) -> str:
        return f"v_{self.variable or self.name}"

    def inner(self) -> tuple[list[Step], ...]:
        return (self.if_none,)

    @property
    def locals(self) -> frozenset[str]:
        exprs = [self.by, *self.groups, *(self.prompt.exprs if self.prompt else ())]
        shown = set[str]() if self.odds is None else set(self.odds.names())
        shown.update(*(expr.names() for expr in (self.shown_as.exprs if self.shown_as else ())))
        return frozenset(shown - {self.name}).union(*(expr.names() for expr in exprs))

    def asked_always(self, env: Environment) -> bool:
        """Whether it is asked even if its set is empty: that it is may be known to the side alone that is asked."""
        return self.optional is not None and _from_secrets(self.groups, env)

    def write_groups(self, out: Output, name: str) -> None:
        write_listing(out, name, self.groups[0])
        for group in self.groups[1:]:
            with out.block(f"if not {name}:"):
                out.mark("side", self.span, OTHERWISE)
                write_listing(out, name, group)
        if self.alike is not None:
            # The listing goes by the order of members, and the last one written for a key stays: the first member.
            out.line(f"{name} = sorted({{{self.alike.key(out.env)}: x for x in {name}[::-1]}}.values())")

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
        self._mark(out)
        self._keep(out, options)

    def _mark(self, out: Output) -> None:
        """Count the option that is taken, where that is asked for and it is known before play what can be offered."""
        if (marks := out.assembly.marks) is None or self.kind is None:
            return
        domains = [group.domain(out.env) for group in self.groups]
        kind = out.assembly.program.world.kinds[self.kind]
        possible = {index for domain in domains for index, test in domain or () if not test.is_false}
        whats = [kind.written(index) if index in possible else None for index in range(len(kind.members))]
        # The option to take none is -1, and so the last one.
        whats.append(None if self.optional is None else self.optional[0])
        numbers = [None if what is None else marks.add_beside(self.span, "option", what) for what in whats]
        if None not in domains:
            out.mark_one(numbers, Code(self.answer))

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
        answered = low.new() if self.secret is not None or low.out.counting else after
        low.pause(str(site), answered, needs)
        if answered != after:
            low.start(answered)
            self._mark(low.out)
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
    alike: str | None = key(
        "`once`: copies that are alike in every state field are offered once", None, one_of=("once",)
    )
    shown_as: str | None = key(
        "What people see of an option, in place of its title", None, example="{place}, {vacant(place)} free"
    )
    prompt: str | None = key("The question", None, example="Where does {side} lose a marker?")
    odds: ShownOdds | None = key("The odds that are shown beside each option", None)

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
        shown_as = self._shown_as(binder, node, type_)
        offered = NUMBER if kind is None else member(kind)
        odds = bind_odds(binder, self.odds, node, {self.choose: UNKNOWN if type_ == UNKNOWN else offered})
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
            alike=self._alike(binder, node, kind),
            shown_as=shown_as,
            variable=variable,
            odds=odds,
        )
        binder.program.note_pause(binder.body, step)
        return step

    def _alike(self, binder: Binder, node: Node, kind_id: str | None) -> Alike | None:
        """What says which members are alike; None where all are offered."""
        where = node.get("alike")
        if where is None:
            return None
        kind = None if kind_id is None else binder.program.world.kinds[kind_id]
        if kind is None or not kind.copies:
            what = "no number has" if kind is None else f"no {kind.title} has"
            binder.report(
                codes.STEP_SHAPE,
                f"nothing is alike here: {what} copies",
                where.key_span,
                help="copies are declared with `copies:`, which makes several members of one",
                fix="leave `alike` out",
            )
            return None
        return Alike(tuple(kind.first), tuple(state.base for state in kind.state.values()))

    def _shown_as(self, binder: Binder, node: Node, type_: Type) -> Text | None:
        """The text that words an option; the name of the choice is known in it, and never none."""
        where = node.get("shown_as")
        if where is None:
            return None
        kept = binder.scope
        offered = type_.required() if isinstance(type_, Member) else type_
        binder.scope = kept.child({self.choose: offered})
        binder.scope.sure = without(binder.scope.sure, self.choose)
        before = len(binder.scope.found)
        try:
            text = binder.text(where)
        finally:
            binder.scope = kept
        if text is not None and len(kept.found) == before:
            named = frozenset[str]().union(*(expr.names() for expr in text.exprs))
            if self.choose not in named:
                binder.report(
                    codes.STEP_SHAPE,
                    f"every option would read the same: `{self.choose}` is not named",
                    where.span,
                    fix=f"shown_as: '{{{self.choose}}}, …'",
                )
        return text

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
