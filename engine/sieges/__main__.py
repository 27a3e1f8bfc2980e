"""`python -m sieges`, and the command `sieges`."""

from __future__ import annotations

import sys


def run() -> None:
    """Run the command; Ctrl-C is quiet even while it is still being loaded."""
    try:
        from sieges.ui.main import main
    except KeyboardInterrupt:
        sys.exit(130)
    main(prog_name="sieges")


if __name__ == "__main__":
    run()
