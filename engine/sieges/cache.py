"""Compiled packs kept from one run to the next. A stale one is impossible: every file is hashed again before use.

Two files a pack and mode: a note of the folders that it was made from with a hash over all they hold, and the
compiled form. Both belong to one state of the engine's own code and to one Python.
"""

from __future__ import annotations

import json
import marshal
import os
import pickle
import sys
from hashlib import blake2b
from pathlib import Path

from attrs import evolve, frozen

from sieges import __version__
from sieges.language.compiled import Compiled
from sieges.locate import user_cache

Name = str | os.PathLike[str]


@frozen
class Fingerprint:
    """The folders of a pack and its bases, and a hash over all their files; without folders, nothing is known."""

    folders: tuple[str, ...] = ()
    text_hash: str = ""


def fingerprint(name_or_path: Name) -> Fingerprint:
    """What a pack is made of just now."""
    from sieges.pack.finder import pack_places

    return _fingerprint(tuple(str(folder) for folder in pack_places(name_or_path)))


def unchanged(known: Fingerprint) -> bool:
    """Whether the folders still hold the same; which folders they are is said in files that count among them."""
    return bool(known.folders) and _fingerprint(known.folders) == known


def _fingerprint(folders: tuple[str, ...]) -> Fingerprint:
    digest = blake2b(digest_size=16)
    if not folders:
        return Fingerprint()
    try:
        for folder in folders:
            root = Path(folder)
            if not root.is_dir():
                return Fingerprint()
            for path in sorted(root.rglob("*")):
                if path.suffix in (".yaml", ".yml") and path.is_file():
                    content = path.read_bytes()
                    name = path.relative_to(root).as_posix().encode("utf-8", "surrogatepass")
                    digest.update(b"%d %d " % (len(name), len(content)) + name + content)
            digest.update(b"\n")
    except OSError:
        return Fingerprint()
    return Fingerprint(folders, digest.hexdigest())


def read(name_or_path: Name, mode: str | None) -> Compiled | None:
    """The compiled form that was kept, if not a letter of the pack has changed since."""
    note, body = _files(name_or_path, mode)
    try:
        known = json.loads(note.read_text(encoding="utf-8"))
        folders = tuple(known["folders"])
        if not unchanged(Fingerprint(folders, known["text_hash"])):
            return None
        with body.open("rb") as file:
            code = marshal.load(file)
            compiled: Compiled = pickle.load(file)
    except (
        OSError,
        ValueError,
        EOFError,
        TypeError,
        KeyError,
        AttributeError,
        ImportError,
        pickle.UnpicklingError,
    ):
        return None
    compiled.code = code
    return compiled if compiled.text_hash == known["text_hash"] else None


def write(name_or_path: Name, mode: str | None, made_from: Fingerprint, compiled: Compiled) -> None:
    """Keep a compiled form. A cache that cannot be written only costs time."""
    note, body = _files(name_or_path, mode)
    try:
        body.parent.mkdir(parents=True, exist_ok=True)
        part = body.with_suffix(f".{os.getpid()}")
        with part.open("wb") as file:
            marshal.dump(compiled.code, file)
            pickle.dump(evolve(compiled, code=[]), file)
        part.replace(body)
        part.write_text(
            json.dumps({"folders": made_from.folders, "text_hash": made_from.text_hash}), encoding="utf-8"
        )
        part.replace(note)
    except OSError:
        return


def _files(name_or_path: Name, mode: str | None) -> tuple[Path, Path]:
    """The two files of a pack and mode, named after all else that the compiled form depends on."""
    here = Path(__file__).parent
    engine = []
    for folder in (here, here / "text", here / "pack", here / "language"):
        for path in sorted(folder.rglob("*.py") if folder != here else folder.glob("*.py")):
            status = path.stat()
            engine.append((path.name, status.st_size, status.st_mtime_ns))
    # Messages show paths as seen from the current folder, so that counts too.
    parts = (os.fspath(name_or_path), os.getcwd(), mode, engine, sys.version, __version__)
    name = blake2b(repr(parts).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
    folder = user_cache() / "compiled"
    return folder / f"{name}.json", folder / f"{name}.bin"
