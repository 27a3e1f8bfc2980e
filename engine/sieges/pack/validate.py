"""Holds what was read against the schema and says what does not fit in our own words, once and at the right place."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache, partial
from typing import Any

from sieges.pack.findings import Findings
from sieges.pack.node import Node
from sieges.pack.schema import Schema, file_schema, part_schema
from sieges.text.diagnostic import Diagnostic
from sieges.text.document import Document

_MOST_MESSAGES = 200


def validate(document: Document, kind: str, step_schema: Schema | None = None) -> list[Diagnostic]:
    """What is wrong with the shape of a whole file; nothing about what its reader has found wrong already.

    Args:
        document: The file.
        kind: `pack`, `rules` or a section: see `schema.file_schema`.
        step_schema: The schema of one step; None takes any mapping.
    """
    if not isinstance(document.data, dict):
        return []
    root = Node(document, (), document.data)
    return _validate(root, "file", kind, step_schema)


def validate_part(node: Node, definition: str, step_schema: Schema | None = None) -> list[Diagnostic]:
    """What is wrong with the shape of a part, such as `steps`, `rule`, `expression` or `Chart`.

    For values of which only the kinds of a pack say what they are.
    """
    return _validate(node, "part", definition, step_schema)


def _validate(node: Node, what: str, name: str, step_schema: Schema | None) -> list[Diagnostic]:
    validator = _validator(
        what, name, None if step_schema is None else json.dumps(step_schema, sort_keys=True)
    )
    findings = Findings(node)
    for number, error in enumerate(validator.iter_errors(node.value)):
        if number >= _MOST_MESSAGES:
            break
        findings.add(error)
    return findings.diagnostics()


@cache
def _validator(what: str, name: str, step_schema: str | None) -> Any:
    # Not at the top: it takes longer to import than everything else of this layer.
    from jsonschema import Draft202012Validator
    from jsonschema.validators import extend
    from referencing import Registry

    step = None if step_schema is None else json.loads(step_schema)
    schema = file_schema(name, step) if what == "file" else part_schema(name, step)
    # An empty registry retrieves nothing, from wherever a reference may point.
    quick: Any = extend(  # type: ignore[no-untyped-call]
        Draft202012Validator, {"anyOf": partial(_any_of, Draft202012Validator.VALIDATORS["anyOf"])}
    )
    return quick(schema, registry=Registry())


def _any_of(
    general: Any, validator: Any, branches: list[Schema], instance: Any, schema: Schema
) -> Iterator[Any]:
    """`anyOf`; the usual case of an object that has one of several keys is decided without a validator for each."""
    if isinstance(instance, dict) and any(
        branch.keys() == {"required"} and all(name in instance for name in branch["required"])
        for branch in branches
    ):
        return
    yield from general(validator, branches, instance, schema)
