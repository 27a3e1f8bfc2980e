"""Every excerpt of docs/language.md that is not pending is of the shape that the page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sieges.pack.finder import load_pack
from sieges.pack.sections import SECTIONS
from sieges.pack.validate import validate
from sieges.pack.write_schemas import STEPS, step_schema_at
from sieges.text import read_text
from tests.pack.packs import said

PAGE = Path(__file__).resolve().parents[2] / "docs" / "language.md"


def excerpts() -> list[tuple[int, str]]:
    """Line and text of each block of YAML that is built already."""
    text = PAGE.read_text("utf-8")
    blocks = re.finditer(r"^```yaml\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    found = [(text.count("\n", 0, block.start(1)) + 1, block[1]) for block in blocks]
    return [(line, block) for line, block in found if not block.startswith("# pending")]


def file_of(block: str) -> str | None:
    named = re.match(r"# file: (\S+)\n", block)
    return named[1] if named else None


@pytest.mark.parametrize(
    ("line", "block"), excerpts(), ids=lambda value: str(value) if isinstance(value, int) else ""
)
def test_each_excerpt_fits_the_schema(line: int, block: str) -> None:
    # Line breaks before it, so that places are those of the page.
    document = read_text("\n" * (line - 1) + block, "docs/language.md")
    assert [f"{finding.span}: {finding.message}" for finding in document.diagnostics] == []
    kind = "pack" if file_of(block) else "rules"
    found = validate(document, kind, step_schema_at(STEPS))
    assert [f"{finding.span}: {finding.message}" for finding in found] == []


def test_the_excerpts_together_are_a_pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of sections 1 to 8 and 10 make one pack; that of section 9 extends the base beside it."""
    monkeypatch.chdir(tmp_path)
    manifests = [(file_of(block), block) for _, block in excerpts() if file_of(block)]
    blocks = [block for _, block in excerpts() if not file_of(block)]
    (tmp_path / "hill_fort").mkdir()
    (tmp_path / "hill_fort" / "pack.yaml").write_text(manifests[0][1])
    for number, block in enumerate(blocks):
        if not block.startswith("replace:"):
            (tmp_path / "hill_fort" / f"part_{number:02}.yaml").write_text(block)
    merged, found, _ = load_pack("hill_fort")
    assert said(found) == []
    assert merged is not None
    assert list(merged.kinds) == ["order", "segment", "unit", "scout", "feature"]
    assert merged.rulebook is not None

    changes = next(block for block in blocks if block.startswith("replace:"))
    base = 'define: {city: "[gate]"}\ncards: {omen: {}}\ndecks: {fate: {pools: {}, packets: [{}]}}\n'
    base += "procedures: {lose_troops: {steps: [{nothing: x, label: loss}]}}\n"
    top = (
        "sides: {raiders: {}, villagers: {}}\ntracks: {morale: {to: 3, start: 1}}\nlocations: {village: {}}\n"
    )
    for name, block in manifests[1:]:
        assert name is not None
        path = tmp_path / "extended" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block)
    (tmp_path / "extended" / "base" / "all.yaml").write_text(base)
    (tmp_path / "extended" / "changes.yaml").write_text(changes)
    (tmp_path / "extended" / "more.yaml").write_text(top)
    merged, found, _ = load_pack("extended")
    assert said(found) == []
    assert merged is not None
    assert [entry.id for entry in merged.packs] == ["base", "hill_fort"]
    assert list(merged.amendments) == ["lose_troops.loss"]
    assert merged.roles == {"besieger": "raiders", "besieged": "villagers"}


def test_the_table_of_sections_lists_all_and_no_other() -> None:
    rows = re.findall(r"^\| (`.*?) \| ", PAGE.read_text("utf-8").split("## 2.")[0], re.MULTILINE)
    assert {name for row in rows for name in re.findall(r"`(\w+)`", row)} == set(SECTIONS)
