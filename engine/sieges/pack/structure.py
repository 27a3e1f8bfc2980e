"""Nodes to declarations, by cattrs: after the schema has said that the shapes are right, nothing is coerced here."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar, get_args, get_origin

import attrs

from sieges.pack import declarations, shapes
from sieges.pack.node import Node

T = TypeVar("T")

KEEPS_NODE: tuple[type[Any], ...] = (
    shapes.Expression,
    shapes.Rule,
    shapes.Steps,
    shapes.Anything,
    shapes.Source,
)
"""Classes whose only field is the author's node."""


class Misshapen(Exception):
    """A value is not of the sort its place asks for: the schema should have refused it."""

    def __init__(self, node: Node, wanted: str) -> None:
        """Remember which value, and what was wanted."""
        super().__init__(f"{node.span}: expected {wanted}")
        self.node = node
        self.wanted = wanted


def structure(node: Node, spec: type[T]) -> T:
    """`node` as an instance of the declaration `spec`.

    Raises:
        Misshapen: a value has another type than the class says, or a key is missing.
    """
    result: T = _converter().structure(node, spec)
    return result


def key_of(attribute: attrs.Attribute[Any]) -> str:
    """The author's key for a field: `from_` is `from`."""
    return attribute.name.removesuffix("_")


def declaration_classes() -> list[type[Any]]:
    """All attrs classes of the declarations, those that keep nodes left out."""
    return [
        value
        for value in vars(declarations).values()
        if isinstance(value, type) and attrs.has(value) and value not in KEEPS_NODE
    ]


def _leaf(wanted: type[Any], words: str) -> Callable[[Node, Any], Any]:
    def hook(node: Node, _: Any) -> Any:
        if type(node.value) is not wanted:
            raise Misshapen(node, words)
        return node.value

    return hook


def _keep(node: Node, spec: type[Any]) -> Any:
    return spec(node)


def _mapping(node: Node, spec: Any) -> dict[str, Any]:
    if not node.is_mapping:
        raise Misshapen(node, "a mapping")
    inner = get_args(spec)[1]
    convert = _converter().structure
    return {key: convert(value, inner) for key, value in node.items()}


def _list(node: Node, spec: Any) -> list[Any]:
    if not node.is_list:
        raise Misshapen(node, "a list")
    inner = get_args(spec)[0]
    convert = _converter().structure
    return [convert(value, inner) for value in node]


def _either(node: Node, spec: Any) -> Any:
    """A union of None and at most one each of mapping, list, class and scalar: the value says which."""
    options = [option for option in get_args(spec) if option is not type(None)]
    wanted = dict if node.is_mapping else list if node.is_list else None
    fitting = [
        option
        for option in options
        if get_origin(option) is wanted or (node.is_mapping and _is_declaration(option))
    ] or options
    return _converter().structure(node, fitting[0])


def _is_union(spec: Any) -> bool:
    return type(None) in get_args(spec) or (get_origin(spec) is not dict and len(get_args(spec)) > 1)


def _is_origin(wanted: Any) -> Callable[[Any], bool]:
    return lambda spec: get_origin(spec) is wanted


def _is_declaration(spec: Any) -> bool:
    return isinstance(spec, type) and attrs.has(spec) and spec not in KEEPS_NODE


@cache
def _converter() -> Any:
    # Not at the top: it takes half of the time of importing this layer.
    from cattrs import Converter
    from cattrs.gen import make_dict_structure_fn, override

    converter = Converter(detailed_validation=False)

    def of_class(spec: type[Any]) -> Callable[[Node, Any], Any]:
        attrs.resolve_types(spec)
        renamed: Any = {
            attribute.name: override(rename=key_of(attribute))
            for attribute in attrs.fields(spec)
            if attribute.name.endswith("_")
        }
        build: Any = make_dict_structure_fn(spec, converter, _cattrs_detailed_validation=False, **renamed)

        def hook(node: Node, _: Any) -> Any:
            if not node.is_mapping:
                raise Misshapen(node, "a mapping")
            try:
                return build(node, spec)
            except KeyError as error:
                raise Misshapen(node, f"the key `{error.args[0]}`") from error

        return hook

    converter.register_structure_hook_func(_is_origin(dict), _mapping)
    converter.register_structure_hook_func(_is_origin(list), _list)
    converter.register_structure_hook_func(_is_union, _either)
    converter.register_structure_hook_factory(_is_declaration, of_class)
    converter.register_structure_hook(int, _leaf(int, "a whole number"))
    converter.register_structure_hook(str, _leaf(str, "text"))
    converter.register_structure_hook(bool, _leaf(bool, "true or false"))
    for spec in KEEPS_NODE:
        converter.register_structure_hook(spec, _keep)
    return converter
