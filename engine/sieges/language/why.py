"""Why an option is not offered: the conditions of a choice one by one, with the values that they look at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sieges.language.emission.output import Output
from sieges.language.expressions import nodes as n
from sieges.language.expressions import sets
from sieges.language.expressions.code import Environment
from sieges.language.verbs.choice import ChooseStep, EitherStep

if TYPE_CHECKING:
    from sieges.language.compiling import _Gathering
    from sieges.language.emission.assembly import Site


def write_why(gathering: _Gathering, site: Site, env: Environment, parameters: list[str]) -> bool:
    """Write ``y<site>(S, x, …)``: for member ``x``, the number of the first condition that fails (-1 if none does).

    The texts of the conditions are kept in ``Y<site>``. Returns whether there is anything to say.
    """
    step = site.step
    if isinstance(step, EitherStep):
        texts = [("", "1") if o.when is None else (o.node["when"].raw, o.when.emit(env).text) for o in step.options]
        table = gathering.assembly.tables.constant(
            "(" + "".join(f"({text!r}, {str(o.node.span)!r})," for (text, _), o in zip(texts, step.options, strict=True)) + ")"
        )

        def write_either(out: Output) -> None:
            out.line("w = None")
            for index, (text, test) in enumerate(texts):
                if text:
                    with out.block(f"if x == {index} and not ({test}):"):
                        out.line(f"w = {table}[{index}]")
            out.line("return w")

        gathering.function(f"y{site.index}", ["S", "x", *parameters[1:]], env, step.span, write_either)
        return any(text for text, _ in texts)
    assert isinstance(step, ChooseStep)
    group = step.groups[0]
    loops: list[sets.Loop] = []
    while True:
        if isinstance(group, n.Defined) and not group.arguments:
            group = group.body
        elif isinstance(group, sets.Loop) and group.word == "set":
            loops.append(group)
            group = group.group
        else:
            break
    base = group.domain(env)
    if not loops or base is None:
        return False
    body: list[tuple[int, str, str]] = []
    for index, _ in base:
        for loop in loops:
            inside = env.bind(**{loop.name: n.Const(group.type, index).emit(env)})
            for part in _parts(loop.condition, inside):
                text, place = _shown(part, gathering)
                body.append((index, part[0].emit(part[1]).text, repr((text, place))))

    def write(out: Output) -> None:
        for index, test, shown in body:
            with out.block(f"if x == {index} and not ({test}):"):
                out.line(f"return {shown}")
        out.line("return None")

    gathering.function(f"y{site.index}", ["S", "x", *parameters[1:]], env, step.span, write)
    # Members that are offered at all, so that refused ones can be listed.
    members = gathering.assembly.tables.constant(f"({', '.join(str(index) for index, _ in base)},)")
    gathering.function(f"z{site.index}", [], env, step.span, lambda out: out.line(f"return {members}"))
    return True


def _parts(condition: n.Expr, env: Environment) -> list[tuple[n.Expr, Environment]]:
    """The condition as parts that must all hold, those of definitions and rules included."""
    if isinstance(condition, n.Logic) and condition.word == "and":
        return [part for inner in condition.parts for part in _parts(inner, env)]
    if isinstance(condition, n.Lookup):
        index = condition.index.emit(env).value
        if index is not None and 0 <= index < len(condition.options):
            inside = env.fresh({"this": n.Const(condition.index.type, index).emit(env)})
            return [
                (part, found) for part, found in _parts(condition.options[index], inside)
            ]
    if isinstance(condition, n.Defined):
        codes = {
            name: argument.emit(env)
            for name, argument in zip(condition.parameters, condition.arguments, strict=True)
        }
        if all(code.simple for code in codes.values()):
            return _parts(condition.body, env.fresh(codes))
    return [(condition, env)]


def _shown(part: tuple[n.Expr, Environment], gathering: _Gathering) -> tuple[str, str]:
    """A condition in words: the author's own text and where it stands, as far as it is known."""
    written = gathering.world.texts.get(id(part[0]))
    return (written[1], written[2]) if written is not None else ("", "")
