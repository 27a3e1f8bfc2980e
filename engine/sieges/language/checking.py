"""What can be found out about a whole program before play (docs/language.md, section 11)."""

from __future__ import annotations

from collections import deque

from sieges.language import codes
from sieges.language.campaign import AFTER, BEGINS, check_ends
from sieges.language.emission.steps import Body, Step, leaves
from sieges.language.expressions.nodes import bits
from sieges.language.program import SEQUENCE, SETUP, Program
from sieges.language.reporting import near, report
from sieges.language.secrecy import check_secrets
from sieges.language.verbs.calls import CallStep
from sieges.language.verbs.cards import PutStep
from sieges.language.verbs.chance import DrawStep
from sieges.language.verbs.loops import IfStep, WhileStep
from sieges.language.verbs.scopes import CancelStep, EndStep, ScopeStep, StopStep, TogetherStep
from sieges.pack.node import Node
from sieges.text.spans import Span
from sieges.text.wording import counted


def check_program(program: Program) -> None:
    """Report circles, cancels outside their scope, loops without a bound, ends that are missing, things unused."""
    if _circles(program):
        return
    _cancels(program)
    _loops(program)
    _ends(program)
    check_ends(program)
    if not program.found.has_errors:
        # What a refused step uses is not known.
        _unused(program)
        _results(program)
        _decks(program)
    _cards(program)
    _amendments(program)
    _neighbours(program)
    check_secrets(program)


def _neighbours(program: Program) -> None:
    """Warn of neighbours that do not name one back, in a pack where some do: one of the two is forgotten."""
    places = program.world.locations
    sets = places.fields["neighbours"].values

    def back(one: int, other: int) -> bool:
        return bool(sets[other] >> one & 1)

    pairs = [(one, other) for one in range(len(places.members)) for other in bits(sets[one]) if one != other]
    if not any(back(one, other) for one, other in pairs):
        return
    for one, other in pairs:
        if not back(one, other):
            here, there = places.members[one], places.members[other]
            report(
                program.found,
                codes.ONE_WAY,
                f"`{there}` is a neighbour of `{here}`, and `{here}` is none of `{there}`",
                _neighbour_span(places.nodes[one], there),
                severity="warning",
                fix=f"add `{here}` to the neighbours of `{there}`",
                related=((places.nodes[other].key_span, f"`{there}`"),),
            )


def _neighbour_span(location: Node, neighbour: str) -> Span:
    """Where a location names a neighbour."""
    written = location["neighbours"]
    # It may be named by its label.
    return next((part.span for part in written if str(part.value) == neighbour), written.span)


Calls = dict[str, set[str]]


def _circles(program: Program) -> bool:
    """Report each knot of bodies that call one another once, by a shortest way round."""
    callees: Calls = {
        id_: {callee for step in body.walk() for callee in step.bodies()}
        for id_, body in program.bodies.items()
    }
    callers = _turned(callees)
    # Nothing of a knot is ever last to be called, or first to call.
    _peel(callees, callers)
    _peel(callers, callees)
    knotted = list(callees)
    told: set[str] = set()
    for root in program.bodies:
        if root not in callees or root in told or (circle := _way_back(callees, root)) is None:
            continue
        told |= _reached(callees, root) & _reached(callers, root)
        names = [name for name in circle if program.bodies[name].what in ("procedure", "field", "sequence")]
        names = names if len(names) > 1 else [program.bodies[name].title for name in circle]
        report(
            program.found,
            codes.CIRCLE,
            f"a circle of calls: {' -> '.join(names)}",
            program.bodies[root].span,
            help="steps never come back to themselves; repeat with `while` or `repeat`",
        )
    return bool(knotted)


def _turned(calls: Calls) -> Calls:
    turned: Calls = {id_: set() for id_ in calls}
    for id_, others in calls.items():
        for other in others:
            turned[other].add(id_)
    return turned


def _peel(calls: Calls, back: Calls) -> None:
    """Take away, again and again, what calls nothing that is left."""
    waiting = [id_ for id_, others in calls.items() if not others]
    while waiting:
        id_ = waiting.pop()
        del calls[id_]
        for other in back.pop(id_):
            calls[other].discard(id_)
            if not calls[other]:
                waiting.append(other)


def _way_back(calls: Calls, root: str) -> list[str] | None:
    """A shortest way of calls from a body to itself."""
    before: dict[str, str] = {}
    waiting = deque([root])
    while waiting:
        id_ = waiting.popleft()
        if root in calls[id_]:
            way = [id_]
            while way[-1] != root:
                way.append(before[way[-1]])
            return [*reversed(way), root]
        for callee in sorted(calls[id_]):
            if callee not in before:
                before[callee] = id_
                waiting.append(callee)
    return None


