"""What a visitor may ask of the engine beside the games: so many seconds a minute, and so many questions at once.

A question is paid before it is thought about, by what it may take at most; what it did not take is given back.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ludejo.table.limits import Bucket
from ludejo.table.refusals import Refusal

MOST_OF_ONE = 8  # questions of one visitor that wait; what the engine owes in games is not counted
MOST_ANALYSES = 4  # of one visitor at once
MOST_BUCKETS = 10_000
LEAST = 0.05  # seconds that must be there to ask at all


class Allowance:
    """Of all visitors. A rate of 0 seconds a minute is no limit."""

    def __init__(self, seconds_a_minute: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = seconds_a_minute / 60
        self.size = seconds_a_minute
        self.clock = clock
        self._buckets: dict[str, Bucket] = {}
        self._asked: Counter[str] = Counter()
        self._analyses: Counter[str] = Counter()

    def wait_for(self, visitor: str) -> float:
        """How many seconds until a visitor may ask again; 0 if at once."""
        return self._bucket(visitor).wait_for(LEAST) if self.rate > 0 else 0.0

    def check(self, visitor: str) -> None:
        """Refuse what a visitor asks for beyond the allowance."""
        if self._asked[visitor] >= MOST_OF_ONE:
            raise Refusal("limit/engine", seconds=10)
        wait = self.wait_for(visitor)
        if wait:
            raise Refusal("limit/engine", seconds=max(1, round(wait)))

    @contextmanager
    def analysing(self, visitor: str) -> Iterator[None]:
        """While an analysis is under way: many questions, one after the other."""
        self._analyses[visitor] += 1
        try:
            yield
        finally:
            _count_down(self._analyses, visitor)

    def check_analysis(self, visitor: str) -> None:
        """Refuse an analysis to whoever has several under way, or has used up the allowance."""
        if self._analyses[visitor] >= MOST_ANALYSES:
            raise Refusal("limit/engine", seconds=10)
        self.check(visitor)

    def enter(self, visitor: str, seconds: float) -> None:
        """A question that was not refused: it is counted, and paid by what it may take at most."""
        self._asked[visitor] += 1
        self._pay(visitor, seconds)

    def leave(self, visitor: str, unspent: float) -> None:
        """It is answered, or nobody waits any more: what it did not take is given back."""
        _count_down(self._asked, visitor)
        self._pay(visitor, -unspent)

    def _pay(self, visitor: str, seconds: float) -> None:
        if self.rate > 0:
            self._bucket(visitor).pay(seconds)

    def _bucket(self, visitor: str) -> Bucket:
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets = {key: one for key, one in self._buckets.items() if not one.is_full}
        return self._buckets.setdefault(visitor, Bucket(self.rate, self.size, self.clock))


def _count_down(counts: Counter[str], visitor: str) -> None:
    counts[visitor] -= 1
    if counts[visitor] <= 0:
        del counts[visitor]
