"""The same pack and choices give the same games in every process, whatever its hash seed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.conformance.fingerprint import fingerprint
from tests.conformance.playable import REPOSITORY


def test_another_hash_seed_changes_nothing(pack: str, tmp_path: Path) -> None:
    """Compiled anew in another process, so that compiling does not depend on it either."""
    expected = json.loads(json.dumps(fingerprint(pack)))
    # This process has a hash seed of its own, at random.
    environment = {
        **os.environ,
        "PYTHONHASHSEED": "1",
        "SIEGES_CACHE": str(tmp_path),
        "PYTHONPATH": os.pathsep.join([str(REPOSITORY / "engine"), str(REPOSITORY)]),
    }
    run = subprocess.run(
        [sys.executable, "-m", "tests.conformance.fingerprint", pack],
        cwd=REPOSITORY, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout)
    for key, value in expected.items():
        assert found[key] == value, key
    assert found.keys() == expected.keys()
