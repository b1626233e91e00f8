"""How often somebody may do something: a bucket that fills at a rate, up to a limit, and from which each act takes.

Each worker has buckets of its own and answers at once. What was taken from them is told to the other workers every
second, who take it from theirs: a bucket can owe. So N workers together may allow, once, N times what a bucket holds;
that is paid back before anything more is allowed, and over a longer time the rate is that of one bucket.
What websockets bring is counted by each worker alone: that limit is there for the worker's own time.
"""

import math
import time
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Mapping
from itertools import islice
from typing import NamedTuple

from ludejo.table.refusals import Refusal
from ludejo.table.visitors import circles

DAY = 86_400.0


class Allowance(NamedTuple):
    """How much at once, and how much a second after that."""

    size: float
    rate: float


# What is counted. Many people can share an address.
KINDS = {
    "start": Allowance(20.0, 0.5),  # games and studies
    "act": Allowance(120.0, 20.0),
    "look": Allowance(200.0, 40.0),
    "connect": Allowance(60.0, 2.0),
    "request": Allowance(600.0, 100.0),  # of any kind, files of the page included
    "store": Allowance(20e6, 20e6 / DAY),  # bytes that are kept
    "message": Allowance(60.0, 20.0),  # of one connection
    "messages": Allowance(120.0, 30.0),  # of all connections; whoever sends more is heard later
    "frames": Allowance(120.0, 40.0),  # of all connections, control frames included; likewise
    "say": Allowance(4.0, 0.1),  # of one seat of a game, from wherever
    "challenge": Allowance(20.0, 1 / 60),  # in the lobby, whoever one says to be
    "take": Allowance(20.0, 1 / 30),  # of challenges there, likewise
    "report": Allowance(10.0, 10 / DAY),  # of people to the host, likewise
    "refusal": Allowance(30.0, 0.5),  # of one connection
}
OWN = ("messages", "frames")  # counted by each worker alone
ENGINE = "engine"  # seconds of thought that are asked for beside games; so many a minute, as the host says
MOST_BUCKETS = 50_000
LOOKED_AT = 4  # of the oldest buckets, before one of them is forgotten


class Bucket:
    """Fills at a rate, holds so much. It can owe: then nothing is to be had until that is paid."""

    __slots__ = ("clock", "level", "rate", "since", "size")

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
    def seconds_until_full(self) -> float:
        """How long it still says something about what was done; 0 where it says nothing any more."""
        self._fill()
        return (self.size - self.level) / self.rate

    def wait_for(self, amount: float) -> float:
        """How many seconds until there is so much; 0 if there is."""
        self._fill()
        return max(0.0, (amount - self.level) / self.rate)

    def pay(self, amount: float) -> None:
        """Take so much, even if it was not there."""
        self._fill()
        self.level -= amount


class Limits:
    """Buckets by kind and network. When there are very many, those go that say nothing any more, or not for long.

    Or whoever has many addresses could have what was stored in a day forgotten, by looking around from all of them.
    """

    def __init__(self, rate: float, clock: Callable[[], float] = time.monotonic, engine_seconds: float = 0.0) -> None:
        self.clock = clock
        self._kinds = {kind: Allowance(size * rate, speed * rate) for kind, (size, speed) in KINDS.items()}
        self._kinds[ENGINE] = Allowance(engine_seconds, engine_seconds / 60)
        self._buckets: OrderedDict[tuple[str, str], Bucket] = OrderedDict()
        self._spent: defaultdict[tuple[str, str], float] = defaultdict(float)

    def check(self, kind: str, visitor: str, amount: float = 1.0) -> None:
        """Count one more, or refuse it."""
        wait = self.wait_for(kind, visitor, amount)
        if wait:
            raise Refusal("limit/rate", seconds=math.ceil(wait))
        self.pay(kind, visitor, amount)

    def wait_for(self, kind: str, visitor: str, amount: float) -> float:
        """How many seconds until a visitor may take so much; 0 if at once."""
        if not self._is_limited(kind):
            return 0.0
        known = (self._buckets.get((kind, network)) for network, _ in circles(visitor))  # others are full
        return max((bucket.wait_for(min(amount, bucket.size)) for bucket in known if bucket), default=0.0)

    def _is_limited(self, kind: str) -> bool:
        return kind in self._kinds and self._kinds[kind].rate > 0

    def check_debt(self, kind: str, visitor: str, most: float) -> None:
        """Refuse whoever owes more than so many times what a bucket holds, though what they do is not refused else."""
        known = (self._buckets.get((kind, network)) for network, _ in circles(visitor))
        wait = max((bucket.wait_for(-most * bucket.size) for bucket in known if bucket), default=0.0)
        if wait:
            raise Refusal("limit/store", seconds=math.ceil(wait))

    def pay(self, kind: str, visitor: str, amount: float) -> None:
        """Count something that turned out to be as much work as so many, after it was allowed."""
        if self._is_limited(kind):
            if kind not in OWN:
                self._spent[kind, visitor] += amount
            self._take(kind, visitor, amount)

    def owe(self, kind: str, visitor: str, amount: float = 1.0) -> float:
        """Count what is done in any case; for how many seconds whoever wants it should be made to wait."""
        wait = self.wait_for(kind, visitor, amount)
        self.pay(kind, visitor, amount)
        return wait

    def _take(self, kind: str, visitor: str, amount: float) -> None:
        for circle in circles(visitor):
            self._bucket(kind, *circle).pay(amount)

    def owed(self, kind: str, visitor: str) -> float:
        """How much of an allowance a visitor has used up, and has not got back yet."""
        if not self._is_limited(kind):
            return 0.0
        bucket = self._buckets.get((kind, visitor))
        return bucket.seconds_until_full * bucket.rate if bucket else 0.0

    def rate_of(self, kind: str) -> float:
        """How much a visitor gets back a second."""
        return self._kinds[kind].rate

    def own(self, kind: str) -> Bucket | None:
        """A bucket for one connection alone."""
        return self._new(kind, 1.0) if self._is_limited(kind) else None

    def _new(self, kind: str, times: float) -> Bucket:
        size, rate = self._kinds[kind]
        return Bucket(rate * times, size * times, self.clock)

    def _bucket(self, kind: str, network: str, times: float) -> Bucket:
        key = (kind, network)
        if key not in self._buckets:
            if len(self._buckets) >= MOST_BUCKETS:
                self._forget_one()
            self._buckets[key] = self._new(kind, times)
        self._buckets.move_to_end(key)
        return self._buckets[key]

    def _forget_one(self) -> None:
        """Of the oldest, the one that will be full first; the others have their next turn after all the rest."""
        oldest = list(islice(self._buckets, LOOKED_AT))
        del self._buckets[min(oldest, key=lambda key: self._buckets[key].seconds_until_full)]
        for key in oldest:
            if key in self._buckets:
                self._buckets.move_to_end(key)

    # ---------------------------------------------------------------- between workers

    def spent(self) -> dict[tuple[str, str], float]:
        """What was taken here since this was last asked, by kind and visitor."""
        spent, self._spent = self._spent, defaultdict(float)
        return dict(spent)

    def hear(self, spent: Mapping[tuple[str, str], float]) -> None:
        """Take what other workers have allowed; nobody is told of it again."""
        for (kind, visitor), amount in spent.items():
            if self._is_limited(kind):
                self._take(kind, visitor, amount)


def owe(bucket: Bucket | None) -> float:
    """Take one from a bucket, even if it is not there; in how many seconds it would have been."""
    if bucket is None:
        return 0.0
    wait = bucket.wait_for(1)
    bucket.pay(1)
    return wait
