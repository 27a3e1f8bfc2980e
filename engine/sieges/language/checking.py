"""What can be found out about a whole program before play (docs/language.md, section 11)."""

from __future__ import annotations

from sieges.language import codes
from sieges.language.emission.steps import Body, Step, leaves
from sieges.language.program import SEQUENCE, SETUP, Program
from sieges.language.reporting import near, report
from sieges.language.secrecy import check_secrets
from sieges.language.verbs.calls import CallStep
from sieges.language.verbs.chance import DrawStep
from sieges.language.verbs.loops import IfStep, WhileStep
from sieges.language.verbs.scopes import CancelStep, EndStep, ScopeStep, StopStep, TogetherStep
from sieges.text.spans import Span


def check_program(program: Program) -> None:
    """Report circles, cancels outside their scope, loops without a bound, ends that are missing, things unused."""
    if _circles(program):
        return
    _cancels(program)
    _loops(program)
    _ends(program)
    _unused(program)
    _amendments(program)
    check_secrets(program)


def _circles(program: Program) -> bool:
    done: set[str] = set()
    found = False
    for root in list(program.bodies):
        path: list[str] = []
        found = _visit(program, root, path, done) or found
    return found


def _visit(program: Program, id_: str, path: list[str], done: set[str]) -> bool:
    if id_ in path:
        circle = [*path[path.index(id_) :], id_]
        names = [name for name in circle if program.bodies[name].what in ("procedure", "field", "sequence")]
        names = names if len(names) > 1 else [program.bodies[name].title for name in circle]
        span = program.bodies[id_].span
        report(
            program.found,
            codes.CIRCLE,
            f"a circle of calls: {' -> '.join(names)}",
            span,
            help="steps never come back to themselves; repeat with `while` or `repeat`",
        )
        return True
    if id_ in done:
        return False
    path.append(id_)
    found = False
    for step in program.bodies[id_].walk():
        for callee in step.bodies():
            found = _visit(program, callee, path, done) or found
    path.pop()
    done.add(id_)
    return found


def _cancels(program: Program) -> None:
    """Every way to a cancel has its scope: what a body leaves open must be closed by all that call it."""
    open_: dict[str, dict[str, Span]] = {}

    def of_steps(steps: list[Step]) -> dict[str, Span]:
        found: dict[str, Span] = {}
        for step in steps:
            if isinstance(step, CancelStep):
                found.setdefault(step.name, step.span)
            for callee in step.bodies():
                for name, span in of_body(callee).items():
                    found.setdefault(name, span)
            if isinstance(step, ScopeStep):
                inside = of_steps(step.steps)
                inside.pop(step.name, None)
                found.update({**of_steps(step.if_cancelled), **inside})
            else:
                for inner in step.inner():
                    found.update(of_steps(inner))
        return found

    def of_body(id_: str) -> dict[str, Span]:
        if id_ not in open_:
            open_[id_] = {}
            open_[id_] = of_steps(program.bodies[id_].steps)
        return open_[id_]

    called = {callee for body in program.bodies.values() for step in body.walk() for callee in step.bodies()}
    roots = [id_ for id_, body in program.bodies.items() if id_ in (SEQUENCE, SETUP) or id_ not in called]
    scopes = {
        step.name for body in program.bodies.values() for step in body.walk() if isinstance(step, ScopeStep)
    }
    for id_ in roots:
        if id_ not in (SEQUENCE, SETUP):
            continue
        for name, span in of_body(id_).items():
            help = f"on some way of calls from `{id_}` no `scope: {name}` surrounds it"
            if name not in scopes:
                help = f"scopes that exist: {', '.join(sorted(scopes)) or 'none'}"
            report(
                program.found, codes.CANCEL_OUTSIDE, f"`cancel: {name}` outside its scope", span, help=help
            )


def _loops(program: Program) -> None:
    """A loop bounded by chance takes one in every turn, on every way through it."""
    for step, span in program.while_chance:
        assert isinstance(step, WhileStep)
        if not _always_chance(program, step.steps):
            report(
                program.found,
                codes.UNBOUNDED,
                "a turn of this loop may pass without a roll or draw",
                span,
                help="`at_most: chance` is for loops that take a chance in every turn",
                fix="at_most: 100",
            )


