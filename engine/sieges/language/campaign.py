"""The campaign of a pack: games in a row (docs/language.md, section 8).

Its steps are bodies like others. They run on a position of their own or on that at the end of a game, so that no ending
of `victory` is looked at while they do.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define

from sieges.language import codes
from sieges.language import compiled as k
from sieges.language.emission.assembly import Assembly
from sieges.language.emission.output import Output
from sieges.language.emission.steps import Body
from sieges.language.expressions.code import Environment
from sieges.language.expressions.nodes import Expr
from sieges.language.expressions.reading import read_expression
from sieges.language.expressions.scope import Scope
from sieges.language.program import Program
from sieges.language.reporting import near, report, title_of
from sieges.language.sites import place_of
from sieges.language.types import CONDITION, ENDING, NUMBER, Type, kind_name, member
from sieges.language.verbs.base import Binder
from sieges.language.verbs.scopes import EndStep
from sieges.pack.declarations import Campaign, Ending, Steps
from sieges.pack.node import Node
from sieges.text.spans import Span

BEGINS, AFTER = "campaign.begins", "campaign.after"
"""The bodies of its steps. No procedure can be called so."""
WINNER = "winner"
"""What the steps after a game call who has won it."""
_AFTER: dict[str, Type] = {WINNER: member("side", optional=True), ENDING: NUMBER}


@define(eq=False)
class CampaignEnding:
    """An ending with its expressions typed."""

    id: str
    title: str
    when: Expr
    winner: Expr
    span: Span


@define(eq=False)
class CampaignInfo:
    """A campaign with everything in it typed."""

    title: str
    carried: list[k.CarriedData]
    ends: list[CampaignEnding]
    span: Span


def type_campaign(program: Program) -> None:
    """Type the campaign of a pack, if it has one."""
    entry = program.merged.campaign
    if entry is None:
        return
    spec: Campaign = entry.spec
    program.cite(entry.source)
    _body(program, BEGINS, "Before the first game", {}, spec.begins, entry.node)
    _body(program, AFTER, "After a game", _AFTER, spec.after, entry.node)
    carried = [found for item in entry.node["carries"] if (found := _carried(program, item)) is not None]
    _twice(program, entry.node["carries"])
    if not len(list(entry.node["carries"])):
        message = "this campaign carries nothing, so that each of its games would be like the first"
        fix = "carries: [a variable, a track, or kind.field]"
        report(program.found, codes.CAMPAIGN, message, entry.node["carries"].span, fix=fix)
    ends = [
        end
        for id_, ending in spec.ends.items()
        if (end := _ending(program, id_, ending, entry.node["ends"][id_])) is not None
    ]
    if not spec.ends:
        message = "nothing ends this campaign"
        fix = "ends: {name: {when: …, winner: …}}"
        report(program.found, codes.CAMPAIGN, message, entry.node["ends"].span, fix=fix)
    title = spec.title or "The campaign"
    program.campaign = CampaignInfo(title, carried, ends, entry.key_span)


def _body(
    program: Program, id_: str, title: str, parameters: dict[str, Type], steps: Steps | None, node: Node
) -> None:
    span = node.span.start if steps is None else steps.node.span
    body = Body(id_, title, dict(parameters), span, what="campaign")
    program.bodies[id_] = body
    if steps is not None:
        scope = Scope(program.world, program.found, dict(parameters))
        body.steps = Binder(program, scope, id_, title=title).typed(steps.node)


def _carried(program: Program, item: Node) -> k.CarriedData | None:
    """What one item of `carries` names, with its cells."""
    world, name = program.world, str(item.value)
    kind_id, dot, field = name.partition(".")
    if dot:
        return _field(program, kind_id, field, item)
    sides = len(world.sides.members)
    if name in world.variables:
        variable = world.variables[name]
        world.symbols[name].used = True
        if variable.hidden is not None:
            message = f"`{name}` is a secret, and what is kept from game to game is for all to see"
            help_ = "`reveal` what is to be kept, and keep that"
            report(program.found, codes.CAMPAIGN, message, item.span, help=help_)
            return None
        kind = "" if variable.type == NUMBER else kind_name(variable.type)
        return k.CarriedData(name, variable.base, sides if variable.per_side else 1, "", kind)
    if name in world.tracks:
        track = world.tracks[name]
        world.symbols[name].used = True
        return k.CarriedData(name, track.base, sides if track.per_side else 1, "", "")
    known = [*world.variables, *world.tracks, *_fields(program)]
    what = world.symbols[name].what if name in world.symbols else None
    message = f"there is no variable or track `{name}`" if what is None else f"`{name}` is a {what}"
    help_ = "what is carried is a variable, a track, or a state field of a kind: `kind.field`"
    related = world.gone(name)
    fix = None if related else near(name, known)
    report(program.found, codes.CAMPAIGN, message, item.span, help=help_, fix=fix, related=related)
    return None


def _fields(program: Program) -> Iterable[str]:
    return (f"{kind.id}.{field}" for kind in program.world.kinds.values() for field in kind.state)


def _field(program: Program, kind_id: str, field: str, item: Node) -> k.CarriedData | None:
    kind = program.world.kinds.get(kind_id)
    if kind is None:
        plurals = {kind.plural: kind.id for kind in program.world.kinds.values()}
        fix = f"write `{plurals[kind_id]}.{field}`" if kind_id in plurals else None
        fix = fix or near(str(item.value), _fields(program))
        report(program.found, codes.UNKNOWN_NAME, f"there is no kind `{kind_id}`", item.span, fix=fix)
        return None
    info = kind.state.get(field)
    if info is not None:
        return k.CarriedData(str(item.value), info.base, len(kind.members), kind_id, kind_name(info.type))
    if field in kind.fields:
        message = f"`{item.value}` is the same in every game, so that there is nothing to carry"
        report(
            program.found, codes.CAMPAIGN, message, item.span, help="what changes is a field under `state`"
        )
        return None
    known = ", ".join(f"`{name}`" for name in kind.state) or "none"
    message = f"the kind `{kind_id}` has no state field `{field}`"
    help_ = f"its state fields: {known}"
    report(program.found, codes.UNKNOWN_FIELD, message, item.span, help=help_, fix=near(field, kind.state))
    return None


def _twice(program: Program, carries: Node) -> None:
    first: dict[str, Node] = {}
    for item in carries:
        before = first.setdefault(str(item.value), item)
        if before is not item:
            message, related = f"`{item.value}` is carried twice", ((before.span, "first carried here"),)
            report(program.found, codes.CAMPAIGN, message, item.span, related=related)


def _ending(program: Program, id_: str, spec: Ending, node: Node) -> CampaignEnding | None:
    program.cite(spec.source)
    if spec.when is None:
        message = f"the ending `{id_}` of the campaign has no `when`, and no step brings it about"
        report(program.found, codes.CAMPAIGN, message, node.key_span, fix="when: a condition")
        return None
    scope = Scope(program.world, program.found)
    when = read_expression(spec.when.node, scope, CONDITION)
    winner = read_expression(spec.winner.node, scope, member("side", optional=True))
    for expr, part in ((when, spec.when.node), (winner, spec.winner.node)):
        if expr.secrets(program.environment):
            message = f"the ending `{id_}` of the campaign looks at a secret"
            report(program.found, codes.LEAK, message, part.span, help="`reveal` it first, in the game")
    return CampaignEnding(id_, spec.title or title_of(id_), when, winner, node.span)


def check_ends(program: Program) -> None:
    """Report each `end:` that steps of a campaign come to: no game is under way that it could end."""
    called: set[str] = set()
    waiting = [id_ for id_ in (BEGINS, AFTER) if id_ in program.bodies]
    told: set[Span] = set()
    while waiting:
        body = waiting.pop()
        if body in called:
            continue
        called.add(body)
        for step in program.bodies[body].walk():
            waiting.extend(step.bodies())
            if isinstance(step, EndStep) and step.span not in told:
                told.add(step.span)
                message = "the steps of the campaign come to this `end:`, and no game is under way then"
                help_ = "the campaign ends by what stands under its `ends:`"
                report(program.found, codes.CAMPAIGN, message, step.span, help=help_)


def write_campaign(program: Program, assembly: Assembly) -> k.CampaignData | None:
    """Have the campaign written; what there is to know of it."""
    info = program.campaign
    if info is None:
        return None
    instances = [assembly.instance(id_, {}, True) for id_ in (BEGINS, AFTER)]
    for instance in instances:
        assembly.ask(instance, "pausing")
    assembly.write_everything()
    env = Environment(assembly.tables)
    ends = []
    for number, ending in enumerate(info.ends):
        text = f"({ending.winner.emit(env).text}) if ({ending.when.emit(env).text}) else -2"

        def write(out: Output, text: str = text) -> None:
            out.line(f"return {text}")

        assembly.helper(f"e{number}", ["S"], env, ending.span, write)
        ends.append(k.EndingData(ending.id, ending.title, place_of(ending.span), None))
    begins, after = (instance.index for instance in instances)
    return k.CampaignData(info.title, begins, after, info.carried, ends)
