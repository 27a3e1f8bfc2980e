"""Packs that are shared as one file: a zip archive is unpacked into the cache by what it holds, and read from there."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import zipfile
from pathlib import Path, PurePosixPath

from sieges.locate import user_cache
from sieges.pack.folder import MOST_BYTES, MOST_FILES
from sieges.pack.sections import MANIFEST

SUFFIX = ".zip"
MOST_PACKED = 16 * 1024 * 1024


class BadArchive(ValueError):
    """What was given is no archive of a pack; the message says why, in words that follow its name."""


def unpacked(archive: Path) -> Path:
    """The folder of the pack in an archive: its files lie at the top of it, or in the one folder that it holds.

    Raises:
        BadArchive: it is no archive, holds no pack or too much, or a file of it would lie outside.
        OSError: it cannot be read, or the cache not written.
    """
    if archive.stat().st_size > MOST_PACKED:
        raise BadArchive(f"is larger than {MOST_PACKED // 1024 // 1024} MB")
    data = archive.read_bytes()
    place = user_cache() / "unpacked" / hashlib.sha256(data).hexdigest()
    if not place.is_dir():
        _unpack(archive, place)
    if (place / MANIFEST).is_file():
        return place
    inside = [path for path in sorted(place.iterdir()) if (path / MANIFEST).is_file()]
    if len(inside) == 1:
        return inside[0]
    if inside:
        raise BadArchive(
            f"holds several packs: {', '.join(path.name for path in inside)}; unpack it, and name one"
        )
    raise BadArchive(f"holds no pack: there is no `{MANIFEST}` at its top or in a folder there")


def _unpack(archive: Path, place: Path) -> None:
    """Unpack what may belong to a pack, all of it or nothing."""
    place.parent.mkdir(parents=True, exist_ok=True)
    aside = Path(tempfile.mkdtemp(dir=place.parent))
    try:
        with zipfile.ZipFile(archive) as opened:
            for member in _members(opened):
                target = aside / PurePosixPath(member.filename)
                target.parent.mkdir(parents=True, exist_ok=True)
                with opened.open(member) as source:
                    # What the archive says of a size need not be so.
                    text = source.read(member.file_size + 1)
                if len(text) > member.file_size:
                    raise BadArchive(f"is damaged: `{member.filename}` is larger than it says")
                target.write_bytes(text)
        os.replace(aside, place)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, UnicodeError) as error:
        raise BadArchive(f"is no zip archive that can be read: {error}") from None
    except OSError:
        if not place.is_dir():  # another program may have unpacked it meanwhile
            raise
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def _members(opened: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    """The files that are read of a pack, and whether there may be so many."""
    found = []
    for member in opened.infolist():
        path = PurePosixPath(member.filename)
        if path.is_absolute() or ".." in path.parts or "\\" in member.filename or ":" in member.filename:
            raise BadArchive(f"holds `{member.filename}`, which would lie outside of it")
        if not member.is_dir() and path.suffix.lower() in (".yaml", ".yml"):
            found.append(member)
    if len(found) > MOST_FILES:
        raise BadArchive(f"holds {len(found)} YAML files; a pack has at most {MOST_FILES}")
    if sum(member.file_size for member in found) > MOST_BYTES:
        raise BadArchive(f"holds more than {MOST_BYTES // 1024 // 1024} MB of YAML")
    return found
