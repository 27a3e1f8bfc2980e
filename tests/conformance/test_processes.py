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
    """Compiled anew in each process, so that compiling does not depend on it either."""
    expected = json.loads(json.dumps(fingerprint(pack)))
    for seed in ("1", "20"):
        environment = {
            **os.environ,
            "PYTHONHASHSEED": seed,
            "SIEGES_CACHE": str(tmp_path / seed),
            "PYTHONPATH": os.pathsep.join([str(REPOSITORY / "engine"), str(REPOSITORY)]),
        }
        run = subprocess.run(
            [sys.executable, "-m", "tests.conformance.fingerprint", pack],
            cwd=REPOSITORY, env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert run.returncode == 0, run.stderr
        found = json.loads(run.stdout)
        for key, value in expected.items():
            assert found[key] == value, f"with hash seed {seed}: {key}"
        assert found.keys() == expected.keys()
