"""What is wrong, where, why, and what would mend it; and the collector of such findings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Literal

import attrs

from .spans import Span, common_start

Severity = Literal["error", "warning", "todo"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "todo")
"""Worst first."""

_CODE = re.compile(r"[A-Z][0-9]{3}")
_meanings: dict[str, str] = {}


def register(code: str, meaning: str) -> str:
    """Declare a code of a layer (`T` text, `P` pack, ...) with its meaning in one line.

    Returns the code, so that a module can write `UNKNOWN_KEY = register("P003", "...")`.

    Raises:
        ValueError: the code is malformed, the meaning is not one line, or the code is taken.
    """
    if not _CODE.fullmatch(code):
        raise ValueError(f"a code is a capital letter and three digits, such as T012: {code!r}")
    if not meaning.strip() or "\n" in meaning:
        raise ValueError(f"the meaning of {code} must be one line")
    if _meanings.setdefault(code, meaning) != meaning:
        raise ValueError(f"{code} already means: {_meanings[code]}")
    return code


def registered(layer: str = "") -> dict[str, str]:
    """The registered codes that start with `layer`, in order, with their meanings."""
    return {code: _meanings[code] for code in sorted(_meanings) if code.startswith(layer)}


def _is_registered(instance: object, attribute: attrs.Attribute[str], value: str) -> None:
    if value not in _meanings:
        raise ValueError(f"no layer has registered the code {value!r}")


def _as_tuple(related: Iterable[tuple[Span, str]]) -> tuple[tuple[Span, str], ...]:
    return tuple(related)


@attrs.frozen
class Diagnostic:
    """One finding.

    Raises:
        ValueError: `code` is not registered, or `severity` is none.
    """

    code: str = attrs.field(validator=_is_registered)
    severity: Severity = attrs.field(validator=attrs.validators.in_(SEVERITIES))
    message: str
    """What is wrong, in one sentence that an author understands; names stand in `backquotes`."""
    span: Span | None = None
    """Where it is best shown; None only when no file is to blame."""
    related: tuple[tuple[Span, str], ...] = attrs.field(default=(), converter=_as_tuple)
    """Other places that matter, each with what it is ("first given here")."""
    help: str | None = None
    """Why it is refused, or how the text was understood."""
    fix: str | None = None
    """What to do, or the text to write instead."""

    @property
    def sort_key(self) -> tuple[str, int, int, int, str, str]:
        """File, line, column, then the worst first; findings without a place come first."""
        span = self.span
        place = (span.file, span.line, span.column) if span else ("", 0, 0)
        return (*place, SEVERITIES.index(self.severity), self.code, self.message)


class Diagnostics:
    """A collector that keeps each finding once and gives them in the order of the files.

    Two findings with the same code, message and span are one: modes and options are checked one by
    one, and a mistake common to them is still one mistake. At most `most` are kept, so that
    a hostile pack cannot fill the memory; `left_out` says how many more there were.
    """

    def __init__(self, found: Iterable[Diagnostic] = (), *, most: int = 1000) -> None:
        """Start with `found`; keep at most `most` findings."""
        self._most = most
        self._kept: dict[tuple[str, str, Span | None], Diagnostic] = {}
        self._refused: set[int] = set()
        self._has_errors = False
        self.extend(found)

    def add(self, diagnostic: Diagnostic) -> None:
        """Keep `diagnostic`, unless the same one is already here."""
        self._has_errors = self._has_errors or diagnostic.severity == "error"
        key = (diagnostic.code, diagnostic.message, diagnostic.span)
        if key in self._kept:
            return
        if len(self._kept) < self._most:
            self._kept[key] = diagnostic
        elif len(self._refused) < 100_000:
            self._refused.add(hash(key))

    def extend(self, found: Iterable[Diagnostic]) -> None:
        """Add each of `found`; another collector also hands over how many it left out."""
        for diagnostic in found:
            self.add(diagnostic)
        if isinstance(found, Diagnostics):
            self._refused |= found._refused

    @property
    def has_errors(self) -> bool:
        """Whether any finding, kept or left out, is an error."""
        return self._has_errors

    @property
    def left_out(self) -> int:
        """How many findings came after the first `most`."""
        return len(self._refused)

    def sorted(self) -> list[Diagnostic]:
        """All kept findings by file, line and column."""
        return sorted(self._kept.values(), key=lambda diagnostic: diagnostic.sort_key)

    def count(self, severity: Severity) -> int:
        """How many kept findings have this severity."""
        return sum(diagnostic.severity == severity for diagnostic in self._kept.values())

    def __iter__(self) -> Iterator[Diagnostic]:
        """The kept findings, sorted."""
        return iter(self.sorted())

    def __len__(self) -> int:
        """How many findings are kept."""
        return len(self._kept)

    def __bool__(self) -> bool:
        """Whether anything at all was found."""
        return bool(self._kept)

    def __repr__(self) -> str:
        """For people at a prompt."""
        return f"Diagnostics({self.sorted()!r})"


def _distance(left: str, right: str, most: int) -> int:
    """Edits (insert, delete, replace, swap neighbours) from `left` to `right`; at most `most` + 1."""
    if abs(len(left) - len(right)) > most:
        return most + 1
    older: list[int] = []
    old: list[int] = []
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        older, old, row = old, row, [i]
        for j, b in enumerate(right, 1):
            cost = min(old[j] + 1, row[j - 1] + 1, old[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return row[-1]


def nearest(word: str, names: Iterable[str], *, most: int | None = None) -> str | None:
    """The name that `word` was probably meant to be, or None if none is near.

    Understands case, `-` and spaces for `_`, swapped letters, few wrong letters (none or one in a
    short word, up to three in a long one; `most` sets the number), swapped parts (`left_upper` for `upper_left`),
    and a beginning, end or part of exactly one name. Never proposes `word` itself.
    Equal candidates are settled by the longer common beginning, then by the alphabet.
    """
    plain = _plain(word)
    if not plain or len(plain) > 80:
        return None
    if most is None:
        most = 0 if len(plain) < 2 else 1 if len(plain) < 5 else 2 if len(plain) < 9 else 3
    parts = sorted(plain.split("_"))
    best: tuple[int, int, str] | None = None
    containing: list[str] = []
    for name in names:
        if name == word or not name:
            continue
        other = _plain(name)
        distance = _distance(plain, other, most)
        if distance > most and sorted(other.split("_")) == parts:
            distance = most
        if distance <= most and distance < max(len(plain), len(other)):
            candidate = (distance, -common_start(plain, other), name)
            best = candidate if best is None else min(best, candidate)
        if len(plain) >= 3 and (f"_{plain}_" in f"_{other}_" or other.startswith(plain)):
            containing.append(name)
    if len(containing) == 1 and (best is None or best[0] > 1):
        return containing[0]
    return best[2] if best is not None else None


def _plain(word: str) -> str:
    return word.strip().casefold().replace("-", "_").replace(" ", "_")
