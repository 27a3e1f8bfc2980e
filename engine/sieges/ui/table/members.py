"""What a pack says of one member: whether a document has it, what it does, what it goes with."""

from __future__ import annotations

from sieges.language.compiled import Compiled, KindData
from sieges.ui.table.layout import listed

RECONSTRUCTED, INFERRED = "reconstructed", "inferred"
DOUBTFUL = (RECONSTRUCTED, INFERRED)

TEXT = "text"
"""The field of text that says what a member does."""


def acts(kind: KindData) -> bool:
    """Whether members of a kind do something by themselves: they have steps, a chart or a rule."""
    return any(type_ in ("steps", "chart", "rule") for type_ in kind.types.values())


def doubt(kind: KindData, at: int) -> str:
    """Where a member comes from, if that is worth a word at the table."""
    status = kind.statuses[at] or ""
    return status if status in DOUBTFUL and acts(kind) else ""


def mark(kind: KindData, at: int) -> str:
    """The same in brackets, to stand behind its name."""
    found = doubt(kind, at)
    return f" ({found})" if found else ""


def text_of(kind: KindData, at: int) -> str:
    """What a member does, as the pack says it in words."""
    texts = kind.texts.get(TEXT)
    return (texts[at] or "") if texts else ""


def sets_of(compiled: Compiled, kind: KindData, at: int) -> list[str]:
    """The fields of a member that are sets, by their titles: ``Orders that it goes with: Storm and Parley``."""
    found = []
    for field, values in kind.sets.items():
        others = compiled.kinds.get(kind.types[field].removeprefix("set "))
        if others is None or not values[at]:
            continue
        names = [title for number, title in enumerate(others.titles) if values[at] >> number & 1]
        title = kind.field_titles[field]
        found.append(f"{title[:1].upper()}{title[1:]}: {listed(names)}.")
    return found


def words(compiled: Compiled, kind: KindData, at: int) -> list[str]:
    """What a member does and what it goes with."""
    text = text_of(kind, at)
    return [*([text] if text else []), *sets_of(compiled, kind, at)]
