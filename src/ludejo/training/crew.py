"""A crew of threads that works off rows of games together, turn after turn, without ever going to sleep.

A turn takes about a millisecond. Threads that sleep between turns must be woken, which on a virtual machine with
sixteen cores took longer than that: with 512 games sixteen threads were slower than one. So the crew stays inside a
kernel for as long as games are played. Rows are counted on from turn to turn; whoever is free claims the next few.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import numpy as np

from ludejo.games.kernels import kernel, template
from ludejo.search.atomic import add, exchanged, let_others, observed, publish
from ludejo.training.games import step

CLAIM = 16  # rows at a time
NEXT, END, OFFSET, DONE = 0, 16, 32, 48  # where the signals are: a cache line each
SIGNALS = 64
FOREVER = 1 << 62
PATIENCE = 2000  # looks for work before a thread takes a nap


@template
def work(kit, signals, until):
    """Claim rows and step them, until so many are done, by whomever."""
    looks = 0
    while observed(signals, DONE) < until:
        first = observed(signals, NEXT)
        last = min(first + CLAIM, observed(signals, END))
        if first >= last:
            looks += 1
            let_others(looks > PATIENCE)
        elif exchanged(signals, NEXT, first, last):
            looks = 0
            offset = observed(signals, OFFSET)  # stays: the turn does not end before these rows are done
            step(kit, first - offset, last - offset)
            add(signals, DONE, last - first)


@kernel
def announce(signals, offset, end):
    """There is work, up to here."""
    signals[OFFSET] = offset
    publish(signals, END, end)


class Crew:
    """The threads. The one that leads works along."""

    def __init__(self, work: Callable[..., None], threads: int) -> None:
        self.work = work
        self.signals = np.zeros(SIGNALS, np.int64)
        self.others = range(1, threads)
        self.pool = ThreadPoolExecutor(len(self.others)) if self.others else None
        self.kit: Any = None

    @contextmanager
    def at_work(self, kit: Callable[[int], Any]) -> Iterator[None]:
        """Inside, the crew stands ready, each member with its own kit."""
        self.signals[:] = 0
        self.kit = kit(0)
        jobs = [self.pool.submit(self.work, kit(k), self.signals, FOREVER) for k in self.others] if self.pool else []
        try:
            yield
        finally:
            self.signals[DONE] = FOREVER
            for job in jobs:
                job.result()

    def work_off(self, first: int, last: int) -> None:
        """Take a turn: all rows from the first to before the last."""
        begun = int(self.signals[END])
        end = begun + last - first
        announce(self.signals, begun - first, end)
        self.work(self.kit, self.signals, end)
