"""Engine work in threads beside the event loop, which ask whoever thinks and wait for the answer.

Visitors take turns (fairness.py), however much each of them asks for. Work that takes a moment has a thread more, to
which nothing else is given: the reply of a low level never waits for one that thinks for seconds.
"""

import asyncio
import heapq
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from ludejo.table import metrics
from ludejo.table.fairness import VirtualTime
from ludejo.table.thinking.questions import PUT_BACK, Rank

Result = TypeVar("Result")
Work = Callable[[threading.Event], Result]  # it looks at the event now and then, and stops when it is set


@dataclass(frozen=True)
class QueueTerms:
    """How work is to be fitted in with what others have waiting."""

    visitor: str
    rank: Rank = "hint"
    cost: float = 1.0  # seconds of an engine
    is_short: bool = False


@dataclass(order=True)
class _Job(Generic[Result]):
    place: tuple[float, int]
    tag: float = field(compare=False)
    terms: QueueTerms = field(compare=False)
    work: Work[Result] = field(compare=False)
    cancel: threading.Event = field(compare=False)
    done: "asyncio.Future[tuple[Result, float]]" = field(compare=False)


class Lane:
    """Threads for some of the work: what waits here, and how many are free."""

    def __init__(self, name: str, threads: int) -> None:
        self.free = threads
        self.waiting: list[_Job[Any]] = []
        self.pool = ThreadPoolExecutor(threads, name)


class FairQueue:
    """Runs work for visitors, a few at a time. Results come with the seconds that they took."""

    def __init__(self, threads: int) -> None:
        self._time = VirtualTime()
        self._serial = 0
        self._is_running = False
        self._any, self._short = Lane("engine", threads), Lane("short", 1)
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Begin to take work."""
        self._is_running = True
        self._begin_some()

    def stop(self) -> None:
        """Give up what is being thought about."""
        self._is_running = False
        for task in list(self._tasks):
            task.cancel()
        for lane in (self._any, self._short):
            for job in lane.waiting:
                job.cancel.set()
            lane.pool.shutdown(wait=False, cancel_futures=True)

    async def do(
        self, terms: QueueTerms, work: Work[Result], cancel: threading.Event | None = None
    ) -> tuple[Result, float]:
        """The result of some work, when it is this visitor's turn."""
        tag = self._time.tag(terms.visitor, terms.cost)
        self._serial += 1
        done: asyncio.Future[tuple[Result, float]] = asyncio.get_running_loop().create_future()
        place = (tag + PUT_BACK[terms.rank], self._serial)
        job = _Job(place, tag, terms, work, cancel or threading.Event(), done)
        heapq.heappush((self._short if terms.is_short else self._any).waiting, job)
        metrics.ENGINE_WAITING.inc()
        self._begin_some()
        try:
            return await done
        except asyncio.CancelledError:
            job.cancel.set()
            raise

    def _begin_some(self) -> None:
        """Give work to threads that are free: short work to its own first, then to any."""
        while self._is_running:
            if self._short.waiting and self._short.free:
                lane, job = self._short, heapq.heappop(self._short.waiting)
            elif self._any.free and (self._short.waiting or self._any.waiting):
                fuller = min((one.waiting for one in (self._short, self._any) if one.waiting), key=lambda jobs: jobs[0])
                lane, job = self._any, heapq.heappop(fuller)
            else:
                return
            metrics.ENGINE_WAITING.dec()
            self._time.begin(job.tag)
            if job.cancel.is_set():
                job.done.cancel()
                continue
            lane.free -= 1
            task = asyncio.create_task(self._run(lane, job))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _run(self, lane: Lane, job: _Job[Any]) -> None:
        begun = time.monotonic()
        try:
            result = await asyncio.get_running_loop().run_in_executor(lane.pool, job.work, job.cancel)
        except Exception as error:
            if not job.done.done():
                job.done.set_exception(error)
        else:
            spent = time.monotonic() - begun
            metrics.ENGINE_SECONDS.inc(spent)
            if not job.done.done():
                job.done.set_result((result, spent))
        finally:
            lane.free += 1
            self._begin_some()
