"""Words for people: how this layer says what is wrong, with what was probably meant, and titles."""

from __future__ import annotations

from collections.abc import Iterable

from sieges.text.diagnostic import Diagnostic, Diagnostics, Severity, nearest
from sieges.text.spans import Span

Related = tuple[tuple[Span, str], ...]


def report(
    found: Diagnostics,
    code: str,
    message: str,
    span: Span,
    *,
    help: str | None = None,
    fix: str | None = None,
    severity: Severity = "error",
    related: Related = (),
) -> None:
    """Add a finding; the words are those of `Diagnostic`."""
    found.add(Diagnostic(code, severity, message, span, related, help, fix))


def near(word: object, names: Iterable[str], otherwise: str | None = None) -> str | None:
    """A fix that proposes the name that ``word`` was probably meant to be; ``otherwise`` where none is near."""
    guess = nearest(str(word), names)
    return f"did you mean `{guess}`?" if guess else otherwise


def bounds(low: int | None, high: int | None) -> str:
    """Bounds in words, of which one may be left out: `at least 3`."""
    if low is None or high is None:
        return f"at least {low}" if high is None else f"at most {high}"
    return f"{low} to {high}"


SMALL = frozenset(
    [
        "a",
        "an",
        "and",
        "as",
        "at",
        "but",
        "by",
        "for",
        "from",
        "in",
        "into",
        "nor",
        "of",
        "off",
        "on",
        "onto",
        "or",
        "out",
        "over",
        "per",
        "the",
        "to",
        "up",
        "via",
        "with",
        "within",
        "across",
    ]
)
"""Words that are not written with a capital inside a name."""


def title_of(id_: str) -> str:
    """What people read of something that has an id and no title."""
    return id_.replace("_", " ").capitalize()


def name_of(id_: str) -> str:
    """The same for what has a name rather than a description: places, cards, orders."""
    first, *rest = id_.split("_")
    return " ".join([first.capitalize(), *(word if word in SMALL else word.capitalize() for word in rest)])
