"""Every test here that asks for a `pack` is done for each playable pack."""

from __future__ import annotations

import pytest

from tests.conformance.playable import PLAYABLE


# Of the session, so that the tests of one pack come one after the other, on the games that were played for it once.
@pytest.fixture(scope="session", params=PLAYABLE)
def pack(request: pytest.FixtureRequest) -> str:
    """The path of a playable pack from the repository."""
    path: str = request.param
    return path
