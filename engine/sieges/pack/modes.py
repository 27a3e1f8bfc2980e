"""The modes of a pack and its bases, and which of them is played: section 9 of docs/language.md."""

from __future__ import annotations

from collections.abc import Sequence

from sieges.pack import codes
from sieges.pack.folder import Folder
from sieges.pack.merged import STANDARD, Mode
from sieges.pack.node import Node
from sieges.text.diagnostic import Diagnostic, Diagnostics, nearest
from sieges.text.spans import Span


def modes_of(folder: Folder, found: Diagnostics | None = None) -> dict[str, Mode]:
    """The modes that one pack declares, by id; notes in `found` those declared twice."""
    modes: dict[str, Mode] = {}
    for part in folder.parts("modes"):
        for id_, node in part.items() if part.is_mapping else ():
            there = modes.get(id_)
            if there is not None:
                # A mode may be spread over files; one of them says what it is.
                if not _describes(node):
                    continue
                if _describes(there.node):
                    if found is not None:
                        message = f"the mode `{id_}` has its title or `default` in two places"
                        related = ((there.node.key_span, "the other one"),)
                        found.add(Diagnostic(codes.DEFINED_TWICE, "error", message, node.key_span, related))
                    continue
            title, default = node.get("title"), node.get("default")
            words = title.value if title is not None and isinstance(title.value, str) else id_
            modes[id_] = Mode(id_, words, default is not None and default.value is True, node)
    return modes


def _describes(node: Node) -> bool:
    return "title" in node or "default" in node


def joined(base: dict[str, Mode], own: dict[str, Mode]) -> dict[str, Mode]:
    """The modes of a base and of the pack on it: a mode of both is one, and the pack's default is the default."""
    has_default = any(mode.default for mode in own.values())
    kept = {
        id_: Mode(id_, mode.title, mode.default and not has_default, mode.node) for id_, mode in base.items()
    }
    for id_, mode in own.items():
        title = kept[id_].title if id_ in kept and "title" not in mode.node else mode.title
        default = mode.default or (id_ in kept and kept[id_].default)
        kept[id_] = Mode(id_, title, default, mode.node)
    return kept


def without_removed(
    modes: dict[str, Mode], folder: Folder, found: Diagnostics | None = None
) -> dict[str, Mode]:
    """The modes of a base but those that the pack on it leaves out; notes in `found` those that are not there."""
    kept = dict(modes)
    for id_, node in removed_modes(folder).items():
        if kept.pop(id_, None) is None and found is not None:
            near = nearest(id_, modes)
            message = f"there is no mode `{id_}` to remove"
            help_ = "what is removed is a mode of the pack extended"
            fix = f"write `{near}`" if near else None
            found.add(Diagnostic(codes.NOT_THERE, "error", message, node.span, help=help_, fix=fix))
    return kept


def removed_modes(folder: Folder) -> dict[str, Node]:
    """The modes of the pack extended that a pack leaves out, with where it says so."""
    return {str(item.value): item for part in folder.parts("remove") for item in part.get("modes") or ()}


def choose_mode(folders: Sequence[Folder], asked: str | None, found: Diagnostics) -> tuple[str | None, bool]:
    """Which mode is played, of the packs in `folders` (the first base first).

    Returns:
        The id (None where the packs have no modes) and whether that is settled; if not, `found` says why.
    """
    modes: dict[str, Mode] = {}
    for folder in folders:
        own = modes_of(folder)
        if not _one_default(own, found):
            return None, False
        modes = joined(without_removed(modes, folder), own)
    if not modes:
        if asked in (None, STANDARD):
            return None, True
        message = f"there is no mode `{asked}`: this pack has no modes"
        found.add(Diagnostic(codes.MODE, "error", message, _manifest_span(folders[-1])))
        return None, False
    if asked is not None:
        if asked in modes:
            return asked, True
        names = ", ".join(f"`{id_}`" for id_ in modes)
        near = nearest(asked, modes)
        message = f"there is no mode `{asked}`; the modes are {names}"
        span = _manifest_span(folders[-1])
        fix = f"write `{near}`" if near else None
        found.add(Diagnostic(codes.MODE, "error", message, span, fix=fix))
        return None, False
    for id_, mode in modes.items():
        if mode.default:
            return id_, True
    first = next(iter(modes.values()))
    message = "none of the modes is the default"
    fix = "write `default: true` in the one that is played when nobody says"
    found.add(Diagnostic(codes.MODE, "error", message, first.node.key_span, fix=fix))
    return None, False


def _one_default(modes: dict[str, Mode], found: Diagnostics) -> bool:
    defaults = [mode for mode in modes.values() if mode.default]
    for mode in defaults[1:]:
        message = f"two modes are the default: `{defaults[0].id}` and `{mode.id}`"
        related = ((defaults[0].node["default"].span, "the other one"),)
        found.add(Diagnostic(codes.MODE, "error", message, mode.node["default"].span, related))
    return len(defaults) < 2


def _manifest_span(folder: Folder) -> Span | None:
    return folder.manifest.span.start if folder.manifest is not None else None
