"""Finds packs by name or path, with the packs they extend, and does all passes of this layer over them.

Sections 1 and 9 of docs/language.md. No path leads out of the folder in which a pack lies.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from attrs import frozen

from sieges.locate import scenarios_folder
from sieges.pack import codes
from sieges.pack.archive import SUFFIX, BadArchive, unpacked
from sieges.pack.bodies import check_bodies
from sieges.pack.folder import Folder, load_folder, reads_language, shown_path
from sieges.pack.merge import merge
from sieges.pack.merged import Merged
from sieges.pack.modes import choose_mode, declared_anew
from sieges.pack.node import Node
from sieges.pack.sections import MANIFEST, is_id
from sieges.pack.validate import validate
from sieges.text.diagnostic import Diagnostic, Diagnostics, nearest
from sieges.text.document import Document
from sieges.text.reader import read_file
from sieges.text.spans import SourceFile

Sources = dict[str, SourceFile]
MOST_BASES = 8


def list_packs() -> list[tuple[str, str, Path]]:
    """The packs that came with the engine: name, title, folder, by name; bases are among them."""
    packs = []
    for name, folder in _shipped().items():
        data = read_file(folder / MANIFEST, f"{name}/{MANIFEST}").data
        title = data.get("title") if isinstance(data, dict) else None
        packs.append((name, title if isinstance(title, str) else name, folder))
    return packs


def packs_on(base: str) -> list[str]:
    """The packs that came with the engine and extend a base, by name."""
    data = {name: read_file(folder / MANIFEST, MANIFEST).data for name, folder in _shipped().items()}
    return [name for name, found in data.items() if isinstance(found, dict) and found.get("extends") == base]


def load_pack(
    name_or_path: str | os.PathLike[str],
    mode: str | None = None,
    step_schema: dict[str, Any] | None = None,
) -> tuple[Merged | None, Diagnostics, Sources]:
    """Read, validate and merge a pack, the packs it extends and one of its modes.

    Args:
        name_or_path: The name of a pack that came with the engine, or a path to a folder or its pack.yaml.
        mode: The mode; None for the default one.
        step_schema: The JSON Schema of one step, of the language layer; None takes any mapping for a step.

    Returns:
        The pack (None if it has errors), everything that was found, and the texts by the paths shown.
        Never raises for what a pack holds.
    """
    folders, found = read_folders(name_or_path)
    sources: Sources = {}
    for folder in folders:
        sources.update(folder.sources)
        if reads_language(folder):
            for document in folder.documents:
                found.extend(validate_file(folder, document, step_schema))
    if found.has_errors or not folders:
        return None, found, sources
    return merge_folders(folders, mode, step_schema, found), found, sources


def read_folders(name_or_path: str | os.PathLike[str]) -> tuple[list[Folder], Diagnostics]:
    """The pack and those it extends as they were read, the first base first; and what was found in doing so."""
    found = Diagnostics()
    folders = _folders(name_or_path, found)
    for folder in folders:
        found.extend(folder.diagnostics)
    return folders, found


def validate_file(folder: Folder, document: Document, step_schema: dict[str, Any] | None) -> list[Diagnostic]:
    """What is wrong with the shape of one file of a pack."""
    return validate(document, "pack" if document is folder.documents[0] else "rules", step_schema)


def merge_folders(
    folders: list[Folder], mode: str | None, step_schema: dict[str, Any] | None, found: Diagnostics
) -> Merged | None:
    """A pack, the packs it extends and one of its modes laid over each other; None after errors."""
    chosen, settled = choose_mode(folders, mode, found)
    if not settled:
        return None
    merged = _merged(folders, chosen, found)
    bodies = Diagnostics(check_bodies(merged, step_schema) if merged is not None else ())
    found.extend(bodies)
    return None if bodies.has_errors else merged


def _merged(folders: list[Folder], modes: tuple[str, ...], found: Diagnostics) -> Merged | None:
    """The packs laid over each other, the first base first; None as soon as one has errors."""
    base: Merged | None = None
    for place, folder in enumerate(folders):
        left_out = set[str]().union(*map(declared_anew, folders[place + 1 :]))
        merged, more = merge(folder, base, [mode for mode in modes if mode not in left_out])
        found.extend(more)
        if merged is None or more.has_errors:
            return None
        base = merged
    return base


def pack_places(name_or_path: str | os.PathLike[str]) -> list[Path]:
    """The folders of a pack and of the packs it extends, the pack first; empty where one is not found."""
    found = Diagnostics()
    place = _find(name_or_path, found)
    seen: list[_Place] = []
    while place is not None:
        seen.append(place)
        document = read_file(place.path / MANIFEST, place.manifest)
        extends = Node(document, (), document.data).get("extends")
        place = _base(place, extends, seen, found)
    return [] if found else [place.path for place in seen]


@frozen
class _Place:
    """Where a pack lies (the real path of its folder), and how messages call that."""

    path: Path
    shown: str

    @property
    def manifest(self) -> str:
        return shown_path(self.shown, MANIFEST)


def _shipped() -> dict[str, Path]:
    """The folders of the packs that came with the engine, by name."""
    try:
        folders = sorted(scenarios_folder().iterdir())
    except OSError:
        return {}
    return {folder.name: folder for folder in folders if (folder / MANIFEST).is_file()}


def _folders(name_or_path: str | os.PathLike[str], found: Diagnostics) -> list[Folder]:
    """The pack and those it extends, the first base first."""
    folders: list[Folder] = []
    seen: list[_Place] = []
    place = _find(name_or_path, found)
    while place is not None:
        seen.append(place)
        folder = load_folder(place.path, place.shown)
        for other in folders:
            if other.id == folder.id and folder.manifest is not None and other.extends is not None:
                message = f"a pack extends another one with the same id, `{folder.id}`"
                found.add(Diagnostic(codes.EXTENDS, "error", message, other.extends.span))
        folders.append(folder)
        place = _base(place, folder.extends, seen, found) if reads_language(folder) else None
    return folders[::-1]


def _find(name_or_path: str | os.PathLike[str], found: Diagnostics) -> _Place | None:
    """The place of a pack that somebody asks for."""
    text = os.fspath(name_or_path)
    shipped = _shipped()
    if isinstance(name_or_path, str) and text in shipped:
        return _place(shipped[text])
    path = Path(text)
    try:
        if path.name == MANIFEST and path.is_file():
            path = path.parent
        elif not text or (not path.exists() and path.name == text):
            near = nearest(text, shipped)
            names = ", ".join(f"`{name}`" for name in shipped)
            help_ = f"the packs that came with the engine are {names}" if names else None
            fix = f"write `{near}`" if near else "give one of these, or the path to the folder of a pack"
            message = f"there is no pack `{text}`"
            found.add(Diagnostic(codes.NO_PACK, "error", message, help=help_, fix=fix))
            return None
        if path.suffix.lower() == SUFFIX and path.is_file():
            return _Place(Path(os.path.realpath(unpacked(path))), _place(path).shown)
        return _place(path)
    except BadArchive as error:
        found.add(Diagnostic(codes.NO_PACK, "error", f"`{text}` {error}"))
    except (OSError, ValueError) as error:
        message = f"`{text!a}` cannot be read: {getattr(error, 'strerror', None) or error}"
        found.add(Diagnostic(codes.NO_PACK, "error", message))
    return None


def _place(path: Path) -> _Place:
    """The place of a folder; messages call it by its path from here, if it lies below."""
    real = Path(os.path.realpath(path))
    absolute = Path(os.path.abspath(path))
    for candidate in (absolute, real):
        for here in (Path.cwd(), Path(os.path.realpath(os.curdir))):
            if candidate.is_relative_to(here):
                return _Place(real, candidate.relative_to(here).as_posix())
    return _Place(real, absolute.as_posix())


def _base(place: _Place, extends: Node | None, seen: list[_Place], found: Diagnostics) -> _Place | None:
    """The place of the pack that the one at `place` extends; None where it extends none, or that is not found."""
    if extends is None or not isinstance(extends.value, str) or extends.document.damaged(extends.path):
        return None
    text = extends.value

    def refuse(message: str, *, help: str | None = None, fix: str | None = None) -> None:
        found.add(Diagnostic(codes.EXTENDS, "error", message, extends.span, help=help, fix=fix))

    try:
        path = _base_path(place, text, refuse)
    except (OSError, ValueError):
        path = None
        refuse(f"`{text!a}` is no path")
    if path is None:
        return None
    base = _place(path)
    if any(base.path == other.path for other in seen):
        refuse(f"`{text}` extends this pack in turn" if base.path != place.path else "a pack extends itself")
        return None
    if len(seen) > MOST_BASES:
        refuse(f"more than {MOST_BASES} packs extend one another")
        return None
    return base


def _base_path(place: _Place, text: str, refuse: Callable[..., None]) -> Path | None:
    around = place.path.parent
    shipped = _shipped()
    if text.startswith((".", "/")):
        path = Path(os.path.realpath(place.path / text))
        if not path.is_relative_to(around) or path == around:
            message = f"`{text}` leads out of the folder in which this pack lies"
            refuse(
                message, help="a pack extends packs that came with the engine, or those that lie beside it"
            )
        elif not (path / MANIFEST).is_file():
            refuse(f"there is no pack at `{text}`", help=f"a pack is a folder with a file `{MANIFEST}`")
        else:
            return path
        return None
    if text in shipped:
        return shipped[text]
    if is_id(text):
        for folder in (around / text, place.path / text):
            path = Path(os.path.realpath(folder))
            if path.is_relative_to(around) and (path / MANIFEST).is_file():
                return path
    near = nearest(text, shipped)
    names = ", ".join(f"`{name}`" for name in shipped)
    help_ = f"the packs that came with the engine are {names}" if names else None
    fix = f"write `{near}`" if near else "for a pack that lies beside this one, write `../` and its folder"
    refuse(f"there is no pack `{text}` to extend", help=help_, fix=fix)
    return None
