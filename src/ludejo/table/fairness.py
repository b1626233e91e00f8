"""Whose turn it is: start-time fair queueing (Goyal, Vin and Cheng), by which visitors share what does work for them.

Each piece of work has a start tag: the virtual time at which it would begin if its visitor had an equal share of the
engines, or of the threads. Whoever asks for little is served soon, whatever others have waiting; whoever asks for much
waits behind their own. What has been served is the virtual time. The tags are seconds of work.

The networks around a visitor of IPv6 have shares of their own, so many times as wide (visitors.py): whoever is given
many networks has no share for each of them.
"""

from collections.abc import Mapping

from ludejo.table.visitors import circles


def start_tag(visitor: str, now: float, last: Mapping[str, float]) -> float:
    """When a visitor's work would begin: now, in virtual time, or when the last work of those around it would end."""
    return max(now, *(last.get(network, now) for network, _ in circles(visitor)))


def end_tags(visitor: str, cost: float, now: float, last: Mapping[str, float]) -> dict[str, float]:
    """When it would end, for the visitor and each of the networks around it, whose shares are so many times as wide."""
    return {network: max(now, last.get(network, now)) + cost / times for network, times in circles(visitor)}


class VirtualTime:
    """The tags of one queue."""

    def __init__(self) -> None:
        self.now = 0.0
        self._last: dict[str, float] = {}  # when the last work of each visitor, or network, would have ended

    def tag(self, visitor: str, cost: float) -> float:
        """The start tag of work that is about to wait."""
        start = self.next_tag(visitor)
        self.spend(visitor, cost)
        return start

    def next_tag(self, visitor: str) -> float:
        """The start tag that a visitor's next work would have."""
        return start_tag(visitor, self.now, self._last)

    def spend(self, visitor: str, cost: float) -> None:
        """Count work whose cost was not known before it was done."""
        self._last |= end_tags(visitor, cost, self.now, self._last)

    def begin(self, tag: float) -> None:
        """Some work begins."""
        if tag > self.now:
            self.now = tag
            self._last = {visitor: last for visitor, last in self._last.items() if last > tag}
