"""The bounds of numbers: what a variable or an option can be. They may be worked out, so fields are read before."""

from __future__ import annotations

from sieges.language import codes
from sieges.language.expressions.reading import constant
from sieges.language.linking.base import Linking
from sieges.language.reporting import bounds
from sieges.language.types import CONDITION, NUMBER
from sieges.language.world import OptionInfo
from sieges.pack.declarations import Option
from sieges.pack.shapes import Expression

LARGEST = 10**6
"""How high an option that is a number goes without `to`."""


def link_bounds(linking: Linking) -> None:
    """Read the bounds of variables and options, and see that the default of an option lies within its own."""
    world, merged = linking.world, linking.merged
    for id_, variable in world.variables.items():
        spec = merged.variables[id_].spec
        variable.low, variable.high = _bound(linking, spec.from_), _bound(linking, spec.to)
    for id_, option in world.options.items():
        if option.kind is None:
            _option(linking, option, merged.options[id_].spec)


def written(bound: Expression | None) -> int | None:
    """A bound that is written as a number; None where there is none, or it is to be worked out."""
    value = None if bound is None else bound.node.value
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _bound(linking: Linking, bound: Expression | None) -> int | None:
    """The value of a bound; None where there is none, and after a reported mistake."""
    before = len(linking.found)
    value = None if bound is None else constant(bound.node, NUMBER, linking.world, linking.found)
    return value if len(linking.found) == before else None


def _option(linking: Linking, option: OptionInfo, spec: Option) -> None:
    default = spec.default.node
    low, high = 0, 1
    if option.type != CONDITION:
        low, most = _bound(linking, spec.from_) or 0, _bound(linking, spec.to)
        high = LARGEST if most is None else most
        if not linking.bounded(linking.merged.options[option.id].node, low, most):
            high = low
        elif type(default.value) is int and not low <= default.value <= high:
            message = f"the default of this option is {bounds(low, most)}"
            linking.report(codes.WRONG_TYPE, message, default)
    option.low, option.high, option.default = low, high, low
    if type(default.value) is (bool if option.type == CONDITION else int):
        option.default = int(default.value)
    else:
        words = "true or false" if option.type == CONDITION else "a whole number"
        linking.report(codes.WRONG_TYPE, f"the default of this option is {words}", default)
