"""The plugin for pytest: collects the folders of packs that it is told of, one item an example and a property.

A pack is told of on pytest's command line (`pytest path/to/pack`) or by `sieges_packs` in its configuration; no other
folder is looked at. Nothing is imported before a pack is met, since this module is part of every run of pytest.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from sieges.language.compiled import ExampleData
    from sieges.testing.causes import Property
    from sieges.testing.fuzzing import Session
    from sieges.text.diagnostic import Diagnostic

MANIFEST = "pack.yaml"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("sieges", "packs of sieges")
    group.addoption("--sieges-games", type=int, metavar="N", help="Cases for each mode of a pack.")
    group.addoption("--sieges-seed", type=int, default=1, metavar="SEED", help="Same seed, same cases.")
    parser.addini("sieges_packs", "Folders of packs that are collected, from the root folder.", "args", [])
    parser.addini("sieges_games", "Cases for each mode of a pack.", "string", "")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if file_path.name != MANIFEST or not _is_asked_for(file_path, parent.config):
        return None
    collector: pytest.Collector = PackFile.from_parent(parent, path=file_path)
    return collector


def _is_asked_for(manifest: Path, config: pytest.Config) -> bool:
    """Whether somebody named this very pack."""
    named = [Path(config.invocation_params.dir, str(one).split("::")[0]) for one in config.args]
    named += [Path(config.rootpath, one) for one in config.getini("sieges_packs")]
    asked = {os.path.realpath(path) for path in named}
    return os.path.realpath(manifest) in asked or os.path.realpath(manifest.parent) in asked


class PackFile(pytest.File):
    """A pack: what `check` says, its examples, and for each mode its properties."""

    def collect(self) -> Iterator[pytest.Item | pytest.Collector]:
        from sieges.study.checking import passes

        done = passes(self.path.parent)
        mistakes = [one for one in done.found if one.severity == "error"]
        item: CheckItem = CheckItem.from_parent(self, name="check", mistakes=mistakes, sources=done.sources)
        yield item
        if mistakes or done.compiled is None:
            return
        modes = [done.compiled.mode, *(mode for mode in done.compiled.modes if mode != done.compiled.mode)]
        for mode in modes:
            collector: ModeCollector = ModeCollector.from_parent(self, name=mode)
            yield collector


class ModeCollector(pytest.Collector):
    """A mode of a pack. Its games are played when the first of its properties is asked for."""

    _session: Session | None = None

    def collect(self) -> Iterator[pytest.Item]:
        from sieges.game.rules import Rules
        from sieges.study.checking import passes
        from sieges.testing.causes import promises, properties

        done = passes(self.path.parent, self.name)
        mistakes = [one for one in done.found if one.severity == "error"]
        if done.compiled is None or mistakes:
            item: CheckItem = CheckItem.from_parent(
                self, name="check", mistakes=mistakes, sources=done.sources
            )
            yield item
            return
        self.rules = Rules(done.compiled)
        for example in done.compiled.examples:
            shown: ExampleItem = ExampleItem.from_parent(
                self, name=f"example {example.id}", example=example, sources=done.sources
            )
            yield shown
        for property_ in (*properties(self.rules), *promises(self.rules)):
            told: PropertyItem = PropertyItem.from_parent(self, name=property_.id, about=property_)
            yield told

    def played(self) -> Session:
        """The games of this mode, with what they came to."""
        if self._session is None:
            from sieges.testing.cases import GAMES, run
            from sieges.testing.fuzzing import Session

            given = self.config.getoption("sieges_games") or self.config.getini("sieges_games") or GAMES
            seed = self.config.getoption("sieges_seed")
            self._session = Session(self.rules, os.fspath(self.path.parent), {}, seed)
            run(self._session, int(given))
        return self._session


class Wrong(Exception):
    """What is wrong, in words for people."""


class PackItem(pytest.Item):
    """Something that is tested; a failure is told without a traceback."""

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, Wrong):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[os.PathLike[str], int | None, str]:
        return self.path, None, f"{self.path.parent.name}: {self.name}"


class CheckItem(PackItem):
    """Whether the pack has mistakes."""

    def __init__(self, *, mistakes: list[Diagnostic], sources: Any, **rest: Any) -> None:
        super().__init__(**rest)
        self.mistakes = mistakes
        self.sources = sources

    def runtest(self) -> None:
        if self.mistakes:
            raise Wrong(_told(self.mistakes, self.sources))


class ExampleItem(PackItem):
    """An example of the pack."""

    def __init__(self, *, example: ExampleData, sources: Any, **rest: Any) -> None:
        super().__init__(**rest)
        self.example = example
        self.sources = sources

    def runtest(self) -> None:
        from sieges.study.examples import run_example

        assert isinstance(self.parent, ModeCollector)
        wrong = run_example(self.parent.rules, self.example)
        if wrong:
            raise Wrong(_told(wrong, self.sources))


class PropertyItem(PackItem):
    """A property of the games of a mode."""

    def __init__(self, *, about: Property, **rest: Any) -> None:
        super().__init__(**rest)
        self.about = about

    def runtest(self) -> None:
        from sieges.testing.report import failure_of

        assert isinstance(self.parent, ModeCollector)
        session = self.parent.played()
        failures = failure_of(session, self.about.id)
        if failures:
            raise Wrong("\n\n".join(failure.told() for failure in failures))
        if self.about.id.startswith("eventually.") and self.about.id not in session.notices.kept:
            pytest.skip("no game came to it, which refutes nothing")


def _told(findings: list[Diagnostic], sources: Any) -> str:
    from sieges.text.diagnostic import Diagnostics
    from sieges.text.printing import render

    said = Diagnostics()
    for finding in findings:
        said.add(finding)
    return render(said, "text", sources).rstrip("\n")
