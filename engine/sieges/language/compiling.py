"""Program to `Compiled`: writes out every function and gathers what play needs to know about it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any

from sieges.language import compiled as k
from sieges.language.checking import check_program
from sieges.language.deck_writing import write_deck_building
from sieges.language.emission.assembly import Assembly, Event, Function, Instance, Site
from sieges.language.emission.module import compile_function, source_text
from sieges.language.emission.output import Line, Output
from sieges.language.emission.steps import Body
from sieges.language.examples import write_examples
from sieges.language.expressions import code as c
from sieges.language.expressions.code import Environment
from sieges.language.expressions.nodes import Expr
from sieges.language.program import SEQUENCE, SETUP, Program, build_program
from sieges.language.types import CONDITION, NUMBER, TEXT, Member, SetOf, Type
from sieges.language.verbs.base import Text
from sieges.language.verbs.choice import ChooseStep, DrawStep, EitherStep
from sieges.language.why import write_why
from sieges.pack.declarations import Source
from sieges.pack.merged import Merged
from sieges.text.diagnostic import Diagnostics
from sieges.text.spans import Span


def compile_pack(merged: Merged, found: Diagnostics, text_hash: str = "") -> k.Compiled | None:
    """Compile a merged pack. None when ``found`` has errors afterwards."""
    program = build_program(merged, found)
    if found.has_errors:
        check_if_whole(program)
        return None
    check_program(program)
    if found.has_errors:
        return None
    compiled = _Gathering(program, text_hash).gather()
    return None if found.has_errors else compiled


def check_if_whole(program: Program) -> None:
    """After mistakes, still look for those that concern the whole program, if it hangs together."""
    if SEQUENCE in program.bodies and all(
        callee in program.bodies for body in program.bodies.values() for step in body.walk() for callee in step.bodies()
    ):
        check_program(program)


def place_of(span: Span, clauses: tuple[str, ...] = ()) -> k.Place:
    return k.Place(span.file, span.line, span.column, clauses)


def kind_name(type_: Type) -> str:
    """The kind of a value for display: a kind's id, "" for numbers, `condition`, `set KIND`."""
    if isinstance(type_, Member):
        return type_.kind
    if isinstance(type_, SetOf):
        return f"set {type_.kind}"
    return "condition" if type_ == CONDITION else ""


