"""Runs the passes: a name or path to a `Scenario`, by way of a cache of what was compiled before."""

from __future__ import annotations

import marshal
import os
import pickle
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import evolve

from sieges.game.game import Game
from sieges.game.rules import Rules
from sieges.language.compiled import Compiled
from sieges.locate import user_cache
from sieges.pack.finder import content_hash

if TYPE_CHECKING:
    from sieges.text.diagnostic import Diagnostics
    from sieges.text.spans import SourceFile

VERSION = "0.1.0"


class PackError(Exception):
    """A pack has mistakes. ``diagnostics`` has all of them; the message is their text."""

    def __init__(self, diagnostics: Diagnostics, sources: Mapping[str, SourceFile]) -> None:
        from sieges.text.printing import render

        self.diagnostics = diagnostics
        self.sources = sources
        super().__init__(render(diagnostics, "text", sources))


class Scenario:
    """A pack that can be played: its modes, each with its rules. Immutable."""

    def __init__(self, name_or_path: str | os.PathLike[str], compiled: Compiled) -> None:
        self.name = name_or_path
        self._rules: dict[str, Rules] = {compiled.mode: Rules(compiled)}
        self._first = compiled

    @property
    def id(self) -> str:
        return self._first.pack

    @property
    def title(self) -> str:
        return self._first.title

    @property
    def version(self) -> str:
        return self._first.version

    @property
    def modes(self) -> dict[str, str]:
        """Id and title of each mode."""
        return dict(self._first.modes)

    @property
    def default_mode(self) -> str:
        return self._first.default_mode

    def rules(self, mode: str | None = None) -> Rules:
        """The rules of a mode; of the default one for None.

        Raises:
            ValueError: there is no such mode.
            PackError: the mode has mistakes.
        """
        mode = mode or self.default_mode
        if mode not in self._first.modes:
            from sieges.text.diagnostic import nearest

            guess = nearest(mode, self._first.modes)
            hint = f"; did you mean `{guess}`?" if guess else ""
            raise ValueError(f"there is no mode `{mode}`{hint} (modes: {', '.join(self._first.modes)})")
        if mode not in self._rules:
            self._rules[mode] = Rules(compiled_pack(self.name, mode))
        return self._rules[mode]

    def new(
        self, mode: str | None = None, options: Mapping[str, Any] | None = None, seed: int | None = None
    ) -> Game:
        """A new game at its first pause.

        Args:
            mode: the mode; the default one for None.
            options: set-up options and their values; the rest have their defaults.
            seed: with a seed the dice and decks run by themselves; without, `legal` answers with chances as well.

        Raises:
            ValueError: a mode, option or value does not exist.
        """
        return self.rules(mode).new(options, seed)

    def __repr__(self) -> str:
        return f"<Scenario {self.id}: {self.title}>"


def load(name_or_path: str | os.PathLike[str], mode: str | None = None) -> Scenario:
    """Load a pack by the name it ships under, or by the path of its folder.

    Raises:
        PackError: the pack has mistakes, or there is none.
    """
    return Scenario(name_or_path, compiled_pack(name_or_path, mode))


def compiled_pack(name_or_path: str | os.PathLike[str], mode: str | None = None) -> Compiled:
    """The compiled form of a pack in a mode, from the cache where nothing has changed.

    Raises:
        PackError: the pack has mistakes, or there is none.
    """
    try:
        text_hash = content_hash(name_or_path)
    except OSError:
        # The passes say better what is wrong.
        text_hash = ""
    where = None
    if text_hash:
        where = user_cache() / "compiled" / f"{_key(name_or_path, text_hash, mode)}.bin"
        if (found := _read(where)) is not None:
            return found
    compiled, diagnostics, sources = compile_fresh(name_or_path, mode, text_hash)
    if compiled is None:
        raise PackError(diagnostics, sources)
    if where is not None and not diagnostics:
        _write(where, compiled)
    return compiled


def compile_fresh(
    name_or_path: str | os.PathLike[str], mode: str | None = None, text_hash: str = ""
) -> tuple[Compiled | None, Diagnostics, dict[str, SourceFile]]:
    """All passes, without the cache: the compiled pack (None after errors), what was found, and the texts."""
    from sieges.language.compiling import compile_pack
    from sieges.language.verbs import step_schema
    from sieges.pack.finder import load_pack

    merged, found, sources = load_pack(name_or_path, mode, step_schema())
    if merged is None:
        return None, found, sources
    return compile_pack(merged, found, text_hash), found, sources


# --- the cache ------------------------------------------------------------------------------------


def _key(name_or_path: str | os.PathLike[str], text_hash: str, mode: str | None) -> str:
    """What a cached form depends on: the pack's text, where it stands, the mode, the engine's code, the Python."""
    from hashlib import blake2b

    here = Path(__file__).parent
    engine = sorted(
        (str(path.relative_to(here)), path.stat().st_size, path.stat().st_mtime_ns) for path in here.rglob("*.py")
    )
    parts = (text_hash, os.fspath(name_or_path), os.getcwd(), mode, engine, sys.version, VERSION)
    return blake2b(repr(parts).encode(), digest_size=16).hexdigest()


def _read(where: Path) -> Compiled | None:
    try:
        with where.open("rb") as file:
            code = marshal.load(file)
            compiled: Compiled = pickle.load(file)
    except (OSError, ValueError, EOFError, TypeError, pickle.UnpicklingError, AttributeError, ImportError):
        return None
    compiled.code = code
    return compiled


def _write(where: Path, compiled: Compiled) -> None:
    try:
        where.parent.mkdir(parents=True, exist_ok=True)
        part = where.with_suffix(f".{os.getpid()}")
        with part.open("wb") as file:
            marshal.dump(compiled.code, file)
            pickle.dump(evolve(compiled, code=[]), file)
        part.replace(where)
    except OSError:
        # A cache that cannot be written only costs time.
        return
