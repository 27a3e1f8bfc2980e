"""What the tests of packs share."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent

import pytest

from sieges.pack.finder import load_pack
from sieges.pack.merged import Merged
from sieges.text.diagnostic import Diagnostics
from tests.pack.packs import Load, Write, manifest


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Writes packs below a folder that is also the current one: `write(hill={"": manifest, "tags": text})`.

    The text under "" is what stands in pack.yaml below the four lines every manifest has.
    """
    monkeypatch.chdir(tmp_path)

    def write(**packs: Mapping[str, str]) -> Path:
        for id_, files in packs.items():
            for name, text in files.items():
                path = tmp_path / id_ / f"{name or 'pack'}.yaml"
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(manifest(id_, text) if name == "" else dedent(text).lstrip("\n"), "utf-8")
        return tmp_path

    return write


@pytest.fixture
def load(write: Write) -> Load:
    """Writes packs and loads the last one: `load(base={...}, hill={...}, mode="quick")`."""

    def load(mode: str | None = None, **packs: Mapping[str, str]) -> tuple[Merged | None, Diagnostics]:
        write(**packs)
        merged, found, _ = load_pack(f"./{list(packs)[-1]}", mode)
        return merged, found

    return load
