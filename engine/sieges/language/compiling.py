"""A merged pack to `Compiled`: builds and checks the program, writes it out, gathers what play needs to know."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Collection
from types import CodeType
from typing import Any

import attrs
from attrs import Factory, define, field

from sieges.language import codes, describing
from sieges.language import compiled as k
from sieges.language.building import build_program
from sieges.language.campaign import write_campaign
from sieges.language.checking import check_program
from sieges.language.deck_writing import write_deck_building
from sieges.language.display import check_display
from sieges.language.emission.assembly import Assembly, Instance
from sieges.language.emission.module import Codes, compile_function, source_text
from sieges.language.emission.output import Output
from sieges.language.examples import write_examples
from sieges.language.expressions.code import TOO_LONG, WHY_TOO_LONG, Environment, TooLong
from sieges.language.expressions.nodes import Expr
from sieges.language.marking import find_marks, mark_data
from sieges.language.odds import named_sets, write_odds, write_option_odds
from sieges.language.program import SEQUENCE, SETUP, Program
from sieges.language.properties import PropertyData
from sieges.language.reporting import report
from sieges.language.sites import check_seats, event_data, place_of, write_site
from sieges.pack.merged import Merged
from sieges.text.diagnostic import Diagnostics
from sieges.text.spans import Span


def compile_pack(
    merged: Merged,
    found: Diagnostics,
    text_hash: str = "",
    *,
    examples: bool = True,
    counted: bool = False,
) -> k.Compiled | None:
    """Compile a merged pack. None when ``found`` has errors afterwards.

    Args:
        merged: the pack.
        found: takes what is found.
        text_hash: of the pack's files.
        examples: whether its examples are compiled, and checked. No game needs them, and they take long.
        counted: whether play counts what of the rules has happened: `Compiled.marks`. It is slower then.
    """
    compilation = Compilation(merged, found, text_hash, counted=counted)
    return (
        compilation.compiled()
        if compilation.start() and (not examples or compilation.add_examples())
        else None
    )


@define(eq=False)
class Compilation:
    """A pack while it is compiled: first what games need, then as many of its examples as somebody asks for."""

    merged: Merged
    found: Diagnostics
    text_hash: str = ""
    counted: bool = False
    known: Codes | None = None
    program: Program = field(init=False)
    _gathering: _Gathering = field(init=False)

    def start(self) -> bool:
        """Build, check and write everything but the examples; whether no mistake was found."""

        def start() -> None:
            self.program = build_program(self.merged, self.found)
            if not self.found.has_errors or _is_whole(self.program):
                check_program(self.program)
            if not self.found.has_errors:
                self._gathering = _Gathering(self.program, self.counted, self.known)
                self._gathering.start()

        return self._try(start)

    def add_examples(self, ids: Collection[str] | None = None) -> bool:
        """Write examples: those of some ids, or all that there are; whether no mistake was found."""
        return self._try(lambda: self._gathering.add_examples(ids))

    @property
    def examples(self) -> int:
        """How many examples have been written."""
        return len(self._gathering.examples)

    def compiled(self) -> k.Compiled:
        """The compiled pack with what has been written so far."""
        return self._gathering.compiled(self.text_hash)

    def _try(self, write: Callable[[], None]) -> bool:
        try:
            write()
        except TooLong:
            if not any(finding.code == codes.TOO_LARGE for finding in self.found):
                place = self.merged.packs[-1].node.span.start
                report(self.found, codes.TOO_LARGE, TOO_LONG, place, help=WHY_TOO_LONG)
        return not self.found.has_errors


def _is_whole(program: Program) -> bool:
    """Whether a program hangs together in spite of mistakes, so that those of the whole can be looked for as well."""
    called = {id_ for body in program.bodies.values() for step in body.walk() for id_ in step.bodies()}
    return SEQUENCE in program.bodies and called <= program.bodies.keys()


@define(eq=False)
class _Gathering:
    """Writes a checked program out, and gathers what play needs to know."""

    program: Program
    counted: bool
    known: Codes | None
    assembly: Assembly = field(init=False)
    main: Instance = field(init=False)
    setup: Instance = field(init=False)
    sites: list[k.SiteData] = Factory(list)
    examples: list[k.ExampleData] = Factory(list)
    rules_hash: str = ""
    odds: dict[str, k.OddsData] = Factory(dict)
    campaign: k.CampaignData | None = None
    properties: list[PropertyData] = Factory(list)
    evaluation: dict[int, str] = Factory(dict)
    asked: int = 0
    """How many of the sites have been asked for the odds beside their options."""
    code: list[CodeType] = Factory(list)

    def start(self) -> None:
        """Write what games need, and what beside them is no example."""
        program, merged = self.program, self.program.merged
        self.assembly = assembly = Assembly(program, find_marks(program) if self.counted else None)
        self.main = assembly.instance(SEQUENCE, {}, False)
        self.setup = assembly.instance(SETUP, {}, False)
        for instance in (self.main, self.setup):
            assembly.ask(instance, "inline")
            assembly.ask(instance, "pausing")
        assembly.write_everything()
        check_seats(assembly)
        if program.found.has_errors:
            return
        self._write_sites()
        _write_endings(program, assembly)
        for plan in program.decks:
            write_deck_building(plan, assembly)
        self._write_tables()
        self.campaign = write_campaign(program, assembly)
        self._write_sites()
        self._write_tables()
        self.rules_hash = _rules_hash(program, assembly, self.sites)
        # What follows decides no game. Examples come last, so that adding one changes nothing before it.
        self.odds = write_odds(program, assembly)
        assembly.write_everything()
        self._write_sites()
        self._write_option_odds()
        check_display(program, assembly)
        self.properties = _write_properties(program, assembly)
        self.evaluation = {
            side: _write_expression(assembly, f"u_{side}", expr, merged.packs[-1].node.span)
            for side, expr in program.evaluation.items()
        }
        self._write_tables()

    def add_examples(self, ids: Collection[str] | None) -> None:
        self.examples += write_examples(self.program, self.assembly, ids)
        self.assembly.write_everything()
        self._write_sites()
        self._write_option_odds()
        self._write_tables()

    def _write_sites(self) -> None:
        """Write the sites that are new."""
        self.sites += [write_site(self.assembly, site) for site in self.assembly.sites[len(self.sites) :]]

    def _write_option_odds(self) -> None:
        pairs = list(zip(self.assembly.sites, self.sites, strict=True))
        for site, data in pairs[self.asked :]:
            write_option_odds(self.assembly, site, data)
        self.asked = len(pairs)

    def _write_tables(self) -> None:
        self.assembly.write_tables(self.program.bodies[SEQUENCE].span)

    def compiled(self, text_hash: str) -> k.Compiled:
        program, assembly = self.program, self.assembly
        merged, world = program.merged, program.world
        for function in assembly.functions[len(self.code) :]:
            self.code.append(compile_function(function, self.known))
        titles = {id_: mode.title for id_, mode in merged.modes.items()} or {
            merged.mode: merged.manifest.title
        }
        return k.Compiled(
            pack=merged.id,
            title=merged.manifest.title,
            version=merged.manifest.version,
            mode=merged.mode,
            mode_title=titles[merged.mode],
            modes=titles,
            default_mode=program.default_mode,
            rules_hash=self.rules_hash,
            text_hash=text_hash,
            size=world.size,
            initial=world.initial,
            seats=world.seats,
            place_base=world.place_base,
            room_base=world.room_base,
            slots=world.slots,
            main=self.main.index,
            setup=self.setup.index,
            kinds=describing.kinds_data(program),
            options=describing.options_data(world),
            tracks=describing.tracks_data(world),
            variables=describing.variables_data(world),
            pieces=describing.pieces_data(world),
            zones=describing.zones_data(world),
            decks=describing.decks_data(world),
            planes=describing.planes_data(world),
            sources=describing.sources_data(world, program.throws),
            sites=self.sites[:],
            events=[event_data(event) for event in assembly.events],
            faults=[(place_of(span), message) for span, message in assembly.faults],
            instances=[_instance(instance) for instance in assembly.instances],
            handlers=_handlers(assembly),
            scopes=assembly.scope_names,
            endings=describing.endings_data(program),
            charts=describing.charts_data(program),
            clauses={id_: (clause.rule, clause.at or "") for id_, clause in program.clauses.items()},
            examples=self.examples[:],
            properties=self.properties,
            evaluation=self.evaluation,
            display=[entry.node.value for entry in merged.displays],
            code=self.code[:],
            constants=dict(assembly.tables.constants),
            text="\n".join(f"# {f.file}\n{source_text(f.lines)}" for f in assembly.functions),
            statuses=describing.status_counts(world),
            odds=self.odds,
            groups=named_sets(program),
            campaign=self.campaign,
            marks=[] if assembly.marks is None else [mark_data(mark) for mark in assembly.marks.all],
        )


def _write_expression(assembly: Assembly, name: str, expr: Expr, span: Span) -> str:
    env = Environment(assembly.tables)
    return assembly.helper(name, ["S"], env, span, lambda out: out.line(f"return {expr.emit(env).text}"))


def _write_properties(program: Program, assembly: Assembly) -> list[PropertyData]:
    found = []
    for number, said in enumerate(program.properties):
        function = _write_expression(assembly, f"i_{number}", said.is_, said.span)
        found.append(PropertyData(said.id, said.section, function, place_of(said.span)))
    return found


def _write_endings(program: Program, assembly: Assembly) -> None:
    env = Environment(assembly.tables)
    for number, ending in enumerate(program.endings):

        def write(out: Output, number: int = number, winner: Expr = ending.winner) -> None:
            value = winner.emit(env).text
            id_ = program.endings[number].id
            out.mark("ending", program.merged.victory[id_].key_span, id_)
            out.line(f"S[1] = {value}")
            out.line(f"S[0] = {number + 1}")
            out.line("raise Ended")

        assembly.helper(f"end{number}", ["S"], env, ending.span, write)


def _instance(instance: Instance) -> k.InstanceData:
    body = instance.body
    place = place_of(body.span, body.clauses)
    return k.InstanceData(body.id, body.title, place, len(instance.order), instance.order)


def _handlers(assembly: Assembly) -> dict[tuple[int, int], dict[int, int]]:
    return {
        (instance.index, position): {assembly.scope(name): handler for name, handler in scopes.items()}
        for instance in assembly.instances
        for position, scopes in instance.scopes.items()
    }


def _rules_hash(program: Program, assembly: Assembly, sites: list[k.SiteData]) -> str:
    """A hash of everything that decides a game, and of nothing else (no texts, no lines)."""
    world = program.world
    parts: dict[str, Any] = {
        # Those of `why` have the author's words and lines in them; others word options and tell which are alike.
        "program": [
            source_text(function.lines)
            for function in assembly.functions
            if not re.match(r"[anyz]\d", function.name)
        ],
        "constants": assembly.tables.constants,
        "initial": world.initial,
        "mode": program.merged.mode,
        "options": [(o.id, o.base, o.low, o.high, o.default) for o in world.options.values()],
        "kinds": {kind.id: kind.members for kind in world.kinds.values()},
        "sites": [(site.id, site.kind, [o.id for o in site.options]) for site in sites],
        "decks": [(d.id, d.base, d.pools, d.pool_cards, d.known, d.packets) for d in world.decks.values()],
        "endings": [ending.id for ending in program.endings],
    }
    if program.campaign is not None:
        carried = [attrs.astuple(one) for one in program.campaign.carried]
        parts["campaign"] = [carried, [ending.id for ending in program.campaign.ends]]
    if world.planes:
        parts["planes"] = [attrs.astuple(plane) for plane in describing.planes_data(world)]
    return hashlib.blake2b(json.dumps(parts, sort_keys=True).encode(), digest_size=16).hexdigest()
