"""Packs in a few lines, and what is said about them in one line each."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

from sieges.pack.merged import Merged
from sieges.text.diagnostic import Diagnostics

Write = Callable[..., Path]
Load = Callable[..., tuple[Merged | None, Diagnostics]]

HEAD = 'language: 1\npack: {id}\ntitle: A pack\nversion: "1.0"\n'


def manifest(id_: str, more: str = "") -> str:
    """The text of a pack.yaml: four lines, then `more`."""
    return HEAD.format(id=id_) + dedent(more).lstrip("\n")


def said(found: Diagnostics) -> list[str]:
    """`file:line:column CODE message`, for each finding."""
    return [f"{finding.span or '-'} {finding.code} {finding.message}" for finding in found]
