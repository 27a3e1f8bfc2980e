"""JSON Schemas (draft 2020-12) made from the declarations: attrs to schema, never back.

One self-contained schema for each kind of file. Objects of the language are closed; bodies of locations, orders,
cards and members are open, since packs declare fields of their own. The schema of a step comes from the language
layer; wherever steps may stand, the schemas refer to it as `#/$defs/step`. It may use `#/$defs/steps`,
`#/$defs/expression`, `#/$defs/rule`, `#/$defs/source` and `#/$defs/id`, and bring `$defs` of its own.
"""

from __future__ import annotations

import re
import types
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Union, get_args, get_origin

import attrs

from sieges.pack import declarations as d
from sieges.pack.sections import (
    CHANGEABLE,
    ENTRY_SECTIONS,
    LANGUAGE,
    MOST_ID,
    REPLACEABLE,
    RESERVED,
    SECTIONS,
    Section,
    Shape,
)
from sieges.pack.structure import KEEPS_NODE, declaration_classes, key_of
from sieges.pack.wording import with_article

Schema = dict[str, Any]

DRAFT = "https://json-schema.org/draft/2020-12/schema"
ANY_STEP: Schema = {"type": "object", "minProperties": 1}
"""What a step is where nobody says better."""

SPECIAL_DEFS = ("step", "steps", "expression", "rule", "source", "id", "anything")

_WORDS = {
    d.Manifest: "the manifest",
    d.Requires: "`requires`",
    d.StateField: "a state field",
    d.Setup: "`setup`",
    d.Campaign: "`campaign`",
    d.Rulebook: "`rulebook`",
    d.Display: "`display`",
    d.ShownCharts: "`charts` of a display",
    d.ShownLine: "a line of a display",
    d.ShownStanding: "what stands on locations",
    d.ShownBoard: "`board` of a display",
    d.ShownLocation: "a location of a display",
    d.Terminal: "`terminal`",
    d.Given: "`given`",
    d.Ending: "an ending",
    d.Option: "an option",
    d.Told: "what is told",
    d.Odds: "a situation",
    d.ShownOdds: "`odds` of a choice",
}
_VALUE = ["string", "number", "boolean", "object", "array"]
_SCALAR = ["string", "number", "boolean"]


def schema_names() -> list[str]:
    """The kinds of file that have a schema: `pack`, `rules`, and each section."""
    return ["pack", "rules", *SECTIONS]


def file_schema(name: str, step_schema: Schema | None = None) -> Schema:
    """The schema of a kind of file.

    Args:
        name: `pack` for the manifest (with sections), `rules` for any sections, or a section.
        step_schema: The schema of one step; None takes any mapping.

    Raises:
        KeyError: there is no such kind of file.
    """
    if name == "pack":
        root = _object(d.Manifest)
        root["properties"]["language"] |= {"const": LANGUAGE}
        root["properties"] |= _section_properties(SECTIONS)
        about = "The manifest of a pack (pack.yaml), with sections"
    elif name == "rules":
        root = {
            "title": "a file of a pack",
            "type": "object",
            "properties": _file_source() | _section_properties(SECTIONS),
            "additionalProperties": False,
        }
        about = "A file of a pack, with any sections"
    else:
        root = {
            "title": "a file of a pack",
            "type": "object",
            "properties": _file_source() | _section_properties([name]),
            "additionalProperties": False,
        }
        about = f"A file of a pack that is called after the section `{name}`. {SECTIONS[name].about}."
    return _whole(root, name, about, step_schema)


def part_schema(definition: str, step_schema: Schema | None = None) -> Schema:
    """The schema of a part that stands by itself: one of `SPECIAL_DEFS`, or a declaration such as `Chart`."""
    return _whole(
        {"$ref": f"#/$defs/{definition}"}, definition, f"A part of a pack: {definition}", step_schema
    )


def _whole(root: Schema, name: str, about: str, step_schema: Schema | None) -> Schema:
    step = dict(ANY_STEP if step_schema is None else step_schema)
    defs = _definitions()
    defs |= step.pop("$defs", {})
    defs["step"] = {"title": "a step", **step}
    top: Schema = {"$schema": DRAFT, "title": f"sieges: {name}", **_described(about), **root}
    used = _reachable(top, defs)
    if used:
        top["$defs"] = {key: defs[key] for key in defs if key in used}
    return top


def _described(text: str) -> Schema:
    plain = {"description": text}
    return plain | {"markdownDescription": text} if "`" in text else plain


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


# --- from attrs classes to objects ----------------------------------------------------------------


def _object(spec: type[Any]) -> Schema:
    """The closed object of a declaration."""
    properties: Schema = {}
    required: list[str] = []
    for attribute in _attributes(spec):
        name = key_of(attribute)
        properties[name] = _property(attribute)
        if attribute.default is attrs.NOTHING:
            required.append(name)
    words = _WORDS.get(spec) or with_article(re.sub(r"(?<!^)(?=[A-Z])", " ", spec.__name__).lower())
    result: Schema = {"title": words, "type": "object", "properties": properties}
    if required:
        result["required"] = required
    result["additionalProperties"] = False
    return result


