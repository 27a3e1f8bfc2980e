"""The pack while it is compiled: the linked world, and every body of steps with its typed steps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeVar

from attrs import Factory, define, field

from sieges.language import codes
from sieges.language.charts import CellStep, LinkedChart, cell_body, link_chart
from sieges.language.deck_layout import DeckPlan
from sieges.language.emission.steps import Body, PausingStep, Step
from sieges.language.expressions.code import Environment, Tables
from sieges.language.expressions.nodes import Expr, Reads
from sieges.language.expressions.reading import read_expression
from sieges.language.expressions.scope import Scope
from sieges.language.properties import Property
from sieges.language.reporting import near, report, title_of
from sieges.language.results import Result, link_results
from sieges.language.types import CHART, NUMBER, STEPS, UNKNOWN, Member, member
from sieges.language.verbs.base import Binder, Refused
from sieges.language.world import World
from sieges.pack.declarations import Clause, Source
from sieges.pack.merged import Amendment, Merged
from sieges.pack.node import Node
from sieges.pack.wording import listed
from sieges.text.diagnostic import Diagnostics, nearest
from sieges.text.spans import Span

if TYPE_CHECKING:
    from sieges.language.campaign import CampaignInfo
    from sieges.language.odds import Situation

T = TypeVar("T")

SEQUENCE, SETUP = "sequence", "setup"


@define(eq=False)
class Ending:
    """An ending with its expressions typed; ``reads`` are the cells that ``when`` depends on."""

    id: str
    title: str
    when: Expr | None
    winner: Expr
    reads: Reads
    span: Span


@define(eq=False)
class Program:
    """Everything of one pack in one mode that is known after typing."""

    merged: Merged
    found: Diagnostics
    world: World
    bodies: dict[str, Body] = Factory(dict)
    charts: dict[str, LinkedChart] = Factory(dict)
    results: list[Result] = field(init=False)
    """What tokens do in all charts that do not say otherwise."""
    endings: list[Ending] = Factory(list)
    decks: list[DeckPlan] = Factory(list)
    properties: list[Property] = Factory(list)
    evaluation: dict[int, Expr] = Factory(dict)
    odds: dict[str, Situation] = Factory(dict)
    campaign: CampaignInfo | None = None
    cited: dict[str, Span] = Factory(dict)
    while_chance: list[tuple[Step, Span]] = Factory(list)
    """Loops that are bounded by the chance that each turn takes, and where they say so."""
    steps_named: dict[str, list[PausingStep]] = Factory(dict)
    """Body -> its decisions and chances by name, in order; their ids are made of both."""
    throws: dict[str, str] = Factory(dict)
    """Throws of many dice, by the name that their hits get, with the title."""
    labels: dict[str, Node] = Factory(dict)
    """`procedure.label` -> the step that has it."""
    used_results: set[Result] = Factory(set)
    ambiguous: set[tuple[Result, Result]] = Factory(set)
    """Pairs of results that say what one token does; each is reported once."""
    unknown_tokens: set[str] = Factory(set)
    """Tokens without a result; each is reported where it first stands."""
    incomplete: set[str] = Factory(set)
    """Bodies of which a step was refused, so that nothing can be said of them as a whole."""
    environment: Environment = field(factory=lambda: Environment(Tables()))
    clauses: dict[str, Clause] = field(init=False)
    """The clauses of all rulebooks."""
    _unique: int = 0

    def __attrs_post_init__(self) -> None:
        rulebook = self.merged.rulebook
        self.clauses = {} if rulebook is None else rulebook.clauses
        tokens = {token: entry.node for token, entry in self.merged.results.items()}
        self.results = link_results(tokens, self.world, self.found)

    @property
    def default_mode(self) -> str:
        """The mode that is played when nobody says which."""
        modes = self.merged.modes
        return next((id_ for id_, mode in modes.items() if mode.default), self.merged.mode)

    # --- helpers of verbs -------------------------------------------------------------------------

    def field_title(self, kind: str, field: str) -> str:
        """What people see of a field, fixed or part of the position."""
        entry = self.merged.kinds.get(kind)
        specs = {} if entry is None else {**entry.spec.fields, **entry.spec.state}
        title = specs[field].title if field in specs else None
        return title or title_of(field)

    def unique(self) -> int:
        """A number that nothing else has."""
        self._unique += 1
        return self._unique

    def named(self, binder: Binder, node: Node, names: Mapping[str, T], what: str) -> T:
        """What ``node`` names in a table; marks it as used."""
        name = str(node.value)
        self.world.named.append((node, names))
        if name in names:
            if name in self.world.symbols:
                self.world.symbols[name].used = True
            if what == "piece":
                plural = self.world.pieces[name].plural
                self.world.symbols[plural].used = True
            return names[name]
        gone = self.world.gone(name)
        fix = None if gone else near(name, names)
        raise binder.refuse(
            codes.UNKNOWN_NAME,
            f"there is no {what} `{name}`",
            node.span,
            fix=fix,
            help=None if fix else f"there are: {listed(names)}" if names else f"this pack has no {what}",
            related=gone,
        )

    def check_only_in(self, binder: Binder, allowed: list[str], node: Node, what: str) -> None:
        body = self.bodies.get(binder.body)
        if allowed and binder.body not in allowed and (body is None or body.what != "setup"):
            binder.report(
                codes.ONLY_IN,
                f"{what} is changed only in {', '.join(f'`{name}`' for name in allowed)}",
                node.span,
                fix=f"call: {allowed[0]}",
            )

    def note_pause(self, body: str, step: PausingStep) -> None:
        """Remember a step at which the game can pause."""
        self.steps_named.setdefault(body, []).append(step)

    def cite(self, source: Source | None) -> tuple[str, ...]:
        """Note the clauses that a source names; an unknown one is reported."""
        if source is None:
            return ()
        names = []
        for node in source.clauses:
            name = str(node.value)
            names.append(name)
            self.cited.setdefault(name, node.span)
            if name not in self.clauses:
                fix = near(name, self.clauses)
                report(self.found, codes.CLAUSE, f"the rulebook has no clause `{name}`", node.span, fix=fix)
        return tuple(names)

    def amended(self, body: str, node: Node) -> list[Node]:
        """The steps of a list with what overlays put before, after or instead of labelled ones."""
        steps: list[Node] = []
        for child in node:
            label = child.get("label")
            changes = [] if label is None else self._changes(f"{body}.{label.value}", label)
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

    def _changes(self, name: str, label: Node) -> list[Amendment]:
        """The amendments of a labelled step; a second one of that name is reported and stays as it is."""
        first = self.labels.setdefault(name, label)
        if first.span == label.span:
            return self.merged.amendments.get(name, [])
        report(
            self.found,
            codes.NAME_TAKEN,
            f"two steps are labelled `{label.value}` here",
            label.span,
            help="an amendment could not say which one it changes",
            related=((first.span, "the first one"),),
        )
        return []

    # --- fields of steps and charts ---------------------------------------------------------------

    def field_of(self, binder: Binder, node: Node, what: str) -> tuple[Expr, str, str]:
        """Read ``member.field`` where the field is of steps or a chart: the member, its kind, the field."""
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
            binder.report(
                codes.WRONG_TYPE, f"`{subject_text}` is {subject.type}, not a member of a kind", node.span
            )
            raise Refused
        if subject.type.optional:
            binder.report(
                codes.MAYBE_NONE,
                f"`{subject_text}` may be none here",
                node.span,
                fix=f"if: {subject_text} != none",
            )
            raise Refused
        kind = self.world.kinds[subject.type.kind]
        info = kind.fields.get(name)
        wanted = STEPS if what == "steps" else CHART
        if info is None or info.type != wanted:
            fitting = [field_.id for field_ in kind.fields.values() if field_.type == wanted]
            guess = nearest(name, fitting)
            binder.report(
                codes.UNKNOWN_FIELD,
                f"{kind.title} has no field of {what} `{name}`",
                node.span,
                fix=f"did you mean `{subject_text}.{guess}`?" if guess else None,
                help=f"its fields of {what}: {', '.join(fitting) or 'none'}",
            )
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
                body.steps = binder.typed(node)
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

    def numbered_columns(self, ids: list[str]) -> int:
        """How many columns all of some charts have, where those are told by their number; 0 where a kind tells them."""
        charts = [chart for id_ in ids if (chart := self.chart(id_)) is not None]
        if not charts or any(chart.column_kind is not None for chart in charts):
            return 0
        return min(len(chart.columns) for chart in charts)

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
        spans: list[list[Span]] = []
        for row, (_label, row_node) in enumerate(info.node["rows"].items()):
            written = list(row_node) if row_node.is_list else []
            nodes = [written[i] if i < len(written) else row_node for i in range(len(chart.columns))]
            cells.append([cell_body(self, chart, row, column, node) for column, node in enumerate(nodes)])
            spans.append([node.span for node in nodes])
        body.steps = [
            CellStep(span=info.node.span, chart=chart, cell_bodies=cells, cell_spans=spans, own=False)
        ]
        return body_id
