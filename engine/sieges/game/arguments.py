"""What is given from outside is looked at where it comes in: a plain sentence instead of an error from deep within."""

from __future__ import annotations

import os
from collections.abc import Iterable


class BadArgument(ValueError):
    """What was given cannot be meant; the message says what can."""


def shown(value: object) -> str:
    """A value that was given, in a message: texts as they are, anything else as Python writes it, cut if it is long."""
    text = value if isinstance(value, str) else repr(value)
    text = text if len(text) <= 60 else f"{text[:57]}..."
    return f"`{text}`"


def one_of(value: object, known: Iterable[str], what: str) -> str:
    """A name that has to be one of those that there are.

    Raises:
        BadArgument: it is none of them.
    """
    names = list(known)
    if isinstance(value, str) and value in names:
        return value
    from sieges.text.diagnostic import nearest

    guess = nearest(value, names) if isinstance(value, str) else None
    hint = f"; did you mean `{guess}`?" if guess else ""
    raise BadArgument(f"there is no {what} {shown(value)}{hint} ({what}s: {', '.join(names) or 'none'})")


def whole(value: object, what: str) -> int:
    """A whole number.

    Raises:
        BadArgument: it is none.
    """
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise BadArgument(f"{what} is a whole number, not {shown(value)}")


def text(value: object, what: str) -> None:
    """See to it that something is a text.

    Raises:
        BadArgument: it is none.
    """
    if not isinstance(value, str):
        raise BadArgument(f"{what}, not by {shown(value)}")


def path(value: object, what: str) -> None:
    """See to it that something is a path, as text or an object that has one.

    Raises:
        BadArgument: it is none.
    """
    text(os.fspath(value) if isinstance(value, os.PathLike) else value, what)