def _attributes(spec: type[Any]) -> tuple[attrs.Attribute[Any], ...]:
    """The fields of a declaration, their types found: whichever schema is asked for first."""
    attrs.resolve_types(spec)
    found: tuple[attrs.Attribute[Any], ...] = attrs.fields(spec)
    return found


def _property(attribute: attrs.Attribute[Any]) -> Schema:
    metadata = attribute.metadata
    result = _described(metadata["description"]) | _type(attribute.type, ids=metadata.get("ids", False))
    if metadata.get("one_of"):
        result["enum"] = list(metadata["one_of"])
    if metadata.get("example") is not None:
        result["examples"] = [metadata["example"]]
    return result


def _type(spec: Any, *, ids: bool = False) -> Schema:
    """The schema of a type as it stands in a declaration."""
    special = {
        str: {"type": "string"},
        int: {"type": "integer"},
        bool: {"type": "boolean"},
        d.Expression: _ref("expression"),
        d.Rule: _ref("rule"),
        d.Steps: _ref("steps"),
        d.Anything: _ref("anything"),
        d.Source: _ref("source"),
    }
    if spec is str and ids:
        return _ref("id")
    if spec in special:
        return dict(special[spec])
    arguments = get_args(spec)
    if get_origin(spec) is list:
        return {"type": "array", "items": _type(arguments[0])}
    if get_origin(spec) is dict:
        names = {"propertyNames": _ref("id")} if ids else {}
        return {"type": "object", **names, "additionalProperties": _type(arguments[1])}
    if get_origin(spec) in (Union, types.UnionType):
        options = [option for option in arguments if option is not type(None)]
        if len(options) == 1:
            return _type(options[0], ids=ids)
        return _union(
            [_object(o) if attrs.has(o) and o not in KEEPS_NODE else _type(o, ids=ids) for o in options]
        )
    if attrs.has(spec):
        return _ref(spec.__name__)
    raise TypeError(f"no schema for {spec!r}")


def _union(options: list[Schema]) -> Schema:
    """One schema for several types: each keyword speaks of one type only, so they stand side by side."""
    result: Schema = {"type": [option["type"] for option in options]}
    for option in options:
        result |= {key: value for key, value in option.items() if key != "type"}
    return result


def _definitions() -> Schema:
    """All definitions that schemas refer to."""
    defs: Schema = {spec.__name__: _object(spec) for spec in declaration_classes()}
    for section in SECTIONS.values():
        if section.shape in (Shape.BODIES, Shape.MEMBERS):
            body = defs[section.spec.__name__]
            body["properties"]["chart"] = {
                **_described("What a die and a column do, where the pack declares such a field"),
                "if": {"type": "object"},
                "then": _ref("Chart"),
            }
            body["additionalProperties"] = _ref("anything")
    defs["Kind"]["properties"]["members"]["additionalProperties"] = _ref("Member")
    # A side has the fields that packs give it, and is no body of its own: the keys beside them are read.
    defs["Side"]["additionalProperties"] = _ref("anything")
    defs["Grid"]["properties"]["legend"]["additionalProperties"] = _ref("Location")
    defs["Deck"]["properties"]["packets"] |= {"minItems": 1}
    defs["Chart"]["properties"]["rows"]["additionalProperties"]["items"] = {"type": ["string", "integer"]}
    return defs | _special_definitions() | _overlay_definitions(defs)


def _special_definitions() -> Schema:
    clauses = {"type": ["string", "array"], "items": {"type": "string"}}
    return {
        "id": {
            "title": "an id",
            **_described(f"Small letters, digits and `_`, a letter first, at most {MOST_ID} characters"),
            "type": "string",
            "pattern": r"^[a-z][a-z0-9_]*$",
            "maxLength": MOST_ID,
            "not": {"enum": sorted(RESERVED)},
        },
        "expression": {"title": "an expression", "type": _SCALAR},
        "rule": {
            "title": "a condition",
            **_described("A condition in its plain form, or an expression"),
            "type": [*_SCALAR, "object", "array"],
        },
        "anything": {"title": "a value", "type": _VALUE},
        "steps": {"title": "a list of steps", "type": "array", "items": _ref("step")},
        "source": {
            "title": "a source",
            **_described("Clause ids, or a mapping with `status`, `clauses`, `at` and `why`"),
            "type": ["string", "array", "object"],
            "items": {"type": "string"},
            "properties": {
                "status": {"enum": list(d.Source.STATUSES)},
                "clauses": {**_described("The clauses of the rulebook"), **clauses},
                "at": {**_described("A place in the document"), "type": "string"},
                "why": {**_described("Why it is so"), "type": "string"},
            },
            "additionalProperties": False,
        },
    }


