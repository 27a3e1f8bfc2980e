"""Builds the program of a merged pack: links it, then types every body, chart, ending and expression of it."""

from __future__ import annotations

from sieges.language import codes
from sieges.language.campaign import type_campaign
from sieges.language.deck_layout import plan_deck
from sieges.language.emission.steps import Body
from sieges.language.expressions.nodes import Reads
from sieges.language.expressions.reading import read_definition, read_expression, read_lookup, side_index
from sieges.language.expressions.scope import Scope
from sieges.language.linking import link
from sieges.language.odds import type_odds
from sieges.language.program import SEQUENCE, SETUP, Ending, Program
from sieges.language.properties import PROPERTIES, Property
from sieges.language.reporting import near, report
from sieges.language.types import AMOUNT, CONDITION, NUMBER, RULE, STEPS, member
from sieges.language.verbs.base import Binder
from sieges.language.world import ChartInfo
from sieges.pack.merged import Merged
from sieges.text.diagnostic import Diagnostics


def build_program(merged: Merged, found: Diagnostics) -> Program:
    """Link and type a merged pack. Mistakes are in ``found``; the program is of use only without errors."""
    program = Program(merged, found, link(merged, found))
    world = program.world
    for id_, procedure in world.procedures.items():
        program.bodies[id_] = Body(id_, procedure.title, procedure.parameters, procedure.spec.steps.node.span)
    for id_, entry in merged.procedures.items():
        body = program.bodies[id_]
        carried = tuple(clause_id for clause_id, clause in program.clauses.items() if id_ in clause.by)
        body.clauses = (*program.cite(entry.source), *carried)
        scope = Scope(world, found, dict(world.procedures[id_].parameters))
        binder = Binder(program, scope, id_, title=body.title)
        body.steps = binder.typed(entry.spec.steps.node)
    for entry_kind in world.kinds.values():
        for source in entry_kind.sources:
            program.cite(source)
        for info in entry_kind.fields.values():
            if info.type == STEPS:
                program.field_bodies(entry_kind.id, info.id)
            elif info.type in (RULE, AMOUNT):
                _lookups(program, entry_kind.id, info.id)
    for id_, chart in world.charts.items():
        program.chart_body(id_)
        _cite_chart(program, chart)
    _sequence(program)
    _endings(program)
    _others(program)
    type_campaign(program)
    type_odds(program)
    return program


def _lookups(program: Program, kind_id: str, name: str) -> None:
    kind = program.world.kinds[kind_id]
    for index in range(len(kind.members)):
        read_lookup(kind, name, index, Scope(program.world, program.found))


def _cite_chart(program: Program, chart: ChartInfo) -> None:
    program.cite(chart.spec.source)
    for source in chart.spec.cells.values():
        program.cite(source)


def _sequence(program: Program) -> None:
    merged, world, found = program.merged, program.world, program.found
    if merged.sequence is None:
        report(
            found,
            codes.NEVER_ENDS,
            "the pack has no `sequence`",
            merged.packs[-1].node.span.start,
            help="the sequence is the steps of the game itself",
            fix="sequence: [{call: turn}]",
        )
    else:
        node = merged.sequence.spec.node
        body = Body(SEQUENCE, "Sequence", {}, node.span, what="sequence")
        program.bodies[SEQUENCE] = body
        body.steps = Binder(program, Scope(world, found), SEQUENCE).typed(node)
    setup = Body(SETUP, "Set-up", {}, merged.packs[-1].node.span.start, what="setup")
    program.bodies[SETUP] = setup
    binder = Binder(program, Scope(world, found), SETUP)
    for entry in merged.setups:
        program.cite(entry.source)
        if entry.spec.steps is not None:
            setup.steps += binder.typed(entry.spec.steps.node)


def _endings(program: Program) -> None:
    world, found = program.world, program.found
    for id_, entry in program.merged.victory.items():
        spec = entry.spec
        program.cite(entry.source)
        scope = Scope(world, found)
        when = None if spec.when is None else read_expression(spec.when.node, scope, CONDITION)
        winner = read_expression(spec.winner.node, scope, member("side", optional=True))
        reads: Reads = frozenset() if when is None else when.reads(program.environment)
        title = spec.title or id_.replace("_", " ").capitalize()
        program.endings.append(Ending(id_, title, when, winner, reads, entry.node.span))


def _others(program: Program) -> None:
    merged, world, found = program.merged, program.world, program.found
    for id_, entry in merged.decks.items():
        program.decks.append(plan_deck(world.decks[id_], entry, world, found))
        program.cite(entry.source)
    for section in PROPERTIES:
        for id_, entry in merged.section(section).items():
            is_ = read_expression(entry.spec.node, Scope(world, found, ends=True), CONDITION)
            program.properties.append(Property(id_, section, is_, entry.node.span))
    for id_, entry in merged.evaluation.items():
        side = side_index(id_, world)
        if side is None:
            report(
                found,
                codes.UNKNOWN_NAME,
                f"there is no side `{id_}`",
                entry.key_span,
                fix=near(id_, world.sides.members),
            )
            continue
        program.evaluation[side] = read_expression(entry.spec.node, Scope(world, found), NUMBER)
    for definition in world.definitions.values():
        read_definition(definition, Scope(world, found))
    for section in ("tracks", "variables", "dice", "options", "zones", "tags", "define", "pieces", "sides"):
        for entry in merged.section(section).values():
            program.cite(entry.source)
