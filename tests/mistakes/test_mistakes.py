"""The mistakes of `corpus.yaml`: one message each, at the right line and column, with the right suggestion."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from sieges.authoring import starters
from sieges.study.checking import check

CORPUS: dict[str, Any] = YAML(typ="safe", pure=True).load(
    Path(__file__).with_name("corpus.yaml").read_text("utf-8")
)
FRESH: dict[str, dict[str, str]] = {}


def fresh(starter: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The files of a pack that was just begun."""
    if starter not in FRESH:
        monkeypatch.setattr(starters, "write_schemas", lambda folder: True)
        FRESH[starter] = {
            file.name: file.read_text("utf-8")
            for file in starters.begin(tmp_path / "begun" / "town", starter)
        }
    return FRESH[starter]


@pytest.mark.parametrize("name", CORPUS)
def test_a_mistake_is_said_once_where_it_is(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = CORPUS[name]
    texts = dict(fresh(case.get("on", "blank"), tmp_path, monkeypatch))
    for file, change in case["change"].items():
        if isinstance(change, str):
            texts[file] = texts.get(file, "") + change
        else:
            for old, new in zip(change[::2], change[1::2], strict=True):
                assert old in texts[file], f"the pack to begin with has no {old!r} any more"
                texts[file] = texts[file].replace(old, new, 1)
    folder = tmp_path / "town"
    folder.mkdir()
    for file, text in texts.items():
        (folder / file).write_text(text, "utf-8")
    (found,) = check(folder).found
    span = found.span
    assert span is not None
    line = texts[file].split("\n") if (file := span.file.rpartition("/")[2]) in texts else []
    marked = line[span.line - 1][
        span.column - 1 : span.end_column - 1 if span.line == span.end_line else None
    ]
    assert (f"{found.code} {found.message.replace(f'{folder}/', '')}", [file, marked]) == (
        case["says"],
        case["at"],
    )
    assert found.fix == case.get("fix")
    if "help" in case:
        assert found.help == case["help"]


def test_there_are_enough_of_them() -> None:
    assert len(CORPUS) >= 40
    assert len({case["says"].partition(" ")[0] for case in CORPUS.values()}) >= 30
