"""What a visitor may ask of the engine beside the games: so many seconds a minute, and so many questions at once.

A question is paid before it is thought about, by what it may take at most; what it did not take is given back.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from ludejo.table.limits import ENGINE, Limits
from ludejo.table.refusals import Refusal
from ludejo.table.visitors import Crowd

MOST_OF_ONE = 8  # questions of one visitor that wait; what the engine owes in games is not counted
MOST_ANALYSES = 4  # of one visitor at once
MOST_KEPT = 64_000_000  # bytes of the lines that are asked about, of all visitors together: ten of the longest
MOST_KEPT_OF_ONE = 12_000_000  # who keeps so much asks about nothing else until there is less
SHORT_LINE = 500_000  # bytes; of all that is kept, long lines leave a quarter to such: games that people play
LEAST = 0.05  # seconds that must be there to ask at all


class EngineAllowance:
    """Of all visitors; the seconds are counted with all other limits, which workers share."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._asked = Crowd()
        self._analyses = Crowd()
        self._kept = Crowd()  # bytes
        self._kept_of_all = 0

    def wait_for(self, visitor: str) -> float:
        """How many seconds until a visitor may ask again; 0 if at once."""
        return self.limits.wait_for(ENGINE, visitor, LEAST)

    def check(self, visitor: str) -> None:
        """Refuse what a visitor asks for beyond the allowance."""
        if self._asked.is_full(visitor, MOST_OF_ONE):
            raise Refusal("limit/engine", seconds=10)
        wait = self.wait_for(visitor)
        if wait:
            raise Refusal("limit/engine", seconds=max(1, round(wait)))

    @contextmanager
    def keeping(self, visitor: str, weight: int) -> Iterator[None]:
        """While a line of so many bytes is kept, because somebody asks about it; or refuse to keep it."""
        self.check_room(visitor, weight)
        self._kept.add(visitor, weight)
        self._kept_of_all += weight
        try:
            yield
        finally:
            self._kept.remove(visitor, weight)
            self._kept_of_all -= weight

    def check_room(self, visitor: str, weight: int) -> None:
        """Refuse a line of so many bytes where its visitor, or all together, keep too much."""
        most = MOST_KEPT if weight <= SHORT_LINE else MOST_KEPT * 3 // 4
        if self._kept.is_full(visitor, MOST_KEPT_OF_ONE) or self._kept_of_all + weight > most:
            raise Refusal("limit/engine", seconds=60)

    @contextmanager
    def analysing(self, visitor: str, weight: int) -> Iterator[None]:
        """While an analysis is under way: many questions, one after the other, about a line of so many bytes."""
        self._check_analyses(visitor)
        with self.keeping(visitor, weight):
            self._analyses.add(visitor)
            try:
                yield
            finally:
                self._analyses.remove(visitor)

    def check_analysis(self, visitor: str, weight: int) -> None:
        """Refuse an analysis to whoever has several under way, keeps too much, or has used up the allowance."""
        self._check_analyses(visitor)
        self.check_room(visitor, weight)
        self.check(visitor)

    def _check_analyses(self, visitor: str) -> None:
        if self._analyses.is_full(visitor, MOST_ANALYSES):
            raise Refusal("limit/engine", seconds=10)

    def enter(self, visitor: str, seconds: float) -> None:
        """A question that was not refused: it is counted, and paid by what it may take at most."""
        self._asked.add(visitor)
        self.limits.pay(ENGINE, visitor, seconds)

    def leave(self, visitor: str, unspent: float) -> None:
        """It is answered, or nobody waits any more: what it did not take is given back."""
        self._asked.remove(visitor)
        self.limits.pay(ENGINE, visitor, -unspent)
