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
LEAST = 0.05  # seconds that must be there to ask at all


class EngineAllowance:
    """Of all visitors; the seconds are counted with all other limits, which workers share."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._asked = Crowd()
        self._analyses = Crowd()

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
    def analysing(self, visitor: str) -> Iterator[None]:
        """While an analysis is under way: many questions, one after the other."""
        self._analyses.add(visitor)
        try:
            yield
        finally:
            self._analyses.remove(visitor)

    def check_analysis(self, visitor: str) -> None:
        """Refuse an analysis to whoever has several under way, or has used up the allowance."""
        if self._analyses.is_full(visitor, MOST_ANALYSES):
            raise Refusal("limit/engine", seconds=10)
        self.check(visitor)

    def enter(self, visitor: str, seconds: float) -> None:
        """A question that was not refused: it is counted, and paid by what it may take at most."""
        self._asked.add(visitor)
        self.limits.pay(ENGINE, visitor, seconds)

    def leave(self, visitor: str, unspent: float) -> None:
        """It is answered, or nobody waits any more: what it did not take is given back."""
        self._asked.remove(visitor)
        self.limits.pay(ENGINE, visitor, -unspent)
