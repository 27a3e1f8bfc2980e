"""Conditions in words, for who asks why an option is not offered; as far as there are words for what they look at."""

from __future__ import annotations

from sieges.language.expressions import nodes as n
from sieges.language.expressions.code import Environment
from sieges.language.expressions.definitions import Defined
from sieges.language.program import Program
from sieges.language.types import CONDITION, NUMBER
from sieges.language.world import OptionInfo, TrackInfo, VariableInfo

WANTED = {
    "<": "less than", "<=": "at most", ">": "more than", ">=": "at least", "==": "", "!=": "other than",
}  # fmt: skip
MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def reason(condition: n.Expr, env: Environment, program: Program) -> str:
    """Why it fails, as source text of an expression that gives the words; those are "" where there are none."""
    negated = isinstance(condition, n.Not)
    plain = condition.part if isinstance(condition, n.Not) else condition
    if isinstance(plain, n.Compare) and plain.left.type == NUMBER and not negated:
        return _comparison(plain, env, program)
    if plain.type == CONDITION and (name := _name(plain, env, program)):
        return repr(f"{name}: has to be {'no' if negated else 'yes'}")
    return "''"


def _comparison(condition: n.Compare, env: Environment, program: Program) -> str:
    left, word, right = condition.left, condition.word, condition.right
    if isinstance(left, n.Const):
        left, word, right = right, MIRRORED.get(word, word), left
    name, other = (_name(side, env, program).replace("%", "%%") for side in (left, right))
    if not name or not (other or isinstance(right, n.Const)):
        return "''"
    wanted = f"{WANTED[word]} ".lstrip()
    limit = f" ({other})" if other else ""
    value, most = left.emit(env).text, right.emit(env).text
    words = f"{name} is %d, and has to be {wanted}%d{limit}"
    return f"{words!r} % ({value}, {most})"


def _name(expr: n.Expr, env: Environment, program: Program) -> str:
    """What people call a value; "" where there are no words."""
    world = program.world
    if isinstance(expr, Defined):
        title = program.merged.define[expr.name].spec.title
        return title or expr.name.replace("_", " ")
    if isinstance(expr, n.Table) and expr.field:
        kind, _, field = expr.field.partition(".")
        return _lower(program.field_title(kind, field)) + _of(kind, expr.index, env, program)
    if not isinstance(expr, n.Cell):
        return ""
    named: list[VariableInfo | TrackInfo | OptionInfo] = [
        *world.variables.values(), *world.tracks.values(), *world.options.values(),
    ]  # fmt: skip
    for one in named:
        if one.base == expr.base:
            return _lower(one.title) + _of("side", expr.index, env, program)
    if expr.base == world.room_base:
        return f"free slots{_of('location', expr.index, env, program, 'in')}"
    for known in world.kinds.values():
        for state in known.state.values():
            if state.base == expr.base:
                field_title = _lower(program.field_title(known.id, state.id))
                return field_title + _of(known.id, expr.index, env, program)
    return ""


def _of(kind: str, index: n.Expr | None, env: Environment, program: Program, joint: str = "of") -> str:
    """Whose it is, where that is known before play."""
    value = None if index is None else index.emit(env).value
    return "" if value is None or value < 0 else f" {joint} {program.world.kinds[kind].titles[value]}"


def _lower(title: str) -> str:
    """A title inside a sentence."""
    return title[:1].lower() + title[1:]
