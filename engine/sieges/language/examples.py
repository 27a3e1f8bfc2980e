"""Examples of a pack as tests (docs/language.md, section 10)."""

from __future__ import annotations

from collections.abc import Collection

from sieges.language import codes
from sieges.language import compiled as k
from sieges.language.emission.assembly import Assembly, Instance
from sieges.language.emission.steps import Body
from sieges.language.expressions import code as c
from sieges.language.expressions.code import Code, Environment
from sieges.language.expressions.reading import constant, read_expression
from sieges.language.expressions.scope import Scope
from sieges.language.odds import write_olds
from sieges.language.program import SEQUENCE, Program
from sieges.language.reporting import bounds, near, report
from sieges.language.restated import Difference, compare_chart, compare_routes
from sieges.language.sites import place_of
from sieges.language.types import CONDITION, ListOf, Type
from sieges.language.verbs.base import Binder
from sieges.pack.declarations import Example
from sieges.pack.merged import Entry
from sieges.pack.node import Node


def write_examples(
    program: Program, assembly: Assembly, ids: Collection[str] | None = None
) -> list[k.ExampleData]:
    """Type the examples of this mode, or those of them that have some ids, and have what they run written."""
    found: list[k.ExampleData] = []
    for number, (id_, entry) in enumerate(program.merged.examples.items()):
        if (ids is None or id_ in ids) and program.merged.mode in _modes(program, entry):
            data = _Writing(program, assembly, number, id_, entry).write()
            if data is not None:
                found.append(data)
    return found


def _modes(program: Program, entry: Entry) -> list[str]:
    """The modes that an example is played in: those it names, or which it stands in, or else the default one."""
    given = entry.node.get("given")
    named = None if given is None else given.get("mode")
    if named is None:
        return [program.default_mode if entry.mode is None else program.merged.mode]
    modes = list(program.merged.modes) or [program.merged.mode]
    nodes = list(named) if named.is_list else [named]
    for node in nodes:
        if node.value not in modes:
            message, fix = f"there is no mode `{node.value}`", near(node.value, modes)
            report(program.found, codes.EXAMPLE, message, node.span, fix=fix)
    return [node.value for node in nodes]


