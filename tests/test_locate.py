"""sieges.locate: what was shipped, and the user's folders."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from sieges import locate

FOLDERS = [(locate.user_cache, "SIEGES_CACHE"), (locate.user_data, "SIEGES_HOME")]


@pytest.fixture
def user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's home with nothing in it and nothing in the environment that names another."""
    for variable in ("SIEGES_CACHE", "SIEGES_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(variable, raising=False)
    home = tmp_path / "user"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))  # for stand-ins
    return home


def test_checkout_is_found(repository: Path) -> None:
    assert locate.scenarios_folder() == repository / "scenarios"
    assert locate.schemas_folder() == repository / "schemas"


def test_package_data_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locate, "_HERE", tmp_path)
    (tmp_path / "data" / "scenarios").mkdir(parents=True)
    assert locate.scenarios_folder() == tmp_path / "data" / "scenarios"


def test_missing_data_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "lib" / "python" / "sieges"
    monkeypatch.setattr(locate, "_HERE", package)
    # A folder of that name is not enough: it has to be our checkout.
    (tmp_path / "lib" / "scenarios").mkdir(parents=True)
    with pytest.raises(FileNotFoundError, match="lacks its scenarios") as refusal:
        locate.scenarios_folder()
    assert str(package / "data" / "scenarios") in str(refusal.value)


@pytest.mark.parametrize(
    ("platform", "cache", "data"),
    [
        ("linux", ".cache/sieges", ".local/share/sieges"),
        ("darwin", "Library/Caches/sieges", "Library/Application Support/sieges"),
        ("win32", "AppData/Local/sieges/Cache", "AppData/Local/sieges/Data"),
    ],
)
def test_where_each_system_keeps_them(
    user: Path, monkeypatch: pytest.MonkeyPatch, platform: str, cache: str, data: str
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    assert locate.user_cache() == user / cache
    assert locate.user_data() == user / data
    assert (user / cache).is_dir()
    assert (user / data).is_dir()
    assert locate.stand_in(user / data) is None


def test_xdg_folders_count_if_absolute(user: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "elsewhere"))
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    assert locate.user_cache() == tmp_path / "elsewhere" / "sieges"
    assert locate.user_data() == user / ".local" / "share" / "sieges"


@pytest.mark.parametrize(("folder", "variable"), FOLDERS)
def test_the_environment_overrides(
    user: Path, monkeypatch: pytest.MonkeyPatch, folder: Callable[[], Path], variable: str
) -> None:
    monkeypatch.setenv(variable, "~/chosen")
    assert folder() == user / "chosen"
    monkeypatch.setenv(variable, "")
    assert folder().name != "chosen"


@pytest.mark.parametrize(("folder", "variable"), FOLDERS)
def test_a_folder_that_cannot_be_written_is_stood_in_for(
    user: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: Callable[[], Path], variable: str
) -> None:
    # Below a file no folder can be made, not even by root.
    (tmp_path / "file").touch()
    monkeypatch.setenv(variable, str(tmp_path / "file" / "below"))
    found = folder()
    assert (found / "x").write_text("written") == 7
    assert "cannot be written" in (locate.stand_in(found) or "")
    assert folder() == found
    if os.name == "posix":
        assert found.stat().st_mode & 0o077 == 0


def test_no_home_at_all(monkeypatch: pytest.MonkeyPatch, user: Path) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    for folder in (locate.user_cache, locate.user_data):
        assert locate.stand_in(folder()) == "there is no home folder"
    assert locate.user_cache() != locate.user_data()


def test_only_the_cache_is_removed_at_the_end(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    nowhere = str(tmp_path / "file" / "below")
    said = subprocess.run(
        [sys.executable, "-c", "from sieges import locate as l; print(l.user_cache()); print(l.user_data())"],
        env={**os.environ, "SIEGES_CACHE": nowhere, "SIEGES_HOME": nowhere, "TMPDIR": str(tmp_path)},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    cache, data = map(Path, said.splitlines())
    assert cache != data
    assert not cache.exists()
    assert data.is_dir()
