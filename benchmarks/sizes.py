"""How long the packs and the engine are."""

from __future__ import annotations

import re
from pathlib import Path

APART = ("rulebook", "examples")
_SECTION = re.compile(r"([a-z_]+):")
_IN_A_MODE = re.compile(r"    ([a-z_]+):")


def pack_lines(folder: Path) -> int:
    """Lines of a pack without rulebook, examples, comments and blank lines."""
    return sum(_counted(path.read_text("utf-8")) for path in sorted(folder.rglob("*.yaml")))


def _counted(text: str) -> int:
    lines, section, inner = 0, "", ""
    for line in text.splitlines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if (head := _SECTION.match(line)) is not None:
            section = inner = head[1]
        elif section == "modes" and (head := _IN_A_MODE.match(line)) is not None:
            inner = head[1]
        lines += inner not in APART
    return lines


def engine_lines(folder: Path) -> tuple[int, int]:
    """Lines of the engine, and those that are neither blank nor comments alone."""
    texts = [path.read_text("utf-8").splitlines() for path in sorted(folder.rglob("*.py"))]
    written = sum(bool(line.strip()) and not line.lstrip().startswith("#") for text in texts for line in text)
    return sum(map(len, texts)), written


def sizes(repository: Path) -> dict[str, float]:
    """All of it by name."""
    packs = {path.parent.name: path.parent for path in sorted((repository / "scenarios").glob("*/pack.yaml"))}
    found: dict[str, float] = {f"lines of {name}": pack_lines(folder) for name, folder in packs.items()}
    found["lines of all packs"] = sum(found.values())
    found["lines of engine/"], found["of these not blank or comment"] = engine_lines(repository / "engine")
    return found