def _always_chance(
    program: Program, steps: list[Step], within: frozenset[str] = frozenset(), called: bool = False
) -> bool:
    """Whether every way through ``steps`` takes a chance, or leaves the loop that they stand in.

    ``within``: scopes inside the loop, a cancel of which only goes on in it; ``called``: whether the steps are those of
    a body that is called from the loop, which a stop only leads back to.
    """
    for step in steps:
        if isinstance(step, DrawStep):
            if leaves(step.if_empty) and _always_chance(program, step.if_empty, within, called):
                return True
            if not _ways_out(step.if_empty):
                continue
            return False
        if step.takes_chance or isinstance(step, EndStep):
            return True
        if isinstance(step, StopStep):
            return not called
        if isinstance(step, CancelStep):
            return step.name not in within
        if isinstance(step, CallStep) and _always_chance(
            program, program.bodies[step.body].steps, within, True
        ):
            return True
        if isinstance(step, TogetherStep) and _always_chance(program, step.steps, within, called):
            return True
        if isinstance(step, ScopeStep):
            inside = within | {step.name}
            if _always_chance(program, step.steps, inside, called):
                return True
        if isinstance(step, IfStep):
            ways = (step.then, step.otherwise)
            if all(_always_chance(program, way, within, called) for way in ways):
                return True
            # A way that stops here without a chance has not been made good by what comes after it.
            if any(_ways_out(way) and not _always_chance(program, way, within, called) for way in ways):
                return False
        elif any(_ways_out(inner) for inner in step.inner()) and (called or within):
            return False
    return False


def _ways_out(steps: list[Step]) -> bool:
    """Whether some way through ``steps`` stops or cancels."""
    return any(isinstance(inner, (StopStep, CancelStep)) for step in steps for inner in step.walk())


def _ends(program: Program) -> None:
    if SEQUENCE not in program.bodies:
        return
    steps = program.bodies[SEQUENCE].steps
    for step in steps:
        for inner in step.walk():
            if isinstance(inner, StopStep) and inner.what == "procedure":
                report(
                    program.found,
                    codes.NEVER_ENDS,
                    "the sequence is left here without an ending",
                    inner.span,
                    fix=f"end: {next(iter(program.world.endings), 'ending')}",
                )
                return
    if not any(step.leaves and _ends_game(program, step) for step in steps):
        span = steps[-1].span if steps else program.bodies[SEQUENCE].span
        report(
            program.found,
            codes.NEVER_ENDS,
            "the sequence can run out without an ending",
            span,
            help="its last step is `end:`",
            fix=f"end: {next(iter(program.world.endings), 'ending')}",
        )
    reachable = {
        callee.number
        for body in program.bodies.values()
        for callee in body.walk()
        if isinstance(callee, EndStep)
    }
    for number, ending in enumerate(program.endings):
        if ending.when is None and number not in reachable:
            report(
                program.found,
                codes.NEVER_ENDS,
                f"nothing reaches the ending `{ending.id}`",
                ending.span,
                help="it has no `when`, and no step says `end:` of it",
            )


def _ends_game(program: Program, step: Step) -> bool:
    return any(isinstance(inner, EndStep) for inner in step.walk())


def _unused(program: Program) -> None:
    called: set[str] = set()

    def visit(body: Body) -> None:
        for step in body.walk():
            for callee in step.bodies():
                if callee not in called:
                    called.add(callee)
                    visit(program.bodies[callee])

    for id_ in (SEQUENCE, SETUP):
        if id_ in program.bodies:
            visit(program.bodies[id_])
    for entry in program.merged.examples.values():
        called.add(entry.spec.run)
    own = program.merged.id
    for id_, entry in program.merged.procedures.items():
        if id_ not in called and entry.pack == own:
            _warn(program, f"no step that is ever reached calls the procedure `{id_}`", entry.key_span)
    for name, symbol in program.world.symbols.items():
        if symbol.used or symbol.node is None:
            continue
        section = {"variable": "variables", "definition": "define", "option": "options"}.get(symbol.what)
        if section is None:
            continue
        entries = program.merged.section(section)
        if name in entries and entries[name].pack == own:
            _warn(program, f"nothing uses the {symbol.what} `{name}`", entries[name].key_span)


def _warn(program: Program, message: str, span: Span) -> None:
    report(program.found, codes.UNUSED, message, span, severity="warning")


def _amendments(program: Program) -> None:
    for name, changes in program.merged.amendments.items():
        target = changes[0].target
        if name not in program.amended_labels:
            labels = sorted(_labels(program))

            report(
                program.found,
                codes.AMEND,
                f"there is no labelled step `{name}`",
                target.key_span,
                help="a labelled step is named by its procedure, a dot and its label",
                fix=near(name, labels),
            )
        instead = [change for change in changes if change.kind == "instead"]
        if len(instead) > 1:
            report(
                program.found,
                codes.AMEND,
                f"two amendments put something instead of `{name}`",
                instead[1].node.key_span,
                related=((instead[0].node.key_span, "the first one"),),
            )


def _labels(program: Program) -> set[str]:
    found: set[str] = set()

    def visit(id_: str, value: object) -> None:
        if isinstance(value, dict):
            if isinstance(value.get("label"), str):
                found.add(f"{id_}.{value['label']}")
            for inner in value.values():
                visit(id_, inner)
        elif isinstance(value, list):
            for inner in value:
                visit(id_, inner)

    for id_, entry in program.merged.procedures.items():
        visit(id_, entry.node.value)
    if program.merged.sequence is not None:
        visit(SEQUENCE, program.merged.sequence.node.value)
    return found
