"""Runs the passes: a name or path to a `Scenario`, by way of a cache of what was compiled before."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sieges import cache
from sieges.game.arguments import one_of, path, text
from sieges.game.game import Game
from sieges.game.rules import Rules
from sieges.language.compiled import Compiled

if TYPE_CHECKING:
    from sieges.pack.merged import Merged
    from sieges.text.diagnostic import Diagnostics
    from sieges.text.spans import SourceFile


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
            BadArgument: there is no such mode.
            PackError: the mode has mistakes.
        """
        mode = self.default_mode if mode is None else one_of(mode, self._first.modes, "mode")
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
            BadArgument: a mode, option or value does not exist, or the seed is no whole number.
        """
        return self.rules(mode).new(options, seed)

    def __repr__(self) -> str:
        return f"<Scenario {self.id}: {self.title}>"


def load(name_or_path: str | os.PathLike[str], mode: str | None = None) -> Scenario:
    """Load a pack by the name it ships under, or by the path of its folder.

    Raises:
        PackError: the pack has mistakes, or there is none.
        BadArgument: what is given is no name or path, or no name of a mode.
    """
    path(name_or_path, "a pack is given by its name or the path of its folder")
    if mode is not None:
        text(mode, "a mode is given by its name")
    return Scenario(name_or_path, compiled_pack(name_or_path, mode))


def compiled_pack(name_or_path: str | os.PathLike[str], mode: str | None = None) -> Compiled:
    """The compiled form of a pack in a mode, from the cache where nothing has changed.

    Raises:
        PackError: the pack has mistakes, or there is none.
    """
    kept = cache.read(name_or_path, mode)
    if kept is not None:
        return kept
    before = cache.fingerprint(name_or_path)
    compiled, diagnostics, sources = compile_fresh(name_or_path, mode, before.text_hash, examples=False)
    if compiled is None:
        raise PackError(diagnostics, sources)
    # What was written while the passes ran belongs to no known text, and is not kept; nor are warnings lost.
    if not diagnostics and cache.unchanged(before):
        cache.write(name_or_path, mode, before, compiled)
    return compiled


def compile_fresh(
    name_or_path: str | os.PathLike[str],
    mode: str | None = None,
    text_hash: str = "",
    *,
    examples: bool = True,
    counted: bool = False,
) -> tuple[Compiled | None, Diagnostics, dict[str, SourceFile]]:
    """All passes, without the cache: the compiled pack (None after errors), what was found, and the texts.

    A base, which lacks what the packs that extend it bring, is told as such and not looked at any further.
    """
    from sieges.language.compiling import compile_pack
    from sieges.language.verbs import step_schema
    from sieges.pack.finder import load_pack

    merged, found, sources = load_pack(name_or_path, mode, step_schema())
    if merged is None:
        return None, found, sources
    if merged.asks:
        return None, _is_base(merged), sources
    return compile_pack(merged, found, text_hash, examples=examples, counted=counted), found, sources


def _is_base(merged: Merged) -> Diagnostics:
    """What to say of a base that somebody wants to play."""
    from sieges.pack import codes
    from sieges.pack.finder import packs_on
    from sieges.text.diagnostic import Diagnostic, Diagnostics

    asked = ", ".join(f"`{ask.id}`" for ask in merged.asks)
    extending = packs_on(merged.id)
    message = f"`{merged.id}` is a base: it is not played itself, but packs that extend it are"
    help = f"packs that extend it bring {asked}"
    fix = (
        f"load one that does: {', '.join(extending)}"
        if extending
        else f"write a pack with `extends: {merged.id}`"
    )
    found = Diagnostics()
    found.add(Diagnostic(codes.BASE, "error", message, merged.packs[-1].node.key_span, (), help, fix))
    return found
