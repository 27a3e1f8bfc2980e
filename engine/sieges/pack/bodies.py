"""The shape of what stands in fields of a pack's own: section 2 of docs/language.md.

The shipped schemas are open where packs declare fields; only what was merged says which of them hold steps or
charts. Whether a field is known, missing, or of the right type is for the language layer to say.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sieges.pack.merged import Entry, Merged
from sieges.pack.sections import BUILT_IN_KINDS
from sieges.pack.validate import validate_part
from sieges.text.diagnostic import Diagnostic

_PARTS = {"steps": "steps", "chart": "Chart"}
"""Types of fields, in words, that have a shape: what the schema calls it."""


def check_bodies(merged: Merged, step_schema: dict[str, Any] | None = None) -> list[Diagnostic]:
    """What is wrong with the shape of steps and charts in fields of members, and in the defaults of such fields."""
    found: list[Diagnostic] = []
    for kind, entry in merged.kinds.items():
        shaped = {
            name: _PARTS[field.type] for name, field in entry.spec.fields.items() if field.type in _PARTS
        }
        for name, part in shaped.items():
            declared = merged.field_node(kind, name)
            default = declared.get("default") if declared is not None else None
            if default is not None and default.value != "none":
                found += validate_part(default, part, step_schema)
            for member in _members(merged, kind):
                value = member.node.get(name)
                # A chart that is a mapping was seen by the schema of its file already.
                if value is None or value.value == "none" or (part == "Chart" and value.is_mapping):
                    continue
                found += validate_part(value, part, step_schema)
    return found


def _members(merged: Merged, kind: str) -> Iterator[Entry]:
    if kind in BUILT_IN_KINDS:
        yield from merged.section(BUILT_IN_KINDS[kind]).values()
    yield from merged.members.get(kind, {}).values()
