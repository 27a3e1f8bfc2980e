"""Puts the written functions together: instances of bodies, sites, events, faults, tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from attrs import Factory, define, field

from sieges.language import codes
from sieges.language.emission.lowering import Lowering
from sieges.language.emission.marks import Marks
from sieges.language.emission.output import Line, Output
from sieges.language.emission.steps import Body, PausingStep, Step
from sieges.language.expressions import code as c
from sieges.language.expressions.code import Code, Environment, Tables
from sieges.language.expressions.text import Text
from sieges.language.frames import CALL, RETURN
from sieges.language.reporting import report
from sieges.language.types import ListOf
from sieges.text.spans import Span

if TYPE_CHECKING:
    from sieges.language.program import Ending, Program

MOST_INSTANCES = 800
MOST_WRITTEN = 3_000_000
"""How many characters of Python a pack may become."""
LEAVE = f"F[0] = F[b + 2]\ndel F[b:]\nreturn {RETURN}"


@define(eq=False)
class Instance:
    """A body with some arguments known; ``rest`` are those given in play."""

    index: int
    body: Body
    known: dict[str, int]
    deferred: bool
    rest: list[str]
    order: list[str] = Factory(list)
    """Locals with a cell in the frame."""
    scopes: dict[int, dict[str, int]] = Factory(dict)


@define(eq=False)
class Site:
    """A place in an instance where the game can pause; ``needs`` are the locals that its functions look at."""

    index: int
    id: str
    step: PausingStep
    instance: Instance
    needs: list[str]
    source: int = -1


@define(eq=False)
class Event:
    """Something that the told forms tell."""

    index: int
    kind: str
    step: Step
    title: str
    text: Text | None
    about: str
    clauses: tuple[str, ...]
    """Those of the step, or else of the procedure that it stands in."""


@define(eq=False)
class Function:
    """A written function: its lines and the file its places are in."""

    name: str
    lines: list[Line]
    file: str


@define(eq=False)
class Assembly:
    """Everything written for one program."""

    program: Program
    marks: Marks | None = None
    """What is counted; None where nothing is."""
    tables: Tables = Factory(Tables)
    instances: list[Instance] = Factory(list)
    sites: list[Site] = Factory(list)
    events: list[Event] = Factory(list)
    faults: dict[tuple[Span, str], int] = Factory(dict)
    """Where a rule can go wrong and what is said then, by number."""
    scope_names: list[str] = Factory(list)
    sources: list[str] = Factory(list)
    functions: list[Function] = Factory(list)
    _known: dict[Any, Instance] = field(factory=dict, init=False)
    _asked: set[tuple[int, str]] = field(factory=set, init=False)
    _queue: list[tuple[Instance, str]] = field(factory=list, init=False)
    _sites: dict[tuple[int, int], Site] = field(factory=dict, init=False)
    _events: dict[tuple[int, str], Event] = field(factory=dict, init=False)
    _writes: dict[Any, frozenset[int]] = field(factory=dict, init=False)
    _current: Instance | None = field(default=None, init=False)
    _tables_written: int = field(default=0, init=False)
    _written: int = field(default=0, init=False)
    endings: list[Ending] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.endings = self.program.endings
        self.sources = [*self.program.world.dice, *self.program.world.decks, *self.program.throws]

    # --- what steps ask for -----------------------------------------------------------------------

    def step_pauses(self, step: Step) -> bool:
        """Whether a decision or chance can stand in the step."""
        if step.takes_pause:
            return True
        if any(self.body_pauses(body) for body in step.bodies()):
            return True
        return any(self.step_pauses(inner) for steps in step.inner() for inner in steps)

    def body_pauses(self, id_: str) -> bool:
        body = self.program.bodies[id_]
        if body.pauses is None:
            body.pauses = False
            body.pauses = any(self.step_pauses(step) for step in body.steps)
        return body.pauses

    def instance(self, id_: str, arguments: dict[str, Code], deferred: bool) -> Instance:
        """The body with those arguments known that are known here."""
        body = self.program.bodies[id_]
        known = {name: code.value for name, code in arguments.items() if code.value is not None}
        if len(self.instances) > MOST_INSTANCES:
            known = self._lists(body, known)
        key = (id_, tuple(sorted(known.items())), deferred)
        found = self._known.get(key)
        if found is None:
            rest = [name for name in body.parameters if name not in known]
            found = Instance(len(self.instances), body, {**body.fixed, **known}, deferred, rest)
            self._known[key] = found
            self.instances.append(found)
        return found

    def _lists(self, body: Body, known: dict[str, int]) -> dict[str, int]:
        """Of the known arguments those that have to be: lists are known before play or not at all."""
        return {name: value for name, value in known.items() if isinstance(body.parameters[name], ListOf)}

    def ask(self, instance: Instance, form: str) -> str:
        """Have an instance written in a form; the name of its function."""
        if (instance.index, form) not in self._asked:
            self._asked.add((instance.index, form))
            self._queue.append((instance, form))
        return f"{form[0] if form != 'pausing' else 'r'}{instance.index}"

    def write_call(self, out: Output, id_: str, arguments: dict[str, Code]) -> None:
        body = self.program.bodies[id_]
        if not body.steps:
            return
        if self._plain(body):
            inside = {**{name: c.constant(value) for name, value in body.fixed.items()}, **arguments}
            kept, out.env = out.env, out.env.fresh(inside)
            out.steps(body.steps)
            out.env = kept
            return
        instance = self.instance(id_, arguments, out.deferred)
        rest = [arguments[name].text for name in instance.rest]
        out.line(f"{self._function(out, instance)}({', '.join([*self._head(out), *rest])})")

    def _plain(self, body: Body) -> bool:
        """Whether the steps can be written where they are called: nothing is bound, nothing leaves."""
        if body.what == "procedure" and len(body.steps) > 3:
            return False
        if body.parameters and not all(step.passes_on for step in body.steps):
            return False
        return all(step.plain for step in body.steps)

    def _head(self, out: Output) -> list[str]:
        return ["S", "C", "R"] if out.form == "inline" else ["S", "L"]

    def _function(self, out: Output, instance: Instance) -> str:
        return self.ask(instance, "inline" if out.form == "inline" else "told")

    def write_dispatch(
        self, out: Output, options: Sequence[str | None], index: Code, arguments: dict[str, Code]
    ) -> None:
        if index.value is not None:
            chosen = options[index.value]
            if chosen is not None:
                self.write_call(out, chosen, arguments)
            return
        names, rest = [], []
        for option in options:
            if option is None or not self.program.bodies[option].steps:
                names.append("nop")
                continue
            instance = self.instance(option, arguments, out.deferred)
            rest = [arguments[name].text for name in instance.rest]
            names.append(self._function(out, instance))
        if all(name == "nop" for name in names):
            return
        table = self.tables.constant(f"({', '.join(names)},)")
        out.line(f"{table}[{index.text}]({', '.join([*self._head(out), *rest])})")

    def lower_call(self, low: Lowering, id_: str, arguments: dict[str, Code]) -> None:
        instance = self.instance(id_, arguments, low.out.deferred)
        self.ask(instance, "pausing")
        self._push(low, str(instance.index), [arguments[name].text for name in instance.rest], low.new())

    def _push(self, low: Lowering, instance: str, arguments: list[str], after: int) -> None:
        block = low.blocks[low.current]
        block.save = after
        low.out.line("SAVE")
        low.out.line(f"push(F, b, {instance}, ({', '.join(arguments)}{',' if arguments else ''}))")
        low.out.line(f"return {CALL}")
        low.start(after)

    def lower_dispatch(
        self, low: Lowering, options: Sequence[str | None], index: Code, arguments: dict[str, Code]
    ) -> None:
        if index.value is not None:
            chosen = options[index.value]
            if chosen is not None:
                if self.body_pauses(chosen):
                    self.lower_call(low, chosen, arguments)
                else:
                    self.write_call(low.out, chosen, arguments)
            return
        numbers, rest = [], []
        for option in options:
            if option is None or not self.program.bodies[option].steps:
                numbers.append("-1")
                continue
            instance = self.instance(option, arguments, low.out.deferred)
            self.ask(instance, "pausing")
            rest = [arguments[name].text for name in instance.rest]
            numbers.append(str(instance.index))
        table = self.tables.constant(f"({', '.join(numbers)},)")
        chosen_code = low.out.temporary(f"{table}[{index.text}]")
        after = low.new()
        low.go_if(Code(f"{chosen_code.text} < 0", c.COMPARE), after)
        self._push(low, chosen_code.text, rest, after)

    def decision(self, out: Output, step: PausingStep) -> int:
        """The number of a decision in the body now being written."""
        return self._site(out, step).index

    def chance(self, out: Output, step: PausingStep) -> int:
        site = self._site(out, step)
        assert step.source is not None
        site.source = self.source(step.source)
        return site.index

    def source(self, id_: str) -> int:
        return self.sources.index(id_)

    def _site(self, out: Output, step: PausingStep) -> Site:
        instance = self._current
        assert instance is not None
        key = (id(step), instance.index)
        if key not in self._sites:
            needs = sorted(f"v_{name}" for name in step.locals if name not in instance.known)
            id_ = self._site_id(instance.body.id, step)
            self._sites[key] = Site(len(self.sites), id_, step, instance, needs)
            self.sites.append(self._sites[key])
        return self._sites[key]

    def _site_id(self, body: str, step: PausingStep) -> str:
        """A stable id: body and name, numbered where a body asks twice by one name."""
        for owner in (body, body.rsplit("/", 1)[-1]):
            if (number := self._number(owner, step)) is not None:
                break
        else:
            numbers = (self._number(owner, step) for owner in self.program.steps_named)
            number = next((found for found in numbers if found is not None), 1)
        return f"{body}.{step.name}" + (f"#{number}" if number > 1 else "")

    def _number(self, owner: str, step: PausingStep) -> int | None:
        """The how-manieth pause of its name a step is in a body; None where it is not there."""
        same = [other for other in self.program.steps_named.get(owner, []) if other.name == step.name]
        return next((number for number, other in enumerate(same, 1) if other is step), None)

    def site_locals(self, site: int) -> list[str]:
        return self.sites[site].needs

    def event(self, kind: str, step: Step, text: Text | None, chart: str = "") -> int:
        key = (id(step), kind)
        if key not in self._events:
            body = None if self._current is None else self._current.body
            clauses = step.clauses or (body.clauses if body is not None and body.what == "procedure" else ())
            title = "" if body is None else body.title
            self._events[key] = Event(len(self.events), kind, step, title, text, chart, clauses)
            self.events.append(self._events[key])
        return self._events[key].index

    def fault(self, span: Span | None, message: str) -> int:
        assert span is not None
        return self.faults.setdefault((span, message), len(self.faults))

    def scope(self, name: str) -> int:
        if name not in self.scope_names:
            self.scope_names.append(name)
        return self.scope_names.index(name)

    def writes(self, id_: str, arguments: dict[str, Code]) -> frozenset[int]:
        body = self.program.bodies[id_]
        known = {name: code.value for name, code in arguments.items() if code.value is not None}
        if len(self._writes) > MOST_INSTANCES:
            known = self._lists(body, known)
        key = (id_, tuple(sorted(known.items())))
        if key not in self._writes:
            self._writes[key] = frozenset()
            env = self.environment({**body.fixed, **known})
            found: frozenset[int] = frozenset()
            for step in body.steps:
                found |= step.writes(env, self)
            self._writes[key] = found
        return self._writes[key]

    def environment(self, known: dict[str, int]) -> Environment:
        return Environment(self.tables, {name: c.constant(value) for name, value in known.items()})

    # --- writing ----------------------------------------------------------------------------------

    def write_everything(self) -> None:
        """Write what has been asked for, and what that asks for, until nothing is left."""
        while self._queue:
            instance, form = self._queue.pop(0)
            self._current = instance
            if form == "pausing":
                self._write_pausing(instance)
            else:
                self._write_native(instance, form)
            self._written += sum(len(line.text) for line in self.functions[-1].lines)
            if self._written > MOST_WRITTEN:
                message = (
                    "the procedures of this pack become too many when they are written out for each argument"
                )
                report(self.program.found, codes.TOO_LARGE, message, instance.body.span)
                self._queue.clear()
        self._current = None

    def _write_native(self, instance: Instance, form: str) -> None:
        body = instance.body
        out = Output(self, self.environment(instance.known), form, instance.deferred, span=body.span)
        out.steps(body.steps)
        if not out.lines:
            out.line("pass")
        head = ["S", "C", "R"] if form == "inline" else ["S", "L"]
        parameters = ", ".join([*head, *(f"v_{name}" for name in instance.rest)])
        name = self.ask(instance, form)
        lines = [Line(0, f"def {name}({parameters}):", body.span), *out.lines]
        self.functions.append(Function(name, lines, body.span.file))

    def _write_pausing(self, instance: Instance) -> None:
        body = instance.body
        out = Output(
            self,
            self.environment(instance.known),
            "pausing",
            instance.deferred,
            span=body.span,
            return_text=LEAVE,
        )
        low = Lowering(out)
        low.start(low.new())
        low.steps(body.steps)
        for line in LEAVE.split("\n"):
            out.line(line)
        name = f"r{instance.index}"
        lines, instance.order, instance.scopes = low.finish(name, [f"v_{name}" for name in instance.rest])
        self.functions.append(Function(name, lines, body.span.file))

    def helper(
        self, name: str, parameters: list[str], env: Environment, span: Span, write: Callable[[Output], None]
    ) -> str:
        """Write a function beside the bodies; its name."""
        out = Output(self, env, "inline", span=span)
        write(out)
        head = Line(0, f"def {name}({', '.join(parameters)}):", span)
        self.functions.append(Function(name, [head, *out.lines], span.file))
        return name

    def write_tables(self, span: Span) -> None:
        """Write the functions of expressions (definitions, rules picked in play) that are not written yet."""
        for lines in list(self.tables.functions.values())[self._tables_written :]:
            written = [Line((len(text) - len(text.lstrip())) // 4, text.lstrip(), span) for text in lines]
            self.functions.append(Function("", written, span.file))
        self._tables_written = len(self.tables.functions)