def _reached(calls: Calls, root: str) -> set[str]:
    """The bodies that a body calls, however far."""
    reached: set[str] = set()
    waiting = [root]
    while waiting:
        found = calls[waiting.pop()] - reached
        reached |= found
        waiting.extend(found)
    return reached


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

    roots = [id_ for id_ in (SEQUENCE, SETUP, BEGINS, AFTER) if id_ in program.bodies]
    scopes = {
        step.name for body in program.bodies.values() for step in body.walk() if isinstance(step, ScopeStep)
    }
    for id_ in roots:
        for name, span in of_body(id_).items():
            message = f"`cancel: {name}` outside its scope"
            help, fix = f"on some way of calls from `{id_}` no `scope: {name}` surrounds it", None
            if name not in scopes:
                message = f"there is no scope `{name}` to cancel"
                help, fix = f"scopes that exist: {', '.join(sorted(scopes)) or 'none'}", near(name, scopes)
            report(program.found, codes.CANCEL_OUTSIDE, message, span, help=help, fix=fix)


def _loops(program: Program) -> None:
    """A loop bounded by chance takes one in every turn, on every way through it."""
    if program.incomplete:
        return
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
        if isinstance(step, DrawStep) and not step.surely:
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
    runs_out = not any(step.leaves and _ends_game(program, step) for step in steps)
    if runs_out and SEQUENCE not in program.incomplete:
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
    for number, ending in enumerate(program.endings if not program.incomplete else ()):
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

    roots = [SEQUENCE, SETUP, BEGINS, AFTER]
    for situation in program.odds.values():
        roots += [situation.info.spec.run, *([situation.given] if situation.given else [])]
    for id_ in roots:
        if id_ in program.bodies:
            called.add(id_)
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
        section = {"variable": "variables", "definition": "define", "option": "options", "deck": "decks"}.get(
            symbol.what
        )
        if section is None:
            continue
        entries = program.merged.section(section)
        if name in entries and entries[name].pack == own:
            _warn(program, f"nothing uses the {symbol.what} `{name}`", entries[name].key_span)


def _results(program: Program) -> None:
    """Warn of what a chart says of tokens that it does not have; the results of a pack may be a whole legend."""
    for chart in program.charts.values():
        for result in chart.results:
            if result not in program.used_results:
                message = f"no cell of this chart has the token `{result.token}`"
                _warn(program, message, result.steps.key_span)


def _decks(program: Program) -> None:
    """Warn of pools and cards that a deck has and never deals."""
    for plan in program.decks:
        deck = plan.deck
        pools = program.merged.decks[deck.id].node["pools"]
        for pool, name in enumerate(deck.pools):
            counts = [count for _, aside, count, _ in plan.set_aside if aside == pool]
            dealt = [packet.counts[pool] for packet in plan.packets if pool in packet.counts]
            if not counts and not dealt:
                _warn(
                    program, f"no packet of `{deck.id}` has cards of the pool `{name}`", pools[name].key_span
                )
                continue
            if None in dealt:
                continue
            known = [
                count.emit(program.environment).value for count in (*counts, *dealt) if count is not None
            ]
            left = len(deck.pool_cards[pool]) - sum(value or 0 for value in known)
            if None not in known and left > 0:
                message = f"{counted(left, 'card')} of the pool `{name}` are dealt nowhere"
                if left == 1:
                    message = f"one card of the pool `{name}` is dealt nowhere"
                _warn(program, message, pools[name].key_span)


def _cards(program: Program) -> None:
    """Warn of cards that no deck has, in a pack that draws cards and puts none where it lies at the start."""
    world = program.world
    if (
        program.found.has_errors
        or not world.decks
        or any(isinstance(step, PutStep) for step in program.bodies[SETUP].walk())
    ):
        return
    dealt = frozenset[int]().union(*(deck.cards for deck in world.decks.values()))
    for index, id_ in enumerate(world.kinds["card"].members):
        entry = program.merged.cards.get(id_)
        if index not in dealt and entry is not None and entry.pack == program.merged.id:
            _warn(program, f"no deck has the card `{id_}`", entry.key_span)


def _warn(program: Program, message: str, span: Span) -> None:
    report(program.found, codes.UNUSED, message, span, severity="warning")


def _amendments(program: Program) -> None:
    for name, changes in program.merged.amendments.items():
        target = changes[0].target
        if name not in program.labels:
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
