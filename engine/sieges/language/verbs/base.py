"""What a verb is, the table of all verbs, and the binder that turns an author's steps into typed ones."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from attrs import Factory, define, frozen

from sieges.language import codes
from sieges.language.emission.steps import Step, leaves
from sieges.language.expressions.code import TOO_LONG, WHY_TOO_LONG, TooLong
from sieges.language.expressions.nodes import Const, Expr
from sieges.language.expressions.reading import read_expression
from sieges.language.expressions.scope import BRIEF, SOME, Scope, without
from sieges.language.expressions.text import Text
from sieges.language.reporting import near, report
from sieges.language.types import UNKNOWN, Member, Type, agrees, is_passing, member
from sieges.pack.node import Node
from sieges.pack.sections import ID, MOST_ID, RESERVED, plain_id
from sieges.pack.shapes import Expression, Source, Steps, key
from sieges.pack.structure import Misshapen, structure
from sieges.pack.wording import every, quoted
from sieges.text.spans import Span

if TYPE_CHECKING:
    from sieges.language.program import Program

VERBS: dict[str, type[Verb]] = {}

V = TypeVar("V", bound="type[Verb]")


@frozen(eq=False, kw_only=True)
class Verb:
    """A step as the author wrote it. Each verb is one class: its fields are its modifiers, `bind` its type rule."""

    word: ClassVar[str]

    label: str | None = key("A name within the procedure, for overlays", None)
    source: Source | None = key("The clauses that the step carries out", None)

    def bind(self, binder: Binder, node: Node) -> Step:
        """The typed step. ``node`` is the whole step.

        Raises:
            Refused: the step is wrong beyond use; it has been reported.
        """
        raise NotImplementedError


def verb(word: str) -> Callable[[V], V]:
    """Enters a verb into the table."""

    def enter(cls: V) -> V:
        cls.word = word
        VERBS[word] = cls
        return cls

    return enter


class Refused(Exception):
    """A step cannot be used; the reason has been reported."""


_HOLE = re.compile(r"\{([^{}]*)\}")
_TITLE = re.compile(r"\s*(.*\S)\.title\s*")
"""The title of a member is what it is shown by anyhow."""


@define(eq=False)
class Binder:
    """Binds the steps of one body."""

    program: Program
    scope: Scope
    body: str
    loops: list[str] = Factory(list)
    title: str = ""
    learnt: frozenset[str] = frozenset()
    """Facts that hold after the step just bound."""
    maybe_none: dict[str, Member] = Factory(dict)
    """Locals that some inner list binds anew, so that they may be none."""

    # --- messages ---------------------------------------------------------------------------------

    def report(
        self,
        code: str,
        message: str,
        span: Span,
        *,
        help: str | None = None,
        fix: str | None = None,
        severity: str = "error",
        related: tuple[tuple[Span, str], ...] = (),
    ) -> None:
        report(self.scope.found, code, message, span, related=related, help=help, fix=fix, severity=severity)  # type: ignore[arg-type]

    def refuse(self, code: str, message: str, span: Span, **more: Any) -> Refused:
        self.report(code, message, span, **more)
        return Refused(message)

    # --- parts of steps ---------------------------------------------------------------------------

    def expression(self, written: Expression, wanted: Type | None = None) -> Expr:
        return read_expression(written.node, self.scope, wanted)

    def steps(
        self, written: Steps | None, *, facts: frozenset[str] = frozenset(), **locals_: Type
    ) -> list[Step]:
        """The typed steps of an inner list; names bound in it are not known outside."""
        if written is None:
            return []
        kept = self.scope
        self.scope = kept.child(locals_, frozenset(fact for fact in facts if not fact.startswith(BRIEF)))
        try:
            return self.typed(written.node)
        finally:
            self.scope = kept

    def typed(self, node: Node) -> list[Step]:
        """The typed steps of a list, in the current scope."""
        bound: list[Step] = []
        if not node.is_list:
            self.report(
                codes.STEP_SHAPE, "a list of steps is needed here", node.span, fix="start each step with `- `"
            )
            return bound
        for child in self.program.amended(self.body, node):
            if bound and leaves(bound[-1:]):
                self.report(
                    codes.UNREACHABLE,
                    "this step is never reached: the step before it always leaves",
                    child.span,
                    severity="warning",
                )
            try:
                bound.append(self.step(child))
            except Refused:
                self.program.incomplete.add(self.body)
                self._rescue(child)
            finally:
                self.forget(child)
                self.scope.sure |= frozenset(fact for fact in self.learnt if not fact.startswith(BRIEF))
                self.learnt = frozenset()
        return bound

    def _rescue(self, node: Node) -> None:
        """Bind what a refused step was to bind, so that what is said of its name later is no mistake of its own."""
        for verb_ in (*BINDS, "roll"):
            name = node.get(verb_)
            if name is not None and isinstance(name.value, str):
                if name.value in RESERVED:
                    self.scope.refused.add(name.value)
                self.scope.locals[name.value] = UNKNOWN

    def forget(self, node: Node) -> None:
        """Give up what the steps at ``node`` may have made untrue: that a variable or local is not none."""
        self.scope.sure = self.undisturbed(self.scope.sure, node)
        for name in self.values(node, BINDS):
            type_ = self.maybe_none.get(name)
            known = self.scope.locals.get(name)
            if type_ is not None and isinstance(known, Member) and known.kind == type_.kind:
                self.scope.locals[name] = type_
                self.scope.sure = without(self.scope.sure, name)

    def step(self, node: Node) -> Step:
        """The typed step written at ``node``."""
        if not node.is_mapping or not node.value:
            raise self.refuse(
                codes.STEP_SHAPE,
                "a step is a verb with its modifiers",
                node.span,
                help=f"verbs: {', '.join(VERBS)}",
            )
        # A label or source may stand before the verb: they say what step this is, not what it does.
        keys = [name for name in node.keys() if name not in ("label", "source")]  # noqa: SIM118
        word = next((name for name in keys if name in VERBS), None)
        first = keys[0] if keys else node.keys()[0]
        if word is None:
            raise self.refuse(
                codes.UNKNOWN_VERB,
                f"there is no verb `{first}`",
                node[first].key_span,
                fix=near(first, VERBS),
                help=f"verbs: {', '.join(VERBS)}",
            )
        if word != first:
            self.report(
                codes.STEP_SHAPE,
                f"the verb is the first key of a step, and here `{first}` stands before `{word}`",
                node[first].key_span,
                fix=f"write `{word}:` first",
            )
        spec = VERBS[word]
        try:
            written = structure(node, spec)
        except Misshapen as error:
            raise self.refuse(
                codes.STEP_SHAPE, f"`{word}` needs {error.wanted} here", error.node.span
            ) from None
        try:
            step = written.bind(self, node)
        except TooLong:
            raise self.refuse(codes.TOO_LARGE, TOO_LONG, node.span, help=WHY_TOO_LONG) from None
        if written.source is not None:
            step.clauses = tuple(str(clause.value) for clause in written.source.clauses)
            self.program.cite(written.source)
        return step

    @contextmanager
    def looping(self, word: str) -> Iterator[None]:
        """What is bound within is inside a loop."""
        self.loops.append(word)
        yield
        self.loops.pop()

    def values(self, node: Node, verbs: tuple[str, ...]) -> set[str]:
        """What stands after some verbs in the steps at ``node``, however deep, and in what amends them."""
        amendments, seen = self.program.merged.amendments, set[str]()
        found, waiting = set[str](), [node.value]
        while waiting:
            written = waiting.pop()
            found |= _values(written, verbs)
            for label in _values(written, ("label",)) - seen if amendments else ():
                seen.add(label)
                changes = amendments.get(f"{self.body}.{label}", ())
                waiting.extend(change.steps.node.value for change in changes)
        return found

    def seat(self, written: Expression | None, node: Node) -> tuple[Expr, Span]:
        """The side that is asked, and where that is said: without `by`, the one that has a seat.

        Raises:
            Refused: several have one; this has been reported.
        """
        if written is not None:
            return self.expression(written, member("side")), written.node.span
        place, seats = node[self.verb_of(node)].span, self.program.world.seats
        if len(seats) > 1:
            names = [self.program.world.sides.members[seat] for seat in seats]
            raise self.refuse(
                codes.STEP_SHAPE,
                f"who decides? {every(quoted(names))} have seats",
                place,
                help="`by:` is left out only where one side alone has a seat",
                fix=f"by: {names[0]}",
            )
        return Const(member("side"), seats[0] if seats else 0), place

    @staticmethod
    def verb_of(node: Node) -> str:
        """The verb of a step as written."""
        return next(name for name in node.keys() if name in VERBS)  # noqa: SIM118

    def undisturbed(self, sure: frozenset[str], node: Node | None) -> frozenset[str]:
        """Those facts on variables that the steps at ``node`` leave as they are (see `scope.facts`)."""
        if node is None:
            return sure
        if self.values(node, RUNS):
            return frozenset(fact for fact in sure if not fact.startswith("@"))
        if self.values(node, ("draw",)):
            sure = frozenset(fact for fact in sure if not fact.endswith(SOME))
        variables = self.program.world.variables
        changed = {target.split("[")[0].strip() for target in self.values(node, WRITES)}
        cells = {f"@{variables[name].base}" for name in changed if name in variables}
        # Which member's state field is changed is known in play only.
        fields = any("." in name for name in changed)
        return frozenset(
            fact
            for fact in sure
            if fact.split(".")[0].split("[")[0] not in cells
            and not (fields and fact.startswith("@") and "[" in fact)
        )

    def known(self, value: Expr) -> int | None:
        """What a value is for certain, where that can be said here."""
        return None if value.names() else value.emit(self.program.environment).value

    def check_count(self, count: Expr, node: Node) -> None:
        """Refuse a number of times or things that is surely below 0."""
        known = self.known(count)
        if known is not None and known < 0:
            message = f"this is {known}, and what is counted is 0 or more"
            self.report(codes.WRONG_TYPE, message, node.span)

    def option_id(self, node: Node) -> str:
        """The id of an option that a step declares, written at ``node``.

        Raises:
            Refused: it is not written as ids are; this has been reported.
        """
        word = node.value
        if not isinstance(word, str) or not ID.fullmatch(word) or len(word) > MOST_ID:
            raise self.refuse(
                codes.STEP_SHAPE,
                f"`{word}` cannot be the id of an option",
                node.span,
                help="an id is small letters, digits and `_`",
                fix=f"write `{plain}`" if (plain := plain_id(str(word))) else None,
            )
        return word

    def new_name(self, name: Node, type_: Type) -> str:
        """Make ``name`` a local of the current list and below."""
        word = str(name.value)
        known = self.scope.locals.get(word)
        if not ID.fullmatch(word) or len(word) > MOST_ID or word in RESERVED:
            raise self.refuse(
                codes.NAME_TAKEN,
                f"`{word}` cannot be a name",
                name.span,
                help="a name is small letters, digits and `_`, and no word of the expression language",
            )
        taken = self.program.world.taken(word, name.span)
        if taken is not None or (known is not None and not _same(known, type_)):
            what = "local" if taken is None else taken.what
            raise self.refuse(
                codes.NAME_TAKEN,
                f"`{word}` already means something here: a {what}",
                name.span,
                fix="use another name",
            )
        if known is not None and isinstance(type_, Member) and type_.optional:
            self.maybe_none[word] = type_
        self.scope.locals[word] = type_
        self.scope.sure = without(self.scope.sure, word)
        return word

    def text(self, node: Node | None) -> Text | None:
        """A text with its holes typed."""
        if node is None:
            return None
        value = str(node.value)
        parts: list[str | Expr] = []
        end = 0
        for hole in _HOLE.finditer(value):
            parts.append(self._words(node, value, end, hole.start()))
            expr = self._hole(node, hole)
            if expr.type != UNKNOWN:
                parts.append(expr)
            end = hole.end()
        parts.append(self._words(node, value, end, len(value)))
        return Text([part for part in parts if part != ""])

    def _hole(self, node: Node, hole: re.Match[str]) -> Expr:
        if (titled := _TITLE.fullmatch(hole[1])) is not None:
            before = len(self.scope.found)
            subject = read_expression(node, self.scope, None, titled[1], hole.start(1) + titled.start(1))
            if isinstance(subject.type, Member) or len(self.scope.found) > before:
                return subject
        value = read_expression(node, self.scope, None, hole[1], hole.start(1))
        if is_passing(value.type):
            message = f"this is {value.type}, and a text shows members and whole numbers"
            self.report(codes.WRONG_TYPE, message, node.document.part(node.path, hole.start(1), hole.end(1)))
            return Const(UNKNOWN, 0)
        return value

    def _words(self, node: Node, value: str, start: int, end: int) -> str:
        """The words between two holes; a brace that is no part of one is reported."""
        for at in range(start, end):
            if value[at] in "{}":
                self.report(
                    codes.STEP_SHAPE,
                    f"this `{value[at]}` is not {'closed' if value[at] == '{' else 'opened'}",
                    node.document.part(node.path, at, at + 1),
                    help="braces put in a value: `{name}`",
                )
                break
        return value[start:end]


RUNS = ("call", "perform", "consult")
"""Verbs that run other bodies, which may change any variable."""
WRITES = ("set", "secret", "reset")
"""What stands beside the cells that a step gives a value that may be none."""
BINDS = ("let", "choose", "draw", "spot", "met")
"""Verbs that may give a name to none."""


def _values(written: object, verbs: tuple[str, ...]) -> set[str]:
    """What stands after some verbs in steps as written, however deep."""
    found: set[str] = set()
    if isinstance(written, dict):
        for word in verbs:
            if word in written:
                value = written[word]
                found.update(str(part) for part in (value if isinstance(value, list) else [value]))
        for value in written.values():
            found |= _values(value, verbs)
    elif isinstance(written, list):
        for value in written:
            found |= _values(value, verbs)
    return found


def _same(known: Type, type_: Type) -> bool:
    if UNKNOWN in (known, type_):
        return True
    if isinstance(known, Member) and isinstance(type_, Member):
        return known.kind == type_.kind
    return agrees(known, type_)
