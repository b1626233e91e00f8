"""How long the way between the table and a player is, there and back, as the table itself measures it.

The table asks for an echo and takes the time until it comes. Whoever holds echoes back looks slower than they are; what
that can gain is bounded by bounds.py, and the shortest of the latest measurements counts.
"""

from collections import deque

MOST_KEPT = 5
LONGEST = 30.0  # seconds after which an echo says nothing any more


class Lag:
    """Of one connection. Times are seconds of a clock that never goes back."""

    def __init__(self) -> None:
        self._number = 0
        self._asked: float | None = None
        self._measured: deque[int] = deque(maxlen=MOST_KEPT)

    @property
    def ms(self) -> int:
        """In milliseconds; 0 until an echo has come."""
        return min(self._measured, default=0)

    def asked(self, now: float) -> int:
        """An echo is asked for now, under this number; an earlier one no longer counts."""
        self._number += 1
        self._asked = now
        return self._number

    def heard(self, number: object, now: float) -> None:
        """An echo has come."""
        if number != self._number or self._asked is None:
            return
        if now - self._asked <= LONGEST:
            self._measured.append(max(0, int(1000 * (now - self._asked))))
        self._asked = None
