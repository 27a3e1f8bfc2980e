"""Why an option is not offered: the conditions of a choice one by one, with the values that they look at."""

from __future__ import annotations

from sieges.language.emission.assembly import Assembly, Site
from sieges.language.emission.output import Output
from sieges.language.expressions import nodes as n
from sieges.language.expressions import sets
from sieges.language.expressions.code import Environment
from sieges.language.expressions.definitions import Defined
from sieges.language.program import Program
from sieges.language.reasons import reason
from sieges.language.types import NUMBER
from sieges.language.verbs.choosing import ChooseStep
from sieges.language.verbs.either import EitherStep


def write_why(assembly: Assembly, site: Site, env: Environment, parameters: list[str]) -> bool:
    """Write ``y<site>(S, x, …)``: the condition that refuses option ``x`` and where it stands, or None.

    For a choice of members, ``z<site>()`` gives those that can be offered at all. Returns whether there is anything to
    say; texts and places stand in these functions only, so that what decides a game can be told from them.
    """
    if isinstance(site.step, EitherStep):
        return _write_either(assembly, site, site.step, env, parameters)
    if isinstance(site.step, ChooseStep):
        return _write_choose(assembly, site, site.step, env, parameters)
    return False


def _write_either(
    assembly: Assembly, site: Site, step: EitherStep, env: Environment, parameters: list[str]
) -> bool:
    def write(out: Output) -> None:
        for index, option in enumerate(step.options):
            if option.when is not None:
                for condition, known in _parts(option.when, env):
                    shown = _shown(condition, known, assembly.program)
                    with out.block(f"if x == {index} and not ({condition.emit(known).text}):"):
                        out.line(f"return {shown}")
        out.line("return None")

    assembly.helper(f"y{site.index}", ["S", "x", *parameters[1:]], env, step.span, write)
    return any(option.when is not None for option in step.options)


def _write_choose(
    assembly: Assembly, site: Site, step: ChooseStep, env: Environment, parameters: list[str]
) -> bool:
    group = step.groups[0]
    loops: list[sets.Loop] = []
    while True:
        if isinstance(group, Defined) and not group.arguments:
            group = group.body
        elif isinstance(group, sets.Loop) and group.word == "set":
            loops.append(group)
            group = group.group
        else:
            break
    base = group.domain(env)
    if not loops or base is None:
        return False
    base = [(index, test) for index, test in base if not _never(loops, index, group, env)]

    def write(out: Output) -> None:
        for index, _ in base:
            for loop in loops:
                inside = env.bind(**{loop.name: n.Const(group.type, index).emit(env)})
                for condition, known in _parts(loop.condition, inside):
                    shown = _shown(condition, known, assembly.program)
                    with out.block(f"if x == {index} and not ({condition.emit(known).text}):"):
                        out.line(f"return {shown}")
        out.line("return None")

    assembly.helper(f"y{site.index}", ["S", "x", *parameters[1:]], env, step.span, write)
    members = assembly.tables.constant(f"({', '.join(str(index) for index, _ in base)},)")
    assembly.helper(f"z{site.index}", [], env, step.span, lambda out: out.line(f"return {members}"))
    return True


def _never(loops: list[sets.Loop], index: int, group: n.Expr, env: Environment) -> bool:
    """Whether a member can never be offered at this question, whatever the position: no one misses it."""
    for loop in loops:
        inside = env.bind(**{loop.name: n.Const(group.type, index).emit(env)})
        if any(condition.emit(known).is_false for condition, known in _parts(loop.condition, inside)):
            return True
    return False


def _parts(condition: n.Expr, env: Environment) -> list[tuple[n.Expr, Environment]]:
    """The condition as parts that must all hold, those of definitions and rules included."""
    if isinstance(condition, n.Logic) and condition.word == "and":
        return [part for inner in condition.parts for part in _parts(inner, env)]
    if isinstance(condition, n.Lookup):
        index = condition.index.emit(env).value
        if index is not None and 0 <= index < len(condition.options):
            inside = env.fresh({"this": n.Const(condition.index.type, index).emit(env)})
            return [(part, found) for part, found in _parts(condition.options[index], inside)]
    if isinstance(condition, Defined):
        codes = {
            name: argument.emit(env)
            for name, argument in zip(condition.parameters, condition.arguments, strict=True)
        }
        if all(code.simple for code in codes.values()):
            return _parts(condition.body, env.fresh(codes))
    return [(condition, env)]


def _shown(condition: n.Expr, env: Environment, program: Program) -> str:
    """A tuple, as source text: the condition as the author wrote it, where it stands, what its sides are now, words."""
    world = program.world
    written = world.texts.get(id(condition))
    text, place = ("", "") if written is None else (written[1], written[2])
    values = []
    if isinstance(condition, n.Compare) and condition.left.type == NUMBER:
        for side in (condition.left, condition.right):
            known = world.texts.get(id(side))
            if known is not None and not isinstance(side, n.Const):
                values.append(f"({known[1]!r}, {side.emit(env).text})")
    sides = "".join(f"{value}, " for value in values)
    return f"({text!r}, {place!r}, ({sides}), {reason(condition, env, program)})"
