"""The shipped schemas: fresh, whole, closed, and in step with the declarations."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest
from jsonschema import Draft202012Validator
from referencing import Registry

from sieges.pack import declarations
from sieges.pack.merged import Merged
from sieges.pack.schema import file_schema, part_schema, schema_names, verbs_schema
from sieges.pack.sections import ENTRY_SECTIONS, RESERVED, SECTIONS, is_id, plain_id
from sieges.pack.structure import declaration_classes, key_of
from sieges.pack.write_schemas import STEPS, main, schema_files, stale, step_schema_at, write


def below(value: Any) -> Iterator[Any]:
    yield value
    for child in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from below(child)


def test_the_committed_schemas_are_fresh(repository: Path) -> None:
    """If this fails, run `make schemas`."""
    assert stale(repository / "schemas", step_schema_at(STEPS)) == []


@pytest.mark.parametrize("name", schema_names())
def test_each_schema_is_whole_and_valid(name: str) -> None:
    schema = file_schema(name)
    Draft202012Validator.check_schema(schema)
    for value in below(schema):
        if isinstance(value, dict):
            assert "oneOf" not in value
            assert "unevaluatedProperties" not in value
            reference = value.get("$ref")
            if isinstance(reference, str):
                assert reference.removeprefix("#/$defs/") in schema["$defs"]
    # Closed: an object with known keys says what is with the others.
    for value in [schema, *schema.get("$defs", {}).values()]:
        if "properties" in value:
            assert "additionalProperties" in value
    validator = Draft202012Validator(schema, registry=Registry())
    assert validator.is_valid({}) == (name != "pack")


def test_each_section_has_a_file_and_each_mapping_of_entries_a_place_in_what_is_merged() -> None:
    assert set(schema_files()) == {f"{name}.schema.json" for name in ("pack", "rules", *SECTIONS)}
    assert {*ENTRY_SECTIONS, "members"} <= {field.name for field in attrs.fields(Merged)}


@pytest.mark.parametrize("spec", declaration_classes(), ids=lambda spec: spec.__name__)
def test_each_key_has_a_description(spec: type[Any]) -> None:
    schema = part_schema(spec.__name__)["$defs"][spec.__name__]
    for field in attrs.fields(spec):
        described = schema["properties"][key_of(field)]
        assert described["description"] == field.metadata["description"]
        assert described["description"][0].isupper() or described["description"][0] == "`"
        assert (key_of(field) in schema.get("required", ())) == (field.default is attrs.NOTHING)
    unknown = set(schema["properties"]) - {key_of(field) for field in attrs.fields(spec)}
    assert unknown <= {"chart"}


def test_descriptions_of_code_words_have_a_markdown_twin() -> None:
    for name in schema_names():
        for value in below(file_schema(name)):
            if isinstance(value, dict) and isinstance(value.get("description"), str):
                assert ("`" in value["description"]) == ("markdownDescription" in value)


def test_a_step_schema_is_put_in_wherever_steps_stand() -> None:
    step = {"type": "object", "required": ["verb"], "properties": {"verb": {"$ref": "#/$defs/word"}}}
    step["$defs"] = {"word": {"enum": ["go"]}}
    for name, data in [
        ("sequence", {"sequence": [{}]}),
        ("procedures", {"procedures": {"p": {"steps": [{"verb": 3}]}}}),
        ("results", {"results": {"-": [{}]}}),
        ("rules", {"setup": {"steps": [{}]}}),
        ("pack", {"language": 1, "pack": "a", "title": "A", "version": "1", "sequence": [{}]}),
        ("charts", {"charts": {"c": {"columns": "k", "rows": {}, "tokens": {"C": [{}]}}}}),
        ("amend", {"amend": {"a.b": {"after": [{}]}}}),
        ("modes", {"modes": {"m": {"replace": {"sequence": [{}]}}}}),
        ("replace", {"replace": {"procedures": {"p": {"steps": [{}]}}}}),
        ("examples", {"examples": {"e": {"given": {"steps": [{}]}}}}),
    ]:
        schema = file_schema(name, step)
        Draft202012Validator.check_schema(schema)
        assert "word" in schema["$defs"]
        assert not Draft202012Validator(schema, registry=Registry()).is_valid(data), name
        went = json.loads(
            json.dumps(data).replace("[{}]", '[{"verb": "go"}]').replace('"verb": 3', '"verb": "go"')
        )
        assert Draft202012Validator(schema, registry=Registry()).is_valid(went), name


def test_a_reference_to_nothing_is_an_error_of_who_hands_it_in() -> None:
    with pytest.raises(KeyError):
        file_schema("sequence", {"$ref": "#/$defs/nothing"})
    with pytest.raises(KeyError):
        file_schema("nothing")


def test_schemas_are_written_once_and_swept(tmp_path: Path) -> None:
    assert len(write(tmp_path)) == len(schema_names())
    assert write(tmp_path) == []
    (tmp_path / "old.schema.json").write_text("{}")
    (tmp_path / "tags.schema.json").write_text("{}")
    (tmp_path / "notes.txt").write_text("stays")
    assert stale(tmp_path) == ["old.schema.json", "tags.schema.json"]
    assert write(tmp_path) == ["old.schema.json", "tags.schema.json"]
    assert stale(tmp_path) == []
    assert (tmp_path / "notes.txt").exists()
    assert stale(tmp_path, verbs_schema({})) != []


def test_the_command(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sieges.pack import write_schemas

    monkeypatch.setattr(write_schemas, "schemas_folder", lambda: tmp_path)
    assert main(["--check", "--steps", "sieges.no_such_module:f"]) == 1
    captured = capsys.readouterr()
    assert "stale: tags.schema.json" in captured.out
    assert "any mapping passes for a step" in captured.err
    assert main(["--steps", "sieges.no_such_module:f"]) == 0
    assert main(["--check", "--steps", "sieges.no_such_module:f"]) == 0
    assert step_schema_at("no_such_package.module:f") is None
    assert step_schema_at("sieges.pack.schema:no_such_function") is None


def test_ids() -> None:
    for good in ("a", "great_harbor", "w1", "x" * 60, "match"):
        assert is_id(good)
    for bad in ("", "A", "1a", "_a", "a-b", "a b", "é", "x" * 61, "a\n", *RESERVED, 3, None):
        assert not is_id(bad)
        if isinstance(bad, str) and bad.strip("_-"):
            plain = plain_id(bad)
            assert plain is None or is_id(plain)
    assert plain_id("Great Harbor!") == "great_harbor"
    assert plain_id("!") is None


def test_all_names_of_the_declarations_are_exported() -> None:
    for name in ("Anything", "Expression", "Rule", "Source", "Steps"):
        assert name in declarations.__all__
