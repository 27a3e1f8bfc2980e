"""Packs to begin with: a small siege that plays at once, copied under a name of one's own."""

from __future__ import annotations

import json
import re
from pathlib import Path

from sieges.authoring.narrowing import narrowed_files
from sieges.language.verbs import step_schema
from sieges.locate import starters_folder
from sieges.pack.finder import load_pack
from sieges.pack.merged import Merged
from sieges.pack.schema import Schema
from sieges.pack.sections import MANIFEST, plain_id
from sieges.pack.write_schemas import schema_files

BLANK = "blank"
SCHEMAS = ".schemas"
"""The folder, within a pack, of the schemas that its files name in their first line; no part of the pack."""

_ID, _TITLE = "my_siege", "My Siege"
_MODELINE = re.compile(r"(# yaml-language-server: \$schema=)\S*?([a-z_]+\.schema\.json)")
_SETTINGS = {
    "yaml.schemas": {},
    "yaml.format.enable": False,
    "editor.tabSize": 2,
    "editor.insertSpaces": True,
}


class CannotBegin(ValueError):
    """A pack cannot be begun there, or under that name; the message says why."""


def starters() -> list[str]:
    """The names of the packs to begin with, the plainest first."""
    names = sorted(folder.name for folder in starters_folder().iterdir() if (folder / MANIFEST).is_file())
    return sorted(names, key=lambda name: name != BLANK)


def begin(folder: Path, starter: str = BLANK, title: str | None = None) -> list[Path]:
    """Write a pack to begin with into a new folder, whose name becomes the id of the pack.

    Args:
        folder: The folder; it must not be there yet, or be empty.
        starter: One of `starters()`.
        title: What people call it; made of the id where it is left out.

    Returns:
        The files of the pack that were written, the manifest first.

    Raises:
        CannotBegin: the name is no id, something stands there already, or there is no such starter.
        OSError: it cannot be written.
    """
    id_ = folder.name
    if plain_id(id_) != id_:
        near = f" Call it `{plain}`." if (plain := plain_id(id_)) else ""
        raise CannotBegin(
            f"`{id_}` cannot be the id of a pack: small letters, digits and `_`, a letter first.{near}"
        )
    if starter not in starters():
        raise CannotBegin(
            f"There is nothing to begin with called `{starter}`; there are: {', '.join(starters())}."
        )
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CannotBegin(f"{folder} is there already, and not empty. Nothing was written.")
    words = title or " ".join(part.capitalize() for part in id_.split("_"))
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    files = (starters_folder() / starter).glob("*.yaml")
    for path in sorted(files, key=lambda path: (path.name != MANIFEST, path.name)):
        text = _MODELINE.sub(rf"\g<1>{SCHEMAS}/\g<2>", path.read_text("utf-8"))
        text = text.replace(f"title: {_TITLE}\n", f"title: {json.dumps(words, ensure_ascii=False)}\n")
        text = text.replace(_TITLE, _plain(words)).replace(_ID, id_)
        (folder / path.name).write_text(text, "utf-8", newline="\n")
        written.append(folder / path.name)
    write_schemas(folder)
    return written


def write_schemas(folder: Path) -> bool:
    """Write schemas that know the names of the pack in `folder`, and settings for editors, beside its files.

    Returns:
        Whether the pack could be read that far; if not, the schemas know the language alone.

    Raises:
        OSError: they cannot be written.
    """
    steps = step_schema()
    packs = _packs(folder, steps)
    files = narrowed_files(packs, steps) if packs else schema_files(steps)
    place = folder / SCHEMAS
    place.mkdir(exist_ok=True)
    for name, text in files.items():
        (place / name).write_text(text, "utf-8", newline="\n")
    settings = folder / ".vscode" / "settings.json"
    if not settings.exists():
        settings.parent.mkdir(exist_ok=True)
        globs = {f"{SCHEMAS}/pack.schema.json": [MANIFEST], f"{SCHEMAS}/rules.schema.json": ["*.yaml"]}
        text = json.dumps(_SETTINGS | {"yaml.schemas": globs}, indent=2) + "\n"
        settings.write_text(text, "utf-8", newline="\n")
    return bool(packs)


def _packs(folder: Path, steps: Schema) -> list[Merged]:
    """The pack, merged with each of its modes; none where it has mistakes that stand in the way."""
    first, _, _ = load_pack(folder, None, steps)
    if first is None:
        return []
    others = [load_pack(folder, mode, steps)[0] for mode in first.modes if mode != first.mode]
    return [first, *(merged for merged in others if merged is not None)]


def _plain(words: str) -> str:
    """A title as it can stand within a line of YAML that is not quoted."""
    return words if re.fullmatch(r"[\w ']+", words) else "The siege"
