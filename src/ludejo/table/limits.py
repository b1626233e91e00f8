"""How often somebody may do something: a bucket that fills at a rate, up to a limit, and from which each act takes."""

import ipaddress
import math
import time
from collections.abc import Callable

from ludejo.table.refusals import Refusal

# What is counted: how many at once, and how many a second after that. Many people can share an address.
KINDS = {
    "start": (20.0, 0.5),  # games and studies
    "act": (120.0, 20.0),
    "look": (200.0, 40.0),
    "connect": (60.0, 5.0),
    "message": (60.0, 20.0),  # of one connection
}
MOST_VISITORS = 20_000


class Bucket:
    """Fills at a rate, holds so much."""

    def __init__(self, rate: float, size: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.size = size
        self.clock = clock
        self.level = size
        self.since = clock()

    def _fill(self) -> None:
        now = self.clock()
        self.level = min(self.size, self.level + (now - self.since) * self.rate)
        self.since = now

    @property
    def is_full(self) -> bool:
        """Whether it says nothing any more about what was done."""
        self._fill()
        return self.level >= self.size

    def wait_for(self, amount: float) -> float:
        """How many seconds until there is so much; 0 if there is."""
        self._fill()
        return max(0.0, (amount - self.level) / self.rate)

    def pay(self, amount: float) -> None:
        """Take so much, even if it was not there."""
        self._fill()
        self.level -= amount


class Limits:
    """Buckets by kind and visitor."""

    def __init__(self, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.clock = clock
        self._buckets: dict[tuple[str, str], Bucket] = {}

    def check(self, kind: str, visitor: str) -> None:
        """Count one more, or refuse it."""
        if self.rate > 0:
            take(self._bucket(kind, visitor))

    def pay(self, kind: str, visitor: str, amount: float) -> None:
        """Count something that turned out to be as much work as so many, after it was allowed."""
        if self.rate > 0:
            self._bucket(kind, visitor).pay(amount)

    def own(self, kind: str) -> Bucket | None:
        """A bucket for one connection alone."""
        size, rate = KINDS[kind]
        return Bucket(rate * self.rate, size * self.rate, self.clock) if self.rate > 0 else None

    def _bucket(self, kind: str, visitor: str) -> Bucket:
        key = (kind, visitor)
        if key not in self._buckets:
            if len(self._buckets) >= MOST_VISITORS:
                self._buckets = {known: one for known, one in self._buckets.items() if not one.is_full}
            size, rate = KINDS[kind]
            self._buckets[key] = Bucket(rate * self.rate, size * self.rate, self.clock)
        return self._buckets[key]


def take(bucket: Bucket | None) -> None:
    """Take one from a bucket, or refuse."""
    if bucket is None:
        return
    wait = bucket.wait_for(1)
    if wait:
        raise Refusal("limit/rate", seconds=math.ceil(wait))
    bucket.pay(1)


def visitor_of(host: str) -> str:
    """Whose limits count: an address, or the network that one household has of IPv6."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host or "nobody"
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    return str(address.ipv4_mapped or ipaddress.ip_network((address, 64), strict=False))