class _Gathering:
    def __init__(self, program: Program, text_hash: str) -> None:
        self.program = program
        self.text_hash = text_hash
        self.assembly = Assembly(program)
        self.world = program.world

    def gather(self) -> k.Compiled:
        program, assembly = self.program, self.assembly
        main = assembly.instance(SEQUENCE, {}, False)
        setup = assembly.instance(SETUP, {}, False)
        for instance in (main, setup):
            assembly.ask(instance, "inline")
            assembly.ask(instance, "pausing")
        examples = write_examples(program, assembly)
        assembly.write_everything()
        sites = [self._site(site) for site in assembly.sites]
        self._endings()
        invariants = [
            (id_, self._expression(f"i_{number}", expr, program.merged.invariants[id_].node.span),
             place_of(program.merged.invariants[id_].node.span))
            for number, (id_, expr) in enumerate(program.invariants.items())
        ]  # fmt: skip
        evaluation = {
            side: self._expression(f"u_{side}", expr, program.merged.packs[-1].node.span)
            for side, expr in program.evaluation.items()
        }
        for plan in program.decks:
            assembly.functions.append(write_deck_building(plan, assembly))
        events = [self._event(event) for event in assembly.events]
        self._helpers()
        text = "\n".join(f"# {f.file}\n{source_text(f.lines)}" for f in assembly.functions)
        code = [compile_function(function) for function in assembly.functions]
        merged = program.merged
        compiled = k.Compiled(
            pack=merged.id, title=merged.manifest.title, version=merged.manifest.version, mode=merged.mode,
            mode_title=merged.modes[merged.mode].title if merged.modes else merged.manifest.title,
            modes={id_: mode.title for id_, mode in merged.modes.items()} or {merged.mode: merged.manifest.title},
            default_mode=next((id_ for id_, mode in merged.modes.items() if mode.default), merged.mode),
            rules_hash="", text_hash=self.text_hash, size=self.world.size, initial=self.world.initial,
            seats=self.world.seats, place_base=self.world.place_base, room_base=self.world.room_base,
            slots=self.world.slots, main=main.index, setup=setup.index, kinds=self._kinds(), options=self._options(),
            tracks=[k.TrackData(t.id, t.title, t.per_side, t.base, t.low, t.high) for t in self.world.tracks.values()],
            variables=[
                k.VariableData(v.id, v.title, v.base, _type_word(v.type)) for v in self.world.variables.values()
            ],
            pieces=[
                k.PieceData(p.id, p.plural, p.title, -1 if p.side is None else p.side, p.base, p.box)
                for p in self.world.pieces.values()
            ],
            zones=[k.ZoneData(z.id, z.title, z.index, z.holds) for z in self.world.zones.values()],
            decks=[
                k.DeckData(d.id, d.title, d.base, d.size, d.pools, d.pool_cards, d.known, d.piles, d.packets)
                for d in self.world.decks.values()
            ],
            sources=self._sources(), sites=sites, events=events,
            faults=[(place_of(span), message) for span, message in assembly.faults],
            instances=[self._instance(instance) for instance in assembly.instances],
            handlers=self._handlers(), scopes=assembly.scope_names,
            endings=[k.EndingData(e.id, e.title, place_of(e.span)) for e in program.endings],
            charts=self._charts(), clauses=self._clauses(), examples=examples, invariants=invariants,
            evaluation=evaluation, display=[node.value for node in merged.displays], code=code,
            constants=dict(assembly.tables.constants), text=text, statuses=self._statuses(),
        )  # fmt: skip
        compiled.rules_hash = _rules_hash(compiled)
        return compiled

    # --- functions --------------------------------------------------------------------------------

    def function(
        self, name: str, parameters: list[str], env: Environment, span: Span, write: Callable[[Output], None]
    ) -> str:
        """Write one helper function; its name."""
        out = Output(self.assembly, env, "inline", span=span)
        write(out)
        head = Line(0, f"def {name}({', '.join(parameters)}):", span)
        self.assembly.functions.append(Function(name, [head, *out.lines], span.file))
        return name

    def _expression(self, name: str, expr: Expr, span: Span, old: bool = False) -> str:
        env = Environment(self.assembly.tables)
        parameters = ["S", "O"] if old else ["S"]
        return self.function(name, parameters, env, span, lambda out: out.line(f"return {expr.emit(env).text}"))

    def _helpers(self) -> None:
        """The helper functions of expressions (definitions, rules picked in play)."""
        span = self.program.bodies[SEQUENCE].span
        for lines in self.assembly.tables.functions.values():
            written = [Line((len(text) - len(text.lstrip())) // 4, text.lstrip(), span) for text in lines]
            self.assembly.functions.append(Function("", written, span.file))

    def _endings(self) -> None:
        env = Environment(self.assembly.tables)
        for number, ending in enumerate(self.program.endings):

            def write(out: Output, number: int = number, winner: Expr = ending.winner) -> None:
                value = winner.emit(env).text
                out.line(f"S[1] = {value}")
                out.line(f"S[0] = {number + 1}")
                out.line("raise Ended")

            self.function(f"end{number}", ["S"], env, ending.span, write)

    # --- sites ------------------------------------------------------------------------------------

    def _site(self, site: Site) -> k.SiteData:
        step = site.step
        instance = site.instance
        env = Environment(
            self.assembly.tables, {name: c.constant(value) for name, value in instance.known.items()}
        )
        needs = [instance.order.index(name) for name in site.needs] if instance.order else []
        decision = isinstance(step, (ChooseStep, EitherStep))
        variable = f"v_{step.variable if isinstance(step, EitherStep) else step.name}"
        answer = instance.order.index(variable) if variable in instance.order else -1
        parameters = ["S", *site.needs]
        clauses = step.clauses or instance.body.clauses
        data = k.SiteData(
            site.id, "decision" if decision else "chance", step.name, "", place_of(step.span, clauses),
            instance.body.title, needs, answer, None, None, [], site.source,
        )  # fmt: skip
        if not decision:
            data.kind = "card" if isinstance(step, DrawStep) else "die"
            data.name = step.deck.id if isinstance(step, DrawStep) else step.die.id
            return data

        def options(out: Output) -> None:
            step.write_options(out, "c")
            out.line("return c")

        self.function(f"k{site.index}", parameters, env, step.span, options)
        self.function(
            f"b{site.index}", parameters, env, step.span, lambda out: out.line(f"return {step.by.emit(env).text}")
        )
        holes: list[Expr] = []
        data.prompt = _text(step.prompt, holes)
        if isinstance(step, EitherStep):
            data.kind = "either"
            for option in step.options:
                label = _text(option.label, holes)
                assert label is not None
                data.options.append(k.OptionData(option.id, label))
        else:
            data.kind = step.kind or ""
            data.optional = step.optional
        values = ", ".join(hole.emit(env).text for hole in holes)
        self.function(
            f"p{site.index}", parameters, env, step.span,
            lambda out: out.line(f"return ({values}{',' if values else ''})"),
        )  # fmt: skip
        data.has_why = write_why(self, site, env, parameters)
        return data

    def _event(self, event: Event) -> k.EventData:
        clauses = event.step.clauses
        return k.EventData(
            event.kind, place_of(event.step.span, clauses), event.title, _text(event.text, []), event.about
        )

    def _instance(self, instance: Instance) -> k.InstanceData:
        body: Body = instance.body
        return k.InstanceData(
            body.id, body.title, place_of(body.span, body.clauses), len(instance.order), instance.order
        )

    def _handlers(self) -> dict[tuple[int, int], dict[int, int]]:
        found: dict[tuple[int, int], dict[int, int]] = {}
        for instance in self.assembly.instances:
            for position, scopes in instance.scopes.items():
                found[instance.index, position] = {
                    self.assembly.scope(name): handler for name, handler in scopes.items()
                }
        return found

    # --- data for people --------------------------------------------------------------------------

    def _kinds(self) -> dict[str, k.KindData]:
        found = {}
        for kind in self.world.kinds.values():
            texts: dict[str, list[str | None]] = {}
            numbers: dict[str, list[int]] = {}
            sets: dict[str, list[int]] = {}
            for info in kind.fields.values():
                if info.type == TEXT:
                    texts[info.id] = [None if node is None else str(node.value) for node in info.values]
                elif info.type in (NUMBER, CONDITION) or isinstance(info.type, Member):
                    numbers[info.id] = list(info.values)
                elif isinstance(info.type, SetOf):
                    sets[info.id] = list(info.values)
            state = {name: (info.base, kind_name(info.type)) for name, info in kind.state.items()}
            labels = {label: kind.members[index] for label, index in kind.labels.items()}
            found[kind.id] = k.KindData(
                kind.id, kind.plural, kind.title, kind.members, kind.titles, labels, texts, numbers, sets, state,
                [None if source is None else source.status for source in kind.sources],
                [() if source is None else tuple(str(n.value) for n in source.clauses) for source in kind.sources],
                [place_of(node.key_span) for node in kind.nodes],
            )  # fmt: skip
        return found

    def _options(self) -> list[k.ChoiceData]:
        return [
            k.ChoiceData(
                o.id, o.title, o.base, o.kind or ("condition" if o.type == CONDITION else ""), o.low, o.high, o.default
            )
            for o in self.world.options.values()
        ]

    def _sources(self) -> list[k.SourceData]:
        dice = [k.SourceData(d.id, d.title, sorted(d.faces), -1) for d in self.world.dice.values()]
        return dice + [k.SourceData(d.id, d.title, [], d.index) for d in self.world.decks.values()]

    def _charts(self) -> dict[str, k.ChartData]:
        found = {}
        for id_, chart in self.program.charts.items():
            info = chart.info
            statuses: dict[str, str] = {}
            for names, source in info.spec.cells.items():
                for name in names.split():
                    statuses[name] = source.status or ""
            own: Source | None = info.spec.source
            if own is None and info.kind is not None:
                own = self.world.kinds[info.kind].sources[info.index]
            statuses[""] = (own.status if own is not None else None) or ""
            found[id_] = k.ChartData(
                id_, info.title, info.kind or "", info.index, chart.column_kind or "", chart.columns, chart.titles,
                chart.labels, chart.rows, chart.cells, statuses, place_of(info.node.span),
            )  # fmt: skip
        return found

    def _clauses(self) -> dict[str, tuple[str, str]]:
        rulebook = self.program.merged.rulebook
        if rulebook is None:
            return {}
        return {id_: (clause.rule, clause.at or "") for id_, clause in rulebook.clauses.items()}

    def _statuses(self) -> dict[str, int]:
        counts: dict[str, int] = {}
        for kind in self.world.kinds.values():
            for source in kind.sources:
                status = (source.status if source is not None else None) or "unsaid"
                counts[status] = counts.get(status, 0) + 1
        return counts


def _text(text: Text | None, holes: list[Expr]) -> k.TextData | None:
    """A text with its holes numbered on from those before it."""
    if text is None:
        return None
    parts: list[str | tuple[int, str]] = []
    for part in text.parts:
        if isinstance(part, str):
            parts.append(part)
        else:
            parts.append((len(holes), kind_name(part.type)))
            holes.append(part)
    return k.TextData(parts)


def _type_word(type_: Type) -> str:
    if isinstance(type_, Member):
        return type_.kind
    if isinstance(type_, SetOf):
        return f"set {type_.kind}"
    return "condition" if type_ == CONDITION else "number"


def _rules_hash(compiled: k.Compiled) -> str:
    """A hash of everything that decides a game, and of nothing else (no texts, no lines)."""
    import re

    program = re.sub(r"^# .*$", "", compiled.text, flags=re.MULTILINE)
    parts: dict[str, Any] = {
        "program": program,
        "constants": compiled.constants,
        "initial": compiled.initial,
        "mode": compiled.mode,
        "options": [(o.id, o.base, o.low, o.high, o.default) for o in compiled.options],
        "kinds": {kind.id: kind.members for kind in compiled.kinds.values()},
        "sites": [(site.id, site.kind, [o.id for o in site.options]) for site in compiled.sites],
        "decks": [(d.id, d.base, d.pools, d.pool_cards, d.known, d.packets) for d in compiled.decks],
        "endings": [e.id for e in compiled.endings],
    }
    return hashlib.blake2b(json.dumps(parts, sort_keys=True).encode(), digest_size=16).hexdigest()