class _Writing:
    """One example while it is written."""

    def __init__(self, program: Program, assembly: Assembly, number: int, id_: str, entry: Entry) -> None:
        self.program = program
        self.assembly = assembly
        self.number = number
        self.id = id_
        self.entry = entry
        self.spec: Example = entry.spec
        self.env = Environment(assembly.tables)

    def write(self) -> k.ExampleData | None:
        spec, entry = self.spec, self.entry
        clauses = self.program.cite(spec.source)
        restated = spec.charts or spec.routes
        if not (spec.expect or restated) and not any(_refuses(written.node.value) for written in spec.play):
            message = f"the example `{self.id}` shows nothing: it has no `expect`, and nothing in `play` is `refused`"
            report(self.program.found, codes.EXAMPLE, message, entry.key_span, severity="warning")
        options = self._options()
        instance: Instance | None = None
        if not restated or spec.play or spec.stop or spec.expect or "run" in entry.node:
            instance = self._run()
            if instance is None:
                return None
        given = self._given()
        if given is None:
            return None
        expect, olds = self._expect()
        return k.ExampleData(
            id=self.id,
            instance=None if instance is None else instance.index,
            given=given,
            options=options,
            play=[written.node.value for written in spec.play],
            play_places=[place_of(written.node.span) for written in spec.play],
            stop=spec.stop,
            expect=expect,
            olds=olds,
            differences=self._differences(),
            clauses=clauses,
            place=place_of(entry.key_span, clauses),
            pack=entry.pack,
        )

    def _report(
        self, code: str, message: str, node: Node, fix: str | None = None, *, at_key: bool = False
    ) -> None:
        report(self.program.found, code, message, node.key_span if at_key else node.span, fix=fix)

    def _options(self) -> dict[str, int]:
        world = self.program.world
        options: dict[str, int] = {}
        for name, written in (self.spec.given.options if self.spec.given is not None else {}).items():
            option = world.options.get(name)
            if option is None:
                fix = near(name, world.options)
                self._report(
                    codes.UNKNOWN_NAME, f"there is no option `{name}`", written.node, fix, at_key=True
                )
                continue
            before = len(self.program.found)
            value = constant(written.node, option.type, world, self.program.found)
            if len(self.program.found) == before and not option.low <= value <= option.high:
                message = f"the option `{name}` is {bounds(option.low, option.high)}, not {value}"
                self._report(codes.WRONG_TYPE, message, written.node)
            options[name] = value
        return options

    def _given(self) -> str | None:
        """The name of the function that does the given steps, "" without any; None after a mistake."""
        steps = self.spec.given.steps if self.spec.given is not None else None
        if steps is None:
            return ""
        program = self.program
        body_id = f"example {self.id}"
        body = Body(body_id, f"Example {self.id}", {}, steps.node.span, what="setup")
        program.bodies[body_id] = body
        body.steps = Binder(program, Scope(program.world, program.found), body_id).typed(steps.node)
        if any(self.assembly.step_pauses(step) for step in body.steps):
            self._report(codes.EXAMPLE, "what is given asks and rolls nothing", steps.node)
            return None
        return self.assembly.ask(self.assembly.instance(body_id, {}, True), "told")

    def _expect(self) -> tuple[list[tuple[str, str, k.Place]], str]:
        """What is expected, with the functions that look; and the function that keeps the values before the run."""
        scope = Scope(self.program.world, self.program.found, example=True)
        exprs = [read_expression(written.node, scope, CONDITION) for written in self.spec.expect]
        expect = []
        for place, (written, expr) in enumerate(zip(self.spec.expect, exprs, strict=True)):
            name = f"x{self.number}_{place}"
            self._function(name, ["S", "O"], expr.emit(self.env).text, written.node)
            expect.append((written.text, name, place_of(written.node.span)))
        return expect, write_olds(self.assembly, scope, f"o{self.number}", [], self.entry.node)

    def _differences(self) -> list[Difference]:
        node, program = self.entry.node, self.program
        return [
            *(one for id_ in self.spec.charts for one in compare_chart(program, id_, node["charts"][id_])),
            *(
                one
                for name in self.spec.routes
                for one in compare_routes(program, name, node["routes"][name])
            ),
        ]

    def _function(self, name: str, parameters: list[str], value: str, node: Node) -> None:
        self.assembly.helper(name, parameters, self.env, node.span, lambda out: out.line(f"return {value}"))

    def _run(self) -> Instance | None:
        """The instance that the example runs."""
        spec, world = self.spec, self.program.world
        arguments: dict[str, Code] = {}
        if spec.run != SEQUENCE:
            info = world.procedures.get(spec.run)
            if info is None:
                node = self.entry.node["run"]
                fix = near(spec.run, world.procedures)
                self._report(codes.UNKNOWN_NAME, f"there is no procedure `{spec.run}`", node, fix)
                return None
            world.symbols[spec.run].used = True
            for name, written in spec.with_.items():
                if name not in info.parameters:
                    fix = near(name, info.parameters)
                    message = f"`{spec.run}` has no parameter `{name}`"
                    self._report(codes.ARGUMENTS, message, written.node, fix, at_key=True)
            for name, type_ in info.parameters.items():
                if name not in spec.with_:
                    fix = f"with: {{{name}: …}}"
                    self._report(
                        codes.ARGUMENTS, f"`{spec.run}` needs `{name}`", self.entry.node, fix, at_key=True
                    )
                    return None
                arguments[name] = self._argument(spec.with_[name].node, type_)
        instance = self.assembly.instance(spec.run, arguments, False)
        self.assembly.ask(instance, "pausing")
        return instance

    def _argument(self, node: Node, type_: Type) -> Code:
        if isinstance(type_, ListOf):
            # A list is a number in the tables of this program, so no other tables can tell it.
            scope = Scope(self.program.world, self.program.found)
            return read_expression(node, scope, type_).emit(self.env)
        return c.constant(constant(node, type_, self.program.world, self.program.found))


def _refuses(answer: object) -> bool:
    if isinstance(answer, list):
        return any(_refuses(one) for one in answer)
    return isinstance(answer, dict) and "refused" in answer
