"""What all tests share."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

# A busy machine is no failure. On CI Hypothesis's own profile holds: the same cases each time, no database.
settings.register_profile("here", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "here")


@pytest.fixture(scope="session")
def repository() -> Path:
    """The checkout that these tests belong to."""
    return Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session", autouse=True)
def own_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Tests, and the commands they start, keep their cache and saved games out of the user's folders.

    Those that run side by side have one cache, so that a pack is compiled once for all of them.
    """
    base = tmp_path_factory.getbasetemp()
    cache = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "sieges-cache"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SIEGES_HOME", str(tmp_path_factory.mktemp("sieges-home")))
        patch.setenv("SIEGES_CACHE", str(cache))
        yield
