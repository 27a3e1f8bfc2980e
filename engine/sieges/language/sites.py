"""What play needs to know of a pause and of an event: functions beside the bodies, and words for people."""

from __future__ import annotations

from sieges.language import codes
from sieges.language import compiled as k
from sieges.language.emission.assembly import Assembly, Event, Site
from sieges.language.emission.output import Output
from sieges.language.emission.steps import DecisionStep
from sieges.language.expressions.code import Code, Environment
from sieges.language.expressions.nodes import Expr
from sieges.language.expressions.text import Text
from sieges.language.reporting import report
from sieges.language.types import POINT, kind_name
from sieges.language.verbs.chance import DrawStep, ThrowStep
from sieges.language.verbs.choosing import ChooseStep
from sieges.language.verbs.either import EitherStep
from sieges.language.verbs.planes import SpotStep
from sieges.language.why import write_why
from sieges.pack.wording import listed
from sieges.text.spans import Span

_CHANCES: dict[type, str] = {DrawStep: "card", ThrowStep: "hits"}


def place_of(span: Span, clauses: tuple[str, ...] = ()) -> k.Place:
    """A span as plain data."""
    return k.Place(span.file, span.line, span.column, clauses)


def write_site(assembly: Assembly, site: Site) -> k.SiteData:
    """Write the functions of a pause; what there is to know of it.

    `k` gives the values of the options, `b` who decides, `p` the values in the texts, `d` the dice of a throw;
    see `why` for the others.
    """
    step, instance = site.step, site.instance
    order = instance.order
    data = k.SiteData(
        id=site.id,
        what="decision" if isinstance(step, DecisionStep) else "chance",
        name=step.name if step.source is None else step.source,
        kind=_CHANCES.get(type(step), "die"),
        place=place_of(step.span, step.clauses or instance.body.clauses),
        title=instance.body.title,
        needs=[order.index(name) for name in site.needs] if order else [],
        answer=order.index(step.answer) if step.answer in order else -1,
        prompt=None,
        optional=None,
        options=[],
        source=site.source,
    )
    if isinstance(step, DecisionStep):
        _write_decision(assembly, site, step, data)
    if isinstance(step, ThrowStep):
        env = assembly.environment(site.instance.known)
        text = f"return {step.hits.emit(env).text}"
        assembly.helper(f"d{site.index}", ["S", *site.needs], env, step.span, lambda out: out.line(text))
    return data


def _write_decision(assembly: Assembly, site: Site, step: DecisionStep, data: k.SiteData) -> None:
    env = assembly.environment(site.instance.known)
    parameters = ["S", *site.needs]

    def options(out: Output) -> None:
        step.write_options(out, "c")
        out.line("return c")

    def by(out: Output) -> None:
        out.line(f"return {step.by.emit(env).text}")

    assembly.helper(f"k{site.index}", parameters, env, step.span, options)
    assembly.helper(f"b{site.index}", parameters, env, step.span, by)
    holes: list[Expr] = []
    data.prompt = None if step.prompt is None else text_data(step.prompt, holes)
    if isinstance(step, EitherStep):
        data.kind = "either"
        data.options = [k.OptionData(option.id, text_data(option.label, holes)) for option in step.options]
    elif isinstance(step, SpotStep):
        data.kind, data.plane = POINT, step.plane

        def region(out: Output) -> None:
            step.write_region(out, "c")
            out.line("return c")

        assembly.helper(f"q{site.index}", parameters, env, step.span, region)
    elif isinstance(step, ChooseStep):
        data.kind = step.kind or ""
        data.optional = step.optional
        data.secret = step.secret is not None
        _write_shown(assembly, site, step, data, env)
    values = ", ".join(hole.emit(env).text for hole in holes)
    text = f"return ({values}{',' if values else ''})"
    assembly.helper(f"p{site.index}", parameters, env, step.span, lambda out: out.line(text))
    data.has_why = write_why(assembly, site, env, parameters)


def _write_shown(
    assembly: Assembly, site: Site, step: ChooseStep, data: k.SiteData, env: Environment
) -> None:
    """`n` gives the values in the text that words an option, `a` what members that are alike have in common."""
    if step.shown_as is not None:
        holes: list[Expr] = []
        data.shown_as = text_data(step.shown_as, holes)
        inside = env.bind(**{step.name: Code("x")})
        values = "".join(f"{hole.emit(inside).text}, " for hole in holes)
        parameters = ["S", "x", *site.needs]
        assembly.helper(
            f"n{site.index}", parameters, env, step.span, lambda out: out.line(f"return ({values})")
        )
    if step.alike is not None:
        data.alike = True
        key = step.alike.key(env)
        assembly.helper(f"a{site.index}", ["S", "x"], env, step.span, lambda out: out.line(f"return {key}"))


def check_seats(assembly: Assembly) -> None:
    """Warn of decisions of a side without a seat where several sides have one: who answers is hardly meant."""
    world = assembly.program.world
    names = [world.sides.members[seat] for seat in world.seats]
    for site in assembly.sites if len(names) > 1 else ():
        if isinstance(site.step, DecisionStep):
            side = site.step.by.emit(assembly.environment(site.instance.known)).value
            if side is not None and side not in world.seats:
                report(
                    assembly.program.found,
                    codes.NO_SEAT,
                    f"`{world.sides.members[side]}` has no seat in this mode: `{names[0]}` decides in its place",
                    site.step.asked,
                    severity="warning",
                    help=f"seats: {listed(names)}",
                )


def event_data(event: Event) -> k.EventData:
    """An event as plain data."""
    text = None if event.text is None else text_data(event.text, [])
    return k.EventData(event.kind, place_of(event.step.span, event.clauses), event.title, text, event.about)


def text_data(text: Text, holes: list[Expr]) -> k.TextData:
    """A text with its holes numbered on from those before it, which are in ``holes``."""
    parts: list[str | tuple[int, str]] = []
    for part in text.parts:
        if isinstance(part, str):
            parts.append(part)
        else:
            parts.append((len(holes), kind_name(part.type)))
            holes.append(part)
    return k.TextData(parts)
