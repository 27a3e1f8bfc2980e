"""The pack while it is compiled: the linked world, and every body of steps with its typed steps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import Factory, define, field

from sieges.language import codes
from sieges.language.charts import CellStep, LinkedChart, cell_body, link_chart
from sieges.language.deck_layout import DeckPlan, plan_deck
from sieges.language.emission.steps import Body
from sieges.language.expressions.code import Environment, Tables
from sieges.language.expressions.nodes import Const, Expr
from sieges.language.expressions.reading import Scope, read_expression
from sieges.language.linking import link
from sieges.language.types import CHART, CONDITION, NUMBER, STEPS, UNKNOWN, Member, member
from sieges.language.verbs.base import Binder
from sieges.language.world import ChartInfo, World
from sieges.pack.declarations import Source
from sieges.pack.merged import Merged
from sieges.pack.node import Node
from sieges.text.diagnostic import Diagnostic, Diagnostics, nearest
from sieges.text.spans import Span

T = TypeVar("T")

SEQUENCE, SETUP = "sequence", "setup"


@define(eq=False)
class Ending:
    id: str
    title: str
    when: Expr | None
    winner: Expr
    reads: frozenset[int]
    span: Span


@define(eq=False)
class Program:
    """Everything of one pack in one mode that is known after typing."""

    merged: Merged
    found: Diagnostics
    world: World = field(init=False)
    bodies: dict[str, Body] = Factory(dict)
    charts: dict[str, LinkedChart] = Factory(dict)
    endings: list[Ending] = Factory(list)
    decks: list[DeckPlan] = Factory(list)
    invariants: dict[str, Expr] = Factory(dict)
    evaluation: dict[int, Expr] = Factory(dict)
    ended: set[str] = Factory(set)
    cited: dict[str, Span] = Factory(dict)
    used_results: set[str] = Factory(set)
    while_chance: list[tuple[Any, Span]] = Factory(list)
    steps_named: dict[str, list[tuple[str, Any]]] = Factory(dict)
    """Body -> its decisions and chances by name, in order; their ids are made of both."""
    amended_labels: set[str] = Factory(set)
    environment: Environment = field(factory=lambda: Environment(Tables()))
    zero: Expr = field(factory=lambda: Const(NUMBER, 0))
    _unique: int = 0

    # --- helpers of verbs -------------------------------------------------------------------------

    def unique(self) -> int:
        self._unique += 1
        return self._unique

    def side(self, index: int) -> Expr:
        return Const(member("side"), index)

    def named(self, binder: Binder, node: Node, names: Mapping[str, T], what: str) -> T:
        """What ``node`` names in a table; marks it as used."""
        from sieges.language.verbs.base import Refused

        name = str(node.value)
        if name in names:
            if name in self.world.symbols:
                self.world.symbols[name].used = True
            if what == "piece":
                plural = self.world.pieces[name].plural
                self.world.symbols[plural].used = True
            return names[name]
        guess = nearest(name, names)
        binder.report(
            codes.UNKNOWN_NAME, f"there is no {what} `{name}`", node.span,
            fix=f"did you mean `{guess}`?" if guess else None, help=f"there are: {', '.join(names) or 'none'}",
        )  # fmt: skip
        raise Refused

    def check_only_in(self, binder: Binder, allowed: list[str], node: Node, what: str) -> None:
        if allowed and binder.body not in allowed and binder.body != SETUP:
            binder.report(
                codes.ONLY_IN, f"{what} is changed only in {', '.join(f'`{name}`' for name in allowed)}", node.span,
                fix=f"call: {allowed[0]}",
            )  # fmt: skip

    def site_names(self, body: str, step: Any, name: str) -> None:
        self.steps_named.setdefault(body, []).append((name, step))

    def cite(self, source: Source | None, found: Diagnostics) -> tuple[str, ...]:
        """Note the clauses that a source names; an unknown one is reported."""
        if source is None:
            return ()
        rulebook = self.merged.rulebook
        names = []
        for node in source.clauses:
            name = str(node.value)
            names.append(name)
            self.cited.setdefault(name, node.span)
            if rulebook is None or name not in rulebook.clauses:
                known = [] if rulebook is None else list(rulebook.clauses)
                guess = nearest(name, known)
                found.add(
                    Diagnostic(
                        codes.CLAUSE, "error", f"the rulebook has no clause `{name}`", node.span, (), None,
                        f"did you mean `{guess}`?" if guess else None,
                    )  # fmt: skip
                )
        return tuple(names)

    def amended(self, body: str, node: Node, found: Diagnostics) -> list[Node]:
        """The steps of a list with what overlays put before, after or instead of labelled ones."""
        steps: list[Node] = []
        for child in node:
            label = child.get("label")
            changes = self.merged.amendments.get(f"{body}.{label.value}", []) if label is not None else []
            if label is not None:
                self.amended_labels.add(f"{body}.{label.value}")
            for change in changes:
                if change.kind == "before":
                    steps.extend(change.steps.node)
            instead = [change for change in changes if change.kind == "instead"]
            if instead:
                steps.extend(instead[0].steps.node)
            else:
                steps.append(child)
            for change in changes:
                if change.kind == "after":
                    steps.extend(change.steps.node)
        return steps

    # --- fields of steps and charts ---------------------------------------------------------------

    def field_of(self, binder: Binder, node: Node, what: str) -> tuple[Expr, str, str]:
        """Read ``member.field`` where the field is of steps or a chart: the member, its kind, the field."""
        from sieges.language.verbs.base import Refused

        text = str(node.value)
        subject_text, dot, name = text.rpartition(".")
        if not dot:
            binder.report(
                codes.WRONG_TYPE, f"a member and its field is needed here, such as `card.{name}`", node.span
            )
            raise Refused
        before = len(self.found)
        subject = read_expression(node, binder.scope, None, subject_text)
        if len(self.found) > before or subject.type == UNKNOWN:
            raise Refused
        if not isinstance(subject.type, Member):
            binder.report(codes.WRONG_TYPE, f"`{subject_text}` is {subject.type}, not a member of a kind", node.span)
            raise Refused
        if subject.type.optional:
            binder.report(
                codes.MAYBE_NONE, f"`{subject_text}` may be none here", node.span, fix=f"if: {subject_text} != none"
            )
            raise Refused
        kind = self.world.kinds[subject.type.kind]
        info = kind.fields.get(name)
        wanted = STEPS if what == "steps" else CHART
        if info is None or info.type != wanted:
            fitting = [field_.id for field_ in kind.fields.values() if field_.type == wanted]
            guess = nearest(name, fitting)
            binder.report(
                codes.UNKNOWN_FIELD, f"{kind.title} has no field of {what} `{name}`", node.span,
                fix=f"did you mean `{subject_text}.{guess}`?" if guess else None,
                help=f"its fields of {what}: {', '.join(fitting) or 'none'}",
            )  # fmt: skip
            raise Refused
        return subject, kind.id, name

    def field_bodies(self, kind_id: str, name: str) -> list[str | None]:
        """Ids of the bodies of a field of steps, a member each; None where it has no steps."""
        kind = self.world.kinds[kind_id]
        found: list[str | None] = []
        for index, member_id in enumerate(kind.members):
            node = kind.fields[name].values[index]
            if node is None or (node.is_list and not node.value):
                found.append(None)
                continue
            id_ = f"{member_id}.{name}"
            if id_ not in self.bodies:
                body = Body(id_, kind.titles[index], {}, node.span, fixed={"this": index}, what="field")
                body.clauses = self._clauses(kind.sources[index])
                self.bodies[id_] = body
                scope = Scope(self.world, self.found, {"this": member(kind_id)})
                binder = Binder(self, scope, id_, title=kind.titles[index])
                body.steps = binder.list(node)
            found.append(id_)
        return found

    def _clauses(self, source: Source | None) -> tuple[str, ...]:
        return () if source is None else tuple(str(node.value) for node in source.clauses)

    def field_charts(self, kind_id: str, name: str) -> list[str | None]:
        kind = self.world.kinds[kind_id]
        names = [f"{member_id}.{name}" for member_id in kind.members]
        return [id_ if id_ in self.world.charts else None for id_ in names]

    def chart(self, id_: str) -> LinkedChart | None:
        if id_ not in self.charts:
            linked = link_chart(self, self.world.charts[id_])
            if linked is None:
                return None
            self.charts[id_] = linked
        return self.charts[id_]

    def column_kind(self, id_: str) -> str | None:
        chart = self.chart(id_)
        return None if chart is None else chart.column_kind

    def chart_body(self, id_: str) -> str:
        """The body of a chart, with every cell of it."""
        body_id = f"chart {id_}"
        if body_id in self.bodies:
            return body_id
        chart = self.chart(id_)
        info = self.world.charts[id_]
        body = Body(body_id, info.title, {"_die": NUMBER, "_column": NUMBER}, info.node.span, what="chart")
        self.bodies[body_id] = body
        if chart is None:
            return body_id
        cells: list[list[str]] = []
        for (_label, row_node), row in zip(info.node["rows"].items(), chart.cells, strict=True):
            nodes = list(row_node) if row_node.is_list else []
            cells.append(
                [
                    cell_body(self, chart, text, nodes[i] if i < len(nodes) else row_node)
                    for i, text in enumerate(row)
                ]
            )
        body.steps = [CellStep(span=info.node.span, chart=chart, cell_bodies=cells)]
        return body_id


def build_program(merged: Merged, found: Diagnostics) -> Program:
    """Link and type a merged pack. Mistakes are in ``found``; the program is of use only without errors."""
    program = Program(merged, found)
    program.world = link(merged, found)
    world = program.world
    for id_, procedure in world.procedures.items():
        program.bodies[id_] = Body(id_, procedure.title, procedure.parameters, procedure.spec.steps.node.span)
    for id_, entry in merged.procedures.items():
        body = program.bodies[id_]
        body.clauses = program.cite(entry.source, found)
        scope = Scope(world, found, dict(world.procedures[id_].parameters))
        binder = Binder(program, scope, id_, title=body.title)
        body.steps = binder.list(entry.spec.steps.node)
    for entry_kind in world.kinds.values():
        for source in entry_kind.sources:
            program.cite(source, found)
        for info in entry_kind.fields.values():
            if info.type == STEPS:
                program.field_bodies(entry_kind.id, info.id)
            elif info.type.name in ("a rule", "an amount"):
                _lookups(program, entry_kind.id, info.id)
    for id_, chart in world.charts.items():
        program.chart_body(id_)
        _cite_chart(program, chart)
    _sequence(program)
    _endings(program)
    _others(program)
    return program


def _lookups(program: Program, kind_id: str, name: str) -> None:
    from sieges.language.expressions.reading import read_lookup

    kind = program.world.kinds[kind_id]
    for index in range(len(kind.members)):
        read_lookup(kind, name, index, Scope(program.world, program.found))


def _cite_chart(program: Program, chart: ChartInfo) -> None:
    program.cite(chart.spec.source, program.found)
    for source in chart.spec.cells.values():
        program.cite(source, program.found)


def _sequence(program: Program) -> None:
    merged, world, found = program.merged, program.world, program.found
    if merged.sequence is None:
        found.add(
            Diagnostic(
                codes.NEVER_ENDS, "error", "the pack has no `sequence`", merged.packs[-1].node.span.start, (),
                "the sequence is the steps of the game itself", "sequence: [{call: turn}]",
            )  # fmt: skip
        )
    else:
        node = merged.sequence.spec.node
        body = Body(SEQUENCE, "Sequence", {}, node.span, what="sequence")
        program.bodies[SEQUENCE] = body
        body.steps = Binder(program, Scope(world, found), SEQUENCE).list(node)
    setup = Body(SETUP, "Set-up", {}, merged.packs[-1].node.span.start, what="setup")
    program.bodies[SETUP] = setup
    binder = Binder(program, Scope(world, found), SETUP)
    for entry in merged.setups:
        program.cite(entry.source, found)
        if entry.spec.steps is not None:
            setup.steps += binder.list(entry.spec.steps.node)


def _endings(program: Program) -> None:
    world, found = program.world, program.found
    for id_, entry in program.merged.victory.items():
        spec = entry.spec
        program.cite(entry.source, found)
        scope = Scope(world, found)
        when = None if spec.when is None else read_expression(spec.when.node, scope, CONDITION)
        winner = read_expression(spec.winner.node, scope, member("side", optional=True))
        reads = frozenset[int]() if when is None else when.reads(program.environment)
        title = spec.title or id_.replace("_", " ").capitalize()
        program.endings.append(Ending(id_, title, when, winner, reads, entry.node.span))


def _others(program: Program) -> None:
    merged, world, found = program.merged, program.world, program.found
    for id_, entry in merged.decks.items():
        program.decks.append(plan_deck(world.decks[id_], entry, world, found))
        program.cite(entry.source, found)
    for id_, entry in merged.invariants.items():
        program.invariants[id_] = read_expression(entry.spec.node, Scope(world, found), CONDITION)
    for id_, entry in merged.evaluation.items():
        from sieges.language.constants import side_index

        side = side_index(id_, world)
        if side is None:
            guess = nearest(id_, world.sides.members)
            found.add(
                Diagnostic(
                    codes.UNKNOWN_NAME, "error", f"there is no side `{id_}`", entry.key_span, (), None,
                    f"did you mean `{guess}`?" if guess else None,
                )  # fmt: skip
            )
            continue
        program.evaluation[side] = read_expression(entry.spec.node, Scope(world, found), NUMBER)
    for definition in world.definitions.values():
        from sieges.language.expressions.reading import read_definition

        read_definition(definition, Scope(world, found))
    for section in ("tracks", "variables", "dice", "options", "zones", "tags", "define", "pieces", "sides"):
        for entry in merged.section(section).values():
            program.cite(entry.source, found)


