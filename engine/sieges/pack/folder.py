"""Reads the folder of a pack: its manifest and every other YAML file of it (section 1 of docs/language.md)."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from attrs import field, frozen

from sieges.pack import codes
from sieges.pack.node import Node
from sieges.pack.sections import LANGUAGE, MANIFEST, SECTIONS
from sieges.pack.wording import every, quoted
from sieges.text.diagnostic import Diagnostic, Diagnostics, Severity
from sieges.text.document import Document
from sieges.text.reader import read_file
from sieges.text.spans import SourceFile, Span

MOST_FILES = 200
MOST_BYTES = 8 * 1024 * 1024
_MOST_LOOKED_AT = 10_000
_DEEPEST = 8


@frozen(eq=False)
class Folder:
    """What was read of one pack."""

    path: Path
    shown: str
    """How messages call the folder."""
    documents: tuple[Document, ...]
    """The manifest first, then the other files by their paths."""
    manifest: Node | None
    """The root of pack.yaml; None if there is no mapping to be read."""
    diagnostics: Diagnostics = field(factory=Diagnostics)

    @property
    def id(self) -> str:
        """The id that the manifest gives, or else the name of the folder."""
        given = self.manifest.get("pack") if self.manifest else None
        return given.value if given is not None and isinstance(given.value, str) else self.path.name

    @property
    def extends(self) -> Node | None:
        """Where the manifest names the pack extended."""
        given = self.manifest.get("extends") if self.manifest else None
        return given if given is not None and isinstance(given.value, str) else None

    @property
    def sources(self) -> dict[str, SourceFile]:
        """The texts that were read, by the paths shown."""
        return {document.source.path_shown: document.source for document in self.documents}

    def with_document(self, changed: Document) -> Folder:
        """The folder with one of its files as it is read anew."""
        shown = changed.source.path_shown
        documents = tuple(changed if one.source.path_shown == shown else one for one in self.documents)
        manifest = self.manifest
        if documents[0] is changed and isinstance(changed.data, dict):
            manifest = Node(changed, (), changed.data)
        return Folder(self.path, self.shown, documents, manifest, self.diagnostics)

    def parts(self, section: str) -> Iterator[Node]:
        """The nodes of a section, one for each file that has it, in the order of the files."""
        for document in self.documents:
            if isinstance(document.data, dict) and section in document.data:
                yield Node(document, (section,), document.data[section])


@frozen
class PackFile:
    """A file of a pack: where it is, its path inside the folder (forward slashes), and its size in bytes."""

    path: Path
    inside: str
    size: int


def load_folder(path: Path, shown: str) -> Folder:
    """Read the pack in the folder `path`, which messages call `shown`. Never raises for what is there."""
    found = Diagnostics()
    files = pack_files(path, shown, found)
    documents = tuple(read_file(file.path, shown_path(shown, file.inside)) for file in files)
    for document, file in zip(documents, files, strict=True):
        found.extend(document.diagnostics)
        _check_root(document, file.inside, found)
    manifest = None
    if documents and isinstance(documents[0].data, dict):
        manifest = Node(documents[0], (), documents[0].data)
        _check_language(manifest, found)
    for document, file in zip(documents[1:], files[1:], strict=True):
        _check_name(document, file.inside, found)
    return Folder(path, shown, documents, manifest, found)


def pack_files(path: Path, shown: str, found: Diagnostics) -> list[PackFile]:
    """The files of the pack in `path`, pack.yaml first, then by path; empty where there is no pack.

    Hidden files and folders, and subfolders that are packs of their own, are passed over.
    """
    reason = _no_pack(path, shown)
    if reason is not None:
        found.add(reason)
        return []
    walk = _Walk(path.resolve(), shown, found)
    files = walk.files(path.resolve(), "")
    files.sort(key=lambda file: (file.inside != MANIFEST, file.inside.split("/")))
    if not files or files[0].inside != MANIFEST:
        return []  # the manifest is there and was refused
    if len(files) > MOST_FILES:
        message = f"`{shown}` has {len(files)} YAML files; a pack has at most {MOST_FILES}"
        found.add(Diagnostic(codes.TOO_MUCH, "error", message, _file_span(shown, files[MOST_FILES].inside)))
        files = files[:MOST_FILES]
    total = sum(file.size for file in files)
    if total > MOST_BYTES:
        message = f"the files of `{shown}` hold {total:,} bytes; a pack holds at most {MOST_BYTES:,}"
        found.add(Diagnostic(codes.TOO_MUCH, "error", message, _file_span(shown, MANIFEST)))
        return []
    return files


def shown_path(shown: str, inside: str) -> str:
    """How messages call the file `inside` the folder that they call `shown`."""
    return inside if shown in ("", ".") else f"{shown}/{inside}"


def _file_span(shown: str, inside: str) -> Span:
    return Span(shown_path(shown, inside), 1, 1, 1, 1)


def _no_pack(path: Path, shown: str) -> Diagnostic | None:
    """Why `path` is no folder of a pack."""
    help_ = f"a pack is a folder with a file `{MANIFEST}`"
    fix = None
    try:
        if not path.exists():
            message = f"`{shown}` does not exist"
        elif not path.is_dir():
            message, fix = f"`{shown}` is not a folder", "give the folder in which it lies"
        elif (path / MANIFEST).exists() or (path / MANIFEST).is_symlink():
            return None
        else:
            names = sorted(os.listdir(path))
            near = next((name for name in names if name.lower() in (MANIFEST, "pack.yml")), None)
            message = f"`{shown}` has no `{MANIFEST}`" if names else f"the folder `{shown}` is empty"
            if near:
                fix = f"call `{near}` `{MANIFEST}`"
    except (OSError, ValueError) as error:
        message = f"`{shown}` cannot be read: {getattr(error, 'strerror', None) or error}"
    return Diagnostic(codes.NO_PACK, "error", message, help=help_, fix=fix)


class _Walk:
    """One walk over a folder that follows no link out of it."""

    def __init__(self, root: Path, shown: str, found: Diagnostics) -> None:
        self.root = root
        self.shown = shown
        self.found = found
        self.looked_at = 0

    def files(self, folder: Path, prefix: str) -> list[PackFile]:
        """The YAML files in `folder` and below."""
        result: list[PackFile] = []
        try:
            with os.scandir(folder) as scan:
                entries = sorted(scan, key=lambda entry: entry.name)
        except OSError as error:
            self._refuse(prefix.rstrip("/"), f"cannot be read: {error.strerror or error}")
            return result
        if prefix and any(entry.name == MANIFEST for entry in entries):
            return result
        if prefix.count("/") > _DEEPEST:
            return self._refuse(prefix.rstrip("/"), f"lies deeper than {_DEEPEST} folders")
        for entry in entries:
            self.looked_at += 1
            if self.looked_at > _MOST_LOOKED_AT:
                if self.looked_at == _MOST_LOOKED_AT + 1:
                    message = f"`{self.shown}` has more than {_MOST_LOOKED_AT:,} files and folders"
                    self.found.add(
                        Diagnostic(codes.TOO_MUCH, "error", message, _file_span(self.shown, MANIFEST))
                    )
                return result
            if entry.name.startswith("."):
                continue
            try:
                result += self._entry(entry, prefix + entry.name)
            except OSError as error:
                self._refuse(prefix + entry.name, f"cannot be read: {error.strerror or error}")
        return result

    def _entry(self, entry: os.DirEntry[str], inside: str) -> list[PackFile]:
        suffix = os.path.splitext(entry.name)[1]
        if entry.is_symlink():
            if suffix.lower() != ".yaml" and not entry.is_dir():
                return []
            target = Path(os.path.realpath(entry.path))
            if not target.is_relative_to(self.root):
                return self._refuse(inside, "is a link that leads out of the folder of the pack")
            if entry.is_dir():
                return self._refuse(inside, "is a link to a folder; put the files themselves there")
        elif entry.is_dir():
            return self.files(Path(entry.path), f"{inside}/")
        if suffix != ".yaml":
            if suffix.lower() in (".yaml", ".yml"):
                message = f"`{shown_path(self.shown, inside)}` is not read: files of packs end in `.yaml`"
                fix = f"call it `{os.path.splitext(entry.name)[0]}.yaml`"
                span = _file_span(self.shown, inside)
                self.found.add(Diagnostic(codes.UNUSABLE_FILE, "warning", message, span, fix=fix))
            return []
        status = entry.stat()
        if not stat.S_ISREG(status.st_mode):
            return self._refuse(inside, "is not an ordinary file")
        return [PackFile(Path(entry.path), inside, status.st_size)]

    def _refuse(self, inside: str, why: str) -> list[PackFile]:
        message = f"`{shown_path(self.shown, inside)}` {why}"
        self.found.add(
            Diagnostic(codes.UNUSABLE_FILE, "error", message, _file_span(self.shown, inside or MANIFEST))
        )
        return []


def _check_root(document: Document, inside: str, found: Diagnostics) -> None:
    """A file holds sections: its root is a mapping."""
    if isinstance(document.data, dict) or not document.ok:
        return
    if document.data is None:
        message, is_manifest = f"`{document.source.path_shown}` holds nothing", inside == MANIFEST
        help_ = "the manifest says `language`, `pack`, `title` and `version`" if is_manifest else None
        severity: Severity = "error" if is_manifest else "warning"
        found.add(Diagnostic(codes.MISSING_KEY, severity, message, document.span(()), help=help_))
        return
    message = "a file of a pack holds sections, each a key at the left margin (`locations:`)"
    found.add(Diagnostic(codes.WRONG_TYPE, "error", message, document.span(()).start))


def _check_language(manifest: Node, found: Diagnostics) -> None:
    """A pack in another version of the language gets this one message: see `reads_language`."""
    given = manifest.get("language")
    if given is None or type(given.value) is not int or given.value == LANGUAGE:
        return
    message = f"this pack is written in language {given.value}; this engine reads language {LANGUAGE}"
    fix = "use a newer engine" if given.value > LANGUAGE else f"write `language: {LANGUAGE}`"
    found.add(Diagnostic(codes.LANGUAGE, "error", message, given.span, fix=fix))


def reads_language(folder: Folder) -> bool:
    """Whether the pack is in the language of this engine, as far as it says."""
    given = folder.manifest.get("language") if folder.manifest else None
    return given is None or type(given.value) is not int or given.value == LANGUAGE


def _check_name(document: Document, inside: str, found: Diagnostics) -> None:
    """A file called after a section holds that section only."""
    name = os.path.splitext(inside.rsplit("/", 1)[-1])[0]
    if name not in SECTIONS or not isinstance(document.data, dict):
        return
    others = [
        section
        for section in document.data
        if section != name and section in SECTIONS and not document.damaged((section,))
    ]
    if not others:
        return
    message = f"{every(quoted(others))} in a file called after the section `{name}`"
    first, *more = (document.key_span((section,)) for section in others)
    help_ = "a file called after a section holds that section only"
    fix = f"move it to `{others[0]}.yaml`" if len(others) == 1 else "give each section a file of its own"
    related = tuple((span, "and here") for span in more)
    fix += ", or give this file another name"
    found.add(Diagnostic(codes.WRONG_FILE, "error", message, first, related, help_, fix))
