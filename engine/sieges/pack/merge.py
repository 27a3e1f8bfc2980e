"""Lays a pack over the pack it extends, and a mode over both: section 9 of docs/language.md.

Pure: reads folders that were read and validated, changes nothing, and notes what does not fit.
"""

from __future__ import annotations

from collections.abc import Sequence

from sieges.pack import codes
from sieges.pack import declarations as d
from sieges.pack.folder import Folder
from sieges.pack.layers import Layer, Merging, add_sections, layer_of, layer_of_mode
from sieges.pack.merged import STANDARD, Entry, Merged
from sieges.pack.modes import joined, modes_of, without_removed
from sieges.pack.names import check_kinds_of_members, check_names
from sieges.pack.overlay import amend_sections, change_sections
from sieges.pack.requirements import bind
from sieges.pack.structure import Misshapen, structure
from sieges.text.diagnostic import Diagnostic, Diagnostics


def merge(folder: Folder, base: Merged | None, modes: Sequence[str]) -> tuple[Merged | None, Diagnostics]:
    """The pack in `folder`, laid over `base` (None where it extends none), with the overlays of `modes`.

    The last of them is the mode that is played, those before it are what it is laid over; one that this pack does not
    have adds no overlay of this pack: `load_pack` finds out which are meant before it merges from the first base on.
    The result is None where the manifest is of no use; otherwise it is as good as could be made, and is to be used
    only if no error was found.
    """
    found = Diagnostics()
    manifest = _manifest(folder, found)
    if manifest is None or folder.manifest is None:
        return None, found
    source = manifest.source
    merged = Merged(manifest, STANDARD) if base is None else base.copy()
    merged.manifest = manifest
    merged.mode = modes[-1] if modes else STANDARD
    merged.modes = joined(without_removed(merged.modes, folder, found), modes_of(folder, found))
    merged.layers.update(dict.fromkeys(folder.sources, len(merged.packs)))
    merged.packs.append(Entry(manifest.pack, folder.manifest, manifest, source, manifest.pack))

    merging = Merging(merged, layer_of(folder, source), found, base is not None)
    _apply(merging, merging.layer)
    for mode in modes:
        overlay = layer_of_mode(folder, mode, source)
        if overlay is not None:
            _apply(merging, overlay)
    bind(merging, manifest, folder.manifest)
    check_names(merging)
    return merged, found


def _apply(merging: Merging, layer: Layer) -> None:
    """Put one layer on: changes first, since they speak of what was there, then what is new, then amendments."""
    merging.layer = layer
    change_sections(merging)
    add_sections(merging)
    amend_sections(merging)
    check_kinds_of_members(merging)


def _manifest(folder: Folder, found: Diagnostics) -> d.Manifest | None:
    if folder.manifest is None:
        return None
    try:
        return structure(folder.manifest, d.Manifest)
    except Misshapen as error:
        found.add(Diagnostic(codes.WRONG_TYPE, "error", f"expected {error.wanted} here", error.node.span))
        return None
