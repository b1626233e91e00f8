"""The table's time: whole milliseconds since 1970 that never jump, whatever becomes of the machine's clock.

It begins with the time that it is given and goes on with the machine's monotonic clock, so that a clock that is set
while people play costs nobody an hour. It is drawn towards the true time by a hundredth at most. Servers that share a
database ask that database for the true time, so that theirs agree even where their machines do not.
"""

import time
from collections.abc import Callable

MOST_DRAWN_MS = 10  # in a beat of a second


class Steady:
    """A clock that goes on evenly."""

    def __init__(self, wall: Callable[[], int] = time.time_ns, ticks: Callable[[], int] = time.monotonic_ns) -> None:
        self._ticks = ticks
        self._ahead = wall() - ticks()

    def now_ms(self) -> int:
        """What it shows."""
        return (self._ahead + self._ticks()) // 1_000_000

    def set_to(self, now: int) -> None:
        """Begin anew, before anybody has looked."""
        self._ahead = now * 1_000_000 - self._ticks()

    def draw_towards(self, now: int) -> None:
        """Come a little nearer to the true time."""
        apart = now - self.now_ms()
        self._ahead += max(-MOST_DRAWN_MS, min(MOST_DRAWN_MS, apart)) * 1_000_000


TABLE_TIME = Steady()
