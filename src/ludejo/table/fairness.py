"""Whose turn it is: start-time fair queueing (Goyal, Vin and Cheng), by which visitors share what does work for them.

Each piece of work has a start tag: the virtual time at which it would begin if its visitor had an equal share of the
engines, or of the threads. Whoever asks for little is served soon, whatever others have waiting; whoever asks for much
waits behind their own. What has been served is the virtual time. The tags are seconds of work.

The networks around a visitor of IPv6 have shares of their own, so many times as wide (visitors.py): whoever is given
many networks has no share for each of them.
"""

from ludejo.table.visitors import circles


def start_tag(now: float, own_last: float | None) -> float:
    """When work would begin: now, in virtual time, or when the visitor's own work before it would have ended."""
    return now if own_last is None else max(now, own_last)


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
        return max(start_tag(self.now, self._last.get(network)) for network, _ in circles(visitor))

    def spend(self, visitor: str, cost: float) -> None:
        """Count work whose cost was not known before it was done."""
        for network, times in circles(visitor):
            self._last[network] = start_tag(self.now, self._last.get(network)) + cost / times

    def begin(self, tag: float) -> None:
        """Some work begins."""
        if tag > self.now:
            self.now = tag
            self._last = {visitor: last for visitor, last in self._last.items() if last > tag}
