"""The engine at work, in threads beside the event loop: kernels hold no lock while they run.

The queue is fair: visitors take turns, however much each of them asks for. What somebody asks for beyond an engine's
answer in a game (hints, evaluations) is paid from an allowance of engine time.
"""

import asyncio
import contextlib
import os
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from ludejo.table import metrics
from ludejo.table.limits import Bucket
from ludejo.table.refusals import Refusal

MOST_WAITING = 500
MOST_OF_ONE = 8  # waiting jobs of one visitor, engine moves aside
NICENESS = 5  # people who move come before engines that think

Answer = TypeVar("Answer")
Work = Callable[[threading.Event], Answer]  # it looks at the event now and then, and stops when it is set


@dataclass(eq=False)
class _Job(Generic[Answer]):
    work: Work[Answer]
    cancel: threading.Event
    done: asyncio.Future[Answer]


class Thinking:
    """Runs engine work for visitors, a few at a time."""

    def __init__(self, threads: int, seconds_a_minute: float) -> None:
        self.threads = threads
        self.pool = ThreadPoolExecutor(threads, "engine", initializer=_be_nice)
        self._allowance: dict[str, Bucket] = {}
        self._rate = seconds_a_minute / 60
        self._burst = seconds_a_minute
        self._waiting: OrderedDict[str, deque[_Job[Any]]] = OrderedDict()
        self._count = 0
        self._available = asyncio.Semaphore(0)
        self._runners: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin to take work."""
        self._runners = [asyncio.create_task(self._run()) for _ in range(self.threads)]

    async def stop(self) -> None:
        """Give up what is being thought about."""
        for runner in self._runners:
            runner.cancel()
        for jobs in self._waiting.values():
            for job in jobs:
                job.cancel.set()
        self.pool.shutdown(wait=False, cancel_futures=True)

    async def do(
        self, visitor: str, work: Work[Answer], cancel: threading.Event | None = None, asked: bool = True
    ) -> Answer:
        """The result of some work, when it is this visitor's turn. What is `asked` for is paid and can be refused."""
        if asked:
            self.check(visitor)
        job: _Job[Answer] = _Job(work, cancel or threading.Event(), asyncio.get_running_loop().create_future())
        self._waiting.setdefault(visitor, deque()).append(job)
        self._count += 1
        metrics.ENGINE_WAITING.inc()
        self._available.release()
        try:
            return await job.done
        except asyncio.CancelledError:
            job.cancel.set()
            raise

    def check(self, visitor: str) -> None:
        """Refuse what a visitor asks for beyond the allowance."""
        if self._count >= MOST_WAITING or len(self._waiting.get(visitor, ())) >= MOST_OF_ONE:
            raise Refusal("limit/engine", seconds=10)
        wait = self._bucket(visitor).wait_for(0.05) if self._rate > 0 else 0.0
        if wait:
            raise Refusal("limit/engine", seconds=max(1, round(wait)))

    def _bucket(self, visitor: str) -> Bucket:
        if len(self._allowance) > 10_000:
            self._allowance = {key: one for key, one in self._allowance.items() if not one.is_full}
        return self._allowance.setdefault(visitor, Bucket(self._rate, self._burst))

    async def _run(self) -> None:
        while True:
            await self._available.acquire()
            visitor, job = self._next()
            if job.cancel.is_set():
                job.done.cancel()
                continue
            begun = time.monotonic()
            await self._work(job)
            spent = time.monotonic() - begun
            metrics.ENGINE_SECONDS.inc(spent)
            if self._rate > 0:
                self._bucket(visitor).pay(spent)

    def _next(self) -> tuple[str, _Job[Any]]:
        """The first job of the visitor whose turn it is, who goes to the end of the row."""
        visitor, jobs = self._waiting.popitem(last=False)
        job = jobs.popleft()
        if jobs:
            self._waiting[visitor] = jobs
        self._count -= 1
        metrics.ENGINE_WAITING.dec()
        return visitor, job

    async def _work(self, job: _Job[Any]) -> None:
        loop = asyncio.get_running_loop()
        try:
            result = await loop.run_in_executor(self.pool, job.work, job.cancel)
        except Exception as error:
            if not job.done.done():
                job.done.set_exception(error)
            return
        if not job.done.done():
            job.done.set_result(result)


def _be_nice() -> None:
    """On Linux a thread has a niceness of its own."""
    with contextlib.suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
