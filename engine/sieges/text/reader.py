"""Reads a YAML file into plain data and the places of its parts; finds, in one pass, all that is wrong with it."""

from __future__ import annotations

import os
import stat
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.events import (
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from . import codes
from .builder import Builder, Enough
from .checks import LIMITS, Limits, check_text, decode, too_large
from .diagnostic import Diagnostic
from .document import Document, unread
from .scanning import PackScanner, QuickReader, TooDeep
from .spans import SourceFile
from .syntax import explain


def read_file(path: str | os.PathLike[str], shown_path: str, limits: Limits = LIMITS) -> Document:
    """Read the file at `path`; messages call it `shown_path`. Never raises for what the file is or holds."""
    try:
        # Looked at before it is opened: to open a pipe would wait for ever.
        if not stat.S_ISREG(os.stat(path).st_mode):
            return _unreadable(shown_path, "it is not an ordinary file")
        with open(path, "rb") as file:
            data = file.read(limits.size + 1)
    except (OSError, ValueError) as error:
        return _unreadable(shown_path, getattr(error, "strerror", None) or str(error))
    if len(data) > limits.size:
        source = SourceFile(shown_path, data[:200].decode("utf-8", errors="replace"))
        return unread(source, [too_large(source, None, limits)])
    source, wrong = decode(data, shown_path)
    return unread(source, [wrong]) if wrong else _read(source, limits)


def read_text(text: str, shown_path: str, limits: Limits = LIMITS) -> Document:
    """Read `text` as if it were the file that messages call `shown_path`. Never raises for what it holds."""
    size = len(text)
    if size * 3 > limits.size:
        size = len(text.encode("utf-8", errors="surrogatepass"))
    if size > limits.size:
        source = SourceFile(shown_path, text[:200])
        return unread(source, [too_large(source, size, limits)])
    return _read(SourceFile(shown_path, text), limits)


def _unreadable(shown_path: str, why: str) -> Document:
    source = SourceFile(shown_path, "")
    message = f"`{shown_path}` cannot be read: {why}"
    return unread(source, [Diagnostic(codes.UNREADABLE, "error", message, source.span(0, 0))])


def _read(source: SourceFile, limits: Limits) -> Document:
    wrong = check_text(source, limits)
    if wrong:
        return unread(source, [wrong])
    builder = Builder(source, limits)
    yaml = YAML(typ="safe", pure=True)
    yaml.Reader = QuickReader
    yaml.Scanner = PackScanner
    scanner: PackScanner = yaml.scanner
    scanner.note = builder.note
    scanner.deepest = limits.depth
    try:
        _run(yaml, source.text, builder)
    except Enough:
        pass
    except TooDeep as error:
        builder.too_deep(error.offset)
    except Exception as error:  # the parser is not ours, and the text is hostile: nothing may escape
        builder.syntax_error(explain(error, source, scanner))
    return builder.document()


def _run(yaml: Any, text: str, builder: Builder) -> None:
    documents = 0
    for event in yaml.parse(text):
        kind = type(event)
        if kind is ScalarEvent:
            builder.scalar(event.value, event.style, event.start_mark.index, event.end_mark.index)
        elif kind is MappingStartEvent or kind is SequenceStartEvent:
            builder.open(kind is MappingStartEvent, bool(event.flow_style), event.start_mark.index)
        elif kind is MappingEndEvent or kind is SequenceEndEvent:
            builder.close(event.end_mark.index)
        elif kind is DocumentStartEvent:
            documents += 1
            if documents > 1:
                builder.another_document(event.start_mark.index)
