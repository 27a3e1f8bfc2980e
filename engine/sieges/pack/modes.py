"""The modes of a pack and its bases, and which of them is played: section 9 of docs/language.md."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

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
                        message = f"the mode `{id_}` has its title, `default` or `on` in two places"
                        related = ((there.node.key_span, "the other one"),)
                        found.add(Diagnostic(codes.DEFINED_TWICE, "error", message, node.key_span, related))
                    continue
            title, default, on = node.get("title"), node.get("default"), node.get("on")
            words = title.value if title is not None and isinstance(title.value, str) else id_
            below = on.value if on is not None and isinstance(on.value, str) else None
            modes[id_] = Mode(id_, words, default is not None and default.value is True, node, below)
    return modes


def _describes(node: Node) -> bool:
    return "title" in node or "default" in node or "on" in node


def joined(base: dict[str, Mode], own: dict[str, Mode]) -> dict[str, Mode]:
    """The modes of a base and of the pack on it: a mode of both is one, and the pack's default is the default."""
    has_default = any(mode.default for mode in own.values())
    kept = {id_: evolve(mode, default=mode.default and not has_default) for id_, mode in base.items()}
    for id_, mode in own.items():
        title = kept[id_].title if id_ in kept and "title" not in mode.node else mode.title
        default = mode.default or (id_ in kept and kept[id_].default)
        on = kept[id_].on if id_ in kept and mode.on is None else mode.on
        kept[id_] = Mode(id_, title, default, mode.node, on)
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


def declared_anew(folder: Folder) -> set[str]:
    """The modes of the pack extended that a pack leaves out and declares itself: nothing of theirs is left."""
    return removed_modes(folder).keys() & modes_of(folder).keys()


def choose_mode(
    folders: Sequence[Folder], asked: str | None, found: Diagnostics
) -> tuple[tuple[str, ...], bool]:
    """Which mode is played, of the packs in `folders` (the first base first).

    Returns:
        The id, after those of the modes that it is laid over (none where the packs have no modes), and whether that is
        settled; if not, `found` says why.
    """
    modes: dict[str, Mode] = {}
    every: dict[str, Mode] = {}
    for folder in folders:
        own = modes_of(folder)
        if not _one_default(own, found):
            return (), False
        modes = joined(without_removed(modes, folder), own)
        anew = declared_anew(folder)
        every = joined({id_: mode for id_, mode in every.items() if id_ not in anew}, own)
    if not modes:
        if asked in (None, STANDARD):
            return (), True
        message = f"there is no mode `{asked}`: this pack has no modes"
        found.add(Diagnostic(codes.MODE, "error", message, _manifest_span(folders[-1])))
        return (), False
    if asked is not None:
        if asked in modes:
            return _chain(asked, every, found)
        names = ", ".join(f"`{id_}`" for id_ in modes)
        near = nearest(asked, modes)
        message = f"there is no mode `{asked}`; the modes are {names}"
        span = _manifest_span(folders[-1])
        fix = f"write `{near}`" if near else None
        found.add(Diagnostic(codes.MODE, "error", message, span, fix=fix))
        return (), False
    for id_, mode in modes.items():
        if mode.default:
            return _chain(id_, every, found)
    first = next(iter(modes.values()))
    message = "none of the modes is the default"
    fix = "write `default: true` in the one that is played when nobody says"
    found.add(Diagnostic(codes.MODE, "error", message, first.node.key_span, fix=fix))
    return (), False


def _chain(id_: str, modes: dict[str, Mode], found: Diagnostics) -> tuple[tuple[str, ...], bool]:
    """A mode after those that it is laid over, and whether they are all there."""
    chain = [id_]
    while (below := modes[chain[0]].on) is not None:
        node = modes[chain[0]].node
        span = node["on"].span if "on" in node else node.key_span
        if below not in modes:
            near = nearest(below, modes)
            message = f"there is no mode `{below}` for `{chain[0]}` to be laid over"
            found.add(Diagnostic(codes.MODE, "error", message, span, fix=f"write `{near}`" if near else None))
            return (), False
        if below in chain:
            message = f"the mode `{chain[0]}` is laid over `{below}`, and that over it in turn"
            found.add(Diagnostic(codes.MODE, "error", message, span))
            return (), False
        chain.insert(0, below)
    return tuple(chain), True


def _one_default(modes: dict[str, Mode], found: Diagnostics) -> bool:
    defaults = [mode for mode in modes.values() if mode.default]
    for mode in defaults[1:]:
        message = f"two modes are the default: `{defaults[0].id}` and `{mode.id}`"
        related = ((defaults[0].node["default"].span, "the other one"),)
        found.add(Diagnostic(codes.MODE, "error", message, mode.node["default"].span, related))
    return len(defaults) < 2


def _manifest_span(folder: Folder) -> Span | None:
    return folder.manifest.span.start if folder.manifest is not None else None
