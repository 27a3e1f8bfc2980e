"""Situations that end by chance, of which odds can be asked (docs/language.md, section 10).

They are typed with the rest of a pack and written after everything that decides a game, so that they change none.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define

from sieges.language import codes
from sieges.language import compiled as k
from sieges.language.emission.assembly import Assembly, Site
from sieges.language.emission.output import Output
from sieges.language.emission.steps import Body
from sieges.language.expressions.code import Code, Environment
from sieges.language.expressions.nodes import Expr
from sieges.language.expressions.reading import constant, read_expression
from sieges.language.expressions.scope import Scope
from sieges.language.program import Program
from sieges.language.reporting import near, report, title_of
from sieges.language.sites import place_of
from sieges.language.types import CONDITION, NUMBER, UNKNOWN, ListOf, Member, SetOf, kind_name
from sieges.language.verbs.base import Binder
from sieges.language.verbs.choosing import ChooseStep
from sieges.language.verbs.odds import as_number
from sieges.language.world import OddsInfo
from sieges.pack.merged import Entry
from sieges.pack.node import Node


@define(eq=False)
class Situation:
    """A situation with its expressions typed; ``given`` is its body of steps, where it has any."""

    info: OddsInfo
    entry: Entry
    given: str | None
    arguments: dict[str, Expr]
    scope: Scope
    tell: dict[str, Expr]
    needs: dict[str, Expr]
    answers: dict[str, list[str]]


def type_odds(program: Program) -> None:
    """Type every situation of a pack; those with mistakes are left out."""
    for id_, entry in program.merged.odds.items():
        before = len(program.found)
        situation = _typed(program, program.world.odds[id_], entry)
        if situation is not None and len(program.found) == before:
            program.odds[id_] = situation


def _typed(program: Program, info: OddsInfo, entry: Entry) -> Situation | None:
    world, found, spec = program.world, program.found, info.spec
    program.cite(entry.source)
    for name, value in spec.defaults.items():
        if name in info.parameters:
            info.defaults[name] = constant(value.node, info.parameters[name], world, found)
        else:
            _unknown_parameter(program, f"`{info.id}`", name, info.parameters, value.node)
    if not spec.tell:
        message = f"the situation `{info.id}` tells nothing"
        report(found, codes.ODDS, message, entry.node["tell"].key_span, fix="tell: {name: {is: …}}")
    given = None
    if spec.given is not None:
        given = f"odds {info.id}"
        body = Body(given, info.title, dict(info.parameters), spec.given.node.span, what="setup")
        program.bodies[given] = body
        body.steps = Binder(program, Scope(world, found, dict(info.parameters)), given).typed(spec.given.node)
    scope = Scope(world, found, dict(info.parameters), example=True)
    tell = {name: _told(written.is_.node, scope) for name, written in spec.tell.items()}
    plain = Scope(world, found, dict(info.parameters))
    needs = {name: read_expression(need.is_.node, plain, CONDITION) for name, need in spec.needs.items()}
    arguments = _arguments(program, info, entry)
    if arguments is None:
        return None
    return Situation(info, entry, given, arguments, scope, tell, needs, _answers(program, info))


def _unknown_parameter(program: Program, what: str, name: str, known: Iterable[str], node: Node) -> None:
    names = list(known)
    report(
        program.found,
        codes.ARGUMENTS,
        f"{what} has no parameter `{name}`",
        node.key_span,
        fix=near(name, names),
        help=f"its parameters: {', '.join(names) or 'none'}",
    )


def _told(node: Node, scope: Scope) -> Expr:
    expr = read_expression(node, scope)
    if expr.type not in (NUMBER, CONDITION, UNKNOWN) and not isinstance(expr.type, Member):
        message = f"what is told is a number, a condition or a member, and this is {expr.type}"
        report(scope.found, codes.WRONG_TYPE, message, node.span)
    return expr


def _arguments(program: Program, info: OddsInfo, entry: Entry) -> dict[str, Expr] | None:
    """The arguments of the procedure that is run; None after a mistake that leaves none of use."""
    world, spec = program.world, info.spec
    procedure = world.procedures.get(spec.run)
    if procedure is None:
        fix = near(spec.run, world.procedures)
        node = entry.node["run"]
        message = f"there is no procedure `{spec.run}`"
        report(program.found, codes.UNKNOWN_NAME, message, node.span, fix=fix, related=world.gone(spec.run))
        return None
    world.symbols[spec.run].used = True
    for name, written in spec.with_.items():
        if name not in procedure.parameters:
            _unknown_parameter(program, f"`{spec.run}`", name, procedure.parameters, written.node)
    found: dict[str, Expr] = {}
    for name, type_ in procedure.parameters.items():
        if name not in spec.with_:
            message = f"`{spec.run}` needs `{name}`"
            fix = f"with: {{{name}: …}}"
            report(program.found, codes.ARGUMENTS, message, entry.node["run"].span, fix=fix)
            return None
        scope = Scope(world, program.found, dict(info.parameters))
        found[name] = read_expression(spec.with_[name].node, scope, type_)
    return found


def _answers(program: Program, info: OddsInfo) -> dict[str, list[str]]:
    """What decisions are answered with, by their names; a name of no decision is reported."""
    known = {step.name for steps in program.steps_named.values() for step in steps if step.source is None}
    found: dict[str, list[str]] = {}
    for name, written in info.spec.answers.items():
        if name.rpartition(".")[2] not in known:
            fix = near(name, sorted(known))
            message = f"there is no decision `{name}`"
            report(program.found, codes.UNKNOWN_NAME, message, written.node.key_span, fix=fix)
        nodes = list(written.node) if written.node.is_list else [written.node]
        found[name] = [str(node.value) for node in nodes]
    return found


# --- written out ----------------------------------------------------------------------------------


def write_odds(program: Program, assembly: Assembly) -> dict[str, k.OddsData]:
    """Have every situation written; what there is to know of it."""
    return {
        id_: found
        for number, (id_, situation) in enumerate(program.odds.items())
        if (found := _Writing(program, assembly, number, situation).write()) is not None
    }


@define(eq=False)
class _Writing:
    """One situation while it is written; its functions are called `q` and its number."""

    program: Program
    assembly: Assembly
    number: int
    situation: Situation

    def write(self) -> k.OddsData | None:
        situation, info = self.situation, self.situation.info
        given = self._given()
        if given is None:
            return None
        env = Environment(self.assembly.tables)
        codes_ = {name: as_number(value, env) for name, value in situation.arguments.items()}
        instance = self.assembly.instance(info.spec.run, codes_, False)
        self.assembly.ask(instance, "pausing")
        rest = [codes_[name].text for name in instance.rest]
        node = situation.entry.node
        return k.OddsData(
            id=info.id,
            title=info.title,
            parameters=self._parameters(),
            given=given,
            instance=instance.index,
            arguments=self._function("w", ["S"], _tuple(rest), env, node),
            tell=[self._tell(at, name, expr) for at, (name, expr) in enumerate(situation.tell.items())],
            needs=[self._need(at, name, expr) for at, (name, expr) in enumerate(situation.needs.items())],
            olds=write_olds(self.assembly, situation.scope, f"q{self.number}o", list(info.parameters), node),
            answers=situation.answers,
            place=place_of(situation.entry.key_span),
            example=info.spec.example or "",
        )

    def _given(self) -> str | None:
        """The name of the function that does the given steps, "" without any; None after a mistake."""
        if self.situation.given is None:
            return ""
        body = self.program.bodies[self.situation.given]
        if any(self.assembly.step_pauses(step) for step in body.steps):
            message = "what is given asks and rolls nothing"
            report(self.program.found, codes.ODDS, message, body.span)
            return None
        return self.assembly.ask(self.assembly.instance(body.id, {}, True), "told")

    def _parameters(self) -> list[k.ParameterData]:
        info = self.situation.info
        return [
            k.ParameterData(
                name,
                kind_name(type_),
                isinstance(type_, Member) and type_.optional,
                info.spec.parameters[name],
                info.defaults.get(name),
            )
            for name, type_ in info.parameters.items()
        ]

    def _tell(self, at: int, name: str, expr: Expr) -> k.ToldData:
        env = Environment(self.assembly.tables)
        node = self.situation.entry.node["tell"][name]
        function = self._function(f"_{at}", ["S", "O"], as_number(expr, env).text, env, node)
        title = self.situation.info.spec.tell[name].title or title_of(name)
        return k.ToldData(name, title, kind_name(expr.type), function)

    def _need(self, at: int, name: str, expr: Expr) -> tuple[str, str]:
        env = Environment(self.assembly.tables)
        node = self.situation.entry.node["needs"][name]
        function = self._function(f"n{at}", ["S"], expr.emit(env).text, env, node)
        return self.situation.info.spec.needs[name].title, function

    def _function(self, name: str, parameters: list[str], value: str, env: Environment, node: Node) -> str:
        locals_ = [f"v_{parameter}" for parameter in self.situation.info.parameters]

        def write(out: Output) -> None:
            out.line(f"return {value}")

        return self.assembly.helper(f"q{self.number}{name}", [*parameters, *locals_], env, node.span, write)


def write_olds(assembly: Assembly, scope: Scope, name: str, parameters: list[str], node: Node) -> str:
    """Write the function that keeps the values before a run, which `old` asks for.

    What `old` stands around may name parameters; names bound around it have no value before the run.
    """
    env = Environment(assembly.tables)
    for expr in scope.olds:
        for unknown in sorted(expr.names() - set(parameters)):
            span = scope.world.places[id(expr)][1] if id(expr) in scope.world.places else node.span
            message = f"`{unknown}` has no value before the run, so that `old` cannot look at it"
            report(scope.found, codes.NOT_CONSTANT, message, span, help="put `old` around the whole loop")
            return name
    text = _tuple([expr.emit(env).text for expr in scope.olds])
    head = ["S", *(f"v_{parameter}" for parameter in parameters)]
    return assembly.helper(name, head, env, node.span, lambda out: out.line(f"return {text}"))


def _tuple(parts: list[str]) -> str:
    return f"({''.join(f'{part}, ' for part in parts).strip()})"


def write_option_odds(assembly: Assembly, site: Site, data: k.SiteData) -> None:
    """Write the function that gives the parameters of the situation that is asked of an option."""
    step = site.step
    if not isinstance(step, ChooseStep) or step.odds is None:
        return
    env = assembly.environment(site.instance.known)
    text = _tuple(step.odds.codes(env.bind(**{step.name: Code("x")})))
    data.odds = step.odds.of.id
    parameters = ["S", "x", *site.needs]
    assembly.helper(f"w{site.index}", parameters, env, step.span, lambda out: out.line(f"return {text}"))


def named_sets(program: Program) -> dict[str, tuple[str, int]]:
    """Sets that have a name and are known before play: tags, plurals of kinds, definitions."""
    world = program.world
    found = {kind.plural: (kind.id, kind.all) for kind in world.kinds.values() if kind.id != "piece"}
    for name, symbol in world.symbols.items():
        if symbol.what == "set":
            found[name] = symbol.info
    for name, definition in world.definitions.items():
        body = definition.body
        if body is not None and not definition.parameters and isinstance(body.type, (SetOf, ListOf)):
            value = body.emit(program.environment).value
            if value is not None:
                found[name] = (body.type.kind, value)
    return found
