"""Examples of a pack as tests (docs/language.md, section 10)."""

from __future__ import annotations

from sieges.language import codes
from sieges.language import compiled as k
from sieges.language.constants import constant
from sieges.language.emission.assembly import Assembly, Function, Instance
from sieges.language.emission.output import Line, Output
from sieges.language.emission.steps import Body
from sieges.language.expressions.code import Code, Environment
from sieges.language.expressions.reading import Scope, read_expression
from sieges.language.program import SEQUENCE, Program
from sieges.language.types import CONDITION
from sieges.language.verbs.base import Binder
from sieges.pack.declarations import Example
from sieges.pack.merged import Entry
from sieges.text.diagnostic import Diagnostic, nearest


def write_examples(program: Program, assembly: Assembly) -> list[k.ExampleData]:
    """Type every example of this mode and have what it runs written."""
    found: list[k.ExampleData] = []
    for number, (id_, entry) in enumerate(program.merged.examples.items()):
        spec: Example = entry.spec
        mode = spec.given.mode if spec.given is not None else None
        if mode is not None and mode != program.merged.mode:
            continue
        if mode is None and program.merged.mode != next(
            (name for name, m in program.merged.modes.items() if m.default), program.merged.mode
        ):
            continue
        data = _example(program, assembly, number, id_, entry)
        if data is not None:
            found.append(data)
    return found


def check_examples(program: Program) -> None:
    """The same without writing, so that mistakes are found before anything is written."""
    write_examples(program, Assembly(program))


def _example(program: Program, assembly: Assembly, number: int, id_: str, entry: Entry) -> k.ExampleData | None:
    spec: Example = entry.spec
    world, reports = program.world, program.found
    clauses = program.cite(spec.source, reports)
    options: dict[str, int] = {}
    given = entry.node.get("given")
    for name, written in (spec.given.options if spec.given is not None else {}).items():
        option = world.options.get(name)
        if option is None:
            guess = nearest(name, world.options)
            reports.add(
                Diagnostic(
                    codes.UNKNOWN_NAME, "error", f"there is no option `{name}`", written.node.key_span, (), None,
                    f"did you mean `{guess}`?" if guess else None,
                )  # fmt: skip
            )
            continue
        options[name] = constant(written.node, option.type, world, reports)
    instance = _run(program, assembly, spec, entry)
    if instance is None:
        return None
    steps_name = ""
    if spec.given is not None and spec.given.steps is not None:
        body_id = f"example {id_}"
        body = Body(body_id, f"Example {id_}", {}, spec.given.steps.node.span, what="setup")
        program.bodies[body_id] = body
        body.steps = Binder(program, Scope(world, reports), "setup").list(spec.given.steps.node)
        if any(assembly.step_pauses(step) for step in body.steps):
            assert given is not None
            reports.add(
                Diagnostic(codes.EXAMPLE, "error", "what is given asks and rolls nothing", given["steps"].span)
            )
            return None
        steps_name = assembly.ask(assembly.instance(body_id, {}, True), "told")
    scope = Scope(world, reports, example=True)
    expect = []
    env = Environment(assembly.tables)
    texts = [read_expression(written.node, scope, CONDITION) for written in spec.expect]
    for place, (written, expr) in enumerate(zip(spec.expect, texts, strict=True)):
        name = f"x{number}_{place}"
        span = written.node.span
        out = Output(assembly, env, "inline", span=span)
        out.line(f"return {expr.emit(env).text}")
        assembly.functions.append(Function(name, [Line(0, f"def {name}(S, O):", span), *out.lines], span.file))
        expect.append((written.text, name, k.Place(span.file, span.line, span.column)))
    olds = f"o{number}"
    values = ", ".join(expr.emit(env).text for expr in scope.olds)
    span = entry.node.span
    line = Line(1, f"return ({values}{',' if values else ''})", span)
    assembly.functions.append(Function(olds, [Line(0, f"def {olds}(S):", span), line], span.file))
    place = k.Place(entry.key_span.file, entry.key_span.line, entry.key_span.column, clauses)
    return k.ExampleData(
        id_, spec.title or id_.replace("_", " "), spec.run, instance[0].index, instance[1], steps_name, options,
        spec.given.mode if spec.given is not None else None, [written.node.value for written in spec.play], spec.stop,
        expect, olds, clauses, place,
    )  # fmt: skip


def _run(program: Program, assembly: Assembly, spec: Example, entry: Entry) -> tuple[Instance, str] | None:
    """The instance that an example runs."""
    reports, world = program.found, program.world
    if spec.run == SEQUENCE:
        instance = assembly.instance(SEQUENCE, {}, False)
        assembly.ask(instance, "pausing")
        return instance, ""
    info = world.procedures.get(spec.run)
    if info is None:
        guess = nearest(spec.run, world.procedures)
        node = entry.node.get("run") or entry.node
        reports.add(
            Diagnostic(
                codes.UNKNOWN_NAME, "error", f"there is no procedure `{spec.run}`", node.span, (), None,
                f"did you mean `{guess}`?" if guess else None,
            )  # fmt: skip
        )
        return None
    world.symbols[spec.run].used = True
    arguments: dict[str, Code] = {}
    env = Environment(assembly.tables)
    for name, type_ in info.parameters.items():
        if name not in spec.with_:
            reports.add(
                Diagnostic(codes.ARGUMENTS, "error", f"`{spec.run}` needs `{name}`", entry.key_span, (), None, f"with: {{{name}: …}}")
            )
            return None
        value = constant(spec.with_[name].node, type_, world, reports)
        from sieges.language.expressions import code as c

        arguments[name] = c.constant(value)
    del env
    instance = assembly.instance(spec.run, arguments, False)
    assembly.ask(instance, "pausing")
    return instance, ""