def verbs_schema(verbs: Mapping[str, type[Any]]) -> Schema:
    """The schema of one step, from the classes of the verbs: what the language layer hands to this one.

    The verb is seen by its key, so no modifier may be called like a verb.

    Raises:
        ValueError: a modifier of a verb is called like another verb.
    """
    shapes: Schema = {}
    for word, spec in verbs.items():
        shape = _object(spec)
        properties = shape["properties"]
        for name in properties:
            if name != word and name in verbs:
                raise ValueError(f"`{name}`, a modifier of `{word}`, is a verb")
        order = sorted(properties, key=lambda name: (name != word, name in ("label", "source")))
        about = _described((spec.__doc__ or "").strip().split("\n\n")[0].replace("\n", " "))
        shape |= about | {"title": f"`{word}`", "properties": {name: properties[name] for name in order}}
        shape["properties"][word] |= about
        del shape["type"]
        shapes[word] = shape
    return {
        "type": "object",
        "$comment": "verb",
        "anyOf": [{"required": [word]} for word in verbs],
        "dependentSchemas": shapes,
        "properties": {word: {**_described(shape["description"])} for word, shape in shapes.items()},
    }


# --- sections -------------------------------------------------------------------------------------


def _file_source() -> Schema:
    """A file may say where what it declares comes from."""
    (attribute,) = (known for known in _attributes(d.Manifest) if known.name == "source")
    found = _property(attribute)
    return {"source": found | _described("The default source of everything in this file")}


def _section_properties(names: Iterable[str]) -> Schema:
    return {name: _described(SECTIONS[name].about) | _section(SECTIONS[name]) for name in names}


def _entry(section: Section) -> Schema:
    if section.spec is d.Definition:
        return {"if": {"type": "object"}, "then": _ref("Definition"), "else": _ref("expression")}
    return _type(section.spec)


def _section(section: Section) -> Schema:
    """The schema of a whole section."""
    match section.shape:
        case Shape.ENTRIES | Shape.BODIES:
            names = {"propertyNames": _ref("id")} if section.ids else {}
            return {"type": "object", **names, "additionalProperties": _entry(section)}
        case Shape.MEMBERS:
            members = {"type": "object", "propertyNames": _ref("id"), "additionalProperties": _entry(section)}
            return {"type": "object", "additionalProperties": members}
        case Shape.SINGLE | Shape.STEPS:
            return _entry(section)
        case Shape.MODES:
            return {"type": "object", "propertyNames": _ref("id"), "additionalProperties": _ref("Mode")}
        case Shape.REPLACE:
            return _ref("Replace")
        case Shape.CHANGE:
            return _ref("Change")
        case Shape.REMOVE:
            return _ref("Remove")
        case Shape.AMEND:
            return {"type": "object", "additionalProperties": _ref("Amendment")}


def _changed_sections(classes: Schema) -> Iterator[tuple[str, Schema]]:
    """Sections as `change` has them: entries of which any keys may be left out."""
    for name in CHANGEABLE:
        section = SECTIONS[name]
        entry = {key: value for key, value in classes[section.spec.__name__].items() if key != "required"}
        entries: Schema = {"type": "object", "additionalProperties": {**entry, "minProperties": 1}}
        if section.shape is Shape.MEMBERS:
            entries = {"type": "object", "additionalProperties": entries}
        yield name, entries


def _overlay_definitions(classes: Schema) -> Schema:
    ids = {"type": "array", "items": {"type": "string"}}
    removable: Schema = dict.fromkeys((*ENTRY_SECTIONS, "modes"), ids)
    removable["members"] = {"type": "object", "additionalProperties": ids}
    in_modes = [name for name in SECTIONS if name != "modes"]
    return {
        "Mode": {
            "title": "a mode",
            "type": "object",
            "properties": {
                "title": {**_described("The name people see"), "type": "string"},
                "default": {**_described("Whether it is played when nobody says"), "type": "boolean"},
                "on": {**_described("The mode that it is laid over, as a variant of it"), "type": "string"},
                **_section_properties(in_modes),
            },
            "additionalProperties": False,
        },
        "Replace": {
            "title": "`replace`",
            "type": "object",
            "properties": _section_properties(REPLACEABLE),
            "additionalProperties": False,
        },
        "Change": {
            "title": "`change`",
            "type": "object",
            "properties": {
                name: _described(f"Keys of {SECTIONS[name].about.lower()} that get another value") | changed
                for name, changed in _changed_sections(classes)
            },
            "additionalProperties": False,
        },
        "Remove": {
            "title": "`remove`",
            "type": "object",
            "properties": removable,
            "additionalProperties": False,
        },
        "Amendment": {
            "title": "an amendment",
            "type": "object",
            "properties": {
                "before": {**_described("Steps done before it"), **_ref("steps")},
                "after": {**_described("Steps done after it"), **_ref("steps")},
                "instead": {**_described("Steps done instead of it"), **_ref("steps")},
            },
            "minProperties": 1,
            "additionalProperties": False,
        },
    }


def _references(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        reference = schema.get("$ref")
        if isinstance(reference, str):
            yield reference.removeprefix("#/$defs/")
        for value in schema.values():
            yield from _references(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from _references(value)


def _reachable(root: Schema, defs: Schema) -> set[str]:
    """The definitions that `root` needs.

    Raises:
        KeyError: a schema refers to a definition that is not there.
    """
    seen: set[str] = set()
    waiting = list(_references(root))
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting += _references(defs[name])
    return seen
