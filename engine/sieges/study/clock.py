"""The time that working something out may take."""

from __future__ import annotations

import time
from collections.abc import Callable

from attrs import Factory, define


@define(eq=False)
class Clock:
    """Whoever works for long asks it now and then whether the time is over."""

    seconds: float
    """After how many the time is over."""
    watch: Callable[[float], None] | None = None
    """Told each time how many seconds have gone."""
    began: float = Factory(time.perf_counter)

    @property
    def gone(self) -> float:
        """The seconds that have gone."""
        return time.perf_counter() - self.began

    @property
    def is_over(self) -> bool:
        gone = self.gone
        if self.watch is not None:
            self.watch(gone)
        return gone > self.seconds

    def share(self, part: float) -> Clock:
        """A clock for a part of the time that is left."""
        gone = self.gone
        return Clock(gone + part * max(self.seconds - gone, 0.0), self.watch, self.began)
