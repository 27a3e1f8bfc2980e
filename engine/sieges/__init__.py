"""A rules engine for siege games: packs of YAML in, games out.

>>> import sieges
>>> game = sieges.load("syracuse").new(seed=7)
>>> decision = game.legal()
>>> happened = game.apply(decision.options[0].id)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sieges.game.arguments import BadArgument
    from sieges.loading import PackError, Scenario, load

__version__ = "0.1.0"
__all__ = ["BadArgument", "PackError", "Scenario", "load"]


def __getattr__(name: str) -> Any:
    # Loaded when first asked for, so that `sieges --help` stays quick.
    if name in __all__:
        from sieges import loading
        from sieges.game.arguments import BadArgument

        return BadArgument if name == "BadArgument" else getattr(loading, name)
    raise AttributeError(f"module 'sieges' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
