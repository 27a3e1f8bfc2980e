"""Where things lie: the packs and schemas that came with the engine, and the user's own two folders.

This module stands outside the layers, so everything may import it and it imports nothing of ours.
"""

import atexit
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

_HERE = Path(__file__).resolve().parent

_usable: dict[tuple[Path | None, bool], Path] = {}  # the folder wanted, to be kept or not → the one in use
_reasons: dict[Path, str] = {}  # a stand-in → why it is one


def scenarios_folder() -> Path:
    """The folder whose subfolders are the packs that came with the engine."""
    return _shipped("scenarios")


def schemas_folder() -> Path:
    """The folder of the JSON Schema files, one a kind of document."""
    return _shipped("schemas")


def starters_folder() -> Path:
    """The folder whose subfolders are the packs to begin with."""
    return _shipped("starters", "examples/starters")


def user_cache() -> Path:
    """A writable folder for what can be made again at any time (`SIEGES_CACHE` names another).

    Where it cannot be written, a private folder stands in for it until the program ends.
    """
    return _writable(_wanted("SIEGES_CACHE", _system_cache), keep=False)


def user_data() -> Path:
    """A writable folder for what is to be found again, such as saved games (`SIEGES_HOME` names another).

    Where it cannot be written, a private folder stands in for it and is kept; `stand_in` says so.
    """
    return _writable(_wanted("SIEGES_HOME", _system_data), keep=True)


def stand_in(folder: Path) -> str | None:
    """Why `folder` stands in for the one that was wanted, in words for the user; None if it does not."""
    return _reasons.get(folder)


def _shipped(name: str, in_checkout: str = "") -> Path:
    packaged = _HERE / "data" / name
    checkout = _HERE.parent.parent
    beside = checkout / (in_checkout or name)
    if packaged.is_dir():
        return packaged
    if (checkout / "pyproject.toml").is_file() and beside.is_dir():
        return beside
    raise FileNotFoundError(
        f"this installation of sieges lacks its {name}: neither {packaged} nor {beside} is there"
    )


def _wanted(variable: str, system: Callable[[], Path]) -> Path | None:
    """The folder as asked for; None if the machine does not say where a user's folders are."""
    chosen = os.environ.get(variable)
    try:
        return Path(chosen).expanduser().absolute() if chosen else system()
    except (RuntimeError, OSError):  # no home folder, no current folder
        return None


def _system_cache() -> Path:
    if sys.platform == "win32":
        return _from_environment("LOCALAPPDATA", "AppData/Local") / "sieges" / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "sieges"
    return _from_environment("XDG_CACHE_HOME", ".cache") / "sieges"


def _system_data() -> Path:
    if sys.platform == "win32":
        return _from_environment("LOCALAPPDATA", "AppData/Local") / "sieges" / "Data"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "sieges"
    return _from_environment("XDG_DATA_HOME", ".local/share") / "sieges"


def _from_environment(variable: str, below_home: str) -> Path:
    # A relative path here is to be ignored, says the XDG specification.
    named = Path(os.environ.get(variable, ""))
    return named if named.is_absolute() else Path.home() / below_home


def _writable(wanted: Path | None, *, keep: bool) -> Path:
    key = wanted, keep
    folder = _usable.get(key)
    if folder is None or not folder.is_dir():
        folder = _usable[key] = _made(wanted, keep=keep)
    return folder


def _made(wanted: Path | None, *, keep: bool) -> Path:
    if wanted is None:
        reason = "there is no home folder"
    else:
        try:
            wanted.mkdir(mode=0o700, parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=wanted):
                return wanted
        except OSError as error:
            reason = f"{wanted} cannot be written ({error.strerror or error})"
    # A name that nobody can guess: what lies in a cache is trusted by whoever reads it.
    folder = Path(tempfile.mkdtemp(prefix="sieges-"))
    if not keep:
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    _reasons[folder] = reason
    return folder
