"""Every test here that asks for a `pack` is done for each playable pack."""

from __future__ import annotations

import pytest

from tests.conformance.playable import PLAYABLE


@pytest.fixture(params=PLAYABLE)
def pack(request: pytest.FixtureRequest) -> str:
    """The path of a playable pack from the repository."""
    path: str = request.param
    return path
