"""Schemas of one pack: those of the language, closed with the pack's own names, fields and types.

An editor that reads them completes locations, cards and procedures, and marks a name that nothing declares. What a
schema cannot know (names within expressions, locals) stays open: it suggests there, and `sieges check` finds the rest.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from attrs import define, field

from sieges.pack.merged import Entry, Merged
from sieges.pack.schema import Schema
from sieges.pack.sections import BUILT_IN_KINDS
from sieges.pack.write_schemas import schema_files

BODIES = {"location": "Location", "order": "Order", "card": "Card"}
"""Built-in kinds whose members have fields of the pack's own -> the definition of such a member."""

# Verb -> key -> whose names can stand there, and nothing else.
_NAMED: dict[str, dict[str, tuple[str, ...]]] = {
    "call": {"call": ("procedures",)},
    "roll": {"die": ("dice",)},
    "draw": {"from": ("decks",), "to": ("zones",)},
    "put": {"to": ("zones",)},
    "extend": {"extend": ("decks",)},
    "end": {"end": ("victory",)},
    "place": {"place": ("pieces",)},
    "remove": {"remove": ("pieces",)},
    "move": {"move": ("pieces",)},
}
# Verb -> key -> whose names are suggested where any expression may stand.
_SUGGESTED: dict[str, dict[str, tuple[str, ...]]] = {
    "set": {"set": ("variables", "tracks")},
    "adjust": {"adjust": ("variables", "tracks")},
    "reset": {"reset": ("variables", "tracks")},
    "choose": {"by": ("sides",)},
    "either": {"by": ("sides",)},
    "place": {"of": ("sides",), "at": ("locations",)},
    "remove": {"of": ("sides",), "at": ("locations",)},
    "move": {"of": ("sides",), "from": ("locations",), "to": ("locations",)},
}
_MEMBER = re.compile(r"an? (\w+)( or none)?")
_SET = re.compile(r"a (?:set|list) of (\w+)")


def narrowed_files(packs: Sequence[Merged], step_schema: Schema) -> dict[str, str]:
    """File name -> text of every schema, closed with what a pack declares in any of its modes.

    Args:
        packs: The pack, merged with each of its modes.
        step_schema: The schema of one step.
    """
    names = _Names(packs)
    files = {}
    for name, text in schema_files(step_schema).items():
        schema = json.loads(text)
        _narrow(schema, names)
        files[name] = json.dumps(schema, indent=1, ensure_ascii=False) + "\n"
    return files


@define
class _Names:
    """What a pack declares, over all its modes."""

    packs: Sequence[Merged]
    _titles: dict[str, str] = field(factory=dict)

    def section(self, name: str) -> dict[str, str]:
        """Ids of a section -> what people call them."""
        found: dict[str, str] = {}
        for merged in self.packs:
            for id_, entry in merged.section(name).items():
                found.setdefault(id_, _title(entry))
        return found

    def roles(self) -> dict[str, str]:
        return {
            role: f"the {bound} of this pack" for merged in self.packs for role, bound in merged.roles.items()
        }

    def of(self, sections: Iterable[str]) -> dict[str, str]:
        found: dict[str, str] = {}
        for name in sections:
            found |= self.section(name)
            if name == "sides":
                found |= self.roles()
        return found

    def members(self, kind: str) -> dict[str, str]:
        """Members of a kind, the copies' common names among them -> what people call them."""
        if kind in BUILT_IN_KINDS:
            return self.of([BUILT_IN_KINDS[kind]])
        found: dict[str, str] = {}
        for merged in self.packs:
            for id_, entry in merged.members.get(kind, {}).items():
                found.setdefault(id_, _title(entry))
        return found

    def kinds(self) -> dict[str, dict[str, Any]]:
        """Kind -> its fixed fields, the declarations of all packs and modes put together."""
        found: dict[str, dict[str, Any]] = {}
        for merged in self.packs:
            for id_, entry in merged.kinds.items():
                found.setdefault(id_, {}).update(entry.spec.fields or {})
        return found

    def plurals(self) -> dict[str, str]:
        """The word for the set of a kind's members -> the kind."""
        own = {
            entry.spec.plural: id_
            for merged in self.packs
            for id_, entry in merged.kinds.items()
            if entry.spec.plural is not None
        }
        return {f"{kind}s": kind for kind in BUILT_IN_KINDS} | own


def _title(entry: Entry) -> str:
    title = entry.node.get("title") if entry.node.is_mapping else None
    return str(title.value) if title is not None else ""


