"""Property tests of packs: what `sieges test` and `sieges fuzz` run, and Hypothesis strategies for tests of one's own.

>>> from hypothesis import given
>>> from sieges.testing import states
>>> @given(states("syracuse"))
... def test_morale_is_never_below_nothing(game): ...

Nothing here is imported before it is asked for: Hypothesis and pytest are an extra (`pip install sieges[test]`).
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sieges.testing.causes import Found
    from sieges.testing.failures import holds
    from sieges.testing.stateful import machine
    from sieges.testing.strategies import choices, games, rules, setups, states

__all__ = ["Found", "choices", "games", "holds", "machine", "rules", "setups", "states"]

_MODULES = {"Found": "causes", "holds": "failures", "machine": "stateful"}


def __getattr__(name: str) -> Any:
    if name in __all__:
        return getattr(import_module(f"sieges.testing.{_MODULES.get(name, 'strategies')}"), name)
    raise AttributeError(f"module 'sieges.testing' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
