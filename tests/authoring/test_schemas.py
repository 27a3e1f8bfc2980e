"""Schemas with a pack's own names: what our packs say passes, what nothing declares does not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from sieges.authoring.narrowing import narrowed_files
from sieges.authoring.starters import SCHEMAS, begin, write_schemas
from sieges.language.verbs import step_schema
from sieges.pack.finder import load_pack
from sieges.pack.folder import load_folder
from sieges.pack.sections import MANIFEST

PACKS = ["syracuse", "thermopylae", "skirmish", "examples/ambracia", "tests/packs/hill_fort"]


def schemas(folder: Path) -> dict[str, Draft202012Validator]:
    first = load_pack(folder, None, step_schema())[0]
    assert first is not None
    packs = [load_pack(folder, mode, step_schema())[0] for mode in first.modes] or [first]
    files = narrowed_files([pack for pack in packs if pack is not None], step_schema())
    return {
        name: Draft202012Validator(json.loads(files[f"{name}.schema.json"])) for name in ("pack", "rules")
    }


@pytest.fixture
def town(tmp_path: Path) -> Path:
    begin(tmp_path / "town", "great_sieges")
    return tmp_path / "town"


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Draft202012Validator]:
    folder = tmp_path_factory.mktemp("authoring") / "town"
    begin(folder, "great_sieges")
    return schemas(folder)


@pytest.mark.parametrize("pack", PACKS)
def test_what_our_packs_say_passes(pack: str, repository: Path) -> None:
    place = repository / pack
    folder = place if place.is_dir() else repository / "scenarios" / pack
    known = schemas(folder)
    for document in load_folder(folder, pack).documents:
        if document.source.path_shown.rpartition("/")[2].startswith("examples"):
            continue  # thousands of lines of a few keys
        validator = known["pack" if document.source.path_shown.endswith(MANIFEST) else "rules"]
        assert [error.message for error in validator.iter_errors(document.data)] == []


SLIPS: dict[str, Any] = {
    "owner": {"locations": {"tower": {"owner": "amry"}}},
    "tag": {"locations": {"tower": {"tags": ["lnad"]}}},
    "piece": {"locations": {"tower": {"holds": ["trop"]}}},
    "field of an order": {"orders": {"wait": {"requries": True}}},
    "field of a card": {"cards": {"rain": {"counter_order": "hold_fires"}}},
    "member of a set": {"orders": {"wait": {"losses": {"army": ["trenches"]}}}},
    "side of a field": {"orders": {"wait": {"losses": {"amry": ["trench"]}}}},
    "field of a member": {"members": {"segment": {"line_5": {"works": "line"}}}},
    "kind": {"members": {"segments": {"line_5": {"work": "line"}}}},
    "marker": {"setup": {"markers": {"camps": {"troop": 1}}}},
    "procedure": {"procedures": {"p": {"steps": [{"call": "lose_trops"}]}}},
    "die": {"procedures": {"p": {"steps": [{"roll": "r", "die": "dice"}]}}},
    "zone": {"procedures": {"p": {"steps": [{"draw": "c", "from": "draw_deck", "to": "table"}]}}},
    "ending": {"procedures": {"p": {"steps": [{"end": "over"}]}}},
    "run of an example": {"examples": {"e": {"run": "trun"}}},
}


@pytest.mark.parametrize("slip", SLIPS)
def test_a_name_that_nothing_declares_is_marked(slip: str, narrow: dict[str, Draft202012Validator]) -> None:
    assert list(narrow["rules"].iter_errors(SLIPS[slip])) != []


def test_names_of_the_base_of_roles_and_of_all_modes_are_known(
    narrow: dict[str, Draft202012Validator],
) -> None:
    move = {"call": "redeploy", "with": {"side": "army", "most": 1}}
    rules = {
        "locations": {"tower": {"owner": "besieger"}},
        "procedures": {"p": {"steps": [move, {"end": "campaign_over"}]}},
        "cards": {"rain": {"counter_order": "dig", "lends": [{"roll": "r", "die": "leader_die"}]}},
    }
    assert list(narrow["rules"].iter_errors(rules)) == []


def test_a_pack_with_mistakes_gets_the_schemas_of_the_language(town: Path) -> None:
    (town / "more.yaml").write_text("locations: {tower: {onwer: army}}\nlocation: {}\n", "utf-8")
    assert not write_schemas(town)
    schema = json.loads((town / SCHEMAS / "rules.schema.json").read_text("utf-8"))
    assert "enum" not in schema["$defs"]["Location"]["properties"]["owner"]


def test_settings_of_ones_own_are_left_alone(town: Path) -> None:
    settings = town / ".vscode" / "settings.json"
    settings.write_text("{}", "utf-8")
    assert write_schemas(town)
    assert settings.read_text("utf-8") == "{}"