def _narrow(schema: Schema, names: _Names) -> None:
    defs = schema.get("$defs", {})
    kinds = names.kinds()
    for kind, definition in BODIES.items():
        if definition in defs:
            _close(defs[definition], kinds.get(kind, {}), names)
    own = {kind: fields for kind, fields in kinds.items() if kind not in BUILT_IN_KINDS}
    if "Member" in defs:
        plain = defs["Member"]
        for kind, fields in own.items():
            defs[f"Member_{kind}"] = _close(copy.deepcopy(plain), fields, names)
    _narrow_sections(schema.get("properties", {}), own)
    if "Location" in defs:
        properties = defs["Location"]["properties"]
        _choose(properties["owner"], names.of(["sides"]) | {"none": "nobody's"})
        _choose(properties["tags"]["items"], names.section("tags"))
        _choose(properties["holds"]["items"], names.section("pieces"))
        _choose(properties["neighbours"]["items"], names.section("locations"))
    if "Setup" in defs:
        markers = defs["Setup"]["properties"]["markers"]
        markers["propertyNames"] = _choose({}, names.section("locations"))
        markers["additionalProperties"]["propertyNames"] = _choose({}, names.section("pieces"))
    for definition in ("Example", "Odds"):
        if definition in defs:
            runs = names.section("procedures") | (
                {"sequence": "the game itself"} if definition == "Example" else {}
            )
            _choose(defs[definition]["properties"]["run"], runs)
    if "step" in defs:
        _narrow_steps(defs["step"]["dependentSchemas"], names)


def _narrow_sections(sections: Schema, own: Mapping[str, Any]) -> None:
    """The members of each kind of the pack's own, wherever members are declared, have its fields."""
    members = sections.get("members")
    if members is not None and own:
        each = members["additionalProperties"]
        members["properties"] = {
            kind: {**each, "additionalProperties": {"$ref": f"#/$defs/Member_{kind}"}} for kind in own
        }
        members["additionalProperties"] = False


def _narrow_steps(verbs: Schema, names: _Names) -> None:
    for verb, keys in _NAMED.items():
        for key, sections in keys.items():
            _choose(verbs[verb]["properties"][key], names.of(sections))
    for verb, keys in _SUGGESTED.items():
        for key, sections in keys.items():
            _suggest(verbs[verb]["properties"][key], names.of(sections))


def _close(body: Schema, fields: Mapping[str, Any], names: _Names) -> Schema:
    """A member's definition that takes the fields of its kind and no others."""
    for name, spec in fields.items():
        if name == "chart" and spec.type == "chart" and "chart" in body["properties"]:
            continue
        about = spec.title or spec.type
        typed = _typed(spec.type, names)
        body["properties"][name] = {"description": f"{about} ({spec.type})" if spec.title else about, **typed}
    if "chart" in body["properties"] and "chart" not in fields:
        del body["properties"]["chart"]
    body["additionalProperties"] = False
    return body


def _typed(words: str, names: _Names) -> Schema:
    """The schema of a field's value by its type in words; open where it is an expression that nobody can foresee."""
    if words.endswith(" per side"):
        each = _typed(words.removesuffix(" per side"), names)
        sides = dict.fromkeys(names.of(["sides"]), each)
        return {"anyOf": [{"type": "object", "properties": sides, "additionalProperties": False}, each]}
    if words == "steps":
        return {"$ref": "#/$defs/steps"}
    if words == "text":
        return {"type": ["string", "number"]}
    if words == "number":
        return {"type": ["integer", "string"]}
    if words == "condition":
        return {"type": ["boolean", "string"]}
    found = _MEMBER.fullmatch(words)
    if found is not None and (members := names.members(found[1])):
        return _choose({}, members | ({"none": "none of them"} if found[2] else {}))
    found = _SET.fullmatch(words)
    kind = names.plurals().get(found[1]) if found is not None else None
    if kind is not None and (members := names.members(kind)):
        return {"anyOf": [{"type": "array", "items": _choose({}, members)}, {"type": "string"}]}
    return {"$ref": "#/$defs/anything"}


def _choose(schema: Schema, names: Mapping[str, str]) -> Schema:
    """Let nothing stand there but these names, if there are any; what people call them is shown beside."""
    if names:
        schema.pop("examples", None)
        schema["enum"] = list(names)
        schema["markdownEnumDescriptions"] = [names[name] for name in names]
    return schema


def _suggest(schema: Schema, names: Mapping[str, str]) -> None:
    """Let any expression stand there, and offer these names."""
    if names and "$ref" in schema:
        expression = {"$ref": schema.pop("$ref")}
        schema["anyOf"] = [_choose({}, names), expression]
