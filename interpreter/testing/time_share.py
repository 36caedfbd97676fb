"""The time for some work: each piece gets its part of what is left."""

from __future__ import annotations

import time
from collections.abc import Callable

import attrs

SEARCHED = 0.6  # of the time, where something was found that is to be made small


@attrs.frozen
class TimeShare:
    """From when until when, in seconds of a clock; without an end where nobody asked for one."""

    began: float = 0.0
    until: float = float("inf")
    clock: Callable[[], float] = attrs.field(default=time.monotonic, repr=False)

    @classmethod
    def lasting(
        cls, seconds: float | None, clock: Callable[[], float] = time.monotonic
    ) -> TimeShare:
        """So many seconds from now on."""
        now = clock()
        return cls(now, float("inf") if seconds is None else now + seconds, clock)

    @property
    def has_end(self) -> bool:
        """Whether time will be up."""
        return self.until != float("inf")

    def left(self) -> float:
        """How many seconds there are left."""
        return max(0.0, self.until - self.clock())

    def go_on(self) -> bool:
        """Whether there is time left."""
        return self.clock() < self.until

    def is_late(self) -> bool:
        """Whether what is left is for what was found."""
        return self.clock() > self.began + SEARCHED * (self.until - self.began)

    def share(self, pieces: float) -> TimeShare:
        """From now on, the first of so many equal parts of what is left."""
        now = self.clock()
        return TimeShare(now, now + max(0.0, self.until - now) / pieces, self.clock)


ALL_TIME = TimeShare()
